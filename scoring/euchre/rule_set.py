"""A rule set, with every number and every yes or no that a book of rules decides."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from scoring.euchre.hand import ALONE, JOKER, SEVEN, SPECIALS, TRICKS, Hand
from scoring.euchre.provisions import (
    BadProvision,
    LoneBid,
    Provision,
    by_players,
    choice,
    either,
    lone_bids,
    number,
    yes_or_no,
)

PerPlayers = Mapping[int, int]
NUMBERS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)


class UnknownRule(ValueError):
    """Unknown key of a rule set or an option, or a value that is not allowed."""

    def __init__(self, message: str, field: str = "rules") -> None:
        super().__init__(message)
        self.field = field


MOST_TRICKS = 13
"""What four players can be dealt of 52 cards."""
HOUSE_RULE = "house rule"
"""Used instead of a law's number. The source is then the name of the house rules."""
YEAR = re.compile(r" \d{4}$")
"""Of a printed source."""


@dataclass(frozen=True, kw_only=True)
class Law:
    """The source of a number, with its law ("43") or page ("p. 29").

    If the source is silent, the law says that it is our ruling, which is in the set's `rulings`.
    """

    source: str
    number: str
    ruling: bool = False

    def __str__(self) -> str:
        return f"{self.source}, {self.place}" if self.number else self.source

    @property
    def place(self) -> str:
        """ "law 43", "p. 29", "ruling" or "ch. 2"."""
        numbered = self.number[:1].isdigit()
        return f"law {self.number}" if numbered else self.number

    @property
    def short(self) -> str:
        """Author and law in short, for a table, such as "Foster, law 43"."""
        author = self.source if self.number == HOUSE_RULE else YEAR.sub("", self.source)
        return f"{author}, {self.place}" if self.number else author


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The printed sheet that a modern set follows, with its author, its address and its
    contents."""

    name: str
    address: str
    has: str


def per_players(**by_word: int) -> PerPlayers:
    """Return a number by the number of players: `per_players(four=2, five=3)`."""
    return MappingProxyType({NUMBERS.index(word): number for word, number in by_word.items()})


def _bids(rules: RuleSet) -> bool:
    return rules.bidding


def _bids_with_partners(rules: RuleSet) -> bool:
    return rules.bidding and rules.partners == "fixed"


def _can_turn_a_joker(rules: RuleSet) -> bool:
    return not rules.bidding and (rules.joker or "joker" in rules.options)


def _bids_nothing(rules: RuleSet) -> bool:
    return not rules.bidding


def _takes_each(rules: RuleSet) -> bool:
    return rules.each_scores


def _scores_sides(rules: RuleSet) -> bool:
    return not rules.bidding and not rules.each_scores


def _has_partners(rules: RuleSet) -> bool:
    return rules.partners == "fixed" and not rules.bidding


def _knows_lone_hands(rules: RuleSet) -> bool:
    return rules.partners != "none" and rules.lone_hands


def _are_three(rules: RuleSet) -> bool:
    return rules.players == (3,) and not rules.bidding


def _may_deal_seven(rules: RuleSet) -> bool:
    """Return whether 32 cards are enough for seven tricks."""
    return _scores_sides(rules) and max(rules.players) <= 4 and rules.partners != "called"


def _has_lone_partners(rules: RuleSet) -> bool:
    return _has_partners(rules) and _knows_lone_hands(rules)


def _counts_revokes(rules: RuleSet) -> bool:
    return rules.revokes == "counted"


def _counts_lone_revokes(rules: RuleSet) -> bool:
    return _counts_revokes(rules) and _knows_lone_hands(rules)


def _scores_revokes(rules: RuleSet) -> bool:
    return rules.revokes in ("euchre", "counted")


def _calls_nobody(rules: RuleSet) -> bool:
    return rules.partners != "called"


def _has_games(rules: RuleSet) -> bool:
    return rules.target is not None


def _may_have_games(rules: RuleSet) -> bool:
    return _has_games(rules) or (rules.partners == "called" and "target" in rules.options)


def _pays_games(rules: RuleSet) -> bool:
    return rules.pays_games


def _has_two_sides(rules: RuleSet) -> bool:
    return _pays_games(rules) and all(len(rules.sides(seats)) == 2 for seats in rules.pack)


@dataclass(frozen=True, kw_only=True, eq=False)
class RuleSet:
    """The numbers of one way to play. A variant is `replace(PARENT, …)`. Sets are compared by
    identity.

    The fields made by `number`, `yes_or_no` and `choice` are its provisions. Only these can be
    changed by options and house rules.
    """

    key: str
    name: str
    title: str
    """One sentence for the shelf."""
    source: str
    """The printed source, as cited on screens."""
    sheets: tuple[Sheet, ...] = ()
    """The sheets behind the source, where it is today's clubs."""
    base: str = ""
    """House rules: the key of the set on the shelf that they change."""
    lineage: tuple[str, ...] = ()
    """The keys of the sets that this one was made from by `replace`, its own last."""
    partners: str
    """"called" for each hand (Call-Ace), "fixed" across the table, or "none"."""
    pack: PerPlayers
    """Cards in the pack without a joker, by number of players; its keys are the numbers that can
    play."""
    lowest: Mapping[int, str]
    """The lowest card of the pack, by number of players."""
    bidding: bool = False
    """Whether no card is turned and the highest bidder names the trump."""
    dealer_names_joker: bool = False
    """Whether the dealer says what a joker turned up stands for, where it may be any suit."""
    bidder_leads: bool = False
    """With bidding: whether the highest bidder leads first, instead of the eldest hand."""
    each_scores: bool = False
    """Whether each player scores the tricks they took, so that a hand has them all (Buck)."""
    irregularities: frozenset[str]
    """The kinds of irregularity that these laws score."""
    revokes: str = "euchre"
    """How a revoke is scored. With "march" the other side scores as if it had won all tricks
    (Foster). With "euchre" the revoker is euchred and nothing else counts. With "counted" the
    revokes of both sides are set off (Leeds & Dwight). With "bid" the revoke decides whether the
    bid was made. With "own" the player who revokes loses points, and the others keep theirs."""
    same_dealer_after: frozenset[str] = frozenset({"new-deal", "imperfect-pack", "both-revoked"})
    """Outcomes after which the same player deals again."""
    first_deal: str = "jack"
    """How the first dealer is found. It is the player who gets the first "jack" thrown round, or
    who cuts the "lowest" card (ace low, king high) or the "highest" (the knave, then the ace)."""
    options: tuple[str, ...] = ()
    """The provisions that a table may choose for itself."""
    usual: Mapping[str, tuple] = field(default_factory=dict)
    """Usual values of an option that allows any number. The set's own value comes first."""
    limits: Mapping[str, tuple] = field(default_factory=dict)
    """The only numbers that an option may have."""
    laws: dict[str, Law] = field(default_factory=dict)
    """What each number rests on."""
    rulings: dict[str, str] = field(default_factory=dict)
    """Our rulings where the source is silent or contradicts itself, a sentence each, by number."""

    joker: bool = yes_or_no("Joker", "The pack has a joker, which is the best trump.")
    turned_joker: str = choice(
        "A turned joker",
        "The suit of a joker that is turned up.",
        default="any",
        values={"any": "any, as agreed beforehand", "spades": "spades"},
        applies=_can_turn_a_joker,
    )
    alone: str = choice(
        "Alone",
        "The players who may play alone.",
        default="maker",
        values={
            "maker": "the maker",
            "not-passed": "the maker, or their partner unless they have passed",
            "as-made": "by how the trump was made",
            "either": "the maker or their partner",
            "nobody": "no one",
        },
        applies=_has_partners,
    )
    no_lone_from: int | None = number(
        "No lone hands from",
        "Points of the game from which a side may not play alone.",
        default=None,
        least=1,
        most=98,
        empty="none",
        applies=lambda rules: _has_lone_partners(rules) and _has_games(rules),
    )
    point: int = number(
        "Point",
        "For enough tricks, but not all of them (made).",
        default=1,
        applies=_scores_sides,
    )
    march: PerPlayers = by_players("March", "For all tricks.", default=2, applies=_scores_sides)
    lone_point: int = number(
        "Lone point",
        "For enough tricks alone, but not all of them.",
        default=1,
        applies=_knows_lone_hands,
    )
    lone_march: PerPlayers | int | None = either(
        number(
            "Lone march",
            "For all tricks, when one of three players goes alone.",
            default=None,
            empty="as any other",
            applies=_are_three,
        ),
        by_players("Lone march", "For all tricks alone.", default=4, applies=_knows_lone_hands),
    )
    """Three players know a lone hand only if it has a number of its own, here or for a euchre."""
    euchre: int = either(
        number(
            "Euchre",
            "When the maker’s side takes too few tricks.",
            default=2,
            applies=_scores_sides,
        ),
        number(
            "Maker set",
            "Points that a maker who takes too few tricks loses.",
            default=2,
            applies=_takes_each,
        ),
    )
    trick: int = number(
        "A trick",
        "Points for each trick, to the player who took it.",
        default=1,
        applies=_takes_each,
    )
    buck_set: int = number(
        "Set",
        "Points that a player who stays in and takes no trick loses.",
        default=5,
        applies=_takes_each,
    )
    drop_out: bool = yes_or_no(
        "Dropping out",
        "A player who did not make trump may drop out of the hand before the first lead.",
        applies=_takes_each,
    )
    clubs_trump: bool = yes_or_no(
        "Clubs turned up",
        "If a club is turned up, clubs are trump without a maker, and no player may drop out.",
        applies=_takes_each,
    )
    lone_euchre: int | None = number(
        "Lone euchre",
        "When a lone hand is euchred.",
        default=None,
        empty="as any other",
        applies=lambda rules: _knows_lone_hands(rules) or _are_three(rules),
    )
    set_back: int = either(
        yes_or_no(
            "Set back",
            "A euchred maker loses the points, and the others do not score them.",
            applies=lambda rules: _are_three(rules) and _has_games(rules),
        ),
        number(
            "Set back",
            "Points that a euchred maker’s side loses, beside what the others score.",
            default=0,
            most=20,
            applies=lambda rules: rules.partners != "none" and not rules.bidding,
        ),
    )
    """A yes or no for three players, who are set back instead of paying the others. Elsewhere it is
    a number."""
    defend_alone: bool = yes_or_no(
        "Defend alone",
        "An opponent may play alone against a lone hand.",
        applies=_has_lone_partners,
    )
    defends_alone: str = choice(
        "Alone against",
        "The hands against which an opponent may play alone.",
        default="lone",
        values={"lone": "lone hands, if “Defend alone” is yes", "any": "any hand"},
        applies=_has_lone_partners,
    )
    assist_alone: bool = yes_or_no(
        "Assisting alone",
        "A dealer’s partner who assists must play alone (Canadian loner).",
        applies=_has_lone_partners,
    )
    benny_obliges: bool = yes_or_no(
        "Turned joker obliges",
        "If the joker (Benny) is turned up, the dealer must pick it up and make trump.",
        applies=lambda rules: _can_turn_a_joker(rules) and _has_partners(rules),
    )
    lone_defence: int = number(
        "Lone defence",
        "When a lone opponent euchres a lone hand.",
        default=4,
        applies=_has_lone_partners,
    )
    lone_defence_any: int | None = number(
        "Lone defence against partners",
        "When a lone opponent euchres a maker who plays with a partner.",
        default=None,
        empty="as any other",
        applies=_has_lone_partners,
    )
    stick_the_dealer: bool = yes_or_no(
        "Stick the dealer",
        "If all others pass, the dealer must name a suit, or bid.",
        applies=_calls_nobody,
    )
    jambone: int = number(
        "Jambone",
        "For all the tricks of a lone hand with its cards shown. 0 if not played.",
        default=0,
        applies=_has_lone_partners,
    )
    jamboree: int = number(
        "Jamboree",
        "For showing the best trumps, as many as are dealt. 0 if not played.",
        default=0,
        applies=_has_lone_partners,
    )
    revoke: int = either(
        number(
            "Renege (revoke)",
            "Points for the opponents, or points lost where the offenders pay.",
            default=2,
            applies=_scores_revokes,
        ),
        number(
            "Renege (revoke)",
            "Points that a player who revokes loses, who then scores no tricks.",
            default=2,
            applies=_takes_each,
        ),
    )
    revoke_from: bool = yes_or_no(
        "Renege (revoke) costs its side",
        "The offenders lose the points for a revoke, and the opponents do not score them.",
        applies=lambda rules: _scores_revokes(rules) and not rules.set_back_instead,
    )
    revoke_lone: int = number(
        "Renege in a lone hand",
        "For an opponent’s revoke against a lone hand. By the club laws, for any revoke in one.",
        default=4,
        applies=_has_lone_partners,
    )
    revoke_by_lone: int | None = number(
        "Renege by a lone player",
        "For the lone player’s own revoke.",
        default=None,
        empty="as any other",
        applies=_has_lone_partners,
    )
    forfeit: int = number(
        "Wrong cards",
        "Points for the opponents. The offenders’ side cannot score.",
        default=0,
        applies=_counts_revokes,
    )
    forfeit_lone: int = number(
        "Wrong cards in a lone hand",
        "Points for the opponents, in a lone hand.",
        default=0,
        applies=_counts_lone_revokes,
    )
    abandoned: int = number(
        "Abandoned hand",
        "When an opponent gives up against a lone hand.",
        default=0,
        applies=_counts_lone_revokes,
    )
    exposed_march: int = number(
        "Exposed card",
        "For all the tricks alone, if the lone player’s partner showed a card.",
        default=0,
        applies=_counts_lone_revokes,
    )
    tricks_dealt: int = either(
        number(
            "Tricks",
            "Number of tricks in a hand.",
            default=TRICKS,
            least=1,
            most=MOST_TRICKS,
            applies=_bids,
        ),
        number(
            "Tricks",
            "Number of tricks in a hand. Seven are dealt from 32 cards.",
            default=TRICKS,
            least=TRICKS,
            most=SEVEN,
            only=(TRICKS, SEVEN),
            applies=_may_deal_seven,
        ),
    )
    made_from: int | None = number(
        "Made from",
        "The fewest tricks with which the maker’s side is not euchred.",
        default=None,
        least=1,
        most=SEVEN - 1,
        empty="more than half",
        applies=_bids_nothing,
    )
    lowest_bid: int = number(
        "Lowest bid",
        "The fewest tricks that may be bid.",
        default=1,
        least=1,
        most=MOST_TRICKS,
        applies=_bids,
    )
    no_trump: bool = either(
        yes_or_no("No trump", "A bidder may name no trump, high or low.", applies=_bids),
        yes_or_no(
            "No trump",
            "A maker who names trump may name no trump instead, high or low.",
            applies=_bids_nothing,
        ),
    )
    made_scores: str = choice(
        "A bid made",
        "Points for the bidder’s side when it makes its bid.",
        default="bid",
        values={"bid": "the bid", "tricks": "its tricks"},
        applies=_bids,
    )
    made_bonus: int = number(
        "Bonus for a bid made",
        "Extra points for a number of tricks that is bid and made. A bid alone has its own value.",
        default=0,
        most=20,
        applies=_bids,
    )
    others_score_tricks: bool = yes_or_no(
        "Others’ tricks",
        "When a bid is made, the opponents score the tricks they took.",
        applies=_bids_with_partners,
    )
    set_loses: int | str | None = number(
        "A set bid costs",
        "Points that the bidder’s side loses. A bid alone costs its full value.",
        default=None,
        empty="nothing",
        values={"bid": "the bid"},
        applies=_bids,
    )
    set_gives: str | None = either(
        choice(
            "A set bid gives",
            "Points for the opponents when a bid is not made.",
            default="bid",
            values={"bid": "the bid", "tricks": "their tricks", None: "nothing"},
            applies=_bids_with_partners,
        ),
        choice(
            "A set bid gives",
            "Points for each opponent when a bid is not made.",
            default="bid",
            values={"bid": "the bid", None: "nothing"},
            applies=_bids,
        ),
    )
    bid_alone: bool = yes_or_no(
        "Bid alone",
        "A player may bid to take all the tricks, without the partner.",
        applies=_bids_with_partners,
    )
    bid_alone_value: int = number(
        "A bid alone is worth",
        "Points scored when it is made, or lost when it is set, where set bids lose points.",
        default=12,
        applies=_bids_with_partners,
    )
    lone_bids: tuple[LoneBid, ...] = lone_bids(
        "Other bids alone",
        "Bids to take all the tricks, above a number and below a bid alone. Write each name with "
        "its points, and with any cards that the partner passes: Shoot 12, Call two 18 with 2 "
        "cards.",
        applies=_bids_with_partners,
    )
    alone_at: bool = yes_or_no(
        "Alone at a number",
        "A player who bids a number of tricks may play it without the partner.",
        applies=_bids_with_partners,
    )
    lone_bonus: int = number(
        "Bonus for a number alone",
        "Extra points for a number of tricks that is played alone, scored or lost.",
        default=0,
        most=20,
        applies=_bids_with_partners,
    )
    forced_half: bool = yes_or_no(
        "Forced bids cost half",
        "A bidder who was made to bid loses half for a set bid, rounded up.",
        applies=_bids,
    )
    win_on_bid: bool = yes_or_no(
        "Win on a bid",
        "Only the side that made its bid, or set the opponents’ bid, can win the game on a hand.",
        applies=_bids_with_partners,
    )
    target: int | None = number(
        "Game",
        "Points that win a game.",
        default=None,
        least=1,
        empty="points only",
    )
    laps: bool = yes_or_no(
        "Laps", "Points over game carry over to the winners’ next game.", applies=_pays_games
    )
    love_double: bool = yes_or_no(
        "Love game double",
        "A game counts two when the loser has 0.",
        applies=_pays_games,
    )
    win_by: int = number(
        "Win by",
        "Points by which a game must be won.",
        default=1,
        least=1,
        most=2,
        applies=_may_have_games,
    )
    skunk: int | None = number(
        "Skunk",
        "A game counts two when the loser has fewer points. It replaces the love game.",
        default=None,
        least=1,
        most=20,
        empty="none",
        applies=_pays_games,
    )
    rubber: str | None = choice(
        "Rubber",
        "Number of games in a rubber.",
        default=None,
        values={
            None: "none",
            "three": "three games, a fourth after a lap",
            "best-of-three": "best of three",
        },
        applies=_has_two_sides,
    )
    rubber_bonus: int = number(
        "Rubber bonus",
        "Extra points for the winners of a rubber.",
        default=2,
        applies=_has_two_sides,
    )
    stakes: str = choice(
        "Stakes",
        "The cost of a lost game, where no rubber is played.",
        default="game",
        values={"game": "the game’s worth", "deficit": "the points the loser still needed"},
        applies=_pays_games,
    )

    def __post_init__(self) -> None:
        if self.lineage[-1:] == (self.key,):
            return
        object.__setattr__(self, "lineage", (*self.lineage, self.key))
        if not self.base:
            own_first = {
                name: tuple(dict.fromkeys((getattr(self, name) or choices[0], *choices)))
                for name, choices in self.usual.items()
            }
            object.__setattr__(self, "usual", own_first)

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that these rules know."""
        return tuple(self.pack)

    @property
    def pays_games(self) -> bool:
        """Whether games are paid for. Otherwise points are, without games and where partners are
        called. There all points are settled, however games end (Foster 1905, p. 29)."""
        return self.target is not None and self.partners != "called"

    def has_won(self, scores: Sequence[int], side: int) -> bool:
        """Return whether a side with these scores has won the game. It has the points for it, and
        is ahead of all others by two where that is wanted."""
        others = (points for one, points in enumerate(scores) if one != side)
        ahead = self.win_by == 1 or scores[side] - max(others) >= self.win_by
        return self.target is not None and scores[side] >= self.target and ahead

    def wanted(self, scores: Sequence[int], loser: int, winner: int) -> int:
        """Return the points that a loser still needed to win a game with these scores. Where it
        must be won by two they are those between the loser and the winner."""
        to = self.target if self.win_by == 1 else scores[winner]
        return max(0, to - scores[loser])

    @property
    def doubles_below(self) -> int | None:
        """The points below which a loser's game counts two, or None. A love game is below 1."""
        return self.skunk if self.skunk is not None else 1 if self.love_double else None

    @property
    def unit(self) -> str:
        """The unit that is paid for, a "point" or a "game point"."""
        return "game point" if self.pays_games else "point"

    @property
    def shelf_key(self) -> str:
        """The key of the set on the shelf. For house rules it is the set that they change."""
        return self.base or self.key

    @property
    def lone_hands(self) -> bool:
        """Whether a player may go alone. Without partners only one of three may, where that has a
        number of its own."""
        if self.partners == "none":
            return _are_three(self) and not (self.lone_march is self.lone_euchre is None)
        return self.alone != "nobody" and not self.bidding

    @property
    def provisions(self) -> Mapping[str, Provision]:
        """Every provision that means something in these rules, by its name."""
        return _provisions_of(self)

    def number(self, name: str) -> Any:
        """Return a provision's number. One left blank is the number of any other hand."""
        value = getattr(self, name)
        return getattr(self, self._as_any_other(name)) if value is None else value

    def _as_any_other(self, name: str) -> str:
        lone = "revoke_lone" if self.revokes == "counted" else "revoke"
        return {
            "lone_euchre": "euchre",
            "lone_defence_any": "euchre",
            "revoke_by_lone": lone,
        }.get(name, name)

    @property
    def made_at(self) -> int:
        """The fewest tricks with which the maker's side is not euchred."""
        return self.made_from or self.tricks_dealt // 2 + 1

    def lone_march_of(self, seats: int) -> int:
        """Return the points for all tricks alone, at a table of so many players."""
        if self.lone_march is None:
            return self.march[seats]
        one = isinstance(self.lone_march, int)
        return self.lone_march if one else self.lone_march.get(seats, 0)

    def law(self, what: str) -> Law:
        """Return what `what` rests on; a number without a law is a mistake of ours (KeyError)."""
        return self.laws[what]

    def defends(self, *, lone: bool) -> bool:
        """Return whether an opponent may play alone against a lone hand, or against partners."""
        return self.defends_alone == "any" or (lone and self.defend_alone)

    @property
    def bidders(self) -> str:
        """The players who score for a bid, in words."""
        return "the bidder’s side" if self.partners == "fixed" else "the bidder"

    def must_make_it(self, hand: Hand) -> bool:
        """Return whether only the dealer can have made trump, because a joker was turned up."""
        return self.benny_obliges and (hand.turned == JOKER or bool(hand.picked_up))

    @property
    def set_back_instead(self) -> bool:
        """Whether a euchred maker loses points and the others score nothing (three-handed)."""
        return self.set_back is True

    @property
    def revoke_decides(self) -> bool:
        """Whether a revoke decides the hand, so that its tricks count for nothing."""
        return self.revokes in ("euchre", "march") and not self.set_back_instead

    def cards(self, seats: int) -> int:
        """Return how many cards the pack has, with the joker if there is one."""
        return self.pack[seats] + self.joker

    def pack_is_enough(self, seats: int) -> bool:
        """Return whether the book's pack has enough cards. House rules may deal more tricks, but
        use the same pack."""
        return self.cards(seats) >= seats * self.tricks_dealt

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side that scores and wins together: partners, or single
        players."""
        if self.partners == "fixed":
            return tuple(range(0, seats, 2)), tuple(range(1, seats, 2))
        return tuple((seat,) for seat in range(seats))

    def partners_of(self, seat: int) -> tuple[int, ...]:
        """Return the other seats of a fixed side, the nearest on the left first. Elsewhere it is
        empty."""
        if self.partners != "fixed":
            return ()
        seats = max(self.players)
        return tuple((seat + left) % seats for left in range(2, seats, 2))

    @property
    def bids(self) -> tuple[int | str, ...]:
        """The allowed bids, the lowest first. It is empty without bidding."""
        if not self.bidding:
            return ()
        numbers = range(self.lowest_bid, self.tricks_dealt + 1)
        return (*numbers, *(one.key for one in self.bids_for_all))

    @property
    def bids_for_all(self) -> tuple[LoneBid, ...]:
        """The bids to take all the tricks alone, the lowest first. A bid "alone" is the highest."""
        alone = LoneBid(key=ALONE, name="Alone", value=self.bid_alone_value)
        return (*self.lone_bids, *([alone] if self.bid_alone else ()))

    def lone_bid(self, key: int | str | None) -> LoneBid | None:
        """Return the lone bid of this key, or None for a number of tricks."""
        return next((one for one in self.bids_for_all if one.key == key), None)

    def refuse_options(self, chosen: Mapping[str, Any]) -> None:
        """Raise UnknownRule for a choice that these rules do not offer."""
        for option, value in chosen.items():
            if option not in self.options:
                of = self.name if self.base else self.key
                raise UnknownRule(f'"{option}" is not an option of {of}.', "options")
            value = self._read(
                PROVISIONS()[option].read_option, value, f'Option "{option}"', "options"
            )
            if option == "lowest_bid" and value > self.tricks_dealt:
                raise UnknownRule(_too_high_a_bid(self.tricks_dealt), "options")
            if value not in self.limits.get(option, (value,)):
                words = " or ".join(map(str, self.limits[option]))
                raise UnknownRule(f'Option "{option}" is {words}.', "options")

    def with_options(self, /, **chosen: object) -> RuleSet:
        """Return these rules with the table's choices; raise UnknownRule for one they do not
        offer."""
        self.refuse_options(chosen)
        return replace(self, **chosen) if chosen else self

    def house(self, *, key: str, name: str, changes: Mapping[str, Any]) -> RuleSet:
        """Return house rules under a name: these rules with some provisions changed. Raise
        UnknownRule."""
        changed = self.read_changes(changes)
        for wrong, why in self.contradictions(changed).items():
            raise UnknownRule(why, wrong)
        own = Law(source=name, number=HOUSE_RULE)
        # Partners are set back beside what the others score, which still rests on the book.
        moved = changed.keys() - ({"set_back"} if self.partners != "none" else set())
        resting = {law for law in self.laws if moved & {*RESTS_ON.get(law, (law,))}}
        laws = dict(self.laws) | dict.fromkeys((*resting, *changed), own)
        if changed.get("tricks_dealt") == SEVEN and not self.bidding:
            seats, more = self.players[0], dict.fromkeys(("pack", "tricks_dealt"), own)
            own_pack = {"pack": MappingProxyType({seats: 32}), "lowest": {seats: "7"}}
            changed |= {} if self.pack[seats] == 32 else own_pack
            laws |= {} if self.pack[seats] == 32 else more
        found = replace(self, key=key, name=name, base=self.shelf_key, laws=laws, **changed)
        return found._without_what_means_nothing()

    def _without_what_means_nothing(self) -> RuleSet:
        """Return these rules without options of games if they have none, and without options and
        irregularities of lone hands if those are not allowed."""
        gone = not _has_games(self) and self.partners != "called"
        known = self.provisions.keys() - ({"target"} if gone else set())
        return replace(
            self,
            options=tuple(name for name in self.options if name in known),
            irregularities=self.irregularities - (set() if self.lone_hands else LONE_OFFENCES),
        )

    def contradictions(self, changes: Mapping[str, Any]) -> dict[str, str]:
        """Return what cannot be when these provisions are changed so, by its name, each with
        why."""
        changed = self.read_changes(changes)
        house = replace(self, **changed)
        found = {
            name: f'{_why_nothing(name, house)}, so "{provision.label}" {wrong}.'
            for name, provision in self.provisions.items()
            if (wrong := _wrong_in(house, name, name in changed))
        }
        for name, on in {"bid_alone_value": "bid_alone", "lone_bonus": "alone_at"}.items():
            if name in changed and not getattr(house, on):
                label = self.provisions[name].label
                found[name] = f'{WITHOUT[on]}, so "{label}" {MEANINGLESS}.'
        if house.forced_half and house.set_loses is None:
            label = self.provisions["forced_half"].label
            found["forced_half"] = f'A set bid costs nothing, so "{label}" {MEANINGLESS}.'
        if not house.bidding and house.made_at >= house.tricks_dealt:
            most = house.tricks_dealt - 1
            found["made_from"] = f'"Made from" is at most {most}, one fewer than are dealt.'
        if house.bidding and house.lowest_bid > house.tricks_dealt:
            found["lowest_bid"] = _too_high_a_bid(house.tricks_dealt)
        return found

    def read_changes(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Return the provisions that house rules change; raise UnknownRule, naming the one that
        cannot be."""
        known = self.provisions
        for name in changes:
            if name not in known:
                raise UnknownRule(f'"{name}" is not a provision of {self.key}.', name)
        return _with_alone_last(
            {
                name: self._read(known[name].read, value, f'"{name}"', name)
                for name, value in changes.items()
            }
        )

    def _read(self, read: Callable[..., object], value: object, what: str, field: str) -> object:
        try:
            return read(value, self.players)
        except BadProvision as wrong:
            raise UnknownRule(f"{what} {wrong}", field) from wrong


