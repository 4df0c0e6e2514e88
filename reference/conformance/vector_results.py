"""The conformance vectors as packages hold them: each call, what it gives, and whether the plain reference gives it."""

from __future__ import annotations

from typing import Any

from reference import maxpool as plain
from reference.conformance.document import cells
from reference.conformance.vectors import Vector, vectors
from reference.fast import twin as fast
from reference.runtimes.protocol import same_bits

SCHEMA = "maxpool/evidence-vectors/1"
AGREE, DIFFER = "the plain reference gives it", "the plain reference gives something else"


def vectors_document() -> dict[str, Any]:
    """All vectors, always the same. What a vector expects is what the fast twin gives, as in `maxpool vectors`."""
    return {"schema": SCHEMA, "vectors": [_vector(v) for v in vectors()]}


def _vector(vector: Vector) -> dict[str, Any]:
    expected = fast.maxpool(vector.X, **vector.call.attributes)
    given = plain.maxpool(vector.X, **vector.call.attributes)
    same = all(map(same_bits, expected, given))
    return {
        "label": vector.name,
        "covers": list(vector.covers),
        "dtype": vector.call.dtype,
        "attributes": vector.call.attributes,
        "shape": list(vector.X.shape),
        "X": cells(vector.X),
        "Y": cells(expected[0]),
        "Indices": cells(expected[1]),
        "result": AGREE if same else DIFFER,
    }
