"""An operator that nothing here knows, ten clauses in this file, goes through all that an operator goes through.

`Repeat` writes each element of a vector several times in a row. No line of the project is changed for it.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from proofs.assumptions.lemmas import assumed, suppose
from proofs.engine.catalogue import Catalogue, Theory
from proofs.engine.statement import Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.evidence.making.build import build, save
from proofs.evidence.making.given import Given
from proofs.evidence.verifying.verify import verify
from proofs.mutation.clauses import mutate, report
from proofs.mutation.links import case_links, obligation_links
from proofs.mutation.trial import mentioning
from proofs.reports.check import check
from proofs.reports.examination import examine
from proofs.reports.explain import explain
from proofs.reports.generated import generated
from proofs.reports.listed import decided_by, listed
from reference.common.errors import CannotRun
from spec.language.terms import Sort, Term, Variable, and_, or_
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import ADDED, Alternative, Constraint, Decision, Definition, Restriction, Scope, Source
from spec.operator.experiments import CallCase, Experiments, Situation
from spec.operator.operator import Operator, Violation
from spec.readings.value import Environment

x, y, repeats, rank, place, origin = (Variable(n) for n in ("x", "y", "repeats", "rank(X)", "place", "origin"))
kind, dtype_X, dtype_Y = (Variable(n, Sort.NAME) for n in ("type(repeats)", "dtype(X)", "dtype(Y)"))
NOTE = Source("a note", "[1]", 1)

OPERATOR = Operator(
    name="Repeat",
    title="Repeat, an operator of a test",
    clauses=(
        Constraint(
            label="repeats.type",
            subject="repeats",
            title="Type",
            statement="`repeats` is an integer.",
            formula=kind.eq("integer"),
            rationale="A number of times.",
            source=NOTE,
        ),
        Restriction(
            label="R1",
            subject="X",
            title="A vector",
            statement="`X` has 1 axis.",
            formula=rank.eq(1),
            rationale="Enough for a test.",
            source=NOTE,
        ),
        Constraint(
            label="X.size",
            subject="X",
            title="Size",
            statement="`X` has at least one element.",
            formula=x >= 1,
            rationale="Nothing can be repeated otherwise.",
            source=NOTE,
            scope=Scope.AXIS,
        ),
        Constraint(
            label="repeats.positive",
            subject="repeats",
            title="At least once",
            statement="`repeats` is at least 1.",
            formula=repeats >= 1,
            rationale="No element is lost.",
            source=NOTE,
        ),
        Constraint(
            label="repeats.limit",
            subject="repeats",
            title="At most a thousand times",
            statement="`repeats` is at most 1000.",
            formula=repeats <= 1000,
            rationale="A bound that a runtime can rely on.",
            source=ADDED,
        ),
        Definition(
            label="Y.shape",
            subject="Y",
            title="Size of Y",
            statement="`Y` has `repeats` elements for each of `X`.",
            formula=y.eq(x * repeats),
            rationale="Each element stands several times.",
            source=NOTE,
            scope=Scope.AXIS,
        ),
        Definition(
            label="Y.type",
            subject="Y",
            title="Element type of Y",
            statement="The elements of `Y` have the type of those of `X`.",
            formula=dtype_Y.eq(dtype_X),
            rationale="Elements are copied.",
            source=NOTE,
        ),
        Definition(
            label="origin",
            subject="Y",
            title="Where an element comes from",
            statement="The element of `Y` at a place is that of `X` at the place divided by `repeats`.",
            formula=origin.eq(place // repeats),
            rationale="Copies stand side by side.",
            source=NOTE,
            scope=Scope.CELL,
        ),
        Decision(
            label="Y.limit",
            subject="Y",
            title="Size of Y, limited",
            statement="`Y` has at most `2**31` elements.",
            formula=y <= 2**31,
            rationale="The note is silent.",
            source=ADDED,
            scope=Scope.AXIS,
            precondition=True,
            alternatives=(Alternative("no limit", "nobody"),),
        ),
        Decision(
            label="origin.in-X",
            subject="Y",
            title="The place lies in X",
            statement="Each element of `Y` comes from an element of `X`.",
            formula=and_(0 <= origin, origin < x),
            rationale="Follows from the rest.",
            source=ADDED,
            scope=Scope.CELL,
            alternatives=(Alternative("padding", "nobody"),),
        ),
    ),
    axes=({x: Variable("dX_0"), y: Variable("dY_0")},),
)


def theorems() -> tuple[Statement, ...]:
    """What is claimed of Repeat: two theorems, and two wrong formulas."""
    sizes = assumed(OPERATOR, "X.size", "repeats.positive", "Y.shape")
    return (
        _obligation("size.at-least", "Y is at least as large as X.", "Y.shape", y >= x, expected=Verdict.PROVED),
        Obligation(
            label="place.in-X",
            statement="Each place of Y comes from a place of X.",
            assumptions=(*sizes, *assumed(OPERATOR, "origin"), suppose("a place", and_(0 <= place, place < y))),
            goal=OPERATOR["origin.in-X"].formula,
            about=("origin", "origin.in-X"),
            source=ADDED,
        ),
        _obligation("size.sum", "The size is a sum.", "Y.shape", y.eq(x + repeats), expected=Verdict.REFUTED),
        _obligation("limit.idle", "Sizes never exceed the limit.", "Y.limit", y <= 2**31, expected=Verdict.REFUTED),
    )


def _obligation(label: str, statement: str, about: str, goal: Term, *, expected: Verdict) -> Obligation:
    sizes = assumed(OPERATOR, "X.size", "repeats.positive", "Y.shape")
    return Obligation(
        label=label,
        statement=statement,
        assumptions=sizes,
        goal=goal,
        about=(about,),
        source=NOTE,
        expected=expected,
    )


LEGAL: Environment = {"type(repeats)": "integer", "rank(X)": 1, "dX_0": 3, "repeats": 2, "dtype(X)": "float"}


def calls() -> Sequence[CallCase]:
    """A legal call, and one at each edge."""
    broken: tuple[tuple[str, Environment], ...] = (("repeats.type", {"type(repeats)": "string"}),)
    broken += (("R1", {"rank(X)": 2}), ("R1", {"rank(X)": 0}), ("X.size", {"dX_0": 0}))
    broken += (("repeats.positive", {"repeats": 0}), ("repeats.limit", {"repeats": 1001}))
    broken += (("Y.limit", {"dX_0": 2**31 + 1, "repeats": 1}),)
    legal: tuple[Environment, ...] = ({}, {"dX_0": 1}, {"repeats": 1}, {"repeats": 1000})
    legal += ({"dX_0": 2**31, "repeats": 1}, {"dX_0": 5, "repeats": 7})
    edges = (*(("", edge) for edge in legal), *broken)
    return tuple(CallCase(str(edge), {**LEGAL, **edge}, breaks=breaks) for breaks, edge in edges)


def situations() -> Iterable[Situation]:
    """What the elements of Y may be: floats, as those of X are, and nothing else."""
    for dtype in ("float", "double", "int8"):
        yield Situation(
            f"dtype(Y) {dtype}", "where X holds floats", LEGAL, {"dtype(Y)": dtype}, {"Y.type": dtype == "float"}
        )


CATALOGUE = Catalogue(
    operator=OPERATOR,
    theories={"sizes": Theory("sizes", theorems)},
    experiments=Experiments(calls=calls, situations=situations),
)


@pytest.mark.whole
def test_check_decides_it() -> None:
    done = check(CATALOGUE)
    assert done.ok, [d.problem for d in done.decisions]
    verdicts = {d.obligation.label: str(d.verdict) for d in done.decisions}
    refuted = dict.fromkeys(("size.sum", "limit.idle"), "refuted")
    assert verdicts == {"size.at-least": "proved", "place.in-X": "proved"} | refuted
    document = done.json()
    assert document["operator"] == "Repeat"
    assert {o["operator"] for o in document["obligations"]} == {"Repeat"}
    assert len(document["clauses"]) == 10


@pytest.mark.parametrize(
    ("change", "label"),
    [
        ({"type(repeats)": "string"}, "repeats.type"),
        ({"rank(X)": 2}, "R1"),
        ({"dX_0": 0}, "X.size"),
        ({"repeats": 0}, "repeats.positive"),
        ({"repeats": 1001}, "repeats.limit"),
        ({"dX_0": 2**31, "repeats": 2}, "Y.limit"),
    ],
)
def test_a_bad_call_gets_the_label(change: Environment, label: str) -> None:
    assert OPERATOR.check(LEGAL)["dY_0"] == 6
    with pytest.raises(Violation) as caught:
        OPERATOR.check({**LEGAL, **change})
    assert caught.value.label == label


def test_tables_page_and_coverage_are_its_own() -> None:
    files = generated(CATALOGUE)
    assert set(files) == {
        "constraints.md",
        "constraints.csv",
        "constraints.json",
        "constraints.tex",
        "constraints-sonnx.md",
        "repeat.md",
        "strength.md",
    }
    rows = list(csv.DictReader(io.StringIO(files["constraints.csv"])))
    assert [row["label"] for row in rows] == list(OPERATOR.labels)
    assert "E_REPEAT_REAL_Y_0010" in files["constraints-sonnx.md"]
    assert files["repeat.md"].startswith("<!-- Generated")
    assert "MaxPool" not in "".join(files.values())
    assert decided_by(CATALOGUE.operator, listed(CATALOGUE))["Y.shape"] == ("size.at-least", "size.sum")
    assert json.loads(files["constraints.json"])["clauses"][5]["formulas"] == ["dY_0 = dX_0 * repeats"]


def test_a_label_is_explained() -> None:
    told = explain(CATALOGUE, "Y.shape")
    assert told.title == "Size of Y"
    assert told.decided_by == ("size.at-least", "size.sum")
    assert told.scene is None


@pytest.mark.parametrize("label", ["repeats.limit", "Y.shape", "Y.limit", "X.size"])
def test_mutants_are_noticed(label: str) -> None:
    scores = report(mutate(CATALOGUE, label))
    assert scores["survived"] == []
    assert scores["mutants"] == scores["killed"] + scores["equivalent"] > 0


@pytest.mark.whole
def test_links_are_found() -> None:
    found = {o.label for o in mentioning(CATALOGUE, CATALOGUE.operator["Y.shape"])}
    assert found == {"size.at-least", "place.in-X", "size.sum", "limit.idle"}
    assert obligation_links(CATALOGUE, "Y.shape", "place.in-X")["obligations"]["place.in-X"]["noticed"]
    assert case_links(CATALOGUE, "Y.shape")["vectors"] == {}


@pytest.mark.whole
def test_an_evidence_package_is_made_and_verified(tmp_path: Path) -> None:
    built = build(CATALOGUE, Given({}, {}), command="maxpool evidence build")
    package = tmp_path / "repeat.zip"
    save(package, built)
    done = verify(CATALOGUE, package)
    assert done.problems == []
    assert done.checked["obligations"] == 4
    everything = b"".join(built.files.values())
    assert b"windows.meet-input" not in everything
    assert b"Traceability matrix of Repeat, an operator of a test" in built.files["matrix/matrix.html"]


# --- what nothing reads, and what says another thing than its statement ----------------------------


def with_clause(formula: Term) -> Catalogue:
    """Repeat with one more clause, which nothing but its own place in the operator speaks of."""
    odd = replace(OPERATOR["repeats.limit"], label="repeats.odd", formula=formula)
    return replace(CATALOGUE, operator=replace(OPERATOR, clauses=(*OPERATOR.clauses, odd)))


def cited() -> tuple[Statement, ...]:
    """A theorem that is about the clause by its label, and does not read its formula."""
    return (*theorems(), _obligation("size.cites", "Y is not empty.", "repeats.odd", y >= 1, expected=Verdict.PROVED))


@pytest.mark.parametrize("formula", [repeats >= 0, (repeats % 1).eq(0)])
@pytest.mark.parametrize("load", [theorems, cited])
def test_a_clause_that_nothing_reads_is_named(formula: Term, load: Callable[[], tuple[Statement, ...]]) -> None:
    """To be about a clause is not to read it."""
    found = examine(replace(with_clause(formula), theories={"sizes": Theory("sizes", load)}))
    assert found.unread == ("repeats.odd",)
    assert found.problems == ("repeats.odd: nothing reads its formula: no obligation, no edge, no situation",)


@pytest.mark.whole
def test_a_clause_that_nothing_reads_fails_the_check_and_has_no_package() -> None:
    catalogue = with_clause(repeats >= 0)
    found = check(catalogue)
    assert all(d.as_expected for d in found.decisions)
    assert not found.ok
    assert found.json()["unread"] == ["repeats.odd"]
    with pytest.raises(CannotRun, match=r"repeats\.odd: nothing reads its formula"):
        build(catalogue, Given({}, {}), command="maxpool evidence build")


def test_a_clause_that_an_edge_or_an_obligation_reads_is_read() -> None:
    odd = with_clause(repeats.ne(4))
    edge = CallCase("repeats 4", {**LEGAL, "repeats": 4}, breaks="repeats.odd")
    by_edge = Experiments(lambda: (*calls()[1:], edge), situations=situations)
    assert examine(replace(odd, experiments=by_edge)).unread == ()
    goal = odd.operator["repeats.odd"].formula
    reads = _obligation("size.odd", "The number is not 4.", "repeats.odd", goal, expected=Verdict.REFUTED)
    by_obligation = replace(odd, theories={"sizes": Theory("sizes", lambda: (*theorems(), reads))})
    assert examine(by_obligation).unread == ()
    # Where the clause says something else, what was written again is no longer the clause's formula.
    changed = replace(by_obligation, operator=odd.operator.changed("repeats.odd", repeats.ne(5)))
    assert examine(changed).unread == ("repeats.odd",)


@pytest.mark.parametrize(
    ("label", "formula", "problem"),
    [
        ("Y.type", or_(dtype_Y.eq(dtype_X), dtype_Y.eq("int8")), "allows what its statement rejects: dtype(Y) int8"),
        ("Y.type", dtype_X.eq("float").implies(dtype_Y.ne("double")), "allows what its statement rejects"),
        ("Y.type", dtype_Y.eq("double"), "rejects what its statement allows: dtype(Y) float where X holds floats"),
        ("repeats.limit", repeats <= 1001, "{'repeats': 1001} breaks no clause, but should break repeats.limit"),
        ("R1", or_(rank.eq(1), rank.eq(2)), "{'rank(X)': 2} breaks no clause, but should break R1"),
    ],
)
def test_a_clause_that_says_too_much_or_too_little_fails(label: str, formula: Term, problem: str) -> None:
    changed = replace(CATALOGUE, operator=OPERATOR.changed(label, formula))
    assert any(problem in found for found in examine(changed).problems)


# --- no trace from one operator to another --------------------------------------------------------


def of_another() -> tuple[Statement, ...]:
    """A theorem about Repeat that stands on a clause of MaxPool with a label that Repeat has too."""
    return (
        Obligation(
            label="size.wrong-owner",
            statement="Stands on MaxPool's Y.shape.",
            assumptions=assumed(MAXPOOL, "Y.shape"),
            goal=y >= 1,
            about=("Y.shape",),
            source=ADDED,
        ),
    )


def of_nothing() -> tuple[Statement, ...]:
    """A theorem about a label that Repeat does not have."""
    return (_obligation("size.about-windows", "About nothing.", "windows.meet-input", y >= 1, expected=Verdict.PROVED),)


@pytest.mark.parametrize(
    ("load", "message"), [(of_another, "stands on MaxPool"), (of_nothing, "is about 'windows.meet-input'")]
)
def test_what_belongs_to_another_operator_is_refused(load: object, message: str) -> None:
    wrong = Catalogue(operator=OPERATOR, theories={"wrong": Theory("wrong", load)})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        _ = wrong.obligations


def test_what_one_catalogue_has_checked_another_checks_again() -> None:
    """A catalogue of the same operator's name and theory vouches for nothing: the clauses may be others."""
    assert len(CATALOGUE.obligations) == 4
    fewer = replace(CATALOGUE, operator=replace(OPERATOR, clauses=OPERATOR.clauses[:5]))
    with pytest.raises(ValueError, match=r"is about 'Y\.shape', which is neither a clause nor a claim of Repeat"):
        _ = fewer.obligations
