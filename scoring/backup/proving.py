"""Whether a file can be restored: it is whole, of a version known here, and was really loaded."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings

from scoring.backup.archive import Manifest, Reading
from scoring.backup.scratch import loaded
from scoring.models import Club, ClubSession, HandRecord, Player
from scoring.rules.wording import listed


@dataclass(frozen=True, kw_only=True)
class Held:
    """How much a site holds, in what people count."""

    clubs: int
    evenings: int
    hands: int
    people: int

    @property
    def as_text(self) -> str:
        """In words: "2 clubs, 41 evenings, 12,345 hands and 97 people"."""
        return listed(
            [
                f"{number:,} {one if number == 1 else many}"
                for number, (one, many) in zip(astuple(self), CALLED, strict=True)
            ]
        )


CALLED = (("club", "clubs"), ("evening", "evenings"), ("hand", "hands"), ("person", "people"))


COUNTED = {"clubs": Club, "evenings": ClubSession, "hands": HandRecord, "people": Player}


def held_by(manifest: Manifest) -> Held:
    """Return how much a backup says that it holds."""
    return Held(**{name: manifest.rows(of._meta.db_table) for name, of in COUNTED.items()})


def held_in(alias: str = "default") -> Held:
    """Return how much a database of today holds."""
    return Held(**{name: of._base_manager.using(alias).count() for name, of in COUNTED.items()})


def in_utc(when: datetime) -> str:
    """In words, the same for everybody: "23 November 2026, 03:26 UTC"."""
    return f"{when.astimezone(UTC):%-d %B %Y, %H:%M} UTC"


def prove(file: Path) -> Manifest:
    """Load the backup into a scratch database, and return what it says of itself.

    Raises BadBackup with why it cannot be restored, OSError when it cannot be read.
    """
    backup = Reading(file)
    with loaded(backup):
        return backup.manifest


def describe(file: Path, found: Manifest) -> str:
    """Say that a backup was proven, how much it holds, and what restores it."""
    return (
        f"{file.name} is whole: {held_by(found).as_text}, as they stood on "
        f"{in_utc(found.made_at)}. Version {found.program} made it, and version "
        f"{settings.VERSION}, this one, restores it."
    )
