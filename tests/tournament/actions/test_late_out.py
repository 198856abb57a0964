"""A late comer who was entered by mistake is taken out before their first draw, and owes nothing
for it."""

import pytest

from scoring.common.refused import Refused
from scoring.evening.actions.check_in import arrive, arrive_by_name, pay_at_the_door
from scoring.money.queries.accounts import balances_of
from scoring.tournament.actions import late_comers, leaving
from scoring.tournament.actions.entrants import enter_by_name
from scoring.tournament.actions.late_comers import take_late_out
from tests.cast import PHONE, again, everything
from tests.tournament.cast import (
    a_tournament,
    begun,
    drawn,
    ended,
    latest,
    played_to,
    tell,
    tell_all,
)

pytestmark = pytest.mark.django_db


def come(tournament, *names):
    return late_comers.come_late_by_name(tournament=tournament, names=names or ["Zoe"], actor=PHONE)


def out(tournament, entrant):
    return take_late_out(tournament=tournament, player=entrant.player_id, actor=PHONE)


def owed(tournament, player):
    """What somebody has in the club's book: below nothing, they owe it."""
    return balances_of(tournament.session.club, [player])[player.pk]


def refused(tournament, entrant, match):
    stored = everything()
    with pytest.raises(Refused, match=match):
        out(tournament, entrant)
    assert everything() == stored


def test_a_removed_late_arrival_is_neither_entered_nor_here_and_owes_nothing():
    tournament = a_tournament(8, fee=500)
    begun(tournament)
    zoe = come(tournament)
    assert (owed(tournament, zoe.player), tournament.session.attendances.count()) == (-500, 9)
    assert out(tournament, zoe).name == "Zoe"
    assert not tournament.entrants.filter(player=zoe.player).exists()
    assert (owed(tournament, zoe.player), tournament.session.attendances.count()) == (0, 8)


def test_a_removal_sent_twice_counts_once_and_they_can_return_under_their_number():
    tournament = a_tournament(8, fee=500)
    begun(tournament)
    zoe = come(tournament)
    out(tournament, zoe)
    stored = everything()
    assert (out(tournament, zoe), everything()) == (None, stored)
    back = come(tournament)
    assert (back.no, back.since, owed(tournament, back.player)) == (zoe.no, 2, -500)


def test_a_person_checked_in_before_being_entered_stays_checked_in():
    tournament = a_tournament(8, fee=500)
    begun(tournament)
    arrive_by_name(session=tournament.session, name="Zoe", actor=PHONE)
    zoe = come(tournament)
    out(tournament, zoe)
    assert tournament.session.attendances.filter(player=zoe.player).exists()
    assert owed(tournament, zoe.player) == -500


def test_a_person_who_paid_can_be_removed_once_the_payment_is_undone():
    tournament = a_tournament(8, fee=500)
    begun(tournament)
    zoe = come(tournament)
    what = {"session": tournament.session, "player": zoe.player, "actor": PHONE}
    pay_at_the_door(paid=True, **what)
    refused(tournament, zoe, "Zoe has paid £5.00. Undo the payment first.")
    pay_at_the_door(paid=False, **what)
    out(tournament, zoe)
    assert owed(tournament, zoe.player) == 0


def test_a_person_who_had_a_place_in_a_round_must_leave_instead():
    tournament = a_tournament(8)
    row = begun(tournament)
    zoe = come(tournament)
    refused(tournament, tournament.entrants.get(no=1), "had a place in a round")
    tell_all(ended(row))
    begun(tournament)
    refused(
        tournament,
        zoe,
        "Zoe had a place in a round. Use “Remove a player” instead.",
    )


def test_a_person_checked_in_after_being_entered_stays_checked_in():
    tournament = a_tournament(8, fee=500)
    begun(tournament)
    enter_by_name(tournament=tournament, names=[("Zoe",)])
    zoe = tournament.entrants.get(player__name="Zoe")
    arrive(session=tournament.session, player=zoe.player, actor=PHONE)
    out(tournament, zoe)
    assert (owed(tournament, zoe.player), tournament.session.attendances.count()) == (-500, 9)


def test_a_person_who_briefly_had_a_ghosts_seat_must_leave_instead():
    tournament = a_tournament(7, odd="ghost")
    row = begun(tournament)
    place = tournament.entrants.get(ghost=True).placings.get()
    table = place.round_table.no
    zoe = late_comers.come_late_by_name(
        tournament=tournament, names=["Zoe"], at=(table, place.seat), actor=PHONE
    )
    tell(row, table, 7, 5, source="card", entrant=zoe)
    leaving.leave_at_once(tournament=tournament, no=zoe.no, actor=PHONE)
    tell_all(ended(row))
    begun(tournament)
    leaving.come_back(tournament=tournament, no=zoe.no)
    refused(tournament, zoe, "Zoe had a place in a round")


def test_sitting_out_is_a_place_in_a_round():
    tournament = a_tournament(9)
    row = begun(tournament)
    refused(tournament, tournament.entrants.get(no=row.sitting_out[0]), "had a place in a round")


def test_a_ghosts_seat_must_be_given_back_before_a_removal():
    tournament = a_tournament(7, odd="ghost")
    begun(tournament)
    place = tournament.entrants.get(ghost=True).placings.get()
    zoe = come(tournament)
    late_comers.place(tournament=tournament, no=zoe.no, table=place.round_table.no, seat=place.seat)
    refused(tournament, zoe, "had a place in a round")
    late_comers.unplace(tournament=tournament, no=zoe.no)
    assert out(tournament, zoe).name == "Zoe"


def test_an_unpublished_round_with_the_removed_person_is_discarded():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    zoe = come(tournament)
    drawn(tournament)
    out(tournament, zoe)
    assert latest(tournament).no == 1


def test_a_rotation_is_replanned_without_the_removed_person():
    tournament = a_tournament(8, style="rotation", rounds=4)
    begun(tournament)
    zoe = come(tournament)
    out(tournament, zoe)
    plan = again(tournament).plan
    assert [one["no"] for one in plan] == [2, 3, 4]
    assert all(zoe.no not in table["seats"].values() for one in plan for table in one["tables"])


def test_both_of_a_pair_are_removed_together():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs", fee=500)
    begun(tournament)
    pair = come(tournament, "Yan", "Zoe")
    out(tournament, pair)
    assert not tournament.session.attendances.filter(player__in=pair.people).exists()
    assert [owed(tournament, player) for player in pair.people] == [0, 0]


def test_before_round_1_is_published_a_late_removal_is_refused():
    tournament = a_tournament(8)
    refused(tournament, tournament.entrants.get(no=1), "Round 1 isn’t published yet")
