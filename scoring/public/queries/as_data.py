"""A club as data for the API, in plain values, with amounts in minor units and each thing under
its number here. Things with a file format of their own are read in that
(scoring/public/views/api.py)."""

from __future__ import annotations

from fractions import Fraction

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from scoring.club.models import Season
from scoring.club.pure.season import CRITERIA, Standing, standings
from scoring.club.queries.personal_data import person_of
from scoring.club.queries.seasons import evenings_in, rows_of
from scoring.money.models import Entry
from scoring.money.queries.accounts import balances, cash_of, held_in_pots
from scoring.people.models import Club, Player
from scoring.table.models import Closing, ClubSession, Seat, Sitting
from scoring.tournament.models import Tournament


def people_in(club: Club) -> QuerySet[Player]:
    """Return all people of the club, also erased ones, because their hands stay."""
    return club.players.order_by("key", "pk")


def person_line(player: Player) -> dict:
    """Return a line of the list of people."""
    return {"id": player.pk} | person_of(player) | {"forgotten": player.forgotten_at is not None}


def evenings_of(club: Club) -> QuerySet[ClubSession]:
    """Return all evenings of the club, the latest first, each with `has_tournament`."""
    tournament = Exists(Tournament.objects.filter(session=OuterRef("pk")))
    return club.sessions.order_by("-played_on", "-pk").annotate(has_tournament=tournament)


def evening_line(session: ClubSession) -> dict:
    """Return a line of the list of evenings."""
    return {
        "id": session.pk,
        "title": session.title,
        "date": session.played_on,
        "starts_at": session.starts_at,
        "closed_at": session.closed_at,
        "tournament": session.has_tournament,
    }


def tables_of(session: ClubSession) -> list[dict]:
    """Return the tables of an evening with their sittings and players, and whether they still sit
    there, with three queries."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("no"))
    sittings = Sitting.objects.select_related("house", "round_table__round").order_by("no")
    found = session.tables.select_related("house", "session__club").order_by("no")
    tables = found.prefetch_related(Prefetch("sittings", sittings.prefetch_related(seats)))
    return [
        {
            "no": table.no,
            "rules": table.rules.name,
            "stake_minor": table.stake_minor,
            "sittings": [_sitting(sitting) for sitting in table.sittings.all()],
        }
        for table in tables
    ]


def _sitting(sitting: Sitting) -> dict:
    round = sitting.round_table and sitting.round_table.round.no
    people = [{"id": seat.player_id, "name": seat.player.name} for seat in sitting.seats.all()]
    about = {"started_at": sitting.started_at, "ended_at": sitting.ended_at, "round": round}
    return {"no": sitting.no, "players": people} | about


def came_to(session: ClubSession) -> list[dict]:
    """Return who came to an evening, as they came."""
    found = session.attendances.select_related("player").order_by("arrived_at", "pk")
    return [
        {
            "id": came.player_id,
            "name": came.player.name,
            "arrived_at": came.arrived_at,
            "left_at": came.left_at,
            "fee_minor": came.fee_minor,
            "fee_paid_at": came.fee_paid_at,
        }
        for came in found
    ]


def settlement_data(closing: Closing) -> dict:
    """Return what people signed, and which of its transfers were paid. An `amount` is in minor
    units where money was played for, else in points."""
    statement = closing.statement
    return {
        "closing": closing.no,
        "closed_at": closing.closed_at,
        "closed_by": closing.closed_by,
        "currency": statement.currency,
        "for_money": statement.for_money,
        "statement": statement.as_json(),
        "payments": [
            {
                "from": {"id": one.payer_id, "name": one.payer.name},
                "to": {"id": one.payee_id, "name": one.payee.name},
                "amount": one.amount,
                "paid_at": one.paid_at,
                "carried_at": one.carried_at,
            }
            for one in closing.payments.select_related("payer", "payee")
        ],
    }


def season_line(season: Season) -> dict:
    """Return a line of the list of seasons."""
    days = {"from": season.starts_on, "to": season.ends_on}
    return {"id": season.pk, "name": season.name} | days


def season_data(season: Season) -> dict:
    """Return the standings of a season with every figure it has; money in minor units."""
    ranked = standings(rows_of(season), order=season.order, least_evenings=season.least_evenings)
    return season_line(season) | {
        "currency": season.club.currency,
        "order": season.order,
        "best_of": season.best_of,
        "least_evenings": season.least_evenings,
        "evenings": evenings_in(season),
        "standings": [_standing(one) for one in (*ranked.placed, *ranked.waiting)],
    }


def _standing(one: Standing) -> dict:
    row = one.row
    return {
        "place": one.place,
        "shared": one.shared,
        "id": row.player,
        "name": row.name,
        "evenings": row.evenings,
        "counted": row.counted,
        "figures": {key: _figure(criterion, row) for key, criterion in CRITERIA.items()},
    }


def _figure(criterion, row) -> int | str | None:
    value = criterion.value(row)
    if isinstance(value, Fraction):
        return criterion.written(row).replace("\N{MINUS SIGN}", "-")
    return value


def accounts_data(club: Club) -> dict:
    """Return every balance that is not zero, the cash in the box by the accounts, and what is held
    for players in each pot."""
    stand = balances(club)
    people = club.players.filter(pk__in=stand).order_by("key", "pk")
    return {
        "currency": club.currency,
        "cash_minor": cash_of(club),
        "accounts": [
            {"id": one.pk, "name": one.name, "balance_minor": stand[one.pk]} for one in people
        ],
        "pots": [{"name": name, "held_minor": held} for name, held in held_in_pots(club).items()],
    }


def book_line(entry: Entry) -> dict:
    """Return an entry of the accounts. A null account is the club itself."""
    return {
        "id": str(entry.key),
        "date": entry.dated,
        "at": entry.at,
        "kind": entry.kind,
        "debited": _account(entry.debited),
        "credited": _account(entry.credited),
        "amount_minor": entry.amount_minor,
        "cash_minor": entry.cash_minor,
        "pot": entry.pot,
        "held_minor": entry.held_minor,
        "evening": entry.session_id,
        "note": entry.note,
        "by": entry.by,
        "taken_back": hasattr(entry, "reversed_by"),
    }


def _account(player: Player | None) -> dict | None:
    return player and {"id": player.pk, "name": player.name}
