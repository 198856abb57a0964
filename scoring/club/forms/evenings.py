"""What is looked for on a club's own page."""

from __future__ import annotations

from django import forms


class SearchForm(forms.Form):
    """Words that people or evenings go by; nonsense asks for nothing."""

    q = forms.CharField(
        label="Evenings and people",
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )

    @property
    def said(self) -> str:
        """What is looked for."""
        self.is_valid()
        return self.cleaned_data.get("q", "")
