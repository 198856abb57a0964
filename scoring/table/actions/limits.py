"""Limits of what one table takes, so that no stranger makes its pages slow. No game reaches
them."""

from __future__ import annotations

from django.db.models import QuerySet

from scoring.common.refused import Refused
from scoring.table.models import ClubSession, HandRecord, Table

MOST_HANDS = 400
"""At one table, including undone ones. Twelve hours of one every two minutes are 360."""
MOST_IRREGULAR = 100
"""Hands with irregularities, at a table or in an evening of friends."""
MOST_WAITING = 60
"""Hands that need approval at once, more than a phone that was offline for an evening has."""
MOST_CORRECTIONS = 400
"""Of all its hands, one for each; an undo is one too."""
MOST_WORDS = 800
"""Of opponents who confirm or dispute a hand, two for each."""
MOST_SITTINGS = 40
"""Without those of a tournament's rounds. A phone's address of its table has as many."""
MOST_RESEATINGS = 40

MOST_CALLS = 100
"""For the organiser."""
MOST_PHONES = 60
"""That had its pad open; the others are forgotten."""
MOST_TABLES_OF_FRIENDS = 30
"""In an evening without a club, which a stranger can begin."""
MOST_HANDS_OF_FRIENDS = 600
"""At all tables of such an evening, without the rounds of a tournament."""


def refuse_if_full(rows: QuerySet, most: int, what: str) -> None:
    """Raise Refused if a table has as many of these rows as it may have."""
    if rows.count() >= most:
        raise Refused(f"This table is full: it can have {most:,} {what}. Start a new table.")


def refuse_full_evening(session: ClubSession, *, new: int = 1) -> None:
    """Raise Refused if an evening of friends would have too many hands. Its version rises with
    each, so most evenings need no query."""
    most = MOST_HANDS_OF_FRIENDS
    if session.version + new > most and session.club.casual:
        hands = HandRecord.objects.filter(sitting__table__session=session)
        if hands.filter(sitting__round_table=None).count() + new > most:
            raise Refused(f"This evening is full: it can have {most:,} hands. Start a new table.")


def refuse_irregular(table: Table, *, new: int = 1) -> None:
    """Raise Refused if too many hands of a table would have irregularities, or of an evening of
    friends."""
    casual = table.session.club.casual
    here = {"sitting__table__session": table.session} if casual else {"sitting__table": table}
    irregular = HandRecord.objects.filter(**here).exclude(irregularities=[])
    if irregular.count() + new > MOST_IRREGULAR:
        raise Refused(
            f"This table is full: it can have {MOST_IRREGULAR} hands with irregularities. Start a "
            "new table."
        )
