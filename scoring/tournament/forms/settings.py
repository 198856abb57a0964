"""The forms for a tournament's format, with its settings, prizes and pots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields

from django import forms

from scoring.common.fields import (
    MoneyField,
    NameField,
    TapForm,
    TextField,
    choice_of,
    tick,
    whole_number,
)
from scoring.common.refused import OUT_OF_DATE
from scoring.euchre.books import SHELF
from scoring.tournament.forms.movement import (
    MoveRow,
    StageRow,
    movement_fields,
    movement_from,
    stage_fields,
    stages_from,
)
from scoring.tournament.pure import formats
from scoring.tournament.pure.formats import FOR_EACH, FORMATS, POT_TO, PRIZES, Format, Pot, Prize
from scoring.tournament.pure.presets import PRESETS
from scoring.tournament.pure.seats import SEATS
from scoring.tournament.pure.settings import (
    LONGEST_GROUP,
    LONGEST_NAME,
    LONGEST_WHEN,
    BadSetting,
    format_of,
    suits,
)
from scoring.tournament.pure.values import LEAST_POINTS, MOST_ENTRANTS, MOST_POINTS

SENTENCE = "Choose a format."
OFFERED = {"sits_out": "lot", "sit_out_points": "own"}
"""The settings of a new tournament beside its format. Losers at the head table don't sit out more
often than others."""


def counts_tick() -> forms.BooleanField:
    return tick(
        "Counts in the club’s seasons",
        "If not, player pages list it apart from their figures.",
    )


ADVISED = "club"
"""The format for organisers in doubt, which is offered first."""


class FormatForm(TapForm):
    """The choice of a format, and whether a new tournament `counts` in the club's seasons. `saved`
    are the club's own formats, each with `pk`, `name`, `style` and `settings`."""

    format = forms.ChoiceField(
        initial=ADVISED, error_messages=dict.fromkeys(("required", "invalid_choice"), SENTENCE)
    )
    counts = counts_tick()

    def __init__(self, data=None, *, saved: Iterable = (), **kwargs) -> None:
        super().__init__(data, **kwargs)
        self.saved = {f"saved-{one.pk}": one for one in saved}
        self.fields["format"].choices = [(key, name) for key, name, _, _ in self.offers]

    @property
    def offers(self) -> list[tuple[str, str, Format, int | None]]:
        """The formats to choose from, each with its form value, its name, the format, and its key
        if the club saved it."""
        own = [
            (key, one.name, format_of(one.style, one.settings), one.pk)
            for key, one in self.saved.items()
        ]
        formats = sorted(FORMATS.items(), key=lambda one: one[0] != ADVISED)
        return [*own, *((key, format.name, format, None) for key, format in formats)]

    @property
    def new(self) -> dict:
        """The same as `what`, for a new tournament."""
        return self.what | {"counts": self.cleaned_data["counts"]}

    @property
    def what(self) -> dict:
        """The style and the settings, as `actions.tournament.setting_up` takes them. A format that
        the club saved keeps its own number of rounds."""
        key = self.cleaned_data["format"]
        one = self.saved.get(key)
        return (
            {"style": one.style, "settings": one.settings, "rounds_follow": False}
            if one
            else {"style": key, "settings": OFFERED, "rounds_follow": True}
        )


class SaveFormatForm(forms.Form):
    """The name under which to save a format."""

    name = NameField(
        label="Name of the format",
        required=True,
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "Our Thursday"}),
        error_messages={"required": "Give the format a name."},
    )


