"""Constraints judged both ways: what they let through, what they forbid, and what their rationales claim of them."""

from __future__ import annotations

import numpy as np
import pytest

from proofs.audit.formulas.formulas import judge_formulas
from proofs.audit.rulebook.findings import Finding
from proofs.audit.truth.witnesses import in_names
from reference.maxpool import maxpool
from spec.documents.pages.load import decode
from spec.documents.pages.model import Document
from spec.documents.pages.read import parse
from spec.documents.prose.demands import Demanded, demands
from spec.operator.operator import Violation

SIZES = r"""
- $dY_2 = \lfloor (dX_2 + pads[0] + pads[2] - dilations[0] \cdot (kernel\_shape[0] - 1) - 1) / strides[0] \rfloor + 1$
- $dY_3 = \lfloor (dX_3 + pads[1] + pads[3] - dilations[1] \cdot (kernel\_shape[1] - 1) - 1) / strides[1] \rfloor + 1$
- Each size of $Y$ is at least 1.
"""
FOLKLORE = r"$pads[0] < kernel\_shape[0] \land pads[2] < kernel\_shape[0]$"
WEAKEST = (
    r"$pads[0] \le dilations[0] \cdot (kernel\_shape[0] - 1)$",
    r"$(dY_2 - 1) \cdot strides[0] < dX_2 + pads[0]$",
)


def page(statement: str, rationale: str = "") -> Document:
    lines = ["# MaxPool", SIZES, "## Constraints", f"- `[C1]`: A constraint\n    - Statement: {statement}"]
    lines += [f"    - Rationale: {rationale}"] if rationale else []
    return parse(decode("\n".join([*lines, ""]).encode(), "page.md"), "page.md")


def rules(text: str) -> set[str]:
    """The rules found in a page with some text."""
    read = parse(decode(f"# MaxPool\n{text}\n".encode(), "page.md"), "page.md")
    return {finding.rule for finding in judge_formulas(read, {}).findings}


def found(statement: str, rationale: str = "") -> dict[tuple[str, str], Finding]:
    """The findings by rule and by the word with which their line begins; those at the sizes are none of these."""
    read = page(statement, rationale)
    lines = [(f, read.line(read.place(f.start)[0])) for f in judge_formulas(read, {}).findings]
    return {(f.rule, line.split(":")[0].strip(" -")): f for f, line in lines if ":" in line}


def call(witness: dict[str, object]) -> None:
    """The call of a witness on the first axis, by the reference."""
    one = {"kernel_shape": 1, "dilations": 1, "strides": 1}
    pads = [witness["pads[0]"], 0, witness["pads[2]"], 0]
    lists = {name: [witness[f"{name}[0]"], value] for name, value in one.items()}
    X = np.zeros((1, 1, int(str(witness["dX_2"])), 1), np.float32)
    maxpool(X, auto_pad="NOTSET", ceil_mode=0, storage_order=0, pads=pads, **lists)


@pytest.mark.parametrize(
    "statement",
    [
        FOLKLORE,
        r"$\text{pads} < \text{kernel\_shape}$",
        "Each value of `pads` shall be strictly less than the corresponding value of `kernel_shape`.",
        "The padding must be smaller than the kernel on each axis.",
        r"$\forall i \in [0, 1]: pads[i] < kernel\_shape[i]$",
    ],
)
def test_folklore_is_too_strong_and_too_weak(statement: str) -> None:
    findings = found(statement)
    strong = findings["constraint-too-strong", "Statement"]
    call(dict(strong.witness))
    weak = findings["window-without-element", "Statement"]
    if "pads[i]" not in statement:
        assert dict(weak.witness) == {
            "dX_2": 1, "kernel_shape[0]": 2, "dilations[0]": 2, "strides[0]": 1, "pads[0]": 1, "pads[2]": 1,
        }  # fmt: skip
    with pytest.raises(Violation, match=r"windows\.meet-input"):
        call(dict(weak.witness))


@pytest.mark.parametrize(
    "statement",
    [
        r"$strides[0] \le kernel\_shape[0]$",
        r"$kernel\_shape[0] \le dX_2$",
        r"$kernel\_shape[0] = kernel\_shape[1]$",
        r"$2 \cdot pads[0] \le kernel\_shape[0]$",
        r"$pads[0] = pads[2]$",
        r"$dX_2 \bmod strides[0] = 0$",
        "The strides shall not exceed the kernel.",
    ],
)
def test_what_forbids_a_legal_call_is_too_strong(statement: str) -> None:
    assert ("constraint-too-strong", "Statement") in found(statement)


