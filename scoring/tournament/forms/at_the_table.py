"""Forms that a table's phone sends about its round. Each names its round and has its own
idempotency key."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.functional import cached_property

from scoring.common.fields import TapForm, TextField
from scoring.common.refused import OUT_OF_DATE
from scoring.tournament.pure.cards import MOST
from scoring.tournament.pure.values import LEAST_POINTS, MOST_POINTS


class OfARound(TapForm):
    """A form with an idempotency key, so that it is saved once."""

    key = forms.UUIDField(error_messages=dict.fromkeys(("required", "invalid"), OUT_OF_DATE))

    def __init__(self, *args, sides: Mapping[str, str], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.sides = sides

    def _choose(self, name: str, sentence: str) -> None:
        errors = dict.fromkeys(("required", "invalid_choice"), sentence)
        self.fields[name] = forms.ChoiceField(choices=[*self.sides.items()], error_messages=errors)

    def _number(
        self, name: str, sentence: str, *, required: bool, span: tuple[int, int] = (0, MOST)
    ) -> None:
        wrong = dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence)
        self.fields[name] = forms.IntegerField(
            min_value=span[0], max_value=span[1], required=required, error_messages=wrong
        )

    def _points(self, sentence: str) -> None:
        for side, name in self.sides.items():
            said = sentence.format(name=name, least=LEAST_POINTS, most=MOST_POINTS)
            self._number(f"points-{side}", said, required=True, span=(LEAST_POINTS, MOST_POINTS))

    @property
    def points(self) -> dict[str, int]:
        return {side: self.cleaned_data[f"points-{side}"] for side in self.sides}


class TotalsForm(OfARound):
    """The points of each side, the lone hands of each player, and the side that reports them."""

    def __init__(self, *args, people: Mapping[int, str], **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.people = people
        self._points("{name}: how many points, from {least} to {most}?")
        for no, name in people.items():
            lones = f"{name}: how many lone hands, from 0 to {MOST}?"
            self._number(f"lones-{no}", lones, required=False)
        self._choose("side", "Tap the button with your names.")

    @property
    def lones(self) -> dict[int, int]:
        """Lone hands by the entrant's number. Blank fields are left out."""
        found = {no: self.cleaned_data.get(f"lones-{no}") for no in self.people}
        return {no: times for no, times in found.items() if times is not None}


class TieForm(OfARound):
    """The winner of a tied table."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self._choose("tie", "Tap the side that won.")


class WordForm(OfARound):
    """A side's answer to the points that it saw. It confirms them, or disputes them with a
    reason."""

    sentence = "Tap Confirm or Dispute."
    says = forms.ChoiceField(
        choices=[("right", "Right"), ("wrong", "Not right")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
    why = TextField()

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self._choose("side", OUT_OF_DATE)
        self._points(OUT_OF_DATE)

    @cached_property
    def right(self) -> bool:
        return self.cleaned_data["says"] == "right"
