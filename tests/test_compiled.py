"""Clauses are checked by a compiled reading: it agrees with the value that is walked, in errors and their order too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.call import described
from spec.averagepool.operator import ATTRIBUTES as AVERAGEPOOL_ATTRIBUTES
from spec.averagepool.operator import AVERAGEPOOL
from spec.conv.operator import ATTRIBUTES as CONV_ATTRIBUTES
from spec.conv.operator import CONV
from spec.language.fold import conjuncts
from spec.language.terms import Op, Operation, Term, Variable, free_variables
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import ATTRIBUTES
from spec.operator.clauses import Clause, Definition, Scope
from spec.operator.operator import NotGiven, Operator, Violation
from spec.readings.plain import to_plain
from spec.readings.value import DivisorNotPositive, Undefined, compiled, evaluate, function
from tests import terms_strategies
from tests.terms_strategies import D, N, Values, environment, few

LEFT_OUT = object()
SPECIAL = (LEFT_OUT, -1, 0, 1, 2, 3, 5, 2**63, -(2**70), True, False, "", "VALID", "float16")
"""What a variable of a call may be given, whatever its sort: a call is anybody's."""

X, W, B = (np.zeros(shape, np.float32) for shape in ((1, 2, 5, 4), (2, 2, 3, 2), (2,)))
WINDOW = {"auto_pad": "NOTSET", "dilations": [2, 1], "kernel_shape": [3, 2], "strides": [1, 2], "pads": [1, 0, 2, 1]}
LEGAL: Mapping[str, tuple[Operator, Mapping[str, Any]]] = {
    "MaxPool": (MAXPOOL, described({"X": X}, ATTRIBUTES, {**WINDOW, "ceil_mode": 0, "storage_order": 0})),
    "AveragePool": (
        AVERAGEPOOL,
        described({"X": X}, AVERAGEPOOL_ATTRIBUTES, {**WINDOW, "ceil_mode": 0, "count_include_pad": 1}),
    ),
    "Conv": (CONV, described({"X": X, "W": W, "B": B}, CONV_ATTRIBUTES, {**WINDOW, "group": 1})),
}


# --- the check of a call, clause by clause ---------------------------------------------------------


def walked(operator: Operator, call: Mapping[str, Any]) -> Mapping[str, Any] | tuple[str, str]:
    """What `check` gives, by the walking reading and one part after the other; or the clause that fails, and what
    it states.
    """
    known, required = dict(call), set(operator.preconditions())
    for clause, stated, formula in instances(operator):
        if clause in required:
            for part in conjuncts(formula):
                if not evaluate(part, known):
                    return clause.label, to_plain(part if clause.check is None else stated)
        elif isinstance(clause, Definition):
            match formula:
                case Operation(Op.EQ, (Variable(name), value)) if name not in known:
                    if all(v.name in known for v in free_variables(value)):
                        known[name] = evaluate(value, known)
    return known


def instances(operator: Operator) -> Iterator[tuple[Clause, Term, Term]]:
    """Each clause on a call with its formula on each axis, as it is stated and as it is checked."""
    for clause in operator.clauses:
        if clause.scope is not Scope.CELL:
            forms = zip(operator.instances(clause), operator.instances(clause, clause.check), strict=True)
            yield from ((clause, *form) for form in forms)


def outcome(checking: Callable[[], Any]) -> Any:
    """What is found, or what is raised: a Violation by its label and what it expects, all else by its text.

    What a definition leaves open is told by its label, and comes from the formula that has no value then.
    """
    try:
        return checking()
    except Violation as violation:
        return violation.label, violation.expects
    except NotGiven as error:
        return type(error.__cause__), str(error.__cause__)
    except (Undefined, DivisorNotPositive, TypeError) as error:
        return type(error), str(error)


def agree(operator: Operator, call: Mapping[str, Any]) -> Any:
    """What both say of a call."""
    found = outcome(lambda: operator.check(call))
    assert found == outcome(lambda: walked(operator, call))
    return found


def changed(call: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The call with other values for some variables."""
    return {name: value for name, value in {**call, **changes}.items() if value is not LEFT_OUT}


@pytest.mark.parametrize("name", LEGAL)
def test_a_call_with_one_odd_value_is_checked_as_it_is_walked(name: str) -> None:
    """Each variable of a legal call, and each that is defined, with each special value: clauses fail in turn."""
    operator, call = LEGAL[name]
    whole = agree(operator, call)
    assert isinstance(whole, dict)
    odd = [agree(operator, changed(call, {variable: value})) for variable, value in product(whole, SPECIAL)]
    failed = {found[0] for found in odd if isinstance(found, tuple) and isinstance(found[0], str)}
    assert {clause.label for clause in operator.preconditions()} - failed == {"X.rank"}, "which R1 implies"
    assert any(isinstance(found, dict) for found in odd)
    assert any(isinstance(found, tuple) and found[0] is Undefined for found in odd)


@pytest.mark.parametrize("name", LEGAL)
@given(data=st.data())
@few(60)
def test_a_call_with_several_is_too(name: str, data: st.DataObject) -> None:
    operator, call = LEGAL[name]
    numbers = [variable for variable, value in call.items() if isinstance(value, int)]
    small = st.dictionaries(st.sampled_from(numbers), st.integers(0, 6), max_size=6)
    odd = st.dictionaries(st.sampled_from(list(call)), st.sampled_from(SPECIAL), max_size=2)
    agree(operator, changed(call, data.draw(small) | data.draw(odd)))


def test_the_first_of_two_broken_clauses_is_told_however_they_are_joined() -> None:
    """Clauses between which nothing is defined are evaluated as one formula: their order is that of the clauses."""
    operator, call = LEGAL["MaxPool"]
    order = [clause.label for clause in operator.preconditions()]
    breaking = {agree(operator, changed(call, {v: value}))[0]: (v, value) for v, value in BREAKING}
    assert len(breaking) == len(BREAKING)
    for (one, first), (other, second) in product(breaking.items(), repeat=2):
        told = agree(operator, changed(call, dict([first, second])))[0]
        assert told == min(one, other, key=order.index)


BREAKING = (
    ("given(pads)", False),
    ("type(X)", "string"),
    ("dX_2", 0),
    ("auto_pad", "VALID"),
    ("dilations[1]", 0),
    ("strides[0]", -1),
)


# --- terms -----------------------------------------------------------------------------------------


@pytest.mark.whole
@given(term=terms_strategies.any_terms(4), known=terms_strategies.values(), gone=st.sampled_from((D, N, None)))
@few(200)
def test_a_random_term_gives_and_raises_the_same(term: Term, known: Values, gone: Variable | None) -> None:
    """With all names, without one, and with a divisor that is not positive."""
    whole = environment(known)
    for names in (whole, {**whole, D.name: 0}, {n: v for n, v in whole.items() if gone is None or n != gone.name}):
        wanted = outcome(lambda: evaluate(term, names))  # noqa: B023
        found = outcome(lambda: function(term)(names))  # noqa: B023
        assert (found, type(found)) == (wanted, type(wanted))


def test_what_is_compiled_is_kept() -> None:
    formula = MAXPOOL["strides.positive"].formula
    assert compiled(formula) is compiled(formula)
