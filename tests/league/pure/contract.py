"""A second reading of the league's contract, made from the JSON itself: nothing from `scoring`.

It goes another way than the table: it sorts by whole keys, asks every pair of neighbours what parts
them, and counts with decimals.
"""

from decimal import ROUND_HALF_UP, Decimal
from functools import cmp_to_key

DEFAULTS = {"win": 2, "draw": 1, "loss": 0, "walkover": 2, "walkover_against": 0, "game": 0}


def table(league, until=None):
    """Return euchre-table/1 of a league that is known to be in order."""
    divisions = league.get("divisions") or [
        {"name": None, "teams": [one["name"] for one in league["teams"]]}
    ]
    return {
        "format": "euchre-table/1",
        "divisions": [_division(league, one, until) for one in divisions],
    }


def _result(match):
    """Return (points of home and away, games won of home and away), None where nobody told."""
    if match.get("pairs"):
        games = [tuple(game) for pairs in match["pairs"] for game in pairs["games"]]
        return (
            (sum(home for home, _ in games), sum(away for _, away in games)),
            (sum(home > away for home, away in games), sum(away > home for home, away in games)),
        )
    return match.get("total"), match.get("games_won")


def _given(league, match):
    """Return what the match gives: (points of the league, won, drawn) of home and of away."""
    given = DEFAULTS | league["settings"].get("points", {})
    if "walkover" in match:
        won, lost = (given["walkover"], 1, 0), (given["walkover_against"], 0, 0)
        return [won if match["walkover"] == side else lost for side in ("home", "away")]
    total, games = _result(match)
    home, away = total if league["settings"]["decided_by"] == "points" else games
    extra = [given["game"] * won for won in games or (0, 0)]
    if home == away:
        return [(given["draw"] + more, 0, 1) for more in extra]
    return [
        (given["win"] + more, 1, 0) if better else (given["loss"] + more, 0, 0)
        for more, better in zip(extra, (home > away, away > home), strict=True)
    ]


def _division(league, division, until):
    teams = division["teams"]
    played = [
        match
        for match in league.get("matches", [])
        if match["home"] in teams
        and (until is None or match["date"] <= until)
        and ("walkover" in match or _result(match) != (None, None))
    ]
    rows = {team: dict.fromkeys(_COUNTED, 0) | {"team": team} for team in teams}
    for match in played:
        total, games = (None, None) if "walkover" in match else _result(match)
        both = [rows[match["home"]], rows[match["away"]]]
        for side, (points, won, drawn) in enumerate(_given(league, match)):
            row = both[side]
            row["played"] += 1
            row["won"] += won
            row["drawn"] += drawn
            row["lost"] += not won and not drawn
            row["points"] += points
            for told, mine, theirs in (
                (total, "for", "against"),
                (games, "games_won", "games_lost"),
            ):
                if told:
                    row[mine] += told[side]
                    row[theirs] += told[1 - side]
    for penalty in league.get("penalties", []):
        if penalty["team"] in rows and (until is None or penalty["date"] <= until):
            rows[penalty["team"]]["points"] -= penalty["points"]
    pairs = _pairs(played)
    return {
        "name": division["name"],
        "rows": _ordered(league, list(rows.values()), played),
        "pairs": pairs,
        "week": _week(played),
    }


_COUNTED = ("played", "won", "drawn", "lost", "for", "against", "games_won", "games_lost", "points")


def _ordered(league, rows, played):
    """Return the rows in their order, each with its place and the rule that parted it."""
    keys = {row["team"]: [] for row in rows}
    for rule in league["settings"]["order"]:
        level = {}
        for team, key in keys.items():
            level.setdefault(tuple(key), []).append(team)
        figures = {}
        for row in rows:
            team = row["team"]
            if rule == "head-to-head":
                figures[team] = sum(
                    given[0]
                    for match in played
                    if {match["home"], match["away"]} <= {*level[tuple(keys[team])]}
                    for at, given in zip(
                        (match["home"], match["away"]), _given(league, match), strict=True
                    )
                    if at == team
                )
            else:
                figures[team] = {
                    "points": row["points"],
                    "wins": row["won"],
                    "games": row["games_won"],
                    "difference": row["for"] - row["against"],
                    "for": row["for"],
                }[rule]
        for team, figure in figures.items():
            keys[team].append(figure)

    def compare(one, other):
        mine, theirs = keys[one["team"]], keys[other["team"]]
        if mine != theirs:
            return -1 if mine > theirs else 1
        return -1 if one["team"] < other["team"] else 1

    found = []
    for at, row in enumerate(sorted(rows, key=cmp_to_key(compare)), start=1):
        above = found[-1] if found else None
        parted = above and next(
            (
                rule
                for rule, mine, theirs in zip(
                    league["settings"]["order"],
                    keys[row["team"]],
                    keys[above["team"]],
                    strict=True,
                )
                if mine != theirs
            ),
            None,
        )
        place = above["place"] if above and parted is None else at
        found.append(row | {"place": place, "by": None if parted == "points" else parted})
    return found


def _of_pairs(match):
    found = {}
    for entry in match.get("pairs", ()):
        for at, side in enumerate(("home", "away")):
            pair = tuple(sorted(entry[side]))
            found[pair] = found.get(pair, 0) + sum(game[at] for game in entry["games"])
    return found


def _pairs(played):
    each = {}
    for match in played:
        for pair, points in _of_pairs(match).items():
            each.setdefault(pair, []).append(points)
    rows = []
    for pair, points in each.items():
        average = (Decimal(sum(points)) / len(points)).quantize(Decimal("0.01"), ROUND_HALF_UP)
        rows.append((-average, -sum(points), list(pair), len(points)))
    return [
        {"players": pair, "matches": matches, "points": -points, "average": str(-average)}
        for average, points, pair, matches in sorted(rows)
    ]


def _week(played):
    if not played:
        return None
    last = max(match["date"] for match in played)
    tonight = [match for match in played if match["date"] == last]
    made = [(points, list(pair)) for match in tonight for pair, points in _of_pairs(match).items()]

    def honour(best):
        points = best(points for points, _ in made)
        return {"points": points, "pairs": sorted(pair for had, pair in made if had == points)}

    return {
        "date": last,
        "high": honour(max) if made else None,
        "low": honour(min) if made else None,
        "skunks": [
            {
                "by": sorted(entry["home" if home else "away"]),
                "of": sorted(entry["away" if home else "home"]),
            }
            for match in tonight
            for entry in match.get("pairs", ())
            for home, away in entry["games"]
            if (home == 0) != (away == 0)
        ],
    }
