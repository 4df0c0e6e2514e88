"""The argument as a drawing in Goal Structuring Notation: goals, solutions, and what is left undeveloped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from proofs.evidence.trace.matrix import Gap, Material
from reference.common.svg import DIM, INK, PAPER, WHITE, box, document, element, written
from reference.common.text import visible

_WIDTH, _HEIGHT, _STEP, _TOP, _MARGIN = 218, 118, 238, 24, 20
_GOALS, _RADIUS = _TOP + 350, 84
_SOLUTIONS = _GOALS + _HEIGHT + 40 + _RADIUS
_OPEN = _SOLUTIONS + _RADIUS + 24
_LINE, _WIDE, _NARROW = 17, 26, 20

TOP = "The specification of {} is fit for implementation and assessment."
PROGRAM, OPEN = "program.", "not as expected"
STRATEGY = "Argument over what can go wrong: contradiction, misreading, mistake, wrong implementation."


@dataclass(frozen=True, slots=True)
class Branch:
    """A goal with its claim; what shows it, and what is left open: both may be empty."""

    goal: str
    claim: str
    shown: str
    left_open: str


def branches(m: Material, gaps: Sequence[Gap]) -> tuple[Branch, ...]:
    """The goals, with the numbers of this package."""
    of_clauses = Counter(_outcome(d) for d in m.decisions if not d["label"].startswith(PROGRAM))
    of_program = Counter(_outcome(d) for d in m.decisions if d["label"].startswith(PROGRAM))
    kinds = Counter(g.kind for g in gaps)
    tests = Counter(t.outcome for t in m.tests or ())
    tried = bool(m.links or m.scores)
    found = (
        (
            "The clauses are consistent, and imply what the specification says of its outputs.",
            f"{of_clauses['proved']} obligations proved, {of_clauses['refuted']} refuted as expected",
            _counted(kinds, "verdict", "clause without proof", "principle"),
        ),
        (
            "The clauses say what the document says, or its errors are shown.",
            f"An audit of the document, with {len(m.audit['findings'])} findings" if m.audit else "",
            _counted(
                kinds,
                "sentence no clause comes from",
                "clause whose sentence is missing",
                "document that no clause cites",
                "line that locates no sentence",
            )
            if m.audit
            else "no document was given",
        ),
        (
            "The plain reference meets the clauses.",
            f"obligations proved on its source: {of_program['proved']}" if of_program["proved"] else "",
            _joined(
                _counted(of_program, OPEN),
                "its way from an array to the loops is tested, not proved"
                if of_program["proved"]
                else "nothing of its source is proved",
            ),
        ),
        (
            "Proofs and tests detect a mistake in a clause.",
            "Mutants put in the place of clauses, and what detected them" if tried else "",
            _counted(
                kinds,
                "clause without a link that holds",
                "link that does not hold",
                "link not tried",
                "mutant that survived",
            )
            if tried
            else "no mutation run was given",
        ),
        (
            "Worked examples and tests agree with the clauses.",
            f"{len(m.examples)} examples run" + (f"; {tests['passed']} tests passed" if m.tests is not None else ""),
            _joined(
                _counted(kinds, "example", "test", "clause without test"),
                "no results of tests were given" if m.tests is None else "",
            ),
        ),
        (
            "Where the runtimes that were tried diverge is known.",
            f"{len(m.runtimes)} runtimes on generated cases: bounded, not a proof" if m.runtimes else "",
            _counted(kinds, "runtime") if m.conformance else "no results of runtimes were given",
        ),
    )
    return tuple(Branch(f"G{n}", *branch) for n, branch in enumerate(found, 1))


def _outcome(decision: Mapping[str, Any]) -> str:
    return str(decision["verdict"]) if decision["as_expected"] else OPEN


def _counted(kinds: Mapping[str, int], *names: str) -> str:
    return _joined(*(f"{name}: {kinds[name]}" for name in names if kinds[name]))


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def drawing(m: Material, gaps: Sequence[Gap]) -> bytes:
    """The drawing."""
    found = branches(m, gaps)
    kinds = Counter(g.kind for g in gaps)
    commit = str(m.tool.get("commit") or "not known")
    width = _STEP * len(found) - (_STEP - _WIDTH) + 2 * _MARGIN
    middle = width / 2
    left, right = middle - 200 - _WIDTH, middle + 200
    beside, under = _TOP + _HEIGHT / 2, _TOP + 166
    assumed = f"{kinds['not shown by any package']} things that no package shows; {len(gaps)} gaps in all: gaps.csv"
    parts = [
        _box(middle - _WIDTH / 2, _TOP, "G0", TOP.format(m.title)),
        _slanted(middle - _WIDTH / 2, under, "S1", STRATEGY),
        _rounded(right, _TOP, "C1", f"Commit {commit[:12]}; what is trusted: trust.md"),
        _oval(left, _TOP, "A1", assumed),
        _arrow(middle, _TOP + _HEIGHT, middle, under),
        _arrow(middle + _WIDTH / 2, beside, right, beside, hollow=True),
        _arrow(middle - _WIDTH / 2, beside, left + _WIDTH, beside, hollow=True),
    ]
    trunk = (under + _HEIGHT + _GOALS) / 2
    outermost = _MARGIN + _WIDTH / 2
    path = f"M{middle:g} {under + _HEIGHT:g}V{trunk:g}M{outermost:g} {trunk:g}H{width - outermost:g}"
    parts.append(element("path", d=path, fill="none", stroke=DIM))
    for i, branch in enumerate(found):
        parts += _branch(branch, _MARGIN + i * _STEP, trunk)
    most = max(len(wrap(branch.left_open, _WIDE)) for branch in found)
    return _svg(m.title, width, _OPEN + (most + 1) * _LINE + _MARGIN, parts, found)


def _branch(branch: Branch, x: float, trunk: float) -> list[str]:
    """A goal under the trunk, its solution, and what is left open, under the diamond that says so."""
    centre = x + _WIDTH / 2
    parts = [
        _arrow(centre, trunk, centre, _GOALS),
        _box(x, _GOALS, branch.goal, branch.claim),
    ]
    if branch.shown:
        parts += [
            _arrow(centre, _GOALS + _HEIGHT, centre, _SOLUTIONS - _RADIUS),
            element("circle", cx=centre, cy=_SOLUTIONS, r=_RADIUS, fill=WHITE, stroke=INK),
            _text(centre, _SOLUTIONS, f"Sn{branch.goal[1:]}", branch.shown, _NARROW),
        ]
    if branch.left_open:
        # Beside the arrow to the solution where there is one, else at the middle, as the notation has it.
        parts.append(_diamond(x + 24 if branch.shown else centre, _GOALS + _HEIGHT))
        lines = len(wrap(visible(branch.left_open), _WIDE))
        y = _OPEN if branch.shown else _GOALS + _HEIGHT + 50
        parts.append(_text(centre, y + lines * _LINE / 2, "left open", branch.left_open, _WIDE))
    return parts


_MARKERS = element(
    "defs",
    *(
        element(
            "marker",
            element("path", d="M0 0L9 4L0 8z", fill=fill, stroke=INK),
            id=name,
            markerWidth=9,
            markerHeight=9,
            refX=8,
            refY=4,
            orient="auto",
        )
        for name, fill in (("full", INK), ("hollow", PAPER))
    ),
)


def _svg(title: str, width: float, height: float, parts: Sequence[str], found: Sequence[Branch]) -> bytes:
    said = [f"G0: {TOP.format(title)} {STRATEGY}"]
    said += [
        f"{b.goal}: {b.claim} Shown by: {b.shown or 'nothing'}. Left open: {b.left_open or 'nothing'}." for b in found
    ]
    paper = element("rect", width="100%", height="100%", fill=PAPER)
    title = "The argument in Goal Structuring Notation"
    text = document(width, height, [_MARKERS, paper, *parts], title=title, said=" ".join(said), scales=True)
    return text.encode("utf-8", "backslashreplace")


def _text(x: float, middle: float, name: str, content: str, width: int = _WIDE) -> str:
    """A name with lines under it, as high above a middle as below it."""
    lines = wrap(visible(content), width, break_long_words=True)
    spans = [element("tspan", written(name), font_weight="600")]
    spans += [element("tspan", written(line), x=x, dy=_LINE) for line in lines]
    y = middle - len(lines) * _LINE / 2 + 5
    return element("text", *spans, x=x, y=y, font_size=14, text_anchor="middle")


def _box(x: float, y: float, name: str, content: str, corner: int = 0, width: int = _WIDE) -> str:
    shape = box(x, y, _WIDTH, _HEIGHT, WHITE, rx=corner, stroke=INK)
    return shape + _text(x + _WIDTH / 2, y + _HEIGHT / 2, name, content, width)


def _rounded(x: float, y: float, name: str, content: str) -> str:
    return _box(x, y, name, content, _HEIGHT // 2, _NARROW)


def _oval(x: float, y: float, name: str, content: str) -> str:
    """An assumption: an oval with the letter A beside it."""
    centre, middle = x + _WIDTH / 2, y + _HEIGHT / 2
    shape = element("ellipse", cx=centre, cy=middle, rx=_WIDTH / 2, ry=_HEIGHT / 2 + 8, fill=WHITE, stroke=INK)
    letter = element("text", "A", x=x + _WIDTH - 8, y=y + _HEIGHT + 6, font_size=14)
    return shape + letter + _text(centre, middle, name, content, _NARROW)


def _slanted(x: float, y: float, name: str, content: str) -> str:
    right, bottom = x + _WIDTH, y + _HEIGHT
    shape = _polygon((x + 18, y), (right + 18, y), (right - 18, bottom), (x - 18, bottom))
    return shape + _text(x + _WIDTH / 2, y + _HEIGHT / 2, name, content, _NARROW + 3)


def _diamond(x: float, y: float) -> str:
    """The mark of a goal that is not developed, or not to its end."""
    return _polygon((x, y), (x + 14, y + 14), (x, y + 28), (x - 14, y + 14))


def _polygon(*corners: tuple[float, float]) -> str:
    return element("polygon", points=" ".join(f"{x:g},{y:g}" for x, y in corners), fill=WHITE, stroke=INK)


def _arrow(x: float, y: float, to_x: float, to_y: float, *, hollow: bool = False) -> str:
    end = f"url(#{'hollow' if hollow else 'full'})"
    return element("line", x1=x, y1=y, x2=to_x, y2=to_y, stroke=DIM, marker_end=end)
