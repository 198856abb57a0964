"""The play-offs at the end of a season, from its final tables (PLAY_OFFS of agreement.py). They are
between the winners of the halves, the winners of the divisions, or the first four."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.league.pure.table import DivisionTable

FINAL, SEMI_FINAL = "Final", "Semi-final"


@dataclass(frozen=True, kw_only=True)
class PlayOff:
    """A match of a play-off, with its stage and its home team, which is the better placed. Without
    an opponent the team waits for the next stage."""

    stage: str
    division: str | None
    home: str
    away: str | None


class NoPlayOff(ValueError):
    """There is none to be made. The message says why."""


def first_matches(kind: str, halves: Sequence[Sequence[DivisionTable]]) -> list[PlayOff]:
    """Return the first matches of the play-off of this kind; `halves` are the final tables of each
    part of the season. Raises NoPlayOff."""
    if kind == "parts":
        return list(_of_halves(halves))
    if kind == "divisions":
        return _knocked_out([_winner(table) for table in halves[-1]], None)
    if kind == "four":
        found = []
        for table in halves[-1]:
            if len(table.rows) >= 4:
                found += _knocked_out([row.team for row in table.rows[:4]], table.name)
        if not found:
            raise NoPlayOff("A play-off of the first four needs a division with four teams.")
        return found
    raise NoPlayOff("The league rules have no play-off.")


def next_matches(division: str | None, winners: Sequence[str]) -> list[PlayOff]:
    """Return the matches after a stage that these won, or waited in, in the order in which it was
    made; none after the final."""
    return _knocked_out(winners, division) if len(winners) > 1 else []


def _of_halves(halves: Sequence[Sequence[DivisionTable]]):
    doubled = []
    for first, *others in zip(*halves, strict=True):
        winners = [_winner(table) for table in (first, *others)]
        different = list(dict.fromkeys(winners))
        if len(different) == 1:
            doubled.append(different[0])
        else:
            yield from _knocked_out(different, first.name)
    if doubled and len(doubled) == len(halves[0]):
        raise NoPlayOff(f"{' and '.join(doubled)} won every half, so no play-off is needed.")


def _winner(table: DivisionTable) -> str:
    firsts = [row.team for row in table.rows if row.place == 1]
    if len(firsts) != 1:
        where = f"Division {table.name}" if table.name else "The league table"
        raise NoPlayOff(
            f"{where} has {len(firsts)} teams tied at the top by every rule. The secretary must "
            "decide who is first."
            if firsts
            else f"{where} has no teams."
        )
    return firsts[0]


def _knocked_out(teams: Sequence[str], division: str | None) -> list[PlayOff]:
    """The best against the last, and so on; where they are no power of two the best wait."""
    whole = 1 << (len(teams) - 1).bit_length()
    wait = whole - len(teams)
    playing = teams[wait:]
    stage = {2: FINAL, 4: SEMI_FINAL}.get(whole, "First stage")
    two = [(playing[at], playing[-1 - at]) for at in range(len(playing) // 2)]
    return [
        PlayOff(stage=stage, division=division, home=home, away=away)
        for home, away in [*((team, None) for team in teams[:wait]), *two]
    ]
