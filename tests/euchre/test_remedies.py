"""What happened? The remedies of every table, and docs/laws.md, which has every law of the three
books."""

import re
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from scoring.euchre.books import SHELF, find_house
from scoring.euchre.books.partnership import RULING
from scoring.euchre.hand import NOT_PLAYED
from scoring.euchre.remedies import TOPICS, book_of, remedies, search
from scoring.euchre.rule_set import Law, UnknownRule
from scoring.euchre.rules_pages.page import rules_page
from scoring.table.sheets.score_key import key_to_the_score
from tests.euchre.chance import LONE_BIDS
from tests.euchre.sets import ALONE, sets_where

LAWS = (Path(__file__).resolve().parents[2] / "docs" / "laws.md").read_text(encoding="utf-8")
WITH_JOKER = SHELF["call-ace"].with_options(joker=True)
BIDDING = [rules for rules in SHELF.values() if rules.bidding]
BRITANNICA = [SHELF[key] for key in SHELF if key.startswith("britannica")]
CODES = {
    "## Foster, Call-Ace (1905)": ("Foster 1905", 51, [WITH_JOKER]),
    "## Leeds & Dwight (1890)": ("Leeds & Dwight 1890", 105, [SHELF["club-laws"]]),
    "## Encyclopaedia Britannica (9th edition)": ("Britannica, 9th ed.", 8, BRITANNICA),
}
every_code = pytest.mark.parametrize("heading", CODES)


def at(rules, key):
    """Return the remedy of this key at a table of these rules."""
    (found,) = (one for one in remedies(rules) if one.key == key)
    return found


def house(base, **changes):
    return find_house({"base": base, "name": "Ours", **changes})


def keys(found):
    return [one.key for one in found]


def law_numbers(law):
    """Return the numbers of a law as printed: "4, 62-63" is 4, 62 and 63; a page is none."""
    if not law.number[:1].isdigit():
        return []
    ends = [part.split("-") for part in law.number.split(", ")]
    return [number for end in ends for number in range(int(end[0]), int(end[-1]) + 1)]


def sentences(text):
    return len(re.findall(r"\.(?= |$)", text))


def rows_of(heading):
    """Return (number of the law, keys of its remedies, why there is none) of every row of a
    table."""
    section = LAWS.split(f"\n{heading}\n")[1].split("\n## ")[0]
    found = re.findall(r"^\| (\d+) \| [^|]+ \| (.+) \|$", section, flags=re.M)
    return [(int(number), re.findall("`([^`]+)`", said), said) for number, said in found]


def cited(heading):
    """Return the (law, key) of everything that cites a law of this code at its own tables."""
    source, _, tables = CODES[heading]
    own = [one for rules in tables for one in remedies(rules) if one.law.source == source]
    return {(number, one.key) for one in own for number in law_numbers(one.law)}


# -- docs/laws.md


@every_code
def test_the_page_has_every_law_once(heading):
    assert [number for number, _, _ in rows_of(heading)] == list(range(1, CODES[heading][1] + 1))


@every_code
def test_the_page_names_every_remedy_at_the_laws_it_cites_and_no_others(heading):
    assert {(number, key) for number, found, _ in rows_of(heading) for key in found} == cited(
        heading
    )


@every_code
def test_a_law_without_a_remedy_says_why(heading):
    silent = [said for _, found, said in rows_of(heading) if not found]
    assert [said for said in silent if not re.fullmatch("none: [a-z ]+", said)] == []


# -- every table


def test_a_set_has_its_own_book_or_that_of_its_base_or_its_kind():
    made = replace(SHELF["keller"], key="inn")
    alike = [
        [find_house({"base": "club-laws", "name": "Ours"}), SHELF["club-laws"]],
        [made, SHELF["keller"]],
        [SHELF["hoyle-two"], SHELF["hoyle-three"], SHELF["hoyle-three-setback"]],
        [SHELF["british"], SHELF["american"], SHELF["railroad"]],
        [rules for rules in BIDDING if rules.partners == "fixed"],
    ]
    books = [{book_of(rules) for rules in sets} for sets in alike]
    assert [len(found) for found in books] == [1] * len(alike)
    assert len(set.union(*books)) == len(alike)


def test_each_key_appears_once_and_topics_are_in_order():
    for rules in SHELF.values():
        found = remedies(rules)
        assert len(keys(found)) == len(set(keys(found)))
        assert [one.topic for one in found] == sorted(
            (one.topic for one in found), key=TOPICS.index
        )


