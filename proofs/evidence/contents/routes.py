"""A decision's routes and what is said of its assumptions, held against the rules of a verdict and the environment."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from proofs.certificates import store
from proofs.certificates.checker import VERSION as CHECKER
from proofs.engine.decide import agreement
from proofs.engine.statement import Route, Statement, Verdict
from proofs.evidence.package.jsontext import load
from proofs.evidence.package.names import BOM
from proofs.solvers.solvers import SOLVERS
from reference.common.errors import Contradiction

PACKAGES: Mapping[str, str] = {"z3": "z3-solver", "cvc5": "cvc5", "bitwuzla": "bitwuzla", "sympy": "sympy"}
"""The routes that are packages of the environment, by the packages' names."""


class Unlike(ValueError):
    """A decision says what its obligation, or evaluation, does not; the message says what."""


def versions(files: Mapping[str, bytes]) -> Mapping[str, str]:
    """What the bill of materials says of each component's version."""
    return {c["name"]: c["version"] for c in load(files[BOM])["components"]}


def check_routes(decision: Mapping[str, Any], obligation: Statement, installed: Mapping[str, str]) -> None:
    """Each route is one that there is, in the version that was installed; and they give this verdict. Raises Unlike."""
    for route in decision["routes"]:
        _there(route, obligation, installed)
    if len({(r["name"], "bounds" in r) for r in decision["routes"]}) != len(decision["routes"]):
        raise Unlike("a route appears twice")
    try:
        said = agreement(obligation, [_route(r) for r in decision["routes"]])
    except Contradiction as contradiction:
        raise Unlike(str(contradiction)) from None
    if {"proved", "refuted"} <= {r["verdict"] for r in decision["routes"]}:
        raise Unlike("its routes contradict each other")
    if decision["verdict"] in ("proved", "refuted") and decision["verdict"] != said:
        raise Unlike(f"{decision['verdict']}, but its routes give {said}")


def _route(route: Mapping[str, Any]) -> Route:
    return Route(route["name"], route["version"], Verdict(route["verdict"]), 0.0, route.get("bounds", ""))


def _there(route: Mapping[str, Any], obligation: Statement, installed: Mapping[str, str]) -> None:
    name, version, bounded = route["name"], route["version"], "bounds" in route
    if name not in _possible(obligation):
        raise Unlike(f"unknown route {name!r}")
    if bounded and (name != "enumeration" or obligation.bounded is None):
        raise Unlike(f"nothing bounds the route {name}")
    if name in PACKAGES:
        is_installed = version in _said(installed[PACKAGES[name]])
    elif name == "certificate":
        is_installed = version == CHECKER
    elif bounded:
        is_installed = version == installed[platform.python_implementation()]
    else:
        is_installed = version == f"numpy {installed['numpy']}"
    if not is_installed:
        raise Unlike(f"{name} {version} is not in the bill of materials")


def _possible(obligation: Statement) -> Iterator[str]:
    """The routes that there are to an obligation."""
    yield from SOLVERS
    yield from obligation.own_routes
    if obligation.label in certified():
        yield "certificate"
    if obligation.third:
        yield obligation.third
    if obligation.bounded is not None:
        yield "enumeration"


def _said(version: str) -> tuple[str, str]:
    """A package's version as the package says it itself: it may have one number less."""
    return version, version.rpartition(".")[0]


@cache
def certified() -> frozenset[str]:
    """The labels that have a certificate."""
    return frozenset(store.certificates())


def check_tightness(decision: Mapping[str, Any], obligation: Statement) -> None:
    """Of what is proved, each assumption was dropped in turn: with a counterexample it is needed. Raises Unlike."""
    wanted = list(obligation.droppable) if decision["verdict"] == "proved" else []
    if [t["assumption"] for t in decision["tightness"]] != wanted:
        raise Unlike("does not say for each assumption whether it is needed")
