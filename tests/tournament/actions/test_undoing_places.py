"""What is taken back in mid-evening: only what happened in the round that runs, and never a drawn
seat."""

import pytest

from scoring.common.refused import Refused
from scoring.models import HandRecord, Sitting
from scoring.tournament.actions import late_comers, leaving
from scoring.tournament.actions.rounds import publish_round, take_back
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament, played_tables
from tests.cast import PHONE, again, everything, log
from tests.tournament.cast import (
    a_tournament,
    begun,
    drawn,
    ended,
    played_to,
    seats,
    tell,
    tell_all,
)

pytestmark = pytest.mark.django_db


def come(tournament, name="Zoe", at=None):
    return late_comers.come_late_by_name(tournament=tournament, names=[name], at=at, actor=PHONE)


def there(row):
    """Everybody who is in a round: at a table, or sitting out."""
    return {no for at in seats(row).values() for no in at.values()}.union(again(row).sitting_out)


def a_ghost_s_seat(tournament):
    place = tournament.entrants.get(ghost=True).placings.last()
    return place.round_table.no, place.seat


def a_table_of_three(row):
    (three,) = (no for no, at in seats(row).items() if len(at) == 3)
    return three


def points(tournament):
    return {
        row.no: (row.points, row.rounds, row.sat_out)
        for row in standings(load_tournament(tournament))
    }


def refused(verb, *, match, **what):
    stored = everything()
    with pytest.raises(Refused, match=match):
        verb(**what)
    assert everything() == stored


@pytest.mark.parametrize("seat", "NESW")
def test_a_drawn_seat_cannot_be_given_back(seat):
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=1).table
    log(pad, "{} 3".format(*pad.sitting.names))
    refused(
        late_comers.unplace, match="not seated late", tournament=tournament, no=seats(row)[1][seat]
    )
    assert HandRecord.objects.count() == 1


def test_a_late_arrival_drawn_into_the_next_round_keeps_their_seat():
    tournament = a_tournament(7, odd="ghost")
    row = begun(tournament)
    zoe = come(tournament, at=a_ghost_s_seat(tournament))
    tell_all(ended(row))
    begun(tournament)
    refused(late_comers.unplace, match="not seated late", tournament=tournament, no=zoe.no)
    refused(
        late_comers.unplace, match="Round 2 is published", tournament=tournament, no=zoe.no, seen=1
    )


def test_a_place_cannot_be_given_back_after_the_round():
    tournament = a_tournament(7, odd="ghost")
    row = begun(tournament)
    zoe = come(tournament, at=a_ghost_s_seat(tournament))
    ended(row)
    refused(late_comers.unplace, match="Round 1 is over", tournament=tournament, no=zoe.no)


def test_a_ghost_that_sits_elsewhere_by_now_does_not_get_its_seat_back():
    tournament = a_tournament(7, odd="ghost")
    row = begun(tournament)
    table, seat = a_ghost_s_seat(tournament)
    zoe = come(tournament, at=(table, seat))
    leaver = next(at["N"] for no, at in seats(row).items() if no != table)
    leaving.leave_at_once(tournament=tournament, no=leaver)
    refused(late_comers.unplace, match="Ghost sits at table", tournament=tournament, no=zoe.no)


def test_a_fourth_at_a_table_of_three_stays_after_a_result_was_entered():
    tournament = a_tournament(7, odd="three")
    row = begun(tournament)
    three = a_table_of_three(row)
    zoe = come(tournament, at=(three, "W"))
    tell(row, three, 7, 5)
    refused(late_comers.unplace, match="Zoe has played at table", tournament=tournament, no=zoe.no)


def test_a_late_arrival_who_played_in_a_ghosts_seat_stays_there():
    tournament = a_tournament(7, odd="ghost")
    row = begun(tournament)
    table, seat = a_ghost_s_seat(tournament)
    pad = row.tables.get(no=table).table
    log(pad, "{} 3".format(*pad.sitting.names))
    zoe = come(tournament, at=(table, seat))
    pad = again(pad)
    log(pad, "{} 3".format(*pad.sitting.names))
    refused(late_comers.unplace, match="Zoe has played at table", tournament=tournament, no=zoe.no)


