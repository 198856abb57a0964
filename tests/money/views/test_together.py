"""What was entered for many at once, and how the club stood before its book."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Club
from scoring.money.actions.accounts import enter_for_each
from scoring.people.actions.people import add_players
from tests.book import KEY, named, of, stands
from tests.cast import PHONE, a_club, an_evening, some_id
from tests.html import refused, shown, text

pytestmark = pytest.mark.django_db
LONG = "Catherine Ashby-Cole-Featherstonehaugh"


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Ann", "Ben", LONG])
    add_players(club=club, names=["Gus"], guest=True)
    return club


def charge(club, *names, **more):
    people = [named(club, name).pk for name in names]
    fields = {"what": "charge", "key": KEY, "amount": "25", "note": "Subscription 2027"}
    return fields | {"people": people} | more


def test_a_charge_ticks_members_first_and_changing_ticks_keeps_what_was_typed(kate, club):
    page = kate.get(of(club, "enter?what=charge"))
    assert page.content.decode().count(" checked") == 3
    typed = charge(club, "Ann", dated="2026-05-02", tick="all")
    again = kate.post(of(club, "enter"), typed).content.decode()
    assert again.count(" checked") == 4
    for name in ("key", "amount", "note", "dated"):
        assert re.search(rf'<input[^>]*name="{name}"[^>]* value="{typed[name]}"', again), name
    assert stands(club) == ({}, 0)
    nobody = kate.post(of(club, "enter"), typed | {"tick": "nobody"}).content.decode()
    assert nobody.count(" checked") == 0


def test_a_charge_is_entered_once_and_shows_the_players_charged(kate, club):
    for _ in range(2):
        answer = kate.post(of(club, "enter"), charge(club, "Ann", LONG))
    assert answer.url == of(club, f"together/{KEY}/")
    assert stands(club) == ({"Ann": -2500, LONG: -2500}, 0)
    page = text(kate.get(answer.url).content.decode())
    assert "Subscription 2027" in page
    assert "2 entries, £50.00 in total." in page
    assert f"{LONG} now owes £25.00" in page


def test_a_whole_charge_is_undone_and_stays_visible(kate, club):
    kate.post(of(club, "enter"), charge(club, "Ann", "Ben"))
    back = of(club, f"together/{KEY}/take-back")
    page = text(kate.post(back, {"why": "Next year"}, follow=True).content.decode())
    assert "All undone" in page
    assert "all undone" in page
    assert stands(club) == ({}, 0)
    assert "already undone" in text(kate.post(back, follow=True).content.decode())
    status, _ = refused(back, {"why": "x" * 201}, client=kate)
    assert status == 422


def test_a_group_charge_that_was_never_made_is_not_found(kate, club):
    assert kate.get(of(club, f"together/{some_id(9)}/")).status_code == 404


def test_a_date_in_the_future_is_refused_at_its_field_and_nothing_typed_is_lost(kate, club):
    tomorrow = f"{timezone.localdate() + timedelta(days=1)}"
    status, page = refused(of(club, "enter"), charge(club, "Ann", dated=tomorrow), client=kate)
    assert status == 422
    assert "That day is in the future." in page
    assert stands(club) == ({}, 0)


def test_three_people_take_as_many_queries_as_one(kate, club):
    found = []
    for no, names in ((1, ["Ann"]), (2, ["Ann", "Ben", LONG])):
        people = [named(club, name) for name in names]
        what = {"what": "charge", "amount_minor": 1, "note": "x", "actor": PHONE}
        enter_for_each(club=club, people=people, key=some_id(no), **what)
        with CaptureQueriesContext(connection) as asked:
            kate.get(of(club, f"together/{some_id(no)}/"))
        found.append(len(asked))
    assert found[0] == found[1]


def opening(club, **more):
    ann, ben = (named(club, name).pk for name in ("Ann", "Ben"))
    return {"key": KEY, "cash": "42.10", f"owes-{ann}": "3.50", f"owed-{ben}": "£1.20"} | more


def test_a_club_moving_from_paper_types_the_opening_balances(kate, club):
    an_evening(club, played_on=date(2026, 5, 2))
    assert 'value="2026-01-01"' in kate.get(of(club, "opening")).content.decode()
    Club.objects.filter(pk=club.pk).update(year_begins=9)
    assert 'value="2025-09-01"' in kate.get(of(club, "opening")).content.decode()
    for _ in range(2):
        answer = kate.post(of(club, "opening"), opening(club, dated="2026-08-31"))
    assert stands(club) == ({"Ann": -350, "Ben": 120}, 4210)
    page = text(kate.get(answer.url).content.decode())
    assert "Cash box £42.10" in page
    assert "Ben now is owed £1.20 is owed £1.20" in page
    assert "Opening balance" in text(kate.get(of(club)).content.decode())


def test_the_opening_balance_lists_members_first_and_marks_guests(kate, club):
    add_players(club=club, names=["Aaron"], guest=True)
    page = kate.get(of(club, "opening"))
    rows = [text(row) for row in shown(page, r'<th scope="row">(.*?)</th>')]
    assert (rows[0], rows[-1]) == ("Ann", "Gus guest")
    assert 'data-narrows=".opening tbody tr"' in page.content.decode()


def test_an_opening_balance_after_other_lines_is_asked_about_once(kate, club):
    kate.post(of(club, "enter"), charge(club, "Ann", dated="2026-03-01"))
    late = opening(club, dated="2026-05-02", key=some_id(2))
    status, page = refused(of(club, "opening"), late, client=kate)
    assert status == 422
    assert "There are entries from 1 March 2026 on, before 2 May 2026" in page
    assert kate.post(of(club, "opening"), late | {"late": "2026-05-01"}).status_code == 422
    assert kate.post(of(club, "opening"), late | {"late": "2026-05-02"}).status_code == 302
    assert stands(club) == ({"Ann": -2850, "Ben": 120}, 4210)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"cash": "", "owes": "", "owed": ""}, "Enter at least one amount above zero."),
        ({"both": "1"}, "Fill in only one column for Ann."),
        ({"cash": "a lot"}, "is not an amount"),
        ({"dated": "2199-01-01"}, "That day is in the future."),
    ],
)
def test_a_refused_opening_balance_stays_on_the_page(kate, club, more, why):
    ann, ben = (named(club, name).pk for name in ("Ann", "Ben"))
    keys = {"owes": f"owes-{ann}", "owed": f"owed-{ben}", "both": f"owed-{ann}"}
    sent = opening(club) | {keys.get(name, name): value for name, value in more.items()}
    status, page = refused(of(club, "opening"), sent, client=kate)
    assert (status, why in page, stands(club)) == (422, True, ({}, 0))


def test_cash_in_the_opening_balance_has_no_receipt(kate, club):
    assert "Opening balance" in text(kate.get(of(club, "cash")).content.decode())
    kate.post(of(club, "opening"), opening(club))
    page = text(kate.get(of(club, "cash")).content.decode())
    assert "Opening balance" in page
    assert "Receipt" not in page
    line = club.entries.exclude(cash_minor=0).get()
    assert kate.get(of(club, f"lines/{line.pk}/receipt.pdf")).status_code == 404


def test_a_second_opening_balance_is_refused_with_advice(kate, club):
    kate.post(of(club, "opening"), opening(club))
    status, page = refused(of(club, "opening"), opening(club, cash="1"), client=kate)
    assert status == 409
    assert "Undo it first" in page
    assert "already an opening balance" in text(kate.get(of(club, "opening")).content.decode())
