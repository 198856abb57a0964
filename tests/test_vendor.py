"""Files from elsewhere are the ones their authors published, and htmx is used the way version 4
wants it."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = {"CHECKSUMS", "LICENSES.md"}
CHECKER = ROOT / "tests" / "vendor" / "upgrade-check.py"


def checksum_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def upgrade_check(*paths: Path) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, CHECKER, *paths], capture_output=True, text=True)


@pytest.mark.parametrize("folder", ["static/vendor", "static/fonts", "tests/vendor"])
def test_every_vendored_file_has_its_original_checksum(folder):
    lines = (ROOT / folder / "CHECKSUMS").read_text().splitlines()
    listed = {name: checksum for checksum, name in (line.split("  ") for line in lines)}
    there = {file.name: checksum_of(file) for file in (ROOT / folder).iterdir() if file.is_file()}
    assert {name: checksum for name, checksum in there.items() if name not in OURS} == listed


@pytest.mark.parametrize("folder", ["static/vendor", "tests/vendor"])
def test_every_vendored_file_has_a_licence(folder):
    named = (ROOT / folder / "LICENSES.md").read_text()
    assert [file.name for file in (ROOT / folder).glob("*.*[sy]") if file.name not in named] == []


def test_every_source_map_named_by_a_vendored_script_exists():
    scripts = (ROOT / "static").rglob("*.js")
    assert [file.name for file in scripts if "sourceMappingURL" in file.read_text()] == []


def test_the_upgrade_check_finds_what_htmx_4_removed(tmp_path):
    (tmp_path / "old.html").write_text('<div hx-ext="preload" hx-get="/"></div>')
    found = upgrade_check(tmp_path)
    assert (found.returncode, "hx-ext is removed" in found.stdout) == (1, True)


def test_the_templates_and_scripts_use_nothing_that_htmx_4_removed():
    scripts = [file for file in (ROOT / "static").rglob("*.js") if "vendor" not in file.parts]
    found = upgrade_check(ROOT / "templates", *scripts)
    assert (found.stdout, found.returncode, "No files found" in found.stderr) == ("", 0, False)
