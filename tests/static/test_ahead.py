"""The tables by which a page goes on alone come to what the rules come to."""

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.euchre import books
from scoring.euchre.ahead import ahead_table, ends_table, score_table, side_table, stands, why
from scoring.euchre.books import SHELF
from scoring.euchre.game import opening, play
from scoring.euchre.hand import VOIDS, Hand
from scoring.euchre.points import score
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.wording import gains
from tests import proof
from tests.euchre.cast import ANN, BEN, CAST, CAT, DAN
from tests.euchre.strategies import tables
from tests.javascript import Module

KELLER = books.find("keller")


AHEAD = Module("table/pad/ahead.js")
"""What a phone's page goes on by: it knows the tables, and no rule."""
WORDS = Module("table/pad/words.js")
SITTING, VERSION = 7, 3


def page_at(played, *, rules: RuleSet, names, dealer: int, latest: str = "") -> dict:
    """What the server's page says to its script after these hands (table/views/pad_now.py)."""
    seats, called = len(names), rules.partners == "called"
    at = {"version": VERSION, "sitting": SITTING, "waiting": [], "before": None, "back": None}
    return {
        "now": at | stands(played, rules=rules, seats=seats, dealer=dealer, latest=latest),
        "ahead": ahead_table(rules, seats),
        "scores": score_table(rules, seats) if called else side_table(rules, names),
        "ends": {},
        "names": list(names),
        "partners": rules.partners,
    }


def kept(hands, *, after: str = "", first: int = 1) -> list[dict]:
    """These hands as a phone keeps them, each on top of the one before it."""
    entries = []
    for no, hand in enumerate(hands, start=first):
        fields = {"sitting": str(SITTING), "after": after, "void": hand.void or ""}
        fields |= {} if hand.dealer is None else {"deals": told(hand.dealer)}
        fields |= {"maker": told(hand.maker), "tricks": told(hand.tricks), "alone": ""}
        fields |= {"bid": told(hand.bid)} if hand.bid is not None else {}
        fields["partner"] = told(hand.partner)
        if hand.alone is not None and not isinstance(hand.bid, str):
            fields["alone"] = told(hand.alone)
        entries.append({"do": "hand", "id": f"hand {no}", "state": "kept", "fields": fields})
        after = f"hand {no}"
    return entries


def told(number: int | None) -> str:
    return "" if number is None else str(number)


def as_called(entries: list[dict]) -> list[dict]:
    """The same where partners are called: a lone hand is one with the partner "alone"."""
    for entry in entries:
        if entry["fields"].pop("alone"):
            entry["fields"]["partner"] = "alone"
    return entries


def usual_hands(rules: RuleSet, seats: int):
    """Any hand without irregularities, as a phone tells them."""
    voids = [void for void in VOIDS if not (void == "passed-out" and rules.stick_the_dealer)]
    seat, tricks = st.integers(0, seats - 1), st.integers(0, 5)
    void = st.builds(Hand, void=st.sampled_from(voids), dealer=st.none() | seat)
    if rules.bidding:
        tricks = st.integers(0, rules.tricks_dealt)
        return void | st.builds(Hand, maker=seat, bid=st.sampled_from(rules.bids), tricks=tricks)
    if rules.partners == "called":
        partner = st.integers(1, seats - 1) | st.none()
        return void | st.builds(_called, seat, partner, tricks, st.just(seats))
    lone = {"either": (None, 0, 2), "nobody": (None,)}.get(rules.alone, (None, 0))
    lone = lone if rules.partners == "fixed" else (None,)
    return void | st.builds(_told, seat, st.sampled_from(lone), tricks, st.just(seats))


def _called(maker, partner, tricks, seats):
    if partner is None:
        return Hand(maker=maker, alone=maker, tricks=tricks)
    return Hand(maker=maker, partner=(maker + partner) % seats, tricks=tricks)


def _told(maker, alone, tricks, seats):
    alone = None if alone is None else (maker + alone) % seats
    return Hand(maker=maker, alone=alone, tricks=tricks)


