"""What a club takes along: the page, and what it downloads."""

import csv
import gzip
import json
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.site.club_file.kinds import BY_NAME
from scoring.site.club_file.load import load_club
from scoring.site.club_file.writing import lines
from scoring.site.views.files import CALLED
from tests.cast import a_club, a_table, an_evening, an_officer, close, link, signed_in
from tests.html import shown, text
from tests.rich_club import a_rich_club, emptied

pytestmark = pytest.mark.django_db


def page_of(club, who="kate"):
    return signed_in(who).get(f"/clubs/{club.pk}/files/")


def downloaded(club, rest, who="kate"):
    answer = signed_in(who).get(f"/clubs/{club.pk}/files/{rest}")
    return answer, b"".join(answer.streaming_content) if answer.streaming else answer.content


def test_the_page_lists_what_can_be_exported_and_how_much():
    club = a_table("Eve! 5", "-", session=an_evening(a_club())).session.club
    page = page_of(club)
    assert [row.rsplit(" ", 1) for row in shown(page, r'<tr><th scope="row">.*?</tr>')][:5] == [
        ["people.csv All people", "5"],
        ["sessions.csv Club nights, with start time and check-in fee", "1"],
        ["attendance.csv Check-ins, with times and whether the fee was paid", "0"],
        ["sittings.csv Seats of each sitting, with the result of its player", "5"],
        ["hands.csv Hands, in words and in facts, with the points", "2"],
    ]
    assert shown(page, r"<li><b>.*?</li>") == [
        "5 people",
        "1 club night",
        "1 table",
        "1 sitting",
        "2 hands",
        "1 role",
        "2 table links",
    ]
    assert "manage.py club load FILE --owner NAME" in text(page.content.decode())


def test_every_kind_of_row_except_club_and_seat_has_a_label_on_the_page():
    assert {*CALLED} == {*BY_NAME} - {"club", "seat"}


def test_an_organiser_sees_only_the_spreadsheets():
    club = a_club()
    an_officer(club, "olga", "organiser")
    page = page_of(club, "olga").content.decode()
    assert ("spreadsheets.zip" in page, "club.jsonl.gz" in page) == (True, False)


def test_a_score_sheet_can_be_imported_into_an_open_evening():
    club = a_club()
    assert "To import a score sheet, open a new club night first." in text(
        page_of(club).content.decode()
    )
    session = an_evening(club)
    assert f'href="/sessions/{session.pk}/sheets/take-in"' in page_of(club).content.decode()


def test_the_whole_club_is_downloaded_and_can_be_loaded(tmp_path):
    club = a_rich_club()
    before = b"".join(lines(club))
    answer, data = downloaded(club, "club.jsonl.gz")
    assert answer["Content-Type"] == "application/gzip"
    assert answer["Content-Disposition"].startswith('attachment; filename="the-odz-bower-club-')
    assert gzip.decompress(data) == before
    file = tmp_path / "ours.jsonl.gz"
    file.write_bytes(data)
    emptied()
    assert b"".join(lines(load_club(file=file, officers=True).club)) == before


def test_a_download_without_codes_gives_no_access():
    table = a_table("Eve! 5", session=an_evening(a_club()))
    _, data = downloaded(table.session.club, "club.jsonl.gz?codes=no")
    assert link(table).token.encode() not in gzip.decompress(data)
    assert json.loads(gzip.decompress(data).splitlines()[-1])["is"] == "end"


def test_the_spreadsheets_come_in_one_zip_that_any_program_reads():
    club = a_table("Ben+Dan 3", session=an_evening(a_club())).session.club
    answer, data = downloaded(club, "spreadsheets.zip")
    assert answer["Content-Type"] == "application/zip"
    with ZipFile(BytesIO(data)) as found:
        (hand,) = csv.DictReader(StringIO(found.read("hands.csv").decode("utf-8-sig"), newline=""))
    assert hand["what happened"] == "Ben with Dan, three tricks"


@pytest.mark.parametrize("rest", ["", "club.jsonl.gz", "spreadsheets.zip"])
def test_a_large_club_takes_as_many_queries_as_a_small_one(rest):
    club, found = a_club(), set()
    for number in (1, 3):
        for _ in range(number):
            close(a_table("Eve! 5", session=an_evening(club)).session)
            an_evening(club)
        with CaptureQueriesContext(connection) as queries:
            downloaded(club, rest)
        found.add(len(queries))
    assert len(found) == 1
