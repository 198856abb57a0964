"""Import a tournament from its file (euchre-tournament/1), as an evening with entrants, rounds and
results."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import chain, count
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.books import SHELF
from scoring.evening.actions.passes import make_passes
from scoring.evening.actions.sessions import open_session
from scoring.people.actions.lock import lock_club
from scoring.people.actions.people import add_players
from scoring.people.models import Club
from scoring.tournament.actions.finishing import finish
from scoring.tournament.actions.rounds import show_round
from scoring.tournament.actions.seating import store_seats
from scoring.tournament.actions.setting_up import SCREENS, keep_draw
from scoring.tournament.models import Entrant, Report, Round, RoundTable, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.document import (
    adjustment_document,
    carried_document,
    document,
    wishes_document,
)
from scoring.tournament.pure.fair import usual_rounds
from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.places import GHOST
from scoring.tournament.pure.settings import settings_of, suits, wanted_rules
from scoring.tournament.queries.now import as_planned, load_tournament

TAKEN_IN = "taken in"
"""The name recorded as the reporter of imported results."""


class _Twin(Exception):
    """The same tournament already exists."""


@transaction.atomic
def take_in_tournament(
    *,
    club: Club,
    tournament: values.Tournament,
    actor: Actor,
    title: str = "",
    played_on: date | None = None,
    finished: bool = False,
    counts: bool = False,
) -> Tournament:
    """Return the tournament of a new evening, imported from a file. No fees or prizes are due for
    it, and the accounts never have the money of its pots.

    New names are added as guests. Idempotent. Raise Refused if its rules do not suit its tables,
    or if it is to be finished while a result is missing.
    """
    refuse_rules(tournament)
    lock_club(club.pk)
    what = {"title": title, "played_on": played_on, "door_fee_minor": tournament.format.fee}
    try:
        with transaction.atomic():
            session = open_session(club=club, **what, guest_fee_minor=tournament.format.fee)
            made = _stored(tournament, session, counts=counts)
            _store_rounds(made, tournament, actor)
            if finished:
                made = finish(tournament=made, actor=actor)
            if twin := _twin_of(made):
                raise _Twin
    except _Twin:
        return twin
    return made


def refuse_rules(tournament: values.Tournament) -> None:
    """Raise Refused if the rules do not suit the tables."""
    format = tournament.format
    if format.rules not in SHELF or not suits(SHELF[format.rules], format):
        raise Refused(f"“{format.rules}” is not a rule set {wanted_rules(format)}.")


def _stored(tournament: values.Tournament, session, *, counts: bool) -> Tournament:
    made = Tournament(
        session=session,
        style=tournament.format.style,
        settings=settings_of(_with_rounds(tournament)),
        seed=tournament.seed,
        plan=[as_planned(one) for one in tournament.plan],
        counts=counts,
        in_accounts=False,
    )
    keep_draw(made, tournament.draw)
    made.save()
    make_passes(session=session, rights=SCREENS)
    people = people_of(tournament, session.club)
    Entrant.objects.bulk_create(
        Entrant(
            tournament=made,
            no=one.no,
            player=people[one.no][0],
            partner=people[one.no][1] if len(one.names) == 2 else None,
            group=one.group,
            ghost=one.ghost,
            since=one.since,
            left=one.left,
            carried=carried_document(one.carried),
            wishes=wishes_document(one),
            handicap=one.handicap,
            adjustments=adjustments_of(tournament, one.no),
            tickets=one.tickets,
            paid_minor=one.fee_paid(tournament.format.fee) or None,
        )
        for one in tournament.entrants
    )
    return made


def _with_rounds(tournament: values.Tournament) -> Format:
    """Return the format. The rounds of a double elimination follow from the number of pairs."""
    format = tournament.format
    number = sum(not one.ghost for one in tournament.entrants)
    return replace(format, rounds=usual_rounds(format, number)) if format.ends_by_final else format


def adjustments_of(tournament: values.Tournament, no: int) -> list[dict]:
    """Return an entrant's adjustments as they are stored, each with a key."""
    of_entrant = [adjustment_document(one) for one in tournament.adjustments if one.no == no]
    return [
        {"key": str(uuid4())} | {key: value for key, value in one.items() if key != "no"}
        for one in of_entrant
    ]


def people_of(tournament: values.Tournament, club: Club) -> dict[int, list]:
    """Return the players of each entrant by number."""
    ghosts = [one for one in tournament.entrants if one.ghost]
    people = [one for one in tournament.entrants if not one.ghost]
    players = add_players(club=club, names=_names(people), guest=not club.casual)
    found = iter([*players, *_ghosts(club=club, names=_names(ghosts), besides=players)])
    return {one.no: [next(found) for _ in one.names] for one in (*people, *ghosts)}


def _names(entrants: list[values.Entrant]) -> list[str]:
    return [name.strip() for one in entrants for name in one.names]


def _ghosts(*, club: Club, names: list[str], besides: list) -> list:
    """Return a ghost of the club for each name, except those in `besides`. Use a different ghost if
    a real player has that name."""
    found = []
    for name in names:
        for called in chain([name], (f"{GHOST} {no}" for no in count(2))):
            nobody = {"name": called, "guest": True, "active": False}
            ghost, _ = club.players.get_or_create(key=name_key(called), defaults=nobody)
            if ghost.guest and not ghost.active and ghost not in (*besides, *found):
                found.append(ghost)
                break
    return found


def _store_rounds(made: Tournament, tournament: values.Tournament, actor: Actor) -> None:
    """Store the rounds with their reports. A round without reports is not started yet."""
    now, results = timezone.now(), []
    for one in tournament.rounds:
        row = Round.objects.create(
            tournament=made, no=one.no, sitting_out=list(one.sitting_out), drawn_at=now
        )
        store_seats(row, one)
        if one is tournament.rounds[-1] and not any(table.result for table in one.tables):
            show_round(made, row)
            continue
        over = {"ended_at": now, "ended_how": Round.End.DIRECTOR, "ended_by": actor.name}
        Round.objects.filter(pk=row.pk).update(published_at=now, started_at=now, **over)
        tables = {table.no: table for table in row.tables.all()}
        results += [
            report_of(tables[table.no], table.result) for table in one.tables if table.result
        ]
    Report.objects.bulk_create(results)


def report_of(table: RoundTable, result: values.Result) -> Report:
    """Return a result as the director's report, not stored yet."""
    return Report(
        key=uuid4(),
        round_table=table,
        source=Report.Source.DIRECTOR,
        points=dict(result.points) if result.scored else {},
        lones={str(no): times for no, times in result.lones.items() if times},
        euchres={str(no): times for no, times in result.euchres.items() if times},
        tried={str(no): times for no, times in result.tried.items() if times},
        tie=result.tie or "",
        forfeit=result.forfeit or "",
        objects_to_it=not result.played,
        by=TAKEN_IN,
    )


def _twin_of(made: Tournament) -> Tournament | None:
    """Return another evening's tournament with the same name, day and content, if there is one."""
    session = made.session
    others = Tournament.objects.filter(
        session__club=session.club_id,
        session__title=session.title,
        session__played_on=session.played_on,
        style=made.style,
        seed=made.seed,
    ).exclude(pk=made.pk)
    found = document(load_tournament(made))
    return next((other for other in others if document(load_tournament(other)) == found), None)
