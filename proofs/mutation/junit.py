"""Test results as JUnit XML: read from a stranger's file within limits, and written in one form, without times."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from junitparser import Error, Failure, JUnitXmlError, Skipped
from junitparser.xunit2 import JUnitXml, TestCase, TestSuite
from lxml import etree

MOST_BYTES = 30_000_000
LONGEST = 500
OUTCOMES: Mapping[str, type[Failure | Error | Skipped]] = {"failure": Failure, "error": Error, "skipped": Skipped}
VERIFIES, TOOL = "verifies", "tool"
"""The properties of a case and of a suite: a label that it verifies; the digest of the tool that it was run with."""


class NotJUnit(ValueError):
    """The bytes are no test results that are taken; the message says why."""


@dataclass(frozen=True, slots=True, order=True)
class JUnitCase:
    """A test with its outcome (passed, failure, error, skipped), and the labels that it says it verifies."""

    classname: str
    name: str
    outcome: str
    message: str
    verifies: tuple[str, ...]

    @property
    def id(self) -> str:
        """What the test is called."""
        return f"{self.classname}::{self.name}" if self.classname else self.name

    @property
    def place(self) -> str:
        """Its file of tests, or class in one; a file that was skipped as a whole has a result in its own name."""
        return self.classname or self.name


@dataclass(frozen=True, slots=True)
class Results:
    """The tests of a file in order of their names, their seconds, and the state of the tool that they were run with."""

    cases: tuple[JUnitCase, ...]
    seconds: Mapping[str, float]
    tool: str


def read(data: bytes) -> Results:
    """The tests of a JUnit file. Raises NotJUnit."""
    if len(data) > MOST_BYTES:
        raise NotJUnit(f"has more than {MOST_BYTES} bytes")
    # Entities are declared in a document type alone: without one there is nothing to expand, and nothing to fetch.
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or b"\0" in data:
        raise NotJUnit("has a document type, or is not UTF-8")
    try:
        whole = JUnitXml.fromstring(data)
        if list(whole.iterchildren(TestCase)):
            raise ValueError("a test stands in no suite")
        return _results(list(_suites(whole)))
    except (JUnitXmlError, SyntaxError, ValueError) as error:
        raise NotJUnit(f"is not JUnit XML that is taken: {error}"[:LONGEST]) from None


def _suites(owner: Any) -> Iterator[Any]:
    """All suites, those within others too."""
    for suite in owner:
        yield suite
        yield from _suites(suite.testsuites())


def _results(suites: Sequence[Any]) -> Results:
    cases: list[JUnitCase] = []
    seconds: dict[str, float] = {}
    said: set[str] = set()
    for suite in suites:
        own = list(suite.iterchildren(TestCase))
        for test in own:
            cases.append(_case(test))
            seconds[cases[-1].id] = time = test.time or 0.0
            if not 0 <= time < math.inf:
                raise ValueError(f"{cases[-1].id}: its time is no time")
        said |= _properties(suite, TOOL) if own else set()
    if len(seconds) != len(cases):
        raise ValueError("two tests bear one name")
    # The state of the tool is known if all suites say the same.
    return Results(tuple(sorted(cases)), seconds, said.pop() if len(said) == 1 else "")


def together(one: bytes, other: bytes) -> bytes:
    """The tests of two files as one file. Raises NotJUnit where a test is in both.

    A module that lacks what it needs is skipped as a whole by each run: what both skip alike is one result.
    """
    first, second = read(one), read(other)
    skipped = {case for case in first.cases if case.outcome == "skipped"} & set(second.cases)
    cases = (*first.cases, *(case for case in second.cases if case not in skipped))
    if both := {name for name, times in Counter(case.id for case in cases).items() if times > 1}:
        raise NotJUnit(f"has a test that another file has too: {min(both)}"[:LONGEST])
    tool = first.tool if first.tool == second.tool else ""
    return write(Results(tuple(sorted(cases)), {**first.seconds, **second.seconds}, tool))


def _properties(owner: Any, name: str) -> set[str]:
    return {p.value or "" for p in owner.properties() if p.name == name}


def _case(test: TestCase) -> JUnitCase:
    ended = [(name, r) for name, kind in OUTCOMES.items() for r in test.result if isinstance(r, kind)]
    outcome, result = ended[0] if ended else ("passed", None)
    message = "" if result is None else " ".join((result.message or "").split())[:LONGEST]
    return JUnitCase(
        test.classname or "", test.name or "", outcome, message, tuple(sorted(_properties(test, VERIFIES)))
    )


def write(results: Results) -> bytes:
    """The tests as a JUnit file, the same for the same outcomes."""
    suite, whole = TestSuite("maxpool"), JUnitXml()
    counts = Counter(case.outcome for case in results.cases)
    suite.tests, suite.failures = len(results.cases), counts["failure"]
    suite.errors, suite.skipped = counts["error"], counts["skipped"]
    if results.tool:
        suite.add_property(TOOL, results.tool)
    for case in results.cases:
        test = TestCase(case.name, case.classname)
        for label in case.verifies:
            test.add_property(VERIFIES, label)
        if case.outcome in OUTCOMES:
            test.append(OUTCOMES[case.outcome](case.message))
        suite.append(test)
    whole.append(suite)
    readable = etree.fromstring(whole.tostring())
    return bytes(etree.tostring(readable, encoding="utf-8", xml_declaration=True, pretty_print=True))
