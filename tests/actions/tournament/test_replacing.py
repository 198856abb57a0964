"""One of a fixed pair is replaced: the pair goes on with what it has won, and it is known who played when."""

import pytest

from scoring.actions import Refused
from scoring.actions.door import arrive
from scoring.actions.tournament import leaving
from scoring.actions.tournament.finishing import finish
from scoring.actions.tournament.replacing import replace_one
from scoring.actions.tournament.seats_right import place_in, put_seats_right
from scoring.models import Player, Tournament
from scoring.models.accounts import balances_of
from scoring.models.pairs_played import replaced_in
from scoring.models.tournament_now import played_tables, told
from scoring.models.tournament_tallies import tallied_rounds
from scoring.movements.tournament.standings import standings
from tests.cast import PHONE, again, everything, log
from tests.tournament import a_tournament, begun, ended, played_to, tell_all

pytestmark = pytest.mark.django_db

PAIRS = [("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay"), ("Gus", "Hal")]


def a_pairs_evening(people=PAIRS, **settings):
    return a_tournament(people, style="pairs", **settings)


def replaced(tournament, gone, new, no=1):
    player = Player.objects.get(name=gone)
    return replace_one(tournament=tournament, no=no, player=player.pk, name=new, actor=PHONE)


def refused(tournament, gone, new, match, no=1):
    stored = everything()
    with pytest.raises(Refused, match=match):
        replaced(tournament, gone, new, no)
    assert everything() == stored


def figures(tournament):
    return {row.no: (row.points, row.rounds, row.won, row.lones) for row in standings(told(tournament))}


def pad_of(tournament, row, no=1):
    """The pad where the pair of this number sits in a round."""
    return row.placings.get(entrant__no=no).round_table.table


def played(tournament, no=1):
    return replaced_in(tournament)[no]


def test_the_pair_goes_on_with_its_number_and_what_it_has_won():
    tournament = a_pairs_evening()
    played_to(tournament, 2)
    before = figures(tournament)
    pair = replaced(tournament, "Ben", "Zoe")
    assert (pair.no, pair.name, figures(tournament)) == (1, "Ann and Zoe", before)
    row = begun(tournament)
    assert {"Ann", "Zoe"} <= {*pad_of(tournament, row).sitting.names}


def test_it_is_told_who_played_which_rounds():
    tournament = a_pairs_evening()
    played_to(tournament, 2)
    replaced(tournament, "Ben", "Zoe")
    tell_all(ended(begun(tournament)))
    found = played(tournament)
    assert (found.told, found.before.name, found.instead.name) == ("Ben played rounds 1 and 2", "Ben", "Zoe")
    assert {no: {*names.split(" and ")} for no, names in found.by_round.items()} == {
        1: {"Ann", "Ben"},
        2: {"Ann", "Ben"},
        3: {"Ann", "Zoe"},
    }
    assert {*replaced_in(tournament)} == {1}


def test_the_round_that_runs_is_his_who_finishes_it_and_its_hands_stay():
    tournament = a_pairs_evening()
    row = begun(tournament)
    pad = pad_of(tournament, row)
    log(pad, "{} 3".format(*pad.sitting.names))
    replaced(tournament, "Ann", "Zoe")
    pad = again(pad)
    assert {"Zoe", "Ben"} <= {*pad.sitting.names}
    (now,) = (one for one in played_tables([row]) if 1 in one.seats.values())
    assert now.hands == 1
    found = played(tournament)
    assert ({*found.by_round[1].split(" and ")}, found.told) == ({"Ben", "Zoe"}, "")


def test_a_lone_hand_of_who_went_stays_the_pair_s():
    tournament = a_pairs_evening()
    row = begun(tournament)
    pad = pad_of(tournament, row)
    log(pad, "Ben! 5")
    tell_before = {no: lones for no, (*_, lones) in figures(tournament).items()}
    replaced(tournament, "Ben", "Zoe")
    (now,) = (one for one in played_tables([row]) if 1 in one.seats.values())
    assert (now.said[0].lones, tell_before[1]) == ({1: 1}, 0)


