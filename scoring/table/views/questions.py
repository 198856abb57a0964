"""The question above the pad's keys for the maker, the partner and the tricks."""

from __future__ import annotations

from typing import Protocol

from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import PIPS, listed
from scoring.table.forms.hands import ALONE
from scoring.table.models import Sitting
from scoring.table.models.hands import BareHand
from scoring.table.views.draft import Draft
from scoring.table.views.hand_lines import begun_words


class RoundOnPad(Protocol):
    """The facts that the pad needs of a tournament's round at its table."""

    no: int
    hand: int
    of: int | None
    """How many hands the round has; None where something else ends it."""
    state: str
    """ "soon", "playing", "ring" (the head table has enough) or "over"."""
    who: str
    """ "Ann and Cat against Ben and Dan"."""


def idle_question(rules: RuleSet, draw: dict | None, round: RoundOnPad | None) -> str:
    """Return the question above the keys before the first tap. At the start it says who deals and
    why; in a tournament, whether the round has started."""
    asked = _first_question(rules)
    if round is not None:
        if round.state == "soon":
            return f"Round {round.no} starts soon: {round.who}."
        return "" if round.state in ("over", "ring") else asked
    if draw is None:
        return asked
    # An italic J leans into the suit beside it.
    card = f"{draw['card'].rank}\N{NO-BREAK SPACE}{PIPS[draw['card'].suit]}"
    return f"{draw['what']}, {card}. {draw['dealer']} deals. {asked}"


def _first_question(rules: RuleSet) -> str:
    return "Who won the bid?" if rules.bidding else "Who made trump?"


def question(draft: Draft, begun: BareHand | None, sitting: Sitting) -> str:
    """Return the question above the keys, as far as the hand on them goes."""
    called = sitting.rules.partners == "called"
    if called and begun is not None and draft.partner is None and draft.id == str(begun.id):
        return f"{begun_words(begun, sitting)}. Tap the partner or Alone."
    return _of_draft(draft, sitting.called)


def _of_draft(draft: Draft, names: list[str]) -> str:
    if draft.rules.each_scores and (draft.no_maker or draft.maker is not None):
        return _of_own_tricks(draft, names)
    if draft.maker is None:
        return _first_question(draft.rules)
    maker = names[draft.maker]
    if draft.rules.bidding:
        return _of_bids(draft, maker)
    if draft.rules.partners != "called":
        return _of_sides(draft, names)
    if draft.partner is None:
        return f"{maker} made it. Tap the partner or Alone."
    if draft.uncalled:
        return f"{maker} called, no one had it{'. Tricks?' if draft.tricks is None else '.'}"
    if draft.partner == ALONE:
        return f"{maker} alone.{' How many tricks?' if draft.tricks is None else ''}"
    tricks = " Tricks?" if draft.tricks is None else ""
    return f"{maker} made it, with {names[draft.partner]}.{tricks}"


def _of_own_tricks(draft: Draft, names: list[str]) -> str:
    """Return "Ben made it. Cat’s tricks?", or "No maker." once all are known."""
    who = "No maker" if draft.maker is None else f"{names[draft.maker]} made it"
    return f"{who}.{'' if draft.asks is None else f' {names[draft.asks]}’s tricks?'}"


def _of_bids(draft: Draft, maker: str) -> str:
    if draft.bid is None:
        return f"{maker} won the bid. How many?"
    return f"{maker} bid {_bid(draft)}.{' How many tricks?' if draft.tricks is None else ''}"


def _bid(draft: Draft) -> str:
    """Return "4", "4 alone", "alone" or the name of another lone bid."""
    named = draft.rules.lone_bid(draft.bid)
    if named is None:
        return f"{draft.bid}{'' if draft.alone is None else ' alone'}"
    return named.key if named.key == ALONE else named.name


def _of_sides(draft: Draft, names: list[str]) -> str:
    """Return the question for rules without a call, such as "Ben made it, with Dan. Tricks?"."""
    maker = names[draft.maker]
    if draft.alone is not None:
        lone = (
            f"{maker} alone"
            if draft.alone == draft.maker
            else f"{maker} made it, {names[draft.alone]} alone"
        )
        return f"{lone}.{' How many tricks?' if draft.tricks is None else ''}"
    partners = listed([names[seat] for seat in draft.fixed_partners])
    with_whom = f", with {partners}" if partners else ""
    return f"{maker} made it{with_whom}.{' Tricks?' if draft.tricks is None else ''}"
