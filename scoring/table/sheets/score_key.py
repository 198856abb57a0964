"""The key to the score, with the points of each result under a table's rules, each line with its
law."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.euchre.hand import ALONE
from scoring.euchre.provisions import LoneBid
from scoring.euchre.rule_set import NUMBERS, RuleSet
from scoring.euchre.wording import counted, figure

Lines = Iterator[tuple[str, str]]
"""What a line rests on (a key of `RuleSet.laws`), and the line."""


def _fewer(rules: RuleSet) -> str:
    return f"fewer than {counted(rules.made_at, 'trick')}"


def _made(rules: RuleSet) -> str:
    few, many = rules.made_at, rules.tricks_dealt - 1
    some = f"{few} or {many}" if many == few + 1 else f"{few} to {many}"
    return f"Made, {some if many > few else few} tricks"


def _all(rules: RuleSet) -> str:
    return f"All {rules.tricks_dealt} tricks (march)"


def key_to_the_score(rules: RuleSet, *, seats: int) -> tuple[str, ...]:
    """Return a line for each result that scores at a table of `seats` players, with its law."""
    if rules.bidding:
        hands = _bids(rules)
    elif rules.each_scores:
        hands = _own_tricks(rules)
    else:
        hands = _called(rules, seats) if rules.partners == "called" else _hands(rules, seats)
    lines = (*hands, *_games(rules))
    return tuple(f"{line}, {rules.law(what).short}" if what else line for what, line in lines)


def _own_tricks(rules: RuleSet) -> Lines:
    yield "trick", f"Each trick: {rules.trick} to the player who took it"
    yield "euchre", f"Maker set, {_fewer(rules)}: {figure(-rules.euchre)}"
    yield "buck_set", f"Set, stayed in without a trick: {figure(-rules.buck_set)}"
    yield "drop_out", "Dropped out: no points" if rules.drop_out else "No one may drop out"
    if rules.clubs_trump:
        yield "clubs_trump", "A club turned up: clubs are trump, no maker, all play"
    if rules.no_trump:
        yield "no_trump", "A maker may name no trump: high (aces best) or low (lowest cards best)"
    yield "revoke", f"Renege (revoke): that player loses {rules.revoke} and scores no tricks"
    yield "wrong-cards", "Wrong number of cards: no points for the tricks, but still set"


def _called(rules: RuleSet, seats: int) -> Lines:
    yield "point", f"{_made(rules)}, with a partner: {rules.point} each"
    yield "lone_point", f"{_made(rules)}, alone: {rules.lone_point}"
    yield "march", f"{_all(rules)}, with a partner: {rules.march[seats]} each"
    yield "lone_march", f"{_all(rules)}, alone: {rules.lone_march_of(seats)}"
    yield "euchre", f"Euchre, {_fewer(rules)}: {rules.euchre} to each opponent"
    if rules.lone_euchre is not None:
        yield "lone_euchre", f"Lone hand euchred: {rules.lone_euchre} to each opponent"
    yield from _set_back(rules)
    yield "revoke_by_maker", f"Renege (revoke) by the maker’s side: {_as_if_euchred(rules)}"
    yield "revoke_by_adversary", "Renege (revoke) by an opponent: as all 5 tricks"
    yield "both-revoked", "Both sides reneged: no points, same dealer"


def _as_if_euchred(rules: RuleSet) -> str:
    if rules.lone_euchre is None and not rules.set_back:
        return "as if euchred"
    alone = "" if rules.lone_euchre is None else ", alone too"
    back = ", not set back" if rules.set_back else ""
    return f"{rules.euchre} to each opponent{alone}{back}"


def _hands(rules: RuleSet, seats: int) -> Lines:
    yield "point", f"{_made(rules)}: {rules.point}"
    yield "march", f"{_all(rules)}: {rules.march[seats]}"
    yield "euchre", f"Euchre, {_fewer(rules)}: {_euchred(rules, rules.euchre, seats)}"
    yield from _set_back(rules)
    if rules.lone_hands:
        yield from (_lone_hands if rules.partners == "fixed" else _alone_of_three)(rules, seats)
    yield from _counted_offences(rules) if rules.revokes == "counted" else _offences(rules, seats)
    yield from _stuck(rules)
    if rules.benny_obliges and rules.joker:
        yield "benny_obliges", "A joker turned up: the dealer must pick it up and make trump"
    if rules.no_trump:
        yield "no_trump", "A maker may name no trump: high (aces best) or low (lowest cards best)"


def _stuck(rules: RuleSet) -> Lines:
    if rules.stick_the_dealer:
        rests_on = "stick_the_dealer" if "stick_the_dealer" in rules.laws else ""
        must = "must bid" if rules.bidding else "must name a suit"
        yield rests_on, f"If all others pass, the dealer {must}"


def _bids(rules: RuleSet) -> Lines:
    names = ["alone" if one.key == ALONE else one.name for one in rules.bids_for_all]
    alone = "".join(f", or {name}" for name in names)
    yield "lowest_bid", f"Bid {rules.lowest_bid} to {rules.tricks_dealt} tricks{alone}"
    if rules.no_trump:
        yield "no_trump", "Trump: a suit, or none: high (aces best) or low (nines best)"
    others = ", the others their tricks" if rules.others_score_tricks else ""
    its = "its" if rules.partners == "fixed" else "their"
    what = {"bid": "the bid", "tricks": f"{its} tricks"}[rules.made_scores]
    what += f" and {rules.made_bonus} more" if rules.made_bonus else ""
    yield "made", f"Bid made: {rules.bidders} scores {what}{others}"
    yield "set", f"Bid set: {_lost(rules)}{_given(rules)}"
    if rules.forced_half:
        yield "forced_half", "Made to bid, and set: half is lost, rounded up"
    if rules.alone_at:
        more = f" worth {rules.lone_bonus} more" if rules.lone_bonus else " as with both"
        yield "alone_at", f"A number bid may be played alone:{more}"
    for one in rules.bids_for_all:
        law = "alone-made" if one.key == ALONE else "lone_bids"
        yield law, f"{_alone(one)}, all {rules.tricks_dealt} tricks: {_worth(one, rules)}"
    yield "revoke", f"Renege (revoke) by {rules.bidders}: bid set; by an opponent: bid made"
    yield "both-revoked", "Both sides reneged: no points, same dealer"
    yield "wrong-cards", "Wrong number of cards: that side cannot score on the hand"
    yield from _stuck(rules)


def _alone(bid: LoneBid) -> str:
    """Return "Shoot, alone with 1 card from the partner"."""
    if bid.key == ALONE:
        return bid.name
    passed = f" with {_cards(bid.cards)} from the partner" if bid.cards else ""
    return f"{bid.name}, alone{passed}"


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _worth(bid: LoneBid, rules: RuleSet) -> str:
    """Return "made 12, set −12"."""
    return f"made {bid.value}" + (f", set −{bid.value}" if rules.set_loses is not None else "")


def _lost(rules: RuleSet) -> str:
    if rules.set_loses is None:
        return f"{rules.bidders} loses nothing"
    lost = "the bid" if rules.set_loses == "bid" else rules.set_loses
    return f"{rules.bidders} loses {lost}, even below 0"


def _given(rules: RuleSet) -> str:
    each = "the others score" if rules.partners == "fixed" else "each of the others scores"
    given = {"bid": f", {each} the bid", "tricks": ", the others score their tricks"}
    return given.get(rules.set_gives, "")


def _euchred(rules: RuleSet, number: int, seats: int) -> str:
    """Return who scores for a euchre, or who loses."""
    if rules.set_back_instead:
        return f"the maker loses {number}, even below 0"
    return f"{number} to {_others(rules, seats)}"


def _set_back(rules: RuleSet) -> Lines:
    """Yield what a euchred maker's side loses, beside what the others score."""
    if rules.set_back and not rules.set_back_instead:
        who = "maker and partner lose" if rules.partners == "called" else "the maker’s side loses"
        each = " each" if rules.partners == "called" else ""
        yield "set_back", f"Set back: when euchred, {who} {rules.set_back}{each}, even below 0"


