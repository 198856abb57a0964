"""A club is downloaded, and a sheet comes in, with and without JavaScript."""

import gzip
import json
from zipfile import ZipFile

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.club import go_to_club, sign_in
from tests.euchre.cast import a_sheet

PLAYERS = ["Ann", "Ben", "Cat", "Dan", "Nobody-New"]
SHEET = json.dumps(a_sheet("Ben+Dan 5", "Nobody-New 3", players=PLAYERS))
ANOTHER = json.dumps(a_sheet("Ann! 4", "-", players=PLAYERS))


@pytest.fixture
def page(without_javascript, club):
    go_to_club(without_javascript, club, "files/")
    return without_javascript


def downloaded(page, button, tmp_path):
    with page.expect_download() as found:
        button.click()
    file = tmp_path / found.value.suggested_filename
    found.value.save_as(file)
    return file


@pytest.mark.thorough
def test_an_owner_downloads_the_club_file(page, tmp_path):
    whole = downloaded(page, page.get_by_role("button", name="Download club file"), tmp_path)
    lines = gzip.decompress(whole.read_bytes()).decode().splitlines()
    assert (whole.name[:21], json.loads(lines[0])["format"]) == (
        "the-right-bower-club-",
        "euchre-club/1",
    )
    page.get_by_label("Leave out the codes").check()
    without = downloaded(page, page.get_by_role("button", name="Download club file"), tmp_path)
    kinds = {
        json.loads(line)["is"]
        for line in gzip.decompress(without.read_bytes()).decode().splitlines()
    }
    assert {"link", "pass"} & kinds == set()
    tables = downloaded(page, page.get_by_role("link", name="Download CSV"), tmp_path)
    with ZipFile(tables) as found:
        assert "hands.csv" in found.namelist()


@pytest.mark.thorough
def test_a_sheet_is_previewed_and_imported(page, tmp_path):
    page.get_by_role("link", name="Import a score sheet into").first.click()
    file = tmp_path / "sheet.json"
    file.write_text(SHEET)
    page.get_by_label("Score sheet file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("New players, added as guests: Nobody-New.")).to_be_visible()
    page.get_by_role("button", name="Import as a table").click()
    expect(page.get_by_text("has the sheet’s 2 hands.")).to_be_visible()


def test_axe_finds_nothing_at_import_and_export(page, axe, open_page, club):
    found = {}
    for scheme, width in proof.share(1, [("light", 360), ("dark", 1280)]):
        shown = open_page(width, 720, color_scheme=scheme)
        sign_in(shown, club)
        shown.goto(page.url)
        found[scheme, "files"] = axe(shown)
        shown.get_by_role("link", name="Import a score sheet into").first.click()
        found[scheme, "empty"] = axe(shown)
        shown.get_by_label("Or paste it here").fill(ANOTHER)
        shown.get_by_role("button", name="Preview").click()
        shown.get_by_text("Hand by hand").click()
        found[scheme, "shown"] = axe(shown)
    assert {name: problems for name, problems in found.items() if problems} == {}
