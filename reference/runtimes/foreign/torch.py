"""torch's max_pool2d on the CPU, one thread. It pads both ends alike, and counts indices in each plane."""

from __future__ import annotations

from importlib import import_module

from reference.runtimes.protocol import Array, Pool, RuntimeCall, Unsupported


class Torch:
    """The adapter. What torch has no parameter for is refused here; the rest torch refuses itself."""

    name = "torch"
    packages = ("torch",)
    as_documented = ("Indices.plane",)

    def load(self, call: RuntimeCall, *, indices: bool) -> Pool:
        """The function with the call's parameters."""
        parameters = self.parameters(call, indices=indices)
        torch = import_module("torch")
        torch.set_num_threads(1)

        def pool(X: Array) -> tuple[Array, ...]:
            found = torch.nn.functional.max_pool2d(torch.from_numpy(X), *parameters, return_indices=indices)
            return tuple(part.numpy() for part in (found if indices else (found,)))

        return pool

    def parameters(self, call: RuntimeCall, *, indices: bool) -> tuple[tuple[int, ...], ...]:
        """Kernel, strides, pads and dilations."""
        begins, ends = call.pads[:2], call.pads[2:]
        if begins != ends:
            raise Unsupported("max_pool2d pads both ends of an axis alike")
        return call.kernel_shape, call.strides, begins, call.dilations
