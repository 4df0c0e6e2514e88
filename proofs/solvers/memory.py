"""What the C library does with memory that is freed."""

from __future__ import annotations

import sys
from ctypes import CDLL
from functools import cache

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, MUCH = -1, -3, 32 * 2**20
"""Two parameters of glibc's `mallopt`, by their numbers in malloc.h, and the most that it takes of the second."""


@cache
def keep_freed_memory() -> None:
    """Have the C library keep what is freed for this process, where it is glibc.

    z3 has a context of its own for each question, and some take large parts of memory. Given back and taken anew, page
    by page, these would cost much of the time of a small question.
    """
    if sys.platform == "linux" and hasattr(library := CDLL(None), "mallopt"):
        for parameter in (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD):
            library.mallopt(parameter, MUCH)
