"""A whole evening on a phone of 360 x 640, while a board on the wall follows."""

from io import BytesIO

from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.table import FIVE, log, scored, sheet_of, start_table, tap_hand, totals


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


def test_an_evening_from_the_first_deal_to_the_settlement_sheet(phone, open_page, wall, server, console):
    console.expect("status of 409")
    host, pad = phone, start_table(phone)
    host.goto(f"{pad}share")
    addresses = host.locator(".address a")
    table, board = open_page(has_touch=True, is_mobile=True), wall
    table.goto(addresses.nth(0).inner_text())
    board.goto(addresses.nth(1).inner_text())
    expect(board.locator("#board")).to_contain_text("No hand yet")

    log(table, "Ben", "Dan", 3, no=1)
    expect(board.locator(".lines li").first).to_contain_text(
        "1 · Ben with Dan, three tricks: Ben and Dan 1 each"
    )
    log(table, "Eveline", "Alone", 5, no=2)
    assert totals(table) == [0, 1, 0, 1, 5]
    log(table, "Ann", "Cat", 2, no=3)
    assert totals(table) == [0, 3, 0, 3, 7]

    table.get_by_text("No deal").tap()
    table.get_by_role("button", name="Passed out").tap()
    expect(table.locator("#last")).to_contain_text("Hand 4 saved: Passed out. Nobody scores.")
    log(table, "Cat", "Ann", 5, no=5)

    tap_hand(table, "Ben", "Eveline", None)
    table.get_by_text("What happened?").tap()
    table.locator("#what-happened fieldset").first.locator("label", has_text="Dan").tap()
    table.locator("#what-happened").get_by_role("button", name="Done").tap()
    expect(table.locator("#preview")).to_contain_text("Ben and Eveline 3 each")
    expect(table.locator("#preview")).to_contain_text("Foster, law 36")
    table.get_by_role("button", name="Save hand 6").tap()
    expect(table.locator("#last")).to_contain_text("Hand 6 saved: Ben with Eveline; Dan revoked")
    assert totals(table) == [3, 6, 3, 3, 10]

    log(table, "Dan", "Alone", 4, no=7)
    log(table, "Dan", "Ben", 4, no=8)
    table.get_by_role("button", name="Undo 8").tap()
    expect(table.locator("#last")).to_contain_text("Taken back: Dan with Ben, four tricks")
    log(table, "Dan", "Cat", 4, no=8)
    for no, (maker, partner, tricks) in enumerate(
        [("Eveline", "Ben", 1), ("Ann", "Dan", 3), ("Cat", "Alone", 2), ("Ben", "Ann", 5)], start=9
    ):
        log(table, maker, partner, tricks, no=no)
    assert totals(table) == [11, 11, 6, 10, 12]

    table.get_by_role("link", name="Score").tap()
    table.get_by_role("link", name="Correct hand 12").click()
    table.locator("fieldset", has_text="Tricks").locator("label", has_text="3").click()
    table.get_by_role("button", name="Show what this moves").click()
    moved = [" ".join(row.split()) for row in table.locator(".effect tr.moved").all_inner_texts()]
    assert [row.split()[:3] for row in moved][:2] == [["Ann", "11", "9"], ["Ben", "11", "9"]]
    table.get_by_label("Why? (may stay empty; kept with the hand)").fill("Two tricks were Dan's")
    table.get_by_role("button", name="Save the correction").click()
    expect(table.locator(".hands li").first).to_contain_text("Ben with Ann, three tricks")
    expect(table.locator(".hands li").first.locator("s")).to_have_text("Ben with Ann, all five")
    expect(board.locator(".ranks li").first).to_contain_text("Eveline")
    expect(board.locator(".lines li").first).to_contain_text("12 · Ben with Ann, three tricks")

    host.goto(pad)
    host.locator("#menu summary").tap()
    host.get_by_role("link", name="The session").tap()
    host.get_by_role("link", name="Close the session").click()
    host.get_by_role("button", name="Close and settle").click()
    expect(host.get_by_text("Closing 1")).to_be_visible()

    sheet = sheet_of(host, pad)
    score = scored(server, sheet)
    assert score["totals"] == {"Ann": 9, "Ben": 9, "Cat": 6, "Dan": 10, "Eveline": 12}
    nets = dict(zip(host.locator(".nets tbody th").all_inner_texts(), nets_on(host), strict=True))
    assert nets == {name: score["net"][name]["points"] for name in FIVE}
    assert host.locator(".payments > li").count() == len(score["transfers"])

    settlement = text_of(host.request.get(f"{pad}settlement.pdf").body())
    assert all(name in settlement for name in FIVE)
    assert "Closing 1" in settlement
    hands = text_of(host.request.get(f"{pad}score.pdf").body())
    assert "Ben with Ann, three tricks" in hands
    assert "Two tricks were Dan" in hands

    table.goto(pad)
    tap_hand(table, "Ben", "Dan", 3)
    table.get_by_role("button", name="Save hand 13").tap()
    expect(table.locator(".complaint")).to_contain_text("This session is closed")
    assert len(sheet_of(host, pad)["hands"]) == 12


def nets_on(page) -> list[int]:
    cells = page.locator(".nets tbody td:nth-of-type(3)").all_inner_texts()
    return [int(cell.replace("\N{MINUS SIGN}", "-")) for cell in cells]


def test_the_evening_works_without_javascript(without_javascript, server):
    page = without_javascript
    pad = start_table(page)
    for name in ("Ben", "Dan"):
        page.locator(".key", has_text=name).tap()
    page.locator("[data-tricks='5']").tap()
    expect(page.locator("#preview p")).to_have_text(
        ["Ben and Dan 3 each", "March with a partner, five players · Foster, law 43"]
    )
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.locator("#last")).to_contain_text("Hand 1 saved: Ben with Dan, all five. Ben and Dan 3 each.")
    page.get_by_text("No deal").tap()
    page.get_by_role("button", name="Misdeal").tap()
    expect(page.locator("#last")).to_contain_text("Hand 2 saved: Misdeal")
    page.get_by_role("button", name="Undo 2").tap()
    expect(page.locator("#last")).to_contain_text("Taken back: Misdeal")
    page.locator("#menu summary").tap()
    page.get_by_role("link", name="The session").tap()
    page.get_by_role("link", name="Close the session").tap()
    page.get_by_role("button", name="Close and settle").tap()
    expect(page.locator(".payments > li")).to_have_count(4)
    assert scored(server, sheet_of(page, pad))["totals"] == {
        "Ann": 0,
        "Ben": 3,
        "Cat": 0,
        "Dan": 3,
        "Eveline": 0,
    }
