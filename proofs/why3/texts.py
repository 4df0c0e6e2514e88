"""The text of a theory: without comments and strings, its brackets, its lines."""

from __future__ import annotations

_OPEN, _CLOSE = "([{", ")]}"


def plain(text: str) -> str:
    """The text with blanks in the place of comments and strings; each character stays where it is."""
    found, depth, position = list(text), 0, 0
    in_string = False
    while position < len(text):
        two = text[position : position + 2]
        length = 1
        if in_string:
            length = 2 if two[0] == "\\" else 1
            in_string = two[0] != '"'
        elif two == "(*" and text[position : position + 3] != "(*)":
            depth, length = depth + 1, 2
        elif two == "*)" and depth:
            depth, length = depth - 1, 2
            found[position : position + 2] = "  "
        elif two[0] == '"':
            in_string = True
            found[position] = " "
        if depth or in_string:
            for i in range(position, min(position + length, len(text))):
                found[i] = "\n" if text[i] == "\n" else " "
        position += length
    return "".join(found)


def at_depth_0(text: str, start: int, sign: str) -> int:
    """Where a sign stands outside of all brackets, from a place on; -1 if the brackets around are closed before."""
    depth = 0
    for position in range(start, len(text)):
        if depth == 0 and text.startswith(sign, position):
            return position
        depth += (text[position] in _OPEN) - (text[position] in _CLOSE)
        if depth < 0:
            return -1
    return -1


def line_of(text: str, position: int) -> int:
    """The line of a place, from 1."""
    return text.count("\n", 0, position) + 1
