"""Form fields shared by many forms, for short texts, names, numbers, choices, days and amounts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from uuid import UUID, uuid4, uuid5

from django import forms
from django.core.validators import MaxValueValidator, RegexValidator
from django.forms.utils import from_current_timezone
from django.utils import timezone

from scoring.common.amounts import BadMoney, plain, read_amount, written
from scoring.common.codes import CODE_LENGTH
from scoring.common.dates import long_day
from scoring.common.days import NO_NIGHT, NoDay, read_day, read_hour, read_time, ways_to_read
from scoring.common.edition import version_seen
from scoring.common.lists import entries_in, names_in
from scoring.common.names import LONGEST as LONGEST_NAME
from scoring.common.names import UNFIT_FOR_A_NAME, clean_name, name_key, why_unfit
from scoring.common.refused import OUT_OF_DATE
from scoring.euchre.sheet_values import UNFIT

LONGEST = 200


def _without(unfit: re.Pattern) -> RegexValidator:
    return RegexValidator(
        unfit, inverse_match=True, message="This text contains a character that can’t be printed."
    )


class TextField(forms.CharField):
    """A line of free text that every screen, sheet and database can keep; may stay empty."""

    default_validators = [_without(UNFIT)]

    def __init__(self, *, max_length: int = LONGEST, required: bool = False, **kwargs) -> None:
        super().__init__(max_length=max_length, required=required, **kwargs)


class NameField(TextField):
    """A name that can be written in a score sheet file, in its one spelling (clean_name)."""

    default_validators = [_without(UNFIT_FOR_A_NAME)]

    def to_python(self, value: object) -> str:
        return clean_name(super().to_python(value))


def _fit(name: str) -> None:
    if wrong := why_unfit(name):
        raise forms.ValidationError(wrong)


class PersonField(forms.CharField):
    """A person's name in its one spelling (clean_name), with printable characters only."""

    default_validators = [_fit]

    def __init__(self, *, required: bool = False, **kwargs) -> None:
        super().__init__(max_length=LONGEST_NAME, required=required, **kwargs)

    def to_python(self, value: object) -> str:
        return clean_name(super().to_python(value))


class SharedFields(dict):
    """Fields made once for all forms of a kind, as copying them took a fifth of the time to log a
    hand."""

    def __deepcopy__(self, memo: dict) -> dict:
        return dict(self)


class UnseenForm(forms.Form):
    """A form that a script sends. Its fields are cleaned without the objects that show them, which
    took a quarter of the time."""

    def _clean_fields(self) -> None:
        for name, field in self.fields.items():
            try:
                said = field.widget.value_from_datadict(self.data, self.files, name)
                self.cleaned_data[name] = field.clean(said)
                if more := getattr(self, f"clean_{name}", None):
                    self.cleaned_data[name] = more()
            except forms.ValidationError as wrong:
                self.add_error(name, wrong)


class TapForm(forms.Form):
    """A form of a tap or two. One sentence covers every error."""

    @property
    def complaint(self) -> str:
        """The first thing that is wrong, in a sentence; "" if nothing is."""
        return next(iter(self.errors.values()), [""])[0]


class OnceForm(forms.Form):
    """A form that creates something. It is idempotent: sent twice, it creates it once
    (common/idempotent.py).

    Its `key` is made with the page. It cleans to a key that also depends on the input, so that
    going back and typing something else creates another thing. It is None if no key was sent.
    """

    key = forms.UUIDField(
        required=False,
        initial=uuid4,
        widget=forms.HiddenInput,
        error_messages={"invalid": OUT_OF_DATE},
    )

    def clean(self) -> dict:
        clean = super().clean()
        return clean | {"key": key_of_typed(self, clean.get("key"))}


def key_of_typed(form: forms.Form, key: UUID | None) -> UUID | None:
    """Return a key of one's own for what was typed into a form of this key; None where it has
    none."""
    typed = [(name, str(form[name].data)) for name in form.fields if name != "key"]
    return uuid5(key, repr(typed)) if key else None


class WhyForm(TapForm):
    """An optional reason for an action."""

    why = TextField()


class SeenField(forms.CharField):
    """The version of the table that a page had seen. Cleans to it, to 0 if the page is from before
    a restore, or to None if nothing was sent."""

    default_error_messages = {"invalid": "Enter a whole number."}

    def __init__(self, **kwargs) -> None:
        super().__init__(empty_value=None, max_length=20, **kwargs)

    def clean(self, value: object) -> int | None:
        said = super().clean(value)
        if said is None:
            return None
        try:
            version = version_seen(said)
        except ValueError:
            version = -1
        if not 0 <= version < 2**31:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return version


