"""A rules page and the score cannot disagree: every number on it is scored again here, by other
hands."""

from itertools import product

import pytest

from scoring.euchre.books import SHELF, find, find_house
from scoring.euchre.game import play
from scoring.euchre.hand import VOIDS, Hand
from scoring.euchre.points import score
from scoring.euchre.remedies import remedies
from scoring.euchre.rules_pages.page import lead_of, rules_page
from scoring.euchre.settlement import owed
from tests.euchre.rows import hand
from tests.euchre.sets import sets_where


def rows(page):
    return {row.key: row for row in (*page.results, *page.offences)}


def test_every_number_on_a_page_equals_the_score_of_the_hand():
    for rules in SHELF.values():
        for key, row in rows(rules_page(rules)).items():
            for no, seats in enumerate(rules.players):
                awards = score(hand(key, rules), rules=rules, seats=seats).awards
                scored = {number for award in awards for _, number in award.points}
                if not row.numbers:
                    assert not any(one.points for one in awards if one.law == row.law), key
                elif rules.revokes == "counted" and key in rows_of_offences(rules):
                    assert row.numbers[no] == awards[0].points[0][1]
                else:
                    assert row.numbers[no] in scored, key
                    kept = rules.set_back and key == "revoke_by_adversary"
                    several = rules.bidding or rules.each_scores or kept
                    assert len(scored) == 1 or several, key


def rows_of_offences(rules):
    return {row.key for row in rules_page(rules).offences}


def test_every_law_and_ruling_of_a_set_is_on_its_page():
    for rules in SHELF.values():
        page = rules_page(rules)
        assert {one.law for one in page.laws} == set(rules.laws.values())
        assert [one.text for one in page.rulings] == list(rules.rulings.values())
        assert not any(one.replaced for one in page.rulings)


def test_a_row_cites_the_law_of_the_score():
    for rules in SHELF.values():
        for key, row in rows(rules_page(rules)).items():
            laws = {
                award.law
                for award in score(hand(key, rules), rules=rules, seats=rules.players[0]).awards
            }
            assert row.law in laws


def test_a_set_of_the_shelf_shows_no_differences_from_its_book():
    for rules in SHELF.values():
        page = rules_page(rules)
        assert (page.house, page.table, page.lead) == ((), (), rules.title)
        assert {row.was for row in rows(page).values()} == {None}


def test_the_page_names_the_next_dealer_as_the_score_does():
    for rules in SHELF.values():
        seats = rules.players[0]
        words = {True: "the same player", False: "the next on the left"}
        voids = [
            "cannot be: the dealer must name a suit"
            if void == "passed-out" and rules.stick_the_dealer
            else words[score(Hand(void=void), rules=rules, seats=seats).deals_again]
            for void in VOIDS
        ]
        both = [] if rules.revokes in ("counted", "own") else ["the same player"]
        partners = ["the next on that partner’s left"] if rules.partners == "fixed" else []
        by_void = dict(zip(VOIDS, ([words] for words in voids), strict=True))
        by_void["misdeal"] += partners
        assert [deal.next for deal in rules_page(rules).dealing] == [
            "the next on the left",
            *(words for of_one in by_void.values() for words in of_one),
            *both,
        ]


def test_every_option_of_a_set_is_listed():
    for rules in SHELF.values():
        fixed = {name for name, may in rules.limits.items() if len(may) == 1}
        told = [name for name in rules.options if name not in fixed]
        assert [one.name for one in rules_page(rules).choices] == told


def test_a_choice_of_the_table_is_put_in_words():
    assert {one.name: (one.value, one.may) for one in rules_page(SHELF["keller"]).choices} == {
        "target": ("5", "10, or any number from 1 to 99"),
        "laps": ("no", "yes or no"),
        "love_double": ("no", "yes or no"),
        "rubber": ("none", "none; three games, a fourth after a lap; or best of three"),
        "stakes": ("the game’s worth", "the game’s worth or the points the loser still needed"),
    }


def test_the_laws_are_listed_by_their_source_with_what_rests_on_them():
    sources = rules_page(SHELF["keller"]).sources
    assert [*sources] == ["Keller 1887", "Our ruling"]
    assert sources["Keller 1887"].startswith("ch. 2 (cutting for partners, ")
    assert "ch. 4 (" in sources["Keller 1887"]


