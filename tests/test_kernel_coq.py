"""Coq, run: proofs that are tampered with are refused; the reading and the program mean what Python's mean."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from proofs.kernel import coq
from proofs.kernel.coq import BadProof, Checked
from proofs.kernel.program import UNKNOWNS
from proofs.kernel.status import files
from reference.maxpool import pool
from spec.language.terms import Op, Operation, Term, Variable, exists, forall, ite, term
from spec.readings.gallina import to_gallina, to_test
from spec.readings.value import DivisorNotPositive, evaluate

COQ = coq.version()
needs_coq = pytest.mark.skipif(COQ is None, reason="Coq is not installed (package `coq`)")

HEAD = "From Coq Require Import ZArith QArith List Lia.\n"
STATED = HEAD + "Open Scope Z_scope.\nDefinition sum_statement : Prop := forall n : Z, n + 0 = n.\n"
USES = HEAD + "From MaxPool Require Import Statements.\nOpen Scope Z_scope.\n"
PROVED = USES + "Theorem sum : sum_statement.\nProof. hnf. lia. Qed.\n"


def ask(text: str, stated: str = STATED, **more: str) -> list[Checked]:
    return coq.check({"Statements.v": stated, "Sum.v": text, **more}, {"sum": True})


@pytest.mark.whole
@needs_coq
def test_a_proof_is_accepted() -> None:
    (found,) = ask(PROVED)
    assert (found.name, found.file) == ("sum", "Sum.v")
    assert found.seconds > 0


TAMPERED = {
    "admitted": (USES + "Theorem sum : sum_statement.\nAdmitted.\n", "not closed: Axioms:.*sum"),
    "given up": (USES + "Theorem sum : sum_statement.\nProof. admit. Qed.\n", "`coqc .* Sum.v` fails"),
    "an axiom": (
        USES + "Axiom so : sum_statement.\nTheorem sum : sum_statement.\nProof so.\n",
        "not closed: Axioms:.*so",
    ),
    "a parameter": (
        USES + "Parameter so : False.\nTheorem sum : sum_statement.\nProof. destruct so. Qed.\n",
        "not closed: Axioms:.*so",
    ),
    "another statement": (USES + "Theorem sum : True.\nProof. exact I. Qed.\n", "`coqc .* Check.v` fails"),
    "a statement of its own": (
        USES + "Definition sum_statement := True.\nTheorem sum : sum_statement.\nProof. exact I. Qed.\n",
        "`coqc .* Check.v` fails",
    ),
    "a check switched off": (
        USES + "Unset Guard Checking.\nFixpoint f (n : nat) : False := f n.\nTheorem sum : sum_statement.\n"
        "Proof. destruct (f 0). Qed.\n",
        "not closed: Axioms:.*f",
    ),
    "no proof": (USES + "Lemma other : sum_statement.\nProof. hnf. lia. Qed.\n", "no file proves sum"),
    "two proofs": (PROVED + PROVED, "sum stands in|fails"),
    "no such file": ("From MaxPool Require Import Nothing.\n" + PROVED, "there is no Nothing.v"),
    "a circle": (PROVED.replace("Import Statements", "Import Statements Sum"), "import each other"),
}


@pytest.mark.tenth
@needs_coq
@pytest.mark.parametrize("what", TAMPERED)
def test_what_is_tampered_with_is_refused(what: str) -> None:
    text, reason = TAMPERED[what]
    with pytest.raises(BadProof, match=re.compile(reason, re.DOTALL)):
        ask(text)


@needs_coq
def test_a_changed_statement_is_refused() -> None:
    with pytest.raises(BadProof, match=r"Sum\.v` fails"):
        ask(PROVED, STATED.replace("n + 0 = n", "n + 1 = n"))


@pytest.mark.whole
@needs_coq
def test_an_idle_axiom_is_found_by_coqchk() -> None:
    """It stands under no theorem: Coq's own list of assumptions does not name it."""
    with pytest.raises(BadProof, match=r"coqchk finds axioms: .*MaxPool\.Idle\.so"):
        ask(PROVED, **{"Idle.v": "Axiom so : False.\n"})


def test_without_Coq_nothing_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert coq.version() is None
    with pytest.raises(coq.Absent, match="install `coq`"):
        ask(PROVED)


# --- what is generated means what it should ------------------------------------------------------

NUMBERS = (Op.ADD, Op.SUB, Op.MUL, Op.FLOOR_DIV, Op.CEIL_DIV, Op.MOD, Op.MIN, Op.MAX)
COMPARED = (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)
LOGIC = (Op.AND, Op.OR, Op.IMPLIES, Op.IFF)


def number(chance: random.Random, depth: int) -> Term:
    """Some integer term without variables."""
    kind = chance.randrange(10) if depth else 0
    if kind == 0:
        return term(chance.randint(-9, 9))
    if kind == 1:
        return -number(chance, depth - 1)
    if kind == 2:
        return ite(truth(chance, depth - 1), number(chance, depth - 1), number(chance, depth - 1))
    if kind == 3:
        return floor_of_quotients(chance, depth)
    return Operation(chance.choice(NUMBERS), (number(chance, depth - 1), number(chance, depth - 1)))


