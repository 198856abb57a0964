"""Paper typed at the desk: a card's line of one round, a table's slip, a whole card; and taken
back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Q

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.tournament.actions.reports import report, withdraw
from scoring.tournament.actions.stage import for_changes
from scoring.tournament.models import Entrant, Placing, Report, Round, RoundTable, Tournament
from scoring.tournament.pure import cards, values
from scoring.tournament.pure.reports import Testimony
from scoring.tournament.queries.now import load_tournament, seats_by_table


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
    """Return where somebody sat in a round; Refused when they did not play."""
    found = Placing.objects.select_related("round_table__round__tournament").filter(
        round=row, entrant=entrant
    )
    placing = found.first()
    if placing is None:
        did = "sat out" if entrant.no in row.sitting_out else "did not play"
        raise Refused(f"{entrant.no} {entrant.name} {did} in round {row.no}.")
    return placing.round_table


def seated(at: RoundTable) -> values.RoundTable:
    return values.RoundTable(no=at.no, seats=seats_by_table([at])[at.pk])


def tie_of(points: Mapping[str, int], side: str) -> str:
    """Return who won a tie; Refused where the points are not level."""
    if side and sum(number == max(points.values()) for number in points.values()) < 2:
        score = " to ".join(map(str, points.values()))
        raise Refused(f"A + says who won a tie, and {score} is none.")
    return side


def report_typed(
    key: UUID, at: RoundTable, actor: Actor, entrant: Entrant | None = None, **said
) -> Report:
    """Store it, once, as `report` does: a card's line, or a slip."""
    source = Report.Source.CARD if entrant else Report.Source.TABLE
    return report(key=key, round_table=at, source=source, entrant=entrant, actor=actor, **said)


def says_this(
    before: Report, points: Mapping[str, int], lones: Mapping[int, int], tie: str
) -> bool:
    """Whether a report tells just this."""
    kept = {str(no): times for no, times in lones.items()}
    return (before.points, before.lones, before.tie) == (dict(points), kept, tie)


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
    """Store what an entrant's card says of one round, and return it; their last word stands.

    `won` says whose points were marked as those of who won a tie: "own" or "other". Raises Refused
    when they can have no card of that round, and for impossible points.
    """
    tournament = for_changes(tournament)
    entrant = entrant_of(tournament, no)
    at = place_of(begun(tournament, round), entrant)
    table = seated(at)
    said = cards.testimony(table, no, line)
    if line.against is not None and len(said.points) < 2:
        one = f"Table {at.no} plays with three, each for themselves"
        raise Refused(f"{one}: type the points of number {no} alone, “{no} {line.points}”.")
    mine = table.side_of(no)
    tie = tie_of(said.points, {"own": mine, "other": values.OTHER.get(mine, "")}.get(won, ""))
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
    """Store a table's slip of one round, and return it; the last slip of a table stands.

    `points` by side, as they sit: north and south first; `lones` by number; `won` is the place
    among the points of who won a tie. Raises Refused for no such table, and for impossible points.
    """
    tournament = for_changes(tournament)
    row = begun(tournament, round)
    at = row.tables.filter(no=table).first()
    if at is None:
        raise Refused(f"Round {round} has no table {table}: it has {row.tables.count()}.")
    sides = tuple(seated(at).by_side)
    if len(points) != len(sides):
        raise Refused(f"Table {table} has {len(sides)} sides: type the points of each.")
    said = dict(zip(sides, points, strict=True))
    tie = tie_of(said, sides[won] if won is not None else "")
    return report_typed(key, at, actor, points=said, lones=lones, tie=tie)


@transaction.atomic
def type_whole_card(
    *, key: UUID, tournament: Tournament, card: cards.Card, actor: Actor
) -> list[Report]:
    """Store a card with all its rounds, and return what was new: a line that stands already stays.

    Raises Refused when its sum is wrong, or a line cannot be.
    """
    tournament = for_changes(tournament)
    entrant = entrant_of(tournament, card.owner)
    wrong = cards.flags([card], load_tournament(tournament))
    if wrong:
        raise Refused(f"{wrong[0].says} Look at the card, and type it again. {WITHOUT_SUM}")
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
    """Return what a line of a whole card tells: what an earlier card knew besides is kept. Nothing
    when it tells nothing new."""
    tie = before.tie if before else ""
    points = (before.points if before else {}) | said.points
    now = {"points": points, "lones": said.lones, "tie": tie}
    return {} if before and says_this(before, **now) else now


@transaction.atomic
def take_back(*, key: UUID, tournament: Tournament, actor: Actor) -> list[Report]:
    """Let what was typed under this key count no more, and return it. Done twice, it happens
    once."""
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
    """What the desk types: cards, and totals that no side and nobody told by a phone."""
    return Q(source=Report.Source.CARD) | Q(source=Report.Source.TABLE, side="", entrant=None)


def _standing(entrant: Entrant) -> dict[int, Report]:
    """Return the last word of an entrant's card of each round, by the key of its table."""
    found = entrant.reports.filter(source=Report.Source.CARD, withdrawn_at=None)
    return {one.round_table_id: one for one in found.order_by("pk")}
