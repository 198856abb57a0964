"""The games and rubbers of a sitting as they are printed, with values from its hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import cached_property

from scoring.common.amounts import Stake, written
from scoring.euchre.game import Game, Played, Rubber, Standing, rubbers
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.settlement import Debt, Owed, owed, settle
from scoring.euchre.wording import counted, describe_rubber, side_names
from scoring.table.sheets.values import BlankGames, GameBlock, GameLine, SumLine


def describe_result(game: Game, sides: Sequence[str], rules: RuleSet, *, lapped: bool) -> str:
    """Return who won it, what it counts, and what becomes of a lap.

    `lapped` is a game that the lap of the one before won at once.
    """
    how = ", by the lap alone" if lapped else ""
    losers = [side for side in range(len(sides)) if side != game.winner]
    counts = [_counts(game, side, sides if len(losers) > 1 else None, rules) for side in losers]
    return " ".join([f"To {sides[game.winner]}{how}.", *counts, *_lap(game, rules)])


def _counts(game: Game, loser: int, names: Sequence[str] | None, rules: RuleSet) -> str:
    """Return what the game costs a loser, who is named where there are several."""
    below = rules.doubles_below
    love = below is not None and game.score[loser] < below
    name = "a skunk" if rules.skunk is not None else "a love game"
    cost = f"{names[loser]} pays" if names else "Worth"
    if rules.stakes == "deficit" and rules.rubber is None:
        wanted = rules.wanted(game.score, loser, game.winner)
        short = "short of game" if rules.win_by == 1 else "behind"
        doubled = f" doubled for {name}" if love else ""
        return f"{cost} {game.values[loser]}: {wanted} {short}{doubled}."
    doubled = f": {name}, double" if love else ""
    return f"{cost} {game.values[loser]}{doubled}."


def _lap(game: Game, rules: RuleSet) -> list[str]:
    over = game.score[game.winner] - rules.target
    if not over or not rules.laps:
        return []
    if not game.lap:
        return ["Its lap is lost because the rubber is over (a ruling)."]
    return [f"{game.lap} carried to the next (lap)."]


GAMES, ALL_RUBBERS = "Games", "All rubbers"


@dataclass(frozen=True, kw_only=True)
class SittingOfGames:
    """What the games are read from."""

    played: Sequence[Played]
    rules: RuleSet
    names: Sequence[str]
    """The players, as they sit."""
    stake: Stake | None = None
    over: bool = False
    """Whether no hand can follow, so that an unfinished game was broken off."""

    @cached_property
    def sides(self) -> list[str]:
        return side_names(self.rules, self.names)

    @property
    def standing(self) -> Standing:
        return self.played[-1].standing

    def side_points(self, played: Played) -> tuple[int, ...]:
        """Return what a hand brought each side."""
        return tuple(played.score.points[seats[0]] for seats in self.rules.sides(len(self.names)))

    def owed_after(self, hands: int) -> Owed:
        """Return how much each seat owed each other after this number of hands."""
        return owed(self.played[:hands], rules=self.rules, seats=len(self.names))


def game_blocks(sitting: SittingOfGames) -> tuple[GameBlock, ...]:
    """Return the rubbers with their games, and all of them together; or all games, for rules
    without rubbers."""
    if not sitting.played:
        return ()
    if sitting.rules.rubber is None:
        return (_all_games(sitting),)
    blocks = [_rubber(rubber, sitting) for rubber in rubbers(sitting.standing, sitting.rules)]
    if not sitting.standing.rubber and (begun := _in_progress(sitting)):
        blocks.append(GameBlock(title=f"Rubber {len(blocks) + 1}", games=begun))
    return (*blocks, _all_rubbers(sitting)) if len(blocks) > 1 else tuple(blocks)


def blank_games(rules: RuleSet) -> BlankGames:
    """Return what the boxes of a blank sheet are for."""
    games = (
        ("1", "2", "3", "4 after a lap")
        if rules.rubber == "three" and rules.laps
        else ("1", "2", "3")
    )
    return BlankGames(
        target=rules.target,
        laps=rules.laps,
        doubles_below=rules.doubles_below,
        ahead=rules.win_by if rules.win_by > 1 else 0,
        rubber=games if rules.rubber else (),
        bonus=rules.rubber_bonus if rules.rubber else 0,
        deficit=rules.stakes == "deficit" and rules.rubber is None,
    )


def _all_games(sitting: SittingOfGames) -> GameBlock:
    games, sides = sitting.standing.games, range(len(sitting.sides))
    values = [sum(sum(game.values) for game in games if game.winner == side) for side in sides]
    won = [sum(game.winner == side for game in games) for side in sides]
    sums = (
        SumLine(figures=tuple(won), words="games won"),
        SumLine(figures=tuple(values), words="game points", strong=True),
    )
    lines = tuple(_game(game, sitting) for game in games) + _in_progress(sitting)
    pays = _pays({}, sitting.owed_after(len(sitting.played)), sitting)
    return GameBlock(title=GAMES, games=lines, sums=sums, words=(pays,))


def _rubber(rubber: Rubber, sitting: SittingOfGames) -> GameBlock:
    standing = sitting.standing
    games = tuple(_game(standing.games[no - 1], sitting) for no in rubber.games)
    last = (
        len(sitting.played)
        if not rubber.finished
        else standing.games[rubber.games[-1] - 1].hands[1]
    )
    first = standing.games[rubber.games[0] - 1].hands[0]
    pays = _pays(sitting.owed_after(first - 1), sitting.owed_after(last), sitting)
    return GameBlock(
        title=f"Rubber {rubber.no}",
        games=games if rubber.finished else games + _in_progress(sitting),
        sums=tuple(_sums(rubber, sitting)),
        words=(_how_it_ended(rubber, sitting), pays),
    )


def _sums(rubber: Rubber, sitting: SittingOfGames) -> Iterator[SumLine]:
    games = [sitting.standing.games[no - 1] for no in rubber.games]
    yield SumLine(
        figures=tuple(sum(g.winner == side for g in games) for side in (0, 1)), words="games won"
    )
    if rubber.winner is not None:
        bonus = [sitting.rules.rubber_bonus if side == rubber.winner else 0 for side in (0, 1)]
        values = tuple(points - more for points, more in zip(rubber.points, bonus, strict=True))
        law = sitting.rules.law("rubber_bonus").short
        yield SumLine(figures=values, words="game points")
        yield SumLine(figures=tuple(more or None for more in bonus), words=f"for the rubber, {law}")
    yield SumLine(figures=rubber.points, words="rubber points", strong=True)


def _how_it_ended(rubber: Rubber, sitting: SittingOfGames) -> str:
    if rubber.finished:
        return f"{describe_rubber(rubber, sitting.sides)}."
    if sitting.over:
        return "Unfinished. Its finished games count, without the rubber bonus (a ruling)."
    return "Not finished yet. Its finished games count, without the rubber bonus."


def _all_rubbers(sitting: SittingOfGames) -> GameBlock:
    over = rubbers(sitting.standing, sitting.rules)
    points = tuple(sum(rubber.points[side] for rubber in over) for side in (0, 1))
    pays = _pays({}, sitting.owed_after(len(sitting.played)), sitting)
    line = SumLine(figures=points, words="rubber points in total", strong=True)
    return GameBlock(title=ALL_RUBBERS, games=(), sums=(line,), words=(pays,))


def _pays(before: Owed, after: Owed, sitting: SittingOfGames) -> str:
    """Return what hands that led from one state of debts to another make each loser pay."""
    between = {pair: points - before.get(pair, 0) for pair, points in after.items()}
    stake = sitting.stake.minor if sitting.stake else 0
    pairs = settle(range(len(sitting.names)), between, stake=stake).pairs
    said = "; ".join(_payment(debt, sitting) for debt in pairs)
    return f"{said}." if said else "No payments."


def _payment(debt: Debt, sitting: SittingOfGames) -> str:
    """Return "Ben pays Ann 8 game points, £2.00"."""
    who = f"{sitting.names[debt.debtor]} pays {sitting.names[debt.creditor]}"
    money = f", {written(debt.minor, sitting.stake.currency)}" if sitting.stake else ""
    return f"{who} {counted(debt.points, 'game point')}{money}"


def _game(game: Game, sitting: SittingOfGames) -> GameLine:
    before = sitting.standing.games[game.no - 2] if game.no > 1 else None
    # A lap that wins a game at once wins it without a hand: the hand's points stand with the game
    # before.
    lapped = before is not None and before.hands[1] == game.hands[1]
    first, last = game.hands
    return GameLine(
        no=game.no,
        hands=_span(first, last),
        laps=_laps(before, sitting),
        marks=((),) * len(sitting.sides) if lapped else _marks(first, last, sitting),
        score=game.score,
        winner=game.winner,
        words=describe_result(game, sitting.sides, sitting.rules, lapped=lapped),
    )


def _in_progress(sitting: SittingOfGames) -> tuple[GameLine, ...]:
    """Return the game that is not over, if a hand of it was dealt."""
    standing, last = sitting.standing, len(sitting.played)
    if standing.opened > last:
        return ()
    line = GameLine(
        no=standing.over + 1,
        hands=_span(standing.opened, last),
        laps=_laps(standing.last, sitting),
        marks=_marks(standing.opened, last, sitting),
        score=standing.score,
        winner=None,
        words="Not finished, so it doesn’t count." if sitting.over else "In progress.",
    )
    return (line,)


def _laps(before: Game | None, sitting: SittingOfGames) -> tuple[int, ...]:
    sides = range(len(sitting.sides))
    return tuple(before.lap if before and side == before.winner else 0 for side in sides)


def _marks(first: int, last: int, sitting: SittingOfGames) -> tuple[tuple[int, ...], ...]:
    by_hand = [sitting.side_points(played) for played in sitting.played[first - 1 : last]]
    return tuple(tuple(filter(None, column)) for column in zip(*by_hand, strict=True))


def _span(first: int, last: int) -> str:
    return f"hand {first}" if first == last else f"hands {first}\N{EN DASH}{last}"