@pytest.mark.parametrize(
    "statement",
    [
        *WEAKEST,
        r"$strides[0] \ge 1$",
        r"$pads[0] \ge 0 \land pads[2] \ge 0$",
        r"$dilations[0] \cdot (kernel\_shape[0] - 1) + 1 \le dX_2 + pads[0] + pads[2]$",
        r"$dY_2 \ge 1$",
        "The dilated kernel shall fit in the padded input.",
        "Each window shall have at least one element of $X$.",
        r"It is an error if $pads[0] > dilations[0] \cdot (kernel\_shape[0] - 1)$.",
        r"Calls with $pads[0] > dilations[0] \cdot (kernel\_shape[0] - 1)$ are rejected.",
        r"$dY_2 < 1$ is not allowed.",
        r"No call has $strides[0] < 1$.",
        r"It is required that $dY_2 \ge 1$; the call is otherwise an error.",
        r"When $strides[0] < kernel\_shape[0]$, windows overlap.",
        r"For example, with $pads[0] < kernel\_shape[0]$ few windows are long.",
    ],
)
def test_what_forbids_no_legal_call_is_not_too_strong(statement: str) -> None:
    rules = {rule for rule, _ in found(statement)}
    assert not rules & {"constraint-too-strong", "constraint-sufficient", "domain-wrong", "formula-wrong"}


def test_the_simple_condition_is_a_choice() -> None:
    assert ("constraint-sufficient", "Statement") in found(r"$dilations[0] \le dX_2$")


def test_a_restriction_of_a_profile_forbids_what_it_likes() -> None:
    text = f"{SIZES}\n## Restrictions\n- `[R9]`: $pads[0] = pads[2]$\n- `[R10]`: $strides[0] \\le 1$\n"
    assert "constraint-too-strong" not in rules(text)
    assert "constraint-too-strong" in rules(text.replace("Restrictions", "Constraints"))


RATIONALES = (
    "This guarantees that the maximum belongs to $X$.",
    "It ensures that each window has at least one element of $X$.",
    "Guarantees that no window lies entirely in the padding.",
)


@pytest.mark.parametrize("rationale", RATIONALES)
def test_a_false_rationale_is_found_at_its_own_line(rationale: str) -> None:
    finding = found(FOLKLORE, rationale)["rationale-false", "Rationale"]
    assert (finding.witness["dilations[0]"], finding.witness["pads[0]"], finding.witness["dX_2"]) == (2, 1, 1)


@pytest.mark.parametrize("rationale", RATIONALES)
def test_a_rationale_that_follows_is_no_finding(rationale: str) -> None:
    statement = FOLKLORE + r" and $dilations[0] \le dX_2$"
    assert not any(rule == "rationale-false" for rule, _ in found(statement, rationale))


def test_a_rationale_on_the_output_is_judged() -> None:
    text = "So that the output is not empty."
    assert not any(
        rule == "rationale-false" for rule, _ in found("The dilated kernel shall fit in the padded input.", text)
    )
    constraint = f"- `[C1]`: Size\n    - Statement: $kernel\\_shape[0] \\le dX_2$\n    - Rationale: {text}\n"
    assert "rationale-false" in rules(SIZES.rpartition("-")[0] + "\n## Constraints\n" + constraint)


def test_a_rationale_of_what_was_not_read_is_not_understood() -> None:
    claims = judge_formulas(page("The padding is chosen with care.", RATIONALES[0]), {}).claims
    assert [c.verdict for c in claims if c.kind == "rationale"] == ["not understood"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Each window gives one value of $Y$.",
        "A window has elements.",
        "No window has padding.",
        "Each window has an element.",
        "The output is empty.",
        "The output is always empty.",
        "The kernel never fits in the padded input.",
        "Each window of the example has at least one element of X.",
        "The pads are smaller than expected.",
        "An error is raised if a window contains an element of $X$.",
        "An error is not raised if the kernel does not fit into the padded input.",
        "No error is raised if a window contains no element of $X$.",
        "The operator shall not report an error if the dilated kernel is larger than the padded input.",
        "The operator shall report an error unless the dilated kernel is larger than the padded input.",
        "The operator shall return the output if the dilated kernel is larger than the padded input.",
        "",
        "window " * 100,
    ],
)
def test_what_is_no_demand_is_not_understood(sentence: str) -> None:
    assert demands(sentence) is None


