"""Names put down before an evening: the list is opened, names come, wait, go, and are entered."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.common.models.secret_links import new_token
from scoring.common.names import name_key
from scoring.common.permissions import Actor
from scoring.common.refused import OUT_OF_DATE, Refused
from scoring.common.throttle import house_of
from scoring.evening import hooks
from scoring.evening.models import SignUp, SignUpList
from scoring.evening.pure.sign_ups import Waiting, in_order
from scoring.evening.queries.sign_up import order_of
from scoring.people.actions.people import MOST_OF_FRIENDS
from scoring.people.models import Player
from scoring.table.actions.lock import for_changes
from scoring.table.models import ClubSession

THEMSELVES = "themselves"
"""The name in the activity log for a person who signed up or cancelled by link."""
MOST_NAMES = 600
"""The most names on one list: anyone with the link can add some, so it needs a limit. With those
that were cancelled it has at most twice as many."""


@transaction.atomic
def open_list(
    *,
    session: ClubSession,
    actor: Actor,
    partners: str = SignUpList.Partners.ALONE,
    places: int | None = None,
    closes_at: datetime | None = None,
    words: str = "",
) -> SignUpList:
    """Open a sign-up list or change its settings; names on it are kept."""
    session = for_changes(session)
    said = {"partners": partners, "places": places, "closes_at": closes_at, "words": words}
    found, is_new = SignUpList.objects.update_or_create(
        session=session,
        defaults=said | {"closed_at": None},
        create_defaults=said | {"by": actor.name},
    )
    if is_new:
        _take_over_answers(found)
    _refresh(session)
    return found


def _take_over_answers(found: SignUpList) -> None:
    """Put those on a new list who said before that they come, in the order in which they did."""
    before: list[SignUp] = []
    answers = found.session.answers.filter(comes=True)
    for one in answers.select_related("player"):
        about = {"name": one.player.name, "player": one.player, "at": one.at, "by": one.by}
        made = SignUp.objects.create(sign_up_list=found, **about)
        _say_if_waiting(made, before)
        before.append(made)
    answers.delete()


@transaction.atomic
def close_list(*, session: ClubSession, closed: bool) -> None:
    """Close sign-up, or reopen it."""
    session = for_changes(session)
    at = timezone.now() if closed else None
    changed = SignUpList.objects.filter(session=session, closed_at__isnull=closed)
    changed.update(closed_at=at)
    _refresh(session)


@transaction.atomic
def new_address(*, session: ClubSession) -> None:
    """Give the list another address: the poster before leads nowhere, the names stay."""
    session = for_changes(session)
    SignUpList.objects.filter(session=session).update(token=new_token())
    _refresh(session)


@transaction.atomic
def put_down(
    *,
    sign_up_list: SignUpList,
    key: UUID,
    name: str,
    actor: Actor,
    partner: str = "",
    late: bool = False,
    address: str | None = None,
) -> SignUp:
    """Add a sign-up, alone or with a partner; once for one `key`.

    `late` allows an organiser to add one after the end of sign-up. `address` is the network address
    of all others. Raise Refused if the list is closed or full, or already has the name.
    """
    session = for_changes(sign_up_list.session)
    sign_up_list = SignUpList.objects.get(pk=sign_up_list.pk)
    sign_up_list.session = session
    made = SignUp.objects.filter(sign_up_list=sign_up_list, key=key).first()
    if made:
        return made
    if not sign_up_list.is_open and not late:
        raise Refused("Sign-up is closed. Ask the organiser.")
    standing = list(sign_up_list.names.filter(cancelled_at=None))
    most = MOST_OF_FRIENDS if session.club.casual else MOST_NAMES
    if len(standing) >= most or sign_up_list.names.count() >= 2 * most:
        raise Refused("The list is full. Ask the organiser.")
    _refuse_twice([name, partner], standing)
    made = SignUp.objects.create(
        sign_up_list=sign_up_list,
        key=key,
        name=name,
        partner_name=partner,
        by=_by(actor),
        origin="" if address is None else _origin(sign_up_list, address),
    )
    _say_if_waiting(made, standing)
    _refresh(session)
    return made


def _origin(sign_up_list: SignUpList, address: str) -> str:
    """Return what names from one address share on this list, and on no other."""
    return salted_hmac("sign-up", f"{sign_up_list.pk} {house_of(address)}").hexdigest()[:16]


def _refuse_twice(names: list[str], standing: list[SignUp]) -> None:
    there = {name_key(one) for row in standing for one in (row.name, row.partner_name) if one}
    for name in filter(None, names):
        if name_key(name) in there:
            raise Refused(
                f"{name} is already on the list. If that is you, there is nothing else to do. "
                "If you are another person, enter your full name."
            )


@transaction.atomic
def cancel(*, sign_up: SignUp, actor: Actor) -> SignUp:
    """Cancel a sign-up; the first person waiting moves up. Idempotent.

    Raise Refused if they are entered in the tournament, where only the director can remove them.
    """
    session, row = _locked(sign_up)
    if row.entered_at:
        raise Refused(f"{row} is already entered in the tournament. Ask its director.")
    if row.cancelled_at is None:
        if _by(actor) != THEMSELVES:
            hooks.struck(session, SignUp.objects.filter(pk=row.pk))
        row.cancelled_at, row.cancelled_by = timezone.now(), _by(actor)
        row.save(update_fields=["cancelled_at", "cancelled_by"])
        _refresh(session)
    return row


@transaction.atomic
def put_back(*, sign_up: SignUp) -> SignUp:
    """Restore a cancelled sign-up at the end of the list; people who moved up keep their places.
    Idempotent."""
    session, row = _locked(sign_up)
    if row.cancelled_at is None:
        return row
    if row.same_as and row.same_as.cancelled_at is None:
        raise Refused(f"{row.same_as} is already on the list for {row}.")
    others = list(row.sign_up_list.names.filter(cancelled_at=None))
    _refuse_twice([row.name, row.partner_name], others)
    joined, asked = list(row.joined.all()), list(row.subscriptions.all())
    row.delete()
    row.at, row.cancelled_at, row.cancelled_by, row.same_as = timezone.now(), None, "", None
    row.save(force_insert=True)
    for one in asked:
        one.sign_up = row
        one.save(force_insert=True)
    for one in joined:  # behind it: a line stands in one of before
        one.delete()
        one.same_as = row
        one.save(force_insert=True)
    _say_if_waiting(row, others)
    _refresh(session)
    return row


def _say_if_waiting(made: SignUp, before: list[SignUp]) -> None:
    made.waited = order_of(made.sign_up_list, [*before, made]).place_in_line(made.pk) is not None
    made.save(update_fields=["waited"])


@transaction.atomic
def correct(*, sign_up: SignUp, name: str, partner: str = "") -> SignUp:
    """Correct a name on the list, in its place. Raise Refused if another line has it."""
    session, row = _locked(sign_up)
    _refuse_entered(row)
    if row.cancelled_at:
        raise Refused(f"{row} was removed from the list. Restore it first.")
    others = row.sign_up_list.names.filter(cancelled_at=None).exclude(pk=row.pk)
    _refuse_twice([name, partner], list(others))
    if name_key(name) != name_key(row.name):
        row.player = None
    if name_key(partner) != name_key(row.partner_name):
        row.partner = None
    if partner and not row.partner_name:
        _refuse_no_place(row)
    row.name, row.partner_name = name, partner
    row.save()
    _refresh(session)
    return row


@transaction.atomic
def join(*, sign_up: SignUp, other: SignUp, pair: bool) -> SignUp:
    """Merge two lines and return the result: a duplicate, or with `pair` two partners.

    The earlier line keeps its place. Of a duplicate's two names, the one known to the club is kept,
    otherwise the longer one. The other link still leads here, for a duplicate only to read, because
    a similar name may belong to another person. Idempotent.
    """
    session, row = _locked(sign_up)
    kept, gone = sorted((row, row.sign_up_list.names.get(pk=other.pk)), key=lambda one: one.pk)
    if kept.pk == gone.pk or gone.same_as_id == kept.pk:
        return kept
    for one in (kept, gone):
        _refuse_entered(one)
        if one.cancelled_at:
            raise Refused(f"{one} is no longer on the list. {OUT_OF_DATE}")
    if pair:
        _pair(kept, gone)
    else:
        _take_over(kept, gone)
    gone.cancelled_at, gone.cancelled_by, gone.same_as = (
        timezone.now(),
        f"one with {kept}"[:80],
        kept,
    )
    gone.save()
    gone.joined.update(same_as=kept)
    if pair:
        hooks.joined(gone, kept)
    else:  # a notice leads to the page that cancels, and only the first address may
        hooks.forgotten(gone)
    kept.save()
    _refresh(session)
    return kept


def _pair(kept: SignUp, gone: SignUp) -> None:
    if kept.partner_name or gone.partner_name:
        raise Refused(f"One of them has a partner. {OUT_OF_DATE}")
    _refuse_no_place(kept, without=gone)
    kept.partner_name, kept.partner = gone.name, gone.player


def _take_over(kept: SignUp, gone: SignUp) -> None:
    """Merge the details of a duplicate, with its partner, into the line that is kept."""
    if gone.partner_name and not kept.partner_name:
        _refuse_no_place(kept, without=gone)
        kept.name, kept.player = gone.name, gone.player or kept.player
        kept.partner_name, kept.partner = gone.partner_name, gone.partner
    elif not gone.partner_name and not kept.partner_name:
        known = {one: bool(one.player_id) for one in (gone, kept)}
        best = max((kept, gone), key=lambda one: (known[one], len(one.name)))
        kept.name, kept.player = best.name, best.player


def _refuse_no_place(row: SignUp, *, without: SignUp | None = None) -> None:
    """Raise Refused if a second person on this line would push out a person with a place."""
    standing = list(row.sign_up_list.names.filter(cancelled_at=None))
    before = order_of(row.sign_up_list, standing)
    after = in_order(
        (
            Waiting(key=one.pk, people=2 if one == row else one.people)
            for one in standing
            if one != without
        ),
        places=row.sign_up_list.places,
    )
    stay = {*before.have} - {without.pk if without else None}
    if not stay <= {*after.have}:
        raise Refused("There is no room for two at that place. Make more room first.")


def _refuse_entered(row: SignUp) -> None:
    if row.entered_at:
        raise Refused(f"{row} is already entered in the tournament. Correct it there.")


@transaction.atomic
def cancel_many(*, session: ClubSession, names: Collection[int], actor: Actor) -> int:
    """Take these off an evening's list at one moment, but who is entered; return how many went."""
    session = for_changes(session)
    rows = SignUp.objects.filter(sign_up_list__session=session, pk__in=names, cancelled_at=None)
    rows = rows.filter(entered_at=None)
    hooks.struck(session, rows)
    gone = rows.update(cancelled_at=timezone.now(), cancelled_by=actor.name)
    _refresh(session)
    return gone


