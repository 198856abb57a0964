"""Count closed evenings again from their hands: `manage.py recount`, after an upgrade `recount
--missing`."""

from __future__ import annotations

from django.core.management.base import BaseCommand
from django.db import transaction

from scoring.club.actions.count import count_tallies, rate_again, when
from scoring.club.queries.tallies import closed_sessions
from scoring.euchre.game import ImpossibleSitting
from scoring.euchre.wording import counted
from scoring.money.actions.ledger import enter_missing
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club
from scoring.table.models import ClubSession


class Command(BaseCommand):
    help = "Recalculate the totals and ratings of all closed club nights, and list the changes."

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--club", type=int, metavar="N", help="the number of one club (default: all clubs)"
        )
        parser.add_argument(
            "--missing",
            action="store_true",
            help="only club nights that this version has not counted",
        )

    def handle(self, *, club: int | None, missing: bool, **options) -> None:
        found = closed_sessions(club=club, uncounted=missing)
        # Keys alone: ten years of evenings are not held in memory at once.
        keys = list(found.values_list("club", "pk"))
        for number in dict.fromkeys(number for number, _ in keys):
            sessions = [key for its_club, key in keys if its_club == number]
            self.count(Club.objects.get(pk=number), sessions, missing=missing)
        if not missing:
            self.stdout.write(f"{counted(len(keys), 'evening')} counted.")

    def count(self, club: Club, sessions: list[int], *, missing: bool) -> None:
        """Count these evenings of a club; then its ratings, and what its book does not know yet."""
        since = when(ClubSession.objects.get(pk=sessions[0])) if missing else None
        changed = [self.tallies(club, session, quiet=missing) for session in sessions]
        if missing and not any(changed):
            return
        if missing:
            self.stdout.write(f"{club}: {counted(len(sessions), 'evening')} counted.")
        with transaction.atomic():
            lock_club(club.pk)
            self.say(f"Ratings of {club}", rate_again(club=club.pk, since=since))
        self.say(f"Accounts of {club}", enter_missing(club=club), "{} entered")

    @transaction.atomic
    def tallies(self, club: Club, session: int, *, quiet: bool) -> int:
        lock_club(club.pk)
        session = ClubSession.objects.select_for_update().get(pk=session)
        try:
            changed = count_tallies(session=session) if session.closed else 0
        except ImpossibleSitting as wrong:
            self.stderr.write(f"{session} of {club} was skipped: {wrong}")
            return 0
        self.say(f"{session} of {club}", 0 if quiet else changed)
        return changed

    def say(self, what: str, number: int, how: str = "{} changed") -> None:
        if number:
            self.stdout.write(f"{what}: {how.format(counted(number, 'row'))}.")
