"""The matrix as ReqIF 1.2: artefacts and gaps as objects, traces as relations, and from an artefact to its gaps.

The same matrix gives the same file. It is written here and by no library, because a checker writes it again and
compares byte by byte: a library's next version would change it.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import quoteattr

from proofs.evidence.trace.matrix import Gap, Link

_NAMESPACE = "http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"
TIME = "2020-01-01T00:00:00Z"
"""ReqIF wants a time of the last change on everything; a package has none, so it is always this one."""
_VERSION = "1.0"
"""What the schema of ReqIF 1.2 wants to stand here."""

_FIELDS = ("label", "kind", "text")


def as_reqif(links: Sequence[Link], gaps: Sequence[Gap]) -> bytes:
    """The file. Each relation stands once, from what is above to what is below; tools show both directions."""
    nodes = dict.fromkeys(end for link in links for end in ((link.start_kind, link.start), (link.end_kind, link.end)))
    objects = [
        *(_object(_id("so", kind, label), label, kind, "") for kind, label in nodes),
        *(_object(_id("gap", g.kind, g.of, g.what), g.of, f"gap: {g.kind}", g.what) for g in gaps),
    ]
    ids = [
        *(_id("so", kind, label) for kind, label in nodes),
        *(_id("gap", g.kind, g.of, g.what) for g in gaps),
    ]
    owners: defaultdict[str, list[str]] = defaultdict(list)
    for kind, label in nodes:
        owners[label].append(_id("so", kind, label))
    relations = [
        *(_relation(link) for link in links),
        *(_missing(owner, g) for g in gaps for owner in owners.get(g.of, ())),
    ]
    return "\n".join(_lines(objects, relations, ids)).encode("utf-8", "xmlcharrefreplace")


def _id(kind: str, *parts: str) -> str:
    return f"{kind}-{hashlib.sha256(chr(0).join(parts).encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"


def _quoted(text: str) -> str:
    """Text as an attribute; what XML has no way to write becomes a mark."""
    return quoteattr("".join(c if _is_xml(ord(c)) else "\ufffd" for c in text))


def _is_xml(code: int) -> bool:
    return code in (9, 10, 13) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code > 0xFFFF


def _values(owner: str, values: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield "<VALUES>"
    for name, value in values:
        yield f"<ATTRIBUTE-VALUE-STRING THE-VALUE={_quoted(value)}>"
        reference = f"<ATTRIBUTE-DEFINITION-STRING-REF>{owner}-{name}</ATTRIBUTE-DEFINITION-STRING-REF>"
        yield f"<DEFINITION>{reference}</DEFINITION>"
        yield "</ATTRIBUTE-VALUE-STRING>"
    yield "</VALUES>"


def _object(identifier: str, label: str, kind: str, text: str) -> str:
    values = "".join(_values("artefact", zip(_FIELDS, (label, kind, text), strict=True)))
    return (
        f'<SPEC-OBJECT IDENTIFIER="{identifier}" LAST-CHANGE="{TIME}">'
        f"<TYPE><SPEC-OBJECT-TYPE-REF>artefact</SPEC-OBJECT-TYPE-REF></TYPE>{values}</SPEC-OBJECT>"
    )


def _relation(link: Link) -> str:
    source, target = _id("so", link.start_kind, link.start), _id("so", link.end_kind, link.end)
    return _related(_id("rel", *link.row()), source, target, (("result", link.result), ("link", link.link)))


def _missing(owner: str, gap: Gap) -> str:
    """From an artefact to a gap of it."""
    target = _id("gap", gap.kind, gap.of, gap.what)
    return _related(_id("rel", owner, target), owner, target, (("result", ""), ("link", f"gap: {gap.kind}")))


def _related(identifier: str, source: str, target: str, values: Iterable[tuple[str, str]]) -> str:
    return (
        f'<SPEC-RELATION IDENTIFIER="{identifier}" LAST-CHANGE="{TIME}">'
        f"<TARGET><SPEC-OBJECT-REF>{target}</SPEC-OBJECT-REF></TARGET>"
        f"<SOURCE><SPEC-OBJECT-REF>{source}</SPEC-OBJECT-REF></SOURCE>"
        f"<TYPE><SPEC-RELATION-TYPE-REF>trace</SPEC-RELATION-TYPE-REF></TYPE>{''.join(_values('trace', values))}"
        "</SPEC-RELATION>"
    )


def _type(tag: str, identifier: str, name: str, fields: Sequence[str]) -> Iterator[str]:
    yield f'<{tag} IDENTIFIER="{identifier}" LAST-CHANGE="{TIME}" LONG-NAME="{name}">'
    if fields:
        yield "<SPEC-ATTRIBUTES>"
        for field in fields:
            yield (
                f'<ATTRIBUTE-DEFINITION-STRING IDENTIFIER="{identifier}-{field}" LAST-CHANGE="{TIME}" '
                f'LONG-NAME="{field}"><TYPE><DATATYPE-DEFINITION-STRING-REF>text</DATATYPE-DEFINITION-STRING-REF>'
                "</TYPE></ATTRIBUTE-DEFINITION-STRING>"
            )
        yield "</SPEC-ATTRIBUTES>"
    yield f"</{tag}>"


def _lines(objects: Sequence[str], relations: Sequence[str], ids: Sequence[str]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<REQ-IF xmlns="{_NAMESPACE}">'
    yield f'<THE-HEADER><REQ-IF-HEADER IDENTIFIER="maxpool-matrix"><CREATION-TIME>{TIME}</CREATION-TIME>'
    yield f"<REQ-IF-TOOL-ID>maxpool evidence</REQ-IF-TOOL-ID><REQ-IF-VERSION>{_VERSION}</REQ-IF-VERSION>"
    yield "<SOURCE-TOOL-ID>maxpool evidence</SOURCE-TOOL-ID><TITLE>Traceability matrix of MaxPool</TITLE>"
    yield "</REQ-IF-HEADER></THE-HEADER>"
    yield "<CORE-CONTENT><REQ-IF-CONTENT>"
    yield "<DATATYPES>"
    yield (f'<DATATYPE-DEFINITION-STRING IDENTIFIER="text" LAST-CHANGE="{TIME}" LONG-NAME="text" MAX-LENGTH="100000"/>')
    yield "</DATATYPES><SPEC-TYPES>"
    yield from _type("SPEC-OBJECT-TYPE", "artefact", "Artefact", _FIELDS)
    yield from _type("SPEC-RELATION-TYPE", "trace", "Trace", ("result", "link"))
    yield from _type("SPECIFICATION-TYPE", "matrix", "Matrix", ())
    yield "</SPEC-TYPES><SPEC-OBJECTS>"
    yield from objects
    yield "</SPEC-OBJECTS><SPEC-RELATIONS>"
    yield from relations
    yield "</SPEC-RELATIONS><SPECIFICATIONS>"
    yield f'<SPECIFICATION IDENTIFIER="all" LAST-CHANGE="{TIME}" LONG-NAME="Matrix">'
    yield "<TYPE><SPECIFICATION-TYPE-REF>matrix</SPECIFICATION-TYPE-REF></TYPE><CHILDREN>"
    for identifier in ids:
        yield (
            f'<SPEC-HIERARCHY IDENTIFIER="at-{identifier}" LAST-CHANGE="{TIME}">'
            f"<OBJECT><SPEC-OBJECT-REF>{identifier}</SPEC-OBJECT-REF></OBJECT></SPEC-HIERARCHY>"
        )
    yield "</CHILDREN></SPECIFICATION></SPECIFICATIONS></REQ-IF-CONTENT></CORE-CONTENT></REQ-IF>"
    yield ""
