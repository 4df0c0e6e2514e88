"""`report.html` and `matrix.html` in a headless Chromium, opened from disk: what a reader does, and no request."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from proofs.catalogue import CATALOGUE
from proofs.engine.statement import Verdict
from proofs.evidence.making.build import Built
from proofs.evidence.package.jsontext import load
from proofs.evidence.package.names import MEASURED
from proofs.reports.examination import recorded_here
from spec.maxpool.operator import MAXPOOL
from spec.operator.clauses import Restriction

pytest.importorskip("playwright.sync_api", reason="the library playwright is not installed")
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.javascript_tools import ARGUMENTS, HANGS, NAMES, chromium

pytestmark = pytest.mark.long

SHOWN = "[...document.querySelectorAll('[data-label]')].filter(i => !i.hidden).length"
OPEN = "[...document.querySelectorAll('details')].filter(d => d.open).length"
CLAUSES, EXAMPLES = len(MAXPOOL.clauses), len(CATALOGUE.examples)
OBLIGATIONS = sum(map(len, recorded_here(CATALOGUE).values()))
"""By the record: to state them takes seconds, in each process of the tests."""
ALL = CLAUSES + OBLIGATIONS + EXAMPLES
"""What the report lists."""
RESTRICTIONS = sum(isinstance(c, Restriction) for c in MAXPOOL.clauses)


@pytest.fixture(scope="module")
def folder(one_package: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package's pages and its times, as files on disk."""
    folder = tmp_path_factory.mktemp("package")
    for name, data in one_package.files.items():
        if name in ("report.html", "matrix/matrix.html", MEASURED):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(data)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip(f"no Chromium is installed: CHROMIUM is not set, and there is none of {', '.join(NAMES)}")
    # What is waited for comes; how soon depends on what else the machine does.
    expect.set_options(timeout=HANGS)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=HANGS)
        yield browser
        browser.close()


@pytest.fixture(params=["report.html", "matrix/matrix.html"])
def either(request: pytest.FixtureRequest, browser: Browser, folder: Path) -> Iterator[Page]:
    """Each of the pages."""
    yield from opened(browser, folder / request.param)


@pytest.fixture
def view(browser: Browser, folder: Path) -> Iterator[Page]:
    """The report."""
    yield from opened(browser, folder / "report.html")


def opened(browser: Browser, path: Path) -> Iterator[Page]:
    """A page on a narrow screen; at the end it has said nothing in the console, and asked for nothing but itself."""
    view = browser.new_page(viewport={"width": 390, "height": 800})
    view.set_default_timeout(HANGS)
    said: list[str] = []
    asked: list[str] = []
    view.on("console", lambda message: said.append(message.text))
    view.on("pageerror", lambda error: said.append(str(error)))
    view.on("request", lambda request: asked.append(request.url))
    view.on("dialog", lambda dialog: said.append(dialog.message))
    view.goto(path.as_uri())
    yield view
    assert said == []
    assert set(asked) == {path.as_uri()}
    view.close()


def test_nothing_is_wider_than_a_phone(either: Page) -> None:
    width = "document.documentElement.scrollWidth"
    assert either.evaluate(width) <= 390
    either.evaluate("for (const d of document.querySelectorAll('details')) d.open = true")
    assert either.evaluate(width) <= 390


def test_page_is_built_for_all_readers(either: Page) -> None:
    levels = either.evaluate("[...document.querySelectorAll('h1,h2,h3')].map(h => +h.tagName[1])")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    ids = either.evaluate("[...document.querySelectorAll('[id]')].map(e => e.id)")
    assert len(ids) == len(set(ids))
    assert either.evaluate("[...document.querySelectorAll('input,select')].every(e => e.labels.length === 1)")
    assert either.evaluate("[...document.querySelectorAll('table')].every(t => t.caption.textContent)")
    assert either.evaluate("[...document.querySelectorAll('svg')].every(s => s.matches('[role=img][aria-labelledby]'))")
    names = "s.getAttribute('aria-labelledby').split(' ').every(id => s.contains(document.getElementById(id)))"
    assert either.evaluate(f"[...document.querySelectorAll('svg')].every(s => {names})")
    assert (
        either.evaluate("document.querySelectorAll('main,header,nav[aria-label],form#filter[aria-label]').length") == 4
    )
    links = "[...document.querySelectorAll('a')].every(a => document.getElementById(a.hash.slice(1)))"
    assert either.evaluate(links.replace("a.hash.slice(1)", "decodeURIComponent(a.hash.slice(1))"))


