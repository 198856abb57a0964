"""One of a fixed pair is replaced: the pair goes on with what it has won, and it is known who
played when."""

from uuid import uuid4

import pytest

from scoring.club.queries.tallies import tallied_rounds
from scoring.common.refused import Refused
from scoring.evening.actions.check_in import arrive, pay_at_the_door, set_fee, undo_arrival
from scoring.models import Player, Sitting, Tournament
from scoring.money.queries.accounts import balances_of
from scoring.tournament.actions import leaving
from scoring.tournament.actions.finishing import finish
from scoring.tournament.actions.late_comers import come_late_by_name
from scoring.tournament.actions.leaving import replace_one
from scoring.tournament.actions.rounds import publish_round, take_back
from scoring.tournament.actions.swapped_seats import place_in, put_seats_right
from scoring.tournament.actions.tables import not_played
from scoring.tournament.pure.prize_money import prize_money
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.entry_fees import entry_fees
from scoring.tournament.queries.now import load_tournament, played_tables
from scoring.tournament.queries.pairs_played import replaced_in
from tests.cast import PHONE, again, everything, log
from tests.tournament.cast import a_tournament, begun, drawn, ended, played_to, tell, tell_all

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
    return {
        row.no: (row.points, row.rounds, row.won, row.lones)
        for row in standings(load_tournament(tournament))
    }


def season(tournament):
    """What the season counts, by name."""
    Tournament.objects.filter(pk=tournament.pk).update(counts=True)
    return {
        Player.objects.get(pk=key).name: one for key, _, one in tallied_rounds(tournament.session)
    }


def pad_of(tournament, row, no=1):
    """The pad where the pair of this number sits in a round."""
    return row.placings.get(entrant__no=no).round_table.table


def played(tournament, no=1):
    return replaced_in(tournament)[no]


def test_a_changed_pair_keeps_its_number_and_points():
    tournament = a_pairs_evening()
    played_to(tournament, 2)
    before = figures(tournament)
    pair = replaced(tournament, "Ben", "Zoe")
    assert (pair.no, pair.name, figures(tournament)) == (1, "Ann and Zoe", before)
    row = begun(tournament)
    assert {"Ann", "Zoe"} <= {*pad_of(tournament, row).sitting.names}


def test_the_rounds_of_each_partner_are_listed():
    tournament = a_pairs_evening()
    played_to(tournament, 2)
    replaced(tournament, "Ben", "Zoe")
    tell_all(ended(begun(tournament)))
    found = played(tournament)
    assert (found.as_text, found.before.name, found.instead.name) == (
        "Ben played rounds 1 and 2",
        "Ben",
        "Zoe",
    )
    assert {no: {*names.split(" and ")} for no, names in found.by_round.items()} == {
        1: {"Ann", "Ben"},
        2: {"Ann", "Ben"},
        3: {"Ann", "Zoe"},
    }
    assert {*replaced_in(tournament)} == {1}


def test_the_current_round_belongs_to_the_partner_who_finishes_it():
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
    assert ({*found.by_round[1].split(" and ")}, found.as_text) == ({"Ben", "Zoe"}, "")


def test_a_lone_hand_of_a_replaced_partner_stays_with_the_pair():
    tournament = a_pairs_evening()
    row = begun(tournament)
    pad = pad_of(tournament, row)
    log(pad, "Ben! 5")
    tell_before = {no: lones for no, (*_, lones) in figures(tournament).items()}
    replaced(tournament, "Ben", "Zoe")
    (now,) = (one for one in played_tables([row]) if 1 in one.seats.values())
    assert (now.said[0].lones, tell_before[1]) == ({1: 1}, 0)


def test_a_replacement_can_be_reversed_and_one_who_never_played_owes_nothing():
    tournament = a_pairs_evening(fee=500)
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    zoe = Player.objects.get(name="Zoe")
    assert balances_of(tournament.session.club, [zoe]) == {zoe.pk: -500}
    pair = replaced(tournament, "Zoe", "Ben")
    assert (pair.name, replaced_in(tournament)) == ("Ann and Ben", {})
    assert balances_of(tournament.session.club, [zoe]) == {zoe.pk: 0}
    assert not tournament.session.attendances.filter(player=zoe).exists()


def test_a_replaced_player_who_played_has_left_and_still_owes_their_fee():
    tournament = a_pairs_evening(fee=500)
    ben = Player.objects.get(name="Ben")
    arrive(session=tournament.session, player=ben, actor=PHONE)
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    assert tournament.session.attendances.get(player=ben).left_at is not None
    assert balances_of(tournament.session.club, [ben]) == {ben.pk: -500}


