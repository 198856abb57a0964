"""Fixtures on paper: a pocket card of each team, a sheet of each division for a wall."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.common.dates import full_day, long_day, named_day, short_day, written_time
from scoring.common.pdf.listing import Heading, Listing
from scoring.common.pdf_views import pdf_answer
from scoring.common.permissions import LOOK, Actor, may
from scoring.euchre.wording import listed
from scoring.league.access import by_captain, league_by_number
from scoring.league.models import Division, League, LeagueMatch, Team
from scoring.league.pure import wording
from scoring.league.pure.fixture_faults import on_day
from scoring.league.pure.wording import rule_of
from scoring.league.queries.fixtures import fixtures_of
from scoring.league.queries.teams import match_of
from scoring.league.sheets.fixture_card import CardMatch, CardTeam, FixtureCard, fixture_cards_pdf
from scoring.league.sheets.fixture_sheet import fixture_sheets_pdf
from scoring.league.views.fixture_rows import nights_without, result_in_row, venue_line

NO_FIXTURES = "There are no fixtures to print yet."


@require_safe
@league_by_number(LOOK)
def fixture_cards(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """A pocket card of each team, or of one (`?team=`). Captains' phone numbers are printed only
    for the club."""
    matches = _shown(league, serves=may(actor, LOOK, league.club))
    asked = request.GET.get("team", "")
    teams = [one for one in _teams(league) if asked in ("", str(one.pk)) and one.division]
    return _cards(request, league, teams, matches, named=may(actor, LOOK, league.club))


@require_safe
@by_captain
def captains_card(request: HttpRequest, team: Team, actor: Actor) -> HttpResponse:
    """The pocket card of the captain's own team."""
    league = team.league
    teams = [one for one in _teams(league) if one.pk == team.pk]
    return _cards(request, league, teams, _shown(league, serves=False), named=True)


