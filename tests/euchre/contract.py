"""A second scorer of every set: from euchre-sheet/1 to the values of euchre-score/1.

Written from the rules' contract alone, before the engine was looked at: plain, slow, and of
`scoring/` it uses nothing. Players are seats here, sides lists of seats; a hand is an object.
"""

SUITS = ("C", "D", "H", "S")
CALLED, FIXED, NONE = "called", "fixed", "none"
COMMON = {
    "stick_the_dealer": False,
    "joker": False,
    "turned_joker": "any",
    "laps": False,
    "love_double": False,
    "rubber": None,
    "rubber_bonus": 2,
    "stakes": "game",
    "tricks_dealt": 5,
    "bidding": False,
    "set_back": False,
    "win_by": 1,
    "skunk": None,
    "made_from": None,
    "no_trump": False,
    "benny_obliges": False,
    "assist_alone": False,
}
PARTNERS = COMMON | {
    "players": (4,),
    "partners": FIXED,
    "target": 5,
    "point": 1,
    "march": 2,
    "euchre": 2,
    "lone_point": 1,
    "lone_march": 4,
    "lone_euchre": 2,
    "alone": "not passed",
    "revoke": 2,
    "revoke_lone": 4,
    "revoke_by_lone": None,
    "revoke_from": False,
    "counted": False,
    "defend_alone": False,
    "defends_alone": "lone",
    "lone_defence": 4,
    "lone_defence_any": None,
    "no_lone_from": None,
    "jambone": 0,
    "jamboree": 0,
    "kinds": ("revoke", "wrong-cards"),
    "options": {"target", "laps", "love_double", "rubber", "stakes"},
}
LATER = PARTNERS | {
    "target": 10,
    "alone": "maker",
    "options": PARTNERS["options"] | {"joker", "lone_euchre", "stick_the_dealer", "defend_alone"},
}
SINGLE = PARTNERS | {
    "players": (2,),
    "partners": NONE,
    "alone": "nobody",
    "options": PARTNERS["options"],
}
THREE = SINGLE | {
    "players": (3,),
    "lone_march": None,
    "lone_euchre": None,
    "options": {"target", "laps", "love_double", "stakes"},
}
AUCTION = COMMON | {
    "players": (4,),
    "partners": FIXED,
    "bidding": True,
    "target": 15,
    "lowest_bid": 1,
    "no_trump": False,
    "made_scores": "bid",
    "made_bonus": 0,
    "others_score_tricks": False,
    "set_loses": None,
    "set_gives": "bid",
    "bid_alone": False,
    "bid_alone_value": 0,
    "lone_bids": [],
    "alone_at": False,
    "lone_bonus": 0,
    "forced_half": False,
    "win_on_bid": False,
    "kinds": ("revoke", "wrong-cards"),
    "options": {
        *("target", "laps", "love_double", "rubber", "stakes", "win_on_bid", "stick_the_dealer"),
    },
}
BID = AUCTION | {
    "target": 32,
    "tricks_dealt": 6,
    "lowest_bid": 3,
    "no_trump": True,
    "made_scores": "tricks",
    "others_score_tricks": True,
    "set_loses": "bid",
    "set_gives": "tricks",
    "bid_alone": True,
    "bid_alone_value": 12,
    "options": {
        *("target", "stakes", "win_on_bid", "stick_the_dealer", "lowest_bid", "bid_alone"),
    },
}
SETS = {
    "call-ace": COMMON
    | {
        "players": (4, 5, 6, 7),
        "partners": CALLED,
        "target": None,
        "point": 1,
        "march": {4: 2, 5: 3, 6: 3, 7: 3},
        "lone_point": 1,
        "lone_march": {4: 4, 5: 5, 6: 6, 7: 7},
        "euchre": 2,
        "lone_euchre": None,
        "turned_joker": "spades",
        "kinds": ("revoke", "wrong-cards", "intimation"),
        "options": {"joker", "target"},
    },
    "club-laws": PARTNERS
    | {
        "laps": True,
        "love_double": True,
        "rubber": "three",
        "lone_euchre": 4,
        "counted": True,
        "revoke": 3,
        "revoke_lone": 5,
        "forfeit": 2,
        "forfeit_lone": 4,
        "abandoned": 5,
        "exposed_march": 2,
        "kinds": ("revoke", "wrong-cards", "abandoned", "exposed"),
    },
    "keller": PARTNERS,
    "hoyle-four": PARTNERS | {"alone": "either"},
    "britannica-four": PARTNERS | {"alone": "made"},
    "american": LATER,
    "railroad": LATER
    | {
        "laps": True,
        "love_double": True,
        "joker": True,
        "defend_alone": True,
        "jambone": 8,
        "jamboree": 16,
    },
    "british": LATER | {"target": 21, "joker": True},
    "six-handed": LATER | {"players": (6,), "lone_march": 5},
    "auction": AUCTION,
    "auction-six": AUCTION | {"players": (6,)},
    "bid": BID,
    "bid-double": BID | {"target": 36, "tricks_dealt": 12, "bid_alone_value": 24},
    "bid-three": BID
    | {
        "players": (3,),
        "partners": NONE,
        "target": 50,
        "tricks_dealt": 8,
        "lowest_bid": 4,
        "others_score_tricks": False,
        "set_gives": None,
        "bid_alone": False,
        "options": {"target", "stakes", "stick_the_dealer", "lowest_bid"},
    },
    "hoyle-two": SINGLE,
    "britannica-two": SINGLE,
    "hoyle-three": THREE,
    "hoyle-three-setback": THREE | {"set_back": True},
    "britannica-three": THREE | {"set_back": True},
}
VOIDS = {"passed-out": 1, "misdeal": 1, "new-deal": 0, "imperfect-pack": 0}
"""The void deals: how far the deal moves on."""
LOWEST = {"bid": (1, 3), "bid-double": (3, 6), "bid-three": (3, 4)}
WAYS = ("ordered", "assisted", "took", "named")
KEYS = {
    *("maker", "tricks", "bid", "partner", "alone", "defender_alone", "special", "call"),
    *("turned", "made", "trump", "void", "irregularities", "id", "at", "note", "dealer"),
    *("penalty", "forced", "picked_up", "best_card", "redeal"),
}
REDEALS = ("farmer", "ace-no-face", "no-trump-hand")


