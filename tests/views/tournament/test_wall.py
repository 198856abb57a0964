"""The wall of a tournament: what decides the standings, the bell large, then how the round went."""

import re

import pytest

from scoring.actions.tournament.finishing import finish
from tests.cast import PHONE, a_phone, again
from tests.tournament import a_tournament, begun, ended, names_at, played_to, tell, tell_all
from tests.views.reading import shown
from tests.views.tournament.test_hall import address

pytestmark = pytest.mark.django_db


def wall(tournament):
    return a_phone().get(address(tournament, "wall"))


def slides(page):
    """The views of the wall, and its headings."""
    found = re.findall(r'<section class="slide" id="(.*?)"', page.content.decode())
    return found, shown(page, r'<h2 id="[a-z]+-title">(.*?)</h2>')


def news(page):
    """What has just happened, and in which round: "bell 3"."""
    main = re.search(r'<main id="wall".*?>', page.content.decode())[0]
    return " ".join(re.findall(r'data-(?:news|round)="(.*?)"', main))


@pytest.mark.parametrize(
    ("style", "by", "first"),
    [
        ("classic", "games won, lone hands and points", "1 Ann 1 2 7"),
        ("club", "points, games won and lone hands", "1 Ann 7 1 2"),
        ("pairs", "games won, points and lone hands", "1 Ann 1 7 2"),
    ],
)
def test_the_standings_show_what_decides_in_the_order_in_which_it_does(style, by, first):
    people = (
        [(name, f"{name}a") for name in ("Ann", "Ben", "Cat", "Dan")] if style == "pairs" else 4
    )
    tournament = a_tournament(people, style=style, lone_at_head=True)
    round = begun(tournament)
    ann = tournament.entrants.get(no=1)
    side = round.placings.get(entrant=ann).seat in "NS"
    tell(ended(round), 1, *((7, 5) if side else (5, 7)), lones={1: 2})
    page = wall(tournament)
    rows = shown(page, r'<section class="slide" id="standings".*?<li>(.*?)</li>')
    assert slides(page)[1][-1] == f"Standings by {by}, in this order"
    assert [rows[0].replace(ann.name, "Ann")] == [first]


def test_the_bell_comes_first_and_large_and_then_how_the_round_went():
    tournament = a_tournament(12, style="classic")
    round = begun(tournament)
    assert (slides(wall(tournament))[0], news(wall(tournament))) == (["tables", "names"], "names 1")
    ended(round, "bell")
    page = wall(tournament)
    assert (slides(page)[0], news(page)) == (["bell"], "bell 1")
    assert shown(page, r'<div class="rung">(.*?)</div>') == [
        "The bell has rung Round 1 is over. Keep your seats: the next ones come here."
    ]
    tell(round, 1, 5, 3)
    tell(round, 2, 5, 5, tie="EW")
    page, at = wall(tournament), names_at(round)
    assert slides(page)[0] == ["bell", "tables", "standings"]
    assert shown(page, r'<section class="table">(.*?)</section>') == [
        f"Table 1 · head table {at[1]['N']} and {at[1]['S']} ✓ won 5 {at[1]['E']} and "
        f"{at[1]['W']} 3",
        f"Table 2 {at[2]['N']} and {at[2]['S']} 5 {at[2]['E']} and {at[2]['W']} ✓ won 5",
    ]


def test_where_standings_are_a_surprise_the_wall_keeps_the_results_too():
    tournament = a_tournament(8, rounds=3, suspense=True)
    tell_all(ended(begun(tournament)))
    assert slides(wall(tournament))[0] == ["bell"]


def test_when_all_is_over_there_is_no_bell():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    finish(tournament=again(tournament), actor=PHONE)
    assert (slides(wall(tournament))[0], news(wall(tournament))) == (["prizes", "standings"], "")
