"""How the table stands, as the pad's script needs it to go on by itself
(static/table/pad/ahead.js)."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.models import Sitting
from scoring.models.hands import Told
from scoring.rules.ahead import ahead_table, won_so_far
from scoring.rules.counters import WORTH
from scoring.rules.game import ImpossibleSitting, Played, Standing, opening, play
from scoring.views.games import GameScore, bridge_of
from scoring.views.tournament.round_here import RoundHere


def now_context(
    sitting: Sitting,
    *,
    tiles: Sequence,
    score: GameScore | None,
    round: RoundHere | None,
    undone: dict | None,
) -> dict:
    """Return what templates/phone/_now.html puts into the page, given what stands on its keys and
    above them, and the hand that Put back would bring."""
    rules = sitting.table.rules
    shown = score.sides if rules.partners == "fixed" else tiles
    back = undone and undone["told"]
    return {
        "now": {
            "version": sitting.table.version,
            "sitting": sitting.pk,
            "about": round.place
            if round
            else f"{rules.name} \N{MIDDLE DOT} hand {len(sitting.played) + 1}",
            "round": round is not None,
            "bridge": bridge_of(sitting),
            "waiting": [str(told.id) for told in sitting.uncounted("waiting")],
        }
        | _stands(sitting, [one.points for one in shown], back),
        "ahead": ahead_table(rules, len(sitting.players)),
        "worth": " ".join(map(str, WORTH)),
        "one_of_each": sum(WORTH),
        "markable": range(rules.target or 0),
    }


def _stands(sitting: Sitting, points: Sequence[int], undone: Told | None) -> dict:
    """Return how it stands now, before the last hand, and with the undone one put back."""
    played, ids = sitting.played, [str(told.id) for told in sitting.counted]
    carried = _carried(sitting, points)
    now = _snapshot(sitting, played, ids, carried, dealer=sitting.dealer)
    before = played and _snapshot(sitting, played[:-1], ids[:-1], carried, dealer=played[-1].dealer)
    return now | {"before": before or None, "back": undone and _put_back(sitting, undone, carried)}


def _put_back(sitting: Sitting, undone: Told, carried: list[int]) -> dict | None:
    told = [*sitting.counted, undone]
    hands = [one.hand for one in told]
    at = {
        "rules": sitting.table.rules,
        "seats": len(sitting.players),
        "first_dealer": sitting.first_dealer,
    }
    try:
        played = play(hands, **at)
    except ImpossibleSitting:
        return None
    return _snapshot(
        sitting, played, [str(one.id) for one in told], carried, dealer=played[-1].next_dealer
    )


def _carried(sitting: Sitting, points: Sequence[int]) -> list[int]:
    """Return by side what stands on the page and was scored in no hand of this sitting: in a
    tournament's round, before somebody was replaced."""
    sides = sitting.table.rules.sides(len(sitting.players))
    return [shown - sitting.totals[seats[0]] for shown, seats in zip(points, sides, strict=True)]


def _snapshot(
    sitting: Sitting, played: list[Played], ids: list[str], carried: list[int], *, dealer: int
) -> dict:
    """Return how it stands after these hands: the next one's number and dealer, the points by
    side."""
    rules, seats = sitting.table.rules, len(sitting.players)
    told = {
        "no": len(played) + 1,
        "latest": ids[-1] if ids else "",
        "played": sum(one.hand.void is None for one in played),
        "dealer": dealer,
    }
    standing = played[-1].standing if played else opening(rules, seats)
    if standing is not None and sitting.round_table_id is None:
        return told | _games(sitting, standing)
    totals = played[-1].totals if played else (0,) * seats
    sides = zip(rules.sides(seats), carried, strict=True)
    return told | {"score": [totals[members[0]] + more for members, more in sides]}


def _games(sitting: Sitting, standing: Standing) -> dict:
    """Return the score of the game, the games won by side, and the row of the table of games
    (`cell`)."""
    rules = sitting.table.rules
    table = ahead_table(rules, len(sitting.players))["games"]
    sides, last = range(len(standing.score)), standing.last
    over = standing.rubber if rules.rubber else standing.games
    return {
        "score": list(standing.score),
        "won": [sum(game.winner == side for game in over) for side in sides],
        "lap": [last.lap if last and last.winner == side else 0 for side in sides],
        "cell": table["won"].index(won_so_far(standing)) if table else None,
        "game": len(over) + 1,
        "rubber": len(standing.rubbers) + 1 if rules.rubber else None,
    }
