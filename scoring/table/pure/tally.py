"""A player's result of an evening under one rule set, from the hands of its sittings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields

from scoring.euchre.game import Played
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.settlement import owed, settle
from scoring.table.pure.play import Play, plays


@dataclass(frozen=True, kw_only=True)
class Tallied:
    """One player's figures; `+` puts a later sitting behind an earlier one."""

    hands: int = 0
    """Recorded hands, without deals that were not played."""
    points_of_hands: int = 0
    """What these brought."""
    points: int = 0
    """Scored by hands, where games are played too; of a tournament those that rank."""
    games_won: int = 0
    games_lost: int = 0
    rubbers_won: int = 0
    """Finished ones; a rubber with games even is neither won nor lost."""
    rubbers_lost: int = 0
    net_points: int = 0
    """Net points against the table, as settled, or game points where games are played."""
    net_minor: int = 0
    """The same in money."""
    play: Play = Play()

    def __add__(self, later: Tallied) -> Tallied:
        names = [one.name for one in fields(self)]
        return Tallied(**{name: getattr(self, name) + getattr(later, name) for name in names})

    def as_row(self) -> dict:
        """Return it by the names of its fields, how they played as JSON."""
        return {**asdict(self), "play": self.play.as_json()}


SUMS = tuple(one.name for one in fields(Tallied) if one.name != "play")
"""What of a tally is added up."""
COUNTS = tuple(name for name in SUMS if name != "net_minor")
"""Those of them that are no money."""


def tallied(
    played: Sequence[Played], *, rules: RuleSet, players: Sequence[int], stake: int = 0
) -> dict[int, Tallied]:
    """Return the result of a sitting by player. `players` are in seat order, and `stake` is in
    minor units a point."""
    if not played:
        return {player: Tallied() for player in players}
    seats = range(len(players))
    nets = settle(seats, owed(played, rules=rules, seats=len(players)), stake=stake).nets
    how = plays(played, rules=rules, players=players)
    return {
        player: Tallied(
            hands=how[player].hands,
            points_of_hands=how[player].points,
            points=played[-1].totals[seat],
            net_points=nets[seat].points,
            net_minor=nets[seat].minor,
            play=how[player],
            **_won_and_lost(played[-1], rules.sides(len(players)), seat),
        )
        for seat, player in enumerate(players)
    }


def _won_and_lost(last: Played, sides: Sequence[Sequence[int]], seat: int) -> dict[str, int]:
    """Return how many games and rubbers this seat won and lost."""
    if last.standing is None:
        return {}
    games = [seat in sides[game.winner] for game in last.standing.games]
    rubbers = [seat in sides[one.winner] for one in last.standing.rubbers if one.winner is not None]
    return {
        "games_won": games.count(True),
        "games_lost": games.count(False),
        "rubbers_won": rubbers.count(True),
        "rubbers_lost": rubbers.count(False),
    }
