"""Names put down before an evening: the list is opened, names come, wait, go, and are entered."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.actions import Refused
from scoring.actions.evening.sessions import for_changes
from scoring.actions.tournament import entrants
from scoring.models import ClubSession, Player, SignUp, SignUpList, Tournament
from scoring.models.club import new_token
from scoring.permissions import Actor
from scoring.queries.evening.signing_up import names_on, order_of
from scoring.queries.tournament.now import format_in
from scoring.rules.names import name_key

MOST_NAMES = 600
"""On one list: whoever has its address may write on it, so that it must end somewhere."""


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
    """Open an evening's list, or change what it says; names that stand on it stay."""
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
    """Let nobody put a name down any more, or again."""
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
) -> SignUp:
    """Put a name down, with a partner's or alone; of one `key` once.

    `late`: whoever runs the evening may, when the list is closed too. Raises Refused when it is
    closed or full of names, or when a name stands on it.
    """
    session = for_changes(sign_up_list.session)
    sign_up_list = SignUpList.objects.get(pk=sign_up_list.pk)
    sign_up_list.session = session
    made = SignUp.objects.filter(sign_up_list=sign_up_list, key=key).first()
    if made:
        return made
    if not sign_up_list.is_open and not late:
        raise Refused("The list is closed. Nothing was stored: ask whoever runs the evening.")
    standing = list(sign_up_list.names.filter(cancelled_at=None))
    if len(standing) >= MOST_NAMES:
        raise Refused("The list is full. Nothing was stored: ask whoever runs the evening.")
    _refuse_twice([name, partner], standing)
    made = SignUp.objects.create(
        sign_up_list=sign_up_list, key=key, name=name, partner_name=partner, by=actor.name
    )
    _say_if_waiting(made, standing)
    _refresh(session)
    return made


def _refuse_twice(names: list[str], standing: list[SignUp]) -> None:
    there = {name_key(one) for row in standing for one in (row.name, row.partner_name) if one}
    for name in filter(None, names):
        if name_key(name) in there:
            raise Refused(
                f"{name} stands on the list already. Nothing was stored: if that is somebody "
                "else, write the name more fully."
            )


@transaction.atomic
def cancel(*, sign_up: SignUp, actor: Actor) -> SignUp:
    """Take a name off the list: whoever waits first moves up. Told twice, it happens once.

    Raises Refused once they are entered in the tournament: then its director takes them out.
    """
    session, row = _locked(sign_up)
    if row.entered_at:
        raise Refused(
            f"{row} is entered in the tournament already. Nothing was changed: tell its director."
        )
    if row.cancelled_at is None:
        row.cancelled_at, row.cancelled_by = timezone.now(), actor.name
        row.save(update_fields=["cancelled_at", "cancelled_by"])
        _refresh(session)
    return row


@transaction.atomic
def put_back(*, sign_up: SignUp) -> SignUp:
    """Let a name that was taken off stand on the list again, behind all others: whoever moved up
    keeps their place. Told twice, it happens once."""
    session, row = _locked(sign_up)
    if row.cancelled_at is None:
        return row
    others = list(row.sign_up_list.names.filter(cancelled_at=None))
    _refuse_twice([row.name, row.partner_name], others)
    row.delete()
    row.at, row.cancelled_at, row.cancelled_by = timezone.now(), None, ""
    row.save(force_insert=True)
    _say_if_waiting(row, others)
    _refresh(session)
    return row


def _say_if_waiting(made: SignUp, before: list[SignUp]) -> None:
    made.waited = order_of(made.sign_up_list, [*before, made]).place_in_line(made.pk) is not None
    made.save(update_fields=["waited"])


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


@transaction.atomic
def enter_all(*, tournament: Tournament) -> entrants.Entered:
    """Enter everybody who has a place and was not entered yet, in their order; who is new becomes a
    guest of the club.

    A tournament of pairs takes those who came in pairs: whoever came alone stays on the list until
    somebody says with whom they play.
    """
    sign_up_list = SignUpList.objects.select_related("session").get(session=tournament.session_id)
    for_changes(sign_up_list.session)
    rows = names_on(sign_up_list).to_enter
    if format_in(tournament).pairs:
        rows = [one for one in rows if one.partner_name]
        names = [[one.name, one.partner_name] for one in rows]
    else:
        names = [[name] for one in rows for name in (one.name, one.partner_name) if name]
    done = entrants.enter_by_name(tournament=tournament, names=names)
    SignUp.objects.filter(pk__in=[one.pk for one in rows]).update(entered_at=timezone.now())
    return done


def _locked(sign_up: SignUp) -> tuple[ClubSession, SignUp]:
    session = for_changes(sign_up.sign_up_list.session)
    return session, SignUp.objects.select_related("sign_up_list").get(pk=sign_up.pk)


def _refresh(session: ClubSession) -> None:
    ClubSession.objects.filter(pk=session.pk).update(version=F("version") + 1)
