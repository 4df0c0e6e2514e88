"""A function's loops in the form in which they are proved: one for each size, each with a test."""

from __future__ import annotations

from proofs.program.loops.digits import with_loops_over_digits
from proofs.program.loops.endings import with_tests_at_ends
from proofs.program.loops.fills import with_fills_at_cells
from proofs.program.loops.flags import with_breaks
from proofs.program.loops.odometers import with_digits
from proofs.program.loops.planes import with_loops_over_planes
from proofs.program.source.language import Function


def separated(function: Function) -> Function:
    """The function with such loops; it does the same."""
    found = with_loops_over_digits(with_digits(with_tests_at_ends(with_breaks(function))))
    return with_loops_over_planes(with_fills_at_cells(found))
