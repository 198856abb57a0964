"""A tournament's prizes and pots in the club's accounts. Each line is written once, and undone by
another line."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from scoring.common.amounts import written
from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.money.actions.accounts import enter, take_back
from scoring.money.actions.ledger import reverse
from scoring.money.models import Entry
from scoring.money.queries.accounts import cash_of
from scoring.people.actions.lock import lock_club
from scoring.tournament.actions.carried_pots import hold_pots
from scoring.tournament.actions.stage import for_changes, locked, refresh_screens
from scoring.tournament.models import Tournament
from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.settings import settings_of
from scoring.tournament.queries.now import format_in
from scoring.tournament.queries.prizes import Due, dues_of, known_by, line_key, pot_lines


@transaction.atomic
def pay_prize(
    *,
    tournament: Tournament,
    key: UUID,
    in_cash: bool,
    actor: Actor,
    though_short: bool = False,
) -> bool:
    """Pay a prize (by the key that its page showed) to its winner, in cash or onto their account.
    Return whether the payment is new.

    Raise Refused if the prize is no longer due, or if the accounts show too little cash in the box,
    unless it is paid `though_short`.
    """
    tournament = locked(tournament)
    if Entry.objects.filter(key=key, session=tournament.session_id).exists():
        return False
    due = next((one for one in dues_of(tournament) if one.key == key), None)
    if due is None:
        raise Refused(f"This prize has changed. {OUT_OF_DATE}")
    if due.line is not None:
        return False
    if in_cash and not though_short:
        _refuse_more_than_the_box(tournament, due.amount)
    _pay(due, tournament, in_cash=in_cash, actor=actor)
    return True


@transaction.atomic
def pay_all(
    *, tournament: Tournament, in_cash: bool, actor: Actor, though_short: bool = False
) -> int:
    """Pay every prize that is not paid yet, and return how many. Raise Refused as pay_prize
    does."""
    tournament = locked(tournament)
    due = [one for one in dues_of(tournament) if one.line is None]
    if due and in_cash and not though_short:
        _refuse_more_than_the_box(tournament, sum(one.amount for one in due))
    for one in due:
        _pay(one, tournament, in_cash=in_cash, actor=actor)
    return len(due)


@transaction.atomic
def take_prize_back(*, tournament: Tournament, key: UUID, actor: Actor) -> bool:
    """Undo the payment of a prize (by the key of its line). Return whether the undo is new."""
    tournament = locked(tournament)
    due = next((one for one in dues_of(tournament) if one.line and one.line.key == key), None)
    return due is not None and take_back(line=due.line, actor=actor)


@transaction.atomic
def take_all_back(*, tournament: Tournament, actor: Actor) -> int:
    """Undo every current payment of a prize, and return how many."""
    tournament = locked(tournament)
    return sum(take_back(line=one.line, actor=actor) for one in dues_of(tournament) if one.line)


@transaction.atomic
def count_pot(
    *,
    tournament: Tournament,
    name: str,
    amount: int,
    actor: Actor,
    happened: bool | None = None,
) -> Tournament:
    """Store the amount counted in a pot, and whether it `happened` what the pot waits for. The
    accounts hold the money as received, unless the tournament was imported.

    Idempotent. Raise Refused if there is no such pot, or once the tournament is finished.
    """
    lock_club(tournament.session.club_id)
    tournament = for_changes(tournament)
    format = format_in(tournament)
    if name not in {pot.name for pot in format.pots}:
        raise Refused(f"This tournament has no pot called {name}.")
    counted = {"amount": amount} | ({} if happened is None else {"happened": happened})
    pots = tuple(replace(pot, **counted) if pot.name == name else pot for pot in format.pots)
    tournament.settings = settings_of(replace(format, pots=pots))
    tournament.save(update_fields=["settings"])
    _receive(tournament, name, amount, actor)
    hold_pots(tournament, by=actor.name)
    refresh_screens(tournament)
    return tournament


@transaction.atomic
def hold_tickets(*, tournament: Tournament, no: int, tickets: int) -> Tournament:
    """Store how many tickets an entrant, by number, holds for the pots that are drawn.

    Idempotent. Raise Refused if there is no such entrant, or once the tournament is finished.
    """
    tournament = for_changes(tournament)
    if not tournament.entrants.filter(no=no, ghost=False).update(tickets=tickets):
        raise Refused(f"There is no entrant {no}.")
    refresh_screens(tournament)
    return tournament


def follow_pots(tournament: Tournament, *, before: Format, actor: Actor) -> None:
    """Enter the amounts of the pots as received, where the settings have changed them.

    Amounts received for a pot that is gone or renamed are undone.
    """
    was, now = (
        {pot.name: pot.amount for pot in one.pots} for one in (before, format_in(tournament))
    )
    for name in {**was, **now}:
        if was.get(name, 0) != now.get(name, 0):
            _receive(tournament, name, now.get(name, 0), actor)
    hold_pots(tournament, by=actor.name)


def _refuse_more_than_the_box(tournament: Tournament, amount: int) -> None:
    if amount > cash_of(tournament.session.club):
        raise Refused(
            "The accounts show less in the cash box than "
            f"{written(amount, _currency(tournament))}. Enter missing cash received first, or tap "
            "again to pay anyway."
        )


def _pay(due: Due, tournament: Tournament, *, in_cash: bool, actor: Actor) -> None:
    enter(
        club=tournament.session.club,
        key=due.key,
        what="prize",
        who=due.player,
        amount_minor=due.amount,
        session=tournament.session,
        in_cash=in_cash,
        note=_note(due.prize),
        actor=actor,
    )


def _note(prize: str) -> str:
    return prize[:1].upper() + prize[1:]


def _receive(tournament: Tournament, name: str, amount: int, actor: Actor) -> None:
    """Enter this amount of a pot as received, and undo the amount entered before. The pots of an
    imported tournament are not in the accounts."""
    if not tournament.in_accounts:
        return
    base = known_by(tournament, "pot", name)
    keys = [line_key(base, no) for no in range(_lines_of(base, tournament) + 1)]
    stands = next((line for line in pot_lines(tournament) if line.key in keys), None)
    if stands is not None and stands.amount_minor == amount:
        return
    if stands is not None:
        reverse(
            line=stands,
            by=actor.name,
            note=f"counted again: {written(amount, _currency(tournament))}",
        )
    if amount:
        enter(
            club=tournament.session.club,
            key=keys[-1],
            what="received",
            amount_minor=amount,
            session=tournament.session,
            pot=name,
            note=name,
            actor=actor,
        )


def _lines_of(base: UUID, tournament: Tournament) -> int:
    """Return how many lines were written for a pot."""
    known = set(
        tournament.session.entries.filter(kind=Entry.Kind.RECEIVED).values_list("key", flat=True)
    )
    no = 0
    while line_key(base, no) in known:
        no += 1
    return no


def _currency(tournament: Tournament) -> str:
    return tournament.session.club.currency