def test_numbers_of_players_have_columns_only_if_their_numbers_differ():
    assert rules_page(SHELF["call-ace"]).columns == (4, 5, 6, 7)
    assert sets_where(lambda one: len(one.players) == 1 and rules_page(one).columns) == {}


def test_the_page_of_call_ace_is_complete():
    told = {row.key: (row.who, row.numbers) for row in rules_page(find("call-ace")).results}
    assert told == {
        "point": ("maker and partner, each", (1, 1, 1, 1)),
        "march": ("maker and partner, each", (2, 3, 3, 3)),
        "euchre": ("each opponent", (2, 2, 2, 2)),
        "lone_point": ("the maker", (1, 1, 1, 1)),
        "lone_march": ("the maker", (4, 5, 6, 7)),
        "lone_euchre": ("each opponent", (2, 2, 2, 2)),
    }


def test_a_set_back_is_shown_as_a_negative_number():
    told = rows(rules_page(find("hoyle-three-setback")))
    assert {key: (told[key].who, told[key].cells) for key in ("euchre", "revoke_by_adversary")} == {
        "euchre": ("the maker", (("−2", ""),)),
        "revoke_by_adversary": ("the player who revoked", (("−2", ""),)),
    }


def test_results_unknown_to_the_rules_have_no_row():
    assert not {"jambone", "jamboree", "lone_defence", "intimation"} & set(
        rows(rules_page(find("keller")))
    )
    assert "lone_defence" in rows(rules_page(find("american", defend_alone=True)))


def test_counted_offences_say_if_the_hand_counts_too():
    told = rows(rules_page(find("club-laws")))
    assert [
        told[key].more for key in ("revoke_by_adversary", "wrong_cards_of_maker", "abandoned")
    ] == [
        "the hand’s own result counts too",
        "that side forfeits and scores nothing for the hand",
        "",
    ]
    assert (told["both_revoked"].who, told["both_revoked"].more) == (
        "they cancel each other",
        "the hand’s own result counts too",
    )


# -- house rules, and what a table chose


def other_value(rules, name):
    provision, value = rules.provisions[name], getattr(rules, name)
    if provision.kind == "yes or no":
        return not value
    if name in ("lowest_bid", "win_by", "made_from"):
        return 2
    if name == "lone_bids":
        return [{"key": "shoot", "name": "Shoot", "value": 12, "cards": 1}]
    if provision.only:
        return next(one for one in provision.only if one != value)
    if provision.kind == "choice":
        return next(other for other in provision.values if other != value)
    return 7 if provision.kind == "by players" or value != 7 else 8


def test_every_change_of_a_house_is_shown_beside_the_book_s_value():
    for rules in SHELF.values():
        nobody = {"lone_bonus"} | ({"bid_alone_value"} if not rules.bid_alone else set())
        nobody |= {"forced_half"} if rules.set_loses is None else set()
        for name in rules.provisions.keys() - nobody:
            house = find_house({"base": rules.key, "name": "Ours", name: other_value(rules, name)})
            page = rules_page(house)
            assert [one.name for one in page.house] == [name]
            assert page.lead == f"{rules.name}, changed: {page.house[0].short}."


@pytest.mark.parametrize(
    ("provision", "row"),
    [
        ("point", "point"),
        ("march", "march"),
        ("euchre", "euchre"),
        ("lone_point", "lone_point"),
        ("lone_march", "lone_march"),
        ("lone_euchre", "lone_euchre"),
        ("revoke", "revoke_by_maker"),
        ("revoke_lone", "lone_revoke_by_adversary"),
        ("forfeit", "wrong_cards_of_maker"),
        ("forfeit_lone", "lone_wrong_cards_of_maker"),
        ("abandoned", "abandoned"),
        ("exposed_march", "exposed"),
    ],
)
def test_a_changed_number_is_shown_beside_the_book_s_and_cites_the_house(provision, row):
    book = find("club-laws")
    told = rows(rules_page(find_house({"base": "club-laws", "name": "Ours", provision: 9})))[row]
    assert (told.cells, str(told.law)) == (
        (("9", str(rows(rules_page(book))[row].numbers[0])),),
        "Ours, house rule",
    )


