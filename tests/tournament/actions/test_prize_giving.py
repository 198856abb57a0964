"""The money of prizes and pots in the club's book."""

import pytest

from scoring.common.refused import Refused
from scoring.evening.actions.check_in import arrive, pay_at_the_door
from scoring.models import Entry
from scoring.money.actions.accounts import take_back
from scoring.money.queries.accounts import balances, cash_of
from scoring.site.club_file.writing import save
from scoring.tournament.actions.finishing import decide_cut, finish, open_again
from scoring.tournament.actions.prize_giving import (
    count_pot,
    pay_all,
    pay_prize,
    take_all_back,
    take_prize_back,
)
from scoring.tournament.queries.prizes import Expected, dues_of, expected_in
from tests.cast import PHONE, a_club, again, an_evening, close, everything, log_all, some_id
from tests.rich_club import emptied
from tests.tournament.cast import a_tournament, begun, ended, played_to, tell, tell_all

pytestmark = pytest.mark.django_db

PRIZES = [
    {"prize": "first", "amount": 1501},
    {"prize": "second", "amount": 500},
    {"prize": "lowest", "gift": "Soap"},
]
BASKET = {"name": "The basket", "to": "most lone hands", "each": 20, "for_each": "lone"}


@pytest.fixture
def tournament():
    """Ann and Ben (or whoever sat there) share the first two prizes: 1001 and 1000."""
    made = a_tournament(4, prizes=PRIZES, pots=[BASKET])
    played_to(made, 1)
    return again(made)


def finished(tournament):
    return finish(tournament=again(tournament), actor=PHONE)


def dues(tournament):
    return dues_of(again(tournament))


def pay(tournament, due, *, in_cash=True):
    about = {"tournament": again(tournament), "actor": PHONE, "though_short": True}
    return pay_prize(key=due.key, in_cash=in_cash, **about)


def refusal(verb, tournament, **what):
    tournament = again(tournament)
    stored = everything()
    with pytest.raises(Refused) as why:
        verb(tournament=tournament, actor=PHONE, **what)
    assert everything() == stored
    return str(why.value)


def told(line):
    return (
        line.kind,
        line.debited_id,
        line.credited_id,
        line.amount_minor,
        line.cash_minor,
        line.note,
    )


# -- prizes
# ----------------------------------------------------------------------------------------------


def test_tied_entrants_share_prizes_to_the_penny(tournament):
    finished(tournament)
    assert [(due.prize, due.amount) for due in dues(tournament)] == [
        ("first and second", 1001),
        ("first and second", 1000),
    ]


def test_no_prize_is_due_before_the_results_are_announced(tournament):
    assert dues(tournament) == []
    assert pay_all(tournament=tournament, in_cash=True, actor=PHONE) == 0


def test_a_prize_paid_in_cash_leaves_the_cash_box_and_changes_no_account(tournament):
    finished(tournament)
    due, _ = dues(tournament)
    assert pay(tournament, due) is True
    club = tournament.session.club
    assert (cash_of(club), balances(club)) == (-1001, {})
    prize, cash = Entry.objects.order_by("pk")
    assert told(prize) == ("prize", None, due.player.pk, 1001, 0, "First and second")
    assert told(cash) == ("prize", due.player.pk, None, 1001, -1001, "First and second")
    assert {line.session for line in (prize, cash)} == {tournament.session}


def test_a_prize_can_be_paid_to_an_account(tournament):
    finished(tournament)
    _, due = dues(tournament)
    pay(tournament, due, in_cash=False)
    club = tournament.session.club
    assert (cash_of(club), balances(club)) == (0, {due.player.pk: 1000})


def test_a_prize_paid_twice_is_paid_once(tournament):
    finished(tournament)
    due, other = dues(tournament)
    pay(tournament, due)
    stored = everything()
    assert pay(tournament, due) is False
    assert pay(tournament, due, in_cash=False) is False
    assert everything() == stored
    assert [one.line is not None for one in dues(tournament)] == [True, False]
    assert pay_all(tournament=again(tournament), in_cash=True, though_short=True, actor=PHONE) == 1
    assert cash_of(tournament.session.club) == -2001


