"""Table display, and a pad as its owner wants it."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests import proof
from tests.browser.letters import letters_there
from tests.browser.table import log, new_table, start_table, tap_hand

SEVEN = ["Ann", "Bartholomew", "Catherine Ashby-Cole", "Dan", "Maximiliano", "Ferdinand", "Gus"]
FOUR = ["Ann", "Ben", "Cat", "Małgorzata"]
# A voice that writes down what it is given, in place of the browser's.
A_VOICE = """
window.said = [];
const voice = { speak: (told) => said.push(`${told.lang}: ${told.text}`), cancel: () => {} };
Object.defineProperty(window, "speechSynthesis", { value: voice });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
NO_VOICE = "delete window.speechSynthesis; delete Window.prototype.speechSynthesis;"
AWAKE = """
window.locks = [];
const wakeLock = { request: (what) => Promise.resolve(locks.push(what)) };
Object.defineProperty(navigator, "wakeLock", { value: wakeLock });
"""
# How the words of an element run and by how many degrees they are turned.
TURNED = """element => {
    const style = getComputedStyle(element), matrix = new DOMMatrix(style.transform);
    return `${style.writingMode} ${Math.round(Math.atan2(matrix.b, matrix.a) * 180 / Math.PI)}`;
}"""
FITS = """(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    return scrollHeight <= innerHeight && scrollWidth <= innerWidth;
})()"""
WHOLE = "one => one.scrollHeight <= one.clientHeight + 1"
# Of a name that may be turned by a right angle, too.
ONE_LINE = """name => Math.min(name.offsetWidth, name.offsetHeight)
    < 1.5 * parseFloat(getComputedStyle(name).lineHeight)"""
SIZE = "one => parseFloat(getComputedStyle(one).fontSize)"
MOVES = """[...document.querySelectorAll('*')].filter((one) => {
    const { scrollBehavior, animationName, transitionDuration } = getComputedStyle(one);
    return scrollBehavior === "smooth" || animationName !== "none" || transitionDuration !== "0s";
}).length"""


def choose(page, *words, back):
    """Choose on the page of this phone, and come back."""
    page.goto(f"/look?next={urlsplit(back).path}")
    for word in words:
        page.get_by_label(word, exact=True).check()
    page.get_by_role("button", name="Save for this phone").click()
    page.wait_for_url(back)


def turned(page):
    return {
        side: page.locator(f".{side} .one").first.evaluate(TURNED)
        for side in ("near", "left", "far", "right")
    }


def box(page, selector):
    return page.locator(selector).bounding_box()


def test_names_turn_to_their_readers_on_request(open_page):
    tablet = open_page(1280, 800)
    tablet.goto(new_table(tablet, FOUR, rules="keller") + "device")
    upright = dict.fromkeys(("near", "left", "far", "right"), "horizontal-tb 0")
    assert turned(tablet) == upright
    tablet.get_by_role("button", name="Turn far side").click()
    expect(tablet.get_by_role("button", name="Turn all sides")).to_be_visible()
    assert turned(tablet) == upright | {"far": "horizontal-tb 180"}
    tablet.get_by_role("button", name="Turn all sides").click()
    expect(tablet.get_by_role("button", name="All names upright")).to_be_visible()
    around = {"far": "horizontal-tb 180", "left": "vertical-rl 0", "right": "vertical-rl 180"}
    assert turned(tablet) == upright | around
    assert (
        tablet.locator(".words")
        .all_inner_texts()[0]
        .endswith(tablet.locator(".again").inner_text())
    )


@pytest.mark.parametrize("size", proof.every(3, [(360, 640), (640, 360), (800, 1280), (1280, 800)]))
def test_seven_long_names_fit_any_screen_with_figures_legible_across_the_table(open_page, size):
    screen = open_page(*size)
    screen.goto(f"{new_table(screen, SEVEN)}device")
    for key in ("Turn far side", "Turn all sides", "All names upright"):
        expect(screen.get_by_role("button", name=key)).to_be_visible()
        letters_there(screen)
        assert screen.evaluate(FITS)
        for seat in screen.locator(".seat").all():
            assert seat.evaluate("seat => seat.scrollHeight <= seat.clientHeight + 1"), (
                seat.inner_text()
            )
            assert seat.locator(".name").evaluate(ONE_LINE), seat.inner_text()
        keys = screen.locator(".tools button:visible").all()
        assert min(one.bounding_box()["height"] for one in keys) >= 48
        figures = [one.evaluate(SIZE) for one in screen.locator(".points").all()]
        assert min(figures) >= min(size) / 14
        screen.get_by_role("button", name=key).click()


