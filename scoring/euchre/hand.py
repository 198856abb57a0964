"""A hand: what happened at the table, as facts. Scores are computed from it elsewhere."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from scoring.euchre.sheet_values import shown

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
JOKER = "joker"
HIGH, LOW = "high", "low"
NO_TRUMPS = (HIGH, LOW)
"""No trump: aces high, or aces low."""
ALONE = "alone"
"""The bid to take every trick without a partner."""
SPECIALS = ("jambone", "jamboree")
VOIDS = ("passed-out", "misdeal", "new-deal", "imperfect-pack")
REDEALS = ("farmer", "ace-no-face", "no-trump-hand")
"""The hands for which a table deals anew: a new deal may name one of them."""
PENALTY = "penalty"
"""Points that a table gives or takes: an irregularity of a hand, or instead of a hand."""
NOT_PLAYED = (*VOIDS, PENALTY)
TO_OTHERS, FROM_OWN = "other", "own"
"""Whether a penalty gives points to the others, or takes them from the offender's side."""
MOST_POINTS = 99
MADE = ("ordered", "assisted", "took", "named")
TRICKS = 5
"""As many are dealt where there is no bidding, unless house rules deal seven."""
SEVEN = 7


class ImpossibleHand(ValueError):
    """A hand that cannot have happened: `field` names the fact, the message says why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True, kw_only=True, slots=True)
class Irregularity:
    """An offence that the laws give a meaning for the score."""

    kind: str
    by: int
    """The seat that offended."""
    times: int = 1
    points: int = 0
    """Of a penalty."""
    to: str = ""
    """Of a penalty, TO_OTHERS or FROM_OWN."""
    why: str = ""
    """Of a penalty, in the table's words."""

    @property
    def stored(self) -> list | dict:
        """Its parts as they are stored. A penalty has more of them, by name."""
        return asdict(self) if self.kind == PENALTY else [self.kind, self.by, self.times]

    @classmethod
    def of_stored(cls, parts: list | dict) -> Irregularity:
        """Return the irregularity with these stored parts."""
        if isinstance(parts, dict):
            return cls(**parts)
        kind, by, times = parts
        return cls(kind=kind, by=by, times=times)


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand:
    """What happened in one deal. Seats are numbers; None is "not recorded".

    Raises ImpossibleHand when the facts contradict each other whatever the rules;
    `refusals.refuse` asks what the rules of the table add.
    """

    maker: int | None = None
    tricks: int | None = None
    """Tricks won by the maker's side, 0 to as many as were dealt."""
    bid: int | str | None = None
    """Where trump is bid for: how many tricks the maker bid, ALONE, or the key of another lone bid.
    With these `alone` is the maker."""
    taken: tuple[int | None, ...] | None = None
    """Where each player scores their own tricks: how many each took, by seat, and None for a player
    who dropped out. Such a hand may have no maker."""
    forced: bool | None = None
    """Whether the maker was made to bid. It is True or None, as other facts are."""
    partner: int | None = None
    """In Call-Ace, None if the maker has no partner."""
    alone: int | None = None
    """The seat that declared to play alone."""
    defender_alone: int | None = None
    """The adversary who played alone against a lone hand."""
    special: str | None = None
    """A lone hand of its own name, one of SPECIALS."""
    void: str | None = None
    """The reason why no hand was played, one of NOT_PLAYED."""
    call: str | None = None
    """Call-Ace: the suit called for a partner."""
    turned: str | None = None
    made: str | None = None
    trump: str | None = None
    picked_up: bool | None = None
    """True if a joker was turned up and the dealer took it. Never scored."""
    best_card: bool | None = None
    """True if a lone player took the partner's best card. Never scored."""
    redeal: str | None = None
    """The hand for which a new deal was made, one of REDEALS."""
    irregularities: tuple[Irregularity, ...] = ()
    dealer: int | None = None
    """The seat of the dealer, if another player dealt out of turn."""

    def __post_init__(self) -> None:
        if self.void is not None:
            _refuse_facts_of_a_void_deal(self)
        elif self.redeal is not None:
            raise ImpossibleHand("redeal", "Only a new deal can be for such a hand.")
        elif self.maker is None and self.taken is None:
            raise ImpossibleHand("maker", "Enter who made trump.")
        else:
            _refuse_players_in_two_roles(self)
            if self.special is not None and self.special not in SPECIALS:
                raise ImpossibleHand(
                    "special", f"{shown(self.special)} is neither a jambone nor a jamboree."
                )
            if isinstance(self.bid, str) and self.alone is None:
                object.__setattr__(self, "alone", self.maker)
            if self.taken is not None:
                self._keep_the_makers_tricks()
        if not (self.call is self.turned is self.made is self.trump is None):
            _refuse_suits_that_are_none(self)
            if self.turned != JOKER:
                refuse_suits_that_disagree(self, self.turned)

    def _keep_the_makers_tricks(self) -> None:
        """Keep the tricks of the maker too, as those of any hand. Raise ImpossibleHand if they are
        others than those the maker took."""
        by_seat = dict(enumerate(self.taken or ()))
        of_maker = None if self.maker is None else by_seat.get(self.maker)
        if self.tricks not in (None, of_maker):
            raise ImpossibleHand(
                "tricks",
                f"By each player’s tricks the maker took {of_maker or 0}, not {self.tricks}."
                if self.maker is not None
                else "No one made trump, so leave out the maker’s tricks.",
            )
        object.__setattr__(self, "tricks", of_maker)

    def offenders(self, kind: str) -> set[int]:
        """Return the seats that committed irregularities of this kind."""
        return {offence.by for offence in self.irregularities if offence.kind == kind}

    @property
    def penalties(self) -> tuple[Irregularity, ...]:
        """The points that the table gave or took."""
        return tuple(offence for offence in self.irregularities if offence.kind == PENALTY)


