"""Partners, cut-throat: games played to their end on a phone, shown as events, and paid."""

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.conftest import looks
from tests.browser.letters import letters_there
from tests.browser.table import a_moment_later, key, scored, sheet_of, start_table
from tests.browser.table.test_strange_answers import NONE

FOUR = ["Ann", "Ben", "Cat", "Dan"]
THREE = ["Ann", "Ben", "Cat"]


def save(page, maker, tricks, *, no, alone=False):
    """Tap a hand, save it, and wait until the pad says so."""
    key(page, maker).tap()
    if alone:
        page.locator(".key.alone").tap()
    page.locator(f"[data-tricks='{tricks}']").tap()
    page.get_by_role("button", name=f"Save hand {no}").tap()
    expect(page.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")


def go_on(page):
    """Read what ended, and go on in the same seats."""
    page.get_by_text("What next?").tap()
    told = page.locator("#event .event-line").all_inner_texts()
    page.get_by_role("link", name="same seats").tap()
    expect(page.locator("#event")).to_be_hidden()
    return told


def sides(page):
    """The game's score above the buttons: names, points, and the line below."""
    found = page.locator(".side").all()
    names = [" and ".join(side.locator(".side-names span").all_inner_texts()) for side in found]
    return [
        [who, side.locator(".side-points").inner_text()]
        for who, side in zip(names, found, strict=True)
    ]


def test_a_club_laws_rubber_is_played_to_a_fourth_game_and_paid(open_page, server):
    page = open_page(has_touch=True)
    pad = start_table(page, FOUR, rules="club-laws", stake="0.50")
    save(page, "Ben", 5, no=1, alone=True)
    assert sides(page) == [["Ann and Cat", "0"], ["Ben and Dan", "4"]]
    save(page, "Dan", 3, no=2)
    assert go_on(page) == ["Game 1 to Ben and Dan, 5–0, counts 2."]
    save(page, "Ann", 5, no=3, alone=True)
    save(page, "Ben", 3, no=4)
    save(page, "Cat", 3, no=5)
    assert go_on(page) == ["Game 2 to Ann and Cat, 5–1."]
    save(page, "Ann", 5, no=6, alone=True)
    save(page, "Dan", 4, no=7)
    save(page, "Ann", 5, no=8)
    assert go_on(page) == ["Game 3 to Ann and Cat, 6–1, a lap of 1."]
    assert sides(page) == [["Ann and Cat", "1"], ["Ben and Dan", "0"]]
    save(page, "Ben", 1, no=9, alone=True)
    assert go_on(page) == [
        "Game 4 to Ann and Cat, 5–0, counts 2.",
        "Rubber 1 to Ann and Cat, 6 points to 2.",
    ]
    assert sides(page) == [["Ann and Cat", "0"], ["Ben and Dan", "0"]]
    told = scored(server, sheet_of(page, pad))
    assert told["rubbers"] == [
        {"no": 1, "games": [1, 2, 3, 4], "points": [6, 2], "winner": 0, "finished": True}
    ]
    assert told["net"] == {
        "Ann": {"points": 4, "amount": "2.00"},
        "Ben": {"points": -4, "amount": "-2.00"},
        "Cat": {"points": 4, "amount": "2.00"},
        "Dan": {"points": -4, "amount": "-2.00"},
    }
    page.goto(f"{pad}settlement")
    expect(page.locator("main")).to_contain_text("£2.00")


def test_a_full_phone_shows_the_end_of_a_game_until_the_next_hand(open_page):
    """The hand that ended it stays on the keys until it has arrived."""
    page = open_page(has_touch=True)
    page.add_init_script(NONE)
    start_table(page, FOUR, rules="club-laws")
    save(page, "Ben", 5, no=1, alone=True)
    save(page, "Dan", 3, no=2)
    assert sides(page) == [["Ann and Cat", "0"], ["Ben and Dan", "5"]]
    expect(page.locator("#event")).to_be_visible()
    key(page, "Ann").tap()
    assert sides(page) == [["Ann and Cat", "0"], ["Ben and Dan", "0"]]
    expect(page.locator("#event")).to_be_hidden()


def test_a_cut_throat_game_with_a_set_back_is_played_to_its_end(open_page, server):
    page = open_page(has_touch=True)
    pad = start_table(page, THREE, rules="hoyle-three-setback", stake="0.10")
    key(page, "Ben").tap()
    page.locator("[data-tricks='2']").tap()
    expect(page.locator("#preview .gains")).to_have_text("Ben −2")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("#last")).to_contain_text("Hand 1 saved:")
    assert page.locator(".tile .points").all_inner_texts() == ["0", "−2", "0"]
    for no, tricks in enumerate((5, 5, 5, 3), start=2):
        save(page, "Ben", tricks, no=no)
    assert go_on(page) == ["Game 1 to Ben, 5, Ann 0, Cat 0."]
    assert page.locator(".tile .won").all_inner_texts() == ["0 games", "1 game", "0 games"]
    told = scored(server, sheet_of(page, pad))
    assert told["games"] == [
        {"no": 1, "winner": 1, "score": [0, 5, 0], "values": [1, 0, 1], "lap": 0, "hands": [1, 5]}
    ]
    assert {name: net["amount"] for name, net in told["net"].items()} == {
        "Ann": "-0.10",
        "Ben": "0.20",
        "Cat": "-0.10",
    }


