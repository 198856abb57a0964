"""Progress of the paper entry: cards by number, slips by table, missing ones, and the state of the
tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.euchre.wording import counted, figure, score_as_text
from scoring.people.models import Player
from scoring.tournament.models import Entrant, Report
from scoring.tournament.pure.reports import last_words
from scoring.tournament.queries.now import PlayedTable
from scoring.tournament.views.play.finish import side_names_of
from scoring.tournament.views.play.hall_tables import describe_table_score

ODD = ("disputed", "contradicted", "objected", "tied", "impossible", "barred")
"""The states of a table that need a decision."""


def is_odd(table: PlayedTable) -> bool:
    """Return whether a table needs a decision. A tie needs none while it is being played."""
    state = table.verdict.state
    undecided = state in ODD and (state != "tied" or table.over)
    return undecided or bool(table.verdict.barred or table.impossible)


@dataclass(frozen=True, kw_only=True)
class DeskLine:
    """A card or a slip on the list."""

    no: int
    name: str
    where: str
    result: str
    """The typed result."""
    missing: bool
    """Whether its score is still to be typed. A score from elsewhere needs no card or slip."""
    odd: bool
    people: Sequence[Player] = ()
    """The owners of the card."""

    @property
    def says(self) -> str:
        """ "Cat, table 4"."""
        return ", ".join(filter(None, (self.name, self.where)))

    @property
    def typed(self) -> str:
        """The typed result with a sign, as in "✓ 9–6". Before that, the place of the table."""
        sign = "≠ " if self.odd else "" if self.missing else "✓ "
        return f"{sign}{self.result}" if self.result else self.where


@dataclass(frozen=True, kw_only=True)
class Counts:
    """Progress through the pile, and the state of the tables."""

    what: str
    """The kind of paper, "card" or "slip"."""
    missing: int
    odd: int
    all: int
    tables: int
    scored: int
    """Tables with a result that counts."""
    confirmed: int
    unconfirmed: int
    """Tables with a result from one source only."""
    disputed: int
    silent: tuple[int, ...]
    """Numbers of the tables without points from any source. Empty if several rounds are shown."""

    @property
    def pile(self) -> str:
        """ "3 of 24 cards missing", "no card is missing"."""
        every = counted(self.all, self.what)
        if not self.missing:
            return f"no {self.what} is missing"
        return f"{self.missing} of {every} missing"

    @property
    def results(self) -> str:
        """ "4 of 5 tables have a result", "all 5 tables have a result"."""
        every = counted(self.tables, "table")
        if self.scored == 0:
            return "no table has a result yet"
        if self.scored == self.tables:
            return f"all {every} have a result" if self.tables > 1 else "the table has a result"
        return f"{self.scored} of {every} {'has' if self.scored == 1 else 'have'} a result"

    @property
    def lacking(self) -> bool:
        """Whether only some of the tables lack points, so that their numbers help."""
        return 0 < len(self.silent) < self.tables

    @property
    def complete(self) -> bool:
        """Whether every table has a result."""
        return self.scored == self.tables


def cards_at(table: PlayedTable) -> dict[int, Report]:
    """Return the current card of each player with a typed card, by number."""
    found = (one for one in table.reports if one.source == Report.Source.CARD and one.entrant)
    return {one.entrant.no: one for one in found if one.points}


def slip_of(table: PlayedTable) -> Report | None:
    """Return the current slip, which holds totals that did not come from a phone."""
    slips = (one for one in table.reports if one.source == Report.Source.TABLE and not one.side)
    return next(
        (one for one in reversed(list(slips)) if one.entrant_id is None and one.points), None
    )


def from_elsewhere(table: PlayedTable) -> bool:
    """Return whether phones, a slip or the director gave the scores of a table, so that it needs no
    cards."""
    said = (one for one in last_words(table.said, table.value) if one.source != Report.Source.CARD)
    return any(len(one.points) > 1 or one.rules for one in said)


def card_lines(tables: Sequence[PlayedTable], entrants: Mapping[int, Entrant]) -> list[DeskLine]:
    """Return a line for each player at these tables except ghosts, by number. A table that was won
    by forfeit needs no card."""
    played: dict[int, list[PlayedTable]] = {}
    for table in tables:
        for no in table.value.entrants if table.verdict.state != "forfeited" else ():
            if not entrants[no].ghost:
                played.setdefault(no, []).append(table)
    return [_card_line(entrants[no], played[no]) for no in sorted(played)]


def _card_line(entrant: Entrant, tables: Sequence[PlayedTable]) -> DeskLine:
    found = [(table, cards_at(table).get(entrant.no)) for table in tables]
    typed = [(table, card) for table, card in found if card is not None]
    return DeskLine(
        no=entrant.no,
        name=entrant.name,
        people=entrant.people,
        where=f"table {tables[0].row.no}" if len(tables) == 1 else counted(len(tables), "round"),
        result=_result(entrant.no, typed, len(tables)),
        missing=any(card is None and not from_elsewhere(table) for table, card in found),
        odd=any(is_odd(table) for table, _ in typed),
    )


def _result(no: int, typed: Sequence[tuple[PlayedTable, Report]], rounds: int) -> str:
    """Return "9–6, 1 lone hand", or "59 in 8 of 8 rounds" for several rounds."""
    if not typed:
        return ""
    lones = sum(card.lones.get(str(no), 0) for _, card in typed)
    alone = f", {counted(lones, 'lone hand')}" if lones else ""
    if rounds == 1:
        table, card = typed[0]
        return _put_right(table, score_of(table, card, no), card.points, no) + alone
    points = sum(card.points[table.value.side_of(no)] for table, card in typed)
    return f"{figure(points)} in {len(typed)} of {rounds}{alone}"


def _put_right(
    table: PlayedTable, typed: str, points: Mapping[str, int], no: int | None = None
) -> str:
    """Return the typed result. If another result counts, return both, as in "2–5, corrected from
    5–3"."""
    result = table.verdict.result
    if result is None or not result.played:
        return typed if result is None else f"no result, corrected from {typed}"
    if all(result.points[side] == number for side, number in points.items()):
        return typed
    mine = table.value.side_of(no) if no else ""
    sides = (
        sorted(result.points, key=lambda side: side != mine) if no else list(table.value.by_side)
    )
    stands = score_as_text(result.points[side] for side in sides)
    open = table.verdict.state == "contradicted"
    return f"{typed}, but {stands} counts" if open else f"{stands}, corrected from {typed}"


