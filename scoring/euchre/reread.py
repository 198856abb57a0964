"""Score a sitting as if it had been played by other rules, and list the facts that are missing.

Hands that the other rules can score are scored in order. Other hands are listed with what they
lack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.euchre.bidding import bid_in_words
from scoring.euchre.game import Game, Played, Standing, chained, play
from scoring.euchre.hand import JOKER, NO_TRUMPS, PENALTY, Hand, ImpossibleHand
from scoring.euchre.lone_hands import who_may
from scoring.euchre.points import score
from scoring.euchre.refusals import lone_player, refuse_number_of_players, why_no_offender
from scoring.euchre.rule_set import LONE_OFFENCES, NUMBERS, RuleSet
from scoring.euchre.settlement import Owed, owed
from scoring.euchre.wording import listed

# -- A hand as other rules read it, or what they need of it and it never recorded.
# ----------------------------------------------------------------------------------------------
#
# Facts are read again, never guessed, and nobody asks how a hand would have been played: a
# declaration that the other rules allow stands with its tricks, one that they do not allow leaves
# the tricks unknown. A fact is missed only where it matters: a hand that scores the same however it
# was is scored. Who dealt stays as it was.


@dataclass(frozen=True, kw_only=True)
class Two:
    """The rules of the table and the other ones, and who sits there."""

    of: RuleSet
    under: RuleSet
    seats: int
    names: tuple[str, ...]

    def side(self, seat: int) -> str:
        """Return a fixed side in words, such as "Ann and Cat"."""
        return listed([self.names[one] for one in sorted((seat, *self.under.partners_of(seat)))])

    def who_may(self, hand: Hand) -> tuple[int, ...]:
        """Return the seats that the other rules would have let play alone."""
        if self.under.partners == "called":
            return (hand.maker,)
        return who_may(self.under, maker=hand.maker, dealer=hand.dealer, made=hand.made)

    def only_who_may(self, hand: Hand) -> str:
        """Return who may, by the other rules, in words."""
        may = self.who_may(hand)
        if not may:
            return "nobody may"
        return f"only the {'maker' if may == (hand.maker,) else 'dealer'} may"

    def with_a_partner(self, plain: Hand) -> tuple[Hand, ...]:
        """Return every way in which a hand can have been played together, its tricks unknown."""
        if self.under.partners != "called":
            return (plain,)
        others = [seat for seat in range(self.seats) if seat != plain.maker]
        return (plain, *(replace(plain, partner=seat) for seat in others))

    def must_go_alone(self, hand: Hand) -> bool:
        """Return whether the other rules oblige the maker, who assisted, to play alone."""
        return self.under.assist_alone and hand.made == "assisted"

    def unknown(self, maker: int) -> str:
        """Return what is unknown of a hand that would have been played together."""
        if self.under.partners == "called":
            return "who was called as partner"
        return f"the tricks of {self.side(maker)} together"


class Doubt(NamedTuple):
    """A fact that the other rules need and the hand never recorded, and every way it can have
    been."""

    missing: str
    ways: tuple[Hand, ...]
    least: int = 0
    """The fewest tricks it can have had, where they are unknown."""
    note: str = ""
    """What to say where the ways turn out to be one."""


def translated(real: Played, two: Two) -> tuple[Hand | None, str, tuple[str, ...]]:
    """Return the hand as the other rules read it, or what is missing; and what was left out."""
    hand = replace(real.hand, dealer=real.dealer)
    carried = _carried(hand, two)
    if hand.void is not None:
        if hand.void == "passed-out" and two.under.stick_the_dealer:
            return (
                None,
                "the suit the dealer would have named, because all passed and the dealer is stuck",
                (),
            )
        if hand.void == "passed-out" and two.under.must_make_it(carried):
            return None, _joker_of(hand, two), ()
        return carried, "", _notes(hand, two)
    if missing := _of_the_bid(hand, two) or _of_duties(carried, two):
        return None, missing, ()
    doubt = _doubt(hand, carried, two) or Doubt(_tricks_missing(hand), (carried,))
    ways = _completed(doubt, two)
    first = next(ways)
    points = score(first, rules=two.under, seats=two.seats)
    if any(score(way, rules=two.under, seats=two.seats) != points for way in ways):
        return None, doubt.missing, ()
    return first, "", (*_notes(hand, two), *filter(None, [doubt.note]))


def _completed(doubt: Doubt, two: Two) -> Iterator[Hand]:
    """Yield every way in which a hand can have been played, with its tricks."""
    for way in doubt.ways:
        yield from _with_tricks(_without_strangers(way, two), doubt.least, two)


def _of_the_bid(hand: Hand, two: Two) -> str:
    """Return what keeps a hand with a bid, or one for rules with bidding, from being read."""
    of, under = two.of, two.under
    if under.each_scores and not of.each_scores:
        return "the tricks of each player"
    if of.each_scores and not under.each_scores:
        return "how the hand would have been played in sides"
    if under.bidding and not of.bidding:
        return f"what {two.names[hand.maker]} would have bid"
    if not of.bidding:
        return _of_the_tricks(two)
    bid = f"{two.names[hand.maker]} bid {bid_in_words(hand.bid, of, alone=hand.alone is not None)}"
    if not under.bidding:
        return f"how the trump would have been made without bidding: {bid}"
    if of.tricks_dealt != under.tricks_dealt:
        return f"how {NUMBERS[under.tricks_dealt]} tricks would have gone: {bid}"
    alone_at = hand.alone is None or isinstance(hand.bid, str) or under.alone_at
    if hand.bid not in under.bids or not alone_at:
        return f"another bid: {bid}, which cannot be bid"
    return ""


def _of_duties(hand: Hand, two: Two) -> str:
    """Return what keeps a hand from being read by rules that oblige a dealer or their partner."""
    if two.under.must_make_it(hand) and hand.dealer != hand.maker:
        return _joker_of(hand, two)
    if two.must_go_alone(hand) and lone_player(hand) != hand.maker:
        return f"whether {two.names[hand.maker]} would have played alone to assist"
    return ""


def _joker_of(hand: Hand, two: Two) -> str:
    return f"what trump {two.names[hand.dealer]} would have made, who must pick up a joker"


def _of_the_tricks(two: Two) -> str:
    dealt, others = two.of.tricks_dealt, two.under.tricks_dealt
    if dealt == others:
        return ""
    return f"how {NUMBERS[others]} tricks would have gone: {NUMBERS[dealt]} were dealt"


def _carried(hand: Hand, two: Two) -> Hand:
    """Return the hand without what the other rules have no word for."""
    called = two.under.partners == "called"
    left_out = (hand.turned == JOKER or hand.picked_up) and not two.under.joker
    no_trump = hand.trump in NO_TRUMPS and not two.under.no_trump
    known = two.under.partners != "none" or two.under.lone_hands
    return replace(
        hand,
        alone=hand.alone if known else None,
        picked_up=None if left_out or two.under.bidding else hand.picked_up,
        partner=hand.partner if called else None,
        call=hand.call if called else None,
        turned=None if (left_out and hand.turned == JOKER) or two.under.bidding else hand.turned,
        trump="S"
        if left_out and hand.made not in (None, "named") and two.of.turned_joker == "spades"
        else None
        if no_trump
        else hand.trump,
        made=_made(hand, two),
        forced=hand.forced if two.under.forced_half else None,
    )


def _made(hand: Hand, two: Two) -> str | None:
    """Return how trump was made. The dealer's partner assists, where there is one."""
    if hand.made not in ("ordered", "assisted"):
        return hand.made
    return "assisted" if hand.dealer in two.under.partners_of(hand.maker) else "ordered"


