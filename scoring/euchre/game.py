"""The hands of a sitting in order, each with its dealer, its score, and the state after it.

Where games are played the state is a `Standing`, with the game in progress and the finished games
and rubbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.euchre.awards import Award, Score, total
from scoring.euchre.hand import Hand, ImpossibleHand
from scoring.euchre.points import partners_deal_lost, score
from scoring.euchre.refusals import refuse_a_lone_hand_ahead
from scoring.euchre.rule_set import RuleSet


class ImpossibleSitting(ValueError):
    """A hand of the sitting is impossible: `no` counts hands from 1."""

    def __init__(self, no: int, cause: ImpossibleHand) -> None:
        super().__init__(f"hand {no}: {cause.message}")
        self.no = no
        self.field = cause.field
        self.message = cause.message

    @property
    def as_text(self) -> str:
        """The sentence for a change that makes the hand impossible."""
        return f"Hand {self.no} would then be impossible. {self.message}"


class Game(NamedTuple):
    """A game that is over. Sides are numbered as `RuleSet.sides` has them."""

    no: int
    winner: int
    score: tuple[int, ...]
    """By side, with what was scored over game."""
    values: tuple[int, ...]
    """What each losing side pays for it, in game points; nothing where all points are settled."""
    lap: int
    """Points that open the winners' next game."""
    hands: tuple[int, int]
    """Its first and its last hand."""
    first: str = ""
    """Why the winner comes first, a key of `wording.FIRST`, if others reached game on that hand
    too."""


class Rubber(NamedTuple):
    """A rubber: finished, or broken off with the games it had."""

    no: int
    games: tuple[int, ...]
    """The numbers of its games."""
    points: tuple[int, ...]
    """By side, with the bonus if it was finished and won."""
    winner: int | None
    """None after a tie, or if the rubber was broken off."""
    finished: bool


class Chain(NamedTuple):
    """A linked list, the last first. So every hand knows all games before it without a copy."""

    last: Game | Rubber
    before: Chain | None

    def in_order(self) -> tuple:
        """Return them all, the first first."""
        found, chain = [], self
        while chain is not None:
            found.append(chain.last)
            chain = chain.before
        return tuple(reversed(found))


def chained(found: Iterable[Game | Rubber]) -> Chain | None:
    """Return the Chain of these, given the first first; None for none."""
    chain = None
    for one in found:
        chain = Chain(one, chain)
    return chain


class Standing(NamedTuple):
    """The state of a sitting, with the score of the game in progress by side and all finished
    games."""

    score: tuple[int, ...]
    over: int = 0
    """How many games are over."""
    rubber: tuple[Game, ...] = ()
    """The games that are over of the rubber in progress, where rubbers are played."""
    opened: int = 1
    """The first hand of the game in progress."""
    game_chain: Chain | None = None
    rubber_chain: Chain | None = None

    @property
    def games(self) -> tuple[Game, ...]:
        """All games that are over."""
        return self.game_chain.in_order() if self.game_chain else ()

    @property
    def rubbers(self) -> tuple[Rubber, ...]:
        """All rubbers that are finished."""
        return self.rubber_chain.in_order() if self.rubber_chain else ()

    @property
    def last(self) -> Game | None:
        """The game that was over last."""
        return self.game_chain.last if self.game_chain else None

    @property
    def lap(self) -> int:
        """The points with which the game in progress was opened."""
        return self.last.lap if self.last else 0


class Played(NamedTuple):
    """A played hand, with its number from 1, its dealer's seat and the next dealer's, its score,
    and the totals after it."""

    no: int
    dealer: int
    next_dealer: int
    hand: Hand
    score: Score
    """The score that counts. In a game it leaves out points scored after the end of the game."""
    totals: tuple[int, ...]
    """Points of every seat over all hands."""
    standing: Standing | None = None
    """The state of the games after this hand, where games are played."""

    @property
    def ended(self) -> tuple[Game, ...]:
        """The games that this hand ended, the last last; a lap may win one more."""
        found, chain = [], self.standing and self.standing.game_chain
        while chain and chain.last.hands[1] == self.no:
            found.append(chain.last)
            chain = chain.before
        return tuple(reversed(found))


