"""A league as a file: euchre-league/1 (docs/league-format.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from operator import attrgetter
from typing import Any

from scoring.common import schema
from scoring.common.names import clean_name
from scoring.common.schema import Kind, quoted
from scoring.common.shapes import either, like, shape_of, shaped
from scoring.league.pure.values import (
    RULES,
    SIDES,
    Derby,
    Division,
    League,
    LeaguePoints,
    Match,
    Meeting,
    Pair,
    Penalty,
    Settings,
    Team,
    pair_of,
)

FORMAT = "euchre-league/1"
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MOST_MATCHES = 20_000
MOST_POINTS = 99_999
MOST_LEAGUE_POINTS = 999
LONGEST_SEASON = timedelta(days=3 * 366)


class BadLeague(schema.BadPiece):
    """A league's file that cannot be read: `place` is where, such as "matches[3].home"."""


class Piece(schema.Piece):
    """A value of a league's file."""

    Bad = BadLeague


def loads(data: bytes) -> League:
    """Return the league in these bytes; raise BadLeague, whatever the bytes."""
    return LEAGUE(Piece.decoded(data, kind="league"))


def read(document: object) -> League:
    """Return the league of a parsed document; raise BadLeague."""
    return LEAGUE(Piece(document))


# -- How it plays.


@like(schema.one_of(*WEEKDAYS))
def weekday(piece: Piece) -> int:
    """Return a weekday: 0 is Monday."""
    return WEEKDAYS.index(schema.one_of(*WEEKDAYS)(piece))


ORDER = schema.each_once(schema.one_of(*RULES), empty="must name one at least")
"""The rules that rank teams."""
GIVEN = schema.whole(-MOST_LEAGUE_POINTS, MOST_LEAGUE_POINTS)
POINTS = schema.record(LeaguePoints, **schema.each(LeaguePoints.__dataclass_fields__, GIVEN))
"""What a team is given for a match."""
SETTINGS = schema.record(
    Settings,
    pairs=schema.whole(1, 99),
    games=schema.whole(1, 99),
    target=schema.or_none(schema.whole(1, MOST_POINTS)),
    decided_by=schema.one_of("points", "games"),
    points=POINTS,
    order=ORDER,
    rounds=schema.whole(1, 99),
    home_and_away=schema.yes_or_no,
)


# -- Who plays, where and when.

TEAM = schema.record(
    Team,
    name=schema.name,
    venue=schema.or_none(schema.name),
    players=schema.each_once(schema.name),
    home_day=schema.or_none(weekday),
    not_on=schema.some(schema.day, made=frozenset),
)
ONE_TEAM, TWO_TEAMS = "must name one team at least", "must be two teams"


@shaped(lambda: either(shape_of(schema.name), shape_of(TEAM)))
def _team(piece: Piece) -> Team:
    return Team(name=schema.name(piece)) if type(piece.value) is str else TEAM(piece)


TEAMS = schema.some(
    _team,
    empty=ONE_TEAM,
    by=attrgetter("name"),
    made=lambda teams: {one.name: one for one in teams},
)


def _known(said: Mapping[str, Any]) -> Kind[str]:
    """Return the kind of the name of a team."""

    @like(schema.text)
    def read(piece: Piece) -> str:
        if (name := clean_name(schema.text(piece))) not in said["teams"]:
            piece.refuse(f"no team {quoted(piece.value)}")
        return name

    return read


def _division_list(said: Mapping[str, Any]) -> Kind[tuple[Division, ...]]:
    team = schema.each_new(_known(said), "{} is in a division already")
    teams = schema.some(team, empty=ONE_TEAM)
    return schema.some(schema.record(Division, name=schema.each_new(schema.name), teams=teams))


@like(_division_list({}))
def _divisions(piece: Piece, said: Mapping[str, Any]) -> tuple[Division, ...]:
    found = _division_list(said)(piece)
    named = {team for one in found for team in one.teams}
    for at, team in enumerate(said["teams"]):
        if team not in named:
            raise BadLeague(f"{quoted(team)} is in no division", f"teams[{at}]")
    return found


SEASON = schema.record(
    dict,
    optional={"except": ()},
    **{
        "from": schema.day,
        "to": schema.day,
        "weekday": weekday,
        "except": schema.some(schema.day, most=MOST_MATCHES, made=frozenset),
    },
)


@shaped(lambda: either(shape_of(schema.each_once(schema.day)), shape_of(SEASON)))
def _dates(piece: Piece) -> tuple[date, ...]:
    if type(piece.value) is list:
        return tuple(sorted(schema.each_once(schema.day)(piece)))
    season = SEASON(piece)
    first, last = season["from"], season["to"]
    if not first <= last <= first + LONGEST_SEASON:
        piece["to"].refuse("must follow from, by three years at most")
    days = (first + timedelta(days=after) for after in range((last - first).days + 1))
    return tuple(
        on for on in days if on.weekday() == season["weekday"] and on not in season["except"]
    )


def _venue_list() -> Kind[dict[str, int]]:
    venue = schema.record(
        lambda name, matches=1: (name, matches),
        name=schema.each_new(schema.name),
        matches=schema.whole(1, 99),
    )
    return schema.some(venue, made=dict)


@like(_venue_list())
def _venues(piece: Piece) -> dict[str, int]:
    return _venue_list()(piece)


