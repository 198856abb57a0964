"""The key to the score: for every rule set, what it says is what hands score."""

import re

import pytest

from scoring.euchre.books import SHELF, find, find_house
from scoring.euchre.hand import Hand, Irregularity
from scoring.euchre.points import score
from scoring.table.sheets.score_key import key_to_the_score

CLUB_LAWS = (
    "Made, 3 or 4 tricks: 1, Leeds & Dwight, law 2",
    "All 5 tricks (march): 2, Leeds & Dwight, law 2",
    "Euchre, fewer than 3 tricks: 2 to the opponents, Leeds & Dwight, law 2",
    "The maker, or their partner who has not passed, may play alone, Leeds & Dwight, law 93-94",
    "All 5 tricks (march), alone: 4, Leeds & Dwight, law 3",
    "Made, 3 or 4 tricks, alone: 1, Leeds & Dwight, law 3",
    "Lone hand euchred: 4 to the opponents, Leeds & Dwight, law 3",
    "Each renege (revoke): 3 to the opponents, 5 in a lone hand; equal numbers cancel, "
    "Leeds & Dwight, law 63",
    "Wrong number of cards: that side scores nothing and forfeits 2, 4 in a lone hand, "
    "Leeds & Dwight, law 90",
    "A defender gives up against a lone hand: 5, Leeds & Dwight, law 50",
    "All 5 alone, but the partner showed a card: 2, Leeds & Dwight, law 102",
    "Game: 5 points, Leeds & Dwight, law 2",
    "Lap: points over game carry to the winners’ next game, Leeds & Dwight, terms",
    "Love game, the losers have 0: counts double, Leeds & Dwight, law 7",
    "Rubber: three games, a fourth after a lap, Leeds & Dwight, law 1",
    "The rubber: 2 more to its winners, Leeds & Dwight, law 7",
)
SET_BACK = (
    "Made, 3 or 4 tricks: 1, Hoffmann’s Hoyle, p. 72",
    "All 5 tricks (march): 2, Hoffmann’s Hoyle, p. 72",
    "Euchre, fewer than 3 tricks: the maker loses 2, even below 0, Hoffmann’s Hoyle, p. 72",
    "Renege (revoke): that player loses 2, Bowerbook, ruling",
    "If a defender reneged, the maker keeps the points for tricks",
    "Both sides reneged: no points, same dealer, Bowerbook, ruling",
    "Wrong number of cards: that player cannot score on the hand, Bowerbook, ruling",
    "Game: 5 points, Hoffmann’s Hoyle, p. 70",
)


def test_the_key_of_the_club_laws_is_complete():
    assert key_to_the_score(find("club-laws"), seats=4) == CLUB_LAWS


def test_the_key_of_cut_throat_with_set_back_is_complete():
    assert key_to_the_score(find("hoyle-three-setback"), seats=3) == SET_BACK


def test_a_tables_options_are_in_its_key():
    plain = key_to_the_score(find("railroad"), seats=4)
    chosen = key_to_the_score(
        find(
            "railroad", target=5, laps=False, lone_euchre=4, stick_the_dealer=True, stakes="deficit"
        ),
        seats=4,
    )
    assert set(chosen) - set(plain) == {
        "Lone hand euchred: 4 to the opponents, Keller, ch. 2",
        "If all others pass, the dealer must name a suit",
        "Game: 5 points, Keller, ch. 6",
        "A lost game costs the points still needed, Bowerbook, ruling",
    }
    assert {line.partition(":")[0] for line in set(plain) - set(chosen)} == {
        "Game",
        "Lap",
        "Lone hand euchred",
    }


def test_the_key_cites_who_forbids_passing_out_unless_the_table_chose_it():
    stuck = {"stick_the_dealer": True}
    ours = find_house({"base": "american", "name": "Our rules", **stuck})
    line = "If all others pass, the dealer must name a suit"
    for rules, said in (
        (ours, f"{line}, Our rules, house rule"),
        (find("american", **stuck), line),
    ):
        assert said in key_to_the_score(rules, seats=4)


def test_the_key_of_house_rules_has_their_numbers_and_their_name():
    rules = find_house(
        {"base": "keller", "name": "Our rules", "march": 3, "alone": "nobody", "euchre": 4}
    )
    assert key_to_the_score(rules, seats=4)[:4] == (
        "Made, 3 or 4 tricks: 1, Keller, ch. 2",
        "All 5 tricks (march): 3, Our rules, house rule",
        "Euchre, fewer than 3 tricks: 4 to the opponents, Our rules, house rule",
        "Renege (revoke): 2 to the opponents, no other points, Bowerbook, ruling",
    )


BID = (
    "Bid 3 to 6 tricks, or alone, Bid Euchre sheets",
    "Trump: a suit, or none: high (aces best) or low (nines best), Bid Euchre sheets",
    "Bid made: the bidder’s side scores its tricks, the others their tricks, Bid Euchre sheets",
    "Bid set: the bidder’s side loses the bid, even below 0, the others score their "
    "tricks, Bid Euchre sheets",
    "Alone, all 6 tricks: made 12, set −12, Bowerbook, ruling",
    "Renege (revoke) by the bidder’s side: bid set; by an opponent: bid made, Bowerbook, ruling",
    "Both sides reneged: no points, same dealer, Bowerbook, ruling",
    "Wrong number of cards: that side cannot score on the hand, Bowerbook, ruling",
    "Game: 32 points, Bid Euchre sheets",
    "Both sides reach game on one hand: the bidder’s side wins, Bowerbook, ruling",
)


def test_the_key_of_bid_euchre_is_complete():
    assert key_to_the_score(find("bid"), seats=4) == BID


