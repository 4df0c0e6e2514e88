"""What the site has beside the pages in `docs/`: pages made from the code, and files elsewhere that pages link to.

MkDocs calls the functions named `on_...` (`hooks` in `mkdocs.yml`). `make site` builds everything to `build/site`.
"""

from __future__ import annotations

import html
import inspect
import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import zip_longest
from pathlib import Path
from typing import Any

import typer
from latex2mathml.converter import convert
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from typer.cli import get_docs_for_click

from hatch_build import PACKAGE, PUBLIC
from maxpool import app
from proofs.engine.as_json import documents, schema_of
from spec.explorer.maxpool import explorer

ROOT = Path(__file__).resolve().parent
DOCS = "docs"
MOVED = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
"""Pages that stand at the top of the repository, by their names in the site."""
FORMS = json.loads((ROOT / "proofs/evidence/package/forms.json").read_text("utf-8"))
FENCED = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")
FORMULA = re.compile(r'<(span|div) class="arithmatex">(?:\\\(|\\\[)(.*?)(?:\\\)|\\\])</\1>', re.DOTALL)

SEARCH = "assets/javascripts/workers/search.*.min.js"
RUN_TOGETHER, APART = "e=e+s+o.id}", 'e=e+s+o.id+","}'
"""How lunr, the theme's search, tells nodes of its index apart: by letters and numbers without anything between them.

A letter that is a digit and the number behind it can read like those of another node, which is then taken for the same:
some words are no longer found, and others that are nowhere end the search with an error, as the pages' words have it.
"""
ABOUT_SCHEMAS = """Each document names its schema in its key `schema`: `maxpool/check/1` is the first form of what
`maxpool check --json` prints. The number rises when a member goes or changes its meaning; each schema lists all members
that there may be. All are JSON Schema, draft 2020-12, made from the types that the code which prints a document is
checked against, so that any validator holds a document against them:

```python
import json, jsonschema

with open("check.json") as printed, open("schemas/check-1.json") as schema:
    jsonschema.validate(json.load(printed), json.load(schema))
```"""
IN_HEADING = re.compile(r"\\\(|\\\)|\\[a-z]+\{|\}")


def command_line() -> str:
    """Every command with its options, as Typer tells them."""
    command = typer.main.get_command(app)
    text = get_docs_for_click(obj=command, ctx=typer.Context(command), name="maxpool")
    return text.replace("# `maxpool`", "# Command line", 1)


def modules() -> str:
    """What is for users to import, by its short name: signature and docstring."""
    parts = ["# Python", f"`from {PACKAGE} import NAME` gives each of these; all are typed.", ""]
    for name, place in PUBLIC.items():
        module, _, attribute = place.partition(":")
        found = import_module(module)
        if attribute:
            parts += told(name, getattr(found, attribute), "##")
            continue
        parts += [f"## {name}", "", inspect.getdoc(found) or "", ""]
        for part in (found.__dict__[each] for each in found.__all__):
            parts += told(f"{name}.{part.__name__}", part, "###")
    return "\n".join(parts)


def told(name: str, part: Any, heading: str) -> list[str]:
    """A class or a function: its name, how it is called, and its docstring; of a value, that of its class."""
    text = inspect.getdoc(part) or ""
    # Annotations are kept as text, in quotes; and each parameter has a line of its own.
    call = re.sub(r", (?=\*{0,2}\w+: )", ",\n    ", f"{name}{inspect.signature(part)}") if callable(part) else ""
    signature = ["```python", re.sub(r"'([^']+)'", r"\1", call), "```", ""] if call else []
    return [f"{heading} {name}", "", *signature, text, ""]


PRINTED: Mapping[str, Mapping[str, Any]] = {name: schema_of(kind) for name, kind in documents()}
"""The schemas of what commands print, by the names that the documents give."""


def in_file(schema: str) -> str:
    """The file of a schema: `maxpool/check/1` is `check-1.json`."""
    return f"schemas/{schema.removeprefix('maxpool/').replace('/', '-')}.json"


