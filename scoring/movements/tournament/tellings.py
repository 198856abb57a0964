"""What people told of one table's round: whose word stands for whose, and who says what of each
fact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.movements.tournament.values import RoundTable

DIRECTOR = "director"
TIE = "tie"


@dataclass(frozen=True, kw_only=True)
class Testimony:
    """What somebody told of a table's round: all of it, or what he knows; or that he objects to
    what stands.

    To confirm is to tell the same: without points, lone hands and a tie nothing is told.
    """

    source: str
    """ "hands" (the pad), "table" (totals), "card" (a tally card) or "director"."""
    side: str = ""
    """The side that says so, if one does."""
    entrant: int | None = None
    """Whose tally card it is."""
    points: Mapping[str, int] = field(default_factory=dict)
    """By side, at a table of three by seat; maybe not of all."""
    lones: Mapping[int, int] = field(default_factory=dict)
    """Lone hands that made all five tricks, by the entrant's number."""
    tie: str | None = None
    objects: bool = False
    """Of the director: nothing was played there; `tie` says then who moves as if he had won."""
    late: bool = False
    """Whether it was told when the next round was told already, by somebody else than the
    director."""
    why: str = ""
    order: int = 0
    """Of two words of one teller the higher is the later."""

    @property
    def tells(self) -> bool:
        """Whether it says anything of the result."""
        return bool(self.points or self.lones or self.tie or self.not_played)

    @property
    def not_played(self) -> bool:
        """Whether it is the director's word that nothing was played."""
        return self.objects and self.source == DIRECTOR

    @property
    def teller(self) -> tuple[str, str, int | None]:
        return (
            self.source,
            *(("", None) if self.source == DIRECTOR else (self.side, self.entrant)),
        )


Fact = str | int
"""A side (its points), TIE (who won it), or the number of an entrant (his lone hands)."""
Claims = dict[Fact, list[tuple[Testimony, int | str]]]
"""Who says what of each fact."""


def voice_of(told: Testimony, table: RoundTable) -> str:
    """Return the side that speaks: partners are one voice; empty for the pad, and totals of no
    side."""
    if told.entrant in table.entrants:
        return table.side_of(told.entrant)
    return told.side


def is_strange(told: Testimony, table: RoundTable) -> bool:
    """Return whether it is a card of somebody who did not sit here."""
    return told.source == "card" and told.entrant not in table.entrants


def last_words(told: Iterable[Testimony], table: RoundTable) -> list[Testimony]:
    """Return what each teller told last, of all that was told in this order."""
    spoken = {one.teller: one for one in told if one.tells and not is_strange(one, table)}
    return sorted(spoken.values(), key=lambda one: one.order)


def objections(told: Sequence[Testimony], table: RoundTable) -> list[Testimony]:
    """Return the objections that stand: neither the same side nor the director told anything after
    them."""
    standing: dict[str, Testimony] = {}
    for one in told:
        if one.objects and not one.not_played:
            standing[voice_of(one, table)] = one
        elif one.source == DIRECTOR:
            standing.clear()
        elif one.tells:
            standing.pop(voice_of(one, table), None)
    return list(standing.values())


def claims_of(spoken: Iterable[Testimony], table: RoundTable) -> Claims:
    """Return who says what: of what the director says, he alone."""
    claims: Claims = {}
    for one in spoken:
        for fact, value in _facts(one, table).items():
            claims.setdefault(fact, []).append((one, value))
    return {
        fact: [claim for claim in said if claim[0].source == DIRECTOR] or said
        for fact, said in claims.items()
    }


def _facts(told: Testimony, table: RoundTable) -> dict[Fact, int | str]:
    points = {side: told.points[side] for side in table.by_side if side in told.points}
    tie = {TIE: told.tie} if told.tie in table.by_side else {}
    return points | tie | _lones(told, table)


def _lones(told: Testimony, table: RoundTable) -> dict[int, int]:
    """The pad tells of everybody, a card of its owner, and whoever tells totals of those he
    names."""
    if told.source == "hands":
        return {no: told.lones.get(no, 0) for no in table.entrants}
    if told.source == "card":
        return {told.entrant: told.lones.get(told.entrant, 0)}
    return {no: told.lones[no] for no in table.entrants if no in told.lones}
