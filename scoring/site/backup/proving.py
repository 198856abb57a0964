"""Verify that a file can be restored: it is complete, has a known version, and was really
loaded."""

from __future__ import annotations

import json
from dataclasses import asdict, astuple, dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from scoring.common.dates import day_and_time
from scoring.euchre.wording import listed
from scoring.people.models import Club, Player
from scoring.site.backup import BadBackup
from scoring.site.backup.archive import Reading
from scoring.site.backup.scratch import loaded
from scoring.table.models import ClubSession, HandRecord


@dataclass(frozen=True, kw_only=True)
class Held:
    """How much a site holds, in what people count."""

    clubs: int
    """But those that visitors' tables make for themselves, one a table."""
    visitors: int = 0
    """The number of visitors' tables, 0 for backups from before they were counted."""
    evenings: int
    hands: int
    people: int

    @property
    def as_text(self) -> str:
        """In words: "2 clubs, 3 visitors' tables, 41 evenings, 12,345 hands and 97 people"."""
        return listed(
            [
                f"{number:,} {one if number == 1 else many}"
                for (name, number), (one, many) in zip(asdict(self).items(), CALLED, strict=True)
                if number or name != "visitors"
            ]
        )

    @property
    def figures(self) -> dict[str, int]:
        """The numbers by their names, such as "Clubs" and "Visitors' tables"."""
        called = (many.capitalize() for _, many in CALLED)
        return dict(zip(called, astuple(self), strict=True))


CALLED = (
    ("club", "clubs"),
    ("visitor’s table", "visitors’ tables"),
    ("evening", "evenings"),
    ("hand", "hands"),
    ("person", "people"),
)
COUNTED = {"clubs": Club, "evenings": ClubSession, "hands": HandRecord, "people": Player}


def held_by(backup: Reading) -> Held:
    """Return how much a backup holds, by its manifest and its list of clubs."""
    rows = {name: backup.manifest.rows(of._meta.db_table) for name, of in COUNTED.items()}
    return _held(rows, visitors=_visitors_in(backup))


def _visitors_in(backup: Reading) -> int:
    lists = (one for one in backup.manifest.members if one.name == Club._meta.db_table)
    try:
        clubs = [json.loads(line) for member in lists for line in backup.lines(member)]
        return sum(bool(club.get("casual")) for club in clubs)
    except (ValueError, AttributeError, RecursionError) as wrong:
        if isinstance(wrong, BadBackup):
            raise
        raise BadBackup("has a list of clubs that makes no sense.") from wrong


def held_in(alias: str = "default") -> Held:
    """Return how much a database of today holds."""
    rows = {name: of._base_manager.using(alias).count() for name, of in COUNTED.items()}
    return _held(rows, visitors=Club._base_manager.using(alias).filter(casual=True).count())


def _held(rows: dict[str, int], *, visitors: int) -> Held:
    return Held(**rows | {"clubs": rows["clubs"] - visitors, "visitors": visitors})


def in_utc(when: datetime) -> str:
    """Return the time in words, such as "23 November 2026, 03:26 UTC"."""
    return f"{day_and_time(when.astimezone(UTC))} UTC"


def prove(file: Path) -> Reading:
    """Load the backup into a scratch database, and return it.

    Raises BadBackup with why it cannot be restored, OSError when it cannot be read.
    """
    backup = Reading(file)
    with loaded(backup):
        return backup


SIGNED_HERE = "This site signed it."
UNSIGNED = (
    "This site did not sign it. Restore it only if you trust where it comes from, with "
    "--from-elsewhere."
)


def describe(found: Reading) -> str:
    """Say that a backup was proven, how much it holds, and what restores it."""
    return (
        f"{found.file.name} is whole: {held_by(found).as_text}, as they stood on "
        f"{in_utc(found.manifest.made_at)}. Version {found.manifest.program} made it, and version "
        f"{settings.VERSION}, this one, restores it. {SIGNED_HERE if found.is_ours else UNSIGNED}"
    )
