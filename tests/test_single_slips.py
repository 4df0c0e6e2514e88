"""Single slips of the prover: made from syntax trees, tried on right and false things; what is left is explained."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.assumptions.assumption import Assumption
from proofs.ledger.ask import OWN
from proofs.mutation.prover import planned, single_score
from proofs.mutation.prover.in_place import Functions
from proofs.mutation.prover.reached import in_a_child, instrumented, numbered
from proofs.mutation.prover.single import SingleSlip, single_slips
from proofs.mutation.prover.single_score import (
    RULES,
    SURVIVORS,
    Survivor,
    Tried,
    importing_of,
    is_shown,
    report,
    try_slips,
)
from proofs.mutation.prover.things import AskedBefore, things
from proofs.soundness.right import KEPT
from reference.common.house import imported, modules
from spec.language.terms import FALSE, Variable

CHECKER = "proofs.certificates.checker"


def slips(module: str = CHECKER) -> dict[str, SingleSlip]:
    return {slip.name: slip for slip in single_slips(module)}


@pytest.mark.tenth
@pytest.mark.parametrize("module", RULES)
def test_each_module_with_a_rule_has_slips_that_differ(module: str) -> None:
    """Each is named once, and each fortieth is read: it is Python, and another source than that of the module."""
    found = list(single_slips(module))
    assert found
    assert len({slip.name for slip in found}) == len(found)
    sources = [slip.source for slip in found[::40]]
    assert len(set(sources)) == len(sources)
    for source in sources:
        compile(source, module, "exec")


@pytest.mark.parametrize("kind", ["certificate", "condition", "verdict"])
def test_right_things_are_accepted(kind: str) -> None:
    names = [(name, accepted()) for of in KEPT[kind] for name, accepted in of()]
    assert len(names) > 5
    assert [name for name, accepted in names if not accepted] == []


@pytest.mark.parametrize("route", ["assumptions", "z3", "cvc5", "sympy", "diagrams"])
def test_slips_are_tried_of_all_that_a_route_rests_on(route: str) -> None:
    """And a route rests on what its modules read terms with."""
    files = {file.removesuffix(".py").replace("/", ".") for file in (*OWN[route], *OWN["all routes"])}
    tried, known = files & set(RULES), modules()
    assert {file.removesuffix(".py").replace("/", ".") for file in OWN[route]} <= tried
    read = {name for file in tried for name in imported(known[file], known) if name.startswith("spec.readings.")}
    assert read <= set(RULES) | OF_NO_ROUTE


OF_NO_ROUTE = {"spec.readings.value", "spec.readings.plain"}
"""What a statement is worth is evaluated without a solver; what is printed proves nothing."""


def test_nothing_is_noticed_where_answers_are_remembered() -> None:
    """A solver whose answers are made up says to each statement what was made up for it."""

    def noticed() -> list[str]:
        AskedBefore().remember()
        return [said for thing in things(["verdict"]) if (said := thing.notices())]

    assert in_a_child(noticed) == []


# Of the plan, what is shown of whole functions is compared.
@pytest.mark.parametrize(
    "survivor",
    [pytest.param(s, id=s.name, marks=[pytest.mark.tenth] * s.module.endswith(".maxpool.plan")) for s in SURVIVORS],
)
def test_explanations_of_survivors_hold(survivor: Survivor) -> None:
    """They are about a slip that there is, and their check shows it."""
    assert survivor.why
    assert is_shown(survivor, slips(survivor.module)[survivor.name])


def test_an_explanation_that_is_wrong_shows_nothing() -> None:
    """A check of nothing, of what differs, of what both refuse by other errors."""
    slip = slips()["_product: coefficient <= 0: Lt"]
    for check in ('same("_product", [])', 'same("_product", [{"x": Inequality({})}], [["0", "x"]])', "1"):
        assert not is_shown(Survivor(CHECKER, slip.name, "so", check), slip)


PRODUCTS = "proofs.program.logic.products"
OTHER_MEANINGS = (
    "_polynomial: -1: the operator left out",
    "_multiplied: left * other: Add",
    "_multiplied_out: (then, otherwise): two swapped",
    "choices_of_products: choice * factor_: Add",
    "_sum: len(m) == 1: NotEq",
)


def test_what_means_something_else_is_shown_by_no_check_of_products() -> None:
    """A sum for a difference, the choice of the other term, a lemma that is not true."""
    checks = ("means_the_same()", "means_the_same_or_asks_nothing()")
    for name in OTHER_MEANINGS:
        assert not any(is_shown(Survivor(PRODUCTS, name, "so", check), slips(PRODUCTS)[name]) for check in checks)


@pytest.mark.parametrize(
    "name",
    [
        "_euclid: whole <= dividend: Lt",
        "_sharing: shared > 0: LtE",
        "_sign: 0: -1 (number 4)",
        "_order: a < b: LtE",
        "_order: p + q: Sub (number 2)",
    ],
)
def test_a_lemma_that_is_not_true_is_not_explained(name: str) -> None:
    """Of a rest, of a factor that is not positive, of signs, of products that are equal, of a difference."""
    lemmas = "proofs.program.logic.lemmas"
    assert not is_shown(Survivor(lemmas, name, "so", "says_what_is_true()"), slips(lemmas)[name])


@pytest.mark.parametrize(
    "name",
    [
        "Positions.__init__: if isinstance(loop, For | While):: taken[loop.line] += 1 left out",
        "Positions.__init__: f'{loop.line}' if taken[loop.line] == 1 else f'{loop.line} (: the first alone",
        "Positions.__init__: 1: 0",
        "Positions.__init__: taken[loop.line] == 1: NotEq",
    ],
)
def test_one_unknown_for_two_loops_is_not_explained(name: str) -> None:
    """Several loops in one line of which two are called the same."""
    positions = "proofs.program.logic.positions"
    assert not is_shown(Survivor(positions, name, "so", "names_loops_apart()"), slips(positions)[name])


@pytest.mark.parametrize(
    ("module", "name", "check"),
    [
        ("polynomials", "_polynomial: minus: plus", "multiplies_out_the_same()"),
        ("polynomials", "_polynomial: 1: 2", "multiplies_out_the_same()"),
        (
            "polynomials",
            "_polynomial: case Application(_, [arg]) if demanded(node) is not None:: the guard left out",
            "multiplies_out_the_same()",
        ),
        ("state", "merged: (*array.writes, *writes): two swapped", "reads_the_same()"),
        ("state", "Array.read: ite(same, write.value, found): two arguments exchanged (number 2)", "reads_the_same()"),
        (
            "state",
            "Array.read: def read(self, indices: tuple[Term, ...]) -> Term:: for write in self.writes: left out",
            "reads_the_same()",
        ),
        (
            "state",
            "merged: ite(test, value, otherwise.values[name]): two arguments exchanged (number 2)",
            "reads_the_same()",
        ),
    ],
)
def test_another_value_is_not_explained(module: str, name: str, check: str) -> None:
    """A polynomial, an element or a variable that is another one for some values."""
    of = f"proofs.program.logic.{module}"
    assert not is_shown(Survivor(of, name, "so", check), slips(of)[name])


SHOWS = (
    "shows_the_same()",
    'shows_the_same("facts")',
    'shows_the_same("instances")',
    'shows_the_same("facts", "instances")',
    "shows_the_same_in_another_order()",
    "shows_the_same_by_other_names()",
    "allows_the_same_sizes()",
    "tries_more_plans()",
)


@pytest.mark.parametrize("check", SHOWS)
@pytest.mark.parametrize(
    "name",
    [
        "MaxPoolPlan.allocated: and_: or_",
        "MaxPoolPlan._passed: and_: or_ (number 2)",
        "MaxPoolPlan._seen.passed: (first, second): two swapped",
    ],
)
def test_a_plan_that_has_another_thing_shown_is_not_explained(name: str, check: str) -> None:
    """What is asked of an output, and what an invariant says, are no facts of a theorem, and no names."""
    plan = "proofs.program.maxpool.plan"
    assert not is_shown(Survivor(plan, name, "so", check), slips(plan)[name])


def test_a_plan_whose_facts_are_of_no_theorem_is_not_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    from proofs.program.maxpool import plan

    assert planned.shows_the_same(plan, plan, "facts")
    false = Assumption("so", FALSE)
    monkeypatch.setattr(plan.MaxPoolPlan, "facts", lambda *_: [false])
    assert not planned.shows_the_same(plan, plan, "facts")


def test_a_plan_may_call_what_it_makes_up_by_names_of_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not both unknowns by one name, nor one as the program or another unknown is called."""
    from proofs.program.maxpool import plan

    assert planned.shows_the_same_by_other_names(plan, plan)

    def is_the_same(*names: str) -> bool:
        monkeypatch.setattr(plan.MaxPoolPlan, "_met", lambda _: tuple(map(Variable, names)))
        return planned.shows_the_same_by_other_names(plan, plan)

    assert is_the_same("met! 1", "met! 2")
    for names in (("met!", "met!"), ("met!", "best_h! at first"), ("met!", "dX_2"), ("met_h", "met_w")):
        assert not is_the_same(*names)


