"""The C under ACSL contracts: made from the clauses, nothing else of the source changed, proved by Frama-C's WP."""

from __future__ import annotations

from itertools import product

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.acsl import tools
from proofs.acsl.annotated import annotated, with_annotations, without_annotations
from proofs.acsl.contracts import ADMITTED, _in_order, contracts, loops, shared
from proofs.acsl.reading import identifier, to_acsl
from reference.c import statuses
from reference.c.library import SOURCE
from spec.language.terms import (
    Sort,
    Symbol,
    Term,
    Variable,
    and_,
    ceil,
    ceil_div,
    exists,
    floor,
    forall,
    ite,
    maximum,
    minimum,
    not_,
    or_,
    term,
)

needs_wp = pytest.mark.skipif(not tools.is_installed(), reason="Frama-C, Why3, z3 and cvc4 are not installed")
a, b, c = Variable("a"), Variable("b"), Variable("c")
inside = Symbol("in_range", (Sort.INT, Sort.INT), Sort.BOOL)

READ: tuple[tuple[Term, str], ...] = (
    (a + b * c - 1, "a + b * c - 1"),
    (a - (b - c), "a - (b - c)"),
    ((a + b) * c, "(a + b) * c"),
    (-a * b, "(-a) * b"),
    (term(-3) + a, "(-3) + a"),
    (a // b + 1, "floor_div(a, b) + 1"),
    (a % b, "floor_mod(a, b)"),
    (ceil_div(a, b), "(-floor_div((-a), b))"),
    (minimum(a + 1, b) + maximum(a, -b), "\\min(a + 1, b) + \\max(a, (-b))"),
    (floor(a / b + 1), "floor_div(a + b, b)"),
    (ceil(a / b), "(-floor_div((-a), b))"),
    (ite(a < b, a, b), "(a < b ? a : b)"),
    (or_(and_(a < b, a <= b), not_(a.eq(b))), "(a < b && a <= b) || (!(a == b))"),
    ((a < b).implies(a.ne(b)).iff(b > a), "(a < b ==> a != b) <==> b > a"),
    (forall(a, 0, b, a < c), "(\\forall integer a; 0 <= a < b ==> a < c)"),
    (exists(a, b + 1, b * 2, inside(a, b)), "(\\exists integer a; b + 1 <= a < b * 2 && in_range(a, b))"),
    (Variable("pads[0]") >= 0, "pads_0 >= 0"),
)


@pytest.mark.parametrize(("node", "text"), READ, ids=[text for _, text in READ])
def test_reading(node: Term, text: str) -> None:
    assert to_acsl(node) == text


def test_names_are_constants_that_are_given() -> None:
    node = Variable("auto_pad", Sort.NAME).eq("NOTSET")
    assert to_acsl(node, {"NOTSET": "MAXPOOL_NOTSET"}) == "auto_pad == MAXPOOL_NOTSET"
    with pytest.raises(TypeError, match="no literal 'NOTSET'"):
        to_acsl(node)
    with pytest.raises(TypeError, match="no rational r"):
        to_acsl(Variable("r", Sort.REAL) > 0)


def test_nothing_but_annotations_is_added() -> None:
    assert without_annotations(annotated()) == SOURCE.read_text("utf-8")


def test_each_clause_that_has_a_status_is_a_predicate_and_ensured() -> None:
    text, of_sizes = annotated(), "\n".join(contracts()["maxpool_sizes"])
    for clause in statuses.clauses():
        name = identifier(clause.label)
        assert text.count(f"predicate {name}(") == 1
        assert f"// {clause.label}: " in text
        assert f"ensures {name}: \\result == {statuses.status(clause.label)} ==> " in of_sizes
        assert f"ensures {name}: \\result == {statuses.OK} ==> {name}(" in of_sizes


def test_what_the_statuses_say_leaves_each_call_one() -> None:
    steps = (("a", "S", "a"), ("b", statuses.CAPACITY, "b"), ("c", "T", "c"), ("d", statuses.CAPACITY, "d"))
    said = [text.replace("&&", "and").replace("||", "or").replace("!(", "not (") for _, text in _in_order(steps)]
    for values in product((False, True), repeat=4):
        call = dict(zip("abcd", values, strict=True))
        right = next((status for name, status, _ in steps if not call[name]), statuses.OK)
        assert [s for s in ("S", "T", statuses.CAPACITY, statuses.OK, "U") if _agrees(said, s, call)] == [right]


def _agrees(said: list[str], status: str, call: dict[str, bool]) -> bool:
    one_of, *rest = said
    implied = [text.removeprefix(f"\\result == {status} ==> ") for text in rest if f"== {status} ==>" in text]
    return f"== {status} " in f"{one_of} " and all(eval(text, {}, call) for text in implied)


def test_what_is_assumed_is_named() -> None:
    assert annotated().count("admit ") == len(ADMITTED)


def test_a_function_or_loop_that_is_not_there_is_told() -> None:
    text = SOURCE.read_text("utf-8")
    with pytest.raises(ValueError, match="there is no function nothing"):
        with_annotations(text, {"nothing": ("assigns \\nothing;",)}, {}, {})
    with pytest.raises(ValueError, match="maxpool_sizes has 1 loops, and 0"):
        with_annotations(text, {"maxpool_sizes": ()}, {}, {})


@pytest.mark.parametrize(
    "arguments", [["--json"], ["--width", "32"], ["--prove", "--smoke"], ["--prove", "--width", "8"]]
)
def test_usage(arguments: list[str]) -> None:
    assert CliRunner().invoke(app, ["acsl", *arguments]).exit_code == 2


def test_goals_that_are_not_as_many_as_counted_are_told() -> None:
    line = "[wp] [Qed] Goal typed_f_ensures : Valid (1ms)\n"
    assert [g.proved for g in tools.goals_of(line + "[wp] Proved goals:    1 / 1\n")] == [True]
    failed = "[wp] [Failed] Goal typed_f_assigns\n  linear 4.8.12: Unknown\n"
    assert [g.proved for g in tools.goals_of(line + failed + "[wp] Proved goals:    1 / 2\n")] == [True, False]
    for said in ("", line, line + "[wp] Proved goals:    1 / 2\n", line + failed + "[wp] Proved goals:    2 / 2\n"):
        with pytest.raises(tools.BadAnnotation):
            tools.goals_of(said)


SMALL = ("product_fits", "elements_fit", "at_least", "check_X")
SLIPS = {
    "a product of its own": ("product_fits", "(b <= (MAXPOOL_MAX / a))", "(b < (MAXPOOL_MAX / a))"),
    "beyond X": ("elements_fit", "product_fits(size[0], size[1])", "product_fits(size[0], size[4])"),
    "one value of a pair": ("at_least", "(pair[0] >= least) && (pair[1]", "(pair[0] >= least) || (pair[1]"),
    "an axis of none": ("check_X", "at_least(&call->dX[2], 1)", "at_least(&call->dX[2], 0)"),
    "a status of another": ("check_X", "status = MAXPOOL_X_SPATIAL", "status = MAXPOOL_X_BATCH_AND_CHANNELS"),
    "a weaker clause": ("check_X", "X_spatial(integer x) = x >= 1;", "X_spatial(integer x) = x >= 0;"),
}
"""Changes of the source, and of a clause, with the function that is then wrong."""


@pytest.mark.whole
@needs_wp
def test_some_functions_are_proved_and_nothing_of_them_is_empty() -> None:
    """Some of them; `make wp` proves all."""
    with tools.workshop(annotated()) as folder:
        goals = tools.prove(folder, SMALL)
        found = tools.smoke(folder, SMALL)
    names = {g.name for g in goals}
    assert [f for f in SMALL if not any(name.startswith(f"typed_{f}_ensures") for name in names)] == []
    assert "typed_lemma_quotient" in names
    assert [g.name for g in goals if not g.proved] == []
    assert [name for name, passed in found.items() if not passed] == []


@pytest.mark.whole
@needs_wp
@pytest.mark.sampled
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_leaves_a_goal_unproved(slip: str) -> None:
    """Of the function as it is, the test above shows that every goal is proved in the same ways."""
    function, before, after = SLIPS[slip]
    text = annotated()
    assert text.count(before) == 1
    with tools.workshop(text.replace(before, after)) as folder:
        goals = tools.prove(folder, (function,), lemmas=False)
    assert [g.name for g in goals if not g.proved]


@needs_wp
def test_a_contract_that_no_call_meets_is_seen() -> None:
    of_functions = {**contracts(), "product_fits": ("requires a < 0 < a;", *contracts()["product_fits"])}
    with tools.workshop(with_annotations(SOURCE.read_text("utf-8"), of_functions, loops(), shared())) as folder:
        found = tools.smoke(folder, ("product_fits",))
    assert "typed_product_fits_wp_smoke_default_requires" in {name for name, passed in found.items() if not passed}


@needs_wp
def test_a_source_that_is_none_is_told() -> None:
    with tools.workshop("int f(") as folder, pytest.raises(tools.BadAnnotation, match="frama-c: "):
        tools.prove(folder, ("f",))
