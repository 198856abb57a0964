"""The file: no byte of it changes unnoticed, and whatever is none is refused in a sentence."""

import json
import os
from datetime import UTC, datetime
from hashlib import sha256
from zipfile import ZipFile

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.common.bounded import LONGEST_LINE
from scoring.site.backup import BadBackup
from scoring.site.backup.archive import (
    FORMAT,
    SEAL,
    SEAL_LENGTH,
    Manifest,
    Member,
    Reading,
    Writing,
    is_ours,
    read_manifest,
)
from tests import proof

WHEN = datetime(2026, 11, 23, 3, 26, tzinfo=UTC)
HANDS = [b'{"id":1}\n', '{"id":2,"note":"„Łódź“"}\n'.encode()]


def write(file, **tables):
    with file.open("w+b") as out:
        writing = Writing(out, program="0.6.0", made_at=WHEN)
        for name, lines in tables.items():
            writing.table(name, lines)
        return writing.end(migrations=["auth.0001_initial", "scoring.0001_initial"])


@pytest.fixture
def backup(tmp_path):
    file = tmp_path / "backup.zip"
    write(file, scoring_hand=HANDS, scoring_club=[])
    return file


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    file = tmp_path_factory.mktemp("archive") / "backup.zip"
    write(file, scoring_hand=HANDS, scoring_club=[])
    return file, file.read_bytes()


def why_not(file, content=None):
    """Why this is no backup; nothing for one that is whole to its last line."""
    if content is not None:
        file.write_bytes(content)
    try:
        read = Reading(file)
        for member in read.manifest.members:
            list(read.lines(member))
    except BadBackup as wrong:
        return str(wrong)
    return ""


def test_an_archive_is_read_as_it_was_written(backup):
    read = Reading(backup)
    hand, club = read.manifest.members
    assert read.manifest == Manifest(
        program="0.6.0",
        made_at=WHEN,
        migrations=("auth.0001_initial", "scoring.0001_initial"),
        members=(hand, club),
        signature=read.manifest.signature,
    )
    assert [(one.name, one.rows) for one in (hand, club)] == [
        ("scoring_hand", 2),
        ("scoring_club", 0),
    ]
    assert (list(read.lines(hand)), list(read.lines(club))) == (HANDS, [])


def test_an_archive_opens_with_any_zip_program_and_describes_itself(backup):
    with ZipFile(backup) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [
            "README.txt",
            "tables/scoring_hand.jsonl",
            "tables/scoring_club.jsonl",
            "manifest.json",
        ]
        words = archive.read("README.txt").decode()
        assert "Made on 23 November 2026, 03:26 UTC by version 0.6.0." in words
        assert "Not in it: the signing key" in words
        assert json.loads(archive.read("manifest.json"))["format"] == FORMAT


@given(at=st.integers(min_value=0), bit=st.integers(0, 7))
@example(at=0, bit=0)
@example(at=-1, bit=5)  # the last sign of the seal, in the other case of letters
@example(at=-SEAL_LENGTH, bit=5)
def test_a_flipped_bit_is_detected_anywhere(whole, at, bit):
    file, content = whole
    changed = bytearray(content)
    changed[at % len(content)] ^= 1 << bit
    assert why_not(file, bytes(changed))


def test_every_byte_is_covered_by_a_checksum(whole):
    file, content = whole
    for at in proof.every(7, range(len(content))):
        changed = content[:at] + bytes([content[at] ^ 0x20]) + content[at + 1 :]
        assert why_not(file, changed), at


@given(left=st.integers(min_value=0))
@example(left=0)
@example(left=1)
@example(left=-1)
def test_a_truncated_or_extended_archive_is_detected(whole, left):
    file, content = whole
    assert why_not(file, content[: left % len(content)])
    assert why_not(file, content + content[left % len(content) :])


def test_a_file_that_is_not_a_backup_is_refused_in_a_sentence(backup, tmp_path):
    content, other = backup.read_bytes(), tmp_path / "other.zip"
    pipe, theirs = tmp_path / "pipe", tmp_path / "theirs.zip"
    os.mkfifo(pipe)
    with ZipFile(theirs, "w") as archive:
        archive.writestr("holiday.txt", "sea")
    assert {
        "folder": why_not(tmp_path),
        "nothing": why_not(tmp_path / "nothing"),
        "pipe": why_not(pipe),
        "empty": why_not(other, b""),
        "text": why_not(other, b"dear diary"),
        "theirs": why_not(theirs),
        "cut": why_not(other, content[:-1]),
        "changed": why_not(other, content.replace(b"whole site", b"other site")),
    } == {
        "folder": "is a folder, not a backup.",
        "nothing": "is not there.",
        "pipe": "is no file that can be read from end to end.",
        "empty": "is empty.",
        "text": "is not a backup of Bowerbook.",
        "theirs": "is not a backup of Bowerbook.",
        "cut": "is damaged or cut off: it does not end as a backup does.",
        "changed": "is damaged: something in it is not as it was written.",
    }


