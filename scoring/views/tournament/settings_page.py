"""What the page of a tournament's settings shows."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from scoring.actions.tournament.setting_up import is_told, suits
from scoring.actions.tournament.settings import LOCKED
from scoring.forms.tournament.formats import FormatForm, SaveFormatForm
from scoring.forms.tournament.settings import SettingsForm
from scoring.models import HouseRules, Tournament
from scoring.models.entry_fees import entry_fees
from scoring.models.tournament_now import format_in
from scoring.movements.tournament import formats
from scoring.movements.tournament.formats import Format
from scoring.movements.tournament.odd import choices
from scoring.views.tournament.evening_length import evening_told
from scoring.views.tournament.format_words import said


@dataclass(frozen=True, kw_only=True)
class Odd:
    """A way to seat those who are over, with what it does tonight."""

    key: str
    label: str
    says: str


def settings_form(tournament: Tournament, sent: QueryDict | None = None) -> SettingsForm:
    """Return the form of a tournament's settings as they stand, or as they were sent."""
    return SettingsForm(
        sent,
        now=format_in(tournament),
        house=tournament.house,
        houses=_houses(tournament),
        counts=tournament.counts,
        currency=tournament.session.club.currency,
        locked=LOCKED if is_told(tournament) else (),
    )


def _houses(tournament: Tournament) -> list[HouseRules]:
    """Return the house rules to choose from; those that are played stay, though others took their
    place."""
    standing = [one for one in tournament.session.club.house_rules.standing() if suits(one.rules)]
    now = tournament.house
    return [now, *standing] if now and now not in standing else standing


def settings_context(tournament: Tournament, form: SettingsForm) -> dict:
    """Return everything templates/tournament/settings.html shows."""
    session, number = tournament.session, tournament.entrants.filter(ghost=False).count()
    fees = entry_fees(tournament, fee=form.format.fee if form.format.fee != form.now.fee else None)
    return {
        "session": session,
        "runs": True,
        "tournament": tournament,
        "form": form,
        "number": number,
        "locked": is_told(tournament),
        "odd": odd_ways(form.format, number),
        "said": said(form.now, counts=tournament.counts),
        "length": evening_told(form.format, number, session.club.currency, fees),
        "format_form": FormatForm(
            saved=session.club.formats.all(), initial={"format": tournament.style}
        ),
        "save_form": SaveFormatForm(),
    }


def odd_ways(format: Format, number: int) -> list[Odd]:
    """Return the ways to seat those who are over, each with what it does for so many entrants."""
    tonight = {choice.odd: choice.says for choice in choices(number, format)}
    found = [
        Odd(key=key, label=label, says=tonight.get(key, "")) for key, label in formats.ODD.items()
    ]
    return [one for one in found if not (format.pairs and one.key == "three")]
