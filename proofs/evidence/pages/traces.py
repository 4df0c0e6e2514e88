"""`matrix.html`: for each artefact what it is traced to, and back; and the gaps, as pages list them.

A list gathers the ends that share a kind, a link and a result: the CSV files have each link in a row of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from proofs.evidence.package.names import GAPS
from proofs.evidence.pages.markup import clipped, page, text
from proofs.evidence.trace.material import Gap, Link, grouped

LONGEST = 300
MOST_GAPS = 2000
LONGEST_LINKS = 2000
ARROW, BACK = " → ", " ← "
_PARAMETERS = re.compile(r"(::[^\[\]]*)\[.*\]$", re.S)

End = tuple[str, str]
"""The kind of an artefact, and what it is called: a test by its function."""
Traces = Mapping[End, Counter[tuple[str, str, str, str]]]
"""For each start: end's kind, link, result and end, with their number."""
Names = list[tuple[str, str]]
"""Texts of a list, each with the place that it leads to, or ""."""


def matrix_page(title: str, links: Sequence[Link], backwards: Sequence[Link], gaps: Sequence[Gap]) -> bytes:
    """The matrix in both directions, the gaps first."""
    down, up = _traces(links), _traces(backwards)
    below, above = _places("down", down), _places("up", up)
    return page(
        "matrix.html",
        operator=title,
        gaps=gap_list(gaps),
        kinds=sorted({kind for kind, _ in (*down, *up)}),
        down=[_trace(start, ends, {**above, **below}, below) for start, ends in down.items()],
        up=[_trace(start, ends, {**below, **above}, above) for start, ends in up.items()],
    )


def _traces(links: Sequence[Link]) -> Traces:
    def named(kind: str, name: str) -> End:
        return kind, function_of(name) if kind == "test" else name

    ends = ((x.end_kind, x.link, x.result, named(x.end_kind, x.end)[1]) for x in links)
    starts = (named(x.start_kind, x.start) for x in links)
    return {start: Counter(found) for start, found in grouped(zip(starts, ends, strict=True)).items()}


def _places(direction: str, traces: Mapping[End, object]) -> dict[End, str]:
    return {start: f"{direction}-{n}" for n, start in enumerate(traces)}


@dataclass(frozen=True, slots=True)
class Trace:
    """What opens for one start: its ends that share a kind, a link and a result, under these three and their number."""

    place: str
    kind: str
    name: str
    summary: Markup
    ends: list[tuple[str, Names]]


def _trace(
    start: End, ends: Counter[tuple[str, str, str, str]], places: Mapping[End, str], here: Mapping[End, str]
) -> Trace:
    """An end leads on to its own fold, in this direction or else in the other."""
    kinds: Counter[str] = Counter()
    for (kind, *_), n in ends.items():
        kinds[kind] += n
    gathered = grouped((key[:3], (key[3], n)) for key, n in ends.items())
    kind, name = start
    said = f"{kind} → {', '.join(f'{k}: {n}' for k, n in kinds.items())}"
    summary = Markup('<code>{}</code> <span class="dim">{}</span>').format(text(clipped(name, LONGEST)), text(said))
    return Trace(here[start], kind, name, summary, [_ends(by, found, places) for by, found in gathered.items()])


def _ends(shared: tuple[str, ...], found: Sequence[tuple[str, int]], places: Mapping[End, str]) -> tuple[str, Names]:
    kind, link, result = shared
    number = sum(n for _, n in found)
    said = "; ".join(clipped(part, LONGEST) for part in (f"{kind}: {number}", link, result) if part)
    return said, [
        (clipped(end, LONGEST) + (f" ({n})" if n > 1 else ""), places.get((kind, end), "")) for end, n in found
    ]


# --- gaps ---

Row = tuple[str, str]
"""Whose gap it is, with the number of gaps where the row stands for several, and what is missing."""


@dataclass(frozen=True, slots=True)
class GapsOfAKind:
    """What opens for a kind of gaps: lists under what their members share, or rows of a table; and how many more."""

    kind: str
    title: str
    lists: list[tuple[str, Names]]
    rows: Sequence[Row]
    more: int
    rest: str = GAPS


def gap_list(gaps: Sequence[Gap]) -> list[GapsOfAKind]:
    """The gaps, each kind under its number; those of one test's parameters as one."""
    return [_of_kind(kind, found) for kind, found in grouped((gap.kind, gap) for gap in gaps).items()]


def _of_kind(kind: str, gaps: Sequence[Gap]) -> GapsOfAKind:
    """Names under what many of them miss, or what is missing under its owner, or else a table; within a page's room."""
    every = _gathered(gaps)
    rows, title = every[:MOST_GAPS], f"{clipped(kind, LONGEST)}: {len(gaps)}"
    by_what, by_owner = grouped((what, of) for of, what in rows), grouped(rows)
    lists: list[tuple[str, Names]] = []
    if 2 * len(by_what) <= len(rows):
        lists = [(what, [(name, "") for name in _joined(found)]) for what, found in by_what.items()]
    elif 2 * len(by_owner) <= len(rows):
        lists = [(of, [(what, "") for what in found]) for of, found in by_owner.items()]
    return GapsOfAKind(kind, title, lists, () if lists else rows, len(every) - len(rows))


def _joined(found: Sequence[str]) -> Iterator[str]:
    """Links that share an artefact as one text, from the side that has fewer of them; what is no link as it is."""
    links = [(start, function_of(end)) for start, arrow, end in (name.partition(ARROW) for name in found) if arrow]
    yield from (name for name in found if ARROW not in name)
    starts, ends = {start for start, _ in links}, {end for _, end in links}
    arrow = ARROW if len(starts) <= len(ends) else BACK
    shared = grouped(dict.fromkeys(links if arrow == ARROW else [(end, start) for start, end in links]))
    yield from (clipped(f"{one}{arrow}{', '.join(others)}", LONGEST_LINKS) for one, others in shared.items())


def _gathered(gaps: Sequence[Gap]) -> list[Row]:
    """Gaps that differ in the parameters of a test alone, counted."""
    gathered = grouped(((function_of(gap.of), gap.what), gap.of) for gap in gaps)
    return [(_counted_name(of, whole), clipped(what, LONGEST)) for (of, what), whole in gathered.items()]


def _counted_name(of: str, whole: Sequence[str]) -> str:
    """Whose gaps several are, with their number; links are named one by one, and so it is seen."""
    if len(whole) == 1:
        return clipped(whole[0], LONGEST)
    return clipped(of, LONGEST) + ("" if ARROW in clipped(of, LONGEST) else f" ({len(whole)})")


def function_of(test: str) -> str:
    """The function of a test, without its parameters."""
    return _PARAMETERS.sub(r"\1", test)