@transaction.atomic
def put_all_back(*, session: ClubSession, names: Collection[int]) -> int:
    """Restore these sign-ups to their old places, and return their number."""
    session = for_changes(session)
    rows = SignUp.objects.filter(sign_up_list__session=session, pk__in=names, same_as=None)
    back = rows.exclude(cancelled_at=None).update(cancelled_at=None, cancelled_by="")
    _refresh(session)
    return back


@transaction.atomic
def say_who(*, sign_up: SignUp, name: str, player: Player) -> SignUp:
    """Say who of the club a name on the list is: it reads as theirs from now on."""
    session, row = _locked(sign_up)
    if name_key(name) == name_key(row.name):
        row.player, row.name = player, player.name
    elif name_key(name) == name_key(row.partner_name):
        row.partner, row.partner_name = player, player.name
    row.save()
    _refresh(session)
    return row


def _by(actor: Actor) -> str:
    return actor.name if actor.account or actor.hosting else THEMSELVES


def _locked(sign_up: SignUp) -> tuple[ClubSession, SignUp]:
    session = for_changes(sign_up.sign_up_list.session)
    return session, SignUp.objects.select_related("sign_up_list").get(pk=sign_up.pk)


def _refresh(session: ClubSession) -> None:
    ClubSession.objects.filter(pk=session.pk).update(version=F("version") + 1)
    hooks.places_changed(session)
