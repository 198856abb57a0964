"""The club as spreadsheets: what stands in them, and how CSV has it."""

import csv
from datetime import UTC, date, datetime, time
from io import BytesIO, StringIO
from xml.etree.ElementTree import fromstring
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from python_calamine import load_workbook

from scoring.common import workbook as workbooks
from scoring.common.spreadsheets import Spreadsheet, cell
from scoring.models import Player
from scoring.site.club_file.spreadsheets import (
    SPREADSHEETS,
    spreadsheets_workbook,
    zipped_spreadsheets,
)
from scoring.table.actions.corrections import take_back
from tests.cast import (
    DAN_REVOKES,
    FIVE,
    PHONE,
    a_club,
    a_table,
    an_evening,
    close,
    log,
    log_all,
    log_unseen,
    signed_in,
    some_id,
)
from tests.rich_club import a_rich_club
from tests.tournament.cast import a_tournament, begun, ended, tell

BY_NAME = {sheet.name: sheet for sheet in SPREADSHEETS}


def rows(name, club):
    """The rows of a spreadsheet as a program reads them, by column."""
    text = "".join(BY_NAME[name].lines(club)).removeprefix("\ufeff")
    return list(csv.DictReader(StringIO(text, newline=""), strict=True))


def columns(name, club, *wanted):
    return [tuple(row[column] for column in wanted) for row in rows(name, club)]


# -- cells
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (None, ""),
        (True, "yes"),
        (False, "no"),
        (0, 0),
        (-3, -3),
        ("-0.50", "-0.50"),
        ("=1+1", "'=1+1"),
        ("+44 20 7946", "'+44 20 7946"),
        ("-cmd", "'-cmd"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("-1\n=2", "'-1\n=2"),
        ("Ann", "Ann"),
        (date(2026, 11, 20), "2026-11-20"),
        (time(19, 30), "19:30:00"),
        (datetime(2026, 11, 20, 20, 15, tzinfo=UTC), "2026-11-20 20:15:00"),
    ],
)
def test_a_cell_is_plain_text_and_never_a_formula(value, found):
    assert cell(value) == found


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8")), min_size=2, max_size=2)))
def test_any_text_survives_a_spreadsheet_except_for_the_mark_that_disarms_it(table):
    sheet = Spreadsheet(name="x", holds="", of="x", columns=("a", "b"), rows=lambda club: table)
    text = "".join(sheet.lines(None))
    head, *found = csv.reader(StringIO(text, newline=""), strict=True)
    assert head == ["\ufeffa", "b"]
    assert [[value.removeprefix("'") for value in row] for row in found] == [
        [value.removeprefix("'") for value in row] for row in table
    ]
    assert not any(value[:1] in ("=", "@", "\t", "\r") for row in found for value in row)


def test_lines_end_as_rfc_4180_requires():
    sheet = Spreadsheet(
        name="x", holds="", of="x", columns=("a", "b"), rows=lambda club: [('say "hi"', 1)]
    )
    assert list(sheet.lines(None)) == ["\ufeffa,b\r\n", '"say ""hi""",1\r\n']


# -- what stands in them
# -------------------------------------------------------------------------------


@pytest.mark.django_db
def test_everyone_on_the_list_is_in_the_people_spreadsheet():
    club = a_club()
    reached = {"phone": "+44 20 7946 0000", "email": "zoe@example.org"}
    Player.objects.create(club=club, name="Zoë", short_name="Zo", notes="=vegetarian", **reached)
    Player.objects.create(club=club, name="Ann", guest=True, active=False)
    assert rows("people", club) == [
        {
            "name": "Ann",
            "short name": "",
            "member or guest": "guest",
            "still comes": "no",
            "telephone": "",
            "e-mail": "",
            "notes": "",
        },
        {
            "name": "Zoë",
            "short name": "Zo",
            "member or guest": "member",
            "still comes": "yes",
            "telephone": "'+44 20 7946 0000",
            "e-mail": "zoe@example.org",
            "notes": "'=vegetarian",
        },
    ]


@pytest.mark.django_db
def test_a_sitting_has_a_line_for_every_seat_with_winnings_and_losses():
    table = a_table("Ben+Dan 5", "Eve! 5", session=an_evening(title="The final"))
    club = table.session.club
    found = columns(
        "sittings", club, "session", "table", "seat", "name", "points", "net points", "net money"
    )
    assert found == [
        ("The final", "1", "1", "Ann", "0", "-11", "-2.75"),
        ("The final", "1", "2", "Ben", "3", "4", "1.00"),
        ("The final", "1", "3", "Cat", "0", "-11", "-2.75"),
        ("The final", "1", "4", "Dan", "3", "4", "1.00"),
        ("The final", "1", "5", "Eve", "5", "14", "3.50"),
    ]


