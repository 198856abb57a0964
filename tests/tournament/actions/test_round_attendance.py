"""Whoever has a place in a round is here and owes the fee, at the latest when the round is told."""

import pytest

from scoring.common.refused import Refused
from scoring.evening.actions import check_in
from scoring.evening.queries.now import GONE, HERE, people_of, unpaid_fees
from scoring.money.pure.evening_money import evening_money
from scoring.tournament.actions import late_comers, leaving
from scoring.tournament.actions.entrants import come, enter_by_name, pay
from scoring.tournament.actions.import_file import take_in_tournament
from scoring.tournament.actions.rounds import publish_round, start_round, take_back
from scoring.tournament.queries.entry_fees import entry_fees
from scoring.tournament.queries.now import load_tournament
from tests.cast import PHONE, a_club, again, everything, log
from tests.tournament.cast import a_tournament, begun, drawn, ended, latest, played_to, tell_all

pytestmark = pytest.mark.django_db


def told_round(tournament):
    return publish_round(tournament=tournament, no=drawn(tournament).no, actor=PHONE)


def money(tournament):
    """What the entry brings by the book: charged, and paid."""
    found = evening_money(tournament.session.entries.all())
    return found.fees, found.fees_paid


def state(tournament, name):
    (person,) = (one for one in people_of(tournament.session) if one.player.name == name)
    return person.state


def pays(tournament, *numbers):
    for entrant in tournament.entrants.filter(no__in=numbers):
        pay(tournament=tournament, player=entrant.player, paid=True, actor=PHONE)


def test_publishing_a_round_checks_in_and_charges_every_entrant():
    tournament = a_tournament(9, fee=500)
    pays(tournament, 1, 2, 3, 4, 5)
    drawn(tournament)
    assert (money(tournament), entry_fees(tournament).to_come) == ((2500, 2500), 2000)
    publish_round(tournament=tournament, no=1, actor=PHONE)
    assert money(tournament) == (4500, 2500)
    assert unpaid_fees(tournament.session) == (4, 2000)
    assert [person.state for person in people_of(tournament.session)] == [HERE] * 9


def test_publishing_twice_charges_once():
    tournament = a_tournament(8, fee=500)
    told_round(tournament)
    stored = everything()
    publish_round(tournament=again(tournament), no=1, actor=PHONE)
    assert everything() == stored


def test_undoing_a_round_undoes_its_check_ins_except_earlier_or_paid_ones():
    tournament = a_tournament(8, fee=500)
    come(tournament=tournament, player=tournament.entrants.get(no=1).player, here=True, actor=PHONE)
    told_round(tournament)
    pays(tournament, 2)
    take_back(tournament=tournament, no=1, step="published", actor=PHONE)
    assert (money(tournament), tournament.session.attendances.count()) == ((1000, 500), 2)
    publish_round(tournament=again(tournament), no=1, actor=PHONE)
    assert money(tournament) == (4000, 500)


def test_a_player_with_a_place_in_a_published_round_cannot_be_unchecked():
    tournament = a_tournament(9, fee=500)
    row = told_round(tournament)
    stored = everything()
    for no in (row.placings.first().entrant.no, row.sitting_out[0]):
        player = tournament.entrants.get(no=no).player
        with pytest.raises(Refused, match="has a place in a round"):
            check_in.undo_arrival(session=tournament.session, player=player, actor=PHONE)
    assert everything() == stored


@pytest.mark.parametrize("hands", [0, 1])
def test_a_player_who_gave_their_seat_away_at_once_has_been_here(hands):
    tournament = a_tournament(8, fee=500)
    row = begun(tournament)
    ann = tournament.entrants.get(no=1)
    pad = row.placings.get(entrant=ann).round_table.table
    for _ in range(hands):
        log(pad, "{} 3".format(*pad.sitting.names))
    leaving.leave_at_once(tournament=tournament, no=1, actor=PHONE)
    tell_all(ended(row))
    stored = everything()
    with pytest.raises(Refused, match="has a place in a round"):
        check_in.undo_arrival(session=tournament.session, player=ann.player, actor=PHONE)
    with pytest.raises(Refused, match="has a place in a round"):
        come(tournament=tournament, player=ann.player, here=False, actor=PHONE)
    assert everything() == stored


def test_a_waived_fee_is_not_charged_when_the_round_is_published_again():
    tournament = a_tournament(8, fee=500)
    told_round(tournament)
    ann = tournament.entrants.get(no=1).player
    check_in.set_fee(session=tournament.session, player=ann, fee_minor=0, actor=PHONE)
    take_back(tournament=tournament, no=1, step="published", actor=PHONE)
    assert [one.player for one in tournament.session.attendances.all()] == [ann]
    publish_round(tournament=again(tournament), no=1, actor=PHONE)
    assert money(tournament)[0] == 3500


def test_a_player_entered_later_owes_from_their_first_round():
    tournament = a_tournament(8, fee=500)
    played_to(tournament, 1)
    enter_by_name(tournament=tournament, names=[("Zoe",)])
    assert (money(tournament)[0], entry_fees(tournament).to_come) == (4000, 500)
    begun(tournament)
    assert (money(tournament)[0], entry_fees(tournament).to_come) == (4500, 0)


def a_ghost_s_seat(row):
    place = row.placings.get(entrant__ghost=True)
    return {"table": place.round_table.no, "seat": place.seat}


