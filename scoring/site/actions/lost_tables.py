"""Make a table again that a restored site does not know. Its phones then send its hands."""

from __future__ import annotations

from collections.abc import Callable

from django.db import IntegrityError, transaction

from scoring.common.refused import Refused
from scoring.common.throttle import count_start
from scoring.euchre.sheet import Sheet
from scoring.table.actions.import_sheet import house_rules_for
from scoring.table.actions.numbers import count_past, renumber_table
from scoring.table.actions.tables import (
    break_up,
    change_people,
    change_terms,
    open_table,
    start_casual_table,
)
from scoring.table.models import ClubSession, Link, Seat, Sitting, Table
from scoring.table.queries.lost_tables import LostSitting, LostTable

KNOWN = "This site knows that table. Open it by its own link."
TAKEN = "Other tables have the numbers of this one by now. Open a new table, and enter its hands."
OF_FRIENDS = "It was made again as a table of friends. Open a new table, and enter its hands."
ELSEWHERE = "It was made again in another club night."


def table_here(lost: LostTable) -> Table | None:
    """Return the table that this link may write, if the site knows it."""
    links = Link.objects.select_related("table__session__club")
    link = links.filter(token=lost.token, right=Link.Right.WRITE, revoked_at=None).first()
    return link and link.table


def _known(lost: LostTable) -> Table | None:
    """Return the same; raise Refused for a link that was revoked, or that only watches or hosts."""
    here = table_here(lost)
    if not here and Link.objects.filter(token=lost.token).exists():
        raise Refused(KNOWN)
    return here


@transaction.atomic
def make_again(*, lost: LostTable, session: ClubSession) -> Table:
    """Return the table in this club night, with its link, people and rules, and without hands, or
    the table that is here by now. Raise Refused if it cannot be opened, or is elsewhere."""
    first = lost.sittings[0].sheet

    def opened() -> Table:
        count_past(max(one.number for one in lost.sittings))
        if lost.number:
            count_past(lost.number, of=Table)
        house = house_rules_for(session.club, first)
        return open_table(session=session, house=house, **_opening(first))

    table, _ = _here_or(opened, lost)
    if table.session_id != session.pk:
        raise Refused(OF_FRIENDS if table.session.club.casual else ELSEWHERE)
    return table


def make_friends_table_again(*, lost: LostTable, counted_for: str | None) -> Table | None:
    """The same for friends without a club, in an evening of its own; None if the table is here by
    now. An address proves nothing: only whoever makes the table may host it. `counted_for` is an
    address with a rate limit; raise TooMany if it is reached. A table that is refused counts."""
    opening = _opening(lost.sittings[0].sheet)

    def counted() -> None:
        if counted_for is not None:
            count_start(counted_for)

    def opened() -> Table:
        return start_casual_table(currency=currency_of(lost), **opening)

    table, is_new = _here_or(opened, lost, first=counted)
    return table if is_new else None


def _here_or(
    opened: Callable[[], Table], lost: LostTable, *, first: Callable[[], None] = lambda: None
) -> tuple[Table, bool]:
    """Return the table, and whether it was opened now. Two people may tap at once: the second gets
    what the first has made. Raise Refused if other tables have its numbers."""
    if here := _known(lost):
        return here, False
    try:
        _refuse_taken(lost)
        first()
        with transaction.atomic():
            return _with_its_numbers(opened(), lost), True
    except (_Taken, IntegrityError) as taken:
        if here := _known(lost):
            return here, False
        raise Refused(TAKEN) from taken


class _Taken(Refused):
    """Other sittings have the numbers."""


def currency_of(lost: LostTable) -> str:
    """Return the currency of friends who played for money at first, or the usual one."""
    stake = lost.sittings[0].sheet.stake
    return stake.currency if stake else "GBP"


def _opening(sheet: Sheet) -> dict:
    return {"names": list(sheet.players), "first_dealer": sheet.dealer} | _terms(sheet)


def _terms(sheet: Sheet) -> dict:
    return {
        "rules_key": sheet.rules.shelf_key,
        "options": dict(sheet.options),
        "stake_minor": sheet.stake.minor if sheet.stake else 0,
    }


def _refuse_taken(lost: LostTable) -> None:
    numbers = [one.number for one in lost.sittings]
    if len({*numbers}) < len(numbers) or Sitting.objects.filter(pk__in=numbers).exists():
        raise _Taken(TAKEN)


def _with_its_numbers(table: Table, lost: LostTable) -> Table:
    """Let the table have the number, the sittings and the link that its phones know. A number from
    before the restore is lower than those that the site gives now: no address can use up the rest.
    """
    if max(one.number for one in lost.sittings) >= table.sitting.pk:
        raise _Taken(TAKEN)
    table = renumber_table(table, lost.number)
    for at, one in enumerate(lost.sittings):
        if at > 0:
            _begin_next(Table.objects.get(pk=table.pk), one.sheet)
        _renumber(Table.objects.get(pk=table.pk).sitting, one)
    Link.objects.filter(table=table, right=Link.Right.WRITE).update(token=lost.token)
    return Table.objects.select_related("session__club").get(pk=table.pk)


def _begin_next(table: Table, sheet: Sheet) -> None:
    """Begin the next sitting, of these people by these rules. It may be the same people by the same
    rules, who sat down again after the table was broken up."""
    house, terms = house_rules_for(table.session.club, sheet), _terms(sheet)
    same_rules = (table.house, {name: getattr(table, name) for name in terms}) == (house, terms)
    if same_rules or tuple(table.sitting.names) != sheet.players:
        break_up(table=table, sitting=table.sitting.pk)
        change_people(table=table, names=list(sheet.players), first_dealer=sheet.dealer)
        table = Table.objects.get(pk=table.pk)
    if not same_rules:
        change_terms(table=table, sitting=table.sitting.pk, house=house, **terms)


def _renumber(sitting: Sitting, then: LostSitting) -> None:
    """Give a sitting without hands the number that its phones send, and its first dealer."""
    old = sitting.pk
    Sitting.objects.filter(pk=old).update(no=sitting.no + 1)
    sitting.pk, sitting.first_dealer = then.number, then.sheet.dealer
    sitting.save(force_insert=True)
    Seat.objects.filter(sitting=old).update(sitting=then.number)
    Sitting.objects.filter(pk=old).delete()
