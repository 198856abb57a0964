"""Export all personal data of one player, as plain values with amounts in minor units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NotRequired, TypedDict, cast

from django.db.models import Q, QuerySet
from django.utils import timezone

from scoring.club import hooks
from scoring.club.models import EarlierResult, Rating, Tally
from scoring.club.queries.person import closings_of, entries_of, lines_of, payments_of, seats_of
from scoring.club.queries.seasons import earlier_of
from scoring.euchre.wording import describe, facts
from scoring.evening.models import Answer, Attendance, SignUp
from scoring.money.models import Entry
from scoring.money.queries.accounts import balances_of
from scoring.people.models import Player, told_apart_of
from scoring.table.models import Candidate, Correction, HandRecord, Reseating, Sitting
from scoring.table.queries.settlement import whole
from scoring.tournament.models import Entrant, Placing, Report


def tournaments_of(player: Player) -> list[dict]:
    """Return a player's entries in tournaments, with seats and reports, with four queries."""
    tables = "placings__round", "placings__round_table__reports"
    entries = entries_of(player).select_related("tournament__session", "player", "partner")
    in_order = entries.order_by("tournament__session__played_on", "pk")
    return [_entry(one, player) for one in in_order.prefetch_related(*tables)]


def _entry(entrant: Entrant, player: Player) -> dict:
    tournament = entrant.tournament
    results = tournament.results if tournament.finished_at else None
    published = [placing for placing in entrant.placings.all() if placing.round.published_at]
    return {
        "session": str(tournament.session),
        "on": tournament.session.played_on.isoformat(),
        "number": entrant.no,
        "partner": next((one.name for one in entrant.people if one != player), None),
        "group": entrant.group,
        "handicap": entrant.handicap,
        "adjustments": [
            {name: value for name, value in one.items() if name != "key"}
            for one in entrant.adjustments
        ],
        "tickets": entrant.tickets,
        "paid": entrant.paid_minor,
        "entered": entrant.entered_at.isoformat(),
        "rounds": [_round(one) for one in sorted(published, key=lambda one: one.round.no)],
        "announced": [row for row in (results or {"rows": ()})["rows"] if row["no"] == entrant.no],
    }


def _round(placing: Placing) -> dict:
    return {
        "round": placing.round.no,
        "table": placing.round_table.no,
        "seat": placing.seat,
        "told": [_report(report) for report in placing.round_table.reports.all()],
    }


def _report(report: Report) -> dict:
    return {
        "source": report.source,
        "points": report.points,
        "lones": report.lones,
        "tie": report.tie,
        "forfeit": report.forfeit,
        "euchres": report.euchres,
        "tried": report.tried,
        "objects": report.objects_to_it,
        "why": report.why,
        "by": report.by,
        "at": report.at.isoformat(),
        "withdrawn": report.withdrawn_at and report.withdrawn_at.isoformat(),
    }


FORMAT = "bowerbook-person/1"
PERSON = ("name", "short_name", "guest", "active", "phone", "email", "notes", "unnamed")


class Contact(TypedDict):
    """A player's name and contact details."""

    name: str
    short_name: str
    guest: bool
    active: bool
    phone: str
    email: str
    notes: str
    unnamed: bool


class Person(Contact):
    """A player as their own data has them."""

    wishes_to_go: NotRequired[str | None]


class Account(TypedDict):
    """A player's balance, and the entries in their account."""

    balance: int
    lines: list[dict[str, Any]]


class PersonalData(TypedDict):
    """A bowerbook-person/1 document."""

    format: str
    told_at: str
    club: str
    currency: str
    person: Person
    told_apart_from: list[str]
    evenings: list[dict[str, Any]]
    put_down: list[dict[str, Any]]
    said_they_come: list[dict[str, Any]]
    personal_links: NotRequired[list[dict[str, Any]]]
    waited: list[dict[str, Any]]
    sittings: list[dict[str, Any]]
    seats_put_right: list[dict[str, Any]]
    tournaments: list[dict[str, Any]]
    signed: list[dict[str, Any]]
    payments: list[dict[str, Any]]
    account: Account
    tallies: list[dict[str, Any]]
    earlier_results: list[dict[str, Any]]
    ratings: list[dict[str, Any]]


