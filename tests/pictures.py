"""Make the pictures of README.md from the demo club: `.venv/bin/python -m tests.pictures`.

Run this after changing a page that they show.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests import server as servers
from tests import template
from tests.browser.club import sign_in
from tests.browser.conftest import EVENINGS, chromium
from tests.browser.letters import letters_there
from tests.browser.table import tap_hand

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PHONE, DESK = (360, 640), (1280, 800)
COLOURS = 64
"""Enough to distinguish all discs and letters, in small files."""
DOTS = 96
"""An inch of a sheet."""
LEAGUE = "from scoring.models import League; print(League.objects.get().get_absolute_url())"


def main() -> int:
    """Make every picture, and print which."""
    if not chromium() or not shutil.which("pdftoppm"):
        sys.exit("Pictures need Chromium and pdftoppm: apt install chromium poppler-utils")
    made = template.keep_in_common()
    try:
        make()
    finally:
        if made:
            shutil.rmtree(made)
    return 0


def make() -> None:
    """Make each from what the demo club shows."""
    with servers.start(demo=True) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        said = server.manage("demo")
        who = "demo", said.split("password ")[1].split()[0]
        pad = re.search(r"/t/[\w-]+/", said)[0]
        league = server.manage("shell", "-v0", "-c", LEAGUE).strip()
        found = json.loads(server.manage("shell", "-v0", "-c", EVENINGS))
        tonight, tournament = found["tonight"], found["Head table and bell"]

        def page(size: tuple[int, int], *, signs_in: bool = True) -> Page:
            width, height = size
            made = browser.new_page(
                base_url=server.url,
                viewport={"width": width, "height": height},
                device_scale_factor=2 if size == PHONE else 1,
                has_touch=True,
            )
            if signs_in:
                sign_in(made, who)
            return made

        visitor = page(PHONE, signs_in=False)
        visitor.emulate_media(reduced_motion="reduce")
        keep(screen(visitor, "/"), "front", colours=4 * COLOURS)  # the felt has many
        phone, desk = page(PHONE), page(DESK)
        phone.goto(pad)
        tap_hand(phone, "Ben", "Dan", 5)
        keep(screen(phone), "pad")
        keep(screen(phone, tonight), "session")
        keep(screen(desk, f"{tournament}tournament/"), "director")
        keep(screen(desk, league), "league")
        keep(sheet(desk, f"{found['last time']}settlement.pdf"), "settlement")
        browser.close()


def screen(page: Page, address: str = "") -> Image.Image:
    """Return the page of this address, or the one that is there, as it is seen."""
    if address:
        page.goto(address)
    letters_there(page)
    page.locator(":focus").evaluate_all("all => all.forEach((one) => one.blur())")
    return Image.open(BytesIO(page.screenshot()))


def sheet(page: Page, address: str) -> Image.Image:
    """Return the first page of a PDF."""
    answer = page.request.get(address)
    assert answer.headers["content-type"] == "application/pdf", address
    command = ["pdftoppm", "-png", "-singlefile", "-r", str(DOTS), "-"]
    drawn = subprocess.run(command, input=answer.body(), capture_output=True, check=True)
    return Image.open(BytesIO(drawn.stdout))


def keep(picture: Image.Image, name: str, *, colours: int = COLOURS) -> None:
    """Write a picture into docs/pictures, small."""
    file = FOLDER / f"{name}.png"
    picture.convert("RGB").quantize(colours, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.relative_to(FOLDER.parent.parent)}: {file.stat().st_size // 1000} KB")


if __name__ == "__main__":
    sys.exit(main())