@require_safe
@league_by_number(LOOK)
def fixture_sheet(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The fixtures of each division, night by night, to be hung up; of one (`?division=`)."""
    matches = _shown(league, serves=may(actor, LOOK, league.club))
    asked = request.GET.get("division", "")
    sheets = [
        _listing(league, division, here)
        for division in league.divisions.prefetch_related("teams__venue")
        if asked in ("", str(division.no))
        and (here := [one for one in matches if one.division_id == division.pk])
    ]
    if not sheets:
        raise Http404(NO_FIXTURES)
    return pdf_answer(request, fixture_sheets_pdf, sheets, name=(league, "fixtures"))


def _shown(league: League, *, serves: bool) -> list[LeagueMatch]:
    """The matches that this reader may see. Drafts are for the club only."""
    found = fixtures_of(league) if serves or league.published_at else []
    found = [match for match in found if match.away_id]
    if not found:
        raise Http404(NO_FIXTURES)
    return found


def _teams(league: League) -> list[Team]:
    return list(league.teams.select_related("division", "venue", "captain"))


def _cards(
    request: HttpRequest,
    league: League,
    teams: list[Team],
    matches: list[LeagueMatch],
    *,
    named: bool,
) -> HttpResponse:
    if not teams:
        raise Http404("This league has no such team.")
    everybody = _teams(league)
    cards = [_card(league, team, everybody, matches, named=named) for team in teams]
    name = teams[0] if len(teams) == 1 else league
    return pdf_answer(request, fixture_cards_pdf, cards, name=(name, "fixtures"))


def _card(
    league: League, team: Team, teams: list[Team], matches: list[LeagueMatch], *, named: bool
) -> FixtureCard:
    own = [one for one in matches if team.pk in (one.home_id, one.away_id)]
    nights = sorted(nights_without(team, matches) | {one.date for one in own if one.date})
    captain = team.captain if named else None
    others = [one for one in teams if one.division_id == team.division_id and one.pk != team.pk]
    return FixtureCard(
        team=team.name,
        league=league.name,
        season=league.season,
        division=team.division.name if team.division else "",
        venue=_at_home(team, venue_line(team.venue)) if team.venue else "",
        captain=captain.name if captain else "",
        phone=captain.phone if captain else "",
        plays=_when(league, nights),
        matches=tuple(_card_matches(team, own, nights)),
        teams=tuple(
            CardTeam(
                name=one.name,
                venue=_at_home(one, one.venue.name) if one.venue else "",
                address=one.venue.address if one.venue else "",
                captain=one.captain.name if named and one.captain else "",
                phone=one.captain.phone if named and one.captain else "",
            )
            for one in others
        ),
        status=_as_of(league),
        words=tuple(_agreed(league)),
    )


def _at_home(team: Team, house: str) -> str:
    """Return "Bugle Inn, Tuesdays" of a team that is at home on one weekday."""
    return f"{house}, {team.home_day_name}s" if team.home_day_name else house


def _agreed(league: League) -> Iterator[str]:
    """The rules that a captain has to know on the night, in the league's own words where it has
    some."""
    agreement = league.agreement
    yield f"{wording.match(agreement)} {wording.decision(agreement)}"
    yield agreement.words.get("card") or wording.card(agreement)
    yield from filter(None, (rule_of(agreement, about) for about in ASKED))


ASKED = ("least", "borrowed", "on_the_night", "transfers")


def _as_of(league: League) -> str:
    if league.published_at is None:
        return "Draft"
    return f"As of {long_day(timezone.localdate())}"


def _when(league: League, nights: list[date]) -> str:
    """Return "Thursdays at 19:30", "Tuesdays and Thursdays at 19:30"."""
    weekdays = sorted({night.weekday(): f"{night:%A}s" for night in nights}.items())
    days = listed([name for _, name in weekdays]) if len(weekdays) < 3 else ""
    return " at ".join(filter(None, (days, written_time(league.starts_at))))


def _card_matches(team: Team, own: list[LeagueMatch], nights: list[date]) -> Iterator[CardMatch]:
    by_night = {night: [one for one in own if one.date == night] for night in nights}
    shown = short_day if len({night.weekday() for night in nights}) < 2 else named_day
    for night, found in by_night.items():
        if not found:
            yield CardMatch(day=shown(night, year=False), home=False, other="", venue="", bye=True)
        for match in found:
            yield _card_match(team, match, shown(night, year=False))
    for match in own:
        if match.date is None:
            yield _card_match(team, match, "open")


def _card_match(team: Team, match: LeagueMatch, shown: str) -> CardMatch:
    own = match_of(team, match)
    return CardMatch(
        day=" ".join(filter(None, (shown, written_time(match.starts_at)))),
        home=own.at_home,
        other=own.other.name,
        venue=match.venue.name if match.venue and not own.at_home else "",
        result=own.in_short,
    )


def _listing(league: League, division: Division, matches: list[LeagueMatch]) -> Listing:
    teams = [team for team in division.teams.all() if not team.withdrawn_at]
    rows = []
    for night, found in groupby(matches, key=lambda one: one.date):
        here = list(found)
        playing = {pk for one in here for pk in (one.home_id, one.away_id)}
        byes = [team.name for team in teams if team.pk not in playing]
        for no, match in enumerate(here):
            title = (on_day(night) if night else "To be agreed") if not no else ""
            title = ", ".join(filter(None, (title, written_time(match.starts_at))))
            result = result_in_row(match) if match.counts else ""
            rows.append((title, _home(match), match.away.name, result))
        if byes and len(teams) % 2 and night:
            rows.append(("", "no match", listed(byes), ""))
    nights = [match.date for match in matches if match.date]
    days = f"{full_day(nights[0])} to {full_day(nights[-1])}" if nights else ""
    return Listing(
        title="Fixtures",
        club=str(league),
        about=", ".join(filter(None, (division.name, days))),
        status=_as_of(league),
        columns=(Heading(title="Night"), Heading(title="Home", kind="name"), _AWAY, _RESULT),
        rows=tuple(rows),
        halves=True,
        blocks=True,
        notes=_notes(league, teams),
    )


_AWAY = Heading(title="Visitors", kind="name")
_RESULT = Heading(title="Result", kind="figure")


def _home(match: LeagueMatch) -> str:
    """Return the home team, and the venue if it is not the team's own."""
    elsewhere = match.venue and match.venue_id != match.home.venue_id
    return f"{match.home.name} (at {match.venue.name})" if elsewhere else match.home.name


def _notes(league: League, teams: list[Team]) -> tuple[str, ...]:
    """Return when matches begin and where each team is at home."""
    hour = f" Matches begin at {written_time(league.starts_at)}." if league.starts_at else ""
    homes = [f"{one.name}, {venue_line(one.venue)}" for one in teams if one.venue]
    first = f"The home team is named first.{hour}"
    return (first, f"Home venues: {'; '.join(homes)}.") if homes else (first,)
