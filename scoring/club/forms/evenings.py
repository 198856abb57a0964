"""The search form on a club's home."""

from __future__ import annotations

from django import forms


class SearchForm(forms.Form):
    """Words to find people or evenings by. Invalid input searches for ""."""

    q = forms.CharField(
        label="Find club nights and people",
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    @property
    def said(self) -> str:
        """The search text."""
        self.is_valid()
        return self.cleaned_data.get("q", "")
