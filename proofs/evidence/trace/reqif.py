"""The matrix as ReqIF 1.2: artefacts and gaps as objects, traces as relations, and from an artefact to its gaps.

The same matrix gives the same file: an identifier is a digest of what it stands for, and no time is taken.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from reqif.models.reqif_core_content import ReqIFCoreContent
from reqif.models.reqif_data_type import ReqIFDataTypeDefinitionString
from reqif.models.reqif_namespace_info import ReqIFNamespaceInfo
from reqif.models.reqif_req_if_content import ReqIFReqIFContent
from reqif.models.reqif_reqif_header import ReqIFReqIFHeader
from reqif.models.reqif_spec_hierarchy import ReqIFSpecHierarchy
from reqif.models.reqif_spec_object import ReqIFSpecObject, SpecObjectAttribute
from reqif.models.reqif_spec_object_type import ReqIFSpecObjectType, SpecAttributeDefinition
from reqif.models.reqif_spec_relation import ReqIFSpecRelation
from reqif.models.reqif_spec_relation_type import ReqIFSpecRelationType
from reqif.models.reqif_specification import ReqIFSpecification
from reqif.models.reqif_specification_type import ReqIFSpecificationType
from reqif.models.reqif_types import SpecObjectAttributeType
from reqif.object_lookup import ReqIFObjectLookup
from reqif.parsers.spec_object_parser import SpecObjectParser
from reqif.parsers.spec_relation_parser import SpecRelationParser
from reqif.reqif_bundle import ReqIFBundle
from reqif.unparser import ReqIFUnparser

from proofs.evidence.trace.material import Gap, Link, grouped

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAMESPACE = "http://www.omg.org/spec/ReqIF/20110401/reqif.xsd"
TIME = "2020-01-01T00:00:00Z"
"""ReqIF wants a time of the last change on everything; a package has none, so it is always this one."""
_STRING = SpecObjectAttributeType.STRING
_FIELDS, _SAID = ("label", "kind", "text"), ("result", "link", "noticed")


def as_reqif(
    title: str, links: Sequence[Link], gaps: Sequence[Gap], texts: Mapping[tuple[str, str], str] = MappingProxyType({})
) -> bytes:
    """The file. Each relation stands once, from what is above to what is below; tools show both directions.

    `texts` says, by kind and label of an artefact, what it says.
    """
    nodes = dict.fromkeys(end for link in links for end in ((link.start_kind, link.start), (link.end_kind, link.end)))
    owners = grouped((label, _id("so", kind, label)) for kind, label in nodes)
    objects = [
        *(_object(_id("so", kind, label), label, kind, texts.get((kind, label), "")) for kind, label in nodes),
        *(_object(_of_gap(g), g.of, f"gap: {g.kind}", g.what) for g in gaps),
    ]
    relations = [
        *(
            _related(
                x.row(), _id("so", x.start_kind, x.start), _id("so", x.end_kind, x.end), x.result, x.link, x.noticed
            )
            for x in links
        ),
        # From an artefact to a gap of it.
        *(
            _related((owner, _of_gap(g)), owner, _of_gap(g), "", f"gap: {g.kind}", "")
            for g in gaps
            for owner in owners.get(g.of, ())
        ),
    ]
    return _written(title, objects, relations).encode("utf-8", "xmlcharrefreplace")


def _written(title: str, objects: Sequence[ReqIFSpecObject], relations: Sequence[ReqIFSpecRelation]) -> str:
    """The library writes the frame, and each object and relation into it.

    As a whole it would add each to the end of one text, which takes as long as that text is, thousands of times.
    """
    text = str(ReqIFUnparser.unparse(_bundle(title, objects)))
    for tag, written in (
        ("SPEC-OBJECTS", map(SpecObjectParser.unparse, objects)),
        ("SPEC-RELATIONS", map(SpecRelationParser.unparse, relations)),
    ):
        before, mark, after = text.partition(f"<{tag}>\n")
        text = "".join((before, mark, *written, after))
    return text


def _bundle(title: str, objects: Sequence[ReqIFSpecObject]) -> ReqIFBundle:
    """All but the objects and the relations, and where each object stands."""
    content = ReqIFReqIFContent(
        data_types=[
            ReqIFDataTypeDefinitionString(identifier="text", last_change=TIME, long_name="text", max_length="100000")
        ],
        spec_types=[
            ReqIFSpecObjectType("artefact", None, TIME, "Artefact", _definitions("artefact", _FIELDS)),
            ReqIFSpecRelationType("trace", None, TIME, "Trace", attribute_definitions=_definitions("trace", _SAID)),
            ReqIFSpecificationType("matrix", None, TIME, "Matrix"),
        ],
        spec_objects=[],
        spec_relations=[],
        specifications=[
            ReqIFSpecification(
                identifier="all",
                last_change=TIME,
                long_name="Matrix",
                specification_type="matrix",
                children=[_place(o.identifier) for o in objects],
            )
        ],
    )
    header = ReqIFReqIFHeader(
        identifier="maxpool-matrix",
        creation_time=TIME,
        req_if_tool_id="maxpool evidence",
        req_if_version="1.0",  # what the schema of ReqIF 1.2 wants to stand here
        source_tool_id="maxpool evidence",
        title=f"Traceability matrix of {title}",
    )
    namespace = ReqIFNamespaceInfo.empty(namespace=_NAMESPACE, configuration=None)
    return ReqIFBundle(namespace, header, ReqIFCoreContent(content), False, ReqIFObjectLookup.empty(), [])


def _definitions(owner: str, fields: Iterable[str]) -> list[SpecAttributeDefinition]:
    return [SpecAttributeDefinition(_STRING, f"{owner}-{f}", "text", last_change=TIME, long_name=f) for f in fields]


def _place(identifier: str) -> ReqIFSpecHierarchy:
    return ReqIFSpecHierarchy(
        identifier=f"at-{identifier}",
        spec_object=identifier,
        level=1,
        last_change=TIME,
        editable=None,
        is_table_internal=None,
    )


def _id(kind: str, *parts: str) -> str:
    return f"{kind}-{hashlib.sha256(chr(0).join(parts).encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"


def _of_gap(gap: Gap) -> str:
    return _id("gap", gap.kind, gap.of, gap.what)


def _values(owner: str, fields: Sequence[str], values: Sequence[str]) -> list[SpecObjectAttribute]:
    """Texts; what XML has no way to write becomes a mark."""
    return [
        SpecObjectAttribute(_STRING, f"{owner}-{name}", _NOT_XML.sub("\ufffd", value))
        for name, value in zip(fields, values, strict=True)
    ]


def _object(identifier: str, *values: str) -> ReqIFSpecObject:
    return ReqIFSpecObject(identifier, _values("artefact", _FIELDS, values), "artefact", last_change=TIME)


def _related(what: Iterable[str], source: str, target: str, *values: str) -> ReqIFSpecRelation:
    said = _values("trace", _SAID, values)
    return ReqIFSpecRelation(_id("rel", *what), "trace", source, target, last_change=TIME, values=said)
