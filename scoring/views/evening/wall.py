"""The wall of an evening: tables, standings in points, who sits where. Never money."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.models import ClubSession, Pass, Sitting, Tournament
from scoring.permissions import Actor
from scoring.queries.evening.now import HERE, LiveTable, live_tables, people_of
from scoring.queries.money.settlement import statement_of
from scoring.queries.tournament.hall import hall_of
from scoring.rules.settlement_words import plays_games
from scoring.rules.statement import Statement
from scoring.views import polling
from scoring.views.access import by_pass, in_one_snapshot
from scoring.views.answers import piece_or_page
from scoring.views.table.games import game_score
from scoring.views.tournament.hall.hall import clock_in
from scoring.views.tournament.hall.wall import wall_of


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A player's place tonight: what they scored, and what they won or lost by it, in points."""

    rank: int
    name: str
    scored: int
    net: int


def hall_time() -> dict:
    """Return what the wall's clock shows, and the seconds since midnight for its script."""
    now = timezone.localtime()
    return {"now": now, "seconds": now.hour * 3600 + now.minute * 60 + now.second}


def wall_context(session: ClubSession) -> dict:
    """Return everything templates/evening/wall/wall.html shows; a fixed number of queries."""
    statement = statement_of(session)
    people = [person for person in people_of(session) if person.state == HERE]
    return {
        "tables": [_table(live) for live in live_tables(session) if live.sitting],
        "points": standings(statement, games=False),
        "games": standings(statement, games=True),
        "seats": [(person.player.name, person.table) for person in people],
    }


def _table(live: LiveTable) -> dict:
    return {
        "table": live.table,
        "rules": live.table.rules.name,
        "hand": len(live.sitting.played) + 1,
        "lines": _lines(live.sitting),
    }


def _lines(sitting: Sitting) -> list[tuple[str, int, str]]:
    """Return a line a player or a side: the name, its points, and the games it has won in words."""
    if score := game_score(sitting):
        return [(side.name, side.points, side.won) for side in score.sides]
    return [(name, points, "") for name, points in zip(sitting.names, sitting.totals, strict=True)]


def standings(statement: Statement, *, games: bool) -> list[Standing]:
    """Return tonight's players at tables with or without games, who won most first; equals share a
    rank.

    Nobody, while none of them has scored.
    """
    lines = [line for line in statement.sittings if plays_games(line) == games]
    scored, nets = Counter(), Counter()
    for line in lines:
        for player, points in zip(line.players, line.totals, strict=True):
            scored[player] += points
        for (debtor, creditor), points in line.owed.items():
            nets[debtor] -= points
            nets[creditor] += points
    order = sorted(
        scored, key=lambda player: (-nets[player], -scored[player], statement.names[player])
    )
    if not any(scored.values()):
        return []
    return [
        Standing(
            rank=1 + sum(nets[other] > nets[player] for other in scored),
            name=statement.names[player],
            scored=scored[player],
            net=nets[player],
        )
        for player in order
    ]


@require_safe
@ptag(polling.of_pass(Pass.Right.WALL))
@in_one_snapshot
@by_pass(Pass.Right.WALL)
def wall(request: HttpRequest, shown: Pass, actor: Actor) -> HttpResponse:
    """Its tables, tonight's standings, and who sits where by name; the script shows one after the
    other."""
    session = shown.session
    tournament = getattr(session, "tournament", None)
    template = "evening/wall/wall.html" if tournament is None else "tournament/hall/wall.html"
    context = wall_context(session) if tournament is None else _of_a_tournament(tournament)
    about = {
        "session": session,
        "token": shown.token,
        "tag": polling.tag(session.version),
        "news": polling.news("session", session.pk),
    }
    context |= about | hall_time()
    return piece_or_page(request, template, context, piece="wall", name="wall")


def _of_a_tournament(tournament: Tournament) -> dict:
    hall = hall_of(tournament)
    context = {"hall": hall, "round": hall.round, "clock": clock_in(hall)}
    return context | wall_of(hall, tournament.session.club.currency)
