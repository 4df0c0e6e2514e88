"""Links from what a document says: to what cites a place in it, to what the audit judged there, to its examples."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from proofs.evidence.contents.judged import EXAMPLES, Judged
from proofs.evidence.contents.sentences import MUST_BE_TRACED, in_examples, place_of, section_of
from proofs.evidence.trace.material import AUDITED, BY_TITLE, CITED, HOLDS, WEAK, Link, Material

SOURCE = "its place"
NEAR, FAR = ("audit", "example"), ("audit", "example", "claim", "obligation")
STEPS = 2
"""From a sentence to an audit's example, from there to the worked example and its obligations, and to their clauses."""


def of_document(m: Material) -> Iterator[Link]:
    """All links from what the document says, and from what the audit judged in it."""
    yield from chain(_from_sentences(m), _to_places(m), _from_audit(m))


def _from_sentences(m: Material) -> Iterator[Link]:
    """What the document says is linked to what cites a place in it, and to what the audit judged there.

    What stands below a title, as an item in the title's, says what the title announces: each is linked to what cites
    the other.
    """
    examples = in_examples(m.said or (), m.judged)
    citing = [*((c, c["kind"]) for c in m.clauses), *((c, "claim") for c in m.claims)]
    for said in m.said or ():
        for cites, kind in citing:
            if said.is_cited_by(cites, m.cited_as):
                yield Link(said.name, said.kind, cites["label"], kind, "", CITED)
                for title in said.titles:
                    yield Link(title.name, title.kind, cites["label"], kind, "", BY_TITLE)
            elif any(title.is_cited_by(cites, m.cited_as) for title in said.titles):
                yield Link(said.name, said.kind, cites["label"], kind, "", BY_TITLE)
        here = dict.fromkeys(j for j in m.judged if said.is_judged_by(j))
        if said in examples:
            here[examples[said]] = None
        for judged in here:
            yield Link(said.name, said.kind, judged.name, "audit", judged.verdict, AUDITED)


def _to_places(m: Material) -> Iterator[Link]:
    """What the document says is linked to the obligations that have their source there."""
    decided = [(d, place_of(d["source"])) for d in m.decisions]
    for said in m.said or ():
        for decision, place in decided:
            if m.cited_as and place and place[0] == m.cited_as and said.has_line(place[1]):
                yield Link(said.name, said.kind, decision["label"], "obligation", decision["verdict"], SOURCE)


def _from_audit(m: Material) -> Iterator[Link]:
    """What the audit judged is linked to the clauses that it was held against; an example, to the one of its section.

    And an example to the clauses of which it notices a mutation: these are what it is an example of.
    """
    kinds = m.kinds
    for judged in m.judged:
        for label in judged.clauses(m.clauses):
            yield Link(judged.name, "audit", label, kinds[label], judged.verdict, AUDITED)
        if judged.kind in EXAMPLES:
            yield from _of_example(m, judged)


def _of_example(m: Material, judged: Judged) -> Iterator[Link]:
    section = section_of(m.said or (), judged.line)
    for example in m.cited_examples:
        if section_of(m.said or (), example["line"]) == section:
            yield Link(judged.name, "audit", example["label"], "example", example["verdict"], AUDITED)
            for clause, kind in m.kinds.items():
                tried = m.tried(clause, "examples").get(example["label"])
                if tried and tried["noticed"]:
                    held = WEAK if tried.get("weak") else HOLDS
                    yield Link(judged.name, "audit", clause, kind, judged.verdict, held)


def clauses_reached(links: Sequence[Link], kinds: Collection[str]) -> Mapping[tuple[str, str], frozenset[str]]:
    """The clauses that each thing said leads to: at once, by the audit or by an example of it.

    Of what leads to none so: those that a claim or an obligation on it stands on. `kinds` are those of clauses.
    """
    below: dict[tuple[str, str], list[Link]] = {}
    for link in links:
        below.setdefault((link.start_kind, link.start), []).append(link)
        if link.end_kind == "obligation" and link.start_kind in kinds:
            # An obligation is of the clauses that it stands on.
            below.setdefault((link.end_kind, link.end), []).append(link.reversed())

    def found(key: tuple[str, str], through: Collection[str], steps: int = STEPS) -> Iterator[str]:
        for link in below.get(key, ()):
            if link.end_kind in kinds:
                yield link.end
            elif steps and link.end_kind in through:
                yield from found((link.end_kind, link.end), through, steps - 1)

    said = [key for key in below if key[0] in MUST_BE_TRACED]
    return {key: frozenset(found(key, NEAR)) or frozenset(found(key, FAR)) for key in said}
