"""A player's statistics as maker, partner and adversary, by seat, with and against others, and
runs.

A `Play` is computed from the hands of a sitting (`how_played`) and kept with a tally. The plays of
several evenings are added up. A deal that was not played (passed out, misdeal, new deal, imperfect
pack, both sides revoked) is no hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import takewhile
from typing import NamedTuple

from scoring.euchre.awards import Parties
from scoring.euchre.game import Played
from scoring.euchre.hand import PENALTY
from scoring.euchre.points import VOID_WORDS
from scoring.euchre.rule_set import RuleSet


class Maker(NamedTuple):
    """Hands in which they made trump. With bidding, a set counts as a euchre, and there are no
    marches. A hand that a revoke decides is no euchre, and `made` counts it if the opponents
    revoked.

    `lone` counts the hands they played alone, by the rules for scores, with any maker, and
    `lone_made` those of them with all five tricks.
    """

    hands: int = 0
    made: int = 0
    marches: int = 0
    euchred: int = 0
    lone: int = 0
    lone_made: int = 0


class Partner(NamedTuple):
    """Hands in which their partner made trump and neither played alone."""

    hands: int = 0
    made: int = 0


class Adversary(NamedTuple):
    """Hands against the maker, and how many of those makers were euchred."""

    hands: int = 0
    euchres: int = 0


class Points(NamedTuple):
    """Hands, and the points they had from them."""

    hands: int = 0
    points: int = 0


class Rounds(NamedTuple):
    """Rounds of tournaments, and their side's points in them, from hands or totals."""

    rounds: int = 0
    points: int = 0


class Met(NamedTuple):
    """Hands against one opponent, with their own points and the opponent's."""

    hands: int = 0
    points: int = 0
    theirs: int = 0


class Run(NamedTuple):
    """Lengths of the first, the longest and the last run, and the total of hands or games."""

    first: int = 0
    best: int = 0
    last: int = 0
    all: int = 0

    @classmethod
    def of(cls, luck: Iterable[bool]) -> Run:
        """Return the runs of True."""
        luck, best, now = list(luck), 0, 0
        for good in luck:
            now = now + 1 if good else 0
            best = max(best, now)
        return cls(first=len(list(takewhile(bool, luck))), best=best, last=now, all=len(luck))

    def then(self, later: Run) -> Run:
        """Return the runs of both, with the one that goes on from the end of this into the
        later."""
        return Run(
            first=self.first if self.first < self.all else self.all + later.first,
            best=max(self.best, self.last + later.first, later.best),
            last=later.last if later.last < later.all else later.all + self.last,
            all=self.all + later.all,
        )


@dataclass(frozen=True, kw_only=True)
class Play:
    """A player's statistics. `+` adds later ones to earlier ones, and `Play()` is empty.

    In JSON (`as_json`, kept in `Tally.play`) a value is a list in the order of its class above.
    Players are their numbers, and zeros are left out:

        {"maker": [12, 8, 2, 4, 3, 1], "partner": [9, 7], "adversary": [30, 11],
         "dealer": [11, 6], "eldest": [10, 9], "others": [30, 20],
         "rounds": [8, 52], "tables": {"5": [51, 35]},
         "beside": {"17": [20, 14]}, "against": {"17": [31, 21, 30]},
         "scoring": [0, 4, 1, 51], "winning": [1, 2, 0, 5]}
    """

    maker: Maker = Maker()
    partner: Partner = Partner()
    adversary: Adversary = Adversary()
    dealer: Points = Points()
    eldest: Points = Points()
    others: Points = Points()
    """Neither dealer nor eldest hand."""
    rounds: Rounds = Rounds()
    tables: Mapping[int, Points] = field(default_factory=dict)
    """By the number of players."""
    beside: Mapping[int, Points] = field(default_factory=dict)
    """By player: hands together on one side, the maker's or the other, and the points they had from
    those."""
    against: Mapping[int, Met] = field(default_factory=dict)
    """By player: hands on different sides."""
    scoring: Run = Run()
    """Of hands that brought them points."""
    winning: Run = Run()
    """Of games won."""

    @property
    def hands(self) -> int:
        """All hands they played."""
        return self.dealer.hands + self.eldest.hands + self.others.hands

    @property
    def points(self) -> int:
        """The points they had from these hands."""
        return self.dealer.points + self.eldest.points + self.others.points

    def __add__(self, later: Play) -> Play:
        names = [one.name for one in fields(self)]
        return Play(**{name: _joined(getattr(self, name), getattr(later, name)) for name in names})

    def as_one(self, gone: int, kept: int) -> Play:
        """Return it with the results with and against `gone` added to those of `kept`, as they are
        one person."""
        return replace(
            self, beside=_as_one(self.beside, gone, kept), against=_as_one(self.against, gone, kept)
        )

    def as_json(self) -> dict:
        """Return it as plain JSON values."""
        figures = {one.name: _plain(getattr(self, one.name)) for one in fields(self)}
        return {name: value for name, value in figures.items() if value}

    @classmethod
    def from_json(cls, document: Mapping) -> Play:
        """Return the Play that `as_json` wrote. An unknown name is a TypeError, and so is a value
        with too few figures."""
        return cls(**{name: _read(name, value) for name, value in document.items()})


