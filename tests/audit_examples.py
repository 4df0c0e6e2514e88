"""Right worked examples in the three styles, written out from a call; and the judgement of a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from proofs.audit.examples.examples import judge_examples
from proofs.audit.rulebook.findings import Finding, JudgedClaim
from reference import onnx
from spec.documents.pages.load import Loaded
from spec.documents.pages.model import Document
from spec.documents.pages.read import parse

Array = NDArray[Any]


def document(text: str, name: str = "page.md") -> Document:
    return parse(Loaded(text, "0" * 64, False, "\n"), name)


def judge(text: str, name: str = "page.md") -> tuple[list[JudgedClaim], list[Finding], int]:
    return judge_examples(document(text, name))


def found(text: str, name: str = "page.md") -> list[tuple[str, int]]:
    """The findings as rule and line."""
    read = document(text, name)
    return [(f.rule, read.place(f.start)[0]) for f in judge_examples(read)[1]]


def fixed(text: str, findings: Sequence[Finding]) -> str:
    """The text with every certain correction made."""
    for finding in sorted(findings, key=lambda f: -f.start):
        if finding.fix is not None:
            text = text[: finding.fix.start] + finding.fix.text + text[finding.fix.end :]
    return text


@dataclass(frozen=True)
class Case:
    """A call whose outputs are the reference's. The numbers of X differ from each other in two digits or more."""

    shape: tuple[int, int] = (4, 5)
    kernel: tuple[int, int] = (2, 2)
    strides: tuple[int, int] = (1, 1)
    pads: tuple[int, int, int, int] = (0, 0, 0, 0)
    dilations: tuple[int, int] = (1, 1)
    seed: int = 0
    X: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        order = np.random.default_rng(self.seed).permutation(self.shape[0] * self.shape[1])
        object.__setattr__(self, "X", tuple(f"{int(p) + 10}.{int(p) + 10}" for p in order))

    def outputs(self, cells: Sequence[str] | None = None) -> tuple[Array, Array]:
        X = np.array([float(c) for c in cells or self.X]).reshape(1, 1, *self.shape)
        return onnx.maxpool(X, kernel_shape=self.kernel, strides=self.strides, pads=self.pads, dilations=self.dilations)

    def rows(self) -> tuple[list[list[str]], list[list[str]], list[list[str]]]:
        """X, Y and Indices as text."""
        Y, Indices = self.outputs()
        width = self.shape[1]
        X = [list(self.X[i : i + width]) for i in range(0, len(self.X), width)]
        return X, [[f"{v:.2f}" for v in row] for row in Y[0, 0]], [[str(v) for v in row] for row in Indices[0, 0]]


def latex(rows: list[list[str]], nested: bool = True) -> str:
    begin, end = "\\begin{bmatrix}\n", "\\end {bmatrix}\n"
    body = "".join(f"  {' & '.join(row)} \\\\\n" for row in rows)
    return begin * (3 if nested else 1) + body + end * (3 if nested else 1)


def listed(rows: list[list[str]]) -> str:
    return "[[[" + ",\n  ".join(f"[{', '.join(row)}]" for row in rows) + "]]]"


def as_markdown(case: Case, number: int = 1, nested: bool = True) -> str:
    X, Y, Indices = case.rows()
    return "\n".join(
        [
            f"### Example {number}",
            "",
            "One call, written out in full.",
            "",
            f"- Shape of $X$ = [1, 1, {len(X)}, {len(X[0])}]",
            f"- kernel\\_shape = {list(case.kernel)}",
            f"- pads = {list(case.pads)}",
            f"- dilations = {list(case.dilations)}",
            f"- strides = {list(case.strides)}",
            f"- Shape of $Y$ = [1, 1, {len(Y)}, {len(Y[0])}]",
            "",
            "```math",
            f"X = {latex(X, nested)}```",
            "",
            f"$$Y = {latex(Y, nested)}$$",
            "",
            "```math",
            f"\\text{{Indices}} = {latex(Indices, nested)}```",
            "",
        ]
    )


def as_python(case: Case) -> str:
    X, Y, Indices = case.rows()
    return "\n".join(
        [
            "A call in code:",
            "",
            "```python",
            '"""',
            f"input_shape: [1, 1, {len(X)}, {len(X[0])}]",
            f"output_shape: [1, 1, {len(Y)}, {len(Y[0])}]",
            '"""',
            "node = helper.make_node(",
            '    "MaxPool",',
            '    inputs=["a"],',
            '    outputs=["b", "c"],',
            f"    kernel_shape={list(case.kernel)},",
            f"    pads={list(case.pads)},",
            f"    dilations={list(case.dilations)},",
            f"    strides={list(case.strides)},",
            ")",
            f"a = np.array([{listed(X)}]).astype(np.float32)",
            f"b = np.array([{listed(Y)}]).astype(np.float32)",
            f"c = np.array([{listed(Indices)}]).astype(np.int64)",
            "```",
            "",
        ]
    )


def as_listing(case: Case) -> str:
    X, Y, Indices = case.rows()
    return "\n".join(
        [
            "Example 1 is about this call:",
            "",
            "```",
            f"input = [{listed(X)}]",
            f"strides = {list(case.strides)}",
            f"kernel = {list(case.kernel)}",
            f"dilations = {list(case.dilations)}",
            f"pads_begin = {list(case.pads[:2])}",
            f"pads_end = {list(case.pads[2:])}",
            'auto_pad = "explicit"',
            f"output0 = [{listed(Y)}]",
            f"output1 = [{listed(Indices)}]",
            "```",
            "",
        ]
    )
