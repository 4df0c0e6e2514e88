"""The loops of C, as instructions."""

from __future__ import annotations

from proofs.program.c.lowering.helpers import Helpers
from proofs.program.c.lowering.loops import Counted, asked_after, counted, fitted_bounds
from proofs.program.c.lowering.scan import has_effects
from proofs.program.c.lowering.scope import CScope, Local
from proofs.program.c.lowering.values import simplified
from proofs.program.c.reading.tree import CDo, CExpression, CLoop, refused
from proofs.program.c.reading.types import CInteger
from proofs.program.source.language import Break, Continue, For, While, jumps_out
from spec.language.terms import FALSE, TRUE, Sort, Term


class LoopStatements(Helpers):
    """The loops of one program, and their tests."""

    def condition(self, test: CExpression, scope: CScope, *, of_loop: bool = False) -> Term:
        """A test, which may not change anything."""
        if has_effects(test):
            raise refused(test.at, "a condition changes something", "make the change a statement of its own")
        with self.expressions.condition(of_loop=of_loop):
            return simplified(self.expressions.truth(test, scope))

    def _do_loop(self, node: CLoop, scope: CScope) -> None:
        assert node.test is not None
        test, step = asked_after(node.test)
        line = self.program.line(node.at)
        body = self.block([node.body], scope)
        update = () if step is None else self.block([CDo(step.at, step)], scope)
        condition = self.condition(test, scope, of_loop=True)
        if condition != FALSE:
            self.out.append(While(line, condition, body, update, entered=True))
        elif any(jumps_out(statement, Break | Continue) for statement in body):
            raise refused(node.at, "a `do` that runs once is left by a jump", "write it with `if`")
        else:
            self.out += body

    def loop(self, node: CLoop, scope: CScope) -> None:
        """A loop of any kind."""
        if node.keyword == "do":
            self._do_loop(node, scope)
            return
        found = counted(node)
        if found is not None and not self.expressions.is_steady(found.stop, scope):
            found = None
        if found is not None and isinstance(self._counter(found, scope), Local):
            self._for(node, found, scope)
            return
        self.out += self.block([node.first], scope)
        test = TRUE if node.test is None else self.condition(node.test, scope, of_loop=True)
        line = self.program.line(node.at)
        body = self.block([node.body], scope)
        update = () if node.step is None else self.block([CDo(node.step.at, node.step)], scope)
        self.out.append(While(line, test, body, update))

    def _counter(self, found: Counted, scope: CScope) -> object:
        if found.declared is None:
            return scope.names.get(found.key)
        kind = found.declared.type
        scope.names[found.key] = Local(self.program.fresh(found.declared.name, Sort.INT), kind, Sort.INT)
        return scope.names[found.key]

    def _for(self, node: CLoop, found: Counted, scope: CScope) -> None:
        counter = scope.names[found.key]
        assert isinstance(counter, Local)
        assert isinstance(counter.type, CInteger)
        start, stop = (self.expressions.whole(bound, scope) for bound in (found.start, found.stop))
        start, stop = fitted_bounds(found, counter.type, start, stop)
        line = self.program.line(node.at)
        body = self.block([node.body], scope)
        self.out.append(For(line, counter.name, start, stop, body))