@pytest.mark.parametrize("most", [1, 2])
def test_a_file_whose_names_are_no_text_is_refused_in_a_sentence(tmp_path, most):
    """One name before its content, and one more at the end."""
    file = tmp_path / "backup.zip"
    write(file, łódź=[])
    content = file.read_bytes()[:-SEAL_LENGTH].replace("łó".encode(), b"\xff" * 4, most)
    assert why_not(file, content + SEAL + sha256(content).hexdigest().encode()).startswith("is ")


def forged(file, change):
    """A file that was sealed again after somebody changed what it says of itself."""
    with file.open("w+b") as out:
        writing = Writing(out, program="0.6.0", made_at=WHEN)
        writing.table("scoring_hand", HANDS)
        change(writing)
        writing.end(migrations=[])
    return why_not(file)


def test_a_resealed_file_must_still_agree_with_its_manifest(tmp_path, monkeypatch):
    def other_rows(writing):
        writing._members[0] = Member(name="scoring_hand", rows=3, sha256=writing._members[0].sha256)

    def other_content(writing):
        writing._members[0] = Member(name="scoring_hand", rows=2, sha256="0" * 64)

    def another_table(writing):
        writing._members.append(Member(name="scoring_club", rows=0, sha256=""))

    file = tmp_path / "forged.zip"
    assert forged(file, lambda writing: None) == ""
    for other in (other_rows, other_content):
        assert forged(file, other) == (
            "is damaged: tables/scoring_hand.jsonl is not what the manifest says."
        )
    assert forged(file, another_table) == (
        "is damaged: it holds other files than its manifest says."
    )
    monkeypatch.setattr("scoring.site.backup.archive.FORMAT", "bowerbook-backup/2")
    assert forged(file, lambda writing: None) == ""
    monkeypatch.undo()
    assert why_not(file) == (
        "is in the format bowerbook-backup/2, which this version does not know: a newer version "
        "of Bowerbook restores it."
    )


def test_a_file_that_unpacks_to_far_more_than_a_backup_is_refused_unread(tmp_path):
    file = tmp_path / "bomb.zip"
    write(file, scoring_hand=[b" " * 1_000_000 + b"\n"] * 20)
    assert why_not(file) == "is not a backup of Bowerbook: unpacked it would be far too large."


STRANGE = [None, True, 5, -1, 10**13, 1.5, "\ud800", "x" * 300, [], [5], {}, {"a": 1}]


def test_each_part_of_a_manifest_has_its_type_or_the_file_is_refused(tmp_path, monkeypatch):
    file, real = tmp_path / "forged.zip", json.dumps
    parts = ("format", "program", "made_at", "migrations", "members", "signature", "rows")
    parts = (*parts, "name", "sha256", "all", "a member", "a migration")
    for part in parts:
        for strange in (*STRANGE, "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"):

            def changed(said, part=part, strange=strange, **how):
                if "format" in said and how.get("indent"):
                    if part in said:
                        said = said | {part: strange}
                    elif part in said["members"][0]:
                        said["members"][0][part] = strange
                    elif part == "a member":
                        said["members"] = [strange]
                    elif part == "a migration":
                        said["migrations"] = [strange]
                    else:
                        said = strange
                return real(said, **how)

            monkeypatch.setattr("scoring.site.backup.archive.json.dumps", changed)
            write(file, scoring_hand=HANDS)
            monkeypatch.undo()
            why = why_not(file)
            if not why:
                manifest = read_manifest(file)
                texts = [manifest.program, manifest.signature, *manifest.migrations]
                assert {*map(type, texts)} <= {str}, (part, strange)
                is_ours(manifest)
            else:
                assert why.startswith("is "), (part, strange)
                assert len(why) < 300, (part, strange)


def test_a_line_that_is_too_long_is_refused_with_its_place(tmp_path):
    file = tmp_path / "long.zip"
    write(file, scoring_hand=[*HANDS, b"x" * (LONGEST_LINE + 1) + b"\n"])
    assert why_not(file) == (
        "has a line that is longer than 4 MB: tables/scoring_hand.jsonl, line 3."
    )
