from __future__ import annotations

import re
import unicodedata

from django import forms

from scoring.rules.names import name_key, why_unfit


class NamesField(forms.CharField):
    """Names typed or pasted, parted by commas, semicolons or new lines; cleans to a list of
    names."""

    widget = forms.Textarea(attrs={"rows": 2, "autocomplete": "off", "autocapitalize": "words"})

    def __init__(self, *, fewest: int = 1, most: int = 200, **kwargs) -> None:
        super().__init__(max_length=20_000, **kwargs)
        self.fewest, self.most = fewest, most

    def clean(self, value) -> list[str]:
        names = names_in(super().clean(value))
        if len(names) < self.fewest or len(names) > self.most:
            raise forms.ValidationError(self._wrong_number(len(names)))
        wrong = next(filter(None, map(why_unfit, names)), None)
        if wrong:
            raise forms.ValidationError(wrong)
        keys = [name_key(name) for name in names]
        twice = next(
            (name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1), None
        )
        if twice:
            raise forms.ValidationError(f"{twice} is there twice. Give one of them a second name.")
        return names

    def _wrong_number(self, found: int) -> str:
        if self.fewest == 1:
            return (
                f"{found} names: at most {self.most} at once."
                if found
                else "Type at least one name."
            )
        people = f"{found} name{'' if found == 1 else 's'}"
        return f"{people}: this game is for {self.fewest} to {self.most}. Part the names by commas."


def names_in(text: str) -> list[str]:
    """Return the names in a pasted text, trimmed, composed (NFC), in order."""
    parts = re.split(r"[,;\n\r\t]+", unicodedata.normalize("NFC", text))
    return [" ".join(part.split()) for part in parts if part.strip()]
