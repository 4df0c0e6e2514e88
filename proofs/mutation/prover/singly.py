"""Single slips of one module put to the corpus, each in a process of its own.

`python -m proofs.mutation.prover.singly` reads a request (JSON) from standard input and prints a line of JSON for each
changed source: what notices it, or what ended its process. What does not import the module is loaded once, before.
"""

from __future__ import annotations

import builtins
import json
import os
import signal
import sys
from collections.abc import Iterable, Iterator

from proofs.mutation.prover.patched import DERIVED, Changing, differs, loaded
from reference.common.house import imported, modules
from reference.common.isolation import Bounds, ending, limit_process
from reference.common.layout import PACKAGE

BOUNDS = Bounds(seconds=1800, processor_seconds=300, megabytes=3000)
"""Far limits of a change: they end what hangs."""
MOST_TURNS = 3_000_000
"""So many turns of the changed module's loops are enough for all that is tried: beyond, a change runs on."""


class RunsOn(BaseException):
    """A loop of the changed module turns too often. Nothing that is tried may catch it."""


def importing(module: str) -> frozenset[str]:
    """The modules of the tool that import one, directly or by way of others, and itself."""
    known = modules()
    imports = {name: imported(path, known) for name, path in known.items()}
    found = {module}
    while more := {name for name, of in imports.items() if of & found} - found:
        found |= more
    return frozenset(found)


def noticed(kinds: Iterable[str]) -> str:
    """What notices a change: something right that is refused, or something false that is accepted; "" if nothing."""
    try:
        return next(filter(None, _noticed(kinds)), "")
    except Exception as error:
        return f"refused: {type(error).__name__}"


def _noticed(kinds: Iterable[str]) -> Iterator[str]:
    from proofs.soundness.corpus import corpus
    from proofs.soundness.falsehood import accepts
    from proofs.soundness.right import KEPT

    for kind in kinds:
        for of in KEPT.get(kind, ()):
            yield from (f"refused: {label}" for label, is_accepted in of() if not is_accepted())
        if kind == "assumption":
            loaded()
        if kind == DERIVED and (place := differs()):
            yield f"refused: {place}"
        yield from (f"accepted: {f.label}" for f in corpus() if f.kind == kind and accepts(f))


def tried(module: str, kinds: Iterable[str], source: str) -> dict[str, str]:
    """What notices a changed source, in a child of this process; or what ended that."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _in_the_child(module, kinds, source, write)
    os.close(write)
    with os.fdopen(read, "rb") as answer:
        said = answer.read().decode("utf-8")
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {"noticed_by": said} if code == 0 else {"ended": ending(code)}


def _in_the_child(module: str, kinds: Iterable[str], source: str, write: int) -> None:
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
        sys.meta_path.insert(0, Changing(module, lambda _: source))
        # What a change makes the prover print is no answer.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        try:
            said = noticed(kinds)
        except RunsOn:
            said = "refused: it runs on"
        os.write(write, said.encode("utf-8"))
        code = 0
    finally:
        os._exit(code)


def _unload(name: str) -> None:
    """Have a module loaded anew where it is imported next; its package names it too."""
    sys.modules.pop(name, None)
    package, _, own = name.rpartition(".")
    if package in sys.modules:
        vars(sys.modules[package]).pop(own, None)


def main() -> None:
    """Read what is wanted, and answer for each source in turn."""
    asked = json.load(sys.stdin)
    import cvc5  # noqa: F401  # what a library's first import costs is paid once
    import z3  # noqa: F401

    from proofs.soundness import corpus, right  # noqa: F401

    for name in importing(asked["module"]):
        _unload(PACKAGE + name)
    for source in asked["sources"]:
        print(json.dumps(tried(asked["module"], asked["kinds"], source)), flush=True)


if __name__ == "__main__":
    main()