def _without_strangers(way: Hand, two: Two) -> Hand:
    """Return a hand without irregularities that the other rules do not know, or not in such a
    hand."""
    lone = way.alone is not None or way.special is not None
    known = {PENALTY, *two.under.irregularities} - (set() if lone else LONE_OFFENCES)
    kept = tuple(
        offence
        for offence in way.irregularities
        if offence.kind in known and not why_no_offender(offence, way, two.under)
    )
    taken = way.best_card if lone and two.under.partners == "fixed" else None
    return replace(way, irregularities=kept, best_card=taken)


def _with_tricks(way: Hand, least: int, two: Two) -> Iterator[Hand]:
    """Yield the hand with every number of tricks it can have had; itself where they do not
    matter."""
    if way.tricks is not None or _is_decided(way, two):
        yield way
        return
    for number in range(least, two.under.tricks_dealt + 1):
        yield replace(way, tricks=number)


def _is_decided(way: Hand, two: Two) -> bool:
    try:
        score(way, rules=two.under, seats=two.seats)
    except ImpossibleHand as wrong:
        if wrong.field != "tricks":
            raise
        return False
    return True


def _tricks_missing(hand: Hand) -> str:
    why = "abandoned cards do" if hand.offenders("abandoned") else "a revoke does"
    return f"the tricks, since {why} not decide the hand here"


