"""Pages in names of their own: sets of taps in sentences and cut with the plane, axes by their numbers, tensors by
their signature; each is proved as written, and refuted with a slip."""

from __future__ import annotations

import pytest

from proofs.audit.report.report import level_of
from proofs.audit.rulebook.findings import Level
from proofs.audit.run import audit
from tests.audit_documents import document

NAMED = r"""# MaxPool

$(P, J) = \textbf{MaxPool}(A)$, where $A$ is the input tensor. $A$ has shape $(B, D, R, S)$ and $P$ has shape
$(B, D, R', S')$.

We write $(a_1, a_2)$ for `kernel_shape`, $(s_1, s_2)$ for `strides`, $(e_1, e_2)$ for `dilations` and $(t, l, b, r)$
for `pads`.

"""
CUT = r"""$$V(y, x) = \{ (y s_1 + u e_1 - t, x s_2 + v e_2 - l) \mid 0 \leq u < a_1, 0 \leq v < a_2 \}
\cap ([0, R-1] \times \{0..S-1\})$$

"""
SENTENCE = r"""Let $V(y, x)$ be the set of the pairs $(p, q)$ such that, for some $u \in [0, a_1 - 1]$
and some $v \in \{0..a_2-1\}$:

$$p = y\,s_1 + u\,e_1 - t, \quad 0 \leq p < R$$

$$q = x\,s_2 + v\,e_2 - l, \quad 0 \leq q < S$$

"""
VALUES = r"""$$P[n, c, y, x] = \max \{ A[n, c, p, q] \mid (p, q) \in V(y, x) \}$$

$$J[n, c, y, x] = n D R S + c R S + p^* S + q^*$$

where $(p^*, q^*)$ is the first element of $V(y, x)$ in row-major order for which $A[n, c, p^*, q^*] = P[n, c, y, x]$.
"""
KINDS = ("definition of Y", "layout of Indices", "set of taps", "output size", "constraint", "range")


def verdicts(text: str) -> list[str]:
    return [claim.verdict for claim in audit(document(text), None).claims if claim.kind in KINDS]


def wrong(text: str) -> set[str]:
    made = audit(document(text), None)
    return {finding.rule for finding in made.findings if level_of(finding) is not Level.NOTE}


@pytest.mark.parametrize("taps", [CUT, SENTENCE])
def test_outputs_over_a_set_of_taps_are_proved(taps: str) -> None:
    found = {claim.kind: claim.verdict for claim in audit(document(NAMED + taps + VALUES), None).claims}
    assert (found["definition of Y"], found["layout of Indices"]) == ("proved", "proved")


@pytest.mark.parametrize(
    ("taps", "old", "new"),
    [
        (CUT, "[0, R-1]", "[0, R]"),
        (CUT, "- l)", "- r)"),
        (CUT, "u < a_1", r"u \leq a_1"),
        (SENTENCE, "- t,", "- b,"),
        (SENTENCE, "q < S", r"q \leq S"),
        (SENTENCE, "a_2-1", "a_2"),
    ],
)
def test_a_slip_in_a_set_of_taps_is_refuted(taps: str, old: str, new: str) -> None:
    assert taps.count(old) == 1
    assert "refuted" in verdicts(NAMED + taps.replace(old, new) + VALUES)


def test_a_set_with_words_that_are_not_read_is_none() -> None:
    text = NAMED + SENTENCE.replace("such that, for some", "outside of it, unless for some") + VALUES
    assert "definition of Y" not in {claim.kind for claim in audit(document(text), None).claims}


def test_a_set_is_judged_where_no_output_uses_it() -> None:
    assert verdicts(NAMED + CUT) == ["proved"]
    assert verdicts(NAMED + CUT.replace("- t,", "- b,")) == ["refuted"]


AXES = r"""# MaxPool

$X$ has dimensions $(N, C, H_2, H_3)$, $Y$ has dimensions $(N, C, G_2, G_3)$.

$$\texttt{kernel\_shape} = [K_2, K_3], \quad \texttt{strides} = [\sigma_2, \sigma_3], \quad
\texttt{dilations} = [\delta_2, \delta_3], \quad \texttt{pads} = [\beta_2, \beta_3, \varepsilon_2, \varepsilon_3]$$

"""
SIZE = (
    r"$\forall a \in \{2,3\}: G_a = 1 + \left\lfloor \dfrac{H_a + \beta_a + \varepsilon_a - \delta_a (K_a - 1) - 1}"
    r"{\sigma_a} \right\rfloor$"
)


