"""Scores entered from paper. Enter one round of a tally card, a table's slip or a whole card, or
undo the entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q

from scoring.common.permissions import RUN, Actor, may
from scoring.common.refused import Refused
from scoring.euchre.wording import score_as_text
from scoring.tournament.actions.reports import report, withdraw
from scoring.tournament.actions.stage import for_changes
from scoring.tournament.models import Entrant, Placing, Report, Round, RoundTable, Tournament
from scoring.tournament.pure import cards, values
from scoring.tournament.pure.reports import Testimony
from scoring.tournament.pure.seats import OTHER
from scoring.tournament.queries.now import format_in, load_tournament, seats_by_table


def entrant_of(tournament: Tournament, no: int) -> Entrant:
    entrant = tournament.entrants.select_related("player", "partner").filter(no=no).first()
    if entrant is None:
        raise Refused(f"There is no number {no}.")
    if entrant.ghost:
        raise Refused(f"{no} {entrant.name} is a ghost and has no card.")
    return entrant


def begun(tournament: Tournament, no: int) -> Round:
    row = tournament.rounds.filter(no=no).first()
    if row is None or row.started_at is None:
        raise Refused(f"Round {no} has not started, so it has no score yet.")
    return row


def place_of(row: Round, entrant: Entrant) -> RoundTable:
    """Return the table where an entrant sat in a round. Raise Refused if they did not play."""
    found = Placing.objects.select_related("round_table__round__tournament").filter(
        round=row, entrant=entrant
    )
    placing = found.first()
    if placing is None:
        did = "sat out" if entrant.no in row.sitting_out else "did not play"
        raise Refused(f"{entrant.no} {entrant.name} {did} in round {row.no}.")
    return placing.round_table


def seated(at: RoundTable) -> values.RoundTable:
    alone = bool(format_in(at.round.tournament).places)
    return values.RoundTable(no=at.no, seats=seats_by_table([at])[at.pk], alone=alone)


def tie_of(points: Mapping[str, int], side: str) -> str:
    """Return the side that won a tie. Raise Refused if the points are not level."""
    if side and sum(number == max(points.values()) for number in points.values()) < 2:
        score = score_as_text(points.values())
        raise Refused(f"A + says who won a tie, and {score} is none.")
    return side


def report_typed(
    key: UUID, at: RoundTable, actor: Actor, entrant: Entrant | None = None, **said
) -> Report:
    """Store a line of a card or a slip once, as `report` does."""
    source = Report.Source.CARD if entrant else Report.Source.TABLE
    return report(key=key, round_table=at, source=source, entrant=entrant, actor=actor, **said)


def says_this(
    before: Report, points: Mapping[str, int], lones: Mapping[int, int], tie: str
) -> bool:
    """Return whether a report says exactly this."""
    kept = {str(no): times for no, times in lones.items()}
    return (before.points, before.lones, before.tie) == (dict(points), kept, tie)


class WrongSum(Refused):
    """A card's rounds do not add up to the sum that is written on it."""


WITHOUT_SUM = "If the owner’s sum is wrong, leave it out."


@transaction.atomic
def type_card(
    *,
    key: UUID,
    tournament: Tournament,
    round: int,
    no: int,
    line: cards.CardLine,
    won: str = "",
    actor: Actor,
) -> Report:
    """Store one round of an entrant's tally card, and return the report. A later entry replaces an
    earlier one.

    `won` says which points were marked as the winner's of a tie, "own" or "other". Raise Refused if
    the entrant can have no card of that round, or for impossible points.
    """
    tournament = for_changes(tournament)
    entrant = entrant_of(tournament, no)
    at = place_of(begun(tournament, round), entrant)
    table = seated(at)
    said = cards.testimony(table, no, line)
    if line.against is not None and len(said.points) < 2:
        one = f"At table {at.no} each plays for themselves"
        if len(table.seats) == 3:
            one = f"Table {at.no} plays with three, each for themselves"
        raise Refused(f"{one}: type the points of number {no} alone, “{no} {line.points}”.")
    mine = table.side_of(no)
    tie = tie_of(said.points, {"own": mine, "other": OTHER.get(mine, "")}.get(won, ""))
    return report_typed(
        key, at, actor, entrant=entrant, points=said.points, lones=said.lones, tie=tie
    )


