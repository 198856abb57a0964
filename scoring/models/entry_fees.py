"""What the entry of a tournament brings: who owes how much for coming in, and who has paid."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models.club import Player
from scoring.models.evening import Attendance
from scoring.models.play import ClubSession
from scoring.models.tournament import Tournament
from scoring.models.tournament_now import entrants_of


def fee_for(session: ClubSession, player: Player) -> int:
    """Return what somebody owes who comes in now."""
    return session.guest_fee_minor if player.guest else session.door_fee_minor


def set_by_hand(came: Attendance) -> bool:
    """Return whether somebody let him owe another amount than the door costs him."""
    return came.fee_minor != fee_for(came.session, came.player)


@dataclass(frozen=True, kw_only=True)
class EntryFees:
    """Minor units."""

    people: int
    """Who owes something for coming in, has paid it, or will owe it."""
    paid: int
    owed: int
    """By those who are checked in and have not paid."""
    to_come: int
    """What those will owe who are entered and not checked in: at the latest once they have a
    seat."""

    @property
    def all(self) -> int:
        return self.paid + self.owed + self.to_come


def entry_fees(tournament: Tournament, *, fee: int | None = None) -> EntryFees:
    """Return what the entry brings on a tournament's evening, as it would be with another `fee`:
    two queries.

    Whoever is checked in counts, entered or not, and also who has left.
    """
    session = tournament.session
    before = session.door_fee_minor
    came = {one.player_id: one for one in session.attendances.all()}
    paid = [one.fee_minor for one in came.values() if one.fee_paid_at]
    owed = [one.fee_minor for one in came.values() if not one.fee_paid_at]
    to_come = [fee_for(session, player) for player in _to_come(tournament) if player.pk not in came]
    if fee is not None and fee != before:
        owed = [fee if minor == before else minor for minor in owed]
        to_come = [fee] * len(to_come)
    people = sum(minor > 0 for minor in (*paid, *owed, *to_come))
    return EntryFees(people=people, paid=sum(paid), owed=sum(owed), to_come=sum(to_come))


def _to_come(tournament: Tournament) -> list[Player]:
    """Return who is entered and can still get a seat; of those who are checked in, too."""
    if tournament.finished_at is not None or tournament.session.closed:
        return []
    entered = entrants_of(tournament).filter(ghost=False, left=None)
    return [player for entrant in entered for player in entrant.people]
