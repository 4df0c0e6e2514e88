"""The proof of a function: its conditions, decided in groups that share what is known where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby

from proofs.assumptions.assumption import Assumption
from proofs.assumptions.lemmas import assumed_of, instances, suppose
from proofs.engine.decide import VERDICTS, agreed
from proofs.engine.statement import Route, Verdict
from proofs.program.logic.execution import Execution
from proofs.program.logic.outputs import with_local_outputs
from proofs.program.logic.plan import Condition, Path
from proofs.program.logic.solving import Session, example_of
from proofs.program.loops.separated import separated
from proofs.program.maxpool.bounds import of_strides
from proofs.program.maxpool.plan import MEET_INPUT, MaxPoolPlan, plans
from proofs.program.source.language import Function
from proofs.solvers.answers import BRIEF_LIMITS, Answer, Limits, Status
from proofs.solvers.solvers import SOLVERS, named, opened
from spec.language.fold import substitute
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import AXES
from spec.operator.clauses import Scope
from spec.window.call import FLOOR_MODE
from spec.window.geometry import weakest_condition

NAMED = ("extent", "slack", "Y.shape", "Y.batch", "Y.channels")
"""The definitions that give names to parts of the output's shape."""
FITS = ".fits"
"""How the labels end of conditions that a type has a value: bounds on the call are needed for them."""
ELEMENT = "element."
"""How those begin that what is computed from elements is what it is taken for: they are decided on bit patterns."""
MOST_WITH_LEMMAS = 40
"""Conditions left open, beyond which a plan is not worth asking again."""
_NOTHING_ASKED = "nothing was asked of the function"
LIMITS = Limits(z3_steps=10_000_000, cvc5_steps=1_000_000)


@dataclass(frozen=True, slots=True)
class Group:
    """Conditions that stand at one point of the program."""

    label: str
    line: int
    known: Path
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class ConditionOutcome:
    """A condition with what became of it."""

    condition: Condition
    routes: tuple[Route, ...]

    @property
    def verdict(self) -> Verdict:
        """Proved if both solvers prove it, refuted if one refutes it; raises Contradiction if they disagree."""
        return agreed(f"program.{self.condition.label}", self.routes)

    @property
    def proved(self) -> bool:
        """Both solvers prove it."""
        return self.verdict is Verdict.PROVED


def all_proved(results: Sequence[ConditionOutcome]) -> bool:
    """Both solvers prove every condition, of which there are some."""
    return bool(results) and all(result.proved for result in results)


def preconditions() -> Path:
    """What the clauses demand of a call, and the names that they give to its sizes.

    `windows.meet-input` is used window by window (`proofs.program.maxpool.plan`).
    """
    required = set(MAXPOOL.preconditions())
    found: list[Assumption] = []
    for clause in MAXPOOL.clauses:
        if clause.scope is Scope.CELL or clause.label == MEET_INPUT:
            continue
        if clause in required or clause.label in NAMED:
            found += instances(MAXPOOL, clause.label, of=FLOOR_MODE)
    return tuple(found)


@cache
def modes() -> tuple[str, ...]:
    """The calls that functions are proved for, where the clauses tell them from others: those where `ceil_mode = 0`."""
    return tuple(dict.fromkeys(filter(None, (assumed_of(a.label) for a in preconditions()))))


def conditions(function: Function, plan: MaxPoolPlan, known: Path | None = None) -> list[Condition]:
    """All conditions of a function under a plan."""
    known = preconditions() if known is None else known
    passed = tuple(Assumption("call", term) for term in function.assumed)
    if passed:
        # C rounds a quotient towards 0: that the slack is not negative has to be known.
        passed += of_strides()
    found = Execution(function, plan).run((*known, *passed, *plan.known_of_ghosts()))
    return list(_of_calls(found, function)) if function.calls else found


def _of_calls(found: Sequence[Condition], function: Function) -> Iterator[Condition]:
    """The conditions for the calls that a function is for: what some quantities are then stands in their place."""
    taken: dict[int, Path] = {}
    for condition in found:
        if id(condition.known) not in taken:
            taken[id(condition.known)] = tuple(a.put(function.calls) for a in condition.known)
        yield replace(condition, known=taken[id(condition.known)], goal=substitute(condition.goal, function.calls))


def groups(found: Sequence[Condition]) -> Iterator[Group]:
    """The conditions, those together that stand at one point."""
    taken: dict[str, int] = {}
    # What is known at one point is one object: comparing by content would take long.
    for (line, _), members in groupby(found, key=lambda c: (c.line, id(c.known))):
        part = tuple(members)
        label = part[0].label.rsplit(".", 1)[0]
        taken[label] = taken.get(label, 0) + 1
        yield Group(label if taken[label] == 1 else f"{label}-{taken[label]}", line, part[0].known, part)


def attempt(function: Function, session: Session) -> tuple[ConditionOutcome, ...]:
    """The results of the plan that leaves the least open while nothing is known of products.

    That values fit their types is asked later, of the plan that is kept: it counts only between plans that are level.

    Raises Refused where the roles of its parts cannot be told, and ValueError where no plan asks anything.
    """
    best: list[ConditionOutcome] = []
    function = with_local_outputs(separated(function))
    for plan in plans(function):
        results = [r for group in groups(conditions(function, plan)) for r in _first_pass(group, session)]
        wanted = _but_for_types(results)
        if len(wanted) <= MOST_WITH_LEMMAS:
            results = [_again(r, session.ask_with_lemmas) if r in wanted else r for r in results]
        if not best or _left(results) < _left(best):
            best = results
        if not _but_for_types(best):
            break
    if not best:
        raise ValueError(_NOTHING_ASKED)
    return tuple(best)