def zoe_is_placed(row):
    """Somebody who is entered, and not here, gets the ghost's seat."""
    enter_by_name(tournament=row.tournament, names=[("Zoe",)])
    zoe = row.tournament.entrants.get(player__name="Zoe")
    return late_comers.place(
        tournament=row.tournament, no=zoe.no, actor=PHONE, **a_ghost_s_seat(row)
    )


def test_a_player_seated_in_the_current_round_owes_at_once():
    tournament = a_tournament(7, odd="ghost", fee=500)
    zoe_is_placed(begun(tournament))
    assert (money(tournament)[0], state(tournament, "Zoe")) == (4000, HERE)


def test_a_player_who_gives_the_seat_back_owes_nothing_and_is_not_here():
    tournament = a_tournament(7, odd="ghost", fee=500)
    zoe = zoe_is_placed(begun(tournament))
    late_comers.unplace(tournament=tournament, no=zoe.no, actor=PHONE)
    assert (money(tournament)[0], tournament.session.attendances.count()) == (3500, 7)


def test_a_player_who_sat_out_and_gives_a_seat_back_is_here_and_owes():
    tournament = a_tournament(9, fee=500)
    row = begun(tournament)
    (out,) = row.sitting_out
    ann = next(iter(row.placings.all())).entrant
    leaving.leave_at_once(tournament=tournament, no=ann.no, by=out, actor=PHONE)
    leaving.come_back(tournament=tournament, no=ann.no, actor=PHONE)
    assert (money(tournament)[0], tournament.session.attendances.count()) == (4500, 9)


def test_a_new_player_who_gives_a_leavers_seat_back_owes_nothing():
    tournament = a_tournament(8, fee=500)
    begun(tournament)
    enter_by_name(tournament=tournament, names=[("Zoe",)])
    zoe = tournament.entrants.get(player__name="Zoe")
    leaving.leave_at_once(tournament=tournament, no=1, by=zoe.no, actor=PHONE)
    assert money(tournament)[0] == 4500
    leaving.come_back(tournament=tournament, no=1, actor=PHONE)
    assert (money(tournament)[0], tournament.session.attendances.count()) == (4000, 8)


def test_a_player_given_a_seat_is_unchecked_when_the_round_is_undone():
    tournament = a_tournament(7, odd="ghost", fee=500)
    zoe_is_placed(told_round(tournament))
    take_back(tournament=tournament, no=1, step="published", actor=PHONE)
    assert (money(tournament)[0], tournament.session.attendances.count()) == (0, 0)


def test_a_returning_player_who_gets_a_seat_is_here():
    tournament = a_tournament(8, odd="ghost")
    tell_all(ended(begun(tournament)))
    leaving.leave(tournament=tournament, no=1)
    where = a_ghost_s_seat(begun(tournament))
    late_comers.place(tournament=tournament, no=1, actor=PHONE, **where)
    assert state(tournament, "Ann") == HERE


def test_a_returning_player_who_takes_a_leavers_seat_is_here():
    tournament = a_tournament(9)
    row = begun(tournament)
    (out,) = row.sitting_out
    leaving.leave(tournament=tournament, no=out)
    leaver = row.placings.first().entrant
    leaving.leave_at_once(tournament=tournament, no=leaver.no, by=out, actor=PHONE)
    took_over = tournament.entrants.get(no=out)
    assert (state(tournament, took_over.name), state(tournament, leaver.name)) == (HERE, GONE)


def test_a_ghost_is_not_checked_in_and_owes_nothing():
    tournament = a_tournament(7, odd="ghost", fee=500)
    begun(tournament)
    assert len(people_of(tournament.session)) == 7
    assert (money(tournament)[0], entry_fees(tournament).people) == (3500, 7)


def test_both_of_a_pair_owe_the_fee():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs", fee=500)
    told_round(tournament)
    assert (money(tournament)[0], entry_fees(tournament).people) == (2000, 4)


def test_the_sums_of_fees_agree_before_and_after_a_player_leaves():
    tournament = a_tournament(9, fee=500)
    assert entry_fees(tournament).all == 4500
    tell_all(ended(begun(tournament)))
    leaving.leave(tournament=tournament, no=1)
    fees = entry_fees(again(tournament))
    assert (fees.people, fees.all, money(tournament)[0]) == (9, 4500, 4500)
    assert (fees.owed, fees.paid, fees.to_come) == (4500, 0, 0)


def test_a_changed_fee_is_owed_by_players_who_have_not_paid():
    tournament = a_tournament(8, fee=500)
    pays(tournament, 1, 2)
    assert entry_fees(tournament, fee=700).all == 2 * 500 + 6 * 700


def test_a_player_who_leaves_the_tournament_is_checked_out_until_they_return():
    tournament = a_tournament(8)
    begun(tournament)
    leaving.leave(tournament=tournament, no=1)
    assert state(tournament, "Ann") == GONE
    leaving.come_back(tournament=tournament, no=1)
    assert state(tournament, "Ann") == HERE


def test_no_fees_are_owed_for_an_imported_tournament():
    tournament = a_tournament(8, fee=500)
    told_round(tournament)
    made = take_in_tournament(
        club=a_club("Another", organiser="mallory"),
        tournament=load_tournament(tournament),
        actor=PHONE,
    )
    assert (latest(made).published_at is None, money(made)) == (False, (0, 0))
    start_round(tournament=made, no=1, actor=PHONE)
    assert money(made) == (0, 0)
