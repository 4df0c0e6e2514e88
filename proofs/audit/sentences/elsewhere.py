"""What stands under headings that say that it is not of the operator: examples, other implementations, versions."""

from __future__ import annotations

import re
from dataclasses import replace

from proofs.audit.lexicon.words import read_toml
from spec.documents.pages.model import Block, Kind, Shape
from spec.documents.pages.outline import titles
from spec.documents.prose.structure import heading_words

_COMPARED = re.compile(
    r"\bcomparisons?\s+of\s+(?:the\s+)?(?:special\s+)?(?:values|numbers|elements|zeros|nans?|floats)\b", re.I
)
"""What is compared in every call: `Comparison of special values`."""

_OTHERS = re.compile(
    r"py\s?torch|tensor\s?flow|keras|numpy|jax|openvino|relu|conv(?:olution)?|(?:average|lp|sum)[\s-]?pool(?:ing)?",
    re.I,
)


def is_elsewhere(block: Block) -> bool:
    """Whether a block's headings say that it speaks of an example, of other implementations or of other versions."""
    return bool(words_elsewhere(block)) or _is_on_another(block)


def _is_on_another(block: Block) -> bool:
    """It begins with the name of another operator or library as its title: `*PyTorch.* Its indices ...`."""
    first = block.shown[0] if block.shown and block.shape is not Shape.HEADING else None
    is_title = first is not None and first.kind in (Kind.EMPHASIS, Kind.STRONG)
    return is_title and first is not None and _OTHERS.fullmatch(first.text.strip(" .:")) is not None


def words_elsewhere(block: Block) -> frozenset[str]:
    """The words of the headings over a block that say so. Contents are a list of headings, but for tables, and but for
    those of something."""
    own = (_COMPARED.sub("", title) for title in titles(block.path) if "contents of" not in title.lower())
    words = heading_words(replace(block, path=tuple(own))) & {*read_toml("words.toml")["headings"]["elsewhere"].split()}
    return words - {"content", "contents"} if block.shape is Shape.CELL else words
