"""Binary decision diagrams: for each function of some bits exactly one node, so that a function that is never true is
the node `FALSE`, and equal functions are one.

After Bryant, "Graph-Based Algorithms for Boolean Function Manipulation" (1986). Bits are asked in their order; a node
says which bit is asked and where to go on for 0 and for 1.
"""

from __future__ import annotations

FALSE, TRUE = 0, 1
"""The diagrams of no question."""

MOST_NODES = 200_000
"""No obligation needs a tenth of these; where more are needed, the diagrams say nothing."""


class TooManyNodes(Exception):
    """A function needs more nodes than are allowed."""


class Diagrams:
    """Functions of bits, each as the number of its node."""

    def __init__(self, most: int = MOST_NODES) -> None:
        last = 1 << 62
        """No question: after all bits."""
        self._nodes = [(last, FALSE, FALSE), (last, TRUE, TRUE)]
        self._numbers: dict[tuple[int, int, int], int] = {}
        self._chosen: dict[tuple[int, int, int], int] = {}
        self._most = most

    def bit(self, place: int) -> int:
        """The bit that is asked at a place of the order. Raises TooManyNodes."""
        return self._node(place, FALSE, TRUE)

    def choose(self, test: int, then: int, otherwise: int) -> int:
        """One function where a test is true, and another where it is not. Raises TooManyNodes."""
        if test in (FALSE, TRUE):
            return then if test else otherwise
        if then == test:
            then = TRUE
        if otherwise == test:
            otherwise = FALSE
        if then == otherwise:
            return then
        if (then, otherwise) == (TRUE, FALSE):
            return test
        if (known := self._chosen.get((test, then, otherwise))) is not None:
            return known
        a, b, c = self._nodes[test], self._nodes[then], self._nodes[otherwise]
        place = min(a[0], b[0], c[0])
        (a0, a1), (b0, b1) = a[1:] if a[0] == place else (test, test), b[1:] if b[0] == place else (then, then)
        c0, c1 = c[1:] if c[0] == place else (otherwise, otherwise)
        low, high = self.choose(a0, b0, c0), self.choose(a1, b1, c1)
        found = low if low == high else self._node(place, low, high)
        self._chosen[test, then, otherwise] = found
        return found

    def _node(self, place: int, low: int, high: int) -> int:
        key = (place, low, high)
        if key not in self._numbers:
            if len(self._nodes) >= self._most:
                raise TooManyNodes
            self._numbers[key] = len(self._nodes)
            self._nodes.append(key)
        return self._numbers[key]