def test_it_is_taken_back_by_the_other_way_round_and_who_never_played_owes_nothing():
    tournament = a_pairs_evening(fee=500)
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    zoe = Player.objects.get(name="Zoe")
    assert balances_of(tournament.session.club, [zoe]) == {zoe.pk: -500}
    pair = replaced(tournament, "Zoe", "Ben")
    assert (pair.name, replaced_in(tournament)) == ("Ann and Ben", {})
    assert balances_of(tournament.session.club, [zoe]) == {zoe.pk: 0}
    assert not tournament.session.attendances.filter(player=zoe).exists()


def test_who_played_and_goes_has_left_and_owes_what_he_owed():
    tournament = a_pairs_evening(fee=500)
    ben = Player.objects.get(name="Ben")
    arrive(session=tournament.session, player=ben, actor=PHONE)
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    assert tournament.session.attendances.get(player=ben).left_at is not None
    assert balances_of(tournament.session.club, [ben]) == {ben.pk: -500}


def test_told_twice_it_happens_once():
    tournament = a_pairs_evening()
    begun(tournament)
    replaced(tournament, "Ben", "Zoe")
    before = [again(tournament).entrants.get(no=1).name, tournament.session.attendances.count()]
    replaced(tournament, "Ben", "Zoe")
    after = [again(tournament).entrants.get(no=1).name, tournament.session.attendances.count()]
    assert after == before == ["Ann and Zoe", 8]


def test_both_can_be_replaced_one_after_the_other():
    tournament = a_pairs_evening()
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ann", "Yan")
    tell_all(ended(begun(tournament)))
    found = played(tournament)
    assert found.told == "Ann played rounds 1 and 2; Ben played round 1"
    assert (found.before.name, found.instead.name) == ("Ann", "Yan")


def test_what_cannot_be_is_refused():
    tournament = a_pairs_evening()
    refused(tournament, "Ben", "Zoe", "Round 1 is not out yet")
    begun(tournament)
    refused(tournament, "Ben", "Cat", "Cat is entered as number 2, Cat and Dan. Nothing was changed.")
    refused(tournament, "Ben", "Ann", "Ann is entered as number 1")
    refused(tournament, "Ben", "Zoe", "Number 2 is Cat and Dan by now", no=2)
    leaving.leave(tournament=tournament, no=1)
    refused(tournament, "Ben", "Zoe", "have left")


def test_who_plays_for_himself_is_not_replaced_so():
    tournament = a_tournament(8)
    begun(tournament)
    refused(tournament, "Ann", "Zoe", "Ann is no pair of people. Nothing was changed")
    assert replaced_in(tournament) == {}


def test_a_hand_that_is_begun_is_finished_before():
    tournament = a_pairs_evening()
    pad = pad_of(tournament, begun(tournament))
    pad.sitting.hands.create(id="0" * 32, maker=0, state="begun")
    refused(tournament, "Ben", "Zoe", "Finish it first")


def test_seats_of_a_round_before_are_put_right_for_those_who_sat_there():
    tournament = a_pairs_evening()
    row = begun(tournament)
    for one in row.tables.all():
        log(one.table, "{} 3".format(*one.table.sitting.names))
    tell_all(ended(row))
    replaced(tournament, "Ben", "Zoe")
    other = next(no for no in (2, 3, 4) if pad_of(tournament, row, no) != pad_of(tournament, row))
    theirs = {*tournament.entrants.get(no=other).name.split(" and ")}
    before = pad_of(tournament, row, other)
    seen = place_in(row, tournament.entrants.get(no=1))
    put_seats_right(tournament=tournament, no=1, one=1, other=other, seen=seen, actor=PHONE)
    assert {"Ann", "Ben"} <= {*again(before).sitting.names} and not theirs & {*again(before).sitting.names}


def test_the_season_counts_for_each_what_he_played():
    tournament = a_pairs_evening(rounds=3)
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    for _ in range(2):
        tell_all(ended(begun(tournament)))
    finish(tournament=tournament, actor=PHONE)
    Tournament.objects.update(counts=True)
    found = {Player.objects.get(pk=key).name: one for key, _, one in tallied_rounds(tournament.session)}
    rounds = {name: one.games_won + one.games_lost for name, one in found.items()}
    assert [rounds[name] for name in ("Ann", "Ben", "Zoe")] == [3, 1, 2]
    assert found["Ben"].points + found["Zoe"].points == found["Ann"].points


def test_where_nobody_was_replaced_nothing_is_told():
    tournament = a_pairs_evening()
    played_to(tournament, 2)
    assert replaced_in(tournament) == {}
