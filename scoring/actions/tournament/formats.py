"""Formats that a club keeps under names of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction

from scoring.actions import Refused
from scoring.models import Club, SavedFormat
from scoring.movements.tournament.formats import FORMATS
from scoring.movements.tournament.settings import BadSetting, format_of, settings_of
from scoring.rules.names import name_key


@transaction.atomic
def save_format(*, club: Club, name: str, style: str, settings: Mapping) -> SavedFormat:
    """Return the club's format of this name; what was counted in pots is not kept.

    Told twice, it is saved once. Raises Refused for settings that cannot be, and when the name is
    taken.
    """
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    try:
        format = format_of(style, settings)
    except BadSetting as wrong:
        raise Refused(f"{wrong} Nothing was saved.") from wrong
    format = replace(format, pots=tuple(replace(pot, amount=0) for pot in format.pots))
    named = next((one for one in club.formats.all() if name_key(one.name) == name_key(name)), None)
    if named and format_of(named.style, named.settings) == format:
        return named
    if named or name_key(name) in {name_key(one.name) for one in FORMATS.values()}:
        told = f"There is a format called {named or name} already."
        raise Refused(f"{told} Nothing was saved: give this one another name.")
    return SavedFormat.objects.create(
        club=club, name=name, style=style, settings=settings_of(format)
    )


@transaction.atomic
def delete_format(*, saved: SavedFormat) -> None:
    """Forget a format; tournaments that were made by it keep theirs. Told twice, it happens
    once."""
    SavedFormat.objects.filter(pk=saved.pk).delete()
