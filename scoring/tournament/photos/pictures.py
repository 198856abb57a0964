"""Open pictures from a camera or a scanner, with a bound on their size, and find the codes of the
cards on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2
import zxingcpp
from PIL import Image, ImageOps

from scoring.tournament.pure.card_layout import CardCode, read_text

FORMATS = ("JPEG", "PNG", "TIFF", "WEBP")
MOST_BYTES = 40_000_000
MOST_PIXELS = 80_000_000
MOST_PAGES = 200
DOTS = 200
"""Of an inch of a page of a PDF."""
ENOUGH = 14_000_000
"""Pixels of a picture. A larger one is halved, which reads as well and in less time."""


PLAYER_PAGE = re.compile(r"/e/([\w-]+/\d{1,3})/$", re.ASCII)
"""The end of the address in a card's large code: the token of the club night's pass, and the
number."""


class BadPicture(ValueError):
    """A file that cannot be read as a picture. It says why."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Picture:
    """A picture with the name of its file, and its page in a PDF."""

    name: str
    page: int
    image: Image.Image
    scale: int = 1
    """Pixels of the file for one of `image`."""


@dataclass(frozen=True, kw_only=True, eq=False)
class FoundCode:
    """The code of a card, and where its corners are in the picture, clockwise from the top left."""

    code: CardCode
    corners: np.ndarray


def pictures_in(path: Path) -> Iterator[Picture]:
    """Yield the picture of a file, or the pages of a PDF or a TIFF. Raise BadPicture if it is none
    of them, too large, or damaged."""
    if path.stat().st_size > MOST_BYTES:
        raise BadPicture(f"{path.name} is larger than {MOST_BYTES // 1_000_000} megabytes.")
    with path.open("rb") as file:
        scanned = file.read(5) == b"%PDF-"
    yield from _pages(path) if scanned else _opened(path)


def _opened(path: Path) -> Iterator[Picture]:
    try:
        with Image.open(path, formats=FORMATS) as file:
            # A scanner's TIFF has pages. Other files may have a small copy of the picture.
            pages = getattr(file, "n_frames", 1) if file.format == "TIFF" else 1
            if pages > MOST_PAGES:
                raise BadPicture(f"{path.name} has more than {MOST_PAGES} pages.")
            for no in range(pages):
                file.seek(no)
                if file.width * file.height > MOST_PIXELS:
                    raise BadPicture(f"{path.name} has too many pixels.")
                upright = ImageOps.exif_transpose(file).convert("RGB")
                yield _picture(path.name, no + 1, upright)
    except BadPicture:
        raise
    except Exception as cause:  # a damaged file can have any effect in a library
        raise BadPicture(f"{path.name} is not a picture that can be read.") from cause


def _picture(name: str, page: int, image: Image.Image) -> Picture:
    if image.width * image.height > ENOUGH:
        return Picture(name=name, page=page, image=image.reduce(2), scale=2)
    return Picture(name=name, page=page, image=image)


def _pages(path: Path) -> Iterator[Picture]:
    try:
        with pypdfium2.PdfDocument(path) as document:
            if len(document) > MOST_PAGES:
                raise BadPicture(f"{path.name} has more than {MOST_PAGES} pages.")
            for no, page in enumerate(document, start=1):
                if page.get_width() * page.get_height() * (DOTS / 72) ** 2 > MOST_PIXELS:
                    raise BadPicture(f"Page {no} of {path.name} is too large.")
                drawn = page.render(scale=DOTS / 72).to_pil().convert("RGB")
                yield _picture(path.name, no, drawn)
    except BadPicture:
        raise
    except Exception as cause:
        raise BadPicture(f"{path.name} is not a PDF that can be read.") from cause


def codes_in(image: Image.Image) -> tuple[list[FoundCode], set[str]]:
    """Return the codes of the cards in a picture, each once, and the players whose page's code is
    there, as "token/number"."""
    grey = image.convert("L")
    found: list[FoundCode] = []
    players: set[str] = set()
    for way, scale in ((grey, 1), (ImageOps.autocontrast(grey.reduce(2), cutoff=1), 2)):
        for code in _codes(np.asarray(way), scale):
            if isinstance(code, str):
                players.add(code)
            elif not any(_same(code, other) for other in found):
                found.append(code)
    return found, players


def _codes(pixels: np.ndarray, scale: int) -> Iterator[FoundCode | str]:
    for one in zxingcpp.read_barcodes(pixels, formats=zxingcpp.BarcodeFormat.QRCode):
        code = read_text(one.text)
        if page := PLAYER_PAGE.search(one.text):
            yield page[1]
        if code is not None:
            at = one.position
            corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
            places = np.array([(corner.x + 0.5, corner.y + 0.5) for corner in corners], float)
            yield FoundCode(code=code, corners=places * scale - 0.5)


def _same(one: FoundCode, other: FoundCode) -> bool:
    """Return whether two finds are one code on the picture."""
    side = np.linalg.norm(one.corners[0] - one.corners[2])
    apart = np.linalg.norm(one.corners.mean(axis=0) - other.corners.mean(axis=0))
    return one.code == other.code and bool(apart < side)
