"""The files of a release. Their version and their notes each come from one place."""

from hashlib import sha256

import pytest

from clubsite.build import version
from clubsite.running import Refusal
from scripts import checksums, release

LOG = f"""# What is new

## {version()} (12 December 2026): a site to trust for years

- One thing.

## 0.0.1: the first

- Another.
"""


def test_the_notes_are_the_first_section_of_the_changelog():
    assert release.section(LOG) == (
        version(),
        f"## {version()} (12 December 2026): a site to trust for years\n\n- One thing.\n",
    )


def test_a_changelog_that_begins_with_another_version_is_refused():
    with pytest.raises(Refusal, match=f"begins with version 99.0.0, .* says {version()}: nothing"):
        release.section(LOG.replace(f"## {version()}", "## 99.0.0"))


@pytest.mark.parametrize(("day", "status"), [("12 December 2026", 0), ("unreleased", 1)])
def test_a_release_prints_how_to_publish_it_or_what_is_missing(
    day, status, tmp_path, monkeypatch, capsys
):
    (tmp_path / "CHANGELOG.md").write_text(LOG.replace("12 December 2026", day))
    monkeypatch.setattr(release, "CHANGELOG", tmp_path / "CHANGELOG.md")
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    name = f"bowerbook-{version()}"
    published = [
        "To publish it:",
        f"  git tag --annotate --cleanup=verbatim --file dist/{name}.md v{version()}",
        f"  git push origin v{version()}",
    ]
    lacking = [
        f"CHANGELOG.md calls {version()} unreleased: put the day in its place, then make it anew."
    ]
    assert release.main() == status
    made = [
        *(f"{name}-py3-none-any.whl", f"{name}.cdx.json", f"{name}.md", f"{name}.sha256"),
        f"{name}.tar.gz",
    ]
    said = capsys.readouterr().out.splitlines()
    assert said == [*(f"dist/{file}" for file in made), *(lacking if status else published)]
    assert sorted(file.name for file in (tmp_path / "dist").iterdir()) == made


def test_the_checksums_are_of_every_file_of_this_version_and_of_no_other(tmp_path):
    name = f"bowerbook-{version()}"
    for file, content in ((f"{name}.md", b"one"), (f"{name}.oci.tar", b"two"), ("old.whl", b"")):
        (tmp_path / file).write_bytes(content)
    for _ in range(2):  # again, beside the file of the first time
        sums = checksums.written(tmp_path)
    assert sums.read_text().splitlines() == [
        f"{sha256(b'one').hexdigest()}  {name}.md",
        f"{sha256(b'two').hexdigest()}  {name}.oci.tar",
    ]
