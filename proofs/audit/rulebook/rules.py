"""The audit's rules by name and by topic, from their pages in the folder `pages`.

To add one, write its page in the form of the others, list it in the folder's README.md, and run `maxpool tables`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from proofs.audit.rulebook.rule import BadRulePage, Rule, read_rule

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
