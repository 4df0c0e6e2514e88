"""The forms in which projects ask for a report: headings, and what stands below each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto


class ReportPart(Enum):
    """A part of a report that is made from the divergence."""

    WHAT = auto()
    SCRIPT = auto()
    EXPECTED = auto()
    GOT = auto()
    VERSION = auto()
    RELEASES = auto()
    SYSTEM = auto()
    SCOPE = auto()


Form = tuple[tuple[str, tuple[ReportPart | str, ...]], ...]
"""Headings, each with its parts; text stands as it is."""

_CALL = (ReportPart.EXPECTED, ReportPart.GOT)
GENERAL: Form = (
    ("Description", (ReportPart.WHAT, ReportPart.SCOPE)),
    ("To reproduce", (ReportPart.SCRIPT,)),
    ("Expected and actual", _CALL),
    ("Version and system", (ReportPart.VERSION, ReportPart.RELEASES, ReportPart.SYSTEM)),
)
FORMS: Mapping[str, Form] = {
    "onnxruntime": (
        ("Describe the issue", (ReportPart.WHAT, *_CALL, ReportPart.SCOPE)),
        ("To reproduce", (ReportPart.SCRIPT,)),
        ("Urgency", ("None: a test of conformance found it.",)),
        ("Platform and OS version", (ReportPart.SYSTEM,)),
        ("ONNX Runtime installation", ("Released package",)),
        ("ONNX Runtime version or commit ID", (ReportPart.VERSION, ReportPart.RELEASES)),
        ("ONNX Runtime API", ("Python",)),
        ("Execution provider", ("Default CPU",)),
    ),
    "onnx": (
        ("Is the issue related to model conversion?", ("No: to the reference evaluator.",)),
        ("Describe the bug", (ReportPart.WHAT, ReportPart.SCOPE)),
        ("System information", (ReportPart.VERSION, ReportPart.RELEASES, ReportPart.SYSTEM)),
        ("Reproduction instructions", (ReportPart.SCRIPT,)),
        ("Expected behavior", _CALL),
    ),
    "openvino": (
        ("OpenVINO version", (ReportPart.VERSION, ReportPart.RELEASES)),
        ("Operating system", (ReportPart.SYSTEM,)),
        ("Device used for inference", ("CPU",)),
        ("Framework", ("ONNX",)),
        ("Model used", ("The attached `model.onnx`, of one node.",)),
        ("Issue description", (ReportPart.WHAT, *_CALL, ReportPart.SCOPE)),
        ("Step-by-step reproduction", (ReportPart.SCRIPT,)),
    ),
    "opencv": (
        ("System information", (ReportPart.VERSION, ReportPart.RELEASES, ReportPart.SYSTEM)),
        ("Detailed description", (ReportPart.WHAT, *_CALL, ReportPart.SCOPE)),
        ("Steps to reproduce", (ReportPart.SCRIPT,)),
    ),
    "torch": (
        ("Describe the bug", (ReportPart.WHAT, *_CALL, ReportPart.SCOPE, ReportPart.SCRIPT)),
        ("Versions", (ReportPart.VERSION, ReportPart.RELEASES, ReportPart.SYSTEM)),
    ),
    "paddle": (
        ("Describe the bug", (ReportPart.WHAT, *_CALL, ReportPart.SCOPE, ReportPart.SCRIPT)),
        ("Additional supplementary information", (ReportPart.VERSION, ReportPart.RELEASES, ReportPart.SYSTEM)),
    ),
    "jax": (
        ("Description", (ReportPart.WHAT, *_CALL, ReportPart.SCOPE, ReportPart.SCRIPT)),
        ("System info", (ReportPart.VERSION, ReportPart.RELEASES, ReportPart.SYSTEM)),
    ),
    "litert": (
        ("System information", (ReportPart.VERSION, ReportPart.RELEASES, ReportPart.SYSTEM)),
        ("Current behavior", (ReportPart.WHAT, ReportPart.GOT, ReportPart.SCOPE)),
        ("Expected behavior", (ReportPart.EXPECTED,)),
        ("Standalone code to reproduce the issue", (ReportPart.SCRIPT,)),
    ),
    "ncnn": (
        ("detail", (ReportPart.WHAT, *_CALL, ReportPart.SCOPE)),
        ("context", (ReportPart.VERSION, ReportPart.RELEASES, ReportPart.SYSTEM)),
        ("how to reproduce", (ReportPart.SCRIPT,)),
    ),
}
"""By the names of runtimes; for all others, the general one."""