@transaction.atomic
def type_slip(
    *,
    key: UUID,
    tournament: Tournament,
    round: int,
    table: int,
    points: Sequence[int],
    lones: Mapping[int, int],
    won: int | None = None,
    actor: Actor,
) -> Report:
    """Store a table's slip of one round, and return the report. It replaces earlier slips of the
    table.

    `points` are by side in seating order, with north and south first. `lones` are by number. `won`
    is the index in `points` of the side that won a tie. Raise Refused if there is no such table, if
    it was won by forfeit, or for impossible points.
    """
    at = _table_in(for_changes(tournament), round, table)
    _refuse_forfeited(key, at)
    sides = tuple(seated(at).by_side)
    if len(points) != len(sides):
        raise Refused(f"Table {table} has {len(sides)} sides: type the points of each.")
    said = dict(zip(sides, points, strict=True))
    tie = tie_of(said, sides[won] if won is not None else "")
    return report_typed(key, at, actor, points=said, lones=lones, tie=tie)


def _refuse_forfeited(key: UUID, at: RoundTable) -> None:
    """Refuse a new slip where a forfeit counts, as it would change nothing there."""
    rulings = at.reports.filter(source=Report.Source.DIRECTOR, withdrawn_at=None)
    last = rulings.order_by("pk").last()
    if last is not None and last.forfeit and not at.reports.filter(key=key).exists():
        raise Refused(
            f"Table {at.no} was won by forfeit. If that is wrong, the director can withdraw it on "
            "the table’s page. Then type the slip again."
        )


@transaction.atomic
def type_forfeit(
    *, key: UUID, tournament: Tournament, round: int, table: int, side: int, actor: Actor
) -> Report:
    """Store that a side forfeits, as the director's result, and return the report. `side` is its
    index in seating order. Raise Refused for other people, and at a table of three."""
    tournament = for_changes(tournament)
    if not may(actor, RUN, tournament.session):
        raise Refused("Only the director can enter a forfeit.")
    at = _table_in(tournament, round, table)
    said = {"source": Report.Source.DIRECTOR, "forfeit": [*seated(at).by_side][side]}
    return report(key=key, round_table=at, actor=actor, **said)


def _table_in(tournament: Tournament, round: int, table: int) -> RoundTable:
    row = begun(tournament, round)
    at = row.tables.filter(no=table).first()
    if at is None:
        raise Refused(f"Round {round} has no table {table}: it has {row.tables.count()}.")
    return at


@transaction.atomic
def type_whole_card(
    *, key: UUID, tournament: Tournament, card: cards.Card, actor: Actor
) -> list[Report]:
    """Store all rounds of a tally card, and return the new reports. Lines that are already stored
    are kept.

    Raise WrongSum if the card's total is wrong, and Refused if a line is impossible.
    """
    tournament = for_changes(tournament)
    entrant = entrant_of(tournament, card.owner)
    wrong = cards.flags([card], load_tournament(tournament))
    if wrong:
        refused = WrongSum if wrong[0].round is None else Refused
        raise refused(f"{wrong[0].says} Look at the card, and type it again. {WITHOUT_SUM}")
    standing, stored = _standing(entrant), []
    for no, line in card.lines.items():
        row = begun(tournament, no)
        if entrant.no not in row.sitting_out:
            at = place_of(row, entrant)
            said = _beside_earlier(
                standing.get(at.pk), cards.testimony(seated(at), entrant.no, line)
            )
            if said:
                stored.append(report_typed(uuid5(key, str(no)), at, actor, entrant=entrant, **said))
    return stored


def _beside_earlier(before: Report | None, said: Testimony) -> dict:
    """Return the new facts of one line of a whole card, with details from an earlier entry kept.
    Return nothing if the line says nothing new."""
    tie = before.tie if before else ""
    points = (before.points if before else {}) | said.points
    now = {"points": points, "lones": said.lones, "tie": tie}
    return {} if before and says_this(before, **now) else now


@transaction.atomic
def take_back(*, key: UUID, tournament: Tournament, actor: Actor) -> list[Report]:
    """Withdraw the reports that were entered under this key, and return them. Idempotent."""
    tournament = for_changes(tournament)
    numbers = tournament.rounds.values_list("no", flat=True)
    keys = [key, *(uuid5(key, str(no)) for no in numbers)]
    found = Report.objects.filter(
        _of_paper(), key__in=keys, round_table__round__tournament=tournament
    )
    found = list(
        found.select_related(
            "round_table__round__tournament", "entrant__player", "entrant__partner"
        )
    )
    if not found:
        raise Refused("There is nothing to undo.")
    return [withdraw(report=one, actor=actor) for one in found]


def _of_paper() -> Q:
    """Return a filter for reports entered from paper. They are tally cards, totals that no side and
    no player entered by phone, and forfeits."""
    slips = Q(source=Report.Source.TABLE, side="", entrant=None)
    return Q(source=Report.Source.CARD) | slips | ~Q(forfeit="")


def _standing(entrant: Entrant) -> dict[int, Report]:
    """Return the latest report from an entrant's card for each round, by the key of its table."""
    found = entrant.reports.filter(source=Report.Source.CARD, withdrawn_at=None)
    return {one.round_table_id: one for one in found.order_by("pk")}
