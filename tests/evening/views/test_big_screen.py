import re

import pytest

from scoring.evening.actions.check_in import arrive
from scoring.evening.actions.passes import renew_pass
from scoring.evening.actions.sessions import write_notice
from scoring.people.actions.people import add_players
from scoring.table.actions.tables import change_people
from tests.cast import FIVE, PHONE, a_phone, a_table, an_evening, close, log, log_all, signed_in
from tests.html import shown
from tests.tournament.cast import a_tournament

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
FOUR = ["Fay", "Gus", "Hal", "Ida"]


def address_of(session):
    return f"/w/{renew_pass(session=session, right='wall').token}/"


def wall(session, **how):
    return a_phone().get(address_of(session), **how)


def part(page, name):
    """One of the wall's views: its lines, each with its words parted by spaces."""
    pieces = re.findall(
        rf'<section class="slide" id="{name}".*?(?=<section class="slide"|<footer)',
        re.sub(r"<svg.*?</svg>", "", page.content.decode(), flags=re.DOTALL),
        flags=re.DOTALL,
    )
    return [line for piece in pieces for line in _lines(piece)]


def _lines(piece):
    class Page:
        content = piece.encode()

    return shown(Page, r"<(?:li|h3)[^>]*>(.*?)</(?:li|h3)>")


def leading(page):
    """The leaders at their tables."""
    return shown(page, r'<li class="leads".*?<span class="who">(.*?)</span>\s*</span>')


def test_the_big_screen_shows_every_table_with_its_players_and_points():
    table = a_table("Eve! 5", "Ben+Dan 3")
    a_table("Fay 5", "Fay 5", "Fay 5", session=table.session, names=FOUR, rules_key="keller")
    page = wall(table.session)
    assert part(page, "tables") == [
        *("Table 1 Call-Ace · hand 3", "Ann 0", "Ben 1", "Cat 0", "Dan 1", "Eve 5"),
        *("Table 2 Keller’s game · game over", "Fay Hal 6 ✓ won", "Gus Ida 0 0 games"),
    ]
    assert leading(page) == ["Eve"]


def test_a_tied_table_has_no_leader():
    assert leading(wall(a_table("Ben+Dan 3").session)) == []


def test_a_long_name_is_shortened_and_its_tooltip_has_the_whole():
    names = ["Bartholomew Featherstonehaugh", "Catherine Ashby", "Catherine Appleyard", "Dan"]
    page = wall(a_table(names=names).session)
    assert part(page, "tables")[1:] == [
        *("Bartholomew F. 0", "Catherine As. 0", "Catherine Ap. 0", "Dan 0"),
    ]
    assert [f'title="{name}"' in page.content.decode() for name in names] == [
        *(True, True, True, False),
    ]


def test_the_standings_count_points_of_the_whole_evening():
    table = a_table("Eve! 5")
    change_people(table=table, names=[*FIVE[:4], "Fay"])
    log(table, "Ann+Fay 5")
    assert part(wall(table.session), "points") == [
        *("1 Eve 5 +20", "2 Fay 3 +9", "3 Ann 3 +4"),
        *("=4 Ben 0 −11", "=4 Cat 0 −11", "=4 Dan 0 −11"),
    ]


def test_games_are_ranked_separately_from_points_after_the_first_is_won():
    table = a_table("Eve! 5")
    game = a_table("Fay 3", session=table.session, names=FOUR, rules_key="keller")
    assert part(wall(table.session), "games") == []
    log_all(game, "Fay 5", "Fay 5", "Fay 5")
    page = wall(table.session)
    assert part(page, "points") == [
        *("1 Eve 5 +20", "=2 Ann 0 −5", "=2 Ben 0 −5", "=2 Cat 0 −5", "=2 Dan 0 −5"),
    ]
    assert part(page, "games") == [
        *("=1 Fay 1 +1", "=1 Hal 1 +1", "=3 Gus 0 −1", "=3 Ida 0 −1"),
    ]


def test_the_big_screen_shows_no_money():
    table = a_table("Eve! 5", stake_minor=25)
    assert "£" not in wall(table.session).content.decode()


def test_names_are_listed_with_their_tables_or_without_a_seat():
    table = a_table(names=["Zoë", "Ben", "Émile", "Dan"])
    (tom,) = add_players(club=table.session.club, names=["Tom"])
    arrive(session=table.session, player=tom, actor=PHONE)
    assert part(wall(table.session), "names") == [
        *("Ben 1", "Dan 1", "Émile 1", "Tom no seat", "Zoë 1"),
    ]