def _doubt_about_a_forced_bid(carried: Hand, two: Two) -> Doubt | None:
    """Return both ways where these rules halve what a forced bid costs, and the others did not."""
    if not two.under.forced_half or two.of.forced_half:
        return None
    missing = f"whether {two.names[carried.maker]} was made to bid"
    return Doubt(missing, (carried, replace(carried, forced=True)))


def _doubt(hand: Hand, carried: Hand, two: Two) -> Doubt | None:
    """Return the facts that the other rules need about the players of a hand; None if none is
    missing."""
    under = two.under
    if under.bidding:
        return _doubt_about_a_forced_bid(carried, two)
    plain = replace(
        carried, partner=None, alone=None, special=None, defender_alone=None, tricks=None
    )
    if hand.special is not None and not getattr(under, hand.special):
        return _doubt_about_a_special(hand, plain, two)
    lone = lone_player(carried)
    if lone is not None and lone not in two.who_may(hand):
        why = f"{two.names[lone]} played alone, and {two.only_who_may(hand)}"
        return Doubt(f"{two.unknown(hand.maker)}: {why}", two.with_a_partner(plain))
    if hand.defender_alone is not None and not under.defends(lone=lone_player(hand) is not None):
        called = under.partners == "called"
        against = "all the others" if called else f"{two.side(hand.defender_alone)} together"
        why = f"{two.names[hand.defender_alone]} defended alone, which is not allowed"
        way = replace(carried, defender_alone=None, tricks=None)
        return Doubt(f"the tricks against {against}: {why}", (way,))
    if two.of.partners == under.partners or hand.alone is not None:
        return None
    if under.partners == "called":
        return Doubt(two.unknown(hand.maker), two.with_a_partner(plain))
    return _doubt_about_the_partner(hand, plain, two)


def _doubt_about_a_special(hand: Hand, plain: Hand, two: Two) -> Doubt:
    """Return the doubt about a jambone or jamboree. A jambone's tricks were won with the cards
    shown. A jamboree wins all five, and its partner is unknown."""
    maker = two.names[hand.maker]
    lone = replace(plain, alone=hand.maker if hand.alone is None else hand.alone)
    alone = (lone,) if lone.alone in two.who_may(lone) else ()
    together = () if two.must_go_alone(plain) else two.with_a_partner(plain)
    if hand.special == "jambone":
        missing = f"the tricks of a lone hand with its cards unseen: {maker} played a jambone"
        return Doubt(missing, (*alone, *together))
    what = (
        "the partner that the maker called, if any"
        if two.under.partners == "called"
        else "whether it was played alone"
    )
    said_alone = hand.alone is not None and bool(alone)
    ways = alone if said_alone else (*alone, *together)
    return Doubt(
        f"{what}: {maker} showed a jamboree",
        tuple(replace(way, tricks=two.under.tricks_dealt) for way in ways),
        note=f"the {NUMBERS[two.of.tricks_dealt]} best trumps win all the tricks",
    )


