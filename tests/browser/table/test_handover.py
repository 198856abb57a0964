"""Hands of a phone that will not reach the network again go over to another: as a code, and as
text."""

import json
import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from scoring.forms.table.hands import HandForm
from tests import qr
from tests.browser.conftest import schemes
from tests.browser.table import log, sheet_of, start_table, tap_hand, totals, until

HAND = "0c9f1a44-7d1e-4c0b-9a51-3f2e6b7f8d10"
BEFORE = "ffffffff-ffff-4fff-bfff-fffffffffffb"
UNDO = "1d2c3b4a-0000-4111-8222-933344445555"
NOW = 1_800_000_000_000
USUAL = {"sitting": "12", "after": BEFORE, "maker": "1", "partner": "3", "tricks": "3"}


def telling(fields=USUAL, *, do="hand", key=HAND, no=7, what="Ben with Dan, three tricks", ago=90):
    told = {"do": do, "id": HAND, "key": key, "no": no, "what": what}
    return told | {"at": NOW - 1000 * ago, "fields": dict(fields)}


ALONE = {
    "sitting": "12",
    "maker": "0",
    "alone": "2",
    "defender_alone": "1",
    "tricks": "0",
    "special": "jambone",
}
NOTED = USUAL | {"call": "D", "turned": "joker", "made": "ordered", "trump": "S"}
NOTED["note"] = "50 % of it; / + Małgorzata’s “hand” ♥, a.b~c_d-e"
OFFENCES = USUAL | {"revoke": ["0", "2x3"], "wrong_cards": ["1", "4"], "abandoned": "6"}
OFFENCES |= {"intimation": "on", "exposed": "on"}
TOLD = {
    "the usual hand": telling(),
    "a hand with every fact noted": telling(NOTED),
    "a lone hand against a lone defender": telling(ALONE, what="Ann, Cat alone"),
    "every irregularity, some twice": telling(OFFENCES, what="Ben with Dan; Ann: revoked, 2 times"),
    "a void deal": telling(
        {"sitting": "12", "after": BEFORE, "void": "imperfect-pack"}, what="New deal"
    ),
    "a taking back": telling({}, do="take-back", key=UNDO, no=None),
    "a putting back": telling({}, do="put-back", key=UNDO, no=None),
    "a long name, and a week ago": telling(
        what="Catherine Ashby-Cole-Featherstonehaugh", ago=604_800
    ),
}


def ready(page):
    """Bring what hands go over with, as the first tap does."""
    page.locator("#prompt").tap()
    until(page, "Boolean(window.Pad.handover)")


def written(page, tellings, most=600):
    return page.evaluate(
        "([tellings, most, now]) =>"
        " Pad.pack.write(tellings, { most, now }).map(({ text }) => text)",
        [tellings, most, NOW],
    )


def read(page, text):
    return page.evaluate("([text, now]) => Pad.pack.read(text, now)", [text, NOW])


@pytest.fixture(scope="module")
def pages(browser, server):
    with browser.new_context(
        base_url=server.url, has_touch=True, service_workers="block"
    ) as context:
        page = context.new_page()
        start_table(page)
        ready(page)
        yield page


@pytest.mark.parametrize(
    ("words", "as_read"),
    [
        ("a\tb\x00c", "a b c"),
        ("x" * 199 + "\U0001f600y", "x" * 199 + "\U0001f600"),
        ("a\ud83d", "a "),
    ],
    ids=["control signs", "an emoji at sign 200", "half an emoji"],
)
def test_whatever_words_a_hand_has_can_be_handed_over(pages, words, as_read):
    # As JSON: half an emoji goes into a page no other way.
    told = json.dumps([telling(USUAL | {"note": words}, what=words)])
    script = (
        "([told, now]) => Pad.pack.read(Pad.pack.write(JSON.parse(told), { most: 600, now "
        "})[0].text, now)"
    )
    assert pages.evaluate(script, [told, NOW])["tellings"] == [
        telling(USUAL | {"note": as_read}, what=as_read)
    ]


