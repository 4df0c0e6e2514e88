"""A nest of loops that takes a maximum, taken apart: its ranges, the element, when it is taken, what is kept of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from spec.documents.equations.cells import INDICES, OUTPUTS, Binder, is_cell
from spec.documents.formulas.formulas import Form, Written
from spec.documents.formulas.tokens import NotUnderstood
from spec.documents.formulas.words import SPATIAL_AXES, TENSOR_AXES
from spec.documents.loops.conditions import (
    extreme_of,
    is_element,
    is_negative,
    negated,
    said_name,
    sorted_out,
    without_nan,
)
from spec.documents.loops.parts import LoopNest, Update
from spec.documents.loops.statements import (
    FIRST,
    Do,
    LoopStatement,
    every,
    only_skips,
    statements_of,
    stored_behind,
)
from spec.documents.pages.model import Block, Shape

_TURNED = {"LT": "GT", "GT": "LT", "GE": "LE", "LE": "GE"}
_NOTHING = ("none", "null", "undefined", "unset", "nil", "nothing", "nullptr")
_BREAK = re.compile(r"break\s*;?|(?:exit|leave)\s+(?:the\s+)?(?:inner\s+)?loop", re.IGNORECASE)
_TRUE, _FALSE = ("true",), ("false",)


@dataclass(slots=True)
class _Walk:
    """What was met on the way through the statements."""

    counts: Mapping[Written, int]
    behind: frozenset[Written]
    values: dict[str, Written] = field(default_factory=dict)
    initial: dict[Written, tuple[Written, int]] = field(default_factory=dict)
    updates: list[tuple[tuple[Binder, ...], tuple[Written, ...], Update]] = field(default_factory=list)
    stores: list[tuple[tuple[Binder, ...], Written, Written, bool]] = field(default_factory=list)
    nothing: Written | None = None
    fails: bool = False
    direct: list[Written] = field(default_factory=list)

    def block(self, statements: Sequence[LoopStatement], over: tuple[Binder, ...], given: tuple[Written, ...]) -> None:
        """Walk through statements under some loops and conditions; what a name is given in them holds in them alone.

        Raises NotUnderstood.
        """
        outside = dict(self.values)
        for at, statement in enumerate(statements):
            if statement.do is Do.LOOP and statement.binder is not None:
                binder = statement.binder
                low, high = self._put(binder.low), self._put(binder.high)
                self.block(statement.body, (*over, replace(binder, low=low, high=high)), given)
            elif statement.do is Do.DEFINE and not over:
                self.block(statement.body, over, given)
            elif statement.do is Do.IF:
                behind = statements[at + 1] if at + 1 < len(statements) else None
                given = self._if(statement, behind, over, given)
            elif statement.do is Do.ASSIGN:
                self._assign(statement, over, given)
            elif over and not (statement.do is Do.ELSE and only_skips(statement.body)):
                raise NotUnderstood(f"the statement {statement.text[:60]!r}")
        self.values = outside

    def _if(
        self,
        statement: LoopStatement,
        behind: LoopStatement | None,
        over: tuple[Binder, ...],
        given: tuple[Written, ...],
    ) -> tuple[Written, ...]:
        """The conditions that hold behind an `if`."""
        condition = self._put(statement.parts[0])
        if only_skips(statement.body):
            if behind is not None and behind.do is Do.ELSE:
                raise NotUnderstood("an else behind what skips")
            return (*given, negated(condition))
        guards, tests = sorted_out(condition, self._is_kept)
        if tests and self.updates:
            self._of_nothing(statement, [*guards, *tests])
        elif tests:
            self.updates.append((over, (*given, *guards), self._update(tests, statement.body)))
        else:
            self.block(statement.body, over, (*given, *guards))
        return given

    def _of_nothing(self, statement: LoopStatement, tests: Sequence[Written]) -> None:
        """What is done where no tap was kept: it fails, or something is given. Raises NotUnderstood."""
        update = self.updates[-1][2]
        kept = {update.kept: update.element} | dict([update.index] if update.index else [])
        if update.flag is not None:
            kept[update.flag] = Written(Form.NAME, (), (_TRUE if self._began(update.flag) in _FALSE else _FALSE)[0])
        if len(tests) != 1 or not self._is_first(tests[0], kept) or len(statement.body) != 1:
            raise NotUnderstood(f"the condition {statement.text[:60]!r}")
        (done,) = statement.body
        if done.do is Do.ASSIGN and done.parts[0] in kept:
            self.nothing = done.parts[1]
        elif done.do is Do.FAIL:
            self.fails = True
        else:
            raise NotUnderstood(f"the statement {done.text[:60]!r}")

    def _is_kept(self, written: Written) -> bool:
        return any(part in self.initial for part in written.walk())

    def _assign(self, statement: LoopStatement, over: tuple[Binder, ...], given: tuple[Written, ...]) -> None:
        target, value = statement.parts
        value = self._put(value)
        if self.counts.get(target, 0) == 1 and target.form is Form.NAME:
            self.values[target.text] = value
        elif target not in self.initial and target not in value.walk():
            if given:
                raise NotUnderstood("what is given a value under a condition")
            self.initial[target] = (value, len(over))
            if target.form is not Form.NAME:
                self._store(target, value, over)
        elif (kept := extreme_of(target, value)) is not None:
            how, element = kept
            self.updates.append((over, given, Update(target, element, how, False, value.start)))
        else:
            raise NotUnderstood(f"the statement {statement.text[:60]!r}")

    def _store(self, target: Written, value: Written, over: tuple[Binder, ...]) -> None:
        """An element of an output gets its value; nothing else may be written to in a nest. Raises NotUnderstood."""
        if is_cell(target, OUTPUTS) or is_cell(target, INDICES):
            self.stores.append((over, target, value, bool(self.updates)))
        elif over:
            raise NotUnderstood(f"what {target.parts[0].text or target.form} is given")

    def _update(self, tests: Sequence[Written], body: Sequence[LoopStatement]) -> Update:
        """The test by which an element is kept, and what is kept then. Raises NotUnderstood."""
        given: dict[Written, Written] = {}
        # Of what is kept as soon as there is an element, nothing is said before.
        flag = next(filter(self._is_flag, (part for test in tests for part in test.walk())), None)
        says_first = flag is not None or any(part.text == FIRST for test in tests for part in test.walk())
        stops = body[-1].start if body and _BREAK.fullmatch(body[-1].text) is not None else None
        for statement in body if stops is None else body[:-1]:
            if statement.do is not Do.ASSIGN or statement.parts[0] in given:
                raise NotUnderstood(f"the statement {statement.text[:60]!r}")
            target, value = statement.parts[0], self._put(statement.parts[1])
            is_local = self.counts.get(target, 0) == 1 and target not in self.behind
            if target.form is Form.NAME and is_local and not says_first:
                self.values[target.text] = value
            else:
                given[target] = value
        if len(tests) != 1:
            raise NotUnderstood("several conditions on what is kept")
        choices = tests[0].parts if tests[0].form is Form.EITHER else (tests[0],)
        compared = [found for each in choices if (found := self._compared(each, given)) is not None]
        firsts = [each for each in choices if self._is_first(each, given)]
        if len(compared) != 1 or len(firsts) + 1 != len(choices):
            raise NotUnderstood("when an element is kept")
        kept, element, how = compared[0]
        if given[kept] != element:
            raise NotUnderstood("what is kept is not what was compared")
        given = self._without_direct(given, kept, element)
        if self.direct and not firsts:
            raise NotUnderstood("an output is given nothing where no element is greater")
        flags = [target for target in given if said_name(given[target]) in (*_TRUE, *_FALSE)]
        others = [(target, value) for target, value in given.items() if target not in flags]
        is_given = says_first or (firsts and all(is_cell(t, INDICES) or t in self.behind for t, _ in others))
        needs_begin = [] if is_given else [target for target, _ in others]
        if len(others) > 1 or any(target not in self.initial for target in needs_begin):
            raise NotUnderstood("what is kept beside the element")
        index = others[0] if others else None
        return Update(kept, element, how, bool(firsts), tests[0].start, index, flag if firsts else None, stops)

    def _without_direct(
        self, given: Mapping[Written, Written], kept: Written, element: Written
    ) -> dict[Written, Written]:
        """What is kept beside the element. An output that gets each element that is kept, or what holds it by then,
        holds the last of them behind the loops."""
        rest: dict[Written, Written] = {}
        held = [element]
        for target, value in given.items():
            if target == kept:
                held.append(kept)
            elif is_cell(target, OUTPUTS) and target != kept and value in held:
                self.direct.append(target)
            else:
                rest[target] = value
        return rest

    def _is_flag(self, written: Written) -> bool:
        """A name that is true or false, and begins as one of them."""
        return written.form is Form.NAME and self._began(written) in (*_TRUE, *_FALSE)

    def _compared(self, test: Written, given: Mapping[Written, Written]) -> tuple[Written, Written, str] | None:
        """The comparison of an element with what is kept; None for another test."""
        if test.form is not Form.RELATION or test.text not in _TURNED:
            return None
        left, right = test.parts
        if right in given and is_element(left):
            return right, left, test.text
        if left in given and is_element(right):
            return left, right, _TURNED[test.text]
        return None

    def _is_first(self, test: Written, given: Mapping[Written, Written]) -> bool:
        """The test holds as long as nothing was kept, and no longer: `index == none`, `index < 0`, `not found`."""
        if test.text == FIRST and test.form is Form.NAME:
            return True
        if test.form is Form.NEGATION or test.form is Form.NAME:
            flag = test.parts[0] if test.form is Form.NEGATION else test
            before, after = (_FALSE, _TRUE) if test.form is Form.NEGATION else (_TRUE, _FALSE)
            return flag in given and self._began(flag) in before and said_name(given[flag]) in after
        if test.form is not Form.RELATION or len(test.parts) != 2 or test.parts[0] not in given:
            return False
        kept, bound = test.parts
        began = self.initial[kept][0] if kept in self.initial else None
        if test.text == "EQ" and began == bound:
            is_flag = said_name(bound) in (*_TRUE, *_FALSE) and said_name(given[kept]) in (*_TRUE, *_FALSE)
            is_new = said_name(given[kept]) != said_name(bound) if is_flag else True
            return is_new and (is_flag or said_name(bound) in _NOTHING or is_negative(bound))
        is_below = test.text == "LT" and bound.text == "0" and bound.form is Form.NUMBER
        return is_below and began is not None and is_negative(began)

    def _began(self, kept: Written) -> str:
        return said_name(self.initial[kept][0]) if kept in self.initial else ""

    def _put(self, written: Written) -> Written:
        """With the values of names that are given one, once; the place stays that of the name."""
        if written.form is Form.NAME and written.text in self.values:
            return self.values[written.text]
        kept = written.parts[:1] if written.form in (Form.INDEX, Form.CALL) else ()
        return replace(written, parts=(*kept, *map(self._put, written.parts[len(kept) :])))


def loops_of(block: Block) -> LoopNest | None:
    """The nest of loops in a listing; None for any other block. Raises NotUnderstood."""
    if block.shape is not Shape.CODE or not block.pieces:
        return None
    return nest_of(statements_of(block.pieces[0].text, block.pieces[0].start))


def nest_of(statements: Sequence[LoopStatement]) -> LoopNest | None:
    """The one nest of loops in a listing that takes a maximum over elements of X; None where none has elements of X.

    Raises NotUnderstood.
    """
    nans: list[Written] = []
    statements = without_nan(statements, nans)
    assigned = [s.parts[0] for s in every(statements) if s.do is Do.ASSIGN]
    speaks = any(is_element(part) for s in every(statements) for each in s.parts for part in each.walk())
    if not speaks or not any(s.do is Do.LOOP for s in every(statements)):
        return None
    if nans and sum(is_element(part) for s in every(statements) for each in s.parts for part in each.walk()) > 1:
        raise NotUnderstood("an element of which a NaN is replaced is read again")
    walk = _Walk({target: assigned.count(target) for target in assigned}, frozenset(stored_behind(statements)))
    walk.block(statements, (), ())
    if len(walk.updates) != 1:
        raise NotUnderstood(f"{len(walk.updates)} places at which an element is kept")
    over, guards, update = walk.updates[0]
    stores = dict(_stored(walk, update))
    cells = [stores[name][0] for name in ("Y", "Indices") if name in stores]
    letters = [part.text for part in cells[0].parts[1:]] if cells else []
    outer = tuple(binder for binder in over if binder.letter.text in letters)
    taps = tuple(binder for binder in over if binder.letter.text not in letters)
    # A listing may be on one element of an output, whose place its text gives.
    is_of_outputs = len(outer) in (0, TENSOR_AXES) and len(letters) == TENSOR_AXES
    if not is_of_outputs or len(taps) != SPATIAL_AXES or list(over[len(outer) :]) != list(taps):
        raise NotUnderstood("the loops are not four over an output's elements and, in them, two over the taps")
    if any(sorted(part.text for part in cell.parts[1:]) != sorted(letters) for cell in cells):
        raise NotUnderstood("the outputs have different elements")
    named = (update.kept, *(update.index or ())[:1], *((update.flag,) if update.flag else ()))
    begun = {kept: walk.initial[kept][1] for kept in named if kept in walk.initial}
    if not {update.kept, update.flag} & begun.keys() or any(depth != len(outer) for depth in begun.values()):
        raise NotUnderstood("what is kept does not begin anew for each element of an output")
    nothing = Written(Form.NAME, (), _NOTHING[0], update.start, update.start)
    initial = walk.initial[update.kept][0] if update.kept in walk.initial else nothing
    return LoopNest(outer, taps, guards, update, initial, stores, tuple(nans), walk.nothing, walk.fails)


def _stored(walk: _Walk, update: Update) -> Iterator[tuple[str, tuple[Written, Written]]]:
    """Y and Indices with what they are given. Raises NotUnderstood."""
    kept = {update.kept: "Y", **({update.index[0]: "Indices"} if update.index else {})}
    for target, name in kept.items():
        if target.form is not Form.NAME and is_cell(target, OUTPUTS if name == "Y" else INDICES):
            yield name, (target, target)
    yield from (("Y", (target, update.kept)) for target in walk.direct)
    for over, target, value, is_behind in walk.stores:
        name = "Y" if is_cell(target, OUTPUTS) and not is_cell(target, frozenset(("I",))) else "Indices"
        if target in kept:
            continue
        if not is_behind or len(over) != len(walk.updates[0][0]) - SPATIAL_AXES:
            raise NotUnderstood(f"{target.parts[0].text} is not stored behind the loops over the taps")
        if kept.get(value) != name:
            raise NotUnderstood(f"what {target.parts[0].text} is given")
        yield name, (target, value)