def test_the_key_of_a_clubs_bidding_rules_shows_its_changes():
    told = {"tricks_dealt": 8, "made_scores": "bid", "others_score_tricks": False}
    told |= {"set_loses": 3, "set_gives": None, "bid_alone": False, "win_on_bid": True}
    told |= {"made_bonus": 2}
    rules = find_house({"base": "bid", "name": "Ours", **told})
    own = ", Ours, house rule"
    assert [line for line in key_to_the_score(rules, seats=4) if own in line] == [
        f"Bid made: the bidder’s side scores the bid and 2 more{own}",
        f"Bid set: the bidder’s side loses 3, even below 0{own}",
        f"Renege (revoke) by the bidder’s side: bid set; by an opponent: bid made{own}",
        f"Won only by making a bid or setting the opponents’ bid{own}",
    ]
    assert key_to_the_score(rules, seats=4)[0].startswith("Bid 3 to 8 tricks, ")


def ours(**changed):
    """Return the lines of the key that house rules with these changes decide."""
    rules = find_house({"name": "Ours", **changed})
    lines = key_to_the_score(rules, seats=rules.players[0])
    own = ", Ours, house rule"
    return [line.removesuffix(own) for line in lines if line.endswith(own)]


def test_the_key_has_what_printed_sheets_change():
    assert ours(base="american", set_back=2, revoke_from=True) == [
        "Set back: when euchred, the maker’s side loses 2, even below 0",
        "Renege (revoke): that side loses 2, even below 0, no other points",
        "Renege (revoke) against a lone hand: 4 lost",
    ]
    assert ours(base="call-ace", set_back=1, lone_euchre=4) == [
        "Lone hand euchred: 4 to each opponent",
        "Set back: when euchred, maker and partner lose 1 each, even below 0",
    ]
    both = {"set_back": 2, "lone_euchre": 4}
    for changed, told in (
        ({}, "as if euchred"),
        ({"set_back": 2}, "2 to each opponent, not set back"),
        (both, "2 to each opponent, alone too, not set back"),
    ):
        rules = find_house({"name": "Ours", "base": "call-ace", "point": 2, **changed})
        line = f"Renege (revoke) by the maker’s side: {told}, Foster, law 38"
        assert line in key_to_the_score(rules, seats=5)
    assert ours(base="hoyle-three", revoke_from=True, win_by=2) == [
        "Renege (revoke): that player loses 2, even below 0, no other points",
        "Won by 2 points; until then play goes on",
    ]
    assert ours(base="keller", no_lone_from=4) == ["No lone hands for a side with 4 points or more"]
    assert ours(base="club-laws", skunk=3) == ["Skunk, the losers have fewer than 3: counts double"]


HOUSE = {
    "point": 3,
    "march": 7,
    "euchre": 5,
    "lone_point": 4,
    "lone_march": 9,
    "lone_euchre": 6,
    "revoke": 8,
}


def house(rules):
    """Return house rules with other numbers for all that mean something in these."""
    changes = {name: number for name, number in HOUSE.items() if name in rules.provisions}
    return find_house({"base": rules.key, "name": "Our rules", **changes})


WITH_A_CARD = [rules for rules in SHELF.values() if not rules.bidding]
EVERY_SET = [*WITH_A_CARD, *map(house, WITH_A_CARD)]


def examples(rules):
    """Yield how a line of the key begins, and a hand that it tells of."""
    if rules.each_scores:
        revoke = (Irregularity(kind="revoke", by=1),)
        yield "Each trick:", Hand(taken=(1, 1, 1, 2))
        yield "Maker set", Hand(maker=0, taken=(0, 5, None, None))
        yield "Set, stayed in", Hand(maker=0, taken=(5, 0, None, None))
        yield "Renege (revoke):", Hand(maker=0, taken=(5, 0, None, None), irregularities=revoke)
        return
    called = rules.partners == "called"
    partner, by = (1, ", with a partner") if called else (None, "")
    yield f"Made, 3 or 4 tricks{by}:", Hand(maker=0, partner=partner, tricks=3)
    yield f"All 5 tricks (march){by}:", Hand(maker=0, partner=partner, tricks=5)
    yield "Euchre", Hand(maker=0, partner=partner, tricks=2)
    if rules.partners != "none":
        yield "Made, 3 or 4 tricks, alone:", Hand(maker=0, alone=0, tricks=4)
        yield "All 5 tricks (march), alone:", Hand(maker=0, alone=0, tricks=5)
    if rules.partners == "fixed" or (called and rules.lone_euchre is not None):
        yield "Lone hand euchred:", Hand(maker=0, alone=0, tricks=1)
    if not called:
        revoke = (Irregularity(kind="revoke", by=0),)
        yield (
            ("Renege (revoke):", "Each renege (revoke):"),
            Hand(maker=0, tricks=0, irregularities=revoke),
        )


def said(beginning, key):
    """Return the first number after the colon of the one line that begins so."""
    (line,) = (line for line in key if line.startswith(beginning))
    return int(re.search(r"\d+", line.partition(":")[2])[0])


@pytest.mark.parametrize("rules", EVERY_SET, ids=lambda rules: f"{rules.name} {rules.key}")
def test_the_numbers_of_the_key_are_what_hands_score(rules):
    for seats in rules.players:
        key = key_to_the_score(rules, seats=seats)
        # The award for a single trick comes after those for more of them.
        awards = {
            line: score(hand, rules=rules, seats=seats).awards[-1 if line == "Each trick:" else 0]
            for line, hand in examples(rules)
        }
        assert {line: said(line, key) for line in awards} == {
            line: abs(award.points[0][1]) for line, award in awards.items()
        }
