"""The documentation as a folder of pages: built without a warning, and what a reader does with it in Chromium."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

pytest.importorskip("material", reason="the package mkdocs-material is not installed")
pytest.importorskip("playwright.sync_api", reason="the library playwright is not installed")
from playwright.sync_api import Browser, Page, expect, sync_playwright

from spec.explorer.maxpool import explorer
from tests.javascript_tools import ARGUMENTS, HANGS, chromium
from tests.json_tools import KNOWN

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent
PHONE, DESK = 390, 1280


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages, where any warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=quiet_environment())
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    return folder


def quiet_environment() -> dict[str, str]:
    """This environment, without what the theme says of the generator's future."""
    return os.environ | {"NO_MKDOCS_2_WARNING": "1"}


class Links(HTMLParser):
    """What a page asks a browser to load, and where it leads."""

    WHERE: Mapping[str, str] = {"script": "src", "img": "src", "link": "href", "iframe": "src", "a": "href"}

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag names."""
        self.found += [(tag, value) for name, value in attrs if name == self.WHERE.get(tag) and value]


@pytest.mark.whole
def test_pages_ask_for_their_own_files_alone_and_lead_to_what_there_is(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 80
    for page in pages:
        if page.name == "404.html":
            continue  # It may be asked for at any depth, so it alone names its files from the top.
        links = Links()
        links.feed(page.read_text("utf-8"))
        named = [link for tag, link in links.found if tag != "a" or "://" not in link]
        files = {unquote(link.split("?")[0].split("#")[0]) for link in named}
        assert [file for file in files if file and not (page.parent / file).is_file()] == [], page.name


@pytest.mark.whole
def test_every_page_in_the_repository_is_a_page_of_the_site(site: Path) -> None:
    apart = ("conformance", "results", "examples")
    pages = [p.relative_to(ROOT / "docs") for p in (ROOT / "docs").rglob("*.md")]
    wanted = [page for page in pages if page.parts[0] not in apart]
    names = [page.with_name("index.md") if page.name == "README.md" else page for page in wanted]
    assert len(names) > 70
    assert [str(name) for name in names if not (site / name).with_suffix(".html").is_file()] == []


@pytest.mark.whole
def test_the_script_of_the_explorer_is_made_from_the_clauses(site: Path) -> None:
    assert (site / "explorer" / "clauses.js").read_text("utf-8") == explorer()


def test_a_document_that_names_its_schema_finds_it_among_the_files(site: Path) -> None:
    files = {json.loads(path.read_text("utf-8"))["$id"]: path.name for path in (site / "schemas").iterdir()}
    assert files.keys() == KNOWN.keys()
    assert files["maxpool/check/1"] == "check-1.json"
    page = (site / "schemas.html").read_text("utf-8")
    assert [name for name in files.values() if f'href="schemas/{name}"' not in page] == []


# --- in a browser ---


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium is installed")
    expect.set_options(timeout=HANGS)
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=path, args=ARGUMENTS, timeout=HANGS)
        yield found
        found.close()


def patient(view: Page) -> Page:
    """A page that is waited for, whatever else the machine does."""
    view.set_default_timeout(HANGS)
    return view


@pytest.fixture(params=[PHONE, DESK])
def view(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page of either width that says nothing in the console, and asks for nothing but files."""
    found = patient(browser.new_page(viewport={"width": request.param, "height": 900}))
    said: list[str] = []
    found.on("console", lambda message: said.append(message.text))
    found.on("pageerror", lambda error: said.append(str(error)))
    found.on("request", lambda asked: said.append(asked.url) if asked.url.startswith("http") else None)
    yield found
    assert said == []
    found.close()


def is_wider(view: Page) -> Any:
    """Whether a reader has to scroll the whole page sideways."""
    return view.evaluate("document.documentElement.scrollWidth > innerWidth")


WIDE = ("index", "explorer", "maxpool", "constraints", "ledger", "cli", "conformance", "trust", "rules/index")
"""Pages with tables, formulas, drawings and long lines."""


def test_nothing_is_wider_than_the_screen(site: Path, view: Page) -> None:
    wide = []
    for name in WIDE:
        view.goto((site / f"{name}.html").as_uri())
        wide += [name] * is_wider(view)
    assert wide == []


