"""Boxes for the names of a table, drawn as people sit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms

from scoring.common.fields import NamesField
from scoring.common.lists import names_in
from scoring.euchre.rule_set import RuleSet
from scoring.table.pure.ring import ring, rows


@dataclass(frozen=True, kw_only=True)
class SeatBox:
    """A box for a name, and where it is drawn. One that nobody needs yet is hidden."""

    no: int
    name: str
    at: str
    hidden: bool


class SeatBoxes(forms.Widget):
    """Several boxes of one name. A box may hold several names, as people paste them."""

    def value_from_datadict(self, data, files, name) -> str | None:
        if name not in data:
            return None
        return "\n".join(text for text in _sent(data, name) if text.strip())


def _sent(data, name: str) -> list[str]:
    return data.getlist(name) if hasattr(data, "getlist") else [data[name]]


class SeatsField(NamesField):
    """The names of a table's players, clockwise; cleans to a list of names."""

    widget = SeatBoxes

    def __init__(self) -> None:
        super().__init__(label="Names, clockwise", fewest=0)


def boxes(typed: str, rules: RuleSet, most: int) -> list[SeatBox]:
    """Return the boxes for a table of these rules, `most` of any rules, with what was typed."""
    names = names_in(typed) if "\n" not in typed else typed.splitlines()
    held = [typed] if len(names) > most else names
    shown = shown_boxes(len(held), rules)
    drawn = [*ring(shown), *[""] * (most - shown)]
    return [
        SeatBox(no=no, name=held[no - 1] if no <= len(held) else "", at=at, hidden=no > shown)
        for no, at in enumerate(drawn, start=1)
    ]


def shown_boxes(held: int, rules: RuleSet) -> int:
    """Return how many boxes are in view: one more than are filled, as the rules allow."""
    few, many = few_and_many(rules)
    return max(few, min(held + 1, many), held)


def few_and_many(rules: RuleSet) -> tuple[int, int]:
    """Return with how many boxes the form starts, and how many players can sit."""
    return max(min(rules.players), min(4, max(rules.players))), max(rules.players)


def rings(most: int) -> dict[int, Sequence[str]]:
    """Return where boxes are drawn, by their number; "rows" says how many are at a side."""
    return {seats: [f"rows-{rows(seats)}", *ring(seats)] for seats in range(2, most + 1)}
