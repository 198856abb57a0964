"""A progressive evening as those see it who run it, play it and look at the wall."""

import json
import re
from dataclasses import replace

from playwright.sync_api import Locator, Page, expect

from scoring.tournament.pure.document import read
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.values import Round, Tournament
from tests.browser.club import PASSWORD, go_to_club

STARS = ("gold", "red", "green")
WRITTEN = {"lones": "lone hand", "points": "point", "won": "games? won"}
"""The words of the figures on the page of standings."""
SET_SEED = """
from scoring.models import Tournament
Tournament.objects.filter(session_id={session}).update(seed={seed}, next_secret="")
"""


def open_tournament(page: Page, who: str, club: str, *, style: str, title: str) -> str:
    """Sign in and go from the club's page to the settings of a new tournament; return its
    address."""
    go_to_club(page, (who, PASSWORD), name=club)
    page.get_by_role("link", name="New tournament").click()
    page.get_by_role("radio", name=style, exact=True).check()
    page.get_by_label("Name", exact=True).fill(title)
    page.get_by_role("button", name="Create tournament").click()
    expect(page.locator("h1")).to_have_text("Settings")
    return page.url.removesuffix("settings")


def seed(server, address: str, number: int) -> None:
    """Let the draw be the same every time."""
    session = re.search(r"/sessions/(\d+)/", address)[1]
    server.manage("shell", "-v0", "-c", SET_SEED.format(session=session, seed=number))


def enter(page: Page, names: list[str]) -> None:
    """Paste a list of people new to the club, on the page of the entrants."""
    page.get_by_label("Names").fill("\n".join(names))
    page.get_by_role("button", name="Add them").click()
    expect(page.locator(".entrant")).to_have_count(len(names))


def file_of(page: Page, address: str) -> dict:
    """The tournament as its file says."""
    return page.request.get(f"{address}tournament.json").json()


def told(page: Page, address: str) -> Tournament:
    """The tournament as everybody may know it, as a value."""
    return read(file_of(page, address))


def draw(page: Page, address: str, no: int) -> Round:
    """Draw a round from the director's page and publish it; return it, as the pure function has it.

    It is compared with what the page shows before and what the file says after. The seed of round
    1 is known once it is drawn.
    """
    before = told(page, address)
    page.get_by_role("button", name=f"Draw round {no}").click()
    expect(page.locator("h1")).to_have_text(f"Round {no}: the draw")
    if no == 1:
        drawn = told(page, address)
        before = replace(before, seed=drawn.seed, draw=drawn.draw)
    foreseen = next_round(before)
    assert sides_on(page) == sides_of(before, foreseen)
    page.get_by_role("button", name="Publish round").click()
    expect(page.get_by_role("button", name=f"Start round {no}")).to_be_visible()
    assert told(page, address).rounds == (*before.rounds, foreseen)
    return foreseen


def start(page: Page, no: int) -> None:
    page.get_by_role("button", name=f"Start round {no}").click()
    expect(page.get_by_role("button", name=f"Undo the start of round {no}")).to_be_visible()


def sides_of(tournament: Tournament, round: Round) -> list[list[list[str]]]:
    """The partners and opponents by name, table by table."""
    return [
        [[tournament.entrant(no).name for no in side] for side in table.by_side.values()]
        for table in round.tables
    ]


def sides_on(page: Page) -> list[list[list[str]]]:
    """The same as the page of a round shows it."""
    page.wait_for_load_state("domcontentloaded")  # all of it
    return [
        [
            [
                re.sub(r"^\d+\s+", "", one.strip())
                for one in side.locator(".placed").all_inner_texts()
            ]
            for side in table.locator(".side-of").all()
        ]
        for table in page.locator(".round > .tile-of").all()
    ]


def whole_names(names: Locator) -> list[str]:
    """Names in full, from the tooltips where the big screen shortens them."""
    return names.evaluate_all("all => all.map((one) => one.title || one.textContent)")


def sides_on_the_wall(wall: Page, no: int) -> list[list[list[str]]]:
    """The same as the wall shows it, as soon as it shows the round of this number."""
    expect(wall.locator("#tables-title")).to_contain_text(f"Round {no}:")
    return [
        [whole_names(side.locator(".one")) for side in table.locator("li").all()]
        for table in wall.locator("#tables .tile").all()
    ]


def tile(page: Page, table: int):
    """A table on the director's page."""
    return page.locator(".tile-of").nth(table - 1)


def pad_of(page: Page, address: str, no: int, table: int) -> str:
    """The address of the pad of a table that plays in a round."""
    page.goto(f"{address}rounds/{no}/tables/{table}/")
    return page.get_by_role("link", name="Pad").get_attribute("href")


def tap_hand(pad: Page, seat: int, tricks: int) -> None:
    """Tap and save a hand, and wait until the pad says so."""
    pad.locator(f".tile[data-key='{seat}']").tap()
    pad.locator(f"[data-tricks='{tricks}']").tap()
    no = re.search(r"hand (\d+)", pad.locator(".save").inner_text())[1]
    pad.locator(".save").tap()
    expect(pad.locator("#last:not([data-ahead])")).to_contain_text(f"Hand {no} saved:")


def standings_on(page: Page, *figures: str) -> list[tuple]:
    """The rows of the page of standings: rank, number, name and these figures, as it has them."""
    page.wait_for_load_state("domcontentloaded")
    return [_row(line, figures) for line in page.locator(".ranks tbody tr").all()]


def _row(line, figures: tuple[str, ...]) -> tuple:
    name = line.locator("th .name").inner_text()
    said = " ".join(line.locator("th .other-figures").text_content().split())
    no = re.search(r"No\. (\d+)", said)[1]
    rank = int(re.search(r"\d+", line.locator("td.rank").inner_text())[0])
    first, *plain = (figure for figure in figures if figure not in STARS)
    numbers = [int(line.locator("td.decides").text_content())]
    numbers += [_figure(said, WRITTEN.get(figure, figure)) for figure in plain]
    stars = {kind: line.locator(f".of-round .star.{kind}").count() for kind in STARS}
    return rank, int(no), name, *numbers, *(stars[kind] for kind in STARS if kind in figures)


def _figure(said: str, word: str) -> int:
    """A figure of a row: a number before its word. One that is nothing is left out."""
    found = re.search(rf"(\d+) {word}", said)
    return int(found[1]) if found else 0


def standings_in(server, page: Page, address: str, *figures: str) -> list[tuple]:
    """The same as `manage.py movement standings` makes it of the tournament's file."""
    file = server.data_dir / "tournament.json"
    file.write_text(json.dumps(file_of(page, address)))
    rows = json.loads(server.manage("movement", "standings", str(file), "--json"))["rows"]
    return [tuple(row[key] for key in ("rank", "no", "name", *figures)) for row in rows]
