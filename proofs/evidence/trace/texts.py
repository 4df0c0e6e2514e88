"""What each artefact of the matrix says, in words and formulas, as tools for requirements show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from proofs.evidence.trace.material import Material, where


def texts(m: Material) -> Mapping[tuple[str, str], str]:
    """The text of each artefact, by its kind and label."""
    return dict(_texts(m))


def _texts(m: Material) -> Iterator[tuple[tuple[str, str], str]]:
    for said in m.said or ():
        yield (said.kind, said.name), said.text
    for judged in m.judged:
        yield ("audit", judged.name), f"{judged.text}\n{judged.understood}".strip()
    for c in m.clauses:
        yield (c["kind"], c["label"]), "\n".join((c["title"], c["statement"], c["formula"], c["rationale"]))
    for claim in m.claims:
        yield ("claim", claim["label"]), claim["formula"]
    for d in m.decisions:
        yield ("obligation", d["label"]), "\n".join(_of_decision(d))
    for e in m.examples:
        cells = (f"{c['tensor']}{c['index']} is printed as {c['printed']}, should be {c['right']}" for c in e["cells"])
        yield ("example", e["label"]), "\n".join((f"{e['document']}: {e['verdict']}", *cells))
    for vector in m.vectors:
        yield ("vector", vector["label"]), f"covers {', '.join(vector['covers'])}: {vector['result']}"
    for test in m.tests or ():
        yield ("test", test.id), f"verifies {', '.join(test.verifies)}" if test.verifies else "names no label"
    for runtime in m.runtimes:
        said_of = (f"{d['class']} {where(d)}: {d['count']} cases" for d in runtime["divergences"])
        yield ("runtime", f"{runtime['name']} {runtime['version']}"), "\n".join(said_of)


def _of_decision(d: Mapping[str, Any]) -> Iterator[str]:
    yield d["statement"]
    yield f"stands on {', '.join(d['clauses']) or 'nothing'}; source {d['source']}"
    if d["principle"]:
        yield f"rests on the principle: {d['principle']}"
    yield from (f"without {t['assumption']}: {t['outcome']}" for t in d["tightness"])
