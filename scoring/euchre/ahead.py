"""How a table goes on from where it stands, as plain tables for a page that is out of reach.

The page must tell totals, dealer and games without asking the server, and no rule may stand in its
script.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, product
from typing import NamedTuple

from scoring.euchre.awards import Score
from scoring.euchre.game import Game, Played, Standing, advance, opening
from scoring.euchre.hand import VOIDS, Hand
from scoring.euchre.points import score
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import describe_game, describe_rubber, gains, side_names

# -- What each usual hand would score, for a page that must answer without asking the server.
# ----------------------------------------------------------------------------------------------


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
    each different one once, "of" which row is whose, by the hand's key ("2 alone 5"; "1 4 5" is a
    bid of four by a side, that took five). A row says which row of the table of games ("ends")
    decides; and with a bid what came of it ("made" or "set")."""
    rows, of, known = [], {}, {}
    for key, _, result in usual_hands(rules, len(names)):
        row = {
            "gains": gains(result.points, names, rules),
            "why": why(result),
            "points": result.points,
            "ends": _decided_by(result),
        }
        if result.bidder is not None:
            row["came"] = result.outcome.removeprefix("alone-")
        no = known.setdefault(tuple(row.values()), len(rows))
        if no == len(rows):
            rows.append(row)
        of[key] = no
    return {"rows": rows, "of": of}


def _decided_by(result: Score) -> str:
    """Return the key of a hand's row in the table of games: its points, and with a bid whose it was
    and what came of it."""
    points = ",".join(map(str, result.points))
    if result.bidder is None:
        return points
    return f"{points} {result.bidder % 2} {result.outcome}"


def ends_table(
    rules: RuleSet, names: Sequence[str], standing: Standing, dealer: int
) -> dict[str, dict]:
    """Return by their keys which usual hands would end a game now: what is `said` of it, who wins
    it, how many `games` end at once, how the next one `opens`."""
    found = {}
    for key, _, result in usual_hands(rules, len(names)):
        after = _after(result, rules=rules, seats=len(names), standing=standing, dealer=dealer)
        if after.over == standing.over:
            continue
        found[key] = {
            "said": _said(standing, after, side_names(rules, names)),
            "winner": after.last.winner,
            "games": after.over - standing.over,
            "rubbers": len(after.rubbers) - len(standing.rubbers),
            "opens": after.score,
        }
    return found


def ending(
    result: Score, *, rules: RuleSet, names: Sequence[str], standing: Standing, dealer: int
) -> str:
    """Return what a hand of this score would end: "Game 2 to Ann and Cat, 6\N{EN DASH}3"; else
    nothing."""
    after = _after(result, rules=rules, seats=len(names), standing=standing, dealer=dealer)
    return _said(standing, after, side_names(rules, names))


def _after(
    result: Score, *, rules: RuleSet, seats: int, standing: Standing, dealer: int
) -> Standing:
    at = {"rules": rules, "seats": seats, "dealer": dealer}
    return advance(standing, result, **at, no=standing.opened)[0]


def _said(before: Standing, after: Standing, sides: Sequence[str]) -> str:
    over = [describe_game(game, sides) for game in after.games[before.over :]]
    over += [describe_rubber(rubber, sides) for rubber in after.rubbers[len(before.rubbers) :]]
    return ". ".join(over)


def why(result: Score) -> str:
    """Return the reasons with their laws: "March \N{MIDDLE DOT} Keller, ch. 2"."""
    by_law = groupby(result.awards, key=lambda award: award.law)
    return "; ".join(
        f"{'; '.join(award.reason for award in awards)} \N{MIDDLE DOT} {law.short}"
        for law, awards in by_law
    )


