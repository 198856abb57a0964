"""Being told without asking is asked for, confirmed, stopped: by a phone or by mail, of whom."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.evening.models import SignUp
from scoring.people.models import Club, Player
from scoring.public.actions.notifications import A_DAY, ROUND_IS_NEWS, Letter, note_as_known, write
from scoring.public.models import Notification, Subscription
from scoring.public.models.notifications import SubscriptionQuerySet, Way, fingerprint_of
from scoring.public.queries.notifications import MOST, asked_in, path_of_card
from scoring.table.models import ClubSession
from scoring.tournament.models import Entrant

MOST_ASKS = 200
"""Addresses of mail that nobody confirmed, about one club: whoever has a poster could otherwise
have us write to the world."""
MOST_UNANSWERED = 3
"""Mails to one address that nobody there said yes to: whoever may look at a hall's cards could
otherwise write to it about each of them."""
MOST_IN_TURN = 20
"""So many may ask about one entrant in turn, of whom the last five are told."""
Whom = Entrant | SignUp | Player


@transaction.atomic
def tell_phone(*, whom: Whom, endpoint: str, p256dh: str, auth: str) -> Subscription:
    """Let a phone be told of somebody from now on. Asked twice, it is told once.

    Raises Refused when too many asked to be told of them.
    """
    keys = {"p256dh": p256dh, "auth": auth}
    made, new = _asked(whom, Way.PUSH, endpoint, **keys, confirmed_at=timezone.now())
    if new:
        note_as_known(made)
    else:
        Subscription.objects.filter(pk=made.pk).update(**keys)
    return made


@transaction.atomic
def ask_by_mail(*, whom: Whom, address: str) -> Subscription:
    """Write one mail to an address, which asks whether it shall be told of somebody; nothing else
    goes there before that is confirmed. Asked twice, it is asked once.

    Raises Refused when too many asked to be told of them, and when too many mails were not
    answered.
    """
    club, address = _club_of(whom), address.lower()
    # Also those that made room for others: they were written to all the same.
    lately = Subscription.objects.filter(way=Way.MAIL, confirmed_at=None)
    if _of_club(lately, club).count() >= MOST_ASKS:
        raise Refused("Too many addresses wait to be confirmed. Come tomorrow.")
    others = lately.exclude(**about(whom)).filter(fingerprint=fingerprint_of(address))
    if others.count() >= MOST_UNANSWERED:
        raise Refused(
            "That address was written to, and nobody said yes there yet. Look into its mail, or "
            "come tomorrow."
        )
    made, new = _asked(whom, Way.MAIL, address)
    if new:
        letter = Letter(
            to=made,
            path=reverse("confirm-mail", args=[made.token]),
            tag=f"confirm-{made.pk}",
            title="Shall we tell you by mail?",
            body="Somebody asked that this address be told where they sit, and when their evening "
            "changes. If that was you, say so here. If not, do nothing: no other mail will come.",
        )
        write([letter], club=club, session=None, until=timezone.now() + A_DAY)
    return made


def _asked(whom: Whom, way: str, address: str, **what) -> tuple[Subscription, bool]:
    """Return the subscription, and whether it is new. Whom it is about is locked: of two at once
    the second finds the first."""
    type(whom)._base_manager.select_for_update().get(pk=whom.pk)
    if _is_over(whom):
        raise Refused("The evening is over. There is nothing to tell.")
    live = Subscription.objects.filter(**about(whom), ended_at=None)
    fingerprint = fingerprint_of(address)
    found = live.filter(fingerprint=fingerprint).first()
    if found:
        return found, False
    if live.count() >= MOST:
        _make_room(whom, live)
    return Subscription.objects.create(
        **about(whom), way=way, sent_to=address, fingerprint=fingerprint, **what
    ), True


def _make_room(whom: Whom, live: SubscriptionQuerySet) -> None:
    """Let the one that asked first go, which is told so, where all who have the code of a hall can
    ask: else five jokes would shut out whose card it is. What nobody confirmed goes before it.

    Raises Refused where the page is somebody's own, and when too many asked already.
    """
    if not isinstance(whom, Entrant):
        raise Refused(
            f"{MOST} phones and addresses are told of {whom} already. Stop one of them first."
        )
    if Subscription.objects.filter(entrant=whom).count() >= MOST_IN_TURN:
        raise Refused(
            f"{MOST_IN_TURN} phones and addresses asked about {whom} by now, and that is enough. "
            "Let the director make a new code for the players."
        )
    first = live.order_by(F("confirmed_at").asc(nulls_first=True), "asked_at", "pk").first()
    session = whom.tournament.session
    letter = Letter(
        to=first,
        path=path_of_card(whom),
        tag=f"room-{first.pk}",
        title=f"No longer told of {whom}",
        body=f"{MOST + 1} phones and addresses asked, and this was the first. Shall it be told? "
        "Tap the button on the card again.",
    )
    Notification.objects.filter(subscription=first, done_at=None).delete()
    if first.confirmed_at:
        until = timezone.now() + ROUND_IS_NEWS
        write([letter], club=session.club, session=session, until=until)
    nothing = dict.fromkeys(("sent_to", "p256dh", "auth"), "")
    live.filter(pk=first.pk).update(ended_at=timezone.now(), **nothing)


@transaction.atomic
def confirm(*, subscription: Subscription) -> None:
    """Let an address be told, now that who reads it said so. Told twice, it happens once."""
    found = Subscription.objects.select_for_update().get(pk=subscription.pk)
    if found.confirmed_at is None:
        found.confirmed_at = timezone.now()
        found.save(update_fields=["confirmed_at"])
        note_as_known(found)


@transaction.atomic
def stop(*, subscription: Subscription) -> None:
    """Tell a phone or an address nothing more, not even what is on its way; nothing is kept."""
    stop_all(Subscription.objects.filter(pk=subscription.pk))


@transaction.atomic
def stop_phone(*, whom: Whom, endpoint: str) -> None:
    """Tell a phone nothing more of somebody. Told twice, it happens once."""
    phone = Subscription.objects.filter(fingerprint=fingerprint_of(endpoint))
    stop_all(phone.filter(**about(whom)))


@transaction.atomic
def has_moved(*, before: str, endpoint: str, p256dh: str, auth: str) -> int:
    """Tell a phone at its new address what it was told at the one before, which nobody else knows;
    return of how many it is told."""
    new = {
        "sent_to": endpoint,
        "fingerprint": fingerprint_of(endpoint),
        "p256dh": p256dh,
        "auth": auth,
    }
    moved = Subscription.objects.live().filter(way=Way.PUSH, fingerprint=fingerprint_of(before))
    there = Subscription.objects.live().filter(fingerprint=new["fingerprint"])
    for whom in ("entrant", "sign_up", "player"):
        twice = there.filter(**{f"{whom}__isnull": False}).values_list(whom, flat=True)
        moved.filter(**{f"{whom}__in": list(twice)}).delete()
    waiting = Notification.objects.filter(done_at=None, fingerprint=fingerprint_of(before))
    waiting.update(**new)
    return moved.update(**new)


def move_subscriptions(gone: SignUp, kept: SignUp) -> None:
    """Let whoever is told of a line of a list be told of the one that it became."""
    twice = kept.subscriptions.filter(ended_at=None).values("fingerprint")
    gone.subscriptions.filter(fingerprint__in=twice).delete()
    gone.subscriptions.update(sign_up=kept)


def stop_all(asked: QuerySet[Subscription]) -> None:
    """Let these subscriptions go at once, and whatever is on its way to them."""
    keys = list(asked.values_list("pk", flat=True))
    if keys:
        Notification.objects.filter(subscription__in=keys, done_at=None).delete()
        Subscription.objects.filter(pk__in=keys).delete()


def stop_evening(session: ClubSession) -> None:
    """Tell nobody any more of an evening that is closed."""
    stop_all(asked_in(session))


def stop_player(player: Player) -> None:
    """Tell nobody any more of somebody who was forgotten."""
    entries = Entrant.objects.filter(Q(player=player) | Q(partner=player))
    names = SignUp.objects.filter(Q(player=player) | Q(partner=player))
    of_them = Q(player=player) | Q(entrant__in=entries) | Q(sign_up__in=names)
    stop_all(Subscription.objects.filter(of_them))


def stop_players_pass(session: ClubSession) -> None:
    """Tell nobody any more who asked by an address that was revoked."""
    stop_all(Subscription.objects.filter(entrant__tournament__session=session))


def about(whom: Whom) -> dict[str, Whom]:
    """Return the field by which a subscription is about somebody, and them."""
    return {{Entrant: "entrant", SignUp: "sign_up", Player: "player"}[type(whom)]: whom}


def _club_of(whom: Whom) -> Club:
    if isinstance(whom, Player):
        return whom.club
    if isinstance(whom, SignUp):
        return whom.sign_up_list.session.club
    return whom.tournament.session.club


def _is_over(whom: Whom) -> bool:
    if isinstance(whom, Player):
        return False
    evening = whom.sign_up_list if isinstance(whom, SignUp) else whom.tournament
    return evening.session.closed


def _of_club(asked, club: Club):
    return asked.filter(
        Q(entrant__tournament__session__club=club)
        | Q(sign_up__sign_up_list__session__club=club)
        | Q(player__club=club)
    )