def test_a_hand_from_another_phone_appears_and_is_spoken(open_page, phone):
    pad = start_table(phone)
    screen = open_page(800, 1280)
    screen.add_init_script(A_VOICE)
    screen.goto(f"{pad}device")
    expect(screen.locator("#voice")).to_have_text("sound off")
    screen.get_by_role("button", name="Read out the score").click()
    none = "en-GB: No hands yet. Ann 0, Ben 0, Cat 0, Dan 0, Eveline 0. Ann deals."
    assert screen.evaluate("said") == [none]
    log(phone, "Ben", "Dan", 3, no=1)
    expect(screen.locator(".words .what").first).to_have_text("Hand 1: Ben with Dan, three tricks.")
    assert screen.evaluate("said") == [none]
    screen.get_by_role("button", name="Read out every hand").click()
    log(phone, "Cat", "Ann", 5, no=2)
    expect(screen.locator(".words .what").first).to_contain_text("Hand 2")
    one, two = screen.evaluate("said")[1:]
    assert one.startswith("en-GB: Hand 1: Ben with Dan, three tricks. Ben and Dan plus 1 each.")
    assert two.startswith("en-GB: Hand 2: Cat with Ann, all five. Ann and Cat plus 3 each.")


def test_an_undone_hand_is_not_spoken_and_the_choice_is_remembered(open_page, phone):
    pad = start_table(phone)
    log(phone, "Ben", "Dan", 3, no=1)
    log(phone, "Cat", "Ann", 5, no=2)
    screen = open_page(800, 1280)
    screen.add_init_script(A_VOICE)
    screen.goto(f"{pad}device")
    screen.get_by_role("button", name="Read out every hand").click()
    phone.locator("#undo").tap()
    expect(screen.locator(".words .what").first).to_contain_text("Hand 1")
    assert len(screen.evaluate("said")) == 1
    screen.reload()
    expect(screen.get_by_role("button", name="Read out every hand")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(screen.locator("#voice")).to_have_text("touch the screen once to turn on the voice")


def test_without_a_voice_the_speech_buttons_are_hidden_and_the_page_says_so(open_page):
    screen = open_page(800, 1280)
    screen.add_init_script(NO_VOICE)
    screen.goto(f"{new_table(screen)}device")
    expect(screen.locator("#voice")).to_have_text("This browser can’t read out the score.")
    expect(screen.locator("#speak")).to_be_hidden()


def test_the_screen_stays_awake(open_page):
    screen = open_page(800, 1280)
    screen.add_init_script(AWAKE)
    screen.goto(f"{new_table(screen)}device")
    expect(screen.locator("#device")).to_be_visible()
    assert screen.evaluate("locks") == ["screen"]


@pytest.mark.thorough
def test_without_javascript_the_screen_shows_the_score_and_turns_names(without_javascript):
    page = without_javascript
    page.goto(f"{new_table(page)}device")
    expect(page.locator(".near .name")).to_have_text("Ann")
    expect(page.locator("#speak")).to_be_hidden()
    page.get_by_role("button", name="Turn far side").tap()
    expect(page.get_by_role("button", name="Turn all sides")).to_be_visible()


def test_a_pad_for_the_left_hand_has_its_buttons_at_the_left(phone):
    pad = start_table(phone)
    log(phone, "Ben", "Dan", 3, no=1)
    right = {
        name: box(phone, name)["x"]
        for name in ("#menu > summary", "#facts > summary", ".key.alone", "#undo")
    }
    choose(phone, "Left", back=pad)
    left = {name: box(phone, name)["x"] for name in right}
    assert left["#menu > summary"] > right["#menu > summary"]
    assert left["#undo"] > right["#undo"]
    assert left["#facts > summary"] < right["#facts > summary"]
    assert left[".key.alone"] < right[".key.alone"]
    tricks = [key.bounding_box()["x"] for key in phone.locator("[data-tricks]").all()]
    assert tricks == sorted(tricks)
    log(phone, "Cat", "Ann", 5, no=2)


@pytest.mark.parametrize(
    ("hand", "names", "rules"),
    proof.every(
        5,
        [
            (hand, *table)
            for hand in ("Right", "Left")
            for table in [(FOUR, "keller"), (SEVEN[:5], "call-ace"), (SEVEN, "call-ace")]
        ],
    ),
)
def test_a_pad_in_large_type_does_not_scroll(phone, names, rules, hand):
    pad = start_table(phone, names, rules=rules)
    before = phone.locator(".name").first.evaluate(SIZE)
    choose(phone, "Large", hand, back=pad)
    after = phone.locator(".name").first.evaluate(SIZE)
    assert after > before * 1.1
    phone.locator("[data-key='1']").tap()
    if rules == "call-ace":
        phone.locator("[data-key='3']").tap()
    phone.locator("[data-tricks='5']").tap()
    letters_there(phone)
    assert phone.evaluate(FITS)
    save = box(phone, ".save")
    assert save["y"] + save["height"] <= 640


@pytest.mark.parametrize(
    ("names", "rules"), proof.share(1, [(FOUR, "club-laws"), (SEVEN, "call-ace")])
)
def test_a_large_left_pad_shows_every_button_and_the_hand_to_confirm(
    open_page, phone, names, rules
):
    pad = start_table(phone, names, rules=rules)
    phone.locator("#menu > summary").tap()
    phone.locator("#menu").get_by_role("button", name="Yes", exact=True).tap()
    phone.locator("[data-key='1']").tap()
    if rules == "call-ace":
        phone.locator("[data-key='3']").tap()
    phone.locator("[data-tricks='5']").tap()
    phone.locator(".save").tap()
    expect(phone.locator("#agreed")).to_contain_text("Hand 1 not confirmed yet:")
    other = open_page(has_touch=True)
    choose(other, "Large", "Left", back=pad)
    expect(other.locator("#agreed")).to_contain_text("Right? Hand 1:")
    letters_there(other)
    assert other.evaluate(FITS)
    foot = box(other, ".foot")
    assert foot["y"] + foot["height"] <= 640
    assert other.locator(".agreed-bar > span").evaluate(WHOLE)


def test_a_phone_set_not_to_vibrate_does_not(phone):
    phone.add_init_script(
        "window.buzzed = 0; Navigator.prototype.vibrate = () => { buzzed += 1; };"
    )
    pad = start_table(phone)
    log(phone, "Ben", "Dan", 3, no=1)
    assert phone.evaluate("buzzed") > 0
    choose(phone, "Don’t vibrate", back=pad)
    log(phone, "Cat", "Dan", 3, no=2)
    assert phone.evaluate("buzzed") == 0


def test_nothing_moves_on_a_phone_with_reduced_motion(open_page):
    page = open_page(reduced_motion="reduce")
    pad = new_table(page)
    for where in (pad, f"{pad}device", f"{pad}board", "/look"):
        page.goto(where)
        assert page.evaluate(MOVES) == 0


def test_the_sample_previews_a_setting_before_it_is_saved(phone):
    phone.goto("/look")
    left = box(phone, ".sample-alone")["x"]
    phone.get_by_label("Left", exact=True).check()
    phone.get_by_label("Far side turned round").check()
    assert box(phone, ".sample-alone")["x"] < left
    assert phone.locator(".sample-table .far").evaluate(TURNED).endswith("180")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_tapping_works_as_usual_on_a_large_left_pad(phone):
    pad = start_table(phone)
    choose(phone, "Left", "Large", back=pad)
    tap_hand(phone, "Ben", "Dan", 5)
    expect(phone.locator("#preview")).to_contain_text("Ben and Dan +3 each")
