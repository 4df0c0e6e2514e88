"""The proof of a program: right functions in other styles are proved, wrong ones are not, and go wrong when run."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import reference.maxpool
from proofs.assumptions.assumption import Assumption
from proofs.catalogue import CATALOGUE
from proofs.engine.decide import decide
from proofs.engine.statement import Verdict
from proofs.program.logic.obligation import ProgramObligation
from proofs.program.logic.plan import Plan
from proofs.program.logic.solving import Session
from proofs.program.maxpool import proof
from proofs.program.maxpool.parameters import ORDERS
from proofs.program.maxpool.plan import MEET_INPUT, MaxPoolPlan
from proofs.program.maxpool.proof import (
    LIMITS,
    ConditionOutcome,
    all_proved,
    attempt,
    finished,
    preconditions,
    rejected,
)
from proofs.program.obligations import NEEDED, not_needed, obligations, pool
from proofs.program.running.bounded import BOUNDS, calls, search
from proofs.program.running.replay import replay
from proofs.program.running.running import run, unknown_tensor
from proofs.program.running.witness import EXPLICIT, CallWitness, find
from proofs.program.source.language import Function, everywhere
from proofs.program.source.refused import Refused
from proofs.program.source.subset import parse
from proofs.solvers.answers import BRIEF_LIMITS, Limits
from proofs.solvers.solvers import SOLVERS, opened
from spec.language.fold import subterms
from spec.language.terms import FALSE, Literal
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import entry
from tests.programs import STYLES

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = Path(reference.maxpool.__file__).read_bytes()
GUIDE = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "prove-source.md").read_text("utf-8"), re.DOTALL)

# What is changed in the reference, by what, and the label and line of the first condition that fails.
WRONG: tuple[tuple[str, str, str], ...] = (
    ("element > best", "element >= best", "w.kept.first-maximum"),
    ("0 <= row < dX_2 and ", "", "X.read.bounds-2"),
    ("+ row) * dX_3 + column", "+ row) * dX_2 + column", "n.kept.Indices"),
    ("// strides[0] + 1", "// (strides[0] + 1)", "Y.new.size-2"),
    ("not found or element > best", "found or element > best", "w.kept.nothing-seen"),
    ("Y[b, c, m, n] = best", "Y[b, c, n, m] = best", "w.kept.nothing-seen"),
    ("range(kernel_shape[1])", "range(1, kernel_shape[1])", "w.start.nothing-seen"),
)


def prove(function: Function, limits: Limits = LIMITS) -> tuple[ConditionOutcome, ...]:
    """What became of a function's conditions, each asked in full."""
    session = Session(opened(SOLVERS, limits))
    return finished(attempt(function, session), session)


def text_of(old: str, new: str) -> bytes:
    """The reference with something changed."""
    changed = REFERENCE.decode().replace(old, new, 1)
    assert changed.encode() != REFERENCE
    return changed.encode()


# --- what is proved ------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.sampled
@pytest.mark.parametrize("style", STYLES)
def test_other_styles_are_proved(style: str) -> None:
    results = prove(parse(STYLES[style].encode(), "pool"))
    assert [r.condition.label for r in results if not r.proved] == []
    assert all_proved(results)
    assert all({route.name for route in result.routes} == {"z3", "cvc5"} for result in results)


@pytest.mark.whole
def test_the_guide_starts_from_a_function_that_is_proved() -> None:
    assert GUIDE is not None
    assert all_proved(prove(parse(GUIDE[1].encode(), "plain")))


def test_what_is_proved_is_what_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The obligations are about the function that `maxpool` calls, as it stands in the source."""
    text = f"from __future__ import annotations\n{inspect.getsource(reference.maxpool.pool)}"
    assert parse(text.encode(), "pool").sorts == pool().sorts
    assert _without_lines(parse(text.encode(), "pool")) == _without_lines(pool())
    called: list[tuple[Any, ...]] = []

    def recorded(*arguments: Any) -> Any:
        called.append(arguments)
        return arguments[:2]

    monkeypatch.setattr(reference.maxpool, "pool", recorded)
    X = np.array([[[[np.nan, -0.0], [0.0, 1.0]]]])
    lists = {"dilations": [1, 1], "kernel_shape": [1, 2], "pads": [0, 0, 0, 0], "strides": [1, 1]}
    reference.maxpool.maxpool(X, **EXPLICIT, **lists)
    ((elements, _, _, *sizes_and_lists),) = called
    assert sizes_and_lists == [*X.shape, *lists.values()]
    assert elements.tobytes() == np.array([-np.inf, -0.0, 0.0, 1.0]).tobytes()


def _without_lines(function: Function) -> str:
    return re.sub(r"line=\d+", "", repr(function.body))


def test_elements_are_of_types_whose_order_is_proved() -> None:
    types = {t.value for t in subterms(MAXPOOL["X.types"].formula) if isinstance(t, Literal)}
    assert set(ORDERS) == types
    assert all(CATALOGUE[label].expected is Verdict.PROVED for label in ORDERS.values())


# --- what is not proved --------------------------------------------------------------------------


@pytest.mark.tenth
@pytest.mark.parametrize(("old", "new", "label"), WRONG, ids=[f"{old} -> {new}" for old, new, _ in WRONG])
def test_wrong_functions_are_not_proved_and_go_wrong(old: str, new: str, label: str) -> None:
    source = text_of(old, new)
    function = parse(source, "pool")
    first = rejected(function, Session(opened(SOLVERS, BRIEF_LIMITS)))
    assert first is not None
    assert first.condition.label == label
    assert 1 <= first.condition.line <= len(source.splitlines())
    witness = find(function)
    assert witness is not None
    assert goes_wrong(source, witness)


def test_what_asks_for_nothing_seen_is_refused_and_goes_wrong() -> None:
    source = text_of("not found or element > best", "element > best")
    with pytest.raises(Refused, match="nothing records whether a tap in range was seen"):
        prove(parse(source, "pool"))
    witness = find(parse(source, "pool"))
    assert witness is not None
    assert goes_wrong(source, witness)


@pytest.mark.parametrize("proved", [rejected, attempt])
@pytest.mark.parametrize("name", ["plans", "conditions"])
def test_where_nothing_is_asked_nothing_is_proved(
    name: str, proved: Callable[[Function, Session], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of no plan, and of one that asks for nothing, no condition is open: that says nothing of a function."""
    monkeypatch.setattr(proof, name, lambda *_: [])
    with pytest.raises(ValueError, match="nothing was asked"):
        proved(pool(), Session(opened(SOLVERS, BRIEF_LIMITS)))


