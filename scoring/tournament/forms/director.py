"""The director's taps: the step to be done, or two who change places, and what was looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django import forms

from scoring.common.fields import TapForm, TextField
from scoring.common.names import LONGEST
from scoring.common.refused import OUT_OF_DATE
from scoring.tournament.pure.fair import by_average
from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.values import MOST_ENTRANTS

MOST_ROUNDS = 99
SENTENCE = OUT_OF_DATE


def _messages(*kinds: str) -> dict[str, str]:
    return dict.fromkeys(kinds, SENTENCE)


class DrawForm(TapForm):
    """Which round was the last one that was seen; 0: none yet."""

    after = forms.IntegerField(
        min_value=0,
        max_value=MOST_ROUNDS,
        error_messages=_messages("required", "invalid", "min_value", "max_value"),
    )


class EndForm(TapForm):
    """What ends the round."""

    how = forms.ChoiceField(
        choices=[("bell", "the bell"), ("clock", "the clock"), ("director", "the director")],
        error_messages=_messages("required", "invalid_choice"),
    )


class TakeBackForm(TapForm):
    """Which step is taken back."""

    step = forms.ChoiceField(
        choices=[(step, step) for step in ("drawn", "published", "started", "ended")],
        error_messages=_messages("required", "invalid_choice"),
    )


def _number(label: str, most: int) -> forms.IntegerField:
    digits = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=1, max_value=most, widget=digits)


class StandingsForm(forms.Form):
    """Whom somebody looks for in the standings, and which hundred of them they see. What cannot be
    asked is not."""

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
    """What is played by those who did not get into the final."""

    rounds = _number("Rounds to play", MOST_ROUNDS)
    carries = forms.BooleanField(label="Keep points, games won and lone hands", required=False)


class FinalForm(PlateForm):
    """How many go on into the final, and what is played there; where some are tied for the last
    places, the numbers of those who won the cut."""

    number = _number("Number of players", MOST_ENTRANTS)
    cut = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(str(no), no) for no in range(1, MOST_ENTRANTS + 1)],
        required=False,
        error_messages=_messages("invalid_choice", "invalid_list"),
    )
    field_order = ("number", "rounds", "carries", "cut")


class AlikeForm(TapForm):
    """By what nobody loses by sitting out: so many rounds, or the average a round."""

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
        """Return the format with what was tapped."""
        if rounds := self.cleaned_data["rounds"]:
            return replace(now, rounds=rounds)
        return replace(now, ranking=by_average(now))


class SeenForm(TapForm):
    """Which draw was looked at (`actions.tournament.draw.edition_of`); empty: whichever it is."""

    seen = forms.CharField(required=False, max_length=16)


class SwapForm(SeenForm):
    """Two entrants who change places: `who` cleans to their two numbers."""

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
