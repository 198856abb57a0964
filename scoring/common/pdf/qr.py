"""QR codes. They are those of segno, which judges eight masks module by module, and that takes most
of its time. Here each mask is judged by a few operations on whole numbers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from segno import QRCode, encoder

MASKS = encoder.get_data_mask_functions(False)
BESIDE = b"0" * 4
"""The light modules that are imagined beside each row, so that none is next to another row."""
DARK, OF_DATA = (bytes.maketrans(b"\0\1\2", digits) for digits in (b"010", b"001"))
Rows = Iterable[Iterable[int]]


def qr_code(text: str) -> QRCode:
    """Return the QR code of a text, with the error correction M or better."""
    code = encoder.encode(text, error="m", mask=0, micro=False)
    mask = _best_mask(code.matrix)
    changes = zip(code.matrix, _masks(len(code.matrix))[mask], strict=True)
    matrix = tuple(map(_exchanged, *zip(*changes, strict=True)))
    encoder.add_format_info(matrix, code.version, code.error, mask)
    return QRCode(code._replace(matrix=matrix, mask=mask))


def _exchanged(row: bytes, change: bytes) -> bytearray:
    """Return a row whose modules are exchanged where `change` has a 1."""
    return bytearray(one ^ other for one, other in zip(row, change, strict=True))


@lru_cache(maxsize=16)
def _masks(size: int) -> tuple[tuple[bytes, ...], ...]:
    """Return by which changes of a code of this size its first mask becomes each of the masks."""
    layout = _layout(size)
    return tuple(
        tuple(
            bytes(
                row[j] == 2 and MASKS[0](i, j) != mask(i, j)  # 2 is a module of data
                for j in range(size)
            )
            for i, row in enumerate(layout)
        )
        for mask in MASKS
    )


def _layout(size: int) -> tuple[bytearray, ...]:
    """Return a code of this size without data, and light where its format will be."""
    matrix = encoder.make_matrix(size, size)
    encoder.add_finder_patterns(matrix, size, size)
    encoder.add_alignment_patterns(matrix, size, size)
    return matrix


class Way(NamedTuple):
    """What all codes of a size share, by rows or by columns, as one number of all modules."""

    within: int
    """All modules, without the imagined ones."""
    fixed: int
    """The dark ones that are no data."""
    data: int
    changes: tuple[int, ...]


@lru_cache(maxsize=16)
def _ways(size: int) -> tuple[Way, Way]:
    def seen(turned) -> Way:
        layout = [bytes(row) for row in turned(_layout(size))]
        return Way(
            _number(layout, bytes.maketrans(b"\0\1\2", b"111")),
            _number(layout, DARK),
            _number(layout, OF_DATA),
            tuple(_number(turned(change), DARK) for change in _masks(size)),
        )

    return seen(lambda rows: rows), seen(_columns)


def _columns(rows: Rows) -> list[bytes]:
    return [bytes(column) for column in zip(*rows, strict=True)]


def _number(rows: Rows, digits: bytes) -> int:
    """Return all modules as one number. `digits` has the digit for each of their values."""
    return int(BESIDE.join(bytes(row).translate(digits) for row in rows), 2)


def _best_mask(matrix: Rows) -> int:
    """Return the mask with the lowest penalty, for a code with the first mask (ISO/IEC 18004,
    7.8.3)."""
    rows = list(matrix)
    size = len(rows)
    both = [
        (way, _number(those, DARK) & way.data)
        for way, those in zip(_ways(size), (rows, _columns(rows)), strict=True)
    ]
    found = []
    for no in range(len(MASKS)):
        seen = [(way.within, way.fixed | (data ^ way.changes[no])) for way, data in both]
        runs = sum(_runs(dark) + _runs(within ^ dark) for within, dark in seen)
        finders = sum(_like_finders(dark, within ^ dark) for within, dark in seen)
        within, dark = seen[0]
        found.append(runs + finders + _blocks(dark, within, size) + _imbalance(dark, size))
    return found.index(min(found))


def _runs(those: int) -> int:
    """Return the penalty for runs of five or more: 3 for five, and 1 for each further module."""
    fifth = those & those >> 1 & those >> 2 & those >> 3 & those >> 4
    return fifth.bit_count() + 2 * (fifth & ~(fifth >> 1)).bit_count()


def _blocks(dark: int, within: int, size: int) -> int:
    """Return the penalty for blocks of two by two modules, 3 for each."""
    below = size + len(BESIDE)
    beside = ~(dark ^ dark >> 1) & within & within >> 1
    above = ~(dark ^ dark >> below) & within & within >> below
    return 3 * (beside & beside >> below & above).bit_count()


def _like_finders(dark: int, light: int) -> int:
    """Return the penalty for what looks like a part of a finder pattern, 1:1:3:1:1 with four light
    modules on a side, which is 40 for each."""
    ends = dark & dark >> 2 & dark >> 3 & dark >> 4 & dark >> 6
    found = ends & light >> 1 & light >> 5
    before = dark >> 7 | dark >> 8 | dark >> 9 | dark >> 10
    after = dark << 1 | dark << 2 | dark << 3 | dark << 4
    counted = found & ~(before & after)
    if found & (found >> 4 | found >> 6):
        counted = _apart(found, counted)
    return 40 * counted.bit_count()


def _apart(found: int, counted: int) -> int:
    """Return those counted that don't overlap one before them, as one module counts once."""
    kept, end = 0, found.bit_length()
    while found:
        at = found.bit_length() - 1
        found ^= 1 << at
        if at < end:
            is_counted = counted >> at & 1
            kept |= is_counted << at
            end = at - (6 if is_counted else 3)
    return kept


def _imbalance(dark: int, size: int) -> int:
    """Return the penalty for more or fewer dark modules than half, 10 for each five per cent."""
    return 10 * int(abs(100 * dark.bit_count() / size**2 - 50) / 5)
