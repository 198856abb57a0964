"""The director's forms for the steps of a round, for the final and for swaps of two players. They
check that the page is up to date."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django import forms

from scoring.common.fields import TapForm, TextField
from scoring.common.names import LONGEST
from scoring.common.refused import OUT_OF_DATE
from scoring.tournament.pure.fair import by_average
from scoring.tournament.pure.fair_draw import LONGEST_ROOM
from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.values import MOST_ENTRANTS

MOST_ROUNDS = 99
SENTENCE = OUT_OF_DATE


def _messages(*kinds: str) -> dict[str, str]:
    return dict.fromkeys(kinds, SENTENCE)


class RoomForm(TapForm):
    """What the room adds to a draw of round 1, such as a number. It can be empty."""

    room = TextField(
        max_length=LONGEST_ROOM,
        error_messages={"max_length": f"What the room adds has {LONGEST_ROOM} characters at most."},
    )


class DrawForm(RoomForm):
    """The last round that the page showed, or 0 before the first."""

    after = forms.IntegerField(
        min_value=0,
        max_value=MOST_ROUNDS,
        error_messages=_messages("required", "invalid", "min_value", "max_value"),
    )


class EndForm(TapForm):
    """The way that the round ends."""

    how = forms.ChoiceField(
        choices=[("bell", "the bell"), ("clock", "the clock"), ("director", "the director")],
        error_messages=_messages("required", "invalid_choice"),
    )


class TakeBackForm(TapForm):
    """The step to undo."""

    step = forms.ChoiceField(
        choices=[(step, step) for step in ("drawn", "published", "started", "ended")],
        error_messages=_messages("required", "invalid_choice"),
    )


def _number(label: str, most: int) -> forms.IntegerField:
    digits = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=1, max_value=most, widget=digits)


class StandingsForm(forms.Form):
    """A search in the standings, and the page to show, of a hundred rows. Invalid values are
    ignored."""

    q = TextField(
        label="Name or number",
        max_length=LONGEST,
        widget=forms.TextInput(
            attrs={"type": "search", "autocomplete": "off", "enterkeyhint": "search"}
        ),
    )
    page = forms.IntegerField(required=False, min_value=1)

    @property
    def asked(self) -> dict:
        self.is_valid()
        return {"q": self.cleaned_data.get("q", ""), "page": self.cleaned_data.get("page")}


class PlateForm(forms.Form):
    """The rounds for the players who are not in the final."""

    rounds = _number("Rounds to play", MOST_ROUNDS)
    carries = forms.BooleanField(label="Keep points, games won and lone hands", required=False)


class FinalForm(PlateForm):
    """The number of players in the final, and its rounds. If players tie for the last places, `cut`
    has the numbers of the winners of the cut."""

    number = _number("Number of players", MOST_ENTRANTS)
    cut = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(str(no), no) for no in range(1, MOST_ENTRANTS + 1)],
        required=False,
        error_messages=_messages("invalid_choice", "invalid_list"),
    )
    field_order = ("number", "rounds", "carries", "cut")


class AlikeForm(TapForm):
    """A change that makes sitting out fair. It is a number of rounds, or the ranking by the average
    a round."""

    rounds = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_ROUNDS,
        error_messages=_messages("invalid", "min_value", "max_value"),
    )
    by = forms.ChoiceField(
        required=False, choices=[("average", "")], error_messages=_messages("invalid_choice")
    )

    def clean(self) -> dict:
        clean = super().clean()
        if not (self.errors or clean["rounds"] or clean["by"]):
            raise forms.ValidationError(SENTENCE)
        return clean

    def changed(self, now: Format) -> Format:
        """Return the format with this change."""
        if rounds := self.cleaned_data["rounds"]:
            return replace(now, rounds=rounds)
        return replace(now, ranking=by_average(now))


class SeenForm(TapForm):
    """The edition of the draw that the page showed (`actions.tournament.draw.edition_of`). Blank
    accepts any edition."""

    seen = forms.CharField(required=False, max_length=16)


class DrawAgainForm(SeenForm, RoomForm):
    """The draw that the page showed, and what the room adds to the next."""


class SwapForm(SeenForm):
    """Two entrants to swap. `who` cleans to their numbers."""

    sentence = "Choose two players to swap."
    who = forms.MultipleChoiceField(
        error_messages={
            "required": sentence,
            "invalid_list": sentence,
            "invalid_choice": "That player has no place in this round.",
        }
    )

    def __init__(self, data=None, *, numbers: Iterable[int] = ()) -> None:
        super().__init__(data)
        self.fields["who"].choices = [(str(no), str(no)) for no in numbers]

    def clean_who(self) -> tuple[int, ...]:
        found = tuple(map(int, dict.fromkeys(self.cleaned_data["who"])))
        if len(found) != 2:
            chosen = f"{len(found)} {'was' if len(found) == 1 else 'were'} chosen"
            raise forms.ValidationError(f"{chosen}: choose two, then swap them.")
        return found
