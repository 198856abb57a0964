"""Who wins the prizes and pots of a tournament, why, and how the money is split: not a coin is
lost.

Rulings of ours: those who share a rank pool what their places bring; the odd coins go to the lower
numbers. Where a winner may take one prize only, prizes are given in the format's order, and pots
are none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from scoring.movements.tournament.awards import Won, award
from scoring.movements.tournament.contests import Contest, named, places
from scoring.movements.tournament.formats import PLACES, Format, Pot, Prize
from scoring.movements.tournament.standings import Row
from scoring.movements.tournament.values import Tournament


def prizes(
    tournament: Tournament, rows: Sequence[Row], *, decided: Mapping[str, int] | None = None
) -> tuple[Won, ...]:
    """Return the prizes as these standings give them, by group where they are; () before the first
    result.

    `decided` has the number of who won a cut by the key of its prize (Won.key).
    """
    rounds = rounds_played(tournament)
    if not rounds:
        return ()
    rows = [row for row in rows if row.rounds]
    terms = Terms(tournament.format, rounds, decided or {})
    groups = tournament.format.groups if tournament.format.prizes_by_group else ("",)
    by_group = (
        _of_group(group, [row for row in rows if group in ("", row.group)], terms)
        for group in groups
    )
    pots = (_of_pot(pot, rows, terms) for pot in tournament.format.pots if pot.amount)
    return tuple(chain(*by_group, *pots))


def rounds_played(tournament: Tournament) -> int:
    """Return how many rounds have a result."""
    return sum(any(table.result for table in round.tables) for round in tournament.rounds)


@dataclass(frozen=True)
class Terms:
    """By what prizes are given."""

    format: Format
    played: int
    """Rounds that have a result."""
    decided: Mapping[str, int]

    def contests(self, together: Sequence[Prize], rows: Sequence[Row]) -> Iterator[Contest]:
        """Yield who is level for places, or for one prize that goes by its name."""
        if together[0].prize in PLACES:
            yield from places(together, rows, self.format.ranking)
        else:
            yield named(together[0], rows, self.format.ranking, rounds=self.played)

    def award(self, contest: Contest, group: str = "") -> Iterator[Won]:
        return award(contest, share=self.format.share, decided=self.decided, group=group)


def _of_group(group: str, rows: Sequence[Row], terms: Terms) -> Iterator[Won]:
    holders: set[int] = set()
    for together in _in_turn(terms.format.prizes):
        left = [row for row in rows if row.no not in holders]
        passed = _passed_over(together, rows, holders, terms)
        for contest in terms.contests(together, left):
            for won in terms.award(replace(contest, why=f"{passed}{contest.why}"), group):
                yield won
                holders |= set(won.to if terms.format.one_prize_each else ())


def _of_pot(pot: Pot, rows: Sequence[Row], terms: Terms) -> Iterator[Won]:
    contest = Contest(prizes=(), rows=(), why="It is kept for the next time.")
    if pot.to != "kept":
        [contest] = terms.contests([Prize(prize=pot.to)], rows)
    yield from terms.award(replace(contest, prizes=(Prize(prize=pot.name, amount=pot.amount),)))


def _in_turn(prizes: Sequence[Prize]) -> Iterator[list[Prize]]:
    """Yield what is given together: all places when the first of them comes, every other prize
    alone."""
    ranks = [prize for prize in prizes if prize.prize in PLACES]
    for prize in prizes:
        if prize not in ranks:
            yield [prize]
        elif prize == ranks[0]:
            yield ranks


def _passed_over(
    together: Sequence[Prize], rows: Sequence[Row], holders: set[int], terms: Terms
) -> str:
    """Return "Ann has a prize already. " where she would have had this one too."""
    first = next(terms.contests(together, rows))
    names = [row.name for row in first.rows if row.no in holders]
    return (
        f"{' and '.join(names)} {'has' if len(names) == 1 else 'have'} a prize already. "
        if names
        else ""
    )