@pytest.mark.parametrize(
    ("control", "value", "number"),
    [
        ("verdict", "refuted", lambda: sum(o.expected is Verdict.REFUTED for o in CATALOGUE.obligations)),
        ("verdict", "stated", lambda: CLAUSES),
        ("kind", "restriction", lambda: RESTRICTIONS),
        ("kind", "example", lambda: EXAMPLES),
        ("document", "openvino-maxpool-8.md", None),
    ],
)
def test_filter_by_choice(view: Page, control: str, value: str, number: Callable[[], int] | None) -> None:
    assert view.evaluate(SHOWN) == ALL
    view.select_option(f"select[name={control}]", value)
    shown = view.evaluate(SHOWN)
    assert 0 < shown < ALL
    assert number is None or shown == number()
    wrong = f"i.hidden === (i.dataset.{control} === '{value}')"
    assert not view.evaluate(f"[...document.querySelectorAll('[data-label]')].some(i => {wrong})")
    assert view.inner_text("#count").startswith(f"{shown} of {ALL} shown")
    view.get_by_role("button", name="Show all").click()
    expect(view.locator("#count")).to_contain_text(f"{ALL} of {ALL} shown")
    assert view.evaluate(SHOWN) == ALL


def test_filter_by_label_and_verdict(view: Page) -> None:
    view.fill("input[name=label]", "DRAFT.dy_2")
    assert view.evaluate(SHOWN) > 1
    view.select_option("select[name=verdict]", "refuted")
    assert view.evaluate(SHOWN) == 1
    assert view.locator("section[data-group]").evaluate_all("all => all.map(s => s.hidden)") == [True, False, True]
    view.get_by_role("button", name="Open all shown").click()
    assert view.locator("[data-label][open]").count() == 1
    view.get_by_role("button", name="Close all shown").click()
    assert view.locator("[data-label][open]").count() == 0


def test_claim_opens_by_keyboard(view: Page) -> None:
    claim = view.locator("details[data-label='draft.dY_2'][data-kind=obligation]")
    claim.locator("summary").focus()
    view.keyboard.press("Enter")
    assert claim.evaluate("d => d.open")
    assert claim.locator("svg").is_visible()
    said = claim.inner_text()
    for part in ("floor((dX_2", "sonnx-maxpool-draft.md:279", "z3", "(the smallest)", "in measured.json"):
        assert part in said
    outline = claim.locator("summary").evaluate("s => getComputedStyle(s).outlineStyle")
    assert outline == "solid"


def test_keyboard_reaches_everything_and_is_never_held(view: Page) -> None:
    view.evaluate("for (const c of document.querySelectorAll('[data-label]')) c.remove()")
    reached = []
    for _ in range(80):
        view.keyboard.press("Tab")
        element = "document.activeElement"
        reached.append(view.evaluate(f"{element}.id || {element}.name || {element}.hash || {element}.tagName"))
        if reached[-1] == "BODY":
            break
    assert reached[0] == "#main"
    assert {"#summary", "measured", "verdict", "kind", "document", "label", "open"} <= set(reached)
    assert len(reached) < 80


def test_every_choice_of_a_filter_has_claims(view: Page) -> None:
    data = view.evaluate("[...document.querySelectorAll('[data-label]')].map(c => ({...c.dataset}))")
    for control in ("verdict", "kind", "document"):
        choices = view.evaluate(f"[...document.querySelectorAll('[name={control}] option')].map(o => o.value)")
        assert set(choices) == {"", *(claim[control] for claim in data)}
        assert "None" not in str(choices)


def test_link_shows_what_is_folded_and_filtered_out(view: Page) -> None:
    view.select_option("select[name=kind]", "constraint")
    clause = view.locator("#constraint-strides\\.positive")
    clause.evaluate("d => d.open = true")
    clause.get_by_role("link", name="shape.last-fits").click()
    obligation = view.locator("#obligation-shape\\.last-fits")
    expect(obligation).to_have_attribute("open", "")
    assert obligation.is_visible()
    assert view.evaluate(SHOWN) == ALL
    view.goto(view.url.partition("#")[0] + "#%E0%A4%A")  # no text at all: nothing is shown, and nothing fails


def test_paper_has_an_index_and_a_table_of_what_is_said(view: Page) -> None:
    """What is folded is printed as its summary, and what is open whole: the reader chooses the annexes."""
    pages = []
    for opened_too in (False, True):
        view.evaluate(f"for (const d of document.querySelectorAll('[data-label]')) d.open = {str(opened_too).lower()}")
        printed = view.pdf(format="A4")
        assert printed[:5] == b"%PDF-"
        pages.append(len(re.findall(rb"/Type\s*/Page\b", printed)))
    assert pages[0] < 60 < pages[1]
    view.emulate_media(media="print")
    assert not view.locator("form#filter").is_visible()
    assert not view.locator(".paper").is_visible()
    assert view.get_by_role("table", name="Sentences and formulas").is_visible()


# --- the document ---


def test_document_leads_to_what_stands_behind_it_and_back(view: Page) -> None:
    for what, found in (("strides.positive", 1), ("nobody has written", 1), ("7", 1), ("no such text", 0)):
        view.fill("#find input", what)
        assert view.inner_text("#found").startswith(f"{found} found")
    assert view.locator(".source script, .source img").count() == 0
    view.locator(".source a.said", has_text="Strides must be positive").click()
    behind = view.locator("article:target")
    assert behind.is_visible()
    for part in ("held", "stride >= 1", "shape.last-fits"):
        assert part in behind.inner_text()
    behind.get_by_role("link", name="Value domain").first.click()
    clause = view.locator("#constraint-strides\\.positive")
    expect(clause).to_have_attribute("open", "")
    clause.get_by_role("link", name="Strides must be positive").click()
    assert view.locator("article:target").is_visible()
    view.locator("article:target").get_by_role("link", name="7", exact=True).click()
    assert view.evaluate("location.hash") == "#L7"


