"""`verify --replay`: every question asked again, and each answer compared with what the package says.

Three things are asked. Each obligation is decided again by the rules of proof, and all that its decision says is
compared, but for routes that are no solver's: those the check itself has taken again. Each SMT-LIB file of the package
is answered by both solvers, once, and held against the package's verdict. Coq checks the kernel's files, where it is
installed. None of this executes anything of the package.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from proofs.engine.bits.obligation import BitObligation
from proofs.engine.catalogue import Catalogue
from proofs.engine.decide import VERDICTS, decide
from proofs.engine.record import KernelRecord
from proofs.engine.run import HARD_SECONDS, decide_all
from proofs.engine.statement import Verdict
from proofs.evidence.contents import bom
from proofs.evidence.contents.backing import KERNEL
from proofs.evidence.contents.decisions import taken
from proofs.evidence.contents.routes import PACKAGES, versions
from proofs.evidence.package.jsontext import dump, load
from proofs.evidence.package.names import BOM, DECISIONS, SMT, STATUS
from proofs.evidence.verifying.forms import Checked, Problems
from proofs.reports.check import decision_json
from proofs.solvers.answers import DEFAULT_LIMITS, Limits, Status
from proofs.solvers.solvers import BESIDE, SOLVERS
from reference.common.errors import Contradiction
from reference.common.pool import run_tasks

FIRST = Limits(z3_steps=100_000, cvc5_steps=20_000)
FURTHER = (Limits(z3_steps=10_000_000, cvc5_steps=1_000_000), DEFAULT_LIMITS)
"""Both solvers are asked within the first; within the further ones, while neither says what only a solver can say."""

ANY = "any"
"""The answer to a script of what is not decided."""

Decisions = Sequence[dict[str, Any]]
Asserted = dict[str, str]
"""What could not be replayed here, by its name in the table, with the reason."""


def replay_all(catalogue: Catalogue, files: Mapping[str, bytes]) -> tuple[Checked, Problems, Asserted]:
    """Everything asked again, by solvers of the package's versions."""
    if problems := other_solvers(files):
        return {}, problems, {}
    with ThreadPoolExecutor(1) as beside:
        kernel = beside.submit(_kernel_again, catalogue, files)
        again, problems = _decided(catalogue, files)
        checked, more = _scripts(files, asked_of_scripts(catalogue, again))
        of_kernel, asserted = kernel.result()
    return checked, [*problems, *more, *of_kernel], asserted


def other_solvers(files: Mapping[str, bytes]) -> Problems:
    """The solvers that are another version here than in the package."""
    said, here = versions(files), versions({BOM: bom.bill_of_materials()})
    packages = [PACKAGES[name] for name in (*SOLVERS, *BESIDE)]
    return [
        (BOM, f"{p} is {said.get(p, 'absent')}, but {here.get(p, 'absent')} here: nothing was replayed")
        for p in packages
        if said.get(p) != here.get(p)
    ]


# --- decisions ---


def _decided(catalogue: Catalogue, files: Mapping[str, bytes]) -> tuple[Decisions, Problems]:
    try:
        again = decided_again(catalogue)
    except Contradiction as contradiction:
        return [], [(DECISIONS, str(contradiction))]
    return again, differences(load(files[DECISIONS])["decisions"], again)


def decided_again(catalogue: Catalogue) -> Decisions:
    """Every obligation decided now, as packages tell it; where solvers decide it, by no other route."""
    kernel = catalogue.kernel()
    decider = partial(decide, further=tuple(catalogue.further), sparing=True)
    documents = [dict(decision_json(d, kernel)) for d in decide_all(catalogue.obligations, decider=decider)]
    for document in documents:
        taken(document)
    return documents


def differences(found: Decisions, again: Decisions) -> Problems:
    """How decisions differ from those that were made again; the kernel's flag apart, which its status gives."""
    problems: Problems = []
    for said, right in zip(found, again, strict=True):
        again_by = {*SOLVERS, *BESIDE, *(route["name"] for route in right["routes"])}
        of_solvers = {**said, "routes": [route for route in said["routes"] if route["name"] in again_by]}
        for member in right.keys() - {"kernel"}:
            if dump(_compared(member, of_solvers[member])) != dump(_compared(member, right[member])):
                problems.append((DECISIONS, f"{right['label']}: decided again, its {member} is different"))
    return sorted(problems)


def _compared(member: str, said: Any) -> Any:
    """What of a member is compared.

    Not the values of examples: a solver may find others, as good, and evaluation has shown that these do. Nor the
    versions of what is no solver: they are the environment's, and were held against that.
    """
    solvers = (*SOLVERS, *BESIDE)
    match member:
        case "routes":
            return [r if r["name"] in solvers else {**r, "version": ""} for r in said]
        case "tightness":
            return [(t["assumption"], t["outcome"]) for t in said]
        case "witness":
            return said and said["minimal"]
        case "satisfiable_by":
            return said is not None
    return said


# --- scripts ---


def asked_of_scripts(catalogue: Catalogue, again: Decisions) -> Mapping[str, Mapping[str, str]]:
    """What both solvers said of scripts when decisions were made again: of bit patterns, a script is all that is asked.

    What is expected to fail is left out: solvers are asked of one counterexample then.
    """
    found: dict[str, Mapping[str, str]] = {}
    for decision in again:
        obligation = catalogue[decision["label"]]
        if isinstance(obligation, BitObligation) and obligation.expected is not Verdict.REFUTED:
            by = {r["name"]: ANSWERS[r["verdict"]] for r in decision["routes"] if r["name"] in SOLVERS}
            found |= {f"{SMT}/{obligation.label}.goal-1.smt2": by} if by.keys() == SOLVERS.keys() else {}
    return found


