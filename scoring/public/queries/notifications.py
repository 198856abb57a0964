"""The subscribers to a round, a list or an evening, and their number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.urls import reverse

from scoring.euchre.wording import counted, listed
from scoring.evening.models import Pass, SignUp
from scoring.evening.queries.answers import lines_of
from scoring.people.models import OwnPart, Player
from scoring.public.models import Notification, PersonalLink, Subscription
from scoring.public.models.notifications import Way
from scoring.table.models import ClubSession
from scoring.tournament.models import Entrant, Round, Tournament
from scoring.tournament.pure import values
from scoring.tournament.pure.seats import SEAT_NAMES, SIZES
from scoring.tournament.queries.now import entrants_of, format_in, seats_by_table

MOST = 5
"""The most phones and addresses subscribed to one person."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where an entrant sits in a round, in words."""

    table: int | None
    """None where they sit out."""
    seat: str = ""
    """ "seat East", of a pair "seats North and South"."""
    partner: str = ""
    against: str = ""

    def title(self, round: int) -> str:
        """Return "Table 3, seat East"."""
        return (
            f"You sit out round {round}"
            if self.table is None
            else f"Table {self.table}, {self.seat}"
        )

    def body(self, round: int) -> str:
        """Return "With Zoë, against Ann and Ben. Round 2."."""
        if self.table is None:
            return "You play again next round."
        who = filter(None, (self.partner and f"with {self.partner}", f"against {self.against}"))
        said = ", ".join(who)
        return f"{said[0].upper()}{said[1:]}. Round {round}."


def places_in(row: Round, entrants: Iterable[Entrant]) -> dict[int, Place]:
    """Return everybody's place in a round by their numbers: two queries."""
    names = {one.no: one.name for one in entrants}
    found = {no: Place(table=None) for no in row.sitting_out}
    tables = list(row.tables.all())
    seats, alone = seats_by_table(tables), bool(format_in(row.tournament).places)
    for table in tables:
        at = values.RoundTable(no=table.no, seats=seats.get(table.pk, {}), alone=alone)
        for no in at.entrants if len(at.seats) in (3, *SIZES) else ():
            mine = at.side_of(no)
            others = [one for side, who in at.by_side.items() if side != mine for one in who]
            found[no] = Place(
                table=table.no,
                seat=_seats(at.seats_of(no)),
                partner=listed([names[one] for one in at.by_side[mine] if one != no]),
                against=listed([names[one] for one in others]),
            )
    return found


def _seats(seats: Sequence[str]) -> str:
    named = listed([SEAT_NAMES[seat].removeprefix("Seat ") for seat in seats])
    return f"seat {named}" if len(seats) == 1 else f"seats {named}"


def round_on(tournament: Tournament) -> Round | None:
    """Return the round that everybody knows of and that is not over."""
    latest = tournament.rounds.order_by("-no").first()
    return latest if latest and latest.published_at and not latest.ended_at else None


@dataclass(frozen=True, kw_only=True)
class Recipient:
    """A subscriber to an entrant, with the page to link to."""

    subscription: Subscription
    entrant: Entrant
    path: str


def recipients_of(tournament: Tournament, *, only: Subscription | None = None) -> list[Recipient]:
    """Return the subscribers to a tournament's entrants, by their card, their sign-up or their own
    page, each phone once per entrant. It takes one query without subscribers, otherwise four."""
    players = Player.objects.filter(
        Q(entries__tournament=tournament) | Q(entries_as_partner__tournament=tournament)
    )
    asked = Subscription.objects.live().filter(
        Q(entrant__tournament=tournament)
        | Q(
            Q(sign_up__player__in=players.values("pk"))
            | Q(sign_up__partner__in=players.values("pk")),
            sign_up__sign_up_list__session=tournament.session_id,
            sign_up__cancelled_at=None,
        )
        | Q(player__in=players.values("pk"))
    )
    if OwnPart.SEAT not in tournament.session.club.own_parts:
        asked = asked.filter(player=None)
    if only:
        asked = asked.filter(pk=only.pk)
    found = list(asked.select_related("sign_up"))
    if not found:
        return []
    entrants = list(entrants_of(tournament))
    by_player = {player.pk: one for one in entrants for player in one.people}
    by_key = {one.pk: one for one in entrants}
    links, token = links_of(found), _players_token(tournament.session_id)
    recipients: dict[tuple[str, int], Recipient] = {}
    for one in found:
        who = [one.sign_up.player_id, one.sign_up.partner_id] if one.sign_up else [one.player_id]
        entered = (
            [by_key[one.entrant_id]] if one.entrant_id else filter(None, map(by_player.get, who))
        )
        for entrant in entered:
            path = reverse("player-card", args=[token, entrant.no]) if token else ""
            if one.player_id:
                path = links.get(one.player_id, path)
            known = Recipient(subscription=one, entrant=entrant, path=path)
            recipients.setdefault((one.fingerprint, entrant.no), known)
    return list(recipients.values())


def path_of_card(entrant: Entrant) -> str:
    """Return the page of an entrant's card; nothing where players have no address."""
    token = _players_token(entrant.tournament.session_id)
    return reverse("player-card", args=[token, entrant.no]) if token else ""