def _others(rules: RuleSet, seats: int) -> str:
    if rules.partners == "fixed":
        return "the opponents"
    return "each other player" if seats > 2 else "the other player"


def _lone_hands(rules: RuleSet, seats: int) -> Lines:
    euchred = rules.euchre if rules.lone_euchre is None else rules.lone_euchre
    who_may = WHO_MAY[rules.alone]
    yield "alone", who_may.replace("; assisted: dealer", "") if rules.assist_alone else who_may
    if rules.no_lone_from is not None and rules.target is not None:
        yield "no_lone_from", f"No lone hands for a side with {rules.no_lone_from} points or more"
    if rules.assist_alone:
        yield "assist_alone", "A dealer’s partner who assists must play alone"
    yield "lone_march", f"{_all(rules)}, alone: {rules.lone_march_of(seats)}"
    yield "lone_point", f"{_made(rules)}, alone: {rules.lone_point}"
    yield "lone_euchre", f"Lone hand euchred: {euchred} to the opponents"
    if rules.defends(lone=False):
        number = rules.number("lone_defence_any")
        law = "euchre" if rules.lone_defence_any is None else "lone_defence_any"
        yield law, f"Euchred by a lone defender, with a partner: {number}"
    if rules.defends(lone=True):
        yield "lone_defence", f"Lone hand euchred by a lone defender: {rules.lone_defence}"
    if rules.jambone:
        yield (
            "jambone",
            f"Jambone, a lone hand with cards shown, all {rules.tricks_dealt} tricks: "
            f"{rules.jambone}",
        )
    if rules.jamboree:
        best = f"the {NUMBERS[rules.tricks_dealt]} best trumps"
        yield "jamboree", f"Jamboree, {best}, shown: {rules.jamboree}"


