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
from playwright.sync_api import BrowserContext, Route, sync_playwright

from tests.browser.conftest import LOOKS, launch
from tests.frozen.records import Part

SITE = "http://frozen.test"
HEIGHT = {360: 640, 1280: 800}
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
                picture = page.screenshot(full_page=True, animations="disabled")
                (folder / f"{look}.png").write_bytes(picture)
                alike = _alike(picture, before / f"{look}.png")
                found[look] = sha256(alike).hexdigest()
            context.close()
        browser.close()
    return found


def _alike(picture: bytes, before: Path) -> bytes:
    """Return the picture, or the one before it where nobody sees a difference."""
    if not before.exists():
        return picture
    old, new = (Image.open(file).convert("RGB") for file in (before, BytesIO(picture)))
    if old.size != new.size:
        return picture
    most = max(high for _, high in ImageChops.difference(old, new).getextrema())
    return before.read_bytes() if most <= ROUNDED else picture
