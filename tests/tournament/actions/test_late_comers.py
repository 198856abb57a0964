"""Late comers, leavers, ghosts: who sits where afterwards, whose hands are whose, and the way
back."""

import pytest

from scoring.common.refused import Refused
from scoring.models import Entrant, Player, Sitting
from scoring.table.actions.reseat import put_right
from scoring.table.actions.tables import break_up, change_people
from scoring.tournament.actions import late_comers, leaving
from scoring.tournament.actions.entrants import add_ghosts, set_group
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament, played_tables
from tests.cast import PHONE, again, everything, log
from tests.tournament.cast import (
    a_tournament,
    begun,
    drawn,
    ended,
    latest,
    names_at,
    played_to,
    seats,
    tell_all,
)

pytestmark = pytest.mark.django_db


def a_round_with_a_ghost():
    """Seven and a ghost; round 1 is begun."""
    tournament = a_tournament(7, odd="ghost")
    row = begun(tournament)
    ghost = tournament.entrants.get(ghost=True)
    place = ghost.placings.get()
    return again(tournament), row, place.round_table.no, place.seat


def come(tournament, name="Zoe", at=None):
    return late_comers.come_late_by_name(tournament=tournament, names=[name], at=at, actor=PHONE)


def pad_of(row, table):
    """Who sits at a table's phone now."""
    return row.tables.get(no=table).table.sitting.names


def test_a_late_arrival_takes_a_ghosts_seat_and_all_others_stay():
    tournament, row, table, seat = a_round_with_a_ghost()
    before = names_at(row)
    zoe = come(tournament, at=(table, seat))
    before[table][seat] = "Zoe"
    assert names_at(row) == before
    assert (zoe.no, zoe.since) == (9, 1)
    assert "Zoe" in pad_of(row, table)
    assert tournament.session.attendances.filter(player=zoe.player).exists()


def test_hands_played_by_a_ghost_stay_its_own_and_the_round_counts_for_the_newcomer():
    tournament, row, table, seat = a_round_with_a_ghost()
    pad = row.tables.get(no=table).table
    log(pad, "{} 3".format(*pad.sitting.names))
    zoe = come(tournament, at=(table, seat))
    old, new = Sitting.objects.filter(round_table__no=table)
    assert "Zoe" in new.names
    assert "Ghost" in old.names
    assert new.round_table_id == old.round_table_id
    log(pad, "{} 5".format(*new.names))
    (played,) = (one for one in played_tables([row]) if one.row.no == table)
    assert (dict(played.verdict.result.points), played.hands) == ({"NS": 3, "EW": 0}, 2)
    tell_all(ended(row))
    assert (
        next(line.rounds for line in standings(load_tournament(tournament)) if line.no == zoe.no)
        == 1
    )


def test_a_late_arrival_can_play_from_the_next_round():
    tournament = a_tournament(8)
    row = begun(tournament)
    before = seats(row)
    zoe = come(tournament)
    assert (zoe.since, seats(row)) == (2, before)
    tell_all(ended(row))
    assert (
        zoe.no in drawn(tournament).sitting_out
        or latest(tournament).placings.filter(entrant=zoe).exists()
    )


def test_several_arrive_late_together_and_the_first_gets_the_free_seat():
    tournament, row, table, seat = a_round_with_a_ghost()
    came = late_comers.all_come_late_by_name(
        tournament=tournament,
        names=[["Zoe"], ["Yan"], ["Xia"]],
        at=[(table, seat)],
        actor=PHONE,
    )
    assert [(one.name, one.no, one.since) for one in came] == [
        ("Zoe", 9, 1),
        ("Yan", 10, 2),
        ("Xia", 11, 2),
    ]
    assert names_at(row)[table][seat] == "Zoe"
    here = tournament.session.attendances.values_list("player__name", flat=True)
    assert {"Zoe", "Yan", "Xia"} <= set(here)
    assert [one.no for one in came] == [
        one.no
        for one in late_comers.all_come_late_by_name(
            tournament=tournament, names=[["Zoe"], ["Yan"], ["Xia"]], actor=PHONE
        )
    ]


def test_a_late_group_is_refused_as_a_whole_if_one_cannot_be_seated():
    tournament, _, table, seat = a_round_with_a_ghost()
    come(tournament, "Will", at=(table, seat))
    stored = everything()
    with pytest.raises(Refused, match="Will has that seat now"):
        late_comers.all_come_late_by_name(
            tournament=tournament, names=[["Zoe"], ["Yan"]], at=[(table, seat)], actor=PHONE
        )
    assert everything() == stored