def _alone_of_three(rules: RuleSet, seats: int) -> Lines:
    if rules.lone_march is not None:
        yield "lone_march", f"{_all(rules)}, alone: {rules.lone_march}"
    if rules.lone_euchre is not None:
        yield "lone_euchre", f"Lone hand euchred: {_euchred(rules, rules.lone_euchre, seats)}"


WHO_MAY = {
    "maker": "The maker may play alone",
    "either": "The maker or their partner may play alone",
    "not-passed": "The maker, or their partner who has not passed, may play alone",
    "as-made": "Ordered: maker or partner may play alone; assisted: dealer; else the maker",
}


def _offences(rules: RuleSet, seats: int) -> Lines:
    if rules.set_back_instead:
        yield "revoke", f"Renege (revoke): that player loses {rules.revoke}"
        yield "", "If a defender reneged, the maker keeps the points for tricks"
    else:
        scored = f"{rules.revoke} to {_against(rules, seats)}"
        if rules.revoke_from:
            whose = "that side" if rules.partners == "fixed" else "that player"
            scored = f"{whose} loses {rules.revoke}, even below 0"
        yield "revoke", f"Renege (revoke): {scored}, no other points"
        if rules.partners == "fixed" and rules.lone_hands:
            lost = " lost" if rules.revoke_from else ""
            yield "revoke_lone", f"Renege (revoke) against a lone hand: {rules.revoke_lone}{lost}"
            if rules.revoke_by_lone is not None:
                own = f"{rules.revoke_by_lone}{lost}"
                yield "revoke_by_lone", f"Renege (revoke) by a lone player: {own}"
    yield "both-revoked", "Both sides reneged: no points, same dealer"
    whose = "that side" if rules.partners == "fixed" else "that player"
    yield "wrong-cards", f"Wrong number of cards: {whose} cannot score on the hand"


def _against(rules: RuleSet, seats: int) -> str:
    """Return the players who score for a revoke."""
    if rules.partners == "none" and seats > 2:
        return "each other player, or to the maker for an opponent’s"
    return _others(rules, seats)


def revokes_alone(rules: RuleSet) -> str:
    """Return what each revoke in a lone hand brings, where revokes are counted."""
    own = rules.number("revoke_by_lone")
    if own == rules.revoke_lone:
        return f"{own} in a lone hand"
    return f"{rules.revoke_lone} against a lone hand, {own} by a lone player"


def _counted_offences(rules: RuleSet) -> Lines:
    lone = rules.alone != "nobody"
    more = f", {revokes_alone(rules)}" if lone else ""
    whose = "lost by that side" if rules.revoke_from else "to the opponents"
    revokes = f"Each renege (revoke): {rules.revoke} {whose}{more}"
    yield "revoke", f"{revokes}; equal numbers cancel"
    more = f", {rules.forfeit_lone} in a lone hand" if lone else ""
    yield (
        "wrong-cards",
        f"Wrong number of cards: that side scores nothing and forfeits {rules.forfeit}{more}",
    )
    if lone:
        yield "abandoned", f"A defender gives up against a lone hand: {rules.abandoned}"
        yield (
            "exposed_march",
            f"All {rules.tricks_dealt} alone, but the partner showed a card: {rules.exposed_march}",
        )


RUBBERS = {
    "three": "Rubber: three games, a fourth after a lap",
    "best-of-three": "Rubber: first to win two games",
}


def _games(rules: RuleSet) -> Lines:
    if rules.target is None:
        if rules.partners != "called":
            yield "target", "Points only, no games"
        return
    yield "target", f"Game: {counted(rules.target)}"
    tied = rules.win_by == 1
    if not tied:
        yield "win_by", f"Won by {rules.win_by} points; until then play goes on"
    if not rules.pays_games:
        left = "; if tied, the player nearest the dealer’s left" if tied else ""
        yield "", f"Most points win{left}. All points pay"
    if rules.bidding and rules.win_on_bid:
        yield "win_on_bid", "Won only by making a bid or setting the opponents’ bid"
    elif rules.bidding and tied:
        several = "Both sides" if rules.partners == "fixed" else "Several"
        yield "both_over", f"{several} reach game on one hand: {rules.bidders} wins"
    elif rules.each_scores and tied:
        yield "both_over", "Several reach game on one hand: the most points win"
    elif rules.partners == "none" and 3 in rules.pack and tied and not rules.set_back_instead:
        yield "", "If several reach game together, the nearest to the dealer’s left wins"
    if rules.laps:
        yield "laps", "Lap: points over game carry to the winners’ next game"
    if rules.pays_games and rules.skunk is not None:
        yield "skunk", f"Skunk, the losers have fewer than {rules.skunk}: counts double"
    elif rules.love_double:
        yield "love_double", "Love game, the losers have 0: counts double"
    if rules.rubber:
        yield "rubber", RUBBERS[rules.rubber]
        yield "rubber_bonus", f"The rubber: {rules.rubber_bonus} more to its winners"
    elif rules.stakes == "deficit":
        needed = "still needed" if tied else "behind"
        yield "stakes", f"A lost game costs the points {needed}"