def _penalty_list(said: Mapping[str, Any]) -> Kind[tuple[Penalty, ...]]:
    points = schema.whole(0, MOST_LEAGUE_POINTS)
    penalty = schema.record(
        Penalty, team=_known(said), date=schema.day, points=points, why=schema.text
    )
    return schema.some(penalty, most=MOST_MATCHES)


@like(_penalty_list({}))
def _penalties(piece: Piece, said: Mapping[str, Any]) -> tuple[Penalty, ...]:
    return _penalty_list(said)(piece)


def _derby_list(said: Mapping[str, Any]) -> Kind[tuple[Derby, ...]]:
    team = _known(said)
    three = schema.row("must be two teams and a date", team, team, schema.day)

    @like(three)
    def derby(piece: Piece) -> Derby:
        one, other, on = three(piece)
        return Derby(teams=(one, other), date=on) if one != other else piece.refuse(TWO_TEAMS)

    return schema.some(derby, most=MOST_MATCHES)


@like(_derby_list({}))
def _derbies(piece: Piece, said: Mapping[str, Any]) -> tuple[Derby, ...]:
    return _derby_list(said)(piece)


# -- What was played.

RESULTS = ("pairs", "total", "games_won", "walkover")
FIGURES = schema.row("must be two", schema.whole(0, MOST_POINTS), schema.whole(0, MOST_POINTS))


def _match_shape(said: Mapping[str, Any], settings: Settings) -> Kind[dict[str, Any]]:
    return schema.record(
        dict,
        optional=dict.fromkeys(RESULTS),
        date=schema.day,
        home=_known(said),
        away=_known(said),
        pairs=schema.or_none(schema.some(_meeting(settings))),
        total=schema.or_none(FIGURES),
        games_won=schema.or_none(FIGURES),
        walkover=schema.or_none(schema.one_of(*SIDES, "neither")),
    )


ANY_SETTINGS = Settings(
    pairs=1, games=1, decided_by="points", order=(), rounds=1, home_and_away=False
)
"""Those of some league. The JSON Schema of a match is the same for all."""


@shaped(lambda: shape_of(schema.some(_match_shape({}, ANY_SETTINGS), most=MOST_MATCHES)))
def _matches(pieces: Piece, said: Mapping[str, Any]) -> tuple[Match, ...]:
    settings, divisions = said["settings"], [{*one.teams} for one in said["divisions"]]
    shape = _match_shape(said, settings)

    def read(piece: Piece) -> Match:
        match = shape(piece)
        if match["home"] == match["away"]:
            piece["away"].refuse("a team cannot meet itself")
        said = {key: match.pop(key) for key in RESULTS}
        given = {key: value for key, value in said.items() if value is not None}
        if "walkover" in given and len(given) > 1:
            piece["walkover"].refuse("a match that was given to a team has no other result")
        if meetings := given.pop("pairs", ()):
            for key, played in _figures(meetings).items():
                if given.get(key, played) != played:
                    piece[key].refuse(f"the games of the pairs come to {played[0]} and {played[1]}")
            given = _figures(meetings)
        decisive = {"points": "total", "games": "games_won"}[settings.decided_by]
        if given and not {decisive, "walkover"} & {*given}:
            piece.refuse(f"{decisive} is missing, which decides a match by {settings.decided_by}")
        if not any({match["home"], match["away"]} <= teams for teams in divisions):
            piece.refuse("the two teams are in different divisions")
        return Match(**match, meetings=meetings, **given)

    return schema.some(
        read,
        most=MOST_MATCHES,
        by=attrgetter("date", "home", "away"),
        twice="the same two teams, with the same home, stand on this date already",
    )(pieces)


def _figures(meetings: Iterable[Meeting]) -> dict[str, tuple[int, int]]:
    """Return the total and the games won of home and away."""
    meetings = tuple(meetings)
    return {
        key: tuple(sum(getattr(one, key)[side] for one in meetings) for side in (0, 1))
        for key in ("total", "games_won")
    }


def _meeting(settings: Settings) -> Kind[Meeting]:
    two = schema.row("must be two", schema.name, schema.name)

    @like(two)
    def pair(piece: Piece) -> Pair:
        one, other = two(piece)
        return piece.refuse(f"{quoted(one)} appears twice") if one == other else pair_of(one, other)

    @like(FIGURES)
    def game(piece: Piece) -> tuple[int, int]:
        found = FIGURES(piece)
        if settings.target is not None and min(found) >= settings.target:
            piece.refuse(f"both have the {settings.target} that end a game")
        return found

    meeting = schema.record(Meeting, home=pair, away=pair, games=schema.some(game))

    @like(meeting)
    def read(piece: Piece) -> Meeting:
        found = meeting(piece)
        if both := {*found.home} & {*found.away}:
            piece["away"].refuse(f"{quoted(min(both))} cannot play for both")
        if len(found.games) > settings.games:
            piece["games"].refuse(f"more games than the {settings.games} that a pair plays")
        return found

    return read


LEAGUE = schema.record(
    League,
    format=schema.only(FORMAT),
    name=schema.name,
    settings=SETTINGS,
    teams=TEAMS,
    divisions=schema.After(
        _divisions, lambda said: (Division(name=None, teams=tuple(said["teams"])),)
    ),
    dates=_dates,
    venues=_venues,
    matches=schema.After(_matches),
    penalties=schema.After(_penalties),
    derbies=schema.After(_derbies),
)
