"""The titles (awards) of an evening, for the player who did something most often, longest or most
narrowly. They are computed from its hands and settlement, and never stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.euchre.game import Game, Played
from scoring.euchre.rule_set import NUMBERS, RuleSet
from scoring.euchre.statement import Statement
from scoring.table.pure.play import Play, is_a_hand, plays

MOST_SHARE = 3
"""The most players who may share a title. If more did as much, there is none."""


class PlayedSitting(NamedTuple):
    """A sitting with its scored hands; people by their keys, as they sat."""

    rules: RuleSet
    people: tuple[int, ...]
    played: Sequence[Played]


@dataclass(frozen=True, kw_only=True)
class Title:
    """A title, who have it, and for what."""

    name: str
    """ "Most lone hands"."""
    people: tuple[int, ...]
    says: str
    """ "four that took every trick"."""
    money: bool = False
    """Whether it says an amount of money."""


class BestHand(NamedTuple):
    """The hand that brought most."""

    sitting: int
    """Which of the sittings, counted from 0."""
    played: Played
    points: int


def titles(sittings: Sequence[PlayedSitting], statement: Statement | None = None) -> list[Title]:
    """Return the titles of an evening, those that people boast of first; `statement` is how it was
    settled."""
    how: dict[int, Play] = defaultdict(Play)
    for one in sittings:
        # No title is for the company, and adding it takes longer than all other figures.
        alone = plays(one.played, rules=one.rules, players=one.people, company=False)
        for who, play in alone.items():
            how[who] += replace(play, tables={})
    found = (_most(how, *kind) for kind in KINDS)
    settled = _narrowest(statement) if statement and statement.for_money else ()
    return [*filter(None, found), *_closest_game(sittings), *settled]


def _in_words(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


KINDS: tuple[tuple[str, int, Callable[[Play], int], str], ...] = (
    ("Most lone hands", 2, lambda play: play.maker.lone_made, "{} that took every trick"),
    ("Most marches", 3, lambda play: play.maker.marches, "took all tricks {} times"),
    ("Spoiler", 3, lambda play: play.adversary.euchres, "euchred {} makers"),
    ("Longest run", 4, lambda play: play.scoring.best, "scored {} hands in a row"),
    ("Boldest maker", 6, lambda play: play.maker.hands, "made trump {} times"),
    ("Most games in a row", 2, lambda play: play.winning.best, "won {} games in a row"),
)
"""A title's name, its minimum, the count it is for, and its sentence."""


def _most(
    how: Mapping[int, Play], name: str, least: int, count: Callable[[Play], int], says: str
) -> Title | None:
    """Return the title of the players who did something most often. It is None if too many did, or
    too rarely."""
    counts = {who: count(play) for who, play in how.items()}
    most = max(counts.values(), default=0)
    who = tuple(sorted(one for one, number in counts.items() if number == most))
    if most < least or len(who) > MOST_SHARE:
        return None
    return Title(name=name, people=who, says=says.format(_in_words(most)))


def _closest_game(sittings: Sequence[PlayedSitting]) -> Iterator[Title]:
    """Yield the closest game of two sides with its winners, if the margin was a single point. Of
    several it is the last."""
    games = [
        (one, game)
        for one in sittings
        if one.played and one.played[-1].standing
        for game in one.played[-1].standing.games
        if len(game.score) == 2 and _won_by(game) == 1
    ]
    for sitting, game in games[-1:]:
        seats = sitting.rules.sides(len(sitting.people))[game.winner]
        won, lost = sorted(game.score, reverse=True)
        yield Title(
            name="Closest game",
            people=tuple(sitting.people[seat] for seat in seats),
            says=f"won {won} to {lost}",
        )


def _won_by(game: Game) -> int:
    won = game.score[game.winner]
    return won - max(points for side, points in enumerate(game.score) if side != game.winner)


def _narrowest(statement: Statement) -> Iterator[Title]:
    """Yield the player with the smallest payment, and the other player. There is none if fewer
    than two payments are made, or if several are as small. The rest of an earlier closing
    doesn't count."""
    transfers = statement.from_the_start
    amounts = sorted((statement.amount(one), no) for no, one in enumerate(transfers))
    if len(amounts) < 2 or amounts[0][0] == amounts[1][0]:
        return
    amount, no = amounts[0]
    debt = transfers[no]
    yield Title(
        name="Narrowest settlement",
        people=(statement.ids[debt.debtor], statement.ids[debt.creditor]),
        says=f"{statement.written(amount)} between them",
        money=True,
    )


def best_hand(sittings: Sequence[PlayedSitting]) -> BestHand | None:
    """Return the hand that brought a player most, the last of several. It is None if no hand
    scored. A bid is worth as much as was bid, so hands with bidding come last."""
    found = [
        BestHand(no, played, max(played.score.points))
        for no, one in enumerate(sittings)
        for played in one.played
        if is_a_hand(played) and max(played.score.points) > 0
    ]
    return max(
        enumerate(found),
        key=lambda one: (one[1].played.hand.bid is None, one[1].points, one[0]),
        default=(0, None),
    )[1]
