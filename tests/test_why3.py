"""The specification in WhyML: each clause is in it, it is the same each time, and Why3's provers prove its goals."""

from __future__ import annotations

import ctypes
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.engine.terms import Obligation
from proofs.kit.strategies import DrawnAxis
from proofs.maxpool.theories import THEORIES
from proofs.why3 import status, tools
from proofs.why3.theory import machine
from proofs.why3.theory.clauses import NotStated, clause_name
from proofs.why3.theory.lemmas import STATED, UNDECIDED, goal_name, stated, theorem
from proofs.why3.theory.theory import FILE, files, theory
from reference import maxpool as plain
from reference.c.library import COMPILERS, compile_to
from reference.conformance.vectors import Vector, vectors
from reference.runtimes.protocol import Array, same_bits
from spec.maxpool.operator import MAXPOOL
from spec.operator.operator import UnknownClause

pytestmark = pytest.mark.long

needs_why3 = pytest.mark.skipif(not tools.is_installed(), reason="Why3, z3 and cvc4 are not installed")


@pytest.mark.parametrize("label", MAXPOOL.labels)
def test_each_clause_is_a_predicate_and_used(label: str) -> None:
    name, text = clause_name(label), theory()
    assert text.count(f"  predicate {name} ") == 1
    assert f"(* {label} (" in text
    program = text[text.index("module Program") :]
    assert f"[@expl:{label}]" in program
    assert f" {name} " in program


def test_each_theorem_of_shape_and_windows_is_a_goal() -> None:
    text = theory()
    labels = [o.label for found in stated().values() for o in found]
    assert len(labels) > 40
    assert [label for label in labels if text.count(f"  goal {goal_name(label)} :") != 1] == []


def test_nothing_is_assumed_as_an_axiom() -> None:
    assert "axiom" not in theory()
    assert "assume" not in theory()


def test_postconditions_are_unconditional() -> None:
    """Whatever a call meets, is required of it; what is ensured has no other condition than to be in Y."""
    program = theory()[theory().index("  let pool ") :]
    ensured = [" ".join(part.split("}")[0].split()) for part in program.split("ensures {")[1:] if "[@expl" in part[:9]]
    assert len(ensured) == 15
    for text in ensured:
        assert "->" not in text.replace("in_Y result b c m n ->", "")


def test_file_is_the_same_each_time(tmp_path: Path) -> None:
    for _ in range(2):
        assert CliRunner().invoke(app, ["why3", "-o", str(tmp_path)]).exit_code == 0
        assert (tmp_path / FILE).read_text("utf-8") == theory()
        assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == files()


def test_the_adapter_requires_and_ensures_what_the_program_does() -> None:
    adapter = files()["adapter.mlw"]
    assert "axiom" not in adapter
    assert [label for label in MAXPOOL.labels if adapter.count(f"[@expl:{label}]") != 1] == []


@pytest.mark.whole
@needs_why3
@pytest.mark.parametrize(
    ("old", "new", "open_"),
    [
        (
            "entries = f }\n    ensures { result.sizes",
            "entries = fun _ -> f Nil }\n    ensures { result.sizes",
            "Library",
        ),
        ("build dims (listed !found)", "build dims (listed (own x))", "Adapter"),
        ("    ensures { [@expl:shape of y]", "    ensures { false }\n    ensures { [@expl:shape of y]", "Adapter"),
    ],
)
def test_a_wrong_adapter_is_not_proved(old: str, new: str, open_: str) -> None:
    """A library that builds another tensor than asked, a tensor that is not the program's; and that no call returns."""
    assert files()["adapter.mlw"].count(old) == 1
    changed = files()["adapter.mlw"].replace(old, new)
    with tools.workshop() as folder:
        (folder / FILE).write_text(theory(), encoding="utf-8")
        goals = tools.goals(folder, changed, "adapter")
        # What a call requires is left out: that is the same as ever.
        asked = [g for g in goals if g.explanation in ("assertion", "postcondition")]
        answers = tools.prove(asked, tools.BRIEF[:1], first=status.session())
    assert len(goals) > 50
    assert len(asked) > 5
    assert {a.goal.module for a in answers if not a.proved} == {open_}


@pytest.mark.whole
@needs_why3
def test_goals_are_proved_and_name_who_proved_them() -> None:
    """Those of one module; `make why3` proves all."""
    with tools.workshop() as folder:
        goals = tools.goals(folder, theory(), module="Machine")
        answers = tools.prove(goals)
    assert len(goals) > 5
    assert [(a.goal.name, a.answers) for a in answers if not a.proved] == []
    assert {a.prover for a in answers} <= set(tools.PROVERS)