@pytest.mark.django_db
def test_a_tournament_has_a_line_per_entrant_and_a_line_for_each_of_their_rounds():
    tournament = a_tournament(
        [("Ann", "Ben"), ("Cat", "Dan")], style="pairs", session=an_evening(title="Pairs")
    )
    row = begun(tournament)
    log(row.tables.get().table, "-")
    first, other = (row.placings.get(seat=seat).entrant for seat in "NE")
    tell(ended(row), 1, 8, 3, lones={first.no: 2})
    club = tournament.session.club
    assert columns(
        "tournaments",
        club,
        "session",
        "format",
        "rank",
        "name",
        "points",
        "rounds won",
        "lone hands",
    ) == [
        ("Pairs", "Pairs", "1", first.name, "8", "1", "2"),
        ("Pairs", "Pairs", "2", other.name, "3", "0", "0"),
    ]
    found = columns(
        "rounds", club, "round", "table", "seat", "name", "points", "points against", "won"
    )
    assert sorted(found) == [
        ("1", "1", "E", other.name, "3", "8", "no"),
        ("1", "1", "N", first.name, "8", "3", "yes"),
    ]
    assert set(columns("sittings", club, "net points", "net money")) == {("0", "0.00")}


@pytest.mark.django_db
def test_a_hand_is_exported_in_words_and_fact_by_fact():
    table = a_table(session=an_evening(played_on=date(2026, 5, 1)))
    log(table, "Ben+Dan 3", id=some_id(1), note="well\nplayed")
    log(table, DAN_REVOKES)
    take_back(record=log(table, "Cat! 2"), actor=PHONE)
    log_unseen(table, "-")
    club = table.session.club
    first, *_ = rows("hands", club)
    assert {name: value for name, value in first.items() if value and name != "logged"} == {
        "date": "2026-05-01",
        "session": "Friday 1 May 2026",
        "table": "1",
        "sitting": "1",
        "hand": "1",
        "state": "counted",
        "dealer": "Ann",
        "what happened": "Ben with Dan, three tricks",
        "who scored": "Ben and Dan +1 each",
        "maker": "Ben",
        "partner": "Dan",
        "tricks": "3",
        "note": "well\nplayed",
        "logged by": "a phone at the table",
        "corrections": "0",
        "id": str(some_id(1)),
    }
    assert columns("hands", club, "hand", "state", "what happened", "irregularities") == [
        ("1", "counted", "Ben with Dan, three tricks", ""),
        ("2", "counted", "Ben with Ann; Dan reneged", "revoke, Dan, 1"),
        ("", "taken-back", "Cat alone, two tricks", ""),
        ("", "waiting", "Passed out", ""),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(("stake", "amount"), [(25, ("0.50", "GBP")), (0, ("2", "points"))])
def test_payments_say_whether_they_are_money_or_points(stake, amount):
    table = a_table("Ben+Dan 3", stake_minor=stake)
    close(table.session)
    assert set(columns("payments", table.session.club, "amount", "unit")) >= {amount}


@pytest.mark.django_db
def test_an_undo_entry_names_the_entry_that_it_undoes():
    club = a_rich_club()
    found = rows("entries", club)
    by_key = {row["key"]: row for row in found}
    (reversing,) = (row for row in found if row["takes back the line"])
    assert by_key[reversing["takes back the line"]]["kind"] == "fee"
    spent = [row for row in found if row["kind"] == "spent"]
    assert [
        (row["from the account of"], row["into the cash box"], row["note"]) for row in spent
    ] == [("the club", "-4.50", "cards")]


@pytest.mark.django_db
def test_a_season_is_exported_with_its_standings():
    club = a_rich_club()
    found = columns("seasons", club, "season", "decided by", "name", "evenings")
    assert ("Spring", "points_a_hand, net_minor", "Ann", "1") in found


@pytest.mark.django_db
def test_one_zip_has_all_spreadsheets_with_the_promised_columns():
    club = a_rich_club()
    with ZipFile(BytesIO(b"".join(zipped_spreadsheets(club)))) as found:
        assert found.testzip() is None
        assert found.namelist() == [f"{name}.csv" for name in BY_NAME]
        for name, sheet in BY_NAME.items():
            lines = list(
                csv.reader(StringIO(found.read(f"{name}.csv").decode("utf-8-sig"), newline=""))
            )
            assert lines[0] == list(sheet.columns)
            assert len(lines) > 1
            assert {len(line) for line in lines} == {len(sheet.columns)}


@pytest.mark.django_db
def test_an_empty_club_has_spreadsheets_with_headings_only():
    club = a_club()
    assert {name: rows(name, club) for name in BY_NAME} == {name: [] for name in BY_NAME}


@pytest.mark.django_db
def test_many_rows_take_as_many_queries_as_few():
    club, found = a_club(), set()
    for number in (1, 3):
        for _ in range(number):
            table = a_table(session=an_evening(club), names=FIVE)
            log_all(table, *["Eve! 5", "-"] * number)
            close(table.session)
        with CaptureQueriesContext(connection) as queries:
            b"".join(zipped_spreadsheets(club))
        found.add(len(queries))
    assert len(found) == 1


# -- workbooks
# ---------------------------------------------------------------------------------------------


def written(*tables):
    """The parts of a workbook by their names, each well-formed XML."""
    found = ZipFile(BytesIO(b"".join(workbooks.workbook(tables))))
    parts = {name: found.read(name).decode() for name in found.namelist()}
    assert all(fromstring(part) is not None for part in parts.values())
    return parts


def read_back(*tables):
    """The rows of each sheet as a program reads them, by its title."""
    book = load_workbook(BytesIO(b"".join(workbooks.workbook(tables))))
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


def test_a_workbook_has_numbers_days_and_times():
    rows = [
        (3, "-0.50", "0012"),
        (date(2026, 11, 20), time(19, 30), True),
        (datetime(2026, 11, 20, 20, 15), None, "1250"),
    ]
    assert read_back(("x", ("a", "b", "c"), rows))["x"] == [
        ["a", "b", "c"],
        [3, -0.5, "0012"],
        [date(2026, 11, 20), time(19, 30), "yes"],
        [datetime(2026, 11, 20, 20, 15), "", "1250"],
    ]


FORMULAS = ["=1+1", "+44 20 7946", "@SUM(A1)", "-cmd", "\t=1", "</t></is><f>1+1</f>", "&amp; <b>"]
FORMULAS += ["<r><t>1</t></r>", "https://bowers.example", "_x003D_1"]


def test_no_text_of_a_workbook_is_a_formula():
    table = ("x", ("=1",), [(one,) for one in FORMULAS])
    sheet = written(table)["xl/worksheets/sheet1.xml"]
    assert "<f>" not in sheet
    assert sheet.count('t="inlineStr"') == len(FORMULAS) + 1
    shown = [row[0].strip() for row in read_back(table)["x"]]
    assert shown == ["=1", *(one.strip() for one in FORMULAS)]


@given(st.lists(st.text(st.characters(codec="utf-8")), min_size=1, max_size=5))
def test_any_text_makes_a_workbook_that_can_be_read(words):
    rows = [(f"word {one}",) for one in words]
    assert len(read_back(("x", ("a",), rows))["x"]) == len(rows) + 1
    written(("x", ("a",), rows))


def test_a_cell_has_no_more_letters_than_excel_counts():
    (_, (plain,), (emoji,)) = read_back(("x", ("a",), [("a" * 40_000,), ("a" + "🃏" * 20_000,)]))[
        "x"
    ]
    assert len(plain) == workbooks.LONGEST_CELL
    assert emoji == "a" + "🃏" * ((workbooks.LONGEST_CELL - 1) // 2)


def test_the_titles_of_sheets_are_short_and_differ():
    tables = [(name, ("a",), []) for name in ("hands", "Hands", "a/b:[c]" * 9, "", "'x'")]
    titles = [*read_back(*tables)]
    assert titles[:2] == ["hands", "Hands 2"]
    assert len({one.casefold() for one in titles}) == 5
    assert all(1 <= len(one) <= 31 and not set(one) & set("[]:*?/") for one in titles)


def test_more_rows_than_a_sheet_holds_go_on_in_another(monkeypatch):
    monkeypatch.setattr(workbooks, "MOST_ROWS", 3)
    found = read_back(("hands", ("no",), [(no,) for no in range(5)]))
    assert found == {
        "hands": [["no"], [0], [1]],
        "hands 2": [["no"], [2], [3]],
        "hands 3": [["no"], [4]],
    }


@pytest.mark.django_db
def test_the_whole_club_is_a_workbook_with_a_sheet_for_each_file():
    club = a_rich_club()
    book = load_workbook(BytesIO(b"".join(spreadsheets_workbook(club))))
    assert book.sheet_names == [sheet.name for sheet in SPREADSHEETS]
    for sheet in SPREADSHEETS:
        found = book.get_sheet_by_name(sheet.name).to_python()
        assert found[0] == [*sheet.columns]
        assert len(found) == len(rows(sheet.name, club)) + 1


@pytest.mark.django_db
def test_a_season_is_a_workbook_under_its_address_with_another_ending():
    club = a_rich_club()
    season = club.seasons.first()
    answer = signed_in().get(f"/clubs/{club.pk}/seasons/{season.pk}.xlsx")
    assert answer["Content-Type"].endswith("spreadsheetml.sheet")
    assert answer["Content-Disposition"].endswith('.xlsx"')
    head = load_workbook(BytesIO(answer.content)).get_sheet_by_index(0).to_python()[0]
    text = signed_in().get(f"/clubs/{club.pk}/seasons/{season.pk}.csv").content.decode("utf-8-sig")
    assert head == next(csv.reader(StringIO(text)))