class Refused(Exception):
    """A hand that cannot be: the fields one of which is at fault."""

    def __init__(self, *fields):
        self.fields = set(fields)


def refuse_where(wrong, *fields):
    if wrong:
        raise Refused(*fields)


# -- the facts of a hand


def facts(hand, rules, names, dealer):
    """Return the hand with seats for names, or raise Refused."""
    refuse_where(set(hand) - KEYS, *(set(hand) - KEYS))
    seats = range(len(names))
    found = dict(hand)
    for key in ("maker", "partner", "alone", "defender_alone"):
        if found.get(key) is not None:
            refuse_where(found[key] not in names, key)
            found[key] = names.index(found[key])
    if found.get("dealer") is not None:
        dealer = names.index(found["dealer"])
    found["dealer"] = dealer
    if isinstance(found.get("bid"), str):
        found["bid"] = key_of(found["bid"])
    turned = found.get("turned")
    refuse_where(turned == "joker" and not rules["joker"], "turned")
    if "penalty" in found:
        extra = set(hand) - {"penalty", "dealer", "id", "at", "note"}
        refuse_where(extra, *extra)
        refuse_where(not found["penalty"], "penalty")
        return found | {"penalties": penalties(found["penalty"], names)}
    if "void" in found:
        known = {"void", "turned", "dealer", "id", "at", "note", "redeal"}
        refuse_where(set(hand) - known, "void", *(set(hand) - known))
        refuse_where(found["void"] not in VOIDS, "void")
        obliged = rules["benny_obliges"] and turned == "joker"
        stuck = found["void"] == "passed-out" and (rules["stick_the_dealer"] or obliged)
        again = found["void"] == "new-deal" and found.get("redeal") in REDEALS
        wrong = ["void"] * stuck + ["redeal"] * ("redeal" in found and not again)
        wrong += ["turned"] * (turned is not None and rules["bidding"])
        refuse_where(wrong, *wrong)
        return found
    refuse_where("redeal" in found, "redeal")
    refuse_where("maker" not in found, "maker")
    found["sides"] = sides_of_hand(found, rules, seats)
    wrong = set()
    for check in CHECKS:
        wrong |= fields_at_fault(check, found, rules, names)
    refuse_where(wrong, *wrong)
    gives = {"irregularities": irregularities(found, rules, names)}
    return found | gives | {"penalties": penalties_beside(found, rules, names)}


def penalties_beside(hand, rules, names):
    """Return the penalties among a hand's irregularities."""
    given = [one for one in hand.get("irregularities", ()) if one.get("kind") == "penalty"]
    return penalties(given, names)


def penalties(given, names):
    """Return (seat, points, to) of each: points for the others, or of one's own."""
    found = []
    for one in given:
        wrong = one.get("by") not in names or one.get("to", "other") not in ("other", "own")
        wrong |= type(one.get("points")) is not int or not 1 <= one.get("points", 0) <= 99
        refuse_where(wrong, "irregularities", "penalty")
        found.append((names.index(one["by"]), one["points"], one.get("to", "other")))
    return found


def fields_at_fault(check, *facts):
    """Return the fields that a check refuses: of a hand with several mistakes any may be named."""
    try:
        check(*facts)
    except Refused as refused:
        return refused.fields
    return set()


