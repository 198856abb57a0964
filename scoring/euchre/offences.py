"""The effects of irregularities on a score: revokes, wrong cards, and a partner who gives
themselves away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from scoring.euchre.awards import BY, OTHER, WRONG_CARDS, Award, Parties, Score, total
from scoring.euchre.hand import PENALTY, TO_OTHERS, Hand, Irregularity
from scoring.euchre.rule_set import NUMBERS, Law, RuleSet

TABLE = Law(source="The table", number="")
"""What a penalty rests on. No book has its number."""


def with_penalties(result: Score, hand: Hand, rules: RuleSet) -> Score:
    """Return a score with the points that the table gave or took: after revokes, before the result
    of the hand."""
    seats = len(result.points)
    void = result.outcome == "both-revoked"
    first = int(void or bool(hand.offenders("revoke") and not rules.bidding))
    if hand.void is not None:
        first, result = 0, result._replace(awards=())
    found = tuple(_penalty(one, rules, seats) for one in hand.penalties)
    awards = (*result.awards[:first], *found, *result.awards[first:])
    return result._replace(awards=awards, points=total(awards, seats))


@lru_cache(maxsize=8192)
def _penalty(penalty: Irregularity, rules: RuleSet, seats: int) -> Award:
    own = next(side for side in rules.sides(seats) if penalty.by in side)
    others = tuple(seat for seat in range(seats) if seat not in own)
    number = penalty.points * penalty.times
    who, points = (others, number) if penalty.to == TO_OTHERS else (own, -number)
    why = f"Penalty ({penalty.why})" if penalty.why else "Penalty"
    each = tuple((seat, points) for seat in who)
    return Award(each, why, TABLE, rules.partners == "fixed", penalty=True)


def without_penalties(offences: Iterable[Irregularity]) -> tuple[Irregularity, ...]:
    """Return the irregularities that the laws know."""
    return tuple(one for one in offences if one.kind != PENALTY)


def after_a_revoke(guilty: str, at: Parties, played: Award | None) -> Score:
    """Return what a revoke by one party brings, where it decides the hand; `played` is what the
    tricks brought the maker's side, if anything."""
    rules = at.rules
    if rules.revokes == "march":
        return lessened("revoke", (_march_for_a_revoke(guilty, at),), at)
    if rules.set_back_instead:
        awards = _set_back(guilty, at, played)
    elif guilty == "adversaries" and at.lone and rules.partners == "fixed":
        reason = "Revoke against a lone hand"
        awards = (_for_a_revoke(guilty, at, rules.revoke_lone, reason, "revoke_lone"),)
    elif at.lone and rules.revoke_by_lone is not None:
        reason = "Revoke by the lone player"
        awards = (_for_a_revoke(guilty, at, rules.revoke_by_lone, reason, "revoke_by_lone"),)
    else:
        reason = f"Revoke by {BY[guilty]}"
        awards = (_for_a_revoke(guilty, at, rules.revoke, reason, "revoke"),)
    return Score.of("revoke", awards, at.seats)


def _for_a_revoke(guilty: str, at: Parties, number: int, reason: str, law: str) -> Award:
    """Return what the other side scores for a revoke; or what the offenders lose, where the points
    are taken from them. Partners lose them together."""
    if not at.rules.revoke_from:
        return at.award(getattr(at, OTHER[guilty]), number, reason, law)
    side = getattr(at, guilty)
    fixed = at.rules.partners == "fixed"
    revokers = side if fixed else tuple(sorted(at.hand.offenders("revoke") & set(side)))
    return at.award(revokers, -number, reason, law)


def _set_back(guilty: str, at: Parties, played: Award | None) -> tuple[Award, ...]:
    """Return the awards of a revoke that counts as a euchre. If an adversary revoked, the maker
    keeps the points for their tricks."""
    revokers = tuple(sorted(at.hand.offenders("revoke")))
    reason = "Revoke, set back as if euchred"
    lost = at.award(revokers, -at.rules.revoke, reason, "revoke")
    if guilty == "adversaries" and played is not None:
        return lost, played
    return (lost,)


