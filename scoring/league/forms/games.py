"""A game of a meeting as it is typed: the points of both sides, in two fields."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms

from scoring.league.pure.card import Game, why_no_game

MOST_POINTS = 999


def game_of(form: forms.Form, fields: Sequence[str], target: int | None) -> Game | None:
    """Return the points in these two fields of a form that is being cleaned; None where neither was
    typed, and where something is wrong, which is said at its field.

    An empty field beside one of less than the target is the target.
    """
    if any(field in form.errors for field in fields):
        return None
    points = [form.cleaned_data.get(field) for field in fields]
    if points == [None, None]:
        return None
    if None in points:
        known = next(one for one in points if one is not None)
        if target is None or known >= target:
            form.add_error(fields[points.index(None)], "Enter both sides’ points.")
            return None
        points = [target if one is None else one for one in points]
    if why := why_no_game(points, target):
        form.add_error(fields[0], why)
        return None
    return points[0], points[1]
