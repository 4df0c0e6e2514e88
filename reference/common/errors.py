"""What can go wrong for a user, in three kinds that the front door knows; a room's own exceptions stand under them."""

from __future__ import annotations

import os


class CannotRun(ValueError):
    """A command cannot do what it was asked for: a user's mistake, or what cannot be read. The message is one line.

    The front door prints it, and ends with the exit code 2.
    """


def reason_of(error: Exception) -> str:
    """What went wrong in a user's words: of a file, its name and why, without the number of the system's error."""
    if not isinstance(error, OSError):
        return str(error)
    file = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
    return f"{file}: {error.strerror}" if file and error.strerror else str(error)


class NotInstalled(CannotRun):
    """A package is needed that is not there; the message says how to install it."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(f"{package} is not installed: pip install sonnx-maxpool[{extra}]")
        self.package, self.extra = package, extra

    def __reduce__(self) -> tuple[type[NotInstalled], tuple[str, str]]:
        return NotInstalled, (self.package, self.extra)


class Contradiction(RuntimeError):
    """Two routes disagree: one proves what the other refutes. Nothing can be believed until this is understood."""


EXTRAS = {
    "runtimes": ("onnx", "onnxruntime", "openvino", "torch", "tract"),
    "evidence": ("cryptography", "cyclonedx", "jsonschema", "junitparser", "reqif"),
    "certificates": ("scipy",),
    "strategies": ("hypothesis",),
}
"""What is installed with each of the tool's extras."""


def extra_of(module: str) -> str | None:
    """The extra that a missing module belongs to; None if it should be there in any case."""
    package = module.partition(".")[0]
    return next((extra for extra, packages in EXTRAS.items() if package in packages), None)