def score_of(table: PlayedTable, card: Report, no: int) -> str:
    """Return the points on a card, with its owner's side first, as in "9–6", or "9" if it has no
    more."""
    mine = table.value.side_of(no)
    others = [points for side, points in card.points.items() if side != mine]
    return score_as_text([card.points[mine], *others])


def slip_lines(tables: Sequence[PlayedTable]) -> list[DeskLine]:
    """Return a line for each table."""
    return [_slip_line(table) for table in tables]


def _slip_line(table: PlayedTable) -> DeskLine:
    slip = slip_of(table)
    return DeskLine(
        no=table.row.no,
        name=" against ".join(side_names_of(table).values()),
        where="",
        result=_of_slip(table, slip),
        missing=slip is None and not table.points,
        odd=is_odd(table),
    )


def _of_slip(table: PlayedTable, slip: Report | None) -> str:
    if table.verdict.state == "forfeited":
        return f"{describe_table_score(table.points)}, by forfeit"
    return _put_right(table, describe_table_score(slip.points), slip.points) if slip else ""


def counts_of(what: str, lines: Sequence[DeskLine], tables: Sequence[PlayedTable]) -> Counts:
    return Counts(
        what=what,
        missing=sum(line.missing for line in lines),
        odd=sum(line.odd for line in lines),
        all=len(lines),
        tables=len(tables),
        scored=sum(table.value.result is not None for table in tables),
        confirmed=sum(table.verdict.confirmed for table in tables),
        unconfirmed=sum(table.over and table.verdict.state == "unconfirmed" for table in tables),
        disputed=sum(map(is_odd, tables)),
        silent=_silent(tables),
    )


def _silent(tables: Sequence[PlayedTable]) -> tuple[int, ...]:
    rounds = {table.row.round_id for table in tables}
    silent = [table.row.no for table in tables if table.verdict.state in ("nothing", "incomplete")]
    return tuple(silent) if len(rounds) == 1 else ()
