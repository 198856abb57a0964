"""Being told without asking: somebody asks for it, it is written with what it tells, it ends.

What is written here is sent by a thread of the server (scoring/sending/), after the transaction:
nobody who writes waits for it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from scoring.actions import Refused
from scoring.models import (
    Club,
    ClubSession,
    Entrant,
    Notification,
    Player,
    Round,
    SignUp,
    Subscription,
    Tournament,
)
from scoring.models.notifications import SubscriptionQuerySet, Way, fingerprint_of
from scoring.queries.club.notifications import (
    MOST,
    asked_in,
    path_of_card,
    places_in,
    recipients_of,
    recipients_of_evening,
    recipients_on_list,
    round_on,
)
from scoring.queries.evening.signing_up import order_of
from scoring.queries.tournament.now import entrants_of

ROUND_IS_NEWS = timedelta(minutes=20)
"""Where to sit is worth sending for so long after it was decided: by then they have sat down."""
A_DAY = timedelta(days=1)
MOST_ASKS = 200
"""Addresses of mail that nobody confirmed, about one club: whoever has a poster could otherwise
have us write to the world."""
MOST_UNANSWERED = 3
"""Mails to one address that nobody there said yes to: whoever may look at a hall's cards could
otherwise write to it about each of them."""
MOST_IN_TURN = 20
"""So many may ask about one entrant in turn, of whom the last five are told."""
KEPT = timedelta(days=7)
"""How long it is kept that something was sent, for whoever asks why it did not come."""

SENT_TO = ("way", "sent_to", "p256dh", "auth", "fingerprint")

Whom = Entrant | SignUp | Player


# -- Asked for, confirmed, stopped.


@transaction.atomic
def tell_phone(*, whom: Whom, endpoint: str, p256dh: str, auth: str) -> Subscription:
    """Let a phone be told of somebody from now on. Asked twice, it is told once.

    Raises Refused when too many asked to be told of them.
    """
    keys = {"p256dh": p256dh, "auth": auth}
    made, new = _asked(whom, Way.PUSH, endpoint, **keys, confirmed_at=timezone.now())
    if new:
        _knows(made)
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
        raise Refused("Too many addresses wait to be confirmed. Nothing was sent: come tomorrow.")
    others = lately.exclude(**about(whom)).filter(fingerprint=fingerprint_of(address))
    if others.count() >= MOST_UNANSWERED:
        raise Refused(
            "That address was written to, and nobody said yes there yet. Nothing was sent: look "
            "into its mail, or come tomorrow."
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
        _write([letter], club=club, session=None, until=timezone.now() + A_DAY)
    return made


def _asked(whom: Whom, way: str, address: str, **what) -> tuple[Subscription, bool]:
    """Return the subscription, and whether it is new. Whom it is about is locked: of two at once
    the second finds the first."""
    type(whom)._base_manager.select_for_update().get(pk=whom.pk)
    if _is_over(whom):
        raise Refused("The evening is over. Nothing was changed: there is nothing to tell.")
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
            f"{MOST} phones and addresses are told of {whom} already. Nothing was changed: stop "
            "one of them first."
        )
    if Subscription.objects.filter(entrant=whom).count() >= MOST_IN_TURN:
        raise Refused(
            f"{MOST_IN_TURN} phones and addresses asked about {whom} by now, and that is enough. "
            "Nothing was changed: let the director make a new code for the players."
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
        _write([letter], club=session.club, session=session, until=until)
    nothing = dict.fromkeys(("sent_to", "p256dh", "auth"), "")
    live.filter(pk=first.pk).update(ended_at=timezone.now(), **nothing)


@transaction.atomic
def confirm(*, subscription: Subscription) -> None:
    """Let an address be told, now that who reads it said so. Told twice, it happens once."""
    found = Subscription.objects.select_for_update().get(pk=subscription.pk)
    if found.confirmed_at is None:
        found.confirmed_at = timezone.now()
        found.save(update_fields=["confirmed_at"])
        _knows(found)


@transaction.atomic
def stop(*, subscription: Subscription) -> None:
    """Tell a phone or an address nothing more, not even what is on its way; nothing is kept."""
    _end(Subscription.objects.filter(pk=subscription.pk))


@transaction.atomic
def stop_phone(*, whom: Whom, endpoint: str) -> None:
    """Tell a phone nothing more of somebody. Told twice, it happens once."""
    phone = Subscription.objects.filter(fingerprint=fingerprint_of(endpoint))
    _end(phone.filter(**about(whom)))


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


def stop_all(asked) -> None:
    """Let these subscriptions (a queryset) go at once, and whatever is on its way to them."""
    _end(asked)


def stop_evening(session: ClubSession) -> None:
    """Tell nobody any more of an evening that is closed."""
    _end(asked_in(session))


def stop_player(player: Player) -> None:
    """Tell nobody any more of somebody who was forgotten."""
    entries = Entrant.objects.filter(Q(player=player) | Q(partner=player))
    names = SignUp.objects.filter(Q(player=player) | Q(partner=player))
    of_them = Q(player=player) | Q(entrant__in=entries) | Q(sign_up__in=names)
    _end(Subscription.objects.filter(of_them))


def stop_players_pass(session: ClubSession) -> None:
    """Tell nobody any more who asked by an address that was revoked."""
    _end(Subscription.objects.filter(entrant__tournament__session=session))


def _end(asked) -> None:
    keys = list(asked.values_list("pk", flat=True))
    if keys:
        Notification.objects.filter(subscription__in=keys, done_at=None).delete()
        Subscription.objects.filter(pk__in=keys).delete()


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


# -- Written, with what it tells.


def _knows(made: Subscription) -> None:
    """Note down what the page shows where it was asked for: nobody is told that anew."""
    whom = made.about
    if isinstance(whom, SignUp):
        _tell_list(whom.sign_up_list.session, only=made, silently=True)
    if isinstance(whom, Player):
        names = SignUp.objects.filter(player=whom, cancelled_at=None)
        lists = ClubSession.objects.filter(sign_up_list__names__in=names, closed_at=None)
        for session in lists.select_related("club").distinct():
            _tell_list(session, only=made, silently=True)
    tournaments = {
        Entrant: lambda: [whom.tournament],
        SignUp: lambda: Tournament.objects.filter(session=whom.sign_up_list.session_id),
        Player: lambda: Tournament.objects.filter(
            Q(entrants__player=whom) | Q(entrants__partner=whom),
            finished_at=None,
            session__closed_at=None,
        ),
    }
    for tournament in tournaments[type(whom)]():
        tell_seats(tournament, only=made, silently=True)


def tell_seats(
    tournament: Tournament, *, only: Subscription | None = None, silently: bool = False
) -> None:
    """Write to whoever asked where they sit in the round that is on, if they do not know that yet;
    that it was taken back, if it was. One query where nobody asked."""
    recipients = recipients_of(tournament, only=only)
    row = round_on(tournament) if recipients else None
    if not recipients:
        return
    places = places_in(row, entrants_of(tournament)) if row else {}
    changed, letters = [], []
    for one in recipients:
        tag, place = f"seat-{tournament.pk}-{one.entrant.no}", places.get(one.entrant.no)
        knew = one.subscription.known.get(tag)
        if place:
            title, body = place.title(row.no), place.body(row.no)
            knows = [row.no, fingerprint_of(title + body)]
        elif knew and row is None and _was_taken_back(tournament, knew):
            title, body, knows = "Wait for your seat", "The round was taken back.", None
        else:
            continue
        if knew != knows:
            seats_before = [key for key in one.subscription.known if key.startswith("seat-")]
            for key in seats_before:
                del one.subscription.known[key]
            if knows:
                one.subscription.known[tag] = knows
            changed.append(one.subscription)
            letters.append(
                Letter(to=one.subscription, path=one.path, tag=tag, title=title, body=body)
            )
    Subscription.objects.bulk_update(changed, ["known"])
    if not silently:
        until = timezone.now() + ROUND_IS_NEWS
        _write(letters, club=tournament.session.club, session=tournament.session, until=until)


def _was_taken_back(tournament: Tournament, knew: list) -> bool:
    return not tournament.rounds.filter(no=knew[0], published_at__isnull=False).exists()


def round_is_over(row: Round) -> None:
    """Let nobody be told any more where they sat in it."""
    waiting = Notification.objects.filter(session=row.tournament.session_id, done_at=None)
    waiting.filter(tag__startswith=f"seat-{row.tournament_id}-").delete()


def tell_list(session: ClubSession) -> None:
    """Write to whoever waited on an evening's list that they have a place now, or that they wait.
    One query where nobody asked."""
    _tell_list(session)


def _tell_list(
    session: ClubSession, *, only: Subscription | None = None, silently: bool = False
) -> None:
    recipients = [one for one in recipients_on_list(session) if only in (None, one[0])]
    if not recipients:
        return
    sign_up_list = recipients[0][1].sign_up_list
    order = order_of(sign_up_list, SignUp.objects.filter(sign_up_list=sign_up_list))
    changed, letters = [], []
    for one, name in recipients:
        tag = _place_tag(name)
        knew, line = one.known.get(tag), order.place_in_line(name.pk)
        knows = "waits" if line else "in"
        if knew == knows:
            continue
        one.known[tag] = knows
        changed.append(one)
        if knew:
            waits = f"You wait: number {line} in line"
            again = "You are on the list again"
            has = again if knew == "off" else "A place became free: you are in"
            letter = Letter(
                to=one,
                path=reverse("my-place", args=[name.token]),
                tag=tag,
                title=waits if line else has,
                body=f"{_evening(session)}. If you cannot come, cancel on your page.",
            )
            letters.append(letter)
    Subscription.objects.bulk_update(changed, ["known"])
    if not silently:
        _write(letters, club=session.club, session=session, until=_beginning_of(session))


def _place_tag(name: SignUp) -> str:
    return f"place-{name.sign_up_list_id}-{name.pk}"


def tell_struck(session: ClubSession, names: QuerySet[SignUp]) -> None:
    """Write to who asked that somebody else takes these names off an evening's list: before it is
    done, since afterwards nobody is told of them."""
    struck = {name.pk for name in names}
    found = [one for one in recipients_on_list(session) if one[1].pk in struck]
    for one, name in found:
        one.known[_place_tag(name)] = "off"
    Subscription.objects.bulk_update([one for one, _ in found], ["known"])
    letters = [
        Letter(
            to=one,
            path=reverse("my-place", args=[name.token]),
            tag=_place_tag(name),
            title="Your name was taken off the list",
            body=f"{_evening(session)}. Whoever runs it did that. Is it a mistake? Ask them.",
        )
        for one, name in found
    ]
    _write(letters, club=session.club, session=session, until=_beginning_of(session))


def tell_out(tournament: Tournament, out: Collection[Entrant]) -> None:
    """Write to who asked about these entrants by their card, or by the name they put down, that
    they are taken out: before it is done, since it takes the card along. One query where nobody
    asked."""
    nos = {one.no for one in out}
    session = tournament.session
    letters = [
        Letter(
            to=one.subscription,
            path="",
            tag=f"seat-{tournament.pk}-{one.entrant.no}",
            title="You are out of the tournament",
            body=f"{_evening(session)}. Its director took you out. Is it a mistake? Ask them.",
        )
        for one in recipients_of(tournament)
        if one.entrant.no in nos and not one.subscription.player_id
    ]
    _write(letters, club=session.club, session=session, until=_beginning_of(session))


def tell_called_off(session: ClubSession) -> None:
    """Write to whoever comes that an evening is called off. It is deleted after that: what is
    written stays."""
    _tell_evening(session, title="Called off", body=f"{_evening(session)} does not take place.")


def tell_moved(session: ClubSession, *, before: ClubSession) -> None:
    """Write to whoever comes that an evening is on another day or at another hour."""
    if (before.played_on, before.starts_at) != (session.played_on, session.starts_at):
        _tell_evening(
            session,
            title=f"Now {_when(session)}",
            body=f"It was {_evening(before)}.",
            before=before,
        )


def _tell_evening(
    session: ClubSession, *, title: str, body: str, before: ClubSession | None = None
) -> None:
    until = max(_beginning_of(one) for one in (session, before) if one)
    letters = [
        Letter(
            to=one,
            path=path if before else "",
            tag=f"evening-{session.pk}",
            title=title,
            body=body,
        )
        for one, path in recipients_of_evening(session)
    ]
    _write(letters, club=session.club, session=session, until=until)


def _evening(session: ClubSession) -> str:
    return f"{session.kind}, {_when(session)}"


def _when(session: ClubSession) -> str:
    at = f" at {session.starts_at:%H:%M}" if session.starts_at else ""
    return f"{session.date}{at}"


def _beginning_of(session: ClubSession) -> datetime:
    """Return when an evening begins, at its latest; an hour from now if that is past."""
    here = timezone.get_current_timezone()
    at = session.starts_at or time(23, 59)
    begins = datetime.combine(session.played_on, at, tzinfo=here)
    return max(begins, timezone.now() + timedelta(hours=1))


@dataclass(frozen=True, kw_only=True)
class Letter:
    """What one phone or address is told."""

    to: Subscription
    path: str
    """The page that says it, too; empty where there is none."""
    tag: str
    title: str
    body: str


def _write(
    letters: Sequence[Letter], *, club: Club, session: ClubSession | None, until: datetime
) -> None:
    """Put them into the outbox, each in the place of what was not sent yet under its tag: two
    queries, however many."""
    if not letters:
        return
    waiting = Notification.objects.filter(done_at=None)
    waiting.filter(
        fingerprint__in=[one.to.fingerprint for one in letters],
        tag__in={one.tag for one in letters},
    ).delete()
    Notification.objects.bulk_create(
        Notification(
            subscription=one.to,
            session=session,
            club=club,
            **{name: getattr(one.to, name) for name in SENT_TO},
            stop_token=one.to.token,
            tag=one.tag,
            title=one.title[:120],
            body=one.body[:400],
            path=one.path[:200],
            worth_until=until,
        )
        for one in letters
    )


def forget_notifications(*, now: datetime) -> int:
    """Delete what was sent long ago, and addresses that nobody confirmed; return how many rows."""
    old = Notification.objects.filter(done_at__lt=now - KEPT)
    unconfirmed = Subscription.objects.filter(confirmed_at=None, asked_at__lt=now - A_DAY)
    return old.delete()[0] + unconfirmed.delete()[0]
