"""MaxPool's relatives as operators, for any number of spatial axes: what a call must meet, and the sizes it has.

Their clauses are those of the profile, without its restrictions, with as many entries as there are axes and with the
formulas of `spec.maxpool.family`. They stand in the order in which a call is checked. Where no relative's document
decides, the profile's decision stands: each window meets the input, and an output has elements on each spatial axis.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from spec.examples.sources import ONNX, OPENVINO
from spec.language.fold import substitute
from spec.language.terms import Sort, Term, Variable, and_, ite, maximum, or_
from spec.maxpool.attributes import ATTRIBUTE_CLAUSES
from spec.maxpool.family import TYPES_12, VERSIONS, OperatorVersion
from spec.maxpool.family_semantics import (
    BEGIN,
    OPENVINO_BEGIN,
    axes_of_parent,
    begin,
    index,
    index_element_type,
    openvino_axis,
    openvino_pad,
    openvino_size,
    size,
)
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.vocabulary import AXES, auto_pad, dtype, entry, kind_of, length, rank_X
from spec.operator.clauses import ADDED, Clause, Constraint, Definition, Restriction, Scope, Source
from spec.operator.names import one_of
from spec.operator.operator import Operator
from spec.operator.stated import stated
from spec.window.claims import same_padding
from spec.window.names import dilation, kernel, pad_begin, pad_end, stride, y

# --- clauses of the profile, said of a relative ----------------------------------------------------------------------


def _about(clause: Clause, old: str, new: str) -> Clause:
    """A clause on an attribute, said of one with another name."""
    names = {make(old): make(new) for make in (kind_of, length)}
    return replace(
        clause,
        label=clause.label.replace(old, new),
        subject=new,
        statement=clause.statement.replace(old, new),
        formula=substitute(clause.formula, names),
    )


def _of_length(clause: Clause, spatial_axes: int) -> Clause:
    """The clause on a list's length, for another number of axes; another clause as it is."""
    name, _, what = clause.label.partition(".")
    if what != "length":
        return clause
    entries = int(stated(MAXPOOL, length(name))) // len(AXES) * spatial_axes
    return replace(clause, statement=f"`{name}` has {entries} entries.", formula=length(name).eq(entries))


def _tensor(label: str, types: tuple[str, ...], source: Source, most_axes: int | None = None) -> tuple[Clause, ...]:
    """What X may be: a tensor of some types, of so many axes, with elements on each spatial axis."""
    at_least = rank_X >= 3
    return (
        MAXPOOL["X.tensor"],
        replace(
            MAXPOOL["X.types"],
            label=label,
            statement=f"The elements of `X` are {', '.join(types)}.",
            formula=one_of(dtype("X"), types),
            source=source,
            restated=(),
        ),
        replace(
            MAXPOOL["X.rank"],
            statement="`X` has a batch axis, a channel axis and at least one spatial axis"
            + ("." if most_axes is None else f", and at most {most_axes} axes."),
            formula=at_least if most_axes is None else and_(at_least, rank_X <= most_axes),
            source=source,
        ),
        MAXPOOL["X.spatial"],
    )


def _windows(output_size: Term, same: Term, begin_padding: Term, source: Source) -> tuple[Clause, ...]:
    """How many windows an axis has and where they begin; each is somewhere, and meets the input."""
    meet, here = MAXPOOL["windows.meet-input"], {pad_begin: begin}
    assert meet.check is not None
    return (
        replace(MAXPOOL["Y.shape"], formula=y.eq(output_size), rationale="", source=source, restated=()),
        _definition("same-padding", "The padding that makes the sizes equal cuts nothing off.", same_padding, same),
        _definition("begin", "The padding before X, as given or as `auto_pad` computes it.", begin, begin_padding),
        MAXPOOL["Y.positive"],
        replace(meet, formula=substitute(meet.formula, here), check=substitute(meet.check, here)),
    )


def _definition(label: str, statement: str, name: Variable, meaning: Term) -> Clause:
    return Definition(
        label=label,
        subject="auto_pad",
        title="Padding",
        statement=statement,
        formula=name.eq(meaning),
        rationale="A name for a part of where a window begins.",
        source=ADDED,
        scope=Scope.AXIS,
    )


# --- ONNX ------------------------------------------------------------------------------------------------------------

_version = Variable("version")

ONNX_VERSION = Operator(
    "a version of ONNX MaxPool",
    (
        Constraint(
            label="onnx.version",
            subject="version",
            title="Version",
            statement=f"The versions are {', '.join(map(str, VERSIONS))}.",
            formula=and_(kind_of("version").eq("integer"), or_(*(_version.eq(number) for number in VERSIONS))),
            rationale="An operator is called in one of its versions.",
            source=Source(ONNX, "version"),
        ),
    ),
    (),
)
"""What a call's version must be, before there is an operator to check the rest by."""


