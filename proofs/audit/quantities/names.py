"""The names that a document gives to quantities, where its sentences use them: `kH and kW shall be at least 1`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from proofs.audit.lexicon.words import ENTRY, UNKNOWN, SaidWord, words_of
from proofs.audit.quantities.settings import NAMED
from proofs.audit.truth.operator import LISTS
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.words import Role, named
from spec.documents.names.notation import Notation

KINDS: Mapping[Role, str] = {
    Role.X: "x", Role.Y: "y", Role.KERNEL: "kernel", Role.STRIDE: "strides", Role.DILATION: "dilations",
    Role.PAD_BEGIN: "pad_begin", Role.PAD_END: "pad_end", Role.PADS: "pads", Role.PADDED: "padded",
    Role.EXTENT: "extent", Role.SLACK: "slack", Role.BATCH: "batch", Role.CHANNELS: "channels",
}  # fmt: skip
_SYMBOL = re.compile(r"[A-Za-z]{1,2}\d?|[A-Za-z]+_\w+|[a-z]{1,2}[A-Z]\w{0,3}|[A-Z][a-z]{1,3}|[A-Z]{2,3}")
"""What may be a symbol of a document's own."""
_BARE = ("H", "W")
"""The sizes of X where a document speaks of N, C, H and W; what N and C are is in the lexicon."""
_BRACES = re.compile(r"\s*_\s*\{\s*(?:\\(?:text|mathrm|mathit)\s*\{)?(\w+)\s*\}\s*\}?")


def words_with_names(text: str, names: Notation) -> Sequence[SaidWord]:
    """The words of a sentence. A name of which the document says what it is, is that quantity; one of which it says
    something else, or in two ways, is not known."""
    return [_resolved(word, names) for word in words_of(_BRACES.sub(r"_\1", text))]


def _resolved(word: SaidWord, names: Notation) -> SaidWord:
    own = named(word.text) if "_" in word.text and word.concept not in ("pads", "batch", "channel") else None
    is_told = (
        (own is not None and own.axis is not None)
        or word.text in names.described
        or (names.bare_sizes and word.text in _BARE)
    )
    if word.concept in (ENTRY, "x", "y", *LISTS) or not _SYMBOL.fullmatch(word.text) or not is_told:
        return word
    means = names.resolve(Written(Form.NAME, (), word.text))
    kind = KINDS.get(means.role) if means is not None else None
    if kind is None or means is None:
        return replace(word, concept=UNKNOWN)
    return replace(word, concept=ENTRY, value=f"{NAMED}{kind} {means.axis}")
