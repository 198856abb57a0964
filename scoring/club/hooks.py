"""What features above register with a club and its people; all of it runs in one transaction."""

from scoring.common.hooks import Hook
from scoring.people.models import Player

forgotten: Hook[[Player], None] = Hook()
"""A player asked to erase their data. Notifications and links to them end."""
merged_away: Hook[[Player], None] = Hook()
"""Of two entries of one person this one goes, and the other has a link of its own already."""
personal_data: Hook[[Player], dict[str, object]] = Hook()
"""Other stored data about a player, as plain values by name."""
