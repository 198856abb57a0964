"""Lone hands with fixed partners. The right to play alone depends on the maker's seat from the
dealer, and on how trump was made."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.euchre.hand import MADE
from scoring.euchre.rule_set import RuleSet


def who_may(
    rules: RuleSet, *, maker: int, dealer: int | None = None, made: str | None = None
) -> tuple[int, ...]:
    """Return the seats that may play alone, the maker's first.

    If a fact is missing, a seat is included if any value of it would allow it.
    """
    if rules.bidding:
        return (maker,) if rules.alone_at else ()
    partners = rules.partners_of(maker)
    if not rules.lone_hands:
        return ()
    if rules.partners == "none" or (rules.assist_alone and made == "assisted"):
        return (maker,)
    if rules.alone == "as-made":
        return _by_how_it_was_made(maker, rules, dealer, made)
    if rules.alone == "maker":
        return (maker,)
    if rules.alone == "not-passed" and dealer is not None:
        partners = tuple(seat for seat in partners if _is_after(seat, maker, dealer, rules))
    return (maker, *partners)


def _by_how_it_was_made(
    maker: int, rules: RuleSet, dealer: int | None, made: str | None
) -> tuple[int, ...]:
    """Return the seats that may play alone. When the trump was assisted only the dealer may, when
    it was ordered the whole side, and otherwise only the maker."""
    partners = rules.partners_of(maker)
    assisting = tuple(seat for seat in partners if seat == dealer) or partners
    if made == "assisted":
        return assisting
    if made == "ordered" or (made is None and maker != dealer and dealer not in partners):
        return (maker, *partners)
    assisted = made is None and maker != dealer and not rules.assist_alone
    return (maker, *assisting) if assisted else (maker,)


def _is_after(seat: int, maker: int, dealer: int, rules: RuleSet) -> bool:
    """Return whether a player's turn to make trump comes after the maker's, so that they have not
    passed."""
    seats = max(rules.players)
    return (seat - dealer - 1) % seats > (maker - dealer - 1) % seats


def why_not(rules: RuleSet, *, made: str | None = None) -> str:
    """Return why another player of the maker's side may not play alone, as a sentence with its
    law."""
    if rules.assist_alone and made == "assisted":
        return f"A player who assists plays alone in {rules.name}."
    if rules.alone in ("maker", "either") or rules.partners == "none":
        return f"Only the maker can play alone in {rules.name}."
    if rules.alone == "not-passed":
        why = "The maker’s partner has passed and cannot play alone"
    else:
        who = "player who made trump" if rules.assist_alone else "dealer, who made the trump,"
        why = WAYS.get(made, f"Only the {who} can play alone")
    return f"{why} ({rules.law('alone').place})."


def is_ahead(rules: RuleSet, scores: Sequence[int] | None, seat: int) -> bool:
    """Return whether the side of this seat has too many points to play alone. `scores` are those of
    the game, by side."""
    if rules.no_lone_from is None or scores is None:
        return False
    return scores[seat % 2] >= rules.no_lone_from


def why_not_ahead(rules: RuleSet) -> str:
    """Return why a side with too many points may not play alone, as a sentence."""
    return f"A side with {rules.no_lone_from} or more points can’t play alone in {rules.name}."


def why_no_other(rules: RuleSet) -> str:
    """Return the players who may play alone at all, as a sentence for one who never may."""
    if not rules.lone_hands:
        return f"There are no lone hands in {rules.name}."
    return (
        why_not(rules)
        if rules.alone == "maker" or rules.partners == "none"
        else f"{WAYS['ordered']}."
    )


def explains(rules: RuleSet, *, made: str | None = None) -> bool:
    """Return whether a page says why another player of the maker's side may not play alone. It does
    where that depends on the maker's seat, or on an assist."""
    return rules.alone in ("not-passed", "as-made") or (rules.assist_alone and made == "assisted")


WAYS = {
    "ordered": "The maker or the partner plays alone",
    "assisted": "Only the dealer can play alone when the partner assists",
    "took": "Only the dealer, who took up the trump, can play alone",
    "named": "Only the player who named the trump can play alone",
}


def lone_table(rules: RuleSet) -> dict:
    """Return the table with which a page can offer lone hands without the server.

    "rows" has each distinct answer once, with "who" may play alone, as the number of seats to the
    maker's left (0 is the maker), and why another of the side may not. "of" gives the row by how
    trump was made ("" if unknown), and then by how many seats the maker sits to the dealer's left.
    "ahead" has the points "from" which a side may not play alone, and why.
    """
    if rules.bidding and rules.alone_at:
        return {"rows": [{"who": [0], "why": ""}], "of": {"": [0] * max(rules.players)}}
    if rules.partners == "called" or rules.bidding:
        return {"rows": [], "of": {}}
    rows: list[dict] = []
    of: dict[str, list[int]] = {}
    for made in ("", *MADE) if rules.alone == "as-made" or rules.assist_alone else ("",):
        found = [_row(rules, left, made or None) for left in range(max(rules.players))]
        rows += [row for no, row in enumerate(found) if row not in (*rows, *found[:no])]
        of[made] = [rows.index(row) for row in found]
    ahead = {"from": rules.no_lone_from, "why": why_not_ahead(rules)}
    return {"rows": rows, "of": of} | ({"ahead": ahead} if rules.no_lone_from is not None else {})


def _row(rules: RuleSet, left: int, made: str | None) -> dict:
    may = who_may(rules, maker=left, dealer=0, made=made)
    some = len(may) <= len(rules.partners_of(left)) and explains(rules, made=made)
    seats = max(rules.players)
    who = [(seat - left) % seats for seat in may]
    return {"who": who, "why": why_not(rules, made=made) if some else ""}
