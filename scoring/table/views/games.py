"""Sides, games and rubbers on screens, with the score above the keys and on the big screen, and the
games that a hand ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.common.names import in_short
from scoring.euchre.game import Game, Played, Standing, rubbers
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import (
    counted,
    describe_end,
    describe_game,
    describe_rubber,
    describe_score,
    side_names,
)
from scoring.people.models import SideColour
from scoring.table.models import Sitting


@dataclass(frozen=True, kw_only=True)
class SideScore:
    """The score of a side, with its names, its colour and shape, its points, and the games won."""

    side: int
    colour: int
    name: str
    """ "Ann and Cat"."""
    names: tuple[str, ...]
    points: int
    won: str = ""
    """The games of the rubber in progress, or of the sitting where no rubber is played: "2
    games"."""
    games: int = 0
    """How many those are."""
    lap: int = 0
    """Points it brought into this game."""
    bridge: bool = False
    """The bridge of Leeds & Dwight, as the eldest hand's side has four to one or four to two."""


@dataclass(frozen=True, kw_only=True)
class GameScore:
    """The score of the sides in the game in progress, or in points alone."""

    sides: tuple[SideScore, ...]
    place: str
    """"Rubber 2, game 1"; "Game 3" where no rubber is played; "Points alone" where no games are."""
    to: str = ""
    """"to 5" where a game is played."""

    @property
    def as_text(self) -> str:
        """ "Game 3, to 5"; "The game is over"."""
        return self.place if self.place == OVER else ", ".join(filter(None, (self.place, self.to)))


OVER = "The game is over"


def just_ended(sitting: Sitting, *, begun: bool) -> Game | None:
    """Return the game that the last hand ended. Every screen shows its score until the next hand
    has `begun`. None in a round of a tournament, which counts points."""
    if begun or sitting.round_table_id is not None or not sitting.played:
        return None
    return next(iter(sitting.played[-1].ended), None)


def game_score(sitting: Sitting, ended: Game | None) -> GameScore | None:
    """Return the score of the game in progress, or of the game that has just `ended`. None where
    each plays for themselves and points alone are counted."""
    rules, standing = sitting.rules, sitting.standing
    if standing is not None:
        score = _score_of_a_game(sitting, standing, ended.score if ended else standing.score)
        return replace(score, place=OVER) if ended else score
    if rules.partners != "fixed":
        return None
    return GameScore(sides=tuple(_sides(sitting, sitting.totals)), place="Points alone")


def _score_of_a_game(sitting: Sitting, standing: Standing, score: Sequence[int]) -> GameScore:
    rules, bridge, last = sitting.rules, bridge_of(sitting), standing.last
    over = standing.rubber if rules.rubber else standing.games
    won = [sum(game.winner == side for game in over) for side in range(len(standing.score))]
    first = [seats[0] for seats in rules.sides(len(sitting.players))]
    points = dict(zip(first, score, strict=True))
    sides = tuple(
        replace(
            one,
            won=_won(won[one.side], sitting, one.side),
            games=won[one.side],
            lap=last.lap if last and last.winner == one.side else 0,
            bridge=bridge == one.side,
        )
        for one in _sides(sitting, points)
    )
    ahead = f", by {rules.win_by}" if rules.win_by > 1 else ""
    return GameScore(sides=sides, place=_place(standing, rules), to=f"to {rules.target}{ahead}")


def _won(games: int, sitting: Sitting, side: int) -> str:
    """Return "2 games"; where points are paid for and not the games "2 games \N{MIDDLE DOT} 34 in
    all"."""
    if sitting.rules.pays_games:
        return counted(games, "game")
    return " \N{MIDDLE DOT} ".join(
        [counted(games, "game")] * bool(games) + [f"{sitting.totals[side]} in all"]
    )


def _sides(sitting: Sitting, points: Mapping[int, int] | Sequence[int]) -> Iterator[SideScore]:
    """Yield the sides as they sit; `points` by the first seat of each."""
    rules, called = sitting.rules, sitting.called
    seats = rules.sides(len(called))
    for side, name in enumerate(side_names(rules, called)):
        first = seats[side][0]
        yield SideScore(
            side=side,
            colour=side_colours(sitting)[first],
            name=name,
            names=tuple(called[seat] for seat in seats[side]),
            points=points[first],
        )


def points_by_side(sitting: Sitting) -> list[tuple[str, int]]:
    """Return everyone's points over all hands, with partners as one."""
    rules, totals = sitting.rules, sitting.totals
    sides = rules.sides(len(totals))
    names = side_names(rules, sitting.names)
    return [(name, totals[seats[0]]) for name, seats in zip(names, sides, strict=True)]


