"""Coming in and going out at a table, by the words of Leeds & Dwight, laws 15 to 17 and 20."""

import pytest

from scoring.common.refused import OUT_OF_DATE
from scoring.evening.actions.cutting import (
    AlreadyChanged,
    break_table_up,
    come_back,
    cut_in,
    declare,
    leave_table,
    stand_in,
    withdraw,
)
from scoring.evening.queries.cutting import change_at, turns_at, waiting_for
from scoring.models import Candidate, Sitting
from scoring.table.actions.tables import change_people
from tests.cast import (
    FIVE,
    PHONE,
    a_table,
    again,
    an_evening,
    close,
    log,
    log_all,
    log_unseen,
    versions,
)
from tests.cutting import A_ROUND, A_RUBBER, FOUR, a_rubber_table, key, made, refused, turns, waits
from tests.test_concurrency import meanwhile

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return an_evening()


def test_the_player_of_most_rubbers_goes_out_and_waits_as_one_of_the_table():
    table = a_rubber_table(*A_RUBBER)
    change_people(table=table, names=["Ann", "Ben", "Cat", "Eve"])
    log_all(table, *A_RUBBER)
    change_people(table=table, names=["Ann", "Gus", "Hal", "Eve"])
    log_all(table, *A_RUBBER)
    waits(table, "Fay")
    assert made(table) == ["Fay", "Gus", "Hal", "Eve"]
    (out,) = waiting_for(table)
    assert (out.player.name, out.was_here, out.broken_up) == ("Ann", True, False)
    assert Candidate.objects.get(player__name="Fay").entered_at is not None
    assert turns(table) == {"Fay": 0, "Gus": 1, "Hal": 1, "Eve": 2}


def test_equal_players_cut_and_the_result_is_the_cut_that_was_shown():
    table = a_rubber_table(*A_RUBBER)
    waits(table, "Eve", "Fay")
    shown = change_at(table)
    assert [len(cards) for cards in shown.out.rounds][:1] == [4]
    names = [one.name for one in shown.seats]
    assert made(table, out=shown.out.out) == names
    assert {one.player_id for one in waiting_for(table)} == set(shown.out.out)
    assert set(names) > {"Eve", "Fay"}


def test_no_cards_are_cut_before_the_rubber_is_over():
    table = a_rubber_table(*A_RUBBER, "Ann 3")
    waits(table, "Eve")
    shown = change_at(table)
    assert (shown.out.out, shown.out.rounds, len(shown.out.must_cut)) == ((), (), 4)


def test_six_at_a_table_of_four_change_two_at_a_time():
    table = a_rubber_table(*A_RUBBER)
    waits(table, "Eve", "Fay")
    first = set(made(table))
    log_all(table, *(hand.replace("Ann", again(table).sitting.names[0]) for hand in A_RUBBER))
    second = set(made(table))
    assert first & second == {"Eve", "Fay"}
    assert first | second == {*FOUR, "Eve", "Fay"}


def test_a_seventh_player_waits_while_the_table_has_six():
    table = a_rubber_table(*A_RUBBER)
    waits(table, "Eve", "Fay", "Gus")
    made(table)
    shown = change_at(again(table))
    gus = key(table, "Gus")
    assert (gus in shown.entry.enter, shown.entry.right[gus]) == (
        False,
        "this table is full: six belong to it (Leeds & Dwight, laws 12 and 19)",
    )


def test_nine_players_of_call_ace_are_seven_at_the_table_and_two_waiting():
    table = a_table(*A_ROUND)
    waits(table, "Fay", "Gus", "Hal", "Ida")
    names = made(table)
    assert (len(names), len(set(names)), waiting_for(table).count()) == (7, 7, 2)
    assert {"Fay", "Gus", "Hal", "Ida"} < set(names)


def test_free_chairs_at_call_ace_are_filled_and_every_player_stays():
    table = a_table(*A_ROUND)
    waits(table, "Fay")
    assert made(table) == [*FIVE, "Fay"]
    assert waiting_for(table).count() == 0


def test_the_deal_passes_on_as_before_the_change():
    table = a_table(*A_ROUND, "Ann+Cat 3")
    waits(table, "Fay")
    made(table, consent=True)
    sitting = again(table).sitting
    assert sitting.names[sitting.dealer] == "Ben"


