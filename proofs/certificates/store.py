"""The certificates as they lie in the repository: one file for each theory, a theorem's trees under its label."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from proofs.certificates.checker import VERSION, BadCertificate, check, refuse
from proofs.certificates.facts import NotPolynomial, problems
from proofs.engine.statement import Route, Statement, Verdict
from proofs.engine.terms import Obligation

NAME = "certificate"
SCHEMA = "maxpool/certificates/1"
DATA = Path(__file__).resolve().parent / "data"

Trees = list[Any]
Certificates = Mapping[str, Trees]
"""For each part of an obligation its tree, by the obligation's label."""


@cache
def certificates(folder: Path = DATA) -> Certificates:
    """All certificates; raises Refused where a file is none of theirs."""
    found: dict[str, Trees] = {}
    for path in sorted(folder.glob("*.json")):
        for label, trees in read(path.read_text(encoding="utf-8")).items():
            if label in found:
                refuse(f"{path.name}: {label} has a certificate in another file")
            found[label] = trees
    return found


def read(text: str) -> Certificates:
    """The certificates of a file; raises Refused."""
    try:
        document = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise BadCertificate(f"not JSON: {error}") from None
    match document:
        case {"schema": str(schema), "certificates": dict(found)} if schema == SCHEMA and len(document) == 2:
            return found
    refuse(f"not a document of the schema {SCHEMA}")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise BadCertificate("a key appears twice")
    return dict(pairs)


def text_of(found: Mapping[str, Trees]) -> str:
    """The file of some certificates: a line for each tree, in the order of their labels."""
    lines = []
    for label, trees in sorted(found.items()):
        parts = ",\n".join(f"   {json.dumps(tree)}" for tree in trees)
        lines.append(f"  {json.dumps(label)}: [\n{parts}\n  ]")
    return f'{{\n "schema": {json.dumps(SCHEMA)},\n "certificates": {{\n' + ",\n".join(lines) + "\n }\n}\n"


def texts(tree: Any) -> Iterator[str]:
    """All texts in a tree, the names of facts among them."""
    if isinstance(tree, str):
        yield tree
    for part in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from texts(part)


def verify(obligation: Obligation, trees: Any) -> None:
    """The trees are a certificate of the obligation; raises Refused."""
    try:
        check(problems(obligation), trees)
    except NotPolynomial as error:
        refuse(f"not polynomials: {error}")


def route(obligation: Statement) -> Route | None:
    """Proved if the certificate under the obligation's label is one of it; unknown if not; None where there is none."""
    trees = certificates().get(obligation.label)
    if trees is None or not isinstance(obligation, Obligation):
        return None
    started = time.perf_counter()
    try:
        verify(obligation, trees)
        verdict = Verdict.PROVED
    except BadCertificate:
        verdict = Verdict.UNKNOWN
    return Route(NAME, VERSION, verdict, time.perf_counter() - started)