def test_a_late_arrival_sent_twice_is_entered_once():
    tournament, row, table, seat = a_round_with_a_ghost()
    first = come(tournament, at=(table, seat))
    assert come(tournament, at=(table, seat)) == first
    assert tournament.entrants.count() == 9


def test_a_late_arrival_can_be_moved_to_the_next_round_and_the_ghost_returns():
    tournament, row, table, seat = a_round_with_a_ghost()
    before = names_at(row)
    zoe = come(tournament, at=(table, seat))
    late_comers.unplace(tournament=tournament, no=zoe.no)
    assert names_at(row) == before
    assert (again(zoe).since, again(zoe).in_place_of) == (2, None)
    assert "Ghost" in pad_of(row, table)


def test_a_fourth_joins_a_table_of_three_before_its_first_hand_and_it_uses_totals():
    tournament = a_tournament(7, odd="three")
    row = begun(tournament)
    (three,) = (no for no, at in seats(row).items() if len(at) == 3)
    come(tournament, at=(three, "W"))
    assert len(seats(row)[three]) == 4
    assert not Sitting.objects.filter(round_table__no=three).exists()


def test_no_player_joins_a_table_of_three_after_its_first_hand():
    tournament = a_tournament(7, odd="three")
    row = begun(tournament)
    (three,) = (no for no, at in seats(row).items() if len(at) == 3)
    pad = row.tables.get(no=three).table
    log(pad, "{} 3".format(*pad.sitting.names))
    stored = everything()
    with pytest.raises(Refused, match="a fourth player can’t join"):
        come(tournament, at=(three, "W"))
    assert everything() == stored


def test_a_late_arrival_cannot_take_an_occupied_seat():
    tournament = a_tournament(8)
    begun(tournament)
    stored = everything()
    with pytest.raises(Refused, match="has that seat now"):
        come(tournament, at=(1, "N"))
    assert everything() == stored


def test_a_leaver_keeps_their_round_and_is_not_seated_again():
    tournament = a_tournament(8)
    row = begun(tournament)
    before = seats(row)
    leaving.leave(tournament=tournament, no=3)
    assert seats(row) == before
    assert tournament.entrants.get(no=3).left == 1
    tell_all(ended(row))
    drawn(tournament)
    assert 3 not in {no for at in seats(latest(tournament)).values() for no in at.values()}


def test_a_player_who_left_can_return():
    tournament = a_tournament(8)
    begun(tournament)
    leaving.leave(tournament=tournament, no=3)
    leaving.come_back(tournament=tournament, no=3)
    assert tournament.entrants.get(no=3).left is None


def test_a_leaver_who_sat_out_no_longer_does_until_they_return():
    tournament = a_tournament(9)
    row = begun(tournament)
    (out,) = row.sitting_out
    leaving.leave(tournament=tournament, no=out)
    assert (again(row).sitting_out, tournament.entrants.get(no=out).left) == ([], 0)
    leaving.come_back(tournament=tournament, no=out)
    assert again(row).sitting_out == [out]


def test_a_player_sitting_out_takes_a_leavers_seat_and_gives_it_back():
    tournament = a_tournament(9)
    row = begun(tournament)
    (out,), before = row.sitting_out, names_at(row)
    leaver = row.tables.get(no=1).placings.get(seat="S").entrant
    leaving.leave_at_once(tournament=tournament, no=leaver.no, by=out)
    substitute = tournament.entrants.get(no=out)
    assert names_at(row)[1]["S"] == substitute.name
    assert (again(row).sitting_out, again(leaver).left) == ([], 0)
    assert substitute.name in pad_of(row, 1)
    leaving.come_back(tournament=tournament, no=leaver.no)
    assert (names_at(row), again(row).sitting_out) == (before, [out])
    assert pad_of(row, 1) == list(before[1].values())


def test_a_ghost_finishes_a_leavers_round():
    tournament = a_tournament(8)
    row = begun(tournament)
    leaver = row.tables.get(no=2).placings.get(seat="E").entrant
    ghost = leaving.leave_at_once(tournament=tournament, no=leaver.no)
    assert (ghost.ghost, names_at(row)[2]["E"]) == (True, "Ghost")
    tell_all(ended(row))
    assert leaver.no not in {
        line.no for line in standings(load_tournament(tournament)) if line.rounds
    }


