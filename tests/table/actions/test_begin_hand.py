import pytest

from scoring.common.refused import Refused
from scoring.euchre.hand import Hand
from scoring.models import HandRecord
from scoring.table.actions.hands import AlreadyLogged, begin_hand
from scoring.table.actions.tables import break_up, change_people
from tests.cast import (
    ANN,
    BEN,
    BEN_WITH_DAN,
    DAN,
    EVE_ALONE,
    PHONE,
    a_table,
    again,
    close,
    everything,
    log,
    some_id,
    told_hands,
    totals,
    versions,
)

pytestmark = pytest.mark.django_db


def begin(table, number=1, *, maker=BEN, call="D", sitting=None):
    return begin_hand(
        table=table,
        sitting=sitting or again(table).sitting.pk,
        id=some_id(number),
        maker=maker,
        call=call,
        actor=PHONE,
    )


def states(table):
    return list(
        HandRecord.objects.filter(sitting__table=table)
        .order_by("pk")
        .values_list("state", flat=True)
    )


def test_a_started_hand_names_the_maker_and_counts_for_nothing():
    table = a_table()
    record = again(begin(table))
    assert (record.state, record.place, record.hand) == ("begun", None, Hand(maker=BEN, call="D"))
    assert (totals(table)["Ben"], told_hands(table)) == (0, [])


def test_a_started_hand_is_finished_under_its_own_id():
    table = a_table("Eve! 5")
    begin(table)
    record = log(table, BEN_WITH_DAN, id=some_id(1))
    assert (record.state, record.place) == ("counted", 2)
    assert told_hands(table) == [EVE_ALONE, BEN_WITH_DAN]
    assert states(table) == ["counted", "counted"]


def test_a_hand_started_twice_keeps_the_latest_facts():
    table = a_table()
    begin(table)
    begin(table, maker=DAN, call=None)
    assert (states(table), again(begin(table, maker=DAN, call=None)).hand) == (
        ["begun"],
        Hand(maker=DAN),
    )


def test_another_started_hand_replaces_the_first():
    table = a_table()
    begin(table, 1)
    begin(table, 2, maker=ANN, call="H")
    assert list(HandRecord.objects.values_list("pk", "maker")) == [(some_id(2), ANN)]


def test_a_hand_entered_on_another_phone_replaces_the_started_one():
    table = a_table()
    begin(table, 1)
    log(table, EVE_ALONE, id=some_id(2))
    assert list(HandRecord.objects.values_list("pk", "state")) == [(some_id(2), "counted")]


def test_a_counted_hand_cannot_be_started_again_and_a_started_one_stays():
    table = a_table()
    log(table, id=some_id(1))
    begin(table, 2)
    stored = everything()
    with pytest.raises(AlreadyLogged):
        begin(table, 1)
    assert everything() == stored


def test_no_hand_can_be_started_in_a_closed_evening():
    table = a_table("Ben+Dan 3")
    close(table.session)
    stored = everything()
    with pytest.raises(Refused, match="closed"):
        begin(table)
    assert everything() == stored


@pytest.mark.parametrize("others", ["earlier", "later"])
def test_a_phone_showing_other_players_cannot_start_a_hand(others):
    table, meant = a_table("Ben+Dan 3"), a_table().sitting
    if others == "earlier":
        meant = table.sitting
        change_people(table=table, names=["Ann", "Ben", "Cat", "Dan"])
    stored = everything()
    with pytest.raises(Refused, match="players or the rules changed"):
        begin(table, sitting=meant.pk)
    assert everything() == stored


def test_a_started_hand_keeps_the_evening_from_closing():
    table = a_table("Ben+Dan 3")
    begin(table)
    stored = everything()
    with pytest.raises(Refused, match="not finished"):
        close(table.session)
    assert everything() == stored


def test_starting_a_hand_raises_the_versions():
    table = a_table()
    before = versions(table)
    begin(table)
    assert versions(table) == (before[0] + 1, before[1] + 1)


def test_no_hand_can_be_started_at_a_table_that_broke_up():
    table = a_table(BEN_WITH_DAN)
    break_up(table=table, sitting=again(table).sitting.pk)
    stored = everything()
    with pytest.raises(Refused, match="This table was broken up"):
        begin(table)
    assert everything() == stored
