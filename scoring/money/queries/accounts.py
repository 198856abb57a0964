"""Queries for a club's accounts: balances, the cash box, and open payments.

An account above zero is owed that much, and one below zero owes. Amounts are minor units of the
club's currency.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Prefetch, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from scoring.common.tonight import tonight
from scoring.money.models import Entry
from scoring.money.pure.book_year import BookLine, BookYear, book_year
from scoring.money.pure.ledger import Position, Transfer, position
from scoring.people.models import Club, Player
from scoring.table.models import Closing, ClubSession, Payment


def balances(club: Club) -> dict[int, int]:
    """Return each player's balance, by their key, without zero ones."""
    return _accounts(club.entries)


def balances_of(club: Club, players: Iterable[Player]) -> dict[int, int]:
    """Return the balances of these players, by their keys, including zero ones."""
    keys = {player.pk for player in players}
    found = _accounts(club.entries, keys)
    return {key: found.get(key, 0) for key in keys}


def cash_of(club: Club, *, before: Entry | None = None) -> int:
    """Return what the book says is in the cash box, or was before this line."""
    entries = (
        club.entries if before is None else standing(club.entries).filter(_earlier_than(before))
    )
    return entries.aggregate(cash=Sum("cash_minor"))["cash"] or 0


def held_in_pots(club: Club, *, by: date | None = None) -> dict[str, int]:
    """Return what the club holds for players in each pot, by its name, without empty ones. With
    `by` it is as that day ended."""
    entries = club.entries.exclude(pot="")
    entries = entries.filter(dated__lte=by) if by else entries
    summed = entries.order_by("pot").values_list("pot").annotate(Sum("held_minor"))
    return {name: held for name, held in summed if held}


def lowest_box(club: Club, since: date) -> tuple[date, int]:
    """Return the day, from one on, at whose end the cash box held least by the book, and what it
    held: two queries."""
    return min(box_by_day(club, since), key=itemgetter(1))


def box_by_day(club: Club, since: date) -> list[tuple[date, int]]:
    """Return what the book says was in the cash box as a day ended, and as each later day with
    entries did. The last amount is in the box now. Two queries."""
    held = club.entries.filter(dated__lte=since).aggregate(cash=Sum("cash_minor"))["cash"] or 0
    later = club.entries.filter(dated__gt=since).order_by("dated").values_list("dated")
    days = [(since, held)]
    for day, moved in later.annotate(Sum("cash_minor")):
        held += moved
        days.append((day, held))
    return days


def year_before(club: Club, day: date) -> date | None:
    """Return the last day of the club's year that contains a day, if that year is over and has
    entries. Then its accounts can be printed and signed. One query."""
    first = first_of_year(club, day)
    last = first.replace(year=first.year + 1) - timedelta(days=1)
    over = last < timezone.localdate()
    return last if over and club.entries.filter(dated__range=(first, last)).exists() else None


def balance_before(line: Entry, player: Player) -> int:
    """Return a player's balance before this entry, in display order."""
    entries = standing(_as_read(player.club.entries)).filter(_earlier_than(line), settles=None)
    return _accounts(entries, {player.pk}).get(player.pk, 0)


def balance_at(player: Player, day: date) -> int:
    """Return a player's balance at the start of this day."""
    return _accounts(player.club.entries.filter(dated__lt=day), {player.pk}).get(player.pk, 0)


def balances_at(club: Club, day: date) -> dict[int, int]:
    """Return each player's balance at the start of this day, by their key, without zero ones."""
    return _accounts(club.entries.filter(dated__lt=day))


@dataclass(frozen=True, kw_only=True)
class WithTeam:
    """The part of a player's balance that is of one team of a league."""

    league: int
    team: int
    names: tuple[str, str, str]
    """Of the team, of its league, of its season."""
    minor: int

    @property
    def name(self) -> str:
        team, league, season = self.names
        return f"{team}, {league} {season}"


def balances_with_teams(club: Club) -> dict[int, list[WithTeam]]:
    """Return the parts of each player's balance that are of league teams, by the player's key and
    by name, without zero ones. Two queries."""
    team = "of_team__team"
    about = (f"{team}__name", f"{team}__league__name", f"{team}__league__season")
    entries = standing(club.entries.filter(of_team__isnull=False)).order_by()
    sums: Counter[tuple] = Counter()
    for side, sign in (("credited", 1), ("debited", -1)):
        moved = entries.filter(**{f"{side}__isnull": False})
        rows = moved.values_list(side, *about, team, f"{team}__league")
        for *key, amount in rows.annotate(Sum("amount_minor")):
            sums[tuple(key)] += sign * amount
    found: dict[int, list[WithTeam]] = defaultdict(list)
    for (player, *names, own, league), minor in sorted(sums.items()):
        if minor:
            part = WithTeam(league=league, team=own, names=tuple(names), minor=minor)
            found[player].append(part)
    return found