class DecisionForm(TapForm):
    """The decision about a hand that waits: it is another hand, the same as one that counts, or it
    replaces that one. With `number` it is about so many consecutive hands."""

    sentence = "Choose whether it is another hand or the same one."
    keep = forms.ChoiceField(
        choices=[("yes", "another"), ("no", "the same"), ("instead", "instead of it")],
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )
    same_as = forms.UUIDField(required=False, error_messages={"invalid": sentence})
    revision = forms.IntegerField(required=False, min_value=0, max_value=10**6)
    number = forms.IntegerField(required=False, min_value=2, max_value=1000)
    seen = SeenField(required=False)

    @property
    def complaint(self) -> str:
        """What is wrong, in a sentence."""
        return self.sentence


class TickForm(TapForm):
    """Whether a transfer was paid; cleans to True or False."""

    sentence = "Choose whether it was paid."
    paid = forms.TypedChoiceField(
        choices=[("yes", "Yes"), ("no", "No")],
        coerce="yes".__eq__,
        error_messages=dict.fromkeys(("required", "invalid_choice"), sentence),
    )


class DayField(forms.DateField):
    """A day, chosen from the browser's calendar or typed (common/days.py). Without a year it is the
    day nearest to today."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    fits = NO_NIGHT
    """Which of two days is meant by figures such as 3/4/2026. Its form may say."""

    def to_python(self, value: object) -> date | None:
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value or None)
        try:
            return read_day(value, near=timezone.localdate(), fits=self.fits)
        except NoDay as wrong:
            raise forms.ValidationError(str(wrong), code="invalid") from wrong

    def prepare_value(self, value: object) -> object:
        """A calendar shows nothing but days, so a text that is one is shown as one."""
        try:
            return self.to_python(value)
        except forms.ValidationError:
            return value


def choose_days(form: forms.Form, fits: Callable[[date], int]) -> None:
    """Where figures such as 3/4/2026 could be two days, choose the one that `fits` better, in all
    fields of the form."""
    for field in form.fields.values():
        if isinstance(field, DayField):
            field.fits = fits


class DayAndHourField(forms.DateTimeField):
    """A day and its hour, chosen from the browser's calendar or typed as people type them
    (scoring/common/days.py)."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")

    def to_python(self, value: object) -> datetime | None:
        if not isinstance(value, str) or not value.strip():
            return super().to_python(value or None)
        try:
            return from_current_timezone(read_hour(value, near=timezone.localdate()))
        except NoDay as wrong:
            raise forms.ValidationError(str(wrong), code="invalid") from wrong


class DayOrderForm(forms.Form):
    """A form with a list of days. It asks whether figures such as 3/4/2026 begin with the day, if
    nothing in the list says so. `order` cleans to True, False or None."""

    order = forms.TypedChoiceField(
        choices=[("day", "Day first"), ("month", "Month first")],
        required=False,
        empty_value=None,
        coerce="day".__eq__,
        widget=forms.HiddenInput,
    )

    def ask_for_order(self, text: str, *, after: date | None = None) -> None:
        """Show the choice for all days of the list, by this one, and refuse the list without it."""
        ways = zip(("day", "month"), ways_to_read(text, after=after), strict=True)
        self["order"].label = f"In this list {text} is"
        self.fields["order"].widget = forms.RadioSelect(
            choices=[(way, f"{long_day(day)}: the {way} comes first") for way, day in ways]
        )
        if self.cleaned_data.get("order") is None:
            why = f"Choose what {text} means. Your choice applies to all dates in the list."
            self.add_error("order", why)


def whole_number(
    label: str, least: int, most: int, help_text: str = "", **what
) -> forms.IntegerField:
    """Return the field of a whole number, typed on the keys for figures; one sentence says what is
    wrong with it."""
    sentence = f"Enter a whole number from {least} to {most}."
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=least,
        max_value=most,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
        **what,
    )


def choice_of(label: str, choices: Mapping[str, str], **what) -> forms.ChoiceField:
    """Return the field of one of these, each with its words."""
    messages = dict.fromkeys(("required", "invalid_choice"), "Choose one from the list.")
    return forms.ChoiceField(
        label=label, choices=list(choices.items()), error_messages=messages, **what
    )


def tick(label: str, help_text: str = "") -> forms.BooleanField:
    """Return the field of a box to tick, or not."""
    return forms.BooleanField(label=label, help_text=help_text, required=False)


class HourField(forms.TimeField):
    """An hour, chosen from the browser's clock or typed (common/days.py)."""

    def to_python(self, value: object) -> time | None:
        try:
            return isinstance(value, str) and read_time(value) or super().to_python(value)
        except NoDay as wrong:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid") from wrong