def test_a_formula_for_axes_by_their_numbers_is_one_for_each() -> None:
    assert verdicts(AXES + SIZE) == ["proved", "proved"]
    assert verdicts(AXES + SIZE.replace(r"\varepsilon_a -", r"\varepsilon_3 -")) == ["refuted", "proved"]


def test_bounds_joined_by_or_bound_nothing() -> None:
    bounds = r"$\forall a \in \{2,3\}: K_a \ge 1 \wedge \sigma_a \ge 1$"
    assert "domain-wrong" not in wrong(AXES + bounds)
    assert "domain-wrong" in wrong(AXES + bounds.replace(r"\wedge", r"\vee"))


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("$0 \\le Indices[b, c, m, n] < N C H_2 H_3$", ""),
        ("$0 \\le Indices[b, c, m, n] \\le N C H_2 H_3$", "index-range-wrong"),
        ("$Indices[b, c, m, n] \\in [0, H_2 H_3)$", "index-range-wrong"),
        (
            "It is an error if `dilations[0] * (kernel_shape[0] - 1) + 1` exceeds `H_2`.",
            "constraint-too-strong",
        ),
        ("`pads` is $[\\beta_2, \\varepsilon_2, \\beta_3, \\varepsilon_3]$.", "name-twice"),
    ],
)
def test_ranges_comparisons_and_names_are_judged(said: str, rule: str) -> None:
    found = wrong(f"{AXES}{said}\n") & {"index-range-wrong", "constraint-too-strong", "name-twice"}
    assert found == ({rule} if rule else set())


FIELDS = "# MaxPool\n\n## Attributes\n\n* **{name}** {head}:\n  {text}\n"


@pytest.mark.parametrize(
    ("name", "head", "text", "rules"),
    [
        ("auto_pad", "(required)", "Must be NOTSET, which means that padding is explicit.", set()),
        ("auto_pad", "(required)", "Must be VALID, which means that nothing is padded.", {"domain-wrong"}),
        ("ceil_mode", "(required)", "Must be 0: sizes are rounded down.", set()),
        ("ceil_mode", "(optional)", "Must be 0: sizes are rounded down.", {"domain-wrong"}),
        ("storage_order", "(required)", "Must be 1: column major.", {"domain-wrong"}),
    ],
)
def test_an_item_is_read_in_the_context_of_its_attribute(name: str, head: str, text: str, rules: set[str]) -> None:
    found = wrong(FIELDS.format(name=name, head=head, text=text))
    assert found & {"domain-wrong"} == rules


TABLE = (
    "# MaxPool\n\n## Attributes\n\n| Attribute | Type | Default | Required |\n|---|---|---|---|\n"
    "| strides | {} | {} | {} |\n"
)


@pytest.mark.parametrize(
    ("cells", "is_wrong"),
    [
        (("int[2]", "none", "yes"), False),
        (("int[4]", "none", "yes"), True),
        (("int[2]", "[1, 1]", "yes"), True),
        (("int[2]", "none", "no"), True),
    ],
)
def test_a_cell_is_a_claim_in_the_context_of_its_headings(cells: tuple[str, ...], is_wrong: bool) -> None:
    found = [claim for claim in audit(document(TABLE.format(*cells)), None).claims if claim.verdict == "disagrees"]
    assert bool(found) == is_wrong


