"""The certificates as they lie in the repository: one file for each theory, a theorem's trees under its label."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from proofs.certificates.checker import VERSION, BadCertificate, check, refuse
from proofs.certificates.facts import Facts, NotPolynomial, problem
from proofs.engine.implication import Implication
from proofs.engine.statement import Route, Statement, Verdict

NAME = "certificate"
SCHEMA = "maxpool/certificates/2"
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
            return {label: _whole(found, parts) for label, parts in found.items()}
    refuse(f"not a document of the schema {SCHEMA}")


def _whole(found: Mapping[str, Any], parts: Any) -> Trees:
    """A theorem's parts, where one that is written `[label, number]` is that part of another theorem."""

    def part(written: Any) -> Any:
        match written:
            case [str(label), int(number)] if isinstance(found.get(label), list) and 0 < number <= len(found[label]):
                return found[label][number - 1]
        return written

    return list(map(part, parts)) if isinstance(parts, list) else parts


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise BadCertificate("a key appears twice")
    return dict(pairs)


def text_of(found: Mapping[str, Trees]) -> str:
    """The file of some certificates: a line for each part, in the order of their labels, and each part once."""
    lines, first = [], dict[str, tuple[str, int]]()
    for label, trees in sorted(found.items()):
        written = [json.dumps(tree) for tree in trees]
        places = [first.setdefault(text, (label, number)) for number, text in enumerate(written, 1)]
        same = [
            f"   {json.dumps(p) if p != (label, n) else t}"
            for n, (t, p) in enumerate(zip(written, places, strict=True), 1)
        ]
        lines.append(f"  {json.dumps(label)}: [\n" + ",\n".join(same) + "\n  ]")
    return f'{{\n "schema": {json.dumps(SCHEMA)},\n "certificates": {{\n' + ",\n".join(lines) + "\n }\n}\n"


def texts(tree: Any) -> Iterator[str]:
    """All texts in a tree, the names of facts among them."""
    if isinstance(tree, str):
        yield tree
    for part in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from texts(part)


def verify(statement: Statement, parts: Any) -> None:
    """The parts are a certificate of the statement; raises Refused."""
    check(*read_parts(statement, parts))


def read_parts(statement: Statement, parts: Any) -> tuple[tuple[Facts, ...], Trees]:
    """For each part its facts and its tree; raises Refused.

    A part is a tree, or says by name from which hypotheses alone it is: `{"given": [...], "tree": ...}`.
    """
    implications = statement.implications
    if not implications or not isinstance(parts, list) or len(parts) != len(implications):
        refuse(f"{len(implications)} parts need a list of as many trees")
    read = [_part(implication, part) for implication, part in zip(implications, parts, strict=True)]
    return tuple(facts for facts, _ in read), [tree for _, tree in read]


def _part(implication: Implication, part: Any) -> tuple[Facts, Any]:
    match part:
        case {"given": list(names), "tree": tree} if len(part) == 2:
            if not all(isinstance(name, str) for name in names) or not set(names) <= {
                n for n, _ in implication.hypotheses
            }:
                refuse("given are names of hypotheses")
            given: list[str] | None = names
        case tree:
            given = None
    try:
        return problem(implication, given), tree
    except NotPolynomial as error:
        refuse(f"not polynomials: {error}")


def route(obligation: Statement) -> Route | None:
    """Proved if the certificate under the obligation's label is one of it; unknown if not; None where there is none."""
    trees = certificates().get(obligation.label)
    if trees is None:
        return None
    started = time.perf_counter()
    try:
        verify(obligation, trees)
        verdict = Verdict.PROVED
    except BadCertificate:
        verdict = Verdict.UNKNOWN
    return Route(NAME, VERSION, verdict, time.perf_counter() - started)
