"""The implementation in C that is part of the project, compiled by the system's compiler."""

from __future__ import annotations

from reference.c.library import TYPES, library
from reference.c.statuses import OK
from reference.common.identity import own_version
from reference.runtimes.protocol import Array, Pool, RuntimeCall, Unsupported


class CImplementation:
    """The adapter. Where there is no compiler, that is what it says of every call."""

    name = "c"
    packages = ()

    @property
    def version(self) -> str:
        """The project's own version; raises NoCompiler where it cannot be compiled."""
        library()
        return own_version()

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """The function for the call's type of elements; what the implementation refuses is raised as Unsupported."""
        if call.dtype not in TYPES:
            raise Unsupported(f"no function for {call.dtype}")
        attributes = {name: list(v) if isinstance(v, list) else v for name, v in call.attributes.items()}

        def pool(X: Array) -> tuple[Array, ...]:
            status, outputs = library().pool(X, attributes, indices=indices)
            if status != OK:
                raise Unsupported(status)
            return outputs

        return pool