def test_a_number_may_become_zero():
    told = rows(rules_page(find_house({"base": "keller", "name": "Ours", "revoke": 0})))[
        "revoke_by_maker"
    ]
    assert (told.who, told.more, told.cells) == (
        "no points",
        "the rest of the hand doesn’t count",
        (("0", "2"),),
    )


def test_offences_that_count_nothing_say_what_happens_to_the_hand():
    nothing = dict.fromkeys(("revoke", "revoke_lone", "forfeit", "abandoned", "exposed_march"), 0)
    told = rows(rules_page(find_house({"base": "club-laws", "name": "Ours", **nothing})))
    assert {
        key: (told[key].who, told[key].more)
        for key in rows_of_offences(find("club-laws")) & set(told)
    } == {
        "revoke_by_maker": ("no points", "the hand’s own result counts too"),
        "revoke_by_adversary": ("no points", "the hand’s own result counts too"),
        "both_revoked": ("they cancel each other", "the hand’s own result counts too"),
        "wrong_cards_of_maker": ("that side forfeits and scores nothing for the hand", ""),
        "wrong_cards_of_adversary": ("that side forfeits and scores nothing for the hand", ""),
        "lone_wrong_cards_of_maker": (
            "the opponents",
            "that side forfeits and scores nothing for the hand",
        ),
        "lone_wrong_cards_of_adversary": (
            "the maker’s side",
            "that side forfeits and scores nothing for the hand",
        ),
        "abandoned": ("no points", ""),
        "exposed": ("no points", ""),
    }


def test_a_ruling_about_a_number_that_the_house_changed_is_marked():
    page = rules_page(find_house({"base": "hoyle-four", "name": "Ours", "lone_euchre": 3}))
    assert [one.label for one in page.rulings if one.replaced] == ["Lone euchre"]
    page = rules_page(find_house({"base": "keller", "name": "Ours", "revoke": 3, "revoke_lone": 5}))
    assert [one.label for one in page.rulings if one.replaced] == []
    pepper = rules_page(
        find_house({"base": "bid", "name": "Pepper", "bid_alone_value": 14, "set_loses": 6})
    )
    assert [one.label for one in pepper.rulings if one.replaced] == ["Bid alone, made"]


def test_a_table_s_choice_cites_the_table():
    page = rules_page(find("keller", target=10, laps=True), unchosen=find("keller"))
    assert (page.lead, page.house) == ("This table: to 10, laps on.", ())
    cited = {line.text: str(line.law) for line in page.ending}
    assert cited["A game is won with 10 points."] == "This table’s choice"
    assert (
        cited["Points over game carry over to the winners’ next game (a lap)."]
        == "This table’s choice"
    )
    assert cited["No rubber is played."] == "Bowerbook, ruling"


def test_a_value_of_the_book_is_never_called_the_table_s_choice():
    for rules in SHELF.values():
        own = {name: getattr(rules, name) for name in rules.options}
        if rules.target is None:
            del own["target"]
        page = rules_page(rules.with_options(**own), unchosen=rules)
        assert (page.table, {one.law.source for one in page.laws} & {"This table’s choice"}) == (
            (),
            set(),
        )
        said = [one.remedy for one in remedies(rules)]
        assert [words for words in said if "this table" in words.lower()] == []


def test_modern_sets_name_the_sheets_that_can_be_read():
    assert {key: len(rules_page(rules).sheets) for key, rules in SHELF.items() if rules.sheets} == {
        "american": 4,
        "railroad": 3,
        "british": 2,
        "six-handed": 2,
        "auction": 1,
        "auction-six": 1,
        "bid": 4,
        "bid-double": 2,
        "bid-three": 2,
        "buck": 4,
    }


