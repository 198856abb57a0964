from types import SimpleNamespace

from scoring.money.pure.evening_money import (
    AtTheDoor,
    EveningMoney,
    at_the_door,
    evening_money,
    still_owed_at_the_door,
)
from scoring.money.pure.ledger import describe_entry

ANN, BEN = 1, 2


def line(kind, *, debited=None, credited=None, amount=100, cash=0):
    return SimpleNamespace(
        kind=kind, debited_id=debited, credited_id=credited, amount_minor=amount, cash_minor=cash
    )


EVENING = [
    line("fee", debited=ANN, amount=200),
    line("fee", credited=ANN, amount=200, cash=200),
    line("fee", debited=BEN, amount=200),
    line("pot", debited=ANN),
    line("pot", credited=ANN, cash=100),
    line("pot", debited=BEN),
    line("prize", credited=BEN, amount=150),
    line("spent", amount=50, cash=-50),
    line("settlement", debited=ANN, amount=325),
    line("settlement", credited=BEN, amount=325),
    # The second closing puts it right.
    line("settlement", credited=ANN, amount=25),
    line("settlement", debited=BEN, amount=25),
    line("payment", debited=BEN, credited=ANN, amount=300),
]


def test_the_money_of_an_evening_is_summed_up():
    assert evening_money(EVENING) == EveningMoney(
        fees=400,
        fees_paid=200,
        pot=200,
        pot_paid=100,
        prizes=150,
        prizes_paid=0,
        won=300,
        received=0,
        spent=50,
        cash=250,
    )
    assert evening_money(EVENING).left_in_the_pot == 50


def test_unpaid_check_in_fees_are_listed_by_player():
    assert still_owed_at_the_door(EVENING) == {BEN: 200}


def test_players_who_paid_at_check_in_are_counted_beside_all_who_were_charged():
    assert at_the_door(EVENING) == AtTheDoor(charged=2, paid=1, unpaid=200)
    half = line("fee", credited=BEN, amount=50, cash=50)
    assert at_the_door([*EVENING, half]) == AtTheDoor(charged=2, paid=1, unpaid=150)
    let_off = line("fee", credited=BEN, amount=200)
    assert at_the_door([*EVENING, let_off]) == AtTheDoor(charged=1, paid=1, unpaid=0)
    assert at_the_door([]) == AtTheDoor(charged=0, paid=0, unpaid=0)


def test_undone_entries_no_longer_count():
    taken_back = [
        line(one.kind, debited=one.credited_id, credited=one.debited_id, amount=one.amount_minor,
             cash=-one.cash_minor)
        for one in EVENING
    ]  # fmt: skip
    assert evening_money(EVENING + taken_back) == evening_money([])
    assert still_owed_at_the_door(EVENING + taken_back) == {}
    assert at_the_door(EVENING + taken_back) == at_the_door([])


def test_entries_are_described_in_words():
    assert [
        describe_entry("settlement", gained=True),
        describe_entry("settlement", gained=False),
        describe_entry("settlement", gained=False, closing=2),
        describe_entry("payment", gained=True, other="Ben"),
        describe_entry("payment", gained=False, other="Ben"),
        describe_entry("fee", gained=False),
        describe_entry("fee", gained=True, cash=True),
        describe_entry("paid in", gained=True, cash=True),
    ] == [
        "Won",
        "Lost",
        "Settlement corrected, closing 2",
        "Paid Ben",
        "Paid by Ben",
        "Check-in fee",
        "Check-in fee, paid in cash",
        "Paid in",
    ]