@pytest.mark.parametrize("name", TOLD)
def test_what_is_written_is_read_as_it_was(pages, name):
    (text,) = written(pages, [TOLD[name]])
    assert read(pages, text) == {"part": 1, "of": 1, "before": None, "tellings": [TOLD[name]]}


def test_a_text_goes_through_an_address_unchanged(pages):
    (text,) = written(pages, [TOLD["a hand with every fact noted"]])
    assert (
        pages.evaluate("text => new URL('#take=' + text, location).hash", text) == f"#take={text}"
    )


def test_every_fact_of_the_form_has_its_letter(pages):
    facts = set(pages.evaluate("Object.values(Pad.pack.FACTS)"))
    assert facts == set(HandForm.base_fields) - {"id"} | {"phone"}


def test_a_hand_as_its_form_sends_it_leaves_nothing_behind_but_what_was_empty(pages):
    (text,) = written(pages, [telling(USUAL | {"alone": "", "note": "", "void": ""})])
    assert read(pages, text)["tellings"] == [telling()]


def test_a_hand_after_the_one_before_it_says_so_in_one_sign(pages):
    other = telling(USUAL | {"after": HAND}, key=UNDO, no=8) | {"id": UNDO}
    (text,) = written(pages, [telling(), other])
    assert read(pages, text)["tellings"] == [telling(), other]
    assert ";a;" in text


def test_many_hands_make_several_texts_of_which_each_knows_the_one_before(pages):
    told = [telling(no=no, key=f"{no:08}-0000-4111-8222-933344445555") for no in range(1, 21)]
    texts = written(pages, told, most=500)
    codes = [read(pages, text) for text in texts]
    assert [one for code in codes for one in code["tellings"]] == told
    assert [(code["part"], code["of"]) for code in codes] == [
        (no + 1, len(texts)) for no in range(len(texts))
    ]
    assert [code["before"] for code in codes[1:]] == [
        code["tellings"][-1]["key"] for code in codes[:-1]
    ]
    assert len(texts) > 1
    assert max(map(len, texts)) <= 500


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: text[:-1],
        lambda text: text[:60],
        lambda text: text.replace("m1", "m2"),
        lambda text: "2" + text[1:],
        lambda text: text + "0",
        lambda text: "",
        lambda text: "/",
        lambda text: "%%%",
        lambda text: "1;1;1;/" * 3000,
    ],
)
def test_a_damaged_text_is_not_read(pages, harm):
    (text,) = written(pages, [telling()])
    assert read(pages, harm(text)) is None


def with_its_sum(body):
    """A text as somebody who knows how could forge it: FNV-1a, in base 36."""
    value = 2166136261
    for sign in body:
        value = ((value ^ ord(sign)) * 16777619) & 0xFFFFFFFF
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return f"{body}/{digits}"


FORGED = {
    "an unknown fact": (";m1", ";z1"),
    "a fact with signs of a page": (";m1", ";m<b>"),
    "an endless fact": (";t3", f";t{'3' * 40}"),
    "a hand from the future": (";2i;", ";-2i;"),
    "no time at all": (";2i;", ";;"),
    "a line broken in the words": ("Ben+with", "Ben%0Awith"),
    "words without end": ("Ben+with", "Ben" * 99),
    "an unknown verb": ("/h7;", "/x7;"),
    "a number that is none": ("/h7;", "/h7e9;"),
    "an identity cut short": ("h7;DJ", "h7;D"),
    "part 2 of 1": ("1;1;1;/", "1;2;1;/"),
    "no hand": ("/h7;", "/"),
}


