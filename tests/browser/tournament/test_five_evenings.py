"""Evenings of five other kinds, set up on the pages as a director would and played to their end.
Each is worked out again from its file by scripts that use nothing of the product.

Most rounds go through the forms of the pages without drawing the pages, which would take long.
"""

import json
import re
from collections import Counter
from random import Random
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser import club, tournament
from tests.browser.beforehand import send
from tests.on_screen import Reading
from tests.test_guide import normal
from tests.tournament.jackpot_by_hand import worked_out
from tests.tournament.second_scorer import rows

pytestmark = pytest.mark.thorough

FIRST = "Ann Ben Cat Dan Eve Fay Gus Hal Ida Jo Kim".split()
LAST = "Archer Bell Cole Drew Earl Ford Gray".split()
NAMES = [f"{first} {last}" for last in LAST for first in FIRST]


class Evening:
    """A tournament at its address, for the browser of its director."""

    def __init__(self, page, here: str, seed: int) -> None:
        self.page, self.here, self.chance = page, urlsplit(here).path, Random(seed)

    def press(self, where: str, label: str, **more: str) -> str:
        """Press a button of a page without drawing the page."""
        reading = Reading(self.page.request.get(f"{self.here}{where}").text())
        found = [key for key in reading.of("button") if normal(key.words) == label]
        assert found, f"{where}: no button {label}"
        form = found[0].inside("form")
        hidden = [one.its for one in reading.of("input") if one.inside("form") is form]
        sent = {its["name"]: its["value"] for its in hidden if its.get("type") == "hidden"}
        sent.pop("csrfmiddlewaretoken", None)
        return send(self.page, form.its.get("action") or f"{self.here}{where}", **sent | more)

    def file(self) -> dict:
        return self.page.request.get(f"{self.here}tournament.json").json()

    def play_round(self, no: int, *, lones: int = 0) -> None:
        """Draw a round, publish it, start and end it, and type each table's slip."""
        self.press("", f"Draw round {no}")
        self.press(f"rounds/{no}/", "Publish round")
        self.press("", f"Start round {no}")
        self.press("", f"End round {no}")
        for table in self.file()["rounds"][-1]["tables"]:
            two = self.chance.sample(range(10, 17), 2)  # what eight hands can bring
            alone = self.chance.sample(sorted(table["seats"].values()), lones)
            slip = " ".join(map(str, [table["table"], *two]))
            slip += f", {' '.join(map(str, alone))}" if alone else ""
            sent = {"key": str(uuid4()), "round": str(no), "show": "missing", "table": slip}
            send(self.page, f"{self.here}desk/slip", **sent)

    def standings(self, server) -> list[dict]:
        """Return the standings that the site makes of the file, after a look at its own page."""
        file = server.data_dir / f"{uuid4()}.json"
        file.write_text(json.dumps(self.file()))
        found = json.loads(server.manage("movement", "standings", str(file), "--json"))["rows"]
        self.page.goto(f"{self.here}standings")
        first = self.page.locator(".ranks tbody tr").first
        expect(first.locator("th .name")).to_contain_text(found[0]["name"].split()[0])
        return found


@pytest.fixture
def set_up(server, open_page):
    """A function that makes a club, and the settings of a tournament with its entrants."""
    page = open_page(1280, 800)

    def set_up(style, names, *, owner, settings=lambda page: None, seed=7):
        name = f"The {owner.title()} Club"
        club.found_club(server, name, owner=owner, currency="EUR")
        here = tournament.open_tournament(page, owner, name, style=style, title="Tonight")
        return entered(page, here, names, settings, seed)

    def entered(page, here, names, settings, seed):
        settings(page)
        saved(page)
        tournament.seed(server, here, seed)
        if names:
            enter(page, here, names)
        evening = Evening(page, here, seed)
        assert len(evening.file()["entrants"]) == len(names)
        return evening

    return set_up


def saved(page):
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("h1")).to_have_text("Tonight")


