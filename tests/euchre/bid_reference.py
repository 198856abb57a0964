"""A second scorer: the sets in which the trump is bid for, hands without irregularities.

Written from docs/rules.md and docs/sheet-format.md alone, to be compared with `scoring/euchre/`, of
which it uses nothing. It takes a euchre-sheet/1 document, with house rules, but without rubbers.
"""

PLAIN = {
    "laps": False,
    "love_double": False,
    "skunk": None,
    "win_by": 1,
    "stakes": "game",
    "made_bonus": 0,
    "lone_bids": [],
    "bid_alone_value": 12,
    "lone_bonus": 0,
    "win_on_bid": False,
}
BY_THE_BID = {
    "dealt": 5,
    "target": 15,
    "made_scores": "bid",
    "others_score_tricks": False,
    "set_loses": None,
    "set_gives": "bid",
}
BY_THE_TRICKS = {
    "made_scores": "tricks",
    "others_score_tricks": True,
    "set_loses": "bid",
    "set_gives": "tricks",
}
SETS = {
    "auction": BY_THE_BID,
    "auction-six": BY_THE_BID,
    "bid": BY_THE_TRICKS | {"dealt": 6, "target": 32, "bid_alone_value": 12},
    "bid-double": BY_THE_TRICKS | {"dealt": 12, "target": 36, "bid_alone_value": 24},
    "bid-three": BY_THE_TRICKS
    | {"dealt": 8, "target": 50, "others_score_tricks": False, "set_gives": None},
}


def reckoned(sheet: dict) -> dict:
    """Return the points of each side on every hand, the games as (winner, score, values, lap), the
    score now, and what the first player of each side wins or loses."""
    rules, names = rules_of(sheet), sheet["players"]
    sides = 3 if len(names) == 3 else 2
    score, games, hands, net = [0] * sides, [], [], [0] * sides
    dealer = names.index(sheet.get("dealer", names[0]))
    for hand in sheet["hands"]:
        dealer = names.index(hand["dealer"]) if "dealer" in hand else dealer
        won = [0] * sides
        winner = None
        if "bid" in hand:
            bidder = names.index(hand["maker"]) % sides
            made, own, others = of_a_bid(hand, rules)
            won = [own if side == bidder else others for side in range(sides)]
            score = [before + more for before, more in zip(score, won, strict=True)]
            winner = who_wins(score, bidder, made, dealer, len(names), rules)
        hands.append(won)
        while winner is not None:
            values = [
                0 if side == winner else worth(score, side, winner, rules) for side in range(sides)
            ]
            lap = score[winner] - rules["target"] if rules["laps"] else 0
            games.append((winner, tuple(score), tuple(values), lap))
            net = [one - value for one, value in zip(net, values, strict=True)]
            net[winner] += sum(values)
            score = [lap if side == winner else 0 for side in range(sides)]
            winner = winner if has_won(score, winner, rules) else None
        if hand.get("void") not in ("new-deal", "imperfect-pack"):
            dealer = (dealer + 1) % len(names)
    if rules["target"] is None:
        net = [sides * own - sum(score) for own in score]
    return {"hands": hands, "games": games, "score": score, "net": net}


def of_a_bid(hand: dict, rules: dict) -> tuple[bool, int, int]:
    """Return whether the bid was made, what the bidder's side scores, and what each other does."""
    bid, tricks = hand["bid"], hand["tricks"]
    numbered = isinstance(bid, int)
    alone = rules["lone_bonus"] if numbered and "alone" in hand else 0
    left = rules["dealt"] - tricks
    value = bid + alone if numbered else lone_bids(rules)[bid]
    if tricks >= (bid if numbered else rules["dealt"]):
        by_tricks = numbered and rules["made_scores"] == "tricks"
        own = tricks + alone if by_tricks else value
        bonus = rules["made_bonus"] if numbered else 0
        return True, own + bonus, left if rules["others_score_tricks"] else 0
    loses = rules["set_loses"]
    if loses is None:
        cost = 0
    elif loses == "bid" or not numbered:
        cost = value
    else:
        cost = loses + alone
    if hand.get("forced"):
        cost = -(-cost // 2)
    return False, -cost, {"bid": value, "tricks": left, None: 0}[rules["set_gives"]]


def lone_bids(rules: dict) -> dict:
    """Return the value of each bid for all the tricks, by its key."""
    named = {one["key"]: one["value"] for one in rules["lone_bids"]}
    return {"alone": rules["bid_alone_value"]} | named


def who_wins(score, bidder, made, dealer, seats, rules):
    """Return the side that wins the game on a hand. It is the bidder's where it can be, then the
    one nearest the dealer's left; where only a bid wins, the side that made it or set it."""
    left = [(dealer + 1 + away) % seats % len(score) for away in range(seats)]
    may = [bidder, *(side for side in left if side != bidder)]
    if rules["win_on_bid"]:
        may = [side for side in may if (side == bidder) == made]
    return next((side for side in may if has_won(score, side, rules)), None)


def has_won(score, side, rules):
    if rules["target"] is None or score[side] < rules["target"]:
        return False
    others = [points for one, points in enumerate(score) if one != side]
    return rules["win_by"] == 1 or score[side] - max(others) >= rules["win_by"]


def worth(score, loser, winner, rules):
    below = rules["skunk"] if rules["skunk"] is not None else 1 if rules["love_double"] else None
    twice = 2 if below is not None and score[loser] < below else 1
    if rules["stakes"] == "game":
        return twice
    to = rules["target"] if rules["win_by"] == 1 else score[winner]
    return twice * max(0, to - score[loser])


def rules_of(sheet: dict) -> dict:
    told = sheet["rules"] if isinstance(sheet["rules"], dict) else {"base": sheet["rules"]}
    dealt = {"dealt": told["tricks_dealt"]} if "tricks_dealt" in told else {}
    return PLAIN | SETS[told["base"]] | told | dealt | sheet.get("options", {})
