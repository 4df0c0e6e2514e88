"""Hostile examples: a finding or none, and never an exception, an execution or a search without end."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spec.documents.printed.matrices import tensor
from spec.documents.printed.numbers import number, readings
from spec.documents.printed.tensors import sizes_of_places
from tests.audit_examples import Case as Right
from tests.audit_examples import as_markdown, as_python, document, found, judge

HEAD = "# Example\n\n- kernel_shape = [2, 2]\n\n"


def example(X: str, Y: str = "[[4]]") -> str:
    return f"{HEAD}X = {X}\n\nY = {Y}\n"


@pytest.mark.parametrize(
    "X",
    [
        "[" * 5_000,
        "[" * 5_000 + "1" + "]" * 5_000,
        r"\begin{bmatrix}" * 5_000 + "1" + r"\end{bmatrix}" * 5_000,
        r"\begin{bmatrix}" * 5_000,
        "[" + "1, " * 60_000 + "1]",
        r"\begin{bmatrix}" + "1 & " * 60_000 + r"1\end{bmatrix}",
        r"\begin{bmatrix} 1 & 2 \end{pmatrix}",
    ],
    ids=["open lists", "deep lists", "deep matrices", "open matrices", "long list", "long matrix", "another end"],
)
def test_tensors_beyond_all_bounds(X: str) -> None:
    assert ("matrix-malformed", 5) in found(example(X))


@pytest.mark.parametrize("cell", ["9" * 100_000, "1e999999999", "0." + "1" * 50, "-" * 5_000, "1" + " " * 5_000 + "1"])
def test_numbers_beyond_all_bounds(cell: str) -> None:
    assert found(example(f"[[1, 2], [3, {cell}]]"))[0] == ("number-malformed", 5)


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "X = [\n" * 2_000,
        HEAD + "X = \\begin{bmatrix}\n" * 2_000,
        HEAD + "X" + " " * 100_000 + "= [1]",
        HEAD + ("a" * 100 + " ") * 1_000 + "= [1]",
        HEAD + "S, I " * 20_000 + "= MaxPool",
        HEAD + "X = \\begin" + " " * 100_000 + "{bmatrix}",
        "# Other runtime\n\nY = [[1]]\n\n" + "1" * 100_000 + " instead of 2",
        "# Other runtime\n\nY = [[1]]\n\n" + "1 instead of " * 8_000,
    ],
    ids=["lists", "matrices", "spaces", "words", "calls", "begin", "digits", "differences"],
)
def test_texts_that_tempt_a_pattern(text: str) -> None:
    judge(text)


FAR, LONG = "999999999", "9" * 6_000


def table(*rows: str) -> str:
    return HEAD + "\n".join(f"| {row} |" for row in rows) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        table("place | X", "--- | ---", "(0, 0) | 1", f"(0, {FAR}) | 2"),
        table("place | X", "--- | ---", f"({FAR}, {FAR}, {FAR}, {FAR}) | 1"),
        table("place | X", "--- | ---", "(31, 63, 111, 111) | 1", "(31, 63, 111, 112) | 2"),
        table("place | X", "--- | ---", f"(0, {LONG}) | 1"),
        table("row | X", "--- | ---", "0 | 1 2", f"{LONG} | 1 2"),
        f"{HEAD}X[0,{FAR}] = 1 2\n3 4\n",
        f"{HEAD}```\nX[0,{FAR}] =\n1 2\n3 4\n```\n",
        f"{HEAD}```\nX[0,{LONG}] =\n1 2\n3 4\n```\n",
        f"{HEAD}```\nX, channel {LONG}:\n1 2\n3 4\n```\n",
        f"{HEAD}```\nX (1x1x{LONG}x2):\n1 2\n3 4\n```\n",
        f"{HEAD}X[0, {FAR}] = [[1]], X[0, {FAR}] = [[2]]\n",
    ],
)
def test_places_and_shapes_beyond_all_bounds(text: str) -> None:
    """A single far place once took all memory, and a long one all findings of its example."""
    beside = example("[[1, 2], [3, 4]]", "[[5]]")
    assert ("example-cell-wrong", beside.count("\n")) in [
        (rule, line) for rule, line in found(beside + "\n" + text.replace("# Example", "# Another example"))
    ]


def test_places_are_all_and_in_their_order() -> None:
    assert sizes_of_places([(0, 0), (0, 1), (1, 0), (1, 1)]) == (2, 2)
    assert sizes_of_places([(0,), (1,), (2,)]) == (3,)
    assert sizes_of_places([(0, 0), (1, 0), (0, 1), (1, 1)]) is None
    assert sizes_of_places([(0, 0), (0, 10**18)]) is None
    assert sizes_of_places([(0, 0), (0, 0), (1, 1), (1, 1)]) is None


def test_an_example_of_a_billion_elements() -> None:
    text = "# Page\n\n```python\nnode = make_node('MaxPool', inputs=['x'], outputs=['y'], kernel_shape=[2, 2])\n"
    assert found(f"{text}x = np.random.randn(1000, 1000, 1000, 1)\n```\n") == [("example-not-judged", 4)]
    assert found(f"{text}x = np.random.randn(1, 1, 1000, 1000)\n```\n") == []


@pytest.mark.parametrize("name", ["kernel_shape", "pads", "strides", "dilations"])
def test_attributes_beyond_all_bounds(name: str) -> None:
    size = 4 if name == "pads" else 2
    text = as_markdown(Right())
    shown = f"- {name} = " if name != "kernel_shape" else "- kernel\\_shape = "
    line = next(said for said in text.splitlines() if said.startswith(shown))
    assert [rule for rule, _ in found(text.replace(line, f"{shown}{[10**12] * size}"))] == ["example-attribute-wrong"]
    judge(text.replace(line, f"{shown}{[9_999] * size}"))


@pytest.mark.parametrize(
    "code",
    [
        "__import__('os').system('touch {file}')",
        "open('{file}', 'w')",
        "[open('{file}', 'w') for _ in [1]]",
        "(" * 3_000 + "1" + ")" * 3_000,
        "-" * 20_000 + "1",
        "a" + ".b()" * 5_000,
        "9" * 10_000,
        "'''",
        "np.array([[" + "'a', " * 100 + "]])",
        "lambda: (yield)",
    ],
)
def test_code_is_never_executed(code: str, tmp_path: Path) -> None:
    file = tmp_path / "made"
    body = code.replace("{file}", str(file))
    text = (
        f"# Page\n\n```python\nnode = make_node('MaxPool', inputs=['x'], outputs=['y'], kernel_shape=[2])\nx = {body}\n"
    )
    judge(f"{text}y = {body}\n```\n")
    judge(as_python(Right()).replace("a = np", f"d = {body}\na = np"))
    assert not file.exists()


@given(st.text(alphabet="[](), \n1.-e&\\{}bgindmatrx$=XY#`", max_size=120))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read(text: str) -> None:
    number(text)
    readings(text)
    for start in range(min(len(text), 5)):
        tensor(text, start, len(text))
    judge(f"{HEAD}X = {text}\n\nY = [[1]]\n\n{text}")


@pytest.mark.whole
@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_damage_is_survived(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([as_markdown(Right()), as_python(Right())]))
    at = data.draw(st.integers(0, len(text)))
    to = data.draw(st.integers(at, min(len(text), at + 40)))
    put = data.draw(
        st.sampled_from(["", "[", "]", "&", "\\\\", "\\begin{bmatrix}", "\\end{bmatrix}", "1e9", "```", "'", "\0x"])
    )
    damaged = text[:at] + put + text[to:]
    for finding in judge(damaged)[1]:
        assert 0 <= finding.start <= len(damaged)
        assert finding.fix is None or 0 <= finding.fix.start <= finding.fix.end <= len(damaged)
    assert document(damaged).text == damaged
