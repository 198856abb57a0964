"""The backup file: a ZIP of lines of JSON, sealed so that any change is detected.

This module knows no tables; rows.py does.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from errno import EFBIG
from hashlib import sha256
from io import BufferedReader
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from scoring.common.bounded import read_lines
from scoring.common.dates import day_and_time
from scoring.common.days import YEARS
from scoring.common.schema import BadPiece, Piece, quoted, record, some, text, whole
from scoring.site.backup import BadBackup

FORMAT = "bowerbook-backup/1"
SEAL, SIGNED = b"sha256:", "hmac-sha256:"
SEAL_LENGTH = len(SEAL) + 64
"""The archive's comment, its very last bytes: `sha256:` and the hash of every byte before them."""
README, MANIFEST = "README.txt", "manifest.json"
LONGEST_MANIFEST = 4_000_000  # bytes
MOST_ROWS = 10**12
MOST_TIMES, LEAST_ROOM = 200, 16 * 1024 * 1024
"""How many times its own size an archive may have unpacked, and the bytes that every one may have.
A real one unpacks to ten times its size."""
ROOM = 1 << 16
"""Bytes of a table that are read at once."""
BROKEN = (
    *(BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, KeyError),
    UnicodeDecodeError,
)
"""What zipfile raises for an archive that is none, or not one of ours."""

WORDS = """A backup of Bowerbook ({format}).
Made on {made_at} UTC by version {program}.

It is the whole site: every club with its evenings, hands, settlements and tournaments, the
accounts with their passwords (as hashes, which nobody can read back), and the secret links of
tables and walls. Whoever has this file has all of that: keep it where nobody else comes.

Each file in tables/ is one table of the database, a row a line, as JSON; manifest.json says how
many rows each has. Any text editor shows them. docs/backup-format.md of Bowerbook has the format.

Not in it: the signing key ("secret_key" in the data folder, or the variable SECRET_KEY). Keep it
apart from the backups. Without it everything is there all the same; everybody signs in again, and
a phone that started a table without an account must use its host’s link.
The site signs its backups with that key. A site with another key restores this one only when told
to (--from-elsewhere).
Not in it either: who is signed in, and which names are locked for wrong passwords.

Is it whole?      bowerbook verify FILE           in a checkout: manage.py verify FILE
Bring it back:    bowerbook restore FILE --yes                   manage.py restore FILE --yes
"""


@dataclass(frozen=True, kw_only=True)
class Member:
    """One table in the file."""

    name: str
    """Of the table in the database."""
    rows: int
    sha256: str

    @property
    def path(self) -> str:
        """Its path in the archive."""
        return f"tables/{self.name}.jsonl"


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What a backup says of itself."""

    program: str
    """The version of Bowerbook that made it."""
    made_at: datetime
    migrations: tuple[str, ...]
    """The migrations of its database, as "scoring.0001_initial"."""
    members: tuple[Member, ...]
    signature: str = ""
    """By the key of the site that made it, over everything above; "" before version 1.1."""

    def rows(self, table: str) -> int:
        """Return how many rows the table has."""
        return next((member.rows for member in self.members if member.name == table), 0)


class Writing:
    """A backup that is being written; `end` seals it."""

    def __init__(self, out: BinaryIO, *, program: str, made_at: datetime) -> None:
        self._out = out
        self._archive = ZipFile(out, "w", ZIP_DEFLATED)
        self._made_at, self._program = made_at.astimezone(UTC), program
        self._members: list[Member] = []
        words = WORDS.format(format=FORMAT, made_at=day_and_time(self._made_at), program=program)
        self._archive.writestr(self._entry(README, ZIP_STORED), words)

    def table(self, name: str, lines: Iterable[bytes]) -> None:
        """Write a table's rows, a line each."""
        member, hashed, number = Member(name=name, rows=0, sha256=""), sha256(), 0
        # More than 2 GB are possible, and only known when it is too late.
        with self._archive.open(self._entry(member.path), "w", force_zip64=True) as file:
            for line in lines:
                file.write(line)
                hashed.update(line)
                number += 1
        self._members.append(Member(name=name, rows=number, sha256=hashed.hexdigest()))

    def end(self, *, migrations: Iterable[str]) -> Manifest:
        """Write what the backup says of itself, and seal it."""
        found = Manifest(
            program=self._program,
            made_at=self._made_at,
            migrations=tuple(migrations),
            members=tuple(self._members),
        )
        said = _said(found)
        found = replace(found, signature=_signature(found))
        said["signature"] = found.signature
        self._archive.writestr(self._entry(MANIFEST), json.dumps(said, indent=1) + "\n")
        self._archive.comment = SEAL + b"0" * 64
        self._archive.close()
        seal = _seal_of(self._out)
        self._out.seek(-SEAL_LENGTH, os.SEEK_END)
        self._out.write(seal)
        return found

    def _entry(self, name: str, how: int = ZIP_DEFLATED) -> ZipInfo:
        entry = ZipInfo(name, self._made_at.timetuple()[:6])
        entry.compress_type, entry.external_attr = how, 0o600 << 16
        return entry


def _said(manifest: Manifest) -> dict:
    """Return what a manifest says, but for the signature."""
    said = {"format": FORMAT, **asdict(manifest), "made_at": manifest.made_at.isoformat()}
    del said["signature"]
    return said


def _signature(manifest: Manifest, key: str | None = None) -> str:
    """Return the HMAC of a manifest by the site's key. It covers every row, by the hashes of the
    tables."""
    text = json.dumps(_said(manifest), sort_keys=True, separators=(",", ":"))
    return SIGNED + salted_hmac(FORMAT, text, secret=key, algorithm="sha256").hexdigest()


