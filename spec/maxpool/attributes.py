"""The clauses on the attributes: kind, length, value domain, and what the profile leaves of it."""

from __future__ import annotations

from spec.examples.sources import ONNX, SONNX
from spec.language.terms import or_
from spec.maxpool.vocabulary import storage_order
from spec.operator.clauses import Clause, Constraint, Restriction, Source
from spec.window.call import AUTO_PAD, CEIL_MODE, integer_clause
from spec.window.clauses import DILATIONS, KERNEL_SHAPE, PADS, STRIDES, Documented, documented


def draft(line: int, label: str = "") -> Source:
    """A place in the SONNX draft."""
    return Source(SONNX, label, line)


STORAGE_ORDER = (
    integer_clause("storage_order"),
    Constraint(
        label="storage_order.domain",
        subject="storage_order",
        title="Value domain",
        statement="`storage_order` is 0 (row major) or 1 (column major).",
        formula=or_(storage_order.eq(0), storage_order.eq(1)),
        rationale="Indices count along rows or columns; the profile leaves one of them.",
        source=draft(225, "storage_order"),
    ),
    Restriction(
        label="R5",
        subject="storage_order",
        title="Row major",
        statement="`storage_order` is 0.",
        formula=storage_order.eq(0),
        rationale="Indices count along rows.",
        source=draft(34, "[R5]"),
    ),
)

ATTRIBUTE_CLAUSES: tuple[Clause, ...] = documented(
    (*AUTO_PAD, *CEIL_MODE, *DILATIONS, *KERNEL_SHAPE, *PADS, *STORAGE_ORDER, *STRIDES),
    {
        "auto_pad.type": draft(144, "auto_pad: string"),
        "auto_pad.domain": Documented(draft(149, "[C1] of auto_pad"), (Source(ONNX, "auto_pad", 66),)),
        "R3": Documented(draft(32, "[R3]"), (draft(152, "[C2] of auto_pad"),)),
        "ceil_mode.type": draft(158, "ceil_mode: int"),
        "ceil_mode.domain": draft(163, "[C1] of ceil_mode"),
        "R4": Documented(draft(33, "[R4]"), (draft(166, "[C2] of ceil_mode"),)),
        "dilations.type": draft(190, "[C2] of dilations"),
        "dilations.length": draft(190, "[C2] of dilations"),
        "dilations.positive": draft(187, "[C1] of dilations"),
        "kernel_shape.type": draft(197, "kernel_shape: list of ints"),
        "kernel_shape.positive": Documented(rationale="A kernel without positions selects nothing."),
        "pads.type": draft(217, "[C1] of pads"),
        "pads.length": draft(217, "[C1] of pads"),
        "pads.non-negative": Documented(
            Source(ONNX, "pads", 82),
            (draft(206, "pads"),),
            "Padding adds elements; the draft says `possibly zero`, ONNX `greater than or equal to 0`.",
        ),
        "storage_order.type": draft(223, "storage_order: int"),
        "storage_order.domain": draft(225, "storage_order"),
        "R5": Documented(draft(34, "[R5]"), (draft(228, "[C1] of storage_order"),)),
        "strides.type": draft(232, "strides: list of ints"),
        "strides.positive": draft(243, "[C1] of strides"),
    },
)