def test_drawings_are_dark_on_a_dark_page(browser: Browser, folder: Path) -> None:
    for scheme, colour in (("light", "rgb(252, 252, 250)"), ("dark", "rgb(20, 25, 31)")):
        view = browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
        view.goto((folder / "report.html").as_uri())
        paper = "getComputedStyle(document.querySelector('.gsn svg rect')).fill"
        assert view.evaluate(paper) == colour
        view.close()


# --- times ---


def measured(folder: Path, **changes: Any) -> str:
    document = load((folder / MEASURED).read_bytes())
    return json.dumps({**document, **changes})


def give(view: Page, text: str) -> str:
    """Open a file in the page, and what the page says then."""
    view.evaluate("document.getElementById('measured-said').textContent = ''")
    file = {"name": "measured.json", "mimeType": "application/json", "buffer": text.encode()}
    view.set_input_files("#measured", file)  # type: ignore[arg-type]
    expect(view.locator("#measured-said")).not_to_be_empty()
    return view.inner_text("#measured-said")


def test_times_are_filled_in(view: Page, folder: Path) -> None:
    assert give(view, measured(folder)) == f"Times of {OBLIGATIONS} of {OBLIGATIONS} obligations are filled in."
    claim = view.locator("#obligation-shape\\.last-fits")
    assert claim.locator("[data-took]").text_content() == "in 1.00 s"
    proved, certificate, *solvers = (claim.locator("[data-time]").text_content() or "").split("; ")
    assert [proved, *solvers] == ["proved in 1.00 s", "cvc5 0.50 s", "z3 0.50 s"]
    # The checker of certificates is no solver: it has run, and takes as long as it takes.
    assert re.fullmatch(r"certificate [0-9.]+ s", certificate)
    said = view.inner_text("#machine")
    for part in (load((folder / MEASURED).read_bytes())["measured"]["architecture"], "all decisions in 1.00 s"):
        assert part in said
    assert load((folder / MEASURED).read_bytes())["argument"] in said
    assert view.locator("[data-tests='tests.test_a']").text_content() == "1.25 s"
    view.emulate_media(media="print")
    claim.evaluate("d => d.open = true")
    assert claim.locator("[data-time]").inner_text().startswith("proved in 1.00 s")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is not JSON"),
        ("[]", "not a document of the schema"),
        ("null", "not a document of the schema"),
        ('{"schema": "maxpool/conform/1"}', "not a document of the schema maxpool/evidence-measured/1"),
        ('{"schema": "maxpool/evidence-measured/1", "measured": null}', "built without times"),
        ('{"schema": "maxpool/evidence-measured/1", "measured": {"decisions": [1]}}', "it contains no times"),
    ],
)
def test_wrong_file_is_said_to_be_wrong(view: Page, folder: Path, text: str, why: str) -> None:
    give(view, measured(folder))
    said = give(view, text)
    assert said.startswith("Not taken, no times are shown: measured.json: ")
    assert why in said
    assert "in measured.json" in str(view.locator("#obligation-shape\\.last-fits [data-time]").text_content())
    assert view.get_by_text("in measured.json, outside of the argument's digest").is_visible()


def test_hostile_times_are_text(view: Page, folder: Path) -> None:
    bad = "<img src=x onerror=alert(1)>\u202e"
    times = {"shape.last-fits": 2, f"shape.last-fits: {bad}": 1, "draft.dY_2": bad, "open": -1, "__proto__": 1}
    machine = {"decisions": times, "made": bad, "system": {"a": bad}, "check": "1", "tests": [bad], "python": bad}
    assert f"Times of 1 of {OBLIGATIONS}" in give(view, measured(folder, argument=bad * 1000, measured=machine))
    assert view.locator("img").count() == 0
    told = str(view.locator("#obligation-shape\\.last-fits [data-time]").text_content())
    assert told == "proved in 2.00 s; <img src=x onerror=alert(1)>\ufffd 1.00 s"
    assert view.locator("#obligation-draft\\.dY_2 [data-time]").text_content() == "none in this measured.json"
    assert len(view.inner_text("#machine")) < 1000


@pytest.mark.whole
def test_all_is_there_without_a_script(browser: Browser, folder: Path) -> None:
    view = browser.new_page(java_script_enabled=False)
    view.set_default_timeout(HANGS)
    view.goto((folder / "report.html").as_uri())
    assert view.locator("details[data-label]").count() == ALL
    assert not view.locator("form").first.is_visible()
    view.locator("#obligation-draft\\.dY_2 summary").click()
    assert view.locator("#obligation-draft\\.dY_2 svg").is_visible()
    view.close()
