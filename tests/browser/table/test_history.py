"""A hand saved, corrected, undone and restored: its history says so, and shows the table at each
time."""

from playwright.sync_api import expect

from tests.browser.table import log, start_table


def points(page):
    """The points in the table of totals, the leader first."""
    return page.locator("td.number b")


def corrected(page, pad, tricks):
    page.goto(f"{pad}score")
    page.get_by_role("link", name="Correct hand 1").click()
    page.locator("fieldset", has_text="Tricks").locator("label", has_text=str(tricks)).click()
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()


def test_the_history_shows_every_change_of_a_hand_and_steps_back(phone, without_javascript):
    pad = start_table(phone)
    log(phone, "Ben", "Dan", 3, no=1)
    corrected(phone, pad, 5)
    phone.get_by_label("Reason").first.fill("They made them all")
    phone.get_by_role("button", name="Save correction").click()
    expect(phone.locator(".hands")).to_contain_text("“They made them all”")
    without_javascript.goto(pad)
    without_javascript.locator("#undo").click()
    without_javascript.locator("#put-back").click()
    expect(without_javascript.locator("#undo")).to_be_visible()
    phone.goto(f"{pad}history")
    expect(phone.locator(".events b")).to_have_text(
        [
            *(
                "Hand 1 was restored",
                "Hand 1 was undone",
                "Hand 1 was corrected",
                "Hand 1 was saved",
            ),
            "Play started",
        ]
    )
    expect(phone.locator(".events li", has_text="was corrected")).to_contain_text(
        "“They made them all”"
    )
    for _ in ("the hand", "the score then"):
        phone.get_by_role("link", name="Hand 1 was restored").click()
    expect(points(phone)).to_have_text(["3", "3", "0", "0", "0"])
    for stood in ("00000", "33000", "11000"):
        phone.get_by_role("link", name="One step earlier").click()
        expect(points(phone)).to_have_text([*stood])


def test_two_people_who_correct_one_hand_see_both_versions(open_page, console):
    console.expect("status of 409")
    ann, ben = open_page(has_touch=True), open_page(java_script_enabled=False)
    pad = start_table(ann)
    log(ann, "Ben", "Dan", 3, no=1)
    corrected(ann, pad, 4)
    corrected(ben, pad, 5)
    ann.get_by_role("button", name="Save correction").click()
    expect(ann.locator(".hands")).to_contain_text("Ben with Dan, four tricks")
    ben.get_by_role("button", name="Save correction").click()
    expect(ben.locator(".version .said-then")).to_have_text(
        ["Ben with Dan, four tricks", "Ben with Dan, all five"]
    )
    ben.get_by_role("button", name="Save mine").click()
    expect(ben.locator(".hands")).to_contain_text("Ben with Dan, all five")


def test_a_correction_does_not_offer_makers_as_their_own_partners(phone):
    pad = start_table(phone)
    log(phone, "Ben", "Dan", 3, no=1)
    phone.goto(f"{pad}score")
    phone.get_by_role("link", name="Correct hand 1").click()
    makers, partners = (
        phone.locator(".pick", has=phone.locator(f"[name={field}]"))
        for field in ("maker", "partner")
    )
    expect(partners.filter(has_text="Ben")).to_be_hidden()
    makers.filter(has_text="Ann").click()
    expect(partners.filter(has_text="Ben")).to_be_visible()
    expect(partners.filter(has_text="Ann")).to_be_hidden()
