"""The people of a club as they are typed, pasted, looked for, made one, forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django import forms

from scoring.common.fields import NamesField, TextField
from scoring.common.names import name_key
from scoring.people.pure.contact import LONGEST_EMAIL, LONGEST_PHONE, why_no_email, why_no_phone


def _refusing(why: Callable[[str], str]) -> Callable[[str], None]:
    """Return a validator that refuses a value with the sentence from `why`, unless that is ""."""

    def refuse(text: str) -> None:
        if sentence := why(text):
            raise forms.ValidationError(sentence)

    return refuse


class PlayersForm(forms.Form):
    """People for the club's list, typed or pasted."""

    names = NamesField(
        label="Names",
        help_text="One name per line, or separated by commas.",
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "autocapitalize": "words"}),
    )
    guest = forms.BooleanField(label="These are guests", required=False)
    # Asked only when a name is like one that the club knows, or like another of the list.
    sure = forms.BooleanField(label="Add them as new people", required=False)


class PlayerForm(forms.Form):
    """What is known of a player."""

    name = NamesField(label="Name", most=1, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    short_name = TextField(
        label="Short name (for the pad)",
        max_length=12,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    guest = forms.BooleanField(label="Guest", required=False)
    active = forms.BooleanField(label="Active", required=False)
    phone = TextField(
        label="Telephone",
        max_length=LONGEST_PHONE,
        validators=[_refusing(why_no_phone)],
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )
    email = TextField(
        label="E-mail",
        help_text="Only the people who run the club can see both.",
        max_length=LONGEST_EMAIL,
        validators=[_refusing(why_no_email)],
        widget=forms.TextInput(
            attrs={"type": "email", "autocomplete": "off", "autocapitalize": "none"}
        ),
    )
    notes = TextField(
        label="Notes",
        max_length=500,
        help_text="Only the people who run the club can see this.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    unnamed = forms.BooleanField(
        label="Hide the name in public",
        required=False,
        help_text="Public pages of the club and its leagues show “a player” instead.",
    )

    def clean_name(self) -> str:
        return self.cleaned_data["name"][0]

    def clean_notes(self) -> str:
        return self.cleaned_data["notes"].replace("\r\n", "\n")


KINDS = [
    ("", "Everyone"),
    ("members", "Members"),
    ("guests", "Guests"),
    ("inactive", "No longer active"),
]


class FindForm(forms.Form):
    """Filters for the list of people."""

    q = forms.CharField(
        label="Find a name",
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    kind = forms.ChoiceField(label="Show", required=False, choices=KINDS)
    by = forms.ChoiceField(required=False, choices=[("first", ""), ("last", "")])

    @property
    def by_last_name(self) -> bool:
        """Whether the list is sorted by last names."""
        return self.is_valid() and self.cleaned_data["by"] == "last"

    @property
    def asked(self) -> dict[str, str]:
        """The filters as `models.people.narrowed` takes them. Invalid ones are ignored."""
        self.is_valid()
        return {"said": self.cleaned_data.get("q", ""), "kind": self.cleaned_data.get("kind", "")}


class MergeForm(forms.Form):
    """The duplicate of a player, and the name to keep, as keys of players."""

    other = forms.IntegerField(required=False, min_value=1, max_value=2**62)
    stays = forms.IntegerField(required=False, min_value=1, max_value=2**62)

    def asked(self, name: str) -> int:
        """Return the key of a player. Invalid input gives 0, which is no player's."""
        self.is_valid()
        return self.cleaned_data.get(name) or 0


class ApartForm(MergeForm):
    """The key of another person with a similar name. With `back` they may be the same one after
    all."""

    stays = None
    back = forms.BooleanField(required=False)


KEEP, REPLACE = "keep", "replace"


class ForgetForm(forms.Form):
    """The name of the player to erase, typed to confirm, and what to do with each text that holds
    it. `texts` has the key of each text, the text without the name, and whether to choose."""

    name = forms.CharField(
        label="Type the name to confirm",
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Type the name to confirm."},
    )

    def __init__(
        self, data=None, *, wanted: str, texts: Iterable[tuple[str, str, bool]] = ()
    ) -> None:
        super().__init__(data)
        self.wanted = wanted
        for key, after, must_choose in texts:
            self.fields[key] = forms.ChoiceField(
                choices=[(REPLACE, f"Change to “{after}”"), (KEEP, "Keep as it is")],
                widget=forms.RadioSelect,
                required=must_choose,
                initial=None if must_choose else REPLACE,
                error_messages={"required": "Choose for this text."},
            )

    def clean_name(self) -> str:
        if name_key(self.cleaned_data["name"]) != name_key(self.wanted):
            raise forms.ValidationError(f"That isn’t {self.wanted}. Check the spelling.")
        return self.cleaned_data["name"]

    @property
    def kept(self) -> list[str]:
        """The keys of the texts to keep."""
        return [key for key, chosen in self.cleaned_data.items() if chosen == KEEP]
