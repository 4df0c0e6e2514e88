"""Pages in one file: escaped text, one style, one script that its policy names by digest, and no request."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from reference.common.text import visible

_HERE = Path(__file__).parent
STYLE, SCRIPT = ((_HERE / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
MOST_ROWS = 500
"""A table on a page has so many rows at most, and says what it leaves out: all of it is in a file beside the page."""

_HEADING = re.compile(r'<h2 id="([\w-]+)">([^<]*)</h2>')


class Html(str):
    """Markup, made from escaped text; everything else is text."""

    __slots__ = ()


def text(value: object) -> str:
    """Any text, as text: nothing in it is markup, and what shows nothing is written as an escape."""
    return escape(visible(str(value)), quote=True)


def clipped(value: object, longest: int) -> str:
    """A stranger's text, cut where it is too long."""
    said = str(value)
    return said if len(said) <= longest else f"{said[:longest]} … ({len(said) - longest} characters more)"


def lines(value: object) -> Html:
    """Text with a line for each of its lines; markup as it is."""
    return value if isinstance(value, Html) else Html("<br>".join(map(text, str(value).split("\n"))))


def page(title: str, body: str) -> bytes:
    """A whole page, its headings listed first. Its policy allows this style and this script, and no request."""
    script = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    style = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'"
    # Text is escaped: what reads as a heading is one of ours.
    contents = "".join(f'<li><a href="#{name}">{words}</a></li>' for name, words in _HEADING.findall(body))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<a class="skip" href="#main">To the content</a>\n<header>\n<h1>{text(title)}</h1>\n'
        f'<nav aria-label="Contents"><ul>{contents}</ul></nav>\n</header>\n<main id="main" tabindex="-1">\n{body}\n'
        f"</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    ).encode("utf-8", "backslashreplace")


def table(name: str, columns: Sequence[str], rows: Iterable[Sequence[object]], *, rest: str = "the package") -> str:
    """A table that a narrow screen scrolls sideways; the keyboard reaches it. `rest` is where all rows are."""
    found = iter(rows)
    head = "".join(f'<th scope="col">{text(c)}</th>' for c in columns)
    shown = "\n".join(_row(row) for row in islice(found, MOST_ROWS))
    more = sum(1 for _ in found)
    left_out = f"<p>{more} more are not shown here: {text(rest)}.</p>"
    return (
        f'<div class="scroll" tabindex="0" role="group" aria-label="{text(name)}"><table>'
        f"<caption>{text(name)}</caption><thead><tr>{head}</tr></thead>\n<tbody>\n{shown}\n</tbody></table></div>"
        f"{left_out if more else ''}"
    )


def _row(row: Sequence[object]) -> str:
    first, *others = map(lines, row)
    return f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in others) + "</tr>"


def names(found: Iterable[object], *, rest: str) -> str:
    """A list of short texts, in as many columns as there is room for. `rest` is where all of them are."""
    items = iter(found)
    shown = "".join(f"<li>{lines(item)}</li>" for item in islice(items, MOST_ROWS))
    more = sum(1 for _ in items)
    return f'<ul class="names">{shown}</ul>' + (f"<p>{more} more are not shown here: {text(rest)}.</p>" if more else "")


def pairs(rows: Iterable[tuple[str, object]]) -> str:
    """Names and what they stand for, without those that stand for nothing."""
    return "<dl>" + "".join(f"<dt>{text(k)}</dt><dd>{lines(v)}</dd>" for k, v in rows if v) + "</dl>"


def folded(summary: object, content: str, attributes: Mapping[str, str] = MappingProxyType({})) -> str:
    """Something that opens."""
    own = "".join(f' {name}="{text(value)}"' for name, value in attributes.items())
    return f"<details{own}><summary>{lines(summary)}</summary>{content}</details>"


def filtering(selects: Iterable[tuple[str, Iterable[str]]], about: str) -> str:
    """The controls of a filter; without a script they stay hidden, and everything is shown."""
    controls = "".join(
        f'<label>{text(name)}<select name="{text(name.lower())}"><option value="">all</option>'
        + "".join(f'<option value="{text(v)}">{text(v)}</option>' for v in values)
        + "</select></label>"
        for name, values in selects
    )
    return (
        f'<form id="filter" role="search" aria-label="Filter {text(about)}" hidden>{controls}'
        '<label>Label<input name="label" type="search" autocomplete="off"></label>'
        '<button type="reset">Show all</button><button type="button" name="open">Open all shown</button></form>'
        '<p><output id="count" aria-live="polite"></output></p>'
    )
