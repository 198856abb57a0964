"""A treasurer's actions in a club's accounts: enter, undo, and carry over unpaid payments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.common.amounts import written
from scoring.common.dates import long_day
from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.money.actions.ledger import columns, day_of, reverse
from scoring.money.models import Entry
from scoring.money.pure.ledger import LedgerLine, by_hand, with_the_club
from scoring.money.queries.accounts import open_payments_of, standing
from scoring.money.queries.prizes import free_pots
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club, Player
from scoring.table.actions.lock import lock_session
from scoring.table.models import Closing, ClubSession, Payment

KINDS = {
    **dict.fromkeys(("in favour", "against"), Entry.Kind.ADJUSTMENT),
    **dict.fromkeys(("put aside", "written off"), Entry.Kind.HELD),
}
"""The kind of an entry that is entered under another name."""
SOMETHING_ELSE = (
    "Another entry was already saved from this page. To add this one as well, save it again."
)


@dataclass(frozen=True, kw_only=True)
class Entered:
    """The first entry made, and whether it is `new` or existed already."""

    line: Entry
    new: bool


@transaction.atomic
def enter(  # noqa: PLR0913
    *,
    club: Club,
    key: UUID,
    what: str,
    amount_minor: int,
    actor: Actor,
    who: Player | None = None,
    whom: Player | None = None,
    session: ClubSession | None = None,
    in_cash: bool = False,
    pot: str = "",
    note: str = "",
    dated: date | None = None,
    together: UUID | None = None,
) -> Entered:
    """Make an entry (`what`, see figures.ledger.by_hand). It is idempotent by its key.

    `dated` is its day, today by default, and never in the future. `pot` is the name of the pot that
    it changes. Raise Refused if another entry has this key, or if the session was cancelled.
    """
    if session is not None:
        lock_session(session.pk)
    _refuse_a_day_to_come(dated)
    line, *cash = by_hand(
        what,
        who=who and who.pk,
        whom=whom and whom.pk,
        amount=amount_minor,
        in_cash=in_cash,
        pot=bool(pot),
    )
    kind = KINDS.get(what) or Entry.Kind(what)
    same = {"club_id": club.pk, "session_id": session and session.pk, "kind": kind, "note": note}
    same |= {"pot": pot}
    same |= {"dated": dated} if dated else {}
    same |= {"together": together} if together else {}
    written = {"by": actor.name} | ({"dated": day_of(session)} if session else {})
    entered = _once(key=key, same=same | columns(line), written=written)
    if not entered.new and bool(cash) != Entry.objects.filter(key=cash_key(key)).exists():
        raise Refused(SOMETHING_ELSE)
    for settled in cash:
        settles = {"settles_id": entered.line.pk, "dated": entered.line.dated}
        _once(key=cash_key(key), same=same | columns(settled) | settles, written=written)
    return entered


@transaction.atomic
def enter_for_each(*, people: Iterable[Player], key: UUID, **what) -> int:
    """Enter the same for each of these people, together and once for each key; return for how many
    it was new."""
    each = {player: uuid5(key, str(player.pk)) for player in people}
    return sum(enter(who=who, key=own, together=key, **what).new for who, own in each.items())


@transaction.atomic
def bring_opening(
    *,
    club: Club,
    key: UUID,
    dated: date | None,
    cash_minor: int,
    amounts: Mapping[Player, int],
    actor: Actor,
) -> UUID:
    """Enter a club's opening balance, once, with the cash in the box and each person's balance
    (below zero if they owe). Return the key that its entries share.

    Raise Refused if there is one already, which must be undone first.
    """
    club = lock_club(club.pk)
    _refuse_a_day_to_come(dated)
    before = standing(club.entries.filter(kind=Entry.Kind.OPENING))
    if shared := before.values_list("together", flat=True).first():
        if shared == key:
            return key
        raise Refused(
            "There is already an opening balance. Undo it first, or enter a correction for one "
            "account."
        )
    if club.entries.filter(together=key).exists():
        raise Refused(f"This opening balance was undone. {OUT_OF_DATE}")
    about = {
        "club": club,
        "kind": Entry.Kind.OPENING,
        "together": key,
        "dated": dated or timezone.localdate(),
        "by": actor.name,
    }
    lines = [with_the_club(who.pk, amount) for who, amount in amounts.items()]
    lines += [LedgerLine(amount=cash_minor, cash=cash_minor)] if cash_minor else []
    Entry.objects.bulk_create(Entry(**columns(line), **about) for line in lines)
    return key


@transaction.atomic
def take_back_together(*, club: Club, together: UUID, actor: Actor, why: str = "") -> int:
    """Undo all entries that were made together and are not undone. Return how many."""
    club = lock_club(club.pk)
    lines = standing(club.entries.filter(together=together, settles=None))
    return sum(take_back(line=line, actor=actor, why=why) for line in lines.order_by("pk"))


@transaction.atomic
def write_off(
    *, club: Club, key: UUID, pot: str, amount_minor: int, actor: Actor, **what
) -> Entered:
    """Make money that is held in a pot the club's own. Nothing else makes a pot that nobody won
    income. Idempotent by its key, as `enter` is.

    Raise Refused if less is in the pot, apart from what a tournament plays for now.
    """
    club = lock_club(club.pk)
    if not Entry.objects.filter(key=key).exists():
        _refuse_more_than_free(club, pot, amount_minor)
    what = what | {"club": club, "key": key, "pot": pot, "amount_minor": amount_minor}
    return enter(what="written off", actor=actor, **what)


def _refuse_more_than_free(club: Club, pot: str, amount: int) -> None:
    free = free_pots(club).get(pot, 0)
    if amount > free:
        raise Refused(
            f"The pot “{pot}” has {written(free, club.currency)} that no tournament plays for. "
            "Enter at most that."
        )


def cash_key(key: UUID) -> UUID:
    """Return the key of the line of cash that settles the line of this key."""
    return uuid5(key, "in cash")


def _refuse_a_day_to_come(dated: date | None) -> None:
    if dated and dated > timezone.localdate():
        raise Refused(f"{long_day(dated)} is in the future. Choose today or an earlier day.")


def _once(*, key: UUID, same: dict, written: dict) -> Entered:
    """Return the line of this key, `written` now with what must be the `same` each time."""
    line, new = Entry.objects.get_or_create(key=key, defaults=written | same)
    if any(getattr(line, name) != value for name, value in same.items()):
        raise Refused(SOMETHING_ELSE)
    return Entered(line=line, new=new)


@transaction.atomic
def take_back(*, line: Entry, actor: Actor, why: str = "") -> bool:
    """Undo an entry that was made by hand, with the cash that settled it. Return whether that was
    new.

    Raise Refused for an entry by an evening, which is corrected there.
    """
    if why_not := why_it_stays(line):
        raise Refused(why_not)
    if line.held_minor > 0:
        lock_club(line.club_id)
        if standing(Entry.objects.filter(pk=line.pk)).exists():
            _refuse_more_than_free(line.club, line.pot, line.held_minor)
    new = reverse(line=line, by=actor.name, note=why)
    for cash in line.settled_by.all():
        reverse(line=cash, by=actor.name, note=why)
    return new


def why_it_stays(line: Entry) -> str:
    """Return why an entry can't be undone by hand, as a sentence, or "" if it can."""
    if line.reverses_id:
        return "This entry undoes another one. Enter that one again instead."
    if line.kind == Entry.Kind.SETTLEMENT:
        return "This entry comes from a closing. Reopen the club night and correct it there."
    if line.payment_id:
        return "This payment was ticked on a settlement. Untick it there."
    if line.kind == Entry.Kind.FEE:
        return "This is a check-in fee. Correct it at check-in."
    if line.pot and line.session_id:
        return "This is money of a tournament’s pot. Correct it under Prizes there."
    return ""


@transaction.atomic
def carry_over(*, closing: Closing, carried: bool, payment: Payment | None = None) -> int:
    """Carry the open payments of a closing over to the accounts, or undo that. Return how many
    payments.

    With `payment` it is that one alone. A payment that was carried over can't be ticked. Raise
    Refused for an old closing, and if only points are owed.
    """
    lock_session(closing.session_id)
    closing.refresh_from_db(fields=["reopened_at"])
    if closing.reopened_at:
        raise Refused("This closing was reopened, so its payments can’t be changed.")
    if not closing.statement.for_money:
        raise Refused("Points aren’t money, so they can’t be carried over to accounts.")
    waiting = open_payments_of(closing, carried=not carried)
    if payment is not None:
        waiting = waiting.filter(pk=payment.pk)
    changed = waiting.update(carried_at=timezone.now() if carried else None)
    if changed:
        ClubSession.objects.filter(pk=closing.session_id).update(version=F("version") + 1)
    return changed
