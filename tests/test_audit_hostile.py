"""Hostile and random documents: each gets a report, and nothing in it goes wrong. Mistakes raise here."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable

import pytest
from rich.console import Console

from proofs.audit.report.sarif import sarif
from proofs.audit.report.text import show_audit
from proofs.audit.run import audit
from spec.maxpool.operator import MAXPOOL
from spec.maxpool.page import WORDS
from spec.tables.page import page
from tests.audit_documents import ONE_LINE, PAGE, PROFILE, document

PAGES = (PROFILE, PAGE, ONE_LINE, page(MAXPOOL, WORDS))
MARKS = (*'$ $$ \\ ` ``` [ ] ( ) { } _ ^ | * # - < > " \\$ \\[ \\( & \t 0 −'.split(" "), "", "\n", "\n\n")
PIECES = (
    *("```\n", "````math\n", "~~~python\n", "$$\n", "\\$\\$ ", "$", "`", "\\[", "\\begin{cases}", "<!--", "-->"),
    *("<script>", '<a id="x">', "<dl><dt>", "X = [[1,2],[3\n", "$$x = 1$$\n", "text ", "::\n\n   a\n", "\n\n"),
    *("| a | b |\n|---|---|\n| `[C1]` | $dY_2$ |\n", "- `[C1]` [R1, R2](#a)\n", "> note\n", "Y = MaxPool(X)\n"),
)
Draw = random.Random


def characters(draw: Draw) -> str:
    ranges = ((32, 127), (32, 127), (10, 11), (0x80, 0x300), (0x2000, 0x2FFF), (0x10000, 0x10FFF))
    return "".join(chr(draw.randrange(*draw.choice(ranges))) for _ in range(draw.randrange(10, 4000)))


def cut(draw: Draw) -> str:
    text = draw.choice(PAGES)
    start = draw.randrange(len(text))
    return text[start : start + draw.randrange(3000)]


def spliced(draw: Draw) -> str:
    return "".join(cut(draw) for _ in range(draw.randrange(2, 7)))


def disturbed(draw: Draw) -> str:
    text = list(draw.choice(PAGES))
    for _ in range(draw.randrange(5, 150)):
        text[draw.randrange(len(text))] = draw.choice(MARKS)
    return "".join(text)


def unbalanced(draw: Draw) -> str:
    return "# MaxPool\n\n" + "".join(draw.choice(PIECES) for _ in range(draw.randrange(5, 120)))


def nested(draw: Draw) -> str:
    times = draw.choice((20, 300, 2000))
    opening, closing = draw.choice((("(", ")"), (r"\frac{", "}{2}"), (r"\left\lfloor ", r"\right\rfloor "), ("{", "}")))
    return f"# MaxPool\n\n$dY_2 = {opening * times}dX_2{closing * times}$\n\n{'> ' * times}{'- ' * times}a\n"


def tables(draw: Draw) -> str:
    columns = draw.choice((2, 6, 20))
    cells = ("`strides`", "$dY_2$", "1", "-inf", "`[C1]`", "a word", "strides is at least 0", "$\\frac$")
    rows = ("|".join(draw.choice(cells) for _ in range(columns)) for _ in range(draw.choice((10, 100))))
    return "# MaxPool\n\n" + "|".join("a" * columns) + "\n" + "|".join("-" * columns) + "\n" + "\n".join(rows) + "\n"


MAKERS: tuple[Callable[[Draw], str], ...] = (characters, cut, spliced, disturbed, unbalanced, nested, tables)


@pytest.mark.tenth
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_a_report_each(make: Callable[[Draw], str], seed: int) -> None:
    draw = Draw(f"{make.__name__} {seed}")
    text = make(draw)
    made = audit(document(text, draw.choice(("page.md", "page.rst"))), None, operator=draw.choice((None, MAXPOOL.name)))
    shown = Console(file=io.StringIO(), width=100)
    show_audit(shown, made, coverage=True)
    assert json.loads(json.dumps(made.json()))["schema"] == "maxpool/audit/1"
    assert len(sarif([made])["runs"][0]["results"]) == len(made.findings)


LONG = {
    "signs": f"$P = {'-' * 2000}H$\n",
    "a sum": f"$P = H{' + 1' * 2000}$\n",
    "a power": f"$P = H{'^9' * 2000}$\n",
    "the same row": "| a | b |\n|---|---|\n" + "| `strides` | $P = H$ |\n" * 500,
    "an enumeration": f"{'and, or ' * 4000}.\n",
    "names": f"{'a, ' * 2000}and b.\n",
    "brackets": f"The strides are {'[' * 3000}.\n",
    "open brackets": f"The strides are {'(' * 3000}.\n",
    "groups of symbols": f"The strides are 2 integers {'(k_1, k_2), ' * 1000}.\n",
    "equal lists": f"The {'strides = strides ' * 1000}.\n",
}
"""Each nests or repeats something a thousand times."""


@pytest.mark.parametrize("long", LONG)
def test_what_is_long_is_judged_without_a_mistake(long: str) -> None:
    made = audit(document(f"# MaxPool\n\n$Y$ has the shape $(N, C, P, Q)$.\n\n{LONG[long]}"), None)
    assert made.described[0].operator == MAXPOOL.name


@pytest.mark.parametrize("divided", ["1 / 0", r"\frac{2}{1 - 1}"])
def test_a_calculation_that_divides_by_zero_is_not_understood(divided: str) -> None:
    (claim,) = (c for c in audit(document(f"# MaxPool\n\n$P = {divided} = 3 + 4$\n"), None).claims if "=" in c.text)
    assert claim.verdict == "not understood"


@pytest.mark.parametrize(
    ("number", "verdicts"),
    [("1e999999", []), ("9" * 5_000, []), ("1" * 25, ["proved"]), ("2", ["refuted"])],
    ids=["power", "digits", "proved", "refuted"],
)
def test_a_number_beyond_all_bounds_is_judged_without_a_mistake(number: str, verdicts: list[str]) -> None:
    row = f"The row is `r = h*strides[{number}] + i*dilations[0] - pads[0]`, with `0 <= r < H`."
    text = f"{row}\n\n`Ho = floor((4 + {number} - 2)/{number}) + 1 = 2`\n\nEach index is at most `{number}`.\n"
    made = audit(document(f"# MaxPool\n\n`strides[1]` is {number}.\n\n{text}"), None)
    assert [claim.verdict for claim in made.claims if "floor" in claim.text] == verdicts
