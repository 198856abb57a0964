"""The pots of a tournament: what was counted, what the book says of it, what the logged hands let
expect."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.figures.play import plays
from scoring.models.accounts import standing
from scoring.models.ledger import Entry
from scoring.models.play import Sitting
from scoring.models.reckoning import whole
from scoring.models.tournament import RoundTable, Tournament
from scoring.models.tournament_now import format_in
from scoring.movements.tournament.formats import Pot


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What a pot should hold by the hands that were logged."""

    times: int
    amount: int
    silent: int
    """At how many tables of all rounds no hand was logged: what was put in there nobody knows."""


def expected_in(tournament: Tournament) -> dict[str, Expected]:
    """Return what each pot that is filled by lone hands or euchres should hold, by its name."""
    pots = [pot for pot in format_in(tournament).pots if pot.each and pot.for_each]
    if not pots:
        return {}
    times, logged = {"lone": 0, "euchre": 0}, set()
    sittings = Sitting.objects.filter(
        round_table__round__tournament=tournament, hands__state="counted"
    )
    for sitting in whole(sittings.distinct()):
        logged.add(sitting.round_table_id)
        players = [player.pk for player in sitting.players]
        for how in plays(sitting.played, rules=sitting.table.rules, players=players).values():
            times["lone"] += how.maker.lone
            times["euchre"] += how.maker.euchred
    played = RoundTable.objects.filter(
        round__tournament=tournament, round__started_at__isnull=False
    )
    silent = played.exclude(pk__in=logged).count()
    return {pot.name: _expected(pot, times[pot.for_each], silent) for pot in pots}


def _expected(pot: Pot, times: int, silent: int) -> Expected:
    return Expected(times=times, amount=times * pot.each, silent=silent)


def pot_lines(tournament: Tournament) -> list[Entry]:
    """Return the standing lines by which money was received on this evening."""
    received = tournament.session.entries.filter(kind=Entry.Kind.RECEIVED)
    return list(standing(received))
