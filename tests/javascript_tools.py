"""JavaScript run on data, by Node or else in a headless Chromium: one process for as much as a test asks."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
HANGS = 600_000
"""After how many milliseconds a page hangs."""


def chromium() -> str | None:
    """The browser that CHROMIUM names, or one under a usual name."""
    named = os.environ.get("CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def run(script: str, expression: str, given: object) -> Any:
    """The value of an expression over `given` after a script, as JSON; skips where nothing here runs JavaScript."""
    body = f"{script}\n;const given = {json.dumps(given)};\n"
    if node := shutil.which("node"):
        text = f"{body}process.stdout.write(JSON.stringify({expression}));"
        done = subprocess.run([node, "-"], input=text, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout)
    return _in_a_browser(f"(() => {{ {body} return JSON.stringify({expression}); }})()")


def _in_a_browser(text: str) -> Any:
    play = pytest.importorskip("playwright.sync_api", reason="neither Node nor the library playwright is installed")
    path = chromium()
    if path is None:
        pytest.skip("neither Node nor Chromium is installed")
    with play.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=HANGS)
        found = browser.new_page().evaluate(text)
        browser.close()
    return json.loads(found)
