"""From the hands of a sitting to how each of its people played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from scoring.figures.play import BY_NUMBER, KINDS, Play, Run
from scoring.rules.game import Played
from scoring.rules.parties import Parties
from scoring.rules.points import VOID_WORDS
from scoring.rules.rule_set import RuleSet

MARCHES = {"march", "lone-march", "jambone", "jamboree", "abandoned"}


def is_a_hand(played: Played) -> bool:
    """Return whether a deal came to anything: not void, nor given up because both sides revoked."""
    return played.score.outcome not in VOID_WORDS


def plays(played: Sequence[Played], *, rules: RuleSet, players: Sequence[int]) -> dict[int, Play]:
    """Return the Play of everybody at a sitting, by player; `players` are given as they sat."""
    books = [_Book() for _ in players]
    for hand in filter(is_a_hand, played):
        at = Parties.of(hand.hand, rules, len(players))
        _enter_roles(books, hand.score.outcome, at)
        _enter_seats(books, hand)
        _enter_company(books, hand.score.points, at.makers, players)
    games = played[-1].standing.games if played and played[-1].standing else ()
    sides = rules.sides(len(players))
    return {
        player: book.closed(won=[seat in sides[game.winner] for game in games])
        for seat, (player, book) in enumerate(zip(players, books, strict=True))
    }


class _Book:
    """One player's figures while the hands of a sitting are gone through."""

    def __init__(self) -> None:
        self.rows = {name: list(kind()) for name, kind in KINDS.items() if kind is not Run}
        self.maps = {
            name: defaultdict(lambda kind=kind: list(kind())) for name, kind in BY_NUMBER.items()
        }
        self.luck: list[bool] = []

    def enter(self, name: str, *what: int) -> None:
        _add(self.rows[name], what)

    def enter_by(self, name: str, number: int, *what: int) -> None:
        _add(self.maps[name][number], what)

    def closed(self, *, won: Sequence[bool]) -> Play:
        return Play(
            **{name: KINDS[name](*row) for name, row in self.rows.items()},
            **{
                name: {number: BY_NUMBER[name](*row) for number, row in rows.items()}
                for name, rows in self.maps.items()
            },
            scoring=Run.of(self.luck),
            winning=Run.of(won),
        )


def _add(row: list[int], what: Sequence[int]) -> None:
    for place, number in enumerate(what):
        row[place] += number


def _enter_roles(books: Sequence[_Book], outcome: str, at: Parties) -> None:
    """Who made the trump, who was his partner, who stood against them."""
    euchred = outcome == "euchre" or (outcome == "revoke" and "makers" in at.guilty("revoke"))
    march, maker = outcome in MARCHES, at.hand.maker
    books[maker].enter("maker", 1, not euchred, march, euchred)
    if at.lone:
        alone = maker if at.hand.alone is None else at.hand.alone
        books[alone].enter("maker", 0, 0, 0, 0, 1, march)
    else:
        for seat in set(at.makers) - {maker}:
            books[seat].enter("partner", 1, not euchred)
    for seat in at.adversaries:
        books[seat].enter("adversary", 1, euchred)


def _enter_seats(books: Sequence[_Book], hand: Played) -> None:
    """Where each sat from the dealer on, and what he had from it."""
    for seat, (book, points) in enumerate(zip(books, hand.score.points, strict=True)):
        away = (seat - hand.dealer) % len(books)
        book.enter({0: "dealer", 1: "eldest"}.get(away, "others"), 1, points)
        book.enter_by("tables", len(books), 1, points)
        book.luck.append(points > 0)


def _enter_company(
    books: Sequence[_Book], points: Sequence[int], makers: Sequence[int], players: Sequence[int]
) -> None:
    """Who sat on whose side, and against whom."""
    for seat, book in enumerate(books):
        for other, who in enumerate(players):
            if other == seat:
                continue
            if (seat in makers) == (other in makers):
                book.enter_by("beside", who, 1, points[seat])
            else:
                book.enter_by("against", who, 1, points[seat], points[other])
