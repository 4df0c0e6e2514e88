"""Test results as JUnit XML: read from a stranger's file within limits, and written in one form, without times."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

MOST_BYTES = 30_000_000
LONGEST = 500
OUTCOMES = ("failure", "error", "skipped")
VERIFIES, TOOL = "verifies", "tool"
"""The properties of a case and of a suite: a label that it verifies; the digest of the tool that it was run with."""


class NotJUnit(ValueError):
    """The bytes are no test results that are taken; the message says why."""


@dataclass(frozen=True, slots=True, order=True)
class Case:
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


@dataclass(frozen=True, slots=True)
class Results:
    """The tests of a file in order of their names, their seconds, and the state of the tool that they were run with."""

    cases: tuple[Case, ...]
    seconds: Mapping[str, float]
    tool: str


def read(data: bytes) -> Results:
    """The tests of a JUnit file. Raises NotJUnit."""
    root = _parsed(data)
    cases: list[Case] = []
    seconds: dict[str, float] = {}
    for node in root.iter("testcase"):
        case = _case(node)
        cases.append(case)
        try:
            seconds[case.id] = float(node.get("time", "0"))
        except ValueError:
            raise NotJUnit(f"{case.id[:LONGEST]}: its time is no number") from None
        if not 0 <= seconds[case.id] < math.inf:
            raise NotJUnit(f"{case.id[:LONGEST]}: its time is no time")
    if len(seconds) != len(cases):
        raise NotJUnit("two tests bear one name")
    return Results(tuple(sorted(cases)), seconds, _tool(root))


def _tool(root: ElementTree.Element) -> str:
    """What all suites say of the tool's state; "" if they do not say it, or not the same."""
    suites = [s for s in root.iter("testsuite") if s.find("testcase") is not None]
    said = {p.get("value", "") for s in suites for p in s.iterfind("properties/property") if p.get("name") == TOOL}
    return said.pop() if len(said) == 1 else ""


def _parsed(data: bytes) -> ElementTree.Element:
    if len(data) > MOST_BYTES:
        raise NotJUnit(f"has more than {MOST_BYTES} bytes")
    # Entities are declared in a document type alone: without one there is nothing to expand, and nothing to fetch.
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or b"\0" in data:
        raise NotJUnit("has a document type, or is not UTF-8")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, RecursionError, ValueError, LookupError) as error:
        raise NotJUnit(f"is no XML: {error}") from None
    if root.tag not in ("testsuites", "testsuite"):
        raise NotJUnit("holds no test suites")
    return root


def _case(node: ElementTree.Element) -> Case:
    outcome, message = "passed", ""
    for kind in OUTCOMES:
        found = node.find(kind)
        if found is not None:
            outcome, message = kind, " ".join(found.get("message", "").split())[:LONGEST]
            break
    labels = {p.get("value", "") for p in node.iterfind("properties/property") if p.get("name") == VERIFIES}
    return Case(node.get("classname", ""), node.get("name", ""), outcome, message, tuple(sorted(labels)))


def write(results: Results) -> bytes:
    """The tests as a JUnit file, the same for the same outcomes."""
    cases = results.cases
    counts = {kind: sum(c.outcome == kind for c in cases) for kind in OUTCOMES}
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        "<testsuites>",
        f' <testsuite name="maxpool" tests="{len(cases)}" failures="{counts["failure"]}" '
        f'errors="{counts["error"]}" skipped="{counts["skipped"]}">',
    ]
    if results.tool:
        lines.append(f'  <properties><property name="{TOOL}" value={quoteattr(results.tool)}/></properties>')
    for case in cases:
        lines.append(f"  <testcase classname={quoteattr(case.classname)} name={quoteattr(case.name)}>")
        if case.verifies:
            lines.append("   <properties>")
            lines += [f'    <property name="{VERIFIES}" value={quoteattr(label)}/>' for label in case.verifies]
            lines.append("   </properties>")
        if case.outcome != "passed":
            lines.append(f"   <{case.outcome} message={quoteattr(case.message)}/>")
        lines.append("  </testcase>")
    return "\n".join([*lines, " </testsuite>", "</testsuites>", ""]).encode("utf-8")
