"""The range of an index in sentences, with both of its ends; and products that are written with plain asterisks."""

from __future__ import annotations

import pytest

from proofs.audit.run import audit
from spec.documents.pages.markdown import read_markdown
from spec.documents.pages.model import Kind
from tests.audit_documents import document

RIGHT = [
    "Each value of `Indices` lies between 0 and `N*C*H*W - 1`.",
    "Each value of `Indices` is at least 0 and less than $N C H W$.",
    r"Each value of `Indices` is at least 0 and is at most $N \cdot C \cdot H \cdot W - 1$.",
    "The values of `Indices` lie in [0, N*C*H*W).",
    "Each value of Indices is less than N*C*H*W.",
    "Indices run from 0 to N*C*H*W - 1.",
    "`Indices` ranges from 0 to N · C · H · W − 1.",
]
WRONG = [
    "Each value of `Indices` lies between 1 and `N*C*H*W`.",
    "Each value of `Indices` is at least 1 and at most $N C H W$.",
    "Each value of `Indices` lies between 0 and `N*C*H*W`.",
    "Each value of `Indices` is at least 0 and less than $C H W$.",
    "The values of `Indices` lie in [0, C*H*W).",
    "Indices run from 1 to N*C*H*W.",
    "`Indices` ranges from 1 to N · C · H · W.",
]
OTHER = [
    "Each index of the window lies between 1 and `N*C*H*W` in the next layer.",
    "The cost of a call lies between 1 and `N*C*H*W`.",
]


def rules(said: str) -> set[str]:
    made = audit(document(f"# MaxPool\n\n$X$ has the shape $(N, C, H, W)$.\n\n{said}\n"), None)
    return {finding.rule for finding in made.findings} & {"index-range-wrong", "index-wrong"}


@pytest.mark.parametrize("said", RIGHT)
def test_a_right_range_is_not_wrong(said: str) -> None:
    assert rules(said) == set()


@pytest.mark.parametrize("said", WRONG)
def test_a_wrong_end_is_found(said: str) -> None:
    assert rules(said) != set()


@pytest.mark.parametrize("said", OTHER)
def test_a_range_of_something_else_is_none_of_an_index(said: str) -> None:
    assert rules(said) == set()


@pytest.mark.parametrize("said", ["less than N*C*H*W", "a*b*c", "(H + 1)*W*(C)"])
def test_asterisks_between_names_multiply(said: str) -> None:
    (block,) = read_markdown(f"It is {said} here.\n")[0]
    assert block.text == f"It is {said} here."


@pytest.mark.parametrize("said", ["*C* is", "see *this* one", "**N**x", "a *b* c", "N*C* H"])
def test_others_stress(said: str) -> None:
    (block,) = read_markdown(f"Here {said} text.\n")[0]
    assert any(piece.kind in (Kind.EMPHASIS, Kind.STRONG) for piece in block.pieces)
