"""Loops that ask at their end whether they go on: `while True: ...; if done: break` as `do ... while (!done)`."""

from __future__ import annotations

from dataclasses import replace

from proofs.program.source.language import Break, Continue, Function, If, Instruction, While, jumps_out
from proofs.program.source.rewriting import mapped
from spec.language.terms import TRUE, Op, Operation, Sort, Term, and_, not_

_OPPOSITE = {Op.LT: Op.GE, Op.LE: Op.GT, Op.GT: Op.LE, Op.GE: Op.LT, Op.EQ: Op.NE, Op.NE: Op.EQ}


def with_tests_at_ends(function: Function) -> Function:
    """The function, with such loops as loops with a test."""
    return replace(function, body=tuple(mapped(s, _with_test, lambda term: term) for s in function.body))


def _with_test(statement: Instruction) -> Instruction:
    match statement:
        case While(line, test, (*body, If(_, done, (Break(),), ())), ()) if test == TRUE:
            if not any(jumps_out(inner, Continue) for inner in body):
                return While(line, _opposite(done), tuple(body), entered=True)
    return statement


def _opposite(test: Term) -> Term:
    """That a test fails, as comparisons where it is made of such."""
    match test:
        case Operation(op, args) if op in _OPPOSITE and args[0].sort is Sort.INT:
            return Operation(_OPPOSITE[op], args)
        case Operation(Op.OR, args):
            return and_(*map(_opposite, args))
        case Operation(Op.NOT, (arg,)):
            return arg
    return not_(test)