def _doubt_about_the_partner(hand: Hand, plain: Hand, two: Two) -> Doubt | None:
    """Return what fixed partners need to know of a hand with a called one."""
    maker, side = two.names[hand.maker], two.side(hand.maker)
    partners, least = two.under.partners_of(hand.maker), hand.tricks or 0
    if (hand.partner,) == partners:
        return None
    if hand.partner is not None:
        missing = f"the tricks of {side}: {maker}’s partner was {two.names[hand.partner]}"
        return Doubt(missing, (plain,), least if hand.partner in partners else 0)
    if hand.call is not None:
        all_of = NUMBERS[two.under.tricks_dealt]
        every = least == two.under.tricks_dealt
        note = f"{maker} took all {all_of}, so {side} did" if every else ""
        return Doubt(f"the tricks of {side}: {maker} called and was alone", (plain,), least, note)
    declared = replace(plain, alone=hand.maker, tricks=hand.tricks)
    if hand.maker not in two.who_may(declared):
        return Doubt(
            f"{two.unknown(hand.maker)}: {maker} was alone, and {two.only_who_may(declared)} be",
            (plain,),
        )
    missing = f"whether {maker} declared to play alone"
    if least < two.under.tricks_dealt:
        missing += f", and else the tricks of {side}"
    return Doubt(missing, (plain, declared), least)


MEANINGLESS = {
    "intimation": "an intimation means",
    "abandoned": "abandoned cards mean",
    "exposed": "a card shown by the lone player’s partner means",
}


def _notes(hand: Hand, two: Two) -> tuple[str, ...]:
    """Return what is left out of a hand, or taken otherwise, in words."""
    of, under = two.of, two.under
    known = {PENALTY, *under.irregularities}
    notes = [
        f"{MEANINGLESS[kind]} nothing in {under.name}"
        for kind in sorted({offence.kind for offence in hand.irregularities} - known)
    ]
    if hand.turned == JOKER and not under.joker:
        notes.append(f"the joker turned up is left out: {under.name} has none in the pack")
    if (
        hand.tricks is not None
        and hand.offenders("revoke")
        and of.revokes != under.revokes == "counted"
    ):
        notes.append("the tricks entered with the revoke count here")
    if hand.alone is not None and of.partners != under.partners:
        notes.append(_who_sits_out(hand, two))
    return tuple(notes)


def _who_sits_out(hand: Hand, two: Two) -> str:
    fixed = two.under if two.under.partners == "fixed" else two.of
    partners = fixed.partners_of(hand.alone)
    who = listed([two.names[seat] for seat in partners])
    many = len(partners) > 1
    if fixed is not two.under:
        count = "count as opponents" if many else "counts as an opponent"
        return f"{who}, who laid down the cards for the lone hand, {count}"
    if many:
        return f"{who}, on the lone player’s side, count as partners, who lay down their cards"
    return f"{who}, opposite the lone player, counts as their partner, who lays down their cards"


class Reading(NamedTuple):
    """A hand scored by the other rules, or the facts that it lacks for them."""

    real: Played
    """As it was played and counted."""
    read: Played | None
    """As the other rules score it, under its old number; None when they cannot."""
    missing: str = ""
    """Facts that are missing, such as "the tricks of Ann and Cat: Ann's partner was Ben"."""
    notes: tuple[str, ...] = ()
    """Facts that were ignored, or read in another way."""

    @property
    def no(self) -> int:
        return self.real.no

    @property
    def differs(self) -> bool:
        """Whether it is scored, and with other points."""
        return self.read is not None and self.read.score.points != self.real.score.points


