"""Tables of scores, totals, dealers and games, so that a page can go on offline.

The page computes them without the server, and its script contains no rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, product
from typing import NamedTuple

from scoring.euchre.awards import Score
from scoring.euchre.game import LOST_FOR_A_PARTNER, Game, Played, Standing, advance, opening
from scoring.euchre.hand import PENALTY, VOIDS, Hand
from scoring.euchre.points import score
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import describe_end, describe_rubber, gains, side_names

# -- What each usual hand would score, for a page that must answer without asking the server.
# ----------------------------------------------------------------------------------------------


def score_table(rules: RuleSet, seats: int) -> dict[str, list[dict]]:
    """Call-Ace: return six rows by tricks for "with" a partner and six for "alone". A row has the
    points by role, and the reasons with their laws."""
    taken = range(rules.tricks_dealt + 1)
    return {
        "with": [_row(Hand(maker=0, partner=1, tricks=tricks), rules, seats) for tricks in taken],
        "alone": [_row(Hand(maker=0, alone=0, tricks=tricks), rules, seats) for tricks in taken],
    }


def _row(hand: Hand, rules: RuleSet, seats: int) -> dict:
    result = score(hand, rules=rules, seats=seats)
    return {
        "maker": result.points[0],
        "partner": result.points[1],
        "others": result.points[2],
        "why": why(result),
    }


def side_table(rules: RuleSet, names: tuple[str, ...]) -> dict:
    """Return the scores of all usual hands, where no partner is called.

    "rows" has each distinct score once, in words and by seat. "of" gives the row by the hand's key,
    such as "2 alone 5", or "1 4 5" for a side that bid four and took five ("1 4! 5" alone). A row's
    "ends" is its key in the table of games. With a bid, "came" is "made" or "set".
    """
    rows, of = _nameless_table(rules, len(names))
    return {
        "rows": [{"gains": gains(row["points"], names, rules)} | row for row in rows],
        "of": of,
    }


# The trap: never keep names here. A table kept by its names would remember an erased player.
@lru_cache(maxsize=64)
def _nameless_table(rules: RuleSet, seats: int) -> tuple[list[dict], dict[str, int]]:
    rows, of, known = [], {}, {}
    for key, _, result in usual_hands(rules, seats):
        row = {"why": why(result), "points": result.points, "ends": _decided_by(result)}
        if result.bidder is not None:
            row["came"] = result.outcome.removeprefix("alone-")
        no = known.setdefault(tuple(row.values()), len(rows))
        if no == len(rows):
            rows.append(row)
        of[key] = no
    return rows, of


def _decided_by(result: Score) -> str:
    """Return the key of a hand in the table of games. It is made of the points and, with a bid, the
    bidding side and the outcome."""
    points = ",".join(map(str, result.points))
    if result.bidder is None:
        return points
    return f"{points} {result.bidder % 2} {result.outcome}"


def ends_table(
    rules: RuleSet, names: Sequence[str], standing: Standing, dealer: int
) -> dict[str, dict]:
    """Return the usual hands that would end a game now, by their keys.

    Each has the sentence `said`, the `winner`, how many `games` end at once, the games `won` after
    it by side, and the score with which the next game `opens`.
    """
    found, ends = {}, {}
    for key, _, result in usual_hands(rules, len(names)):
        awarded = tuple(award.points for award in result.awards)
        alike = (result.outcome, result.bidder, awarded)
        if alike not in ends:
            ends[alike] = _end(result, rules, names, standing, dealer)
        if ends[alike]:
            found[key] = ends[alike]
    return found


def _end(
    result: Score, rules: RuleSet, names: Sequence[str], standing: Standing, dealer: int
) -> dict | None:
    after = _after(result, rules=rules, seats=len(names), standing=standing, dealer=dealer)
    if after.over == standing.over:
        return None
    return {
        "said": _said(standing, after, side_names(rules, names), rules),
        "winner": after.last.winner,
        "games": after.over - standing.over,
        "rubbers": len(after.rubbers) - len(standing.rubbers),
        "won": _won(after, rules),
        "opens": after.score,
    }


def ending(
    result: Score, *, rules: RuleSet, names: Sequence[str], standing: Standing, dealer: int
) -> str:
    """Return the game that this score would end, such as "Game 2 to Ann and Cat, 6–3", or ""."""
    after = _after(result, rules=rules, seats=len(names), standing=standing, dealer=dealer)
    return _said(standing, after, side_names(rules, names), rules)


def _after(
    result: Score, *, rules: RuleSet, seats: int, standing: Standing, dealer: int
) -> Standing:
    at = {"rules": rules, "seats": seats, "dealer": dealer}
    return advance(standing, result, **at, no=standing.opened)[0]


def _said(before: Standing, after: Standing, sides: Sequence[str], rules: RuleSet) -> str:
    over = [describe_end(game, sides, rules) for game in after.games[before.over :]]
    over += [describe_rubber(rubber, sides) for rubber in after.rubbers[len(before.rubbers) :]]
    return ". ".join(over)


def why(result: Score) -> str:
    """Return the reasons with their laws, such as "March · Keller, ch. 2"."""
    by_law = groupby(result.awards, key=lambda award: award.law)
    return "; ".join(
        f"{'; '.join(award.reason for award in awards)} \N{MIDDLE DOT} {law.short}"
        for law, awards in by_law
    )


@lru_cache(maxsize=256)
def usual_hands(rules: RuleSet, seats: int) -> tuple[tuple[str, Hand, Score], ...]:
    """Return the key, the hand and its score, for every maker, with a partner and alone, and every
    number of tricks. With bids it is for either side, every bid and every number of tricks."""
    if rules.bidding:
        alone = [bid for bid in rules.bids if isinstance(bid, int) and rules.alone_at]
        bids = [*((bid, False) for bid in rules.bids), *((bid, True) for bid in alone)]
        hands = [
            (
                f"{maker} {bid}{'!' if lone else ''} {tricks}",
                Hand(maker=maker, bid=bid, alone=maker if lone else None, tricks=tricks),
            )
            for maker, (bid, lone), tricks in product(
                range(len(rules.sides(seats))), bids, range(rules.tricks_dealt + 1)
            )
        ]
    elif rules.each_scores:
        # There are too many for a table, so a page asks the server. One says how the deal goes on.
        others = [None if rules.drop_out else 0] * (seats - 1)
        hands = [("", Hand(maker=0, taken=(rules.tricks_dealt, *others)))]
    else:
        lone = (False, True) if rules.partners != "called" and rules.lone_hands else (False,)
        hands = [
            (
                f"{maker} {'alone' if alone else 'with'} {tricks}",
                Hand(maker=maker, alone=maker if alone else None, tricks=tricks),
            )
            for maker, alone, tricks in product(range(seats), lone, range(rules.tricks_dealt + 1))
        ]
    return tuple((key, hand, score(hand, rules=rules, seats=seats)) for key, hand in hands)


@lru_cache(maxsize=256)
def ahead_table(rules: RuleSet, seats: int) -> dict:
    """Return the tables with which a page can go on offline.

    They hold the seats of each side, how many seats the deal moves after each void deal (and after
    a played hand, ""), the void deals after which it moves from a partner whose turn it was, how
    games go on where that is known, and the score below which no game ends.
    """
    return {
        "sides": rules.sides(seats),
        "deal": deal_table(rules, seats),
        "lost_for_a_partner": LOST_FOR_A_PARTNER,
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
    """Return the state of a table after these hands, from which a page can go on offline.

    It has the number and dealer of the next hand, the score and games won by side, and the row in
    the table of games (`cell`). `deal` is the number without penalties, which are entered in
    mid-hand. `totals` is by seat where points and not games are paid for.
    `latest` is the name of the last hand. In a tournament round, where `carried` has the earlier
    points of each side, it has points only.
    """
    at = {
        "no": len(played) + 1,
        "deal": sum(one.hand.void != PENALTY for one in played) + 1,
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
    sides, last, won = range(len(standing.score)), standing.last, _won(standing, rules)
    return {
        "score": list(standing.score),
        "won": won,
        "lap": [last.lap if last and last.winner == side else 0 for side in sides],
        "cell": _cell(standing, table),
        "game": sum(won) + 1,
        "rubber": len(standing.rubbers) + 1 if rules.rubber else None,
    }


def _won(standing: Standing, rules: RuleSet) -> list[int]:
    """Return the games that each side has won, of the rubber in progress where there is one."""
    over = standing.rubber if rules.rubber else standing.games
    return [sum(game.winner == side for game in over) for side in range(len(standing.score))]


def _cell(standing: Standing, table: dict | None) -> int | None:
    if table is None:
        return None
    return table["won"].index(won_so_far(standing)) if "won" in table else 0


def deal_table(rules: RuleSet, seats: int) -> dict[str, int]:
    """Return by how many seats the deal moves after each void deal, and after a usual hand ("")."""
    voids = [void for void in VOIDS if not (void == "passed-out" and rules.stick_the_dealer)]
    found = {void: score(Hand(void=void), rules=rules, seats=seats) for void in voids}
    _, _, found[""] = usual_hands(rules, seats)[0]
    return {void: int(not result.deals_again) for void, result in found.items()}


class End(NamedTuple):
    """The end of a game, with its winner, the number of games won at once, and the next opening
    score."""

    winner: int
    games: int
    opens: tuple[int, ...]


class Over(NamedTuple):
    """The state after the end of a game: the row of games won in the rubber (an index), the score
    and winner, and how many games and rubbers ended."""

    won: int
    score: tuple[int, ...]
    winner: int
    games: int
    rubbers: int


def games_table(rules: RuleSet, seats: int) -> dict | None:
    """Return how usual hands end games and rubbers. It is None for points alone, and for three
    players whose games are paid for, as it depends on the dealer there; and where a game must be
    won by two, as it depends on the difference.

    Where points are paid for, "to" is the number of points that ends a game, and "by" how many
    ahead it takes, or 0. "first" has, by the
    dealer's seat, the order of all seats in which a tie for the most points is decided.

    Otherwise "ends" has the sides that may win, by the points of a hand (such as "2,0,2,0", the
    "ends" of a row in `side_table`). The side that counts first comes first. Each has the least
    score that ends the game, and the number of the end for it and for each higher score; the last
    number is for all above. "over" has the results of each end, for each row of "won", the games of
    the rubber by side.
    """
    if rules.target is not None and not rules.pays_games:
        orders = [[(dealer + by) % seats for by in range(1, seats + 1)] for dealer in range(seats)]
        ahead = rules.win_by if rules.win_by > 1 else 0
        return {"to": rules.target, "by": ahead, "first": orders}
    if rules.target is None or len(rules.sides(seats)) != 2 or rules.win_by > 1:
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
    """Return the sides that may win a game by a hand. With a bid both may, else only one that
    scores."""
    if result.bidder is not None:
        return (result.bidder % 2, 1 - result.bidder % 2)
    return tuple(side for side in (0, 1) if result.points[side] > 0)


def _ends_of(
    result: Score, side: int, rules: RuleSet, seats: int
) -> tuple[int, int, list[tuple[End, Standing]]]:
    """Return a side, the least score with which it wins the game by such a hand, and the ends
    for this and each higher score, with an example. There are no ends if it can't win by such a
    hand."""
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
