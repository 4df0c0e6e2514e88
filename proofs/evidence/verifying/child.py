"""The part of a check that evaluates what a package says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any

from proofs.certificates.checker import BadCertificate
from proofs.certificates.store import certificates
from proofs.engine.catalogue import Catalogue
from proofs.engine.decide import nothing_collected
from proofs.evidence.contents.decisions import judge, judge_tightness
from proofs.evidence.contents.routes import versions
from proofs.evidence.making.build import traced
from proofs.evidence.making.derive import derived
from proofs.evidence.making.tool import certificates_refused, examples_run, pages, written
from proofs.evidence.package.jsontext import dump, load
from proofs.evidence.package.names import BOM, DECISIONS, STATUS
from proofs.evidence.package.names import EXAMPLES as EXAMPLES_FILE
from proofs.evidence.verifying.forms import Checked, Found, Problems, problems_of_forms
from reference.common.pool import beside

JUDGED_FROM = (DECISIONS, BOM)
CERTIFICATES = "certificates/"


def evaluated(
    catalogue: Catalogue, files: Mapping[str, bytes], tool: Mapping[str, Any], *, with_copy: bool = False
) -> Found:
    """The evaluation, in this process alone or also in a copy of it, which decides; both need the obligations.

    Whatever is odd in data is a problem.
    """
    with nothing_collected():
        _ = catalogue.obligations
        deciding = partial(decided, catalogue, files)
        with beside(deciding) if with_copy else nullcontext(deciding) as decisions:
            rest = others(catalogue, files, tool)
            return _together(decisions(), *rest)


def _together(decisions: Found, rest: Found, following: Found) -> Found:
    """What follows from files is held against them where nothing else is wrong with them."""
    checked, problems = decisions[0] | rest[0], [*decisions[1], *rest[1]]
    return (checked, problems) if problems else (checked | following[0], following[1])


def decided(catalogue: Catalogue, files: Mapping[str, bytes]) -> Found:
    """What routes are taken for, each once: decisions, the ledger's pages, certificates.

    Decisions are held against the tool's where they are of the right form, which `others` says.
    """
    checked: Checked = {}
    is_formed = not any(problems_of_forms({n: files[n] for n in JUDGED_FROM if n in files}))
    return checked, _checked(OF_FORMED if is_formed else ROUTES, catalogue, files, checked)


def others(catalogue: Catalogue, files: Mapping[str, bytes], tool: Mapping[str, Any]) -> tuple[Found, Found]:
    """What else is evaluated, if the forms are right; and apart from it, what follows from the files, if that is."""
    right = written(catalogue)
    checked: Checked = {"written": [*right]}
    derived_here: Checked = {}
    forms = [*problems_of_forms(files)]
    problems: Problems = [*differences(right, files), *forms]
    problems += _checked(() if forms else CHECKS, catalogue, files, checked)
    following = [] if problems else _derived(catalogue, files, tool, derived_here)
    return (checked, problems), (derived_here, following)


def _checked(
    checks: Iterable[tuple[str, Callable[[Catalogue, Mapping[str, bytes], Checked], Problems]]],
    catalogue: Catalogue,
    files: Mapping[str, bytes],
    checked: Checked,
) -> Problems:
    problems: Problems = []
    for path, check in checks:
        try:
            problems += check(catalogue, files, checked)
        except _ODD as error:
            problems.append((path, f"could not be evaluated: {type(error).__name__}: {error}"[:300]))
    return problems


_ODD = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)


def _kernel(catalogue: Catalogue, files: Mapping[str, bytes], checked: Checked) -> Problems:
    """Either Coq checked all theorems of these files, or none; and decisions say the same."""
    status, decisions = load(files[STATUS]), load(files[DECISIONS])["decisions"]
    record = catalogue.kernel()
    shown = sorted(record.stated) if status["checked"] else []
    theorems = record.wanted if status["checked"] else 0
    checked["kernel"] = status["version"] if status["checked"] else "absent"
    if (status["obligations"], status["theorems"]) != (shown, theorems):
        return [(STATUS, "does not name the tool's theorems")]
    if sorted(d["label"] for d in decisions if d["kernel"]) != shown:
        return [(DECISIONS, "say something about the kernel that contradicts its status")]
    return []


def _decisions(catalogue: Catalogue, files: Mapping[str, bytes], checked: Checked) -> Problems:
    decisions = load(files[DECISIONS])["decisions"]
    if [d["label"] for d in decisions] != list(catalogue):
        return [(DECISIONS, "are not the decisions of the tool's obligations, in their order")]
    replayed: Counter[str] = Counter()
    installed, problems = versions(files), []
    for decision in decisions:
        try:
            replayed[judge(catalogue, decision, installed)] += 1
        except _ODD as error:
            problems.append((DECISIONS, f"{decision['label']}: {type(error).__name__}: {error}"[:500]))
    checked["obligations"] = len(decisions)
    checked["witnesses"] = {how: n for how, n in replayed.items() if how}
    return problems


def _tightness(catalogue: Catalogue, files: Mapping[str, bytes], checked: Checked) -> Problems:
    """What decisions say of each assumption that was dropped, where they are those of the obligations."""
    problems: Problems = []
    for decision in load(files[DECISIONS])["decisions"]:
        if decision["label"] not in catalogue:
            continue
        try:
            judge_tightness(catalogue, decision)
        except _ODD as error:
            problems.append((DECISIONS, f"{decision['label']}: {type(error).__name__}: {error}"[:500]))
    return problems


def _examples(catalogue: Catalogue, files: Mapping[str, bytes], checked: Checked) -> Problems:
    """The examples run again: whether each conforms, and which cells are errata."""
    found = load(files[EXAMPLES_FILE])["examples"]
    again = examples_run(catalogue)
    checked["examples"] = len(found)
    if [e["label"] for e in found] != [e["label"] for e in again]:
        return [(EXAMPLES_FILE, "are not the tool's examples, in their order")]
    return [
        (EXAMPLES_FILE, f"{right['label']}: running it gives a different result")
        for old, right in zip(found, again, strict=True)
        if dump(old) != dump(right)
    ]


def _certificates(catalogue: Catalogue, files: Mapping[str, bytes], checked: Checked) -> Problems:
    """The certificates, which are known to be the tool's byte for byte, each against its obligation."""
    if not any(name.startswith(CERTIFICATES) for name in files):
        return []
    try:
        refused, checked["certificates"] = certificates_refused(catalogue), len(certificates())
    except BadCertificate as unreadable:
        return [("certificates", str(unreadable))]
    return [("certificates", f"{r.label}: {r.outcome} {r.reason}") for r in refused]


