"""The labels of all obligations, kept in a file: what is lost from the catalogue is missed by name.

`python -m proofs.maxpool.labels` writes the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

FILE = Path(__file__).with_name("labels.txt")


def recorded() -> Mapping[str, tuple[str, ...]]:
    """The labels in the file, by the name of their theory."""
    found: dict[str, list[str]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        theory, _, label = line.partition(" ")
        found.setdefault(theory, []).append(label)
    return {theory: tuple(labels) for theory, labels in found.items()}


def text() -> str:
    """The file as it should read; raises ValueError where a theory has no obligations here."""
    from proofs.maxpool.theories import THEORIES

    lines = []
    for name, theory in THEORIES.items():
        if reason := theory.absent():
            raise ValueError(f"{name}: {reason}")
        lines += [f"{name} {obligation.label}\n" for obligation in theory.load()]
    return "".join(lines)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
