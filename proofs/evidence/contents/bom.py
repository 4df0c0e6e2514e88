"""The bill of materials of the environment that made a package: CycloneDX 1.6, JSON."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import Distribution, distributions

from cyclonedx.exception import CycloneDxException
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, License, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from proofs.evidence.package.jsontext import NotJson, dump, load
from reference.common.identity import NAME, binaries, own_version

LONGEST_LICENCE = 80
"""Some distributions put the whole text of their licence where its name is asked for."""
_SEPARATORS = re.compile(r"[-_.]+")


def bill_of_materials() -> bytes:
    """Every distribution that is installed, with version and licence, of solvers their binaries' SHA-256; no time."""
    found = {_SEPARATORS.sub("-", d.metadata["Name"]).lower(): d for d in distributions() if d.metadata["Name"]}
    found.pop(NAME, None)
    compiled = binaries()
    libraries = (
        _library(name, found[name].version, _licences(found[name]), compiled.get(name, {})) for name in sorted(found)
    )
    interpreter = _interpreter(platform.python_implementation(), platform.python_version())
    return _written(own_version(), [interpreter, *libraries])


def _interpreter(name: str, version: str | None) -> Component:
    return Component(type=ComponentType.PLATFORM, bom_ref="python", name=name, version=version)


def _library(
    name: str, version: str | None, licences: Iterable[License], compiled: Mapping[str, str] | None = None
) -> Component:
    purl = PackageURL("pypi", None, name, version)
    files = [_binary(name, path, digest) for path, digest in (compiled or {}).items()]
    return Component(
        name=name, bom_ref=purl.to_string(), version=version, purl=purl, licenses=licences, components=files
    )


def _binary(package: str, path: str, digest: str) -> Component:
    """A compiled file of a solver: what was asked, exactly."""
    sha256 = HashType(alg=HashAlgorithm.SHA_256, content=digest)
    return Component(type=ComponentType.FILE, bom_ref=f"{package}#{path}", name=path, hashes=[sha256])


def _compiled(component: Component) -> dict[str, str]:
    return {c.name: c.hashes[0].content for c in component.components}


def _licences(distribution: Distribution) -> list[License]:
    """The licence as the distribution says it: as an expression, or in a few words, or by its classifiers."""
    metadata = distribution.metadata
    if expressions := metadata.get_all("License-Expression"):
        return [LicenseExpression(expressions[0])]
    (words, *_) = metadata.get_all("License") or [""]
    if words not in ("", "UNKNOWN") and len(words) <= LONGEST_LICENCE and "\n" not in words:
        return [DisjunctiveLicense(name=words)]
    classified = [c for c in metadata.get_all("Classifier") or () if c.startswith("License ::")]
    return [DisjunctiveLicense(name=name) for name in {c.rpartition(":: ")[2] for c in classified}]


def _written(version: str | None, components: Sequence[Component]) -> bytes:
    """The bill of these components, on which the project depends."""
    project = Component(type=ComponentType.APPLICATION, bom_ref=NAME, name=NAME, version=version)
    bill = Bom(components=components)
    bill.metadata.component = project
    bill.register_dependency(project, bill.components)
    document = load(JsonV1Dot6(bill).output_as_string().encode())
    # What differs from run to run, and the standard does not ask for.
    del document["serialNumber"], document["metadata"]["timestamp"]
    return dump(document)


@lru_cache(maxsize=8)
def problem(data: bytes) -> str:
    """What is wrong with a bill of materials; empty if nothing is: each component once, and nothing beside them."""
    try:
        said: Bom = Bom.from_json(load(data))  # type: ignore[attr-defined]  # a decorator of the library adds it
        again = [
            _library(c.name, c.version, c.licenses, _compiled(c))
            if c.type is ComponentType.LIBRARY
            else _interpreter(c.name, c.version)
            for c in said.components
        ]
        right = _written(said.metadata.component.version if said.metadata.component else None, again)
    except NotJson as error:
        return str(error)
    except (CycloneDxException, AttributeError, LookupError, TypeError, ValueError) as error:
        return f"is not a CycloneDX 1.6 bill of materials: {error}"[:300]
    if len({c.name for c in again}) != len(again):
        return "names a component twice"
    return "" if right == data else "does not say what follows from its components"
