"""The league rules for a season, as one file has them: how a match is played and decided, who may
play, when a card is due, fees, and the league's own words on each.

The files of scoring/league/pure/shelf/ are the rules of six leagues as they print them.
docs/league-format.md has the keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Literal

from scoring.common import schema
from scoring.league.pure.league_file import ORDER, POINTS, WEEKDAYS, Piece, weekday
from scoring.league.pure.values import Settings

FORMAT = "league-settings/1"
Meet = Literal["each", "one", "drawn", "free"]
MEETS: dict[Meet, str] = {
    "each": "each pair meets every pair of the other team",
    "one": "pairs with the same number meet",
    "drawn": "the captains draw the pairs",
    "free": "partners change, and each meeting has its own four names",
}
PLAY_OFFS = {
    "none": "no play-off",
    "parts": "the winners of the halves play off",
    "divisions": "the winners of the divisions play off",
    "four": "the first four play off: 1 against 4, 2 against 3, then a final",
}
LATE = ("winner", "home", "both")
MOST_MINOR = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Eligibility:
    """Rules on the players of a team. None means no limit."""

    least: int = 0
    """The least number of players in a match who must be in the squad."""
    squad: int | None = None
    borrowed: int | None = 0
    """How often a season a player of another team may be borrowed. After that they must
    transfer."""
    transfers: int | None = None
    """How often a season a player may change teams."""
    on_the_night: bool = True
    """Whether a new player may be registered on the night of a match."""


@dataclass(frozen=True, kw_only=True)
class CardDue:
    """The deadline of a match's card: the first such weekday (0 is Monday) after the match, at an
    hour. `late` says which side loses `points` if the card is late."""

    weekday: int
    at: time
    late: Literal["winner", "home", "both"] = "home"
    points: int = 0

    def due(self, played_on: date) -> datetime:
        """Return when the card of a match of that day is due, in the league's own time."""
        days = (self.weekday - played_on.weekday()) % 7 or 7
        return datetime.combine(played_on + timedelta(days=days), self.at)


@dataclass(frozen=True, kw_only=True)
class Fees:
    """Fees in minor units. A team pays `entry` for the season, a fee for each match, and one for a
    late card. A player pays `signing` for being registered, and a fee for changing teams."""

    entry: int = 0
    match: int = 0
    signing: int = 0
    transfer: int = 0
    late_card: int = 0


@dataclass(frozen=True, kw_only=True)
class Trophy:
    """A side table for a trophy, with points for every `game` won, every match `win`, and every
    walkover in a team's favour."""

    name: str
    game: int = 0
    win: int = 0
    walkover: int = 0


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """A season's league rules. `parts` are the names of its halves, or one empty name. `stages` are
    the stages ("Zone", "District") that the first `up` of each division play through, season after
    season. With `by_player` averages are for players, not for pairs. `words` are the league's own,
    by topic (WORDS)."""

    name: str
    where: str = ""
    source: str = ""
    settings: Settings
    meet: Meet = "each"
    rules: str = "american"
    options: Mapping[str, Any] = field(default_factory=dict)
    parts: tuple[str, ...] = ("",)
    stages: tuple[str, ...] = ()
    play_off: str = "none"
    up: int = 0
    down: int = 0
    cup: str = ""
    players: Eligibility = Eligibility()
    card: CardDue | None = None
    fees: Fees = Fees()
    trophies: tuple[Trophy, ...] = ()
    averages: bool = True
    by_player: bool = False
    honours: bool = True
    words: Mapping[str, str] = field(default_factory=dict)

    @property
    def games_a_meeting(self) -> int:
        """How many games two pairs play when they meet."""
        games = self.settings.games
        return games // self.settings.pairs if self.meet == "each" else games

    def stage_of(self, season: str) -> int | None:
        """Return the number of the stage in a season's name ("2027 District"), from 0, or None."""
        named = (at for at, stage in enumerate(self.stages) if stage.lower() in season.lower())
        return next(named, None)

    def meetings(self) -> Iterator[tuple[int, int, int]]:
        """Yield the meetings of a match: the round, the home pair and the visitors' pair, all from
        0.

        Visitors move on by a table each round. If partners change there is no such order, and it is
        empty.
        """
        pairs = range(self.settings.pairs)
        if self.meet == "free":
            return
        for turn in pairs if self.meet == "each" else (0,):
            for home in pairs:
                yield turn, home, (home + turn) % len(pairs)