class CarryOnForm(TapForm):
    """The name of a pot that was carried over."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        error_messages=dict.fromkeys(("required", "max_length"), OUT_OF_DATE),
    )


POTS = 2
"""The minimum number of rows for pots."""


def _slug(prize: str) -> str:
    return f"prize_{prize.replace(' ', '_')}"


def _money(value: int, currency: str, label: str) -> MoneyField:
    field = MoneyField(label=label, required=False, initial=value or None)
    field.currency = currency
    return field


class WorthField(MoneyField):
    """The money of a prize, as an amount or as a percentage of the fees ("50%"). It cleans to
    `amount` and `percent`, as in a tournament's file."""

    def __init__(self, **kwargs) -> None:
        super().__init__(**kwargs)
        # The number pad of a phone has no per cent sign.
        del self.widget.attrs["inputmode"]

    def prepare_value(self, value: object) -> object:
        if not isinstance(value, Prize):
            return value
        return f"{value.percent}%" if value.percent else super().prepare_value(value.amount or None)

    def clean(self, value: object) -> dict:
        number, sign, rest = str(value or "").strip().partition("%")
        if not sign:
            amount = super().clean(value)
            return {"amount": amount} if amount else {}
        number = number.strip()
        if rest or not number.isascii() or not number.isdigit() or not 1 <= int(number[:4]) <= 100:
            raise forms.ValidationError("Enter a whole percentage, such as 50%.")
        return {"percent": int(number)}


def prize_rows(now: Format, currency: str) -> dict[str, forms.Field]:
    """Return the fields of every prize, with the format's values."""
    given, found = {one.prize: one for one in now.prizes}, {}
    for key, title in PRIZES.items():
        prize, name = given.get(key), _slug(key)
        found[name] = forms.BooleanField(label=title, required=False, initial=prize is not None)
        worth = WorthField(label=f"{title}: money or %", required=False, initial=prize)
        worth.currency = currency
        found[f"{name}_amount"] = worth
        found[f"{name}_gift"] = NameField(
            label=f"{title}: or a gift",
            max_length=LONGEST_NAME,
            initial=prize.gift if prize else "",
        )
        for part, placeholder in (("amount", "money, %"), ("gift", "or a gift")):
            field = found[f"{name}_{part}"]
            attributes = {
                "placeholder": placeholder,
                "aria-label": field.label,
                "autocomplete": "off",
            }
            field.widget.attrs |= attributes
    return found


@dataclass(frozen=True, kw_only=True)
class PrizeRow:
    """A prize on the form, with a tick if it is given, its money and its gift."""

    key: str
    given: forms.BoundField
    amount: forms.BoundField
    gift: forms.BoundField

    @property
    def shown(self) -> bool:
        """Whether the prize is in use or has an error. Other rows are collapsed."""
        return any(field.value() or field.errors for field in self.fields)

    @property
    def fields(self) -> tuple[forms.BoundField, ...]:
        return self.given, self.amount, self.gift

    @classmethod
    def of(cls, form: forms.Form, key: str, title: str) -> PrizeRow:
        name = _slug(key)
        return cls(
            key=key, given=form[name], amount=form[f"{name}_amount"], gift=form[f"{name}_gift"]
        )

    def as_document(self, clean: Mapping) -> dict | None:
        """Return the prize as a tournament's file has it, or None. A prize with money or a gift is
        given."""
        worth, gift = clean[self.amount.name], clean[self.gift.name]
        if not (clean[self.given.name] or worth or gift):
            return None
        return {"prize": self.key, "gift": gift, **worth}


TIERS = 2
"""The minimum number of rows for other prizes."""
LONGEST_LIST = 400
BY_TITLE = sorted(PRIZES.items(), key=lambda one: -len(one[1]))
"""The prizes, those with longer titles first."""
NEXT_PRIZE = re.compile(rf",\s*(?=(?:{'|'.join(title for _, title in BY_TITLE)})(?:[\s,]|$))", re.I)
"""A comma before the title of a prize. Amounts and gifts can have other commas."""


