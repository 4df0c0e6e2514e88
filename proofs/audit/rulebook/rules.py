"""The audit's rules by name and by topic, from their pages in the folder `pages`.

To add one, write its page in the form of the others, list it in the folder's README.md, and run `maxpool tables`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
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


__all__ = ["PAGES", "RULES", "Rule", "Rulebook"]

PAGES = Path(__file__).with_name("pages")
CONTENTS = "README.md"
"""The page that lists the others: a heading for each topic, an item for each rule."""


class Rulebook(Mapping[str, Rule]):
    """The rules that a folder of pages tells, by name, in the order of its contents; read when first asked for.

    Raises BadRulePage where a page is not in its form, is not listed, or is listed and not there.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def topics(self) -> Mapping[str, tuple[Rule, ...]]:
        """The rules of each topic."""
        topics: dict[str, list[str]] = {}
        names: list[str] = []
        for line in (self._folder / CONTENTS).read_text(encoding="utf-8").splitlines():
            if heading := re.fullmatch(r"## (.+)", line):
                names = topics.setdefault(heading[1], [])
            elif item := re.fullmatch(r"- (\S+)", line):
                names.append(item[1])
        self._compare([name for listed in topics.values() for name in listed])
        return {topic: tuple(read_rule(self._folder / f"{n}.md") for n in listed) for topic, listed in topics.items()}

    def _compare(self, listed: list[str]) -> None:
        """Each page is listed once, and each that is listed is there."""
        there = [path.stem for path in self._folder.glob("*.md") if path.name != CONTENTS]
        wrong = Counter(listed)
        wrong.subtract(there)
        if named := ", ".join(sorted(name for name, count in wrong.items() if count)):
            raise BadRulePage(f"{self._folder / CONTENTS}: not listed, listed twice or not there: {named}")

    @cached_property
    def _rules(self) -> Mapping[str, Rule]:
        return {rule.name: rule for rules in self.topics.values() for rule in rules}

    def __getitem__(self, name: str) -> Rule:
        return self._rules[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)


RULES = Rulebook(PAGES)