WORDS = {
    "match": "a match and what decides it",
    "order": "the order of the table",
    "least": "how many of the squad must play",
    "squad": "how large a squad may be",
    "borrowed": "borrowed players",
    "transfers": "transfers",
    "on_the_night": "signing on the night",
    "card": "the card and when it is due",
    "walkover": "a walkover",
    "late": "a team that comes late or not at all",
    "disputes": "disputes",
    "parts": "halves and the play-off",
    "divisions": "promotion and relegation",
    "cup": "the knock-out",
    "fees": "fees",
}


def loads(data: bytes) -> Agreement:
    """Return the agreement in these bytes; raise BadLeague, whatever the bytes."""
    return _agreement(Piece.decoded(data, kind="league’s settings"))


def read(document: object) -> Agreement:
    """Return the agreement of a parsed file; raise scoring.league.pure.league_file.BadLeague."""
    return _agreement(Piece(document))


def _agreement(piece: Piece) -> Agreement:
    said = FILE(piece)
    flat = said.pop("match") | said.pop("season") | said.pop("shows", {}) | said
    settings = {key: flat.pop(key) for key in Settings.__dataclass_fields__ if key in flat}
    del flat["format"]
    return Agreement(settings=Settings(**settings), **flat)


def _games(piece: Piece, said: Mapping[str, Any]) -> int:
    games = schema.whole(1, 99)(piece)
    if said["meet"] == "each" and games % said["pairs"]:
        piece.refuse(f"must be shared out among {said['pairs']} pairs")
    return games


def _parts(piece: Piece) -> tuple[str, ...]:
    return ("",) if piece.value == [""] else schema.each_once(schema.name)(piece)


def _hour(piece: Piece) -> time:
    try:
        return time.fromisoformat(schema.text(piece))
    except ValueError:
        piece.refuse('must be an hour such as "18:00"')


COUNT = schema.whole(0, 99)
MATCH = schema.record(
    dict,
    optional=("target", "rules", "options"),
    pairs=schema.whole(1, 99),
    meet=schema.one_of(*MEETS),
    games=schema.After(_games),
    target=schema.or_none(schema.whole(1, 999)),
    decided_by=schema.one_of("points", "games"),
    rules=schema.name,
    options=schema.by_key(schema.anything),
)
SEASON = schema.record(
    dict,
    optional=("parts", "stages", "play_off", "up", "down", "cup"),
    rounds=schema.whole(1, 99),
    home_and_away=schema.yes_or_no,
    parts=_parts,
    stages=schema.each_once(schema.name),
    play_off=schema.one_of(*PLAY_OFFS),
    up=schema.whole(0, 9),
    down=schema.whole(0, 9),
    cup=schema.text,
)
ELIGIBILITY = schema.record(
    Eligibility,
    **schema.each(("least", "squad", "borrowed", "transfers"), schema.or_none(COUNT)),
    on_the_night=schema.yes_or_no,
)
SHOWS = ("averages", "by_player", "honours")
FILE = schema.record(
    dict,
    optional=("where", "source", "points", "players", "card", "fees", "trophies", "shows", "words"),
    format=schema.only(FORMAT),
    name=schema.name,
    where=schema.text,
    source=schema.text,
    match=MATCH,
    points=POINTS,
    order=ORDER,
    season=SEASON,
    players=ELIGIBILITY,
    card=schema.record(CardDue, weekday=weekday, at=_hour, late=schema.one_of(*LATE), points=COUNT),
    fees=schema.record(Fees, **schema.each(Fees.__dataclass_fields__, schema.whole(0, MOST_MINOR))),
    trophies=schema.some(
        schema.record(Trophy, name=schema.name, game=COUNT, win=COUNT, walkover=COUNT)
    ),
    shows=schema.by_key(schema.yes_or_no, *SHOWS),
    words=schema.by_key(schema.text, *WORDS),
)


IN_MATCH = ("pairs", "games", "target", "decided_by", "meet", "rules", "options")
IN_SEASON = ("rounds", "home_and_away", "parts", "stages", "play_off", "up", "down", "cup")
IN_ORDER = (
    *("format", "name", "where", "source", "match", "points", "order", "season"),
    *("players", "fees", "trophies", "shows", "words", "card"),
)
TOGETHER = {"match": IN_MATCH, "season": IN_SEASON, "shows": SHOWS}


def document(agreement: Agreement) -> dict[str, Any]:
    """Return the agreement as `read` reads it."""
    said = schema.plain(agreement)
    said |= {"format": FORMAT, **said.pop("settings")}
    card = said.pop("card")
    if card:
        said["card"] = card | {"weekday": WEEKDAYS[card["weekday"]], "at": f"{card['at']:%H:%M}"}
    for part, keys in TOGETHER.items():
        said[part] = {key: said.pop(key) for key in keys}
    return {key: said[key] for key in IN_ORDER if key in said}
