"""All spreadsheets of a club in one zip file, as a stream."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from io import RawIOBase
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scoring.models.club import Club
from scoring.models.one_moment import one_moment
from scoring.models.spreadsheets import SPREADSHEETS


class _Passing(RawIOBase):
    """What is written here is handed on."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data) -> int:
        self.waiting.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """Return what was written since it was last asked for."""
        found, self.waiting = b"".join(self.waiting), []
        return found


def zipped_spreadsheets(club: Club) -> Iterator[bytes]:
    """Yield the zip file, piece by piece, as the club stands at one moment."""
    passing = _Passing()
    with one_moment(), ZipFile(passing, "w", ZIP_DEFLATED) as all:
        for sheet in SPREADSHEETS:
            info = ZipInfo(sheet.file)
            info.compress_type = ZIP_DEFLATED
            with all.open(info, "w", force_zip64=True) as file, closing(sheet.lines(club)) as lines:
                for line in lines:
                    file.write(line.encode())
                    if passing.waiting:
                        yield passing.taken()
    yield passing.taken()
