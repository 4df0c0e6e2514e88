"""The runtimes by their names, and how one that is not among them is found."""

from __future__ import annotations

from collections.abc import Mapping

from reference.common.errors import CannotRun
from reference.runtimes.c import CImplementation
from reference.runtimes.foreign.jax import Jax
from reference.runtimes.foreign.litert import LiteRT
from reference.runtimes.foreign.ncnn import Ncnn
from reference.runtimes.foreign.paddle import Paddle
from reference.runtimes.foreign.torch import Torch
from reference.runtimes.onnx_reference import OnnxReference
from reference.runtimes.onnxruntime import OnnxRuntime
from reference.runtimes.opencv import OpenCV
from reference.runtimes.openvino import OpenVino
from reference.runtimes.own.naming import own
from reference.runtimes.protocol import Adapter, installed
from reference.runtimes.tract import Tract

RUNTIMES: Mapping[str, Adapter] = {
    r.name: r
    for r in (
        *(CImplementation(), OnnxRuntime(), OnnxReference(), Tract(), OpenVino(), OpenCV()),
        *(Torch(), Paddle(), Jax(), LiteRT(), Ncnn()),
    )
}


class NoRuntime(CannotRun):
    """There is no such runtime, or a package that it needs is not installed."""


def find(name: str) -> Adapter:
    """A runtime by its name, or a user's own (`reference.runtimes.own.naming`). Raises NoRuntime."""
    if name in RUNTIMES:
        return RUNTIMES[name]
    try:
        return own(name, RUNTIMES)
    except CannotRun as error:
        raise NoRuntime(str(error)) from None


def version_of(runtime: Adapter) -> str:
    """The version of a runtime. Raises NoRuntime where one of its packages is missing."""
    for package in runtime.packages:
        if installed(package) is None:
            wanted = getattr(runtime, "install", "sonnx-maxpool[runtimes]")
            raise NoRuntime(f"{runtime.name}: {package} is not installed: pip install {wanted}")
    if runtime.packages:
        return installed(runtime.packages[-1]) or ""
    try:
        return str(getattr(runtime, "version", "0"))
    except CannotRun as error:
        raise NoRuntime(f"{runtime.name}: {error}") from None
