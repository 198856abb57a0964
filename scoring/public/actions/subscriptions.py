"""Subscribe to notifications, on a phone or by e-mail: ask, confirm and stop."""

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
"""The most unconfirmed e-mail addresses of one club. Otherwise anyone with a poster could make us
send mail to the world."""
MOST_UNANSWERED = 3
"""The most unanswered mails to one address. Otherwise anyone with a hall's cards could send it a
mail about each of them."""
MOST_IN_TURN = 20
"""The most subscriptions to one entrant in succession, of which the last five stay."""
Whom = Entrant | SignUp | Player


@transaction.atomic
def tell_phone(*, whom: Whom, endpoint: str, p256dh: str, auth: str) -> Subscription:
    """Subscribe a phone to notifications about an entrant, a sign-up or a player. It is idempotent.

    Raise Refused if there are too many subscriptions to them.
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
    """Send one mail that asks an address to confirm its subscription. It gets nothing else before
    that. It is idempotent.

    Raise Refused if there are too many subscriptions to them, or too many unanswered mails.
    """
    club, address = _club_of(whom), address.lower()
    # Also those that made room for others: they were written to all the same.
    lately = Subscription.objects.filter(way=Way.MAIL, confirmed_at=None)
    if _of_club(lately, club).count() >= MOST_ASKS:
        raise Refused("Too many e-mail addresses are waiting to be confirmed. Try again tomorrow.")
    others = lately.exclude(**about(whom)).filter(fingerprint=fingerprint_of(address))
    if others.count() >= MOST_UNANSWERED:
        raise Refused(
            "We’ve already written to this address. Open that e-mail and confirm, or try again "
            "tomorrow."
        )
    made, new = _asked(whom, Way.MAIL, address)
    if new:
        letter = Letter(
            to=made,
            path=reverse("confirm-mail", args=[made.token]),
            tag=f"confirm-{made.pk}",
            title="Turn on e-mail notifications?",
            body="This address was entered for e-mails about a seat and changes to a club night. "
            "If that was you, confirm here. If not, do nothing, and we won’t write again.",
        )
        write([letter], club=club, session=None, until=timezone.now() + A_DAY)
    return made


def _asked(whom: Whom, way: str, address: str, **what) -> tuple[Subscription, bool]:
    """Return the subscription, and whether it is new. The subject is locked, so that of two
    requests at once the second finds the first's."""
    type(whom)._base_manager.select_for_update().get(pk=whom.pk)
    if _is_over(whom):
        raise Refused("The club night is over, so there is nothing to notify you about.")
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
    """Drop the oldest subscription and notify it, where all people with a hall's code can
    subscribe. Otherwise five jokes would shut out the owner of the card. Unconfirmed ones are
    dropped first.

    Raise Refused for a player's own page, and if there are too many already.
    """
    if not isinstance(whom, Entrant):
        raise Refused(
            f"{MOST} phones and e-mail addresses already get notifications about {whom}. Turn off "
            "one of them first."
        )
    if Subscription.objects.filter(entrant=whom).count() >= MOST_IN_TURN:
        raise Refused(
            f"{MOST_IN_TURN} phones and e-mail addresses have asked for {whom}, and that is the "
            "most. Ask the director for a new QR code."
        )
    first = live.order_by(F("confirmed_at").asc(nulls_first=True), "asked_at", "pk").first()
    session = whom.tournament.session
    letter = Letter(
        to=first,
        path=path_of_card(whom),
        tag=f"room-{first.pk}",
        title=f"No more notifications about {whom}",
        body=f"{MOST + 1} phones and e-mail addresses asked for them, and this one was the first. "
        "To get them again, tap the button on the tally card.",
    )
    Notification.objects.filter(subscription=first, done_at=None).delete()
    if first.confirmed_at:
        until = timezone.now() + ROUND_IS_NEWS
        write([letter], club=session.club, session=session, until=until)
    nothing = dict.fromkeys(("sent_to", "p256dh", "auth"), "")
    live.filter(pk=first.pk).update(ended_at=timezone.now(), **nothing)


@transaction.atomic
def confirm(*, subscription: Subscription) -> None:
    """Confirm the subscription of an e-mail address. It is idempotent."""
    found = Subscription.objects.select_for_update().get(pk=subscription.pk)
    if found.confirmed_at is None:
        found.confirmed_at = timezone.now()
        found.save(update_fields=["confirmed_at"])
        note_as_known(found)


@transaction.atomic
def stop(*, subscription: Subscription) -> None:
    """Delete a subscription with its unsent notifications."""
    stop_all(Subscription.objects.filter(pk=subscription.pk))


@transaction.atomic
def stop_phone(*, whom: Whom, endpoint: str) -> None:
    """Delete a phone's subscription to one subject. It is idempotent."""
    phone = Subscription.objects.filter(fingerprint=fingerprint_of(endpoint))
    stop_all(phone.filter(**about(whom)))


@transaction.atomic
def has_moved(*, before: str, endpoint: str, p256dh: str, auth: str) -> int:
    """Move a phone's subscriptions from its old address, which no one else knows, to its new one.
    Return their number."""
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
    """Move subscriptions from a sign-up to the one that it was merged into."""
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
    """End subscriptions to a closed evening."""
    stop_all(asked_in(session))


def stop_player(player: Player) -> None:
    """End subscriptions to a player whose data was erased."""
    entries = Entrant.objects.filter(Q(player=player) | Q(partner=player))
    names = SignUp.objects.filter(Q(player=player) | Q(partner=player))
    of_them = Q(player=player) | Q(entrant__in=entries) | Q(sign_up__in=names)
    stop_all(Subscription.objects.filter(of_them))


def stop_players_pass(session: ClubSession) -> None:
    """End subscriptions by an address that was revoked."""
    stop_all(Subscription.objects.filter(entrant__tournament__session=session))


def about(whom: Whom) -> dict[str, Whom]:
    """Return the field of a subscription for this subject, with the subject."""
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
