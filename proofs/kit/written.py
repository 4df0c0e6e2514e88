"""What `maxpool vectors` says of what it wrote; the suites' own manifests are other documents."""

from __future__ import annotations

from typing import Literal, TypedDict

from proofs.kit.adequacy.score import AdequacyJson


class WrittenJson(TypedDict):
    """The folder, how many files the suite has, and how many of them were written."""

    folder: str
    files: int
    written: int


class VectorsWrittenJson(WrittenJson):
    """The vectors that were written."""

    schema: Literal["maxpool/vectors-written/1"]


class KitFiguresJson(TypedDict):
    """How many combinations of classes there are, calls, core cases, refused calls, and mutants."""

    combinations: int
    calls: int
    core: int
    refused: int
    infeasible: int
    undecided: int
    mutants: int
    killed: int


class KitWrittenJson(WrittenJson, KitFiguresJson):
    """The kit that was written, with the mutants that it kills by their kind; `absent` says why some were not tried."""

    schema: Literal["maxpool/kit-written/1"]
    adequacy: dict[str, AdequacyJson]
    absent: dict[str, str]