def by_lead(points: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return names with their points, the leader first; equals stay in the order of seats."""
    return sorted(points, key=lambda one: -one[1])


def so_far(played: Played, rules: RuleSet, names: list[str]) -> list[tuple[str, int]]:
    """Return the score after a hand by side or player, the leader first. A game that the hand ended
    has its last score."""
    if played.standing:
        score = played.ended[-1].score if played.ended else played.standing.score
    else:
        score = [played.totals[seats[0]] for seats in rules.sides(len(names))]
    return by_lead(zip(side_names(rules, names), score, strict=True))


def totals_of(sitting: Sitting, ended: Game | None) -> dict:
    """Return the contents of templates/table/score/_totals.html, which are the points of each
    player or side with their disc, their short names, and the games, if games are played, the
    leader first. `ended` is the game that has just ended."""
    rules = sitting.rules
    short = in_short(sitting.names)
    sides = points_by_side(sitting)
    names = side_names(rules, [short[name] for name in sitting.names])
    first = [seats[0] for seats in rules.sides(len(sitting.players))]
    return {
        "scores": "Side" if rules.partners == "fixed" else "Player",
        "totals": sorted(
            (
                {"name": name, "colour": side_colours(sitting)[seat], "points": points}
                for seat, (name, points) in zip(first, sides, strict=True)
            ),
            key=lambda one: -one["points"],
        ),
        "short": dict(zip((name for name, _ in sides), names, strict=True)),
        "games": games_of(sitting, ended),
        "pays_games": rules.pays_games,
    }


def _place(standing: Standing, rules: RuleSet) -> str:
    if rules.rubber is None:
        return f"Game {standing.over + 1}"
    return f"Rubber {len(standing.rubbers) + 1}, game {len(standing.rubber) + 1}"


def games_of(sitting: Sitting, ended: Game | None) -> dict | None:
    """Return the games and rubbers of a sitting, with the game in progress or the one that has just
    `ended`. None where no games are played."""
    standing, rules = sitting.standing, sitting.rules
    if standing is None:
        return None
    sides = side_names(rules, sitting.names)
    return {
        "sides": sides,
        "games": [_game_line(game, sides, rules) for game in standing.games],
        "latest": [describe_end(game, sides, rules) for game in standing.games[:-5:-1]],
        "rubbers": [describe_rubber(rubber, sides) for rubber in rubbers(standing, rules)],
        "place": OVER if ended else _place(standing, rules),
        "score": by_lead(zip(sides, ended.score if ended else standing.score, strict=True)),
        "target": rules.target,
    }


def _game_line(game: Game, sides: list[str], rules: RuleSet) -> dict:
    first, last = game.hands
    losers = [side for side in range(len(sides)) if side != game.winner]
    return {
        "game": game,
        "winner": sides[game.winner],
        "score": describe_score(game, sides),
        "pays": [game.values[side] for side in losers if rules.pays_games],
        "hands": str(first) if first == last else f"{first}\N{EN DASH}{last}",
    }


def bridge_of(sitting: Sitting) -> int | None:
    """Return the side of the eldest hand if it is at the bridge, which is four to one or four to
    two."""
    rules, standing = sitting.rules, sitting.standing
    if standing is None or rules.partners != "fixed" or rules.target != 5:
        return None
    eldest = (sitting.dealer + 1) % 2
    return eldest if standing.score[eldest] == 4 and standing.score[1 - eldest] in (1, 2) else None


def pairings(sitting: Sitting) -> list[dict]:
    """Return the two other ways in which four can be partners, as sides and in their new order;
    none for six, who have nine.

    Two neighbours change seats, and the next dealer stays the same person.
    """
    if sitting.rules.partners != "fixed" or len(sitting.names) != 4:
        return []
    one, two, three, four = sitting.names
    return [
        {
            "sides": (f"{one} and {two}", f"{three} and {four}"),
            "names": ", ".join((one, three, two, four)),
        },
        {
            "sides": (f"{one} and {four}", f"{two} and {three}"),
            "names": ", ".join((one, two, four, three)),
        },
    ]


def side_colours(sitting: Sitting) -> list[int]:
    """Return the disc of each seat: a player's own, or that of fixed partners."""
    if sitting.rules.partners == "fixed":
        return [SideColour(seat % 2) for seat in range(len(sitting.players))]
    return sitting.colours


def ends_of(played: Played, rules: RuleSet, names: list[str], *, with_reasons: bool = True) -> str:
    """Return the games and rubbers that a hand ended, in words; nothing for most hands. The reasons
    say why one winner came first of several who reached game."""
    if not played.ended:
        return ""
    sides = side_names(rules, names)
    over = [
        describe_end(game, sides, rules) if with_reasons else describe_game(game, sides)
        for game in played.ended
    ]
    last = played.ended[-1].no
    over += [
        describe_rubber(one, sides) for one in played.standing.rubbers if one.games[-1] == last
    ]
    return ". ".join(over)


@dataclass(frozen=True, kw_only=True)
class Event:
    """The game that the last hand ended, and the score after it."""

    key: str
    ended: Game
    said: str
    games: list[str]
    rubbers: list[str]
    stands: str
    """The games of the rubber in progress, by side."""
    lap: str


def event_of(sitting: Sitting, *, seen: str) -> Event | None:
    """Return what the last hand ended, if it ended a game; not the one `seen`."""
    key = f"{sitting.pk}-{sitting.latest}"
    if not sitting.played or not sitting.played[-1].ended or key == seen:
        return None
    played, rules = sitting.played[-1], sitting.rules
    last, sides = played.ended[-1], side_names(rules, sitting.names)
    rubbers = [one for one in played.standing.rubbers if one.games[-1] == last.no]
    between = rubbers or rules.rubber is None
    return Event(
        key=key,
        ended=played.ended[0],
        said=ends_of(played, rules, sitting.called),
        games=[describe_end(game, sides, rules) for game in played.ended],
        rubbers=[describe_rubber(rubber, sides) for rubber in rubbers],
        stands="" if between else _games_of_the_rubber(played.standing, sides),
        lap=_describe_lap(played.standing, rules, sides),
    )


def _describe_lap(standing: Standing, rules: RuleSet, sides: list[str]) -> str:
    """Return what a lap opens; in a rubber's third game it means a fourth."""
    if not standing.lap:
        return ""
    fourth = "The third game lapped, so a fourth is played. " if len(standing.rubber) == 3 else ""
    open_ = "open" if rules.partners == "fixed" else "opens"
    return f"{fourth}{sides[standing.last.winner]} {open_} the next game with {standing.lap}"


def _games_of_the_rubber(standing: Standing, sides: list[str]) -> str:
    won = [sum(game.winner == side for game in standing.rubber) for side in range(len(sides))]
    return ", ".join(f"{name} {games}" for name, games in zip(sides, won, strict=True))