def fact(page, name, value):
    """Tap one of the facts that the score does not need."""
    page.locator(f"#facts label.pick:has(input[name='{name}'][value='{value}'])").tap()


def test_a_british_hand_with_a_turned_joker_is_trump_as_the_dealer_names_it(open_page, server):
    page = open_page(has_touch=True)
    pad = start_table(page, FOUR, rules="british", stake="0.10")
    for no, (maker, made, trump, tricks) in enumerate(
        [("Ann", "took", "H", 3), ("Cat", "ordered", "D", 5), ("Dan", "named", "C", 4)], start=1
    ):
        page.locator("#facts > summary").tap()
        for name, value in {"turned": "joker", "trump": trump, "made": made}.items():
            fact(page, name, value)
        page.locator("#facts [data-close]").tap()
        save(page, maker, tricks, no=no)
    assert sides(page) == [["Ann and Cat", "3"], ["Ben and Dan", "1"]]
    sheet = sheet_of(page, pad)
    assert [(hand["turned"], hand["made"], hand["trump"]) for hand in sheet["hands"]] == [
        ("joker", "took", "H"),
        ("joker", "ordered", "D"),
        ("joker", "named", "C"),
    ]
    told = scored(server, sheet)
    assert [hand["outcome"] for hand in told["hands"]] == ["point", "march", "point"]


def test_the_preview_shows_the_game_that_a_hand_would_end(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="keller")
    save(page, "Ann", 5, no=1, alone=True)
    key(page, "Cat").tap()
    page.locator("[data-tricks='3']").tap()
    assert page.locator("#preview p").all_inner_texts() == [
        "Ann and Cat +1",
        "Point · Keller, ch. 2",
        "Game 1 to Ann and Cat, 5–0",
    ]


def test_alone_is_offered_only_if_allowed_and_the_pad_says_why_not(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="keller")
    dealer = FOUR.index(page.locator(".tile:has(.dealer)").get_attribute("data-name"))
    eldest, right = FOUR[(dealer + 1) % 4], FOUR[(dealer + 3) % 4]
    passed = "The maker’s partner has passed and cannot play alone (ch. 2)."
    alone, told = page.locator(".key.alone"), []
    for maker in (eldest, right):
        key(page, maker).tap()
        for _ in range(2):
            a_moment_later(page)
            alone.tap()
            told.append((alone.inner_text(), page.locator("#preview p").all_inner_texts()))
        page.get_by_role("button", name="Clear").tap()
    assert told == [
        (f"{eldest} alone", []),
        (f"{right} alone", []),
        (f"{right} alone", [passed]),
        ("Alone", []),
    ]


