"""The tool with one change in its source, in a process of its own: what of the corpus it accepts, or what stops it.

`python -m proofs.mutation.prover.patched NUMBER` prints what notices the change of that number, or nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from proofs.mutation.prover.slips import SLIPS, Slip, changed
from proofs.mutation.prover.things import DERIVED, differs, loaded
from reference.common.layout import PACKAGE

Changed = Callable[[str], str]
"""From a module's source to that with a change."""


class ChangedLoader(SourceFileLoader):
    """Compiles a module from its changed source, and leaves no compiled file behind."""

    source: Changed

    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed source."""
        text = self.source(self.get_data(self.path).decode("utf-8"))
        return compile(text, self.path, "exec", dont_inherit=True)


class Changing(MetaPathFinder):
    """Finds one module, and has it changed."""

    def __init__(self, module: str, source: Changed) -> None:
        self.name, self.source = PACKAGE + module, source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's spec with another loader; None for every other module."""
        if fullname != self.name:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None:
            return spec
        loader = ChangedLoader(fullname, spec.origin)
        loader.source = self.source
        spec.loader = loader
        return spec


def noticed(slip: Slip) -> str:
    """What notices a change: a false thing that is accepted, or a right one that is refused; "" if nothing does."""
    if PACKAGE + slip.module in sys.modules:
        raise RuntimeError(f"{slip.module} was imported before it could be changed")
    sys.meta_path.insert(0, Changing(slip.module, lambda text: changed(text, slip)))
    try:
        if slip.load:
            loaded()
        from proofs.soundness.corpus import corpus
        from proofs.soundness.falsehood import accepts
        from proofs.soundness.programs import right_is_refused

        false = list(corpus())
    except ValueError as refused:
        return f"refused: {refused}"

    asked = (f for f in false if f.kind in slip.kinds)
    if accepted := next(filter(accepts, asked), None):
        return f"accepted: {accepted.label}"
    if DERIVED in slip.kinds and (place := differs()):
        return f"refused: {place}"
    return "refused: the reference's own loops" if "python" in slip.kinds and right_is_refused() else ""


if __name__ == "__main__":
    print(noticed(SLIPS[int(sys.argv[1])]))
