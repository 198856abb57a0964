"""What a table calls for help about."""

from __future__ import annotations

from django import forms

from scoring.common.fields import TapForm
from scoring.table.models import HelpCall

About = HelpCall.About
REASONS = {
    About.LAWS: "the laws",
    About.SCORE: "the score",
    About.CARDS: "the cards",
    About.OTHER: "something else",
}
SENTENCE = "Choose the laws, the score, the cards or something else."


class HelpCallForm(TapForm):
    """What it is about."""

    about = forms.ChoiceField(
        choices=[*REASONS.items()],
        error_messages={"required": SENTENCE, "invalid_choice": SENTENCE},
    )