def test_formulas_are_shown_as_formulas(site: Path, view: Page) -> None:
    view.goto((site / "maxpool.html").as_uri())
    assert view.locator("math").count() > 40
    assert "\\(" not in view.locator("body").inner_text()
    tall, line = (view.locator(what).first.bounding_box() for what in ("math[display=block]", "math[display=inline]"))
    assert tall is not None
    assert line is not None
    assert tall["height"] > line["height"]


def test_search_finds_from_a_disk(site: Path, view: Page) -> None:
    view.goto((site / "index.html").as_uri())
    view.evaluate("document.getElementById('__search').click()")
    view.focus(".md-search__input")
    expect(view.locator(".md-search-result__meta")).to_have_text("Type to start searching")
    view.locator(".md-search__input").press_sequentially("storage_order")
    expect(view.locator(".md-search-result__item").first).to_be_visible()


def test_dark_and_paper(site: Path, browser: Browser) -> None:
    colours = []
    for scheme in ("light", "dark"):
        view = patient(browser.new_page(color_scheme=scheme))
        view.goto((site / "explorer.html").as_uri())
        colours.append(view.evaluate("getComputedStyle(document.body).backgroundColor"))
        view.emulate_media(media="print")
        assert not view.locator(".md-header").is_visible()
        assert view.locator("#verdict").is_visible()
        view.close()
    assert len(set(colours)) == 2


# --- the explorer ---


def test_a_call_is_explored(site: Path, view: Page) -> None:
    view.goto((site / "explorer.html").as_uri())
    verdict = view.locator("#verdict")
    expect(verdict).to_contain_text("Legal")
    y = view.locator("[data-cell^=Y-]")
    assert y.all_inner_texts() == ["1", "5", "5", "5", "-0", "-0", "4", "4"]
    view.locator("[data-cell=Y-2]").click()
    assert view.locator("td.chosen").inner_text() == "5"
    assert view.locator("td.tap").count() == 4
    assert view.evaluate("document.activeElement.dataset.cell") == "Y-2"
    sizes = view.get_by_role("row", name="dY_2 as the draft prints it")
    expect(sizes.locator("td.wrong")).to_have_text("0")
    assert not is_wider(view)


def test_what_is_broken_is_said_with_its_label_and_window(site: Path, view: Page) -> None:
    view.goto((site / "explorer.html").as_uri())
    verdict = view.locator("#verdict")
    view.fill("[name=strides]", "0 1")
    expect(verdict).to_contain_text("strides.positive")
    expect(verdict).to_contain_text("Each stride is at least 1.")
    expect(verdict).to_contain_text("strides[0] = 0")
    view.fill("[name=strides]", "1 1")
    view.fill("[name=pads]", "2 1 1 0")
    expect(verdict).to_contain_text("windows.meet-input")
    assert view.locator("td.tap.padding").count() == view.locator("td.tap").count() == 4
    view.fill("[name=X]", "1 2 x")
    expect(verdict).to_contain_text("12 elements by its shape, but 3")
    assert not is_wider(view)


def test_a_link_keeps_what_was_typed(site: Path, view: Page, browser: Browser) -> None:
    view.goto((site / "explorer.html").as_uri())
    view.select_option("[name=type]", "int8")
    view.fill("[name=X]", "1 2 3 4\n5 6 7 -8\n9 10 11 12")
    view.fill("[name=pads]", "0 0 0 0")
    shown = view.locator("#result").inner_text()
    other = patient(browser.new_page())
    other.goto(view.url)
    assert other.input_value("[name=X]") == "1 2 3 4\n5 6 7 -8\n9 10 11 12"
    assert other.locator("#result").inner_text() == shown
    other.close()
    view.get_by_role("button", name="Copy the link").click()
    expect(view.locator("#copy")).to_have_text(re.compile("Copied|Copy the address of this page"))


@pytest.mark.parametrize(
    "typed", ["type=int64", "shape=1+1+3", "shape=&X=", "shape=0+1+2+2&X=", "strides=-1+1", "kernel_shape=999999+2"]
)
def test_no_address_stops_the_page(site: Path, browser: Browser, typed: str) -> None:
    view = patient(browser.new_page())
    said: list[str] = []
    view.on("pageerror", lambda error: said.append(str(error)))
    view.goto(f"{(site / 'explorer.html').as_uri()}#{typed}")
    expect(view.locator("#verdict")).not_to_be_empty()
    view.get_by_role("button", name="Start again").click()
    expect(view.locator("#verdict")).to_contain_text("Legal")
    assert said == []
    view.close()
