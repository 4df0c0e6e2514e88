"""The argument as a drawing in Goal Structuring Notation: goals, solutions, and what is left undeveloped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from xml.sax.saxutils import escape

from proofs.audit.text import visible
from proofs.evidence.matrix import Gap, Material

_WIDTH, _HEIGHT, _STEP, _TOP = 218, 104, 238, 40
_INK, _PAPER, _LINE = "#1d2733", "#fcfcfa", "#5c6773"


def drawing(m: Material, gaps: Sequence[Gap]) -> bytes:
    """The drawing, with the numbers of this package."""
    verdicts = Counter(d["verdict"] for d in m.decisions if d["as_expected"])
    kinds = Counter(g.kind for g in gaps)
    tests = Counter(t.outcome for t in m.tests or ())
    commit = str(m.tool.get("commit") or "not known")
    branches = (
        (
            "G1",
            "The clauses are consistent, and imply what the specification says of its outputs.",
            "Sn1",
            f"{verdicts['proved']} obligations proved, {verdicts['refuted']} refuted as expected",
            "",
        ),
        (
            "G2",
            "The clauses say what the document says, or its errors are shown.",
            "Sn2",
            f"audit: {len(m.audit['findings'])} findings" if m.audit else "",
            "no document given",
        ),
        (
            "G3",
            "The plain reference meets the clauses.",
            "Sn3",
            f"{sum(d['label'].startswith('program.') and d['verdict'] == 'proved' for d in m.decisions)} "
            "conditions of its source proved",
            "",
        ),
        (
            "G4",
            "Proofs and tests notice a slip in a clause.",
            "Sn4",
            f"{kinds['link that does not hold']} links do not hold; {kinds['mutant that survived']} mutants survived"
            if m.links or m.scores
            else "",
            "no mutation run given",
        ),
        (
            "G5",
            "Worked examples and tests agree with the clauses.",
            "Sn5",
            f"{len(m.examples)} examples; tests: {tests['passed']} passed, {sum(tests.values()) - tests['passed']} not"
            if m.tests is not None
            else f"{len(m.examples)} examples; no tests given",
            "",
        ),
        (
            "G6",
            "The runtimes in use conform.",
            "Sn6",
            f"{kinds['runtime']} restrictions and divergences" if m.conformance else "",
            "no results given",
        ),
    )
    width = _STEP * len(branches) + 20
    middle = width / 2
    parts = [
        _box(
            middle - _WIDTH / 2,
            _TOP,
            "G0",
            "The specification of MaxPool in the SONNX profile is fit to be implemented and assessed.",
        ),
        _slanted(
            middle - _WIDTH / 2,
            _TOP + 150,
            "S1",
            "Argument over what can go wrong: contradiction, misreading, slip, wrong implementation.",
        ),
        _rounded(middle + 200, _TOP, "C1", f"Commit {commit[:12]}; what is trusted: trust/"),
        _rounded(
            middle - 200 - _WIDTH,
            _TOP,
            "A1",
            f"{kinds['not shown by any package']} things that no package shows; {len(gaps)} gaps in all: gaps.csv",
        ),
        _arrow(middle, _TOP + _HEIGHT, middle, _TOP + 150),
        _arrow(middle + _WIDTH / 2, _TOP + 50, middle + 200, _TOP + 50, hollow=True),
        _arrow(middle - _WIDTH / 2, _TOP + 50, middle - 200, _TOP + 50, hollow=True),
    ]
    for i, (goal, claim, solution, shown, missing) in enumerate(branches):
        x = 20 + i * _STEP
        centre = x + _WIDTH / 2
        parts += [_arrow(middle, _TOP + 150 + _HEIGHT, centre, _TOP + 320), _box(x, _TOP + 320, goal, claim)]
        if shown:
            parts += [
                _arrow(centre, _TOP + 320 + _HEIGHT, centre, _TOP + 470),
                _round(centre, _TOP + 540, solution, shown),
            ]
        else:
            parts.append(_undeveloped(centre, _TOP + 320 + _HEIGHT, missing))
    return _svg(width, _TOP + 640, parts)


def _svg(width: float, height: float, parts: Sequence[str]) -> bytes:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        'font-family="system-ui, Helvetica, Arial, sans-serif" font-size="13">'
        "<title>The argument in Goal Structuring Notation</title>"
        f'<defs><marker id="full" markerWidth="9" markerHeight="9" refX="8" refY="4" orient="auto">'
        f'<path d="M0 0L9 4L0 8z" fill="{_INK}"/></marker>'
        '<marker id="hollow" markerWidth="9" markerHeight="9" refX="8" refY="4" orient="auto">'
        f'<path d="M0 0L9 4L0 8z" fill="{_PAPER}" stroke="{_INK}"/></marker></defs>'
        f'<rect width="100%" height="100%" fill="{_PAPER}"/>'
    )
    return "\n".join([head, *parts, "</svg>", ""]).encode("utf-8", "backslashreplace")


def _text(x: float, y: float, name: str, content: str) -> str:
    lines = wrap(visible(content), 28, break_long_words=True)[:5]
    spans = "".join(f'<tspan x="{x:g}" dy="16">{escape(line)}</tspan>' for line in lines)
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="middle" fill="{_INK}">'
        f'<tspan font-weight="600">{escape(name)}</tspan>{spans}</text>'
    )


def _box(x: float, y: float, name: str, content: str) -> str:
    shape = f'<rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" fill="#fff" stroke="{_INK}"/>'
    return shape + _text(x + _WIDTH / 2, y + 18, name, content)


def _rounded(x: float, y: float, name: str, content: str) -> str:
    shape = f'<rect x="{x:g}" y="{y:g}" width="{_WIDTH}" height="{_HEIGHT}" rx="26" fill="#fff" stroke="{_INK}"/>'
    return shape + _text(x + _WIDTH / 2, y + 18, name, content)


def _slanted(x: float, y: float, name: str, content: str) -> str:
    points = (
        f"{x + 18:g},{y:g} {x + _WIDTH + 18:g},{y:g} {x + _WIDTH - 18:g},{y + _HEIGHT:g} {x - 18:g},{y + _HEIGHT:g}"
    )
    return f'<polygon points="{points}" fill="#fff" stroke="{_INK}"/>' + _text(x + _WIDTH / 2, y + 18, name, content)


def _round(x: float, y: float, name: str, content: str) -> str:
    shape = f'<ellipse cx="{x:g}" cy="{y:g}" rx="112" ry="66" fill="#fff" stroke="{_INK}"/>'
    return shape + _text(x, y - 34, name, content)


def _undeveloped(x: float, y: float, why: str) -> str:
    """The diamond under a goal that nothing in the package supports."""
    points = f"{x:g},{y:g} {x + 14:g},{y + 14:g} {x:g},{y + 28:g} {x - 14:g},{y + 14:g}"
    return f'<polygon points="{points}" fill="#fff" stroke="{_INK}"/>' + _text(x, y + 46, "undeveloped", why)


def _arrow(x: float, y: float, to_x: float, to_y: float, *, hollow: bool = False) -> str:
    end = "hollow" if hollow else "full"
    return f'<line x1="{x:g}" y1="{y:g}" x2="{to_x:g}" y2="{to_y:g}" stroke="{_LINE}" marker-end="url(#{end})"/>'