def both(rules, seats, hands, dealer, known=0):
    """How a page that knows of the first so many hands says that the table stands after all of
    them, and how the rules say it."""
    names, at = CAST[:seats], {"rules": rules, "seats": seats}
    played = play(hands, first_dealer=dealer, **at)
    deals = [dealer, *(one.next_dealer for one in played)]
    page = page_at(
        played[:known],
        rules=rules,
        names=names,
        dealer=deals[known],
        latest=f"hand {known}" if known else "",
    )
    standing = played[known - 1].standing if known else opening(rules, seats)
    page["ends"] = ends_table(rules, names, standing, deals[known]) if standing else {}
    after = f"hand {known}" if known else ""
    entries = kept(hands[known:], after=after, first=known + 1)
    phone = AHEAD.standing(page, as_called(entries) if rules.partners == "called" else entries)
    server = stands(played, dealer=deals[-1], latest=f"hand {len(hands)}" if hands else "", **at)
    names = set(server)
    if rules.target is not None and not page["ahead"]["games"]:
        # No table holds how such a game ends. The server says it of the next hand alone.
        ended = any(one.ended for one in played[known + 1 :])
        names -= {"cell"} | ({"score", "won", "lap", "game", "rubber"} if ended else set())
    pick = lambda at: {name: at[name] for name in names}  # noqa: E731
    return pick(phone), json.loads(json.dumps(pick(server)))


@pytest.mark.parametrize(
    ("key", "seats"),
    [(key, n) for key in SHELF for n in SHELF[key].players if not SHELF[key].each_scores],
)
@settings(max_examples=proof.examples(30))
@given(st.data())
def test_an_offline_page_agrees_with_the_servers_rules(key, seats, data):
    hands = data.draw(st.lists(usual_hands(SHELF[key], seats), min_size=20, max_size=60))
    dealer, known = data.draw(st.integers(0, seats - 1)), data.draw(st.integers(0, 20))
    phone, server = both(SHELF[key], seats, hands, dealer, known)
    assert phone == server


LONE_BIDS = [
    {"key": "shoot", "name": "Shoot", "value": 12, "cards": 1},
    {"key": "call-two", "name": "Call two", "value": 18, "cards": 2},
]


@settings(max_examples=proof.examples(30))
@given(st.data())
def test_an_offline_page_agrees_on_lone_bids_and_numbers_alone_of_house_rules(data):
    changes = {"lone_bids": LONE_BIDS, "bid_alone_value": 24, "alone_at": True, "lone_bonus": 3}
    rules = books.find_house({"base": "bid", "name": "The hall"} | changes)
    told = st.builds(_bid, st.integers(0, 3), st.sampled_from(rules.bids), st.booleans())
    hands = data.draw(st.lists(told, min_size=5, max_size=30))
    phone, server = both(rules, 4, hands, data.draw(st.integers(0, 3)), 2)
    assert phone == server


def _bid(maker, bid, alone):
    lone = isinstance(bid, str) or alone
    return Hand(maker=maker, bid=bid, alone=maker if lone else None, tricks=5)


@pytest.mark.parametrize("seats", [4, 7])
@settings(max_examples=proof.examples(30))
@given(st.data())
def test_an_offline_page_ends_games_of_call_ace_as_the_rules_do(seats, data):
    rules = books.find("call-ace", target=data.draw(st.integers(1, 12)))
    hands = data.draw(st.lists(usual_hands(rules, seats), min_size=20, max_size=60))
    dealer, known = data.draw(st.integers(0, seats - 1)), data.draw(st.integers(0, 20))
    phone, server = both(rules, seats, hands, dealer, known)
    assert phone == server


@settings(max_examples=proof.examples(100))
@given(st.data(), tables().filter(lambda table: not table[0].each_scores))
def test_an_offline_page_agrees_under_house_rules_and_options_too(data, table):
    rules, seats = table
    hands = data.draw(st.lists(usual_hands(rules, seats), max_size=40))
    phone, server = both(rules, seats, hands, data.draw(st.integers(0, seats - 1)))
    assert phone == server


BY_TWO = st.sampled_from(("keller", "club-laws", "railroad", "auction", "hoyle-three", "call-ace"))


@st.composite
def won_by_two(draw):
    """Rules whose games must be won by two, often in rubbers, and their number of players."""
    base = SHELF[key := draw(BY_TWO)]
    options = {"target": draw(st.integers(1, 5))} if "target" in base.options else {}
    if "rubber" in base.options:
        options["rubber"] = draw(st.sampled_from(("three", "best-of-three", None)))
    told = {"base": key, "name": "By two", "win_by": 2}
    return books.find_house(told, **options), base.players[0]