WITHOUT = {
    "bid_alone": "There are no bids alone",
    "alone_at": "A number of tricks is never played alone",
}
MEANINGLESS = "has no meaning. Leave it as the book has it"


def _with_alone_last(changes: dict[str, Any]) -> dict[str, Any]:
    """Return changes in which a bid "alone" that is listed with the lone bids is the value of a bid
    alone."""
    *others, last = changes.get("lone_bids") or (None,)
    if any(one.key == ALONE for one in others if one):
        raise UnknownRule('"alone" is the highest bid, so list it last.', "lone_bids")
    if last is None or last.key != ALONE:
        return changes
    alone = {"bid_alone": True, "bid_alone_value": last.value}
    if any(changes.get(name, value) != value for name, value in alone.items()):
        raise UnknownRule(
            'A bid "alone" is listed here with another value than beside it.', "lone_bids"
        )
    if last.cards or last.name.casefold() != ALONE:
        raise UnknownRule(
            'A bid "alone" is named Alone, and its partner passes no cards. Give another bid a '
            "key of its own.",
            "lone_bids",
        )
    return changes | {"lone_bids": tuple(others)} | alone


def _too_high_a_bid(dealt: int) -> str:
    return f'"Lowest bid" is at most {dealt}, the number of tricks in a hand.'