@pytest.mark.whole
@needs_why3
def test_a_goal_that_does_not_hold_is_not_proved() -> None:
    """A later tap of the same rank taken for the first: the invariant fails, and so does what rests on it."""
    changed = theory().replace(
        "val greater (e f : element) : bool\n    ensures { result <-> key e >. key f }",
        "val greater (e f : element) : bool\n    ensures { result <-> key e >=. key f }",
    )
    assert changed != theory()
    with tools.workshop() as folder:
        goals = [g for g in tools.goals(folder, changed, module="Program") if g.explanation.startswith("loop")]
        answers = tools.prove(goals, tools.ATTEMPTS[:2])
    assert [a for a in answers if not a.proved]


@needs_why3
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("module M\n  goal g : 1 =\nend\n", "line 3: syntax error"),
        ("module M\n  goal g : nowhere = 1\nend\n", "line 2: unbound"),
    ],
)
def test_what_why3_does_not_accept_is_said_with_its_line(text: str, said: str) -> None:
    with tools.workshop() as folder:
        for ask in (tools.check, tools.goals):
            with pytest.raises(tools.BadTheory) as refused:
                ask(folder, text)
            assert said in str(refused.value)


def test_absent_tools_are_named_and_nothing_is_proved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = CliRunner().invoke(app, ["why3", "--prove"])
    assert ran.exit_code == 2
    assert "why3, cvc4, z3: not installed" in ran.output


# --- what is recorded


def answer(name: str, way: tools.Way | None = ("linear", 1000)) -> tools.GoalResult:
    goal = tools.Goal(name, name.partition(".")[0], name, 1, "", {})
    return tools.GoalResult(goal, "z3" if way else "", 0.5, (), way)


def test_a_record_is_a_further_route_as_long_as_the_theory_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, versions = tmp_path / "proved.json", {"why3": "1.5.1", "cvc4": "1.8", "z3": "4.8"}
    monkeypatch.setattr(tools, "versions", lambda: versions)
    read = status.why3_record.__wrapped__
    assert status.HOW in read(path).text
    status.record([answer(f"{name} 1/2") for name in status.labels().values()], versions, path)
    kept = read(path)
    assert kept.problem == ""
    assert set(kept.routes) == set(status.labels()) == set(kept.stated)
    assert "Why3 1.5.1: proved, as Shape.shape_last_fits" in kept.line("shape.last-fits")[0]
    monkeypatch.setattr(tools, "versions", lambda: {**versions, "z3": "5"})
    assert "another version" in read(path).text
    document = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**document, "theory": "0"}), "utf-8")
    assert "why3: absent: the theory is not the one that was proved" in read(path).text

    def not_stated(problem: Exception) -> str:
        def lost() -> str:
            raise problem

        monkeypatch.setattr(status, "digest", lost)
        return read(path).text

    cannot = "the theory cannot be stated:"
    assert f"{cannot} MaxPool has no clause 'R4'" in not_stated(UnknownClause("MaxPool", "R4"))
    assert f"{cannot} no division" in not_stated(NotStated("no division"))
    monkeypatch.undo()
    path.write_text("[]", "utf-8")
    assert "is not a record" in read(path).text
    assert read(path).routes == {}


def test_what_is_stated_is_known_without_any_theory() -> None:
    """The names of goals come from records: a theory that cannot be stated keeps no other from being proved."""
    of_theories = {o.label: f"{name.capitalize()}.{goal_name(o.label)}" for name, of in stated().items() for o in of}
    assert status.labels() == of_theories
    assert {label.partition(".")[0] for label in of_theories} >= {"profile", "shape", "windows", "exactness"}


