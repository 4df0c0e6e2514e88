"""A word of a rule in a sentence that means something else gives no verdict, and silences no finding."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from proofs.audit.sentences.understand import understand
from tests.audit_documents import audited, document

OF_AXES = (
    "The first spatial axis never goes down.",
    "The first spatial axis does not go down but to the right.",
    "It is wrong to say that the second spatial axis is vertical.",
    "Unlike in column-major layouts, the second spatial axis is not vertical.",
    "Some libraries let the first spatial axis go to the right.",
    "If the first axis were horizontal, strides would be swapped.",
    "The first axis of the tensor is not its height.",
    "The second dimension of the book is its height.",
    "H and W are the width and height of a screen.",
    "In another library, H and W are the width and height.",
    "$dW_0$ is not the dimension of the first spatial axis of the kernel.",
    "$dW_1$ is twice the dimension of the second spatial axis.",
    "$dX_2$ has nothing to do with the second spatial axis.",
    "$dY_0$ is the channel of old versions.",
)
OF_RANGES = (
    "The values are not in [0, N x C x H x W).",
    "Indices never reach [0, N x C x H).",
    "The index of the loop runs over [0, H x W) in each plane.",
    "An index into the kernel is in [0, H x W).",
    "The values of the loss are in (0, H x W).",
    "Neither is an axis in [-R, R].",
)
OF_TYPES = (
    "Inputs of type float were dropped in version 7.",
    "A float constant would be wrong here.",
    "A cast is needed for type float.",
    "No tensor of type double is allowed.",
    "It has nothing to do with NaNs.",
)


@pytest.mark.parametrize("said", [*OF_AXES, *OF_RANGES, *OF_TYPES])
def test_another_meaning_is_not_judged(said: str) -> None:
    text = f"# MaxPool (int8)\n\nThe indices are those of $X$, of shape (N x C x H x W). {said}\n"
    claims, findings = audited(text)
    assert not [claim for claim in claims if claim.kind in ("axes", "range", "type")]
    assert not [
        finding for finding in findings if finding.rule in ("axes-swapped", "index-range-wrong", "type-foreign")
    ]


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("The first spatial axis goes down and the second to the right.", True),
        ("The first spatial axis goes to the right and the second down.", False),
        ("H and W are the height and the width of the input.", True),
        ("H and W are the width and the height of the input.", False),
        ("$dX_3$ is the size of the input on the second spatial axis.", True),
        ("$dX_3$ is the size of the input on the first spatial axis.", False),
        ("All indices are in [0, N x C x H x W).", True),
        ("All indices lie in [0, N x C x H x W].", False),
    ],
)
def test_what_is_understood_as_a_whole_is_judged(said: str, right: bool) -> None:
    claims, findings = audited(f"# MaxPool\n\nThe input has shape (N x C x H x W). {said}\n")
    assert [claim.verdict for claim in claims if claim.kind in ("axes", "range")] == [
        "agrees" if right else "disagrees"
    ]
    assert bool(findings) is not right


INDEX = (
    r"$$Indices[b, c, m, n] = ((b \cdot dX_1 + c) \cdot dX_2 + i) \cdot dX_3 + j ~\text{if}~ Y[b,c,m,n] = X[b,c,i,j]$$"
)


@pytest.mark.parametrize(
    "said",
    [
        "The first prize is tied to several equal winners.",
        "Do not choose the first of several equal elements.",
        "The last version has more than one page.",
    ],
)
def test_a_word_is_no_tie_rule(said: str) -> None:
    found = {finding.rule for finding in audit(document(f"# MaxPool\n\n{INDEX}\n\n{said}\n"), None).findings}
    assert "index-ambiguous" in found


@pytest.mark.parametrize(
    "said",
    ["For the definition of happiness, see [a poem](#poem).", "The description is not the same as in [it](#poem)."],
)
def test_a_link_to_something_else_says_nothing_of_a_list(said: str) -> None:
    text = f"# MaxPool\n\n## Attributes\n\n### `strides`: list of ints\n\n{said}\n\n## Poem\n\nA poem.\n"
    assert "domain-missing" in {finding.rule for finding in audited(text)[1]}


@pytest.mark.parametrize(
    "said",
    [
        "Each window has at least one tap.",
        "A window may contain at least one element of X.",
        "No window is counted.",
        "The window is not empty in places.",
    ],
)
def test_what_says_less_than_the_clause_is_not_understood_as_it(said: str) -> None:
    assert [m for m in understand(said).meanings if m.topic.clause == "windows.meet-input"] == []