def test_a_late_arrival_who_has_not_played_can_give_the_ghosts_seat_back():
    tournament = a_tournament(7, odd="ghost")
    row = begun(tournament)
    table, seat = a_ghost_s_seat(tournament)
    before = seats(row)
    pad = row.tables.get(no=table).table
    log(pad, "{} 3".format(*pad.sitting.names))
    zoe = come(tournament, at=(table, seat))
    late_comers.unplace(tournament=tournament, no=zoe.no)
    (played,) = (one for one in played_tables([row]) if one.row.no == table)
    assert (seats(row), played.hands) == (before, 1)


def test_removing_a_fourth_leaves_the_three_with_their_pad():
    tournament = a_tournament(7, odd="three")
    row = begun(tournament)
    three = a_table_of_three(row)
    pad = row.tables.get(no=three).table
    before = pad.sitting.names
    zoe = come(tournament, at=(three, "W"))
    late_comers.unplace(tournament=tournament, no=zoe.no)
    assert (again(pad).sitting.names, again(pad).sitting.ended_at) == (before, None)
    assert Sitting.objects.get(table=pad).round_table.no == three


def test_a_fourth_cannot_join_while_a_hand_is_started():
    tournament = a_tournament(7, odd="three")
    row = begun(tournament)
    three = a_table_of_three(row)
    row.tables.get(no=three).table.sitting.hands.create(id="0" * 32, maker=0, state="begun")
    refused(come, match="a fourth player can’t join", tournament=tournament, at=(three, "W"))


def after_a_leaver_at_once():
    """Of nine, who sat out in round 1 took over a seat: who left, who took over, and round 2,
    begun."""
    tournament = a_tournament(9)
    row = begun(tournament)
    (out,), gone = row.sitting_out, seats(row)[1]["N"]
    leaving.leave_at_once(tournament=tournament, no=gone, by=out)
    tell_all(ended(row))
    return tournament, gone, out, begun(tournament)


def test_a_player_who_returns_in_a_later_round_takes_no_ones_seat():
    tournament, gone, out, row = after_a_leaver_at_once()
    before = seats(row)
    leaving.come_back(tournament=tournament, no=gone)
    assert (seats(row), again(row).sitting_out) == (before, row.sitting_out)
    assert tournament.entrants.get(no=gone).left is None


def test_a_player_who_returns_in_a_later_round_takes_no_ones_points():
    tournament, gone, out, row = after_a_leaver_at_once()
    tell_all(row)
    before = points(tournament)
    leaving.come_back(tournament=tournament, no=gone)
    assert points(tournament) == before


@pytest.mark.parametrize("times", [1, 2])
def test_a_player_gets_no_points_for_a_round_they_were_not_drawn_into(times):
    tournament = a_tournament(9, sit_out_points="table")
    row = begun(tournament)
    leaver = seats(row)[1]["N"]
    leaving.leave(tournament=tournament, no=leaver)
    tell_all(ended(row))
    row = begun(tournament)
    tell_all(ended(row))
    before = points(tournament)
    for _ in range(times):
        leaving.come_back(tournament=tournament, no=leaver)
        leaving.leave(tournament=tournament, no=leaver)
    leaving.come_back(tournament=tournament, no=leaver)
    assert points(tournament) == before


def test_a_new_player_who_gives_a_seat_back_does_not_sit_out():
    tournament = a_tournament(9)
    row = begun(tournament)
    gone = seats(row)[1]["N"]
    leaving.leave(tournament=tournament, no=gone)
    tell_all(ended(row))
    row = begun(tournament)
    leaving.come_back(tournament=tournament, no=gone)
    leaver = seats(row)[2]["E"]
    leaving.leave_at_once(tournament=tournament, no=leaver, by=gone)
    leaving.come_back(tournament=tournament, no=leaver)
    assert again(row).sitting_out == []


