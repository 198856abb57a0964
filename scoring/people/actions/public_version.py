"""What a club shows to everybody, and the version of it."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import F

from scoring.common.permissions import Actor
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club, Part


@transaction.atomic
def open_parts(
    *, club: Club, actor: Actor, parts: Collection[str], names: str, may_be_found: bool
) -> Club:
    """Make these parts of a club (of models.club.Part) public, and no others, with names shown in
    this way. Return the club. It is idempotent."""
    club = lock_club(club.pk)
    said = {
        "open_parts": [part for part in Part.values if part in parts],
        "open_names": names,
        "may_be_found": may_be_found,
    }
    if any(getattr(club, name) != value for name, value in said.items()):
        for name, value in said.items():
            setattr(club, name, value)
        club.save(update_fields=list(said))
        raise_public(club.pk)
        shown = ", ".join(club.open_parts) or "nothing"
        found = ", to be found by search engines" if may_be_found and club.open_parts else ""
        people = club.get_open_names_display()
        note_down(
            club=club, actor=actor, said=f"Public pages: {shown}. People are named {people}{found}."
        )
    return club


def raise_public(club: int) -> None:
    """Raise the version of a club's public pages, because their content changed without a change of
    an evening."""
    Club.objects.filter(pk=club).update(public_version=F("public_version") + 1)
