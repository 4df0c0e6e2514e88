"""A decision's routes and what is said of its assumptions, held against the rules of a verdict and the environment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from proofs.bits import BitObligation
from proofs.certificates import store
from proofs.evidence.bom import BOM
from proofs.evidence.jsontext import load
from proofs.obligations import Obligation, Statement

PACKAGES: Mapping[str, str] = {"z3": "z3-solver", "cvc5": "cvc5", "bitwuzla": "bitwuzla", "sympy": "sympy"}
"""The routes that are packages of the environment, by the packages' names."""
OWN = ("certificate", "enumeration")


class Unlike(ValueError):
    """A decision says what its obligation, or evaluation, does not; the message says what."""


def versions(files: Mapping[str, bytes]) -> Mapping[str, str]:
    """What the bill of materials says of each component's version."""
    return {c["name"]: c["version"] for c in load(files[BOM])["components"]}


def check_routes(decision: Mapping[str, Any], installed: Mapping[str, str]) -> None:
    """Each route is one that there is, in the version that was installed; and they give this verdict. Raises Unlike."""
    for route in decision["routes"]:
        _written(route)
        _there(route, decision["label"], installed)
    verdicts = {r["verdict"] for r in decision["routes"]}
    if decision["verdict"] == "refuted" and ("refuted" not in verdicts or "proved" in verdicts):
        raise Unlike("refuted, and its routes do not say so")
    if decision["verdict"] == "proved":
        _two(decision)


def _written(route: Mapping[str, Any]) -> None:
    texts = [route["name"], route["version"], route["verdict"], route.get("bounds", "")]
    if not all(isinstance(t, str) for t in texts) or len(route) != 3 + ("bounds" in route):
        raise Unlike("a route is not as routes are written")


def _there(route: Mapping[str, Any], label: str, installed: Mapping[str, str]) -> None:
    name, version = route["name"], route["version"]
    if name not in (*PACKAGES, *OWN):
        raise Unlike(f"there is no route {name!r}")
    if name == "certificate" and label not in certified():
        raise Unlike("there is no certificate of it")
    # A package's version may have one number more than what the package says of itself.
    if name in PACKAGES and not f"{installed[PACKAGES[name]]}.".startswith(f"{version}."):
        raise Unlike(f"{name} {version} is not in the bill of materials")


@cache
def certified() -> frozenset[str]:
    """The labels that have a certificate."""
    return frozenset(store.certificates())


def _two(decision: Mapping[str, Any]) -> None:
    """What `proved` needs: two routes that are proofs, and none that refutes."""
    proofs = {r["name"] for r in decision["routes"] if r["verdict"] == "proved" and not r.get("bounds")}
    if len(proofs) < 2:
        raise Unlike("proved by fewer than two routes")
    if any(r["verdict"] == "refuted" for r in decision["routes"]):
        raise Unlike("proved, and a route refutes it")


def check_tightness(decision: Mapping[str, Any], obligation: Statement) -> None:
    """Of what is proved, each assumption was dropped in turn: with a counterexample it is needed. Raises Unlike."""
    for tightness in decision["tightness"]:
        if (tightness["counterexample"] is not None) is not (tightness["outcome"] == "needed"):
            raise Unlike(f"{tightness['assumption']} is needed without a counterexample, or not needed with one")
        if tightness["outcome"] not in ("needed", "redundant", "unknown"):
            raise Unlike(f"{tightness['assumption']} has an outcome that there is not")
    wanted = []
    if decision["verdict"] == "proved" and isinstance(obligation, Obligation | BitObligation):
        wanted = [a.label for a in obligation.assumptions]
    if [t["assumption"] for t in decision["tightness"]] != wanted:
        raise Unlike("does not say of each assumption whether it is needed")