def what_is_known(hand, rules, names):
    """The facts that are only told: a joker that the dealer picked up, a partner's best card."""
    picked_up, joker = hand.get("picked_up", False), hand.get("turned") == "joker"
    if picked_up:
        refuse_where(rules["bidding"] or not rules["joker"], "picked_up")
        refuse_where("turned" in hand and not joker, "picked_up", "turned")
    obliged = rules["benny_obliges"] and (joker or picked_up)
    refuse_where(obliged and hand["maker"] != hand["dealer"], "maker")
    if hand.get("best_card", False):
        lone = hand.get("alone") is not None or "special" in hand or hand.get("bid") == "alone"
        refuse_where(rules["partners"] != FIXED or not lone, "best_card")


def how_many_tricks(hand, rules, names):
    tricks = hand.get("tricks")
    refuse_where(tricks is None and needs_tricks(hand, rules), "tricks")
    refuse_where(tricks is not None and not 0 <= tricks <= rules["tricks_dealt"], "tricks")
    # The best trumps, as many as are dealt: fewer cannot be won with them.
    fewer = tricks in range(rules["tricks_dealt"])
    refuse_where(hand.get("special") == "jamboree" and fewer, "tricks")


def sides_of_hand(hand, rules, seats):
    """Return the maker's side and the adversaries, as sets of seats."""
    maker = hand["maker"]
    if rules["partners"] == FIXED:
        ours = {seat for seat in seats if (seat - maker) % 2 == 0}
    elif rules["partners"] == CALLED and hand.get("partner") is not None:
        ours = {maker, hand["partner"]}
    else:
        ours = {maker}
    return ours, set(seats) - ours


def what_is_not_played(hand, rules, names):
    wrong = {
        "defender_alone": not (rules.get("defend_alone") or rules.get("defends_alone") == "any"),
        "call": rules["partners"] != CALLED,
        "bid": not rules["bidding"],
    }
    fields = {key for key in wrong if wrong[key] and key in hand}
    refuse_where(fields, *fields)


def who_plays(hand, rules, names):
    maker, alone, special = hand["maker"], hand.get("alone"), hand.get("special")
    if rules["partners"] == CALLED:
        refuse_where("special" in hand, "special")
        refuse_where("partner" not in hand and alone is None, "partner")
        refuse_where(hand.get("partner") == maker, "partner")
        refuse_where(alone not in (None, maker), "alone")
        refuse_where(alone is not None and hand.get("partner") is not None, "partner", "alone")
        refuse_where(alone is not None and hand.get("call") is not None, "call", "alone")
        hand["lone"] = maker if hand.get("partner") is None else None
        return
    refuse_where("partner" in hand, "partner")
    if rules["bidding"]:
        refuse_where("special" in hand, "special")
        refuse_where("bid" not in hand, "bid")
        bid = hand["bid"]
        refuse_where(alone not in (None, maker), "alone", "bid")
        if type(bid) is int:
            refuse_where(not rules["lowest_bid"] <= bid <= rules["tricks_dealt"], "bid", "alone")
            refuse_where(alone is not None and not rules["alone_at"], "alone")
            hand["lone"] = alone
        else:
            refuse_where(bid not in all_alone(rules), "bid")
            hand["lone"] = maker
        refuse_where(hand.get("forced") and not rules["forced_half"], "forced")
        return
    refuse_where("forced" in hand, "forced")
    refuse_where(special is not None and not rules[special], "special")
    if rules["partners"] == NONE:
        of_three = len(names) == 3 and (rules["lone_march"], rules["lone_euchre"]) != (None, None)
        refuse_where(alone is not None and not (of_three and alone == maker), "alone")
        hand["lone"] = alone
        return
    # Of two faults either may be named.
    shown = ("defender_alone",) if special == "jamboree" and "defender_alone" in hand else ()
    if alone is not None:
        refuse_where(not may_play_alone(hand, rules, len(names)), "alone", *shown)
        refuse_where(special is not None and alone != maker, "special", "alone", *shown)
    hand["lone"] = maker if special else alone
    if (lone_defender := hand.get("defender_alone")) is not None:
        against_partners = hand["lone"] is None and rules["defends_alone"] != "any"
        refuse_where(against_partners, "defender_alone")
        refuse_where(lone_defender not in hand["sides"][1], "defender_alone")
        refuse_where(special == "jamboree", "defender_alone", "special")


def key_of(said):
    """A key is the same in capitals, and with blanks for hyphens."""
    return "-".join(said.lower().split())


def all_alone(rules):
    """The bids to take every trick alone, by what each is worth. "alone" stays the highest."""
    found = {key_of(one["key"]): one["value"] for one in rules["lone_bids"]}
    return found | ({"alone": rules["bid_alone_value"]} if rules["bid_alone"] else {})