def goes_wrong(source: bytes, witness: CallWitness) -> bool:
    """Python runs the function, and it fails or gives something else than the reference."""
    observed = replay(source, "pool", witness)
    return bool(observed.error) or (observed.Y, observed.Indices) != (witness.right.Y, witness.right.Indices)


@pytest.mark.whole
def test_a_right_function_is_accused_of_nothing() -> None:
    assert search(pool(), BOUNDS)[0] is None


@pytest.mark.whole
@pytest.mark.parametrize(
    "lines",
    [
        ("found = False", "met_h = -1", "if not 0 <= met_h < kernel_shape[0]:", "    index = -7"),
        ("found = False", "value = 1", "key = 2", "if value > key:", "    index = 1"),
    ],
    ids=["called like an unknown of the proof", "called like a function of the clauses"],
)
def test_names_of_locals_are_their_own(lines: tuple[str, ...]) -> None:
    """A local variable is none of the proof's unknowns: facts about those are none about it."""
    body = "\n                    ".join(lines)
    function = parse(text_of("Y[b, c, m, n] = best", f"{body}\n                    Y[b, c, m, n] = best"), "pool")
    right = find(function, most=1000) is None
    assert (rejected(function, Session(opened(SOLVERS, BRIEF_LIMITS))) is None) is right


def test_what_a_branch_does_to_an_array_is_not_lost() -> None:
    lines = REFERENCE.decode().splitlines()
    start = next(i for i, line in enumerate(lines) if "for b in range" in line)
    stop = next(i for i, line in enumerate(lines) if line.strip() == "return Y, Indices")
    inner = ["    if dX_0 > 0:", *(f"    {line}" for line in lines[start:stop])]
    source = "\n".join([*lines[:start], *inner, *lines[stop:]])
    with pytest.raises(Refused, match="a loop that stands in a branch"):
        prove(parse(source.encode(), "pool"))


# --- the rules of proof --------------------------------------------------------------------------


def test_the_plan_says_itself_what_is_to_be_shown() -> None:
    """Of what a plan brings, it leaves nothing to the one that brings nothing, but what it may remember."""
    hooks = [name for name in vars(Plan) if not name.startswith("_")]
    assert {name for name in hooks if getattr(MaxPoolPlan, name) is getattr(Plan, name)} == {"left", "read"}


def test_preconditions_are_needed_or_not() -> None:
    """Each precondition is what some condition needs, or is said not to be needed."""
    required = [clause.label for clause in MAXPOOL.preconditions()]
    assert sorted([*NEEDED, *not_needed()]) == sorted(required)
    assert {a.label for a in preconditions()} | {MEET_INPUT} >= set(required)


def test_contradictory_knowledge_proves_nothing() -> None:
    sound = next(o for o in obligations() if isinstance(o, ProgramObligation) and o.label == "program.divisor")
    known = (*sound.known, Assumption("planted", entry("strides", 0) < 0))
    for planted in (known, (*sound.known, Assumption("planted", FALSE))):
        vacuous = ProgramObligation(
            label="planted",
            statement="Planted.",
            source=sound.source,
            known=planted,
            conditions=sound.conditions,
        )
        outcome = decide(vacuous)
        assert (outcome.verdict, outcome.as_expected, outcome.routes) == (Verdict.VACUOUS, False, ())


def test_every_statement_is_reached() -> None:
    """Over the bounded calls, each line of the source runs: no condition stands where nothing comes by."""
    lines: set[int] = set()
    for call in calls(BOUNDS):
        started = run(pool(), unknown_tensor(call.shape), call.attributes)
        started.outputs()
        lines |= started.lines
        if lines >= {s.line for s in everywhere(pool().body)}:
            return
    pytest.fail(f"only the lines {sorted(lines)} are reached")
