"""Pages in one file: escaped text, one style, one script that its policy names by digest, and no request."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path
from textwrap import wrap

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from proofs.evidence.package.names import CONFORMANCE_FILE
from reference.common import svg
from reference.common.svg import written
from reference.common.text import as_it_stands, visible

_TEMPLATES = Path(__file__).with_name("templates")
_DARK: Mapping[str, str] = {
    **{svg.PAPER: "#14191f", svg.WHITE: "#1f262e", svg.INK: "#e6eaee", svg.DIM: "#aab4be", svg.GRID: "#46505a"},
    **{svg.BLUE: "#8fc1ff", svg.PALE_BLUE: "#1d3650", svg.GREEN: "#7ddcae", svg.PALE_GREEN: "#173d2c"},
    **{svg.ORANGE: "#f0b060", svg.RED: "#ff9a92", svg.PALE_RED: "#4a1f1c"},
}
"""What the palette of drawings becomes on a dark page."""


def _dark_drawings() -> str:
    rules = (f'svg [{what}="{light}"]{{{what}:{dark}}}' for light, dark in _DARK.items() for what in ("fill", "stroke"))
    return f"@media screen and (prefers-color-scheme:dark){{svg{{fill:#e6eaee}}{''.join(rules)}}}\n"


SCRIPT = (_TEMPLATES / "page.js").read_text(encoding="utf-8")
STYLE = (_TEMPLATES / "page.css").read_text(encoding="utf-8") + _dark_drawings()
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


def _raw(value: str) -> Markup:
    return escape(as_it_stands(value.expandtabs()))


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
    found.filters |= {"lines": lines, "wrapped": _wrapped, "raw": _raw, "written": lambda value: Markup(written(value))}
    found.globals |= {"STYLE": Markup(STYLE), "SCRIPT": Markup(SCRIPT), "POLICY": Markup(policy)}
    found.globals |= {"MOST_ROWS": MOST_ROWS, "CONFORMANCE_FILE": CONFORMANCE_FILE}
    return found


def _sha256(content: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
