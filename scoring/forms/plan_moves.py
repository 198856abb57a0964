"""Who moves in a plan, and which edition of it was looked at."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms

WAITING = "waiting"


class MoveForm(forms.Form):
    """Who goes where in a plan; `to` cleans to a table and a seat, or to None: he waits.

    `people` and `seats` are what the lists offer; whether they are in the plan, its verb knows.
    """

    who = forms.IntegerField(
        label="Who",
        min_value=0,
        max_value=2**62,
        widget=forms.Select,
        error_messages={"required": "Say who is to move. Nobody was moved."},
    )
    to = forms.RegexField(
        r"^(waiting|\d{1,3}\.\d)$",
        label="Goes to",
        widget=forms.Select,
        error_messages={
            "required": "Say where to. Nobody was moved.",
            "invalid": "There is no such seat in this plan. Nobody was moved.",
        },
    )
    seen = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)

    def __init__(
        self,
        data=None,
        *,
        people: Iterable[tuple[int, str]] = (),
        seats: Iterable[tuple[str, str]] = (),
        **kwargs,
    ) -> None:
        super().__init__(data, **kwargs)
        self.fields["who"].widget.choices = [("", "Choose"), *people]
        self.fields["to"].widget.choices = [("", "Choose"), *seats, (WAITING, "The waiting list")]

    def clean_to(self) -> tuple[int, int] | None:
        to = self.cleaned_data["to"]
        return None if to == WAITING else tuple(int(part) for part in to.split("."))


class SeenForm(forms.Form):
    """The edition of a plan that was looked at."""

    seen = forms.IntegerField(
        min_value=0,
        max_value=2**31,
        error_messages={"required": "Look at the plan first. No table was opened."},
    )
