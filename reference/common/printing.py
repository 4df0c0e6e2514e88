"""Printing on a terminal."""

from __future__ import annotations

from rich.console import Console


class Terminal(Console):
    """Text as it is: no markup, no coloured numbers, and no line is broken but where `soft_wrap=False` is said.

    A pipe that nobody reads any more is an exception like others, for the front door to handle.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, highlight=False, soft_wrap=True)

    def on_broken_pipe(self) -> None:
        """Raise the exception again; rich would end the process as if the result were not the expected one."""
        raise BrokenPipeError
