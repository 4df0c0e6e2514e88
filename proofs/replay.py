"""Witnesses replayed through the reference: what the code that runs gives for the values of a witness."""

from __future__ import annotations

import numpy as np

from proofs.obligations import Integers
from reference import maxpool as reference
from reference import onnx


def explicit(values: Integers) -> Integers:
    """The output size of the plain loops for explicit padding, with the witness on the first spatial axis."""
    Y, _ = reference.maxpool(
        np.zeros((1, 1, values["x"], 1), np.float32),
        auto_pad="NOTSET",
        ceil_mode=0,
        dilations=[values["dilation"], 1],
        kernel_shape=[values["kernel"], 1],
        pads=[values["pad_begin"], 0, values["pad_end"], 0],
        storage_order=0,
        strides=[values["stride"], 1],
    )
    return {"y": Y.shape[2]}


def same(values: Integers) -> Integers:
    """The output size of the parent operator for SAME padding, with the witness on its one spatial axis."""
    Y, _ = onnx.maxpool(
        np.zeros((1, 1, values["x"]), np.float32),
        version=12,
        auto_pad="SAME_UPPER",
        dilations=[values["dilation"]],
        kernel_shape=[values["kernel"]],
        strides=[values["stride"]],
    )
    return {"y": Y.shape[2]}


def rounded_up(values: Integers) -> Integers:
    """Nothing, if the parent operator refuses the call in ceil mode for a window without taps; else its output size."""
    try:
        Y, _ = onnx.maxpool(
            np.zeros((1, 1, values["x"]), np.float32),
            version=12,
            ceil_mode=1,
            dilations=[values["dilation"]],
            kernel_shape=[values["kernel"]],
            pads=[values["pad_begin"], values["pad_end"]],
            strides=[values["stride"]],
        )
    except ValueError as error:
        if str(error).startswith("windows.meet-input"):
            return {}
        raise
    return {"y_ceil": Y.shape[2]}
