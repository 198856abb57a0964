"""A club as data for the API, in plain values, with amounts in minor units and each thing under
its number here. Things with a file format of their own are read in that
(scoring/public/views/api.py)."""

from __future__ import annotations

from datetime import date, datetime, time
from fractions import Fraction
from typing import Any, NotRequired, TypedDict

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from scoring.club.models import Season
from scoring.club.pure.season import CRITERIA, Standing, standings
from scoring.club.queries.personal_data import Contact, person_of
from scoring.club.queries.seasons import season_so_far
from scoring.euchre.score_out import ScoredHand
from scoring.money.models import Entry
from scoring.money.queries.accounts import balances, cash_of, held_in_pots
from scoring.people.models import Club, Player
from scoring.table.models import Closing, ClubSession, Seat, Sitting
from scoring.tournament.models import Tournament

# -- The values, whose annotations are in the API's OpenAPI document.


class PersonLine(Contact):
    """A line of the list of people."""

    id: int
    forgotten: bool
    address: NotRequired[str]


class EveningLine(TypedDict):
    """A line of the list of club nights."""

    id: int
    title: str
    date: date
    starts_at: time | None
    closed_at: datetime | None
    tournament: bool
    address: NotRequired[str]


class Named(TypedDict):
    """A person, by number and name."""

    id: int
    name: str


class SittingLine(TypedDict):
    """A sitting, with the addresses of its sheet and scores, and where to send hands."""

    no: int
    players: list[Named]
    started_at: datetime
    ended_at: datetime | None
    round: int | None
    sheet: NotRequired[str]
    score: NotRequired[str]
    hands: NotRequired[str]


class TableLine(TypedDict):
    """A table of a club night."""

    no: int
    rules: str
    stake_minor: int | None
    sittings: list[SittingLine]


class Came(TypedDict):
    """A player who came to a club night."""

    id: int
    name: str
    arrived_at: datetime
    left_at: datetime | None
    fee_minor: int | None
    fee_paid_at: datetime | None


Owed = TypedDict(
    "Owed",
    {
        "from": Named,
        "to": Named,
        "amount": int,
        "paid_at": datetime | None,
        "carried_at": datetime | None,
    },
)


class Settlement(TypedDict):
    """The result that people signed, with its payments."""

    closing: int
    closed_at: datetime
    closed_by: str
    currency: str
    for_money: bool
    statement: dict[str, Any]
    payments: list[Owed]


SeasonLine = TypedDict(
    "SeasonLine", {"id": int, "name": str, "from": date, "to": date, "address": NotRequired[str]}
)


class StandingLine(TypedDict):
    """A player's line in a season."""

    place: int | None
    shared: bool
    id: int
    name: str
    evenings: int
    counted: int
    figures: dict[str, int | str | None]


SeasonStandings = TypedDict(
    "SeasonStandings",
    {
        "id": int,
        "name": str,
        "from": date,
        "to": date,
        "currency": str,
        "order": list[str],
        "best_of": int | None,
        "least_evenings": int,
        "evenings": int,
        "standings": list[StandingLine],
    },
)


class Balance(TypedDict):
    """The balance of an account."""

    id: int
    name: str
    balance_minor: int


class Pot(TypedDict):
    """A pot, and what the club holds in it."""

    name: str
    held_minor: int


class Accounts(TypedDict):
    """The balances of a club's accounts."""

    currency: str
    cash_minor: int
    accounts: list[Balance]
    pots: list[Pot]


class BookLine(TypedDict):
    """An entry of the accounts."""

    id: str
    date: date
    at: datetime
    kind: str
    debited: Named | None
    credited: Named | None
    amount_minor: int
    cash_minor: int
    pot: str
    held_minor: int
    evening: int | None
    note: str
    by: str
    taken_back: bool


class ClubAbout(TypedDict):
    """The club of a token."""

    name: str
    currency: str


class TokenAbout(TypedDict):
    """The name of a token, and what it allows."""

    name: str
    right: str


class Index(TypedDict):
    """What the API offers."""

    format: str
    club: ClubAbout
    token: TokenAbout
    links: dict[str, str]