def test_what_a_replaced_player_paid_still_counts_for_the_pair():
    tournament = a_pairs_evening(fee=500, prizes=[{"prize": "first", "percent": 100}])
    for name in ("Ann", "Ben"):
        about = {"session": tournament.session, "player": Player.objects.get(name=name)}
        arrive(**about, actor=PHONE)
        pay_at_the_door(**about, paid=True, actor=PHONE)
    begun(tournament)
    pots = [fees_of(tournament)]
    replaced(tournament, "Ben", "Zoe")
    pots.append(fees_of(tournament))
    zoe = Player.objects.get(name="Zoe")
    pay_at_the_door(session=tournament.session, player=zoe, paid=True, actor=PHONE)
    pots.append(fees_of(tournament))
    replaced(tournament, "Zoe", "Ben")
    assert [*pots, fees_of(tournament)] == [1000, 1000, 1500, 1500]
    assert entry_fees(again(tournament)).paid == 1500


def fees_of(tournament):
    """What there is to give, by what was paid."""
    (money,) = prize_money(load_tournament(again(tournament)))
    return money.fees


def owes(tournament, name):
    player = Player.objects.get(name=name)
    return -balances_of(tournament.session.club, [player])[player.pk]


def test_a_replaced_player_who_played_cannot_be_unchecked():
    tournament = a_pairs_evening(fee=500)
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    ben, stored = Player.objects.get(name="Ben"), everything()
    with pytest.raises(Refused, match="Use Has left instead"):
        undo_arrival(session=tournament.session, player=ben, actor=PHONE)
    assert everything() == stored


def test_a_round_with_a_result_stays_with_the_players_who_sat_there():
    tournament = a_pairs_evening(fee=500)
    row = begun(tournament)
    theirs = row.placings.get(entrant__no=1).round_table
    tell(row, theirs.no, 7, 5, source="table", side="NS")
    replaced(tournament, "Ben", "Zoe")
    assert (owes(tournament, "Ben"), played(tournament).as_text) == (500, "Ben played round 1")
    ended(row)
    take_back(tournament=tournament, no=1, step="ended")
    assert {"Ann", "Ben"} <= {*again(theirs.table).sitting.names}


def test_a_waived_fee_stays_waived_when_a_player_is_replaced_and_returns():
    tournament = a_pairs_evening(fee=500)
    ben = Player.objects.get(name="Ben")
    arrive(session=tournament.session, player=ben, actor=PHONE)
    set_fee(session=tournament.session, player=ben, fee_minor=0, actor=PHONE)
    begun(tournament)
    replaced(tournament, "Ben", "Zoe")
    replaced(tournament, "Zoe", "Ben")
    assert (owes(tournament, "Ben"), owes(tournament, "Zoe")) == (0, 0)
    assert tournament.session.attendances.get(player=ben).left_at is None


def test_a_replacement_who_came_in_an_undone_round_leaves_with_it():
    tournament = a_pairs_evening(fee=500)
    publish_round(tournament=tournament, no=drawn(tournament).no, actor=PHONE)
    replaced(tournament, "Ben", "Zoe")
    take_back(tournament=tournament, no=1, step="published", actor=PHONE)
    assert (tournament.session.attendances.count(), owes(tournament, "Zoe")) == (0, 0)


def test_a_replacement_after_a_round_sits_in_it_when_its_end_is_undone():
    tournament = a_pairs_evening()
    row = ended(begun(tournament))
    replaced(tournament, "Ben", "Zoe")
    assert {"Ann", "Ben"} <= {*pad_of(tournament, row).sitting.names}
    take_back(tournament=tournament, no=1, step="ended")
    assert {"Ann", "Zoe"} <= {*pad_of(tournament, row).sitting.names}


def test_a_replacement_sent_twice_is_made_once():
    tournament = a_pairs_evening()
    begun(tournament)
    replaced(tournament, "Ben", "Zoe")
    before = [again(tournament).entrants.get(no=1).name, tournament.session.attendances.count()]
    replaced(tournament, "Ben", "Zoe")
    after = [again(tournament).entrants.get(no=1).name, tournament.session.attendances.count()]
    assert after == before == ["Ann and Zoe", 8]


def test_both_partners_can_be_replaced_one_after_the_other():
    tournament = a_pairs_evening()
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ann", "Yan")
    tell_all(ended(begun(tournament)))
    found = played(tournament)
    assert found.as_text == "Ann played rounds 1 and 2; Ben played round 1"
    assert (found.before.name, found.instead.name) == ("Ann", "Yan")


def test_an_impossible_replacement_is_refused():
    tournament = a_pairs_evening()
    refused(tournament, "Ben", "Zoe", "Round 1 isn’t published yet")
    begun(tournament)
    refused(tournament, "Ben", "Cat", "Cat is entered as number 2, Cat and Dan.")
    refused(tournament, "Ben", "Ann", "Ann is entered as number 1")
    refused(tournament, "Ben", "Zoe", "Number 2 is Cat and Dan now", no=2)
    leaving.leave(tournament=tournament, no=1)
    refused(tournament, "Ben", "Zoe", "have left")


