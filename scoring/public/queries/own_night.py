"""A player's latest night on their own page: points hand by hand, par, and awards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from scoring.club.models import Tally
from scoring.club.pure.career import Evening, play_by_rules
from scoring.club.pure.par import Par
from scoring.club.queries.par import club_results, par_of
from scoring.common.edition import edition
from scoring.evening.pure.titles import titles
from scoring.evening.queries.titles import as_played, sittings_of
from scoring.people.models import Player
from scoring.table.models import ClubSession, HandRecord, Sitting
from scoring.table.queries.settlement import statement_signed

MOST_HANDS = 2000
"""Of a larger night no hands are read, as all of them are scored for the awards."""
REMEMBERED = 256
"""How many players' nights are remembered: a closed night stays as it is."""
AsOf = tuple[int, datetime | None, int, int | None, str]


@dataclass(frozen=True, kw_only=True)
class Award:
    """An award that the player has, without names."""

    name: str
    says: str
    money: bool


@dataclass(frozen=True, kw_only=True)
class OwnNight:
    """A night of one player."""

    levels: tuple[int, ...] = ()
    """Their points after each hand, from nothing on."""
    par: Par | None = None
    awards: tuple[Award, ...] = ()


def own_night(player: Player, session: ClubSession) -> OwnNight:
    """Return a player's closed night; at most eleven queries, and one if it was asked for before.
    Par depends on other nights of the club too, which get new tallies when they are corrected."""
    tallies = Tally.objects.filter(club=player.club_id).order_by("-pk")
    latest = tallies.values_list("pk", flat=True).first()
    versions = (session.version, session.closed_at, player.club.public_version, latest)
    return _night(player.pk, session.pk, (*versions, edition()))


@lru_cache(maxsize=REMEMBERED)
def _night(player: int, pk: int, as_of: AsOf) -> OwnNight:
    # It is as of these versions, and of the edition, as a restored database repeats versions.
    session = ClubSession.objects.select_related("club").get(pk=pk)
    if HandRecord.objects.filter(sitting__table__session=session).count() > MOST_HANDS:
        return OwnNight(par=_par(player, session))
    sittings = sittings_of(session)
    awards = titles(as_played(sittings), statement_signed(session))
    return OwnNight(
        levels=_levels(player, sittings),
        par=_par(player, session),
        awards=tuple(
            Award(name=one.name, says=one.says, money=one.money)
            for one in awards
            if player in one.people
        ),
    )


def _levels(player: int, sittings: list[Sitting]) -> tuple[int, ...]:
    levels = [0]
    for sitting in sorted(sittings, key=lambda one: (one.started_at, one.pk)):
        people = [one.pk for one in sitting.players]
        if player in people:
            seat, before = people.index(player), levels[-1]
            levels += [before + played.totals[seat] for played in sitting.played]
    return tuple(levels)


def _par(player: int, session: ClubSession) -> Par | None:
    rows = Tally.objects.filter(player=player, session=session, hands__gt=0)
    found = rows.values_list("session_id", *Evening._fields[1:])
    evenings = [Evening(*row) for row in found]
    rules = {one.rules_key for one in evenings}
    if not rules:
        return None
    results = club_results(session.club, rules=rules, until=session.played_on)
    return par_of(results, player, play_by_rules(evenings))