def _pages(catalogue: Catalogue, files: Mapping[str, bytes], checked: Checked) -> Problems:
    """The pages that the tool's catalogue adds, the ledger among them: its routes are taken for decisions too."""
    right = pages(catalogue)
    checked["pages"] = [*right]
    return differences(right, files)


def _derived(catalogue: Catalogue, files: Mapping[str, bytes], tool: Mapping[str, Any], checked: Checked) -> Problems:
    try:
        again = derived(catalogue, files, tool)
    except _ODD as error:
        return [("", f"nothing follows from its files: {type(error).__name__}: {error}"[:300])]
    checked["derived"] = len(again)
    if (sentences := traced(again))["said"]:
        of = "{leading_or_gaps} of {normative} sentences and formulas lead to a clause or are gaps"
        checked["traced"] = of.format(**sentences)
    return [(n, _first_difference(files[n], data)) for n, data in again.items() if files[n] != data]


def differences(right: Mapping[str, bytes], files: Mapping[str, bytes]) -> Problems:
    """Where files are not what the tool determines."""
    return [
        (name, "is not what the tool writes" if name in files else "is missing")
        for name, data in right.items()
        if files.get(name) != data
    ]


def _first_difference(found: bytes, right: bytes) -> str:
    lines = zip(found.split(b"\n"), right.split(b"\n"), strict=False)
    number = next((i for i, (x, y) in enumerate(lines, 1) if x != y), None)
    return "does not follow from the other files: " + ("its length" if number is None else f"line {number}")


ROUTES = (("certificates", _certificates), ("specification", _pages))
OF_FORMED = ((DECISIONS, _decisions), *ROUTES)
CHECKS = ((STATUS, _kernel), (DECISIONS, _tightness), (EXAMPLES_FILE, _examples))