SIGNED = r"""# MaxPool

$\textit{out}, \textit{idx} = \textbf{MaxPool}(\textit{in})$

| Tensor | Element type | Shape |
|---|---|---|
| $\textit{in}$ | float16, float, double, int8 or uint8 | $(N, C, H, W)$ |
| $\textit{out}$ | that of $\textit{in}$ | $(N, C, P, Q)$ |
| $\textit{idx}$ | int64 | $(N, C, P, Q)$ |

$(k, m)$ denotes `kernel_shape`, $(s, z)$ denotes `strides`, $(d, e)$ denotes `dilations` and $(t, l, b, r)$ denotes
`pads`, where $t$ and $b$ are the numbers of rows added above and below $\textit{in}$, and $l$ and $r$ are the numbers
of columns added on its left and on its right.

The two spatial sizes of the outputs are

$$P = \left\lfloor \frac{H + t + b - d (k - 1) - 1}{s} \right\rfloor + 1$$

$$Q = \left\lfloor \frac{W + l + r - e (m - 1) - 1}{z} \right\rfloor + 1$$

Both shall be positive. No window may be empty. If all values in a window are NaN, $\textit{out}$ is $-\infty$. $-0$ and
$+0$ are equal.
"""


def test_tensors_of_a_signature_are_meant_in_words_and_tables() -> None:
    made = audit(document(SIGNED), None)
    assert [claim.verdict for claim in made.claims if claim.kind == "output size"] == ["proved", "proved"]
    assert [finding.rule for finding in made.findings if level_of(finding) is Level.ERROR] == []
    told = {claim.understood for claim in made.claims if claim.understood}
    assert {"all-NaN windows: minus-inf", "zeros: equal", "a window over padding alone: an error"} <= told


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("$t$ and $b$ are the", "$t$ and $l$ are the", "name-twice"),
        ("above and below", "below and above", "name-twice"),
        ("| int64 |", "| int32 |", "type-wrong"),
        ("Both shall be positive", "Both may be zero", "window-rule-wrong"),
        ("No window may be empty", "A window may be empty", "window-rule-wrong"),
        (r"$\textit{out}$ is $-\infty$", r"$\textit{out}$ is NaN", "nan-wrong"),
        (r"H + t + b", r"H + t + r", "formula-wrong"),
        ("$+0$ are equal", "$+0$ are distinct", "zeros-wrong"),
    ],
)
def test_a_slip_in_words_on_them_is_found(old: str, new: str, rule: str) -> None:
    assert SIGNED.count(old) == 1
    assert rule in wrong(SIGNED.replace(old, new))


FIRST = NAMED + CUT + VALUES


@pytest.mark.parametrize(("which", "found"), [("first", set()), ("last", {"tie-wrong"})])
def test_the_tap_of_a_set_is_told_by_its_order(which: str, found: set[str]) -> None:
    assert FIRST.count("is the first element") == 1
    text = FIRST.replace("is the first element", f"is the {which} element")
    assert wrong(text) & {"tie-wrong", "tie-open"} == found


def test_an_equation_of_other_elements_tells_of_no_tap() -> None:
    text = FIRST.replace("= P[n, c, y, x]$.", "= A[n, c, y, x]$.").replace(
        "is the first element", "is the last element"
    )
    assert text.count("= A[n, c, y, x]$.") == 1
    assert "tie-wrong" not in wrong(text)


THOSE = r"""# MaxPool

$(Y, J) = \textbf{MaxPool}(X)$, where $X$ has shape $(N, C, H, W)$ and $Y$ has shape $(N, C, P, Q)$.

Let $k_0, k_1$ be the entries of `kernel_shape`, $s_0, s_1$ those of `strides`, $d_0, d_1$ those of `dilations` and
$p_0, p_1, p_2, p_3$ those of `pads`. **Constraint** `[C1]`: each entry of `strides` is at least 1.

$$P = \left\lfloor \frac{H + p_0 + p_2 - d_0 (k_0 - 1) - 1}{s_0} \right\rfloor + 1 \qquad
Q = \left\lfloor \frac{W + p_1 + p_3 - d_1 (k_1 - 1) - 1}{s_1} \right\rfloor + 1$$

By `[C1]` nothing is divided by 0. Both sizes shall be positive. No window may be empty.

### Example

`kernel_shape` = [1, 2], `strides` = [1, 1], `pads` = [0, 0, 0, 0], `dilations` = [1, 1]:

$$X[0, 0] = \begin{bmatrix} 1 & 2 \\ 4 & 3 \end{bmatrix} \qquad X[0, 1] = \begin{bmatrix} 5 & 6 \\ 8 & 7 \end{bmatrix}$$

$$Y[0, 0] = \begin{bmatrix} 2 \\ 4 \end{bmatrix} \qquad Y[0, 1] = \begin{bmatrix} 6 \\ 8 \end{bmatrix}$$
"""