def play(
    hands: Iterable[Hand], *, rules: RuleSet, seats: int, first_dealer: int, kept: bool = False
) -> list[Played]:
    """Return every hand Played, in order. Raises ImpossibleSitting, naming the hand; of hands that
    are `kept`, as `refuse`."""
    played: list[Played] = []
    dealer, totals, standing = first_dealer, (0,) * seats, opening(rules, seats)
    for no, hand in enumerate(hands, start=1):
        turn, dealer = dealer, dealer if hand.dealer is None else hand.dealer
        try:
            result = score(hand, rules=rules, seats=seats, dealer=dealer, kept=kept)
            if standing is not None and not kept:
                refuse_a_lone_hand_ahead(hand, rules, standing.score)
        except ImpossibleHand as cause:
            raise ImpossibleSitting(no, cause) from cause
        if standing is not None:
            standing, result = advance(
                standing, result, rules=rules, seats=seats, dealer=dealer, no=no
            )
        totals = tuple([before + more for before, more in zip(totals, result.points, strict=True)])
        passed_from = dealer
        if _lost_for_a_partner(hand, dealer, turn, rules):
            passed_from, result = turn, partners_deal_lost(result, rules)
        next_dealer = dealer if result.deals_again else (passed_from + 1) % seats
        played.append(Played(no, dealer, next_dealer, hand, result, totals, standing))
        dealer = next_dealer
    return played


def _lost_for_a_partner(hand: Hand, dealer: int, turn: int, rules: RuleSet) -> bool:
    """Return whether a misdeal loses the deal of the player whose turn it was, because a partner
    dealt in their place (Leeds & Dwight, law 45). After any other deal out of turn the deal passes
    on from the player who dealt (a ruling)."""
    partner_dealt = dealer != turn and (dealer - turn) % 2 == 0
    return hand.void in LOST_FOR_A_PARTNER and rules.partners == "fixed" and partner_dealt


LOST_FOR_A_PARTNER = ("misdeal",)
"""The void deals that lose the deal of the dealer's partner, if it was the partner's turn."""


def opening(rules: RuleSet, seats: int) -> Standing | None:
    """Return the state of a sitting before its first hand. It is None where no games are played."""
    return Standing((0,) * len(rules.sides(seats))) if rules.target is not None else None


def advance(
    standing: Standing, result: Score, *, rules: RuleSet, seats: int, dealer: int, no: int
) -> tuple[Standing, Score]:
    """Return the Standing after hand `no`, and the Score that counts.

    Awards are taken in order. After the one that ends the game, its losers score nothing more on
    this hand. Its winners do only where laps count (a ruling). With a bid, and where each player
    scores their own tricks, all points are written down together, after any penalties.
    """
    sides = rules.sides(seats)
    if not rules.pays_games:
        return _advance_by_hands(standing, result, rules, dealer, no), result
    scores, winner, awards = list(standing.score), None, []
    uncounted = [0] * len(sides)
    for award in result.awards:
        whole = dict(award.points)
        if winner is not None:
            award = _after_game(award, sides[winner] if rules.laps else ())
        points = dict(award.points)
        for side, members in enumerate(sides):
            scores[side] += points.get(members[0], 0)
            uncounted[side] += whole.get(members[0], 0) - points.get(members[0], 0)
        awards.append(award)
        one_by_one = not (rules.bidding or rules.each_scores)
        if winner is None and (one_by_one or (award.penalty and not rules.win_on_bid)):
            winner = _winner(scores, rules, dealer, sides)
    first = "" if winner is None else _first(scores, uncounted, rules)
    if winner is None and rules.bidding:
        winner, first = _winner_of_a_bid(scores, result, rules, sides, dealer)
    if winner is None and rules.each_scores:
        winner, first = _winner_of_own_tricks(scores, rules, dealer)
    if tuple(awards) != result.awards:
        result = result._replace(awards=tuple(awards), points=total(tuple(awards), seats))
    if winner is None:
        return standing._replace(score=tuple(scores)), result
    return _over(standing, scores, winner, rules, no, first=first), result


