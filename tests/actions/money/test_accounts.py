"""What a treasurer enters into the club's book, and takes back."""

import pytest

from scoring.actions import Refused
from scoring.actions.club.people import add_players
from scoring.actions.evening.sessions import mark_paid
from scoring.actions.money.accounts import enter, enter_for_each, take_back
from scoring.actions.money.ledger import charge_fee
from scoring.models import Attendance, Entry
from scoring.queries.money.accounts import waiting_on_sheets
from tests.book import stands
from tests.cast import EVE_ALONE, PHONE, a_club, a_table, again, an_evening, close, reopen, some_id

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return an_evening()


@pytest.fixture
def club(evening):
    return evening.club


@pytest.fixture
def people(club):
    return add_players(club=club, names=["Ann", "Ben", "Cat"])


def put(club, *, key=1, what="paid in", amount_minor=300, **more):
    return enter(
        club=club, key=some_id(key), what=what, amount_minor=amount_minor, actor=PHONE, **more
    )


def test_a_line_says_who_entered_it_why_and_for_which_evening(club, people, evening):
    line = put(club, who=people[0], session=evening, note="for last week").line
    assert (line.kind, line.credited, line.debited, line.amount_minor, line.cash_minor) == (
        "paid in",
        people[0],
        None,
        300,
        300,
    )
    assert (line.by, line.note, line.session, line.club) == (
        PHONE.name,
        "for last week",
        evening,
        club,
    )


def test_sent_twice_it_is_entered_once(club, people):
    first, second = (put(club, who=people[0]) for _ in range(2))
    assert (first.new, second.new, first.line == second.line) == (True, False, True)
    assert stands(club) == ({"Ann": 300}, 300)


@pytest.mark.parametrize(
    "other",
    [
        {"amount_minor": 200},
        {"what": "paid out"},
        {"note": "other"},
        {"who": None, "what": "received"},
    ],
)
def test_something_else_under_the_same_key_is_refused(club, people, other):
    put(club, who=people[0])
    with pytest.raises(Refused, match="Something else"):
        put(club, **{"who": people[0]} | other)
    assert stands(club) == ({"Ann": 300}, 300)


@pytest.mark.parametrize(("first", "then"), [(True, False), (False, True)])
def test_cash_is_not_added_or_left_out_afterwards(club, people, evening, first, then):
    pot = {"what": "pot", "who": people[0], "session": evening}
    put(club, **pot, in_cash=first)
    before = stands(club)
    with pytest.raises(Refused, match="Something else"):
        put(club, **pot, in_cash=then)
    assert stands(club) == before


def test_another_clubs_key_is_refused_too(club, people):
    elsewhere = a_club("Another club", organiser="mallory")
    put(elsewhere, what="received")
    with pytest.raises(Refused, match="Something else"):
        put(club, what="received")
    assert not club.entries.exists()


def test_everybody_puts_into_the_pot_once(club, people, evening):
    pot = {"club": club, "key": some_id(7), "what": "pot", "session": evening, "in_cash": True}
    assert enter_for_each(people=people[:2], amount_minor=100, actor=PHONE, **pot) == 2
    assert enter_for_each(people=people, amount_minor=100, actor=PHONE, **pot) == 1
    assert stands(club) == ({}, 300)


def test_a_line_is_taken_back_by_another_one_once(club, people):
    line = put(club, who=people[0]).line
    assert [take_back(line=line, actor=PHONE, why="Ben’s") for _ in range(2)] == [True, False]
    assert stands(club) == ({}, 0)
    back = again(line).reversed_by
    assert (back.kind, back.debited, back.credited, back.cash_minor, back.note) == (
        "paid in",
        people[0],
        None,
        -300,
        "Ben’s",
    )


def test_with_a_prize_goes_the_cash_that_paid_it(club, people, evening):
    line = put(club, what="prize", who=people[0], session=evening, in_cash=True).line
    take_back(line=line, actor=PHONE)
    assert (stands(club), club.entries.count()) == (({}, 0), 4)


def test_the_cash_alone_may_be_taken_back(club, people, evening):
    put(club, what="pot", who=people[0], session=evening, in_cash=True)
    take_back(line=club.entries.get(credited=people[0]), actor=PHONE)
    assert stands(club) == ({"Ann": -300}, 0)


def lines_that_stay():
    """A line of each kind that an evening wrote, or that takes another back."""
    table = a_table(EVE_ALONE)
    came = Attendance.objects.create(
        session=table.session, player=table.sitting.players[0], fee_minor=200
    )
    charge_fee(attendance=came, actor=PHONE)
    mark_paid(payment=close(table.session).payments.first(), paid=True, actor=PHONE)
    take_back(line=put(table.session.club, what="received").line, actor=PHONE)
    book = Entry.objects.filter(club=table.session.club)
    return [
        (book.get(kind="fee"), "at the door|there"),
        (book.filter(kind="settlement").first(), "reopen the evening"),
        (book.get(kind="payment"), "take the tick away"),
        (book.get(reverses__isnull=False), "enter that one anew"),
    ]


def test_what_an_evening_wrote_is_put_right_where_it_was_told():
    lines = lines_that_stay()
    before = Entry.objects.count()
    for line, why in lines:
        with pytest.raises(Refused, match=why):
            take_back(line=line, actor=PHONE)
    assert Entry.objects.count() == before


def test_only_the_money_of_the_latest_closing_waits_on_the_sheets():
    table = a_table(EVE_ALONE)
    club = table.session.club
    points = a_table(EVE_ALONE, session=an_evening(club), stake_minor=0)
    close(points.session)
    close(table.session)
    reopen(table.session)
    second = close(table.session)
    mark_paid(payment=second.payments.first(), paid=True, actor=PHONE)
    (waiting,) = waiting_on_sheets(club)
    assert (waiting, len(waiting.waiting)) == (second, 3)
    reopen(table.session)
    (waiting,) = waiting_on_sheets(club)
    assert bool(waiting.reopened_at)
