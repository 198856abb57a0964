"""A whole evening on a phone of 360 x 640, while a board on the wall follows."""

from io import BytesIO

from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.table import FIVE, log, scored, sheet_of, start_table, tap_hand, totals


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def test_an_evening_works_from_the_first_deal_to_the_settlement_sheet(
    phone, open_page, wall, server, console
):
    console.expect("status of 409")
    pad = start_table(phone)
    table, board = scan_the_codes(phone, pad, open_page, wall)
    the_first_five_hands(table, board)
    a_revoke(table)
    an_undo_and_the_rest(table)
    a_correction(table, board)
    close(phone, pad)
    score = scored(server, sheet_of(phone, pad))
    assert score["totals"] == {"Ann": 9, "Ben": 9, "Cat": 6, "Dan": 10, "Eveline": 12}
    nets = dict(zip(phone.locator(".nets .called").all_inner_texts(), nets_on(phone), strict=True))
    assert nets == {name: score["net"][name]["points"] for name in FIVE}
    assert phone.locator(".payments > li").count() == len(score["transfers"])
    both_sheets_say_so(phone, pad)
    nothing_can_be_logged_any_more(table, pad)
    assert len(sheet_of(phone, pad)["hands"]) == 12


def scan_the_codes(phone, pad, open_page, wall):
    """Open the table on a second phone, and the board on the wall, by the addresses of their
    codes."""
    phone.goto(f"{pad}share")
    addresses = phone.locator(".address a")
    table = open_page(has_touch=True, is_mobile=True)
    table.goto(addresses.nth(0).inner_text())
    wall.goto(addresses.nth(1).inner_text())
    expect(wall.locator("#board")).to_contain_text("No hands yet")
    return table, wall


def the_first_five_hands(table, board):
    log(table, "Ben", "Dan", 3, no=1)
    first = board.locator(".told-lines li").first
    expect(first).to_contain_text("+1 Ben, Dan")
    expect(first).to_contain_text("1 · Ben with Dan, three tricks")
    log(table, "Eveline", "Alone", 5, no=2)
    assert totals(table) == [0, 1, 0, 1, 5]
    log(table, "Ann", "Cat", 2, no=3)
    assert totals(table) == [0, 3, 0, 3, 7]
    table.get_by_text("Not played").first.tap()
    table.get_by_role("button", name="Passed out").tap()
    expect(table.locator("#last")).to_contain_text("Hand 4 saved: Passed out. No points.")
    log(table, "Cat", "Ann", 5, no=5)


def a_revoke(table):
    tap_hand(table, "Ben", "Eveline", None)
    table.locator("summary", has_text="Penalty").tap()
    table.locator("#what-happened fieldset").first.locator("label", has_text="Dan").tap()
    table.locator("#what-happened").get_by_role("button", name="Done").tap()
    expect(table.locator("#preview")).to_contain_text("Ben and Eveline +3 each")
    expect(table.locator("#preview")).to_contain_text("Foster, law 36")
    table.get_by_role("button", name="Save hand 6").tap()
    expect(table.locator("#last")).to_contain_text("Hand 6 saved: Ben with Eveline; Dan reneged")
    assert totals(table) == [3, 6, 3, 3, 10]


def an_undo_and_the_rest(table):
    log(table, "Dan", "Alone", 4, no=7)
    log(table, "Dan", "Ben", 4, no=8)
    table.get_by_role("button", name="Undo hand 8").tap()
    expect(table.locator("#last")).to_contain_text("Undone: Dan with Ben, four tricks")
    log(table, "Dan", "Cat", 4, no=8)
    rest = [("Eveline", "Ben", 1), ("Ann", "Dan", 3), ("Cat", "Alone", 2), ("Ben", "Ann", 5)]
    for no, (maker, partner, tricks) in enumerate(rest, start=9):
        log(table, maker, partner, tricks, no=no)
    assert totals(table) == [11, 11, 6, 10, 12]