def usual_hands(rules: RuleSet, seats: int) -> Iterator[tuple[str, Hand, Score]]:
    """Yield the key, the hand and its score for every maker, together and alone, and all tricks; or
    for either side, every bid, and all tricks."""
    if rules.bidding:
        for maker, bid, tricks in product((0, 1), rules.bids, range(rules.tricks_dealt + 1)):
            hand = Hand(maker=maker, bid=bid, tricks=tricks)
            yield f"{maker} {bid} {tricks}", hand, score(hand, rules=rules, seats=seats)
        return
    lone = (False, True) if rules.partners == "fixed" and rules.lone_hands else (False,)
    for maker, alone, tricks in product(range(seats), lone, range(6)):
        hand = Hand(maker=maker, alone=maker if alone else None, tricks=tricks)
        key = f"{maker} {'alone' if alone else 'with'} {tricks}"
        yield key, hand, score(hand, rules=rules, seats=seats)


@lru_cache(maxsize=256)
def ahead_table(rules: RuleSet, seats: int) -> dict:
    """Return what a page needs to go on by itself: the seats of each side, by how many seats the
    deal moves after each void deal ("" stands for a hand that is played), how games go on where
    that is known, and without reaching which score none ends."""
    return {
        "sides": rules.sides(seats),
        "deal": deal_table(rules, seats),
        "games": games_table(rules, seats),
        "target": rules.target,
    }


def stands(
    played: Sequence[Played],
    *,
    rules: RuleSet,
    seats: int,
    dealer: int,
    latest: str,
    carried: Sequence[int] | None = None,
) -> dict:
    """Return how a table stands after these hands, the `latest` of which has that name, for a page
    that goes on from there: the number and dealer of the next hand, and by side the score and the
    games won, with the row of the table of games (`cell`); by seat the `totals`, where those are
    paid for and not the games. In a round of a tournament, where
    `carried` says by side what was scored before this sitting, points alone."""
    at = {
        "no": len(played) + 1,
        "latest": latest,
        "played": sum(one.hand.void is None for one in played),
        "dealer": dealer,
    }
    standing = played[-1].standing if played else opening(rules, seats)
    totals = played[-1].totals if played else (0,) * seats
    if standing is not None and carried is None:
        paid = {} if rules.pays_games else {"totals": list(totals)}
        return at | _games(standing, rules, seats) | paid
    points = [totals[members[0]] for members in rules.sides(seats)]
    before = carried or [0] * len(points)
    return at | {"score": [one + more for one, more in zip(points, before, strict=True)]}


def _games(standing: Standing, rules: RuleSet, seats: int) -> dict:
    table = ahead_table(rules, seats)["games"]
    sides, last = range(len(standing.score)), standing.last
    over = standing.rubber if rules.rubber else standing.games
    return {
        "score": list(standing.score),
        "won": [sum(game.winner == side for game in over) for side in sides],
        "lap": [last.lap if last and last.winner == side else 0 for side in sides],
        "cell": _cell(standing, table),
        "game": len(over) + 1,
        "rubber": len(standing.rubbers) + 1 if rules.rubber else None,
    }


def _cell(standing: Standing, table: dict | None) -> int | None:
    if table is None:
        return None
    return table["won"].index(won_so_far(standing)) if "won" in table else 0


def deal_table(rules: RuleSet, seats: int) -> dict[str, int]:
    """Return by how many seats the deal moves after each void deal, and after a usual hand ("")."""
    voids = [void for void in VOIDS if not (void == "passed-out" and rules.stick_the_dealer)]
    found = {void: score(Hand(void=void), rules=rules, seats=seats) for void in voids}
    _, _, found[""] = next(usual_hands(rules, seats))
    return {void: int(not result.deals_again) for void, result in found.items()}


class End(NamedTuple):
    """How a game ends: who wins it, how many games they win at once, and how the next one opens."""

    winner: int
    games: int
    opens: tuple[int, ...]


class Over(NamedTuple):
    """What the end of a game leads to: games of the rubber by side (an index), the score of the
    next game, its winner, how many games and rubbers are over by it."""

    won: int
    score: tuple[int, ...]
    winner: int
    games: int
    rubbers: int


