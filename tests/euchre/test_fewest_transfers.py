import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.euchre.settlement import EXACT, fewest_transfers


def balances(least, most, largest):
    """Balances of this number of players that sum to zero."""
    some = st.lists(st.integers(-largest, largest), min_size=least - 1, max_size=most - 1)
    return some.map(lambda amounts: dict(enumerate([*amounts, -sum(amounts)])))


def after(rows, owed):
    left = dict(owed)
    for payer, payee, amount in rows:
        left[payer] += amount
        left[payee] -= amount
    return left


def fewest_by_trying_all(amounts):
    """Count the fewest payments by trying every way in which the first debt can be cleared at
    once."""
    amounts = [amount for amount in amounts if amount]
    if not amounts:
        return 0
    first, *rest = amounts
    ways = [
        [*rest[:no], other + first, *rest[no + 1 :]]
        for no, other in enumerate(rest)
        if other * first < 0
    ]
    return 1 + min(fewest_by_trying_all(way) for way in ways)


@given(balances(1, 30, 50))
def test_replayed_transfers_clear_every_balance(owed):
    assert set(after(fewest_transfers(owed), owed).values()) == {0}


@given(balances(1, 30, 50))
def test_only_debtors_pay_and_only_creditors_are_paid(owed):
    assert all(
        amount > 0 and owed[payer] < 0 < owed[payee]
        for payer, payee, amount in fewest_transfers(owed)
    )


@given(balances(2, 7, 4))
def test_no_smaller_number_of_transfers_is_possible(owed):
    assert len(fewest_transfers(owed)) == fewest_by_trying_all(list(owed.values()))


@pytest.mark.parametrize("pairs", [1, 3, EXACT // 2])
def test_players_who_cancel_in_pairs_pay_once_for_each_pair(pairs):
    # Largest to largest would need more: the debts 1, 3, 9 … are told apart only by looking at
    # groups.
    owed = {no: 3 ** (no // 2) * (-1) ** no for no in range(2 * pairs)}
    assert len(fewest_transfers(owed)) == pairs


def test_twelve_players_are_settled_with_the_fewest_transfers():
    owed = dict(enumerate([5, 4, -9, 7, 6, -13, 11, 8, -19, 17, 3, -20]))
    assert len(fewest_transfers(owed)) == 8


def test_many_players_pay_at_most_once_each_but_one():
    owed = {no: 2**no for no in range(19)} | {19: 1 - 2**19}
    assert len(fewest_transfers(owed)) == 19


@pytest.mark.parametrize(
    ("pairs", "threes", "fives"), [(7, 0, 7), (0, 7, 7), (13, 9, 0), (6, 6, 6)]
)
def test_many_players_who_cancel_in_pairs_and_threes_save_a_transfer_for_each_group(
    pairs, threes, fives
):
    # Numbers that the largest debtor paying the largest creditor first, without groups, gets wrong.
    groups = [(200, -200)] * pairs + [(136, 140, -276)] * threes + [(17, 91, 124, 48, -280)] * fives
    owed = {
        (no, part): amount * 10_000 ** (no % 7)
        for no, group in enumerate(groups)
        for part, amount in enumerate(group)
    }
    rows = fewest_transfers(owed)
    assert len(rows) == pairs * 1 + threes * 2 + fives * 4
    assert set(after(rows, owed).values()) == {0}


TABLES = st.lists(balances(2, 5, 6), min_size=2, max_size=4)
"""The results of several tables without a common player."""


def at_tables(tables):
    """Balances by table and seat, and who sat together."""
    owed = {(no, seat): it for no, table in enumerate(tables) for seat, it in table.items()}
    return owed, [[who for who in owed if who[0] == no] for no in range(len(tables))]


@given(TABLES)
def test_strangers_pay_each_other_only_if_that_saves_a_transfer(tables):
    owed, circles = at_tables(tables)
    rows = fewest_transfers(owed, circles=circles)
    apart = sum(len(fewest_transfers(table)) for table in tables)
    across = [row for row in rows if row[0][0] != row[1][0]]
    assert set(after(rows, owed).values()) == {0}
    assert len(rows) <= min(apart, len(fewest_transfers(owed)))
    assert len(rows) < apart or across == []


def test_two_tables_that_save_nothing_together_settle_separately():
    tables = {"Ann": -6, "Ben": 4, "Cat": 2}, {"Dan": -5, "Eve": 4, "Fay": 1}
    owed = tables[0] | tables[1]
    assert fewest_transfers(owed, circles=tables) == [
        ("Ann", "Ben", 4),
        ("Ann", "Cat", 2),
        ("Dan", "Eve", 4),
        ("Dan", "Fay", 1),
    ]


def test_two_tables_pay_each_other_to_save_a_transfer_and_a_third_stays_separate():
    tables = (
        {"Ann": 5, "Ben": -2, "Cat": -3},
        {"Dan": -5, "Eve": 2, "Fay": 3},
        {"Gil": -6, "Hal": 4, "Ivy": 2},
    )
    owed = tables[0] | tables[1] | tables[2]
    assert sorted(fewest_transfers(owed, circles=tables)) == [
        ("Ben", "Eve", 2),
        ("Cat", "Fay", 3),
        ("Dan", "Ann", 5),
        ("Gil", "Hal", 4),
        ("Gil", "Ivy", 2),
    ]


@given(balances(1, 20, 20))
def test_the_same_balances_are_settled_in_the_same_way(owed):
    assert fewest_transfers(owed) == fewest_transfers(dict(owed))


def test_the_largest_debtor_pays_the_largest_creditor_first():
    owed = {"Ann": -7, "Ben": 9, "Cat": -4, "Dan": 2}
    assert fewest_transfers(owed) == [("Ann", "Ben", 7), ("Cat", "Ben", 2), ("Cat", "Dan", 2)]


def test_tied_players_pay_nothing():
    assert fewest_transfers({"Ann": 0, "Ben": 0}) == fewest_transfers({}) == []


def test_balances_that_do_not_sum_to_zero_are_refused():
    with pytest.raises(ValueError, match=r"^Balances do not sum to zero\.$"):
        fewest_transfers({"Ann": 1, "Ben": -2})
