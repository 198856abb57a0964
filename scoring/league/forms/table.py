"""Which part of a season the standings of a league show."""

from __future__ import annotations

from django import forms


class PartForm(forms.Form):
    """Which half of the season, from 1. Blank is the current one."""

    part = forms.IntegerField(required=False, min_value=1, max_value=99)