def test_the_partner_of_a_lone_player_cannot_be_ticked_as_revoking(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="american")
    key(page, "Ben").tap()
    page.locator(".key.alone").tap()
    page.locator("#what-happened > summary").tap()
    boxes = page.locator("input[name=revoke]")
    assert [boxes.nth(no).is_disabled() for no in range(4)] == [False, False, False, True]


def test_the_partner_of_a_jambone_or_a_lone_defender_cannot_be_ticked_either(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="railroad")
    key(page, "Ben").tap()
    page.locator("#what-happened > summary").tap()
    cardless = {}
    for said in ("special: Jambone", "defender_alone: Ann", "defender_alone: No one"):
        field, answer = said.split(": ")
        page.locator(f"#happened-{field}").get_by_label(answer, exact=True).tap()
        for kind in ("revoke", "wrong_cards"):
            boxes = page.locator(f"input[name={kind}]")
            cardless[said, kind] = [FOUR[no] for no in range(4) if boxes.nth(no).is_disabled()]
    both = ("revoke", "wrong_cards")
    assert cardless == {
        **{("special: Jambone", kind): ["Dan"] for kind in both},
        **{("defender_alone: Ann", kind): ["Cat", "Dan"] for kind in both},
        **{("defender_alone: No one", kind): ["Dan"] for kind in both},
    }


def test_a_correction_offers_alone_only_if_allowed_and_says_why_not(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="keller")
    dealer = FOUR.index(page.locator(".tile:has(.dealer)").get_attribute("data-name"))
    eldest, second, right = (FOUR[(dealer + step) % 4] for step in (1, 2, 3))
    save(page, right, 5, no=1, alone=True)
    page.goto(f"{page.url}score")
    page.get_by_role("link", name="Correct").first.tap()
    expect(page.locator("#why-not-alone")).not_to_be_empty()  # its script has come
    found = {}
    for maker in (right, second, eldest):
        page.get_by_role("group", name="Maker").get_by_label(maker, exact=True).check()
        boxes = page.locator("input[name=alone]")
        offered = [no for no in range(1, 5) if boxes.nth(no).is_enabled()]
        why = page.locator("#why-not-alone").inner_text()
        found[maker] = ({FOUR[no - 1] for no in offered}, boxes.nth(0).is_checked(), why)
    assert found == {
        right: ({right}, False, "The maker’s partner has passed and cannot play alone (ch. 2)."),
        second: ({second, FOUR[dealer], right}, False, "The maker or the partner plays alone."),
        eldest: ({eldest, right}, False, "The maker or the partner plays alone."),
    }
    page.get_by_role("group", name="Maker").get_by_label(second, exact=True).check()
    page.get_by_label(f"{second} alone").check()
    page.get_by_role("group", name="Maker").get_by_label(right, exact=True).check()
    assert page.get_by_label("Together").is_checked()


def test_alone_cycles_from_the_maker_to_the_partner_to_none(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="club-laws")
    key(page, "Ben").tap()
    told = []
    for _ in range(3):
        a_moment_later(page)
        page.locator(".key.alone").tap()
        told.append((page.locator("#prompt").inner_text(), page.locator(".key.alone").inner_text()))
    assert told == [
        ("Ben alone. How many tricks?", "Ben alone"),
        ("Ben made it, Dan alone. How many tricks?", "Dan alone"),
        ("Ben made it, with Dan. Tricks?", "Alone"),
    ]
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator(".tile[data-role]")).to_have_count(0)
    assert taps_of_hands(page) == [3, 4, 3]


def test_partners_change_between_rubbers(open_page):
    page = open_page(has_touch=True)
    pad = start_table(page, FOUR, rules="keller")
    save(page, "Ann", 5, no=1, alone=True)
    save(page, "Ann", 3, no=2)
    page.get_by_text("What next?").tap()
    page.get_by_role("link", name="Change partners").tap()
    page.get_by_role("button", name="Ann and Dan against Ben and Cat").tap()
    expect(page.locator("#pad")).to_be_visible()
    assert page.url == pad
    assert [names for names, _ in sides(page)] == ["Ann and Dan", "Ben and Cat"]


