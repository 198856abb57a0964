"""A year of the club's book: page, paper and spreadsheets say the same, to the penny."""

import csv
from datetime import date
from io import StringIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.evening.actions.check_in import arrive, pay_at_the_door
from scoring.league.actions.money import charge_all_asked
from scoring.models import Entry
from scoring.money.actions.accounts import bring_opening, enter, enter_for_each, take_back
from scoring.money.queries.accounts import first_of_year, year_of_book, years_of_book
from scoring.people.actions.people import add_players
from tests.book import of
from tests.cast import PHONE, a_club, an_evening, some_id
from tests.html import text
from tests.league.cast import FIRST, SECOND, a_league, a_match, counted
from tests.sheets.reading import collisions, outside, pages, squeezed, whole

pytestmark = pytest.mark.django_db
YEAR = "?first=2025-09-01&last=2026-08-31"


@pytest.fixture
def club():
    """A club whose book began on paper: a subscription that one of three has paid, cards bought,
    and something that was taken back in the year after."""
    club = a_club()
    people = ann, ben, *_ = add_players(club=club, names=["Ann", "Ben", "Cat"])
    about = {"club": club, "actor": PHONE}
    opening = {"cash_minor": 4210, "amounts": {ann: -350, ben: 120}}
    bring_opening(key=some_id(1), dated=date(2025, 9, 1), **opening, **about)
    charge = {"what": "charge", "amount_minor": 2500, "note": "Subscription"}
    enter_for_each(key=some_id(2), people=people, dated=date(2025, 10, 1), **charge, **about)
    paid = {"what": "paid in", "who": ann, "amount_minor": 2850}
    enter(key=some_id(3), dated=date(2025, 10, 3), **paid, **about)
    for no, (note, day) in enumerate([("Cards", date(2026, 8, 31)), ("cards", date(2026, 9, 1))]):
        spent = {"what": "spent", "amount_minor": 400, "note": note, "dated": day}
        enter(key=some_id(4 + no), **spent, **about)
    wrong = {"what": "spent", "amount_minor": 999, "note": "Hall", "dated": date(2026, 5, 1)}
    take_back(line=enter(key=some_id(9), **wrong, **about).line, actor=PHONE)
    return club


EXPECTED = [
    ["cash", "Spent: Cards", "0.00", "4.00", "GBP", ""],
    ["cash", "Paid in from accounts", "28.50", "0.00", "GBP", ""],
    ["cash", "in all", "28.50", "4.00", "GBP", ""],
    ["income and expense", "Charged: Subscription", "75.00", "0.00", "GBP", ""],
    ["income and expense", "Spent: Cards", "0.00", "4.00", "GBP", ""],
    ["income and expense", "in all", "75.00", "4.00", "GBP", ""],
    ["brought forward", "from the book before", "44.40", "", "GBP", ""],
    ["standing on 2025-09-01", "in the cash box", "42.10", "", "GBP", ""],
    ["standing on 2025-09-01", "people owe", "3.50", "", "GBP", ""],
    ["standing on 2025-09-01", "people are owed", "-1.20", "", "GBP", ""],
    ["standing on 2025-09-01", "the club’s own", "44.40", "", "GBP", ""],
    ["standing on 2026-08-31", "in the cash box", "66.60", "", "GBP", ""],
    ["standing on 2026-08-31", "people owe", "48.80", "", "GBP", ""],
    ["standing on 2026-08-31", "people are owed", "0.00", "", "GBP", ""],
    ["standing on 2026-08-31", "the club’s own", "115.40", "", "GBP", ""],
]


def csv_of(answer):
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return list(csv.reader(StringIO(content.decode("utf-8-sig"))))


def test_a_year_can_be_exported_as_a_spreadsheet(kate, club):
    head, *rows = csv_of(kate.get(of(club, f"year.csv{YEAR}")))
    assert head == ["table", "what", "in", "out", "currency", "league"]
    assert rows == EXPECTED


def test_page_paper_and_spreadsheets_say_the_same(kate, club):
    page = text(kate.get(of(club, f"year/{YEAR}")).content.decode())
    paper = whole(kate.get(of(club, f"year.pdf{YEAR}")).content)
    _, *cash = csv_of(kate.get(of(club, f"cash-book.csv{YEAR}")))
    year = year_of_book(club, date(2025, 9, 1), date(2026, 8, 31))
    assert year.adds_up
    assert [row[5] for row in cash] == ["42.10", "70.60", "66.60"]
    assert "Brought forward £42.10 Received £28.50 Paid £4.00 In the box £66.60" in page
    for amount in ("£42.10", "£28.50", "£66.60", "£75.00", "£71.00", "£4.00", "£115.40"):
        assert (amount in page, amount in paper) == (True, True), amount
    assert "to the penny" in page
    assert squeezed("Examined and found correct") in paper


@pytest.mark.parametrize(
    ("first", "last", "title"),
    [
        ("2026-01-01", "2026-12-31", "Year end"),
        ("2026-01-01", "2026-10-08", "Year end"),
        ("2024-02-01", "2024-02-29", "Month end"),
        ("2026-01-01", "2026-01-31", "Month end"),
        ("2026-09-01", "2026-10-08", "Accounts"),
    ],
)
def test_the_titles_of_page_and_paper_name_their_days(kate, club, monkeypatch, first, last, title):
    monkeypatch.setattr(timezone, "localdate", lambda *_: SECOND)
    days = f"?first={first}&last={last}"
    assert f"<h1>{title}</h1>" in kate.get(of(club, f"year/{days}")).content.decode()
    assert squeezed(title) in whole(kate.get(of(club, f"year.pdf{days}")).content)