def enter(page, here, names):
    page.goto(f"{here}entrants/")
    page.get_by_label("Names").fill("\n".join(names))
    page.get_by_role("button", name="Add them").click()
    sure = page.get_by_label("These names are right")
    entered = page.locator(".entrant, .one").first
    expect(sure.or_(entered).first).to_be_visible()
    if sure.is_visible():
        sure.check()
        page.get_by_role("button", name="Add them").click()
    expect(entered).to_be_visible()


def unfold(page, title):
    more = page.locator("details.more-settings")
    if more.get_attribute("open") is None:
        more.locator("> summary").click()
    page.locator("summary", has_text=re.compile(rf"^\s*{re.escape(title)}")).first.click()


def choose_movement(page, key):
    unfold(page, "Movement and ties")
    page.locator(f"input[name=movement][value='{key}']").check()


def rounds(page, number):
    page.get_by_role("textbox", name="Rounds", exact=True).fill(str(number))


def pairs(number):
    return [f"{NAMES[no]} & {NAMES[no + 33]}" for no in range(number)]


def alike(found, counted):
    """Return the rows of the site and of the script where they differ, in what both have."""
    return [
        (one, other)
        for one, other in zip(found, counted, strict=True)
        if any(one[key] != other[key] for key in ("rank", "no", "points", "won", "lones"))
    ]


def test_sixty_six_play_three_against_three_and_share_the_fees_to_the_cent(set_up, server):
    def settings(page):
        rounds(page, 4)
        unfold(page, "Tables")
        page.get_by_label("Players at a table").select_option("6")
        page.get_by_label("Entry fee per person").fill("2.50")
        for title, share in (("First", "50%"), ("Second", "30%"), ("Third", "20%")):
            page.get_by_label(f"{title}: money").fill(share)
        unfold(page, "Percentages, ties and larger fields")
        page.get_by_label("Tied prizes are pooled and split").check()

    evening = set_up("Club", NAMES[:66], owner="sixty-six", settings=settings)
    text = evening.page.request.get(f"{evening.here}entrants/").text()
    for player in sorted(set(re.findall(r'name="player" value="(\d+)"', text))):
        send(evening.page, f"{evening.here}entrants/pay", player=player, paid="yes")
    for no in range(1, 5):
        evening.play_round(no, lones=2)
    file = evening.file()
    assert [len(table["seats"]) for table in file["rounds"][-1]["tables"]] == [6] * 11
    found = evening.standings(server)
    assert alike(found, rows(file)) == []
    evening.press("prizes", "Finish and announce results")
    evening.page.goto(f"{evening.here}prizes")
    won = winnings_on(evening.page)
    assert sorted(won) == sorted(by_hand(found, 66 * 250, [50, 30, 20]))
    assert sum(won) == 66 * 250


def winnings_on(page):
    """Return the money of each winner: their share, or else the whole prize."""
    found = []
    for prize in page.locator(".awards > .card").all():
        shares = prize.locator(".winner b").all_inner_texts()
        found += shares or prize.locator(".worth").all_inner_texts()
    return [club.minor(one) for one in found if "€" in one]


