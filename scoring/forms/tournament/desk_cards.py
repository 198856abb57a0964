"""What is typed at the desk: a card of one round, a table's slip, a whole card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from scoring.forms.tournament.desk import DeskForm, numbers_in, page_field, typed_field
from scoring.movements.tournament.cards import Card, CardLine

ENTRY = re.compile(r"(\d{1,2})(\**)", re.ASCII)
"""Points, with a star for each lone hand."""
NONE = ("-", "–")


class CardForm(DeskForm):
    """A card of one round: `no`, and once clean `line`, and `won`, who won a tie ("own",
    "other")."""

    round = page_field()
    no = typed_field("Number")
    points = typed_field("Points")
    other = typed_field("Other side")
    lones = typed_field("Lone hands", enterkeyhint="done")
    typed = ("no", "points", "other", "lones")
    sample = "“12 9 6 1” is number 12 with 9 to 6 and one lone hand"

    def read(self, said: Mapping[str, str]) -> None:
        said = {name: "" if value in NONE else value for name, value in said.items()}
        self.cleaned_data["no"] = self.owner("no", said["no"], "Type whose card it is: his number.")
        self.won = self._winner(said)
        points, other = said["points"].rstrip("+"), said["other"].rstrip("+")
        self.line = CardLine(
            points=self.number("points", points, "Type the points of his side."),
            against=self.number("other", other, "") if other else None,
            lones=self.number("lones", said["lones"], "") if said["lones"] else 0,
        )

    def _winner(self, said: Mapping[str, str]) -> str:
        """Return whose points have a +: who won a tie."""
        both = {"own": said["points"].endswith("+"), "other": said["other"].endswith("+")}
        if all(both.values()):
            self.refuse("points", "One side only can have won the tie.")
        return next((side for side, won in both.items() if won), "")


class SlipForm(DeskForm):
    """A table's slip: once clean `points` in the order of its sides, `lones` by number, and `won`,
    the place among the points of who won a tie."""

    round = page_field()
    table = typed_field("Table")
    first = typed_field("First side")
    second = typed_field("Second side")
    third = typed_field("Third")
    lones = typed_field("Lone hands of numbers", enterkeyhint="done", **{"data-many": ""})
    typed = ("table", "first", "second", "lones")
    sample = "“4: 9 6, 12 7” is table 4 with 9 to 6, and lone hands of numbers 12 and 7"

    def __init__(self, data=None, *, threes: bool = False, **kwargs) -> None:
        super().__init__(data, **kwargs)
        if threes or "third" in self.data:
            self.typed = ("table", "first", "second", "third", "lones")
        else:
            del self.fields["third"]

    def parts_of(self, line: str) -> list[str]:
        head, _, lones = line.partition(",")
        parts = numbers_in(head)
        if not lones.strip():
            return parts
        return [*parts, *[""] * (len(self.typed) - 1 - len(parts)), lones]

    def read(self, said: Mapping[str, str]) -> None:
        self.cleaned_data["table"] = self.owner("table", said["table"], "Type which table it is.")
        points = {name: said[name] for name in self.typed[1:-1] if name != "third" or said[name]}
        self.points = tuple(
            self.number(name, value.rstrip("+"), "Type the points of both sides.")
            for name, value in points.items()
        )
        winners = [place for place, value in enumerate(points.values()) if value.endswith("+")]
        if len(winners) > 1:
            self.refuse("first", "One side only can have won the tie.")
        self.won = winners[0] if winners else None
        numbers = [self.number("lones", one, "", most=999) for one in numbers_in(said["lones"])]
        self.lones = dict(Counter(numbers))


class WholeForm(DeskForm):
    """A whole card: once clean `card`. `rounds` are the numbers of the rounds that it can have."""

    no = typed_field("Number")
    total = typed_field("Sum", enterkeyhint="done")

    def __init__(self, data=None, *, rounds: Sequence[int], **kwargs) -> None:
        super().__init__(data, **kwargs)
        self.rounds = {f"round_{no}": no for no in rounds}
        for name, no in self.rounds.items():
            self.fields[name] = typed_field(f"R{no}")
        self.typed = ("no", *self.rounds, "total")

    sample = "the number, a round each, = and the sum"

    def parts_of(self, line: str) -> list[str]:
        head, _, total = line.partition("=")
        parts = numbers_in(head)
        if len(parts) > 1 and len(parts) != len(self.rounds) + 1:
            self.refuse(
                "no",
                f"{len(parts) - 1} rounds, but {len(self.rounds)} were played: type - for none.",
            )
        return [*parts, *([total.strip()] if total.strip() else [])]

    def read(self, said: Mapping[str, str]) -> None:
        owner = self.owner("no", said["no"], "Type whose card it is: his number.")
        lines = {no: self._entry(name, said[name]) for name, no in self.rounds.items()}
        self.card = Card(
            owner=owner,
            lines={no: line for no, line in lines.items() if line is not None},
            total=self.number("total", said["total"], "", most=9999) if said["total"] else None,
        )
        if not self.card.lines and not self.errors:
            self.refuse(self.typed[1], "Type the points of the rounds.")

    def _entry(self, name: str, said: str) -> CardLine | None:
        """Read "9", or "9*" with a star for each lone hand; "-" is a round without points."""
        if said in NONE:
            return None
        found = ENTRY.fullmatch(said)
        if found is None:
            wrong = f"“{said[:20]}” is no number of points" if said else "Nothing is typed"
            self.refuse(name, f"Round {self.rounds[name]}: {wrong}. A round without points is a -.")
            return None
        return CardLine(points=int(found[1]), lones=len(found[2]))
