"""Names that are told by the form of their formula alone: what is divided by a stride, once, is the size of Y."""

from __future__ import annotations

from collections.abc import Callable

from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.words import Quantity, Role

Resolve = Callable[[Written], Quantity | None]


def size_by_form(formula: Written, resolve: Resolve, alias: Callable[[str], Written | None]) -> Quantity | None:
    """The size of Y that a formula gives a name of which nothing is said: a division by a stride of what is made of the
    input's size and of the kernel on that axis. None: it has another form.
    """
    divisions = [each for each in formula.walk() if each.form in (Form.DIVIDE, Form.FLOOR_DIVIDE)]
    by = resolve(divisions[0].parts[1]) if len(divisions) == 1 else None
    if by is None or by.role is not Role.STRIDE or by.axis is None:
        return None
    names = [*divisions[0].parts[0].walk()]
    given = (alias(each.text) for each in names if each.form is Form.NAME)
    names += [each for formula_ in given if formula_ is not None for each in formula_.walk()]
    roles = {(known.role, known.axis) for each in names if (known := resolve(each)) is not None}
    has_input = {(Role.X, by.axis), (Role.PADDED, by.axis)} & roles
    has_kernel = {(Role.KERNEL, by.axis), (Role.EXTENT, by.axis)} & roles
    return Quantity(Role.Y, by.axis) if has_input and has_kernel else None
