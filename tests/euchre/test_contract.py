"""The engine agrees with the second scorer, which was written from the contract alone."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random

from scoring.euchre import score_out
from scoring.euchre.sheet import BadSheet, loads
from tests import proof
from tests.euchre.cast import CAST
from tests.euchre.contract import (
    DECIMALS,
    REDEALS,
    SETS,
    SUITS,
    VOIDS,
    WAYS,
    Refused,
    dealt_by,
    fewest_transfers,
    reckon,
    rules_of,
)

ROOT = Path(__file__).parents[2]
CHOICES = {
    "target": (3, 5, 7, 10),
    "rubber": (None, "three", "best-of-three"),
    "stakes": ("game", "deficit"),
    "lone_euchre": (2, 4),
    "lowest_bid": {"bid": (1, 3), "bid-double": (3, 6), "bid-three": (3, 4)},
    "win_on_bid": (True, True, False),
}
OF_GAMES = {"target", "laps", "love_double", "rubber", "stakes"}
"""The options that a table has not where points alone are counted."""
POINTS = (0, 1, 2, 3, 7)
LONE_BIDS = [
    {"key": "shoot", "name": "Shoot", "value": 12, "cards": 1},
    {"key": "call-two", "name": "Call two", "value": 18, "cards": 2},
]
HOUSE = {
    "called": {"turned_joker": ("any", "spades"), "march": (1, 4, {4: 1, 5: 2, 6: 3, 7: 4})}
    | {"lone_euchre": (None, *POINTS), "set_back": (0, 1, 4)}
    | dict.fromkeys(("point", "euchre", "lone_point", "lone_march"), POINTS),
    "fixed": {
        "revoke_lone": POINTS,
        "revoke_by_lone": (None, *POINTS),
        "lone_euchre": (None, *POINTS),
        "set_back": (0, 1, 4),
        "revoke_from": (True, False),
        "defends_alone": ("lone", "any", "any"),
        "no_lone_from": (None, 1, 3, 8),
        "lone_defence_any": (None, *POINTS),
    }
    | dict.fromkeys(("point", "march", "euchre", "lone_point", "lone_march", "revoke"), POINTS),
    "none": {"revoke_from": (True, False)}
    | dict.fromkeys(("point", "march", "euchre", "revoke"), POINTS),
    "bidding": {
        "tricks_dealt": (5, 6, 8, 12),
        "lowest_bid": (1, 2, 3, 5),
        "no_trump": (True, False),
        "made_scores": ("bid", "tricks"),
        "made_bonus": (0, 1, 5),
        "others_score_tricks": (True, False),
        "set_loses": ("bid", None, 0, 4, 6),
        "set_gives": ("bid", "tricks", None),
        "win_on_bid": (True, False),
        "lone_bids": tuple(LONE_BIDS[:number] for number in (0, 1, 2, 2)),
        "alone_at": (True, True, False),
        "lone_bonus": (0, 3, 6),
        "forced_half": (True, True, False),
    },
}
"""Provisions of house rules by kind of partnership, each with a few of its values."""
STAKES = {"GBP": ("0.25", "1"), "EUR": ("0.05",), "JPY": ("100",), "KWD": ("0.125", "0.5")}


# -- sheets by chance


def a_sheet(random, key):
    """Return a sheet, some of whose hands are to be refused."""
    told = house_rules(random, key) if random.random() < 0.4 else key
    options = {}
    for name in sorted(SETS[key]["options"]):
        values = CHOICES.get(name, (True, False))
        values = values[key] if isinstance(values, dict) else values
        if random.random() < 0.5:
            options[name] = random.choice(values)
    if isinstance(told, dict):
        options = {name: value for name, value in options.items() if may_choose(told, name)}
    names = CAST[: random.choice(SETS[key]["players"])]
    sheet = {"format": "euchre-sheet/1", "rules": told, "options": options, "players": list(names)}
    if random.random() < 0.5:
        sheet["dealer"] = random.choice(names)
    if random.random() < 0.5:
        currency = random.choice(sorted(DECIMALS))
        sheet["stake"] = {"currency": currency, "point": random.choice(STAKES[currency])}
    sheet["hands"] = some_hands(random, sheet, random.choice((3, 12, 30)))
    return sheet


def house_rules(random, key):
    """Return house rules on a set, without what would mean nothing in them."""
    rules = SETS[key]
    provisions = dict(HOUSE["bidding" if rules["bidding"] else rules["partners"]])
    provisions["win_by"] = (1, 2, 2)
    if rules["partners"] != "called":
        provisions["skunk"] = (None, 1, 3, 5)
    provisions["target"] = (1, 4, 9, 40) if rules["set_back"] is True else (None, 1, 4, 9, 40)
    if rules["set_back"] is True:
        del provisions["revoke_from"]
    if "joker" in rules["options"]:
        provisions["turned_joker"] = ("any", "spades")
        if rules["partners"] == "fixed":
            provisions["benny_obliges"] = (True,)
    if not rules["bidding"]:
        provisions |= {"no_trump": (True, True, False), "made_from": (None, 2, 4)}
        if max(rules["players"]) <= 4:
            provisions["tricks_dealt"] = (5, 7, 7)
    if rules["partners"] == "fixed" and not rules["bidding"]:
        provisions["assist_alone"] = (True,)
    if rules["bidding"] and rules["partners"] == "none":
        provisions["set_gives"] = ("bid", "bid", None)
        for name in ("others_score_tricks", "lone_bids", "alone_at", "lone_bonus", "win_on_bid"):
            del provisions[name]
    if rules["players"] == (3,) and not rules["bidding"]:
        provisions |= {"lone_march": (None, 3, 5), "lone_euchre": (None, 3)}
    if rules["bidding"] and rules["bid_alone"]:
        provisions["bid_alone"] = (True, False)
        provisions["bid_alone_value"] = (6, 20)
    changed = random.sample(sorted(provisions), random.randint(1, 4))
    house = {name: random.choice(provisions[name]) for name in changed}
    if house.get("target", 1) is None:
        of_games = ("win_by", "skunk", "no_lone_from")
        house = {name: house[name] for name in house if name not in of_games}
    house |= {"alone_at": True} if "lone_bonus" in house else {}
    if house.get("alone") == "nobody":
        house.pop("assist_alone", None)
    if house.get("bid_alone") is False:
        house.pop("bid_alone_value", None)
    elif house.get("lone_bids") and rules["bid_alone"]:
        house["bid_alone_value"] = 20
    if house.get("set_loses", rules.get("set_loses")) is None:
        house.pop("forced_half", None)
    if rules["bidding"] and house.get("lowest_bid", rules["lowest_bid"]) > house.get(
        "tricks_dealt", rules["tricks_dealt"]
    ):
        del house["lowest_bid"]
    return {"base": key, "name": "Ours"} | house


def may_choose(house, option):
    """Whether a table that plays by house rules may still choose this."""
    rules = rules_of({"rules": house})
    if option in OF_GAMES and rules["target"] is None:
        return rules["partners"] == "called"
    return option != "lowest_bid" or rules["tricks_dealt"] >= 6


def some_hands(random, sheet, number):
    rules, names = rules_of(sheet), sheet["players"]
    dealer = names.index(sheet.get("dealer", names[0]))
    hands = []
    for _ in range(number):
        hands.append(a_hand(random, rules, names, dealer))
        try:
            *_, dealer = dealt_by(dealer, hands[-1], rules, names)
        except Refused:
            pass
    return hands


def chance(random, likely):
    return random.random() < likely


def a_hand(random, rules, names, dealer):
    """Return a hand that may be refused, but rarely, so that most sheets are scored."""
    seldom = partial(chance, random)
    hand = {}
    if seldom(0.1):
        hand["dealer"] = random.choice(names)
        dealer = names.index(hand["dealer"])
    if seldom(0.1):
        void = {"void": random.choice(sorted(VOIDS))}
        if seldom(0.5 if void["void"] == "new-deal" else 0.01):
            void["redeal"] = random.choice(REDEALS if seldom(0.98) else ("none",))
        return hand | void
    if seldom(0.05):
        return hand | {"penalty": [a_penalty(random, names)]}
    maker = random.choice(names)
    hand |= {"maker": maker, "tricks": random.randint(0, rules["tricks_dealt"] + seldom(0.004))}
    if rules["bidding"]:
        hand["bid"] = random.randint(rules["lowest_bid"] - seldom(0.01), rules["tricks_dealt"])
        if seldom(0.2 if rules["bid_alone"] else 0.005):
            hand["bid"] = "alone"
        if seldom(0.3 if rules["lone_bids"] else 0.003):
            hand["bid"] = random.choice(LONE_BIDS)["key"]
        if seldom(0.3 if rules["alone_at"] else 0.003):
            hand["alone"] = maker
        if seldom(0.3 if rules["forced_half"] else 0.003):
            hand["forced"] = True
        trumps = (*SUITS, "high", "low") if rules["no_trump"] or seldom(0.05) else SUITS
        hand |= {"trump": random.choice(trumps)} if seldom(0.3) else {}
    else:
        hand |= who_plays(random, rules, names, maker)
        hand |= how_it_was_made(random, rules, hand, (names.index(maker) - dealer) % len(names))
    if hand.get("special") == "jamboree" and seldom(0.9):
        hand["tricks"] = rules["tricks_dealt"]
    hand |= what_went_wrong(random, rules, names, hand)
    hand |= what_is_known(random, rules, names[dealer], hand)
    kinds = {one["kind"] for one in hand.get("irregularities", ())}
    if seldom(0.5 if kinds & {"revoke", "abandoned"} or "special" in hand else 0.003):
        del hand["tricks"]
    return hand


def who_plays(random, rules, names, maker):
    seldom, at = partial(chance, random), names.index(maker)
    if rules["partners"] == "called":
        if seldom(0.1):
            return {"alone": maker}
        return {"partner": random.choice([None, *(name for name in names if name != maker)])}
    if rules["partners"] == "none" or seldom(0.6):
        of_three = len(names) == 3 and (rules["lone_march"], rules["lone_euchre"]) != (None, None)
        likely = 0.4 if of_three else 0.003
        found = {"alone": maker} if rules["partners"] == "none" and seldom(likely) else {}
        if rules["partners"] == "fixed" and rules["defends_alone"] == "any" and seldom(0.3):
            found["defender_alone"] = names[(at + random.choice((1, 3))) % len(names)]
        return found
    may = 0.3 if rules["alone"] != "maker" else 0.02
    partner = names[(at + random.choice(range(2, len(names), 2))) % len(names)]
    found = {"alone": partner if seldom(may) else maker}
    if rules["jambone"] and seldom(0.4):
        found["special"] = random.choice(("jambone", "jamboree"))
        if seldom(0.5):
            del found["alone"]
    if seldom(0.3 if rules["defend_alone"] else 0.005):
        against = at + random.choice((1, 3))
        found["defender_alone"] = names[against % len(names)]
    return found


def what_is_known(random, rules, dealer, hand):
    """Return facts that are only told, mostly where they can have been."""
    seldom, found = partial(chance, random), {}
    joker = hand.get("turned") == "joker"
    if seldom(0.5 if joker else 0.003):
        found["picked_up"] = seldom(0.9)
    if rules["benny_obliges"] and joker and seldom(0.95):
        found |= {"maker": dealer}
    lone = "alone" in hand or hand.get("bid") == "alone"
    if seldom(0.3 if lone and rules["partners"] == "fixed" else 0.003):
        found["best_card"] = seldom(0.9)
    return found


def how_it_was_made(random, rules, hand, from_dealer):
    """Return the card turned, how it became trump, and what was called: nearly always as it can
    have been."""
    seldom, found = partial(chance, random), {}
    if seldom(0.5):
        found["turned"] = random.choice(SUITS)
        if seldom(0.3 if rules["joker"] else 0.005):
            found["turned"] = "joker"
    if seldom(0.6):
        opposite = rules["partners"] == "fixed" and from_dealer % 2 == 0
        up = "took" if from_dealer == 0 else "assisted" if opposite else "ordered"
        found["made"] = random.choice(WAYS) if seldom(0.02) else random.choice((up, "named"))
    if seldom(0.4):
        found["trump"] = a_trump(random, rules, found)
    if seldom(0.3 if rules["partners"] == "called" else 0.002):
        found["call"] = random.choice([suit for suit in SUITS if suit != found.get("trump")])
    return found


def a_trump(random, rules, found):
    if chance(random, 0.3 if rules["no_trump"] else 0.003):
        return random.choice(("high", "low"))
    up = found.get("turned")
    if up == "joker" and rules["turned_joker"] == "spades":
        up = "S"
    if chance(random, 0.03) or "made" not in found or up not in SUITS:
        return random.choice(SUITS)
    return up if found["made"] != "named" else random.choice([suit for suit in SUITS if suit != up])


def what_went_wrong(random, rules, names, hand):
    """Return up to three irregularities, mostly by players who can have committed them."""
    wrong = []
    while chance(random, 0.2) and len(wrong) < 3:
        kind, by = random.choice(rules["kinds"]), random.choice(names)
        if kind == "intimation" and chance(random, 0.9):
            by = hand.get("partner") or by
        if kind in ("abandoned", "exposed") and "alone" in hand and chance(random, 0.9):
            by = names[(names.index(hand["alone"]) + (2 if kind == "exposed" else 1)) % len(names)]
        if chance(random, 0.2):
            wrong.append(a_penalty(random, names))
            continue
        wrong.append({"kind": kind, "by": by})
        if chance(random, 0.25):
            wrong[-1]["times"] = random.choice((1, 2, 3)) if chance(random, 0.97) else 0
    return {"irregularities": wrong} if wrong else {}


def a_penalty(random, names):
    found = {"kind": "penalty", "by": random.choice(names), "points": random.choice((1, 2, 2, 4))}
    found["to"] = random.choice(("other", "own"))
    if chance(random, 0.02):
        found["points"] = 0
    return found | random.choice(({}, {"why": "table talk"}))


# -- what the engine says of them


def document(sheet):
    """Return what `manage.py score --json` writes of a sheet."""
    try:
        return score_out.document(score_out.score(loads(json.dumps(sheet).encode())))
    except BadSheet as refusal:
        return score_out.refusal(refusal)


def unlike(sheet, found):
    """Return what a document says otherwise than the contract, as (where, expected, found), or
    None."""
    expected = reckon(sheet)
    if "error" in expected or "error" in found:
        no, fields = expected.get("error", (None, set()))
        told = found.get("error", {"hand": None, "field": None})
        agreed = told["hand"] == no and told["field"] in fields
        return None if agreed else ("error", expected.get("error"), told)
    nets = [one["points"] for one in expected["net"].values()]
    if len(found["transfers"]) != fewest_transfers(nets):
        return "transfers", fewest_transfers(nets), found["transfers"]
    for one, two in zip(expected["hands"], found["hands"], strict=True):
        told = {key: value for key, value in two.items() if key != "why"}
        if one != told:
            return "hand", one, told
    return next(
        (
            (key, value, found.get(key))
            for key, value in expected.items()
            if key != "hands" and value != found.get(key)
        ),
        None,
    )


def scorable(sheet):
    """Yield the sheet as far as each hand that cannot be, and at last the sheet without these."""
    sheet = sheet | {"hands": list(sheet["hands"])}
    while error := reckon(sheet).get("error"):
        yield sheet | {"hands": sheet["hands"][: error[0]]}
        del sheet["hands"][error[0] - 1]
    yield sheet


def test_the_engine_agrees_with_the_contract_on_random_sheets_of_every_set():
    wrong = {}
    for key in SETS:
        for seed in range(proof.size(20, thorough=400)):
            for sheet in scorable(a_sheet(Random(f"{key} {seed}"), key)):
                if (told := unlike(sheet, document(sheet))) and key not in wrong:
                    wrong[key] = (seed, sheet["rules"], sheet["options"], told)
    assert wrong == {}


def test_the_command_agrees_with_the_contract_on_a_stream_of_sheets():
    sheets = [a_sheet(Random(f"{key} stream {no}"), key) for key in SETS for no in (1, 2)]
    sheets = [told for sheet in sheets for told in list(scorable(sheet))[-2:]]
    done = subprocess.run(
        [sys.executable, "manage.py", "score", "--json", "--lines"],
        cwd=ROOT,
        input="".join(f"{json.dumps(sheet)}\n" for sheet in sheets),
        capture_output=True,
        text=True,
        check=False,
    )
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [
        (sheet["rules"], told)
        for sheet, document in zip(sheets, found, strict=True)
        if (told := unlike(sheet, document))
    ] == []
    assert done.returncode == 1


def test_most_possible_events_are_drawn():
    """Whatever the contract tells apart comes up somewhere, in a hand that is scored."""
    seen = set()
    for key in SETS:
        for seed in range(12):
            *_, sheet = scorable(a_sheet(Random(f"{key} {seed}"), key))
            seen |= set(SETS[key]["options"]) & set(sheet["options"])
            seen |= set(sheet["rules"]) if isinstance(sheet["rules"], dict) else set()
            seen |= {one["outcome"] for one in reckon(sheet)["hands"]}
            for hand in sheet["hands"]:
                seen |= {hand.get("made"), hand.get("special"), hand.get("turned"), *hand}
                seen |= {one["kind"] for one in hand.get("irregularities", ())}
    assert DRAWN - seen == set()


DRAWN = {
    *("point", "march", "lone-march", "jambone", "jamboree", "euchre", "revoke", "abandoned"),
    *(
        "made",
        "set",
        "alone-made",
        "alone-set",
        "both-revoked",
        "penalty",
        *VOIDS,
        *WAYS,
        "joker",
        "call",
    ),
    *("intimation", "exposed", "wrong-cards", "defender_alone", "dealer", "revoke_lone"),
    *(name for provisions in HOUSE.values() for name in provisions),
    *("target", "bid_alone", "bid_alone_value", "turned_joker", "win_by", "skunk"),
}
