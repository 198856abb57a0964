"""The director's taps: the step that is to be done, as he saw it."""

from __future__ import annotations

from django import forms

from scoring.forms.door import Told

MOST_ROUNDS = 99
SENTENCE = "Nothing was done: load the page again, and tap once more."


def _messages(*kinds: str) -> dict[str, str]:
    return dict.fromkeys(kinds, SENTENCE)


class DrawForm(Told):
    """Which round was the last one that was seen; 0: none yet."""

    after = forms.IntegerField(
        min_value=0,
        max_value=MOST_ROUNDS,
        error_messages=_messages("required", "invalid", "min_value", "max_value"),
    )


class EndForm(Told):
    """What ends the round."""

    how = forms.ChoiceField(
        choices=[("bell", "the bell"), ("clock", "the clock"), ("director", "the director")],
        error_messages=_messages("required", "invalid_choice"),
    )


class TakeBackForm(Told):
    """Which step is taken back."""

    step = forms.ChoiceField(
        choices=[(step, step) for step in ("drawn", "published", "started", "ended")],
        error_messages=_messages("required", "invalid_choice"),
    )