def may_play_alone(hand, rules, number):
    """Whether who played alone may, by the way the trump was made."""
    maker, alone = hand["maker"], hand["alone"]
    from_dealer = (maker - hand["dealer"]) % number
    if rules["alone"] == "nobody" or alone not in hand["sides"][0]:
        return False
    if rules["alone"] == "maker":
        return alone == maker
    if rules["alone"] == "either":
        return True
    if rules["alone"] == "not passed":
        # All before the maker, from the dealer's left, have passed; the dealer is the last.
        return alone == maker or 0 < from_dealer < ((alone - hand["dealer"]) % number or number)
    if from_dealer == 0:
        possible = ("took", "named")
    elif from_dealer % 2 == 0:
        possible = ("assisted", "named")
    else:
        possible = ("ordered", "named")
    allowed = {
        "ordered": hand["sides"][0],
        "assisted": {maker} if rules["assist_alone"] else {hand["dealer"]},
        "took": {maker},
        "named": {maker},
    }
    return any(alone in allowed[way] for way in ([hand["made"]] if "made" in hand else possible))


def who_could_make_it(hand, rules, names):
    made = hand.get("made")
    refuse_where(made is not None and (rules["bidding"] or made not in WAYS), "made")
    from_dealer = (hand["maker"] - hand["dealer"]) % len(names)
    fixed = rules["partners"] == FIXED
    refuse_where(made == "took" and from_dealer != 0, "made")
    refuse_where(made in ("ordered", "assisted") and from_dealer == 0, "made")
    dealers_side = fixed and from_dealer % 2 == 0
    refuse_where(made == "assisted" and not dealers_side, "made")
    refuse_where(made == "ordered" and dealers_side, "made")
    alone = hand.get("lone") == hand["maker"]
    refuse_where(made == "assisted" and rules["assist_alone"] and not alone, "alone", "made")


def which_suits(hand, rules, names):
    turned, made, trump, call = (hand.get(key) for key in ("turned", "made", "trump", "call"))
    refuse_where(turned is not None and rules["bidding"], "turned")
    no_trump = ("high", "low") if rules["no_trump"] else ()
    named = made in (None, "named")
    refuse_where(trump in ("high", "low") and not named, "trump", "made")
    refuse_where(trump is not None and trump not in (*SUITS, *no_trump), "trump")
    up = "S" if turned == "joker" and rules["turned_joker"] == "spades" else turned
    if up in SUITS and made is not None and trump is not None:
        refuse_where((made == "named") == (trump == up), "trump", "made", "turned")
    if made not in (None, "named") and up in SUITS:
        trump = up
    refuse_where(call is not None and call == trump, "call", "trump", "turned")


def irregularities(hand, rules, names):
    """Return (kind, seat, times) of each."""
    ours, theirs = hand["sides"]
    lone, found = hand.get("lone"), []
    away = ours - {lone} if lone is not None and rules["partners"] == FIXED else set()
    shows = away
    if hand.get("defender_alone") is not None:
        away = away | (theirs - {hand["defender_alone"]})
    for one in hand.get("irregularities", ()):
        kind, times = one.get("kind"), one.get("times", 1)
        if kind == "penalty":
            continue
        wrong = kind not in rules["kinds"] or one.get("by") not in names
        wrong |= type(times) is not int or times < 1
        refuse_where(wrong, "irregularities")
        by = names.index(one["by"])
        refuse_where(kind == "intimation" and by != hand.get("partner"), "irregularities")
        refuse_where(kind == "abandoned" and (lone is None or by in ours), "irregularities")
        refuse_where(kind == "exposed" and by not in shows, "irregularities")
        refuse_where(kind == "revoke" and by in away, "irregularities")
        jamboree = kind == "revoke" and hand.get("special") == "jamboree"
        refuse_where(jamboree, "irregularities")
        cards = kind == "wrong-cards" and by in away and not rules.get("counted")
        refuse_where(cards, "irregularities")
        found.append((kind, by, times))
    return found


CHECKS = (
    *(what_is_not_played, who_plays, who_could_make_it, which_suits),
    *(how_many_tricks, irregularities, penalties_beside, what_is_known),
)


def offenders(hand, kind):
    return {by for what, by, _ in hand["irregularities"] if what == kind}


def both_sides(hand, who):
    return bool(who & hand["sides"][0] and who & hand["sides"][1])


def needs_tricks(hand, rules):
    kinds = {one.get("kind") for one in hand.get("irregularities", ())}
    if rules["bidding"] or rules["set_back"] is True:
        return True
    if hand.get("special") == "jamboree" or "abandoned" in kinds:
        return False
    return bool(rules.get("counted")) or "revoke" not in kinds


# -- what a hand brings: its outcome, and (seats, points) in the order in which they are taken