@settings(max_examples=proof.examples(100))
@given(st.data(), won_by_two())
def test_an_offline_page_ends_a_game_won_by_two_as_its_server_said(data, table):
    rules, seats = table
    hands = data.draw(st.lists(usual_hands(rules, seats), min_size=1, max_size=40))
    dealer, known = data.draw(st.integers(0, seats - 1)), len(hands) - data.draw(st.integers(1, 3))
    phone, server = both(rules, seats, hands, dealer, max(0, known))
    assert phone == server


def club_laws(hands, known=0):
    """A page at a table of four by the club laws that knows the first so many of these hands, and
    the others as its phone keeps them."""
    rules, names = SHELF["club-laws"], CAST[:4]
    played = play(hands, rules=rules, seats=4, first_dealer=BEN)[:known]
    latest = f"hand {known}" if known else ""
    dealer = played[-1].next_dealer if played else BEN
    page = page_at(played, rules=rules, names=names, dealer=dealer, latest=latest)
    return page, kept(hands[known:], after=latest, first=known + 1)


LAP = [Hand(maker=ANN, alone=ANN, tricks=5), Hand(maker=CAT, tricks=5), Hand(void="new-deal")]
UNDO = {"do": "take-back", "id": "hand 3", "state": "kept", "fields": {}}
PUT_BACK = UNDO | {"do": "put-back"}


def test_a_lap_a_rubber_and_a_void_deal_are_counted_offline():
    at = AHEAD.standing(*club_laws(LAP))
    assert (at["score"], at["won"], at["game"], at["lap"]) == ([1, 0], [1, 0], 2, [1, 0])
    assert (at["dealer"], at["no"], at["played"]) == (3, 4, 2)


def test_undo_returns_to_the_earlier_score_and_restore_to_the_later_one():
    page, entries = club_laws(LAP)
    before, after = (AHEAD.standing(page, entries[:number]) for number in (2, 3))
    undone = AHEAD.standing(page, [*entries, UNDO])
    assert [undone[name] for name in before if name != "back"] == [
        before[name] for name in before if name != "back"
    ]
    assert AHEAD.undoable(undone) == {"id": "hand 2", "no": 2}
    again = AHEAD.standing(page, [*entries, UNDO, PUT_BACK])
    assert (again["latest"], again["score"]) == (after["latest"], after["score"])


def test_a_dealer_set_for_the_next_hand_is_kept_while_earlier_hands_are_undone():
    page, entries = club_laws([])
    page["now"] |= {"no": 4, "latest": "hand 3", "mark": CAT, "dealer": CAT}
    page["now"]["before"] = page["now"] | {"no": 3, "latest": "hand 2", "mark": None, "dealer": BEN}
    undone = AHEAD.standing(page, [UNDO])
    assert (undone["dealer"], undone["mark"], undone["later"]) == (
        BEN,
        None,
        {"no": 4, "seat": CAT},
    )
    (anew,) = kept([Hand(maker=ANN, tricks=3)], after="hand 2", first=4)
    for done in (anew, PUT_BACK):
        at = AHEAD.standing(page, [UNDO, done])
        assert (at["no"], at["dealer"], at["mark"]) == (4, CAT, CAT)


def test_a_misdeal_in_a_partners_turn_loses_the_partners_deal():
    page, misdeals = club_laws([Hand(void="misdeal", dealer=ANN), Hand(void="misdeal", dealer=BEN)])
    page["now"] |= {"dealer": DAN}
    misdeal, dealt_again = misdeals
    assert AHEAD.standing(page, [misdeal])["dealer"] == BEN
    page["now"] |= {"dealer": BEN, "mark": BEN, "turn": DAN}
    in_turn = misdeal | {"fields": misdeal["fields"] | {"deals": str(BEN)}}
    assert AHEAD.standing(page, [in_turn])["dealer"] == ANN
    assert AHEAD.standing(page, [in_turn, dealt_again])["dealer"] == CAT


def test_undoing_a_hand_that_is_not_the_latest_changes_nothing():
    page, entries = club_laws(LAP)
    of_an_earlier_one = UNDO | {"id": "hand 2"}
    at = AHEAD.standing(page, [*entries, of_an_earlier_one])
    assert (at["no"], at["latest"]) == (4, "hand 3")