def test_a_leaver_seated_elsewhere_does_not_get_two_seats():
    tournament = a_tournament(7, odd="ghost")
    row = begun(tournament)
    table, seat = a_ghost_s_seat(tournament)
    leaver = next(at["N"] for no, at in seats(row).items() if no != table)
    new = leaving.leave_to_somebody_new(
        tournament=tournament, no=leaver, names=["Zoe"], actor=PHONE
    )
    late_comers.place(tournament=tournament, no=leaver, table=table, seat=seat)
    leaving.leave(tournament=tournament, no=leaver)
    before = seats(row)
    leaving.come_back(tournament=tournament, no=leaver)
    assert (seats(row), new.no in there(row)) == (before, True)


def test_lone_hands_entered_for_a_leavers_seat_stay_with_the_seat():
    tournament = a_tournament(8)
    row = begun(tournament)
    leaver = seats(row)[1]["N"]
    tell(row, 1, 7, 5, lones={leaver: 2})
    ghost = leaving.leave_at_once(tournament=tournament, no=leaver)
    (first, _) = played_tables([row])
    assert dict(first.verdict.result.lones) == {ghost.no: 2}
    leaving.come_back(tournament=tournament, no=leaver)
    (first, _) = played_tables([row])
    assert dict(first.verdict.result.lones) == {leaver: 2}


def told_and_taken_back(tournament, change):
    """Round 2 is told, changed, taken back and drawn again."""
    played_to(tournament, 1)
    row = drawn(tournament)
    publish_round(tournament=tournament, no=2)
    found = change(row)
    take_back(tournament=tournament, no=2, step="published")
    take_back(tournament=tournament, no=2, step="drawn")
    return found, there(drawn(tournament))


def test_a_player_who_left_in_an_undone_round_is_not_drawn_into_it_again():
    def change(row):
        return leaving.leave(tournament=row.tournament, no=seats(row)[1]["N"])

    leaver, seated = told_and_taken_back(a_tournament(9), change)
    assert seated == {*range(1, 10)} - {leaver.no}


def test_a_player_who_joined_in_an_undone_round_is_drawn_into_it():
    zoe, seated = told_and_taken_back(a_tournament(8), lambda row: come(row.tournament))
    assert seated == {*range(1, 9), zoe.no}


def test_a_player_who_left_and_arrives_late_again_plays():
    tournament = a_tournament(9)
    row = begun(tournament)
    leaver = tournament.entrants.get(no=seats(row)[1]["N"])
    leaving.leave(tournament=tournament, no=leaver.no)
    tell_all(ended(row))
    assert come(tournament, leaver.name) == leaver
    assert leaver.no in there(drawn(tournament))


def test_a_removed_ghost_returns_when_one_is_needed():
    tournament = a_tournament(7, odd="ghost")
    row = begun(tournament)
    ghost = tournament.entrants.get(ghost=True)
    zoe = come(tournament)
    tell_all(ended(row))
    leaving.take_ghost_out(tournament=tournament, no=ghost.no)
    tell_all(ended(begun(tournament)))
    leaving.leave(tournament=tournament, no=zoe.no)
    assert there(drawn(tournament)) == {*range(1, 8), ghost.no}
    assert again(ghost).left is None


def test_a_seated_ghost_that_was_removed_does_not_take_over_another_seat():
    tournament = a_tournament(7, odd="ghost")
    row = begun(tournament)
    ghost = tournament.entrants.get(ghost=True)
    ended(row)
    leaving.take_ghost_out(tournament=tournament, no=ghost.no)
    take_back(tournament=tournament, no=1, step="ended")
    leaver = next(no for at in seats(row).values() for no in at.values() if no != ghost.no)
    other = leaving.leave_at_once(tournament=tournament, no=leaver)
    assert (other.ghost, other != ghost) == (True, True)