class PrizesField(forms.CharField):
    """A list of prizes on one line, as "First 50%, Second 20.00 and a cake". It cleans to prizes as
    in a tournament's file. Its initial prizes stay exact if the line is not changed."""

    def __init__(self, *, currency: str, **kwargs) -> None:
        super().__init__(max_length=LONGEST_LIST, required=False, **kwargs)
        self.worth = WorthField(required=False)
        self.worth.currency = currency

    def prepare_value(self, value: object) -> object:
        if isinstance(value, tuple):
            return ", ".join(self._as_text(prize) for prize in value)
        return value

    def _as_text(self, prize: Prize) -> str:
        worth = self.worth.prepare_value(prize)
        what = " and ".join(filter(None, [worth, prize.gift]))
        return f"{PRIZES[prize.prize]} {what}".strip()

    def clean(self, value: object) -> list[dict]:
        if self.initial and value == self.prepare_value(self.initial):
            return [asdict(prize) for prize in self.initial]
        found = super().clean(value).strip(" ,")
        return [self._prize(one.strip(" ,")) for one in NEXT_PRIZE.split(found) if one]

    def _prize(self, text: str) -> dict:
        named = (one for one in BY_TITLE if f"{text.lower()} ".startswith(f"{one[1].lower()} "))
        key, title = next(named, ("", ""))
        if not key:
            raise forms.ValidationError(
                f"“{text[:60]}” is no prize. Begin with one of {', '.join(PRIZES.values())}."
            )
        worth, _, gift = (part.strip() for part in text[len(title) :].partition(" and "))
        try:
            return {"prize": key, "gift": gift, **self.worth.clean(worth)}
        except forms.ValidationError:
            if "%" in worth or not any(map(str.isalpha, worth)):
                raise
            return {"prize": key, "gift": text[len(title) :].strip()}


def tier_rows(now: Format, currency: str) -> dict[str, forms.Field]:
    """Return the fields of other prizes for more entries, with the format's values."""
    found = {}
    for no in range(1, max(TIERS, len(now.tiers) + 1) + 1):
        tier = now.tiers[no - 1] if no <= len(now.tiers) else None
        start = whole_number("From this many paid entries", 1, MOST_ENTRANTS, required=False)
        start.initial = tier.start if tier else None
        found[f"tier_{no}_from"] = start
        found[f"tier_{no}_prizes"] = PrizesField(
            currency=currency,
            label="Prizes",
            initial=tier.prizes if tier else "",
            help_text="Such as “First 50%, Second 30%, Most lone hands 5.00”.",
        )
    return found


@dataclass(frozen=True, kw_only=True)
class TierRow:
    """Other prizes for more entries, on the form."""

    start: forms.BoundField
    prizes: forms.BoundField

    @classmethod
    def all_of(cls, form: forms.Form) -> list[TierRow]:
        names = [name.removesuffix("_from") for name in form.fields if name.endswith("_from")]
        return [cls(start=form[f"{name}_from"], prizes=form[f"{name}_prizes"]) for name in names]

    def as_document(self, clean: Mapping) -> dict | None:
        start, prizes = clean[self.start.name], clean[self.prizes.name]
        return {"from": start, "prizes": prizes} if start else None


def pot_rows(now: Format, currency: str) -> dict[str, forms.Field]:
    """Return the fields of the pots, with the format's values."""
    found = {}
    for no in _numbers(now):
        pot = now.pots[no - 1] if no <= len(now.pots) else None
        found[f"pot_{no}_name"] = NameField(
            label="Pot",
            max_length=LONGEST_NAME,
            initial=pot.name if pot else "",
            help_text="Such as “Lone-hand basket”. Leave blank for none.",
        )
        found[f"pot_{no}_opening"] = _money(
            pot.opening if pot else 0, currency, "Carried over into it"
        )
        found[f"pot_{no}_each"] = _money(pot.each if pot else 0, currency, "Amount each time")
        found[f"pot_{no}_for_each"] = forms.ChoiceField(
            label="When",
            required=False,
            choices=list(FOR_EACH.items()),
            initial=pot.for_each if pot else "",
        )
        found[f"pot_{no}_to"] = forms.ChoiceField(
            label="Goes to",
            required=False,
            choices=list(POT_TO.items()),
            initial=pot.to if pot else "first",
        )
        found[f"pot_{no}_half"] = whole_number(
            "Per cent that the club keeps",
            0,
            100,
            "Such as 50 for a half. Blank for nothing.",
            required=False,
        )
        found[f"pot_{no}_half"].initial = (pot.half if pot else 0) or None
        found[f"pot_{no}_when"] = NameField(
            label="Only won if",
            max_length=LONGEST_WHEN,
            initial=pot.when if pot else "",
            help_text="Such as “a lone hand in hearts takes all 5”. Otherwise it is carried over.",
        )
    return found


