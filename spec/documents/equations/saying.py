"""Which formulas say something: definitions side by side are taken apart, and what only gives an example's values is
none."""

from __future__ import annotations

from collections.abc import Iterator

from spec.documents.equations.cells import binder_of
from spec.documents.equations.values import OUTPUT, is_of_values
from spec.documents.formulas.formulas import Form, Written, tensor_of_shape
from spec.documents.formulas.words import TENSOR_AXES
from spec.documents.names.shapes import typed_shape
from spec.documents.names.symbols import list_of_names

PLAIN_VALUES = (Form.NAME, Form.NUMBER, Form.INTERVAL, Form.TUPLE, Form.SET, Form.NEGATIVE)


def separated(written: Written) -> Iterator[Written]:
    """The formulas that stand in one: definitions side by side, the sizes of a shape one by one."""
    is_list = written.form in (Form.ALL, Form.BOTH)
    if binder_of(written) is not None:
        yield written
    elif is_list and (
        any(is_definition(part) for part in written.parts) or all(binder_of(part) is not None for part in written.parts)
    ):
        for part in written.parts:
            yield from separated(part)
    elif is_definition(written) and (pairs := list(_pairs(*written.parts))):
        for left, right in pairs:
            yield Written(Form.RELATION, (left, right), "EQ", right.start, right.end)
    else:
        yield written


def is_definition(written: Written) -> bool:
    """An equation, or several of which one is."""
    if written.form in (Form.ALL, Form.BOTH):
        return any(is_definition(part) for part in written.parts)
    return written.form is Form.RELATION and written.text == "EQ" and len(written.parts) == 2


def gives_a_name(written: Written) -> bool:
    """A definition whose left side is a name, or an entry; `k - 1 = 0` is a condition."""
    left = written.parts[0] if written.form is Form.RELATION else None
    return is_definition(written) and (left is None or left.form in (Form.NAME, Form.INDEX, Form.CALL, Form.MEMBER))


def _pairs(left: Written, right: Written) -> Iterator[tuple[Written, Written]]:
    """The entries of two tuples; of a shape, and of the sizes that it is said to have."""
    if right.form not in (Form.TUPLE, Form.INTERVAL) or (right.form is Form.INTERVAL and right.text != "[]"):
        return
    if all(part.form is Form.NUMBER for part in right.parts):
        return
    if left.form in (Form.TUPLE, Form.INTERVAL) and len(left.parts) == len(right.parts):
        yield from zip(left.parts, right.parts, strict=True)
    elif tensor_of_shape(left) and len(right.parts) == TENSOR_AXES:
        for place, part in enumerate(right.parts):
            number = Written(Form.NUMBER, (), str(place))
            yield Written(Form.INDEX, (left, number), "", left.start, left.end), part


def _has_values(written: Written) -> bool:
    """Values that an example has, which are compared: s_1 = 3 > e_1 = 2."""
    signs, sides = written.text.split(), [part.form for part in written.parts]
    given = [i for i, sign in enumerate(signs) if sign == "EQ" and sides[i : i + 2] == [Form.NAME, Form.NUMBER]]
    return len(given) > 1 and len(set(signs)) > 1


def _is_of_example(written: Written) -> bool:
    """A name, or a product of names, that is equal to a number: under the heading of an example it is of that."""
    if written.form is not Form.RELATION or set(written.text.split()) != {"EQ"}:
        return False
    others = [part for side in written.parts if side.form is not Form.NUMBER for part in side.walk()]
    is_of_names = all(part.form in (Form.NAME, Form.MULTIPLY) for part in others)
    return is_of_names and any(part.form is Form.NUMBER for part in written.parts)


def is_formula(written: Written, *, in_example: bool = False) -> bool:
    """Not a setting such as auto_pad = valid, a name alone, or what an example has."""
    if in_example and _is_of_example(written):
        return False
    if written.form is Form.ALL and all(part.form is Form.NUMBER for part in written.parts[1:]):
        return False  # The values of a letter: i = 0, 1.
    if is_of_values(written):
        return False
    if written.form is not Form.RELATION:
        return any(part.form is Form.RELATION for part in written.walk())
    if list_of_names(written) is not None:
        return False
    if typed_shape(written) is not None:
        return False
    if written.text == "IN" and written.parts[1].form is Form.SET:
        # The values of a letter: i in {0, 1}.
        return any(part.form is not Form.NUMBER for part in written.parts[1].parts)
    left, *others = written.parts
    if set(written.text.split()) == {"EQ"} and others[1:] and others[-1].form is Form.NUMBER:
        # Values that an example has: e_h = e_w = 3.
        return not all(part.form is Form.NAME for part in written.parts[:-1])
    if _has_values(written):
        return False
    is_output = left.form is Form.NAME and OUTPUT.search(left.text) is not None
    is_computed = left.form not in (Form.NAME, Form.INDEX, Form.CALL, Form.MEMBER)
    if is_computed or is_output or written.text != "EQ" or len(others) != 1:
        return True
    value = others[0]
    if any(True for _ in _pairs(left, value)):
        return True
    of_names = value.form is Form.DIVIDE and all(part.form in (Form.NAME, Form.DIVIDE) for part in value.walk())
    return value.form not in PLAIN_VALUES and not (of_names and left.form is Form.NAME)
