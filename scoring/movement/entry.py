"""Choose the players who come in when several want to, by Leeds & Dwight (1890), laws 11, 12, 16,
17, 20 and 21.

Our rulings: The order of law 17 also holds at a table in progress. Players left over from a broken
up table go before those who only played elsewhere. The rights of law 12 for four-handed tables
apply to other tables too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.movement.cutting_out import Card, cut, describe_cards, listed

BELONGS, FRESH, LEFT_BEHIND, PLAYED_ELSEWHERE, LATE = range(5)
BY_CUTTING = (LEFT_BEHIND, PLAYED_ELSEWHERE)
NUMBERS = {
    1: "one",
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
}


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A player who wants to enter a table."""

    key: int
    name: str
    belongs: bool = False
    """Whether they belong to this table. They were cut out of it, and have joined no other since
    (laws 12 and 20)."""
    played_elsewhere: bool = False
    broken_up: bool = False
    """Their table was broken up by another (law 21)."""
    in_time: bool = True
    """They declared before a card was cut (law 16)."""

    @property
    def rank(self) -> int:
        """The lower, the earlier they come in."""
        if not self.in_time:
            return LATE
        if self.belongs:
            return BELONGS
        if not self.played_elsewhere:
            return FRESH
        return LEFT_BEHIND if self.broken_up else PLAYED_ELSEWHERE


@dataclass(frozen=True, kw_only=True)
class Entry:
    """The players who come in, and those who wait, the next first (keys), with a sentence on
    each."""

    enter: tuple[int, ...]
    wait: tuple[int, ...]
    right: dict[int, str]
    must_cut: tuple[int, ...] = ()
    """The players who must cut for a place, before any card is cut."""
    why: tuple[str, ...] = ()
    """What cutting decided."""
    rounds: tuple[tuple[Card, ...], ...] = ()


def at_once(most: int) -> int:
    """Return how many may go out together, which is two (law 15), but at most half of a full
    table."""
    return min(2, most // 2)


def places(*, wish: int, seats: int, most: int) -> tuple[int, int]:
    """Return how many come in and how many go out, when `wish` players want to come in.

    Free chairs are taken first. `most` is how many the table can have, `seats` how many it has.
    """
    free = most - seats
    entering = min(wish, free + at_once(most))
    return entering, max(0, entering - free)


def who_enters(
    candidates: Sequence[Candidate],
    *,
    wanted: int,
    seats: int,
    most: int,
    seed: int | None = None,
    lowest: str = "7",
) -> Entry:
    """Return the candidates who take the `wanted` places at a table of `seats`. Candidates are in
    the order in which they declared.

    Where law 17 lets them cut, the highest cards come in. `lowest` is the lowest card of the pack.
    Without a seed no cards are cut yet. The same seed cuts the same cards.
    """
    enter: list[int] = []
    must_cut: tuple[int, ...] = ()
    why: tuple[str, ...] = ()
    rounds: tuple[tuple[Card, ...], ...] = ()
    in_order = sorted(candidates, key=lambda candidate: candidate.rank)
    for rank in (BELONGS, FRESH, LEFT_BEHIND, PLAYED_ELSEWHERE):
        equal = {one.key: one.name for one in in_order if one.rank == rank}
        left = wanted - len(enter)
        if not 0 < left < len(equal) or rank not in BY_CUTTING:
            enter += list(equal)[:left]
            continue
        must_cut = tuple(equal)
        why = (_they_cut(list(equal.values()), left, rank),)
        if seed is None:
            break
        drawn = cut(must_cut, wanted=left, high=True, seed=seed, lowest=lowest)
        enter += drawn.chosen
        must_cut, rounds = (), drawn.rounds
        why += describe_cards(drawn, equal, does="comes in")
    full = seats + sum(one.belongs for one in candidates) >= most + at_once(most)
    return Entry(
        enter=tuple(enter),
        wait=tuple(one.key for one in in_order if one.key not in enter),
        right={one.key: _right(one, most, full) for one in in_order},
        must_cut=must_cut,
        why=why,
        rounds=rounds,
    )


@dataclass(frozen=True, kw_only=True)
class Chairs:
    """The players clockwise after a change (keys), and by the chairs before it, the chair to which
    the deal passes."""

    players: tuple[int, ...]
    passes_to: tuple[int, ...]


def chairs(
    sitting: Sequence[int], *, out: Collection[int], enter: Sequence[int], after: int | None = None
) -> Chairs:
    """Return the Chairs after a change. New players take the chairs of those who go out, clockwise.
    Others sit on the left of `after`, or at the end. The deal of a chair that is gone passes to
    the left."""
    taking, more = list(enter[: len(out)]), enter[len(out) :]
    players: list[int] = []
    passes_to = []
    for key in sitting:
        passes_to.append(len(players))
        if key not in out:
            players.append(key)
        elif taking:
            players.append(taking.pop(0))
        if key == (sitting[-1] if after is None else after):
            players += more
    seats = max(1, len(players))
    return Chairs(players=tuple(players), passes_to=tuple(chair % seats for chair in passes_to))


def passes_to(chair: int, before: Sequence[int], after: Sequence[int]) -> int:
    """Return the chair to which a deal passes, given only the players before and after a change.

    That is the chair of the same player, or of the new player in their place, or else the next on
    the left. Between two players who stay, new players take the places of those who left there,
    clockwise. The list may begin at another chair than before.
    """
    stay = next((key for key in before if key in after), None)
    old, new = before, after
    if stay is not None and stay != next(key for key in after if key in before):
        old, new = _from(stay, before), _from(stay, after)
    gone, come = _between(old, after), _between(new, before)
    takes = {
        one: other
        for beside in gone
        for one, other in zip(gone[beside], come.get(beside, ()), strict=False)
    }
    for key in (*before[chair:], *before[:chair]):
        if (there := takes.get(key, key)) in after:
            return after.index(there)
    return 0


def _from(first: int, keys: Sequence[int]) -> tuple[int, ...]:
    """Return these clockwise, starting at the first."""
    at = keys.index(first)
    return (*keys[at:], *keys[:at])


def _between(keys: Sequence[int], stay: Sequence[int]) -> dict[int | None, list[int]]:
    """Return the keys that do not stay, by the key before them that does."""
    found: dict[int | None, list[int]] = {}
    beside = None
    for key in keys:
        if key in stay:
            beside = key
        else:
            found.setdefault(beside, []).append(key)
    return found


def _right(one: Candidate, most: int, full: bool) -> str:
    if full and one.rank not in (BELONGS, LATE):
        many = NUMBERS[most + at_once(most)]
        return f"this table is full: {many} belong to it (Leeds & Dwight, laws 12 and 19)"
    return {
        BELONGS: "belongs to this table (Leeds & Dwight, laws 12 and 20)",
        FRESH: "has played at no other table (Leeds & Dwight, law 17)",
        LEFT_BEHIND: "was left behind when a table was broken up (Leeds & Dwight, law 21)",
        PLAYED_ELSEWHERE: "has played at another table (Leeds & Dwight, laws 17 and 20)",
        LATE: "declared after the cards were cut (Leeds & Dwight, law 16)",
    }[one.rank]


def _they_cut(names: list[str], wanted: int, rank: int) -> str:
    law = "law 21" if rank == LEFT_BEHIND else "law 17"
    highest = "the highest comes in" if wanted == 1 else f"the {NUMBERS[wanted]} highest come in"
    return f"{listed(names)} have the same right: they cut, {highest} (Leeds & Dwight, {law})."