def _march_for_a_revoke(guilty: str, at: Parties) -> Award:
    """Return the award of a revoke by Foster 36 to 38. The other side scores as if it had won the
    most it could."""
    rules, players = at.rules, f"{NUMBERS[at.seats]} players"
    if guilty == "makers":
        return at.award(
            at.adversaries, rules.euchre, "Revoke by the maker’s side", "revoke_by_maker"
        )
    if at.lone:
        number, reason = rules.lone_march_of(at.seats), f"Revoke against a lone hand, {players}"
        return at.award(at.makers, number, reason, "revoke_against_lone")
    reason = f"Revoke by an adversary, a march, {players}"
    return at.award(at.makers, rules.march[at.seats], reason, "revoke_by_adversary")


def lessened(outcome: str, awards: tuple[Award, ...], at: Parties) -> Score:
    """Return the score without the players barred by an irregularity, with the reasons. What is
    lost stays lost."""
    barred: set[int] = set()
    notes: list[Award] = []
    for offender in sorted(at.hand.offenders("intimation")):
        barred.add(offender)
        notes.append(
            at.award((), 0, "The partner betrayed themselves: they score nothing", "intimation")
        )
    for guilty in at.guilty("wrong-cards"):
        barred |= set(getattr(at, guilty))
        notes.append(at.award((), 0, WRONG_CARDS.format(BY[guilty]), "wrong-cards"))
    kept = (
        replace(
            award,
            points=tuple(
                (seat, number) for seat, number in award.points if seat not in barred or number < 0
            ),
        )
        for award in awards
    )
    return Score.of(outcome, (*kept, *notes), at.seats)


def with_counted(outcome: str, awards: tuple[Award, ...], at: Parties) -> Score:
    """Return the score by Leeds & Dwight: revokes first, then forfeits for wrong cards, then the
    hand."""
    guilty = at.guilty("wrong-cards")
    barred = {seat for party in guilty for seat in getattr(at, party)}
    awards = tuple(_unless_barred(award, barred) for award in awards)
    return Score.of(outcome, (*_counted_revokes(at), *_forfeits(guilty, at), *awards), at.seats)


def _unless_barred(award: Award, barred: set[int]) -> Award:
    """Return an award, without its points if these seats may not score them."""
    if not barred & {seat for seat, number in award.points if number > 0}:
        return award
    return replace(award, points=(), reason=f"{award.reason}, not scored")


def _counted_revokes(at: Parties) -> tuple[Award, ...]:
    makers, adversaries = at.times("revoke", "makers"), at.times("revoke", "adversaries")
    if makers == adversaries:
        cancel = at.award((), 0, "Equal revokes on both sides cancel each other", "revokes_cancel")
        return (cancel,) if makers else ()
    guilty = "makers" if makers > adversaries else "adversaries"
    law = "revoke"
    if at.lone:
        own = guilty == "makers" and at.rules.revoke_by_lone is not None
        law = "revoke_by_lone" if own else "revoke_lone"
    more, each = abs(makers - adversaries), getattr(at.rules, law)
    reason = f"{'Revoke' if more == 1 else f'{more} revokes'} by {BY[guilty]}"
    if makers and adversaries:
        reason += (
            f", the others cancelled ({max(makers, adversaries)} against "
            f"{min(makers, adversaries)})"
        )
    return (_for_a_revoke(guilty, at, more * each, reason, law),)


def _forfeits(guilty: tuple[str, ...], at: Parties) -> tuple[Award, ...]:
    if len(guilty) == 2:
        return (
            at.award(
                (), 0, "Wrong number of cards on both sides: nobody scores the hand", "wrong-cards"
            ),
        )
    number = at.rules.forfeit_lone if at.lone else at.rules.forfeit
    return tuple(
        at.award(
            getattr(at, OTHER[party]),
            number,
            f"Wrong number of cards, {BY[party]}: that side forfeits and scores nothing for the "
            "hand",
            "wrong-cards",
        )
        for party in guilty
    )
