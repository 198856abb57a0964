"""The sentences of a rules page. The values of a rule set choose them and fill in their numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.euchre.awards import Score
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
            RuleLine(text="The joker is among them: it is the best trump.", law=rules.law("joker"))
        )
    if rules.joker and not rules.bidding:
        agreed = "the suit that was agreed on"
        named = "the suit that the dealer names before looking at their cards"
        suit = {"spades": "spades", "any": named if rules.dealer_names_joker else agreed}[
            rules.turned_joker
        ]
        law = rules.laws.get("turned_joker")
        lines.append(RuleLine(text=f"Turned up it stands for {suit}.", law=law))
    return tuple(lines)


def _for(seats: int, rules: RuleSet) -> str:
    return f"{NUMBERS[seats].capitalize()} players: " if len(rules.players) > 1 else ""


def _cards(rules: RuleSet, seats: int) -> str:
    cards = f"{rules.cards(seats)} cards, {_lowest(rules, seats)}"
    if rules.pack_is_enough(seats):
        return f"{cards}."
    needed, each = seats * rules.tricks_dealt, NUMBERS[rules.tricks_dealt].capitalize()
    return f"{each} cards each, so {needed} at least; the book’s pack has {cards}."


def _lowest(rules: RuleSet, seats: int) -> str:
    return f"the {NAMES.get(rules.lowest[seats], rules.lowest[seats])} the lowest"


NAMES = {"6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten"}


def first_hand(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return how partners and the first deal are found, and what becomes of equal cards."""
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
    again = "Equal cards are cut again where they must be told apart."
    return (*lines, RuleLine(text=again, law=rules.law("cut_again")))


def first_deal(rules: RuleSet) -> RuleLine:
    """Return who deals first."""
    text = {
        "jack": "Cards are thrown round face up, and the first jack deals.",
        "lowest": "All cut for the deal, and the lowest card deals.",
        "highest": "The highest card of that cut deals.",
    }[rules.first_deal]
    return RuleLine(text=text, law=rules.law("first_deal"))


CUT_ORDER = {
    "lowest": "the king is the highest, the ace the lowest",
    "highest": "the knave is the highest, then the ace",
}


