"""What features above register with clubs and people; all runs in the transaction of the write."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from scoring.common.hooks import Hook
from scoring.people.models import Club, Officer, Player

tabs_of_clubs: Hook[[], dict[str, Any]] = Hook()
"""Annotations of a club by which its tabs are shown (`has_leagues`)."""
hold_tables: Hook[[Club], None] = Hook()
"""Block seating and check-in until the transaction ends."""
names_changed: Hook[[Sequence[Player]], None] = Hook()
"""Names of these players have changed, so screens that show them are out of date."""
guest_changes: Hook[[Player, bool, Any], None] = Hook()
"""A person is about to become a guest, or a member; by an Actor."""
role_ended: Hook[[Officer], None] = Hook()
"""An officer's role has changed or ended, so access that they gave in it ends."""
last_seen: Hook[[Sequence[Player]], dict[int, date]] = Hook()
"""The day on which each player, by key, was last at an evening."""
teams: Hook[[Sequence[Player]], dict[int, str]] = Hook()
"""The team of a league that each player, by key, is in at present: "Tamar Inn, captain"."""
balances: Hook[[Club, Sequence[Player]], dict[int, int]] = Hook()
"""What each player, by key, owes the club, in minor units."""