def test_a_new_player_finishes_a_leavers_round_under_the_next_number():
    tournament = a_tournament(8)
    row = begun(tournament)
    leaver = row.tables.get(no=2).placings.get(seat="E").entrant
    new = leaving.leave_to_somebody_new(
        tournament=tournament, no=leaver.no, names=["Zoe"], actor=PHONE
    )
    assert (new.no, new.in_place_of, names_at(row)[2]["E"]) == (9, leaver, "Zoe")


def test_an_unpublished_round_is_discarded_when_a_player_leaves():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    drawn(tournament)
    leaving.leave(tournament=tournament, no=3)
    assert latest(tournament).no == 1


def test_a_rotation_is_replanned_for_the_players_still_here():
    tournament = a_tournament(9, style="rotation", rounds=5)
    begun(tournament)
    leaving.leave(tournament=tournament, no=3)
    plan = again(tournament).plan
    assert [one["no"] for one in plan] == [2, 3, 4, 5]
    seated = [{no for table in one["tables"] for no in table["seats"].values()} for one in plan]
    assert all(3 not in one and len(one) == 8 for one in seated)


def test_a_rotation_is_replanned_when_a_player_joins_from_the_next_round():
    tournament = a_tournament(10, style="rotation", rounds=4)
    played_to(tournament, 1)
    come(tournament)
    plan = load_tournament(again(tournament)).plan
    assert [(one.no, one.everybody) for one in plan] == [
        (no, set(range(1, 12))) for no in (2, 3, 4)
    ]


def test_a_seated_ghost_cannot_be_removed_but_an_unseated_one_can():
    tournament, row, *_ = a_round_with_a_ghost()
    sits = tournament.entrants.get(ghost=True)
    with pytest.raises(Refused, match="has a seat in round 1"):
        leaving.take_ghost_out(tournament=tournament, no=sits.no)
    add_ghosts(tournament=tournament, number=2)
    other = tournament.entrants.filter(ghost=True).last()
    leaving.take_ghost_out(tournament=tournament, no=other.no)
    assert list(Entrant.objects.filter(ghost=True)) == [sits]


def test_players_cannot_leave_before_round_1_is_published():
    tournament = a_tournament(8)
    with pytest.raises(Refused, match="Round 1 isn’t published yet"):
        leaving.leave(tournament=tournament, no=3)


def test_a_started_hand_must_be_finished_before_a_player_is_moved():
    tournament, row, table, seat = a_round_with_a_ghost()
    pad = row.tables.get(no=table).table
    pad.sitting.hands.create(id="0" * 32, maker=0, state="begun")
    stored = everything()
    with pytest.raises(Refused, match="Finish it first"):
        come(tournament, at=(table, seat))
    assert everything() == stored
    assert not Player.objects.filter(name="Zoe").exists()


def test_only_the_director_moves_players_at_a_tournament_table():
    tournament = a_tournament(8)
    pad = begun(tournament).tables.get(no=1).table
    stored = everything()
    for verb in (
        lambda: change_people(table=pad, names=["Ann", "Ben", "Cat", "Zoe"]),
        lambda: break_up(table=pad, sitting=pad.sitting.pk),
        lambda: put_right(
            sitting=pad.sitting,
            names=pad.sitting.names[::-1],
            stay_with="seats",
            seen=[player.pk for player in pad.sitting.players],
            actor=PHONE,
        ),
    ):
        with pytest.raises(Refused, match="decides who sits here"):
            verb()
    assert everything() == stored


def test_where_groups_move_apart_a_late_arrival_joins_the_ghosts_group():
    moves = {"moves": [{"who": ["L"], "by": -1}], "ends": "round"}
    made = a_tournament(7, odd="ghost", groups=["L", "G"], movement=moves)
    for one in made.entrants.all():
        set_group(tournament=made, no=one.no, group="LG"[one.no % 2])
    begun(made)
    ghost = made.entrants.get(ghost=True)
    seat = ghost.placings.get()
    late = come(made, "Ann Late")
    set_group(tournament=made, no=late.no, group="LG"[ghost.group == "L"])
    at = {"no": late.no, "table": seat.round_table.no, "seat": seat.seat}
    with pytest.raises(Refused):
        late_comers.place(tournament=made, **at)
    set_group(tournament=made, no=late.no, group="")
    assert late_comers.place(tournament=made, **at).group == ghost.group
    assert again(late).group == ghost.group