def test_a_league_is_one_line_of_the_year_that_can_be_opened(kate, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_: SECOND)
    league = a_league("penryn-and-falmouth", season="2026-27")
    league.settings["fees"] |= {"entry": 1000, "match": 50}
    league.save()
    for team, name in zip(league.teams.all(), ("Ann", "Ben", "Cat", "Dan"), strict=True):
        team.captain = add_players(club=league.club, names=[name])[0]
        team.save()
    for day in (FIRST, SECOND):
        counted(a_match(league, "Mounties", "Trolls", day), games_home=5, games_away=4)
    charge_all_asked(league=league, key=some_id(1), actor=PHONE)
    days = "?first=2026-01-01&last=2026-12-31"
    page = text(kate.get(of(league.club, f"year/{days}")).content.decode())
    opened = (
        f"{league} £42.00 3 items of {league} Match fee of 1 October 2026 £1.00 "
        "Entry fee £40.00 Match fee of 8 October 2026 £1.00 "
        "Total £42.00 £0.00"
    )
    assert opened in page
    rows = csv_of(kate.get(of(league.club, f"year.csv{days}")))
    of_it = [row[1:3] for row in rows if row[5] == str(league)]
    assert of_it == [
        ["Match fee of 1 October 2026", "1.00"],
        ["Entry fee", "40.00"],
        ["Match fee of 8 October 2026", "1.00"],
    ]
    assert ["income and expense", "in all", "42.00", "0.00", "GBP", ""] in rows
    paper = whole(kate.get(of(league.club, f"year.pdf{days}")).content)
    assert squeezed("Match fee of 8 October 2026") in paper


def test_all_check_in_fees_of_an_evening_are_one_line_of_the_cash_book(kate):
    club = a_club()
    evening = an_evening(club, door_fee_minor=200)
    for player in add_players(club=club, names=["Ann", "Ben", "Cat"]):
        arrive(session=evening, player=player, actor=PHONE)
        if player.name != "Cat":
            pay_at_the_door(session=evening, player=player, paid=True, actor=PHONE)
    _, _, row = csv_of(kate.get(of(club, "cash-book.csv")))
    assert row[1:6] == [f"Check-in fees · {evening}", "2 payments", "4.00", "", "4.00"]
    page = text(kate.get(of(club, "year/")).content.decode())
    assert "Check-in fees £6.00" in page


def test_a_year_begins_with_the_month_that_the_club_chose(club):
    today = timezone.localdate()
    assert first_of_year(club, date(2026, 8, 31)) == date(2026, 1, 1)
    club.year_begins = 9
    assert first_of_year(club, date(2026, 8, 31)) == date(2025, 9, 1)
    assert years_of_book(club)[-1] == (date(2025, 9, 1), date(2026, 8, 31))
    assert years_of_book(club)[0][0] <= today <= years_of_book(club)[0][1]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("first=2026-05-01&last=2026-04-01", "Choose a first day that isn’t after the last day."),
        ("first=2026-05-01", "Enter both dates, or leave both blank."),
        ("first=May&last=2026-04-01", "“May” is not a date."),
    ],
)
def test_days_that_are_not_a_year_are_refused_with_what_was_typed(kate, club, asked, why):
    for place in ("year/", "year.pdf", "year.csv", "cash-book.csv"):
        answer = kate.get(of(club, f"{place}?{asked}"))
        assert answer.status_code == 422
        assert why in text(answer.content.decode())


def test_accounts_without_a_line_have_a_year_too(kate):
    club = a_club()
    assert "£0.00" in text(kate.get(of(club, "year/")).content.decode())
    assert kate.get(of(club, "year.pdf")).status_code == 200


def test_long_names_stay_on_the_paper(kate, club):
    Entry.objects.filter(kind="spent").update(note="Cards and " + "counters " * 18)
    (long,) = add_players(club=club, names=["Catherine Ashby-Cole-Featherstonehaugh"])
    about = {"club": club, "who": long, "actor": PHONE, "dated": date(2026, 1, 2)}
    enter(key=some_id(20), what="paid in", amount_minor=10**8, **about)
    for paper in ("A4", "letter"):
        sheet = kate.get(of(club, f"year.pdf{YEAR}&paper={paper}")).content
        problems = [[*collisions(page), *outside(page)] for page in pages(sheet)]
        assert (problems, squeezed(long.name) in whole(sheet)) == ([[], []], True)


def test_many_lines_take_as_many_queries_as_a_few(kate, club):
    found = []
    for more in range(2):
        for no in range(3 * more):
            about = {"club": club, "actor": PHONE, "what": "received", "note": f"Gift {no}"}
            enter(key=some_id(30 + no), amount_minor=1, dated=date(2026, 2, 1 + no), **about)
        with CaptureQueriesContext(connection) as asked:
            kate.get(of(club, f"year/{YEAR}"))
        found.append(len(asked))
    assert found[0] == found[1]
