"""What `maxpool conform` does between its options and its exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from reference.common.errors import CannotRun, NotInstalled
from reference.common.files import write
from reference.conformance.campaign.campaign import Campaign, RuntimeResult, conform, versions
from reference.conformance.campaign.workers import executor
from reference.conformance.document import ConformJson, document
from reference.conformance.folders import write_folders
from reference.conformance.report import html, page
from reference.conformance.sending.pages import write_pages

Progress = Callable[[int], AbstractContextManager[Callable[[object], None]]]
JOURNAL = "conform-journal.jsonl"


@dataclass(frozen=True, slots=True)
class FinishedCampaign:
    """A campaign that was run."""

    campaign: Campaign
    results: list[RuntimeResult]
    document: ConformJson

    @property
    def ok(self) -> bool:
        """Each runtime was compared, all that was to be, and none diverges within the profile."""
        return all(result.is_as_specified for result in self.results)


@dataclass(frozen=True, slots=True)
class Options:
    """How a campaign is run: processes, or the address of a Dask scheduler; and where it is written to."""

    workers: int = 1
    dask: str | None = None
    out: Path | None = None
    resume: bool = False


def run(campaign: Campaign, options: Options, progress: Progress) -> FinishedCampaign:
    """Run a campaign and write what came of it. Raises CannotRun or OSError."""
    if options.resume and options.out is None:
        raise CannotRun("--resume needs the folder of the campaign: -o DIR")
    if options.out is not None and find_spec("onnx") is None:
        raise NotInstalled("onnx", "runtimes")  # What is written holds models: this is known before the campaign.
    journal = None if options.out is None else options.out / JOURNAL
    known = versions(campaign)
    with executor(options.workers, options.dask) as pool, progress(len(campaign.pieces)) as step:
        at_once = options.workers if options.dask is None else None
        results = conform(campaign, known, pool, step, journal, resume=options.resume, at_once=at_once)
    found = document(campaign, results, folders=options.out is not None)
    if options.out is not None:
        _write(options.out, campaign, results, found)
    return FinishedCampaign(campaign, results, found)


def _write(out: Path, campaign: Campaign, results: list[RuntimeResult], found: ConformJson) -> None:
    markdown = page(campaign, results, found["machine"])
    texts = {".md": markdown, ".html": html(markdown), ".json": json.dumps(found, indent=2) + "\n"}
    write({out / f"conformance{suffix}": text for suffix, text in texts.items()})
    write_folders(out, results)
    write_pages(out)
