"""The geometries that networks pool with, each on every size and number of channels that is usual."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from reference.conformance.cases.geometry import Pair, defined, is_legal
from reference.onnx import SpatialAxis


@dataclass(frozen=True, slots=True)
class NetworkPool:
    """A MaxPool as a network has it: where it is met, and its four lists. `pads`: top, left, bottom, right."""

    where: str
    kernel: tuple[int, int]
    strides: tuple[int, int]
    pads: tuple[int, int, int, int] = (0, 0, 0, 0)
    dilations: tuple[int, int] = (1, 1)

    def pair(self, height: int, width: int) -> Pair:
        """Its axes on a plane."""
        rows, columns = (
            defined(SpatialAxis(x, self.kernel[i], self.dilations[i], self.strides[i], self.pads[i], self.pads[2 + i]))
            for i, x in enumerate((height, width))
        )
        return rows, columns


NETWORKS: tuple[NetworkPool, ...] = (
    NetworkPool("VGG, U-Net, LeNet, YOLO", (2, 2), (2, 2)),
    NetworkPool("YOLO tiny", (2, 2), (1, 1)),
    NetworkPool("YOLO tiny, padded at the end", (2, 2), (1, 1), (0, 0, 1, 1)),
    NetworkPool("DenseNet, SqueezeNet with odd sizes", (2, 2), (2, 2), (0, 0, 1, 1)),
    NetworkPool("FCN, padded on both sides", (2, 2), (2, 2), (1, 1, 1, 1)),
    NetworkPool("AlexNet, SqueezeNet, Inception's reductions", (3, 3), (2, 2)),
    NetworkPool("ResNet, DenseNet, ShuffleNet: the stem", (3, 3), (2, 2), (1, 1, 1, 1)),
    NetworkPool("SAME on even sizes: EfficientNet, Xception, NASNet", (3, 3), (2, 2), (0, 0, 1, 1)),
    NetworkPool("Caffe's ResNet", (3, 3), (2, 2), (1, 1, 0, 0)),
    NetworkPool("GoogLeNet: the branch", (3, 3), (1, 1), (1, 1, 1, 1)),
    NetworkPool("VGG's atrous tail", (3, 3), (1, 1)),
    NetworkPool("non-overlapping, OCR", (3, 3), (3, 3)),
    NetworkPool("DeepLab, dilated", (3, 3), (1, 1), (2, 2, 2, 2), (2, 2)),
    NetworkPool("dilated, not padded", (2, 2), (1, 1), (0, 0, 0, 0), (2, 2)),
    NetworkPool("SPP 5", (5, 5), (1, 1), (2, 2, 2, 2)),
    NetworkPool("SPP 9", (9, 9), (1, 1), (4, 4, 4, 4)),
    NetworkPool("SPP 13", (13, 13), (1, 1), (6, 6, 6, 6)),
    NetworkPool("pyramid pooling 4", (4, 4), (4, 4)),
    NetworkPool("pyramid pooling 5", (5, 5), (5, 5)),
    NetworkPool("InceptionResNet, wide steps", (5, 5), (3, 3)),
    NetworkPool("global, on 7", (7, 7), (7, 7)),
    NetworkPool("ResNet's shortcut", (1, 1), (2, 2)),
    NetworkPool("CRNN: height alone", (2, 1), (2, 1)),
    NetworkPool("CRNN: width kept", (2, 2), (2, 1), (0, 1, 0, 1)),
    NetworkPool("texts and sounds in one row", (1, 3), (1, 2), (0, 1, 0, 1)),
    NetworkPool("sounds, time alone", (1, 4), (1, 4)),
)
CHANNELS = (1, 3, 8, 16, 17, 64)
SIZES = (4, 7, 8, 13, 14, 19, 20, 28, 32, 35, 56, 112, 224)
LARGE = 2**15
"""A tensor of more elements is one of the large ones: they take most of the time, and are put less often."""


@dataclass(frozen=True, slots=True)
class NetworkCall:
    """A geometry on a plane, and the channels."""

    pair: Pair
    channels: int

    @property
    def elements(self) -> int:
        """The elements of X for one entry."""
        return self.channels * self.pair[0].x * self.pair[1].x


VAST = NetworkCall(NetworkPool("an image of a satellite", (2, 2), (17, 17)).pair(4353, 4353), 1)
"""A plane of more than 2**24 elements: not all of their indices are single-precision numbers."""


@cache
def network_calls() -> tuple[tuple[NetworkCall, ...], tuple[NetworkCall, ...]]:
    """All that are legal: small ones and large ones. A network's global pooling is there too: a kernel of X's size."""
    planes = [network.pair(size, size) for network, size in product(NETWORKS, SIZES)]
    planes += [network.pair(height, 4 * height) for network in NETWORKS for height in (8, 32)]
    planes += [NetworkPool("global", (size, size), (1, 1)).pair(size, size) for size in SIZES if size <= 56]
    every = [NetworkCall(pair, c) for pair, c in product(planes, CHANNELS) if all(map(is_legal, pair))]
    return tuple(c for c in every if c.elements <= LARGE), tuple(c for c in every if c.elements > LARGE)


def smallest(network: NetworkPool) -> Pair:
    """Its axes on the smallest plane on which each has two windows, where that can be."""

    def axis(i: int) -> SpatialAxis:
        of = network.pair(1, 1)[i]
        grown = (defined(replace(of, x=x)) for x in range(1, 64))
        return next(a for a in grown if is_legal(a) and a.y >= 2)

    return axis(0), axis(1)
