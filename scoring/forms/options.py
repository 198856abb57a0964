"""What a table may decide for itself: a field for each option of the shelf, empty: "as the rules
say"."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms

from scoring.rules.provisions import Provision
from scoring.rules.rule_set import PROVISIONS, RuleSet, UnknownRule
from scoring.rules.rule_sets import SHELF
from scoring.rules.rules_pages.page import told

AS_THE_RULES_SAY = "as the rules say"
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
    """Return the options that a form chose, as the rules know them; what is no number stays
    text."""
    return {name: _value(name, clean[name]) for name in NAMES if clean.get(name)}


def _value(name: str, text: str) -> object:
    few = _few(name)
    if few:
        return few[text]
    return int(text) if text.isascii() and text.isdigit() else text


def refusal(rules: RuleSet, name: str, value: object) -> str:
    """Return why a table of these rules cannot have this; nothing when it can."""
    if name not in rules.options:
        return f"{rules.name} does not leave this open: choose “{AS_THE_RULES_SAY}”."
    try:
        rules.refuse_options({name: value})
    except UnknownRule as wrong:
        return str(wrong)
    return ""


def offered(rules: RuleSet) -> dict[str, dict]:
    """Return what a page needs to show the options of a set: what the rules say, what is usual."""
    return {
        name: {"told": told(rules, name), "usual": list(rules.usual.get(name, ()))}
        for name in rules.options
    }
