"""What the teams of a league agreed on for a season, as one file says it: how a match is played and
decided, who may play, when a card is due, what is paid; and the league's own words for each.

The files of scoring/league/pure/shelf/ are six leagues as they print it; docs/league-format.md has
the keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Literal

from scoring.league.pure.league_file import WEEKDAYS, Piece, read_order, read_points
from scoring.league.pure.values import LeaguePoints, Settings

FORMAT = "league-settings/1"
Meet = Literal["each", "one", "drawn", "free"]
MEETS: dict[Meet, str] = {
    "each": "each pair meets each pair of the other side",
    "one": "each pair meets the pair of its number",
    "drawn": "the captains draw who meets whom",
    "free": "partners change: each meeting has its own four names",
}
PLAY_OFFS = {
    "none": "nobody plays off",
    "parts": "the winners of the halves play off",
    "divisions": "the winners of the divisions play off",
    "four": "the first four play off: 1 against 4, 2 against 3, then a final",
}
LATE = ("winner", "home", "both")
MOST_MINOR = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Eligibility:
    """Who may play for a team; None: as often or as many as they like."""

    least: int = 0
    """So many of those who play must be of the squad."""
    squad: int | None = None
    borrowed: int | None = 0
    """How often a season somebody of another team may be borrowed; then they must transfer."""
    transfers: int | None = None
    """How often a season somebody may change their team."""
    on_the_night: bool = True
    """Whether somebody new may be registered on the night of a match."""


@dataclass(frozen=True, kw_only=True)
class CardDue:
    """When a match's card must be in: the first such weekday (0 is Monday) after the match, at an
    hour. `late` says who loses `points` by a card that came later."""

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
    """What is paid, in minor units: by a team for the season (`entry`) and for each match, by a
    player for being registered (`signing`) and for changing the team, by a team for a late card."""

    entry: int = 0
    match: int = 0
    signing: int = 0
    transfer: int = 0
    late_card: int = 0


@dataclass(frozen=True, kw_only=True)
class Trophy:
    """A table beside the table: what a team has for every `game` won, every match `win`, for a
    walkover it is given."""

    name: str
    game: int = 0
    win: int = 0
    walkover: int = 0


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """A season's agreement. `parts` are the names of its halves, one empty name where it is one
    whole; `stages` what the first `up` go on through ("Zone", "District"), season after season;
    with `by_player` averages are of each player, not of pairs; `words` are the league's own, by
    what they are about (WORDS)."""

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
        """Return which of the stages a season's name tells ("2027 District"), from 0; None where it
        tells none."""
        named = (at for at, stage in enumerate(self.stages) if stage.lower() in season.lower())
        return next(named, None)

    def meetings(self) -> Iterator[tuple[int, int, int]]:
        """Yield who meets whom: the round (from 0), the home pair and the visitors' (from 0).

        Visitors move on by a table each round. Partners that change have no such order: nothing.
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
    return _agreement(Piece.decoded(data, kind="league's settings"))


def read(document: object) -> Agreement:
    """Return the agreement of a parsed file; raise scoring.league.pure.league_file.BadLeague."""
    return _agreement(Piece(document))


