"""Squads, appearances, and whether named players are eligible."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from scoring.common.tonight import night_at
from scoring.league.models import (
    League,
    LeagueMatch,
    MatchPair,
    SquadMember,
    Team,
    TeamLink,
    TransferRequest,
)
from scoring.league.pure.eligibility import Appearance, SideCheck, Spell, check_side
from scoring.league.pure.values import Side
from scoring.people.models import Player


def teams_now(people: Collection[Player]) -> dict[int, str]:
    """Return the team of a current league that each of these people is in today, by their keys:
    "Tamar Inn, captain". One query."""
    stays = Q(until=None) | Q(until__gt=timezone.localdate())
    current = Q(team__league__finished_at=None, team__withdrawn_at=None)
    rows = SquadMember.objects.filter(stays, current, player__in=people).order_by("pk")
    return {
        player: f"{team}, captain" if captain == player else team
        for player, team, captain in rows.values_list("player", "team__name", "team__captain")
    }


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
            day=self.match.date or night_at(),
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
    """Return each player's team in each match of the season; matches that were not played are left
    out."""
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


def brings_first_squad(team: Team) -> bool:
    """Whether the team has its first squad: it had none before."""
    return not team.squad.exists()


def first_day(team: Team, day: date) -> date:
    """Return the day from which players signed on this one are registered. A first squad is
    registered from the season's first night on."""
    return min([day, *team.league.nights]) if brings_first_squad(team) else day


def elsewhere(team: Team, people: Collection[Player]) -> dict[int, SquadMember]:
    """Return the registrations of these people, by key, that are or were with another team of the
    league, for those not in this one: one query. A registration that ended on its first day does
    not count."""
    rows = SquadMember.objects.filter(team__league=team.league_id, player__in=people)
    rows = rows.filter(Q(until=None) | Q(until__gt=F("since"))).select_related("team", "player")
    found = {member.player_id: member for member in rows.order_by("since", "pk")}
    found |= {member.player_id: member for member in rows.filter(until=None)}
    return {key: member for key, member in found.items() if member.team_id != team.pk}


def free_people(league: League) -> list[Player]:
    """Return who of the club is registered for no team of the league now, by name: one query."""
    taken = SquadMember.objects.filter(team__league=league, until=None).values("player")
    return list(league.club.players.active().exclude(pk__in=taken).order_by("key"))


def of_other_teams(team: Team) -> list[SquadMember]:
    """Return who is registered for another team of the league now, by team and name: one query."""
    there = SquadMember.objects.filter(team__league=team.league_id, until=None).exclude(team=team)
    return list(there.select_related("team", "player").order_by("team__name_key", "player__key"))


def requests_of(team: Team) -> QuerySet[TransferRequest]:
    """Return the transfers from and to a team that were ever asked for."""
    asked = TransferRequest.objects.filter(Q(leaves=team) | Q(joins=team))
    return asked.select_related("player", "leaves", "joins")


def open_requests(team: Team) -> list[TransferRequest]:
    """Return the transfer requests without an answer: one query."""
    return list(requests_of(team).filter(agreed=None))


def live_link(team: Team) -> TeamLink | None:
    """Return the captain's link of a team that is good now."""
    return team.links.filter(revoked_at=None).first()


def teams_with_links(league: League) -> list[tuple[Team, TeamLink | None]]:
    """Return the teams that play, by name, each with the captain's link that is good now: two
    queries."""
    live = TeamLink.objects.filter(team__league=league, revoked_at=None)
    links = {link.team_id: link for link in live}
    teams = league.teams.filter(withdrawn_at=None).select_related("captain")
    return [(team, links.get(team.pk)) for team in teams]