PLAYED = (
    "maker",
    "bid",
    "forced",
    "tricks",
    "taken",
    "partner",
    "alone",
    "defender_alone",
    "special",
    "call",
    "made",
    "trump",
    "picked_up",
    "best_card",
)


def _refuse_facts_of_a_void_deal(hand: Hand) -> None:
    if hand.void not in NOT_PLAYED:
        raise ImpossibleHand("void", f"{shown(hand.void)} is not a reason for a void deal.")
    for fact in PLAYED:
        if getattr(hand, fact) is not None:
            raise ImpossibleHand(
                fact,
                f"A void deal ({hand.void}) was not played, so it has no {fact.replace('_', ' ')}.",
            )
    if hand.redeal is not None and (hand.void != "new-deal" or hand.redeal not in REDEALS):
        known = ", ".join(REDEALS)
        raise ImpossibleHand(
            "redeal",
            f"A new deal is for one of {known}, not {shown(hand.redeal)}."
            if hand.void == "new-deal"
            else "Only a new deal can be for such a hand.",
        )
    if hand.void == PENALTY:
        if not hand.penalties or hand.penalties != hand.irregularities:
            raise ImpossibleHand("penalty", "Enter the penalty: who, points, and to whom.")
    elif hand.irregularities:
        raise ImpossibleHand("irregularities", f"A void deal ({hand.void}) has no irregularities.")


def _refuse_players_in_two_roles(hand: Hand) -> None:
    if hand.partner is not None and hand.partner == hand.maker:
        raise ImpossibleHand("partner", "The maker cannot be their own partner.")
    if hand.partner is not None and hand.alone is not None:
        raise ImpossibleHand("partner", "A hand played alone has no partner.")


def _refuse_suits_that_are_none(hand: Hand) -> None:
    allowed_in = {"call": SUITS, "trump": (*SUITS, *NO_TRUMPS), "turned": (*SUITS, JOKER)}
    for fact, allowed in allowed_in.items():
        value = getattr(hand, fact)
        if value is not None and value not in allowed:
            raise ImpossibleHand(fact, f"{shown(value)} is not a suit. Suits are C, D, H and S.")
    if hand.made is not None and hand.made not in MADE:
        raise ImpossibleHand("made", f"{shown(hand.made)} is not a way to make the trump.")
    if hand.turned == JOKER:
        _refuse_a_called_trump(hand, hand.trump)


def refuse_suits_that_disagree(hand: Hand, turned: str | None) -> None:
    """Raise ImpossibleHand when its suits contradict each other, where this suit was turned up or
    a joker stood for it."""
    _refuse_a_called_trump(hand, _trump_from_facts(hand, turned))


def _refuse_a_called_trump(hand: Hand, trump: str | None) -> None:
    if hand.call is not None and hand.call == trump:
        raise ImpossibleHand(
            "call", f"{SUITS[trump].capitalize()} are trumps and cannot be called."
        )


def _trump_from_facts(hand: Hand, turned: str | None) -> str | None:
    """Return the trump suit, as far as the facts imply it."""
    if turned is None or hand.made is None:
        return hand.trump
    if hand.made == "named":
        if hand.trump == turned:
            raise ImpossibleHand(
                "trump", f"{SUITS[turned].capitalize()} were turned down. Name another suit."
            )
        return hand.trump
    if hand.trump not in (None, turned):
        raise ImpossibleHand("trump", f"The turned suit became trump: {SUITS[turned]}.")
    return turned


# -- Whether two tellings say the same of a deal, as far as the score goes.
# ----------------------------------------------------------------------------------------------

SCORED = (
    *("maker", "bid", "forced", "tricks", "taken", "partner"),
    *("alone", "defender_alone", "special", "void"),
)


def same_hand(one: Hand, other: Hand) -> bool:
    """Return whether both score the same for the same reasons; suits and dealer may differ."""
    if set(one.irregularities) != set(other.irregularities):
        return False
    return all(getattr(one, fact) == getattr(other, fact) for fact in SCORED)


ROLES = ("maker", "alone", "defender_alone", "special", "made")


def same_roles(one: Hand, other: Hand) -> bool:
    """Return whether both hands have the same players in the same roles. Then a player who was
    allowed the role before is not questioned again."""
    if set(one.irregularities) != set(other.irregularities):
        return False
    return all(getattr(one, fact) == getattr(other, fact) for fact in ROLES)
