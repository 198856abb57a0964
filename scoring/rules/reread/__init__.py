"""A sitting as if it had been played under other rules: what carries over, and what was never told.

Hands that the other rules can score are scored in their order, the others are named with what they
lack (scoring/rules/reread/translation.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.rules.game import Game, Played, Standing, chained, play
from scoring.rules.hand import Hand
from scoring.rules.owed import Owed, owed
from scoring.rules.refusals import refuse_number_of_players
from scoring.rules.reread.translation import Two, translated
from scoring.rules.rule_set import RuleSet
from scoring.rules.wording import listed


class Reading(NamedTuple):
    """A hand read again: scored anew, or what it never recorded and the other rules need."""

    real: Played
    """As it was played and counted."""
    read: Played | None
    """As the other rules score it, under its old number; None when they cannot."""
    missing: str = ""
    """What was never recorded: "the tricks of Ann and Cat: Ann's partner was Ben"."""
    notes: tuple[str, ...] = ()
    """What was left out of it, or is taken otherwise."""

    @property
    def no(self) -> int:
        return self.real.no

    @property
    def differs(self) -> bool:
        """Whether it is scored, and brings somebody another number of points."""
        return self.read is not None and self.read.score.points != self.real.score.points


@dataclass(frozen=True, kw_only=True)
class Reread:
    """A sitting by its own rules and as if by others, hand by hand."""

    of: RuleSet
    under: RuleSet
    seats: int
    readings: tuple[Reading, ...]

    @property
    def played(self) -> tuple[Played, ...]:
        """The hands that the other rules can score, under their old numbers."""
        return tuple(one.read for one in self.readings if one.read is not None)

    @property
    def owed(self) -> Owed:
        """What each seat would owe each other, in points or game points, by the hands that can be
        scored."""
        return owed(self.played, rules=self.under, seats=self.seats)

    @property
    def owed_really(self) -> Owed:
        """What each seat owes each other."""
        return owed([one.real for one in self.readings], rules=self.of, seats=self.seats)

    @property
    def missing(self) -> tuple[str, ...]:
        """What is missing, a sentence a hand: "hand 3: who was called as partner"."""
        return tuple(f"hand {one.no}: {one.missing}" for one in self.readings if one.missing)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out: "hand 7: an intimation means nothing in Keller's game"."""
        return tuple(f"hand {one.no}: {note}" for one in self.readings for note in one.notes)

    @property
    def uncertain_from(self) -> int | None:
        """The first hand that cannot be scored: what was won from there on could be otherwise."""
        return next((one.no for one in self.readings if one.missing), None)

    def is_sure(self, game: Game) -> bool:
        """Return whether no hand is missing from a game or before it."""
        return self.uncertain_from is None or game.hands[1] < self.uncertain_from

    @property
    def told(self) -> str:
        """How much could be scored, in a sentence or two."""
        gone, hands = [str(one.no) for one in self.readings if one.missing], len(self.readings)
        if not gone:
            return f"{_counted(hands)} can be scored." if hands else "No hand was played."
        number = f"{hands - len(gone)} of" if len(gone) < hands else "None of"
        if self.under.target is None:
            kept = f"The totals leave hand{'' if len(gone) == 1 else 's'} {listed(gone)} out."
        else:
            kept = f"From hand {gone[0]} on the games could have gone otherwise."
        return f"{number} {hands} hand{'' if hands == 1 else 's'} can be scored. {kept}"


def _counted(hands: int) -> str:
    return "The one hand" if hands == 1 else f"All {hands} hands"


def reread(
    hands: Iterable[Hand],
    *,
    of: RuleSet,
    under: RuleSet,
    seats: int,
    first_dealer: int,
    names: Sequence[str],
) -> Reread:
    """Return the sitting as if played under other rules.

    Raises ImpossibleHand when those are not for so many players; ImpossibleSitting as `play` does.
    """
    refuse_number_of_players(seats, under)
    two = Two(of=of, under=under, seats=seats, names=tuple(names))
    real = play(hands, rules=of, seats=seats, first_dealer=first_dealer)
    found = [translated(one, two) for one in real]
    numbers = [one.no for one, (hand, *_) in zip(real, found, strict=True) if hand is not None]
    again = play(
        [hand for hand, *_ in found if hand is not None],
        rules=under,
        seats=seats,
        first_dealer=first_dealer,
    )
    by_number = dict(zip(numbers, _renumbered(again, numbers), strict=True))
    return Reread(
        of=of,
        under=under,
        seats=seats,
        readings=tuple(
            Reading(one, by_number.get(one.no), missing, notes)
            for one, (_, missing, notes) in zip(real, found, strict=True)
        ),
    )


def _renumbered(played: Sequence[Played], numbers: Sequence[int]) -> list[Played]:
    """Return the hands under their old numbers, in their games too."""
    return [
        one._replace(no=no, standing=one.standing and _with_old_numbers(one.standing, numbers))
        for one, no in zip(played, numbers, strict=True)
    ]


def _with_old_numbers(standing: Standing, numbers: Sequence[int]) -> Standing:
    games = tuple(
        game._replace(hands=(numbers[game.hands[0] - 1], numbers[game.hands[1] - 1]))
        for game in standing.games
    )
    inside = standing.opened <= len(numbers)
    return standing._replace(
        game_chain=chained(games),
        opened=numbers[standing.opened - 1] if inside else numbers[-1] + 1,
    )
