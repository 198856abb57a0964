"""Other rules or another stake from the next hand on."""

import pytest

from scoring.common.refused import Refused
from scoring.models import Sitting
from scoring.table.actions.corrections import take_back
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.house_rules import is_frozen, make_house_rules
from scoring.table.actions.reseat import put_right
from scoring.table.actions.tables import change_people, change_terms
from scoring.table.queries.history import as_it_stood, history_of
from scoring.table.queries.settlement import statement_of
from tests.cast import (
    ANN,
    BEN,
    BEN_WITH_DAN,
    CAT,
    FIVE,
    PHONE,
    a_table,
    again,
    close,
    log,
    some_id,
)

pytestmark = pytest.mark.django_db

FOUR = FIVE[:4]


def terms_so_far(table):
    """By which rules and for which stake each sitting was played, and what it came to."""
    sittings = again(table).sittings.order_by("no")
    return [
        (one.rules.key, one.terms.stake_minor, one.totals, one.dealer, one.ended_at is not None)
        for one in sittings
    ]


def change(table, sitting=None, **what):
    table = again(table)
    at = {"sitting": sitting or table.sitting.pk}
    same = {"rules_key": table.rules_key, "stake_minor": table.stake_minor}
    return change_terms(table=table, **at | same | what)


def test_a_new_stake_counts_from_the_next_hand_and_earlier_hands_keep_theirs():
    table = a_table(names=FOUR, stake_minor=25, first_dealer=ANN)
    log(table, "Ben+Dan 5")
    change(table, stake_minor=50)
    log(table, "Ben+Dan 3")
    assert terms_so_far(table) == [
        ("call-ace", 25, (0, 2, 0, 2), BEN, True),
        ("call-ace", 50, (0, 1, 0, 1), CAT, False),
    ]
    nets = statement_of(table.session).nets
    assert [net.minor for net in nets] == [-200, 200, -200, 200]


def test_every_earlier_sitting_keeps_its_own_stake_whoever_sat_there():
    table = a_table(names=FOUR, stake_minor=25, first_dealer=ANN)
    log(table, "Ben+Dan 5")
    change_people(table=again(table), names=["Ann", "Ben", "Cat", "Eve"])
    log(table, "Ben+Cat 5")
    change(table, stake_minor=50)
    change_people(table=again(table), names=FOUR)
    change(table, stake_minor=100)
    assert [(stake, totals) for _, stake, totals, *_ in terms_so_far(table)] == [
        (25, (0, 2, 0, 2)),
        (25, (0, 2, 2, 0)),
        (50, (0, 0, 0, 0)),
        (50, (0, 0, 0, 0)),
        (100, (0, 0, 0, 0)),
    ]


def test_new_rules_count_from_the_next_hand():
    table = a_table(names=FOUR, stake_minor=0, first_dealer=ANN)
    hand = log(table, "Ben+Dan 5")
    change(table, rules_key="american", options={"target": 7})
    assert again(table).rules.target == 7
    assert terms_so_far(table) == [
        ("call-ace", 0, (0, 2, 0, 2), BEN, True),
        ("american", 0, (0, 0, 0, 0), BEN, False),
    ]
    take_back(record=hand, actor=PHONE)
    assert terms_so_far(table)[0] == ("call-ace", 0, (0, 0, 0, 0), ANN, True)


def test_a_sitting_shown_at_an_earlier_time_has_its_rules_and_stake_of_then():
    table = a_table(names=FOUR, stake_minor=25, first_dealer=ANN)
    log(table, "Ben+Dan 5")
    change(table, rules_key="american", options={"target": 7}, stake_minor=50)
    first = again(table).sittings.get(no=1)
    earlier = first.until(1)
    history = history_of(again(table))
    stood = as_it_stood(history, len(history.events))[0]
    for one in (earlier, stood):
        assert (one.rules.key, one.terms.stake_minor, one.totals) == ("call-ace", 25, (0, 2, 0, 2))


def test_a_change_of_rules_sent_twice_is_made_once():
    table = a_table(names=FOUR)
    first = again(table).sitting.pk
    new = change(table, stake_minor=50)
    assert change(table, first, stake_minor=50) == new
    assert Sitting.objects.count() == 2


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ({}, "Table 1 plays by these rules and for this stake now."),
        ({"rules_key": "american"}, None),
        (
            {"sitting": 10**6, "stake_minor": 5},
            "This page is out of date. Reload it and try again.",
        ),
    ],
)
def test_an_impossible_change_of_rules_changes_nothing(what, why):
    table = a_table(names=FIVE, stake_minor=0)
    with pytest.raises(Refused) as refused:
        change(table, **what)
    assert why is None or str(refused.value) == why
    assert terms_so_far(table) == [("call-ace", 0, (0,) * 5, again(table).sitting.dealer, False)]


def test_rules_cannot_change_until_a_started_hand_is_finished():
    table = a_table(names=FOUR)
    begin_hand(
        table=table, sitting=table.sitting.pk, id=some_id(1), maker=BEN, call=None, actor=PHONE
    )
    with pytest.raises(Refused, match="Finish it first"):
        change(table, stake_minor=50)


def test_a_closed_evening_keeps_its_rules():
    table = a_table(names=FOUR)
    log(table, "Ben+Dan 5")
    close(table.session)
    with pytest.raises(Refused, match="This club night is closed"):
        change(table, stake_minor=50)


def test_a_late_hand_is_scored_by_the_rules_it_was_played_by():
    table = a_table(names=FOUR, stake_minor=25, first_dealer=ANN)
    old = again(table).sitting.pk
    change(table, rules_key="american", stake_minor=100)
    late = log(table, BEN_WITH_DAN, sitting=old)
    assert (late.state, late.sitting.rules.key) == ("waiting", "call-ace")


def test_house_rules_are_frozen_by_hands_of_an_earlier_sitting_too():
    table = a_table(names=FOUR)
    club = table.session.club
    house = make_house_rules(club=club, base="call-ace", name="Ours", changes={"march": 4})
    change(table, house=house)
    log(table, "Ben+Dan 5")
    change(table, rules_key="american")
    assert is_frozen(house)
    assert terms_so_far(table)[1][2] == (0, 4, 0, 4)


def test_a_sitting_split_by_a_seat_correction_keeps_its_rules():
    table = a_table(names=FOUR, stake_minor=25, first_dealer=ANN)
    log(table, "Ben+Dan 5")
    log(table, "Ben+Dan 5")
    sitting = again(table).sitting
    change(table, stake_minor=50)
    sitting = Sitting.objects.get(pk=sitting.pk)
    put_right(
        sitting=sitting,
        seen=[one.pk for one in sitting.players],
        names=["Ben", "Ann", "Cat", "Dan"],
        stay_with="people",
        from_no=2,
        actor=PHONE,
    )
    assert [stake for _, stake, *_ in terms_so_far(table)] == [25, 25, 50]