def _wrong_in(rules: RuleSet, name: str, changed: bool) -> str:
    """Return what must be done about a provision of the book in house rules; nothing when it may
    stay."""
    if name in rules.provisions:
        return ""
    if name in ("defend_alone", "set_back"):
        return "can only be no" if getattr(rules, name) else ""
    if name in SPECIALS:
        return "can only be 0" if getattr(rules, name) else ""
    return MEANINGLESS if changed else ""


def _why_nothing(name: str, rules: RuleSet) -> str:
    """Return why a provision means nothing in house rules that it means something to the book
    of."""
    if name == "revoke_from":
        return "A player who revokes is set back"
    points_only = name in OF_GAMES and not _has_games(rules)
    return "Only points are counted" if points_only else "There are no lone hands"


OF_GAMES = frozenset(
    {
        *("laps", "love_double", "win_by", "skunk", "rubber", "rubber_bonus", "stakes"),
        *("set_back", "no_lone_from"),
    }
)
"""Provisions that have no meaning without games, when points alone are counted. Counters can't show
a number below zero."""
LONE_OFFENCES = frozenset({"abandoned", "exposed"})
"""The irregularities that are committed in lone hands only."""
_TAKEN = ("made_from", "tricks_dealt")
RESTS_ON = {
    **{law: (law, *_TAKEN) for law in ("point", "march", "lone_point", "lone_march")},
    "euchre": ("euchre", "set_back", *_TAKEN),
    "lone_euchre": ("lone_euchre", *_TAKEN),
    "lone_defence": ("lone_defence", "defend_alone", "defends_alone"),
    "revoke_lone": ("revoke_lone", "revoke_from"),
    "revoke_by_lone": ("revoke_by_lone", "revoke_from"),
    "revoke": (
        *("revoke", "revoke_from", "revoke_lone", "revoke_by_lone"),
        *("set_back", "set_loses", "bid_alone_value", "made_bonus"),
        *("lone_bids", "lone_bonus", "forced_half"),
    ),
    "revoke_by_maker": ("euchre",),
    "revoke_by_adversary": ("march",),
    "revoke_against_lone": ("lone_march",),
    "wrong-cards": ("forfeit", "forfeit_lone"),
    "bid": ("bid", "tricks_dealt"),
    "made": ("made", "made_scores", "made_bonus", "lone_bonus"),
    "set": ("set", "set_loses", "set_gives", "lone_bonus", "forced_half"),
    "others": ("others", "others_score_tricks", "set_gives"),
    "alone-made": ("bid_alone", "bid_alone_value"),
    "alone-set": ("bid_alone", "bid_alone_value", "set_loses", "forced_half"),
}
"""The provisions that a law's numbers come from, where it is not the one of its own name."""


@cache
def PROVISIONS() -> dict[str, Provision]:
    """Return every provision there is, by name, in the order of a rules page."""
    return {
        one.name: one.metadata["provision"]
        for one in fields(RuleSet)
        if "provision" in one.metadata
    }


@lru_cache(maxsize=1024)
def _provisions_of(rules: RuleSet) -> Mapping[str, Provision]:
    found = {name: one.in_rules(rules) for name, one in PROVISIONS().items()}
    return MappingProxyType({name: provision for name, provision in found.items() if provision})
