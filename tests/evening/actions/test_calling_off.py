from datetime import date

import pytest
from django.db import transaction

from scoring.common.refused import Refused
from scoring.evening.actions.calling_off import call_off
from scoring.evening.actions.check_in import arrive, pay_at_the_door, undo_arrival
from scoring.evening.actions.passes import renew_pass
from scoring.evening.actions.sessions import close_session, reopen_session
from scoring.models import (
    ClubSession,
    Entrant,
    Entry,
    Event,
    Pass,
    Plan,
    Round,
    Seat,
    Table,
    Tournament,
)
from scoring.money.actions.accounts import enter
from scoring.money.queries.accounts import balances
from scoring.people.actions.people import add_players
from scoring.table.actions.corrections import take_back
from scoring.table.actions.lock import CalledOff
from scoring.table.actions.tables import open_table
from tests.cast import FIVE, PHONE, a_table, an_evening, close, everything, log, some_id
from tests.tournament.cast import a_tournament, begun, drawn

pytestmark = pytest.mark.django_db


def refused(session):
    """What calling an evening off is answered; nothing may be stored."""
    stored = everything()
    with pytest.raises(Refused) as why:
        call_off(session=session, actor=PHONE)
    assert everything() == stored
    return str(why.value)


def left():
    return [
        model.objects.count() for model in (ClubSession, Plan, Pass, Tournament, Entrant, Round)
    ]


def test_cancelling_a_planned_evening_deletes_its_plans_and_codes_and_is_logged():
    session = an_evening(title="The final", played_on=date(2027, 1, 5))
    people = add_players(club=session.club, names=FIVE)
    renew_pass(session=session, right="door")
    people = [player.pk for player in people]
    session.plans.create(way="hand", seed=1, people=people, made_by="kate")
    call_off(session=session, actor=PHONE)
    assert left() == [0] * 6
    assert Event.objects.get().said == "The final (5 January 2027) was cancelled."


def test_cancelling_a_planned_tournament_deletes_its_entrants_and_draw():
    tournament = a_tournament(8)
    drawn(tournament)
    call_off(session=tournament.session, actor=PHONE)
    assert left() == [0] * 6


def test_a_tournament_with_a_published_round_cannot_be_cancelled():
    tournament = a_tournament(8)
    begun(tournament)
    assert refused(tournament.session) == (
        f"{tournament.session} can’t be cancelled. 8 people were checked in. A round of its "
        f"tournament is published. Undo it first."
    )


def test_every_record_that_prevents_cancelling_is_named():
    session = an_evening(title="The final", door_fee_minor=300)
    (ann,) = add_players(club=session.club, names=["Ann"])
    arrive(session=session, player=ann, actor=PHONE)
    log(a_table(session=session))
    assert refused(session) == (
        "The final can’t be cancelled. 1 hand was played at its tables. One person was checked "
        "in. The accounts have 1 line for it. Undo wrong entries under Accounts."
    )


def test_cancelling_deletes_tables_without_a_hand():
    session = an_evening()
    open_table(session=session, names=FIVE)
    call_off(session=session, actor=PHONE)
    assert (left(), Table.objects.count(), Seat.objects.count()) == ([0] * 6, 0, 0)


def test_a_person_checked_in_at_a_cancelled_evening_owes_nothing():
    session = an_evening(door_fee_minor=300)
    for player in add_players(club=session.club, names=["Ann", "Ben"]):
        arrive(session=session, player=player, actor=PHONE)
    assert balances(session.club) != {}
    call_off(session=session, actor=PHONE, nobody_came=True)
    assert (ClubSession.objects.count(), balances(session.club)) == (0, {})


def test_after_a_payment_the_evening_is_closed_instead_of_cancelled():
    session = an_evening(title="The final", door_fee_minor=300)
    ann, ben = add_players(club=session.club, names=["Ann", "Ben"])
    for player in (ann, ben):
        arrive(session=session, player=player, actor=PHONE)
    pay_at_the_door(session=session, player=ann, paid=True, actor=PHONE)
    stored = everything()
    with pytest.raises(
        Refused,
        match="^The final can’t be cancelled. One person was checked in and paid.$",
    ):
        call_off(session=session, actor=PHONE, nobody_came=True)
    assert everything() == stored
    closing = close_session(session=session, actor=PHONE)
    assert (closing.statement.names, balances(session.club)) == ((), {ben.pk: -300})


def test_an_evening_closed_by_mistake_and_reopened_can_be_cancelled():
    session = an_evening(door_fee_minor=300)
    (ann,) = add_players(club=session.club, names=["Ann"])
    arrive(session=session, player=ann, actor=PHONE)
    close_session(session=session, actor=PHONE)
    reopen_session(session=session, why="nobody was here", actor=PHONE)
    call_off(session=session, actor=PHONE, nobody_came=True)
    assert (ClubSession.objects.count(), balances(session.club)) == (0, {})


@pytest.mark.parametrize("recorded", ["nothing", "came", "took back", "money", "sat down"])
def test_every_evening_can_be_either_closed_or_cancelled(recorded):
    session = an_evening()
    (ann,) = add_players(club=session.club, names=["Ann"])
    if recorded == "came":
        arrive(session=session, player=ann, actor=PHONE)
    if recorded == "took back":
        take_back(record=log(a_table(session=session)), actor=PHONE)
    if recorded == "money":
        sold = {"club": session.club, "session": session, "what": "received", "amount_minor": 100}
        enter(**sold, key=some_id(1), actor=PHONE)
    if recorded == "sat down":
        open_table(session=session, names=FIVE)
    can = []
    for verb in (close_session, call_off):
        try:
            with transaction.atomic():
                verb(session=session, actor=PHONE)
                can.append(verb.__name__)
                transaction.set_rollback(True)
        except Refused:
            pass
    held = recorded in ("came", "took back", "money")
    assert can == (["close_session"] if held else ["call_off"])


def test_a_closed_evening_cannot_be_cancelled():
    table = a_table("Eve! 5")
    close(table.session)
    assert "It is closed, and people signed the result." in refused(table.session)


def test_an_evening_with_money_cannot_be_cancelled():
    session = an_evening()
    sold = {"club": session.club, "session": session, "what": "received", "amount_minor": 100}
    enter(**sold, key=some_id(1), actor=PHONE)
    assert "The accounts have 1 line for it" in refused(session)


def test_an_undone_arrival_does_not_prevent_cancelling():
    session = an_evening(door_fee_minor=300)
    (ann,) = add_players(club=session.club, names=["Ann"])
    arrive(session=session, player=ann, actor=PHONE)
    undo_arrival(session=session, player=ann, actor=PHONE)
    lines = Entry.objects.count()
    call_off(session=session, actor=PHONE)
    assert (ClubSession.objects.count(), Entry.objects.count(), balances(session.club)) == (
        0,
        lines,
        {},
    )


def test_a_write_to_a_cancelled_evening_is_refused_with_a_sentence():
    session = an_evening()
    (ann,) = add_players(club=session.club, names=["Ann"])
    call_off(session=ClubSession.objects.get(), actor=PHONE)
    money = {"amount_minor": 100, "actor": PHONE}
    for verb in (
        lambda: call_off(session=session, actor=PHONE),
        lambda: arrive(session=session, player=ann, actor=PHONE),
        lambda: open_table(session=session, names=FIVE),
        lambda: close_session(session=session, actor=PHONE),
        lambda: renew_pass(session=session, right="wall"),
        lambda: enter(
            session=session, key=some_id(9), club=ann.club, what="paid in", who=ann, **money
        ),
    ):
        with pytest.raises(CalledOff, match="This was cancelled."):
            verb()
