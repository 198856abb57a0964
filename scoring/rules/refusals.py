"""What the rules of a table do not allow a hand to be."""

from __future__ import annotations

from scoring.rules.hand import JOKER, Hand, ImpossibleHand
from scoring.rules.rule_set import RuleSet


def refuse(hand: Hand, *, rules: RuleSet, seats: int, dealer: int | None = None) -> None:
    """Raise ImpossibleHand when this hand cannot have been played by these rules at this table."""
    refuse_number_of_players(seats, rules)
    _refuse_strangers(hand, seats)
    if hand.turned == JOKER and not rules.joker:
        raise ImpossibleHand("turned", "There is no joker in this pack.")
    if hand.void is not None:
        return
    _refuse_a_wrong_lone_player(hand)
    if hand.made is not None:
        _refuse_a_wrong_way_to_make(hand, dealer)
    if hand.irregularities:
        _refuse_irregularities(hand, rules, seats)
    if hand.tricks is None and not hand.offenders("revoke"):
        raise ImpossibleHand("tricks", "How many tricks the maker's side won is missing.")


def refuse_number_of_players(seats: int, rules: RuleSet) -> None:
    """Raise ImpossibleHand when these rules are not for so many players."""
    if seats not in rules.pack:
        few, many = min(rules.players), max(rules.players)
        raise ImpossibleHand("players", f"{rules.name} is for {few} to {many} players, not {seats}.")


def _refuse_strangers(hand: Hand, seats: int) -> None:
    for role, seat in (
        ("maker", hand.maker),
        ("partner", hand.partner),
        ("alone", hand.alone),
        ("dealer", hand.dealer),
    ):
        if seat is not None and not 0 <= seat < seats:
            raise ImpossibleHand(role, f"There is no seat {seat + 1} at this table.")


def _refuse_a_wrong_lone_player(hand: Hand) -> None:
    if hand.alone is not None and hand.alone != hand.maker:
        raise ImpossibleHand("alone", "Only the maker can play alone (law 24).")


def _refuse_a_wrong_way_to_make(hand: Hand, dealer: int | None) -> None:
    dealer = hand.dealer if hand.dealer is not None else dealer
    if hand.made == "assisted":
        raise ImpossibleHand("made", "Nobody assists here: partners are not fixed.")
    if dealer is None:
        return
    if hand.made == "took" and hand.maker != dealer:
        raise ImpossibleHand("made", "Only the dealer can take up the trump.")
    if hand.made == "ordered" and hand.maker == dealer:
        raise ImpossibleHand("made", "The dealer takes up the trump; he cannot order it.")


def _refuse_irregularities(hand: Hand, rules: RuleSet, seats: int) -> None:
    for offence in hand.irregularities:
        if offence.kind not in rules.irregularities:
            raise ImpossibleHand("irregularities", f'"{offence.kind}" has no meaning in {rules.name}.')
        if not 0 <= offence.by < seats:
            raise ImpossibleHand("irregularities", "An irregularity needs the player who committed it.")
        if offence.times < 1:
            raise ImpossibleHand("irregularities", f'"{offence.kind}" happened at least once, or not at all.')
        if offence.kind == "intimation" and offence.by != hand.partner:
            raise ImpossibleHand("irregularities", "Only the called partner can betray himself (law 20).")