NOTICED = {
    "_product: 0: -1": "refused: certificate.unfit.nothing-of-it",
    "_monomial: '/' in number: NotIn": "refused: ",
    "_check: total != constant(-1): Eq": "refused: ",
}


@pytest.mark.whole
def test_slips_are_noticed_and_the_score_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of one module, as the command shows them; one is harmless, and is no survivor only with its explanation."""
    harmless = "_monomial: Fraction(number) if '/' in number else int(number): the first alone"
    wanted = [slips()[name] for name in (*NOTICED, harmless)]
    monkeypatch.setattr(single_score, "selected", lambda _module, _every=1: wanted)
    ended = CliRunner().invoke(app, ["mutate", "--prover", "--single", CHECKER, "--json"])
    assert ended.exit_code == 0, ended.output
    found = json.loads(ended.stdout)
    (counts,) = found["modules"]
    assert (counts["slips"], counts["refused"] + counts["accepted"], counts["explained"], counts["survived"]) == (
        4,
        3,
        1,
        0,
    )
    assert [e["text"] for e in found["explained"]] == [harmless]
    monkeypatch.setattr(single_score, "explained", lambda _: "")
    left: Sequence[Tried] = try_slips([CHECKER])
    for one in left[:3]:
        assert one.noticed_by.startswith(NOTICED[one.slip.name])
    assert [s["text"] for s in report(left)["survived"]] == [harmless]


UNREACHED = """
def within(flag):
    if flag:
        return 1
    return [0 for _ in flag]