def position_at(club: Club, day: date, *, opened_by: date | None = None) -> Position:
    """Return the club's position at the start of this day, including an opening balance up to
    another day."""
    opened = Q(kind=Entry.Kind.OPENING, dated__lte=opened_by) if opened_by else Q()
    entries = club.entries.filter(Q(dated__lt=day) | opened)
    found = entries.aggregate(cash=Sum("cash_minor"), held=Sum("held_minor"))
    return position(_accounts(entries), found["cash"] or 0, found["held"] or 0)


def year_of_book(club: Club, first: date, last: date) -> BookYear:
    """Return what the book says of these days, both of them and all between."""
    entries = standing(club.entries.filter(dated__range=(first, last)))
    leagues = {league.pk: str(league) for league in club.leagues.only("name", "season")}
    of_leagues = _with_names(entries).annotate(league=F("of_team__team__league"))
    found = of_leagues.order_by("dated", "at", "pk")
    lines = [_book_line(entry, leagues.get(entry.league, "")) for entry in found]
    before = position_at(club, first, opened_by=last)
    after = position_at(club, last + timedelta(days=1))
    pots = tuple(held_in_pots(club, by=last).items())
    year = book_year(lines, first=first, last=last, before=before, after=after)
    return replace(year, pots=pots)


def _book_line(entry: Entry, league: str) -> BookLine:
    who = entry.credited or entry.debited
    return BookLine(
        debited=entry.debited_id,
        credited=entry.credited_id,
        amount=entry.amount_minor,
        cash=entry.cash_minor,
        held=entry.held_minor,
        dated=entry.dated,
        kind=entry.kind,
        note=entry.note,
        who=who.name if who else "",
        evening=str(entry.session or ""),
        league=league,
    )


def years_of_book(club: Club) -> list[tuple[date, date]]:
    """Return the years that the book has lines of, the latest first; this one always."""
    days = club.entries.aggregate(first=Min("dated"), last=Max("dated"))
    today = timezone.localdate()
    year = first_of_year(club, max(days["last"] or today, today))
    years = []
    while not years or year >= first_of_year(club, days["first"] or today):
        following = year.replace(year=year.year + 1)
        years.append((year, following - timedelta(days=1)))
        year = year.replace(year=year.year - 1)
    return years


def first_of_year(club: Club, day: date) -> date:
    """Return the first day of the club's year that a day is in."""
    month = club.year_begins or 1
    return date(day.year - (day.month < month), month, 1)


def lines_of(player: Player) -> QuerySet[Entry]:
    """Return the lines of a player's account as they are read, the latest first."""
    return _to_be_read(player.club.entries.filter(Q(debited=player) | Q(credited=player)))


def lines_of_each(club: Club, players: Iterable[Player]) -> QuerySet[Entry]:
    """Return the lines of these players' accounts as they are read, the latest first."""
    keys = [player.pk for player in players]
    return _to_be_read(club.entries.filter(Q(debited__in=keys) | Q(credited__in=keys)))


def lines_read(club: Club) -> QuerySet[Entry]:
    """Return all lines of a club's book as they are read, the latest first."""
    return _to_be_read(club.entries)


def cash_lines(club: Club) -> QuerySet[Entry]:
    """Return the lines that put something into the cash box or took it out, as they are read, the
    latest first."""
    return _to_be_read(club.entries.exclude(cash_minor=0))


def lines_of_evening(session: ClubSession) -> QuerySet[Entry]:
    """Return the lines that belong to an evening as they are read, the latest first."""
    return _to_be_read(session.entries)


class EveningLine(NamedTuple):
    """An entry of an evening, as far as its sums need it."""

    kind: str
    debited_id: int | None
    credited_id: int | None
    amount_minor: int
    cash_minor: int


def lines_by_evening(evenings: Iterable[ClubSession]) -> dict[int, list[EveningLine]]:
    """Return the entries of each of these evenings, by its key. One query."""
    found: dict[int, list[EveningLine]] = {evening.pk: [] for evening in evenings}
    entries = Entry.objects.filter(session__in=found).order_by()
    for evening, *line in entries.values_list("session_id", *EveningLine._fields):
        found[evening].append(EveningLine(*line))
    return found