def _first(scores: list[int], uncounted: list[int], rules: RuleSet) -> str:
    """Return why the winner comes first; `uncounted` has the points by side that came after the end
    of the game."""
    if _reached(scores, rules):
        return "left"
    late = [one + more for one, more in zip(scores, uncounted, strict=True)]
    return "order" if _reached(late, rules) else ""


def _reached(scores: Sequence[int], rules: RuleSet) -> bool:
    """Return whether several have reached game."""
    return sum(rules.has_won(scores, side) for side in range(len(scores))) > 1


def _advance_by_hands(
    standing: Standing, result: Score, rules: RuleSet, dealer: int, no: int
) -> Standing:
    """Return the Standing where points are paid for. The whole hand counts. If a player has reached
    game, the player with the most points wins it. A tie goes to the player nearest the dealer's
    left (a ruling), unless the game must be won by two."""
    scores = tuple(own + more for own, more in zip(standing.score, result.points, strict=True))
    seats = len(scores)
    if not any(rules.has_won(scores, seat) for seat in range(seats)):
        return standing._replace(score=scores)
    winner = max(range(seats), key=lambda seat: (scores[seat], (dealer - seat) % seats))
    nothing, first = (0,) * seats, ""
    if _reached(scores, rules):
        first = "most" if scores.count(max(scores)) == 1 else "left of equals"
    game = Game(standing.over + 1, winner, scores, nothing, 0, (standing.opened, no), first)
    chain = Chain(game, standing.game_chain)
    return standing._replace(score=nothing, over=game.no, opened=no + 1, game_chain=chain)


def _winner_of_a_bid(
    scores: list[int],
    result: Score,
    rules: RuleSet,
    sides: tuple[tuple[int, ...], ...],
    dealer: int,
) -> tuple[int | None, str]:
    """Return the side that wins the game on a hand with a bid, and why it comes first if several
    reach game. It is the bidder's then, unless only a bid can win. Of others it is the one nearest
    the dealer's left."""
    if result.bidder is None:
        return None, ""
    bidders = next(side for side, members in enumerate(sides) if result.bidder in members)
    seats = sum(map(len, sides))
    turn = [(dealer + left) % seats for left in range(1, seats + 1)]
    others = sorted(set(range(len(sides))) - {bidders}, key=lambda one: turn.index(sides[one][0]))
    may_win = [bidders, *others]
    if rules.win_on_bid:
        may_win = may_win[:1] if result.outcome in ("made", "alone-made") else may_win[1:]
    winner = next((side for side in may_win if rules.has_won(scores, side)), None)
    if winner is None or not _reached(scores, rules):
        return winner, ""
    if not rules.win_on_bid:
        return winner, "bidder" if winner == bidders else "left"
    return winner, "made" if winner == bidders else "set"


def _winner_of_own_tricks(scores: list[int], rules: RuleSet, dealer: int) -> tuple[int | None, str]:
    """Return the player who wins the game on a hand in which each scores, and why they come first.
    The most points win it; of equal ones it is the player nearest the dealer's left (a ruling)."""
    reached = [seat for seat in range(len(scores)) if rules.has_won(scores, seat)]
    if not reached:
        return None, ""
    winner = max(reached, key=lambda seat: (scores[seat], (dealer - seat) % len(scores)))
    if len(reached) == 1:
        return winner, ""
    tied = scores.count(scores[winner]) > 1
    return winner, "left of equals" if tied else "most"