def with_penalties(hand, brings, rules, seats):
    """Return what a hand brings, with the penalties after its revokes."""
    fixed = rules["partners"] == FIXED
    found = []
    for by, points, to in hand.get("penalties", ()):
        own = {seat for seat in seats if (seat - by) % 2 == 0} if fixed else {by}
        what = (set(seats) - own, points) if to == "other" else (own, -points)
        found.append((*what, "penalty"))
    revoked = brings and not rules["bidding"] and offenders(hand, "revoke")
    if rules.get("counted"):
        ours = sum(
            n
            for kind, by, n in hand.get("irregularities", ())
            if kind == "revoke" and by in hand["sides"][0]
        )
        theirs = sum(
            n
            for kind, by, n in hand.get("irregularities", ())
            if kind == "revoke" and by in hand["sides"][1]
        )
        revoked = ours != theirs
    first = int(bool(revoked))
    if revoked and rules["set_back"] is True:
        first = sum(points < 0 for _, points in brings)
    return [*brings[:first], *found, *brings[first:]]


def what_it_brings(hand, rules, seats):
    if "penalty" in hand:
        return "penalty", []
    if "void" in hand:
        return hand["void"], []
    if rules["bidding"]:
        return bidding(hand, rules)
    if rules["partners"] == CALLED:
        return call_ace(hand, rules, len(seats))
    if rules.get("counted"):
        return club_laws(hand, rules)
    return usual(hand, rules)


def call_ace(hand, rules, number):
    ours, theirs = hand["sides"]
    lone = hand["lone"] is not None
    revoked, wrong = offenders(hand, "revoke"), offenders(hand, "wrong-cards")
    march = by_number(rules["lone_march" if lone else "march"], number)
    if both_sides(hand, revoked):
        return "both-revoked", []
    if revoked:
        outcome = "revoke"
        who, points = (theirs, rules["euchre"]) if revoked & ours else (ours, march)
    elif hand["tricks"] < enough(rules):
        own = rules["lone_euchre"] if lone else None
        outcome, who, points = "euchre", theirs, rules["euchre"] if own is None else own
    elif hand["tricks"] < rules["tricks_dealt"]:
        outcome, who, points = "point", ours, rules["lone_point" if lone else "point"]
    else:
        outcome, who, points = ("lone-march" if lone else "march"), ours, march
    barred = offenders(hand, "intimation")
    for side in (ours, theirs):
        barred = barred | side if wrong & side else barred
    return outcome, [*lost_by_a_euchre(hand, outcome, rules), (who - barred, points)]


def lost_by_a_euchre(hand, outcome, rules):
    """What a euchred maker's side loses, beside what the others score: never barred, and first."""
    lost = 0 if rules["set_back"] is True else rules["set_back"]
    return [(hand["sides"][0], -lost)] if outcome == "euchre" and lost else []


def taken(rules, hand, guilty, brings):
    """What a revoke brings the others; or what it takes from its offenders, as one side or each."""
    who, points = brings
    if not rules["revoke_from"]:
        return brings
    offended = offenders(hand, "revoke") & guilty
    return (guilty if rules["partners"] == FIXED else offended), -points


def enough(rules):
    """How many tricks make it: more than half, or what the house says."""
    return rules["made_from"] or rules["tricks_dealt"] // 2 + 1


def by_number(value, number):
    if isinstance(value, dict):
        return {int(players): points for players, points in value.items()}[number]
    return value


def result(hand, rules):
    """Return the outcome, who scores, and how much, by the tricks alone."""
    ours, theirs = hand["sides"]
    lone, special = hand["lone"] is not None, hand.get("special")
    number = len(ours | theirs)
    if special == "jamboree":
        return "jamboree", ours, rules["jamboree"]
    if hand["tricks"] < enough(rules):
        points = rules["euchre"]
        if lone and rules["lone_euchre"] is not None:
            points = rules["lone_euchre"]
        if hand.get("defender_alone") is not None:
            of_partners = rules["lone_defence_any"]
            of_partners = points if of_partners is None else of_partners
            points = rules["lone_defence"] if lone else of_partners
        return "euchre", theirs, points
    if hand["tricks"] < rules["tricks_dealt"]:
        of_lone = lone and rules["partners"] == FIXED
        return "point", ours, rules["lone_point" if of_lone else "point"]
    if special == "jambone":
        return "jambone", ours, rules["jambone"]
    own = rules["lone_march"] if lone else None
    march = by_number(rules["march"] if own is None else own, number)
    return ("lone-march" if lone else "march"), ours, march


def usual(hand, rules):
    """Every set with a turned card but club-laws and call-ace."""
    ours, theirs = hand["sides"]
    revoked, wrong = offenders(hand, "revoke"), offenders(hand, "wrong-cards")
    if both_sides(hand, revoked):
        return "both-revoked", []
    if revoked and rules["set_back"] is True:
        brings = [({seat}, -rules["revoke"]) for seat in revoked]
        if not revoked & ours and hand["tricks"] >= enough(rules):
            brings.append((ours, result(hand, rules)[2]))
        return "revoke", brings
    if revoked & ours:
        of_lone = hand["lone"] is not None and rules["partners"] == FIXED
        own = rules["revoke_by_lone"] if of_lone else None
        brings = theirs, rules["revoke"] if own is None else own
        return "revoke", [taken(rules, hand, ours, brings)]
    if revoked:
        of_lone = hand["lone"] is not None and rules["partners"] == FIXED
        points = rules["revoke_lone" if of_lone else "revoke"]
        return "revoke", [taken(rules, hand, theirs, (ours, points))]
    outcome, who, points = result(hand, rules)
    if outcome == "euchre" and rules["set_back"] is True:
        return outcome, [(ours, -points)]
    lost = lost_by_a_euchre(hand, outcome, rules)
    return outcome, lost if wrong & who else [*lost, (who, points)]