def person_of(player: Player) -> Contact:
    """Return a player's name and contact details."""
    return cast(Contact, {name: getattr(player, name) for name in PERSON})


def kept_of(player: Player) -> PersonalData:
    """Return all stored data about a player. The number of queries does not depend on the amount of
    data."""
    club = player.club
    sittings = whole(
        Sitting.objects.filter(pk__in=seats_of(player).values("sitting")).order_by("pk")
    )
    found = {
        "format": FORMAT,
        "told_at": timezone.now().isoformat(timespec="seconds"),
        "club": club.name,
        "currency": club.currency,
        "person": person_of(player) | {"wishes_to_go": as_time(player.wishes_to_go)},
        "told_apart_from": _others(player),
        "evenings": list(map(_evening, player.attendances.select_related("session"))),
        "put_down": list(map(_put_down, names_of(player))),
        "said_they_come": list(map(_answer, player.answers.select_related("session"))),
        **{name: value for kept in hooks.personal_data(player) for name, value in kept.items()},
        "waited": list(map(_wish, player.candidacies.select_related("table__session"))),
        "sittings": [_sitting(sitting, hands) for sitting, hands in _with_hands(sittings)],
        "seats_put_right": list(_reseatings(player)),
        "tournaments": tournaments_of(player),
        "signed": [line for closing in closings_of(player) for line in _signed(closing, player)],
        "payments": [_payment(payment) for payment in _in_order(payments_of(player))],
        "account": {
            "balance": balances_of(club, [player])[player.pk],
            "lines": [_line(entry, player) for entry in lines_of(player).select_related("session")],
        },
        "tallies": [_row(tally, TALLY) for tally in player.tallies.select_related("session")],
        "earlier_results": [_earlier(one) for one in earlier_of(player)],
        "ratings": [_row(rating, RATING) for rating in player.ratings.select_related("session")],
    }
    return cast(PersonalData, found)


TALLY = (
    "rules_key hands points_of_hands points games_won games_lost rubbers_won rubbers_lost "
    "net_points net_minor play"
).split()
RATING = "mu sigma sittings".split()


def _row(row: Tally | Rating, names: list[str]) -> dict:
    return {"session": str(row.session), "on": as_time(row.played_on)} | {
        name: getattr(row, name) for name in names
    }


def _earlier(result: EarlierResult) -> dict:
    names = ("title", "points", "place", "evenings")
    about = {"list": str(result.earlier), "season": str(result.earlier.season or "")}
    return (
        about | {"on": as_time(result.played_on)} | {name: getattr(result, name) for name in names}
    )


def _others(player: Player) -> list[str]:
    found = told_apart_of(player).select_related("one", "other").order_by("pk")
    return [str(apart.other if apart.one_id == player.pk else apart.one) for apart in found]


def as_time(time) -> str | None:
    return time and time.isoformat()


def _evening(came: Attendance) -> dict:
    return {
        "session": str(came.session),
        "on": as_time(came.session.played_on),
        "arrived": as_time(came.arrived_at),
        "left": as_time(came.left_at),
        "fee": came.fee_minor,
        "fee_why": came.fee_why,
        "fee_paid": as_time(came.fee_paid_at),
        "told_by": came.by,
    }


def names_of(player: Player) -> QuerySet[SignUp]:
    """Return this player's sign-ups, by the player assigned to them, or by their spelling."""
    ours = Q(player=player) | Q(partner=player)
    ours |= Q(name__iexact=player.name) | Q(partner_name__iexact=player.name)
    found = SignUp.objects.filter(ours, sign_up_list__session__club=player.club_id)
    return found.select_related("sign_up_list__session")


def _put_down(one: SignUp) -> dict:
    return {
        "session": str(one.sign_up_list.session),
        "as": str(one),
        "at": as_time(one.at),
        "cancelled": as_time(one.cancelled_at),
        "told_by": one.by,
    }


