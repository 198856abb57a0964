"""Write a club to its file, as a stream. However many hands there are, memory holds only numbers of
rows."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path

from scoring.common.snapshot import one_snapshot
from scoring.people.models import Club
from scoring.site.club_file.kinds import KINDS, Kind
from scoring.site.club_file.values import in_order, writer_of

FORMAT = "euchre-club/1"
AT_ONCE = 2000
KEYS_AT_ONCE = 500
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
Numbers = dict[str, dict[int, int]]


def lines(club: Club, *, codes: bool = True) -> Iterator[bytes]:
    """Yield the club's file, line by line, from one database snapshot. Without `codes` it gives no
    access.

    Every query is closed in time, also if a download is interrupted.
    """
    numbers: Numbers = {}
    written = 0
    with one_snapshot():
        for kind in KINDS:
            if kind.codes and not codes:
                continue
            with closing(_rows(kind, club, numbers)) as rows:
                for row in rows:
                    written += 1
                    yield _line(row)
    yield _line({"is": "end", "rows": written})


def save(club: Club, *, file: Path, codes: bool = True) -> None:
    """Write the club's file, compressed where its name ends in .gz; it is there whole, or not at
    all."""
    beside = file.with_name(f"{file.name}.part")
    try:
        found = lines(club, codes=codes)
        with beside.open("wb") as out:
            out.writelines(zipped(found) if file.suffix == ".gz" else found)
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def counts(club: Club) -> dict[str, int]:
    """Return how many rows of each kind the club's file holds."""
    return {kind.name: kind.rows(club).count() for kind in KINDS}


def zipped(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines as gzip has them; equal lines give equal bytes."""
    gzip = zlib.compressobj(wbits=31)
    yield from filter(None, map(gzip.compress, lines))
    yield gzip.flush()


def _line(row: dict) -> bytes:
    return ENCODER.encode(row).encode() + b"\n"


def _rows(kind: Kind, club: Club, numbers: Numbers) -> Iterator[dict]:
    if kind.numbered:
        keys = kind.rows(club).values_list("pk", flat=True).iterator(chunk_size=AT_ONCE)
        numbers[kind.name] = {pk: no for no, pk in enumerate(keys, start=1)}
    writers = [(one.name, _writer(kind, one.name, numbers)) for one in kind.fields]
    columns = [f"{name}__username" if name in kind.accounts else name for name, _ in writers]
    head = {"is": kind.name} | ({"format": FORMAT} if kind.model is Club else {})
    with closing(_read(kind, club, columns, numbers)) as rows:
        for no, row in enumerate(rows, start=1):
            numbered = head | {"id": no} if kind.numbered else head
            yield numbered | {
                name: write(value) if write else value
                for (name, write), value in zip(writers, row, strict=True)
                # What is empty is left out; false and 0 are not.
                if value or type(value) in (bool, int) or name in kind.unsaid
            }


def _read(kind: Kind, club: Club, columns: list[str], numbers: Numbers) -> Iterator[tuple]:
    """Yield these columns of the rows in their order; very many some at a time, or all of them are
    sorted."""
    parts = [kind.rows(club)]
    if kind.by:
        keys = list(numbers[kind.by])
        ranges = (keys[first : first + KEYS_AT_ONCE] for first in range(0, len(keys), KEYS_AT_ONCE))
        parts = (kind.rows_of(some) for some in ranges)
    for part in parts:
        with closing(part.values_list(*columns).iterator(chunk_size=AT_ONCE)) as rows:
            yield from rows


def _writer(kind: Kind, name: str, numbers: Numbers) -> Callable | None:
    """Return what makes JSON of this field's values; None where they are JSON already."""
    if name in kind.refers:
        other = kind.refers[name]
        return numbers[other.name].__getitem__ if other.numbered else str
    if name in kind.inside:
        number = lambda other, key: numbers[other].get(key)  # noqa: E731
        return lambda value: in_order(kind.inside[name](value, number))
    return writer_of(kind.model._meta.get_field(name))
