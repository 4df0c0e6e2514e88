"""The specification, decided: a test for each clause, each obligation and each worked example, named by its label."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

import pytest

from proofs.assumptions.assumption import Assumption
from proofs.catalogue import CATALOGUE, OPERATORS, catalogue_of
from proofs.engine.catalogue import Catalogue
from proofs.engine.decide import decide
from proofs.engine.statement import Outcome, Statement, Verdict
from proofs.engine.terms import Obligation
from proofs.reports.examination import examine, recorded_here
from proofs.reports.listed import decided_by, listed
from reference.examples.run import ExampleVerdict, run
from spec.examples.model import Example
from spec.language.fold import subterms
from spec.language.terms import FALSE, Application, not_
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Clause
from spec.readings.latex import to_latex
from spec.readings.plain import to_plain
from spec.readings.smtlib import to_smtlib
from spec.readings.z3_terms import to_z3
from spec.tables.tables import DecidedBy

pytestmark = pytest.mark.long

Decisions = Callable[[str], Mapping[str, Outcome]]
CATALOGUES = tuple(catalogue_of(name) for name in OPERATORS)
LABELS = [label for labels in recorded_here(CATALOGUE).values() for label in labels]
"""By the record: to state a theory takes seconds, and each process of the tests would do so for their names."""


@cache
def found_by() -> DecidedBy:
    """What decides each clause of MaxPool; states its theories."""
    return decided_by(MAXPOOL, listed(CATALOGUE))


def own(catalogue: Catalogue, label: str) -> str:
    """The name of a test: a label, with its operator where that is not MaxPool."""
    return label if catalogue is CATALOGUE else f"{catalogue.operator.name}:{label}"


CLAUSES = [pytest.param(c, clause, id=own(c, clause.label)) for c in CATALOGUES for clause in c.operator.clauses]
OF_OTHERS = [pytest.param(o, id=own(c, o.label)) for c in CATALOGUES[1:] for o in c.obligations]


@pytest.mark.parametrize(("catalogue", "clause"), CLAUSES)
def test_clause(catalogue: Catalogue, clause: Clause) -> None:
    """A clause is readable in every reading, says where it is from and why, and is neither always true nor never."""
    assert re.fullmatch(r"[A-Za-z0-9]+([.-][A-Za-z0-9_-]+|_[a-z_]+)*(\.[a-z-]+)*", clause.label)
    assert clause.statement.endswith(".")
    assert clause.rationale
    assert clause.source.document
    for formula in catalogue.operator.instances(clause):
        assert to_plain(formula)
        assert to_latex(formula)
        assert to_smtlib(formula)
        assert to_z3(formula) is not None
    for formula in (clause.formula, not_(clause.formula)):
        contingent = Obligation(
            label=clause.label,
            statement="never holds",
            assumptions=(Assumption(clause.label, formula),),
            goal=FALSE,
            source=clause.source,
            expected=Verdict.REFUTED,
        )
        # A model is enough, and one solver gives it.
        assert [route.verdict for route in decide(contingent, solvers=["z3"]).routes] == [Verdict.REFUTED]


@pytest.mark.parametrize("clause", MAXPOOL.clauses, ids=lambda c: c.label)
def test_clause_is_decided_by_something(clause: Clause) -> None:
    """Each clause is the subject or the ground of an obligation, or speaks of what is not a number: kinds and types."""
    about_kinds = clause.label.endswith((".type", ".tensor", ".types", ".length", ".known", ".shape"))
    about_elements = any(isinstance(t, Application) for t in subterms(clause.formula))
    assert found_by()[clause.label] or about_kinds or about_elements or clause.label == "X.batch-and-channels"


@pytest.mark.parametrize("catalogue", CATALOGUES[1:], ids=lambda c: c.operator.name)
def test_clauses_of_another_operator_are_read_and_say_what_they_state(catalogue: Catalogue) -> None:
    """An obligation, an edge or a situation reads each clause, and each is judged as its statement says."""
    assert examine(catalogue).problems == ()


def test_each_obligation_has_a_test() -> None:
    """The labels that name the tests below are those of the catalogue, each one."""
    assert LABELS == list(CATALOGUE)


@pytest.mark.verifies(parameter="label")
@pytest.mark.parametrize("label", LABELS)
def test_obligation(label: str, decisions: Decisions) -> None:
    """An obligation has its expected verdict, by two routes or by a replayed witness, and no open question."""
    require_as_expected(decisions(CATALOGUE.operator.name)[label])


@pytest.mark.parametrize("obligation", OF_OTHERS)
def test_obligation_of_another_operator(obligation: Statement, decisions: Decisions) -> None:
    """The same of the other operators: their labels are their own, and verify nothing of MaxPool's."""
    require_as_expected(decisions(obligation.operator)[obligation.label])


def require_as_expected(decision: Outcome) -> None:
    """Fails where a verdict is not the expected one, or a question is open."""
    assert decision.verdict is decision.obligation.expected, decision.problem
    assert decision.as_expected, (decision.problem, decision.tightness)


@pytest.mark.verifies(parameter="example")
@pytest.mark.parametrize("example", CATALOGUE.examples, ids=lambda e: e.label)
def test_example(example: Example) -> None:
    """An example conforms, is a registered erratum, or is outside the profile and reproduced by the parent."""
    result = run(example)
    assert result.verdict is not ExampleVerdict.UNEXPLAINED, result.problem
    if example.operator.value.startswith("com.ms"):
        assert result.as_nhwc != "as printed", "read under NHWC, the page's examples say something else"
