"""A league as a file: euchre-league/1 (docs/league-format.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from scoring.common import strict_json
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
    Rule,
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


class BadLeague(strict_json.BadPiece):
    """A league's file that cannot be read: `place` is where, such as "matches[3].home"."""


class Piece(strict_json.Piece):
    """A value of a league's file."""

    Bad = BadLeague

    def name(self) -> str:
        """Return a name: text that is not empty, without spaces around it."""
        if not self.text() or self.value != self.value.strip():
            self.refuse("must be a name, without spaces around it")
        return self.value

    def date(self) -> date:
        try:
            if len(self.text()) == len("2026-10-01"):
                return date.fromisoformat(self.value)
        except ValueError:
            pass
        self.refuse(f"must be a date such as 2026-10-01, not {strict_json.quoted(self.value)}")

    def one_of(self, *allowed: str) -> str:
        if self.value not in allowed or type(self.value) is not str:
            given = strict_json.quoted(self.value)
            self.refuse(f"must be one of {', '.join(allowed)}, not {given}")
        return self.value

    def weekday(self) -> int:
        return WEEKDAYS.index(self.one_of(*WEEKDAYS))

    def each_once(self, values: Iterable[object]) -> tuple:
        """Return these values of a list; refuse the list where one stands twice."""
        found = tuple(values)
        if len(set(found)) < len(found):
            twice = next(one for at, one in enumerate(found) if one in found[:at])
            shown = twice.isoformat() if isinstance(twice, date) else strict_json.quoted(twice)
            self.refuse(f"{shown} stands twice")
        return found

    def two(self) -> list[Piece]:
        found = self.list()
        if len(found) != 2:
            self.refuse("must be two")
        return found


def loads(data: bytes) -> League:
    """Return the league in these bytes; raise BadLeague, whatever the bytes."""
    return _league(Piece.decoded(data, kind="league"))


def read(document: object) -> League:
    """Return the league of a parsed document; raise BadLeague."""
    return _league(Piece(document))


def _league(whole: Piece) -> League:
    keys = whole.object(
        *("format", "name", "settings", "teams"),
        optional=("divisions", "dates", "venues", "matches", "penalties", "derbies"),
    )
    if keys["format"].value != FORMAT:
        keys["format"].refuse(f"must be {FORMAT}")
    settings = _settings(keys["settings"])
    teams = _teams(keys["teams"])
    divisions = _divisions(keys.get("divisions"), teams)
    return League(
        name=keys["name"].name(),
        settings=settings,
        divisions=divisions,
        teams=teams,
        dates=_dates(keys["dates"]) if "dates" in keys else (),
        venues=_venues(keys["venues"]) if "venues" in keys else {},
        matches=_matches(_list(keys, "matches"), settings, teams, divisions),
        penalties=tuple(_penalty(one, teams) for one in _list(keys, "penalties")),
        derbies=tuple(_derby(one, teams) for one in _list(keys, "derbies")),
    )


def _list(keys: Mapping[str, Piece], key: str) -> list[Piece]:
    return keys[key].list(MOST_MATCHES) if key in keys else []


# -- How it plays.


def _settings(piece: Piece) -> Settings:
    keys = piece.object(
        *("pairs", "games", "decided_by", "order", "rounds", "home_and_away"),
        optional=("target", "points"),
    )
    target = keys.get("target", Piece(None))
    return Settings(
        pairs=keys["pairs"].whole(1, 99),
        games=keys["games"].whole(1, 99),
        target=None if target.value is None else target.whole(1, MOST_POINTS),
        decided_by=keys["decided_by"].one_of("points", "games"),
        points=read_points(keys["points"]) if "points" in keys else LeaguePoints(),
        order=read_order(keys["order"]),
        rounds=keys["rounds"].whole(1, 99),
        home_and_away=keys["home_and_away"].yes_or_no(),
    )


def read_order(piece: Piece) -> tuple[Rule, ...]:
    """Return what decides who stands higher, one rule at least."""
    order = piece.each_once(one.one_of(*RULES) for one in piece.list())
    if not order:
        piece.refuse("must name one at least")
    return order


