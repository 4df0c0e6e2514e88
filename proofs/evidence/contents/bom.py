"""The bill of materials of the environment that made a package: CycloneDX 1.6, JSON.

It is written here and by no library, because the same environment must give the same bytes, whichever version of a
library is in it.
"""

from __future__ import annotations

import platform
import re
from importlib.metadata import Distribution, distributions
from typing import Any

from proofs.evidence.package.jsontext import NotJson, dump, load

BOM = "bom/bom.cdx.json"
LONGEST_LICENCE = 80
"""Some distributions put the whole text of their licence where its name is asked for."""
_KEYS = ("type", "bom-ref", "name", "version")
_NAME = re.compile(r"[-_.]+")


def bill_of_materials() -> bytes:
    """Every distribution that is installed, with its version and licence; no serial number and no time."""
    found = {_normal(d.metadata["Name"]): d for d in distributions() if d.metadata["Name"]}
    project = found.pop("sonnx-maxpool", None)
    components = [_component(name, found[name]) for name in sorted(found)]
    interpreter = {
        "type": "platform",
        "bom-ref": "python",
        "name": platform.python_implementation(),
        "version": platform.python_version(),
    }
    version = project.version if project is not None else "not installed"
    return dump(_document(version, interpreter, components))


def _document(version: str, interpreter: dict[str, Any], components: list[dict[str, Any]]) -> dict[str, Any]:
    """The bill of these components."""
    subject = {"type": "application", "bom-ref": "sonnx-maxpool", "name": "sonnx-maxpool", "version": version}
    refs = [c["bom-ref"] for c in components]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": subject},
        "components": [interpreter, *components],
        "dependencies": [{"ref": "sonnx-maxpool", "dependsOn": ["python", *refs]}],
    }


def _normal(name: str) -> str:
    return _NAME.sub("-", name).lower()


def _component(name: str, distribution: Distribution) -> dict[str, Any]:
    purl = f"pkg:pypi/{name}@{distribution.version}"
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": purl,
        "name": name,
        "version": distribution.version,
        "purl": purl,
    }
    licences = _licences(distribution)
    return component | ({"licenses": licences} if licences else {})


def _licences(distribution: Distribution) -> list[dict[str, Any]]:
    """The licence as the distribution says it: as an expression, or in a few words, or by its classifiers."""
    metadata = distribution.metadata
    if expressions := metadata.get_all("License-Expression"):
        return [{"expression": expressions[0]}]
    (words, *_) = metadata.get_all("License") or [""]
    if words not in ("", "UNKNOWN") and len(words) <= LONGEST_LICENCE and "\n" not in words:
        return [{"license": {"name": words}}]
    classified = [c for c in metadata.get_all("Classifier") or () if c.startswith("License ::")]
    return [{"license": {"name": name}} for name in sorted({c.rpartition(":: ")[2] for c in classified})]


def problem(data: bytes) -> str:
    """What is wrong with a bill of materials; empty if nothing is: each component once, and nothing beside them."""
    try:
        document = load(data)
    except NotJson as error:
        return str(error)
    match document:
        case {
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {"component": {"name": "sonnx-maxpool", "version": str(version)}},
            "components": [interpreter, *components],
        } if _is_component(interpreter, {*_KEYS}) and all(_is_component(c, {*_KEYS, "purl"}) for c in components):
            if len({c["name"] for c in components}) != len(components):
                return "names a component twice"
            if any(
                c["purl"] != f"pkg:pypi/{c['name']}@{c['version']}" or c["bom-ref"] != c["purl"] for c in components
            ):
                return "has a component with another package's name"
            if _document(version, interpreter, components) != document:
                return "does not say what follows from its components"
            return "" if dump(document) == data else "is not written as packages write"
    return "is no CycloneDX 1.6 bill of materials"


def _is_component(component: Any, keys: set[str]) -> bool:
    return (
        isinstance(component, dict)
        and component.keys() - {"licenses"} == keys
        and all(isinstance(component[key], str) for key in keys)
    )
