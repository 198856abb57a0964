"""A club night as those see it who run it: the door, the plan of seats, the pads, the money."""

import json
import re

from playwright.sync_api import Locator, Page, expect

from tests import proof
from tests.browser.beforehand import send

PASSWORD = "the long evening"
DEMO = "The Right Bower Club"
KEPT: dict[tuple[str, str], list] = {}
"""The cookies of earlier sign-ins, by user name and password: no two servers share them."""


def found_club(server, name: str, *, owner: str, currency: str) -> None:
    """Make a club and its owner, who types PASSWORD."""
    words = ["newclub", name, "--owner", owner, "--currency", currency]
    server.manage(*words, typed=f"{PASSWORD}\n")


def sign_in(page: Page, who: tuple[str, str]) -> None:
    """Sign in with a user name and a password; the page stays where it is.

    A password is checked once, since that is meant to take long.
    """
    if who not in KEPT:
        send(page, "/sign-in", username=who[0], password=who[1])
        KEPT[who] = page.context.cookies()
    page.context.add_cookies(KEPT[who])


def go_to_club(page: Page, who: tuple[str, str], rest: str = "", *, name: str = DEMO) -> None:
    """Sign in and go to a page of a club, to its own unless the `rest` of another is named."""
    sign_in(page, who)
    page.goto(club_path(page, name) + rest)


def club_path(page: Page, name: str = DEMO) -> str:
    """Return the path of a club of the signed-in user."""
    front = page.request.get("/").text()
    return re.search(rf'href="(/clubs/[^"]+)"\s*>\s*<b>{re.escape(name)}<', front)[1]


class Inspector:
    """The faults of the visited pages: those that axe finds, and sideways scrolling.

    axe is dear, and nearly all of these pages have a test of their own in one look: unless
    everything is asked for, it is let loose on every fourth.
    """

    def __init__(self, axe) -> None:
        self.axe, self.wrong, self.passed = axe, {}, 0

    def look(self, page: Page, title: str) -> None:
        """Look at the page of this title, once it is there."""
        expect(page.locator("h1")).to_have_text(title)
        page.wait_for_load_state("domcontentloaded")  # all of it
        due = self.passed in proof.every(4, range(self.passed + 1))
        self.passed += 1
        found = self.axe(page) if due else []
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append("it scrolls sideways")
        if found:
            self.wrong[page.url] = found


def minor(text: str) -> int:
    """The cents of "+€1.70", "−€2.30" or "€58.00"."""
    return int(re.sub(r"\D", "", text)) * (-1 if "\N{MINUS SIGN}" in text else 1)


def euros(cents: int) -> str:
    return f"€{cents // 100}.{cents % 100:02}"


def from_before(cents: int) -> list[str]:
    """The text about this balance at a name."""
    if not cents:
        return []
    return [f"owes {euros(-cents)} from before" if cents < 0 else f"{euros(cents)} in credit"]


def at_door(page: Page, name: str):
    """The row of a person at check-in."""
    named = page.locator(".name", has_text=re.compile(rf"^\s*(\+ )?{re.escape(name)}(?![\w-])"))
    return page.locator(".at-door").filter(has=named)


def arrive(page: Page, name: str) -> None:
    at_door(page, name).get_by_role("button").tap()
    expect(at_door(page, name)).to_contain_text(f"{name} is here")


def guest_arrives(page: Page, name: str) -> None:
    page.get_by_label("Find a name").fill(name)
    at_door(page, name).get_by_role("button").tap()
    expect(at_door(page, name)).to_contain_text(f"{name} is here")


def pay_the_fee(page: Page, name: str) -> None:
    fee = at_door(page, name).get_by_role("button", name="paid")
    fee.tap()
    expect(fee).to_have_attribute("aria-pressed", "true")


def expect_at_door(page: Page, *, awaited: int, here: int, left: int) -> None:
    told = [f"{awaited} not here yet", f"{here} here", f"{left} left"]
    expect(page.locator("#counts a")).to_have_text(told)


def seats_in_plan(page: Page) -> list[list[str]]:
    """The players at each table of a plan, seat by seat."""
    return [
        [key.get_attribute("data-name") for key in table.locator(".seat-key").all()]
        for table in page.locator(".plan-tables > section").all()
    ]


def tables_on_the_wall(wall: Page) -> dict[str, str]:
    """Where everybody sits as the wall says."""
    rows = wall.locator("#names li")
    names = rows.locator(".one").evaluate_all(
        "all => all.map((one) => one.title || one.textContent)"
    )
    return dict(zip(names, rows.locator("b").all_text_contents(), strict=True))