def club_laws(hand, rules):
    ours, theirs = hand["sides"]
    lone = "_lone" if hand["lone"] is not None else ""
    brings = []
    times = [
        sum(number for kind, by, number in hand["irregularities"] if kind == "revoke" and by in who)
        for who in (ours, theirs)
    ]
    if times[0] != times[1]:
        gains = theirs if times[0] > times[1] else ours
        own = rules["revoke_by_lone"] if lone and gains == theirs else None
        each = rules["revoke" + lone] if own is None else own
        guilty = ours if gains == theirs else theirs
        won = gains, abs(times[0] - times[1]) * each
        brings.append(taken(rules, hand, guilty, won))
    wrong = offenders(hand, "wrong-cards")
    if wrong and not both_sides(hand, wrong):
        brings.append((theirs if wrong & ours else ours, rules["forfeit" + lone]))
    if offenders(hand, "abandoned"):
        outcome, who, points = "abandoned", ours, rules["abandoned"]
    else:
        outcome, who, points = result(hand, rules)
        if outcome == "lone-march" and offenders(hand, "exposed"):
            points = rules["exposed_march"]
    if not wrong & theirs or wrong & ours:  # Who forfeits the hand has euchred nobody.
        brings += lost_by_a_euchre(hand, outcome, rules)
    return outcome, brings if wrong & who else [*brings, (who, points)]


