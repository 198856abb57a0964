"""A second scorer: Buck Euchre, in which each player scores the tricks they took.

Written from docs/rules.md and docs/sheet-format.md alone, to be compared with `scoring/euchre/`, of
which it uses nothing. It takes a euchre-sheet/1 document, with house rules and with irregularities.
"""

PLAIN = {
    "trick": 1,
    "buck_set": 5,
    "euchre": 5,
    "revoke": 5,
    "made_from": None,
    "target": 25,
    "stakes": "game",
    "laps": False,
    "love_double": False,
    "skunk": None,
    "win_by": 1,
}


def reckoned(sheet: dict) -> dict:
    """Return the points of every hand by seat, the games as (winner, score, values, lap), the score
    now, and what each player wins or loses."""
    told = sheet["rules"] if isinstance(sheet["rules"], dict) else {}
    rules = PLAIN | told | sheet.get("options", {})
    names = sheet["players"]
    score, games, hands = [0] * len(names), [], []
    net = [0] * len(names)
    dealer = names.index(sheet.get("dealer", names[0]))
    for hand in sheet["hands"]:
        dealer = names.index(hand["dealer"]) if "dealer" in hand else dealer
        before = list(score)
        turn = [(dealer + left) % len(names) for left in range(1, len(names) + 1)]
        winner, counted = play(score, hand, names, rules, turn)
        hands.append([now - was for now, was in zip(counted, before, strict=True)])
        score = counted
        while winner is not None:
            values = tuple(
                0 if seat == winner else worth(score, seat, winner, rules)
                for seat in range(len(names))
            )
            lap = score[winner] - rules["target"] if rules["laps"] else 0
            games.append((winner, tuple(score), values, lap))
            net = [one - value for one, value in zip(net, values, strict=True)]
            net[winner] += sum(values)
            score = [0] * len(names)
            score[winner] = lap
            winner = winner if reached(score, rules) else None
        if not again(hand):
            dealer = (dealer + 1) % len(names)
    if rules["target"] is None:
        net = [len(names) * own - sum(score) for own in score]
    return {"hands": hands, "games": games, "score": score, "net": net}


def play(score, hand, names, rules, turn):
    """Return who wins the game on a hand, if anybody, and the score after it. Revokes count first,
    then the penalties one by one, each of which can end the game; then all the rest at once."""
    score = list(score)
    irregular = hand.get("irregularities", [])
    guilty = {
        kind: {names.index(one["by"]) for one in irregular if one["kind"] == kind}
        for kind in ("revoke", "wrong-cards")
    }
    for seat in guilty["revoke"]:
        score[seat] -= rules["revoke"]
    winner = None
    for one in [*hand.get("penalty", []), *(one for one in irregular if one["kind"] == "penalty")]:
        by = names.index(one["by"])
        points = one["points"] * one.get("times", 1)
        for seat in range(len(names)):
            others = one.get("to", "other") == "other"
            if others and seat != by and may_score(seat, winner, rules):
                score[seat] += points
            if not others and seat == by and winner is None:
                score[seat] -= points
        if winner is None:
            at_game = reached(score, rules)
            winner = next((seat for seat in turn if seat in at_game), None)
    for seat, points in enumerate(of_tricks(hand, names, rules, guilty)):
        if winner is None or (points > 0 and may_score(seat, winner, rules)):
            score[seat] += points
    if winner is None and "taken" in hand and (at_game := reached(score, rules)):
        most = max(score[seat] for seat in at_game)
        winner = next(seat for seat in turn if seat in at_game and score[seat] == most)
    return winner, score


def may_score(seat, winner, rules):
    return winner is None or (seat == winner and rules["laps"])


def of_tricks(hand, names, rules, guilty):
    """Return what the tricks bring each player, and what those lose who are set."""
    points = [0] * len(names)
    for name, took in hand.get("taken", {}).items():
        seat = names.index(name)
        is_maker = hand.get("maker") == name
        if seat in guilty["revoke"]:
            continue
        if is_maker and took < (rules["made_from"] or 3):
            points[seat] = -rules["euchre"]
        elif took == 0:
            points[seat] = 0 if is_maker else -rules["buck_set"]
        elif seat not in guilty["wrong-cards"]:
            points[seat] = took * rules["trick"]
    return points


def reached(score, rules):
    """Return the seats that have game, and are far enough ahead."""
    if rules["target"] is None:
        return []
    return [
        seat
        for seat, points in enumerate(score)
        if points >= rules["target"]
        and (
            rules["win_by"] == 1
            or points - max(score[:seat] + score[seat + 1 :]) >= rules["win_by"]
        )
    ]


def worth(score, loser, winner, rules):
    below = rules["skunk"] if rules["skunk"] is not None else 1 if rules["love_double"] else None
    twice = 2 if below is not None and score[loser] < below else 1
    if rules["stakes"] == "game":
        return twice
    to = rules["target"] if rules["win_by"] == 1 else score[winner]
    return twice * max(0, to - score[loser])


def again(hand):
    """Whether the same player deals once more."""
    return "penalty" in hand or hand.get("void") in ("new-deal", "imperfect-pack")
