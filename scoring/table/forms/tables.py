"""A table as typed, with its players, rules, stake and choices of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from django import forms

from scoring.common.amounts import DECIMALS, BadMoney, plain, read_amount, typed_as, written
from scoring.common.fields import OnceForm, TextField
from scoring.common.lists import names_in
from scoring.common.names import name_key
from scoring.euchre.books import SHELF, on_shelf
from scoring.euchre.provisions import HIGHEST, Provision
from scoring.euchre.rule_set import PROVISIONS, RuleSet, UnknownRule
from scoring.euchre.rules_pages.lines import first_deal
from scoring.euchre.rules_pages.page import (
    describe_provision,
    for_how_many,
    lead_of,
    shelf,
    wrong_names,
)
from scoring.euchre.wording import side_names
from scoring.table.forms.seats import SeatBox, SeatsField, boxes, few_and_many, rings
from scoring.table.pure.ring import rows

AS_THE_RULES_SAY = "use the rule"
NAMES = tuple(
    name for name in PROVISIONS() if any(name in rules.options for rules in SHELF.values())
)
NONE = "none"
YES_OR_NO = {"yes": True, "no": False}
USUAL_TARGETS = tuple(
    sorted({value for rules in SHELF.values() for value in rules.usual.get("target", ())})
)


def option_fields() -> dict[str, forms.Field]:
    """Return a field for every option that any set of the shelf offers, by its name."""
    return {name: _field(PROVISIONS()[name], _few(name)) for name in NAMES}


def _few(name: str) -> dict[str, object]:
    """Return the values to choose among, by what a form sends; none where any number may be
    typed."""
    provision = PROVISIONS()[name]
    if provision.kind == "yes or no":
        return YES_OR_NO
    if provision.kind == "choice":
        return {value or NONE: value for value in provision.values}
    limits = sorted({value for rules in SHELF.values() for value in rules.limits.get(name, ())})
    return {str(value): value for value in limits}


def _field(provision: Provision, few: Mapping[str, object]) -> forms.Field:
    what = {"label": provision.label, "help_text": provision.meaning, "required": False}
    if few:
        words = [(sent, provision.values.get(value, sent)) for sent, value in few.items()]
        return forms.ChoiceField(choices=[("", AS_THE_RULES_SAY), *words], **what)
    attrs = {
        "inputmode": "numeric",
        "autocomplete": "off",
        "placeholder": AS_THE_RULES_SAY,
        "list": "usual",
    }
    return forms.CharField(max_length=4, widget=forms.TextInput(attrs=attrs), **what)


def chosen(clean: Mapping[str, str]) -> dict[str, object]:
    """Return the options that a form chose, as the rules know them. Text that is not a number stays
    text."""
    return {name: _value(name, clean[name]) for name in NAMES if clean.get(name)}


def _value(name: str, text: str) -> object:
    few = _few(name)
    if few:
        return few[text]
    return int(text) if text.isascii() and text.isdigit() else text


def _sent(name: str, value: object) -> str:
    """Return what a form sends for the value of an option."""
    return next((sent for sent, one in _few(name).items() if one == value), str(value))


def stake_hint(currency: str) -> str:
    """Return how a stake is typed in this currency, such as "0.25 or 25c"."""
    return f"{typed_as(currency)}. Leave it blank to play for points."


def refusal(rules: RuleSet, name: str, value: object) -> str:
    """Return why a table of these rules cannot have this; nothing when it can."""
    if not _is_open(rules, name):
        return f"{rules.name} doesn’t let you change this. Choose “{AS_THE_RULES_SAY}”."
    if among := _among(rules, name):
        words = " or ".join(among)
        label = PROVISIONS()[name].label
        if str(value) in among:
            return ""
        return f"{label}: {words} in {rules.name}, or “{AS_THE_RULES_SAY}”."
    try:
        rules.refuse_options({name: value})
    except UnknownRule as wrong:
        return str(wrong)
    return ""


def _is_open(rules: RuleSet, name: str) -> bool:
    """Return whether a table of these rules has a choice here. An option with one value is no
    choice."""
    return name in rules.options and len(rules.limits.get(name, (None, None))) > 1


def _among(rules: RuleSet, name: str) -> list[str]:
    """Return which of the numbers that a field lists these rules leave open, as a form sends them,
    smallest first; none where they leave any."""
    highest = rules.tricks_dealt if name == "lowest_bid" else HIGHEST
    return [str(value) for value in sorted(rules.limits.get(name, ())) if value <= highest]


def offered(rules: RuleSet) -> dict[str, dict]:
    """Return the options of a set for a page, with the rule, the usual value and the possible
    numbers. Options with one choice are left out."""
    return {
        name: {
            "says": describe_provision(rules, name),
            "usual": list(rules.usual.get(name, ())),
            "among": _among(rules, name),
        }
        for name in rules.options
        if _is_open(rules, name)
    }


FIRST = "american"
"""The rules that a form proposes; most tables play by them."""
UNSAID = "call-ace"
"""The rules of a form sent without any."""
HIGHEST_STAKE = 10**6  # minor units
USUAL_CURRENCIES = "GBP EUR USD CAD AUD NZD CHF SEK NOK DKK PLN JPY".split()
CURRENCIES = tuple(dict.fromkeys([*USUAL_CURRENCIES, *DECIMALS]))
"""All of them, the usual ones first."""


class TermsForm(forms.Form):
    """The rules and the stake of a table. `terms` has the arguments of the actions.

    `houses` are house rules to choose, each with `pk`, `base` and `rules`. `now` is a table whose
    rules and stake are filled in at first. `seats` is the number of players if they sit already.
    """

    rules = forms.ChoiceField(
        label="Rules",
        required=False,
        initial=FIRST,
        error_messages={"invalid_choice": "You can’t choose these rules here. Choose others."},
    )
    stake = forms.CharField(
        required=False,
        max_length=24,
        widget=forms.TextInput(
            attrs={"inputmode": "decimal", "placeholder": "none", "autocomplete": "off"}
        ),
    )

    def __init__(
        self, *args, currency: str = "GBP", houses=(), now=None, seats: int | None = None, **kwargs
    ) -> None:
        super().__init__(*args, **kwargs)
        self.currency = currency
        self.houses = {f"house-{house.pk}": house for house in houses}
        known = SHELF | {key: house.rules for key, house in self.houses.items()}
        self.known = {key: one for key, one in known.items() if seats is None or seats in one.pack}
        self.fields |= option_fields()
        self.fields["rules"].choices = self._groups()
        if now is not None:
            self.initial |= self._as_typed(now)
        self.shown = self.known.get(self["rules"].value(), on_shelf(FIRST))
        about = _about(self.shown)
        self.about = about["lead"]
        self.fields["stake"].label = about["stake"]
        self.fields["stake"].help_text = stake_hint(currency)

    def _as_typed(self, now) -> dict[str, str]:
        """Return the initial values for a table, without rules that are not available here."""
        key = f"house-{now.house_id}" if now.house_id else now.rules_key
        if key not in self.known:
            return {}
        options = {name: _sent(name, value) for name, value in now.options.items()}
        stake = plain(now.stake_minor, self.currency) if now.stake_minor else ""
        return {"rules": key, "stake": stake, **options}

    def _groups(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the choice of rules, a club's own first, then the shelf by the number of
        players."""
        own = [(key, self.known[key].name) for key in self.houses if key in self.known]
        groups = [("Rules of this club", own)] if own else []
        for kind, sets in shelf().items():
            if found := [(one.key, one.name) for one in sets if one.key in self.known]:
                groups.append((kind, found))
        return groups

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields of what a table may decide for itself."""
        return [self[name] for name in option_fields()]

    @property
    def usual_targets(self) -> tuple[int, ...]:
        """The points that people usually play to."""
        return USUAL_TARGETS

    @property
    def opened(self) -> bool:
        """Whether the options must be visible because one was chosen."""
        return any(self[name].value() for name in option_fields())

    @property
    def facts(self) -> dict[str, dict]:
        """What the page's script knows about each set, by its key."""
        houses = {key: {"house": house.pk} for key, house in self.houses.items()}
        return {key: _about(rules) | houses.get(key, {}) for key, rules in self.known.items()}

    def clean_rules(self) -> str:
        return self.cleaned_data["rules"] or UNSAID

    def clean_stake(self) -> int:
        text = self.cleaned_data["stake"]
        try:
            stake = read_amount(text, self.currency) if text else 0
        except BadMoney as wrong:
            raise forms.ValidationError(str(wrong)) from wrong
        if stake > HIGHEST_STAKE:
            raise forms.ValidationError(
                f"{written(stake, self.currency)} a point is too much. Check the stake."
            )
        return stake

    def clean(self) -> dict:
        clean = super().clean()
        rules = self.known.get(clean.get("rules"))
        for name, value in chosen(clean).items() if rules else ():
            if wrong := refusal(rules, name, value):
                self.add_error(name, wrong)
        return clean

    @property
    def terms(self) -> dict:
        """The rules and the stake; a choice that the rules make anyway is none."""
        clean = self.cleaned_data
        rules, house = self.known[clean["rules"]], self.houses.get(clean["rules"])
        return {
            "rules_key": rules.shelf_key,
            "house": house,
            "options": {
                name: value
                for name, value in chosen(clean).items()
                if value != getattr(rules, name)
            },
            "stake_minor": clean["stake"],
        }