def test_a_session_is_of_one_theory_and_is_what_is_asked_first(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_text(status.session_text([answer("Shape.b"), answer("Shape.a", ("cvc4", 7))], {"z3": "4"}), "utf-8")
    assert status.session(path) == {"Shape.a": ("cvc4", 7), "Shape.b": ("linear", 1000)}
    path.write_text(path.read_text("utf-8").replace(status.digest(), "0"), "utf-8")
    assert status.session(path) == {}


@needs_why3
def test_a_goal_is_asked_as_its_session_says() -> None:
    text = "module M\n  use int.Int\n  goal g : forall x : int. x * 0 = 0\nend\n"
    with tools.workshop() as folder:
        goals = tools.goals(folder, text)
        (told,) = tools.prove(goals, (), first={"M.g": ("cvc4", 12345)})
        (nobody,) = tools.prove(goals, (), first={"M.h": ("cvc4", 12345)})
    assert (told.proved, told.way) == (True, ("cvc4", 12345))
    assert (nobody.proved, nobody.way) == (False, None)


# --- machine integers


@pytest.mark.whole
@needs_why3
def test_c_is_extracted_and_gives_the_sizes_of_the_reference(tmp_path: Path) -> None:
    if not any(map(shutil.which, COMPILERS)):
        pytest.skip("no C compiler is installed")
    with tools.workshop() as folder:
        text = tools.extract(folder, theory(), machine.MODULES, machine.DRIVER)
        with pytest.raises(tools.BadTheory, match="cannot be extracted"):
            tools.extract(folder, theory(), ["Program"], "")  # its integers are mathematical
    (tmp_path / "size.c").write_text(text, "utf-8")
    compile_to(tmp_path / "size.so", "-shared", "-fPIC", sources=[tmp_path / "size.c"])
    library = ctypes.CDLL(str(tmp_path / "size.so"))
    size = library.size
    size.restype, size.argtypes = ctypes.c_int64, [ctypes.c_int64] * 6
    tried = 0
    most = 2**63 - 1
    large = [(most - 3, 1, 2, 1, 2, 1), (1, 0, most - 1, 2, 2**61, 7), (most, 0, 0, most - 1, 2, most)]
    calls = [(v.X.shape, v.call.lists) for v in vectors()]
    small = [
        (s[2 + i], c["pads"][i], c["pads"][2 + i], c["dilations"][i], c["kernel_shape"][i], c["strides"][i])
        for s, c in calls
        for i in range(2)
    ]
    for x, begin, end, dilation, kernel, stride in (*small, *large):
        right = DrawnAxis(x, kernel, dilation, stride, begin, end).defined["y"]
        assert size(x, begin, end, dilation, kernel, stride) == right
        tried += 1
    assert tried > 100
    floats = [vector for vector in vectors() if vector.call.dtype == "float32"]
    assert len(floats) > 20
    for vector in floats:
        expected = plain.maxpool(vector.X, **vector.call.attributes)
        assert all(map(same_bits, pooled(library.windows, vector), expected)), vector.name


def pooled(windows: Any, vector: Vector) -> tuple[Array, Array]:
    """What the extracted loops give for a vector: Y, and Indices of 32 bits in the specification's type."""
    X, lists = np.ascontiguousarray(vector.X), vector.call.lists
    shape = plain.maxpool(X, **vector.call.attributes)[0].shape
    Y, Indices = np.empty(shape, np.float32), np.empty(shape, np.int32)
    pointers = [ctypes.c_void_p(tensor.ctypes.data) for tensor in (X, Y, Indices)]
    sizes = [*X.shape, *shape[2:], *lists["dilations"], *lists["kernel_shape"], *lists["pads"][:2], *lists["strides"]]
    windows(*pointers, *map(ctypes.c_int32, sizes))
    return Y, Indices.astype(np.int64)


@needs_why3
@pytest.mark.whole
def test_the_extracted_loops_are_proved_from_their_source(tmp_path: Path) -> None:
    """And not if they take the last maximum, which Why3, to which elements are abstract, proves all the same."""
    pytest.importorskip("clang.cindex", reason="the package libclang is not installed")
    with tools.workshop() as folder:
        text = tools.extract(folder, theory(), machine.MODULES, machine.DRIVER)
    right, wrong = "counted(x[here]) > counted(x[index])", "counted(x[here]) >= counted(x[index])"
    assert text.count(right) == 1
    for name, source, code in (("right.c", text, 0), ("wrong.c", text.replace(right, wrong), 1)):
        (tmp_path / name).write_text(source, "utf-8")
        ended = CliRunner().invoke(app, ["prove", "--source", f"{tmp_path / name}:windows"])
        assert ended.exit_code == code, ended.output


# --- mutants


@needs_why3
def test_what_is_not_stated_is_not_decided() -> None:
    """By z3 in the ways in which it is asked; cvc4 does not end on it."""
    ways = [way for way in tools.BRIEF if tools.STRATEGIES[way[0]][0] == "z3"]
    known = {o.label: o for name in STATED for o in THEORIES[name].load() if isinstance(o, Obligation)}
    with tools.workshop() as folder:
        for label in UNDECIDED:
            text = f"module Left\n  use int.Int, int.EuclideanDivision\n{theorem(known[label])}\nend\n"
            assert not all(answer.proved for answer in tools.prove(tools.unplaced(folder, text), ways))
