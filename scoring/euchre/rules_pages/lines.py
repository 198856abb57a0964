"""The sentences of a rules page. The values of a rule set choose them and fill in their numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.euchre.awards import Score
from scoring.euchre.game import LOST_FOR_A_PARTNER
from scoring.euchre.hand import VOIDS, Hand, Irregularity
from scoring.euchre.points import score
from scoring.euchre.remedies import cited
from scoring.euchre.rule_set import NUMBERS, Law, RuleSet
from scoring.euchre.wording import counted


@dataclass(frozen=True, kw_only=True)
class RuleLine:
    """A sentence and what it rests on, if that is one law."""

    text: str
    law: Law | None = None


def pack(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return the pack for every number of players, and its joker."""
    lines = [
        RuleLine(text=f"{_for(seats, rules)}{_cards(rules, seats)}", law=rules.law("pack"))
        for seats in rules.players
    ]
    if rules.joker:
        lines.append(
            RuleLine(text="This includes the joker, the best trump.", law=rules.law("joker"))
        )
    if rules.joker and not rules.bidding:
        agreed = "the suit that was agreed before the game"
        named = "the suit that the dealer names before looking at their cards"
        suit = {"spades": "spades", "any": named if rules.dealer_names_joker else agreed}[
            rules.turned_joker
        ]
        law = rules.laws.get("turned_joker")
        lines.append(RuleLine(text=f"Turned up, it counts as {suit}.", law=law))
    if rules.benny_obliges and rules.joker and not rules.bidding:
        text = "If it is turned up, the dealer must pick it up and make trump."
        lines.append(RuleLine(text=text, law=rules.law("benny_obliges")))
    if rules.no_trump and not rules.bidding:
        text = (
            "A maker who names trump may name no trump instead, high (aces best) or low (the "
            "lowest cards best)."
        )
        lines.append(RuleLine(text=text, law=rules.law("no_trump")))
    return (*lines, *_own_tricks(rules))


def _own_tricks(rules: RuleSet) -> list[RuleLine]:
    """Return who plays a hand in which each player scores."""
    if not rules.each_scores:
        return []
    found = []
    if rules.clubs_trump:
        text = "If a club is turned up, clubs are trump without a maker, and all players play."
        found.append(RuleLine(text=text, law=rules.law("clubs_trump")))
    text = (
        "Once trump is made, each other player says whether they stay in. A player who drops out "
        "lays down the cards, and neither scores nor loses."
        if rules.drop_out
        else "No player may drop out."
    )
    found.append(RuleLine(text=text, law=rules.law("drop_out")))
    return found


def _for(seats: int, rules: RuleSet) -> str:
    return f"{NUMBERS[seats].capitalize()} players: " if len(rules.players) > 1 else ""


def _cards(rules: RuleSet, seats: int) -> str:
    cards = f"{rules.cards(seats)} cards, {_lowest(rules, seats)}"
    if rules.pack_is_enough(seats):
        return f"{cards}."
    needed, each = seats * rules.tricks_dealt, NUMBERS[rules.tricks_dealt].capitalize()
    return f"{each} cards each, so at least {needed}. The book’s pack has {cards}."


def _lowest(rules: RuleSet, seats: int) -> str:
    return f"the {NAMES.get(rules.lowest[seats], rules.lowest[seats])} the lowest"


NAMES = {"6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten"}