def alone(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return who may play alone, and who against a lone hand; nothing where the trump is bid
    for."""
    if rules.partners == "none":
        return (RuleLine(text="Everybody plays for themselves: nobody is said to play alone."),)
    if rules.bidding:
        return ()
    if rules.partners == "called":
        none_found = (
            "The maker is alone when no partner turns out to exist, whether or not they called for "
            "one."
        )
        said = "Only the maker may say that they play alone."
        return RuleLine(text=none_found, law=rules.law("alone")), RuleLine(
            text=said, law=rules.law("declared")
        )
    who = {
        "maker": "Only the maker may play alone.",
        "not-passed": "The maker may play alone. So may their partner who has not passed: when the "
        "eldest hand or the dealer's partner made the trump.",
        "as-made": "Ordered up: the maker or the partner may play alone. Assisted, or taken up: "
        "only the dealer. Named: only who named it.",
        "either": "The maker or their partner may play alone.",
        "nobody": "Nobody may play alone.",
    }[rules.alone]
    lines = [RuleLine(text=who, law=rules.law("alone"))]
    if rules.defend_alone:
        lines.append(
            RuleLine(
                text="An adversary may play alone against a lone hand.",
                law=rules.law("lone_defence"),
            )
        )
    if "best_card" in rules.laws and rules.lone_hands:
        lines.append(RuleLine(text=BEST_CARD, law=rules.law("best_card")))
    return tuple(lines)


BEST_CARD = (
    "Whoever plays alone may ask for the best card of their partner, who gives it unseen, and "
    "discards one. It changes no score."
)


def bidding(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return how the trump is bid for, what may be bid and named, and who leads; nothing where it
    is not."""
    if not rules.bidding:
        return ()
    dealt = NUMBERS[rules.tricks_dealt]
    most = "" if rules.lowest_bid == rules.tricks_dealt else f" to {dealt}"
    lines = [
        RuleLine(
            text="No card is turned. Each player bids once or passes, the eldest hand first, and "
            "every bid is higher than the one before. The highest bidder names the trump.",
            law=rules.law("bid"),
        ),
        RuleLine(
            text=f"A bid is {NUMBERS[rules.lowest_bid]}{most} of the {dealt} tricks.",
            law=rules.law("lowest_bid"),
        ),
    ]
    if rules.bid_alone:
        whose = "partner's" if rules.players == (4,) else "partners'"
        text = f"Whoever bids alone wants all {dealt}, with the {whose} cards laid down."
        lines.append(RuleLine(text=text, law=rules.law("alone-made")))
    if rules.no_trump:
        text = "The bidder names a suit, or no trump: high (aces the best) or low (nines the best)."
        lines.append(RuleLine(text=text, law=rules.law("no_trump")))
    leader = "The highest bidder" if rules.bidder_leads else "The eldest hand"
    lines.append(RuleLine(text=f"{leader} leads to the first trick.", law=rules.law("lead")))
    return tuple(lines)


def ending(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return what wins a game, what becomes of points over it, and what makes a rubber."""
    if rules.target is None:
        called = "There is no game to win: play as long as you like, then settle by the points."
        text = called if rules.partners == "called" else "Points alone are counted; no games."
        return (RuleLine(text=text, law=_law_of_points(rules)),)
    points = counted(rules.target)
    if not rules.pays_games:
        return (
            RuleLine(
                text=f"A game is over when anybody has {points} or more after a hand; the most win "
                "it.",
                law=rules.law("target"),
            ),
            RuleLine(
                text="Of equal ones the player nearest the dealer’s left wins. The next game "
                "begins at nothing."
            ),
        )
    lines = [
        RuleLine(text=f"A game is won with {points}.", law=rules.law("target")),
        _laps(rules),
        _love(rules),
    ]
    if rules.bidding:
        lines.append(_over_on_a_bid(rules))
    if several_may_go_out(rules):
        lines.append(
            RuleLine(text="Of those who go out together, the one nearest the dealer’s left wins.")
        )
    return (*lines, *_rubber(rules))


def _over_on_a_bid(rules: RuleSet) -> RuleLine:
    if rules.win_on_bid:
        text = "Only the side that made its bid, or set the other’s, wins the game on a hand."
        return RuleLine(text=text, law=rules.law("win_on_bid"))
    text = "Both sides over game on one hand: the bidder’s side wins."
    return RuleLine(text=text, law=rules.law("both_over"))


def _law_of_points(rules: RuleSet) -> Law:
    """Return what it rests on that no games are played."""
    return rules.law("settlement" if rules.partners == "called" else "target")


def several_may_go_out(rules: RuleSet) -> bool:
    """Return whether one hand may bring two sides to game, as both opponents of three players."""
    return any(len(rules.sides(seats)) > 2 for seats in rules.players) and not rules.set_back


def _laps(rules: RuleSet) -> RuleLine:
    over = (
        "Points over game open the winners’ next game: a lap."
        if rules.laps
        else "Points over game are lost: every game begins at nothing."
    )
    return RuleLine(text=over, law=rules.law("laps"))


def _love(rules: RuleSet) -> RuleLine:
    worth = "A game counts two" if rules.love_double else "A game counts one, even"
    return RuleLine(text=f"{worth} when the loser stands at nothing.", law=rules.law("love_double"))


def _rubber(rules: RuleSet) -> tuple[RuleLine, ...]:
    if "rubber" not in rules.provisions:
        return ()
    text = {
        None: "No rubber is played.",
        "three": "Three games make a rubber, and all three are played; after a lap in the third, a "
        "fourth.",
        "best-of-three": "A rubber is over when one side has won two games.",
    }[rules.rubber]
    lines = [RuleLine(text=text, law=rules.law("rubber"))]
    if rules.rubber is not None and rules.rubber_bonus:
        bonus = f"Who wins more games of a rubber takes {rules.rubber_bonus} more."
        lines.append(RuleLine(text=bonus, law=rules.law("rubber_bonus")))
    return tuple(lines)


def paying(rules: RuleSet) -> tuple[RuleLine, ...]:
    """Return what is paid for what is won."""
    if not rules.pays_games:
        over = "" if rules.target is None else ", of all games"
        alone = f"Every lower player owes every higher one the difference of their points{over}."
        sides = "Each loser pays one of the winners the difference of the two sides’ points."
        text = sides if rules.partners == "fixed" else alone
        return (RuleLine(text=text, law=_law_of_points(rules)),)
    law = rules.law("rubber" if rules.rubber else "stakes")
    if rules.partners == "none":
        return (RuleLine(text=f"{_cost(rules)}; each pays the winner.", law=law),)
    across = "Partners pay across: each loser pays one of the winners, always the same."
    return (
        RuleLine(text=f"{_cost(rules)}.", law=law),
        RuleLine(text=across, law=rules.law("across")),
    )


def _cost(rules: RuleSet) -> str:
    if rules.rubber is not None:
        return (
            "A rubber costs each loser the difference of its points: what its games count, and "
            "what it brings"
        )
    if rules.stakes == "deficit":
        love = ", and double for a love game" if rules.love_double else ""
        return f"A lost game costs each loser a game point for each that they still wanted{love}"
    love = ", two for a love game" if rules.love_double else ""
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
    named = WHAT | ({"passed-out": "Everybody passed"} if rules.bidding else {})
    for void in VOIDS:
        if void == "passed-out" and rules.stick_the_dealer:
            stuck = f"cannot be: the dealer must {'bid' if rules.bidding else 'name a suit'}"
            law = cited("stick_the_dealer", rules)
            deals.append(Deal(what=named[void], next=stuck, law=law))
            continue
        result = score(Hand(void=void), rules=rules, seats=seats)
        deals.append(Deal(what=named[void], next=_next(result), law=rules.law(void)))
    if rules.revokes != "counted":
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
    return Hand(
        maker=0, partner=1 if called else None, tricks=3, irregularities=offences if revoked else ()
    )


def _next(result: Score) -> str:
    return "the same player" if result.deals_again else "the next on the left"


WHAT = {
    "passed-out": "Everybody passed twice",
    "misdeal": "A misdeal",
    "new-deal": "A card faced in the pack or exposed in the deal",
    "imperfect-pack": "The pack proved imperfect; earlier scores stand",
    "both-revoked": "Both sides revoked",
}