def test_the_sum_is_reckoned_as_the_phone_does(pages):
    (text,) = written(pages, [telling()])
    assert with_its_sum(text.rpartition("/")[0]) == text


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_text_with_a_right_sum_is_not_read(pages, name):
    (text,) = written(pages, [telling()])
    honest, forged = FORGED[name]
    assert text.count(honest) == 1
    assert read(pages, with_its_sum(text.rpartition("/")[0].replace(honest, forged))) is None


# -- one phone hands over, another takes over
# ---------------------------------------------------------


@pytest.fixture
def giver(open_page, console):
    """A phone at a table with one hand sent, which then loses the network."""
    console.expect("ERR_INTERNET_DISCONNECTED", "Failed to fetch")
    page = open_page(has_touch=True, device_scale_factor=2)
    page.pad = start_table(page)
    log(page, "Ben", "Dan", 3, no=1)
    expect(page.locator("#state")).to_have_text("all sent")
    until(
        page,
        "window.Pad.qr && import(document.querySelector('#handover').dataset.qr).then(Boolean)",
    )
    page.context.set_offline(True)
    page.clock.set_fixed_time(datetime.now(UTC))  # a code says how long ago each hand was
    return page


def keep(page, maker, partner, tricks):
    """Save a hand without a network."""
    tap_hand(page, maker, partner, tricks)
    kept = page.evaluate("Pad.queue.in('kept').length")
    page.locator(".save").tap()
    expect(page.locator("#state")).to_contain_text(f"here {kept + 1}")


def open_handover(page):
    page.locator("#state").tap()
    page.get_by_text("This phone will not reach the table again?").tap()
    expect(page.locator("#handover .code")).to_be_visible()


def addresses_of(page):
    return page.evaluate(
        "Pad.pack.write(Pad.queue.in('kept'), { most: 594 - (location.origin + "
        "location.pathname).length })"
        ".map(({ text }) => `${location.origin}${location.pathname}#take=${text}`)"
    )


def take_over(page, address):
    page.goto("about:blank")
    page.goto(address)
    return page.get_by_role("dialog")


@schemes(10)
def test_the_code_on_the_screen_is_an_address_of_the_same_table_by_day_and_by_night(giver, scheme):
    giver.emulate_media(color_scheme=scheme)
    keep(giver, "Eveline", "Alone", 5)
    open_handover(giver)
    (address,) = addresses_of(giver)
    assert address.startswith(f"{giver.pad}#take=1;1;1;/h2;")
    assert qr.read(giver.locator("#handover .code").screenshot()) == address


def test_another_phone_takes_the_hands_over_and_they_count_once(giver, open_page):
    keep(giver, "Eveline", "Alone", 5)
    keep(giver, "Cat", "Ann", 0)
    (address,) = addresses_of(giver)
    taker = open_page(has_touch=True)
    dialog = take_over(taker, address)
    expect(dialog.get_by_role("heading")).to_have_text("Take over 2 hands from another phone?")
    expect(dialog.locator("li")).to_have_text(
        ["Hand 2: Eveline alone, all five.", "Hand 3: Cat with Ann, no trick."]
    )
    dialog.get_by_role("button", name="Take them over").tap()
    expect(dialog.get_by_role("heading")).to_have_text("2 hands taken over")
    dialog.get_by_role("button", name="Back to the pad").tap()
    expect(taker.locator("#state")).to_have_text("all sent")
    expect(taker).to_have_url(giver.pad)
    assert [hand["tricks"] for hand in sheet_of(taker, giver.pad)["hands"]] == [3, 5, 0]
    giver.context.set_offline(False)
    expect(giver.locator("#state")).to_have_text("all sent")
    assert len(sheet_of(taker, giver.pad)["hands"]) == 3
    assert totals(giver) == totals(taker)


def test_the_same_code_again_changes_nothing(giver, open_page):
    keep(giver, "Eveline", "Alone", 5)
    (address,) = addresses_of(giver)
    taker = open_page(has_touch=True)
    take_over(taker, address).get_by_role("button", name="Take them over").tap()
    expect(taker.get_by_role("heading", name="1 hand taken over")).to_be_visible()
    dialog = take_over(taker, address)
    expect(dialog.get_by_role("heading")).to_have_text("These hands are here already")
    assert taker.evaluate("Pad.queue.all().length") == 1


