"""The rounds that each partner of a fixed pair played, if one was replaced. They are read from the
seats at the tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.euchre.wording import listed
from scoring.people.models import Player
from scoring.table.models import Seat
from scoring.tournament.models import Entrant, Placing, Tournament
from scoring.tournament.pure.seats import seats_at
from scoring.tournament.queries.now import OPPOSITE, entrants_of, format_in


@dataclass(frozen=True, kw_only=True)
class PairPlayed:
    """A pair in which a partner was replaced."""

    no: int
    now: tuple[Player, ...]
    rounds: Mapping[int, tuple[Player, ...]]
    """The partners in each round that a table's phone logged. If one changed in mid-round, these
    are the players who finished it."""
    before: Player | None
    """The last player who partnered one of the pair and has left it. None if both were replaced
    since."""
    instead: Player | None
    """The player who replaced them."""

    @property
    def by_round(self) -> dict[int, str]:
        """Return the names of the partners in each round."""
        return {no: " and ".join(one.name for one in people) for no, people in self.rounds.items()}

    @property
    def as_text(self) -> str:
        """Return "Ben played rounds 1 and 2". Empty if no other player played a round."""
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
    """Return the pairs with a replaced partner, by number. Makes three queries.

    Empty if it is a tournament of single players.
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
    """Yield the partners in each sitting, in the order in which they sat down."""
    seats = Seat.objects.filter(sitting__round_table__round__tournament=tournament)
    seats = seats.select_related("player", "sitting__round_table__round")
    sittings = defaultdict(list)
    for seat in seats.order_by("sitting__round_table__round__no", "sitting__no", "no"):
        sittings[seat.sitting].append(seat.player)
    for sitting, players in sittings.items():
        row, at = sitting.round_table, dict(zip(seats_at(len(players)), players, strict=True))
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
    """Return the last player who partnered one of the pair and has left it, and the player who
    replaced them."""
    for side in reversed(sides):
        stayed = [one for one in side.people if one in pair.people]
        if len(stayed) == 1 and len(side.people) == 2:
            (before,) = {*side.people} - {*stayed}
            (instead,) = {*pair.people} - {*stayed}
            return before, instead
    return None, None
