"""Go on with a tournament that a restored site does not have, or has only up to an earlier round.
The phones of its tables bring it back, and then send their hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions.passes import make_passes
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.lock import lock_club
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.actions.lock import lock_with_tables
from scoring.table.actions.numbers import count_past, renumber_table
from scoring.table.models import ClubSession, HandRecord, HouseRules, Link, Seat, Sitting, Table
from scoring.tournament import hooks
from scoring.tournament.actions.import_file import (
    adjustments_of,
    people_of,
    refuse_rules,
    report_of,
)
from scoring.tournament.actions.round_attendance import check_round_in
from scoring.tournament.actions.seating import begin_sittings, store_seats, tables_for
from scoring.tournament.actions.setting_up import SCREENS, charge, is_published, keep_draw, undraw
from scoring.tournament.actions.stage import for_changes, latest_round, refresh_screens
from scoring.tournament.models import Entrant, Placing, Report, Round, RoundTable, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.document import carried_document
from scoring.tournament.pure.settings import settings_of
from scoring.tournament.queries.lost_tournaments import (
    DAMAGED,
    LostSitting,
    LostTournament,
    Times,
)
from scoring.tournament.queries.now import as_planned, load_tournament, seats_by_table

OTHER = "This club night has another tournament. Choose its own club night."
HAS_TABLES = "This club night has other tables. Open a new club night for the tournament."
TAKEN = "Other tables have the numbers of this one by now. Enter its scores as totals."
TWICE = "A player of this phone’s tournament is entered under another number here."
HAS_PHONES = "Another phone keeps this table’s score by now. Scan the table’s new code."


@transaction.atomic
def bring_back(*, session: ClubSession, lost: LostTournament, actor: Actor) -> Table:
    """Return the table whose phone sent this, in the tournament of this club night.

    The first phone brings entrants, seats and earlier results. The phones of other tables bring
    their link and numbers, and rounds that the site lacks. Idempotent. Raise Refused if the night
    has another tournament or tables of its own, or if other tables have the numbers by now.
    """
    refuse_rules(lost.tournament)
    club = lock_club(session.club_id)
    session = lock_with_tables(session)
    if session.closed:
        raise Refused("This club night is closed. An organiser can reopen it.")
    count_past(max((one.number for one in lost.sittings), default=0))
    if lost.number:  # the other tables of that laptop have numbers near it
        count_past(lost.number + len(lost.tournament.rounds[-1].tables), of=Table)
    made = Tournament.objects.filter(session=session).first()
    made = _in_place(session, made, lost) if made is None or not is_published(made) else made
    made = for_changes(made)
    undraw(made)
    _refuse_other(made, lost)
    try:
        with transaction.atomic():
            _take_entrants(made, lost.tournament)
    except IntegrityError as twice:
        raise Refused(TWICE) from twice
    new = _add_rounds(made, lost, actor)
    table = _at_its_table(made, lost)
    if new:
        note_down(
            club=club,
            actor=actor,
            said=f"{session.called}: a phone of {table} brought back round {new[-1].no}.",
        )
    refresh_screens(made)
    hooks.seats_changed(made)
    return table


def _in_place(session: ClubSession, made: Tournament | None, lost: LostTournament) -> Tournament:
    """Return the night's tournament, with the format and seed that the phone knows, and no round
    yet."""
    known = lost.tournament
    if made is None and session.tables.exists():
        raise Refused(HAS_TABLES)
    if made is not None:
        made = for_changes(made)
        undraw(made)
    made = made or Tournament(session=session)
    made.style, made.settings = known.format.style, settings_of(known.format)
    made.house, made.seed = _house(session, lost.house), known.seed
    made.rounds_follow = False
    keep_draw(made, known.draw)
    made.save()
    if known.format.fee != session.door_fee_minor:
        charge(session, known.format.fee)
    make_passes(session=session, rights=SCREENS)
    return made


def _house(session: ClubSession, said: Mapping | None) -> HouseRules | None:
    if said is None:
        return None
    ours = session.club.house_rules.standing().filter(base=said["base"])
    same = (one for one in ours if one.changes == said["changes"])
    return next(same, None) or make_house_rules(club=session.club, **said)


def _refuse_other(made: Tournament, lost: LostTournament) -> None:
    """Raise Refused unless this is the same tournament, as far as both know its rounds. In the
    latest of them a phone may not know yet who took over a seat."""
    ours, theirs = load_tournament(made), lost.tournament
    both = list(zip(ours.rounds, theirs.rounds, strict=False))
    same = ours.seed == theirs.seed and ours.format.style == theirs.format.style
    if not same or any(_seats(one) != _seats(other) for one, other in both[:-1]):
        raise Refused(OTHER)


def _seats(round: values.Round) -> dict[int, Mapping[str, int]]:
    return {table.no: table.seats for table in round.tables}


def _take_entrants(made: Tournament, known: values.Tournament) -> None:
    """Enter those whom the phone knows and the site does not, under their numbers. Before a round
    is published, the phone's list is the one that counts."""
    published = is_published(made)
    ours = {one.no: one for one in made.entrants.all()}
    new = tuple(one for one in known.entrants if one.no not in ours or not published)
    people = people_of(replace(known, entrants=new), made.session.club)
    same = {
        no
        for no, who in people.items()
        if no in ours and [one.pk for one in ours[no].people] == [one.pk for one in who]
    }
    if not published:
        made.entrants.exclude(no__in=same).delete()
    if published:
        _let_leave(made, known)
    for one in new:
        about = {
            "group": one.group,
            "since": one.since,
            "left": one.left,
            "carried": carried_document(one.carried),
            "handicap": one.handicap,
            "adjustments": adjustments_of(known, one.no),
        }
        if one.no in same:
            Entrant.objects.filter(tournament=made, no=one.no).update(**about)
            continue
        player, *partner = people[one.no]
        who = {"player": player, "partner": partner[0] if partner else None, "ghost": one.ghost}
        Entrant.objects.create(tournament=made, no=one.no, **who, **about)