def test_every_change_of_score_or_deal_can_be_recorded_in_all_sets():
    moving = {"misdeal", "new-deal", "imperfect-pack", "revoke", "wrong-cards", "correct"}
    assert sets_where(lambda rules: moving - {one.records for one in remedies(rules)}) == {}


def test_every_set_has_a_remedy_for_a_lead_out_of_turn():
    for rules in SHELF.values():
        assert "led out of turn" in at(rules, "lead-out-of-turn").title


def test_only_irregularities_of_the_rules_are_recorded():
    for rules in SHELF.values():
        recorded = {one.records for one in remedies(rules)} - {None, "correct"}
        assert recorded <= {*NOT_PLAYED, *rules.irregularities}
        assert rules.irregularities <= recorded


def test_a_remedy_is_complete_and_short():
    for rules in SHELF.values():
        found = remedies(rules)
        assert [one.key for one in found if re.search(r"[{}]|None", one.remedy + one.title)] == []
        assert [one.key for one in found if not 1 <= sentences(one.remedy) <= 3] == []
        assert [one.key for one in found if not isinstance(one.law, Law)] == []


def test_a_remedy_of_another_book_says_so():
    for rules in SHELF.values():
        own = {rules.source, RULING.source, *(law.source for law in rules.laws.values())}
        others = [one for one in remedies(rules) if one.law.source not in own]
        borrowed = [one for one in remedies(rules) if one.remedy.startswith("From ")]
        assert others == borrowed


def test_remedies_of_sets_without_partners_mention_no_partner():
    bidding = [rules for rules in BIDDING if rules.partners == "none"]
    lone = [house(rules.key, lone_march=4) for rules in ALONE if rules.players == (3,)]
    for rules in [*ALONE, *bidding, *lone]:
        assert [
            one.key for one in remedies(rules) if "partner" in (one.title + one.remedy).lower()
        ] == []


@pytest.mark.parametrize(
    "key",
    [
        *("keller", "american", "railroad", "british", "hoyle-two", "hoyle-three"),
        *("auction", "auction-six", "bid", "bid-double", "bid-three"),
    ],
)
def test_a_score_that_a_book_leaves_open_is_our_ruling(key):
    scored = [
        "misdeal-count",
        "faced-card",
        "imperfect-pack",
        "revoke",
        "both-revoked",
        "wrong-cards",
    ]
    assert {at(SHELF[key], one).law for one in scored} == {RULING}


# -- numbers


@pytest.mark.parametrize(
    ("rules", "key", "law"),
    [
        (SHELF["call-ace"], "revoke", "Foster 1905, law 36"),
        (SHELF["call-ace"], "revoke-against-lone", "Foster 1905, law 37"),
        (SHELF["call-ace"], "revoke-by-maker", "Foster 1905, law 38"),
        (SHELF["club-laws"], "revoke", "Leeds & Dwight 1890, law 4, 62-63"),
        (SHELF["club-laws"], "wrong-cards", "Leeds & Dwight 1890, law 90"),
        (SHELF["club-laws"], "abandoned", "Leeds & Dwight 1890, law 50"),
        (SHELF["club-laws"], "exposed", "Leeds & Dwight 1890, law 102"),
        (SHELF["keller"], "revoke", "Bowerbook, ruling"),
        *((one, "revoke", "Britannica, 9th ed., law 5") for one in BRITANNICA),
        (SHELF["hoyle-three"], "revoke", "Bowerbook, ruling"),
        (SHELF["hoyle-three-setback"], "revoke", "Bowerbook, ruling"),
        (house("keller", revoke=3), "revoke", "Ours, house rule"),
        (house("keller", revoke_lone=3), "revoke", "Ours, house rule"),
        (house("keller", revoke_by_lone=3), "revoke", "Ours, house rule"),
        (house("keller", revoke_from=True), "revoke", "Ours, house rule"),
        (house("club-laws", revoke_from=True), "revoke", "Ours, house rule"),
        (house("club-laws", forfeit=1), "wrong-cards", "Ours, house rule"),
        (house("club-laws", revoke=1), "abandoned", "Leeds & Dwight 1890, law 50"),
        (house("call-ace", march=5), "revoke", "Ours, house rule"),
        *((one, "revoke", "Bowerbook, ruling") for one in BIDDING),
        (house("bid", bid_alone_value=10), "revoke-alone", "Ours, house rule"),
        (house("bid", set_loses=5, set_gives=None), "revoke", "Ours, house rule"),
        (house("bid", lowest_bid=1), "bid-too-low", "Ours, house rule"),
        (house("hoyle-three", set_back=True), "revoke", "Ours, house rule"),
    ],
)
def test_a_remedy_cites_the_law_of_its_numbers_or_the_house_rule(rules, key, law):
    assert str(at(rules, key).law) == law


