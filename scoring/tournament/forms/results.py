"""The forms for a table's result, as the director enters it or decides between reports."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms

from scoring.common.fields import TapForm, TextField
from scoring.common.names import in_short
from scoring.common.refused import OUT_OF_DATE
from scoring.euchre.wording import listed, score_as_text
from scoring.tournament.pure.cards import MOST
from scoring.tournament.pure.formats import Format
from scoring.tournament.pure.seats import SIDES
from scoring.tournament.pure.values import LEAST_POINTS, MOST_POINTS, Result, RoundTable, forfeited

MOST_MINUTES = 60


def _number(
    label: str, most: int = MOST, *, least: int = 0, required: bool = True, minus: bool = False
) -> forms.IntegerField:
    sentence = f"A number from {least} to {most}."
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=required,
        widget=forms.TextInput(
            attrs={"inputmode": "text" if minus else "numeric", "autocomplete": "off"}
        ),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence),
    )


FOR_POTS = {"euchres": ("euchre", "Euchred as maker"), "tried": ("tried", "Lone hands tried")}
"""The hands that only pots count, by their key in a result, with what a pot calls them."""


NOT_CHOSEN = "-"
"""No answer, so that a tie without a winner is not shown as none."""


class ResultForm(forms.Form):
    """A table's result by a format, with points by side, lone hands by player, and the winner of a
    tie; or the side that forfeits. Hands that only pots count are asked for where there is one."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    why = TextField(label="Reason", max_length=200)

    def __init__(
        self,
        data=None,
        *,
        table: RoundTable,
        names: Mapping[int, str],
        format: Format,
        result: Result | None = None,
        points: Mapping[str, int] | None = None,
        counted: Mapping[str, Mapping[int, int]] | None = None,
        bidding: bool = False,
    ) -> None:
        self.table, self.format, self.needs_winner = table, format, format.tie != "stays"
        initial = _initial(result, points or {}, counted or {})
        if self.needs_winner and result is None and _level(points or {}):
            initial["tie"] = NOT_CHOSEN
        super().__init__(data, initial=initial)
        sides = {
            side: listed([names[no] for no in people]) for side, people in table.by_side.items()
        }
        known = (result.points if result else points) or {}
        minus = bidding or min(known.values(), default=0) < 0
        for side, who in sides.items():
            self.fields[f"points_{side}"] = _number(
                f"Points of {who}",
                MOST_POINTS,
                least=LEAST_POINTS,
                minus=minus,
                required=not self._forfeits,
            )
        for_pots = {pot.for_each for pot in format.pots}
        self.counted = ("lones", *(key for key, (each, _) in FOR_POTS.items() if each in for_pots))
        short = in_short(names[no] for no in table.entrants)
        for key in self.counted:
            for no in table.entrants:
                self.fields[f"{key}_{no}"] = _number(short[names[no]], required=False)
        self.fields["tie"] = forms.ChoiceField(
            label="If tied, who won?",
            choices=[
                ("", "Not tied" if self.needs_winner else "Not tied, or no winner"),
                *sides.items(),
            ],
            required=False,
            widget=forms.RadioSelect,
        )
        if len(sides) == len(SIDES):
            won, lost = format.forfeit
            choices = [
                (side, f"{who}, {score_as_text((lost, won))}") for side, who in sides.items()
            ]
            self.fields["forfeit"] = forms.ChoiceField(
                label="Does a side forfeit?",
                choices=[("", "No"), *choices],
                required=False,
                widget=forms.RadioSelect,
            )

    @property
    def _forfeits(self) -> bool:
        return len(self.table.by_side) == len(SIDES) and bool(self.data.get("forfeit"))

    @property
    def point_fields(self) -> list[forms.BoundField]:
        return [self[f"points_{side}"] for side in self.table.by_side]

    @property
    def lone_fields(self) -> list[forms.BoundField]:
        return self._fields_of("lones")

    @property
    def has_lones(self) -> bool:
        """Whether a lone hand is entered, rightly or not."""
        return any(field.value() for field in self.lone_fields)

    @property
    def fields_for_pots(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields that only pots need, with their legend."""
        return [(FOR_POTS[key][1], self._fields_of(key)) for key in self.counted if key in FOR_POTS]

    def _fields_of(self, key: str) -> list[forms.BoundField]:
        return [self[f"{key}_{no}"] for no in self.table.entrants]

    def clean(self) -> dict:
        if self.errors or self.cleaned_data.get("forfeit"):
            return self.cleaned_data
        if self._level and self.needs_winner and not self.cleaned_data["tie"]:
            self.add_error("tie", "The points are tied. Choose who won the tie.")
        return self.cleaned_data

    @property
    def _level(self) -> bool:
        return _level(self.points)

    @property
    def points(self) -> dict[str, int]:
        return {side: self.cleaned_data[f"points_{side}"] for side in self.table.by_side}

    @property
    def said(self) -> dict:
        """The arguments for `decide`."""
        if self.cleaned_data.get("forfeit"):
            about = {name: self.cleaned_data[name] for name in ("forfeit", "why")}
            return {"points": {}, "lones": {}} | about
        counted = {
            key: {no: self.cleaned_data[f"{key}_{no}"] or 0 for no in self.table.entrants}
            for key in self.counted
        }
        tie = self.cleaned_data["tie"] if self._level else ""
        return {"points": self.points, "tie": tie, "why": self.cleaned_data["why"]} | counted

    @property
    def result(self) -> Result:
        """The result as it was entered."""
        said = self.said
        if said.get("forfeit"):
            return forfeited(said["forfeit"], self.format.forfeit)
        counted = {
            key: {no: times for no, times in said[key].items() if times} for key in self.counted
        }
        return Result(points=said["points"], tie=said["tie"] or None, **counted)


def _level(points: Mapping[str, int]) -> bool:
    """Return whether two sides have the most points."""
    return list(points.values()).count(max(points.values(), default=0)) > 1


def _initial(
    result: Result | None,
    points: Mapping[str, int],
    counted: Mapping[str, Mapping[int, int]],
) -> dict:
    """Return what the form shows at first: the result, or what is known without one."""
    if result is not None and result.forfeit is not None:
        return {"forfeit": result.forfeit}
    if result is not None:
        points = result.points
        counted = {key: getattr(result, key) for key in ("lones", *FOR_POTS)}
    hands = {
        f"{key}_{no}": times for key, of_each in counted.items() for no, times in of_each.items()
    }
    known = {f"points_{side}": value for side, value in points.items()}
    return {"tie": (result and result.tie) or ""} | known | hands


AGAIN = OUT_OF_DATE


class NotPlayedForm(TapForm):
    """A form with an idempotency key, for a round that was not played at a table."""

    sentence = AGAIN
    key = forms.UUIDField(error_messages=dict.fromkeys(("required", "invalid"), AGAIN))


class RightForm(NotPlayedForm):
    """The report to accept, by its key, or 0 for the hands on the pad."""

    report = forms.IntegerField(
        min_value=0,
        max_value=10**15,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), AGAIN),
    )


class ExtraForm(TapForm):
    """The extra minutes for a table, or 0 for none."""

    minutes = _number("Minutes", MOST_MINUTES)


class WithdrawForm(TapForm):
    """The report to withdraw."""

    sentence = OUT_OF_DATE
    report = forms.IntegerField(
        min_value=1,
        max_value=10**15,
        error_messages=dict.fromkeys(("required", "invalid", "max_value"), sentence),
    )