@dataclass(frozen=True, kw_only=True)
class Reread:
    """A sitting by its own rules and as if by others, hand by hand."""

    of: RuleSet
    under: RuleSet
    seats: int
    readings: tuple[Reading, ...]

    @property
    def played(self) -> tuple[Played, ...]:
        """The hands that the other rules can score, under their old numbers."""
        return tuple(one.read for one in self.readings if one.read is not None)

    @property
    def owed(self) -> Owed:
        """Debts between the seats in points or game points, from the hands that can be scored."""
        return owed(self.played, rules=self.under, seats=self.seats)

    @property
    def owed_really(self) -> Owed:
        """What each seat owes each other."""
        return owed([one.real for one in self.readings], rules=self.of, seats=self.seats)

    @property
    def missing(self) -> tuple[str, ...]:
        """Missing facts, a sentence for each hand, such as "hand 3: who was called as partner"."""
        return tuple(f"hand {one.no}: {one.missing}" for one in self.readings if one.missing)

    @property
    def notes(self) -> tuple[str, ...]:
        """Ignored facts, such as "hand 7: an intimation means nothing in Keller's game"."""
        return tuple(f"hand {one.no}: {note}" for one in self.readings for note in one.notes)

    @property
    def uncertain_from(self) -> int | None:
        """The first hand that can't be scored. Games after it may have had other winners."""
        return next((one.no for one in self.readings if one.missing), None)

    def is_sure(self, game: Game) -> bool:
        """Return whether no hand is missing from a game or before it."""
        return self.uncertain_from is None or game.hands[1] < self.uncertain_from

    @property
    def as_text(self) -> str:
        """How much could be scored, in a sentence or two."""
        gone, hands = [str(one.no) for one in self.readings if one.missing], len(self.readings)
        if not gone:
            return f"{_counted(hands)} can be scored." if hands else "No hand was played."
        number = f"{hands - len(gone)} of" if len(gone) < hands else "None of"
        kept = []
        if not self.under.pays_games:
            kept += [f"The totals leave hand{'' if len(gone) == 1 else 's'} {listed(gone)} out."]
        if self.under.target is not None:
            kept += [f"From hand {gone[0]} on the games could have gone otherwise."]
        scored = f"{number} {hands} hand{'' if hands == 1 else 's'} can be scored."
        return " ".join([scored, *kept])


def _counted(hands: int) -> str:
    return "The one hand" if hands == 1 else f"All {hands} hands"


def reread(
    hands: Iterable[Hand],
    *,
    of: RuleSet,
    under: RuleSet,
    seats: int,
    first_dealer: int,
    names: Sequence[str],
) -> Reread:
    """Return the sitting as if played by other rules.

    Raise ImpossibleHand if those are not for this number of players, and ImpossibleSitting as
    `play` does.
    """
    refuse_number_of_players(seats, under)
    two = Two(of=of, under=under, seats=seats, names=tuple(names))
    real = play(hands, rules=of, seats=seats, first_dealer=first_dealer, kept=True)
    found = [translated(one, two) for one in real]
    numbers = [one.no for one, (hand, *_) in zip(real, found, strict=True) if hand is not None]
    again = play(
        [hand for hand, *_ in found if hand is not None],
        rules=under,
        seats=seats,
        first_dealer=first_dealer,
    )
    by_number = dict(zip(numbers, _renumbered(again, numbers), strict=True))
    return Reread(
        of=of,
        under=under,
        seats=seats,
        readings=tuple(
            Reading(one, by_number.get(one.no), missing, notes)
            for one, (_, missing, notes) in zip(real, found, strict=True)
        ),
    )


def _renumbered(played: Sequence[Played], numbers: Sequence[int]) -> list[Played]:
    """Return the hands under their old numbers, in their games too."""
    return [
        one._replace(no=no, standing=one.standing and _with_old_numbers(one.standing, numbers))
        for one, no in zip(played, numbers, strict=True)
    ]


def _with_old_numbers(standing: Standing, numbers: Sequence[int]) -> Standing:
    games = tuple(
        game._replace(hands=(numbers[game.hands[0] - 1], numbers[game.hands[1] - 1]))
        for game in standing.games
    )
    inside = standing.opened <= len(numbers)
    return standing._replace(
        game_chain=chained(games),
        opened=numbers[standing.opened - 1] if inside else numbers[-1] + 1,
    )