# -- what a table's choices change


CHOSEN = ("joker", "turned_joker", "alone", "stick_the_dealer", "set_back", "bid_alone")
CHOSEN += ("revoke_from",)
VALUES = {"yes or no": (False, True), "number": (0, 2)}
OF_CALLED_PARTNERS = {"lone_euchre": (None, 7)}
"""What the conditions of the laws look at, as far as a house decides it."""


def houses(base):
    """Yield the house rules that this set may have, with every choice of CHOSEN."""
    numbers = OF_CALLED_PARTNERS if SHELF[base].partners == "called" else {}
    known = [
        (name, one) for name, one in SHELF[base].provisions.items() if name in (*CHOSEN, *numbers)
    ]
    values = [numbers.get(name, tuple(one.values) or VALUES[one.kind]) for name, one in known]
    for chosen in product(*values):
        with suppress(UnknownRule):
            yield house(base, **dict(zip((name for name, _ in known), chosen, strict=True)))


@pytest.mark.parametrize("base", SHELF)
def test_under_any_house_rules_each_key_appears_once_with_every_number_filled_in(base):
    made = [SHELF[base], *houses(base)]
    for rules in made:
        found = remedies(rules)
        assert len(keys(found)) == len(set(keys(found)))
        assert [one.key for one in found if re.search(r"[{}]|None", one.remedy)] == []
        assert {"passed-out", "stuck-dealer"} & set(keys(found)) == (
            {"stuck-dealer"} if rules.stick_the_dealer else {"passed-out"}
        )
        assert ("joker-turned" in keys(found)) == (rules.joker and not rules.bidding)
    assert len(made) > 1


@pytest.mark.parametrize(
    "base", ["club-laws", "keller", "hoyle-two", "britannica-three", "american", "bid"]
)
def test_with_a_stuck_dealer_there_is_no_passing_out(base):
    before, after = remedies(SHELF[base]), remedies(house(base, stick_the_dealer=True))
    assert set(keys(before)) ^ set(keys(after)) == {"passed-out", "stuck-dealer"}
    assert [one.records for one in after if one.key == "stuck-dealer"] == [None]


def test_a_stuck_dealer_is_cited_from_the_book_the_house_or_the_table(
    monkeypatch,
):
    five, sheet = Law(source="The inn's sheet", number="5"), "The inn's sheet"
    inn = replace(SHELF["american"], key="inn", source=sheet, **STUCK)
    numbered = replace(inn, key="numbered", laws={**inn.laws, "stick_the_dealer": five})
    for one in (inn, numbered):
        monkeypatch.setitem(SHELF, one.key, one)
    ours = house("american", **STUCK)
    tables = [numbered, inn, ours, SHELF["american"].with_options(**STUCK)]
    assert [str(at(rules, "stuck-dealer").law) for rules in tables] == [
        *("The inn's sheet, law 5", "The inn's sheet", "Ours, house rule", "This table’s choice"),
    ]
    assert [
        [str(deal.law) for deal in rules_page(rules).dealing if "dealer must" in deal.next]
        for rules in tables[:3]
    ] == [["The inn's sheet, law 5"], ["The inn's sheet"], ["Ours, house rule"]]


STUCK = {"stick_the_dealer": True}


def test_without_lone_hands_no_remedy_mentions_them():
    assert "Alone" not in {one.topic for one in remedies(house("club-laws", alone="nobody"))}


def test_if_only_the_maker_plays_alone_no_partner_may_take_over_the_hand():
    found = keys(remedies(house("club-laws", alone="maker")))
    assert {"alone-taken", "alone-taken-late"} & set(found) == set()


NO_CARD_IS_TURNED = re.compile(
    r"turn-up|turned (card|up|down|suit)|trump is turned|order(s|ed|ing)\b|assist|euchre|joker"
    r"|benny|discard|three tricks|five (cards|tricks)|makers?\b",
    flags=re.IGNORECASE,
)


def test_in_bidding_no_remedy_mentions_a_turned_card_or_a_euchre():
    for rules in BIDDING:
        said = {one.key: " ".join((one.title, one.remedy, *one.words)) for one in remedies(rules)}
        assert [key for key, text in said.items() if NO_CARD_IS_TURNED.search(text)] == []


