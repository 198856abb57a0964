"""House rules as typed, with a field for every provision of the set that they change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django import forms

from scoring.common.fields import NameField
from scoring.euchre.books import HOUSE_KEY, LONGEST_NAME
from scoring.euchre.provisions import (
    BadProvision,
    Provision,
    lone_bids_from_words,
    lone_bids_in_words,
)
from scoring.euchre.rule_set import NUMBERS, RuleSet, UnknownRule
from scoring.euchre.rules_pages.page import describe_provision, shelf
from scoring.table.forms.tables import NONE, YES_OR_NO


@dataclass(frozen=True, kw_only=True)
class ProvisionRow:
    """A provision on the form, with its meaning, the book's value, and its fields by number of
    players."""

    label: str
    meaning: str
    empty: str
    """The meaning of a blank field; None where a value is required."""
    words: str
    """What may be typed in place of a number, with its meaning: "“bid” is the bid"."""
    book: str
    fields: tuple[tuple[str, forms.BoundField], ...]
    """Each with the number of players in words, where it has one."""
    choice: bool
    """Whether its field holds words, which take room."""

    @property
    def errors(self) -> list[str]:
        return [error for _, field in self.fields for error in field.errors]


class BaseForm(forms.Form):
    """The set that house rules start from."""

    base = forms.ChoiceField(label="Start from")

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["base"].choices = [
            (kind, [(one.key, one.name) for one in sets]) for kind, sets in shelf().items()
        ]


class HouseForm(forms.Form):
    """What house rules change of `book`, and their name; `now` are the rules that are changed, if
    any.

    `changes` holds only what differs from the book, as `actions.house` wants it.
    """

    name = NameField(
        label="Name",
        required=True,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give these rules a name."},
    )

    def __init__(self, data=None, *, book: RuleSet, now: RuleSet | None = None) -> None:
        self.book, self.now, self.changes = book, now or book, {}
        super().__init__(data, initial={"name": now.name} if now else None)
        for name, provision in book.provisions.items():
            for seats, key in self._keys(name):
                field = _field(provision, _sent(provision, self._of(self.now, name, seats)))
                if seats:
                    field.help_text = ""
                    field.widget.attrs["aria-label"] = f"{provision.label} {_with(seats)}"
                self.fields[key] = field

    def _keys(self, name: str) -> list[tuple[int | None, str]]:
        """Return the fields of a provision, which are one, or one for each number of players."""
        if self.book.provisions[name].kind != "by players" or len(self.book.players) == 1:
            return [(None, name)]
        return [(seats, f"{name}_{seats}") for seats in self.book.players]

    def _of(self, rules: RuleSet, name: str, seats: int | None) -> object:
        """Return the value of a provision for a number of players."""
        value = getattr(rules, name)
        return value[seats or self.book.players[0]] if isinstance(value, Mapping) else value

    @property
    def rows(self) -> Iterator[ProvisionRow]:
        """The provisions in the order of the rules page."""
        for name, provision in self.book.provisions.items():
            yield ProvisionRow(
                label=provision.label,
                meaning=provision.meaning,
                empty=provision.empty,
                words="; ".join(f"“{word}” is {says}" for word, says in _words(provision)),
                book=describe_provision(self.book, name),
                fields=tuple((_with(seats), self[key]) for seats, key in self._keys(name)),
                choice=provision.kind in ("choice", "lone bids"),
            )

    @property
    def wrong(self) -> list[str]:
        """The error of a provision, under any name."""
        return [error for row in self.rows for error in row.errors]

    def clean(self) -> dict:
        for name, provision in self.book.provisions.items():
            self._read(name, provision)
        for name, why in self._contradictions().items():
            self.add_error(self._keys(name)[0][1], why)
        if not self.changes and not self.errors:
            complaint = (
                f"These are the same as {self.book.name}. Change what you play differently, "
                "then save."
            )
            raise forms.ValidationError(complaint)
        return self.cleaned_data

    def _contradictions(self) -> dict[str, str]:
        try:
            return self.book.contradictions(self.changes)
        except UnknownRule as wrong:
            return {wrong.field: str(wrong)}

    def _read(self, name: str, provision: Provision) -> None:
        keys = self._keys(name)
        if any(key in self.errors for _, key in keys):
            return
        if provision.kind == "lone bids":
            self._read_lone_bids(name, provision)
            return
        values = {seats: _value(provision, self.cleaned_data[key]) for seats, key in keys}
        for seats, key in keys:
            try:
                provision.read(values[seats], self.book.players)
            except BadProvision as wrong:
                self.add_error(key, f"{provision.label} {wrong}")
        differs = any(value != self._of(self.book, name, seats) for seats, value in values.items())
        if differs and not any(key in self.errors for _, key in keys):
            self.changes[name] = _as_stored(values)

    def _read_lone_bids(self, name: str, provision: Provision) -> None:
        try:
            bids = lone_bids_from_words(self.cleaned_data[name], self.now.lone_bids)
            if provision.read(bids, self.book.players) != getattr(self.book, name):
                self.changes[name] = bids
                self.book.read_changes({name: bids})
        except BadProvision as wrong:
            self.add_error(name, f"{provision.label} {wrong}")
        except UnknownRule as wrong:
            self.add_error(name, str(wrong))

    @property
    def rules(self) -> RuleSet:
        """The rules as typed, whether or not they have a name yet."""
        name = self.cleaned_data.get("name") or "These rules"
        return self.book.house(key=HOUSE_KEY, name=name, changes=self.changes)


def _with(seats: int | None) -> str:
    return f"with {NUMBERS[seats]}" if seats else ""


def _field(provision: Provision, sent: str) -> forms.Field:
    what = {
        "label": provision.label,
        "help_text": provision.meaning,
        "initial": sent,
        "required": False,
    }
    if provision.kind == "yes or no":
        return forms.ChoiceField(choices=[(word, word) for word in YES_OR_NO], **what)
    if provision.kind == "choice":
        return forms.ChoiceField(
            choices=[(value or NONE, words) for value, words in provision.values.items()], **what
        )
    if provision.kind == "lone bids":
        return forms.CharField(
            max_length=120, widget=forms.TextInput(attrs={"autocomplete": "off"}), **what
        )
    words = _words(provision)
    attrs = {"inputmode": "text" if words else "numeric", "autocomplete": "off"}
    longest = max(4, *(len(says) for _, says in words)) if words else 4
    return forms.CharField(max_length=longest, widget=forms.TextInput(attrs=attrs), **what)


def _words(provision: Provision) -> tuple[tuple[str, str], ...]:
    """Return the words that may be typed in place of a number, each with what it means."""
    return tuple(provision.values.items()) if provision.kind == "number" else ()


def _sent(provision: Provision, value: object) -> str:
    """Return a value as a field of the form shows it."""
    if provision.kind == "choice":
        return value or NONE
    if provision.kind == "yes or no":
        return "yes" if value else "no"
    if provision.kind == "lone bids":
        return lone_bids_in_words(value)
    return "" if value is None else str(value)


def _value(provision: Provision, text: str) -> object:
    """Return the typed values as the rules know them. Text that is not a number stays text, which
    the rules refuse."""
    if provision.kind == "yes or no":
        return YES_OR_NO.get(text, text)
    if provision.kind == "choice":
        return None if text == NONE else text
    if not text:
        return None
    for word, says in _words(provision):
        if text.casefold() in (word, says):
            return word
    return int(text) if text.isascii() and text.isdigit() else text


def _as_stored(values: Mapping[int | None, object]) -> object:
    """Return a value as house rules store it, which is one for all, or by the number of players."""
    if len(set(values.values())) == 1:
        return next(iter(values.values()))
    return {str(seats): value for seats, value in values.items()}
