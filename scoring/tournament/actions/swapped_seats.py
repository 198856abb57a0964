"""Correct two players who sat in each other's seats in a round. Hands count for the players who
really sat there."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.people.actions.activity_log import note_down
from scoring.people.models import Player
from scoring.table.actions.reseat import put_right
from scoring.table.models import Sitting
from scoring.table.queries import reseating
from scoring.tournament import hooks
from scoring.tournament.actions.enter_scores import seated
from scoring.tournament.actions.stage import for_changes, refresh_screens
from scoring.tournament.models import Entrant, Placing, Report, Round, RoundTable, Tournament
from scoring.tournament.pure.effect import Effect, what_moves
from scoring.tournament.pure.seats import seats_at
from scoring.tournament.queries.now import OPPOSITE, entrants_of, load_tournament
from scoring.tournament.queries.pairs_played import replaced_in

OUT = "out"


@transaction.atomic
def put_seats_right(
    *, tournament: Tournament, no: int, one: int, other: int, seen: str, why: str = "", actor: Actor
) -> Round:
    """Swap the places of two entrants (their numbers) in a round, which may be long over.

    Results stay with the seats, and tally cards with their owners. Seats in other rounds are not
    changed.

    `seen` is the place that was shown for the first of them (`place_in`), which makes this
    idempotent. Raise Refused if their places have changed since, or cannot be swapped.
    """
    tournament = for_changes(tournament)
    row = tournament.rounds.exclude(published_at=None).filter(no=no).first()
    if row is None:
        raise Refused(f"No one sat in round {no}.")
    first, second = _entrant(tournament, one), _entrant(tournament, other)
    if place_in(row, second) == seen != place_in(row, first):
        return row
    _refuse(row, first, second, seen)
    _change_sittings(row, first, second, why=why, actor=actor)
    _change_places(row, first, second)
    said = (
        f"{tournament}, round {no}: {first} and {second} changed places afterwards. {why}".strip()
    )
    note_down(club=tournament.session.club, actor=actor, said=said)
    refresh_screens(tournament)
    hooks.seats_changed(tournament)
    return row


def what_it_moves(*, tournament: Tournament, **what) -> Effect:
    """Return the changes in the standings that `put_seats_right` would make. It is run and rolled
    back."""
    with transaction.atomic():
        before = load_tournament(tournament)
        put_seats_right(tournament=tournament, **what)
        after = load_tournament(tournament)
        transaction.set_rollback(True)
    return what_moves(before, after)


def place_in(row: Round, entrant: Entrant) -> str:
    """Return an entrant's place in a round, such as "3N", or OUT if they sit out. Return nothing if
    they are not in the round."""
    placing = _placing(row, entrant)
    if placing is not None:
        return f"{placing.round_table.no}{placing.seat}"
    return OUT if entrant.no in row.sitting_out else ""


def _placing(row: Round, entrant: Entrant) -> Placing | None:
    found = row.placings.filter(entrant=entrant)
    return found.select_related("round_table__round__tournament", "entrant").first()


def _entrant(tournament: Tournament, no: int) -> Entrant:
    found = entrants_of(tournament).filter(no=no).first()
    if found is None:
        raise Refused(f"No entrant has number {no}.")
    return found


def _refuse(row: Round, first: Entrant, second: Entrant, seen: str) -> None:
    places = [place_in(row, one) for one in (first, second)]
    if places[0] != seen:
        raise Refused(OUT_OF_DATE)
    if first.pk == second.pk or not all(places) or places == [OUT, OUT]:
        raise Refused(f"They have no places to change in round {row.no}. Choose two.")


def _change_sittings(
    row: Round, first: Entrant, second: Entrant, *, why: str, actor: Actor
) -> None:
    """Correct the players of the hands that a phone logged."""
    places = [(one, _placing(row, one), _who_sat(row, one)) for one in (first, second)]
    sittings = Sitting.objects.not_replaced().filter(round_table__round=row)
    for sitting in sittings.select_related("table__session__club", "table__house"):
        here, other = (_in_sitting(sitting, *place) for place in places)
        there = dict(zip([*here, *other], [*other, *here], strict=True))
        seated = sitting.players
        if there.keys().isdisjoint(seated):
            continue
        put_right(
            sitting=sitting,
            names=[there.get(player, player).name for player in seated],
            stay_with=reseating.SEATS,
            seen=[player.pk for player in seated],
            why=why,
            actor=actor,
            in_round=True,
        )


def _in_sitting(
    sitting: Sitting, entrant: Entrant, placing: Placing | None, people: Sequence[Player]
) -> Sequence[Player]:
    """Return an entrant's people as they were in a sitting. For a pair these are the players in its
    seats, because one may have been replaced in mid-round. Return `people` if the sitting is not at
    their table."""
    here = placing is not None and placing.round_table_id == sitting.round_table_id
    if entrant.partner_id is None or not here:
        return people
    seats = seats_at(len(sitting.players))
    return [sitting.players[seats.index(seat)] for seat in (placing.seat, OPPOSITE[placing.seat])]


def _who_sat(row: Round, entrant: Entrant) -> Sequence[Player]:
    """Return an entrant's people as they were in a round. A partner may have been replaced
    since."""
    replaced = replaced_in(row.tournament).get(entrant.no)
    return replaced.rounds.get(row.no, entrant.people) if replaced else entrant.people


def _change_places(row: Round, first: Entrant, second: Entrant) -> None:
    placings = {one: _placing(row, one) for one in (first, second)}
    places = {one: (was.round_table, _side(was)) for one, was in placings.items() if was}
    Placing.objects.filter(pk__in=[placing.pk for placing in placings.values() if placing]).delete()
    other = {first: second, second: first}
    Placing.objects.bulk_create(
        Placing(round=row, round_table=was.round_table, seat=was.seat, entrant=other[one])
        for one, was in placings.items()
        if was
    )
    out = {one.no for one in other if placings[one] is None}
    if out:
        row.sitting_out = sorted({*row.sitting_out, *(one.no for one in other)} - out)
        row.save(update_fields=["sitting_out"])
    _change_reports(places, other)


def _side(placing: Placing) -> str:
    """Return the key that a report uses for the points of a seat. Where each plays for themselves
    this is the seat."""
    table = seated(placing.round_table)
    return table.by_place(sides=True)[placing.entrant.no]


def _change_reports(
    places: dict[Entrant, tuple[RoundTable, str]], other: dict[Entrant, Entrant]
) -> None:
    """Move a tally card with its owner, so that it counts for the side where they really sat. Lone
    hands that a table reported stay with the seat."""
    numbers = {str(one.no): str(two.no) for one, two in other.items()}
    reports = list(Report.objects.filter(round_table__in={table for table, _ in places.values()}))
    for report in reports:
        owner = next((one for one in other if one.pk == report.entrant_id), None)
        if owner is None:
            report.rename_numbers(numbers)
        elif owner in places and other[owner] in places:
            report.round_table, side = places[other[owner]]
            if side != (was := places[owner][1]):
                _count_for(report, side, was=was)
    fields = [*Report.COUNTED, "round_table", "side", "tie", "points"]
    Report.objects.bulk_update(reports, fields)


def _count_for(report: Report, side: str, *, was: str) -> None:
    """Move a card from one side to another. Between a table of three and one of four, it takes only
    its owner's points along."""
    alike = (len(side) > 1) == (len(was) > 1)
    keys = {was: side, side: was} if alike else {was: side}
    report.points = {keys[key]: number for key, number in report.points.items() if key in keys}
    report.tie = keys.get(report.tie, "")
    report.side = keys.get(report.side, "") if alike else ""
