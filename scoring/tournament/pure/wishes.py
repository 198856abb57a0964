"""Couples who ask to play together or apart (docs/tournament-format.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.values import Entrant, Wish

TOGETHER, APART = "together", "apart"
PLANS = ("rotation", "draw")
"""The movements that keep wishes in every round. Others keep them in the first draw."""
Two = frozenset[int]


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """The wishes of all entrants, by two."""

    together: Mapping[Two, bool]
    """Partners, and whether always."""
    apart: frozenset[Two]

    def __bool__(self) -> bool:
        return bool(self.together or self.apart)

    def due(self, playing: Collection[int], last: Collection[Two]) -> frozenset[Two]:
        """Return who must be partners in a round, of those who play in it. `last` has the partners
        of the round before."""
        return due(self.together, playing, last)


def due(
    together: Mapping[Two, bool], playing: Collection[int], last: Collection[Two]
) -> frozenset[Two]:
    """Return the couples who must be partners in a round. Each player is in one of them at most."""
    found: list[Two] = []
    busy: set[int] = set()
    for two, always in sorted(together.items(), key=lambda item: (not item[1], sorted(item[0]))):
        if (always or two not in last) and two <= {*playing} and not two & busy:
            found.append(two)
            busy |= two
    return frozenset(found)


def wishes_of(entrants: Iterable[Entrant]) -> Wishes:
    """Return the wishes of these entrants. Either of two may have said it."""
    together: dict[Two, bool] = {}
    apart: set[Two] = set()
    for one in entrants:
        for wish in one.together:
            two = frozenset((one.no, wish.no))
            together[two] = wish.always or together.get(two, False)
        apart |= {frozenset((one.no, wish.no)) for wish in one.apart}
    return Wishes(together=together, apart=frozenset(apart))


@dataclass(frozen=True, kw_only=True)
class Contradiction:
    """A wish that cannot be kept."""

    no: int
    """The entrant who said it."""
    kind: str
    """TOGETHER or APART."""
    other: int
    """The entrant that it is about."""
    says: str


def contradictions(entrants: Collection[Entrant], format: Format) -> Iterator[Contradiction]:
    """Yield the wishes that cannot be kept, each with a sentence without a stop."""
    known = {one.no: one for one in entrants}
    found = wishes_of(entrants)
    for one in entrants:
        for kind, wishes in ((TOGETHER, one.together), (APART, one.apart)):
            for wish in wishes:
                if says := _wrong(one, wish, kind, known=known, found=found, format=format):
                    yield Contradiction(no=one.no, kind=kind, other=wish.no, says=says)


WISHES = {
    "always": "Always partners",
    "often": "Partners at least every second round",
    "apart": "Keep apart",
}
"""The wishes of two, as a page offers them."""


def wish_of(two: Two, wishes: Wishes) -> str:
    """Return the wish of two as a key of WISHES, or ""."""
    if two in wishes.apart:
        return "apart"
    return {True: "always", False: "often", None: ""}[wishes.together.get(two)]


def with_wish(
    entrants: Iterable[Entrant], *, no: int, other: int, wish: str
) -> tuple[Entrant, ...]:
    """Return the entrants with this wish of two (a key of WISHES, or "" for none), and no other one
    of theirs."""

    def kept(one: Entrant, wishes: tuple[Wish, ...]) -> tuple[Wish, ...]:
        return tuple(wish for wish in wishes if {one.no, wish.no} != {no, other})

    def changed(one: Entrant) -> Entrant:
        together, apart = kept(one, one.together), kept(one, one.apart)
        if one.no == no and wish == "apart":
            apart += (Wish(no=other),)
        elif one.no == no and wish:
            together += (Wish(no=other, always=wish == "always"),)
        return replace(one, together=together, apart=apart)

    return tuple(map(changed, entrants))


def without_contradictions(entrants: Sequence[Entrant], format: Format) -> tuple[Entrant, ...]:
    """Return the entrants without wishes that cannot be kept, such as those for someone who is
    gone."""
    broken = {(one.no, one.kind, one.other) for one in contradictions(entrants, format)}
    if not broken:
        return tuple(entrants)

    def kept(one: Entrant, kind: str) -> tuple[Wish, ...]:
        return tuple(wish for wish in getattr(one, kind) if (one.no, kind, wish.no) not in broken)

    return tuple(
        replace(one, together=kept(one, TOGETHER), apart=kept(one, APART)) for one in entrants
    )


def _wrong(
    one: Entrant,
    wish: Wish,
    kind: str,
    *,
    known: Mapping[int, Entrant],
    found: Wishes,
    format: Format,
) -> str:
    if format.pairs:
        return "fixed pairs can’t ask to play together or apart"
    if wish.no not in known:
        return f"there is no entrant {wish.no}"
    if wish.no == one.no:
        return f"{one.name} can’t be their own partner or opponent"
    two, other = frozenset((one.no, wish.no)), known[wish.no]
    if two in found.apart and two in found.together:
        return f"{one.name} and {other.name} can’t play both together and apart"
    if kind == APART:
        return ""
    if wish.always and not all(map(keeps_partners, format.each_movement)):
        return f"{one.name} and {other.name} can’t always be partners where partners change"
    return next(filter(None, (_too_many(no, found, known) for no in sorted(two))), "")


def keeps_partners(format: Format) -> bool:
    """Return whether two can be partners in every round."""
    return format.movement in PLANS or format.parting == "stay"


def _too_many(no: int, found: Wishes, known: Mapping[int, Entrant]) -> str:
    partners = [always for two, always in found.together.items() if no in two]
    if len(partners) > 2 or len(partners) == 2 and any(partners):
        return f"{known[no].name} has too many partners"
    return ""
