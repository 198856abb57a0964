"""A rule set: every number and every yes or no that a book of rules decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType


class UnknownRule(ValueError):
    """A key that no rule set, or no option of this one, goes by."""


@dataclass(frozen=True, kw_only=True)
class Law:
    """Where a number comes from: a source, and the number of its law ("43") or a page ("p. 29")."""

    source: str
    number: str

    def __str__(self) -> str:
        return f"{self.source}, {self.place}"

    @property
    def place(self) -> str:
        """ "law 43", or "p. 29"."""
        return self.number if self.number.startswith("p.") else f"law {self.number}"

    @property
    def short(self) -> str:
        """Author and law, as there is room for at a table: "Foster, law 43"."""
        return f"{self.source.rsplit(' ', 1)[0]}, {self.place}"


PerPlayers = Mapping[int, int]


def per_players(**by_word: int) -> PerPlayers:
    """Return a number by the number of players: `per_players(four=2, five=3)`."""
    return MappingProxyType({NUMBERS.index(word): number for word, number in by_word.items()})


NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True, kw_only=True, eq=False)
class RuleSet:
    """The numbers of one way to play. A variant is `replace(PARENT, …)`; two are equal only if the same."""

    key: str
    name: str
    title: str
    """One sentence for the shelf."""
    source: str
    """The printed source, as cited on screens."""
    pack: PerPlayers
    """Cards in the pack, by number of players; its keys are the numbers that can play."""
    lowest: Mapping[int, str]
    """The lowest card of the pack, by number of players."""
    joker: bool = False
    """Whether a joker is added: the best trump, and spades when turned up."""
    point: int = 1
    """To each of the maker's side for three or four tricks."""
    march: PerPlayers
    """To maker and partner each for all five tricks."""
    lone_point: int = 1
    """To a lone maker for three or four tricks."""
    lone_march: PerPlayers
    """To a lone maker for all five tricks."""
    euchre: int = 2
    """To each adversary when the maker's side takes fewer than three tricks."""
    same_dealer_after: frozenset[str]
    """Outcomes after which the same player deals again."""
    irregularities: frozenset[str]
    """The kinds of irregularity that these laws score."""
    options: tuple[str, ...] = ("joker",)
    """The choices left open to a table."""
    laws: Mapping[str, Law] = field(default_factory=dict)
    """What each number rests on."""
    rulings: Mapping[str, str] = field(default_factory=dict)
    """Where the source is silent or contradicts itself: what we decided, in a sentence, by number."""

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that these rules know."""
        return tuple(self.pack)

    def law(self, what: str) -> Law:
        """Return what `what` rests on; a number without a law is a mistake of ours (KeyError)."""
        return self.laws[what]

    def cards(self, seats: int) -> int:
        """Return how many cards the pack has, with the joker if there is one."""
        return self.pack[seats] + self.joker

    def refuse_options(self, chosen: Mapping[str, object]) -> None:
        """Raise UnknownRule for a choice that these rules do not offer."""
        for option, value in chosen.items():
            if option not in self.options:
                raise UnknownRule(f'"{option}" is not an option of {self.key}.')
            if not isinstance(value, bool):
                raise UnknownRule(f'Option "{option}" is either true or false.')

    def with_options(self, /, **chosen: object) -> RuleSet:
        """Return these rules with the table's choices; raise UnknownRule for one they do not offer."""
        self.refuse_options(chosen)
        return replace(self, **chosen) if chosen else self