def test_a_sent_hand_counts_until_the_page_includes_it():
    page, entries = club_laws(LAP)
    sent = [one | {"state": "sent", "became": "counted", "version": VERSION + 1} for one in entries]
    assert AHEAD.standing(page, sent)["no"] == 4
    known = [one | {"version": VERSION} for one in sent]
    assert AHEAD.standing(page, known)["no"] == 1


def test_a_tapped_hand_has_come_once_a_hand_that_did_not_wait_then_counts():
    page, entries = club_laws(LAP, known=1)
    page["now"]["waiting"] = ["earlier"]
    place = AHEAD.placeOf(AHEAD.standing(page, []))

    def came(*latest, penalties=0, undone=0):
        """How many hands came since, for these that count now above those known then."""
        now = page["now"]
        for id in latest:
            now = now | {"latest": id, "no": now["no"] + 1, "deal": now["deal"] + 1, "before": now}
        at = {"no": now["no"] + penalties - undone, "deal": now["deal"] - undone}
        return AHEAD.cameSince(place, now | at)

    assert (came(), came(penalties=1), came("earlier")) == (0, 0, 0)
    assert (came("another"), came("earlier", "another"), came(undone=1)) == (1, 1, -1)
    assert AHEAD.cameSince(place, AHEAD.standing(page, entries)) == 2


def test_a_refused_or_discarded_hand_does_not_count():
    page, entries = club_laws(LAP[:1])
    for state in ("refused", "aside"):
        assert AHEAD.standing(page, [entries[0] | {"state": state}])["no"] == 1


def test_a_hand_sent_without_the_latest_one_waits_and_so_do_later_ones():
    page, entries = club_laws(LAP, known=1)
    other = [{**one, "fields": {**one["fields"], "after": "elsewhere"}} for one in entries[:1]]
    at = AHEAD.standing(page, [*other, *kept(LAP[2:], after="hand 2", first=3)])
    assert (at["no"], at["hanging"], AHEAD.latest(at)) == (2, ["hand 2", "hand 3"], "hand 3")
    assert AHEAD.undoable(at) is None


def test_a_hand_that_cannot_be_scored_offline_leaves_the_score_in_doubt():
    page, entries = club_laws(LAP)
    entries[0]["fields"]["revoke"] = ["1"]
    at = AHEAD.standing(page, entries[:1])
    assert (at["doubt"], at["no"], at["score"]) == (True, 2, [0, 0])
    assert AHEAD.gains(page, entries[:1], entries[0]) == "Points shown once sent"


def test_what_a_stored_hand_scored_is_described_in_words():
    page, entries = club_laws(LAP)
    assert [AHEAD.gains(page, entries, entry) for entry in entries] == [
        "Ann and Cat +4",
        "Ann and Cat +2. Game to Ann and Cat, 6–0",
        "No points",
    ]


def on_the_keys(maker, tricks, *, partner="", alone=None, happened=()):
    """The hand on the keys, as static/table/pad/draft.js reads it."""
    hand = {"maker": maker, "partner": partner, "alone": alone, "tricks": tricks, "call": ""}
    more = {"revoked": False, "decided": False, "further": False, "happened": list(happened)}
    return hand | more


def test_the_preview_before_saving_agrees_with_the_server():
    hand = on_the_keys(CAT, 5)
    page, _ = club_laws(LAP, known=1)
    page["ends"] = {"2 with 5": {"said": "what the server says"}}
    assert AHEAD.preview(page, [], hand)["ends"] == "what the server says"
    page, entries = club_laws(LAP)
    told = AHEAD.preview(page, entries[:1], hand)
    assert (told["gains"], told["ends"]) == ("Ann and Cat +2", "Game to Ann and Cat, 6–0")
    assert AHEAD.preview(page, [], on_the_keys(CAT, None)) is None
    revoke = {"seat": "0", "role": "reneged"}
    assert AHEAD.preview(page, [], on_the_keys(CAT, 5, happened=[revoke])) is None


