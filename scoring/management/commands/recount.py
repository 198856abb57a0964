"""Count closed evenings again from their hands: `manage.py recount`. A server itself does `recount
--missing --beside` after an upgrade, beside its other work."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import dropwhile

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

from scoring.club.actions.count import count_tallies, rate_again, rate_in_steps, when
from scoring.club.queries.tallies import closed_sessions, tallies_from_hands
from scoring.common.machine import give_way, locked
from scoring.euchre.game import ImpossibleSitting
from scoring.euchre.wording import counted
from scoring.money.actions.ledger import enter_missing
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club
from scoring.table.models import ClubSession

EVENINGS = 20
"""How many are counted in one transaction, in which nobody else can write on SQLite."""
LOCK = ".counting"


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
        parser.add_argument(
            "--beside",
            action="store_true",
            help="let the site go first, and count in one process at a time",
        )

    def handle(self, *, club: int | None, missing: bool, beside: bool, **options) -> None:
        if beside:
            give_way()
        with locked(settings.DATA_DIR / LOCK) if beside else nullcontext():
            found = closed_sessions(club=club, uncounted=missing)
            # Keys alone: ten years of evenings are not held in memory at once.
            keys = list(found.values_list("club", "pk"))
            for number in dict.fromkeys(number for number, _ in keys):
                sessions = [key for its_club, key in keys if its_club == number]
                if missing:
                    self.count_missing(Club.objects.get(pk=number), sessions, beside=beside)
                else:
                    self.count(Club.objects.get(pk=number), sessions)
        if not missing:
            self.stdout.write(f"{counted(len(keys), 'evening')} counted.")

    def count(self, club: Club, sessions: list[int]) -> None:
        """Count these evenings of a club; then its ratings, and what its book does not know yet."""
        for session in sessions:
            self.say(f"{ClubSession.objects.get(pk=session)} of {club}", self.tallies(session))
        with transaction.atomic():
            lock_club(club.pk)
            self.say(f"Ratings of {club}", rate_again(club=club.pk))
        self.say(f"Accounts of {club}", enter_missing(club=club), "{} entered")

    def count_missing(self, club: Club, sessions: list[int], *, beside: bool) -> None:
        """Count these evenings of a club, and what rests on them. An evening without tallies is
        counted again, so its tallies come last: if this is killed, the next start does the rest."""
        sessions = [*dropwhile(_has_no_figures, sessions)]
        if not sessions:
            return
        pause = _taking_turns if beside else nullcontext
        since = when(ClubSession.objects.get(pk=sessions[0]))
        rated = entered = 0
        steps = rate_in_steps(club=club.pk, since=since, evenings=EVENINGS)
        done = False
        while not done:
            with pause():
                changed = next(steps, None)
                done = changed is None
                rated += changed or 0
        for start in range(0, len(sessions), EVENINGS):
            with pause():
                some = sessions[start : start + EVENINGS]
                entered += enter_missing(club=club, sessions=some)
        for session in sessions:
            with pause():
                self.tallies(session)
        self.stdout.write(f"{club}: {counted(len(sessions), 'evening')} counted.")
        self.say(f"Ratings of {club}", rated)
        self.say(f"Accounts of {club}", entered, "{} entered")

    @transaction.atomic
    def tallies(self, key: int) -> int:
        """Count one evening. Return the number of changed rows."""
        session = ClubSession.objects.get(pk=key)
        club = lock_club(session.club_id)
        session = ClubSession.objects.select_for_update().get(pk=key)
        try:
            return count_tallies(session=session) if session.closed else 0
        except ImpossibleSitting as wrong:
            self.stderr.write(f"{session} of {club} was skipped: {wrong}")
            return 0

    def say(self, what: str, number: int, how: str = "{} changed") -> None:
        if number:
            self.stdout.write(f"{what}: {how.format(counted(number, 'row'))}.")


def _has_no_figures(session: int) -> bool:
    """Return whether an evening has nothing to count, or can't be counted."""
    try:
        return not tallies_from_hands(ClubSession.objects.get(pk=session))
    except ImpossibleSitting:
        return True


@contextmanager
def _taking_turns() -> Iterator[None]:
    """Wait afterwards as long as it took, since one who waits for SQLite's lock may sleep while
    this takes it again."""
    began = time.monotonic()
    yield
    time.sleep(time.monotonic() - began)