def by_hand(found, fees, per_cent):
    """Return what each winner gets of the fees, with the places of those who are level pooled."""
    amounts, won, place = [fees * one // 100 for one in per_cent], [], 0
    while place < len(amounts):
        level = [row for row in found if row["rank"] == found[place]["rank"]]
        pool = sum(amounts[place : place + len(level)])
        for left in range(len(level), 0, -1):
            share = -(-pool // left)
            won.append(share)
            pool -= share
        place += len(level)
    return won


def test_a_tournament_of_two_nights_goes_on_by_another_movement(set_up, server):
    def settings(page):
        rounds(page, 5)
        unfold(page, "Movement and ties")
        unfold(page, "Another movement later")
        page.locator("[name=stage_1_start]").fill("3")
        page.locator("[name=stage_1_movement]").select_option("rotation")
        page.locator("[name=stage_1_night]").fill("2")

    evening = set_up("Club", NAMES[:16], owner="two-nights", settings=settings)
    for no in range(1, 6):
        evening.play_round(no, lones=1)
    file = evening.file()
    assert alike(evening.standings(server), rows(file)) == []
    partners = Counter(
        frozenset(table["seats"][seat] for seat in side)
        for round in file["rounds"][2:]
        for table in round["tables"]
        for side in ("NS", "EW")
    )
    assert set(partners.values()) == {1}


def test_twenty_four_pairs_play_a_swiss_and_meet_once(set_up, server):
    def settings(page):
        rounds(page, 5)
        choose_movement(page, "swiss")

    evening = set_up("Pairs", pairs(24), owner="swiss", settings=settings)
    for no in range(1, 6):
        evening.play_round(no)
    file = evening.file()
    met = Counter(
        frozenset(table["seats"].values()) for round in file["rounds"] for table in round["tables"]
    )
    assert (len(met), set(met.values())) == (5 * 12, {1})
    assert alike(evening.standings(server), rows(file)) == []


def test_thirteen_pairs_play_until_all_but_one_have_lost_twice(set_up, server):
    evening = set_up(
        "Pairs",
        pairs(13),
        owner="thirteen",
        settings=lambda page: choose_movement(page, "double-elimination"),
    )
    no = 0
    while f"Draw round {no + 1}" in evening.page.request.get(evening.here).text():
        no += 1
        evening.play_round(no)
        assert no < 20
    lost, last = Counter(), {}
    for round in evening.file()["rounds"]:
        for table in round["tables"]:
            two = table["seats"]["N"], table["seats"]["E"]
            assert max(lost[one] for one in two) < 2
            loser = two[table["result"]["NS"] > table["result"]["EW"]]
            lost[loser] += 1
            last[loser] = round["no"]
            winner = two[loser == two[0]]
    assert sum(lost.values()) == 2 * 13 - 2
    out = {one: last[one] for one in range(1, 14) if one != winner}
    ranks = {one: 2 + sum(other > no for other in out.values()) for one, no in out.items()}
    found = {row["no"]: row["rank"] for row in evening.standings(server)}
    assert found == ranks | {winner: 1}
    evening.page.goto(f"{evening.here}bracket")
    expect(evening.page.locator("main")).to_contain_text("won the final.")


def test_a_jackpot_of_three_weeks_adds_up_to_the_cent(set_up, server):
    def with_jackpot(page):
        rounds(page, 1)
        unfold(page, "Table pots")
        page.get_by_label("Pot", exact=True).first.fill("Jackpot")
        page.get_by_label("Goes to").first.select_option("most lone hands")
        page.get_by_label("Per cent that the club keeps").first.fill("50")
        page.get_by_label("Only won if").first.fill("a lone hand in hearts")

    evening = set_up("Club", NAMES[:4], owner="jackpot", settings=with_jackpot)
    page, weeks = evening.page, []
    for week, (amount, happened) in enumerate((("5.00", ""), ("3.25", ""), ("4.11", "on"))):
        if week:
            page.goto(club.club_path(page, "The Jackpot Club") + "tournaments/open")
            page.get_by_role("radio", name="Club", exact=True).check()
            page.get_by_label("Name", exact=True).fill("Tonight")
            page.get_by_role("button", name="Create tournament").click()
            expect(page.locator("h1")).to_have_text("Settings")
            evening = Evening(page, page.url.removesuffix("settings"), week)
            page.get_by_role("button", name="Play for it").click()
            expect(page.get_by_role("button", name="Play for it")).to_have_count(0)
            rounds(page, 1)
            saved(page)
            enter(page, evening.here, NAMES[:4])
        evening.play_round(1, lones=1)
        counted = {"name": "Jackpot", "amount": amount} | (
            {"happened": happened} if happened else {}
        )
        send(page, f"{evening.here}prizes/pot", **counted)
        evening.press("prizes", "Finish and announce results")
        weeks.append(evening.file())
    [*carried, won] = worked_out(weeks)
    assert [row["carried"] for row in carried] == [500, 825]
    assert (won["in"], won["club"], sum(won["shares"])) == (1236, 618, 618)
    page.goto(f"{evening.here}prizes")
    for cents in won["shares"]:
        expect(page.locator("main")).to_contain_text(club.euros(cents))
