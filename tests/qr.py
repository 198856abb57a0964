"""Reading a QR code from a clean picture of it, by ISO/IEC 18004, without correction of errors."""

from io import BytesIO

from PIL import Image
from segno import consts, encoder

QUIET = 4
EDGE = 2  # pixels of a screenshot that may show what stands beside the code
LEVELS = (consts.ERROR_LEVEL_M, consts.ERROR_LEVEL_L, consts.ERROR_LEVEL_H, consts.ERROR_LEVEL_Q)
FREE = 2


def read(png: bytes) -> str:
    """Return the text of a code in one run of bytes; its quiet zone must be light."""
    modules = _modules(Image.open(BytesIO(png)).convert("L"))
    size = len(modules)
    level, mask = divmod(_number(modules[8][:5]) ^ 0b10101, 8)
    bits = [
        modules[y][x] ^ encoder.get_data_mask_functions(False)[mask](y, x) for y, x in _path(size)
    ]
    words = [_number(bits[at : at + 8]) for at in range(0, len(bits) - 7, 8)]
    version = (size - 17) // 4
    return _text(_in_order(words, consts.ECC[version][LEVELS[level]]), version)


def _modules(picture: Image.Image) -> list[list[bool]]:
    """Return the rows of the code, True for each dark module."""
    rows = [
        [picture.getpixel((x, y)) < 128 for x in range(picture.width)]
        for y in range(picture.height)
    ]
    top = next(y for y, row in enumerate(rows) if y >= EDGE and any(row[EDGE:-EDGE]))
    left = rows[top].index(True, EDGE)
    step = rows[top].index(False, left) - left
    version = round((picture.width / (step / 7) - 2 * QUIET - 17) / 4)
    wide = 4 * version + 17 + 2 * QUIET
    exact = picture.width / wide
    assert round(left / exact) == round(top / exact) == QUIET, "the quiet zone is not light"
    middle = [int((number + QUIET + 0.5) * exact) for number in range(wide - 2 * QUIET)]
    return [[rows[y][x] for x in middle] for y in middle]


def _path(size: int):
    """Yield the places of the data, up and down in pairs of columns from the right, past the timing
    column."""
    matrix = encoder.make_matrix(size, size)
    encoder.add_finder_patterns(matrix, size, size)
    encoder.add_alignment_patterns(matrix, size, size)
    upwards = True
    for right in [*range(size - 1, 6, -2), *range(5, 0, -2)]:
        for y in range(size)[:: -1 if upwards else 1]:
            yield from ((y, x) for x in (right, right - 1) if matrix[y][x] == FREE)
        upwards = not upwards


def _in_order(words: list[int], kinds) -> list[int]:
    """Return the data of blocks that were woven into each other."""
    lengths = [kind.num_data for kind in kinds for _ in range(kind.num_blocks)]
    told, blocks = iter(words), [[] for _ in lengths]
    for at in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if at < length:
                block.append(next(told))
    return [word for block in blocks for word in block]


def _text(words: list[int], version: int) -> str:
    bits = "".join(f"{word:08b}" for word in words)
    start = 12 if version < 10 else 20
    assert bits[:4] == "0100", "not a run of bytes"
    end = start + 8 * int(bits[4:start], 2)
    return bytes(int(bits[at : at + 8], 2) for at in range(start, end, 8)).decode()


def _number(bits) -> int:
    return int("".join("1" if bit else "0" for bit in bits), 2)
