"""`matrix.html`: for each artefact what it is traced to, and back; and the gaps, as pages list them.

A list gathers the ends that share a kind, a link and a result: the CSV files have each link in a row of its own.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from proofs.evidence.package.names import GAPS
from proofs.evidence.trace.markup import Html, clipped, filtering, folded, names, page, table, text
from proofs.evidence.trace.matrix import Gap, Link

LONGEST = 300
MANY, MOST_GAPS = 200, 2000
LONGEST_LINKS = 2000
ARROW, BACK = " → ", " ← "
_IN_A_FILE = re.compile(r"^([\w.]+)::.*$", re.S)
_PARAMETERS = re.compile(r"(::[^\[\]]*)\[.*\]$", re.S)

End = tuple[str, str]
"""The kind of an artefact, and what it is called: a test by its function."""


def matrix_page(links: Sequence[Link], backwards: Sequence[Link], gaps: Sequence[Gap]) -> bytes:
    """The matrix in both directions, the gaps first."""
    down, up = _traces(links), _traces(backwards)
    places = _places("down", down), _places("up", up)
    kinds = sorted({kind for kind, _ in (*down, *up)})
    body = [
        "<p>A link holds where a change of the clause was noticed by what it leads to; every other link is a gap. "
        "A test stands here by its function; <code>matrix.csv</code> and <code>matrix-backwards.csv</code> have each "
        "test and each link in a row of its own, <code>gaps.csv</code> has each gap.</p>",
        '<h2 id="gaps">Gaps</h2>',
        gap_list(gaps),
        '<h2 id="trace">Traces</h2>',
        filtering([("Kind", kinds)], "the artefacts"),
        '<section data-group><h2 id="forwards">From what is above to what is below</h2>',
        *_folds(down, *places),
        '</section><section data-group><h2 id="backwards">And back</h2>',
        *_folds(up, *reversed(places)),
        "</section>",
    ]
    return page("Traceability matrix of MaxPool", "\n".join(body))


def _traces(links: Sequence[Link]) -> Mapping[End, Counter[tuple[str, str, str, str]]]:
    """For each start: end's kind, link, result and end, with their number."""
    found: defaultdict[End, Counter[tuple[str, str, str, str]]] = defaultdict(Counter)
    for link in links:
        start, end = _named(link.start_kind, link.start), _named(link.end_kind, link.end)
        found[start][link.end_kind, link.link, link.result, end[1]] += 1
    return found


def _named(kind: str, name: str) -> End:
    return kind, function_of(name) if kind == "test" else name


def _places(direction: str, traces: Mapping[End, object]) -> dict[End, str]:
    return {start: f"{direction}-{n}" for n, start in enumerate(traces)}


def _folds(
    traces: Mapping[End, Counter[tuple[str, str, str, str]]], here: Mapping[End, str], there: Mapping[End, str]
) -> Iterator[str]:
    """One fold for each start; an end leads on to its own fold, in this direction or else in the other."""
    places = {**there, **here}
    for (kind, name), ends in traces.items():
        kinds: Counter[str] = Counter()
        for (end_kind, *_), n in ends.items():
            kinds[end_kind] += n
        said = ", ".join(f"{k}: {n}" for k, n in kinds.items())
        yield folded(
            Html(f'<code>{text(clipped(name, LONGEST))}</code> <span class="dim">{text(f"{kind} → {said}")}</span>'),
            "".join(_ends(ends, places)),
            {"id": here[kind, name], "data-label": name, "data-kind": kind},
        )


def _ends(ends: Counter[tuple[str, str, str, str]], places: Mapping[End, str]) -> Iterator[str]:
    """The ends that share a kind, a link and a result, under these three and their number."""
    gathered: defaultdict[tuple[str, str, str], dict[str, int]] = defaultdict(dict)
    for (kind, link, result, end), n in ends.items():
        gathered[kind, link, result][end] = n
    for (kind, link, result), found in gathered.items():
        said = "; ".join(clipped(part, LONGEST) for part in (f"{kind}: {sum(found.values())}", link, result) if part)
        which = (_which(kind, end, n, places) for end, n in found.items())
        yield f"<p>{text(said)}</p>{names(which, rest='matrix/matrix.csv')}"