def lines_together(club: Club, together: UUID) -> QuerySet[Entry]:
    """Return the lines that were entered together as they are read, by name; the box first."""
    found = _to_be_read(club.entries.filter(together=together))
    return found.order_by(F("debited__name").asc(nulls_first=True), "credited__name", "pk")


def first_line(club: Club) -> date | None:
    """Return the day of the first entry that is not undone, apart from the opening balance."""
    lines = standing(club.entries.exclude(kind=Entry.Kind.OPENING))
    return lines.aggregate(day=Min("dated"))["day"]


def first_year(club: Club) -> date:
    """Return the first day of the club's year that has its first evening or entry, or of the
    current year if there are none."""
    evening = club.sessions.aggregate(day=Min("played_on"))["day"]
    days = [day for day in (evening, first_line(club)) if day]
    return first_of_year(club, min([timezone.localdate(), *days]))


def is_opened(club: Club) -> bool:
    """Return whether there is an opening balance."""
    return standing(club.entries.filter(kind=Entry.Kind.OPENING)).exists()


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Entries that were made together and are not undone, with the number of people and the
    total."""

    together: UUID
    kind: str
    note: str
    dated: date
    people: int
    amount: int


def entered_together(club: Club, most: int, **of) -> list[Batch]:
    """Return what was charged to more than one and what the book began with, the latest first; of
    lines that have these fields (`of`)."""
    kinds = (Entry.Kind.CHARGE, Entry.Kind.OPENING)
    lines = standing(club.entries.filter(kind__in=kinds, **of)).exclude(together=None)
    found = lines.order_by("-dated").values("together", "kind", "note", "dated")
    people = Count("pk", filter=Q(debited__isnull=False) | Q(credited__isnull=False))
    summed = found.annotate(people=people, amount=Sum("amount_minor"))
    many = summed.filter(Q(people__gt=1) | Q(kind=Entry.Kind.OPENING))
    return [Batch(**row) for row in many[:most]]


def with_receipts(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the entries that need a signature, which moved cash and are not undone."""
    return standing(entries).exclude(cash_minor=0).exclude(kind=Entry.Kind.OPENING)


def evenings_with_cash(club: Club, most: int) -> QuerySet[ClubSession]:
    """Return the latest evenings, each with its `cash` into the box, or None."""
    latest = club.sessions.order_by("-played_on", "-pk")
    return latest.annotate(cash=Sum("entries__cash_minor"))[:most]


def evenings_to_choose(club: Club, most: int = 30) -> QuerySet[ClubSession]:
    """Return the latest evenings of a club, in a queryset that a form can narrow down."""
    return club.sessions.filter(pk__in=list(club.sessions.values_list("pk", flat=True)[:most]))


def evening_tonight(club: Club) -> ClubSession | None:
    """Return the club's evening of tonight, an open one before one that is closed."""
    return (
        club.sessions.filter(played_on__range=tonight())
        .order_by(F("closed_at").asc(nulls_first=True), "played_on", "-pk")
        .first()
    )


def people_of_evening(session: ClubSession) -> QuerySet[Player]:
    """Return the players of an evening, who came or sat at one of its tables, by name. Before that,
    return those who may come."""
    came = Q(pk__in=session.attendances.values("player"))
    sat = Q(pk__in=session.tables.values("sittings__seats__player"))
    found = session.club.players.filter(came | sat)
    return found if found.exists() else session.club.players.active()


def already_in_the_pot(session: ClubSession) -> set[int]:
    """Return the keys of the people who have paid into the pot of an evening."""
    return set(
        standing(session.entries.filter(kind=Entry.Kind.POT, cash_minor=0)).values_list(
            "debited", flat=True
        )
    )


def settled_so_far(session: ClubSession) -> dict[int, int]:
    """Return what the closings of an evening have moved into each player's account."""
    return _accounts(session.entries.filter(kind=Entry.Kind.SETTLEMENT))


