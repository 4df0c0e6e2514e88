"""Empty proofs are found, by line and function; what is not empty has no finding; hostile input gets a clear error."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from maxpool import app
from proofs.why3 import tools
from proofs.why3.hypotheses import insertions
from proofs.why3.smoke import probes, smoke
from proofs.why3.texts import plain
from proofs.why3.theory.theory import theory
from reference.common.errors import CannotRun

needs_why3 = pytest.mark.skipif(not tools.is_installed(), reason="Why3, z3 and cvc4 are not installed")

DEAD = """\
module Dead
  use int.Int, ref.Ref
  (* let f (x : int) ensures { false } = *)
  let pool (x : int) (flag : ref bool) : int
    requires { x >= 0 }
    ensures { !flag = true -> result = x + 1 }
  = flag := false;
    x
  let fine (x : int) : int
    requires { x >= 0 }
    ensures { x > 3 -> result > 3 }
  = x
  let never (x : int) : int
    requires { x > 0 }
    requires { x < 0 }
    ensures { result = 7 }
  = x
end
module Bad
  use int.Int
  axiom wrong : forall x : int. x > x
end
module Assumed
  use int.Int, ref.Ref
  lemma contradictory : forall x : int. x > 1 -> x < 0 -> x = 7
  goal holds : forall x : int. x > 1 -> x > 0
  goal same : forall x : int. x > 1 <-> x >= 2
  let count (n : int) = let i = ref 0 in
    while !i < n do
      invariant { !i >= 0 }
      invariant { !i < 0 }
      variant { n - !i }
      i := !i + 1
    done
  let down (n : int) = let i = ref 0 in
    while !i > n do invariant { true } variant { !i - n } i := !i - 1 done
end
"""


@pytest.mark.whole
@needs_why3
def test_a_dead_success_path_and_its_like_are_found() -> None:
    with tools.workshop() as folder:
        found = [(f.line, f.function, f.said.split(":")[0]) for f in smoke(folder, DEAD)]
    assert found == [
        (6, "pool", "the condition of a postcondition never holds"),
        (13, "never", "it never returns"),
        (13, "never", "its preconditions contradict each other, or what is assumed does"),
        (19, "Bad", "its axioms contradict each other"),
        (21, "wrong", "an axiom"),
        (25, "contradictory", "its hypotheses contradict each other"),
        (29, "a loop", "the invariants of a loop contradict each other, or its body is never reached"),
    ]


def test_every_loop_and_goal_of_the_specification_is_looked_at() -> None:
    text = theory()
    found = list(insertions(text, plain(text), "mark"))
    assert sum(each.name == "a loop" for each in found) == text.count(" do\n")
    assert len({each.name for each in found}) - 1 > 40
    assert [each.name for each in insertions(DEAD, plain(DEAD), "mark")] == [
        *("contradictory", "holds"),
        *("a loop", "a loop"),
    ]


@pytest.mark.whole
@needs_why3
def test_a_function_of_the_specification_is_not_empty() -> None:
    with tools.workshop() as folder:
        assert smoke(folder, theory(), "quotient_and_remainder") == []


def test_every_function_with_a_contract_is_looked_at() -> None:
    asked = {probe.function for probe in probes(theory())}
    assert {"pool", "sizes_of", "quotient_and_remainder", "decoded", "cell_is_selected", "Program"} <= asked
    assert {p.function for p in probes(DEAD)} == {"pool", "fine", "never", "Dead", "Bad", "Assumed"}


def test_comments_and_strings_are_no_text() -> None:
    assert plain('let (* let " (* *) *) "let').count("let") == 1
    assert "let" not in plain('(* let *) "let"')
    assert len(plain(DEAD)) == len(DEAD)


def test_an_unknown_function_is_named() -> None:
    with pytest.raises(CannotRun, match="no function 'g' with a contract; there are: fine, never, pool"):
        list(probes(DEAD, "g"))


@needs_why3
@pytest.mark.parametrize(("content", "said"), [(b"module M\n  goal g : 1 =\nend\n", "line 3"), (b"\xff", "UTF-8")])
def test_what_cannot_be_read_is_said(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "theory.mlw"
    path.write_bytes(content)
    ran = CliRunner().invoke(app, ["why3", "--smoke", str(path)])
    assert ran.exit_code == 2
    assert said in ran.output


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "theory.mlw"
    path.write_bytes(b" " * (tools.MOST_BYTES + 1))
    ran = CliRunner().invoke(app, ["why3", "--smoke", str(path)])
    assert ran.exit_code == 2
    assert "more than" in ran.output