ANSWERS = {str(verdict): str(status) for status, verdict in VERDICTS.items()}


def _scripts(files: Mapping[str, bytes], known: Mapping[str, Mapping[str, str]]) -> tuple[Checked, Problems]:
    """Every script answered by both solvers, in processes of their own; those that differ in comments alone once.

    Of some the answers are known by their names.
    """
    decisions = {d["label"]: d for d in load(files[DECISIONS])["decisions"]}
    satisfied = {label for label, d in decisions.items() if d["satisfiable_by"] is not None}
    questions = {name: question(data.decode()) for name, data in files.items() if name.startswith(f"{SMT}/")}
    wants = {name: wanted(decisions, name) for name in questions}
    open_ = {
        asked: any(wants[n] == "unsat" or (wants[n] == "sat" and _label(n) not in satisfied) for n in names)
        for asked, names in by_question(questions).items()
    }
    nothing = {"z3": "unknown", "cvc5": "unknown"}
    answers = {questions[name]: by for name, by in known.items()}
    left = {asked: is_open for asked, is_open in open_.items() if asked not in answers}
    said = run_tasks(ask_both, left.items(), seconds=HARD_SECONDS, lost=lambda *_: nothing)
    answers |= dict(zip(left, said, strict=True))
    undecided, wrong = held({name: answers[asked] for name, asked in questions.items()}, wants, satisfied)
    return {"scripts": len(questions), "questions": len(open_), "undecided": undecided}, wrong


def question(script: str) -> str:
    """A script without its comments."""
    return "".join(line for line in script.splitlines(keepends=True) if not line.startswith(";"))


def by_question(questions: Mapping[str, str]) -> Mapping[str, Sequence[str]]:
    """The scripts that ask each question."""
    names: dict[str, list[str]] = {}
    for name, question in questions.items():
        names.setdefault(question, []).append(name)
    return names


def ask_both(asked: str, is_open: bool) -> dict[str, str]:
    """What both solvers say of a question. `is_open`: nothing but a solver can say what the package's verdict needs."""
    ask = {name: SOLVERS[name].ask_script for name in ("cvc5", "z3")}
    answers = {solver: ask[solver](asked, FIRST).status for solver in ask}
    for limits in FURTHER if is_open else ():
        for solver in ask:
            if set(answers.values()) == {Status.UNKNOWN}:
                answers[solver] = ask[solver](asked, limits).status
    return {solver: str(status) for solver, status in answers.items()}


def wanted(decisions: Mapping[str, Mapping[str, Any]], name: str) -> str:
    """The answer to a script that the package's verdict needs; "" for a part of several of which one must be sat."""
    verdict = decisions[_label(name)]["verdict"]
    if name.endswith(".assumptions.smt2"):
        return {"vacuous": "unsat", "unknown": ANY}.get(verdict, "sat")
    return {"proved": "unsat", "refuted": ""}.get(verdict, ANY)


def _label(name: str) -> str:
    return name.removeprefix(f"{SMT}/").removesuffix(".smt2").rpartition(".")[0]


def held(
    answers: Mapping[str, Mapping[str, str]], wants: Mapping[str, str], satisfied: Collection[str]
) -> tuple[list[str], Problems]:
    """The answers against what they should be: what a solver left open is listed, what contradicts is a problem.

    `satisfied` are the obligations whose assumptions were evaluated, and hold for an example.
    """
    undecided: list[str] = []
    problems: Problems = []
    refuted: dict[str, bool] = {}
    for name, by in answers.items():
        want, said = wants[name], set(by.values())
        undecided += [f"{name}: {solver}" for solver, status in by.items() if status == "unknown"]
        if {"sat", "unsat"} <= said:
            problems.append((name, "the solvers contradict each other"))
        elif want == ANY:
            continue
        elif want and said - {want, "unknown"}:
            problems.append((name, f"should be {want}, but is {', '.join(sorted(said))}"))
        elif want == "unsat" and said == {"unknown"}:
            problems.append((name, "neither solver decides it within its limits"))
        elif want == "sat" and said == {"unknown"} and _label(name) not in satisfied:
            problems.append((name, "neither solver shows that the assumptions can hold together, and no example does"))
        if not want:
            refuted[_label(name)] = refuted.get(_label(name), False) or "sat" in said or said == {"unknown"}
    problems += [(f"{SMT}/{k}", "is refuted by no part") for k, found in refuted.items() if not found]
    return undecided, problems


# --- the kernel ---


def _kernel_again(catalogue: Catalogue, files: Mapping[str, bytes]) -> tuple[Problems, Asserted]:
    status = load(files[STATUS])
    try:
        return kernel_held(status, catalogue.kernel_again() if status["checked"] else NOT_ASKED)
    except RuntimeError as refused:
        return [(STATUS, f"Coq does not accept the files: {refused}"[:500])], {}


NOT_ASKED = KernelRecord("it was not asked when the package was built: why, the builder says")
"""Of what was not checked, nothing is said that Coq could confirm."""


def kernel_held(status: Mapping[str, Any], again: KernelRecord) -> tuple[Problems, Asserted]:
    """A status that says that Coq accepts the files, against what Coq says now; or why it stays asserted."""
    if again.problem:
        return [], {KERNEL: again.problem}
    right = again.json()
    if any(status[member] != right[member] for member in ("theorems", "obligations")):
        return [(STATUS, "asked again, Coq accepts other theorems")], {}
    if status["version"] != again.version:
        return [], {KERNEL: f"Coq {status['version']} is not here; Coq {again.version} accepts the theorems"}
    return [], {}
