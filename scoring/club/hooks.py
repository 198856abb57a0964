"""What features above register with a club and its people; all of it runs in one transaction."""

from collections.abc import Iterable

from django.db.models import QuerySet

from scoring.common.hooks import Hook
from scoring.people.models import Club, Player

forgotten: Hook[[Player], None] = Hook()
"""A player asked to be forgotten: whatever reaches them, or lets them in, ends."""
merged_away: Hook[[Player], None] = Hook()
"""Of two entries of one person this one goes, and the other has a link of its own already."""
texts: Hook[[Club], Iterable[tuple[QuerySet, str]]] = Hook()
"""Rows of a club with the field of theirs that may name somebody."""
personal_data: Hook[[Player], dict[str, object]] = Hook()
"""What else is kept of a player, as plain values by name."""
