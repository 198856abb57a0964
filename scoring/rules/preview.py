"""What each usual hand would score, for a page that must answer without asking the server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from scoring.rules.awards import Score
from scoring.rules.game import Standing, advance
from scoring.rules.hand import Hand
from scoring.rules.points import score
from scoring.rules.rule_set import RuleSet
from scoring.rules.wording import gains, game_told, rubber_told, side_names


def score_table(rules: RuleSet, seats: int) -> dict[str, list[dict]]:
    """Call-Ace: return, for "with" a partner and "alone", six rows by tricks: points by role, why,
    law."""
    return {
        "with": [
            _row(Hand(maker=0, partner=1, tricks=tricks), rules, seats) for tricks in range(6)
        ],
        "alone": [_row(Hand(maker=0, alone=0, tricks=tricks), rules, seats) for tricks in range(6)],
    }


def _row(hand: Hand, rules: RuleSet, seats: int) -> dict:
    result = score(hand, rules=rules, seats=seats)
    award = result.awards[0]
    return {
        "maker": result.points[0],
        "partner": result.points[1],
        "others": result.points[2],
        "why": award.reason,
        "law": award.law.short,
    }


def side_table(rules: RuleSet, names: Sequence[str]) -> dict:
    """Where nobody is called: return what every usual hand scores, in words and by seat: "rows" has
    each different one once, "of" which row is whose, by the hand's key ("2 alone 5")."""
    rows, of = [], {}
    for key, _, result in usual_hands(rules, len(names)):
        row = {
            "gains": gains(result.points, names, rules),
            "why": why(result),
            "points": result.points,
        }
        if row not in rows:
            rows.append(row)
        of[key] = rows.index(row)
    return {"rows": rows, "of": of}


def ends_table(
    rules: RuleSet, names: Sequence[str], standing: Standing, dealer: int
) -> dict[str, str]:
    """Return which usual hands would end a game now, and what would be said of it, by their
    keys."""
    found = {}
    for key, _, result in usual_hands(rules, len(names)):
        if told := ending(result, rules=rules, names=names, standing=standing, dealer=dealer):
            found[key] = told
    return found


def ending(
    result: Score, *, rules: RuleSet, names: Sequence[str], standing: Standing, dealer: int
) -> str:
    """Return what a hand of this score would end: "Game 2 to Ann and Cat, 6\N{EN DASH}3"; else
    nothing."""
    after, _ = advance(
        standing, result, rules=rules, seats=len(names), dealer=dealer, no=standing.opened
    )
    if after.over == standing.over:
        return ""
    sides = side_names(rules, names)
    over = [game_told(game, sides) for game in after.games[standing.over :]]
    over += [rubber_told(rubber, sides) for rubber in after.rubbers[len(standing.rubbers) :]]
    return ". ".join(over)


def why(result: Score) -> str:
    """Return the reasons with their laws: "March \N{MIDDLE DOT} Keller, ch. 2"."""
    return "; ".join(f"{award.reason} \N{MIDDLE DOT} {award.law.short}" for award in result.awards)


def usual_hands(rules: RuleSet, seats: int) -> Iterator[tuple[str, Hand, Score]]:
    """Yield the key, the hand and its score for every maker, together and alone, and all tricks."""
    lone = (False, True) if rules.partners == "fixed" and rules.alone != "nobody" else (False,)
    for maker, alone, tricks in product(range(seats), lone, range(6)):
        hand = Hand(maker=maker, alone=maker if alone else None, tricks=tricks)
        key = f"{maker} {'alone' if alone else 'with'} {tricks}"
        yield key, hand, score(hand, rules=rules, seats=seats)