def read_points(piece: Piece) -> LeaguePoints:
    """Return what a team is given for a match."""
    keys = piece.object(optional=LeaguePoints.__dataclass_fields__)
    most = MOST_LEAGUE_POINTS
    return LeaguePoints(**{key: one.whole(-most, most) for key, one in keys.items()})


# -- Who plays, where and when.


def _teams(pieces: Piece) -> dict[str, Team]:
    found: dict[str, Team] = {}
    for piece in pieces.list():
        team = _team(piece)
        if team.name in found:
            piece.refuse(f"{strict_json.quoted(team.name)} stands twice")
        found[team.name] = team
    if not found:
        pieces.refuse("must name one team at least")
    return found


def _team(piece: Piece) -> Team:
    if type(piece.value) is str:
        return Team(name=piece.name())
    keys = piece.object("name", optional=("venue", "players", "home_day", "not_on"))
    players, not_on = keys.get("players", Piece([])), keys.get("not_on", Piece([]))
    venue, home_day = (keys.get(key, Piece(None)) for key in ("venue", "home_day"))
    return Team(
        name=keys["name"].name(),
        venue=None if venue.value is None else venue.name(),
        players=players.each_once(one.name() for one in players.list()),
        home_day=None if home_day.value is None else home_day.weekday(),
        not_on=frozenset(one.date() for one in not_on.list()),
    )


def _divisions(pieces: Piece | None, teams: Mapping[str, Team]) -> tuple[Division, ...]:
    if pieces is None:
        return (Division(name=None, teams=tuple(teams)),)
    found: list[Division] = []
    left = dict.fromkeys(teams)
    for piece in pieces.list():
        keys = piece.object("name", "teams")
        division = Division(
            name=keys["name"].name(),
            teams=tuple(_in_division(one, teams, left) for one in keys["teams"].list()),
        )
        if not division.teams:
            keys["teams"].refuse("must name one team at least")
        if any(division.name == one.name for one in found):
            keys["name"].refuse(f"{strict_json.quoted(division.name)} stands twice")
        found.append(division)
    for team in left:
        at = list(teams).index(team)
        Piece(team, f"teams[{at}]").refuse(f"{strict_json.quoted(team)} is in no division")
    return tuple(found)


def _in_division(piece: Piece, teams: Mapping[str, Team], left: dict[str, None]) -> str:
    name = _known(piece, teams)
    if name not in left:
        piece.refuse(f"{strict_json.quoted(name)} is in a division already")
    del left[name]
    return name


def _known(piece: Piece, teams: Mapping[str, Team]) -> str:
    name = piece.text()
    if name not in teams:
        piece.refuse(f"no team {strict_json.quoted(name)}")
    return name


def _dates(piece: Piece) -> tuple[date, ...]:
    if type(piece.value) is list:
        return tuple(sorted(piece.each_once(one.date() for one in piece.list())))
    keys = piece.object("from", "to", "weekday", optional=("except",))
    first, last = keys["from"].date(), keys["to"].date()
    weekday = keys["weekday"].weekday()
    if not first <= last <= first + LONGEST_SEASON:
        keys["to"].refuse("must follow from, by three years at most")
    excepted = {one.date() for one in _list(keys, "except")}
    days = (first + timedelta(days=after) for after in range((last - first).days + 1))
    return tuple(day for day in days if day.weekday() == weekday and day not in excepted)


def _venues(pieces: Piece) -> dict[str, int]:
    found: dict[str, int] = {}
    for piece in pieces.list():
        keys = piece.object("name", optional=("matches",))
        name = keys["name"].name()
        if name in found:
            keys["name"].refuse(f"{strict_json.quoted(name)} stands twice")
        found[name] = keys["matches"].whole(1, 99) if "matches" in keys else 1
    return found


def _penalty(piece: Piece, teams: Mapping[str, Team]) -> Penalty:
    keys = piece.object("team", "date", "points", optional=("why",))
    return Penalty(
        team=_known(keys["team"], teams),
        date=keys["date"].date(),
        points=keys["points"].whole(0, MOST_LEAGUE_POINTS),
        why=keys["why"].text() if "why" in keys else "",
    )