def _players_token(session: int) -> str:
    passes = Pass.objects.filter(session=session, right=Pass.Right.PLAYERS, revoked_at=None)
    return passes.values_list("token", flat=True).first() or ""


def links_of(asked: Iterable[Subscription]) -> dict[int, str]:
    """Return the addresses of own pages, by the keys of their players."""
    players = {one.player_id for one in asked if one.player_id}
    live = PersonalLink.objects.filter(player__in=players, revoked_at=None) if players else ()
    return {one.player_id: one.get_absolute_url() for one in live}


def recipients_on_list(
    session: ClubSession, *, only: Subscription | None = None
) -> list[tuple[Subscription, SignUp]]:
    """Return the subscribers to an evening's sign-ups, each with the sign-up: by its page, or by
    the page of one of its people. It takes one query without subscribers, otherwise two."""
    names = SignUp.objects.filter(sign_up_list__session=session, cancelled_at=None)
    asked = Subscription.objects.live().filter(
        Q(sign_up__in=names) | Q(player__club=session.club_id)
    )
    if only:
        asked = asked.filter(pk=only.pk)
    found = list(asked.select_related("player"))
    # What a club has shut on own pages nobody is told by theirs.
    if any(one.player for one in found) and OwnPart.EVENINGS not in session.club.own_parts:
        found = [one for one in found if not one.player]
    if not found:
        return []
    rows = list(names.select_related("sign_up_list"))
    by_key = {one.pk: one for one in rows}
    by_player = lines_of((one.player for one in found if one.player), rows)
    lines = [
        (one, by_key[one.sign_up_id] if one.sign_up_id else by_player.get(one.player_id))
        for one in found
    ]
    return [(one, line) for one, line in lines if line]


def recipients_of_evening(session: ClubSession) -> list[tuple[Subscription, str]]:
    """Return the subscribers to notify if an evening is cancelled or moved, each phone once, with
    the page to link to: people on its list, its entrants, and players who answered Going."""
    found: dict[str, tuple[Subscription, str]] = {}
    for one, name in recipients_on_list(session):
        found[one.fingerprint] = (one, reverse("my-place", args=[name.token]))
    tournament = Tournament.objects.filter(session=session).first()
    for one in recipients_of(tournament) if tournament else ():
        found.setdefault(one.subscription.fingerprint, (one.subscription, one.path))
    for one, path in _who_answered(session):
        found.setdefault(one.fingerprint, (one, path))
    return list(found.values())


def _who_answered(session: ClubSession) -> list[tuple[Subscription, str]]:
    """Return the subscribers who answered Going on their own page, with that page."""
    if OwnPart.EVENINGS not in session.club.own_parts:
        return []
    going = session.answers.filter(comes=True).values("player")
    asked = list(Subscription.objects.live().filter(player__in=going))
    links = links_of(asked)
    return [(one, links.get(one.player_id, "")) for one in asked]


def mails_about(**whom) -> dict[str, bool]:
    """Return whether e-mail notifications about these are on, and whether only an address waits to
    be confirmed. One query."""
    mails = Subscription.objects.filter(way=Way.MAIL, ended_at=None, **whom)
    confirmed = [at is not None for at in mails.values_list("confirmed_at", flat=True)]
    return {"mail_is_on": any(confirmed), "mail_waits": bool(confirmed) and not any(confirmed)}


def asked_in(session: ClubSession) -> QuerySet[Subscription]:
    """Return the subscriptions to an evening's entrants or its list."""
    return Subscription.objects.filter(
        Q(entrant__tournament__session=session) | Q(sign_up__sign_up_list__session=session)
    )


@dataclass(frozen=True, kw_only=True)
class Reached:
    """The number of subscribers to an evening, and the notifications that failed."""

    phones: int
    mails: int
    ended: int
    """Phones and addresses that are there no more."""
    sent: int
    waiting: int
    missed: int
    """What could not be sent, or not in time."""

    @property
    def asked(self) -> bool:
        """Whether there are any."""
        return bool(self.phones or self.mails or self.ended or self.missed)

    @property
    def whom(self) -> str:
        """Return "12 phones and 3 mail addresses"."""
        phones, mails = counted(self.phones, "phone"), counted(self.mails, "e-mail address")
        return listed([phones, f"{mails}es" if self.mails != 1 else mails])


def reached_in(session: ClubSession) -> Reached:
    """Return how an evening's notifications fare; two queries."""
    asked = list(asked_in(session).filter(confirmed_at__isnull=False))
    rows = Notification.objects.filter(session=session).exclude(tag__startswith="confirm")
    found = list(rows.values_list("outcome", flat=True))
    outcomes = {name: found.count(name) for name in {*found}}
    live = [one.way for one in asked if one.ended_at is None]
    return Reached(
        phones=live.count("push"),
        mails=live.count("mail"),
        ended=len(asked) - len(live),
        sent=outcomes.get("sent", 0),
        waiting=outcomes.get("", 0),
        missed=sum(outcomes.get(name, 0) for name in ("late", "failed", "gone")),
    )