def test_a_single_player_cannot_be_replaced_this_way():
    tournament = a_tournament(8)
    begun(tournament)
    refused(tournament, "Ann", "Zoe", "Ann is no pair of people.")
    assert replaced_in(tournament) == {}


def test_a_started_hand_must_be_finished_before_a_replacement():
    tournament = a_pairs_evening()
    pad = pad_of(tournament, begun(tournament))
    pad.sitting.hands.create(id="0" * 32, maker=0, state="begun")
    refused(tournament, "Ben", "Zoe", "Finish it first")


def test_correcting_seats_of_an_earlier_round_uses_the_players_who_sat_there():
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
    assert {"Ann", "Ben"} <= {*again(before).sitting.names}
    assert not theirs & {*again(before).sitting.names}


def sat_at(row):
    """Who sat at a table in a round, hands of whom count, by sitting."""
    sittings = Sitting.objects.not_replaced().filter(round_table=row).order_by("no")
    return [sitting.names for sitting in sittings if sitting.counted]


def test_correcting_seats_of_a_round_with_a_replacement_corrects_each_sitting():
    tournament = a_pairs_evening()
    row = begun(tournament)
    theirs = row.placings.get(entrant__no=1).round_table
    log(theirs.table, "Ben! 5")
    replaced(tournament, "Ben", "Zoe")
    pad = again(theirs.table)
    log(pad, "{} 3".format(*pad.sitting.names))
    ended(row)
    beside = theirs.placings.exclude(entrant__no=1).get().entrant
    before, seen = sat_at(theirs), place_in(row, tournament.entrants.get(no=1))
    assert ["Ben" in names for names in before] == [True, False]
    put_seats_right(tournament=tournament, no=1, one=1, other=beside.no, seen=seen, actor=PHONE)
    assert sat_at(theirs) == [[east, north, west, south] for north, east, south, west in before]


def test_the_season_counts_each_players_own_rounds():
    tournament = a_pairs_evening(rounds=3)
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    for _ in range(2):
        tell_all(ended(begun(tournament)))
    finish(tournament=tournament, actor=PHONE)
    found = season(tournament)
    rounds = {name: one.games_won + one.games_lost for name, one in found.items()}
    assert [rounds[name] for name in ("Ann", "Ben", "Zoe")] == [3, 1, 2]
    assert found["Ben"].points + found["Zoe"].points == found["Ann"].points


def test_the_season_counts_sit_outs_for_the_partners_of_that_round():
    tournament = a_pairs_evening(PAIRS[:3], rounds=3, sit_out_points="table")
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    for _ in range(2):
        tell_all(ended(begun(tournament)))
    finish(tournament=tournament, actor=PHONE)
    row = next(row for row in standings(load_tournament(tournament)) if row.no == 1)
    found = season(tournament)
    assert (row.sat_out, row.given > 0) == (1, True)
    assert row.points == found["Ann"].points == found["Ben"].points + found["Zoe"].points
    rounds = {name: tally.play.rounds.rounds for name, tally in found.items()}
    assert (rounds["Ann"], rounds["Ben"] + rounds["Zoe"]) == (2, 2)


def test_the_season_counts_nothing_for_a_player_whose_table_never_played():
    tournament = a_pairs_evening(rounds=2)
    row = ended(begun(tournament))
    theirs = row.placings.get(entrant__no=1).round_table
    for one in row.tables.exclude(pk=theirs.pk):
        tell(row, one.no, 7, 5)
    not_played(key=uuid4(), round_table=theirs, actor=PHONE)
    replaced(tournament, "Ben", "Zoe")
    tell_all(ended(begun(tournament)))
    finish(tournament=tournament, actor=PHONE)
    found = season(tournament)
    rounds = {name: tally.play.rounds.rounds for name, tally in found.items()}
    assert ("Ben" in found, rounds["Ann"], rounds["Zoe"]) == (False, 1, 1)


def test_a_lone_hand_stays_with_its_pair_when_one_partner_enters_again():
    tournament = a_pairs_evening()
    row = begun(tournament)
    log(pad_of(tournament, row), "Ann! 5")
    tell_all(ended(row))
    replaced(tournament, "Ann", "Yan")
    replaced(tournament, "Ben", "Zoe")
    come_late_by_name(tournament=tournament, names=["Ann", "Bob"], actor=PHONE)
    assert figures(tournament)[1][-1] == 1


def test_three_replacements_take_as_many_queries_as_one(django_assert_num_queries):
    tournament = a_pairs_evening()
    tell_all(ended(begun(tournament)))
    replaced(tournament, "Ben", "Zoe")
    with django_assert_num_queries(11):
        played_tables(tournament.rounds.all())
    replaced(tournament, "Dan", "Yan", no=2)
    replaced(tournament, "Fay", "Xan", no=3)
    with django_assert_num_queries(11):
        played_tables(tournament.rounds.all())


def test_without_a_replacement_none_is_listed():
    tournament = a_pairs_evening()
    played_to(tournament, 2)
    assert replaced_in(tournament) == {}