def _derby(piece: Piece, teams: Mapping[str, Team]) -> Derby:
    found = piece.list()
    if len(found) != 3:
        piece.refuse("must be two teams and a date")
    one, other = (_known(team, teams) for team in found[:2])
    if one == other:
        piece.refuse("must be two teams")
    return Derby(teams=(one, other), date=found[2].date())


# -- What was played.


def _matches(
    pieces: list[Piece],
    settings: Settings,
    teams: Mapping[str, Team],
    divisions: Iterable[Division],
) -> tuple[Match, ...]:
    found: dict[tuple[date, str, str], Match] = {}
    for piece in pieces:
        match = _match(piece, settings, teams)
        if not any({*match.teams} <= {*division.teams} for division in divisions):
            piece.refuse("the two teams are in different divisions")
        key = match.date, match.home, match.away
        if key in found:
            piece.refuse("the same two teams, with the same home, stand on this date already")
        found[key] = match
    return tuple(found.values())


def _match(piece: Piece, settings: Settings, teams: Mapping[str, Team]) -> Match:
    results = ("pairs", "total", "games_won", "walkover")
    keys = piece.object("date", *SIDES, optional=results)
    home, away = (_known(keys[side], teams) for side in SIDES)
    if home == away:
        keys["away"].refuse("a team cannot meet itself")
    day = keys["date"].date()
    given = {key: keys[key] for key in results if key in keys and keys[key].value is not None}
    if "walkover" in given:
        if len(given) > 1:
            given["walkover"].refuse("a match that was given to a team has no other result")
        walkover = given["walkover"].one_of(*SIDES)
        return Match(date=day, home=home, away=away, walkover=walkover)
    meetings = tuple(
        _meeting(one, settings) for one in (given["pairs"].list() if "pairs" in given else ())
    )
    figures = {key: _two_figures(given[key]) for key in ("total", "games_won") if key in given}
    if meetings:
        _refuse_other_figures(meetings, figures, given)
        figures = _figures(meetings)
    decisive = {"points": "total", "games": "games_won"}[settings.decided_by]
    if figures and decisive not in figures:
        piece.refuse(f"{decisive} is missing, which decides a match by {settings.decided_by}")
    return Match(date=day, home=home, away=away, meetings=meetings, **figures)


def _figures(meetings: Iterable[Meeting]) -> dict[str, tuple[int, int]]:
    """Return the total and the games won of home and away."""
    meetings = tuple(meetings)
    return {
        key: tuple(sum(getattr(one, key)[side] for one in meetings) for side in (0, 1))
        for key in ("total", "games_won")
    }


def _refuse_other_figures(
    meetings: Iterable[Meeting], figures: Mapping[str, tuple[int, int]], given: Mapping[str, Piece]
) -> None:
    for key, played in _figures(meetings).items():
        if figures.get(key, played) != played:
            given[key].refuse(f"the games of the pairs come to {played[0]} and {played[1]}")


def _two_figures(piece: Piece) -> tuple[int, int]:
    one, other = (figure.whole(0, MOST_POINTS) for figure in piece.two())
    return one, other


def _meeting(piece: Piece, settings: Settings) -> Meeting:
    keys = piece.object(*SIDES, "games")
    home, away = (_pair(keys[side]) for side in SIDES)
    both = {*home} & {*away}
    if both:
        keys["away"].refuse(f"{strict_json.quoted(min(both))} cannot play for both")
    games = tuple(_game(one, settings) for one in keys["games"].list())
    if len(games) > settings.games:
        keys["games"].refuse(f"more games than the {settings.games} that a pair plays")
    return Meeting(home=home, away=away, games=games)


def _pair(piece: Piece) -> Pair:
    one, other = (name.name() for name in piece.two())
    if one == other:
        piece.refuse(f"{strict_json.quoted(one)} stands twice")
    return pair_of(one, other)


def _game(piece: Piece, settings: Settings) -> tuple[int, int]:
    game = _two_figures(piece)
    if settings.target is not None and min(game) >= settings.target:
        piece.refuse(f"both have the {settings.target} that end a game")
    return game
