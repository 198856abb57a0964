"""A year of the club's book: cash, income and expense, and how both agree with the accounts."""

from collections import Counter
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from scoring.money.pure.book_year import BookLine, CashRow, Item, book_year
from scoring.money.pure.ledger import CLUB, Position, accounts, by_hand, position

FIRST, LAST = date(2026, 1, 1), date(2026, 12, 31)
NOTHING = Position(cash=0, owing=0, owed=0)
ANN, BEN = 1, 2


def entered(what, kind=None, day=1, note="", evening="", league="", **how):
    """What a treasurer enters, as lines of the year."""
    return [
        BookLine(
            debited=line.debited,
            credited=line.credited,
            amount=line.amount,
            cash=line.cash,
            dated=date(2026, 3, day),
            kind=kind or what,
            note=note,
            who={CLUB: "", ANN: "Ann", BEN: "Ben"}[line.credited or line.debited],
            evening=evening,
            league=league,
        )
        for line in by_hand(what, **how)
    ]


def stood(lines, before=NOTHING):
    players = Counter(accounts(lines))
    players.pop(CLUB, None)
    found = position(players, before.cash + sum(line.cash for line in lines))
    return Position(
        cash=found.cash, owing=before.owing + found.owing, owed=before.owed + found.owed
    )


def year_of(*lines, before=NOTHING):
    flat = [line for some in lines for line in some]
    return book_year(flat, first=FIRST, last=LAST, before=before, after=stood(flat, before))


def test_income_is_what_was_charged_and_cash_is_what_was_paid():
    year = year_of(
        entered("charge", who=ANN, amount=2500, note="Subscription"),
        entered("charge", who=BEN, amount=2500, note="subscription"),
        entered("paid in", who=ANN, amount=2500),
        entered("spent", amount=400, note="Cards"),
        entered("received", amount=150, note="Old packs sold"),
    )
    assert year.result == (
        Item(title="Charged: Subscription", came=5000, went=0),
        Item(title="Received: Old packs sold", came=150, went=0),
        Item(title="Spent: Cards", came=0, went=400),
    )
    assert year.cash == (
        Item(title="Received: Old packs sold", came=150, went=0),
        Item(title="Spent: Cards", came=0, went=400),
        Item(title="Paid in from accounts", came=2500, went=0),
    )
    assert (year.earned - year.spent, year.after.own, year.adds_up) == (4750, 4750, True)


def test_a_league_is_one_item_that_sums_up_its_nights():
    league = {"who": ANN, "league": "Juda 2026-27"}
    year = year_of(
        entered("charge", amount=100, note="Match fee of 1 March 2026, Juda 2026-27", **league),
        entered("charge", amount=100, note="Match fee of 8 March 2026, Juda 2026-27", **league),
        entered("charge", amount=2500, who=ANN, note="Subscription"),
        entered("paid in", amount=150, **league),
        entered("prize", amount=75, in_cash=True, **league),
        entered("paid in", amount=25, note="Trophies, Juda 2026-27", **league),
    )
    nights = [Item(title=f"Match fee of {no} March 2026", came=100, went=0) for no in (1, 8)]
    prizes = Item(title="Prizes", came=0, went=75)
    paid = Item(title="Paid in from accounts", came=175, went=0)
    name = {"title": "Juda 2026-27", "went": 75}
    assert year.result == (
        Item(title="Charged: Subscription", came=2500, went=0),
        Item(came=200, items=(*nights, prizes), **name),
    )
    assert year.cash == (Item(came=175, items=(prizes, paid), **name),)
    assert year.adds_up
    assert [row.what for row in year.rows] == [
        "Paid in from accounts · Juda 2026-27",
        "Prizes · Juda 2026-27",
        "Paid in from accounts · Trophies, Juda 2026-27",
    ]


def test_opening_balances_are_not_income():
    opening = [
        *entered("received", "opening", amount=4210),
        *entered("against", "opening", who=ANN, amount=350),
        *entered("in favour", "opening", who=BEN, amount=120),
    ]
    gift = entered("received", amount=100, note="Gift")
    before = stood(opening)
    year = book_year(
        [*gift, *opening], first=FIRST, last=LAST, before=before, after=stood(opening + gift)
    )
    assert (year.brought, year.adds_up) == (4210 + 350 - 120, True)
    assert (year.before.cash, year.received, year.after.cash) == (4210, 100, 4310)
    assert year.cash == year.result == (Item(title="Received: Gift", came=100, went=0),)
    assert [(row.what, row.balance) for row in year.rows] == [("Received: Gift", 4310)]


def test_winnings_at_the_tables_are_not_income_for_the_club():
    year = year_of(
        entered("in favour", "settlement", who=ANN, amount=125),
        entered("against", "settlement", who=BEN, amount=125),
    )
    assert (year.result, year.cash, year.adds_up) == ((), (), True)


def test_all_check_in_fees_of_an_evening_are_one_row_of_the_cash_book():
    door = {"kind": "fee", "evening": "Friday", "in_cash": True, "amount": 200}
    year = year_of(
        entered("pot", who=ANN, **door),
        entered("spent", amount=50, note="Cards"),
        entered("pot", who=BEN, **door),
        entered("prize", who=ANN, amount=100, in_cash=True, note="First", day=2),
    )
    day = date(2026, 3, 1)
    assert year.rows == (
        CashRow(
            dated=day,
            what="Check-in fees · Friday",
            who="2 payments",
            came=400,
            went=0,
            balance=400,
        ),
        CashRow(dated=day, what="Spent: Cards", who="", came=0, went=50, balance=350),
        CashRow(
            dated=date(2026, 3, 2), what="Prizes · First", who="Ann", came=0, went=100, balance=250
        ),
    )


def test_a_year_that_disagrees_with_its_accounts_says_so():
    lines = entered("received", amount=100, note="Gift")
    wrong = Position(cash=99, owing=0, owed=0)
    year = book_year(lines, first=FIRST, last=LAST, before=NOTHING, after=wrong)
    assert not year.adds_up


WAYS = ["paid in", "paid out", "payment", "pot", "prize", "received", "spent", "charge"]
EACH = st.tuples(
    st.sampled_from(WAYS), st.integers(1, 500), st.booleans(), st.integers(1, 28), st.booleans()
).map(lambda one: (*one, ""))
EACH |= EACH.map(lambda one: (*one[:-1], "Juda"))


@given(st.lists(EACH, max_size=20))
def test_every_year_adds_up_to_the_penny(doings):
    lines = [
        line
        for what, amount, in_cash, day, first, league in doings
        for line in entered(
            what,
            day=day,
            who=CLUB if what in ("received", "spent") else ANN if first else BEN,
            whom=(BEN if first else ANN) if what == "payment" else CLUB,
            amount=amount,
            in_cash=in_cash,
            evening="Friday",
            league=league,
        )
    ]
    lines.sort(key=lambda line: line.dated)
    year = year_of(lines)
    assert year.adds_up
    for item in (*year.cash, *year.result):
        assert (item.came, item.went) == (
            sum(one.came for one in item.items or (item,)),
            sum(one.went for one in item.items or (item,)),
        )