def pad_key(pad: Page, name: str):
    """The key of a player, or of "Alone", on a pad."""
    return pad.locator(".key.alone" if name == "Alone" else f'.key[data-name="{name}"]')


def tap_hand(pad: Page, *keys: str, tricks: int, no: int) -> None:
    """Tap and save a hand, and wait until the pad says so."""
    for name in keys:
        pad_key(pad, name).tap()
    pad.locator(f"[data-tricks='{tricks}']").tap()
    pad.get_by_role("button", name=f"Save hand {no}").tap()
    expect(pad.locator("#last")).to_contain_text(f"Hand {no} saved:")


def tap_game(pad: Page, maker: str) -> None:
    """A game to ten points in three hands."""
    for no, alone in enumerate((True, True, False), start=1):
        tap_hand(pad, maker, *(["Alone"] if alone else []), tricks=5, no=no)


def seats_at(pad: Page) -> list[str]:
    """The players at a pad's table, clockwise."""
    keys = pad.locator(".key.tile").all()
    found = {int(key.get_attribute("value")): key.get_attribute("data-name") for key in keys}
    return [found[seat] for seat in sorted(found)]


def table_card(evening: Page, table: str):
    """A table on the page of the evening."""
    return evening.locator(".cards > .card", has=evening.get_by_role("heading", name=table))


def stands_at(evening: Page, table: str):
    """The score at a table, on the page of the evening: a line for each player or side."""
    return table_card(evening, table).locator(".stands > li")


def nets_on(page: Page) -> dict[str, int]:
    """The winnings of each player in cents, as in a settlement: players at zero are listed at its
    foot."""
    rows = page.locator(".nets tbody tr").all()
    foot = page.locator(".nets tfoot th").inner_text()
    at_nothing = re.fullmatch(r"(?:Even: (.+) · total|Total)", foot)[1]
    return {
        whole_name(row.locator(".called")): minor(row.locator("td").last.inner_text())
        for row in rows
    } | dict.fromkeys(at_nothing.split(", ") if at_nothing else [], 0)


def nets_of_the_engine(server, page: Page, pads: list[str]) -> dict[str, int]:
    """The winnings of each player in cents, as `manage.py score` computes them from the file of
    every sitting."""
    sheets = [
        page.request.get(address).json() for pad in pads for address in sheet_files(page, pad)
    ]
    file = server.data_dir / "sheets.jsonl"
    file.write_text("\n".join(json.dumps(sheet) for sheet in sheets if sheet["hands"]))
    nets: dict[str, int] = {}
    for line in server.manage("score", "--json", "--lines", str(file)).splitlines():
        for name, net in json.loads(line)["net"].items():
            nets[name] = nets.get(name, 0) + round(100 * float(net["amount"]))
    return nets


def sheet_files(page: Page, pad: str) -> list[str]:
    """The addresses of a table's sittings as files."""
    return re.findall(r'"(/t/[\w-]+/sheet-\d+\.json)"', page.request.get(f"{pad}score").text())


def payments_on(page: Page) -> list[tuple[str, str, int]]:
    """Payer, payee and cents of each payment of a settlement."""
    return [
        (*map(whole_name, row.locator(".called").all()), minor(row.locator(".number").inner_text()))
        for row in page.locator("section:has(#transfers) .payment").all()
    ]


def whole_name(called: Locator) -> str:
    """The name on a list, though a phone shows it in short."""
    return called.get_attribute("title") or called.inner_text()


def accounts_on(page: Page) -> dict[str, int]:
    """The balances of the accounts shown, in cents; negative for a debt."""
    found = {}
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    for row in page.locator(".debts li, .balances li").all():
        name, link = whole_name(row.locator(".called")), row.locator("a").first
        owes = "owes" in link.text_content().split()
        amounts = row.locator("b.number").all_text_contents()
        found[name] = sum(map(minor, amounts)) * (-1 if owes else 1)
    return found


def figures_on(page: Page) -> dict[str, int]:
    """The four sums at the head of the accounts, in cents."""
    figures = page.locator(".figures")
    heads, amounts = (
        figures.locator("dt").all_inner_texts(),
        figures.locator("dd").all_inner_texts(),
    )
    return dict(zip(heads, map(minor, amounts), strict=True))


def own_page_of(page: Page, home: str) -> str:
    """The address of the page of a member of the demo, of which every part is open."""
    page.goto(f"{home}own-pages/what")
    for box in page.locator("main input[type=checkbox]").all():
        box.check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("Saved.")
    page.goto(f"{home}own-pages/")
    return page.locator(".own-links .address a").first.get_attribute("href")