def is_ours(manifest: Manifest) -> bool:
    """Return whether this site signed it, with the key that it has now or had before."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    made = (_signature(manifest, str(key)) for key in keys)
    return any(constant_time_compare(manifest.signature, one) for one in made)


class Reading:
    """A complete backup with an intact seal.

    It raises BadBackup for any other file, and OSError if it can't be read.
    """

    def __init__(self, file: Path) -> None:
        with _opened(file) as found:
            _refuse_unsealed(found)
        self.file = file
        self.manifest = read_manifest(file)

    @property
    def is_ours(self) -> bool:
        """Whether this site signed it."""
        return is_ours(self.manifest)

    def lines(self, member: Member) -> Iterator[bytes]:
        """Yield the rows of a table; BadBackup, at the end, when they are others than it says."""
        hashed, number = sha256(), 0
        try:
            with ZipFile(self.file) as archive, archive.open(member.path) as file:
                for line in read_lines(BufferedReader(file, ROOM)):
                    hashed.update(line)
                    number += 1
                    yield line
        except OSError as wrong:
            if wrong.errno != EFBIG:
                raise
            raise BadBackup(f"has {wrong.strerror}: {member.path}, line {number + 1}.") from wrong
        except BROKEN as wrong:
            raise BadBackup(f"is damaged: {member.path} cannot be read.") from wrong
        if (number, hashed.hexdigest()) != (member.rows, member.sha256):
            raise BadBackup(f"is damaged: {member.path} is not what the manifest says.")


def _made_at(piece: Piece) -> datetime:
    with suppress(ValueError, OverflowError):
        found = datetime.fromisoformat(piece.expect(str)).astimezone(UTC)
        if found.year in YEARS:
            return found
    piece.refuse(f"must be a moment such as 2026-11-20T20:15:00+00:00, not {quoted(piece.value)}")


MEMBER = record(Member, name=text, rows=whole(0, MOST_ROWS), sha256=text)
SAYS = {
    "format": text,
    "program": text,
    "made_at": _made_at,
    "migrations": some(text),
    "members": some(MEMBER, by=attrgetter("name")),
    "signature": text,
}
"""What a manifest says, by its keys."""


def read_manifest(file: Path) -> Manifest:
    """Return what a backup says of itself, each part of its right type; raise BadBackup."""
    try:
        with ZipFile(file) as archive:
            _refuse_a_bomb(archive, file)
            if archive.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
                raise BadBackup("is not a backup of Bowerbook.")
            said = Piece.decoded(archive.read(MANIFEST), kind="manifest")
            named = archive.namelist()
        of = said.entries()
        if "format" in of and text(of["format"]) != FORMAT:
            raise BadBackup(
                f"is in the format {of['format'].value}, which this version does not know: a newer "
                "version of Bowerbook restores it."
            )
        found = record(Manifest, ignored=of.keys() - SAYS.keys(), **SAYS)(said)
    except BROKEN as wrong:
        raise BadBackup("is not a backup of Bowerbook: its manifest cannot be read.") from wrong
    except BadPiece as wrong:
        raise BadBackup(f"is not a backup of Bowerbook: the manifest is wrong: {wrong}.") from wrong
    wanted = [README, MANIFEST, *(member.path for member in found.members)]
    if sorted(named) != sorted(wanted):
        raise BadBackup("is damaged: it holds other files than its manifest says.")
    return found


def _refuse_a_bomb(archive: ZipFile, file: Path) -> None:
    """Raise BadBackup if it says that it unpacks to far more than a backup of its size does. No
    more than it says is ever unpacked."""
    unpacked = sum(entry.file_size for entry in archive.infolist())
    if unpacked > max(LEAST_ROOM, MOST_TIMES * file.stat().st_size):
        raise BadBackup("is not a backup of Bowerbook: unpacked it would be far too large.")


def seal_in(file: Path) -> str:
    """Return the seal at the end of a backup. It differs for any other content."""
    with _opened(file) as found:
        return _last_bytes(found).decode("ascii", "replace")


def _opened(file: Path) -> BinaryIO:
    if file.is_dir():
        raise BadBackup("is a folder, not a backup.")
    if not file.exists():
        raise BadBackup("is not there.")
    if not file.is_file():
        raise BadBackup("is no file that can be read from end to end.")
    return file.open("rb")


def _refuse_unsealed(found: BinaryIO) -> None:
    """Raise BadBackup unless the file ends with the hash of every byte before."""
    start, end = found.read(400), _last_bytes(found)
    if not end.startswith(SEAL):
        if not start:
            raise BadBackup("is empty.")
        if start.startswith(b"PK") and FORMAT.encode() in start:
            raise BadBackup("is damaged or cut off: it does not end as a backup does.")
        raise BadBackup("is not a backup of Bowerbook.")
    if _seal_of(found) != end:
        raise BadBackup("is damaged: something in it is not as it was written.")


def _last_bytes(found: BinaryIO) -> bytes:
    found.seek(-min(SEAL_LENGTH, found.seek(0, os.SEEK_END)), os.SEEK_END)
    return found.read()


def _seal_of(found: BinaryIO) -> bytes:
    """Return the seal that the file must end with."""
    left = found.seek(0, os.SEEK_END) - SEAL_LENGTH
    found.seek(0)
    hashed = sha256()
    while left > 0:
        block = found.read(min(left, 1 << 20))
        if not block:
            break  # it grew shorter while it was read
        hashed.update(block)
        left -= len(block)
    return SEAL + hashed.hexdigest().encode()