def test_in_bidding_a_wrong_bid_has_its_remedy():
    bids = {
        *("passed-out", "bid-out-of-turn", "bid-again", "bid-too-low", "bid-changed"),
        *("named-too-soon", "trump-asked", "changed-suit"),
    }
    for rules in BIDDING:
        assert {one.key for one in remedies(rules) if one.topic == "Bidding"} == bids
    others = [rules for rules in SHELF.values() if rules not in BIDDING]
    assert [rules.key for rules in others if "bid-too-low" in keys(remedies(rules))] == []
    assert [at(SHELF[key], "bid-again").law for key in ("auction", "bid")] == [
        SHELF["auction"].law("bid"),
        SHELF["bid"].law("bid"),
    ]


def test_a_remedy_mentions_lone_bids_only_if_they_are_allowed():
    for rules in (SHELF["auction"], SHELF["auction-six"], house("bid", bid_alone=False)):
        assert "Alone" not in {one.topic for one in remedies(rules)}
        assert "revoke-alone" not in keys(remedies(rules))
    assert "all 12 tricks" in at(SHELF["bid-double"], "alone-not-allowed").remedy


def test_rules_about_the_order_of_four_do_not_apply_to_six():
    four, six = keys(remedies(SHELF["auction"])), keys(remedies(SHELF["auction-six"]))
    assert set(four) - set(six) == {"third-hand-first", "fourth-hand-first", "cut-tie"}

    four, six = keys(remedies(SHELF["american"])), keys(remedies(SHELF["six-handed"]))
    assert set(four) - set(six) == {"third-hand-first", "fourth-hand-first", "cut-tie"}
    assert at(SHELF["six-handed"], "played-against-lone").remedy.startswith(
        "From Leeds & Dwight: The opponents lay their cards on the table"
    )


OF_FIVE_CARDS = re.compile(
    r"\bfive\b(?! points)|(?<=all )5\b|two cards (and|each)"
    r"|three tricks|three or four",
    flags=re.IGNORECASE,
)


def test_where_seven_cards_are_dealt_no_page_speaks_of_five():
    seven = [
        house(rules.key, tricks_dealt=7)
        for rules in SHELF.values()
        if "tricks_dealt" in rules.provisions and not rules.bidding
    ]
    assert len(seven) == 12
    for rules in seven:
        said = [text for one in remedies(rules) for text in (one.title, one.remedy)]
        said += [one.text for one in rules_page(rules).rulings]
        said += key_to_the_score(rules, seats=rules.players[0])
        assert [text for text in said if OF_FIVE_CARDS.search(text)] == []


def test_a_partner_is_not_said_to_take_a_lone_hand_from_a_player_who_assists_alone():
    plain, canadian = SHELF["club-laws"], house("club-laws", assist_alone=True)
    assert "assisting" not in at(plain, "alone-taken").remedy
    assert "After assisting they may not." in at(canadian, "alone-taken").remedy
    assert at(plain, "alone-taken").law == at(canadian, "alone-taken").law


def test_a_dealer_whose_partner_assists_alone_is_not_said_to_play_alone():
    canadian = house("britannica-four", assist_alone=True)
    assert at(canadian, "alone-not-allowed").remedy == (
        "After an order, that player or their partner may. After a take-up, only the dealer may. "
        "At this table a player who assists must. Otherwise only the player who named trump may, "
        "and no partner can object."
    )
    assert [line.text for line in rules_page(canadian).alone] == [
        "After ordering up, the maker or a partner may play alone. After picking up, only the "
        "dealer may. After naming trump, only the player who named it may.",
        "A dealer’s partner who assists must play alone.",
    ]
    key = [line.partition(",")[0] for line in key_to_the_score(canadian, seats=4)]
    assert "Ordered: maker or partner may play alone; else the maker" in key


def test_only_bids_with_cards_to_pass_are_named_where_cards_are_passed():
    passed = at(house("bid", lone_bids=LONE_BIDS), "lone-cards").remedy
    assert passed.endswith("unseen by the others: 1 for Shoot, 2 for Call two.")


def test_a_number_bid_that_is_played_alone_is_worth_more_or_the_same():
    said = [
        at(house("bid", alone_at=True, lone_bonus=bonus), "alone-at-a-number").remedy
        for bonus in (0, 3)
    ]
    assert [text.partition("they bid. ")[2] for text in said] == [
        "The bid scores as with both.",
        "The bid is worth 3 more.",
    ]


def test_a_stuck_dealer_must_bid_in_bidding():
    stuck = at(SHELF["bid"].with_options(**STUCK), "stuck-dealer")
    assert "bid 3 or more" in stuck.remedy
    assert str(stuck.law) == "This table’s choice"


