"""People who cannot be merged, and two actions on one person at once."""

from datetime import date

import pytest
from django.utils import timezone

from scoring.club.actions.forget import forget_player
from scoring.common.refused import Refused
from scoring.evening.actions.check_in import arrive, pay_at_the_door
from scoring.models import Entry, Payment, Plan, Player, Seat
from scoring.people.actions.people import add_players, rename_player
from scoring.table.actions.tables import open_table
from tests.cast import PHONE, a_club, a_table, again, an_evening, close, everything
from tests.club.actions.merging import (
    WITH_ZOE,
    WITH_ZOË,
    an_evening_played,
    kate,
    merge,
    two_entries,
)
from tests.test_concurrency import meanwhile
from tests.tournament.cast import a_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return a_club()


@pytest.fixture
def two(club):
    return two_entries(club)


def refusal(two):
    stored = everything()
    with pytest.raises(Refused) as why:
        merge(two)
    assert everything() == stored
    return str(why.value)


def test_people_who_played_together_are_not_merged(club, two):
    a_table(session=an_evening(club, title="Friday"), names=["Zoe", "Ann", "Zoë", "Ben"])
    assert refusal(two) == (
        "Zoë and Zoe can’t be merged. They played together at Table 1 of Friday. Both sit at a "
        "table of Friday now."
    )


@pytest.mark.parametrize("role", ["substitute", "in_place_of"])
def test_a_person_and_their_substitute_are_not_merged(role, club, two):
    kept, gone = two
    table = a_table("Zoe! 5", session=an_evening(club, title="Friday"), names=WITH_ZOE)
    Seat.objects.filter(player=gone).update(**{role: kept})
    close(table.session)
    assert "They played together at Table 1 of Friday." in refusal(two)


def test_people_seated_at_two_tables_now_are_not_merged(club, two):
    session = an_evening(club, title="Friday")
    a_table(session=session, names=WITH_ZOE)
    a_table(session=session, names=WITH_ZOË)
    assert "Both sit at a table of Friday now." in refusal(two)


def test_entrants_of_the_same_tournament_are_not_merged(club, two):
    pairs = [("Zoe", "Ann"), ("Ben", "Zoë"), ("Cat", "Dan")]
    a_tournament(pairs, style="pairs", session=an_evening(club, title="Friday"))
    assert "Zoë and Zoe can’t be merged. Both entered the tournament of Friday." in refusal(two)


def test_a_payer_and_their_payee_in_a_settlement_are_not_merged(club, two):
    kept, gone = two
    closing = close(an_evening_played(club, WITH_ZOE, title="Friday"))
    paid = {"closing": closing, "amount": 5, "paid_at": timezone.now()}
    Payment.objects.create(payer=kept, payee=gone, **paid)
    assert "One paid the other in the settlement of Friday." in refusal(two)


def test_a_payer_and_their_payee_in_the_accounts_are_not_merged(club, two):
    kept, gone = two
    about = {"kind": "payment", "amount_minor": 5, "dated": date(2026, 11, 20)}
    Entry.objects.create(club=club, debited=kept, credited=gone, **about)
    assert "One paid the other in the accounts, 20 November 2026." in refusal(two)


def test_people_with_two_planned_seats_are_not_merged_until_the_plan_is_done(club, two):
    keys = [player.pk for player in two]
    session = an_evening(club, title="Friday")
    plan = Plan.objects.create(session=session, way="books", seed=1, people=keys)
    assert (
        "Both are in the seating plan of Friday. Open its tables or discard it first."
        in refusal(two)
    )
    Plan.objects.filter(pk=plan.pk).update(dropped_at=timezone.now())
    merge(two)
    assert again(plan).people == [keys[0]] * 2


def test_an_erased_person_is_not_merged(club, two):
    forgotten = forget_player(player=two[1], actor=kate())
    assert "The data of one of them is erased" in refusal((two[0], forgotten))


def test_notes_too_long_together_refuse_the_merge(club, two):
    Player.objects.filter(pk__in=[player.pk for player in two]).update(notes="x" * 250)
    assert "Their notes are too long together. Shorten one of them first." in refusal(two)


def test_one_entry_or_people_of_two_clubs_are_not_merged(club, two):
    (theirs,) = add_players(club=a_club("Another club", organiser="mallory"), names=["Zoe"])
    sentence = "Choose two different people of one club."
    assert [refusal((two[0], other)) for other in (two[0], theirs)] == [sentence] * 2


def test_a_merge_sent_twice_happens_once_and_the_second_is_refused(club, two):
    merge(two)
    assert refusal(two) == "Zoe is no longer in the list."


def test_people_with_one_paid_and_one_unpaid_check_in_fee_are_not_merged(club, two):
    session = an_evening(club, title="Friday", door_fee_minor=200, guest_fee_minor=300)
    for player in two:
        arrive(session=session, player=player, actor=PHONE)
    pay_at_the_door(session=session, player=two[0], paid=True, actor=PHONE)
    assert refusal(two) == (
        "Zoë and Zoe can’t be merged. Only one has paid the check-in fee of Friday. Correct "
        "that first."
    )


# -- at the same moment
# ----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_person_seated_under_the_other_name_during_a_merge_is_a_new_person(club, two):
    session = an_evening(club)
    with meanwhile(lambda: open_table(session=session, names=WITH_ZOE)) as found:
        merge(two)
    (zoe, *_) = found[0].sitting.players
    assert (zoe.name, zoe.pk in {player.pk for player in two}) == ("Zoe", False)


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_merges_of_the_same_two_are_one(club, two):
    with meanwhile(lambda: merge(two[::-1])) as found:
        merge(two)
    assert [str(answer) for answer in found] == ["Zoe is no longer in the list."]
    assert [player.name for player in club.players.filter(name__startswith="Zo")] == ["Zoë"]


@pytest.mark.django_db(transaction=True)
def test_a_rename_during_erasing_is_refused(club, two):
    zoe = two[0]
    with meanwhile(
        lambda: rename_player(player=zoe, name="Zora", short_name="", guest=False)
    ) as found:
        forget_player(player=zoe, actor=kate())
    assert [type(answer) for answer in found] == [Refused]
    assert again(zoe).name == "Former member 1"
