"""The rules of the audit: each has a page with an example, and `maxpool explain` tells it."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner, Result

import proofs.audit.formulas.sizes as sizes
from maxpool import app
from proofs.audit.report.pages import help_text, page, pages
from proofs.audit.rulebook.findings import Level
from proofs.audit.rulebook.rules import RULES, BadRulePage, Rule, Rulebook, read_rule
from proofs.audit.run import audit
from proofs.catalogue import CATALOGUE
from proofs.engine.statement import Verdict
from spec.maxpool.operator import MAXPOOL
from tests.audit_documents import document

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs" / "rules"
EACH = pytest.mark.parametrize("rule", RULES.values(), ids=RULES)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "100", "NO_COLOR": "1"})


def words(text: str) -> str:
    return " ".join(text.split())


def test_no_rule_is_lost_between_topics() -> None:
    assert len(RULES) == sum(map(len, RULES.topics.values())) >= 57
    assert {rule.level for rule in RULES.values()} == set(Level)
    assert not any(CATALOGUE.knows(rule) for rule in RULES)


def test_what_is_reported_is_a_rule() -> None:
    """Wherever the audit makes a finding, its rule is one of RULES."""
    named = {
        (path.name, argument.value)
        for path in (ROOT / "proofs" / "audit").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and re.search(r"(?:[Ff]inding|corrected|checked|left_open)$", ast.unparse(node.func))
        for argument in node.args
        if isinstance(argument, ast.Constant) and re.fullmatch(r"[a-z]+(?:-[a-z]+)+", str(argument.value))
    }
    assert [place for place in sorted(named) if place[1] not in RULES] == []
    assert len({rule for _, rule in named}) > 40


PAGE = """# A title

Level: note

Why.

How.

Reported:

````markdown
```text
x
```
````

Not reported by this rule:

```markdown
y
```
"""


def test_page_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a-rule.md"
    path.write_text(PAGE, encoding="utf-8")
    rule = read_rule(path)
    assert rule == Rule("a-rule", Level.NOTE, "A title", "Why.\n\nHow.", "```text\nx\n```", "y")
    assert PAGE.split("Reported:")[1] in page(rule)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# A title\n\n", ""),
        ("Level: note", "Level: hint"),
        ("Level: note\n\n", ""),
        ("Why.\n\nHow.\n\n", ""),
        ("How.", "## How"),
        ("Not reported by this rule:", "Not reported:"),
        ("```markdown\ny", "```text\ny"),
        ("y\n```\n", "y\n"),
        ("y\n```\n", "y\n```\n\n## See also\n"),
    ],
)
def test_page_in_another_form_is_refused(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "a-rule.md"
    assert old in PAGE
    path.write_text(PAGE.replace(old, new), encoding="utf-8")
    with pytest.raises(BadRulePage, match=r"a-rule\.md: a rule's page is"):
        read_rule(path)


@pytest.mark.parametrize(
    "contents", ["## Topic\n", "- a-rule\n", "## Topic\n- a-rule\n- a-rule\n", "## Topic\n- a-rule\n- b-rule\n"]
)
def test_each_page_is_listed_once(tmp_path: Path, contents: str) -> None:
    (tmp_path / "a-rule.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "README.md").write_text("## Topic\n\n- a-rule\n", encoding="utf-8")
    assert list(Rulebook(tmp_path)) == ["a-rule"]
    (tmp_path / "README.md").write_text(contents, encoding="utf-8")
    with pytest.raises(BadRulePage, match=r"README\.md: .*[ab]-rule$"):
        len(Rulebook(tmp_path))


def test_pages_are_read_when_asked_for(tmp_path: Path) -> None:
    rules = Rulebook(tmp_path)
    with pytest.raises(FileNotFoundError):
        len(rules)


@EACH
def test_rule_is_written_in_full(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", rule.name)
    assert rule.title[0].isupper()
    assert not rule.title.endswith(".")
    assert len(rule.explanation.split("\n\n")) >= 2, "what is wrong and why, then how to mend it"
    assert rule.wrong
    assert rule.right
    assert rule.wrong != rule.right
    # Code hosts cut longer descriptions.
    assert len(words(rule.explanation)) <= 1024


@EACH
def test_rule_has_its_page(rule: Rule) -> None:
    text = page(rule)
    assert (DOCS / f"{rule.name}.md").read_text(encoding="utf-8") == text
    assert text.startswith(f"# `{rule.name}`\n")
    assert [
        part for part in (rule.title, rule.explanation, rule.wrong, rule.right, rule.level) if part not in text
    ] == []
    assert f"[`{rule.name}`]({rule.name}.md) | {rule.level} | {rule.title}" in (DOCS / "README.md").read_text("utf-8")


def test_there_is_no_page_without_a_rule() -> None:
    assert {path.name for path in DOCS.iterdir()} == set(pages()) == {"README.md", *(f"{name}.md" for name in RULES)}


def test_fence_is_longer_than_any_in_the_example() -> None:
    rule = Rule("a-rule", Level.NOTE, "A title", "Why.\n\nHow.", "````text\nx", "y")
    assert "`````markdown\n````text\nx\n`````\n" in page(rule)
    assert "```markdown\ny\n```\n" in page(rule)


@EACH
def test_command_explains_rule(rule: Rule) -> None:
    shown = run("explain", rule.name)
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.startswith(f"{rule.name} ─")
    for part in (rule.title, rule.explanation.replace("`", ""), rule.wrong, rule.right):
        assert words(part) in words(shown.stdout)
    as_json = run("explain", rule.name, "--json")
    document = json.loads(as_json.stdout)
    assert (as_json.exit_code, list(document)) == (
        0,
        ["schema", "rule", "level", "title", "explanation", "wrong", "right"],
    )
    assert document["schema"] == "maxpool/rule/1"
    assert [document[key] for key in list(document)[1:]] == [
        rule.name,
        rule.level,
        rule.title,
        rule.explanation,
        rule.wrong,
        rule.right,
    ]


def test_help_is_the_page_without_marks() -> None:
    text = help_text(RULES["formula-wrong"])
    assert "`" not in text
    assert RULES["formula-wrong"].wrong.splitlines()[0] in text


def test_rule_is_not_drawn(tmp_path: Path) -> None:
    result = run("explain", "formula-wrong", "--svg", str(tmp_path / "x.svg"))
    assert (result.exit_code, result.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert "nothing to draw" in result.stderr


def test_misspelt_rule_is_suggested() -> None:
    result = run("explain", "formula-worng")
    assert result.exit_code == 2
    assert "did you mean formula-wrong" in result.stderr


NEED_MORE = {
    "not-judged": "a mistake of the audit itself: tests/test_audit_contained.py makes one",
    "formula-undecided": "solvers that give up: below, they are made to",
}
"""The rules whose listings are not enough to see them reported, and why."""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The folder of a page, in a tree with a picture beside it."""
    folder = tmp_path / "pages"
    (tmp_path / ".git").mkdir()
    (folder / "assets").mkdir(parents=True)
    (folder / "assets" / "padding.png").write_bytes(b"x")
    return folder


def reported(text: str, rule: Rule, folder: Path) -> bool:
    name = {"markdown": "page.md", "rst": "page.rst"}[rule.language]
    page = document(f"{text}\n", name)
    return rule.name in {finding.rule for finding in audit(page, folder, operator=MAXPOOL.name).findings}


@pytest.mark.tenth
@pytest.mark.parametrize("rule", [rule for rule in RULES.values() if rule.name not in NEED_MORE], ids=lambda r: r.name)
def test_what_a_page_shows_is_so(rule: Rule, tree: Path) -> None:
    """The one listing is reported by this rule, and the other is not."""
    assert reported(rule.wrong, rule, tree)
    assert not reported(rule.right, rule, tree)


def test_undecided_formula_is_reported(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = RULES["formula-undecided"]
    assert not reported(rule.right, rule, tree)
    monkeypatch.setattr(sizes, "decided", lambda *_: SimpleNamespace(verdict=Verdict.UNKNOWN, witness=None))
    assert reported(rule.right, rule, tree)


def test_no_rule_is_excused_in_vain() -> None:
    assert set(NEED_MORE) <= set(RULES)
