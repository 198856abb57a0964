"""A player's account on paper: every line of a span, what was brought forward, what it comes to."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Entry
from scoring.money.views.statement import statement_of, statements_of_all_who_owe
from scoring.people.actions.people import add_players
from tests.cast import a_club, signed_in
from tests.html import said
from tests.sheets.reading import collisions, outside, pages, squeezed, whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    (player,) = add_players(club=a_club(), names=["Ann"])
    for day, minor, note in ((1, -350, ""), (8, 125, "for tea"), (15, -1, "")):
        side = "credited" if minor > 0 else "debited"
        about = {"kind": "adjustment", "amount_minor": abs(minor), "note": note, "by": "kate"}
        dated = date(2026, 10, day)
        Entry.objects.create(club=player.club, dated=dated, **{side: player}, **about)
    return player


def rows(listing):
    return [" | ".join(row) for row in (*listing.rows, listing.totals)]


def test_a_statement_lists_every_line_from_first_to_last(ann):
    listing = statement_of(ann, last=date(2026, 10, 31))
    assert rows(listing) == [
        "1 Oct 2026 | Correction | −£3.50 | −£3.50",
        "8 Oct 2026 | Correction · for tea | +£1.25 | −£2.25",
        "15 Oct 2026 | Correction | −£0.01 | −£2.26",
        " | Balance on 31 October 2026 |  | −£2.26",
    ]
    assert (listing.about, listing.status) == ("up to 31 October 2026", "owes the club £2.26")


def test_a_fee_or_prize_paid_at_once_has_two_rows_that_add_up(ann):
    about = {"club": ann.club, "amount_minor": 200, "by": "kate", "dated": date(2026, 10, 20)}
    for kind, charged, paid, cash in (
        ("fee", "debited", "credited", 200),
        ("prize", "credited", "debited", -200),
    ):
        line = Entry.objects.create(kind=kind, **{charged: ann}, **about)
        Entry.objects.create(kind=kind, **{paid: ann}, settles=line, cash_minor=cash, **about)
    listing = statement_of(ann, first=date(2026, 10, 20), last=date(2026, 10, 31))
    assert rows(listing) == [
        " | Brought forward on 20 October 2026 |  | −£2.26",
        "20 Oct 2026 | Check-in fee | −£2.00 | −£4.26",
        "20 Oct 2026 | Check-in fee, paid in cash | +£2.00 | −£2.26",
        "20 Oct 2026 | Prize | +£2.00 | −£0.26",
        "20 Oct 2026 | Prize, paid out in cash | −£2.00 | −£2.26",
        " | Balance on 31 October 2026 |  | −£2.26",
    ]


def test_a_period_starts_with_the_balance_brought_forward_and_includes_both_days(ann):
    listing = statement_of(ann, first=date(2026, 10, 8), last=date(2026, 10, 8))
    assert rows(listing) == [
        " | Brought forward on 8 October 2026 |  | −£3.50",
        "8 Oct 2026 | Correction · for tea | +£1.25 | −£2.25",
        " | Balance on 8 October 2026 |  | −£2.25",
    ]
    assert listing.about == "8 October 2026 to 8 October 2026"


def test_a_period_without_lines_still_has_a_balance(ann):
    listing = statement_of(ann, first=date(2026, 10, 20), last=date(2026, 10, 21))
    assert rows(listing) == [
        " | Brought forward on 20 October 2026 |  | −£2.26",
        " | Balance on 21 October 2026 |  | −£2.26",
    ]
    before = statement_of(ann, last=date(2026, 9, 1))
    assert (rows(before), before.status) == (
        [" | Balance on 1 September 2026 |  | £0.00"],
        "settled",
    )


def ask(ann, query=""):
    return signed_in().get(f"/clubs/{ann.club_id}/accounts/{ann.pk}/statement.pdf{query}")


@pytest.mark.parametrize("paper", ["A4", "letter"])
def test_the_printed_statement_takes_as_many_pages_as_it_needs(ann, paper):
    about = {"club": ann.club, "debited": ann, "kind": "fee", "amount_minor": 123_456, "by": "kate"}
    Entry.objects.bulk_create(Entry(**about, note="W" * 200) for _ in range(60))
    answer = ask(ann, f"?paper={paper}&first=2026-10-08")
    assert (answer["Content-Type"], answer["Content-Disposition"]) == (
        "application/pdf",
        'inline; filename="account-ann.pdf"',
    )
    found = pages(answer.content)
    assert len(found) > 1
    assert [problem for page in found for problem in (*collisions(page), *outside(page))] == []
    for words in ("Account of Ann", "Brought forward on 8 October 2026", "−£74,075.86"):
        assert squeezed(words).replace(",", "") in whole(answer.content)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?first=x", "“x” is not a date."),
        ("?first=2026-10-02&last=2026-10-01", "Choose a first day that isn’t after the last day."),
        ("?last=9999-12-31", "enter a year from"),
        ("?first=0001-01-01", "enter a year from"),
    ],
)
def test_impossible_dates_are_refused_in_a_sentence_beside_the_account(ann, query, sentence):
    answer = ask(ann, query)
    assert (answer.status_code, sentence in said(answer)) == (422, True)
    assert "Not saved" not in answer.content.decode()
    assert "Entries" in answer.content.decode()


def test_the_account_page_offers_the_statement(ann):
    page = signed_in().get(f"/clubs/{ann.club_id}/accounts/{ann.pk}/").content.decode()
    assert f'action="/clubs/{ann.club_id}/accounts/{ann.pk}/statement.pdf"' in page


def test_many_lines_take_as_many_queries_as_one(ann, django_assert_num_queries):
    for number in (1, 3):
        for _ in range(number):
            about = {"kind": "fee", "amount_minor": 5, "by": "kate"}
            Entry.objects.create(club=ann.club, debited=ann, **about)
        with django_assert_num_queries(5):
            statement_of(ann, first=date(2026, 10, 1))


def test_the_statements_of_all_who_owe_are_those_of_each_of_them(ann):
    ben, cat = add_players(club=ann.club, names=["Ben", "Cat"])
    about = {"club": ann.club, "kind": "adjustment", "amount_minor": 70, "by": "kate"}
    Entry.objects.create(debited=cat, dated=date(2026, 10, 9), **about)
    Entry.objects.create(credited=ben, dated=date(2026, 10, 9), **about)
    Entry.objects.create(credited=cat, dated=date(2026, 11, 2), **about)
    for first in (None, date(2026, 10, 5)):
        days = {"first": first, "last": date(2026, 10, 31)}
        found = statements_of_all_who_owe(ann.club, **days)
        assert found == [(one, statement_of(one, **days)) for one in (ann, cat)]


def test_the_statements_of_all_who_owe_take_no_more_queries_for_more_people(ann):
    counts = []
    for names in ((), ("Ben", "Cat", "Dan")):
        for player in names and add_players(club=ann.club, names=names):
            about = {"kind": "adjustment", "amount_minor": 9, "by": "kate"}
            dated = date(2026, 10, 9)
            Entry.objects.create(club=ann.club, debited=player, dated=dated, **about)
        with CaptureQueriesContext(connection) as queries:
            people = len(statements_of_all_who_owe(ann.club, last=date(2026, 10, 31)))
        counts.append((people, len(queries)))
    assert counts == [(1, counts[0][1]), (4, counts[0][1])]


def test_the_statements_are_one_pdf_and_missing_where_everyone_is_settled_up(ann):
    kate = signed_in()
    at = f"/clubs/{ann.club_id}/accounts/statements.pdf"
    answer = kate.get(at, {"first": "2026-10-01", "last": "2026-10-31"})
    assert (len(pages(answer.content)), answer["Content-Type"]) == (1, "application/pdf")
    assert squeezed("Account of Ann") in whole(answer.content)
    assert kate.get(at, {"last": "2026-09-30"}).status_code == 404
    refused = kate.get(at, {"first": "2026-10-02", "last": "2026-10-01"})
    assert (refused.status_code, said(refused)) == (
        422,
        "Choose a first day that isn’t after the last day.",
    )
