"""Forms of the sign-up list: its settings for organisers, names for everyone."""

from __future__ import annotations

from uuid import UUID, uuid4

from django import forms
from django.utils.text import capfirst

from scoring.common.fields import (
    DayAndHourField,
    NameField,
    OnceForm,
    PersonField,
    TapForm,
    TextField,
)
from scoring.common.names import LONGEST, name_key
from scoring.common.refused import OUT_OF_DATE
from scoring.evening.models import SignUp, SignUpList
from scoring.table.models import ClubSession

MOST_PLACES = 1000


class ListForm(forms.Form):
    """An evening's list; its values are what `actions.evening.signing_up.open_list` wants."""

    partners = forms.ChoiceField(
        label="People sign up",
        choices=[(way, capfirst(way.label)) for way in SignUpList.Partners],
        widget=forms.RadioSelect,
    )
    places = forms.IntegerField(
        label="Number of places",
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        help_text="Leave it blank for no limit. When all places are taken, people join a "
        "waiting list.",
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    closes_at = DayAndHourField(
        label="Sign-up closes", required=False, help_text="Leave it blank to close it yourself."
    )
    words = TextField(
        label="Message",
        max_length=300,
        help_text="For example: Park behind the hall. Tea at half past seven.",
    )

    def __init__(self, data=None, *, found: SignUpList | None, pairs: bool | None) -> None:
        """`found` is the list that is changed; `pairs` whether a tournament is of fixed pairs."""
        usual = SignUpList.Partners.PAIRS if pairs else SignUpList.Partners.ALONE
        known = forms.model_to_dict(found, self.base_fields) if found else {"partners": usual}
        super().__init__(data, initial=known)


NAME = {"autocomplete": "name", "autocapitalize": "words", "spellcheck": "false"}


class _NamesForm(forms.Form):
    """A name, and a partner's where the list takes them."""

    name = PersonField(
        label="Your name",
        required=True,
        error_messages={"required": "Enter your name."},
        widget=forms.TextInput(attrs=NAME),
    )
    partner = PersonField(
        label="Your partner",
        widget=forms.TextInput(attrs=NAME | {"autocomplete": "off"}),
    )

    def _suit(self, found: SignUpList, *, of_others: bool) -> None:
        """Adapt the fields to this list; `of_others` means that an organiser types names of
        others."""
        if of_others:
            self.fields["name"].label, self.fields["partner"].label = "Name", "Partner"
            self.fields["name"].widget.attrs["autocomplete"] = "off"
        if found.partners == SignUpList.Partners.ALONE:
            del self.fields["partner"]
        elif found.partners == SignUpList.Partners.PAIRS:
            partner = self.fields["partner"]
            partner.required = True
            partner.error_messages["required"] = "Enter your partner’s name. This is for pairs."
        elif not of_others:
            self.fields["partner"].label = "Your partner, if you bring one"

    def clean(self) -> dict:
        clean = super().clean()
        name, partner = clean.get("name", ""), clean.get("partner", "")
        if partner and name_key(name) == name_key(partner):
            self.add_error("partner", "That is your own name. Enter your partner’s.")
        return clean

    @property
    def values(self) -> dict[str, str | UUID]:
        """What `put_down` and `correct` in `actions.evening.signing_up` want."""
        return {"partner": "", **self.cleaned_data}


class PutDownForm(_NamesForm, OnceForm):
    """A sign-up; made once, however often the form is sent."""

    key = forms.UUIDField(
        initial=uuid4,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("required", "invalid"), OUT_OF_DATE),
    )

    def __init__(
        self, data=None, *, found: SignUpList, of_others: bool = False, known: str = ""
    ) -> None:
        """`of_others` means that an organiser adds a person, for example after a phone call.
        `known` is the name that this phone used before."""
        super().__init__(data, initial={"name": known})
        self._suit(found, of_others=of_others)


class CorrectForm(_NamesForm):
    """A corrected name on the list."""

    def __init__(self, data=None, *, mine: SignUp, of_others: bool = False) -> None:
        initial = {"name": mine.name, "partner": mine.partner_name}
        super().__init__(data, initial=initial, prefix="right")
        self._suit(mine.sign_up_list, of_others=of_others)
        if mine.partner_name and "partner" not in self.fields:  # the list took partners before
            self.fields["partner"] = PersonField(label="Partner")


class JoinForm(TapForm):
    """With which line another is one."""

    sentence = "Choose one of them."
    other = forms.ModelChoiceField(
        queryset=None,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
    pair = forms.BooleanField(required=False)

    def __init__(self, data, *, mine: SignUp) -> None:
        super().__init__(data)
        self.fields["other"].queryset = mine.sign_up_list.names.exclude(pk=mine.pk)


class ManyForm(TapForm):
    """Which names are taken off together; those of an origin, too."""

    sentence = "Tick at least one name."
    origin = forms.MultipleChoiceField(
        required=False, error_messages={"invalid_choice": sentence, "invalid_list": sentence}
    )
    name = forms.ModelMultipleChoiceField(
        queryset=None,
        required=False,
        error_messages=dict.fromkeys(
            ("invalid_choice", "invalid_pk_value", "invalid_list"), sentence
        ),
    )

    def __init__(self, data, *, found: SignUpList) -> None:
        super().__init__(data)
        names = found.names.all()
        self.fields["name"].queryset = names
        self.fields["origin"].choices = [(one.origin, "") for one in names]

    def clean(self) -> dict:
        clean = super().clean()
        ticked = {one.pk for one in clean.get("name", ())}
        whole = self.fields["name"].queryset.filter(origin__in=clean.get("origin", ()))
        self.names = ticked | {one.pk for one in whole}
        if not self.names and not self.errors:
            raise forms.ValidationError(self.sentence)
        return clean


class WhoForm(TapForm):
    """The club's player for a name on the list."""

    sentence = "Choose who it is."
    name = NameField(
        max_length=LONGEST, required=True, error_messages=dict.fromkeys(("required",), sentence)
    )
    player = forms.ModelChoiceField(
        queryset=None,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )

    def __init__(self, data, *, session: ClubSession) -> None:
        super().__init__(data)
        self.fields["player"].queryset = session.club.players.active()


class ClosedForm(TapForm):
    """Whether the list is closed; cleans to True or False."""

    sentence = "Choose whether sign-up is open or closed."
    closed = forms.TypedChoiceField(
        choices=[("yes", "Closed"), ("no", "Open")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
