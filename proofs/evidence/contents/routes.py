"""A decision's routes and what is said of its assumptions, held against the rules of a verdict and the environment."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from typing import Any

from proofs.certificates.checker import VERSION as CHECKER
from proofs.engine.again import FoundAgain
from proofs.engine.as_json import in_json
from proofs.engine.bits.gates import VERSION as GATES
from proofs.engine.bits.obligation import DIAGRAMS
from proofs.engine.decide import agreement
from proofs.engine.statement import Route, Verdict
from proofs.evidence.package.jsontext import dump, load
from proofs.evidence.package.names import BOM
from proofs.solvers.solvers import SOLVERS
from reference.common.errors import Contradiction

PACKAGES: Mapping[str, str] = {"z3": "z3-solver", "cvc5": "cvc5", "bitwuzla": "bitwuzla", "sympy": "sympy"}
"""The routes that are packages of the environment, by the packages' names."""


class Unlike(ValueError):
    """A decision says what its obligation, or evaluation, does not; the message says what."""


def versions(files: Mapping[str, bytes]) -> Mapping[str, str]:
    """What the bill of materials says of each component's version."""
    return {c["name"]: c.get("version", "") for c in load(files[BOM])["components"]}


def check_routes(decision: Mapping[str, Any], again: FoundAgain, installed: Mapping[str, str]) -> None:
    """The routes are those that the tool takes to this obligation, and give this verdict. Raises Unlike.

    Those that are no solver's are taken again. `installed` are the versions of the environment.
    """
    verdict, routes = decision["verdict"], decision["routes"]
    # What is vacuous has no goal to ask for; an obligation whose process was ended has no answers.
    taken = verdict != "vacuous" and not (verdict == "unknown" and decision["problem"] and not routes)
    wanted = [*_wanted(again, installed)] if taken else []
    if [r["name"] for r in routes] != [name for name, _, _ in wanted]:
        raise Unlike("its routes are not those that the tool takes to it")
    for route, (name, right, bounds) in zip(routes, wanted, strict=True):
        if route.get("bounds", "") != bounds or right not in ("", route["verdict"]):
            raise Unlike(f"taken again, the route {name} gives {right} {bounds}".rstrip())
        _installed(route, installed)
    try:
        said = agreement(again.obligation, [_route(r) for r in routes])
    except Contradiction as contradiction:
        raise Unlike(str(contradiction)) from None
    if {"proved", "refuted"} <= {r["verdict"] for r in routes}:
        raise Unlike("its routes contradict each other")
    # A refutation without a counterexample that evaluation confirms is none.
    if verdict != said and (verdict, said) != ("unknown", "refuted") and taken:
        raise Unlike(f"{verdict}, but its routes give {said}")


def _wanted(again: FoundAgain, installed: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Name, verdict and bounds of each route; no verdict where only a solver gives it."""
    known = again.obligation.third
    third = [known] if known and known in installed else []
    yield from ((name, "", "") for name in (*SOLVERS, *third))
    yield from again.routes


def _route(route: Mapping[str, Any]) -> Route:
    return Route(route["name"], route["version"], Verdict(route["verdict"]), 0.0, route.get("bounds", ""))


def _installed(route: Mapping[str, Any], installed: Mapping[str, str]) -> None:
    """Its version is that of the environment."""
    name, version = route["name"], route["version"]
    right: tuple[str, ...]
    if name in PACKAGES:
        right = _said(installed[PACKAGES[name]])
    elif name == "certificate":
        right = (CHECKER,)
    elif name == DIAGRAMS:
        right = (GATES,)
    elif "bounds" in route:
        right = (installed[platform.python_implementation()],)
    else:
        right = (f"numpy {installed['numpy']}",)
    if version not in right:
        raise Unlike(f"{name} {version} is not in the bill of materials")


def _said(version: str) -> tuple[str, str]:
    """A package's version as the package says it itself: it may have one number less."""
    return version, version.rpartition(".")[0]


def check_tightness(decision: Mapping[str, Any], again: FoundAgain) -> None:
    """Of what is proved, each assumption was dropped in turn: with a counterexample it is needed. Raises Unlike.

    Where the ordered search finds a counterexample, it is that one.
    """
    wanted = again.obligation.droppable if decision["verdict"] == "proved" else ()
    if [t["assumption"] for t in decision["tightness"]] != list(wanted):
        raise Unlike("does not say for each assumption whether it is needed")
    for i, said in enumerate(decision["tightness"]):
        found = again.without(i)
        if found is not None and dump(in_json(found)) != dump(said["counterexample"]):
            raise Unlike(f"a search finds another counterexample without {said['assumption']}")
