"""What the tests of processes that are ended share."""

from __future__ import annotations

import os
import time
from pathlib import Path


def is_over(process: int) -> bool:
    """A process is gone, or waits for nothing but its parent's notice, or will within ten seconds."""
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        stat = Path(f"/proc/{process}/stat")
        if stat.exists() and stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.1)
    return False