def _but_for_types(results: Sequence[ConditionOutcome]) -> list[ConditionOutcome]:
    return [r for r in _open(results) if not r.condition.label.endswith(FITS)]


def _left(results: Sequence[ConditionOutcome]) -> tuple[int, int]:
    """How much is open."""
    return len(_but_for_types(results)), len(_open(results))


def finished(results: Sequence[ConditionOutcome], session: Session) -> tuple[ConditionOutcome, ...]:
    """The results, with what was open asked in full, but for what was asked in every way that is known."""
    return tuple(r if r.proved or _was_asked(r.condition) else _again(r, session.ask_in_full) for r in results)


def briefly_finished(results: Sequence[ConditionOutcome]) -> tuple[ConditionOutcome, ...]:
    """The results, with what was open asked in full within brief limits, where that may leave nothing open.

    It takes less time than to look for a call on which the function goes wrong.
    """
    if all_proved(results) or any(_was_asked(r.condition) for r in _open(results)):
        return tuple(results)
    return finished(results, Session(opened(SOLVERS, BRIEF_LIMITS)))


def _was_asked(condition: Condition) -> bool:
    return condition.label.endswith(FITS) or condition.label.startswith(ELEMENT)


def unreached(function: Function, results: Sequence[ConditionOutcome], limits: Limits) -> Condition | None:
    """The first end of a loop's turn, or the return, of which it cannot be shown that a legal call ever comes by.

    What is proved where nothing comes by is empty. The ends of turns hold what is known anywhere in a nest, but for
    `windows.meet-input`, which a proof has at single windows: here it is said of all, as the weakest condition. Where a
    function is for calls of some sizes alone, a turn may have an end that none of these reaches, such as
    `if (row >= 5) continue;`: there one end of each loop is enough.
    """
    ends: dict[tuple[int, str], list[Condition]] = {}
    for condition in (r.condition for r in results):
        loop, kept, _ = condition.label.partition(".kept.")
        if kept:
            at = (condition.line, loop) if function.calls else (id(condition.known), "")
            ends.setdefault(at, []).append(condition)
    # The last return: one before it may give the status of calls that are none, and is then shown never to be reached.
    returns = [c for c in (r.condition for r in results) if c.label.startswith("return.")][-1:]
    z3 = named("z3").opened(limits)
    meets = (substitute(substitute(weakest_condition(), axis), function.calls) for axis in AXES)
    every_window = tuple(suppose("every window meets the input", term) for term in meets)

    def is_reached(conditions: Sequence[Condition]) -> bool:
        paths = {id(c.known): (*c.known, *every_window) for c in conditions}.values()
        return any(example_of(known, None, z3).status is Status.SAT for known in paths)

    return next((c[0] for c in (*ends.values(), returns) if c and not is_reached(c)), None)


def rejected(function: Function, session: Session) -> ConditionOutcome | None:
    """Why a function is not proved, sooner than by a whole proof: under each plan some condition stays open.

    The first such condition of the first plan, with the route that left it open; None if the function is proved.
    Raises Refused as `prove` does, and ValueError where no plan was tried, or one asks nothing: then nothing is proved.
    """
    first: ConditionOutcome | None = None
    function = with_local_outputs(separated(function))
    for plan in plans(function):
        asked = conditions(function, plan)
        found = first_open(asked, session)
        if found is None and asked:
            return None
        first = first or found
    if first is None:
        raise ValueError(_NOTHING_ASKED)
    return first


def first_open(found: Sequence[Condition], session: Session) -> ConditionOutcome | None:
    """The first condition that z3 does not prove; or, if it proves all, the first that cvc5 does not."""
    for name in SOLVERS:
        for group in groups(found):
            answers = session.ask_without_products(group.known, group.conditions, name)
            for condition, answer in zip(group.conditions, answers, strict=True):
                if answer.status is Status.UNSAT:
                    continue
                if session.ask_with_lemmas(group.known, condition, name).status is Status.UNSAT:
                    continue
                full = session.ask_in_full(group.known, condition, name)
                if full.status is not Status.UNSAT:
                    return ConditionOutcome(condition, (_route(name, full),))
    return None


def _first_pass(group: Group, session: Session) -> list[ConditionOutcome]:
    """Each condition of a group, with both solvers' routes, while nothing is known of products."""
    answers = [session.ask_without_products(group.known, group.conditions, name) for name in SOLVERS]
    return [
        ConditionOutcome(condition, tuple(_route(*named) for named in zip(SOLVERS, each, strict=True)))
        for condition, each in zip(group.conditions, zip(*answers, strict=True), strict=True)
    ]


def _again(result: ConditionOutcome, ask: Callable[[Path, Condition, str, float], Answer]) -> ConditionOutcome:
    """The result of a condition that was left open, asked in another way where a solver left it so."""
    condition = result.condition
    routes = tuple(
        route
        if route.verdict is Verdict.PROVED
        else _route(route.name, ask(condition.known, condition, route.name, route.seconds))
        for route in result.routes
    )
    return ConditionOutcome(condition, routes)


def _route(name: str, answer: Answer) -> Route:
    return Route(name, SOLVERS[name].version, VERDICTS[answer.status], answer.seconds)


def _open(results: Sequence[ConditionOutcome]) -> list[ConditionOutcome]:
    return [result for result in results if not result.proved]