@lru_cache(maxsize=64)
def onnx_operator(rules: OperatorVersion, spatial_axes: int) -> Operator:
    """A version of ONNX MaxPool. A call has all attributes: those it does not set have the version's defaults."""
    label, source = f"onnx.{rules.number}", Source(ONNX, f"MaxPool-{rules.number}")
    has = sorted({"kernel_shape", *rules.attributes})
    clauses = (
        *_tensor(f"{label}.types", rules.types, source),
        replace(
            MAXPOOL["attributes.known"],
            label=f"{label}.attributes",
            statement=f"The attributes of version {rules.number} are {', '.join(has)}.",
            source=source,
        ),
        *(_of_length(c, spatial_axes) for c in ATTRIBUTE_CLAUSES if not isinstance(c, Restriction)),
        Constraint(
            label="onnx.auto_pad.pads",
            subject="auto_pad",
            title="Padding given once",
            statement="There are pads only where `auto_pad` is NOTSET.",
            formula=or_(auto_pad.eq("NOTSET"), and_(pad_begin.eq(0), pad_end.eq(0))),
            rationale="`pads` and another `auto_pad` would say two things of one padding.",
            source=Source(ONNX, "pads", 82),
            scope=Scope.AXIS,
        ),
        *_windows(size(rules), maximum(0, rules.same_pad.term), BEGIN.term, source),
    )
    return Operator(f"ONNX MaxPool-{rules.number}", clauses, axes_of_parent(spatial_axes))


# --- OpenVINO --------------------------------------------------------------------------------------------------------

OPENVINO_MOST_AXES = 5
_INTEGERS = tuple(f"{sign}int{width}" for sign in ("", "u") for width in (8, 16, 32, 64))
OPENVINO_TYPES = ("bfloat16", *TYPES_12[:3], *_INTEGERS)
OPENVINO_NAMES = {
    "auto_pad": ("explicit", "valid", "same_upper", "same_lower"),
    "rounding_type": ("floor", "ceil"),
    "index_element_type": ("i32", "i64"),
}
"""The attributes that are one of some names."""
_MOST_INDEX = ite(index_element_type.eq("i32"), 2**31 - 1, 2**63 - 1)
_PAGE = Source(OPENVINO, "MaxPool-8", 1)


def _one_of_names(name: str) -> tuple[Clause, ...]:
    names = OPENVINO_NAMES[name]
    domain = replace(
        MAXPOOL["auto_pad.domain"],
        label=f"{name}.domain",
        subject=name,
        statement=f"`{name}` is {', '.join(names)}.",
        formula=one_of(Variable(name, Sort.NAME), names),
        source=_PAGE,
        restated=(),
    )
    return _about(MAXPOOL["auto_pad.type"], "auto_pad", name), domain


def _list(name: str, spatial_axes: int, label: str, formula: Term) -> tuple[Clause, ...]:
    """Kind, length and value domain of a list with an entry for each axis."""
    domain = Constraint(
        label=f"{name}.{label}",
        subject=name,
        title="Value domain",
        statement=f"Each entry of `{name}` is {label}.",
        formula=formula,
        rationale="Anything below has no meaning, though the page allows strides and dilations of zero.",
        source=_PAGE,
        scope=Scope.AXIS,
    )
    form = (_of_length(MAXPOOL[f"strides.{what}"], spatial_axes) for what in ("type", "length"))
    return *(_about(clause, "strides", name) for clause in form), domain


_AXIS = (
    _about(MAXPOOL["ceil_mode.type"], "ceil_mode", "axis"),
    Constraint(
        label="axis.domain",
        subject="axis",
        title="Value domain",
        statement="`axis` is an axis of `X`, counted from the first or, if it is negative, from behind the last.",
        formula=and_(-rank_X <= openvino_axis, openvino_axis < rank_X),
        rationale="The axis that an index begins with.",
        source=_PAGE,
    ),
)


@lru_cache(maxsize=8)
def openvino_operator(spatial_axes: int) -> Operator:
    """OpenVINO's MaxPool-8. A call has all attributes; pads are zeros where `auto_pad` is not explicit."""
    lists = (
        ("pads_begin", "non-negative", pad_begin >= 0),
        ("pads_end", "non-negative", pad_end >= 0),
        ("kernel", "positive", kernel >= 1),
        ("dilations", "positive", dilation >= 1),
        ("strides", "positive", stride >= 1),
    )
    here: dict[Variable, Term] = {openvino_pad: auto_pad}
    output_size, begins = (substitute(t, here) for t in (openvino_size(), OPENVINO_BEGIN.term))
    # The page gives no formula for the padding that makes the sizes equal; ONNX's is the one that does.
    same = maximum(0, VERSIONS[12].same_pad.term)
    clauses = (
        *_tensor("openvino.8.types", OPENVINO_TYPES, _PAGE, OPENVINO_MOST_AXES),
        *(clause for name in OPENVINO_NAMES for clause in _one_of_names(name)),
        *_AXIS,
        *(clause for name, what, domain in lists for clause in _list(name, spatial_axes, what, domain)),
        *_windows(output_size, same, begins, _PAGE),
    )
    axes = tuple(_openvino_axis(i, names) for i, names in enumerate(axes_of_parent(spatial_axes)))
    return Operator("OpenVINO MaxPool-8", clauses, axes)


def _openvino_axis(i: int, names: Mapping[Variable, Term]) -> Mapping[Variable, Term]:
    """The symbols of an axis, with the page's names for the attributes."""
    own = {pad_begin: "pads_begin", pad_end: "pads_end", kernel: "kernel", dilation: "dilations", stride: "strides"}
    return {**names, **{word: entry(name, i) for word, name in own.items()}}


OPENVINO_INDEX = Operator(
    "an index of OpenVINO MaxPool-8",
    (
        Constraint(
            label="openvino.8.indices",
            subject="Indices",
            title="Indices fit",
            statement="Each index fits `index_element_type`.",
            formula=index <= _MOST_INDEX,
            rationale="Any other number would point at another element.",
            source=_PAGE,
        ),
    ),
    (),
)
"""What the greatest index of a result must meet."""