def test_those_of_another_list_and_formulas_beside_one_another_are_read() -> None:
    made = audit(document(THOSE), None)
    assert [claim.verdict for claim in made.claims if claim.kind in ("output size", "example")] == [
        *["proved"] * 2,
        "agrees",
    ]
    assert [finding.rule for finding in made.findings if level_of(finding) is Level.ERROR] == []


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("p_0 + p_2", "p_0 + p_1", "formula-wrong"),
        ("p_1 + p_3", "p_1 + p_2", "formula-wrong"),
        ("$s_0, s_1$ those of `strides`", "$s_1, s_0$ those of `strides`", "formula-wrong"),
        (r"6 \\ 8 \end{bmatrix}$$", r"6 \\ 7 \end{bmatrix}$$", "example-cell-wrong"),
        ("By `[C1]`", "By `[C2]`", "reference-unresolved"),
    ],
)
def test_a_slip_in_those_is_found(old: str, new: str, rule: str) -> None:
    assert THOSE.count(old) == 1
    assert rule in wrong(THOSE.replace(old, new))


@pytest.mark.parametrize("plane", ["0, 2", "1, 1", "99999999, 99999999", "1"])
def test_planes_that_are_not_all_of_a_tensor_say_nothing(plane: str) -> None:
    text = THOSE.replace("X[0, 1]", f"X[{plane}]")
    assert {claim.verdict for claim in audit(document(text), None).claims if claim.kind == "example"} != {"agrees"}


LISTS = r"""# MaxPool

(Y, Indices) = MaxPool(X), where X has the shape $(N, C, H, W)$.

`kernel_shape` is $(k_h, k_w)$, `strides` is $(s_h, s_w)$, `dilations` is $(d_h, d_w)$, and `pads` VERB
$(p_t, p_l, p_b, p_r)$.

$H_{out} = \lfloor (H + p_t + p_b - d_h(k_h - 1) - 1) / s_h \rfloor + 1$ is the height of Y.
"""


@pytest.mark.parametrize("verb", ["is", "is written", "is written as"])
@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [
        ("", "", "proved"),
        ("$(s_h, s_w)$", "$(s_w, s_h)$", "refuted"),
        ("(p_t, p_l, p_b, p_r)", "(p_t, p_b, p_l, p_r)", "refuted"),
    ],
)
def test_entries_beside_several_lists_of_a_sentence_are_read(verb: str, old: str, new: str, verdict: str) -> None:
    assert verdicts(LISTS.replace("VERB", verb).replace(old, new)) == [verdict]


HEIGHT = r"floor((H + pads[0] + pads[2] - dilations[0]*(kernel_shape[0] - 1) - 1) / strides[0]) + 1"


@pytest.mark.parametrize(
    ("told", "name", "expected"),
    [
        ("`O[0]` and `O[1]` are the sizes of `Y`.", "O[0]", "proved"),
        ("`O[0]` and `O[1]` are the extents of `Y`.", "O[0]", "proved"),
        ("$M_0$ and $M_1$ are the output extents.", "M_0", "proved"),
        ("$M_0$ and $M_1$ are the extents of $X$.", "M_0", ""),
        ("`O[1]` and `O[0]` are the sizes of `Y`.", "O[0]", "not understood"),
        ("$M_0$ and $M_1$ are the spatial extents.", "M_0", ""),
        ("$M_0$ and $M_1$ are the extents of the kernel.", "M_0", ""),
    ],
)
def test_two_names_of_the_sizes_of_a_tensor_are_its_height_and_width(told: str, name: str, expected: str) -> None:
    text = f"# MaxPool\n\n$X$ has the shape $(N, C, H, W)$.\n\n{told}\n\n`{name} = {HEIGHT}`\n"
    found = [claim.verdict for claim in audit(document(text), None).claims if "floor" in claim.text]
    assert found == ([expected] if expected else [])