def test_a_joker_is_turned_only_if_the_pack_has_one():
    assert "joker-turned" not in keys(remedies(SHELF["american"]))
    assert at(SHELF["american"].with_options(joker=True), "joker-turned").law == RULING
    assert "agreed before the game" in at(SHELF["railroad"], "joker-turned").remedy
    assert "dealer names a suit" in at(SHELF["british"], "joker-turned").remedy
    spades = at(house("british", turned_joker="spades"), "joker-turned")
    assert "spades are trumps" in spades.remedy
    assert str(spades.law) == "Ours, house rule"


def test_a_penalty_says_who_chooses_it():
    assert at(SHELF["call-ace"], "exposed-card").chooses == "the maker"
    assert at(SHELF["club-laws"], "lead-out-of-turn").chooses.startswith("either opponent")
    assert at(SHELF["club-laws"], "revoke").chooses == ""


# -- searching


CLUB = remedies(SHELF["club-laws"])


def test_an_empty_search_finds_all_remedies():
    assert search(CLUB, " ") == CLUB


def test_titles_rank_before_keywords_and_keywords_before_the_text():
    assert keys(search(CLUB, "shuffle")) == [
        *("shuffled-wrong", "seen-in-shuffle", "cut-again", "shuffled-after-cut", "revoke-mixed"),
    ]
    assert keys(search(CLUB, "turn led"))[:2] == ["lone-led-out-of-turn", "lead-out-of-turn"]


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        ("club-laws", "LED OUT", "lead-out-of-turn"),
        ("club-laws", "wrong player", "lead-out-of-turn"),
        ("club-laws", "rene", "revoke"),
        ("club-laws", "Renègé", "revoke"),
        ("club-laws", "mixing", "revoke-mixed"),
        ("club-laws", "consult", "consulted"),
        ("keller", "loner silent", "lone-partner"),
        ("keller", "six cards", "no-discard"),
        ("american", "boxed", "faced-card"),
        ("call-ace", "intimation", "intimation"),
        ("call-ace", "gave themselves away", "intimation"),
        ("britannica-four", "bridge", "bridge"),
        ("britannica-two", "bridge", None),
        ("hoyle-three", "both out", "both-out"),
        ("bid", "shoot the moon", "alone-not-allowed"),
        ("bid", "bidding out of turn", "bid-out-of-turn"),
        ("auction", "insufficient", "bid-too-low"),
        ("auction", "moon", None),
    ],
)
def test_words_are_found_by_their_beginnings(rules, text, expected):
    found = keys(search(remedies(SHELF[rules]), text))
    assert found == [] if expected is None else expected in found


def test_a_word_is_not_found_by_its_middle():
    assert search(CLUB, "voke") == ()


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("misdeel", "misdeal"),
        ("missdeal", "misdeal"),
        ("midseal", "misdeal"),
        ("renegd", "reneged"),
        ("exposd card", "exposed card"),
        ("trmp", "trump"),
        ("lonr", "lone"),
        ("siut", "suit"),
        ("crad", "card"),
    ],
)
def test_a_misspelt_word_is_forgiven_if_nothing_is_spelt_so(text, right):
    assert {*keys(search(CLUB, right))} <= {*keys(search(CLUB, text))}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("she didn't follow suit", "revoke"),
        ("didnt follow suit", "revoke"),
        ("had 6 cards", "misdeal-count"),
    ],
)
def test_a_sentence_is_found_by_its_important_words(text, expected):
    assert expected in keys(search(CLUB, text))


def test_a_misspelt_word_of_four_letters_finds_only_the_intended_word():
    for text, right in (("siut", "suit"), ("trmp", "trump")):
        assert keys(search(CLUB, text)) == keys(search(CLUB, right))


def test_a_short_word_must_be_exact_and_nonsense_finds_nothing():
    assert (search(CLUB, "xut"), search(CLUB, "xuit"), search(CLUB, "zzzzzz")) == ((), (), ())


@pytest.mark.parametrize("rules", [key for key, one in SHELF.items() if not one.bidding])
def test_words_of_today_are_found_in_every_book(rules):
    said = """renege, misdeal, screw the dealer, stick the dealer, stick, farmer's hand, farmers,
    going under, order up, pick up, kitty, reneging"""
    lost = [
        one for one in said.split(",") if not search(remedies(SHELF[rules]), " ".join(one.split()))
    ]
    if SHELF[rules].partners != "none":
        lost += [one for one in ("loner", "table talk") if not search(remedies(SHELF[rules]), one)]
    assert lost == []
