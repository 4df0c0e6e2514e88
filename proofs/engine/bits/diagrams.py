"""Binary decision diagrams: for each function of some bits exactly one number, so that a function that is never true is
the number `FALSE`, and equal functions are one.

After Bryant, "Graph-Based Algorithms for Boolean Function Manipulation" (1986). Bits are asked in their order; a node
says which bit is asked and where to go on for 0 and for 1. A function and its negation are one node: the lowest bit of
a function's number says which of the two it is, after Brace, Rudell and Bryant, "Efficient Implementation of a BDD
Package" (1990). Of a node, what goes on for 0 is never a negation: so each function has one number.
"""

from __future__ import annotations

FALSE, TRUE = 0, 1
"""The functions of no question: one node, and its negation."""

MOST_NODES = 500_000
"""No obligation needs a third of these; where more are needed, the diagrams say nothing."""

_HIGH = 32
"""Bits to the side, in the key under which a result of two functions is kept."""


class TooManyNodes(Exception):
    """A function needs more nodes than are allowed."""


class Diagrams:
    """Functions of bits, each as its number."""

    def __init__(self, most: int = MOST_NODES) -> None:
        last = 1 << 62
        """No question: after all bits."""
        self._places, self._lows, self._highs = [last], [FALSE], [FALSE]
        self._numbers: dict[tuple[int, int, int], int] = {}
        self._both: dict[int, int] = {}
        self._unlike: dict[int, int] = {}
        self._chosen: dict[tuple[int, int, int], int] = {}
        self._most = most

    def __len__(self) -> int:
        """How many nodes there are."""
        return len(self._places)

    def bit(self, place: int) -> int:
        """The bit that is asked at a place of the order. Raises TooManyNodes."""
        return self._function(place, FALSE, TRUE)

    def negated(self, of: int) -> int:
        """True where a function is not."""
        return of ^ 1

    def both(self, left: int, right: int) -> int:
        """True where two functions are. Raises TooManyNodes."""
        if left > right:
            left, right = right, left
        if left <= TRUE:
            return right if left else FALSE
        if left ^ right <= 1:
            return left if left == right else FALSE
        key = left << _HIGH | right
        if (known := self._both.get(key)) is not None:
            return known
        # What `_at` says, of both at once: millions come through here.
        a, b = left >> 1, right >> 1
        first, second = self._places[a], self._places[b]
        if first < second:
            place, negated = first, left & 1
            low, high = self.both(self._lows[a] ^ negated, right), self.both(self._highs[a] ^ negated, right)
        elif second < first:
            place, negated = second, right & 1
            low, high = self.both(left, self._lows[b] ^ negated), self.both(left, self._highs[b] ^ negated)
        else:
            place, negated, other = first, left & 1, right & 1
            low = self.both(self._lows[a] ^ negated, self._lows[b] ^ other)
            high = self.both(self._highs[a] ^ negated, self._highs[b] ^ other)
        found = self._both[key] = low if low == high else self._function(place, low, high)
        return found

    def either(self, left: int, right: int) -> int:
        """True where one of two functions is, or both. Raises TooManyNodes."""
        return self.both(left ^ 1, right ^ 1) ^ 1

    def unlike(self, left: int, right: int) -> int:
        """True where one of two functions is, and the other is not. Raises TooManyNodes."""
        negated = (left ^ right) & 1
        left, right = left & ~1, right & ~1
        if left > right:
            left, right = right, left
        if left == FALSE:
            return right ^ negated
        if left == right:
            return FALSE ^ negated
        key = left << _HIGH | right
        if (known := self._unlike.get(key)) is None:
            place, a0, a1, b0, b1 = self._parts(left, right)
            known = self._function(place, self.unlike(a0, b0), self.unlike(a1, b1))
            self._unlike[key] = known
        return known ^ negated

    def choose(self, test: int, then: int, otherwise: int) -> int:
        """One function where a test is true, and another where it is not. Raises TooManyNodes."""
        if test & 1:
            test, then, otherwise = test ^ 1, otherwise, then
        if test == FALSE or then == otherwise:
            return otherwise
        if then ^ otherwise == 1:
            return self.unlike(test, otherwise)
        if then <= TRUE or then | 1 == test | 1:
            return self.either(test, otherwise) if then in (TRUE, test) else self.both(test ^ 1, otherwise)
        if otherwise <= TRUE or otherwise | 1 == test | 1:
            return self.both(test, then) if otherwise in (FALSE, test) else self.either(test ^ 1, then)
        negated = then & 1
        then, otherwise = then ^ negated, otherwise ^ negated
        key = (test, then, otherwise)
        if (known := self._chosen.get(key)) is None:
            places = self._places
            place = min(places[test >> 1], places[then >> 1], places[otherwise >> 1])
            (a0, a1), (b0, b1), (c0, c1) = self._at(place, test), self._at(place, then), self._at(place, otherwise)
            known = self._function(place, self.choose(a0, b0, c0), self.choose(a1, b1, c1))
            self._chosen[key] = known
        return known ^ negated

    def _at(self, place: int, of: int) -> tuple[int, int]:
        """What a function is where the bit at a place is 0 and where it is 1: it asks none before."""
        node, negated = of >> 1, of & 1
        if self._places[node] != place:
            return of, of
        return self._lows[node] ^ negated, self._highs[node] ^ negated

    def _parts(self, left: int, right: int) -> tuple[int, int, int, int, int]:
        """The first place that two functions ask, and what each is there for 0 and for 1."""
        place = min(self._places[left >> 1], self._places[right >> 1])
        return (place, *self._at(place, left), *self._at(place, right))

    def _function(self, place: int, low: int, high: int) -> int:
        if low == high:
            return low
        negated = low & 1
        key = (place, low ^ negated, high ^ negated)
        if (node := self._numbers.get(key)) is None:
            node = len(self._places)
            if node >= self._most:
                raise TooManyNodes
            self._numbers[key] = node
            self._places.append(place)
            self._lows.append(low ^ negated)
            self._highs.append(high ^ negated)
        return node << 1 | negated
