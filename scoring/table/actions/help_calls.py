"""A table calls the organiser; the clock of its round is held until that is settled."""

from __future__ import annotations

from django.db import models, transaction
from django.db.models import F, Q
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.table import hooks
from scoring.table.actions.limits import MOST_CALLS, refuse_if_full
from scoring.table.models import ClubSession, HelpCall, Table
from scoring.table.queries.help_calls import has_an_organiser


@transaction.atomic
def call_for_help(*, table: Table, about: str, actor: Actor) -> HelpCall:
    """Return the table's call, about one of HelpCall.About; called twice, it calls once."""
    table = Table.objects.for_writing().get(pk=table.pk)
    if not has_an_organiser(table):
        raise Refused("You are the organiser, so there is no one to call.")
    _refuse_if_closed(table.session)
    here = hooks.place_in_round.first(table)
    known = open_at(table, here and here.row)
    if known is not None:
        return known
    refuse_if_full(table.help_calls.all(), MOST_CALLS, "calls")
    call = HelpCall.objects.create(
        session=table.session,
        table=table,
        round_table=here and here.row,
        about=about,
        called_by=actor.name,
        held_from=here and here.ran,
    )
    refresh_screens(call)
    return call


def open_at(table: Table | None, row: models.Model | None) -> HelpCall | None:
    """Return the call of a table, or of its place in a round, that is not settled."""
    at = Q(table=table) if table else Q()
    return HelpCall.objects.filter(at | Q(round_table=row) if row else at, ended_at=None).first()


@transaction.atomic
def take_call_back(*, call: HelpCall, actor: Actor) -> HelpCall:
    """Let a call be none any more, as its table says; one that is over stays as it is."""
    return _end(_locked(call), actor, taken_back=True)


@transaction.atomic
def come(*, call: HelpCall, actor: Actor) -> HelpCall:
    """Store who is coming, which is the first person who said so."""
    call = _locked(call)
    if call.heard_at is None and call.ended_at is None:
        call.heard_at, call.heard_by = timezone.now(), actor.name
        call.save(update_fields=["heard_at", "heard_by"])
        refresh_screens(call)
    return call


@transaction.atomic
def settle(*, call: HelpCall, actor: Actor) -> HelpCall:
    """Store that a call is settled, so that the clock of its table goes on. Idempotent."""
    return _end(_locked(call), actor, taken_back=False)


def _end(call: HelpCall, actor: Actor, *, taken_back: bool) -> HelpCall:
    if call.ended_at is not None:
        return call
    call.ended_at, call.ended_by, call.taken_back = timezone.now(), actor.name, taken_back
    if call.held_from is not None:
        ran = call.round_table.round.seconds_played(call.ended_at)
        call.held_to = max(call.held_from, ran)
    call.save()
    refresh_screens(call)
    return call


def _locked(call: HelpCall) -> HelpCall:
    """Return the call, read again with its table locked, and its session. Raise Refused if that is
    closed."""
    if call.table_id is None:
        hooks.hold_round(call.round_table)
    else:
        _refuse_if_closed(Table.objects.for_writing().get(pk=call.table_id).session)
    found = HelpCall.objects.select_related("table", "round_table__round", "session")
    return found.get(pk=call.pk)


def _refuse_if_closed(session: ClubSession) -> None:
    if session.closed:
        raise Refused("This table is closed, so you can’t call for help.")


def refresh_screens(call: HelpCall) -> None:
    """Let the table's screens and those of the evening notice."""
    if call.table is not None:
        call.table.raise_version()
    else:
        ClubSession.objects.filter(pk=call.session_id).update(version=F("version") + 1)