def _numbers(now: Format) -> range:
    return range(1, max(POTS, len(now.pots) + 1) + 1)


@dataclass(frozen=True, kw_only=True)
class PotRow:
    """A pot on the form."""

    name: forms.BoundField
    opening: forms.BoundField
    each: forms.BoundField
    for_each: forms.BoundField
    to: forms.BoundField
    half: forms.BoundField
    when: forms.BoundField

    @classmethod
    def all_of(cls, form: forms.Form, now: Format) -> list[PotRow]:
        names = [one.name for one in fields(cls)]
        return [cls(**{name: form[f"pot_{no}_{name}"] for name in names}) for no in _numbers(now)]

    def as_document(self, clean: Mapping, before: Pot | None) -> dict:
        """Return the pot as a tournament's file has it. Of `before` it keeps the money that was
        counted and, while it waits for the same, whether it happened."""
        when = clean[self.when.name]
        return {
            "name": clean[self.name.name],
            "to": clean[self.to.name] or "first",
            "opening": clean[self.opening.name] or 0,
            "amount": before.amount if before else 0,
            "each": clean[self.each.name] or 0,
            "for_each": clean[self.for_each.name],
            "half": clean[self.half.name] or 0,
            "when": when,
            "happened": bool(before and when == before.when and before.happened),
        }


def documents_of_pots(rows: Sequence[PotRow], clean: Mapping, now: Format) -> list[dict]:
    """Return the pots that have a name. A renamed pot keeps the amount that was counted in it."""
    names = [clean[row.name.name] for row in rows]
    renamed = {
        name: pot for name, pot in zip(names, now.pots, strict=False) if pot.name not in names
    }
    before = renamed | {pot.name: pot for pot in now.pots}
    return [
        row.as_document(clean, before.get(name))
        for row, name in zip(rows, names, strict=True)
        if name
    ]


RANKS = tuple(f"rank_{place}" for place in range(1, len(formats.CRITERIA) + 1))
GROUPS = ("group_1", "group_2")
FORFEIT = ("forfeit_won", "forfeit_lost")
FIRST_OF = {
    "ranking": RANKS[0],
    "groups": GROUPS[0],
    "forfeit_points": FORFEIT[0],
    "stages": "stage_1_start",
    "prizes": "prize_first",
    "tiers": "tier_1_prizes",
    "pots": "pot_1_name",
}
"""The field that shows the error of a setting with several fields."""
LONE_EUCHRE = [
    ("", "what any euchre costs"),
    *((str(points), f"{points} points") for points in (2, 3, 4)),
]
TABLE_SIZES = {"4": "four, two against two", "6": "six, three against three"}
PLACE, BETWEEN = re.compile(r"-?[0-9]{1,4}"), re.compile(r"[\s,;]+")
"""The points for a place, and what separates two. A hyphen does not, as it is a minus sign."""
ALONE = "call-ace"
"""The rules in which each plays for themselves, unless others are chosen."""
SAME = ("ends", "tie", "odd", "sits_out", "sit_out_points", "rest")
BLANK_IS_NOTHING = ("hands", "minutes", "fee", "lone_partner")
TICKS = ("mixed_tables", "reset", "lone_at_head", "prizes_by_group", "one_prize_each", "share")
TICKS += ("suspense",)