def _let_leave(made: Tournament, known: values.Tournament) -> None:
    """Store who left by this phone's knowledge, unless the site has a later round."""
    latest = latest_round(made)
    if latest is not None and latest.no > known.rounds[-1].no:
        return
    for one in known.entrants:
        if one.left is not None:
            made.entrants.filter(no=one.no, left=None).update(left=one.left)


def _add_rounds(made: Tournament, lost: LostTournament, actor: Actor) -> list[Round]:
    """Return the rounds that the site lacked, with their seats and the results of those that are
    over. Everyone who had a place is checked in, and owes the entry fee."""
    ours = {row.no: row for row in made.rounds.all()}
    if not ours:
        plan = [as_planned(one) for one in lost.tournament.plan]
        Tournament.objects.filter(pk=made.pk).update(plan=plan)
    new = []
    for one, times in zip(lost.tournament.rounds, lost.times, strict=True):
        row = ours.get(one.no)
        if row is None:
            row = Round.objects.create(
                tournament=made,
                no=one.no,
                sitting_out=list(one.sitting_out),
                published_at=_past(times.published),
            )
            store_seats(row, one)
            check_round_in(row, at=row.published_at, actor=actor)
            new.append(row)
        _go_as_far(row, times)
        _take_results(row, one)
    if new:
        begin_sittings(made, new[-1])
    return new


def _past(at: datetime | None) -> datetime | None:
    """Return a time of another laptop's clock, which may be fast."""
    return at and min(at, timezone.now() - timedelta(seconds=1))


def _go_as_far(row: Round, times: Times) -> None:
    """Start and end a round that was started and ended by the phone's knowledge."""
    if row.started_at is None and times.started:
        row.started_at = _past(times.started)
    if row.ended_at is None and times.ended:
        row.ended_at, row.ended_how, row.paused_at = _past(times.ended), times.how, None
        row.drawn_at = timezone.now()  # as of now its hands come again (Round.brought_back)
    row.save()


def _take_results(row: Round, known: values.Round) -> None:
    """Store the results of a round that is over, at tables without a report."""
    if row.ended_at is None:
        return
    results = {one.no: one.result for one in known.tables if one.result}
    tables = row.tables.filter(reports=None, no__in=results)
    Report.objects.bulk_create(report_of(one, results[one.no]) for one in tables)


# -- The table whose phone it is.


