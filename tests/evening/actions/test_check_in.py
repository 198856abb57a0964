import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.club.actions.forget import forget_player
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions import check_in as verbs
from scoring.evening.queries.now import at_the_door, likely_to_sit_down
from scoring.models import Attendance, Entry
from scoring.money.queries.accounts import balances, cash_of
from scoring.people.actions.people import add_players
from scoring.table.actions.tables import change_people
from tests import proof
from tests.cast import (
    FIVE,
    PHONE,
    a_club,
    a_table,
    again,
    an_evening,
    an_officer,
    close,
    everything,
    log,
)

pytestmark = pytest.mark.django_db

FEE, GUEST_FEE = 300, 400
CLOSED = "This club night is closed. The organiser can reopen it."


def an_evening_at_the_door(*names, **what):
    """An evening that costs £3.00, guests £4.00, and the people of these names, by name."""
    session = an_evening(**{"door_fee_minor": FEE, "guest_fee_minor": GUEST_FEE} | what)
    players = add_players(club=session.club, names=list(names or ["Ann", "Ben"]))
    return session, {player.name: player for player in players}


def arrive(session, player, actor=PHONE):
    return verbs.arrive(session=session, player=player, actor=actor)


def states(session):
    """The state of each person: awaited, here or gone."""
    return {person.player.name: person.state for person in at_the_door(session)}


def test_a_person_who_arrives_owes_the_check_in_fee():
    session, people = an_evening_at_the_door()
    kate = Actor(user=an_officer(session.club, "sam", "scorer"))
    arrival = arrive(session, people["Ben"], kate)
    came = again(arrival.attendance)
    assert (arrival.before, came.player, came.by) == ("awaited", people["Ben"], "sam")
    assert (came.fee_minor, came.fee_paid_at, came.left_at) == (FEE, None, None)
    assert states(session) == {"Ann": "awaited", "Ben": "here"}
    assert balances(session.club) == {people["Ben"].pk: -FEE}
    assert again(session).version == session.version + 1


def test_arriving_twice_succeeds_with_a_remark_and_charges_once():
    session, people = an_evening_at_the_door()
    found = [arrive(session, people["Ann"]) for _ in range(2)]
    assert [arrival.before for arrival in found] == ["awaited", "here"]
    assert (Attendance.objects.count(), Entry.objects.count()) == (1, 1)


def test_a_person_who_left_and_returns_is_here_again_and_pays_once():
    session, people = an_evening_at_the_door()
    arrive(session, people["Ann"])
    verbs.leave(session=session, player=people["Ann"], left=True)
    assert states(session)["Ann"] == "gone"
    arrival = arrive(session, people["Ann"])
    assert (arrival.before, states(session)["Ann"]) == ("gone", "here")
    assert (Attendance.objects.count(), Entry.objects.count()) == (1, 1)


def test_leaving_and_returning_are_stored_once():
    session, people = an_evening_at_the_door()
    arrive(session, people["Ann"])
    first, second = (
        verbs.leave(session=session, player=people["Ann"], left=True) for _ in range(2)
    )
    assert first.left_at == second.left_at is not None
    assert verbs.leave(session=session, player=people["Ann"], left=False).left_at is None


@pytest.mark.parametrize("typed", ["Zoë", " zoë ", "ZOË"])
def test_a_known_name_in_any_spelling_is_found_and_not_added_again(typed):
    session, people = an_evening_at_the_door("Zoë")
    arrival = verbs.arrive_by_name(session=session, name=typed, actor=PHONE)
    assert (arrival.attendance.player, arrival.attendance.fee_minor) == (people["Zoë"], FEE)
    assert session.club.players.count() == 1


def test_a_new_name_is_a_guest_who_pays_the_guest_fee():
    session, _ = an_evening_at_the_door()
    came = verbs.arrive_by_name(session=session, name="Uncle Tom", actor=PHONE).attendance
    assert (came.player.name, came.player.guest, came.fee_minor) == ("Uncle Tom", True, GUEST_FEE)


def test_without_a_check_in_fee_arrivals_are_free():
    session, people = an_evening_at_the_door(door_fee_minor=0)
    came = arrive(session, people["Ann"]).attendance
    verbs.pay_at_the_door(session=session, player=people["Ann"], paid=True, actor=PHONE)
    assert (came.fee_minor, again(came).fee_paid_at, Entry.objects.count()) == (0, None, 0)