double = lambda number: 2 * number
"""


def test_what_is_reached_is_told_by_statements_and_lambdas() -> None:
    """The module gives what it gave; a statement is told before it runs, and one that does not run is not."""
    told: list[int] = []

    def reached(_module: str, number: int) -> bool:
        told.append(number)
        return True

    names: dict[str, Any] = {"__reached__": reached}
    exec(instrumented(UNREACHED, "m"), names)
    numbers = numbered(tree := ast.parse(UNREACHED))
    function, assigned = tree.body
    assert isinstance(function, ast.FunctionDef)
    test, last = function.body
    assert told == [numbers[id(function)], numbers[id(assigned)]]
    told.clear()
    assert (names["within"]([]), names["double"](4)) == ([], 8)
    assert told[:2] == [numbers[id(test)], numbers[id(last)]]
    assert len(told) == 3
    assert isinstance(test, ast.If)
    assert numbers[id(test.body[0])] not in told


def test_functions_get_other_code_in_place() -> None:
    """What has taken them by name sees it, behind a decorator too; a module with other functions is left alone."""
    module = ModuleType("in_place_here")
    sys.modules[module.__name__] = module
    text = "from functools import cache\n@cache\ndef a(): return 1\nclass B:\n    def c(self): return a() + 1\n"
    try:
        exec(compile(text, "file.py", "exec", dont_inherit=True), vars(module))
        module.__file__ = "file.py"
        taken, functions = module.B().c, Functions(module, text)
        assert functions.change(text.replace("return 1", "return 5"), "file.py")
        assert taken() == 6
        assert not functions.change("def a(): return 1", "file.py")
    finally:
        del sys.modules[module.__name__]


def test_what_has_made_functions_that_live_on_is_loaded_anew() -> None:
    """These keep their code; those that are gone, and what a function does not make, do not matter."""
    module = ModuleType("makers_here")
    sys.modules[module.__name__] = module
    text = "def a():\n    def b(): return 1\n    return b\ndef c():\n    return lambda: 2\nd = a()\nc()\n"
    try:
        exec(compile(text, "file.py", "exec", dont_inherit=True), vars(module))
        module.__file__ = "file.py"
        functions = Functions(module, text)
        assert [functions.have_made(within) for within in ("a", "a.b", "c", "", "ab")] == [
            True,
            True,
            False,
            False,
            False,
        ]
    finally:
        del sys.modules[module.__name__]


@pytest.mark.whole
def test_what_nothing_reaches_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [SingleSlip(CHECKER, "", 1, "so", 1, ast.parse("1 / 0"), 10_000)]
    monkeypatch.setattr(single_score, "selected", lambda _module, _every=1: wanted)
    (found,) = try_slips([CHECKER])
    assert (found.reached, found.noticed_by, found.mutant.text) == (False, "", ": so (nothing reaches it)")


@pytest.mark.whole
def test_what_runs_on_and_what_dies_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound by steps ends a loop; nothing is said of a change that ends its process."""
    sources = ("while True: pass", "next(i for i in iter(int, 1) if i)", "import os; os.abort()")
    wanted = [SingleSlip(CHECKER, "", 1, source, 1, ast.parse(source)) for source in sources]
    monkeypatch.setattr(single_score, "selected", lambda _module, _every=1: wanted)
    turning, also, dead = try_slips([CHECKER])
    assert turning.noticed_by == also.noticed_by == "refused: it runs on"
    assert (dead.noticed_by, dead.ended) == ("", "SIGABRT")
    assert [s["text"] for s in report([turning, dead])["survived"]] == [f": {sources[2]} (SIGABRT)"]


