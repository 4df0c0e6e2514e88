"""A rule of the audit, as its page tells it to an author."""

from __future__ import annotations

from dataclasses import dataclass, field
from inspect import cleandoc

from proofs.audit.rulebook.findings import Level


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

    def __post_init__(self) -> None:
        for name in ("explanation", "wrong", "right"):
            object.__setattr__(self, name, cleandoc(getattr(self, name)))