class EveningLinks(TypedDict):
    """Addresses of what belongs to a club night, or null."""

    tournament: str | None
    settlement: str | None


class Evening(EveningLine):
    """A club night, with its players and tables."""

    currency: str
    people: list[Came]
    tables: list[TableLine]
    links: EveningLinks


class LeagueLine(TypedDict):
    """A line of the list of leagues."""

    id: int
    name: str
    season: str
    parts: list[str]
    address: str


class Page(TypedDict):
    """A page of a long list, and the address of the next one."""

    page: int
    pages: int
    number: int
    next: str | None


class PeoplePage(Page):
    """A page of people."""

    people: list[PersonLine]


class EveningsPage(Page):
    """A page of club nights, the latest first."""

    evenings: list[EveningLine]


class SeasonsPage(Page):
    """A page of seasons."""

    seasons: list[SeasonLine]


class LeaguesPage(Page):
    """A page of seasons of leagues."""

    leagues: list[LeagueLine]


class BookPage(Page):
    """A page of entries of the accounts, the latest first."""

    currency: str
    lines: list[BookLine]


class StoredHand(TypedDict):
    """A hand that a program entered, with its score."""

    id: str
    state: str
    hand: dict[str, Any]
    logged_by: str
    logged_at: datetime
    score: ScoredHand | None
    waits: str
    after: str | None


def people_in(club: Club) -> QuerySet[Player]:
    """Return all people of the club, also erased ones, because their hands stay."""
    return club.players.order_by("key", "pk")


def person_line(player: Player) -> PersonLine:
    """Return a line of the list of people."""
    forgotten = player.forgotten_at is not None
    return {"id": player.pk, **person_of(player), "forgotten": forgotten}


def evenings_of(club: Club) -> QuerySet[ClubSession]:
    """Return all evenings of the club, the latest first, each with `has_tournament`."""
    tournament = Exists(Tournament.objects.filter(session=OuterRef("pk")))
    return club.sessions.order_by("-played_on", "-pk").annotate(has_tournament=tournament)


def evening_line(session: ClubSession) -> EveningLine:
    """Return a line of the list of evenings."""
    return {
        "id": session.pk,
        "title": session.title,
        "date": session.played_on,
        "starts_at": session.starts_at,
        "closed_at": session.closed_at,
        "tournament": session.has_tournament,
    }


def tables_of(session: ClubSession) -> list[TableLine]:
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


def _sitting(sitting: Sitting) -> SittingLine:
    return {
        "no": sitting.no,
        "players": [
            {"id": seat.player_id, "name": seat.player.name} for seat in sitting.seats.all()
        ],
        "started_at": sitting.started_at,
        "ended_at": sitting.ended_at,
        "round": sitting.round_table.round.no if sitting.round_table else None,
    }


def came_to(session: ClubSession) -> list[Came]:
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


def settlement_data(closing: Closing) -> Settlement:
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


def season_line(season: Season) -> SeasonLine:
    """Return a line of the list of seasons."""
    return {
        "id": season.pk,
        "name": season.name,
        "from": season.starts_on,
        "to": season.ends_on,
    }


def season_data(season: Season) -> SeasonStandings:
    """Return the standings of a season with every figure it has; money in minor units."""
    so_far = season_so_far(season)
    ranked = standings(so_far.rows, order=season.order, least_evenings=season.least_evenings)
    return {
        "id": season.pk,
        "name": season.name,
        "from": season.starts_on,
        "to": season.ends_on,
        "currency": season.club.currency,
        "order": season.order,
        "best_of": season.best_of,
        "least_evenings": season.least_evenings,
        "evenings": len(so_far.evenings),
        "standings": [_standing(one) for one in (*ranked.placed, *ranked.waiting)],
    }


def _standing(one: Standing) -> StandingLine:
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


def accounts_data(club: Club) -> Accounts:
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


def book_line(entry: Entry) -> BookLine:
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


def _account(player: Player | None) -> Named | None:
    return {"id": player.pk, "name": player.name} if player else None
