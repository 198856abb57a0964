"""The engine agrees with the second scorer, which was written from the contract alone."""

import json
from random import Random

from scoring.rules import score_out
from scoring.rules.sheet import BadSheet, loads
from tests import proof
from tests.rules.cast import CAST
from tests.rules.contract import SETS, SUITS, VOIDS, fewest_transfers, reckon, rules_of

CHOICES = {
    "target": (3, 5, 7, 10),
    "rubber": (None, "three", "best-of-three"),
    "stakes": ("game", "deficit"),
    "lone_euchre": (2, 4),
    "lowest_bid": {"bid": (1, 3), "bid-double": (3, 6)},
}


def a_sheet(random, key):
    rules = SETS[key]
    options = {}
    for name in sorted(rules["options"]):
        values = CHOICES.get(name, (True, False))
        values = values[key] if isinstance(values, dict) else values
        if random.random() < 0.3:
            options[name] = random.choice(values)
    names = CAST[: random.choice(rules["players"])]
    sheet = {"format": "euchre-sheet/1", "rules": key, "options": options, "players": list(names)}
    if random.random() < 0.3:
        sheet["stake"] = {"currency": "GBP", "point": "0.25"}
    chosen = rules_of(sheet)
    hands = random.choice((3, 12, 30))
    sheet["hands"] = [a_hand(random, chosen, names) for _ in range(hands)]
    return sheet


def a_hand(random, rules, names):
    """Return a hand that may be refused: seldom, so that most sheets are scored."""

    def seldom(chance=0.05):
        return random.random() < chance

    if seldom(0.1):
        return {"void": random.choice(sorted(VOIDS))}
    maker = random.choice(names)
    hand = {"maker": maker, "tricks": random.randint(0, rules["tricks_dealt"] + seldom(0.004))}
    if rules["bidding"]:
        hand["bid"] = random.randint(rules["lowest_bid"] - seldom(0.01), rules["tricks_dealt"])
        if rules["bid_alone"] and seldom(0.2):
            hand["bid"] = "alone"
    elif rules["partners"] == "called":
        hand["partner"] = random.choice([None, *(name for name in names if name != maker)])
    elif rules["partners"] == "fixed" and seldom(0.25):
        hand["alone"] = maker
        if seldom(0.3):
            hand["alone"] = names[(names.index(maker) + 2) % 4]
        elif rules["jambone"] and seldom(0.3):
            hand["special"] = "jambone"
        if rules["defend_alone"] and seldom(0.2):
            hand["defender_alone"] = names[(names.index(maker) + 1) % 4]
    if not rules["bidding"] and seldom():
        hand["turned"] = random.choice((*SUITS, "joker") if seldom() else SUITS)
    if not rules["bidding"] and seldom(0.02):
        hand["made"] = random.choice(("ordered", "assisted", "took", "named"))
    if seldom():
        hand["trump"] = random.choice(SUITS)
    wrong = [
        {"kind": random.choice(rules["kinds"][:2]), "by": random.choice(names)}
        for _ in range(2)
        if seldom(0.06)
    ]
    return hand | ({"irregularities": wrong} if wrong else {})


def compared(sheet):
    """Return what the engine says otherwise, as (where, expected, found), or None."""
    expected = reckon(sheet)
    try:
        found = score_out.document(score_out.score(loads(json.dumps(sheet).encode())))
    except BadSheet as refusal:
        told = score_out.refusal(refusal)["error"]
        no, fields = expected.get("error", (None, set()))
        agreed = told["hand"] == no and told["field"] in fields
        return None if agreed else ("error", expected.get("error"), told)
    if "error" in expected:
        return "error", expected["error"], None
    transfers = found["transfers"]
    nets = [one["points"] for one in expected["net"].values()]
    if len(transfers) != fewest_transfers(nets):
        return "transfers", fewest_transfers(nets), transfers
    for hand in found["hands"]:
        del hand["why"]
    for one, two in zip(expected["hands"], found["hands"], strict=True):
        if one != two:
            return "hand", one, two
    rest = {key: found.get(key) for key in expected}
    return next(
        ((key, expected[key], rest[key]) for key in expected if expected[key] != rest[key]), None
    )


def scorable(sheet):
    """Return the sheet, short of the first hand that cannot be."""
    expected = reckon(sheet)
    if "error" in expected:
        return sheet | {"hands": sheet["hands"][: expected["error"][0] - 1]}
    return sheet


def test_the_engine_agrees_with_the_contract_on_random_sheets_of_every_set():
    unlike = {}
    for key in SETS:
        for seed in range(proof.size(12, thorough=400)):
            sheet = a_sheet(Random(f"{key} {seed}"), key)
            for told in (sheet, scorable(sheet)):
                if (wrong := compared(told)) and key not in unlike:
                    unlike[key] = (seed, told.get("options"), wrong)
    assert unlike == {}
