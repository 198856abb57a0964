"""What the pages of a walk look like: their HTML and the static files, drawn by Chromium without
scripts, without a server and without the network."""

import mimetypes
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.contrib.staticfiles.finders import get_finders
from PIL import Image, ImageChops
from playwright.sync_api import BrowserContext, Page, Route, sync_playwright

from tests.browser.conftest import LOOKS, launch
from tests.frozen.records import Part

SITE = "http://frozen.test"
HEIGHT = {360: 640, 1280: 800}
MOST_LOOKS = 10
"""How often a page is looked at that does not come to rest."""
ROUNDED = 2
"""The edge of a letter is not always drawn alike: of 255 shades so many make no difference."""


def take(pages: Mapping[str, bytes], folder: Path, before: Path) -> Part:
    """Put what each page looks like in each look into the `folder`; return digests of the pictures,
    that of the picture in the folder `before` where it is alike."""
    static = {
        name: storage for finder in get_finders() for name, storage in finder.list(["README*"])
    }
    found: Part = {}

    def answer(route: Route) -> None:
        path = unquote(urlsplit(route.request.url).path)
        name = path.removeprefix("/static/")
        if path[1:].isdecimal():
            route.fulfill(body=bodies[int(path[1:])], content_type="text/html; charset=utf-8")
        elif name in static:
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            with static[name].open(name) as file:
                route.fulfill(body=file.read(), content_type=kind)
        else:
            route.fulfill(status=404)

    bodies = [*pages.values()]
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        for width, scheme in LOOKS:
            context: BrowserContext = browser.new_context(
                viewport={"width": width, "height": HEIGHT[width]},
                color_scheme=scheme,
                java_script_enabled=False,
                reduced_motion="reduce",
            )
            context.route("**/*", answer)
            page = context.new_page()
            for no, name in enumerate(pages):
                page.goto(f"{SITE}/{no}")
                look = f"{name}-{width}-{scheme}"
                picture = _at_rest(page)
                (folder / f"{look}.png").write_bytes(picture)
                found[look] = _digest(picture, before / f"{look}.png")
            context.close()
        browser.close()
    return found


def _at_rest(page: Page) -> bytes:
    """Return what a page looks like once two pictures in a row are the same. Letters may still be
    on their way when a page has loaded."""
    last = b""
    for _ in range(MOST_LOOKS):
        picture = page.screenshot(full_page=True, animations="disabled")
        if picture == last:
            break
        last = picture
    return last


def _digest(picture: bytes, before: Path) -> str:
    """Return the digest of a picture, or of the one before it where nobody sees a difference. Where
    one can be seen, it also says how much."""
    digest = sha256(picture).hexdigest()
    if not before.exists() or picture == before.read_bytes():
        return digest
    old, new = (Image.open(file).convert("RGB") for file in (before, BytesIO(picture)))
    if old.size != new.size:
        return f"{digest} of {new.size}, was {old.size}"
    differs = ImageChops.difference(old, new)
    most = max(high for _, high in differs.getextrema())
    if most <= ROUNDED:
        return sha256(before.read_bytes()).hexdigest()
    return f"{digest} differs by up to {most} of 255 within {differs.getbbox()}"