def test_the_page_of_a_bidding_set_explains_bidding_instead_of_lone_hands():
    bidding = {key: rules_page(rules) for key, rules in SHELF.items() if rules.bidding}
    assert {key for key, rules in SHELF.items() if rules_page(rules).bidding} == {*bidding}
    assert {page.alone for page in bidding.values()} == {()}
    assert [(line.text, str(line.law)) for line in bidding["auction"].bidding] == [
        (
            "No card is turned. Each player bids once or passes, starting on the dealer’s left. "
            "Each bid must be higher than the last. The highest bidder names trump.",
            "Foster’s Complete Hoyle, Auction Euchre",
        ),
        ("A bid is one to five of the five tricks.", "Bowerbook, ruling"),
        (
            "The player on the dealer’s left leads to the first trick.",
            "Foster’s Complete Hoyle, Auction Euchre",
        ),
    ]
    assert {page.bidding[-1].text for key, page in bidding.items() if "bid" in key} == {
        "The highest bidder leads to the first trick."
    }
    assert {(page.results_of, page.dealing[1].what) for page in bidding.values()} == {
        ("Result for the bidder’s side", "Everyone passed")
    }


def test_a_turned_up_joker_is_mentioned_only_if_a_card_is_turned():
    said = {
        key: [
            line.text for line in rules_page(find(key, **chosen)).pack if "Turned up" in line.text
        ]
        for key, chosen in {"call-ace": {"joker": True}, "railroad": {}, "british": {}}.items()
    }
    assert said == {
        "call-ace": ["Turned up, it counts as spades."],
        "railroad": ["Turned up, it counts as the suit that was agreed before the game."],
        "british": [
            "Turned up, it counts as the suit that the dealer names before looking at their cards."
        ],
    }
    page = rules_page(find_house({"base": "bid", "name": "Hasenpfeffer", "joker": True}))
    assert [line.text for line in page.pack] == [
        "25 cards, the nine the lowest.",
        "This includes the joker, the best trump.",
    ]


def test_a_house_that_deals_more_cards_than_the_book_s_pack_is_warned():
    def pack(base, tricks):
        house = find_house({"base": base, "name": "Ontario", "tricks_dealt": tricks})
        return [line.text for line in rules_page(house).pack]

    more = "Eight cards each, so at least 32. The book’s pack has 24 cards, the nine the lowest."
    assert pack("bid", 8) == [more]
    assert pack("auction", 8) == ["32 cards, the seven the lowest."]


def test_only_some_sheets_let_lone_players_ask_for_a_card():
    asking = {
        key: str(line.law)
        for key, rules in SHELF.items()
        for line in rules_page(rules).alone
        if "ask for a partner’s best card" in line.text
    }
    assert asking == {"railroad": "Keller 1887, ch. 6", "six-handed": "Six-handed sheets"}
    barred = rules_page(
        find_house(
            {
                "base": "railroad",
                "name": "Ours",
                "alone": "nobody",
                "defend_alone": False,
                "jambone": 0,
                "jamboree": 0,
            }
        )
    )
    assert [line.text for line in barred.alone] == ["There are no lone hands."]


FIRST_DEALS = {
    "jack": {
        *("call-ace", "american", "british"),
        *("auction", "auction-six", "bid", "bid-double", "bid-three"),
    },
    "highest": {"club-laws"},
    "lowest": {
        *("hoyle-two", "hoyle-three", "hoyle-three-setback", "hoyle-four"),
        *("britannica-two", "britannica-three", "britannica-four"),
        *("keller", "railroad"),
    },
}


def test_a_page_explains_how_partners_and_the_first_dealer_are_found_with_the_law():
    found = {
        way: {key for key in keys if find(key).first_deal == way}
        for way, keys in FIRST_DEALS.items()
    }
    assert found == FIRST_DEALS
    assert [(line.text, str(line.law)) for line in rules_page(find("club-laws")).first_hand] == [
        (
            "Partners are cut for, the two highest cards against the two lowest: the knave is the "
            "highest, then the ace.",
            "Leeds & Dwight 1890, law 11",
        ),
        ("The highest card of that cut deals.", "Leeds & Dwight 1890, law 11"),
        (
            "Equal cards are cut again where the result depends on them.",
            "Leeds & Dwight 1890, law 13-14",
        ),
    ]
    assert [
        (line.text, str(line.law)) for line in rules_page(find("britannica-two")).first_hand
    ] == [
        (
            "All cut for the deal, and the lowest card deals: the king is the highest, the ace the "
            "lowest.",
            "Britannica, 9th ed., p. 654",
        ),
        ("Equal cards are cut again where the result depends on them.", "Bowerbook, ruling"),
    ]
    assert [(line.text, str(line.law)) for line in rules_page(find("call-ace")).first_hand] == [
        (
            "Cards are dealt round face up, and the player with the first jack deals.",
            "Foster 1905, law 1",
        )
    ]