def test_an_arrival_and_its_charge_can_be_undone_and_repeated():
    session, people = an_evening_at_the_door()
    for _ in range(2):
        arrive(session, people["Ann"])
        for _ in range(2):
            verbs.undo_arrival(session=session, player=people["Ann"], actor=PHONE)
        assert (Attendance.objects.count(), balances(session.club)) == (0, {})
    arrive(session, people["Ann"])
    assert balances(session.club) == {people["Ann"].pk: -FEE}


def test_a_paid_arrival_can_be_undone_only_after_the_money_is_returned():
    session, people = an_evening_at_the_door()
    at = {"session": session, "player": people["Ann"], "actor": PHONE}
    arrive(session, people["Ann"])
    verbs.pay_at_the_door(**at, paid=True)
    stored = everything()
    for verb in (verbs.undo_arrival, lambda **at: verbs.set_fee(**at, fee_minor=0)):
        with pytest.raises(Refused, match="Ann has paid £3.00. Undo the payment first."):
            verb(**at)
    assert everything() == stored
    verbs.pay_at_the_door(**at, paid=False)
    verbs.undo_arrival(**at)
    assert (Attendance.objects.count(), balances(session.club), cash_of(session.club)) == (0, {}, 0)


def test_a_payment_is_stored_once_and_goes_into_the_cash_box():
    session, people = an_evening_at_the_door()
    at = {"session": session, "player": people["Ann"], "actor": PHONE}
    arrive(session, people["Ann"])
    found = [verbs.pay_at_the_door(**at, paid=True).fee_paid_at for _ in range(2)]
    assert found[0] == found[1] is not None
    assert (balances(session.club), cash_of(session.club)) == ({}, FEE)


@pytest.mark.parametrize(("fee", "account"), [(0, {}), (150, -150), (500, -500)])
def test_another_fee_or_none_replaces_the_usual_one(fee, account):
    session, people = an_evening_at_the_door()
    arrive(session, people["Ann"])
    came = verbs.set_fee(session=session, player=people["Ann"], fee_minor=fee, actor=PHONE)
    assert came.fee_minor == fee
    assert balances(session.club) == ({people["Ann"].pk: account} if account else {})


def test_a_person_who_is_not_checked_in_cannot_leave_or_pay():
    session, people = an_evening_at_the_door()
    at, stored = {"session": session, "player": people["Ann"]}, everything()
    for verb in (
        lambda: verbs.leave(**at, left=True),
        lambda: verbs.pay_at_the_door(**at, paid=True, actor=PHONE),
        lambda: verbs.set_fee(**at, fee_minor=0, actor=PHONE),
    ):
        with pytest.raises(Refused, match="Ann is not checked in. Check them in first."):
            verb()
    assert everything() == stored


def test_a_closed_evening_refuses_check_ins():
    table = a_table("Eve! 5")
    ann = table.sitting.players[0]
    arrive(table.session, ann)
    close(table.session)
    at, stored = {"session": table.session, "player": ann}, everything()
    for verb in (
        lambda: arrive(table.session, ann),
        lambda: verbs.arrive_by_name(session=table.session, name="Tom", actor=PHONE),
        lambda: verbs.undo_arrival(**at, actor=PHONE),
        lambda: verbs.leave(**at, left=True),
        lambda: verbs.pay_at_the_door(**at, paid=True, actor=PHONE),
        lambda: verbs.set_fee(**at, fee_minor=0, actor=PHONE),
    ):
        with pytest.raises(Refused, match=CLOSED):
            verb()
    assert everything() == stored


def test_an_erased_person_cannot_be_checked_in_by_row_or_name():
    session, people = an_evening_at_the_door()
    ann = forget_player(player=people["Ann"], actor=PHONE)
    session.club.players.update(active=True)
    assert states(session) == {"Ben": "awaited"}
    stored = everything()
    for verb in (
        lambda: arrive(session, people["Ann"]),
        lambda: verbs.arrive_by_name(session=session, name="former member 1", actor=PHONE),
        lambda: a_table(session=session, names=[ann.name, *FIVE[1:]]),
    ):
        with pytest.raises(Refused, match="The data of Former member 1 was erased"):
            verb()
        assert everything() == stored


