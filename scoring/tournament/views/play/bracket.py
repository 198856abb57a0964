"""The bracket of a double elimination, with its matches, those to come as well."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property
from django.views.decorators.http import require_safe

from scoring.common.permissions import WRITE, Actor
from scoring.euchre.wording import figure
from scoring.tournament.access import tournament_by_number
from scoring.tournament.models import Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.bracket import (
    BEATEN,
    FINAL,
    RESET,
    UNBEATEN,
    Bracket,
    Key,
    Match,
    Source,
    bracket_of,
)
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.views.page import TournamentPage

PARTS = {
    UNBEATEN: "Unbeaten pairs, round {}",
    BEATEN: "Pairs with one defeat, round {}",
    FINAL: "Final",
    RESET: "Final, played again",
}


@dataclass(frozen=True, kw_only=True)
class SideShown:
    """A side of a match, by its pair or by the match that it comes from."""

    name: str
    points: str
    won: bool
    known: bool


@dataclass(frozen=True, kw_only=True)
class MatchShown:
    no: int
    sides: tuple[SideShown, ...]
    where: str
    """Its round and table, as in "round 2, table 3", or "" before it is played."""


@dataclass(frozen=True, kw_only=True)
class BracketShown:
    """A bracket in words."""

    parts: tuple[tuple[str, tuple[MatchShown, ...]], ...]
    champion: str


def bracket_in_words(now: values.Tournament) -> BracketShown | None:
    """Return the bracket after the results so far, or None before its first round."""
    bracket = bracket_of(now)
    numbers = numbers_of(bracket)
    matches = [bracket.matches[key] for key in numbers]
    if not matches:
        return None
    parts = groupby(matches, key=lambda match: match.key[:2])
    return BracketShown(
        parts=tuple(
            (
                PARTS[part].format(no),
                tuple(_match(now, bracket, match, numbers) for match in found),
            )
            for (part, no), found in parts
        ),
        champion=now.entrant(bracket.champion).name if bracket.champion else "",
    )


def numbers_of(bracket: Bracket) -> dict[Key, int]:
    """Return the number of each match that is played or may be, in the order of the bracket."""
    matches = (match for match in bracket.in_order if not match.is_bye)
    return {match.key: no for no, match in enumerate(matches, start=1)}


def _match(
    now: values.Tournament, bracket: Bracket, match: Match, numbers: Mapping[Key, int]
) -> MatchShown:
    sources = bracket.plan.get(match.key, (None, None))
    sides = tuple(
        SideShown(
            name=now.entrant(pair).name if pair else comes_from(bracket, source, numbers),
            points=figure(match.points[at]) if match.points else "",
            won=bool(pair) and match.won == pair,
            known=bool(pair),
        )
        for at, (pair, source) in enumerate(zip(match.sides, sources, strict=True))
    )
    where = f"round {match.round}, table {match.table}" if match.round else ""
    return MatchShown(no=numbers[match.key], sides=sides, where=where)


def comes_from(bracket: Bracket, source: Source | None, numbers: Mapping[Key, int]) -> str:
    """Return where a side comes from, such as "loser of match 3"."""
    while source and source.match and source.match not in numbers:
        # Whoever comes into a match without an opponent goes on.
        match = bracket.matches[source.match]
        source = bracket.plan[source.match][match.sides.index(None)]
    if not source or not source.match:
        return ""
    return f"{'loser' if source.lost else 'winner'} of match {numbers[source.match]}"


@dataclass(frozen=True, kw_only=True)
class BracketPage(TournamentPage):
    @cached_property
    def bracket(self) -> BracketShown | None:
        return bracket_in_words(load_tournament(self.tournament))


@require_safe
@tournament_by_number(WRITE)
def bracket(request: HttpRequest, tournament: Tournament, actor: Actor) -> HttpResponse:
    """The bracket of a double elimination."""
    page = BracketPage(tournament=tournament, actor=actor)
    return render(request, "tournament/play/bracket.html", page.context)