def test_a_table_of_house_rules_shows_both():
    house = {"base": "keller", "name": "Ours", "euchre": 3}
    page = rules_page(find_house(house, target=10), unchosen=find_house(house))
    assert page.lead == "Keller’s game, changed: euchre 3. This table: to 10."
    assert ([one.name for one in page.house], [one.name for one in page.table]) == (
        ["euchre"],
        ["target"],
    )


def test_house_rules_are_summed_up_in_a_sentence():
    changed = {"march": {"4": 2, "5": 2, "6": 3, "7": 3}, "joker": True}
    assert lead_of(find_house({"base": "call-ace", "name": "Ours", **changed})) == (
        "Call-Ace, changed: joker on, march 2 with four and five, 3 with six and seven."
    )
    assert (
        lead_of(find("keller"))
        == "Four players in partners. Five points a game. The plain game of 1887."
    )


# -- games and what they cost: the sentences, and what is really owed


def test_the_stated_cost_of_a_game_is_what_players_owe():
    games = ("keller", "hoyle-two", "hoyle-three")
    for key, stakes, love in product(games, ("game", "deficit"), (True, False)):
        rules = find(key, stakes=stakes, love_double=love)
        seats = rules.players[0]
        marches = [Hand(maker=0, tricks=5)] * 3
        paid = set(
            owed(
                play(marches, rules=rules, seats=seats, first_dealer=0), rules=rules, seats=seats
            ).values()
        )
        cost = rules_page(rules).paying[0].text.split(".")[0]
        assert {
            "one game point": {1},
            "one game point, two for a love game": {2},
            "a game point for each point that they still needed": {5},
            "a game point for each point that they still needed, and double for a love game": {10},
        }[cost.removeprefix("A lost game costs each loser ")] == paid


def test_paying_across_is_marked_as_our_ruling():
    across = "Partners pay across. Each loser pays one of the winners, always the same one."
    told = {
        key: [str(line.law) for line in rules_page(rules).paying if line.text == across]
        for key, rules in SHELF.items()
    }
    assert told == {
        key: ["Bowerbook, ruling"] if rules.partners == "fixed" else []
        for key, rules in SHELF.items()
    }


@pytest.mark.parametrize(("laps", "opened"), [(True, (1, 0)), (False, (0, 0))])
def test_the_page_is_right_about_points_over_the_target(laps, opened):
    rules = find("keller", laps=laps)
    standing = play([Hand(maker=0, tricks=5)] * 3, rules=rules, seats=4, first_dealer=0)[
        -1
    ].standing
    said = any("next game (a lap)" in line.text for line in rules_page(rules).ending)
    assert (standing.score, said) == (opened, laps)


def test_the_order_of_going_out_is_mentioned_only_if_several_can():
    said = {
        key
        for key, rules in SHELF.items()
        if any("reach game together" in line.text for line in rules_page(rules).ending)
    }
    assert said == {"hoyle-three"}
    for changed in ({"set_back": True}, {"win_by": 2}):
        house = find_house({"base": "hoyle-three", "name": "Ours", **changed})
        assert not any("reach game together" in line.text for line in rules_page(house).ending)


def cited_at_the_end(**changed):
    """What the page of house rules says of games by a law of the house."""
    page = rules_page(find_house({"name": "Ours", **changed}))
    return [line.text for line in page.ending if str(line.law) == "Ours, house rule"]


def test_a_game_to_be_won_by_two_is_described_without_what_decides_a_tie():
    two = "It must be won by two. Play goes on until a side is that far ahead of all others."
    assert cited_at_the_end(base="bid", win_by=2) == [two]
    bids = rules_page(find_house({"base": "bid", "name": "Ours", "win_by": 2})).ending
    assert not any("bidder’s side wins" in line.text for line in bids)
    changed = {"base": "call-ace", "target": 10, "win_by": 2}
    assert cited_at_the_end(**changed) == [
        "A game is over when a player has 10 points or more after a hand. The most points win it.",
        two,
    ]
    called = rules_page(find_house({"name": "Ours", **changed})).ending
    assert not any("tie" in line.text for line in called)