class TableForm(OnceForm, TermsForm):
    """The players, rules and stake of a table. `values` opens the table."""

    names = SeatsField()
    dealer = forms.CharField(
        label="First dealer",
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    full = forms.BooleanField(
        label="Also record suit called, turn-up and how trump was made", required=False
    )
    asks_agreement = forms.BooleanField(label="Ask opponents to confirm each hand", required=False)

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        about = _about(self.shown)
        self.fields["names"].help_text = about["names"]
        self.fields["dealer"].help_text = about["dealer"]

    @property
    def seats(self) -> list[SeatBox]:
        """The boxes for names round the table."""
        return boxes(self["names"].value() or "", self.shown, self._most)

    @property
    def rows(self) -> int:
        """How many of the boxes in view are drawn one below the other at each side."""
        return rows(sum(not box.hidden for box in self.seats))

    @property
    def rings(self) -> str:
        """Where the boxes are drawn, by how many are in view, as JSON."""
        return json.dumps(rings(self._most))

    @property
    def _most(self) -> int:
        return max(few_and_many(rules)[1] for rules in self.known.values())

    @property
    def sides(self) -> str:
        """Return the opponents by the names typed so far, if partners are fixed."""
        names = names_in(self["names"].value() or "")
        if self.shown.partners != "fixed" or len(names) not in self.shown.pack:
            return ""
        return " against ".join(side_names(self.shown, names))

    def clean_dealer(self) -> int | None:
        wanted, names = self.cleaned_data["dealer"], self.cleaned_data.get("names", [])
        if not wanted:
            return None
        keys, key = [name_key(name) for name in names], name_key(wanted)
        found = [seat for seat, own in enumerate(keys) if own == key]
        found = found or [seat for seat, own in enumerate(keys) if own.startswith(key)]
        if names and len(found) != 1:
            raise forms.ValidationError(f"“{wanted}” is not one of the names above.")
        return found[0] if found else None

    def clean(self) -> dict:
        clean = super().clean()
        rules, names = self.known.get(clean.get("rules")), clean.get("names")
        if rules and names is not None and len(names) not in rules.pack:
            self.add_error("names", wrong_names(names, rules, self.known.values()))
        return clean

    @property
    def values(self) -> dict:
        """What `actions.tables.open_table` wants."""
        clean = self.cleaned_data
        return self.terms | {
            "names": clean["names"],
            "full": clean["full"],
            "asks_agreement": clean["asks_agreement"],
            "first_dealer": clean["dealer"],
            "key": clean["key"],
        }


def _about(rules: RuleSet) -> dict:
    """Return what a form says about a set when it is chosen."""
    return {
        "lead": lead_of(rules),
        "names": f"{for_how_many(rules).capitalize()}, as they sit. You can also type all names in "
        "one box, with commas.",
        "dealer": _deals_first(rules),
        "stake": f"Stake a {rules.unit}",
        "fixed": rules.partners == "fixed",
        "seats": few_and_many(rules),
        "options": offered(rules),
    }


def _deals_first(rules: RuleSet) -> str:
    """Return the first dealer if the form has none, and by which law."""
    line = first_deal(rules)
    law = "our ruling" if line.law.ruling else line.law.short
    return f"A name. If blank: {NOBODY_NAMED[rules.first_deal]} ({law})."


NOBODY_NAMED = {
    "jack": "the site throws cards round, and the first jack deals",
    "lowest": "all cut, and the lowest card deals, the ace the lowest",
    "highest": "all cut, and the highest card deals, the knave the highest",
}


class OpenTableForm(TableForm):
    """A further table of an evening."""

    though_seated = forms.BooleanField(required=False)


@dataclass(frozen=True)
class FirstGame:
    """A rule set to choose by one tap."""

    key: str
    name: str
    about: str
    """Short enough for half a phone's width."""


def _first_games() -> dict[str, list[FirstGame]]:
    """Return the games that most people start, by how they are played."""
    american, british = SHELF["american"], SHELF["british"]
    call_ace, three = SHELF["call-ace"], SHELF["hoyle-three"]
    return {
        "Two against two": [
            FirstGame(american.key, american.name, f"US and Canada, to {american.target}"),
            FirstGame(british.key, british.name, f"with the Benny, to {british.target}"),
        ],
        "Each for yourself": [
            FirstGame(
                call_ace.key,
                call_ace.name,
                f"{min(call_ace.players)} to {max(call_ace.players)} players",
            ),
            FirstGame(three.key, "Cut-throat", f"{max(three.players)} players, to {three.target}"),
        ],
    }


class StartTableForm(TableForm):
    """The front page's form for a table without an account. It starts like the table played `now`,
    maybe with the same people (`names`); a visitor's first has the `currency` of their country. The
    form points out that the stake is filled in, since it costs money."""

    first_games = staticmethod(_first_games)
    currency = forms.ChoiceField(choices=[(code, code) for code in CURRENCIES], initial="GBP")

    def __init__(self, data=None, *, now=None, names=(), currency="GBP", **kwargs) -> None:
        currency = now.session.club.currency if now else currency
        super().__init__(data, now=now, currency=currency, **kwargs)
        self.initial |= {"currency": currency, "names": "\n".join(names)}
        self.kept_stake = now.stake_as_text if now else ""
        chosen = self["currency"].value()
        self.currency = chosen if chosen in CURRENCIES else "GBP"
        self.fields["stake"].help_text = stake_hint(self.currency)
        self.order_fields(("names", "rules", "stake", "currency"))

    @property
    def by_one_tap(self) -> bool:
        """Whether the rules are among the first games, so that the list can stay closed."""
        games = sum(self.first_games().values(), [])
        return self.shown.key in {game.key for game in games} and not self.opened

    @property
    def stake_hints(self) -> dict[str, str]:
        """How a stake is typed, by currency."""
        return {code: stake_hint(code) for code in CURRENCIES}


class ChangeTermsForm(TermsForm):
    """By which rules, and for what, the people of a sitting play on. With `look`, or `save` after
    its preview (`seen`), hands from the sitting of this number on count by them too."""

    sitting = forms.IntegerField(min_value=0, max_value=2**31, widget=forms.HiddenInput)
    look = forms.IntegerField(required=False, min_value=1, max_value=2**31)
    save = forms.IntegerField(required=False, min_value=1, max_value=2**31)
    seen = forms.CharField(required=False, max_length=16)
    why = TextField(label="Reason (optional, kept with the score)")

    def __init__(self, *args, sitting: int, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.initial["sitting"] = sitting
