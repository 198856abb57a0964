"""A record in Euchre Game Notation becomes a sheet: its tricks are played again."""

import json
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.euchre import score_out, sheet
from scoring.euchre.game_notation import loads
from scoring.euchre.sheet_values import BadSheet
from tests import proof

PACK = [rank + suit for suit in "shdc" for rank in "9TJQKA"]
NO_TRUMP = [["Ac", "9c", "Tc", "Qc"], ["Ah", "9h", "Th", "Jd"], ["As", "9s", "Ts", "Qs"],
            ["Ad", "9d", "Td", "Qd"], ["Kd", "Jh", "Kh", "Qh"]]  # fmt: skip


def deal(no, dealer, up, calls, tricks=None, **more):
    phases = [{"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls} | more]
    if tricks:
        phases.append({"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks})
    start = {"dealer": dealer, "upCard": up}
    return {"dealNumber": no, "initialState": start, "phases": phases}


ORDERED = deal(
    0, 3, "Jd", ["Order"],
    # The left bower takes the ace of trumps, and Ben's ace of clubs the next; then Ann's right
    # bower takes the lead back for the rest.
    [["Ad", "Jh", "9d", "Td"], ["Ac", "9c", "Tc", "Qc"], ["Kd", "Ks", "Qd", "Jd"],
     ["As", "9s", "Ts", "Qs"], ["Ah", "9h", "Th", "Qh"]],
)  # fmt: skip
ALONE = deal(
    1, 0, "9h", ["Pass", "Pass", "Order"],
    [["Ac", "Jh", "9c"], ["Jd", "9d", "Td"], ["Ah", "Qd", "Kd"], ["Kh", "9s", "Ts"],
     ["Qh", "Qs", "Ks"]],
    isAlone=True,
)  # fmt: skip


def record(*deals, **metadata):
    about = {"players": ["Ann", "Ben", "Cat", "Dan"], "initialScore": [0, 0]} | metadata
    return {
        "fileType": "Euchre Game Notation",
        "version": "1.4",
        "metadata": about,
        "deals": list(deals or (ORDERED, ALONE)),
    }


def read(found):
    return loads(json.dumps(found).encode())


def facts(found):
    """The hands of a record as a sheet has them, without their ids."""
    hands = sheet.document(read(found))["hands"]
    return [{key: value for key, value in hand.items() if key != "id"} for hand in hands]


def why(found):
    with pytest.raises(BadSheet) as wrong:  # noqa: PT012 (either may say it)
        made = read(found)
        sheet.play(made)
    return str(wrong.value)


def test_the_tricks_are_replayed_to_find_their_winners():
    assert facts(record()) == [
        {"maker": "Ann", "tricks": 3, "turned": "D", "made": "ordered", "trump": "D"},
        {"maker": "Dan", "alone": "Dan", "tricks": 5, "turned": "H", "made": "ordered",
         "trump": "H"},
    ]  # fmt: skip


def test_a_record_is_scored_like_a_sheet():
    scored = score_out.score(read(record()))
    assert scored.totals == {"Ann": 1, "Ben": 4, "Cat": 1, "Dan": 4}
    assert scored.standing.score == (1, 4)


def test_title_day_and_a_dealer_out_of_turn_are_kept():
    found = record(
        ORDERED,
        deal(1, 2, "9h", ["Pass"] * 8),
        title="Finals",
        date="2026-11-20T19:30:00Z",
        ruleset={"std": False},
        description="Not kept",
        gameId="x",
    )
    made = sheet.document(read(found))
    assert (made["title"], made["played"], made["dealer"]) == ("Finals", "2026-11-20", "Dan")
    assert facts(found)[1] == {"void": "passed-out", "turned": "H", "dealer": "Cat"}


def test_players_may_have_ids_of_other_sites():
    people = ["Ann", {"name": " Ben ", "playerIds": [{"id": "1", "source": "x"}]}, "Cat", "Dan"]
    assert read(record(players=people)).players == ("Ann", "Ben", "Cat", "Dan")


@pytest.mark.parametrize(
    ("ruleset", "rules", "options"),
    [
        ({}, "american", {"stick_the_dealer": True}),
        ({"std": False, "winning_score": 11}, "american", {"target": 11}),
        (
            {"std": False, "joker": True, "defend_alone": True, "loner_euchred_score": 4},
            "american",
            {"joker": True, "defend_alone": True, "lone_euchre": 4},
        ),
        (
            {"std": False, "num_deals": 8},
            {"base": "american", "name": "American, points only", "target": None},
            {},
        ),
        (
            {"std": False, "loner_march_score": 5, "loner_euchred_score": 3},
            {
                "base": "american",
                "name": "American, a lone march 5, euchred 3",
                "lone_march": 5,
                "lone_euchre": 3,
            },
            {},
        ),
    ],
)
def test_the_rules_are_american_or_house_rules_based_on_it(ruleset, rules, options):
    made = sheet.document(read(record(ruleset=ruleset)))
    assert (made["rules"], made.get("options", {})) == (rules, options)


OF_SIX = [
    ["Ad", "7d", "8d", "9d", "Td", "Qd"], ["Ac", "7c", "8c", "9c", "Tc", "Qc"],
    ["7h", "Ah", "8h", "9h", "Th", "Qh"], ["As", "7s", "8s", "9s", "Ts", "Qs"],
    ["Ks", "Kd", "Kc", "Jd", "Kh", "Jc"],
]  # fmt: skip
SIX = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]


def test_a_record_of_six_players_is_of_two_sides_of_three():
    """Ann takes two tricks, Ben two, and Eve the last with the right bower, for Ann's side."""
    passed = deal(1, 0, "7h", ["Pass"] * 12)
    assisted = deal(2, 1, "Jd", ["Pass", "Order"], OF_SIX)
    rules = {"loner_march_score": 5, "std": False}
    found = record(deal(0, 5, "Jd", ["Order"], OF_SIX), passed, players=SIX, ruleset=rules)
    made = sheet.document(read(found))
    assert (made["rules"], made["players"]) == ("six-handed", SIX)
    assert facts(found) == [
        {"maker": "Ann", "tricks": 3, "turned": "D", "made": "ordered", "trump": "D"},
        {"void": "passed-out", "turned": "H"},
    ]
    assert score_out.score(read(found)).totals == dict.fromkeys(SIX, 0) | dict.fromkeys(
        ("Ann", "Cat", "Eve"), 1
    )
    # The dealer's partner who sits two seats further on assists.
    (one,) = facts(record(assisted, players=SIX, ruleset=rules))
    assert (one["maker"], one["made"]) == ("Dan", "assisted")


def test_the_partners_of_a_lone_player_of_six_play_no_card():
    tricks = [[*trick[:2], trick[3], trick[5]] for trick in OF_SIX]
    found = deal(0, 5, "Jd", ["Order"], tricks, isAlone=True)
    (one,) = facts(record(found, players=SIX, ruleset={"num_players": 6}))
    assert (one["maker"], one["alone"]) == ("Ann", "Ann")


def test_the_leader_to_a_lone_hand_follows_the_record_s_rules():
    """Dan is alone and Ben out, so Cat leads by the dealer, and Dan takes the first with the right
    bower; Ann leads by the lone player, and it is Cat who has that card and takes them all."""
    found = {
        lead: facts(record(ALONE, ruleset={"loner_lead": lead}))[0]["tricks"]
        for lead in ("LEFT_OF_DEALER", "LEFT_OF_LONER")
    }
    assert found == {"LEFT_OF_DEALER": 5, "LEFT_OF_LONER": 0}
    # With a partner it is always the dealer's left that leads.
    assert facts(record(ORDERED, ruleset={"loner_lead": "LEFT_OF_LONER"}))[0]["tricks"] == 3


def test_a_hand_without_trump_says_so_in_its_note():
    calls = ["Pass"] * 4 + ["n"]
    found = record(deal(0, 3, "9s", calls, NO_TRUMP), ruleset={"allow_no_trump": True})
    assert facts(found) == [
        {"maker": "Ann", "tricks": 5, "turned": "S", "made": "named", "note": "No trump."}
    ]
    assert why(record(deal(0, 3, "9s", calls, NO_TRUMP))) == (
        'hand 1: deals[0].phases[0].calls: "n" is no trump that can be known'
    )


def test_both_bowers_may_be_named_and_the_joker_beats_them():
    first = [["R", "B", "L", "Ah"], ["Ac", "9c", "Tc", "Qc"], ["As", "9s", "Ts", "Qs"],
             ["Ad", "9d", "Td", "Qd"], ["Kd", "Kc", "Ks", "Kh"]]  # fmt: skip
    found = record(deal(0, 3, "9h", ["Order"], first), ruleset={"joker": True})
    # Ben takes the first by the joker, and all that follow but the last, which Ann's trump takes.
    assert facts(found)[0]["tricks"] == 1


def changed(path, value):
    """A record in which one value is another."""
    found = record(deepcopy(ORDERED), deepcopy(ALONE))
    at = found
    *way, last = path
    for step in way:
        at = at[step]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return found


DEAL, META = ("deals", 0), ("metadata",)
BID, PLAY = (*DEAL, "phases", 0), (*DEAL, "phases", 1)
REFUSED = [
    (("version",), "1.0.0", 'version: must be 1.2, 1.3 or 1.4, not "1.0.0": the notation’s own '
     "command egn-upgrade updates an older record"),
    (("fileType",), "Euchre Match Notation", "this is a match of several games. Import each game "
     "as a separate record"),
    (("more",), 1, '"more" is not a key here'),
    ((*META, "players"), ["Ann", "Ben"], "metadata.players: only games of four or six "
     "players can be imported, not of 2"),
    ((*META, "players"), ["Ann", "Ann", "Cat", "Dan"], 'player "Ann" is named twice'),
    ((*META, "initialScore"), [4, 9], "metadata.initialScore: it begins in the middle of a game, "
     "and a table at nothing"),
    ((*META, "finalScore"), [9, 3], "metadata.finalScore: it says 9 to 3, and its deals add up to "
     "1 to 4"),
    ((*META, "date"), "soon", 'metadata.date: "soon" does not begin with a day'),
    ((*META, "ruleset"), {"fast_break": True}, "metadata.ruleset.fast_break: no rules here score "
     "so"),
    ((*META, "ruleset"), {"num_players": 3}, "metadata.ruleset.num_players: only games of four "
     "or six players can be imported"),
    ((*META, "ruleset"), {"num_players": 6}, "metadata.players: the rules are for 6 players, not "
     "for 4"),
    ((*DEAL, "initialState", "dealer"), 4, "hand 1: deals[0].initialState.dealer: must be a whole "
     "number from 0 to 3"),
    ((*META, "ruleset"), {"winning_score": 10, "num_deals": 8}, "metadata.ruleset: a game ends by "
     "points or by a number of deals, not by both"),
    (("deals",), [], "deals: it has no deal"),
    (DEAL, "AAAA", "hand 1: deals[0]: this deal is packed. Save the record in full first"),
    ((*DEAL, "dealNumber"), 5, "hand 2: deals[1]: deal 1 comes after deal 5"),
    ((*DEAL, "initialState", "upCard"), "B", "hand 1: deals[0].initialState.upCard: there is no "
     "joker in this pack"),
    ((*DEAL, "initialState", "upCard"), "Xx", "hand 1: deals[0].phases[0].calls: which suit was "
     "ordered up cannot be known"),
    ((*BID, "calls"), ["Pass"], "hand 1: deals[0].phases[0].calls: this deal has no trump yet, "
     "so it is not finished"),
    ((*BID, "calls"), ["h"], 'hand 1: deals[0].phases[0].calls: "h" is called while the card is '
     "turned up"),
    ((*BID, "calls"), ["Order", "Pass"], "hand 1: deals[0].phases[0].calls: a player calls after "
     "trump was made"),
    ((*BID, "calls"), ["Pass"] * 8, "hand 1: deals[0].phases[1]: all passed, and yet cards "
     "were played"),
    ((*BID, "calls"), [*["Pass"] * 4, "d"], "hand 1: Diamonds were turned down. Name another "
     "suit."),
    ((*BID, "aloneDefender"), 1, "hand 1: deals[0].phases[0].aloneDefender: a player defends alone "
     "only against a lone hand, where the rules allow it"),
    (PLAY, ..., "hand 1: deals[0].phases: this deal has no card yet, so it is not finished"),
    ((*PLAY, "tricks", 4), ..., "hand 1: deals[0].phases[1].tricks: 5 tricks are played in a hand, "
     "not 4"),
    ((*PLAY, "tricks", 4), ["Ah"], "hand 1: deals[0].phases[1].tricks[4]: 4 play here, and the "
     "trick has 1 cards"),
    ((*PLAY, "tricks", 4, 0), "Ad", 'hand 1: deals[0].phases[1].tricks[4][0]: "Ad" was played '
     "before"),
    ((*PLAY, "tricks", 4, 0), "Jx", 'hand 1: deals[0].phases[1].tricks[4][0]: "Jx" is no card of '
     "which is known what it takes"),
    ((*PLAY, "tricks", 4, 0), "7h", 'hand 1: deals[0].phases[1].tricks[4][0]: "7h" is not in this '
     "pack"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "sentence"), REFUSED)
def test_an_unreadable_record_is_refused_in_a_sentence_with_the_place(path, value, sentence):
    assert why(changed(path, value)) == sentence


def test_a_packed_record_is_refused_as_not_json():
    with pytest.raises(BadSheet, match="a packed record"):
        loads(b"\x01\x02")


def test_the_same_deals_have_the_same_ids_under_any_title():
    ids = [
        [entry.id for entry in read(record(title=title)).hands] for title in ("Finals", "Friday")
    ]
    other = [entry.id for entry in read(record(players=["Eve", "Ben", "Cat", "Dan"])).hands]
    assert ids[0] == ids[1]
    assert len({*ids[0], *other}) == 4


def test_a_sheet_of_our_own_format_is_read_as_before():
    ours = {"format": "euchre-sheet/1", "rules": "american",
            "players": ["Ann", "Ben", "Cat", "Dan"], "hands": ["Ann 3"]}  # fmt: skip
    assert read(ours) == sheet.read(ours)
    with pytest.raises(BadSheet, match='format must be "euchre-sheet/1", not null'):
        loads(b"{}")


@st.composite
def played(draw):
    """A deal of 24 cards as four play it, whatever they throw."""
    cards = draw(st.permutations(PACK))
    dealer, place = draw(st.integers(0, 3)), draw(st.integers(0, 7))
    up = cards[20]
    suits = [suit for suit in "shdc" if suit != up[1]]
    calls = ["Pass"] * place + ["Order" if place < 4 else draw(st.sampled_from(suits))]
    alone = draw(st.booleans())
    many = 3 if alone else 4
    tricks = [cards[no * many : (no + 1) * many] for no in range(5)]
    return deal(0, dealer, up, calls, tricks, isAlone=alone)


@settings(max_examples=proof.examples(200))
@given(played(), st.sampled_from(["LEFT_OF_DEALER", "LEFT_OF_LONER"]))
def test_every_deal_played_to_its_end_is_a_possible_hand(found, lead):
    made = read(record(found, ruleset={"loner_lead": lead}))
    (one,) = sheet.play(made)
    assert 0 <= one.hand.tricks <= 5
    assert one.dealer == found["initialState"]["dealer"]
    assert sheet.read(json.loads(json.dumps(sheet.document(made)))) == made


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.text(max_size=5) | st.sampled_from(PACK),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def places(value, way=()):
    """Every place of a value."""
    yield way
    if isinstance(value, dict | list):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(one, (*way, key))


PLACES = [way for way in places(record()) if way]


@settings(max_examples=proof.examples(400))
@given(st.lists(st.tuples(st.sampled_from(PLACES), VALUES | st.just(...)), min_size=1, max_size=3))
def test_any_record_becomes_a_sheet_or_a_refusal_in_a_sentence(changes):
    found = deepcopy(record())
    for (*way, last), value in changes:
        at = found
        try:
            for step in way:
                at = at[step]
            if value is ...:
                del at[last]
            else:
                at[last] = value
        except (KeyError, IndexError, TypeError):
            continue
    try:
        sheet.play(read(found))
    except BadSheet as wrong:
        assert str(wrong).isprintable()
        assert "Traceback" not in str(wrong)
