"""Every sheet has a page on the site that says the same to a screen reader."""

import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.sheets.every import KINDS

ROOT = Path(__file__).parents[2]
DECISION = ROOT / "docs/decisions/0077-a-page-beside-each-sheet.md"
ROUTES = json.loads((ROOT / "tests/frozen/routes.json").read_text())
BESIDE = dict(re.findall(r"^\| `([\w-]+)` \| `([\w-]+)` \|$", DECISION.read_text(), re.MULTILINE))


def test_every_sheet_has_a_page_of_its_own_beside_it():
    sheets = {name for name, address in ROUTES.items() if address.endswith(".pdf")}
    assert {*BESIDE} == sheets
    pages = {name: ROUTES.get(name, "") for name in BESIDE.values()}
    assert [name for name, address in pages.items() if not address or "." in address] == []


@pytest.mark.parametrize("name", ["settlement", "results", "player’s year"])
def test_a_pdf_says_its_language_and_has_a_title_for_its_window(name):
    file = PdfReader(BytesIO(KINDS[name].draw(paper="A4")))
    catalogue = file.trailer["/Root"]
    assert catalogue["/Lang"] == "en"
    assert catalogue["/ViewerPreferences"]["/DisplayDocTitle"] in (True, "true")
    assert file.metadata.title
