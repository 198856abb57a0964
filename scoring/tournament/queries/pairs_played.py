"""Who of a fixed pair played which rounds, where one of it was replaced: read from who sat at the
tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.euchre.wording import listed
from scoring.people.models import Player
from scoring.table.models import Seat
from scoring.tournament.models import Entrant, Placing, Tournament
from scoring.tournament.pure.values import SEATS
from scoring.tournament.queries.now import OPPOSITE, entrants_of, format_in


@dataclass(frozen=True, kw_only=True)
class PairPlayed:
    """A pair of which somebody was replaced."""

    no: int
    now: tuple[Player, ...]
    rounds: Mapping[int, tuple[Player, ...]]
    """Who played each round, as far as a table's phone had it: whoever finished it."""
    before: Player | None
    """Who sat beside one of them last, and is of the pair no more; None when both were replaced
    since."""
    instead: Player | None
    """Who is in their place."""

    @property
    def by_round(self) -> dict[int, str]:
        """The names of those who played each round."""
        return {no: " and ".join(one.name for one in people) for no, people in self.rounds.items()}

    @property
    def as_text(self) -> str:
        """ "Ben played rounds 1 and 2"; nothing when no round was played by somebody else."""
        found: dict[Player, list[int]] = defaultdict(list)
        for no, people in sorted(self.rounds.items()):
            for player in people:
                if player not in self.now:
                    found[player].append(no)
        return "; ".join(f"{player} played {_rounds(played)}" for player, played in found.items())


def _rounds(numbers: list[int]) -> str:
    word = "round" if len(numbers) == 1 else "rounds"
    return f"{word} {listed(list(map(str, numbers)))}"


def replaced_in(tournament: Tournament) -> dict[int, PairPlayed]:
    """Return the pairs of which somebody was replaced, by number: three queries.

    None of them where everybody plays for themselves.
    """
    if not format_in(tournament).pairs:
        return {}
    sides = list(_sides(tournament))
    placed = _placed(tournament)
    found = {}
    for pair in entrants_of(tournament).filter(ghost=False):
        before, instead = _before(pair, sides)
        rounds = {
            side.round: tuple(side.people)
            for side in sides
            if pair.pk == placed.get((side.table, side.seat)) and len(side.people) == 2
        }
        if before or any({*people} != {*pair.people} for people in rounds.values()):
            about = {"now": tuple(pair.people), "before": before, "instead": instead}
            found[pair.no] = PairPlayed(no=pair.no, rounds=rounds, **about)
    return found


@dataclass(frozen=True, kw_only=True)
class _Side:
    """Two partners in a sitting."""

    round: int
    table: int
    seat: str
    people: tuple[Player, ...]


def _sides(tournament: Tournament) -> Iterator[_Side]:
    """Yield who sat beside whom, in the order in which they sat down."""
    seats = Seat.objects.filter(sitting__round_table__round__tournament=tournament)
    seats = seats.select_related("player", "sitting__round_table__round")
    sittings = defaultdict(dict)
    for seat in seats.order_by("sitting__round_table__round__no", "sitting__no", "no"):
        sittings[seat.sitting][SEATS[seat.no]] = seat.player
    for sitting, at in sittings.items():
        row = sitting.round_table
        for first, second in OPPOSITE.items():
            people = tuple(at[seat] for seat in (first, second) if seat in at)
            yield _Side(round=row.round.no, table=row.pk, seat=first, people=people)


def _placed(tournament: Tournament) -> dict[tuple[int, str], int]:
    """Return the key of each entrant by their table of a round and seat."""
    rows = Placing.objects.filter(round__tournament=tournament)
    return {
        (table, seat): key
        for table, seat, key in rows.values_list("round_table", "seat", "entrant")
    }


def _before(pair: Entrant, sides: list[_Side]) -> tuple[Player | None, Player | None]:
    """Return who was of the pair beside one of its people last, and who is in their place."""
    for side in reversed(sides):
        stayed = [one for one in side.people if one in pair.people]
        if len(stayed) == 1 and len(side.people) == 2:
            (before,) = {*side.people} - {*stayed}
            (instead,) = {*pair.people} - {*stayed}
            return before, instead
    return None, None
