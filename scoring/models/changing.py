"""Who would come in and go out at a table now; a fixed number of queries."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.crypto import salted_hmac
from django.utils.functional import cached_property

from scoring.models.club import Player
from scoring.models.evening import Candidate
from scoring.models.play import Sitting, Table
from scoring.models.turns import (
    Turns,
    between_turns,
    free_people,
    seats_tonight,
    turns_at,
    turns_in,
    waiting_for,
)
from scoring.movements import cutting_out, entry


@dataclass(frozen=True, kw_only=True)
class Change:
    """Who would come in and go out at a table if it were cut now."""

    turns: Turns
    candidates: list[Candidate]
    entry: entry.Entry
    out: cutting_out.GoingOut

    @property
    def sitting(self) -> Sitting:
        return self.turns.sitting

    @cached_property
    def people(self) -> dict[int, Player]:
        """Everybody concerned, by key."""
        return {player.pk: player for player in self.sitting.players} | {
            candidate.player_id: candidate.player for candidate in self.candidates
        }

    @property
    def seats(self) -> list[Player]:
        """Who sits there after the change, clockwise."""
        keys = [player.pk for player in self.sitting.players]
        return [
            self.people[key] for key in entry.chairs(keys, out=self.out.out, enter=self.entry.enter)
        ]

    @property
    def waits(self) -> list[tuple[Candidate, str]]:
        """Who waits, the next first, each with the right he has."""
        by_key = {candidate.player_id: candidate for candidate in self.candidates}
        return [
            (by_key[key], self.entry.right[key]) for key in (*self.entry.enter, *self.entry.wait)
        ]


def change_at(
    table: Table,
    *,
    seen: Collection[int] | None = None,
    cut: bool = False,
    leaver: Player | None = None,
) -> Change:
    """Return the Change of a table: who waits, in the order of their rights, and who goes out for
    them; for a
    `leaver`, who takes his place.

    `seen` are the candidates (keys) whom people saw when the cards were cut: others declared too
    late. With
    `cut`, or between two turns, the cards are cut; else those who must cut are named. The cards are
    the same whenever it is asked until another turn was played.
    """
    turns, candidates = turns_at(table), _still_waiting(table)
    seats, most = len(turns.sitting.players), max(table.rules.pack)
    in_time = [one for one in candidates if seen is None or one.pk in seen]
    coming, going = (1, 0) if leaver else entry.places(wish=len(in_time), seats=seats, most=most)
    seeds = {way: _seed(turns.sitting, way) if cut or turns.over else None for way in ("in", "out")}
    rights = _with_rights(table, candidates, in_time)
    out = cutting_out.who_goes_out(
        _sitters(turns), wanted=going, turn=turns.turn, seed=seeds["out"]
    )
    return Change(
        turns=turns,
        candidates=candidates,
        entry=entry.who_enters(rights, wanted=coming, seats=seats, most=most, seed=seeds["in"]),
        out=cutting_out.GoingOut(out=(leaver.pk,)) if leaver else out,
    )


def _still_waiting(table: Table) -> list[Candidate]:
    """Return the table's candidates without those who have left the evening or sit at a table
    now."""
    free = {player.pk for player in free_people(table.session)}
    return [candidate for candidate in waiting_for(table) if candidate.player_id in free]


def _with_rights(
    table: Table, candidates: list[Candidate], in_time: list[Candidate]
) -> list[entry.Candidate]:
    others = seats_tonight(table.session).exclude(sitting__table=table)
    elsewhere = set(others.values_list("player_id", flat=True))
    return [
        entry.Candidate(
            key=one.player_id,
            name=one.player.name,
            belongs=one.was_here,
            played_elsewhere=one.player_id in elsewhere,
            broken_up=one.broken_up,
            in_time=one in in_time,
        )
        for one in candidates
    ]


def _sitters(turns: Turns) -> list[cutting_out.Sitter]:
    return [
        cutting_out.Sitter(
            key=player.pk,
            name=player.name,
            turns=turns.counts[player.pk],
            in_place_of=turns.predecessors.get(player.pk, ""),
        )
        for player in turns.sitting.players
    ]


def _seed(sitting: Sitting, way: str) -> int:
    """Return the seed of the cut that may follow now: nobody can foretell it, and asking again does
    not change it."""
    told = f"{way}:{sitting.pk}:{turns_in(sitting)}:{between_turns(sitting)}"
    return int.from_bytes(salted_hmac("scoring.cut", told).digest()[:4])