BY_NUMBER = {"tables": Points, "beside": Points, "against": Met}
KINDS = {one.name: type(one.default) for one in fields(Play) if one.name not in BY_NUMBER}


def _joined(before, later):
    if isinstance(before, Run):
        return before.then(later)
    if isinstance(before, Mapping):
        nothing = type(next(iter((before or later).values()), None))
        return {
            who: _joined(before.get(who, nothing()), later.get(who, nothing()))
            for who in dict.fromkeys([*before, *later])
        }
    return type(before)(*map(sum, zip(before, later, strict=True)))


def _as_one(rows: Mapping, gone: int, kept: int) -> Mapping:
    if gone not in rows:
        return rows
    return _joined({who: row for who, row in rows.items() if who != gone}, {kept: rows[gone]})


def _plain(value: tuple | Mapping) -> list | dict | None:
    if isinstance(value, Mapping):
        return {str(number): list(row) for number, row in value.items()}
    return list(value) if any(value) else None


def _read(name: str, value: list | dict) -> tuple | dict:
    if name in BY_NUMBER:
        return {int(number): BY_NUMBER[name]._make(row) for number, row in value.items()}
    return KINDS[name]._make(value) if name in KINDS else value


# -- From the hands of a sitting to how each of its people played.
# ----------------------------------------------------------------------------------------------

MARCHES = {"march", "lone-march", "jambone", "jamboree", "abandoned"}
SET = {"euchre", "set", "alone-set"}


def is_a_hand(played: Played) -> bool:
    """Return whether a deal was played. It is not if it is void, if both sides revoked, or if it is
    a penalty without a hand."""
    return played.score.outcome not in (PENALTY, *VOID_WORDS)


def plays(
    played: Sequence[Played], *, rules: RuleSet, players: Sequence[int], company: bool = True
) -> dict[int, Play]:
    """Return the Play of everybody at a sitting, by player; `players` are given as they sat.
    Without `company` it leaves out with and against whom they played, which takes most of the
    time."""
    books = [_Book() for _ in players]
    for hand in filter(is_a_hand, played):
        at = Parties.of(hand.hand, rules, len(players))
        _enter_roles(books, hand.score.outcome, at)
        _enter_seats(books, hand)
        # Where each scores their own tricks, all are opponents.
        on_side = [seat if rules.each_scores else seat in at.makers for seat in range(len(players))]
        if company:
            _enter_company(books, hand.score.points, on_side, players)
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
    """Record the maker, their partner and their opponents."""
    euchred = outcome in SET
    made = not euchred and not (outcome == "revoke" and "makers" in at.guilty("revoke"))
    march, maker = outcome in MARCHES, at.hand.maker
    if maker is None:
        return
    books[maker].enter("maker", 1, made, march, euchred)
    if at.lone:
        alone = maker if at.hand.alone is None else at.hand.alone
        books[alone].enter("maker", 0, 0, 0, 0, 1, march or outcome == "alone-made")
    else:
        for seat in set(at.makers) - {maker}:
            books[seat].enter("partner", 1, made)
    for seat in at.adversaries:
        books[seat].enter("adversary", 1, euchred)


def _enter_seats(books: Sequence[_Book], hand: Played) -> None:
    """Where each sat from the dealer on, and what they had from it."""
    for seat, (book, points) in enumerate(zip(books, hand.score.points, strict=True)):
        away = (seat - hand.dealer) % len(books)
        book.enter({0: "dealer", 1: "eldest"}.get(away, "others"), 1, points)
        book.enter_by("tables", len(books), 1, points)
        book.luck.append(points > 0)


def _enter_company(
    books: Sequence[_Book],
    points: Sequence[int],
    on_side: Sequence[int],
    players: Sequence[int],
) -> None:
    """Record each player's partners and opponents; `on_side` has each one's side by seat."""
    for seat, book in enumerate(books):
        for other, who in enumerate(players):
            if other == seat:
                continue
            if on_side[seat] == on_side[other]:
                book.enter_by("beside", who, 1, points[seat])
            else:
                book.enter_by("against", who, 1, points[seat], points[other])
