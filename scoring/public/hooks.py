"""What the site registers with what reaches people outside."""

from collections.abc import Iterator

from scoring.common.hooks import Hook
from scoring.people.models import Club

club_file: Hook[[Club], Iterator[bytes]] = Hook()
"""All of a club as its file (docs/club-file.md), zipped and without codes, piece by piece."""
