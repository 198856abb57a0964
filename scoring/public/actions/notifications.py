"""Write notifications, in the transaction of their change: seats, sign-ups, and changed evenings.

They go to people who asked for them (subscriptions.py). A thread of the server sends them
(scoring/public/sending/) after the transaction, so writers don't wait for it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from scoring.common.dates import written_time
from scoring.evening.models import SignUp
from scoring.evening.queries.sign_up import order_of
from scoring.people.models import Club, Player
from scoring.public.models import Notification, Subscription
from scoring.public.models.notifications import fingerprint_of
from scoring.public.queries.notifications import (
    places_in,
    recipients_of,
    recipients_of_evening,
    recipients_on_list,
    round_on,
)
from scoring.table.models import ClubSession
from scoring.tournament.models import Entrant, Round, Tournament
from scoring.tournament.queries.now import entrants_of

ROUND_IS_NEWS = timedelta(minutes=20)
"""How long a seat is worth sending after it was drawn. Later people have sat down."""
A_DAY = timedelta(days=1)
KEPT = timedelta(days=7)
"""How long the record of a sent notification is kept, to answer questions about missing ones."""
SENT_TO = ("way", "sent_to", "p256dh", "auth", "fingerprint")


def note_as_known(made: Subscription) -> None:
    """Record the content of the page where notifications were turned on, so that it isn't sent
    again."""
    whom = made.about
    if isinstance(whom, SignUp):
        _tell_list(whom.sign_up_list.session, only=made, silently=True)
    if isinstance(whom, Player):
        lists = ClubSession.objects.filter(club=whom.club_id, closed_at=None)
        for session in lists.exclude(sign_up_list=None).select_related("club"):
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
    """Notify subscribers of their seat in the current round, unless they know it, or that its draw
    was undone. It takes one query without subscribers."""
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
            title, body, knows = "Wait for your seat", "The draw was undone.", None
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
        write(letters, club=tournament.session.club, session=tournament.session, until=until)


def _was_taken_back(tournament: Tournament, knew: list) -> bool:
    return not tournament.rounds.filter(no=knew[0], published_at__isnull=False).exists()


def round_is_over(row: Round) -> None:
    """Cancel unsent notifications of seats in this round."""
    waiting = Notification.objects.filter(session=row.tournament.session_id, done_at=None)
    waiting.filter(tag__startswith=f"seat-{row.tournament_id}-").delete()


def tell_list(session: ClubSession) -> None:
    """Notify people on an evening's waiting list who got a place, or have to wait again. It takes
    one query without subscribers."""
    _tell_list(session)


def _tell_list(
    session: ClubSession, *, only: Subscription | None = None, silently: bool = False
) -> None:
    recipients = recipients_on_list(session, only=only)
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
            waits = f"Waiting list: number {line}"
            again = "You’re signed up again"
            has = again if knew == "off" else "A place is free. You’re signed up"
            letter = Letter(
                to=one,
                path=reverse("my-place", args=[name.token]),
                tag=tag,
                title=waits if line else has,
                body=f"{_evening(session)}. If you can’t come, cancel on your page.",
            )
            letters.append(letter)
    Subscription.objects.bulk_update(changed, ["known"])
    if not silently:
        write(letters, club=session.club, session=session, until=_beginning_of(session))


def _place_tag(name: SignUp) -> str:
    return f"place-{name.sign_up_list_id}-{name.pk}"


def tell_struck(session: ClubSession, names: QuerySet[SignUp]) -> None:
    """Notify subscribers whose names are about to be removed from an evening's list by another
    person. It has to come before, as the subscriptions are deleted too."""
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
            title="Your sign-up was removed",
            body=f"{_evening(session)}. The organiser removed it. Ask them if it’s a mistake.",
        )
        for one, name in found
    ]
    write(letters, club=session.club, session=session, until=_beginning_of(session))


def tell_out(tournament: Tournament, out: Collection[Entrant]) -> None:
    """Notify subscribers to these entrants, by card or sign-up, that they are about to be removed.
    It has to come before, as the card is deleted too. It takes one query without subscribers."""
    nos = {one.no for one in out}
    session = tournament.session
    letters = [
        Letter(
            to=one.subscription,
            path="",
            tag=f"seat-{tournament.pk}-{one.entrant.no}",
            title="You were removed from the tournament",
            body=f"{_evening(session)}. The director removed you. Ask them if it’s a mistake.",
        )
        for one in recipients_of(tournament)
        if one.entrant.no in nos and not one.subscription.player_id
    ]
    write(letters, club=session.club, session=session, until=_beginning_of(session))


def tell_called_off(session: ClubSession) -> None:
    """Write to whoever comes that an evening is called off. It is deleted after that: what is
    written stays."""
    _tell_evening(session, title="Cancelled", body=f"{_evening(session)} won’t take place.")


def tell_moved(session: ClubSession, before: ClubSession) -> None:
    """Notify people who are coming that an evening is on another day or at another time."""
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
    write(letters, club=session.club, session=session, until=until)


def _evening(session: ClubSession) -> str:
    return f"{session.kind}, {_when(session)}"


def _when(session: ClubSession) -> str:
    at = f" at {written_time(session.starts_at)}" if session.starts_at else ""
    return f"{session.date}{at}"


def _beginning_of(session: ClubSession) -> datetime:
    """Return when an evening begins, at its latest; an hour from now if that is past."""
    here = timezone.get_current_timezone()
    at = session.starts_at or time(23, 59)
    begins = datetime.combine(session.played_on, at, tzinfo=here)
    return max(begins, timezone.now() + timedelta(hours=1))


@dataclass(frozen=True, kw_only=True)
class Letter:
    """A notification for one phone or address."""

    to: Subscription
    path: str
    """The page that says it, too; empty where there is none."""
    tag: str
    title: str
    body: str


def write(
    letters: Sequence[Letter], *, club: Club, session: ClubSession | None, until: datetime
) -> None:
    """Put them into the outbox, one of each tag for a phone or address, where it replaces an unsent
    one. It takes two queries, however many there are."""
    if not letters:
        return
    letters = {(one.to.fingerprint, one.tag): one for one in letters}.values()
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
    """Delete old sent notifications, and unconfirmed addresses. Return how many rows."""
    old = Notification.objects.filter(done_at__lt=now - KEPT)
    unconfirmed = Subscription.objects.filter(confirmed_at=None, asked_at__lt=now - A_DAY)
    return old.delete()[0] + unconfirmed.delete()[0]
