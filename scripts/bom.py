"""Write the bill of materials (SBOM) of a release, in CycloneDX format. It lists the locked
packages and the third-party files in static/, by the names that vulnerability databases use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from clubsite.build import version
from scripts.environment import ROOT
from scripts.lock import entries, version_of

FROM_NPM = re.compile(r"^\| (\S+) \| npm `([\w.@/-]+)` ([\w.]+),", re.MULTILINE)
"""A line of static/vendor/LICENSES.md."""


def packages() -> Iterator[Component]:
    """Yield the packages that pip installs, with their hashes in requirements.txt."""
    for package, _ in entries("requirements.txt"):
        yield library(PackageURL("pypi", None, package.name, version_of(package)))


def scripts() -> Iterator[Component]:
    """Yield the scripts of others that pages load."""
    sums = checksums("vendor")
    for file, name, at in FROM_NPM.findall((ROOT / "static/vendor/LICENSES.md").read_text()):
        yield library(PackageURL("npm", None, name, at, subpath=file), sums[file])


def letters() -> Iterator[Component]:
    """Yield the files of letters."""
    for file, digest in checksums("fonts").items():
        yield Component(type=ComponentType.FILE, name=file, bom_ref=file, hashes=[sha256(digest)])


def library(url: PackageURL, digest: str = "") -> Component:
    return Component(
        type=ComponentType.LIBRARY,
        name=url.name,
        version=url.version,
        purl=url,
        bom_ref=url.to_string(),
        hashes=[sha256(digest)] if digest else [],
    )


def sha256(digest: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=digest)


def checksums(folder: str) -> dict[str, str]:
    """Return the SHA-256 of each file of others in a folder of static/."""
    lines = (ROOT / "static" / folder / "CHECKSUMS").read_text().splitlines()
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def written(folder: Path) -> Path:
    """Write the bill into a folder, which is made if need be, and return the file."""
    ours = Component(
        type=ComponentType.APPLICATION, name="bowerbook", version=version(), bom_ref="bowerbook"
    )
    bom = Bom(components=[*packages(), *scripts(), *letters()])
    bom.metadata.component = ours
    bom.register_dependency(ours, bom.components)
    file = folder / f"bowerbook-{version()}.cdx.json"
    folder.mkdir(parents=True, exist_ok=True)
    JsonV1Dot6(bom).output_to_file(str(file), allow_overwrite=True, indent=2)
    return file