def games_table(rules: RuleSet, seats: int) -> dict | None:
    """Return how usual hands end games and rubbers; None for points alone and for three players
    whose games are paid for, where it depends on who deals.

    Where points are paid for: "to" the points that end a game, and in "first" by the dealer's seat
    all seats in the order in which they win it of those with the most.

    "ends" has for what a hand brings ("2,0,2,0"; a row of `side_table` says which) the sides that
    may win by it, the first that can first: each with the least score that ends the game, and which
    end it and each score above it leads to, the last of them any other; "over" what each end leads
    to, for each row of "won", the games of the rubber by side.
    """
    if rules.target is not None and not rules.pays_games:
        orders = [[(dealer + by) % seats for by in range(1, seats + 1)] for dealer in range(seats)]
        return {"to": rules.target, "first": orders}
    if rules.target is None or len(rules.sides(seats)) != 2:
        return None
    ends: dict[End, tuple[Standing, Score]] = {}
    by_key = {}
    for key, result in _outcomes(rules, seats).items():
        by_key[key] = [
            _ends_of(result, side, rules, seats) for side in _first_to_win(result, rules)
        ]
        for _, _, found in by_key[key]:
            ends = {end: (start, result) for end, start in found} | ends
    numbers = {end: number for number, end in enumerate(ends)}
    rubbers = _rubbers(ends, rules, seats)
    cells = {won: cell for cell, won in enumerate(rubbers)}
    return {
        "ends": {
            key: [
                [side, least, [numbers[end] for end, _ in found]]
                for side, least, found in sides
                if found
            ]
            for key, sides in by_key.items()
        },
        "won": list(rubbers),
        "over": [[Over(cells[won], *rest) for won, *rest in rubbers[cell]] for cell in rubbers],
    }


def won_so_far(standing: Standing) -> tuple[int, ...]:
    """Return the games of the rubber in progress that each side has won."""
    winners = [game.winner for game in standing.rubber]
    return tuple(winners.count(side) for side in range(len(standing.score)))


def _outcomes(rules: RuleSet, seats: int) -> dict[str, Score]:
    """Return a Score for each that usual hands bring, by its key in the table of games; without
    those that bring nothing."""
    found = {_decided_by(result): result for _, _, result in usual_hands(rules, seats)}
    return {key: result for key, result in found.items() if any(result.points)}


def _first_to_win(result: Score, rules: RuleSet) -> tuple[int, ...]:
    """Return the sides that may win a game by a hand: the one that scores, or both by a bid."""
    if result.bidder is not None:
        return (result.bidder % 2, 1 - result.bidder % 2)
    return (0,) if result.points[0] else (1,)


def _ends_of(
    result: Score, side: int, rules: RuleSet, seats: int
) -> tuple[int, int, list[tuple[End, Standing]]]:
    """Return a side, the least score with which it wins the game by such a hand, and the end that
    this score and each above it lead to, with an example; no end where it cannot win so."""
    alone, found = replace(rules, rubber=None), []
    gain = result.points[rules.sides(seats)[side][0]]
    least = rules.target - gain
    for own in range(least, least + (max(1, gain) if rules.laps else 1)):
        start = Standing(tuple(own if one == side else NEVER for one in (0, 1)))
        after, _ = advance(start, result, rules=alone, seats=seats, dealer=0, no=1)
        if after.over and after.last.winner == side:
            found.append((End(after.last.winner, after.over, after.score), start))
    return side, least, found


NEVER = -1000
"""A score from which no hand wins a game."""


def _rubbers(
    ends: dict[End, tuple[Standing, Score]], rules: RuleSet, seats: int
) -> dict[tuple[int, ...], list[tuple]]:
    """Return by the games of the rubber so far what each end leads to, breadth first from none."""
    start = opening(rules, seats)
    waiting: list[tuple[Game, ...]] = [start.rubber]
    found: dict[tuple[int, ...], list[tuple]] = {}
    while waiting:
        rubber = waiting.pop(0)
        won = won_so_far(start._replace(rubber=rubber))
        if won in found:
            continue
        found[won] = []
        for example, result in ends.values():
            before = example._replace(rubber=rubber)
            after, _ = advance(before, result, rules=rules, seats=seats, dealer=0, no=1)
            waiting.append(after.rubber)
            over = (after.last.winner, after.over, len(after.rubbers))
            found[won].append((won_so_far(after), after.score, *over))
    return found
