"""A page for each rule, and an index of them, as Markdown and for a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, TypedDict

from rich.console import Console
from rich.text import Text

from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rules import RULES, Rule
from spec.tables.markdown import markdown_table
from spec.tables.tables import GENERATED

INDEX = "README.md"
_INDENT = "    "
_GENERATED = f"<!-- {GENERATED.replace('clauses', 'rules')} -->\n"


def pages() -> Mapping[str, str]:
    """The files of the folder `rules` by their names."""
    return {INDEX: index(), **{f"{rule.name}.md": page(rule) for rule in RULES.values()}}


def page(rule: Rule) -> str:
    """A rule's page."""
    told = (f"# `{rule.name}`", f"{rule.title}. Level: {rule.level}.", rule.explanation)
    reported = ("Reported:", _fenced(rule.wrong, rule.language))
    others = ("Not reported by this rule:", _fenced(rule.right, rule.language))
    return "\n\n".join((*told, *reported, *others, _GENERATED))


def _fenced(text: str, language: str) -> str:
    """A listing in a fence that is longer than any fence in it."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`{3,}", text)), 3)
    return f"{fence}{language}\n{text}\n{fence}"


def index() -> str:
    """All rules by topic."""
    parts = [
        "# The rules of `maxpool audit`",
        "An error is something refuted or contradictory, or a reference that leads nowhere; a warning is something "
        "missing or ambiguous; a note is worth knowing. `maxpool explain RULE` prints a rule's page.",
    ]
    for topic, rules in RULES.topics.items():
        rows = [(f"[`{rule.name}`]({rule.name}.md)", rule.level, rule.title) for rule in rules]
        parts += [f"## {topic}", "\n".join(markdown_table(["Rule", "Level", "What it reports"], rows))]
    return "\n\n".join([*parts, _GENERATED])


class RuleJson(TypedDict):
    """A rule of the audit: what it reports, an example that it reports, and one that it does not."""

    schema: Literal["maxpool/rule/1"]
    rule: str
    level: Level
    title: str
    explanation: str
    wrong: str
    right: str


def rule_json(rule: Rule) -> RuleJson:
    """A rule as a JSON document of the schema `maxpool/rule/1`."""
    return {
        "schema": "maxpool/rule/1",
        "rule": rule.name,
        "level": rule.level,
        "title": rule.title,
        "explanation": rule.explanation,
        "wrong": rule.wrong,
        "right": rule.right,
    }


def help_text(rule: Rule) -> str:
    """A rule's page without marks."""
    return "\n\n".join(_sections(rule))


def show_rule(console: Console, rule: Rule) -> None:
    """A rule's page at a terminal."""
    console.rule(Text(rule.name, style="bold"), align="left")
    console.print(Text(f"{rule.title} ({rule.level})", style="bold"))
    for section in _sections(rule):
        console.print()
        # A listing stands as it is; the terminal breaks the lines of a paragraph.
        console.print(Text(section), soft_wrap=section.startswith(_INDENT))


def _sections(rule: Rule) -> Iterator[str]:
    """The explanation's paragraphs, each on one line, for whoever breaks lines himself; and both listings."""
    for paragraph in rule.explanation.split("\n\n"):
        yield " ".join(paragraph.split()).replace("`", "")
    yield from ("Reported:", _indented(rule.wrong), "Not reported by this rule:", _indented(rule.right))


def _indented(text: str) -> str:
    return "\n".join(f"{_INDENT}{line}".rstrip() for line in text.split("\n"))