def standing(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the entries without undone ones and without reversals."""
    return entries.filter(reverses=None, reversed_by=None)


def fee_lines(session: ClubSession, player: int) -> tuple[list[Entry], list[Entry]]:
    """Return a player's check-in fee entries that are not undone, charges and payments."""
    fees = standing(session.entries.filter(kind=Entry.Kind.FEE))
    return list(fees.filter(debited=player)), list(fees.filter(credited=player))


def waiting_on_sheets(club: Club) -> list[Closing]:
    """Return the latest closing of every evening with open payments, the latest evening first.

    Each has `waiting`, the payments that are neither paid nor carried over. If `reopened_at` is set
    they can't be ticked, as the next closing will compute new ones.
    """
    open_ones = Payment.objects.filter(paid_at=None, carried_at=None).select_related(
        "payer", "payee"
    )
    later = Closing.objects.filter(session=OuterRef("session"), no__gt=OuterRef("no"))
    found = (
        Closing.objects.filter(Exists(open_ones.filter(closing=OuterRef("pk"))), session__club=club)
        .exclude(Exists(later))
        .select_related("session")
        .prefetch_related(Prefetch("payments", open_ones, to_attr="waiting"))
        .order_by("-session__played_on", "-session")
    )
    return [closing for closing in found if closing.statement.for_money]


def transfers(closings: Iterable[Closing]) -> list[Transfer]:
    """Return what waits on the sheets of these closings."""
    return [
        Transfer(payment.payer_id, payment.payee_id, payment.amount)
        for closing in closings
        for payment in closing.waiting
    ]


def open_payments_of(closing: Closing, *, carried: bool = False) -> QuerySet[Payment]:
    """Return what was not paid of a closing; or what of it was carried over to the accounts."""
    return closing.payments.filter(paid_at=None, carried_at__isnull=not carried)


def line_of_tick(payment: Payment) -> Entry | None:
    """Return the line by which the book knows that a transfer was paid."""
    return standing(payment.entries).first()


def closing_without_lines(session: ClubSession) -> Closing | None:
    """Return the latest closing of an evening, if none of its closings has entries."""
    written = session.entries.filter(kind=Entry.Kind.SETTLEMENT).exists()
    return None if written else session.closings.last()


def ticks_without_a_line(session: ClubSession) -> list[Payment]:
    """Return the payments of an evening that are ticked as paid but have no entry."""
    ticked = Payment.objects.filter(closing__session=session, paid_at__isnull=False)
    known = standing(session.entries.filter(payment__isnull=False)).values("payment")
    return list(ticked.exclude(pk__in=known).select_related("closing__session"))


def editions_of(club: Club, keys: Iterable[int]) -> dict[int, int]:
    """Return the number of the latest entry of each of these accounts, by the player's key. One
    query."""
    found = dict.fromkeys(keys, 0)
    entries = club.entries.filter(Q(debited__in=found) | Q(credited__in=found)).order_by()
    for *pair, latest in entries.values_list("debited", "credited").annotate(Max("pk")):
        for key in found.keys() & set(pair):
            found[key] = max(found[key], latest)
    return found


def edition(club: Club) -> int:
    """Return the number of the latest entry, which grows with each."""
    return club.entries.order_by("-pk").values_list("pk", flat=True).first() or 0


def _to_be_read(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the lines with what people read of each, the latest first; `with_others` says whether
    more was entered together with it."""
    same = Entry.objects.filter(together=OuterRef("together"), reverses=None, settles=None)
    others = Exists(same.exclude(pk=Coalesce(OuterRef("settles"), OuterRef("pk"))))
    about = ("session", "closing", "debited", "credited", "reverses__closing", "reversed_by")
    about += ("of_team__team__league",)
    found = _as_read(entries).annotate(with_others=others)
    return found.select_related(*about).order_by("-dated", "-at", "-pk")


def _with_names(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    return entries.select_related("session", "debited", "credited")


def _as_read(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the entries for display. A reversal is shown with its entry, and an entry settled in
    cash at once is shown by the cash."""
    cash = Entry.objects.filter(settles=OuterRef("pk"), reverses=None)
    covered = Exists(cash.filter(reversed_by=None)) | Q(Exists(cash), reversed_by__isnull=False)
    return entries.filter(reverses=None).exclude(covered)


def _earlier_than(line: Entry) -> Q:
    earlier = Q(at__lt=line.at) | Q(at=line.at, pk__lt=line.pk)
    return Q(dated__lt=line.dated) | Q(earlier, dated=line.dated)


def _accounts(entries: QuerySet[Entry], keys: Iterable[int] | None = None) -> dict[int, int]:
    found: Counter[int] = Counter()
    for side, sign in (("credited", 1), ("debited", -1)):
        whose = {f"{side}__isnull": False} if keys is None else {f"{side}__in": keys}
        # Without order_by() the order of the lines would part the groups.
        for key, amount in (
            entries.filter(**whose).order_by().values_list(side).annotate(Sum("amount_minor"))
        ):
            found[key] += sign * amount
    return {key: amount for key, amount in found.items() if amount}
