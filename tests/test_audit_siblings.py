"""The audit of pages on Conv and AveragePool: sizes and bounds by the clauses of windows, nothing of MaxPool's own."""

from __future__ import annotations

import pytest

from proofs.audit.report.report import Audit
from proofs.audit.report.understood import GEOMETRY, operator_lines
from proofs.audit.run import audit
from tests.audit_documents import document

SIZE = (
    r"$dY_2 = \left\lfloor (dX_2 + \texttt{pads}[0] + \texttt{pads}[2] - (EXTENT)) "
    r"/ \texttt{strides}[0] \right\rfloor + 1$"
)
RIGHT, MISPLACED = (rf"\texttt{{dilations}}[0] \cdot {k} + 1" for k in ("(dW_2 - 1)", "dW_2 - 1"))
ONNX_11 = """# AveragePool

If `ceil_mode` is disabled:

```
VALID: output_shape[i] = floor((input_shape[i] - ((kernel_shape[i] - 1) * dilations[i] + 1) + 1) / strides[i])
```
"""


def found(text: str, operator: str | None = None) -> tuple[Audit, list[str]]:
    made = audit(document(text), None, operator=operator)
    return made, [finding.rule for finding in made.findings]


def test_the_extent_with_its_parenthesis_misplaced_is_wrong_on_a_page_on_conv() -> None:
    made, rules = found(f"# Conv\n\n- `[C1]` {SIZE.replace('EXTENT', MISPLACED)}\n")
    assert rules == ["formula-wrong"]
    (finding,) = made.findings
    assert (
        "for dX_2 = 1, pads[0] = 0, pads[2] = 0, dW_2 = 1, dilations[0] = 2, strides[0] = 1 it gives 0"
        in finding.message
    )
    assert list(operator_lines(made)) == [f"of Conv (line 1), {GEOMETRY}"]
    assert found(f"# Conv\n\n- `[C1]` {SIZE.replace('EXTENT', RIGHT)}\n")[1] == []


def test_what_version_11_rounds_down_is_wrong_on_a_page_on_averagepool() -> None:
    made, rules = found(ONNX_11)
    assert rules == ["formula-wrong"]
    assert made.findings[0].suggestion.startswith("output_shape[i] = ceil(")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (r"$\texttt{strides}[0] \geq 1$", []),
        (r"$\texttt{strides}[0] \geq 0$", ["domain-wrong"]),
        (r"$\texttt{pads}[0] \geq 0$ and $dX_1 = dW_1 \cdot group$", []),
        (
            r"$Y[b, c, m, n] = \sum_{h=0}^{dW_2-1} X_p[b, c, m + h, n] \cdot W[c, 0, h, 0]$",
            [],
        ),
        (r"$Y[b, c, m, n] = \max_{h} X[b, c, h, n]$", []),
        ("If several elements are equal, the last counts. A NaN is passed on. Padding is 0.", []),
    ],
)
def test_bounds_are_judged_and_what_is_maxpools_is_not(text: str, rules: list[str]) -> None:
    for operator in ("conv", "averagepool"):
        assert found(f"{text}\n", operator)[1] == rules


def test_a_version_without_dilations_is_judged_without_them() -> None:
    size = "output_shape[i] = floor((input_shape[i] + pad_shape[i] - kernel_shape[i]) / strides[i] + 1)"
    assert found(f"# AveragePool\n\n```\n{size}\n```\n")[1] == []
    assert found(f"# Conv\n\n```\n{size}\n```\n")[1] == ["formula-wrong"]
