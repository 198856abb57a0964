"""Entry fees of a tournament. Players with a place in a round owe the fee, and some have paid
it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from scoring.evening.queries.fees import fee_for
from scoring.people.models import Player
from scoring.table.models import ClubSession, Seat
from scoring.tournament.models import Entrant, Round, Tournament
from scoring.tournament.queries.now import entrants_of, format_in, payers_of


@dataclass(frozen=True, kw_only=True)
class EntryFees:
    """Entry fees in minor units."""

    people: int
    """Number of players who owe an entry fee, have paid it, or will owe it."""
    paid: int
    owed: int
    """Owed by players who are checked in and have not paid."""
    to_come: int
    """Fees that entered players will owe once they are checked in, or at the latest once they have
    a seat."""
    guest: int
    """The fee for a guest who arrives now."""
    entries: tuple[tuple[str, int], ...]
    """The group of each entrant, and the fees that they paid, owe or will owe."""

    @property
    def all(self) -> int:
        return self.paid + self.owed + self.to_come


def entry_fees(tournament: Tournament, *, fee: int | None = None) -> EntryFees:
    """Return the entry fees of a tournament's evening, as they would be with another `fee`. Makes
    two queries.

    Every player who is checked in counts, entered or not, including players who have left.
    """
    session = tournament.session
    before = format_in(tournament).fee
    changed = fee is not None and fee != before
    came = {one.player_id: one for one in session.attendances.all()}
    entered = _entered(tournament)
    there = [player for one in entered if one.left is None for player in one.people]
    paid = {key: one.fee_minor for key, one in came.items() if one.fee_paid_at}
    owed = {key: one.fee_minor for key, one in came.items() if not one.fee_paid_at}
    to_come = {one.pk: fee_for(session, one) for one in there if one.pk not in came}
    if changed:
        owed = {key: fee if minor == before else minor for key, minor in owed.items()}
        to_come = dict.fromkeys(to_come, fee)
    each = {**paid, **owed, **to_come}
    payers = payers_of(entered, came.values())
    return EntryFees(
        people=sum(minor > 0 for minor in each.values()),
        paid=sum(paid.values()),
        owed=sum(owed.values()),
        to_come=sum(to_come.values()),
        guest=fee if changed else session.guest_fee_minor,
        entries=tuple(
            (one.group, sum(each.get(key, 0) for key in payers[one.pk])) for one in entered
        ),
    )


def _entered(tournament: Tournament) -> list[Entrant]:
    """Return the entrants of a tournament that still goes on, without ghosts."""
    if tournament.finished_at is not None or tournament.session.closed:
        return []
    return list(entrants_of(tournament).filter(ghost=False))


def waiting_for_a_draw(tournament: Tournament) -> list[Entrant]:
    """Return the entrants, without ghosts, who had neither a seat nor a sit-out in a published
    round.

    An entrant who gave their seat away had one. They sat at a table's phone, have a card, or were
    replaced by another entrant.
    """
    rounds = tournament.rounds.exclude(published_at=None)
    out = {
        no
        for lists in rounds.values_list("sitting_out", "was_out")
        for numbers in lists
        for no in numbers
    }
    entered = entrants_of(tournament).filter(ghost=False)
    sat = seats_in(tournament).values("player")
    taken = tournament.entrants.exclude(in_place_of=None).values("in_place_of")
    had_a_seat = Q(placings__round__in=rounds) | Q(player__in=sat) | Q(partner__in=sat)
    had_a_seat |= Q(reports__isnull=False) | Q(pk__in=taken)
    waiting = entered.exclude(pk__in=tournament.entrants.filter(had_a_seat).values("pk"))
    return [one for one in waiting if one.no not in out]


def seats_in(tournament: Tournament) -> QuerySet[Seat]:
    """Return the seats of players at the phones of a tournament's tables, without seats that
    changed before a hand was logged."""
    return Seat.objects.not_replaced().filter(sitting__round_table__round__tournament=tournament)


def people_in(row: Round) -> list[int]:
    """Return the keys of the players who sit in a round or sit it out, without ghosts, by number.
    Makes one query."""
    seated = Q(pk__in=row.placings.values("entrant"))
    found = row.tournament.entrants.filter(seated | Q(no__in=row.sitting_out), ghost=False)
    both = found.values_list("player", "partner")
    return [player for pair in both for player in pair if player is not None]


def not_checked_in(row: Round) -> list[Player]:
    """Return the players of a round who are not checked in. Makes three queries."""
    came = set(row.tournament.session.attendances.values_list("player", flat=True))
    missing = [player for player in people_in(row) if player not in came]
    people = Player.objects.in_bulk(missing)
    return [people[player] for player in missing]


def has_played(session: ClubSession, player: Player) -> bool:
    """Return whether a player had a place in a published round, perhaps in a pair that they have
    since left."""
    tournament = Tournament.objects.filter(session=session).first()
    if tournament is None:
        return False
    if seats_in(tournament).filter(player=player).exists():
        return True
    entered = Entrant.objects.filter(
        Q(player=player) | Q(partner=player), tournament=tournament, ghost=False
    )
    entrant = entered.first()
    return entrant is not None and entrant not in waiting_for_a_draw(tournament)


def in_the_round_now(session: ClubSession) -> set[int]:
    """Return the keys of the players who sit in the latest published round or sit it out. Makes two
    queries."""
    rounds = Round.objects.filter(tournament__session=session).exclude(published_at=None)
    last = rounds.select_related("tournament").order_by("no").last()
    return set(people_in(last)) if last else set()