def test_the_old_sitting_is_settled_and_the_new_one_begins_at_zero():
    table = a_table(*A_ROUND)
    waits(table, "Fay")
    made(table)
    first, second = again(table).sittings.all()
    assert (first.ended_at is None, second.ended_at) == (False, None)
    assert (first.totals, second.totals) == ((4, 1, 4, 2, 6), (0,) * 6)


def test_the_next_change_comes_after_another_rubber():
    table = a_rubber_table(*A_RUBBER)
    waits(table, "Eve", "Fay")
    names = made(table)
    assert turns_at(again(table)).over is False
    log_all(table, *(hand.replace("Ann", names[0]) for hand in A_RUBBER))
    assert turns_at(again(table)).over is True


def test_a_change_sent_twice_is_made_once():
    table = a_rubber_table(*A_RUBBER)
    waits(table, "Eve")
    change = change_at(table)
    sent = {"table": table, "sitting": change.sitting.pk, "seen": [change.candidates[0].pk]}
    cut_in(**sent, actor=PHONE)
    names = again(table).sitting.names
    with pytest.raises(AlreadyChanged):
        cut_in(**sent, actor=PHONE)
    assert refused(cut_in, **sent, actor=PHONE) == (
        f"The seats were already changed. {', '.join(names[:3])} and {names[3]} sit here now."
    )
    assert Sitting.objects.count() == 2


def test_law_16_a_player_who_declares_after_the_cut_waits_for_the_next_change():
    table = a_rubber_table(*A_RUBBER)
    (eve,) = waits(table, "Eve")
    sitting = table.sitting.pk
    waits(table, "Fay")
    cut_in(table=table, sitting=sitting, seen=[eve.pk], actor=PHONE)
    names = again(table).sitting.names
    assert ("Eve" in names, "Fay" in names, len(names)) == (True, False, 4)
    assert waiting_for(table).first().player.name == "Fay"


def test_a_change_within_a_rubber_needs_the_consent_of_the_others():
    table = a_rubber_table(*A_RUBBER, "Ann 3")
    (eve,) = waits(table, "Eve")
    sent = {"table": table, "sitting": table.sitting.pk, "seen": [eve.pk], "actor": PHONE}
    assert refused(cut_in, **sent) == (
        "The rubber is not over. Wait until it ends, or ask the other players to agree."
    )
    assert "Eve" in made(table, consent=True)


def test_a_change_other_than_the_one_shown_is_refused():
    table = a_rubber_table(*A_RUBBER)
    eve, fay = waits(table, "Eve", "Fay")
    sent = {"table": table, "sitting": table.sitting.pk, "actor": PHONE}
    withdraw(candidate=fay)
    assert refused(cut_in, **sent, seen=[eve.pk, fay.pk]) == (
        f"A player has left the waiting list. {OUT_OF_DATE}"
    )
    staying = next(
        one.pk for one in table.sitting.players if one.pk not in change_at(table).out.out
    )
    assert refused(cut_in, **sent, seen=[eve.pk], out=[staying]) == (
        f"The score has changed, so other players go out. {OUT_OF_DATE}"
    )


def test_a_change_needs_a_waiting_player_and_no_unfinished_hand():
    table = a_rubber_table(*A_RUBBER)
    sent = {"table": table, "sitting": table.sitting.pk, "actor": PHONE}
    assert refused(cut_in, **sent, seen=[]) == "No one is waiting to come in."
    (eve,) = waits(table, "Eve")
    log_unseen(table, "Ann 3")
    assert refused(cut_in, **sent, seen=[eve.pk]) == (
        "A hand is unfinished or needs approval. Finish it first."
    )


def test_a_closed_session_changes_no_players():
    table = a_rubber_table(*A_RUBBER)
    (eve,) = waits(table, "Eve")
    sitting = table.sitting.pk
    close(table.session)
    at = {"table": table, "sitting": sitting, "actor": PHONE}
    closed = "This club night is closed. The organiser can reopen it."
    assert {
        refused(declare, table=table, name="Fay"),
        refused(withdraw, candidate=eve),
        refused(cut_in, **at, seen=[eve.pk]),
        refused(leave_table, **at, player=key(table, "Ann")),
        refused(stand_in, **at, player=key(table, "Ann"), name="Eve", consent=True),
        refused(come_back, table=table, player=key(table, "Ann"), actor=PHONE),
        refused(break_table_up, **at, by=None),
    } == {closed}