def schemas() -> str:
    """The schemas of what commands print with `--json`, and the forms of what a package holds."""
    parts = ["# JSON documents", "", ABOUT_SCHEMAS, "", "## What commands print", ""]
    for name, schema in PRINTED.items():
        text = json.dumps(schema, indent=2)
        parts += [f"### {name}", "", f"{schema['description']} [{in_file(name)}]({in_file(name)})", ""]
        parts += ["```json", text, "```", ""]
    parts += ["## What packages hold", "", f"{FORMS['title']} Each is a definition of one schema.", ""]
    for name, form in FORMS["$defs"].items():
        parts += [f"### {name}", "", "```json", json.dumps(form, indent=2), "```", ""]
    return "\n".join(parts)


MADE: dict[str, Callable[[], str]] = {
    "cli.md": command_line,
    "api.md": modules,
    "schemas.md": schemas,
    "explorer/clauses.js": explorer,
    **{in_file(name): partial(json.dumps, schema, indent=2) for name, schema in PRINTED.items()},
}
"""What is made from the code, by its name in the site."""


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made, what stands elsewhere in the repository, and the files there that pages link to."""
    pages = {f"{DOCS}/{file.src_uri}": file.content_string for file in files if file.is_documentation_page()}
    for place, name in MOVED.items():
        pages[place] = (ROOT / place).read_text("utf-8")
        files.append(File.generated(config, name, content=pages[place]))
    for name, make in MADE.items():
        files.append(File.generated(config, name, content=make()))
    for name in sorted({target for place, text in pages.items() for target in targets(place, text)}):
        if name not in MOVED and not name.startswith(f"{DOCS}/"):
            files.append(File.generated(config, in_site(name), content=source_page(name)))
    return files


def targets(place: str, text: str) -> Iterator[str]:
    """The files of the repository that a page leads to."""
    for link, _ in LINK.findall(FENCED.sub("", text)):
        yield posixpath.normpath(posixpath.join(posixpath.dirname(place), link))


def in_site(name: str) -> str:
    """A file of the repository by its name in the site."""
    if name.startswith(f"{DOCS}/"):
        return name.removeprefix(f"{DOCS}/")
    return MOVED.get(name, f"source/{name}.md")


def source_page(name: str) -> str:
    """A file of the repository as a page."""
    path = ROOT / name
    text = path.read_text("utf-8").rstrip("\n")
    return f"# {name}\n\n````{path.suffix.removeprefix('.') or 'text'}\n{text}\n````\n"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links that lead out of `docs/` lead to where these files are in the site."""
    place = next((p for p, name in MOVED.items() if name == page.file.src_uri), f"{DOCS}/{page.file.src_uri}")

    def linked(found: re.Match[str]) -> str:
        name = posixpath.normpath(posixpath.join(posixpath.dirname(place), found[1]))
        here = posixpath.dirname(page.file.src_uri)
        return f"]({posixpath.relpath(in_site(name), here or '.')}{found[2] or ''})"

    fenced = [found[0] for found in FENCED.finditer(markdown)]
    prose = [LINK.sub(linked, part) for part in _between(markdown, fenced)]
    return "".join(text for pair in zip_longest(prose, fenced, fillvalue="") for text in pair)


def _between(markdown: str, fenced: Sequence[str]) -> Iterator[str]:
    """What stands before, between and after some blocks of a page."""
    for block in fenced:
        before, _, markdown = markdown.partition(block)
        yield before
    yield markdown


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Formulas are MathML, which browsers show as they are; in the table of contents, their letters."""
    headings = list(page.toc)
    while headings:
        heading = headings.pop()
        heading.title = IN_HEADING.sub("", heading.title)
        headings += heading.children

    def shown(found: re.Match[str]) -> str:
        formula = convert(html.unescape(found[2]).strip(), display="inline" if found[1] == "span" else "block")
        return f'<{found[1]} class="formula">{formula}</{found[1]}>'

    return FORMULA.sub(shown, content)


def on_post_build(config: MkDocsConfig) -> None:
    """In the site's search, nodes of the index are told apart; raises PluginError where that is not as it was."""
    found = {path: path.read_text("utf-8") for path in Path(config.site_dir).glob(SEARCH)}
    if [text.count(RUN_TOGETHER) for text in found.values()] != [1]:
        raise PluginError("the theme's search has changed: look whether nodes of its index are told apart now")
    for path, text in found.items():
        path.write_text(text.replace(RUN_TOGETHER, APART), "utf-8", newline="")
