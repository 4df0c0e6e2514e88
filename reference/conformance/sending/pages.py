"""The pages, made from what a campaign wrote into its folder, and a bisection after it: nothing else is known here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from reference.common.errors import CannotRun
from reference.common.files import write
from reference.conformance.campaign.kinds import KINDS, PROFILE
from reference.conformance.sending.forms import FORMS, GENERAL, ReportPart
from reference.conformance.sending.releases import FILE as VERSIONS
from reference.conformance.sending.releases import line
from reference.runtimes.running.catalogue import RUNTIMES
from spec.maxpool.operator import MAXPOOL
from spec.tables.markdown import markdown_table

DOCUMENT, FOLDER = "conformance.json", "reports"
ERRATA = "documents"
"""Below the reports: the errata of documents, which `maxpool audit --errata` writes there."""
WRONG, MANUAL, OPEN = "wrong", "as-documented", "open"
PLACES: Mapping[str, tuple[str, str]] = {
    WRONG: ("Where the runtime is wrong", "This contradicts the definition of the operator."),
    MANUAL: (
        "Where the runtime does as its own manual says",
        "ONNX defines it otherwise, and this runtime reads no ONNX: no bug, but a limit for whoever exchanges them.",
    ),
    OPEN: (
        "Where the profile decides what ONNX leaves open",
        "ONNX does not say what is right here: a question to the project rather than a bug.",
    ),
}
"""The folders of the pages, with what a page there is about."""


@dataclass(frozen=True, slots=True)
class SendableReport:
    """A class of divergence of a runtime: what is known of it, for each element type and form."""

    root: Path
    runtime: Mapping[str, Any]
    found: Sequence[Mapping[str, Any]]
    machine: str

    @property
    def kind(self) -> str:
        """The class."""
        return str(self.found[0]["class"])

    @property
    def place(self) -> str:
        """Which of the folders it belongs in."""
        if self.kind in getattr(RUNTIMES.get(self.runtime["name"]), "as_documented", ()):
            return MANUAL
        return OPEN if KINDS[self.kind].fault == PROFILE else WRONG

    @property
    def path(self) -> str:
        """The page, below the folder of the reports."""
        return f"{self.place}/{self.runtime['name']}-{self.runtime['version']}/{self.kind}.md"

    @property
    def title(self) -> str:
        """The title of the issue."""
        question = "Question: " if self.place != WRONG else ""
        return f"{question}MaxPool of {self.runtime['name']} {self.runtime['version']}: {KINDS[self.kind].says}"

    @property
    def smallest(self) -> Mapping[str, Any]:
        """The first of those with the fewest numbers."""
        return min(self.found, key=lambda d: len(json.dumps(d["example"])))

    @property
    def types(self) -> str:
        """The element types."""
        return ", ".join(dict.fromkeys(d["example"]["dtype"] for d in self.found))

    def page(self) -> str:
        """The page: what is to be attached, and then the text."""
        form = FORMS.get(self.runtime["name"], GENERAL)
        lines = [f"# {self.title}", "", f"To attach: `{self.smallest['folder']}/model.onnx`. The text to send:"]
        for heading, parts in form:
            lines += ["", f"## {heading}"]
            for part in parts:
                lines += ["", *([part] if isinstance(part, str) else self._part(part))]
        return "\n".join(lines) + "\n"

    def _part(self, part: ReportPart) -> list[str]:
        example = self.smallest["example"]
        return {
            ReportPart.WHAT: self._what,
            ReportPart.SCRIPT: self._script,
            ReportPart.EXPECTED: lambda: [f"Expected: `{json.dumps(example['expected'])}`"],
            ReportPart.GOT: lambda: [f"Actual: `{json.dumps(example['got'])}`"],
            ReportPart.VERSION: lambda: [str(self.runtime["version"])],
            ReportPart.RELEASES: self._releases,
            ReportPart.SYSTEM: lambda: [self.machine],
            ReportPart.SCOPE: self._scope,
        }[part]()

    def _what(self) -> list[str]:
        example = self.smallest["example"]
        attributes = ", ".join(f"{name} = {value}" for name, value in example["attributes"].items())
        clauses = [f"- {MAXPOOL[label].statement} (`{label}`)" for label in self.smallest["labels"]]
        after = f"After {len(example['before'])} other calls. " if example.get("before") else ""
        return [
            f"MaxPool on the CPU, {self.types}: {KINDS[self.kind].says}. {PLACES[self.place][1]} The specification:",
            "",
            *clauses,
            "",
            f"{after}X = `{json.dumps(example['X'])}`, {example['dtype']}; {attributes}.",
        ]

    def _script(self) -> list[str]:
        script = (self.root / self.smallest["folder"] / "reproduce.py").read_text(encoding="utf-8")
        return ["`reproduce.py`, beside the attached `model.onnx`:", "", "```python", script.rstrip("\n"), "```"]

    def _releases(self) -> list[str]:
        known = [self.root / d["folder"] / VERSIONS for d in self.found]
        said = [line(json.loads(path.read_text(encoding="utf-8"))) for path in known if path.is_file()]
        return said or ["No other release was tried."]

    def _scope(self) -> list[str]:
        rows = [[d["example"]["dtype"], d["outputs"], f"{d['count']:,}", f"`{d['folder']}`"] for d in self.found]
        return markdown_table(["type", "outputs", "calls that showed it", "smallest call"], rows)


def pages(root: Path) -> dict[Path, str]:
    """The pages of the campaign whose folder this is, and their index. Raises CannotRun, OSError."""
    try:
        document = json.loads((root / DOCUMENT).read_text(encoding="utf-8"))
        reports = list(_reports(root, document))
        made = {root / FOLDER / report.path: report.page() for report in reports}
    except (ValueError, KeyError, TypeError) as error:
        raise CannotRun(f"{root / DOCUMENT} is not what `maxpool conform -o` writes: {error!r}") from None
    return {root / FOLDER / "README.md": _index(reports, sorted((root / FOLDER / ERRATA).glob("*.md"))), **made}


def write_pages(root: Path) -> None:
    """Write them. Raises CannotRun, OSError."""
    write(pages(root))


def renew(folder: Path) -> None:
    """Write the pages anew after a divergence's folder has changed, where it is still in a campaign's."""
    above = folder.resolve().parents
    if len(above) > 2 and (above[2] / DOCUMENT).is_file():
        write_pages(above[2])


def _reports(root: Path, document: Mapping[str, Any]) -> Iterator[SendableReport]:
    for runtime in document["runtimes"]:
        shown = [d for d in runtime["divergences"] if d["in_profile"] and d["folder"]]
        for _, alike in groupby(sorted(shown, key=_class_of), key=_class_of):
            yield SendableReport(root, runtime, list(alike), document["machine"])


def _class_of(divergence: Mapping[str, Any]) -> str:
    return str(divergence["class"])


def _index(reports: Sequence[SendableReport], errata: Sequence[Path]) -> str:
    lines = ["# Reports ready to send", "", "Made by `maxpool conform -o`: a page for each class of divergence"]
    lines[-1] += " in the profile, with the smallest call that was found."
    for place, (title, says) in PLACES.items():
        rows = [
            [f"{r.runtime['name']} {r.runtime['version']}", f"[{KINDS[r.kind].says}]({r.path})", r.types]
            for r in reports
            if r.place == place
        ]
        lines += ["", f"## {title}", "", says, ""]
        lines += markdown_table(["runtime", "report", "types"], rows) if rows else ["None was found."]
    if errata:
        lines += ["", "## Errata of documents", "", "Made by `maxpool audit DOCUMENT --errata FILE.md`:", ""]
        lines += [f"- [{page.stem}]({ERRATA}/{page.name})" for page in errata]
    return "\n".join(lines) + "\n"
