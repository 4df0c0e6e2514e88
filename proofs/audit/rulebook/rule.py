"""A rule of the audit, as its page tells it to an author, and the reading of that page."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from proofs.audit.rulebook.findings import Level

_LISTING = r"(?P<{0}_fence>`{{3,}})(?P<{0}_language>\w+)\n(?P<{0}>(?s:.+?))\n(?P={0}_fence)\n"
_PAGE = re.compile(
    r"# (?P<title>.+)\n\n"
    rf"Level: (?P<level>{'|'.join(Level)})\n\n"
    r"(?P<explanation>(?:[^#\n].*\n(?:\n(?=[^\n]))?)+)"
    r"Reported:\n\n" + _LISTING.format("wrong") + r"\n"
    r"Not reported by this rule:\n\n" + _LISTING.format("right")
)
"""The form of a page: all of it, and nothing else."""


class BadRulePage(ValueError):
    """A page is not in the form of a rule's page."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a finding of this name means.

    `name` is in kebab-case and for ever: baselines and code hosts remember it. `title` is one line. `explanation` says
    what is wrong, why it matters and how to mend it, in paragraphs of Markdown. `wrong` is a piece of a document that
    is reported, `right` one that is not, for all that this rule says. `language` is that of both.
    """

    name: str
    level: Level
    title: str
    explanation: str
    wrong: str
    right: str
    language: str = field(default="markdown", kw_only=True)


def read_rule(path: Path) -> Rule:
    """The rule that a page tells; its file bears the rule's name. Raises BadRulePage."""
    page = _PAGE.fullmatch(path.read_text(encoding="utf-8"))
    if page is None or page["wrong_language"] != page["right_language"]:
        raise BadRulePage(f"{path}: a rule's page is its title, level, explanation, and two listings of one language")
    return Rule(
        path.stem,
        Level(page["level"]),
        page["title"],
        page["explanation"].rstrip("\n"),
        page["wrong"],
        page["right"],
        language=page["wrong_language"],
    )