def _which(kind: str, end: str, n: int, places: Mapping[End, str]) -> Html:
    said = text(clipped(end, LONGEST)) + (f" ({n})" if n > 1 else "")
    place = places.get((kind, end))
    return Html(said if place is None else f'<a href="#{place}">{said}</a>')


# --- gaps ---

Row = tuple[str, str]
"""Whose gap it is, with the number of gaps where the row stands for several, and what is missing."""


def gap_list(gaps: Sequence[Gap]) -> str:
    """The gaps, each kind under its number; those of one test's parameters as one."""
    by_kind: defaultdict[str, list[Gap]] = defaultdict(list)
    for gap in gaps:
        by_kind[gap.kind].append(gap)
    return "\n".join(
        folded(f"{clipped(kind, LONGEST)}: {len(found)}", _of_kind(kind, _gathered(found)))
        for kind, found in by_kind.items()
    )


def _of_kind(kind: str, rows: Sequence[Row]) -> str:
    """The gaps of a kind, as far as a page can hold them."""
    more = len(rows) - MOST_GAPS
    return _shown(kind, rows[:MOST_GAPS]) + (f"<p>{more} more are not shown here: {GAPS}.</p>" if more > 0 else "")


def _shown(kind: str, rows: Sequence[Row]) -> str:
    """Names under what many of them miss, or what is missing under its owner, or else a table."""
    by_what: defaultdict[str, list[str]] = defaultdict(list)
    by_owner: defaultdict[str, list[str]] = defaultdict(list)
    for of, what in rows:
        by_what[what].append(of)
        by_owner[of].append(what)
    if 2 * len(by_what) <= len(rows):
        return "".join(f"<p>{text(what)}:</p>{names(_joined(found), rest=GAPS)}" for what, found in by_what.items())
    if 2 * len(by_owner) <= len(rows):
        return "".join(f"<p>{text(of)}:</p>{names(found, rest=GAPS)}" for of, found in by_owner.items())
    return table(kind, ("of", "what"), rows, rest=GAPS)


def _joined(found: Sequence[str]) -> Iterator[str]:
    """Links that share an artefact as one text, from the side that has fewer of them; what is no link as it is."""
    links = [(start, function_of(end)) for start, arrow, end in (name.partition(ARROW) for name in found) if arrow]
    yield from (name for name in found if ARROW not in name)
    starts, ends = {start for start, _ in links}, {end for _, end in links}
    arrow = ARROW if len(starts) <= len(ends) else BACK
    shared: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for start, end in links:
        one, other = (start, end) if arrow == ARROW else (end, start)
        shared[one].setdefault(other)
    yield from (clipped(f"{one}{arrow}{', '.join(others)}", LONGEST_LINKS) for one, others in shared.items())


def _gathered(gaps: Sequence[Gap]) -> list[Row]:
    """Gaps that differ in the parameters of a test alone, counted; where that leaves many, by the tests' files."""
    rows = _counted(gaps, function_of)
    return rows if len(rows) <= MANY else _counted(gaps, _file_of)


def _counted(gaps: Sequence[Gap], gather: Callable[[str], str]) -> list[Row]:
    counts = Counter((gather(gap.of), gap.what) for gap in gaps)
    whole = {(gather(gap.of), gap.what): gap.of for gap in gaps}
    return [
        (_with_number(clipped(of, LONGEST), n) if n > 1 else clipped(whole[of, what], LONGEST), clipped(what, LONGEST))
        for (of, what), n in counts.items()
    ]


def _with_number(of: str, n: int) -> str:
    """Links are named one by one; their number is seen."""
    return of if ARROW in of else f"{of} ({n})"


def function_of(test: str) -> str:
    """The function of a test, without its parameters."""
    return _PARAMETERS.sub(r"\1", test)


def _file_of(test: str) -> str:
    return _IN_A_FILE.sub(r"\1", test)
