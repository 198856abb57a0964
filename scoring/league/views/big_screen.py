"""A league's big screen: tables, the last results, the next matches, averages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from django_htmx.http import ptag

from scoring.common import polling
from scoring.common.answers import piece_or_page
from scoring.common.names import in_short
from scoring.common.permissions import LOOK, Actor
from scoring.evening.views.big_screen import hall_time
from scoring.evening.views.big_screen_tiles import Shown
from scoring.league.access import league_by_number
from scoring.league.models import League, LeagueMatch
from scoring.league.pure.table import tables
from scoring.league.queries.results import around, part_now
from scoring.league.queries.season import load_season
from scoring.league.views.about import naming_of
from scoring.league.views.averages import averages_of
from scoring.league.views.matches import MatchLine, match_lines
from scoring.league.views.table import Asked, Column, TeamLine, lines_of, played_of

IN_A_TABLE, IN_A_MATCH, PAIR_LETTERS = 54, 38, 40
"""How long a name may be, beside a row of figures and beside another team, and that of a pair."""
LAST_SIGN = 2
"""How many letters the "A" of one of a venue's two teams has."""
AVERAGES_SHOWN = 20


def _tag_of(request: HttpRequest, pk: int) -> str | None:
    """The polling tag of an open league's big screen, before access is checked; of any league to a
    signed-in reader."""
    found = League.objects.filter(pk=pk)
    if not request.user.is_authenticated:
        found = found.filter(open_to_all=True)
    version = found.values_list("version", flat=True).first()
    return None if version is None else polling.tag(version)


@require_safe
@ptag(_tag_of)
@league_by_number(LOOK)
def wall(request: HttpRequest, league: League, actor: Actor) -> HttpResponse:
    """The big screen, slide by slide; names follow the league's setting, even for the club."""
    context = _slides(league) | hall_time()
    context |= {
        "league": league,
        "tag": polling.tag(league.version),
        "news": polling.news("league", league.pk),
    }
    return piece_or_page(request, "league/wall.html", context, piece="wall", name="wall")


def _slides(league: League) -> dict:
    part = part_now(league)
    season = load_season(league, part=part, pairs=True)
    found = around(league)
    averages = averages_of(
        season, league, Asked(part=part, until=None), naming_of(league, serves=False)
    )
    return {
        "divisions": [
            (
                f"division-{no}",
                one.name or "League table",
                _heads(one.columns),
                [
                    (line, team_shown(line.row.team, IN_A_TABLE), _figures(line, one.columns))
                    for line in one.lines
                ],
            )
            for no, one in enumerate(lines_of(season, tables(season), None, league), start=1)
            if one.lines
        ],
        "matches": [
            (id, named, title, list(_matches(lines)), lines[0].match.date)
            for id, named, title, lines in (
                *_by_division("results", "Results of", found.last),
                *_by_division("next", "Next,", found.next if league.published_at else ()),
            )
        ],
        "averages": [
            (
                f"averages-{no}",
                f"Averages, {one.name}" if one.name else "Averages",
                [(line, _pair_shown(line.name)) for line in one.lines[:AVERAGES_SHOWN]],
            )
            for no, one in enumerate(averages, start=1)
            if one.lines
        ],
        "part": league.agreement.parts[part],
        "played": played_of(season, None),
    }


def _by_division(id: str, title: str, matches: Sequence[LeagueMatch]):
    """Yield the matches of a night, a slide for each division: with the name of the link to it, and
    the beginning of its title, before the day."""
    slides = [(of, list(found)) for of, found in groupby(match_lines(matches), key=_of)]
    for no, (of, lines) in enumerate(slides, start=1):
        many = of and slides[1:]
        named = f"{of}: {id}" if many else id.capitalize()
        yield f"{id}-{no}", named, f"{of}: {title.lower()}" if many else title, lines


def _of(line: MatchLine) -> str:
    return line.of


def _heads(columns: Sequence[Column]) -> list[str]:
    """The deciding figure first, then matches played, won and lost."""
    first = columns[-1].head
    return [first, *(head for head in ("P", "W", "L") if head != first)]


def _figures(line: TeamLine, columns: Sequence[Column]) -> list[str]:
    by_head = {column.head: cell for column, cell in line.figures}
    return [by_head[head] for head in _heads(columns)]


def _matches(lines: Iterable[MatchLine]):
    for line in lines:
        home, away = (
            team_shown(team.name, IN_A_MATCH) for team in (line.match.home, line.match.away)
        )
        yield home, line.result or "v", away


def team_shown(name: str, letters: int) -> Shown:
    """Return a team's name for the big screen, shortened to whole words, with the "A" that
    distinguishes it from another of its venue."""
    if len(name) <= letters:
        return Shown(short=name, whole="")
    short, _, last = name.rpartition(" ")
    sign = f" {last}" if len(last) <= LAST_SIGN else ""
    short = short if sign else name
    while len(short) + len(sign) >= letters and " " in short:
        short = short.rpartition(" ")[0]
    return Shown(short=f"{short[: letters - len(sign) - 1]}…{sign}", whole=name)


def _pair_shown(name: str) -> Shown:
    """Return a pair's names, each in short where both are too long."""
    if len(name) <= PAIR_LETTERS:
        return Shown(short=name, whole="")
    people = name.split(" and ")
    short = in_short(people, letters=PAIR_LETTERS // 2 - 2)
    return Shown(short=" and ".join(short[one] for one in people), whole=name)
