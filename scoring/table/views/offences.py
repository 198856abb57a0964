"""Offences in a hand that count for its score, as choices of the pad and of corrections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.euchre.hand import SPECIALS
from scoring.euchre.rule_set import LONE_OFFENCES, Law, RuleSet
from scoring.table.forms.hands import MOST_REVOKES
from scoring.table.sheets.score_key import revokes_alone

OFTEN = (
    ("", ""),
    *((f"x{times}", f" \N{MULTIPLICATION SIGN}{times}") for times in range(2, MOST_REVOKES + 1)),
)


@dataclass(frozen=True, kw_only=True)
class Choices:
    """A question with its answers, as the form's field, the kind of its boxes, (value, label)
    each."""

    name: str
    legend: str
    choices: tuple[tuple[str, str], ...]
    more: tuple[tuple[str, str], ...] = ()
    """Rare answers."""
    role: str = ""
    """Shown on the player's key: "reneged"."""
    type: str = "checkbox"
    law: str = ""
    hint: str = ""


def offences(rules: RuleSet, names: Sequence[str]) -> list[Choices]:
    """Return what these rules ask about a hand beside maker, partner and tricks."""
    asked = rules.irregularities - (LONE_OFFENCES if rules.alone == "nobody" else set())
    known = [ask(rules, names) for kind, ask in OF_KIND.items() if kind in asked]
    return known + _beside_a_hand(rules, names)


def _revokes(rules: RuleSet, names: Sequence[str]) -> Choices:
    laws = [law for what, law in rules.laws.items() if what.startswith("revoke")]
    return Choices(
        name="revoke",
        legend="Renege (revoke)",
        choices=_players(names),
        more=_players(names, OFTEN[1:]) if rules.revokes == "counted" else (),
        role="reneged",
        law=_laws(laws),
        hint=_what_a_revoke_does(rules),
    )


def _what_a_revoke_does(rules: RuleSet) -> str:
    if rules.revokes == "counted":
        return f"Each counts {rules.revoke}, or {revokes_alone(rules)}. The tricks count too."
    if rules.revokes == "own":
        return "That player loses points and scores no tricks. The others keep theirs."
    if rules.revokes == "bid":
        return (
            f"By {rules.bidders}, the bid is set. By an opponent, it is made. Tap the tricks too."
        )
    if rules.set_back_instead:
        return (
            "A player who reneges is set back. "
            "If it was a defender, the maker keeps the points for tricks."
        )
    return "This decides the hand. You don’t need to enter the tricks."


def _wrong_cards(rules: RuleSet, names: Sequence[str]) -> Choices:
    return Choices(
        name="wrong_cards",
        legend="Wrong number of cards",
        choices=_players(names),
        role="wrong cards",
        law=_laws([rules.law("wrong-cards")]),
    )


def _intimation(rules: RuleSet, names: Sequence[str]) -> Choices:
    return Choices(
        name="intimation",
        legend="Partner revealed (intimation)",
        choices=(("on", "The partner gave themselves away"),),
        role="gave themselves away",
        law=_laws([rules.law("intimation")]),
    )


def _abandoned(rules: RuleSet, names: Sequence[str]) -> Choices:
    return Choices(
        name="abandoned",
        legend="Gave up against a lone hand",
        choices=_players(names),
        role="gave up",
        law=_laws([rules.law("abandoned")]),
        hint="You don’t need to enter the tricks.",
    )


def _exposed(rules: RuleSet, names: Sequence[str]) -> Choices:
    return Choices(
        name="exposed",
        legend="Card shown in a lone hand",
        choices=(("on", "The lone player’s partner showed a card"),),
        role="showed a card",
        law=_laws([rules.law("exposed_march")]),
    )


OF_KIND = {
    "revoke": _revokes,
    "wrong-cards": _wrong_cards,
    "intimation": _intimation,
    "abandoned": _abandoned,
    "exposed": _exposed,
}


def _beside_a_hand(rules: RuleSet, names: Sequence[str]) -> list[Choices]:
    """Return the questions about lone hands of a name of their own, forced bids and lone
    defenders."""
    found = []
    specials = tuple((name, name.capitalize()) for name in SPECIALS if getattr(rules, name))
    if specials:
        choices = (("", "Neither"), *specials)
        found.append(
            Choices(name="special", legend="Jambone or jamboree", choices=choices, type="radio")
        )
    if rules.bidding and rules.forced_half:
        found.append(
            Choices(
                name="forced",
                legend="Forced bid",
                choices=(("on", "The bidder was made to bid"),),
                law=_laws([rules.law("forced_half")]),
                hint="A set bid then costs half, rounded up.",
            )
        )
    if rules.defends(lone=True):
        choices = (("", "No one"), *_players(names))
        any_hand = rules.defends(lone=False)
        legend = "Played alone against " + ("the maker’s side" if any_hand else "a lone hand")
        found.append(
            Choices(
                name="defender_alone",
                legend=legend,
                choices=choices,
                type="radio",
                role="defends alone",
            )
        )
    return found


def _players(names: Sequence[str], often: tuple = OFTEN[:1]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (f"{seat}{times}", f"{name}{words}")
        for times, words in often
        for seat, name in enumerate(names)
    )


def _laws(laws: Sequence[Law]) -> str:
    """Return "law 63, 71", "house rule", "our ruling"."""
    numbers = [law.number for law in laws if law.number[:1].isdigit()]
    others = [
        "our ruling" if law.ruling else law.place for law in laws if law.number not in numbers
    ]
    numbered = [f"law {', '.join(dict.fromkeys(numbers))}"] if numbers else []
    return "; ".join(filter(None, [*numbered, *dict.fromkeys(others)]))