def test_many_hands_make_several_codes_which_are_taken_in_their_order(giver, open_page):
    for number in range(14):
        keep(giver, "Eveline", "Alone", number % 6)
    addresses = addresses_of(giver)
    open_handover(giver)
    assert len(addresses) > 1
    for number, address in enumerate(addresses, 1):
        caption = f"Code {number} of {len(addresses)}: hands"
        expect(giver.locator("#handover figcaption")).to_contain_text(caption)
        assert len(address) <= 600
        assert qr.read(giver.locator("#handover .code").screenshot()) == address
        giver.locator("#handover figure button").tap()
    taker = open_page(has_touch=True)
    dialog = take_over(taker, addresses[1])
    expect(dialog.get_by_role("heading")).to_have_text("Scan code 1 first")
    for address in addresses:
        dialog = take_over(taker, address)
        dialog.get_by_role("button", name="Take them over").tap()
        expect(dialog.get_by_role("heading")).to_have_text(re.compile("^[0-9]+ hands taken over"))
    expect(taker.locator("#state")).to_have_text("all sent")
    tricks = [hand["tricks"] for hand in sheet_of(taker, giver.pad)["hands"]]
    assert tricks == [3, *(number % 6 for number in range(14))]


def test_an_undo_goes_over_with_its_hand(giver, open_page):
    keep(giver, "Eveline", "Alone", 5)
    giver.locator("#undo").tap()
    expect(giver.locator("#state")).to_contain_text("here 1")
    (address,) = addresses_of(giver)
    taker = open_page(has_touch=True)
    dialog = take_over(taker, address)
    expect(dialog.locator("li").last).to_contain_text("Undo: ")
    dialog.get_by_role("button", name="Take them over").tap()
    expect(dialog.get_by_role("heading")).to_have_text("2 hands taken over")
    expect(taker.locator("#state")).to_have_text("all sent")
    assert len(sheet_of(taker, giver.pad)["hands"]) == 1


def test_a_damaged_code_is_told_and_nothing_is_stored(giver, open_page):
    keep(giver, "Eveline", "Alone", 5)
    (address,) = addresses_of(giver)
    taker = open_page(has_touch=True)
    dialog = take_over(taker, address[:-9])
    expect(dialog.get_by_role("heading")).to_have_text("The code cannot be read")
    dialog.get_by_role("button", name="Back to the pad").tap()
    expect(taker).to_have_url(giver.pad)
    assert taker.evaluate("Pad.queue.all()") == []


def test_hands_that_are_left_stay_where_they_are(giver, open_page):
    keep(giver, "Eveline", "Alone", 5)
    (address,) = addresses_of(giver)
    taker = open_page(has_touch=True)
    take_over(taker, address).get_by_role("button", name="Leave them").tap()
    expect(taker.get_by_role("dialog")).to_have_count(0)
    expect(taker).to_have_url(giver.pad)
    assert taker.evaluate("Pad.queue.all()") == []


def test_the_hands_can_be_copied_as_text(giver):
    keep(giver, "Eveline", "Alone", 5)
    open_handover(giver)
    giver.get_by_role("button", name="Copy as text").tap()
    expect(giver.get_by_label("The hands as text")).to_have_value(
        f"Hand 2: Eveline alone, all five\n{addresses_of(giver)[0]}"
    )


def test_axe_finds_nothing_where_hands_go_over(giver, open_page, axe):
    keep(giver, "Eveline", "Alone", 5)
    open_handover(giver)
    giver.get_by_role("button", name="Copy as text").tap()
    taker = open_page(has_touch=True)
    take_over(taker, addresses_of(giver)[0])
    assert (axe(giver), axe(taker)) == ([], [])
