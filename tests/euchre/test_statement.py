import json
from dataclasses import replace

from scoring.euchre.settlement import Debt, Net
from scoring.euchre.statement import Paid, SittingLine, Statement, draw_up, signed

PEOPLE = [(11, "Ann"), (12, "Ben"), (13, "Cat"), (14, "Dan"), (15, "Eve")]
ANN, BEN, CAT, DAN, EVE = range(5)
FIRST = SittingLine(
    table="Table 1",
    rules="Call-Ace",
    stake=25,
    hands=9,
    players=(ANN, BEN, CAT, DAN),
    totals=(4, 9, 4, 0),
)
SECOND = SittingLine(
    table="Table 2",
    rules="Call-Ace",
    stake=10,
    hands=3,
    players=(BEN, CAT, DAN, EVE),
    totals=(2, 3, 2, 3),
)


def statement(*sittings, paid=()):
    return draw_up(currency="GBP", people=PEOPLE, sittings=sittings, paid=paid)


def for_points(*sittings, **more):
    return statement(*[replace(sitting, stake=0) for sitting in sittings], **more)


def test_a_statement_has_the_winnings_of_each_player_and_the_payments():
    found = statement(FIRST)
    assert (found.names, found.ids, found.hands) == (
        ("Ann", "Ben", "Cat", "Dan", "Eve"),
        (11, 12, 13, 14, 15),
        9,
    )
    assert found.nets == (Net(-1, -25), Net(19, 475), Net(-1, -25), Net(-17, -425), Net(0, 0))
    assert found.transfers == (
        Debt(DAN, BEN, 17, 425),
        Debt(ANN, BEN, 1, 25),
        Debt(CAT, BEN, 1, 25),
    )


def test_sittings_at_different_stakes_are_settled_together_in_money():
    found = statement(FIRST, SECOND)
    assert [net.minor for net in found.nets] == [-25, 475 - 20, -25 + 20, -425 - 20, 20]
    assert found.points == (4, 11, 7, 2, 3)
    assert {debt.points for debt in (*found.pairs, *found.transfers)} == {None}


def test_amounts_are_money_or_points():
    money, points = statement(FIRST), for_points(FIRST)
    assert (money.for_money, points.for_money) == (True, False)
    assert [money.written(money.amount(net), plus=True) for net in money.nets] == [
        *("−£0.25", "+£4.75", "−£0.25", "−£4.25", "£0.00"),
    ]
    assert [points.written(points.amount(net), plus=True) for net in points.nets] == [
        *("−1 point", "+19 points", "−1 point", "−17 points", "0 points"),
    ]


def test_earlier_payments_are_not_paid_again():
    paid = [Paid(payer=DAN, payee=BEN, amount=425, closing=1)]
    found = statement(FIRST, paid=paid)
    assert found.paid == tuple(paid)
    assert found.transfers == (Debt(ANN, BEN, None, 25), Debt(CAT, BEN, None, 25))
    assert found.nets == statement(FIRST).nets


def test_an_overpayment_is_returned():
    paid = [Paid(payer=ANN, payee=BEN, amount=100, closing=1)]
    assert statement(FIRST, paid=paid).transfers == (
        Debt(DAN, BEN, None, 375),
        Debt(DAN, ANN, None, 50),
        Debt(CAT, ANN, None, 25),
    )


def test_points_paid_before_count_if_there_is_no_money():
    paid = [Paid(payer=DAN, payee=BEN, amount=17, closing=1)]
    assert for_points(FIRST, paid=paid).transfers == (Debt(ANN, BEN, 1, 0), Debt(CAT, BEN, 1, 0))


def test_a_statement_written_to_json_reads_back_unchanged():
    paid = [Paid(payer=DAN, payee=BEN, amount=100, closing=1)]
    for found in (statement(FIRST, SECOND, paid=paid), for_points(FIRST), statement()):
        assert Statement.from_json(json.loads(json.dumps(found.as_json()))) == found


def test_no_hands_mean_no_payments():
    found = statement()
    assert (found.transfers, found.pairs, found.hands, found.points) == ((), (), 0, (0, 0, 0, 0, 0))


def test_numbers_have_a_real_minus_sign():
    assert [signed(number) for number in (7, 0, -7)] == ["+7", "0", "−7"]