def _answer(one: Answer) -> dict:
    return {
        "session": str(one.session),
        "on": as_time(one.session.played_on),
        "comes": one.comes,
        "at": as_time(one.at),
        "told_by": one.by,
    }


def _wish(wish: Candidate) -> dict:
    return {
        "session": str(wish.table.session),
        "table": wish.table.no,
        "declared": as_time(wish.declared_at),
        "entered": as_time(wish.entered_at),
        "withdrawn": as_time(wish.withdrawn_at),
    }


def _with_hands(sittings: list[Sitting]) -> Iterator[tuple[Sitting, list[HandRecord]]]:
    """Yield sittings with all their hands, each with its corrections: two queries."""
    by_sitting = defaultdict(list)
    hands = HandRecord.objects.filter(sitting__in=sittings).prefetch_related("corrections")
    for record in hands.order_by("place", "logged_at"):
        by_sitting[record.sitting_id].append(record)
    return ((sitting, by_sitting[sitting.pk]) for sitting in sittings)


def _sitting(sitting: Sitting, hands: list[HandRecord]) -> dict:
    session = sitting.table.session
    return {
        "session": str(session),
        "on": as_time(session.played_on),
        "table": sitting.table.no,
        "sitting": sitting.no,
        "rules": sitting.rules.name,
        "players": sitting.names,
        "hands": [_hand(record, sitting) for record in hands],
    }


def _hand(record: HandRecord, sitting: Sitting) -> dict:
    names, rules = sitting.names, sitting.rules
    return {
        "state": record.state,
        "told": describe(record.hand, names, rules),
        "facts": facts(record.hand),
        "note": record.note,
        "at": as_time(record.logged_at),
        "by": record.who_logged,
        "corrections": [_correction(one, sitting) for one in record.corrections.all()],
    }


def _correction(correction: Correction, sitting: Sitting) -> dict:
    names, rules = sitting.names, sitting.rules
    return {
        "kind": correction.kind,
        "before": describe(correction.hand_before, names, rules),
        "after": describe(correction.hand_after, names, rules),
        "why": correction.why,
        "by": correction.by,
        "at": as_time(correction.at),
    }


def _reseatings(player: Player) -> Iterator[dict]:
    """Yield corrections of seats that have this player before or after."""
    there = Reseating.objects.filter(sitting__table__session__club=player.club_id)
    for one in there.select_related("sitting__table__session"):
        if player.pk in (*one.before, *one.after):
            yield {
                "session": str(one.sitting.table.session),
                "table": one.sitting.table.no,
                "sitting": one.sitting.no,
                "why": one.why,
                "by": one.by,
                "at": as_time(one.at),
            }


def _signed(closing, player: Player) -> Iterator[dict]:
    statement = closing.statement
    for who, key in enumerate(statement.ids):
        if key == player.pk:
            yield {
                "session": str(closing.session),
                "closing": closing.no,
                "closed": as_time(closing.closed_at),
                "as": statement.names[who],
                "points": statement.points[who],
                "net": statement.amount(statement.nets[who]),
                "for_money": statement.for_money,
            }


def _in_order(payments):
    return payments.select_related("closing__session", "payer", "payee").order_by("pk")


def _payment(payment) -> dict:
    return {
        "session": str(payment.closing.session),
        "payer": payment.payer.name,
        "payee": payment.payee.name,
        "amount": payment.amount,
        "paid": as_time(payment.paid_at),
        "carried": as_time(payment.carried_at),
    }


def _line(entry: Entry, player: Player) -> dict:
    return {
        "on": as_time(entry.dated),
        "at": as_time(entry.at),
        "session": str(entry.session) if entry.session else None,
        "kind": entry.kind,
        "amount": entry.amount_minor if entry.credited_id == player.pk else -entry.amount_minor,
        "cash": entry.cash_minor,
        "note": entry.note,
        "by": entry.by,
    }
