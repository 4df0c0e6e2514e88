"""The entries of the registers: assumptions, derived requirements, gaps, problem reports.

An identifier stays as long as the thing is the same thing: it is made of what it is about, without lines and counts.
Its state is a digest of all that is said of it: when that changes, what a person said of the thing is stale.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from proofs.evidence.package.jsontext import load
from proofs.evidence.trace.gaps import STANDING
from proofs.evidence.trace.material import Gap, Material, where

MAJOR, MINOR, NOTE = "major", "minor", "note"
SEVERITIES: Mapping[str, str] = {
    **dict.fromkeys(("verdict", "example", "test", "mutant that survived", "ended by the time limit"), MAJOR),
    **dict.fromkeys(("clause without proof", "clause without test", "clause without a link that holds"), MAJOR),
    **dict.fromkeys(("clause whose sentence is missing", "document that no clause cites", "not given", "build"), MAJOR),
    **dict.fromkeys(("principle", "sentence no clause comes from", "finding in the document", "runtime"), MINOR),
    **dict.fromkeys(("link that does not hold", "weak link", "link not tried", "obligation of no clause"), MINOR),
    **dict.fromkeys(("line that locates no sentence", "code that no measured test runs"), MINOR),
    **dict.fromkeys(("assumption not needed", "tests that verify nothing", "not shown by any package"), NOTE),
}
"""How grave a gap is, by its kind, until a person says otherwise: the argument may be wrong; a part of it is not shown;
it is only said."""
_ASSUMPTIONS = Path(__file__).with_name("assumptions.json")
_LINE, _COUNT = re.compile(r":[0-9]+(\.[0-9]+)?"), re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class RegisterEntry:
    """An entry: its register and identifier, what it is about, what it says, why that is so, how grave, whose it is."""

    register: str
    identifier: str
    subject: str
    what: str
    why: str = ""
    severity: str = ""
    owner: str = ""

    @property
    def state(self) -> str:
        """A digest of what it says: another state is another matter under the same identifier."""
        return _digest(self.register, _LINE.sub(":", self.subject), self.what, self.why)[:16]


def entries(m: Material, gaps: Sequence[Gap]) -> Sequence[RegisterEntry]:
    """All entries, register by register."""
    return (*_assumptions(m), *_derived(m), *_gaps(gaps), *_problems(m))


def _assumptions(m: Material) -> Iterator[RegisterEntry]:
    said = load(_ASSUMPTIONS.read_bytes())["assumptions"]
    if {a["what"] for a in said[: len(STANDING)]} != set(STANDING):
        raise LookupError("the register does not have what no package shows")
    for a in said:
        yield RegisterEntry("assumptions", f"ASM-{a['name']}", a["of"], a["what"], a["why"], "", a["owner"])
    for d in m.decisions:
        if d["principle"]:
            what = f"{d['principle']} turns this step into its conclusion"
            why = "a principle of mathematics, which no solver checks; where it says so the kernel of Coq does"
            yield RegisterEntry("assumptions", f"ASM-principle.{d['label']}", d["label"], what, why, "", "assessor")


def _derived(m: Material) -> Iterator[RegisterEntry]:
    """The clauses that do not come from the given document: with it they have no parent."""
    for c in m.clauses:
        places = (c, *c["restated"])
        if not m.cited_as or all(place["document"] != m.cited_as for place in places):
            said = f"{c['statement']} ({c['formula']})"
            yield RegisterEntry(
                "derived requirements",
                f"DER-{c['label']}",
                c["source"],
                said,
                c["rationale"],
                "",
                "author of the document",
            )


def _gaps(gaps: Sequence[Gap]) -> Iterator[RegisterEntry]:
    for gap, identifier in zip(gaps, _identifiers("GAP", ((g.kind, g.of, g.what) for g in gaps)), strict=True):
        severity = SEVERITIES[gap.kind]
        yield RegisterEntry("gaps", identifier, gap.of, gap.what, gap.kind, severity, "")


def _problems(m: Material) -> Iterator[RegisterEntry]:
    """What is wrong in the document and in its examples, and where runtimes diverge."""
    found = [*_errata(m), *_errors(m), *_divergences(m)]
    names = _identifiers("PR", ((owner, of, what) for of, what, owner in found))
    for (of, what, owner), identifier in zip(found, names, strict=True):
        yield RegisterEntry("problem reports", identifier, of, what, "", "", owner)


def _errata(m: Material) -> Iterator[tuple[str, str, str]]:
    for e in m.examples:
        for c in e["cells"]:
            said = f"{c['tensor']}{c['index']} is printed as {c['printed']}, should be {c['right']}"
            yield f"{e['label']} in {e['document']}", said, "author of the document"


def _errors(m: Material) -> Iterator[tuple[str, str, str]]:
    for f in () if m.audit is None else m.audit["findings"]:
        if f["level"] == "error":
            yield (
                f"{m.audit and m.audit['document']}:{f['line']}",
                f"[{f['rule']}] {f['message']}",
                "author of the document",
            )


def _divergences(m: Material) -> Iterator[tuple[str, str, str]]:
    for runtime in m.runtimes:
        for d in runtime["divergences"]:
            of = f"{runtime['name']} {runtime['version']}"
            labels = " ".join(d["labels"]) or "no label"
            yield of, f"diverges {where(d)}: {d['class']}, asked for {d['outputs']}, {labels}", "vendor of the runtime"


def _identifiers(prefix: str, found: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """One for each, in their order: of those that lines and counts alone tell apart, each has a number."""
    seen: Counter[str] = Counter()
    for first, second, third in found:
        key = _digest(first, _LINE.sub(":", second), _COUNT.sub("#", third))[:12]
        seen[key] += 1
        yield f"{prefix}-{key}" + (f"-{seen[key]}" if seen[key] > 1 else "")


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
