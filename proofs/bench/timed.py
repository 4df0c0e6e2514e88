"""Commands timed as a user meets them: each in a fresh process, with its start."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

from reference.common.layout import ROOT

FRONT_DOOR = ROOT / "maxpool.py"


def timed(command: Sequence[str]) -> tuple[float, str]:
    """The seconds that a command takes, and what it prints."""
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    return time.perf_counter() - started, done.stdout


def timed_document(*arguments: str) -> tuple[float, Any]:
    """The seconds that a sub-command of `maxpool` takes, and the JSON document that it prints."""
    seconds, output = timed([sys.executable, str(FRONT_DOOR), *arguments, "--json"])
    return seconds, json.loads(output)
