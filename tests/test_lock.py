"""The two locks have the requirements of pyproject.toml and no others, so that pip installs the
tested versions (`python -m scripts.lock` writes them)."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts import lock
from scripts.lock import entries, version_of

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SITE = PROJECT["project"]["dependencies"]
ASKED = {
    "requirements.txt": SITE,
    "requirements-dev.txt": [*SITE, *PROJECT["dependency-groups"]["dev"]],
}
STALE = f"type: {lock.SAID['UV_CUSTOM_COMPILE_COMMAND']}"


DEV = entries("requirements-dev.txt")


def versions(file):
    """Return the versions of each package in a lock. Another Python may need another one."""
    found = {}
    for package, _ in entries(file):
        found.setdefault(canonicalize_name(package.name), []).append(version_of(package))
    return found


def unsatisfied(file, asked):
    """Return what is asked for and is not in the lock in such a version."""
    locked = versions(file)
    return [
        str(wanted)
        for wanted in map(Requirement, asked)
        if not locked.get(canonicalize_name(wanted.name))
        or not all(
            version in wanted.specifier for version in locked[canonicalize_name(wanted.name)]
        )
    ]


def needs(package):
    """Return what a package needs itself, on this machine; nothing when it is not installed."""
    try:
        wanted = map(Requirement, requires(package.name) or ())
    except PackageNotFoundError:
        return []
    here = default_environment()
    extras = package.extras or {""}
    return [
        str(one)
        for one in wanted
        if not one.marker or any(one.marker.evaluate({**here, "extra": name}) for name in extras)
    ]


@pytest.mark.parametrize("file", ASKED)
def test_a_lock_has_every_requirement_in_an_accepted_version(file):
    assert unsatisfied(file, ASKED[file]) == [], STALE


@pytest.mark.parametrize("file", ASKED)
def test_a_lock_has_the_requirements_of_its_own_packages(file):
    asked = [Requirement(one) for one in ASKED[file]] + [package for package, _ in entries(file)]
    missing = {package.name: unsatisfied(file, needs(package)) for package in asked}
    assert {name: lacking for name, lacking in missing.items() if lacking} == {}, STALE


@pytest.mark.parametrize("file", ASKED)
def test_a_lock_has_one_version_of_each_package_with_hashes_and_no_index(file):
    odd = [
        str(package)
        for package, hashes in entries(file)
        if [pin.operator for pin in package.specifier] != ["=="]
        or not hashes
        or not all(re.fullmatch("[0-9a-f]{64}", one) for one in hashes)
    ]
    assert (odd, re.findall(r"https?:|--(?:extra-)?index|@ ", (ROOT / file).read_text())) == (
        [],
        [],
    )


def test_the_tests_use_the_packages_of_the_site():
    lacking = [one for one in entries("requirements.txt") if one not in DEV]
    assert lacking == [], STALE


def test_requirements_missing_in_a_lock_are_found():
    asked = ["Django~=5.2.19", "Django<5", "nowhere", "psycopg[binary]>=3"]
    assert unsatisfied("requirements.txt", asked) == ["Django<5", "nowhere"]
