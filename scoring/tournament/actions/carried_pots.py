"""Pots that are carried over from one tournament to the next. Meanwhile the accounts hold their
money for players.

What is counted in a pot is held from then on. Once results are announced, a pot that is won is held
no longer. The money of its winner is then paid as a prize, and the club keeps the rest.
"""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction
from django.db.models import Sum

from scoring.common.amounts import written
from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.money.actions.ledger import columns, day_of
from scoring.money.models import Entry
from scoring.money.pure.ledger import LedgerLine
from scoring.money.queries.accounts import held_in_pots
from scoring.people.actions.lock import lock_club
from scoring.tournament.actions.stage import for_changes, refresh_screens
from scoring.tournament.models import Tournament
from scoring.tournament.pure.formats import Format, Pot
from scoring.tournament.pure.settings import settings_of
from scoring.tournament.queries.now import format_in
from scoring.tournament.queries.pots import carried_to, free_in_pots, played_for


@transaction.atomic
def carry_on(*, tournament: Tournament, name: str, actor: Actor) -> Tournament:
    """Play for a pot that was carried over, with all that is in it, and return the tournament.

    Idempotent. Raise Refused if the pot is not there any more, or once the tournament is finished.
    """
    lock_club(tournament.session.club_id)
    tournament = for_changes(tournament)
    format = format_in(tournament)
    if name in {pot.name for pot in format.pots}:
        return tournament
    pot = next((one for one in carried_to(tournament) if one.name == name), None)
    if pot is None:
        raise Refused(f"The pot “{name}” has changed. {OUT_OF_DATE}")
    tournament.settings = settings_of(replace(format, pots=(*format.pots, pot)))
    tournament.save(update_fields=["settings"])
    refresh_screens(tournament)
    return tournament


def refuse_openings(tournament: Tournament, before: Format, after: Format) -> None:
    """Raise Refused if a pot opens with more than the accounts hold free in it. The club must be
    locked. The pots of an imported tournament may open with any amount, since they are not in the
    accounts."""
    if not tournament.in_accounts:
        return
    had = {pot.name: pot.opening for pot in before.pots}
    more = [pot for pot in after.pots if pot.opening > had.get(pot.name, 0)]
    free = free_in_pots(tournament.session.club, but=tournament) if more else {}
    for pot in more:
        if pot.opening > free.get(pot.name, 0):
            _refuse_opening(pot, free.get(pot.name, 0), tournament)


def _refuse_opening(pot: Pot, free: int, tournament: Tournament) -> None:
    there, opening = (written(one, tournament.session.club.currency) for one in (free, pot.opening))
    raise Refused(
        f"The accounts hold {there} for the pot “{pot.name}”, less than {opening}. Under Accounts, "
        "New entry, put money into the pot first."
    )


def follow_results(tournament: Tournament, *, by: str) -> None:
    """Bring what the accounts hold in the pots of a tournament to its results: all of a pot that is
    carried over, and nothing of one that was won. Before results are announced, it is what was
    counted.

    Raise Refused if the accounts hold less in a pot than was in it. It does nothing for an imported
    tournament.
    """
    hold_pots(tournament, by=by)
    pots = [pot for pot in format_in(tournament).pots if pot.holds]
    if pots and tournament.in_accounts:
        _refuse_overdrawn(tournament, pots)


def hold_pots(tournament: Tournament, *, by: str) -> None:
    """Bring the accounts to the results as `follow_results` does, without refusing. Nothing is held
    in a pot that the tournament no longer has.

    A tournament that was finished before the accounts knew pots, and is reopened, has received
    money that they do not hold yet.
    """
    if not tournament.in_accounts:
        return
    carried = {
        won["prize"]: bool(won.get("carried"))
        for won in (tournament.results or {}).get("prizes", ())
        if tournament.finished_at
    }
    entries = tournament.session.entries.exclude(pot="").order_by()
    now = dict(entries.values_list("pot").annotate(Sum("held_minor")))
    about = {
        "club_id": tournament.session.club_id,
        "session_id": tournament.session_id,
        "kind": Entry.Kind.HELD,
        "dated": day_of(tournament.session),
        "by": by,
    }
    pots = {pot.name: pot for pot in format_in(tournament).pots}
    for name in {**pots, **now}:
        pot, kept = pots.get(name, Pot(name=name, to="kept")), carried.get(name, True)
        moved = (pot.amount if kept else -pot.opening) - now.get(name, 0)
        if moved:
            line = LedgerLine(amount=abs(moved), held=moved)
            why = "kept for players" if moved > 0 else "counted again" if kept else "won"
            Entry.objects.create(**columns(line), **about, pot=name, note=f"{name}, {why}")


def _refuse_overdrawn(tournament: Tournament, pots: list[Pot]) -> None:
    club = tournament.session.club
    held, needed = held_in_pots(club), played_for(club)
    for pot in pots:
        short = needed[pot.name] - held.get(pot.name, 0)
        if short > 0:
            raise Refused(
                f"The accounts hold {written(short, club.currency)} less in the pot “{pot.name}” "
                "than tournaments play for. It was used since, or never entered. Under Accounts, "
                "New entry, put money into the pot first."
            )