def _agreement(whole: Piece) -> Agreement:
    keys = whole.object(
        *("format", "name", "match", "order", "season"),
        optional=(
            *("where", "source", "points", "players", "card", "fees", "trophies", "shows"),
            "words",
        ),
    )
    if keys["format"].value != FORMAT:
        keys["format"].refuse(f"must be {FORMAT}")
    match = keys["match"].object(
        *("pairs", "games", "decided_by", "meet"), optional=("target", "rules", "options")
    )
    season = keys["season"].object(
        *("rounds", "home_and_away"), optional=("parts", "stages", "play_off", "up", "down", "cup")
    )
    shows = keys.get("shows", Piece({})).object(optional=("averages", "by_player", "honours"))
    meet = match["meet"].one_of(*MEETS)
    pairs, games = match["pairs"].whole(1, 99), match["games"].whole(1, 99)
    if meet == "each" and games % pairs:
        match["games"].refuse(f"must be shared out among {pairs} pairs")
    target = match.get("target", Piece(None))
    parts, stages = season.get("parts", Piece([""])), season.get("stages", Piece([]))
    return Agreement(
        name=keys["name"].name(),
        where=_text(keys, "where"),
        source=_text(keys, "source"),
        settings=Settings(
            pairs=pairs,
            games=games,
            target=None if target.value is None else target.whole(1, 999),
            decided_by=match["decided_by"].one_of("points", "games"),
            points=read_points(keys["points"]) if "points" in keys else LeaguePoints(),
            order=read_order(keys["order"]),
            rounds=season["rounds"].whole(1, 99),
            home_and_away=season["home_and_away"].yes_or_no(),
        ),
        meet=meet,
        rules=match["rules"].name() if "rules" in match else "american",
        options={key: one.value for key, one in match["options"].entries().items()}
        if "options" in match
        else {},
        parts=("",) if parts.value == [""] else parts.each_once(one.name() for one in parts.list()),
        stages=stages.each_once(one.name() for one in stages.list()),
        play_off=season["play_off"].one_of(*PLAY_OFFS) if "play_off" in season else "none",
        up=season["up"].whole(0, 9) if "up" in season else 0,
        down=season["down"].whole(0, 9) if "down" in season else 0,
        cup=_text(season, "cup"),
        players=_eligibility(keys["players"]) if "players" in keys else Eligibility(),
        card=_card(keys["card"]) if "card" in keys else None,
        fees=_fees(keys["fees"]) if "fees" in keys else Fees(),
        trophies=tuple(map(_trophy, keys["trophies"].list())) if "trophies" in keys else (),
        averages=shows["averages"].yes_or_no() if "averages" in shows else True,
        by_player=shows["by_player"].yes_or_no() if "by_player" in shows else False,
        honours=shows["honours"].yes_or_no() if "honours" in shows else True,
        words=_words(keys["words"]) if "words" in keys else {},
    )


def _text(keys: Mapping[str, Piece], key: str) -> str:
    if key not in keys or keys[key].value == "":
        return ""
    return keys[key].text()


def _eligibility(piece: Piece) -> Eligibility:
    keys = piece.object(optional=Eligibility.__dataclass_fields__)
    found: dict[str, Any] = {
        key: None if one.value is None else one.whole(0, 99)
        for key, one in keys.items()
        if key != "on_the_night"
    }
    if "on_the_night" in keys:
        found["on_the_night"] = keys["on_the_night"].yes_or_no()
    return Eligibility(**found)


def _card(piece: Piece) -> CardDue:
    keys = piece.object("weekday", "at", optional=("late", "points"))
    try:
        at = time.fromisoformat(keys["at"].text())
    except ValueError:
        keys["at"].refuse('must be an hour such as "18:00"')
    return CardDue(
        weekday=keys["weekday"].weekday(),
        at=at,
        late=keys["late"].one_of(*LATE) if "late" in keys else "home",
        points=keys["points"].whole(0, 99) if "points" in keys else 0,
    )


def _fees(piece: Piece) -> Fees:
    keys = piece.object(optional=Fees.__dataclass_fields__)
    return Fees(**{key: one.whole(0, MOST_MINOR) for key, one in keys.items()})


def _trophy(piece: Piece) -> Trophy:
    keys = piece.object("name", optional=("game", "win", "walkover"))
    points = {key: one.whole(0, 99) for key, one in keys.items() if key != "name"}
    return Trophy(name=keys["name"].name(), **points)


def _words(piece: Piece) -> dict[str, str]:
    return {key: one.text() for key, one in piece.object(optional=WORDS).items()}


def document(agreement: Agreement) -> dict:
    """Return the agreement as `read` reads it."""
    settings, card = agreement.settings, agreement.card
    found = {
        "format": FORMAT,
        "name": agreement.name,
        "where": agreement.where,
        "source": agreement.source,
        "match": {
            "pairs": settings.pairs,
            "games": settings.games,
            "target": settings.target,
            "decided_by": settings.decided_by,
            "meet": agreement.meet,
            "rules": agreement.rules,
            "options": dict(agreement.options),
        },
        "points": vars(settings.points),
        "order": list(settings.order),
        "season": {
            "rounds": settings.rounds,
            "home_and_away": settings.home_and_away,
            "parts": list(agreement.parts),
            "stages": list(agreement.stages),
            "play_off": agreement.play_off,
            "up": agreement.up,
            "down": agreement.down,
            "cup": agreement.cup,
        },
        "players": vars(agreement.players),
        "fees": vars(agreement.fees),
        "trophies": [vars(trophy) for trophy in agreement.trophies],
        "shows": {
            "averages": agreement.averages,
            "by_player": agreement.by_player,
            "honours": agreement.honours,
        },
        "words": dict(agreement.words),
    }
    if card:
        due = {"weekday": WEEKDAYS[card.weekday], "at": f"{card.at:%H:%M}"}
        found["card"] = {**due, "late": card.late, "points": card.points}
    return found