def hour(label: str, **what) -> HourField:
    """Return the field of an hour; may stay empty."""
    return HourField(
        label=label,
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": "Type the time as 19:30."},
        **what,
    )


def past_day(label: str = "Date", **kwargs) -> DayField:
    """Return the field of a day that is not to come; empty, it is today."""
    field = DayField(
        label=label,
        required=False,
        validators=[MaxValueValidator(timezone.localdate, "That day is in the future.")],
        **kwargs,
    )
    field.fits = lambda day: day <= timezone.localdate()
    return field


def refuse_unfit(names: Sequence[str]) -> None:
    """Raise ValidationError unless each of these is a name, and no two are the same."""
    if wrong := next(filter(None, map(why_unfit, names)), None):
        raise forms.ValidationError(wrong)
    keys = [name_key(name) for name in names]
    twice = (name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1)
    if name := next(twice, None):
        raise forms.ValidationError(
            f"{name} is listed twice. Add a surname or initial to one of them."
        )


class NamesField(forms.CharField):
    """Names typed or pasted (scoring/common/lists.py); cleans to a list of names."""

    widget = forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "autocapitalize": "words"})

    def __init__(self, *, fewest: int = 1, most: int = 200, **kwargs) -> None:
        super().__init__(max_length=20_000, **kwargs)
        self.fewest, self.most = fewest, most

    def clean(self, value) -> list[str]:
        read = entries_in if self.most == 1 else names_in
        names = read(super().clean(value))
        if len(names) < self.fewest or len(names) > self.most:
            raise forms.ValidationError(self._wrong_number(len(names)))
        refuse_unfit(names)
        return names

    def _wrong_number(self, found: int) -> str:
        if self.fewest == 1:
            if not found:
                return "Type at least one name."
            most = "one" if self.most == 1 else f"at most {self.most}"
            return f"You typed {found} names. Enter {most} at a time."
        people = f"{found} name{'' if found == 1 else 's'}"
        return (
            f"This game is for {self.fewest} to {self.most} players, and you typed {people}. "
            "Separate the names with commas."
        )


HIGHEST_AMOUNT = 10**6  # minor units


class MoneyField(forms.CharField):
    """An amount typed as people type it ("2.50", "50p"); cleans to minor units, None where it stays
    empty.

    Its form says in which `currency` before it is shown or cleaned. In a `line` of the book nothing
    is no amount.
    """

    currency = "GBP"

    def __init__(self, *, most: int = HIGHEST_AMOUNT, line: bool = False, **kwargs) -> None:
        attrs = {"inputmode": "decimal", "autocomplete": "off"}
        super().__init__(max_length=24, widget=forms.TextInput(attrs=attrs), **kwargs)
        self.most, self.line = most, line

    def prepare_value(self, value: object) -> object:
        return plain(value, self.currency) if isinstance(value, int) else value

    def clean(self, value: object) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            minor = read_amount(text, self.currency)
        except BadMoney as wrong:
            raise forms.ValidationError(str(wrong)) from wrong
        if minor > self.most:
            raise forms.ValidationError(
                f"{written(minor, self.currency)} is too high. Check the amount."
            )
        if self.line and not minor:
            raise forms.ValidationError("Enter an amount above zero.")
        return minor


class CodeForm(forms.Form):
    """A player's code as they type it. Small letters, spaces and dashes are accepted."""

    code = forms.CharField(
        label="Your code",
        max_length=40,
        help_text="Eight letters and digits, from your club’s list or your slip.",
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "inputmode": "text",
                "placeholder": "ABCD-2345",
                "class": "code",
            }
        ),
        error_messages={"required": "Type your code. It has eight letters and digits."},
    )

    def clean_code(self) -> str:
        """Return the code without spaces and dashes. Its form isn't checked, so that no error
        reveals what a code looks like."""
        return re.sub(r"[\W_]", "", self.cleaned_data["code"]).upper()[: CODE_LENGTH + 1]


OLD = OUT_OF_DATE


class KeysField(forms.RegexField):
    """Keys that a page has put into its form, parted by commas; cleans to a list of numbers."""

    widget = forms.HiddenInput

    def __init__(self, **kwargs) -> None:
        super().__init__(r"^\d{1,10}(,\d{1,10}){0,99}$", required=False, **kwargs)
        self.error_messages["invalid"] = OLD

    def clean(self, value) -> list[int]:
        text = super().clean(value)
        return [int(key) for key in text.split(",")] if text else []


class OtherNameField(NamesField):
    """A name that the list beside it does not have; cleans to a list of it, or of nothing."""

    def __init__(self, **kwargs) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"})
        super().__init__(most=1, required=False, widget=widget, **kwargs)

    def clean(self, value) -> list[str]:
        return super().clean(value) if (value or "").strip() else []
