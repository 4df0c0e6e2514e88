"""A formula printed again, in LaTeX or in plain text, with each name spelled as its document spells it."""

from __future__ import annotations

from collections.abc import Mapping

from spec.documents.formulas.formulas import Form, Written

_BINDS: Mapping[Form, int] = {
    Form.RELATION: 0,
    Form.ADD: 1,
    Form.SUBTRACT: 1,
    Form.MULTIPLY: 2,
    Form.DIVIDE: 2,
    Form.FLOOR_DIVIDE: 2,
    Form.MODULO: 2,
    Form.NEGATIVE: 3,
}
_PLAIN_SIGNS = {Form.ADD: "+", Form.SUBTRACT: "-", Form.MULTIPLY: "*", Form.DIVIDE: "/", Form.FLOOR_DIVIDE: "//"}
_LATEX_SIGNS = {Form.ADD: "+", Form.SUBTRACT: "-", Form.MULTIPLY: r"\cdot", Form.DIVIDE: "/", Form.FLOOR_DIVIDE: "//"}
_TIGHTEST = 4


def spelled(written: Written, text: str, *, latex: bool) -> str:
    """The formula's text; names and entries of lists are taken from `text`, the document, where they stand in it."""
    return _print(written, text, latex, 0)


def _print(written: Written, text: str, latex: bool, outside: int) -> str:
    form, parts = written.form, written.parts
    if form in (Form.FLOOR, Form.CEIL) or (form is Form.CALL and parts[0].text in ("floor", "ceil")):
        name = form.value if form is not Form.CALL else parts[0].text
        inner = _print(parts[-1], text, latex, 0)
        return rf"\left\l{name} {inner} \right\r{name}" if latex else f"{name}({inner})"
    if form is Form.NEGATIVE:
        return _bracketed(f"-{_print(parts[0], text, latex, 3)}", 3, outside)
    if form is Form.INDEX and written.end == written.start:
        return f"{_print(parts[0], text, latex, 0)}[{', '.join(_print(p, text, latex, 0) for p in parts[1:])}]"
    sign = (_LATEX_SIGNS if latex else _PLAIN_SIGNS).get(form)
    if sign is None or len(parts) != 2:
        # A part that was moved keeps its place; one that was made has none, and its text is its name.
        return text[written.start : written.end] if written.end > written.start else written.text
    strength = _BINDS[form]
    left, right = (_print(part, text, latex, strength + side) for side, part in enumerate(parts))
    return _bracketed(f"{left} {sign} {right}", strength, outside)


def _bracketed(printed: str, strength: int, outside: int) -> str:
    return f"({printed})" if strength < outside else printed
