"""Single slips of one module put to the corpus, each in a process of its own.

`python -m proofs.mutation.prover.singly SURVEY` reads a request (JSON) from standard input and prints a line of JSON
for each slip: what notices it, or what ended its process.

What makes a slip cheap. All is loaded once, no solver is asked, and then this process forks. In the child the module's
functions get the changed code in place, so that nothing is loaded again. That is the changed tool wherever the changed
statement was not reached when the tool was loaded and the things were made; where it was, the module and what imports
it are loaded anew. Only things that reach the statement (`reached`) are tried, those first that noticed a slip before,
in the same function before all others; the first that notices ends it. A slip in a statement that nothing reaches is
said to be one at once. If the statement is not reached while a question to a solver is answered, the answers to
questions that were asked before are remembered: the same question, to the same code, has the same answer. No verdict
depends on the order, or on the clock.
"""

from __future__ import annotations

import builtins
import gc
import json
import os
import pickle
import signal
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from proofs.mutation.prover.in_place import Functions
from proofs.mutation.prover.patched import Changing
from proofs.mutation.prover.reached import tool_modules, unload
from proofs.mutation.prover.things import AskedBefore, Place, Survey, Thing, things
from reference.common.isolation import Bounds, ending, limit_process
from reference.common.layout import PACKAGE, ROOT

BOUNDS = Bounds(seconds=3600, processor_seconds=1800, megabytes=3000)
"""Far limits of a change: they end what hangs, and leave the time to ask anew all that the programs ask."""
MOST_TURNS = 3_000_000
"""So many turns of the changed module's loops are enough for all that is tried: beyond, a change runs on."""


class RunsOn(BaseException):
    """A loop of the changed module turns too often. Nothing that is tried may catch it."""


@dataclass(slots=True)
class Trying:
    """A module whose slips are tried: the things, what they reach, its functions, and what noticed slips before."""

    module: str
    kinds: Sequence[str]
    importing: Sequence[str]
    survey: Survey
    made: Sequence[Thing]
    functions: Functions
    noticed: list[tuple[str, int]] = field(default_factory=list)

    def tried(self, source: str, within: str, statement: int | None) -> dict[str, Any]:
        """What notices a changed source, whose change is in a statement; None: in none, and no program is tried."""
        place = None if statement is None else (self.module, statement)
        anew, every = place in self.survey.loading or self.functions.have_made(within), range(len(self.made))
        reaching = [n for n in every if not self.made[n].costly] if place is None else self.survey.reaching(place)
        if not anew and not reaching:
            return {"noticed_by": "", "reached": False}
        order = self._order(every if anew else reaching, set(reaching), within)
        answer = _in_a_child(lambda: self._first(order, source, place, anew=anew))
        if (number := answer.pop("number", None)) is not None:
            self.noticed = [(within, number), *(n for n in self.noticed if n[1] != number)]
        return answer

    def _order(self, numbers: Iterable[int], reaching: set[int], within: str) -> list[int]:
        """Those first that noticed slips of the same function, then of others, then those that reach the place."""
        before = {number: (function != within, i) for i, (function, number) in enumerate(self.noticed)}
        last = (True, len(before))
        return sorted(numbers, key=lambda n: (before.get(n, last), self.made[n].costly, n not in reaching))

    def _first(self, order: Sequence[int], source: str, place: Place | None, *, anew: bool) -> dict[str, Any]:
        """In the child: the first thing that notices the change, by its number and by what it says."""
        made: Sequence[Thing] = self.made
        file = str(import_module(PACKAGE + self.module).__file__)
        if anew or not self.functions.change(source, file):
            unload(self.importing)
            sys.meta_path.insert(0, Changing(self.module, lambda _: source))
            try:
                made = things(self.kinds)
            except Exception as error:
                return {"noticed_by": f"refused: {type(error).__name__}"}
        elif place is not None and place not in self.survey.in_questions:
            AskedBefore(dict(self.survey.answers)).remember()
        for number in order:
            try:
                if said := made[number].notices():
                    return {"noticed_by": said, "number": number}
            except RunsOn:
                return {"noticed_by": "refused: it runs on", "number": number}
        return {"noticed_by": ""}


def _in_a_child(work: Any) -> dict[str, Any]:
    """What some work says, in a child of this process with limits; or what ended that."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _at_work(work, write)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        said = answer.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    found: dict[str, Any] = json.loads(said) if code == 0 else {"ended": ending(code)}
    return found


def _at_work(work: Any, write: int) -> None:
    turns = 0

    def turn() -> bool:
        nonlocal turns
        turns += 1
        if turns > MOST_TURNS:
            raise RunsOn
        return True

    code = 1
    try:
        signal.alarm(int(BOUNDS.seconds))
        limit_process(megabytes=BOUNDS.megabytes, processor_seconds=BOUNDS.processor_seconds, beyond_present=True)
        vars(builtins)["__turn__"] = turn
        # What a change makes the prover print is no answer.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            said = work()
        except RunsOn:
            said = {"noticed_by": "refused: it runs on"}
        os.write(write, json.dumps(said).encode("utf-8"))
        code = 0
    finally:
        os._exit(code)


def main() -> None:
    """Read what is wanted, and answer for each slip in turn."""
    asked = json.load(sys.stdin)
    import cvc5  # noqa: F401  # what a library's first import costs is paid once
    import z3  # noqa: F401  # as above

    module: str = asked["module"]
    made = things(asked["kinds"])
    survey: Survey = pickle.loads(Path(sys.argv[1]).read_bytes())
    if more := tool_modules() - survey.loaded:
        raise RuntimeError(f"loaded here, and not where it was seen what is reached: {', '.join(sorted(more))}")
    source = (ROOT / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8")
    functions = Functions(import_module(PACKAGE + module), source)
    trying = Trying(module, asked["kinds"], asked["importing"], survey, made, functions)
    # What lives on is not looked through by the children's collectors, nor copied for them.
    gc.collect()
    gc.freeze()
    for slip in asked["slips"]:
        print(json.dumps(trying.tried(**slip)), flush=True)


if __name__ == "__main__":
    main()