def test_the_score_may_be_shown_by_two_cards(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="keller")
    save(page, "Ann", 5, no=1)
    page.locator("#menu summary").tap()
    page.get_by_role("button", name="a three and a four").tap()
    expect(page.locator(".side .markers")).to_have_count(2)
    assert [card.get_attribute("aria-label") for card in page.locator(".side .markers").all()] == [
        "2",
        "0",
    ]


def test_three_players_have_a_chalked_cross_each_and_a_negative_figure(open_page, console):
    console.expect("ERR_INTERNET_DISCONNECTED")
    page = open_page(has_touch=True)
    start_table(page, THREE, rules="hoyle-three-setback")
    page.locator("#menu summary").tap()
    page.get_by_role("button", name="a chalked cross").tap()
    expect(page.locator(".tile .chalk")).to_have_count(3)
    save(page, "Ann", 3, no=1)
    save(page, "Ben", 1, no=2)
    standing = page.locator(".tile > :is(.markers, .points)")
    for no, said in enumerate(("1", "-2 points", "0")):
        expect(standing.nth(no)).to_have_attribute("aria-label", said)
    expect(standing).to_have_class(["markers chalk", "points", "markers chalk"])
    page.context.set_offline(True)
    key(page, "Cat").tap()
    page.locator("[data-tricks='5']").tap()
    page.locator(".save").tap()
    expect(standing.nth(2)).to_have_attribute("aria-label", "2")
    page.context.set_offline(False)
    expect(page.locator("#state")).to_have_text("saved")


LONG = ["Bartholomew", "Wilhelmina", "Constantine", "Maximiliana"]


@pytest.mark.parametrize(
    ("rules", "names"),
    proof.every(
        4,
        [
            ("club-laws", LONG),
            ("club-laws", FOUR),
            ("hoyle-three", LONG[:3]),
            ("britannica-two", LONG[:2]),
        ],
    ),
)
def test_the_pad_of_a_game_fits_one_small_screen_with_buttons_for_a_thumb(open_page, rules, names):
    page = open_page(has_touch=True)
    start_table(page, names, rules=rules, dealer=names[0])
    save(page, names[0], 5, no=1)
    save(page, names[0], 5, no=2)
    key(page, names[0]).tap()
    page.locator("[data-tricks='5']").tap()
    expect(page.locator("#preview .ends")).to_be_visible()
    letters_there(page)
    size = page.evaluate(
        "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    )
    assert size == [640, 360]
    for target in page.locator("#pad button:visible, #pad summary:visible, #pad .foot > a").all():
        box = target.bounding_box()
        assert box["height"] >= 48, target.inner_text()
        assert box["width"] >= 44, target.inner_text()


def taps_of_hands(page):
    """Enter a usual hand, a lone one and a euchre; return how many taps each took."""
    page.evaluate(
        "addEventListener('click', () => { window.tapCount = (window.tapCount || 0) + 1; }, true)"
    )
    taps = []
    for no, hand in enumerate((("Ben", 4, False), ("Ben", 5, True), ("Cat", 2, False)), start=1):
        before = page.evaluate("window.tapCount || 0")
        maker, tricks, alone = hand
        save(page, maker, tricks, no=no, alone=alone)
        taps.append(page.evaluate("window.tapCount") - before)
        if page.locator("#event").is_visible():
            go_on(page)
    return taps


def test_the_laws_open_at_the_pad_and_what_was_tapped_stays(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="club-laws")
    key(page, "Ben").tap()
    page.locator("[data-tricks='3']").tap()
    page.locator("#what-happened > summary").tap()
    page.get_by_text("Laws", exact=True).tap()
    page.locator("#laws-q").fill("revoke")  # before the script that searches has come
    remedy = page.locator("[data-found] .remedy", has=page.locator("[data-happened=revoke]")).first
    expect(remedy).to_be_visible()
    if not remedy.evaluate("details => details.open"):
        remedy.locator("summary").tap()
    remedy.locator("[data-happened=revoke]").tap()
    expect(page.locator("#happened-revoke")).to_be_in_viewport()
    page.locator("#happened-revoke .pick", has_text="Ann").first.tap()
    page.locator("#what-happened [data-close]").tap()
    expect(page.locator("#preview .gains")).to_have_text("Ben and Dan +4")


def test_ticks_for_an_impossible_hand_do_not_stay_for_the_next(open_page):
    page = open_page(has_touch=True)
    pad = start_table(page, FOUR, rules="club-laws")
    key(page, "Ben").tap()
    page.locator("[data-tricks='5']").tap()
    page.locator("#what-happened > summary").tap()
    page.locator("#happened-exposed .pick").tap()
    page.locator("#what-happened [data-close]").tap()
    expect(page.locator("#preview .wrong")).to_contain_text("This was no lone hand")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("#prompt")).to_contain_text("This was no lone hand")
    expect(page.locator("#state")).to_have_text("saved")
    page.locator("#what-happened > summary").tap()
    page.locator("#happened-exposed .pick").tap()
    page.locator("#what-happened [data-close]").tap()
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("#last")).to_contain_text("Hand 1 saved:")
    save(page, "Cat", 3, no=2)
    assert [hand.get("irregularities") for hand in sheet_of(page, pad)["hands"]] == [None, None]