def a_correction(table, board):
    """Five tricks were three: the page first shows what that moves, then keeps both versions."""
    table.get_by_role("link", name="Score").tap()
    table.get_by_role("link", name="Correct hand 12").click()
    table.locator("fieldset", has_text="Tricks").locator("label", has_text="3").click()
    table.get_by_role("button", name="Preview changes").click()
    moved = [" ".join(row.split()) for row in table.locator(".effect tr.moved").all_inner_texts()]
    assert [row.split()[:3] for row in moved][:2] == [["Ann", "11", "9"], ["Ben", "11", "9"]]
    table.get_by_label("Reason (optional, kept with the hand)").fill("Two tricks were Dan's")
    table.get_by_role("button", name="Save correction").click()
    expect(table.locator(".hands li").first).to_contain_text("Ben with Ann, three tricks")
    expect(table.locator(".hands li").first.locator("s")).to_have_text("Ben with Ann, all five")
    expect(board.locator(".ranks li").first).to_contain_text("Eveline")
    expect(board.locator(".told-lines li").first).to_contain_text("12 · Ben with Ann, three tricks")


def close(phone, pad):
    phone.goto(pad)
    phone.locator("#menu summary").tap()
    phone.get_by_role("link", name="All tables").tap()
    phone.get_by_role("link", name="Close evening").click()
    phone.get_by_role("button", name="Close and settle").click()
    expect(phone.get_by_text("Closing 1")).to_be_visible()


def both_sheets_say_so(phone, pad):
    settlement = text_of(phone.request.get(f"{pad}settlement.pdf").body())
    assert [name for name in [*FIVE, "Closing 1"] if name not in settlement] == []
    hands = text_of(phone.request.get(f"{pad}score.pdf").body())
    assert [
        words
        for words in ("Ben with Ann, three tricks", "Two tricks were Dan")
        if words not in hands
    ] == []


def nothing_can_be_logged_any_more(table, pad):
    table.goto(pad)
    expect(table.locator(".closing tbody tr")).to_have_count(5)
    expect(table.get_by_role("link", name="Settlement")).to_be_visible()
    assert [
        one
        for one in (".keys", ".tricks", "#prompt", ".save", "#undo", "#no-deal")
        if table.locator(one).is_visible()
    ] == []


def nets_on(page) -> list[int]:
    cells = page.locator(".nets tbody td:nth-of-type(2)").all_inner_texts()
    return [int(cell.replace("\N{MINUS SIGN}", "-")) for cell in cells]


def test_the_evening_works_without_javascript(without_javascript, server):
    page = without_javascript
    pad = start_table(page)
    for name in ("Ben", "Dan"):
        page.locator(".key", has_text=name).tap()
    page.locator("[data-tricks='5']").tap()
    expect(page.locator("#preview p")).to_have_text(
        ["Ben and Dan +3 each", "March with a partner, five players · Foster, law 43"]
    )
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("#last")).to_contain_text(
        "Hand 1 saved: Ben with Dan, all five. Ben and Dan +3 each."
    )
    page.get_by_text("Not played").first.tap()
    page.get_by_role("button", name="Misdeal").tap()
    expect(page.locator("#last")).to_contain_text("Hand 2 saved: Misdeal")
    page.get_by_role("button", name="Undo hand 2").tap()
    expect(page.locator("#last")).to_contain_text("Undone: Misdeal")
    page.locator("#menu summary").tap()
    page.get_by_role("link", name="All tables").tap()
    page.get_by_role("link", name="Close evening").tap()
    page.get_by_role("button", name="Close and settle").tap()
    expect(page.locator(".payments > li")).to_have_count(4)
    assert scored(server, sheet_of(page, pad))["totals"] == {
        "Ann": 0,
        "Ben": 3,
        "Cat": 0,
        "Dan": 3,
        "Eveline": 0,
    }
