"""Matches as pages show them: in a list, night by night, and each with its card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_safe

from scoring.common.dates import full_day, written_time
from scoring.common.permissions import LOOK, Actor
from scoring.common.tonight import night_at
from scoring.league.access import by_open_league, match_by_number
from scoring.league.actions.fixtures import result_of
from scoring.league.models import League, LeagueMatch, MatchPair
from scoring.league.pure.naming import Naming
from scoring.league.pure.values import SIDES, Side, pair_of
from scoring.league.queries.cards import open_card
from scoring.league.queries.knock_out import is_level, winner_of
from scoring.league.queries.results import Card, card_of, matches_of
from scoring.league.views.about import LeaguePage
from scoring.league.views.fixture_rows import FOLDED_FROM, move_in_words

Kind = LeagueMatch.Kind


@dataclass(frozen=True, kw_only=True)
class MatchLine:
    """A match in a list: its result, empty before, its winner's side, "" for none, a remark, and
    the state of its card where it has no result; whether that is overdue."""

    match: LeagueMatch
    result: str
    won: Side | str
    says: str
    card: str
    late: bool

    @property
    def of(self) -> str:
        """What it is of, as a heading above it: its division, or the knock-out."""
        return self.match.division.name if self.match.division else kind_of(self.match)


def match_lines(matches: Iterable[LeagueMatch]) -> list[MatchLine]:
    """Return matches as lists show them."""
    return [_line(match) for match in matches]


def _line(match: LeagueMatch) -> MatchLine:
    return MatchLine(
        match=match,
        result=_result(match),
        won=_won(match),
        says=" · ".join(filter(None, _says(match))),
        card=_card(match),
        late=not match.counts and bool(match.date) and open_card(match).overdue,
    )


def _result(match: LeagueMatch) -> str:
    if not match.counts:
        return ""
    if match.walkover:
        return "walkover" if match.given_to else "not played"
    return result_of(match)


def _won(match: LeagueMatch) -> Side | str:
    """Return the side that won, "" for none."""
    if not match.counts or is_level(match) or match.walkover and not match.given_to:
        return ""
    winner = winner_of(match)
    return next((side for side in SIDES if getattr(match, side) == winner), "") if winner else ""


def _says(match: LeagueMatch) -> Iterable[str]:
    yield kind_of(match)
    if match.counts and match.walkover:
        yield "" if match.given_to else "both teams lose"
    elif not match.counts:
        yield written_time(match.starts_at)
        yield match.venue.name if match.venue else ""


def _card(match: LeagueMatch) -> str:
    """Return the state of a card that does not count, once something is known of it: "Card overdue
    since Saturday 14 November, 18:00"."""
    if match.counts:
        return ""
    card = open_card(match)
    past = match.date and match.date < night_at()
    return capfirst(card.says) if past or card.begun or match.disputed_at else ""


def kind_of(match: LeagueMatch) -> str:
    """Return what a match is of, where that is not the league itself: "Final", "Knock-out"."""
    if match.kind == Kind.CUP:
        return match.league.agreement.cup or "Knock-out"
    return (match.stage or "Play-off") if match.kind == Kind.PLAY_OFF else ""


@require_safe
@by_open_league
def results(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """Every night with a result, the last first, and what waits for its card."""
    first = night_at()
    page = LeaguePage(league=league, actor=actor)
    waits = page.sees_fixtures
    played = [one for one in matches_of(league) if one.counts or (waits and one.date < first)]
    nights = [(day, match_lines(found)) for day, found in groupby(played, key=lambda one: one.date)]
    context = {"page": page, "nights": nights[::-1], "folds": len(played) >= FOLDED_FROM}
    return render(request, "league/results.html", context)


@require_safe
@match_by_number(LOOK)
def match(request: HttpRequest, match: LeagueMatch, actor: Actor) -> HttpResponse:
    """A match with its whole card: pairs, games, sums, confirmations, moves."""
    page = LeaguePage(league=match.league, actor=actor)
    if not match.counts and not page.sees_fixtures:
        raise Http404("The fixtures are not published yet.")
    card = card_of(match)
    (line,) = match_lines([match])
    return render(
        request,
        "league/match.html",
        {
            "page": page,
            "match": match,
            "line": line,
            "two": f"?one={match.home_id}&other={match.away_id}",
            "card": card,
            "stands": _stands(match),
            "night_came": match.date is not None and match.date <= timezone.localdate(),
            "moves": [move_in_words(move, hides=page.naming.hides) for move in card.moves],
            "sides": _sides(match, card, page.naming),
            "meetings": list(_meetings(match, card, page.naming)),
            "sums": [sum for sum in (match.total, match.games_won) if sum],
        },
    )


def _stands(match: LeagueMatch) -> str:
    """Return when and where a match is played, and in which division."""
    night = full_day(match.date) if match.date else "Postponed, new night to be agreed"
    division = match.division.name if match.division else ""
    hour = "" if match.counts else written_time(match.hour)
    return ", ".join(filter(None, (night, hour, match.venue and match.venue.name, division)))


@dataclass(frozen=True, kw_only=True)
class MeetingLine:
    """Two pairs and their games, as a row."""

    home: str
    away: str
    games: list[tuple[int, int]]
    points: tuple[int, int]
    won: tuple[int, int]


def _meetings(match: LeagueMatch, card: Card, naming: Naming) -> Iterable[MeetingLine]:
    for one in card.meetings:
        games = [tuple(game) for game in one.games]
        yield MeetingLine(
            home=_named(one.home, match.home.name, naming),
            away=_named(one.away, match.away.name, naming),
            games=games,
            points=tuple(sum(game[side] for game in games) for side in (0, 1)),
            won=tuple(sum(game[side] > game[1 - side] for game in games) for side in (0, 1)),
        )


def _named(pair: MatchPair, team: str, naming: Naming) -> str:
    """Return a pair's names; its number where unnamed or hidden."""
    if naming.hides or not (pair.one and pair.other):
        return f"Pair {pair.no + 1} of {team}"
    return naming.pair(pair_of(pair.one.name, pair.other.name))


def _sides(match: LeagueMatch, card: Card, naming: Naming) -> list[tuple]:
    """Return each team with its pairs in their order, and who confirmed the card and when."""
    confirmed = (
        (match.home_confirmed_at, match.home_confirmed_by),
        (match.away_confirmed_at, match.away_confirmed_by),
    )
    teams = ((match.home, card.home), (match.away, card.away))
    return [
        (
            team,
            [_named(pair, team.name, naming) for pair in pairs],
            at,
            by if not naming.hides else "",
        )
        for (team, pairs), (at, by) in zip(teams, confirmed, strict=True)
    ]
