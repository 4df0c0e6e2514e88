"""What each function that checks a call demands and gives, made from the clauses, and the lemmas that its proof uses.

A status says that its clause is broken, or that a quantity does not fit, and that all that is checked before holds: so
each call has one status. With MAXPOOL_OK all hold, all quantities fit, and the sizes are those of the definitions. What
cannot be proved here is in `ADMITTED`, and is shown with every result.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from proofs.acsl.clauses import (
    CAPACITY,
    MOST,
    ON_AXIS,
    SIZE,
    WEAKEST,
    declarations,
    holds,
    holds_of_each,
    holds_on_axis,
    in_a_call,
    in_step_on_axis,
    of_attributes,
    of_X,
    on_axis,
    size_on_axis,
    weakest_on_axis,
)
from proofs.acsl.reading import identifier
from proofs.why3.theory.machine import PASSED
from reference.c import statuses
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import dY
from spec.operator.clauses import Clause
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride, x

OK = statuses.OK
RESULT = "\\result"

_OF_AXIS = ", ".join(v.name for v in PASSED)

LEMMAS: Mapping[str, Sequence[str]] = {
    "product_fits": (
        "lemma ordered: \\forall integer a, b, c; 0 <= c && a <= b ==> a * c <= b * c;",
        "lemma quotient: \\forall integer a, b, c; 0 < a && 0 <= b && 0 <= c ==> (b <= c / a <==> a * b <= c);",
    ),
    "size_of": ("lemma rounded: \\forall integer a, b; 0 < b ==> b * floor_div(a, b) <= a < b * floor_div(a, b) + b;",),
    "windows_meet_input": (
        "lemma at_ordered: \\forall integer a, b, c; 0 <= c && a <= b ==> at(a, c) <= at(b, c);",
        "lemma at_first: \\forall integer a, b; 0 <= a && 0 <= b ==> 0 <= at(a, b);",
        f"lemma at_last: \\forall integer {_OF_AXIS}; 1 <= stride && 1 <= dilation && 1 <= kernel"
        f" ==> ({SIZE.name}({_OF_AXIS}) - 1) * stride == at({SIZE.name}({_OF_AXIS}) - 1, stride)"
        " < x + pad_begin + pad_end;",
        f"lemma at_last_tap: \\forall integer {_OF_AXIS}; 1 <= stride && 1 <= {SIZE.name}({_OF_AXIS})"
        " ==> (kernel - 1) * dilation == at(kernel - 1, dilation) < x + pad_begin + pad_end;",
        "lemma in_step_computed: \\forall integer d, m, p, s, x; 1 <= d && 1 <= x && at(m, s) < p"
        " ==> (in_step(d, m, p, s, x) <==> (p - at(m, s)) % d == 0 || d - (p - at(m, s)) % d < x);",
    ),
}
"""What the solvers are told, from a function on, of products and quotients; each is a goal itself."""
ADMITTED: Mapping[str, str] = {
    "period": (
        "\\forall integer d, n, p, s, x; 1 <= d && 1 <= s && 1 <= x && 0 <= p && 0 <= n"
        " && (\\forall integer m; 0 <= m <= x ==> in_step(d, m, p, s, x))"
        " ==> in_step(d, n, p, s, x)"
    ),
    "weakest_condition": (
        "\\forall integer d, k, p, s, x, y; 1 <= d && 1 <= k && 0 <= p && 1 <= s && 1 <= x && 1 <= y"
        f" ==> (windows_meet_input(d, k, p, s, x, y) <==> {WEAKEST}(d, k, p, s, x, y))"
    ),
}
"""What is assumed: that x + 1 windows tell of all; and theorem `windows.weakest-condition`, proved by other routes."""


def shared() -> Mapping[str, Sequence[str]]:
    """What stands before some functions: the clauses, the lemmas, and what is assumed."""
    admitted = tuple(f"admit lemma {name}: {formula};" for name, formula in ADMITTED.items())
    found = {name: tuple(lines) for name, lines in LEMMAS.items()}
    first, *_, last = found
    return {**found, first: (*declarations(), *found[first]), last: (*found[last], *admitted)}


def contract(
    requires: Sequence[str], ensures: Sequence[tuple[str, str]], *, assigns: str = "\\nothing"
) -> tuple[str, ...]:
    """A contract: what is demanded, what is given under a name, and that the function ends."""
    return (
        *(f"requires {text};" for text in requires),
        "terminates \\true;",
        f"assigns {assigns};",
        *(f"ensures {name}: {text};" for name, text in ensures),
    )


Step = tuple[str, str, str]
"""What is checked at a time: its name, the status of a call that breaks it, and that it holds."""


def _steps(checked: Sequence[Clause]) -> tuple[Step, ...]:
    return tuple((identifier(c.label), statuses.status(c.label), holds(c)) for c in checked)


def _in_order(steps: Sequence[Step]) -> Iterator[tuple[str, str]]:
    """What the statuses say: it is that of the first step that is broken, or all hold. So of each call there is one."""
    found = list(dict.fromkeys(of for _, of, _ in steps))
    yield _one_of([OK, *found])
    for status in found:
        places = [i for i, (_, of, _) in enumerate(steps) if of == status]
        first = (" && ".join([*(f"({h})" for *_, h in steps[:i]), f"!({steps[i][2]})"]) for i in places)
        name = "capacity" if status == statuses.CAPACITY else steps[places[0]][0]
        yield name, f"{RESULT} == {status} ==> {' || '.join(f'({broken})' for broken in first)}"
    yield from ((name, f"{RESULT} == {OK} ==> {holding}") for name, _, holding in steps)


def _one_of(found: Sequence[str]) -> tuple[str, str]:
    return "statuses", " || ".join(f"{RESULT} == {name}" for name in found)


def _fits(label: str, holding: str) -> Step:
    return identifier(label), statuses.CAPACITY, holding


def _of_X() -> tuple[Step, ...]:
    return (*_steps(of_X()), _fits("capacity.X", holds(CAPACITY["capacity.X"])))


def _of_a_call() -> Iterator[Step]:
    """All that is checked: X, the attributes, then each axis with its padding, and what needs both axes."""
    attributes, positive = of_attributes(), MAXPOOL["Y.positive"]
    yield from (*_of_X(), *_steps(attributes))
    padded = holds_of_each(CAPACITY["capacity.padded"])
    for fits, is_positive in zip(padded, holds_of_each(positive), strict=True):
        yield _fits("capacity.padded", fits)
        yield identifier(positive.label), statuses.status(positive.label), is_positive
    yield from _steps([c for c in statuses.clauses() if c not in (*of_X(), *attributes, positive)])
    yield _fits("capacity.Y", holds(CAPACITY["capacity.Y"]))


AXIS = (*(holds_on_axis(c) for c in on_axis()), "0 <= axis <= 1", "\\valid_read(call)")
PADDED = holds_on_axis(CAPACITY["capacity.padded"])
POSITIVE = f"Y_positive({size_on_axis()})"


_PADDED = " + ".join(ON_AXIS[v.name] for v in (x, pad_begin, pad_end))
BELOW_PADDED = (
    f"at((maxpool_int)(y - 1), {ON_AXIS[stride.name]}) < {_PADDED}",
    f"at((maxpool_int)({ON_AXIS[kernel.name]} - 1), {ON_AXIS[dilation.name]}) < {_PADDED}",
)
"""Where the last window and the last tap are, as C computes them: it follows, and solvers find it by its name."""


def contracts() -> Mapping[str, tuple[str, ...]]:
    """The contract of each function that checks a call, by its name in C."""
    four = ", ".join(f"size[{i}]" for i in range(4))
    defined = [("sizes", f"{RESULT} == {OK} ==> dY[{i}] == {in_a_call(v)}") for i, v in enumerate(dY)]
    defined.append(("unwritten", f"{RESULT} != {OK} ==> \\forall integer i; 0 <= i < 4 ==> dY[i] == \\old(dY[i])"))
    return {
        "product_fits": contract(["0 <= a && 0 <= b"], [("fits", f"{RESULT} != 0 <==> a * b <= {MOST}")]),
        "elements_fit": contract(
            [
                "\\valid_read(size + (0 .. 3))",
                "0 <= size[0] && 0 <= size[1] && 1 <= size[2] && 1 <= size[3]",
            ],
            [(identifier(f"capacity.{name}"), f"{RESULT} != 0 <==> capacity_{name}({four})") for name in ("X", "Y")],
        ),
        "at_least": contract(
            ["\\valid_read(pair + (0 .. 1))"], [("least", f"{RESULT} != 0 <==> pair[0] >= least && pair[1] >= least")]
        ),
        "check_X": contract(
            ["\\valid_read(call)"],
            list(_in_order(_of_X())),
        ),
        "check_attributes": contract(["\\valid_read(call)"], list(_in_order(_steps(of_attributes())))),
        "size_of": contract(
            [*AXIS, "\\valid(y)", "\\separated(call, y)"],
            [
                _one_of([OK, statuses.CAPACITY, statuses.status("Y.positive")]),
                ("capacity", f"{RESULT} == {statuses.CAPACITY} <==> !{PADDED}"),
                ("Y_positive", f"{RESULT} == {statuses.status('Y.positive')} ==> !{POSITIVE}"),
                ("Y_positive", f"{RESULT} == {OK} ==> {POSITIVE}"),
                ("size", f"{RESULT} == {OK} ==> *y == {size_on_axis()}"),
            ],
            assigns="*y",
        ),
        "windows_meet_input": contract(
            [*AXIS, PADDED, POSITIVE, f"y == {size_on_axis()}", *BELOW_PADDED],
            [
                ("weakest", f"{RESULT} != 0 <==> {weakest_on_axis('y')}"),
            ],
        ),
        "maxpool_sizes": contract(
            ["\\valid_read(call)", "\\valid(dY + (0 .. 3))", "\\separated(call, dY + (0 .. 3))"],
            [*_in_order(tuple(_of_a_call())), *defined],
            assigns="dY[0 .. 3]",
        ),
    }


def loops() -> Mapping[str, Sequence[tuple[str, ...]]]:
    """What the loops of each function keep, in the order in which they stand."""
    both, latest = " && ".join(_ENDS), in_step_on_axis("m - 1")
    return {
        "windows_meet_input": (
            (
                "loop invariant turns: 0 <= m <= y;",
                "loop invariant places: at(m, stride) == m * stride && at(y - 1, stride) == (y - 1) * stride;",
                f"loop invariant ends: meet != 0 ==> {both};",
                f"loop invariant latest: meet != 0 ==> m == 0 || {latest};",
                f"loop invariant earlier: meet != 0 ==> \\forall integer j; 0 <= j < m - 1 ==> {in_step_on_axis('j')};",
                f"loop invariant broken: meet == 0 ==> !({both}) || (m != 0 && !{latest});",
                "loop assigns m, meet;",
                "loop variant y - m;",
            ),
        ),
        "maxpool_sizes": (
            (
                "loop invariant turns: 0 <= i <= 4;",
                "loop invariant written: \\forall integer j; 0 <= j < i ==> dY[j] == size[j];",
                "loop assigns i, dY[0 .. 3];",
                "loop variant 4 - i;",
            ),
        ),
    }


_ENDS = ("pad_begin <= dilation * (call->kernel_shape[axis] - 1)", "(y - 1) * stride < x + pad_begin")
"""What no window that ends before X, and none that starts after it, come to, in the function's own names."""
