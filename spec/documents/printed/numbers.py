"""Printed numbers: what a cell of a document says as a value, in the spellings that authors use."""

from __future__ import annotations

import re
from fractions import Fraction

Number = Fraction | float
"""A finite number is exact; infinities and NaN are floats."""

MOST_DIGITS = 40
MOST_EXPONENT = 400
LONGEST = 200

_WRAPPERS = re.compile(r"\\(?:text|mathrm|mathbf|mathit|mathtt|texttt|textbf|boxed|underline|mathbb|tt|bf|rm)\b\s*")
_COLOURS = re.compile(r"\\(?:text)?color\s*\{[^{}]*\}")
_SPACES = re.compile(
    r"\\[,;:! ]|\\q?quad\b|\\hspace\*?\{[^{}]*\}|\\phantom\{[^{}]*\}|\\hline\b|\\(?:left|right)\b\.?|~"
)
_POWER = re.compile(r"\s*(?:\\times|\\cdot|×|\*)\s*10\s*(?:\^|\*\*)\s*\{?\s*([+\-]?\d+)\s*\}?$")
_FINITE = re.compile(r"[+-]?(?:(?:0|[1-9]\d*)\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_INFINITE = re.compile(r"([+-]?)\s*(?:(?:np|numpy|math|torch)\.)?(?:inf|infty|infinity|∞)", re.IGNORECASE)
_NAN = re.compile(r"[+-]?(?:(?:np|numpy|math|torch)\.)?nan", re.IGNORECASE)
_ELISIONS = re.compile(r"(?:\\(?:[cldv]?dots|ddots|dotsc|dotsb|hdots)\b|\.\.\.|…|⋯|⋮|⋱)")


def plain(text: str) -> str:
    """A cell without marks of typesetting: colours, fonts, thin spaces, dollar signs, the typographic minus."""
    text = _SPACES.sub(" ", _COLOURS.sub("", _WRAPPERS.sub("", text[:LONGEST])))
    text = re.sub(r"[{}$`\"']", "", re.sub(r"\^\s*\{\s*([+-]?\d+)\s*\}", r"^\1", text)).replace("**", "")
    return text.replace("−", "-").replace("–", "-").replace("\\infty", "infty").strip()


def number(text: str) -> Number | None:
    """The value of a printed number, or None where the text is none (or one of unreasonable length)."""
    if len(text) > LONGEST:
        return None
    said = _POWER.sub(r"e\1", plain(text))
    if (infinite := _INFINITE.fullmatch(said)) is not None:
        return float(f"{infinite[1]}inf")
    if _NAN.fullmatch(said):
        return float("nan")
    said = re.sub(r"^([+-])\s+(?=[\d.])", r"\1", said)
    if _FINITE.fullmatch(said) is None or is_too_long(said):
        return None
    return Fraction(said)


def is_too_long(text: str) -> bool:
    """A number of more digits, or with a larger exponent, than any that a document prints for its readers."""
    mantissa, _, exponent = text.lower().partition("e")
    digits = exponent.lstrip("+-")
    return sum(map(str.isdigit, mantissa)) > MOST_DIGITS or (
        digits.isdigit() and (len(digits) > 6 or int(digits) > MOST_EXPONENT)
    )


def is_elision(text: str) -> bool:
    """Dots that stand for cells which are not printed."""
    return len(text) <= LONGEST and _ELISIONS.fullmatch(plain(text)) is not None


def decimals(text: str) -> int:
    """How many digits a printed number has after its point, an exponent taken into account; 0 for infinities."""
    said = _POWER.sub(r"e\1", plain(text)).lower()
    if _FINITE.fullmatch(said) is None or is_too_long(said):
        return 0
    mantissa, _, exponent = said.partition("e")
    return max(0, len(mantissa.partition(".")[2]) - int(exponent or 0))


def readings(text: str) -> tuple[str, ...]:
    """The numbers that a malformed one may have been meant as: another separator, a digit for a letter."""
    if len(text) > LONGEST:
        return ()
    said = plain(text)
    looks = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "S": "5", "B": "8"})
    found = [re.sub(r"\s+", ".", said), re.sub(r"\s+", "", said), said.replace(",", "."), said.replace(";", ".")]
    found += [re.sub(r"([.,])[.,]+", ".", said), said.translate(looks), re.sub(r"^([+-])[+-]+", r"\1", said)]
    found += [
        re.sub(r"(?<![\d.])0+(?=\d)", "", said),
        re.sub(r"[^\d.eE+-]", ".", said),
        re.sub(r"[^\d.eE+-]", "", said),
    ]
    points = [i for i, c in enumerate(said) if c == "."]
    found += [said[:i] + said[i + 1 :] for i in points] if 1 < len(points) <= 3 else []
    return tuple(dict.fromkeys(f for f in found if f != said and number(f) is not None))
