"""A list of people as a file or a paste, and what is to become of each of its lines."""

from __future__ import annotations

from django import forms

from scoring.common.fields import TapForm
from scoring.common.list_files import text_of
from scoring.common.lists import BadList
from scoring.people.pure.roll import Roll, read_roll

LONGEST_LIST = 60_000
OLD = (
    "This file isn’t in UTF-8, so it was read as Windows-1252. Check the accents. "
    "If they are wrong, save it as “CSV UTF-8”."
)


class RollForm(forms.Form):
    """A list of people, as a file or pasted.

    Its `roll` is the parsed list (None if it is invalid), `text` the list itself, and `odd` a
    remark on the file.
    """

    roll: Roll | None = None

    file = forms.FileField(
        label="File",
        required=False,
        help_text="A spreadsheet (.xlsx, .ods) or a CSV file.",
        widget=forms.FileInput(
            attrs={"accept": ".csv,.tsv,.txt,.xlsx,.ods,.xls,text/csv,text/plain"}
        ),
    )
    text = forms.CharField(
        label="Or paste the list",
        required=False,
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"}),
    )

    def clean(self) -> dict:
        file = self.cleaned_data.get("file")
        pasted = self.cleaned_data.get("text", "")
        try:
            self.odd, self.text = _decoded(file.read()) if file else ("", pasted)
        except BadList as wrong:
            raise forms.ValidationError(str(wrong)) from wrong
        if file:
            # A page that is shown again cannot hold the file: it holds what was in it.
            self.data = self.data.copy()
            self.data["text"] = self.text
        if self.errors:
            return self.cleaned_data
        if not self.text.strip():
            raise forms.ValidationError("Choose a file, or paste the list.")
        try:
            self.roll = self.read(self.text)
        except BadList as wrong:
            raise forms.ValidationError(str(wrong)) from wrong
        return self.cleaned_data

    def read(self, text: str) -> Roll:
        """Return what the list says; raises BadList."""
        return read_roll(text)


def _decoded(content: bytes) -> tuple[str, str]:
    """Return what is odd about the file, in a sentence, and its text."""
    text, guessed = text_of(content)
    if len(text) > LONGEST_LIST:
        raise BadList(
            f"This file has {len(text)} characters, and the most is {LONGEST_LIST}. Split the list."
        )
    return OLD if guessed else "", text


class ChoicesForm(TapForm):
    """Choices for each line of a list that was previewed.

    `choices` are by line: "leave" it out, "new", or the key of a player.
    """

    seen = forms.CharField(max_length=64, required=False)

    def clean(self) -> dict:
        self.choices: dict[int, str | int] = {}
        for line in self.data.getlist("leave"):
            self._choose(line, "leave")
        for name in self.data:
            if name.startswith("line-"):
                self._choose(name.removeprefix("line-"), self.data[name])
        return self.cleaned_data

    def _choose(self, line: str, what: str) -> None:
        if _number(line) is None or (what not in ("leave", "new") and _number(what) is None):
            raise forms.ValidationError("Some choices aren’t valid. Check them and try again.")
        self.choices[_number(line)] = what if what in ("leave", "new") else _number(what)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None