def test_a_seated_player_is_here_without_checking_in():
    table = a_table()
    add_players(club=table.session.club, names=["Fay"])
    assert states(table.session) == dict.fromkeys(FIVE, "here") | {"Fay": "awaited"}
    log(table)
    change_people(table=table, names=FIVE[:4])
    # Eve was a guest whom only her table knew: the door does not wait for her.
    assert states(table.session) == dict.fromkeys(FIVE[:4], "here") | {"Fay": "awaited"}


def test_a_player_who_left_and_sits_down_again_is_here():
    table = a_table()
    eve = table.sitting.players[4]
    arrive(table.session, eve)
    log(table)
    verbs.leave(session=table.session, player=eve, left=True)
    assert states(table.session)["Eve"] == "gone"
    change_people(table=table, names=FIVE[:4])
    change_people(table=table, names=FIVE)
    assert states(table.session)["Eve"] == "here"


def test_a_substitute_is_listed_at_the_table_and_the_absent_player_is_not():
    table = a_table()
    (tom,) = add_players(club=table.session.club, names=["Tom"])
    table.sitting.seats.filter(no=0).update(substitute=tom)
    found = {
        person.player.name: person.table for person in at_the_door(table.session) if person.table
    }
    assert found == dict.fromkeys(["Tom", *FIVE[1:]], table)


def test_people_without_a_seat_are_suggested_first():
    table = a_table()
    add_players(club=table.session.club, names=["Fay", "Gus", "Zoë", "Hal"])
    players = {player.name: player for player in table.session.club.players.all()}
    for name in ("Zoë", "Gus", "Ann"):
        arrive(table.session, players[name])
    verbs.arrive_by_name(session=table.session, name="Uncle Tom", actor=PHONE)
    verbs.leave(
        session=table.session,
        player=arrive(table.session, players["Hal"]).attendance.player,
        left=True,
    )
    assert [one.name for one in likely_to_sit_down(table.session)] == [
        "Gus",
        "Uncle Tom",
        "Zoë",
        "Fay",
    ]


def test_the_suggestions_for_a_table_are_limited_in_a_club_with_many_people():
    club = a_club()
    add_players(club=club, names=[f"Guest {no}" for no in range(100)], guest=True)
    add_players(club=club, names=[f"Member {no:03}" for no in range(100)])
    found = likely_to_sit_down(an_evening(club))
    assert [one.name for one in found] == [f"Member {no:03}" for no in range(60)]


@pytest.mark.parametrize(
    ("who", "told"), [({"active": False}, {}), ({"guest": True}, {}), ({}, {"Ann": "awaited"})]
)
def test_only_active_members_are_awaited(who, told):
    session, people = an_evening_at_the_door("Ann")
    session.club.players.update(**who)
    assert states(session) == told


DOINGS = {
    "arrive": lambda **at: verbs.arrive(**at),
    "undo": lambda **at: verbs.undo_arrival(**at),
    "leave": lambda actor, **at: verbs.leave(**at, left=True),
    "return": lambda actor, **at: verbs.leave(**at, left=False),
    "pay": lambda **at: verbs.pay_at_the_door(**at, paid=True),
    "unpay": lambda **at: verbs.pay_at_the_door(**at, paid=False),
    "waive": lambda **at: verbs.set_fee(**at, fee_minor=0),
    "owe": lambda **at: verbs.set_fee(**at, fee_minor=250),
}


@pytest.fixture
def door(db):
    return an_evening_at_the_door()


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(DOINGS)), st.sampled_from(["Ann", "Ben"])), max_size=14
    )
)
@settings(
    max_examples=proof.examples(60),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_after_any_check_in_steps_the_accounts_agree_with_fees_and_cash_box(door, told):
    session, people = door
    with transaction.atomic():
        for doing, name in told:
            try:
                DOINGS[doing](session=session, player=people[name], actor=PHONE)
            except Refused:
                pass
        came = list(session.attendances.all())
        owed = {
            one.player_id: -one.fee_minor for one in came if one.fee_minor and not one.fee_paid_at
        }
        assert balances(session.club) == owed
        assert cash_of(session.club) == sum(one.fee_minor for one in came if one.fee_paid_at)
        transaction.set_rollback(True)