def floor_of_quotients(chance: random.Random, depth: int) -> Term:
    """A rational, rounded: restated over the integers."""
    quotients = [number(chance, depth - 1) / chance.randint(1, 5) for _ in range(2)]
    return Operation(chance.choice((Op.FLOOR, Op.CEIL)), (quotients[0] + quotients[1],))


def truth(chance: random.Random, depth: int) -> Term:
    """Some truth value without variables or quantifiers."""
    kind = chance.randrange(4) if depth else 0
    if kind == 0:
        return Operation(chance.choice(COMPARED), (number(chance, depth), number(chance, depth)))
    if kind == 1:
        return Operation(Op.NOT, (truth(chance, depth - 1),))
    return Operation(chance.choice(LOGIC), (truth(chance, depth - 1), truth(chance, depth - 1)))


def defined(make: Callable[[random.Random, int], Term]) -> Iterator[tuple[Term, int | bool]]:
    """Terms with a value, by the evaluator."""
    chance = random.Random(8)
    while True:
        made = make(chance, 3)
        try:
            yield made, evaluate(made, {})
        except DivisorNotPositive:
            continue


def examples() -> Iterator[str]:
    """What Coq must find by computation (integers, tests) or by `lia` (propositions)."""
    for _, (made, value) in zip(range(120), defined(number), strict=False):
        yield f"Goal {to_gallina(made)} = ({value}). Proof. vm_compute. reflexivity. Qed."
    for _, (made, value) in zip(range(120), defined(truth), strict=False):
        yield f"Goal {to_test(made)} = {str(value).lower()}. Proof. vm_compute. reflexivity. Qed."
        stated = to_gallina(made) if value else f"~ ({to_gallina(made)})"
        yield f"Goal {stated}. Proof. vm_compute. intuition congruence. Qed."


@pytest.mark.whole
@needs_coq
def test_the_reading_means_what_the_term_means() -> None:
    """Integers, tests and propositions, floor division of negative numbers among them; and quantifiers."""
    i, j = Variable("i"), Variable("j")
    each = forall(i, -2, 3, exists(j, i, i + 3, (i + j * 2).eq(i * 3 + 2)))
    assert evaluate(each, {})
    quantified = f"Goal {to_gallina(each)}. Proof. intros i H. exists (i + 1). lia. Qed."
    text = "\n".join((HEAD, "Open Scope Z_scope.", *examples(), quantified))
    assert ask(PROVED, **{"Examples.v": text})


def zeros(*shape: int) -> NDArray[Any]:
    return np.zeros(shape, int)


def computed(chance: np.random.Generator) -> str:
    """The program, computed by Coq on some call, gives what Python's loops give in each cell."""
    n, c, rows, columns = (int(size) for size in chance.integers(1, 4, 4))
    kernel, dilations, strides = ([int(v) for v in chance.integers(1, 3, 2)] for _ in range(3))
    pads = [int(v) for v in chance.integers(0, 2, 4)]
    X = chance.integers(-2, 3, (n, c, rows + 2, columns + 2))
    Y, Indices = pool(X, zeros, zeros, n, c, rows + 2, columns + 2, dilations, kernel, pads, strides)
    listed = "; ".join(f"({element})" for element in X.ravel())
    at = f"nth (Z.to_nat (((b * {X.shape[1]} + c) * {X.shape[2]} + r) * {X.shape[3]} + k)) [{listed}] 0"
    values = dict(zip((u.name for u in UNKNOWNS), (*X.shape, *dilations, *kernel, *pads, *strides), strict=True))
    given = " ".join(f"({value})" for value in values.values())
    call = f"pool Z {given} inject_Z (fun i => i) (fun b c r k => {at})"
    call += " (fun _ _ _ _ _ _ _ _ => 7) (fun _ _ _ _ _ _ _ _ => 7)"
    cells = list(product(*map(range, Y.shape)))
    places = "; ".join(f"({b}, {c}, {m}, {n})" for b, c, m, n in cells)
    wanted = "; ".join(f"(({Y[cell]}), ({Indices[cell]}))" for cell in cells)
    seen = "let '(b, c, m, n) := place in (Y b c m n, Indices b c m n)"
    return (
        f"Goal (let '(Y, Indices) := {call} in map (fun place => {seen}) [{places}]) = [{wanted}].\n"
        "Proof. vm_compute. reflexivity. Qed."
    )


@pytest.mark.whole
@needs_coq
def test_the_program_computes_what_the_loops_compute() -> None:
    chance = np.random.default_rng(8)
    goals = [computed(chance) for _ in range(12)]
    text = "\n".join(
        (HEAD, "From MaxPool Require Import Model Program.", "Import ListNotations.\nOpen Scope Z_scope.", *goals)
    )
    texts = {name: files()[name] for name in ("Model.v", "Program.v")}
    assert ask(PROVED, **texts, **{"Computed.v": text})
