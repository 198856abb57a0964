"""The big screen of a club night, with tables, standings in points, and seats. Never money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.access import in_one_snapshot
from scoring.common.answers import piece_or_page
from scoring.common.discs import own_disc
from scoring.common.permissions import Actor
from scoring.euchre.game import Game
from scoring.euchre.settlement_words import plays_games
from scoring.euchre.statement import Statement
from scoring.euchre.wording import ranked_by
from scoring.evening.access import by_pass, of_pass
from scoring.evening.models import Pass
from scoring.evening.queries.now import HERE, LiveTable, live_tables, people_of
from scoring.evening.queries.titles import as_played, sittings_of
from scoring.evening.views.big_screen_tiles import (
    MORE_LETTERS,
    Shown,
    Tile,
    TileSide,
    leading,
    shown,
    with_discs,
)
from scoring.evening.views.titles import TitleLine, best_line, title_lines
from scoring.table.models import ClubSession, HandRecord
from scoring.table.queries.help_calls import open_calls
from scoring.table.queries.settlement import statement_of
from scoring.table.views.calls_shown import wanted_at
from scoring.table.views.curve import table_so_far
from scoring.table.views.games import game_score, just_ended, side_colours
from scoring.tournament.models import Tournament
from scoring.tournament.queries.hall import hall_of
from scoring.tournament.views.hall.big_screen import WallPage

MOST_HANDS = 2000
"""The hands of an evening for whose awards the big screen can wait."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A player's place tonight: what they scored, and what they won or lost by it, in points."""

    rank: str
    name: Shown
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
    live = [one for one in live_tables(session) if one.sitting]
    on_tiles = shown([name for one in live for name in one.sitting.names])
    in_lists = shown([person.player.name for person in people], letters=MORE_LETTERS)
    return {
        "tiles": [_tile(one, on_tiles, closed=session.closed) for one in live],
        "ranked": [
            (view, title, lines)
            for view, title, lines in (
                ("points", "Standings in points", standings(statement, games=False)),
                ("games", "Standings in games", standings(statement, games=True)),
            )
            if lines
        ],
        "seats": [
            (
                with_discs(in_lists[player.name], [(player.colour, player.name)]),
                person.table.no if person.table else "no seat",
            )
            for person in people
            for player in [person.player]
        ],
        "awards": _awards(session, statement) if session.closed else [],
    }


def _awards(session: ClubSession, statement: Statement | None) -> list[TitleLine]:
    """Return the awards of a closed evening without those for money; at most four queries. None of
    a very large one, as all of its hands are scored for them."""
    hands = HandRecord.objects.filter(sitting__table__session=session)
    if hands.count() > MOST_HANDS:
        return []
    sittings = sittings_of(session)
    played = as_played(sittings)
    best = best_line(sittings, played)
    titles = title_lines(session, statement, sittings=sittings, played=played)
    return [*([best] if best else []), *(one for one in titles if not one.money)]


def _tile(live: LiveTable, names: Mapping[str, Shown], *, closed: bool) -> Tile:
    sitting, rules = live.sitting, live.table.rules.name
    ended = just_ended(sitting, begun=bool(live.table.begun))
    hand = "game over" if ended else f"hand {len(sitting.played) + 1}"
    return Tile(
        no=live.table.no,
        says=" · ".join(filter(None, (rules, "" if closed else hand))),
        sides=tuple(_sides(live, names, ended)),
    )


def _sides(live: LiveTable, names: Mapping[str, Shown], ended: Game | None) -> Iterator[TileSide]:
    """Yield a side a player, with their points of the whole evening; or one for partners, with the
    games it has won in words. Whoever won the game that just `ended` is marked."""
    sitting = live.sitting
    score = game_score(sitting, ended)
    seats = sitting.rules.sides(len(sitting.names))
    if score:
        points = [side.points for side in score.sides]
    else:
        totals = table_so_far(sitting, live.earlier).totals
        points = [totals[player.pk] for player in sitting.players]
    won = [side.won for side in score.sides] if score else [""] * len(seats)
    ahead, colours = leading(points), side_colours(sitting)
    for no, who in enumerate(seats):
        yield TileSide(
            names=tuple(names[sitting.names[seat]] for seat in who),
            colour=colours[who[0]],
            points=points[no],
            more=won[no],
            leads=ahead[no],
            won=ended is not None and ended.winner == no,
        )


def standings(statement: Statement, *, games: bool) -> list[Standing]:
    """Return tonight's players at tables with or without games, ranked by points won; equals share
    a rank. Empty while there are no points."""
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
    names = shown([statement.names[player] for player in order], letters=MORE_LETTERS)
    ranks = ranked_by(nets[player] for player in scored)
    return [
        Standing(
            rank=ranks[nets[player]],
            name=with_discs(names[name], [(own_disc(statement.ids[player]), name)]),
            scored=scored[player],
            net=nets[player],
        )
        for player in order
        for name in [statement.names[player]]
    ]


@require_safe
@ptag(of_pass(Pass.Right.WALL))
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
        "wanted": wanted_at(open_calls(session)),
        "token": shown.token,
        "tag": polling.tag(session.version),
        "news": polling.news("session", session.pk),
    }
    context |= about | hall_time()
    return piece_or_page(request, template, context, piece="wall", name="wall")


def _of_a_tournament(tournament: Tournament) -> dict:
    hall, session = hall_of(tournament), tournament.session
    return {
        "hall": hall,
        "page": WallPage(hall=hall, currency=session.club.currency),
        "awards": _awards(session, None) if session.closed else [],
    }