def test_a_player_who_declares_twice_waits_once_and_may_withdraw_twice():
    table = a_rubber_table()
    one, same = waits(table, "Eve", " EVE")
    assert (one, Candidate.objects.count()) == (same, 1)
    withdraw(candidate=one)
    before = versions(table)
    withdraw(candidate=one)
    assert (waiting_for(table).count(), versions(table)) == (0, before)
    waits(table, "Eve")
    assert waiting_for(table).count() == 1


def test_a_player_who_has_come_in_cannot_withdraw():
    table = a_rubber_table()
    (eve,) = waits(table, "Eve")
    made(table, consent=True)
    assert refused(withdraw, candidate=eve) == "Eve already has a seat."


def test_a_seated_player_cannot_wait(evening):
    table, other = (
        a_rubber_table(session=evening),
        a_table(session=evening, names=["Dan", "Eve", "Fay", "Gus"]),
    )
    assert {refused(declare, table=table, name=name) for name in ("Ann", "Gus")} == {
        "Ann sits at Table 1. Remove them from that table first.",
        "Gus sits at Table 2. Remove them from that table first.",
    }
    assert other.candidates.count() == 0


def test_declaring_updates_the_screens():
    table = a_rubber_table()
    before = versions(table)
    waits(table, "Eve")
    assert versions(table) == (before[0] + 1, before[1] + 1)


def test_law_17_players_from_another_table_come_in_after_those_who_did_not_play(evening):
    table = a_rubber_table(session=evening)
    other = a_table("Hal+Ida 3", session=evening, names=["Eve", "Hal", "Ida", "Joe", "Kit"])
    leave_table(
        table=other, sitting=other.sitting.pk, player=key(other, "Eve"), consent=True, actor=PHONE
    )
    waits(table, "Eve", "Fay")
    order = [one.player.name for one, _ in change_at(table).waits]
    assert order == ["Fay", "Eve"]


def test_law_20_a_player_from_another_table_is_a_fresh_candidate_at_their_own(evening):
    table = a_rubber_table(*A_RUBBER, session=evening)
    other = a_table(session=evening, names=["Hal", "Ida", "Joe", "Kit"])
    waits(table, "Eve")
    made(table)
    out = waiting_for(table).get().player.name
    waits(other, out)
    made(other, consent=True)
    assert waiting_for(table).count() == 0
    log(other, f"{out} 3")
    at = {"sitting": again(other).sitting.pk, "player": key(table, out)}
    waits(other, "Gus")
    leave_table(table=other, **at, consent=True, actor=PHONE)
    (back,) = waits(table, out)
    assert back.was_here is False


@pytest.mark.django_db(transaction=True)
def test_a_change_made_by_two_phones_at_once_is_made_once():
    table = a_rubber_table(*A_RUBBER)
    (eve,) = waits(table, "Eve")
    sent = {"table": table, "sitting": table.sitting.pk, "seen": [eve.pk], "actor": PHONE}
    with meanwhile(lambda: cut_in(**sent)) as found:
        cut_in(**sent)
    assert [type(answer) for answer in found] == [AlreadyChanged]
    assert Sitting.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_player_let_in_at_two_tables_at_once_sits_at_one(evening):
    one = a_rubber_table(*A_RUBBER, session=evening)
    hands = [hand.replace("Ann", "Hal") for hand in A_RUBBER]
    other = a_rubber_table(*hands, session=evening, names=["Hal", "Ida", "Joe", "Kit"])
    sent = []
    for table in (one, other):
        (eve,) = waits(table, "Eve")
        sent.append({"table": table, "sitting": table.sitting.pk, "seen": [eve.pk], "actor": PHONE})
    with meanwhile(lambda: cut_in(**sent[1])) as found:
        cut_in(**sent[0])
    assert [str(answer) for answer in found] == ["No one is waiting to come in."]
    assert "Eve" in again(one).sitting.names