def first_hand(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return how partners and the first dealer are found, and what happens to equal cards."""
    order = CUT_ORDER["lowest" if rules.first_deal == "lowest" else "highest"]
    if rules.partners != "fixed":
        deal = first_deal(rules)
        if rules.first_deal == "jack":
            return (deal,)
        lines = [replace(deal, text=f"{deal.text.removesuffix('.')}: {order}.")]
    else:
        half = NUMBERS[rules.players[0] // 2]
        cut = f"Partners are cut for, the {half} highest cards against the {half} lowest: {order}."
        lines = [RuleLine(text=cut, law=rules.law("partners_cut")), first_deal(rules)]
    again = "Equal cards are cut again where the result depends on them."
    return (*lines, RuleLine(text=again, law=rules.law("cut_again")))


def first_deal(rules: RuleSet) -> RuleLine:
    """Return the rule for the first deal."""
    text = {
        "jack": "Cards are dealt round face up, and the player with the first jack deals.",
        "lowest": "All cut for the deal, and the lowest card deals.",
        "highest": "The highest card of that cut deals.",
    }[rules.first_deal]
    return RuleLine(text=text, law=rules.law("first_deal"))


CUT_ORDER = {
    "lowest": "the king is the highest, the ace the lowest",
    "highest": "the knave is the highest, then the ace",
}


def alone(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return the players who may play alone, and against a lone hand. It is empty with
    bidding."""
    if rules.bidding:
        return ()
    if rules.partners == "none" and rules.lone_hands:
        law = "lone_euchre" if rules.lone_march is None else "lone_march"
        text = "The maker may go alone. Such a lone hand has its own points."
        return (RuleLine(text=text, law=rules.law(law)),)
    if rules.partners == "none":
        return (RuleLine(text="Each player plays for themselves, so there are no lone hands."),)
    if rules.partners == "called":
        none_found = (
            "The maker is alone if there turns out to be no partner, whether or not they called "
            "for one."
        )
        said = "Only the maker may declare a lone hand."
        return RuleLine(text=none_found, law=rules.law("alone")), RuleLine(
            text=said, law=rules.law("declared")
        )
    who = {
        "maker": "Only the maker may play alone.",
        "not-passed": "The maker may play alone. Their partner may too, where the player on the "
        "dealer’s left or the dealer’s partner made trump.",
        "as-made": "After ordering up, the maker or the partner may play alone. After assisting or "
        "picking up, only the dealer may. Otherwise only the player who named trump may.",
        "either": "The maker or their partner may play alone.",
        "nobody": "There are no lone hands.",
    }[rules.alone]
    if max(rules.players) > 4:
        who = OF_THREE.get(rules.alone, who)
    if rules.assist_alone and rules.lone_hands:
        who = NOT_AFTER_ASSISTING.get(rules.alone, who)
    lines = [RuleLine(text=who, law=rules.law("alone"))]
    if rules.no_lone_from is not None and rules.lone_hands and rules.target is not None:
        points = counted(rules.no_lone_from)
        text = f"A side with {points} of the game or more may not play alone."
        lines.append(RuleLine(text=text, law=rules.law("no_lone_from")))
    if rules.assist_alone and rules.lone_hands:
        text = "A dealer’s partner who assists must play alone."
        lines.append(RuleLine(text=text, law=rules.law("assist_alone")))
    if rules.defends(lone=True) and rules.lone_hands:
        against = "any hand" if rules.defends(lone=False) else "a lone hand"
        lines.append(
            RuleLine(
                text=f"An opponent may play alone against {against}.",
                law=rules.law("lone_defence"),
            )
        )
    if "best_card" in rules.laws and rules.lone_hands:
        lines.append(RuleLine(text=BEST_CARD, law=rules.law("best_card")))
    return tuple(lines)


OF_THREE = {
    "not-passed": "The maker may play alone. A partner who has not passed yet may too.",
    "as-made": "After ordering up, the maker or a partner may play alone. After assisting or "
    "picking up, only the dealer may. Otherwise only the player who named trump may.",
    "either": "The maker or a partner may play alone.",
}
"""The same where each player has two partners."""
NOT_AFTER_ASSISTING = {
    "not-passed": "The maker may play alone. A partner who has not passed yet may too, except "
    "after assisting.",
    "as-made": "After ordering up, the maker or a partner may play alone. After picking up, only "
    "the dealer may. After naming trump, only the player who named it may.",
    "either": "The maker or a partner may play alone. After assisting, only the maker may.",
}
"""The same where the dealer's partner must play alone after assisting."""
BEST_CARD = (
    "A lone player may ask for a partner’s best card. The partner gives it face down, and the "
    "lone player discards one. It does not change the score."
)


def bidding(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return how to bid, the bids and trumps allowed, and the leader. It is empty without
    bidding."""
    if not rules.bidding:
        return ()
    dealt = NUMBERS[rules.tricks_dealt]
    most = "" if rules.lowest_bid == rules.tricks_dealt else f" to {dealt}"
    lines = [
        RuleLine(
            text="No card is turned. Each player bids once or passes, starting on the dealer’s "
            "left. Each bid must be higher than the last. The highest bidder names trump.",
            law=rules.law("bid"),
        ),
        RuleLine(
            text=f"A bid is {NUMBERS[rules.lowest_bid]}{most} of the {dealt} tricks.",
            law=rules.law("lowest_bid"),
        ),
    ]
    whose = "partner’s" if rules.players == (4,) else "partners’"
    if rules.bid_alone:
        text = f"A player who bids alone needs all {dealt}, and the {whose} cards are laid down."
        lines.append(RuleLine(text=text, law=rules.law("alone-made")))
    for one in rules.lone_bids:
        passed = "" if not one.cards else f" after the partner has passed {_passed(one.cards)}"
        text = (
            f"“{one.name}” is a bid above {dealt} tricks. The bidder needs all of them alone"
            f"{passed}, and the {whose} cards are laid down."
        )
        lines.append(RuleLine(text=text, law=rules.law("lone_bids")))
    if len(rules.lone_bids) + rules.bid_alone > 1:
        order = ", ".join(one.name for one in rules.bids_for_all)
        text = f"The bids alone, the lowest first: {order}."
        lines.append(RuleLine(text=text, law=rules.law("lone_bids")))
    if rules.alone_at:
        more = f" It is then worth {rules.lone_bonus} more." if rules.lone_bonus else ""
        text = (
            f"A player who bids a number may play it alone, and the {whose} cards are laid down."
            f"{more}"
        )
        lines.append(RuleLine(text=text, law=rules.law("alone_at")))
    if rules.forced_half:
        text = "A bidder who was made to bid loses half for a bid that is set, rounded up."
        lines.append(RuleLine(text=text, law=rules.law("forced_half")))
    if rules.no_trump:
        text = "The bidder names a suit, or no trump, high (aces best) or low (nines best)."
        lines.append(RuleLine(text=text, law=rules.law("no_trump")))
    leader = "The highest bidder" if rules.bidder_leads else "The player on the dealer’s left"
    lines.append(RuleLine(text=f"{leader} leads to the first trick.", law=rules.law("lead")))
    return tuple(lines)


def _passed(number: int) -> str:
    """Return "one card" or "two cards"."""
    return f"{NUMBERS[number]} card{'' if number == 1 else 's'}"


def ending(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return how a game is won, what happens to points over it, and how rubbers work."""
    if rules.target is None:
        called = "There is no game to win. Play as long as you like, then settle by the points."
        text = called if rules.partners == "called" else "Points only, no games."
        return (RuleLine(text=text, law=_law_of_points(rules)),)
    points = counted(rules.target)
    ahead = _ahead(rules)
    if not rules.pays_games:
        return (
            RuleLine(
                text=f"A game is over when a player has {points} or more after a hand. The most "
                "points win it.",
                law=rules.law("target"),
            ),
            *(ahead or [RuleLine(text="In a tie the player nearest the dealer’s left wins.")]),
            RuleLine(text="The next game begins at 0."),
        )
    lines = [
        RuleLine(text=f"A game is won with {points}.", law=rules.law("target")),
        *ahead,
        _laps(rules),
        _love(rules),
    ]
    if rules.bidding and (rules.win_on_bid or not ahead):
        lines.append(_over_on_a_bid(rules))
    if not ahead and rules.each_scores:
        text = (
            "If several reach game on one hand, the most points win. In a tie the player nearest "
        )
        text += "the dealer’s left wins."
        lines.append(RuleLine(text=text, law=rules.law("both_over")))
    elif not ahead and several_may_go_out(rules) and not rules.bidding:
        lines.append(
            RuleLine(text="If several reach game together, the one nearest the dealer’s left wins.")
        )
    return (*lines, *_rubber(rules))


def _ahead(rules: RuleSet) -> list[RuleLine]:
    """Return how far ahead the winner must be, if by more than one."""
    if rules.win_by == 1:
        return []
    text = (
        f"It must be won by {NUMBERS[rules.win_by]}. Play goes on until a side is that far ahead "
        "of all others."
    )
    return [RuleLine(text=text, law=rules.law("win_by"))]


def _over_on_a_bid(rules: RuleSet) -> RuleLine:
    if rules.win_on_bid:
        text = "Only the side that made its bid, or set the opponents’ bid, can win the game on a "
        "hand."
        return RuleLine(text=text, law=rules.law("win_on_bid"))
    text = "If both sides reach game on one hand, the bidder’s side wins."
    if rules.partners == "none":
        text = "If several reach game on one hand, the bidder wins, then the one nearest the "
        text += "dealer’s left."
    return RuleLine(text=text, law=rules.law("both_over"))


def _law_of_points(rules: RuleSet) -> Law:
    """Return the law for playing without games."""
    return rules.law("settlement" if rules.partners == "called" else "target")


def several_may_go_out(rules: RuleSet) -> bool:
    """Return whether one hand may bring two sides to game, as both opponents of three players."""
    return any(len(rules.sides(seats)) > 2 for seats in rules.players) and not (
        rules.set_back_instead
    )


def _laps(rules: RuleSet) -> RuleLine:
    over = (
        "Points over game carry over to the winners’ next game (a lap)."
        if rules.laps
        else "Points over game are lost. Every game begins at 0."
    )
    return RuleLine(text=over, law=rules.law("laps"))


def _love(rules: RuleSet) -> RuleLine:
    if rules.skunk is not None:
        text = f"A game counts two when the loser has fewer than {counted(rules.skunk)} (a skunk)."
        return RuleLine(text=text, law=rules.law("skunk"))
    worth = "A game counts two" if rules.love_double else "A game counts one, even"
    return RuleLine(
        text=f"{worth} when the loser has 0 (a love game).", law=rules.law("love_double")
    )


def _rubber(rules: RuleSet) -> tuple[RuleLine, ...]:
    if "rubber" not in rules.provisions:
        return ()
    text = {
        None: "No rubber is played.",
        "three": "A rubber is three games, and all three are played. After a lap in the third "
        "there is a fourth.",
        "best-of-three": "A rubber is over when one side has won two games.",
    }[rules.rubber]
    lines = [RuleLine(text=text, law=rules.law("rubber"))]
    if rules.rubber is not None and rules.rubber_bonus:
        bonus = f"The side that wins more games of a rubber takes {rules.rubber_bonus} more."
        lines.append(RuleLine(text=bonus, law=rules.law("rubber_bonus")))
    return tuple(lines)


def paying(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return how wins are paid for."""
    if not rules.pays_games:
        over = "" if rules.target is None else ", of all games"
        alone = f"Each player pays everyone with more points the difference{over}."
        sides = "Each loser pays one of the winners the difference of the two sides’ points."
        text = sides if rules.partners == "fixed" else alone
        return (RuleLine(text=text, law=_law_of_points(rules)),)
    law = rules.law("rubber" if rules.rubber else "stakes")
    if rules.partners == "none":
        return (RuleLine(text=f"{_cost(rules)}. Each loser pays the winner.", law=law),)
    across = "Partners pay across. Each loser pays one of the winners, always the same one."
    return (
        RuleLine(text=f"{_cost(rules)}.", law=law),
        RuleLine(text=across, law=rules.law("across")),
    )


def _cost(rules: RuleSet) -> str:
    if rules.rubber is not None:
        return (
            "A rubber costs each loser the difference of its points, with those for games and "
            "the bonus"
        )
    name = "skunk" if rules.skunk is not None else "love game"
    doubles = rules.doubles_below is not None
    if rules.stakes == "deficit":
        love = f", and double for a {name}" if doubles else ""
        needed = "still needed" if rules.win_by == 1 else "were behind the winner"
        return f"A lost game costs each loser a game point for each point that they {needed}{love}"
    love = f", two for a {name}" if doubles else ""
    return f"A lost game costs each loser one game point{love}"


@dataclass(frozen=True, kw_only=True)
class Deal:
    """The next dealer after one kind of hand."""

    what: str
    next: str
    law: Law | None


def dealing(rules: RuleSet) -> tuple[Deal, ...]:
    """Return who deals after a hand that was played, and after each that was not."""
    seats = rules.players[0]
    played = score(_some_hand(rules), rules=rules, seats=seats)
    deals = [Deal(what="The hand was played", next=_next(played), law=None)]
    named = WHAT | ({"passed-out": "Everyone passed"} if rules.bidding else {})
    for void in VOIDS:
        if void == "passed-out" and rules.stick_the_dealer:
            stuck = f"cannot be: the dealer must {'bid' if rules.bidding else 'name a suit'}"
            law = cited("stick_the_dealer", rules)
            deals.append(Deal(what=named[void], next=stuck, law=law))
            continue
        result = score(Hand(void=void), rules=rules, seats=seats)
        deals.append(Deal(what=named[void], next=_next(result), law=rules.law(void)))
        if void in LOST_FOR_A_PARTNER and rules.partners == "fixed":
            law = rules.law("partners_deal")
            deals.append(Deal(what=PARTNERS_TURN, next="the next on that partner’s left", law=law))
    if rules.revokes not in ("counted", "own"):
        both = score(_some_hand(rules, revoked=True), rules=rules, seats=seats)
        deals.append(
            Deal(what=WHAT["both-revoked"], next=_next(both), law=rules.law("both-revoked"))
        )
    return tuple(deals)


def _some_hand(rules: RuleSet, *, revoked: bool = False) -> Hand:
    called = rules.partners == "called"
    offences = (
        Irregularity(kind="revoke", by=0),
        Irregularity(kind="revoke", by=2 if called else 1),
    )
    if rules.bidding:
        return Hand(
            maker=0,
            bid=rules.bids[0],
            tricks=rules.tricks_dealt,
            irregularities=offences if revoked else (),
        )
    if rules.each_scores:
        return Hand(maker=0, taken=(rules.tricks_dealt, *[0] * (rules.players[0] - 1)))
    return Hand(
        maker=0, partner=1 if called else None, tricks=3, irregularities=offences if revoked else ()
    )


def _next(result: Score) -> str:
    return "the same player" if result.deals_again else "the next on the left"


PARTNERS_TURN = "A misdeal in a partner’s turn"
WHAT = {
    "passed-out": "Everyone passed twice",
    "misdeal": "A misdeal",
    "new-deal": "A card faced in the pack, or exposed in the deal",
    "imperfect-pack": "The pack was imperfect; earlier scores are kept",
    "both-revoked": "Both sides reneged (revoked)",
}
