"""Who is of which squad, who played for whom, and whether those who are named may play."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils import timezone

from scoring.leagues.eligibility import Appearance, SideCheck, Spell, check_side
from scoring.leagues.values import Side
from scoring.models import League, LeagueMatch, MatchPair, Player, SquadMember, Team


@dataclass(frozen=True, kw_only=True)
class WhoMayPlay:
    """What the names of a match are held against: everybody's squads, and where they played."""

    match: LeagueMatch
    squads: tuple[Spell, ...]
    appearances: tuple[Appearance, ...]

    def check(
        self,
        side: Side,
        names: Sequence[str],
        *,
        others: Collection[str] = (),
        complete: bool = True,
    ) -> SideCheck:
        """Return what the league's rules say of these names of a side; `others` are those of the
        other side. Until they are `complete`, places may be filled yet."""
        return check_side(
            self.match.league.agreement,
            side=side,
            team=str(getattr(self.match, side)),
            day=self.match.date or timezone.localdate(),
            names=names,
            others=others,
            squads=self.squads,
            appearances=self.appearances,
            complete=complete,
        )


def load_who_may_play(match: LeagueMatch) -> WhoMayPlay:
    """Return what the names of this match are held against: two queries, however many play."""
    return WhoMayPlay(
        match=match,
        squads=tuple(spells_of(match.league)),
        appearances=tuple(appearances_of(match.league, besides=match)),
    )


def spells_of(league: League) -> list[Spell]:
    """Return who was registered for which team, and when, in the order in which it was done."""
    rows = SquadMember.objects.filter(team__league=league).order_by("pk")
    values = rows.values_list("player__name", "team__name", "since", "until", "came")
    return [
        Spell(name=name, team=team, since=since, until=until, came=came)
        for name, team, since, until, came in values
    ]


def appearances_of(league: League, *, besides: LeagueMatch | None = None) -> list[Appearance]:
    """Return who played for which team in a match of the season, each once a match; a match that
    was not played counts for nobody."""
    rows = MatchPair.objects.filter(
        match__league=league, match__date__isnull=False, match__walkover=""
    )
    if besides:
        rows = rows.exclude(match=besides)
    found: dict[tuple, Appearance] = {}
    fields = ("match", "match__date", "side", "match__home__name", "match__away__name")
    people = ("one__name", "other__name")
    for match, day, side, home, away, *names in rows.order_by("pk").values_list(*fields, *people):
        team = home if side == "home" else away
        for name in filter(None, names):
            found[match, name] = Appearance(name=name, team=team, date=day)
    return list(found.values())


def squad_of(team: Team) -> list[SquadMember]:
    """Return who is registered for a team now, by name: one query."""
    return list(team.squad.filter(until=None).select_related("player").order_by("player__key"))


def of_another_team(team: Team, people: Collection[Player]) -> dict[int, SquadMember]:
    """Return the registration of those of these people who are of another team of the league now,
    by their keys: one query."""
    there = SquadMember.objects.filter(
        team__league=team.league_id, until=None, player__in=people
    ).exclude(team=team)
    return {member.player_id: member for member in there.select_related("team", "player")}