MOVES = ("movement", "partners", "past_the_end", "seat_", "move_", "stage_", "tie", "reset")
SECTIONS = {
    "tables": ("table_size", "mixed_tables", "places"),
    "moves": MOVES,
    "stages": ("stage_",),
    "odd": ("odd", "sits_out", "sit_out_points"),
    "groups": (*GROUPS, "prizes_by_group"),
    "ranking": ("rank_",),
    "lone": ("lone_",),
    "forfeits": FORFEIT,
    "suspense": ("suspense",),
    "shares": ("one_prize_each", "share", "round_to", "rest", "tier_"),
    "pots": ("pot_",),
}
"""The fields behind *More settings* by their section. A name that ends with `_` is a beginning."""


class SettingsForm(forms.Form):
    """A tournament's settings. Once clean, `format` is the format and `house` the house rules, if
    any.

    `now` is the current format. `houses` are the house rules to choose from, each with `pk`, `base`
    and `rules`. `locked` are the settings to disable, as they cannot change after round 1 is
    published.
    """

    rules = forms.ChoiceField(
        label="Rules",
        error_messages={"invalid_choice": "You can’t choose these rules here. Choose others."},
    )
    table_size = choice_of("Players at a table", TABLE_SIZES, required=False)
    mixed_tables = tick(
        "Also tables of four, so that fewer sit out",
        "With tables of six, in a rotation or where each round is drawn.",
    )
    places = TextField(
        label="Points for places, if each plays for themselves",
        help_text="Such as 4 3 2 1 for Call-Ace. Leave blank where partners play.",
    )
    rounds = whole_number("Rounds", 1, 99)
    ends = choice_of("A round ends when", formats.ENDS)
    hands = whole_number("Hands per round", 0, 99, "Hands not played don’t count.", required=False)
    bell_at = whole_number("The bell rings at", 1, 99, "Points of the head table.")
    minutes = whole_number(
        "Minutes on the clock", 0, 240, "Leave blank for no clock.", required=False
    )
    break_minutes = whole_number(
        "Minutes between rounds", 0, 240, "Time for players to move.", required=False
    )
    fee = MoneyField(label="Entry fee per person", required=False)
    reset = tick(
        "The final is played again if the unbeaten pair loses it", "For a double elimination."
    )
    tie = choice_of("If a table is tied at the end", formats.TIES)
    lone_euchre = choice_of("A euchred loner costs", dict(LONE_EUCHRE), required=False)
    lone_partner = whole_number(
        "Points taken from a lone hand’s partner",
        0,
        99,
        "For each lone hand that takes every trick. Leave blank for nothing.",
        required=False,
    )
    lone_at_head = tick("Lone hands are allowed at the head table")
    group_1 = NameField(
        label="First group", max_length=LONGEST_GROUP, help_text="Ladies, for example."
    )
    group_2 = NameField(
        label="Second group", max_length=LONGEST_GROUP, help_text="Leave both blank for no groups."
    )
    prizes_by_group = tick("Each group has its own prizes")
    odd = choice_of("Players left over", formats.ODD)
    sits_out = choice_of("Who sits out", formats.SITS_OUT)
    sit_out_points = choice_of("Points for sitting out", formats.SIT_OUT_POINTS)
    forfeit_won = whole_number(
        "Points for a forfeit won",
        LEAST_POINTS,
        MOST_POINTS,
        "Leave blank for the bell’s points or one for each hand of a round.",
        required=False,
    )
    forfeit_lost = whole_number(
        "Points for a forfeit lost", LEAST_POINTS, MOST_POINTS, required=False
    )
    one_prize_each = tick("Only one prize each", "A winner is skipped for later prizes.")
    round_to = MoneyField(
        label="Round percentages and shares down to",
        required=False,
        help_text="Such as 5.00. Leave blank for the smallest coin.",
    )
    rest = choice_of("The money that rounding leaves", formats.RESTS)
    share = tick("Tied prizes are pooled and split", "Otherwise they cut for them.")
    suspense = tick("Keep the standings secret before the last round")
    counts = counts_tick()

    def __init__(
        self,
        data=None,
        *,
        now: Format,
        house=None,
        houses: Iterable = (),
        counts: bool = False,
        currency: str = "GBP",
        locked: Iterable[str] = (),
    ) -> None:
        self.now, self.format, self.currency = now, now, currency
        self.houses = {f"house-{one.pk}": one for one in houses}
        rules = f"house-{house.pk}" if house else now.rules
        super().__init__(data, initial=_shown(now) | {"rules": rules, "counts": counts})
        self._own_rules()
        self._own_ranking()
        self.fields["fee"].currency = self.fields["round_to"].currency = currency
        self.fields |= movement_fields(now) | stage_fields(now)
        self.fields |= prize_rows(now, currency) | tier_rows(now, currency)
        self.fields |= pot_rows(now, currency)
        for name in locked:
            for field in self._fields_of(name):
                self.fields[field].disabled = True

    def _own_rules(self) -> None:
        own = [(key, house.rules.name) for key, house in self.houses.items()]
        shelf = [
            (key, rules.name)
            for key, rules in SHELF.items()
            if 4 in rules.pack or rules.partners == "fixed" and 6 in rules.pack
        ]
        self.fields["rules"].choices = (
            [("Rules of this club", own), ("Game rules", shelf)] if own else shelf
        )

    def _own_ranking(self) -> None:
        for place, name in enumerate(RANKS):
            nothing = {"": "nothing, they share the rank"} if place else {}
            label = "Rank by" if not place else "If tied, by" if place == 1 else "Then by"
            self.fields[name] = choice_of(label, nothing | formats.CRITERIA, required=not place)

    def _fields_of(self, setting: str) -> tuple[str, ...]:
        movement = tuple(name for name in movement_fields(self.now) if name != "partners")
        several = {"groups": GROUPS, "forfeit_points": FORFEIT, "style": (), "movement": movement}
        return several.get(setting, (setting,))

    @property
    def ranks(self) -> list[forms.BoundField]:
        return [self[name] for name in RANKS]

    @property
    def prizes(self) -> list[PrizeRow]:
        """A row for each kind of prize."""
        return [PrizeRow.of(self, key, title) for key, title in formats.PRIZES.items()]

    @property
    def tiers(self) -> list[TierRow]:
        return TierRow.all_of(self)

    @property
    def moves(self) -> list[MoveRow]:
        return MoveRow.all_of(self)

    @property
    def seat_numbers(self) -> list[forms.BoundField]:
        """The tables that each seat goes on."""
        return [self[f"seat_{seat}"] for seat in SEATS]

    @property
    def stages(self) -> list[StageRow]:
        return StageRow.all_of(self)

    @property
    def wrong(self) -> set[str]:
        """The sections behind *More settings* with an error, and `stages` within *moves*."""
        return {
            section
            for section, names in SECTIONS.items()
            if any(
                error == name or name.endswith("_") and error.startswith(name)
                for error in self.errors
                for name in names
            )
        }

    @property
    def pots(self) -> list[PotRow]:
        return PotRow.all_of(self, self.now)

    @property
    def forfeits(self) -> list[forms.BoundField]:
        return [self[name] for name in FORFEIT]

    @property
    def house(self):
        """The chosen house rules, or None for one of the game rules."""
        return None if self.has_other_tables else self.houses.get(self.cleaned_data["rules"])

    def clean(self) -> dict:
        clean = super().clean()
        if self.errors:
            return clean
        for row in self.tiers:
            if clean[row.prizes.name] and not clean[row.start.name]:
                self.add_error(row.start.name, "Enter from how many paid entries these count.")
        if self.errors:
            return clean
        for row in self.stages:
            if clean[row.start.name] and not clean[row.movement.name]:
                self.add_error(row.movement.name, "Choose a movement from the list.")
        chosen = [clean["movement"], *(clean.get(row.movement.name) for row in self.stages)]
        for preset in (PRESETS[key] for key in chosen if key in PRESETS):
            if preset.by_groups and not (clean["group_1"] and clean["group_2"]):
                self.add_error("group_1", f"“{preset.name}” needs the names of two groups.")
                break
        if self.errors:
            return clean
        try:
            self.format = format_of(self.now.style, self._settings(clean))
        except BadSetting as wrong:
            where = FIRST_OF.get(wrong.field, wrong.field)
            self.add_error(where if where in self.fields else None, wrong.message)
        else:
            rules = self.house.rules if self.house else SHELF[self.format.rules]
            if not suits(rules, self.format):
                self.add_error("rules", self.fields["rules"].error_messages["invalid_choice"])
        return clean

    def _settings(self, clean: Mapping) -> dict:
        """Return the settings as a tournament's file has them."""
        moves = movement_from(self, self.now, self.moves)
        numbers = ("break_minutes", *BLANK_IS_NOTHING)
        return {
            **self._rules(self.house),
            "table_size": self.size,
            "places": self.points_for_places,
            "rounds": clean["rounds"],
            "bell_at": clean["bell_at"],
            **{name: clean[name] or 0 for name in numbers},
            **{name: clean[name] for name in (*SAME, *TICKS)},
            **moves,
            "stages": stages_from(self, self.now, moves["movement"]),
            "lone_euchre": int(clean["lone_euchre"]) if clean["lone_euchre"] else None,
            "ranking": [clean[name] for name in RANKS if clean[name]],
            "groups": [clean[name] for name in GROUPS if clean[name]],
            "forfeit_points": [clean[name] for name in FORFEIT if clean[name] is not None],
            "prizes": [prize for row in self.prizes if (prize := row.as_document(clean))],
            "round_to": clean["round_to"] or 1,
            "tiers": [tier for row in self.tiers if (tier := row.as_document(clean))],
            "pots": documents_of_pots(self.pots, clean, self.now),
        }

    def _rules(self, house) -> dict:
        """Return the setting `rules`. Where only the tables changed, it is left out, or is that of
        tables where each plays for themselves."""
        if self.has_other_tables:
            return {"rules": ALONE} if self.points_for_places else {}
        return {"rules": house.base if house else self.cleaned_data["rules"]}

    @property
    def size(self) -> int:
        return int(self.cleaned_data["table_size"] or self.now.table_size)

    @property
    def points_for_places(self) -> list[int]:
        return [int(one) for one in BETWEEN.split(self.cleaned_data["places"]) if one]

    @property
    def has_other_tables(self) -> bool:
        """Whether other people play at a table, by rules that nobody chose for it."""
        alone = bool(self.points_for_places), bool(self.now.places)
        other = self.size != self.now.table_size or alone[0] != alone[1]
        return other and "rules" not in self.changed_data

    def clean_places(self) -> str:
        said = self.cleaned_data["places"]
        if not all(PLACE.fullmatch(one) for one in BETWEEN.split(said) if one):
            raise forms.ValidationError("Enter whole numbers with blanks, such as 4 3 2 1.")
        return said


def _shown(now: Format) -> dict:
    """Return the initial values of the fields for a format."""
    plain = (
        "rounds",
        "ends",
        "bell_at",
        "break_minutes",
        "tie",
        "odd",
        "sits_out",
        "sit_out_points",
        "rest",
        *TICKS,
    )
    return {
        "round_to": now.round_to if now.round_to > 1 else None,
        **{name: getattr(now, name) for name in plain},
        **{
            name: getattr(now, name) or None for name in ("hands", "minutes", "fee", "lone_partner")
        },
        "table_size": str(now.table_size),
        "places": " ".join(map(str, now.places)),
        "lone_euchre": str(now.lone_euchre or ""),
        **dict(zip(RANKS, now.ranking, strict=False)),
        **dict(zip(GROUPS, now.groups, strict=False)),
        **dict(zip(FORFEIT, now.forfeit_points, strict=False)),
    }
