import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money.pure.ledger import (
    CLUB,
    LedgerLine,
    Position,
    Transfer,
    accounts,
    by_hand,
    moves,
    paying,
    position,
    to_be_even,
    with_the_club,
)

ANN, BEN, CAT = "Ann", "Ben", "Cat"
PEOPLE = [ANN, BEN, CAT, "Dan", "Eve"]
KINDS = [
    "paid in",
    "paid out",
    "payment",
    "pot",
    "prize",
    "received",
    "spent",
    "in favour",
    "against",
]
amounts = st.integers(1, 10**6)
standing = st.dictionaries(st.sampled_from(PEOPLE), st.integers(-500, 500).filter(bool))


@st.composite
def entered(draw):
    """The lines of anything that a treasurer may enter."""
    who, whom = draw(st.permutations(PEOPLE))[:2]
    what, in_cash = draw(st.sampled_from(KINDS)), draw(st.booleans())
    return by_hand(what, who=who, whom=whom, amount=draw(amounts), in_cash=in_cash)


def opposite(line):
    return LedgerLine(
        debited=line.credited, credited=line.debited, amount=line.amount, cash=-line.cash
    )


books = st.lists(entered()).map(lambda found: [line for lines in found for line in lines])


def test_a_line_takes_from_one_account_what_it_gives_to_another():
    assert accounts([LedgerLine(debited=ANN, credited=BEN, amount=300)]) == {BEN: 300, ANN: -300}


def test_a_payment_moves_both_accounts_towards_zero():
    owed = [with_the_club(ANN, -300), with_the_club(BEN, 300)]
    assert accounts(owed) == {ANN: -300, BEN: 300}
    assert accounts([*owed, paying(ANN, BEN, 300)]) == {}


@pytest.mark.parametrize(
    ("what", "ann", "cash"),
    [
        ("paid in", 250, 250),
        ("paid out", -250, -250),
        ("pot", -250, 0),
        ("prize", 250, 0),
        ("received", 0, 250),
        ("spent", 0, -250),
        ("in favour", 250, 0),
        ("against", -250, 0),
    ],
)
def test_each_kind_of_entry_moves_the_right_account_and_the_cash_box(what, ann, cash):
    who = CLUB if what in {"received", "spent"} else ANN
    lines = by_hand(what, who=who, amount=250)
    assert (accounts(lines).get(ANN, 0), sum(line.cash for line in lines)) == (ann, cash)


@pytest.mark.parametrize(("what", "cash"), [("pot", 250), ("prize", -250)])
def test_cash_settles_a_pot_and_a_prize_at_once(what, cash):
    lines = by_hand(what, who=ANN, amount=250, in_cash=True)
    assert (accounts(lines), sum(line.cash for line in lines)) == ({}, cash)


def test_entries_that_evenings_make_cannot_be_entered_by_hand():
    with pytest.raises(ValueError, match="settlement"):
        by_hand("settlement", who=ANN, amount=250)


@given(books)
def test_all_accounts_sum_to_zero(lines):
    assert sum(accounts(lines).values()) == 0


@given(books)
def test_the_clubs_own_money_is_what_it_received_minus_what_it_spent(lines):
    """What moves between an account and the box leaves the club as rich as it was."""
    players = {who: amount for who, amount in accounts(lines).items() if who is not CLUB}
    now = position(players, sum(line.cash for line in lines))
    assert now.own == now.cash + accounts(lines).get(CLUB, 0)


@given(books)
def test_undoing_every_line_leaves_zero(lines):
    both = lines + [opposite(line) for line in lines]
    assert (accounts(both), sum(line.cash for line in both)) == ({}, 0)


@given(standing, standing)
def test_moves_turn_the_earlier_balances_into_the_later_ones(before, after):
    lines = [
        with_the_club(who, amount)
        for who, amount in [*before.items(), *moves(before, after).items()]
    ]
    assert {who: amount for who, amount in accounts(lines).items() if who is not CLUB} == after


def test_a_player_whose_balance_is_unchanged_does_not_move():
    assert moves({ANN: 5, BEN: -5}, {ANN: 5, CAT: -5}) == {BEN: 5, CAT: -5}


def test_the_position_of_a_club_is_its_cash_and_what_it_owes_and_is_owed():
    assert position({ANN: -300, BEN: 120, CAT: -50}, 1000) == Position(
        cash=1000, owing=350, owed=120
    )
    assert position({ANN: -300, BEN: 120, CAT: -50}, 1000).own == 1230


def test_the_club_is_one_party_in_the_payments_that_settle_up():
    assert to_be_even({ANN: -500, BEN: 300}) == [Transfer(ANN, BEN, 300), Transfer(ANN, CLUB, 200)]
    assert to_be_even({ANN: 500, BEN: -300}) == [Transfer(BEN, ANN, 300), Transfer(CLUB, ANN, 200)]


def test_a_payment_open_on_a_sheet_is_not_asked_for_twice():
    assert to_be_even({ANN: -500, BEN: 500}, [Transfer(ANN, BEN, 500)]) == []
    assert to_be_even({ANN: -500, BEN: 500}, [Transfer(ANN, BEN, 200)]) == [Transfer(ANN, BEN, 300)]


@given(standing, st.lists(st.tuples(st.permutations(PEOPLE), st.integers(1, 300)), max_size=4))
def test_payments_to_settle_up_and_open_ones_bring_every_account_to_zero(players, waiting):
    waits = [Transfer(people[0], people[1], amount) for people, amount in waiting]
    owed = [with_the_club(who, amount) for who, amount in players.items()]
    paid = [paying(*row) for row in (*waits, *to_be_even(players, waits))]
    assert accounts([*owed, *paid]) == {}