def bidding(hand, rules):
    ours, theirs = hand["sides"]
    revoked, wrong = offenders(hand, "revoke"), offenders(hand, "wrong-cards")
    if both_sides(hand, revoked):
        return "both-revoked", []
    lone, taken = type(hand["bid"]) is str, hand["tricks"]
    bid = rules["tricks_dealt"] if lone else hand["bid"]
    # A number played alone is worth so much more, made or lost.
    more = rules["lone_bonus"] if hand["lone"] is not None and not lone else 0
    made = taken >= bid
    others = rules["tricks_dealt"] - taken
    if revoked:
        wrong = set()
        made = not revoked & ours
        others = 0 if made else max(others, 1)
        taken = max(taken, bid)
    value = all_alone(rules)[hand["bid"]] if lone else bid + more
    if made:
        for_ours = value if lone or rules["made_scores"] == "bid" else taken + more
        # "Added to what a made bid scores": a lone bid counts its own number, made or lost.
        for_ours += 0 if lone else rules["made_bonus"]
        for_theirs = others if rules["others_score_tricks"] else 0
    else:
        loses = rules["set_loses"]
        # "A lone bid counts its 12 or 24, made or lost", whatever number another costs.
        lost = 0 if loses is None else value if lone or loses == "bid" else loses + more
        # Who was made to bid loses half, rounded up.
        for_ours = -(lost - lost // 2 if hand.get("forced") else lost)
        for_theirs = {"bid": value, "tricks": others, None: 0}[rules["set_gives"]]
    brings = []
    if for_ours < 0 or not wrong & ours:
        brings.append((ours, for_ours))
    if not wrong & theirs:
        brings.append((theirs, for_theirs))
    return ("alone-" if hand["lone"] is not None else "") + ("made" if made else "set"), brings


# -- a sitting


def rules_of(sheet):
    """Return the rules of the sheet with its house rules and options."""
    told = sheet["rules"]
    key = told if isinstance(told, str) else told["base"]
    changed = {} if isinstance(told, str) else told
    changed = {name: value for name, value in changed.items() if name not in ("base", "name")}
    return SETS[key] | {"key": key} | changed | sheet.get("options", {})


def reckon(sheet):
    """Return the values of the sheet's score, or {"error": (number of the hand, fields one of which
    is at fault)}."""
    rules, names = rules_of(sheet), sheet["players"]
    seats = range(len(names))
    dealer = names.index(sheet.get("dealer", names[0]))
    sitting = Sitting(rules, seats)
    hands = []
    for no, told in enumerate(sheet["hands"], 1):
        try:
            hand, outcome, brings, after = dealt_by(dealer, told, rules, names)
        except Refused as refused:
            return {"error": (no, refused.fields)}
        if sitting.is_too_far_to_play_alone(hand):
            return {"error": (no, {"alone", "special"} & set(told))}
        points = sitting.count(no, hand, outcome, brings)
        dealer = after
        hands.append(
            {
                "no": no,
                "dealer": names[hand["dealer"]],
                "next_dealer": names[dealer],
                "outcome": outcome,
                "points": {names[seat]: points[seat] for seat in seats if points[seat]},
            }
        )
    return {"hands": hands} | sitting.told(names, sheet.get("stake"))


def dealt_by(dealer, told, rules, names):
    """Return a hand with its outcome, what it brings, and who deals next; or raise Refused."""
    hand = facts(told, rules, names, dealer)
    outcome, brings = what_it_brings(hand, rules, range(len(names)))
    brings = with_penalties(hand, brings, rules, range(len(names)))
    moves = VOIDS.get(outcome, 0 if outcome in ("both-revoked", "penalty") else 1)
    last = hand["dealer"]
    # Law 45: of partners, the deal of the one who ought to have dealt is lost by a misdeal.
    if outcome == "misdeal" and rules["partners"] == FIXED and (last - dealer) % 2 == 0:
        last = dealer
    return hand, outcome, brings, (last + moves) % len(names)


class Sitting:
    """Games, rubbers and totals as they grow."""

    def __init__(self, rules, seats):
        self.rules, self.seats = rules, seats
        fixed = rules["partners"] == FIXED
        self.sides = [list(seats)[0::2], list(seats)[1::2]] if fixed else [[one] for one in seats]
        self.score = [0] * len(self.sides)
        self.totals = [0] * len(seats)
        self.games, self.rubbers, self.so_far = [], [], []
        self.first = 1

    def is_too_far_to_play_alone(self, hand):
        most, lone = self.rules.get("no_lone_from"), hand.get("lone")
        if most is None or lone is None or self.rules["target"] is None:
            return False
        return self.score[self.side_of({lone})] >= most

    def side_of(self, who):
        return next(no for no, side in enumerate(self.sides) if set(side) & who)

    def count(self, no, hand, outcome, brings):
        """Count a hand; return the points by seat that counted."""
        counted, won = [0] * len(self.seats), None
        bids, by_games = self.rules["bidding"], self.rules["target"] is not None
        one_by_one = by_games and self.rules["partners"] != CALLED
        for who, points, *penalty in brings:
            if won is not None:
                goes_on = self.rules["laps"] and points > 0
                who = who & set(self.sides[won]) if goes_on else set()
            for seat in who:
                counted[seat] += points
                self.totals[seat] += points
            for side in {self.side_of({seat}) for seat in who}:
                self.score[side] += points
            ends = bool(penalty) and not self.rules["win_on_bid"] if bids else True
            if one_by_one and who and won is None and ends:
                won = self.nearest(self.over(), hand)
        played = "maker" in hand and outcome != "both-revoked"
        if won is None and by_games and (played or brings):
            called = self.rules["partners"] == CALLED
            won = self.winner(hand, outcome) if played or called else None
        if won is not None:
            self.end_games(no, hand, won)
        return counted

    def over(self):
        """The sides that have won: enough points, and enough ahead of each other side."""
        return [
            side
            for side, score in enumerate(self.score)
            if score >= self.rules["target"] and self.far_enough(side)
        ]

    def far_enough(self, side):
        mine, by = self.score[side], self.rules["win_by"]
        return by == 1 or all(
            mine >= other + by for no, other in enumerate(self.score) if no != side
        )

    def nearest(self, sides, hand):
        """Return the side whose player sits nearest the dealer's left; None of none."""
        away = len(self.seats)
        turn = [(hand["dealer"] + 1 + by) % away for by in range(away)]
        return next((side for seat in turn for side in sides if seat in self.sides[side]), None)

    def end_games(self, no, hand, winner):
        while winner in self.over():
            self.games.append(self.game(no, winner))
            self.first = no
            lap = self.games[-1]["lap"]
            if self.rules["rubber"]:
                self.so_far.append(self.games[-1])
                if rubber_over(self.so_far, lap, self.rules["rubber"]):
                    self.games[-1]["lap"] = lap = 0
                    self.rubbers.append(self.rubber(finished=True))
                    self.so_far = []
            self.score = [0] * len(self.sides)
            self.score[winner] = lap
            if winner not in self.over():
                self.first = no + 1
                break

    def winner(self, hand, outcome):
        over = self.over()
        if not over:
            return None
        if self.rules["bidding"]:
            bidders = self.side_of({hand["maker"]})
            if self.rules["win_on_bid"]:
                earned = bidders if outcome.endswith("made") else 1 - bidders
                return earned if earned in over else None
            return bidders if bidders in over else self.nearest(over, hand)
        if self.rules["partners"] == CALLED:
            most = max(self.score)
            over = [side for side in over if self.score[side] == most]
        return self.nearest(over, hand)

    def game(self, no, winner):
        rules, score = self.rules, list(self.score)
        excess = score[winner] - rules["target"]
        values = [
            0 if side == winner or rules["partners"] == CALLED else self.worth(one, score[winner])
            for side, one in enumerate(score)
        ]
        return {
            "no": len(self.games) + 1,
            "winner": winner,
            "score": score,
            "values": values,
            "lap": excess if rules["laps"] else 0,
            "hands": [self.first, no],
        }

    def worth(self, score, winners):
        """Return the payment of a loser with this score, where the winner has `winners`."""
        rules = self.rules
        few = rules["love_double"] and score <= 0
        if rules["skunk"] is not None:
            few = score < rules["skunk"]
        twice = 2 if few else 1
        if rules["stakes"] == "deficit" and not rules["rubber"]:
            game = rules["target"] if rules["win_by"] == 1 else winners
            return twice * max(0, game - score)
        return twice

    def rubber(self, *, finished):
        points, won = [0, 0], [0, 0]
        for game in self.so_far:
            points[game["winner"]] += game["values"][1 - game["winner"]]
            won[game["winner"]] += 1
        winner = None
        if finished and won[0] != won[1]:
            winner = 0 if won[0] > won[1] else 1
            points[winner] += self.rules["rubber_bonus"]
        return {
            "no": len(self.rubbers) + 1,
            "games": [game["no"] for game in self.so_far],
            "points": points,
            "winner": winner,
            "finished": finished,
        }

    def told(self, names, stake):
        by_points = self.rules["target"] is None or self.rules["partners"] == CALLED
        rubbers = list(self.rubbers)
        if self.so_far:
            rubbers.append(self.rubber(finished=False))
        debts = self.debts_of_points() if by_points else self.debts_of_games(rubbers)
        net = [0] * len(names)
        for payer, payee, points in debts:
            net[payer] -= points
            net[payee] += points
        one = minor(stake)
        found = {
            "net": {
                name: {"points": net[seat], "amount": amount(net[seat] * one, stake)}
                for seat, name in enumerate(names)
            },
        }
        if by_points:
            found["totals"] = dict(zip(names, self.totals, strict=True))
            found["pairs"] = [
                {
                    "from": names[payer],
                    "to": names[payee],
                    "points": points,
                    "amount": amount(points * one, stake),
                }
                for payer, payee, points in debts
            ]
        if self.rules["target"] is not None:
            found["sides"] = [[names[seat] for seat in side] for side in self.sides]
            found["score"] = self.score
            found["games"] = self.games
            if self.rules["partners"] != CALLED:
                found["rubbers"] = rubbers
        return found

    def debts_of_points(self):
        """Every two who differ; of partners each loser pays the winner beside them."""
        if self.rules["partners"] == FIXED:
            together = [(seat, seat + 1) for seat in self.seats[::2]]
        else:
            together = [(one, two) for one in self.seats for two in self.seats if one < two]
        debts = []
        for one, two in together:
            more, fewer = (one, two) if self.totals[one] > self.totals[two] else (two, one)
            if self.totals[more] != self.totals[fewer]:
                debts.append((fewer, more, self.totals[more] - self.totals[fewer]))
        return debts

    def debts_of_games(self, rubbers):
        if self.rules["rubber"]:
            paid = [
                (1, 0, one["points"][0] - one["points"][1])
                for one in rubbers
                if one["points"][0] != one["points"][1]
            ]
        else:
            paid = [
                (side, game["winner"], value)
                for game in self.games
                for side, value in enumerate(game["values"])
                if value
            ]
        return [
            (payer, payee, points)
            for side, winner, points in paid
            for payer, payee in zip(self.sides[side], self.sides[winner], strict=True)
        ]


def rubber_over(games, lap, kind):
    won = [sum(game["winner"] == side for game in games) for side in (0, 1)]
    if kind == "best-of-three":
        return max(won) == 2
    return len(games) == 4 or (len(games) == 3 and lap == 0)


# -- money


DECIMALS = {"GBP": 2, "EUR": 2, "JPY": 0, "KWD": 3}


def minor(stake):
    """Return what a point is worth, in pence."""
    if stake is None:
        return 0
    whole, _, rest = stake["point"].partition(".")
    places = DECIMALS[stake["currency"]]
    return int(whole) * 10**places + int((rest + "0" * places)[:places] or 0)


def amount(pence, stake):
    places = DECIMALS[stake["currency"]] if stake else 2
    sign, digits = "-" if pence < 0 else "", str(abs(pence)).zfill(places + 1)
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def fewest_transfers(nets):
    """Return how many payments settle these nets, at the fewest: as many as there are players who
    win or lose, less one for each group that settles among itself."""
    nets = tuple(net for net in nets if net)
    if not nets:
        return 0
    sums = [0] * 2 ** len(nets)
    groups = [0] * 2 ** len(nets)
    for chosen in range(1, 2 ** len(nets)):
        members = [no for no in range(len(nets)) if chosen >> no & 1]
        sums[chosen] = sum(nets[no] for no in members)
        groups[chosen] = max(groups[chosen & ~(1 << no)] for no in members) + (sums[chosen] == 0)
    return len(nets) - groups[-1]