def _at_its_table(made: Tournament, lost: LostTournament) -> Table:
    """Return the phone's table, with the phone's link, and the sittings by the phone's numbers."""
    found = RoundTable.objects.filter(round__tournament=made, no=lost.table)
    rows = {row.round.no: row for row in found.select_related("round")}
    if not rows:
        raise Refused(OTHER)
    latest = rows[max(rows)]
    table = tables_for(made, [latest], seats_by_table([latest])).get(lost.table)
    if table is None:
        raise Refused(HAS_TABLES)
    table = _as_its_phones_know_it(table, lost)
    last = lost.tournament.rounds[-1]
    if last.no in rows:
        _take_seats(rows[last.no], last)
    played = {one.round for one in lost.sittings}
    for no, row in rows.items():
        if row.table_id is None and no in played:
            row.table = table
            row.save(update_fields=["table"])
    for one in lost.sittings:
        if one.round in rows:
            _seat(one, rows[one.round], table, lost)
    _in_order(table, latest_round(made))
    return table


def _as_its_phones_know_it(table: Table, lost: LostTournament) -> Table:
    """Return the table with the phone's link, and under the phone's number if that is free."""
    link = table.links.get(right=Link.Right.WRITE, revoked_at=None)
    if link.token == lost.token:
        return table
    if Link.objects.filter(token=lost.token).exists():
        raise Refused("This site knows that table. Open it by its own link.")
    if HandRecord.objects.filter(sitting__table=table).exists():
        raise Refused(HAS_PHONES)
    Link.objects.filter(pk=link.pk).update(token=lost.token)
    return renumber_table(table, lost.number)


def _take_seats(row: RoundTable, known: values.Round) -> None:
    """Seat whom the table's own phone knows, if the first phone didn't know of a change."""
    seated = next((one for one in known.tables if one.no == row.no), None)
    here = seats_by_table([row]).get(row.pk, {})
    changed = seated is not None and here != seated.seats
    if not changed or HandRecord.objects.filter(sitting__round_table=row).exists():
        return
    numbers = dict(row.round.tournament.entrants.values_list("no", "pk"))
    came = [numbers[no] for no in seated.entrants]
    row.placings.all().delete()
    if Placing.objects.filter(round=row.round_id, entrant__in=came).exists():
        raise Refused(OTHER)
    Placing.objects.bulk_create(
        Placing(round_id=row.round_id, round_table=row, entrant_id=numbers[no], seat=seat)
        for seat, no in seated.first_seats.items()
    )


def _seat(one: LostSitting, row: RoundTable, table: Table, lost: LostTournament) -> None:
    """Store a sitting by the number that its phones send."""
    here = Sitting.objects.filter(pk=one.number).first()
    if here is not None and here.table_id != table.pk:
        raise Refused(TAKEN)
    if here is not None or len(one.people) not in table.rules.pack:
        return
    numbers = [known.number for known in lost.sittings]
    row.sittings.filter(hands=None).exclude(pk__in=numbers).delete()
    entrants = row.round.tournament.entrants.values_list("no", "player", "partner")
    people = {no: [player for player in two if player] for no, *two in entrants}
    turns = [one.people[:seat].count(no) for seat, no in enumerate(one.people)]
    if any(turn >= len(people[no]) for no, turn in zip(one.people, turns, strict=True)):
        raise Refused(DAMAGED)
    last = table.sittings.aggregate(most=Max("no"))["most"] or 0
    started = row.round.published_at
    sitting = Sitting(
        pk=one.number,
        table=table,
        no=last + 1,
        first_dealer=one.dealer,
        round_table=row,
        started_at=started,
    )
    sitting.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(sitting=sitting, no=seat, player_id=people[no][turn])
        for seat, (no, turn) in enumerate(zip(one.people, turns, strict=True))
    )


def _in_order(table: Table, latest: Round | None) -> None:
    """Number a table's sittings by round, and let only the last one of the latest round go on."""
    rows = list(
        table.sittings.order_by("round_table__round__no", "pk").select_related("round_table")
    )
    table.sittings.update(no=F("no") + 1000)
    for no, sitting in enumerate(rows, start=1):
        goes_on = sitting is rows[-1] and latest and sitting.round_table.round_id == latest.pk
        ended = None if goes_on else (sitting.ended_at or timezone.now())
        Sitting.objects.filter(pk=sitting.pk).update(no=no, ended_at=ended)
