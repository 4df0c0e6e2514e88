"""Loops and branches beside the taps of the reference, behind which a result is changed where what they count is not
what it should be: in the right ones never, in the wrong ones for some call.

Each asks one rule of symbolic execution for what it knows: how far a loop has come, what a branch leaves, which
variables still have a value.
"""

from __future__ import annotations

from collections.abc import Mapping

KERNEL = "kernel_shape[1]"


def _aside(*lines: str, then: str) -> str:
    """Some lines, K being the width of the kernel, and the branch behind them, which is taken where `then` holds."""
    return "\n".join((*lines, f"if {then}:", "    best = 0", "")).replace("K", KERNEL)


RIGHT_ASIDES: Mapping[str, str] = {
    "counted up": _aside("e = 0", "while e < K:", "    e = e + 1", then="e > K"),
    "counted up to": _aside("e = 1", "while e <= K:", "    e = e + 1", then="e != K + 1"),
    "counted down": _aside("e = K", "while e > 0:", "    e = e - 1", then="e < 0"),
    "counted down to": _aside("e = K", "while e >= 0:", "    e = e - 1", then="e != -1"),
    "counted down by adding": _aside("e = K", "while e > 0:", "    e = e + -1", then="e < 0"),
    "counted until equal": _aside("e = 0", "while e != K:", "    e = e + 1", then="e != K"),
    "counted down until equal": _aside("e = K", "while 0 != e:", "    e = e - 1", then="e != 0"),
    "counted by two": _aside("e = 0", "while e < K:", "    e = e + 2", then="e > K + 1"),
    "two that step": _aside(
        "e = 0", "d = 3", "for each in range(K):", "    e = e + 2", "    d = d - 1", then="e + 2 * d != 6"
    ),
    "a step of an inner loop": _aside(
        "e = 0", "for each in range(K):", "    for other in range(3):", "        e = e + 1", then="e != 3 * K"
    ),
    "two that meet": _aside("e = 0", "d = 2 * K", "while e != d:", "    e = e + 1", "    d = d - 1", then="e != K"),
    "two that meet the other way": _aside(
        "e = 0", "d = 2 * K", "while d != e:", "    e = e + 1", "    d = d - 1", then="d != K"
    ),
    "turns of a number given before": _aside(
        "e = 0",
        "for each in range(K):",
        "    t = 3",
        "    for other in range(1, t):",
        "        e = e + 1",
        then="e != 2 * K",
    ),
    "a test of two": _aside("e = 0", "g = 1", "while g > 0 and e < K:", "    e = e + 1", then="K > 0 and e != K"),
    "what is kept": _aside("e = 0", "for each in range(K):", "    e = 0", then="e > 0"),
    "either branch": _aside("e = 0", "if K > 1:", "    e = 1", "else:", "    e = 2", then="e < 1"),
}
"""A name, and what stands there."""
WRONG_ASIDES: Mapping[str, str] = {
    "a test of what a turn changes": _aside(
        "e = 0", "g = 1", "while e < K and e < g:", "    g = K", "    e = e + 1", then="e > 1"
    ),
    "what is not kept": _aside("e = 0", "for each in range(K):", "    if each > 0:", "        e = 1", then="e > 0"),
    "what a loop counted": _aside("e = 0", "for e in range(K):", "    d = 1", then="e > 0"),
    "one branch": _aside("e = 0", "if K > 1:", "    e = 1", then="e > 0"),
    "the other branch": _aside("e = 1", "if K > 1:", "    d = 1", "else:", "    e = 0", then="e > 0"),
    "a step in one branch": _aside(
        "e = 0", "for each in range(K):", "    if each > 0:", "        e = e + 1", then="K > 0 and e != K"
    ),
    "a value in one branch": _aside("if K > 1:", "    e = 1", then="e > 0"),
    "turns of a number that changes": _aside(
        "e = 0",
        "t = 2",
        "for each in range(K):",
        "    for other in range(t):",
        "        e = e + 1",
        "    t = t + 1",
        then="e != 2 * K",
    ),
    "turns of a number that is counted": _aside(
        "e = 0", "for each in range(K):", "    for other in range(each):", "        e = e + 1", then="e > 0"
    ),
    "a difference": _aside("e = 0", "while e < K:", "    e = e + 1", "d = K - e - 1", then="d < 0"),
    "one turn behind": _aside("e = 0", "d = 0", "for each in range(K):", "    d = e", "    e = each", then="e > d"),
    "a loop that ends early": _aside(
        "e = 0", "for each in range(K):", "    e = e + 1", "    if e > 0:", "        break", then="e < K"
    ),
    "a turn that ends early": _aside(
        "e = 0", "for each in range(K):", "    if each > 0:", "        continue", "    e = e + 1", then="e < K"
    ),
    "what a loop counted that ends early": _aside(
        "e = 0", "for e in range(K):", "    if e > 0:", "        break", then="e > 0"
    ),
    "a value that an inner loop counted": _aside(
        "e = 0",
        "for each in range(K):",
        "    if e > 0:",
        "        t = X[b, c, dX_2, 0]",
        "    e = 0",
        "    for e in range(2):",
        "        d = 1",
        then="K < 0",
    ),
    "one turn too many": _aside("e = 0", "while e <= K:", "    e = e + 1", then="e > K"),
}
"""What is wrong, and what stands there."""
