"""What a phone needs to put a table's pad among its apps, and to open it without a network."""

import json
import re

import pytest
from django.conf import settings
from PIL import Image

from clubsite.bundles import BUNDLES, STATIC
from scoring.table.hooks import kept_pages
from scoring.table.views.install import ICONS, PADS, SHARED
from tests.cast import a_phone, a_table

pytestmark = pytest.mark.django_db


def manifest_of(table):
    token = table.links.get(right="write").token
    return token, a_phone().get(f"/t/{token}/manifest.webmanifest")


def test_the_icon_on_a_phone_opens_the_table_it_was_made_at():
    token, answer = manifest_of(a_table())
    told = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (told["start_url"], told["name"], told["display"]) == (
        f"/t/{token}/",
        "Bowerbook",
        "standalone",
    )


def test_the_pad_links_to_its_manifest():
    table = a_table()
    token, _ = manifest_of(table)
    page = a_phone().get(f"/t/{token}/").content.decode()
    assert f'<link rel="manifest" href="/t/{token}/manifest.webmanifest">' in page


def test_the_manifest_has_the_colours_of_the_site():
    _, answer = manifest_of(a_table())
    paper = re.search(r"--paper: (#\w+)", (STATIC / "site.css").read_text())[1]
    assert {answer.json()[key] for key in ("theme_color", "background_color")} == {paper}


@pytest.mark.parametrize(
    ("file", "sizes"), [(file, sizes) for file, sizes, _, _ in ICONS if sizes != "any"]
)
def test_every_icon_has_its_stated_size_and_is_small(file, sizes):
    width, height = Image.open(STATIC / file).size
    assert f"{width}x{height}" == sizes
    assert (STATIC / file).stat().st_size < 8_000


def test_a_maskable_icon_fills_its_square():
    picture = Image.open(STATIC / "icons" / "maskable.png").convert("RGBA")
    corners = {picture.getpixel((x, y)) for x in (0, 511) for y in (0, 511)}
    assert corners == {(0x1F, 0x5B, 0x45, 255)}


def test_the_worker_is_a_script_for_the_whole_site_that_is_always_revalidated():
    answer = a_phone().get("/sw.js")
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("text/javascript", "no-cache")
    assert "default-src 'self'" in answer["Content-Security-Policy"].split("; ")


def test_the_worker_names_this_build_and_the_files_of_the_pad_and_a_match_night():
    script = a_phone().get("/sw.js").content.decode()
    site = json.loads(re.search(r"^const SITE = (.*);\n", script)[1])
    (nights,) = kept_pages()
    assert (site["build"], {scope: one["files"] for scope, one in site["kept"].items()}) == (
        settings.BUILD_ID,
        {
            "/t/": [f"/static/{file}" for file in (*PADS.files, *SHARED)],
            "/team/": [f"/static/{file}" for file in (*nights.files, *SHARED)],
        },
    )
    assert "<h1>No connection</h1>" in site["kept"]["/t/"]["away"]
    assert site["kept"]["/team/"]["away"] == ""


def test_every_file_of_the_worker_exists():
    files = {file for one in (PADS, *kept_pages()) for file in (*one.files, *SHARED)}
    assert [file for file in files if file not in BUNDLES and not (STATIC / file).exists()] == []