@pytest.mark.whole
def test_where_the_module_itself_is_noticed_no_slip_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [slips()[next(iter(NOTICED))]]
    monkeypatch.setattr(single_score, "selected", lambda _module, _every=1: wanted)
    monkeypatch.setattr(single_score, "as_it_is", lambda _module: wanted[0])
    with pytest.raises(RuntimeError, match=r"as it is: .*certificate\.unfit"):
        try_slips([CHECKER])


@pytest.mark.parametrize("control", ['{"noticed_by": ""}', '{"noticed_by": "", "reached": false}'])
def test_where_nothing_is_noticed_of_the_module_its_slips_are_judged(
    control: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs alone may reach it, and none is tried of the module as it is; one that ends its process says nothing."""
    wanted = [slips()[next(iter(NOTICED))]]
    monkeypatch.setattr(single_score, "selected", lambda _module, _every=1: wanted)
    monkeypatch.setattr(single_score, "_survey", lambda *_: Path())
    monkeypatch.setattr(single_score, "_run", lambda *_: control + '\n{"noticed_by": "refused: so"}')
    assert [found.noticed_by for found in try_slips([CHECKER])] == ["refused: so"]
    monkeypatch.setattr(single_score, "_run", lambda *_: '{"ended": "SIGABRT"}\n{"noticed_by": "refused: so"}')
    with pytest.raises(RuntimeError, match="as it is"):
        try_slips([CHECKER])


@pytest.mark.whole
def test_what_imports_a_module_is_loaded_anew() -> None:
    found = importing_of(CHECKER)
    assert {CHECKER, "proofs.certificates.store", "proofs.soundness.right"} <= found
    assert "proofs.certificates.facts" not in found


def test_usage() -> None:
    for words in (["--prover", "--single", "proofs.none"], ["--spec", "--single"], ["--prover", "R1"]):
        assert CliRunner().invoke(app, ["mutate", *words]).exit_code == 2
