"""What the league feature registers with the features below it."""

from collections.abc import Sequence

from django.db.models import Exists, F, OuterRef, QuerySet, Value

from scoring.common import news
from scoring.evening import hooks as evening
from scoring.league.models import League, LeagueMatch
from scoring.league.queries.squads import teams_now
from scoring.people import hooks as people
from scoring.people.models import Player
from scoring.table import hooks as table
from scoring.table.models import ClubSession, Table


@people.tabs_of_clubs.register
def _tab() -> dict[str, Exists]:
    return {"has_leagues": Exists(League.objects.filter(club=OuterRef("pk")))}


people.teams.register(teams_now)


@evening.called_off.register
def _let_go(session: ClubSession) -> None:
    LeagueMatch.objects.filter(session=session).update(session=None, version=F("version") + 1)


@news.topics.register
def _topics() -> dict[str, QuerySet]:
    # A league is of no evening.
    return {"league": League.objects.values_list("pk", "version", Value(0))}


@people.names_changed.register
def _leagues_are_old(players: Sequence[Player]) -> None:
    clubs = {player.club_id for player in players}
    League.objects.filter(club__in=clubs).update(version=F("version") + 1)


@table.rules_are_set.register
def _by_the_league(of: Table) -> str | None:
    if not LeagueMatch.objects.filter(session=of.session_id).exists():
        return None
    return "The league sets the rules of this table, so that all matches are played alike."


@table.kept_pages.register
def _nights() -> table.KeptPages:
    return table.KeptPages(
        scope="/team/",
        name="night",
        pattern=r"^/team/[-\w]+/matches/\d+/$",
        files=("page.css", "league/night.css", "night.js"),
    )