def test_the_notice_and_the_clock_are_at_the_top():
    session = an_evening()
    assert (
        "notice"
        not in wall(session).content.decode().partition("<header>")[2].partition("</header>")[0]
    )
    write_notice(session=session, notice="Supper at nine")
    page = wall(session)
    assert shown(page, r'<p class="notice">(.*?)</p>') == ["Supper at nine"]
    assert len(shown(page, r'<time id="clock" data-seconds="\d+">(\d\d:\d\d)</time>')) == 1


def test_every_column_of_the_standings_and_the_seats_has_a_heading():
    page = wall(a_table("Eve! 5").session)
    assert shown(page, r'<p class="heads">(.*?)</p>') == ["Name points won or lost", "Name Table"]


def test_a_big_screen_without_tables_says_so():
    page = wall(an_evening())
    assert shown(page, r'<p class="empty">(.*?)</p>') == ["No tables yet."]
    assert shown(page, r'<nav class="views".*?</nav>') == ["Tables"]


def test_without_a_script_links_lead_to_every_view():
    page = wall(a_table("Eve! 5").session).content.decode()
    links = re.findall(r'<a href="#(\w+)">', page)
    assert (links, [f'id="{link}"' in page for link in links]) == (
        ["tables", "points", "names"],
        [True] * 3,
    )


def test_the_big_screen_of_a_closed_evening_shows_awards_but_none_for_money():
    table = a_table("Eve! 5", "Eve! 5", "Ben+Dan 2", "Ann+Cat 3", "Ann! 3", stake_minor=25)
    assert part(wall(table.session), "awards") == []
    close(table.session)
    assert part(wall(table.session), "awards") == [
        "Best hand Eve Eve alone, all five: 5 points, hand 2 at table 1",
        "Most lone hands Eve two that took every trick",
    ]
    assert wall(table.session).content.decode().count("<bdi>Eve</bdi>") == 2


def test_the_big_screen_of_a_closed_evening_shows_the_final_scores():
    table = a_table("Eve! 5")
    close(table.session)
    page = wall(table.session)
    assert "Final scores" in page.content.decode()
    assert part(page, "tables")[-1] == "Eve 5"


def test_a_poll_of_the_big_screen_without_news_is_one_query(django_assert_num_queries):
    table, client = a_table("Eve! 5"), a_phone()
    path = address_of(table.session)
    page = client.get(path, headers=HTMX)
    assert (page.status_code, page["Bowerbook"]) == (200, "wall")
    assert page.content.decode().strip().startswith('<main id="wall"')
    with django_assert_num_queries(1):
        answer = client.get(path, headers=HTMX | {"HX-PTag": page["HX-PTag"]})
    assert (answer.status_code, answer.content) == (304, b"")
    log(table, "Ann! 3")
    answer = client.get(path, headers=HTMX | {"HX-PTag": page["HX-PTag"]})
    assert (answer.status_code, part(answer, "tables")[1]) == (200, "Ann 1")


def test_a_big_screen_with_a_renewed_code_is_refused_at_its_next_poll():
    session, client = an_evening(), a_phone()
    path = address_of(session)
    tag = client.get(path)["HX-PTag"]
    assert client.get(address_of(session)).status_code == 200
    assert client.get(path, headers=HTMX | {"HX-PTag": tag}).status_code == 410


def test_the_codes_are_created_shown_and_renewed_by_people_who_run_the_evening():
    session, kate = an_evening(), signed_in()
    page = kate.get(f"/sessions/{session.pk}/passes/")
    assert shown(page, r'<p class="address">(.*?)</p>') == []
    found = []
    for _ in range(2):
        for right in ("wall", "door"):
            assert kate.post(f"/sessions/{session.pk}/passes/{right}/renew").status_code == 302
        found.append(
            shown(kate.get(f"/sessions/{session.pk}/passes/"), r'<p class="address">(.*?)</p>')
        )
    assert [len(addresses) for addresses in found] == [2, 2]
    assert set(found[0]) & set(found[1]) == set()
    assert kate.post(f"/sessions/{session.pk}/passes/calendar/renew").status_code == 404


def test_an_evening_with_a_tournament_also_has_a_code_for_its_players():
    session = a_tournament(8).session
    codes = shown(signed_in().get(f"/sessions/{session.pk}/passes/"), r"<h2 id=.code-.*?</h2>")
    assert codes == ["Big screen", "Check-in", "Find your seat"]
