"""A second scorer: fixed partners, hands without irregularities.

Written from docs/rules.md alone, to be compared with `scoring/euchre/`, of which it uses nothing.
It takes a euchre-sheet/1 document; sides are 0 and 1.
"""

PLAIN = {
    "target": 5,
    "laps": False,
    "love_double": False,
    "rubber": None,
    "stakes": "game",
    "lone_euchre": 2,
}
SETS = {
    "club-laws": {"laps": True, "love_double": True, "rubber": "three", "lone_euchre": 4},
    "keller": {},
    "hoyle-four": {},
    "britannica-four": {},
    "american": {"target": 10},
    "railroad": {"target": 10, "laps": True, "love_double": True},
    "british": {"target": 21},
}


def hand_score(hand: dict, players: list[str], lone_euchre: int) -> tuple[int, int]:
    """Return which side scores a hand, and how much."""
    side = players.index(hand["maker"]) % 2
    lone = bool({"alone", "special"} & set(hand))
    if hand.get("special") == "jamboree":
        return side, 16
    if hand["tricks"] < 3:
        return 1 - side, 4 if "defender_alone" in hand else lone_euchre if lone else 2
    if hand["tricks"] < 5:
        return side, 1
    return side, 8 if hand.get("special") == "jambone" else 4 if lone else 2


def reckoned(sheet: dict) -> dict:
    """Return the games as (winner, score, worth, lap), the rubbers, the score, and what side 0
    wins."""
    rules = rules_of(sheet)
    score, games, rubbers, net, so_far = [0, 0], [], [], [0, 0], []
    for hand in sheet["hands"]:
        if "void" in hand:
            continue
        side, points = hand_score(hand, sheet["players"], rules["lone_euchre"])
        score[side] += points
        while rules["target"] is not None and score[side] >= rules["target"]:
            lap = score[side] - rules["target"] if rules["laps"] else 0
            so_far.append((side, worth(score[1 - side], rules)))
            over = rubber_is_over([winner for winner, _ in so_far], lap, rules["rubber"])
            games.append((side, tuple(score), so_far[-1][1], 0 if over else lap))
            score = [0, 0]
            score[side] = games[-1][3]
            if rules["rubber"] is None:
                net[side] += so_far[-1][1]
            elif over:
                rubbers.append(rubber_points(so_far, bonus=2))
                so_far = []
    if rules["rubber"] and so_far:
        rubbers.append(rubber_points(so_far, bonus=0))
    net = [net[side] + sum(rubber[side] for rubber in rubbers) for side in (0, 1)]
    if rules["target"] is None:
        net = score
    return {"games": games, "rubbers": rubbers, "score": score, "net": net[0] - net[1]}


def rules_of(sheet: dict) -> dict:
    """Return the numbers of a set or of house rules, with the table's choices."""
    told = sheet["rules"] if isinstance(sheet["rules"], dict) else {"base": sheet["rules"]}
    return PLAIN | SETS[told["base"]] | told | sheet.get("options", {})


def worth(loser: int, rules: dict) -> int:
    """Return the value of a game to its winner."""
    love = 2 if rules["love_double"] and loser == 0 else 1
    return love * (
        rules["target"] - loser if rules["stakes"] == "deficit" and not rules["rubber"] else 1
    )


def rubber_is_over(winners: list[int], lap: int, kind: str | None) -> bool:
    if kind == "best-of-three":
        return max(winners.count(0), winners.count(1)) == 2
    return kind == "three" and (len(winners) == 4 or (len(winners) == 3 and lap == 0))


def rubber_points(games: list[tuple[int, int]], bonus: int) -> tuple[int, int]:
    """Return each side's points of a rubber; more games bring the bonus."""
    won = [[worth for winner, worth in games if winner == side] for side in (0, 1)]
    more = [bonus if len(won[side]) > len(won[1 - side]) else 0 for side in (0, 1)]
    return sum(won[0]) + more[0], sum(won[1]) + more[1]