def test_what_follows_is_claimed_and_the_rest_demanded() -> None:
    found = demands("The dilated kernel fits in the padded input, so that each size of $Y$ is at least 1.")
    assert found is not None
    assert [(d.of, d.is_claim) for d in found] == [(Demanded.FITS, False), (Demanded.OUTPUT, True)]


@pytest.mark.parametrize(
    ("sentence", "demanded"),
    [
        ("An error is raised if the kernel does not fit into the padded input.", [Demanded.FITS]),
        ("If a window contains no element of $X$, an error is reported.", [Demanded.WINDOWS]),
        ("It is an error if a window lies entirely on padding, or if the output is empty.", [
            Demanded.WINDOWS, Demanded.OUTPUT,
        ]),
        ("A call is rejected when the kernel does not fit in the padded input.", [Demanded.FITS]),
        ("The operator shall report an error if the dilated kernel is larger than the padded input.", [Demanded.FITS]),
        ("The operator raises an error when the padded input is smaller than the kernel.", [Demanded.FITS]),
        ("The implementation shall reject the call if a window covers no element of $X$.", [Demanded.WINDOWS]),
        ("The operator shall report an error if a window covers padding only.", [Demanded.WINDOWS]),
    ],
)  # fmt: skip
def test_what_is_an_error_is_forbidden(sentence: str, demanded: list[Demanded]) -> None:
    found = demands(sentence)
    assert found is not None
    assert [(d.of, d.is_claim) for d in found] == [(what, False) for what in demanded]


@pytest.mark.parametrize(
    ("condition", "is_wrong"),
    [
        ("the kernel is larger than the input", True),
        ("the padded input is larger than the dilated kernel", True),
        ("the dilated kernel is larger than or equal to the padded input", True),
        ("the dilated kernel is larger than the padded input", False),
        ("the padded input is smaller than the dilated kernel", False),
    ],
)
def test_what_is_an_error_forbids_no_call_that_the_operator_allows(condition: str, is_wrong: bool) -> None:
    said = f"{SIZES}\n- REQ-7: The operator shall report an error if {condition}.\n"
    assert ("constraint-too-strong" in rules(said)) is is_wrong


def test_a_keyword_silences_nothing() -> None:
    """What the document says elsewhere of windows is no demand that they have an element."""
    text = f"{SIZES}\nEach window gives one value of $Y$. The maximum is always an element of $X$.\n"
    assert "window-without-element" in rules(text)


def test_what_is_told_of_a_call_is_no_demand() -> None:
    told = "The kernel is smaller than the input."
    assert "constraint-too-strong" not in rules(f"{SIZES}\n{told}\n")
    assert "constraint-too-strong" in rules(f"{SIZES}\n{told.replace('is', 'shall be')}\n")


def test_a_witness_names_an_axis_that_the_profile_does_not_have() -> None:
    assert in_names({"x": 3, "kernel": 2}, 2, []) == {"dX_4": 3, "kernel_shape[2]": 2}


@pytest.mark.parametrize(
    ("said", "is_demanded"),
    [
        ("With `strides[0] < kernel_shape[0]` windows may share elements.", False),
        ("Since `strides[0] < kernel_shape[0]`, windows overlap.", False),
        ("Even with `strides[0] > kernel_shape[0]`, each element counts.", False),
        ("Windows are disjoint as soon as `strides[0] >= kernel_shape[0]`.", False),
        ("Windows are disjoint provided that `strides[0] > kernel_shape[0]`.", False),
        ("In most networks `strides[0] <= kernel_shape[0]`.", False),
        ("Kernels that need `kernel_shape[0] <= 3` are common.", False),
        ("It is required that `strides[0] <= kernel_shape[0]`.", True),
        ("For every call, `strides[0] <= kernel_shape[0]`.", True),
        ("The strides satisfy `strides[0] >= 2`.", True),
    ],
)
def test_a_formula_demands_something_where_its_sentence_does(said: str, is_demanded: bool) -> None:
    assert bool({"constraint-too-strong", "domain-wrong"} & rules(f"{SIZES}\n{said}\n")) is is_demanded
