"""What is right for a call, by the fast twin."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from reference.fast import twin as fast
from reference.maxpool import TooMuchWork
from reference.runtimes.protocol import Array, RuntimeCall
from spec.operator.operator import Violation


class Right:
    """What is right for a call on X: `outputs` (Y, Indices), or none and the label of the clause that it breaks."""

    def __init__(self, call: RuntimeCall, X: Array) -> None:
        self.call, self.X = call, X
        self.outputs: tuple[Array, ...] = ()
        self.violation = ""
        try:
            self.outputs = fast.maxpool(X, **call.attributes)
        except (Violation, TooMuchWork) as violation:
            self.violation = violation.label

    @cached_property
    def with_nan(self) -> Any:
        """Which windows hold a NaN: the maximum of ones where there is one, and zeros."""
        nan = np.isnan(self.X) if self.X.dtype.kind == "f" else np.zeros(self.X.shape, np.bool_)
        if not nan.any():
            return np.zeros(self.outputs[0].shape, np.bool_)
        return fast.maxpool(nan.astype(np.uint8), **self.call.attributes)[0].astype(np.bool_)