def test_an_undone_prize_is_unpaid_and_a_late_tap_does_not_pay_it_again(tournament):
    finished(tournament)
    due, _ = dues(tournament)
    pay(tournament, due)
    (paid, _) = dues(tournament)
    assert take_prize_back(tournament=again(tournament), key=paid.line.key, actor=PHONE) is True
    assert take_prize_back(tournament=again(tournament), key=paid.line.key, actor=PHONE) is False
    assert (cash_of(tournament.session.club), balances(tournament.session.club)) == (0, {})
    assert pay(tournament, due) is False
    assert Entry.objects.count() == 4
    (anew, _) = dues(tournament)
    assert (anew.line, anew.key != due.key) == (None, True)
    assert pay(tournament, anew) is True
    assert cash_of(tournament.session.club) == -1001


def test_a_prize_undone_in_the_accounts_is_open_again(tournament):
    finished(tournament)
    pay(tournament, dues(tournament)[0])
    take_back(line=dues(tournament)[0].line, actor=PHONE)
    assert [due.line for due in dues(tournament)] == [None, None]


def test_a_prize_that_is_not_due_is_not_paid(tournament):
    finished(tournament)
    assert refusal(pay_prize, tournament, key=some_id(1), in_cash=True) == (
        "This prize has changed. This page is out of date. Reload it and try again."
    )


def test_a_pair_splits_its_prize():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs", prizes=PRIZES[:1])
    tell(ended(begun(tournament)), 1, 8, 3)
    finished(tournament)
    assert sorted(due.amount for due in dues(tournament)) == [750, 751]
    assert pay_all(tournament=again(tournament), in_cash=False, actor=PHONE) == 2
    assert sorted(balances(tournament.session.club).values()) == [750, 751]


def test_a_prize_decided_by_a_cut_is_due_once_the_cut_is_won():
    tournament = a_tournament(4, prizes=PRIZES[:1], share=False)
    played_to(tournament, 1)
    finished(tournament)
    assert dues(tournament) == []
    one, other = again(tournament).results["prizes"][0]["to"]
    decide_cut(tournament=again(tournament), prize="first", winner=one)
    assert [(due.entrant, due.amount) for due in dues(tournament)] == [(one, 1501)]
    pay_all(tournament=again(tournament), in_cash=True, though_short=True, actor=PHONE)
    with pytest.raises(Refused, match="This prize is already paid."):
        decide_cut(tournament=again(tournament), prize="first", winner=other)


def test_prizes_can_be_paid_after_the_evening_is_closed(tournament):
    finished(tournament)
    close(tournament.session)
    assert pay_all(tournament=again(tournament), in_cash=True, though_short=True, actor=PHONE) == 2


def test_a_tournament_with_a_paid_prize_cannot_be_reopened(tournament):
    finished(tournament)
    pay(tournament, dues(tournament)[0])
    with pytest.raises(Refused) as why:
        open_again(tournament=again(tournament), actor=PHONE)
    assert str(why.value) == ("1 prize was paid. Undo that first, then reopen the tournament.")
    assert take_all_back(tournament=again(tournament), actor=PHONE) == 1
    assert open_again(tournament=again(tournament), actor=PHONE).finished_at is None
    assert cash_of(tournament.session.club) == 0


def test_a_club_loaded_from_a_file_knows_which_prizes_were_paid(tournament, tmp_path):
    from scoring.site.club_file.load import load_club

    finished(tournament)
    pay(tournament, dues(tournament)[0])
    before = [(due.amount, due.key, due.line and due.line.key) for due in dues(tournament)]
    save(tournament.session.club, file=tmp_path / "ours.jsonl")
    emptied()
    a_tournament(4, session=an_evening(a_club("Another club", organiser="mallory")))
    club = load_club(file=tmp_path / "ours.jsonl", officers=True).club
    now = dues_of(club.sessions.get().tournament)
    assert [(due.amount, due.key, due.line and due.line.key) for due in now] == before