def _winner(
    scores: list[int], rules: RuleSet, dealer: int, sides: tuple[tuple[int, ...], ...]
) -> int | None:
    """Return the side that has reached game. Of several it is the one nearest the dealer's left."""
    reached = [side for side in range(len(scores)) if rules.has_won(scores, side)]
    if len(reached) < 2:
        return reached[0] if reached else None
    seats = sum(map(len, sides))
    return min(reached, key=lambda side: min((seat - dealer - 1) % seats for seat in sides[side]))


def _after_game(award: Award, still_score: tuple[int, ...]) -> Award:
    """Return an award of a hand after the end of its game, when only some seats may still score,
    and none loses points."""
    kept = tuple(
        (seat, number) for seat, number in award.points if seat in still_score and number > 0
    )
    if kept == award.points:
        return award
    return replace(award, points=kept, reason=f"{award.reason}, not counted: the game was over")


def _over(
    standing: Standing, scores: list[int], winner: int, rules: RuleSet, no: int, *, first: str
) -> Standing:
    """Return the Standing after the game ended, and after every game that its lap won at once."""
    while rules.has_won(scores, winner):
        standing = _with_game(standing, tuple(scores), winner, rules, no, first=first)
        scores, first = list(standing.score), ""
    return standing._replace(opened=no + 1)


def _with_game(
    standing: Standing, scores: tuple[int, ...], winner: int, rules: RuleSet, no: int, *, first: str
) -> Standing:
    over = scores[winner] - rules.target if rules.laps else 0
    so_far = [game.winner for game in standing.rubber] + [winner]
    finished = rules.rubber is not None and _ends_a_rubber(so_far, over, rules)
    lap = 0 if finished else over
    game = Game(
        no=standing.over + 1,
        winner=winner,
        score=scores,
        values=tuple(
            0 if side == winner else _value(scores, side, winner, rules)
            for side in range(len(scores))
        ),
        lap=lap,
        hands=(min(standing.opened, no), no),
        first=first,
    )
    after = standing._replace(
        score=tuple(lap if side == winner else 0 for side in range(len(scores))),
        over=game.no,
        rubber=(*standing.rubber, game) if rules.rubber else (),
        opened=no,
        game_chain=Chain(game, standing.game_chain),
    )
    return _with_rubber(after, rules) if finished else after


def _with_rubber(standing: Standing, rules: RuleSet) -> Standing:
    chain = Chain(_rubber(standing, rules, finished=True), standing.rubber_chain)
    return standing._replace(rubber=(), rubber_chain=chain)


def _value(scores: tuple[int, ...], loser: int, winner: int, rules: RuleSet) -> int:
    """Return the price of a game with these scores for one of its losers."""
    below = rules.doubles_below
    worth = 2 if below is not None and scores[loser] < below else 1
    if rules.stakes == "deficit" and rules.rubber is None:
        return worth * rules.wanted(scores, loser, winner)
    return worth


def _ends_a_rubber(winners: list[int], over: int, rules: RuleSet) -> bool:
    if rules.rubber == "best-of-three":
        return winners.count(winners[-1]) == 2
    return len(winners) == 4 or (len(winners) == 3 and not over)


def _rubber(standing: Standing, rules: RuleSet, *, finished: bool) -> Rubber:
    games = standing.rubber
    points = [sum(sum(game.values) for game in games if game.winner == side) for side in (0, 1)]
    won = [sum(game.winner == side for game in games) for side in (0, 1)]
    winner = won.index(max(won)) if finished and won[0] != won[1] else None
    if winner is not None:
        points[winner] += rules.rubber_bonus
    numbers = tuple(game.no for game in games)
    before = standing.rubber_chain.last.no if standing.rubber_chain else 0
    return Rubber(before + 1, numbers, tuple(points), winner, finished)


def rubbers(standing: Standing, rules: RuleSet) -> tuple[Rubber, ...]:
    """Return all rubbers. One in progress is treated as broken off now, and its finished games
    count."""
    if rules.rubber is None or not standing.rubber:
        return standing.rubbers
    return (*standing.rubbers, _rubber(standing, rules, finished=False))
