"""The titles (awards) of an evening, for the player who did something most often, longest or most
narrowly. They are computed from its hands and settlement, and never stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.euchre.game import Game, Played
from scoring.euchre.rule_set import NUMBERS, RuleSet
from scoring.euchre.statement import Statement
from scoring.euchre.wording import score_as_text
from scoring.table.pure.play import Play, Run, is_a_hand, plays

MOST_SHARE = 3
"""The most players who may share a title. If more did as much, there is none."""


class Feats(NamedTuple):
    """How often a player did what there are titles for, at one sitting or at several."""

    lones: int = 0
    """Hands played alone with every trick."""
    marches: int = 0
    euchres: int = 0
    """Makers that they euchred."""
    made: int = 0
    """Hands in which they made trump."""
    scoring: Run = Run()
    winning: Run = Run()

    @classmethod
    def of(cls, play: Play) -> Feats:
        """Return the feats among a player's statistics."""
        maker = play.maker
        return cls(
            maker.lone_made,
            maker.marches,
            play.adversary.euchres,
            maker.hands,
            play.scoring,
            play.winning,
        )

    def then(self, later: Feats) -> Feats:
        """Return the feats of both, with runs that go on."""
        return Feats(
            self.lones + later.lones,
            self.marches + later.marches,
            self.euchres + later.euchres,
            self.made + later.made,
            self.scoring.then(later.scoring),
            self.winning.then(later.winning),
        )


class ClosestGame(NamedTuple):
    """A game of two sides that was won by a point."""

    seats: tuple[int, ...]
    """Of the winners."""
    won: int
    lost: int


class Boasts(NamedTuple):
    """Everything at a sitting that there are titles for. It names no one."""

    feats: tuple[Feats, ...]
    """By seat."""
    closest: ClosestGame | None
    """The last of its closest games."""
    best: tuple[bool, int, int] | None
    """Of its best hand: whether it had no bid, its points, and its number."""


def boasts_of(played: Sequence[Played], *, rules: RuleSet, seats: int) -> Boasts:
    """Return the Boasts of a sitting with these hands."""
    # No title is for the company, and adding it takes longer than all other figures.
    alone = plays(played, rules=rules, players=range(seats), company=False)
    return Boasts(
        feats=tuple(Feats.of(alone[seat]) for seat in range(seats)),
        closest=_closest(played, rules, seats),
        best=max(filter(None, map(_worth, played)), default=None),
    )


class PlayedSitting(NamedTuple):
    """A sitting, with people by their keys, as they sat."""

    people: tuple[int, ...]
    boasts: Boasts


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
    no: int
    """Its number there, counted from 1."""
    points: int


def titles(sittings: Sequence[PlayedSitting], statement: Statement | None = None) -> list[Title]:
    """Return the titles of an evening, those that people boast of first; `statement` is how it was
    settled."""
    how: dict[int, Feats] = {}
    for one in sittings:
        for who, feats in zip(one.people, one.boasts.feats, strict=True):
            how[who] = how[who].then(feats) if who in how else feats
    found = (_most(how, *kind) for kind in KINDS)
    settled = _narrowest(statement) if statement and statement.for_money else ()
    return [*filter(None, found), *_closest_game(sittings), *settled]


def _in_words(number: int) -> str:
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


KINDS: tuple[tuple[str, int, Callable[[Feats], int], str], ...] = (
    ("Most lone hands", 2, lambda feats: feats.lones, "{} that took every trick"),
    ("Most marches", 3, lambda feats: feats.marches, "took all tricks {} times"),
    ("Spoiler", 3, lambda feats: feats.euchres, "euchred {} makers"),
    ("Longest run", 4, lambda feats: feats.scoring.best, "scored {} hands in a row"),
    ("Boldest maker", 6, lambda feats: feats.made, "made trump {} times"),
    ("Most games in a row", 2, lambda feats: feats.winning.best, "won {} games in a row"),
)
"""A title's name, its minimum, the count it is for, and its sentence."""


def _most(
    how: Mapping[int, Feats], name: str, least: int, count: Callable[[Feats], int], says: str
) -> Title | None:
    """Return the title of the players who did something most often. It is None if too many did, or
    too rarely."""
    counts = {who: count(feats) for who, feats in how.items()}
    most = max(counts.values(), default=0)
    who = tuple(sorted(one for one, number in counts.items() if number == most))
    if most < least or len(who) > MOST_SHARE:
        return None
    return Title(name=name, people=who, says=says.format(_in_words(most)))


def _closest_game(sittings: Sequence[PlayedSitting]) -> Iterator[Title]:
    """Yield the closest game of two sides with its winners, if the margin was a single point. Of
    several it is the last."""
    for people, (_, closest, _) in reversed(sittings):
        if closest:
            yield Title(
                name="Closest game",
                people=tuple(people[seat] for seat in closest.seats),
                says=f"won {score_as_text((closest.won, closest.lost))}",
            )
            return


def _closest(played: Sequence[Played], rules: RuleSet, seats: int) -> ClosestGame | None:
    """Return the last game of two sides that was won by a point."""
    standing = played[-1].standing if played else None
    for game in reversed(standing.games if standing else ()):
        if len(game.score) == 2 and _won_by(game) == 1:
            won, lost = sorted(game.score, reverse=True)
            return ClosestGame(rules.sides(seats)[game.winner], won, lost)
    return None


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
        (one.boasts.best[:2], no, one.boasts.best[2])
        for no, one in enumerate(sittings)
        if one.boasts.best
    ]
    if not found:
        return None
    (_, points), sitting, no = max(found)
    return BestHand(sitting, no, points)


def _worth(played: Played) -> tuple[bool, int, int] | None:
    """Return what a hand is worth beside others: whether it had no bid, its points, and its number.
    None if it brought no points."""
    points = max(played.score.points)
    scored = points > 0 and is_a_hand(played)
    return (played.hand.bid is None, points, played.no) if scored else None