def test_a_game_that_ends_again_after_an_undo_is_shown_again(open_page):
    page = open_page(has_touch=True)
    start_table(page, FOUR, rules="keller")
    save(page, "Ann", 5, no=1, alone=True)
    save(page, "Ann", 3, no=2)
    assert go_on(page) == ["Game 1 to Ann and Cat, 5–0."]
    page.locator("#undo").tap()
    expect(page.locator("#last")).to_contain_text("Undone")
    save(page, "Cat", 5, no=2)
    assert go_on(page) == ["Game 1 to Ann and Cat, 6–0."]


@pytest.mark.thorough
def test_without_javascript_the_next_game_begins_with_a_tap_or_a_link(open_page):
    page = open_page(java_script_enabled=False)
    start_table(page, FOUR, rules="keller")
    for maker, alone, tricks in (("0", True, "5"), ("0", False, "5")):
        page.locator(f"[data-key='{maker}']").click()
        if alone:
            page.locator("[data-key=alone]").click()
        page.locator(f"[data-tricks='{tricks}']").click()
        page.locator(".save").click()
    expect(page.locator("#preview")).to_have_text("Game 1 to Ann and Cat, 6–0.")
    assert sides(page) == [["Ann and Cat", "6"], ["Ben and Dan", "0"]]
    pad = page.url
    page.get_by_text("What next?").click()
    page.get_by_role("link", name="Play on, same seats").click()
    expect(page.locator("#event")).to_be_hidden()
    assert sides(page) == [["Ann and Cat", "0"], ["Ben and Dan", "0"]]
    page.goto(pad)
    page.locator("[data-key='1']").click()
    expect(page.locator("#prompt")).to_have_text("Ben made it, with Dan. Tricks?")
    assert sides(page) == [["Ann and Cat", "0"], ["Ben and Dan", "0"]]


@looks(9)
def test_axe_finds_nothing_on_pages_with_games(open_page, axe, scheme, width):
    page = open_page(width, 720, color_scheme=scheme, has_touch=True)
    pad = start_table(page, FOUR, rules="club-laws")
    save(page, "Ann", 5, no=1, alone=True)
    save(page, "Ann", 5, no=2)
    found = {"the game is over": axe(page)}
    go_on(page)
    key(page, "Ben").tap()
    page.locator(".key.alone").tap()
    page.locator("[data-tricks='5']").tap()
    found["tapped"] = axe(page)
    page.locator("#what-happened > summary").tap()
    page.get_by_text("Laws", exact=True).tap()
    page.locator("#laws-q").wait_for()
    found["the laws at the pad"] = axe(page)
    for name in ("score", "people", "board", "settlement", "laws", "rules", "reread?rules=keller"):
        page.goto(pad + name)
        found[name] = axe(page)
    page.goto(f"{pad}score")
    page.get_by_role("link", name="Correct hand 2").click()
    page.locator("fieldset", has_text="Tricks").locator("label", has_text="3").click()
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    found["correction"] = axe(page)
    assert {name: problems for name, problems in found.items() if problems} == {}