def test_every_seat_scores_by_its_role_where_partners_are_called():
    house = books.find_house({"base": "call-ace", "name": "Ours", "set_back": 2})
    called = [("3", None), ("alone", BEN)]
    for rules, (partner, alone), tricks in product([SHELF["call-ace"], house], called, range(6)):
        names = CAST[:5]
        page = page_at([], rules=rules, names=names, dealer=ANN)
        hand = Hand(maker=BEN, partner=None if alone else 3, alone=alone, tricks=tricks)
        result = score(hand, rules=rules, seats=5)
        told = AHEAD.preview(page, [], on_the_keys(BEN, tricks, partner=partner))
        assert told == {"gains": gains(result.points, names, rules), "why": why(result)}


def test_a_three_handed_game_ends_as_on_the_server_but_later_games_are_unsure():
    rules, names = SHELF["hoyle-three"], CAST[:3]
    hands = [Hand(maker=ANN, tricks=5), Hand(maker=ANN, tricks=3), Hand(maker=BEN, tricks=3)]
    played = play(hands[:2], rules=rules, seats=3, first_dealer=ANN)
    page = page_at(played, rules=rules, names=names, dealer=CAT, latest="hand 2")
    page["ends"] = ends_table(rules, names, played[-1].standing, CAT)
    last, after = kept([Hand(maker=ANN, tricks=5), hands[2]], after="hand 2", first=3)
    at = AHEAD.standing(page, [last])
    assert (at["score"], at["won"], at["ended"]["score"]) == ([0, 0, 0], [1, 0, 0], [5, 0, 0])
    assert AHEAD.over(page, at["ended"]) == "Game 1 to Ann, 5, Ben 0, Cat 0"
    assert (at["unsure"], AHEAD.standing(page, [last, after])["unsure"]) == (False, False)
    to_game = kept([hands[2]] * 5, after="hand 3", first=4)
    unsure = [AHEAD.standing(page, [last, *to_game[:no]])["unsure"] for no in range(1, 6)]
    assert unsure == [False] * 4 + [True]


def test_several_hands_undone_in_a_row_can_be_restored_in_a_row():
    page, entries = club_laws(LAP)
    at = AHEAD.standing(page, entries)
    undo = [{"do": "take-back", "id": f"hand {no}", "state": "kept", "fields": {}} for no in (3, 2)]
    back = [{**one, "do": "put-back"} for one in undo[::-1]]
    none = AHEAD.standing(page, [*entries, *undo])
    assert (none["latest"], AHEAD.undoable(none)) == ("hand 1", {"id": "hand 1", "no": 1})
    again = AHEAD.standing(page, [*entries, *undo, *back])
    assert (again["latest"], again["score"]) == (at["latest"], at["score"])


def test_an_arrived_hand_is_awaited_until_the_page_includes_it():
    page, entries = club_laws(LAP[:1])
    states = [{}, {"state": "sent", "version": VERSION + 1}, {"state": "sent", "version": VERSION}]
    assert [len(AHEAD.awaited(page, [entries[0] | one])) for one in states] == [0, 1, 0]


def test_games_that_depend_on_the_dealer_have_no_table_of_continuations():
    told = {
        key: ahead_table(rules, rules.players[0])["games"] is not None
        for key, rules in SHELF.items()
    }
    assert [key for key, known in told.items() if not known] == [
        key
        for key, rules in SHELF.items()
        if rules.target is None or 3 in rules.players or rules.each_scores
    ]
    assert (told["call-ace"], told["hoyle-three"], told["keller"]) == (False, False, True)


def test_a_long_game_needs_no_more_data_than_a_short_one():
    long = books.find_house({"base": "keller", "name": "To 99", "target": 99})
    sizes = [
        len(json.dumps(ahead_table(rules, 4), separators=(",", ":"))) for rules in (KELLER, long)
    ]
    assert sizes[1] < sizes[0] + 50
    fours = [rules for rules in SHELF.values() if 4 in rules.pack]
    sizes = {rules.bidding: [] for rules in fours}
    for rules in fours:
        sizes[rules.bidding].append(len(json.dumps(ahead_table(rules, 4))))
    assert (max(sizes[False]) < 2500, max(sizes[True]) < 11_000) == (True, True)


def test_with_stick_the_dealer_no_hand_can_be_passed_out():
    stuck = books.find("american", stick_the_dealer=True)
    assert ahead_table(stuck, 4)["deal"] == {
        "misdeal": 1,
        "new-deal": 0,
        "imperfect-pack": 0,
        "": 1,
    }