def test_a_side_too_far_ahead_to_play_alone_is_on_the_page():
    page = rules_page(find_house({"base": "american", "name": "Ours", "no_lone_from": 8}))
    assert [line.text for line in page.alone if str(line.law) == "Ours, house rule"] == [
        "A side with 8 points of the game or more may not play alone."
    ]


def test_a_skunk_is_described_in_place_of_the_love_game():
    assert cited_at_the_end(base="club-laws", skunk=3) == [
        "A game counts two when the loser has fewer than 3 points (a skunk).",
    ]
    page = rules_page(find_house({"base": "american", "name": "Ours", "skunk": 5}))
    assert page.paying[0].text == "A lost game costs each loser one game point, two for a skunk."
    page = rules_page(
        find_house({"base": "american", "name": "Ours", "skunk": 5, "stakes": "deficit"})
    )
    assert page.paying[0].text.endswith("and double for a skunk.")
    by_two = {"base": "american", "name": "Ours", "win_by": 2, "stakes": "deficit"}
    page = rules_page(find_house(by_two))
    assert page.paying[0].text.endswith("for each point that they were behind the winner.")


def test_a_set_back_is_shown_beside_what_the_others_score():
    told = rows(rules_page(find_house({"base": "american", "name": "Ours", "set_back": 2})))
    assert (told["euchre"].who, told["euchre"].cells, told["euchre"].more) == (
        *("the opponents", (("2", ""),)),
        "the maker’s side loses 2",
    )
    told = rows(rules_page(find_house({"base": "call-ace", "name": "Ours", "set_back": 1})))
    assert (told["euchre"].who, told["euchre"].more) == (
        "each opponent",
        "the maker’s side loses 1 each",
    )
    instead = {"base": "keller", "name": "Ours", "euchre": 0, "set_back": 2}
    told = rows(rules_page(find_house(instead)))
    assert (told["euchre"].who, told["euchre"].cells) == ("the maker’s side", (("−2", "2"),))


def test_a_revoke_whose_points_are_lost_shows_who_loses_them():
    told = rows(rules_page(find_house({"base": "keller", "name": "Ours", "revoke_from": True})))
    assert {key: (told[key].who, told[key].cells) for key in told if "revoke_by" in key} == {
        "revoke_by_maker": ("the maker’s side", (("−2", "2"),)),
        "revoke_by_adversary": ("the opponents", (("−2", "2"),)),
        "lone_revoke_by_adversary": ("the opponents", (("−4", "4"),)),
    }


def test_a_stuck_dealer_is_mentioned_in_the_place_of_passing_out():
    deals = {
        deal.what: deal.next for deal in rules_page(find("american", stick_the_dealer=True)).dealing
    }
    assert deals["Everyone passed twice"] == "cannot be: the dealer must name a suit"
    bids = {deal.what: deal.next for deal in rules_page(find("bid", stick_the_dealer=True)).dealing}
    assert bids["Everyone passed"] == "cannot be: the dealer must bid"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {},
            [
                "The maker may play alone. Their partner may too, where the player on the dealer’s "
                "left or the dealer’s partner made trump."
            ],
        ),
        (
            {"alone": "as-made"},
            [
                "After ordering up, the maker or the partner may play alone. After assisting or "
                "picking up, only the dealer may. Otherwise only the player who named trump may."
            ],
        ),
        ({"alone": "either"}, ["The maker or their partner may play alone."]),
        ({"alone": "maker"}, ["Only the maker may play alone."]),
        ({"alone": "nobody"}, ["There are no lone hands."]),
        (
            {"alone": "either", "defend_alone": True},
            [
                "The maker or their partner may play alone.",
                "An opponent may play alone against a lone hand.",
            ],
        ),
    ],
)
def test_the_page_says_who_may_play_alone(changes, said):
    house = find_house({"base": "keller", "name": "Ours", **changes})
    assert [line.text for line in rules_page(house).alone] == said
