"""Whether a theory's proofs are empty: goals that must not be provable, added to copies of anybody's file.

Of each function with a contract: can it return, can its preconditions hold, can the condition of each conditional
postcondition hold where it returns. Of each module: can its axioms hold together. Of each loop: can its invariants; of
each goal and lemma: can its hypotheses. What is proved of these is a finding; a goal that is not proved shows nothing:
an empty proof may be missed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from proofs.why3 import tools
from proofs.why3.hypotheses import insertions, with_all
from proofs.why3.texts import at_depth_0, line_of, plain
from reference.common.errors import CannotRun

MARK = "maxpool-smoke"
_FUNCTION = re.compile(r"\blet\s+(?:(?:rec|ghost|partial|lemma|function|predicate)\s+)*([a-z_][\w']*)")
_POSTCONDITION = re.compile(r"\bensures\s*\{")
_MODULE = re.compile(r"^\s*(?:module|theory)\s+(\w+)", re.MULTILINE)
_QUANTIFIED = re.compile(r"\s*(?:\[@[^\]]*\]\s*)*((?:forall\b[^.]*\.\s)?)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Probe:
    """A copy of a theory with one goal more, in a module if it has any, and what it means if that is proved."""

    line: int
    module: str | None
    function: str
    said: str
    text: str


@dataclass(frozen=True, slots=True)
class WhyFinding:
    """What was proved that must not be: the line and the function, and what it means."""

    line: int
    function: str
    said: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.function}: {self.said}"


def probes(text: str, function: str | None = None) -> Iterator[Probe]:
    """The copies to be asked about; raises CannotRun where there is no such function."""
    bare, known = plain(text), set()
    for found in _FUNCTION.finditer(bare):
        body = at_depth_0(bare, found.end(), "=")
        head = bare[found.end() : body] if body > 0 else ""
        if not re.search(r"\b(?:requires|ensures)\s*\{", head) or re.search(r"\b(?:let|in|val|end)\b", head):
            continue
        known.add(found[1])
        if function in (None, found[1]):
            yield from _of_function(text, bare, found, body)
    if function is not None and function not in known:
        raise CannotRun(f"no function {function!r} with a contract; there are: {', '.join(sorted(known)) or 'none'}")
    if function is None:
        yield from _of_modules(text, bare)


def _of_function(text: str, bare: str, found: re.Match[str], body: int) -> Iterator[Probe]:
    line, name = line_of(text, found.start()), found[1]
    before = [module[1] for module in _MODULE.finditer(bare, 0, found.start())]
    module = before[-1] if before else None

    def ensuring(formula: str) -> str:
        return f"{text[:body]} ensures {{ [@expl:{MARK}] {formula} }} {text[body:]}"

    contradiction = f"{text[: body + 1]} assert {{ [@expl:{MARK}] false }}; {text[body + 1 :]}"
    said = "its preconditions contradict each other, or what is assumed does: false is proved"
    yield Probe(line, module, name, said, contradiction)
    yield Probe(line, module, name, "it never returns: `ensures { false }` is proved", ensuring("false"))
    for post in _POSTCONDITION.finditer(bare, found.end(), body):
        start = _QUANTIFIED.match(bare, post.end())
        assert start is not None
        arrow = at_depth_0(bare, start.end(), "->")
        if 0 < arrow < body:
            condition = " ".join(text[start.end() : arrow].split())
            said = f"the condition of a postcondition never holds: `not ({condition})` is proved"
            yield Probe(line_of(text, post.start()), module, name, said, ensuring(f"{start[1]} not ({condition})"))


def _of_modules(text: str, bare: str) -> Iterator[Probe]:
    """False as a goal at the end of each module."""
    starts = list(_MODULE.finditer(bare))
    for module, after in zip(starts, [*(s.start() for s in starts[1:]), len(bare)], strict=True):
        last = bare.rfind("end", module.end(), after)
        if last > 0:
            goal = f" goal maxpool_smoke_ : [@expl:{MARK}] false\n{text[last:]}"
            said = "its axioms contradict each other: false is proved"
            yield Probe(line_of(text, module.start(1)), module[1], module[1], said, text[:last] + goal)


def axioms(text: str) -> list[WhyFinding]:
    """What a theory takes for true without a proof."""
    said = "an axiom: it is assumed, and not proved"
    return [
        WhyFinding(line_of(text, found.start()), found[1], said)
        for found in re.finditer(r"\baxiom\s+([\w']+)", plain(text))
    ]


def smoke(
    folder: Path, text: str, function: str | None = None, done: Callable[[object], None] = lambda _: None
) -> list[WhyFinding]:
    """What is proved of a theory that must not be; raises BadTheory where Why3 does not accept it."""
    tools.check(folder, text)
    findings = [] if function else axioms(text)
    for probe in probes(text, function):
        marked = [g for g in tools.goals(folder, probe.text, module=probe.module) if MARK in g.explanation]
        # Where Why3 makes no goal of it, it was trivial: no path leads there.
        if all(answer.proved for answer in tools.prove(marked, tools.BRIEF)):
            findings.append(WhyFinding(probe.line, probe.function, probe.said))
        done(probe)
    if function is None:
        findings += assumed(folder, text)
    return sorted(findings, key=lambda f: (f.line, f.said))


def assumed(folder: Path, text: str) -> list[WhyFinding]:
    """Hypotheses and invariants that cannot hold together: all are asked in one copy of the theory."""
    found = list(insertions(text, plain(text), MARK))
    goals = [g for g in tools.goals(folder, with_all(text, found)) if MARK in g.explanation] if found else []
    open_ones = {a.goal.explanation.rpartition(MARK)[2] for a in tools.prove(goals, tools.BRIEF) if not a.proved}
    numbers = ((f" {number}", each) for number, each in enumerate(found))
    return [WhyFinding(e.line, e.name, e.said) for number, e in numbers if number not in open_ones]
