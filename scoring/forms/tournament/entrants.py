"""Who enters a tournament, as it is tapped or typed; and what is told of an entrant by a tap."""

from __future__ import annotations

from django import forms

from scoring.forms.door import YES_OR_NO, Told
from scoring.forms.texts import TextField
from scoring.rules.names import LONGEST, why_unfit

LARGEST_KEY = 2**62
MOST_ENTRANTS = 400


def _key(sentence: str, **what) -> forms.IntegerField:
    wrong = ("required", "invalid", "min_value", "max_value")
    return forms.IntegerField(
        min_value=1, max_value=LARGEST_KEY, error_messages=dict.fromkeys(wrong, sentence), **what
    )


class EnterForm(Told):
    """Who enters: `player`, the key of somebody of the club, or a `name`; of a pair `first` with
    him.

    `no` is the number that somebody had who is put back.
    """

    sentence = "Say who enters: tap a name, or type one. Nobody was entered."
    player = _key(sentence, required=False)
    name = TextField(max_length=LONGEST)
    first = _key(sentence, required=False)
    group = TextField(max_length=20)
    no = _key(sentence, required=False)

    def clean(self) -> dict:
        clean = super().clean()
        if not self.errors and not (clean.get("player") or clean.get("name")):
            raise forms.ValidationError(self.sentence)
        return clean

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if name and (wrong := why_unfit(name)):
            raise forms.ValidationError(wrong)
        return name


def _yes_or_no(sentence: str) -> forms.TypedChoiceField:
    messages = dict.fromkeys(("required", "invalid_choice"), sentence)
    return forms.TypedChoiceField(choices=YES_OR_NO, coerce="yes".__eq__, error_messages=messages)


class HereForm(Told):
    """Whether somebody (`player`, a key) is here."""

    player = _key("Say who it is. Nothing was changed.")
    here = _yes_or_no("Say whether he is here. Nothing was changed.")


class PaidForm(Told):
    """Whether somebody (`player`, a key) has paid his entry."""

    player = _key("Say who it is. Nothing was changed.")
    paid = _yes_or_no("Say whether he has paid. Nothing was changed.")


class ChangeForm(Told):
    """An entrant by his number, and the group that he is put into (`group`), or that he is
    `out`."""

    no = _key("Say who it is. Nothing was changed.")
    group = forms.ChoiceField(
        label="Group",
        required=False,
        error_messages={"invalid_choice": "There is no such group here."},
    )

    def __init__(self, data=None, *, groups: tuple[str, ...] = (), **kwargs) -> None:
        super().__init__(data, **kwargs)
        self.fields["group"].choices = [("", "no group"), *((one, one) for one in groups)]


class AbsentForm(Told):
    """Those who are not here: `no` cleans to their numbers."""

    sentence = "Say who is not here. Nobody was taken out."
    no = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(str(no), no) for no in range(1, MOST_ENTRANTS + 1)],
        error_messages=dict.fromkeys(("required", "invalid_choice", "invalid_list"), sentence),
    )
