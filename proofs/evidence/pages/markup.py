"""Pages in one file: escaped text, one style, one script that its policy names by digest, and no request."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from textwrap import wrap

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from proofs.evidence.package.names import CONFORMANCE_FILE
from reference.common.svg import written
from reference.common.text import visible

_TEMPLATES = Path(__file__).with_name("templates")
STYLE, SCRIPT = ((_TEMPLATES / name).read_text(encoding="utf-8") for name in ("page.css", "page.js"))
MOST_ROWS = 500
"""A table on a page has so many rows at most, and says what it leaves out: all of it is in a file beside the page."""


def text(value: object) -> Markup:
    """Any text, as text: nothing in it is markup, and what shows nothing is written as an escape."""
    return escape(_seen(value))


def _seen(value: object) -> str:
    return value if isinstance(value, Markup) else visible(str(value))


def lines(value: object) -> Markup:
    """Text with a line for each of its lines; markup as it is."""
    return value if isinstance(value, Markup) else Markup("<br>").join(map(text, str(value).split("\n")))


def clipped(value: object, longest: int) -> str:
    """A stranger's text, cut where it is too long."""
    said = str(value)
    return said if len(said) <= longest else f"{said[:longest]} … ({len(said) - longest} characters more)"


def page(template: str, **values: object) -> bytes:
    """A whole page of a template. Its policy allows this style and this script, and no request."""
    return rendered(template, **values).encode("utf-8", "backslashreplace")


def rendered(template: str, **values: object) -> str:
    """A template with its values."""
    return _environment().get_template(template).render(values)


def _wrapped(value: str, width: int) -> list[str]:
    return wrap(visible(value), width)


def macro(name: str, *values: object, **named: object) -> str:
    """One of the parts that pages share, by its name in `parts.html`."""
    return str(getattr(_environment().get_template("parts.html").module, name)(*values, **named))


def _environment() -> Environment:
    """Every value in a template is text, unless it is markup already; a name that is not there is an error."""
    found = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        finalize=_seen,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    policy = f"default-src 'none'; style-src '{_sha256(STYLE)}'; script-src '{_sha256(SCRIPT)}'; base-uri 'none'"
    found.filters |= {"lines": lines, "wrapped": _wrapped, "written": lambda value: Markup(written(value))}
    found.globals |= {"STYLE": Markup(STYLE), "SCRIPT": Markup(SCRIPT), "POLICY": Markup(policy)}
    found.globals |= {"MOST_ROWS": MOST_ROWS, "CONFORMANCE_FILE": CONFORMANCE_FILE}
    return found


def _sha256(content: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
