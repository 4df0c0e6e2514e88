"""Names that are given plain numbers, as an example does: no formulas of the operator."""

from __future__ import annotations

import re

from spec.documents.formulas.formulas import Form, Written

OUTPUT = re.compile(r"^(?:d?Y|out|output|\w+_out(?:put)?)(?:_|$)", re.IGNORECASE)
"""The names of outputs and of their sizes, which a document gives a value by a formula."""


def is_of_values(written: Written) -> bool:
    """Names that are given numbers, side by side, as an example does: N = 1, H = 4; (N, H) = (1, 4)."""
    if written.form in (Form.ALL, Form.BOTH):
        return all(map(is_of_values, written.parts))
    if written.form is not Form.RELATION or written.text != "EQ" or len(written.parts) != 2:
        return False
    names, numbers = ([*side.parts] if side.form in (Form.TUPLE, Form.INTERVAL) else [side] for side in written.parts)
    are_names = all(each.form is Form.NAME and not OUTPUT.search(each.text) for each in names)
    return are_names and all(each.form is Form.NUMBER for each in numbers) and len(names) == len(numbers)