# -- pots
# ------------------------------------------------------------------------------------------------


def test_the_counted_money_of_a_pot_is_received_and_becomes_its_prize(tournament):
    count_pot(tournament=tournament, name="The basket", amount=260, actor=PHONE)
    club = tournament.session.club
    assert (cash_of(club), balances(club)) == (260, {})
    assert [told(line) for line in Entry.objects.all()] == [
        ("received", None, None, 260, 260, "The basket")
    ]
    (basket,) = finished(tournament).results["prizes"][-1:]
    assert (basket["prize"], basket["to"], basket["amount"]) == ("The basket", [], 260)


def test_a_pot_counted_again_has_the_latest_amount_in_the_accounts(tournament):
    for amount in (260, 260, 300, 0, 300):
        count_pot(tournament=again(tournament), name="The basket", amount=amount, actor=PHONE)
        assert cash_of(tournament.session.club) == amount
    assert [line.cash_minor for line in Entry.objects.order_by("pk")] == [260, -260, 300, -300, 300]


def test_the_basket_goes_to_the_entrant_with_most_lone_hands():
    tournament = a_tournament(4, prizes=[], pots=[BASKET])
    row = ended(begun(tournament))
    one = row.placings.first().entrant
    tell(row, 1, 7, 5, lones={one.no: 2})
    count_pot(tournament=again(tournament), name="The basket", amount=260, actor=PHONE)
    finished(tournament)
    assert [(due.prize, due.player, due.amount) for due in dues(tournament)] == [
        ("The basket", one.player, 260)
    ]
    pay_all(tournament=again(tournament), in_cash=True, though_short=True, actor=PHONE)
    assert cash_of(tournament.session.club) == 0


def test_a_pot_must_be_counted_before_the_results_are_announced(tournament):
    finished(tournament)
    assert "This tournament is finished." in refusal(
        count_pot, tournament, name="The basket", amount=1
    )


def test_an_unknown_pot_is_not_counted(tournament):
    assert refusal(count_pot, tournament, name="The hat", amount=1) == (
        "This tournament has no pot called The hat."
    )


def test_a_pots_expected_amount_comes_from_the_hands_entered():
    fine = {"name": "The fine", "to": "kept", "each": 5, "for_each": "euchre"}
    tried = {"name": "The hat", "to": "kept", "each": 10, "for_each": "tried"}
    tournament = a_tournament(8, pots=[BASKET, fine, tried], prizes=[])
    row = begun(tournament)
    table = row.tables.get(no=1).table
    north, east, *_ = again(table).sitting.names
    log_all(table, f"{north}! 5", f"{north}! 3", f"{east} 2", f"{east} 1", "-")
    tell_all(ended(row))
    assert expected_in(again(tournament)) == {
        "The basket": Expected(times=1, amount=20, silent=1),
        "The hat": Expected(times=2, amount=20, silent=1),
        "The fine": Expected(times=2, amount=10, silent=1),
    }


# -- what is left
# ----------------------------------------------------------------------------------------


def test_fees_and_pots_minus_prizes_stay_with_the_club():
    session = an_evening()
    tournament = a_tournament(4, session=session, fee=500, prizes=PRIZES[:1], pots=[BASKET])
    for entrant in tournament.entrants.all():
        arrive(session=session, player=entrant.player, actor=PHONE)
        pay_at_the_door(session=session, player=entrant.player, paid=True, actor=PHONE)
    tell_all(ended(begun(tournament)))
    count_pot(tournament=again(tournament), name="The basket", amount=260, actor=PHONE)
    finished(tournament)
    pay_all(tournament=again(tournament), in_cash=True, though_short=True, actor=PHONE)
    assert (cash_of(session.club), balances(session.club)) == (4 * 500 + 260 - 1501, {})
