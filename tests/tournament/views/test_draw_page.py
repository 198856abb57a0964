import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Round
from scoring.tournament.actions.draw import edition_of
from scoring.tournament.actions.rounds import start_round
from tests.cast import again, an_officer, signed_in
from tests.html import refused, shown, text
from tests.tournament.cast import (
    a_tournament,
    begun,
    drawn,
    ended,
    names_at,
    played_to,
    seats,
    tell,
)

pytestmark = pytest.mark.django_db

TABLES = r'<li class="tile-of(?: head-table)?">\s*<h2 class="no">(.*?)</li>'


def at(tournament, rest=""):
    return f"/sessions/{tournament.session_id}/tournament/{rest}"


CALLED = {1: "1 head table"}


def seen(row):
    return edition_of(again(row))


def test_drawing_leads_to_a_page_with_every_table_and_its_partners_together():
    made, kate = a_tournament(9), signed_in()
    answer = kate.post(at(made, "draw"), {"after": 0})
    assert answer.url == at(made, "rounds/1/")
    page, row = kate.get(answer.url), Round.objects.get()
    told = [
        " ".join(
            [
                "Table",
                CALLED.get(no, str(no)),
                *(f"{seats(row)[no][seat]} {one[seat]}" for seat in "NS"),
                "against",
            ]
        )
        + "".join(f" {seats(row)[no][seat]} {one[seat]}" for seat in "EW")
        for no, one in names_at(row).items()
    ]
    assert shown(page, TABLES) == told
    assert shown(page, r'<li class="card out">(.*?)</li>')[0].split()[:2] == ["Sitting", "out"]


def test_drawing_twice_draws_once():
    made, kate = a_tournament(8), signed_in()
    answers = {kate.post(at(made, "draw"), {"after": 0}).url for _ in range(2)}
    assert (answers, Round.objects.count()) == ({at(made, "rounds/1/")}, 1)


def test_a_draw_of_three_people_is_refused():
    made = a_tournament(3)
    status, why = refused(at(made, "draw"), {"after": 0}, client=signed_in())
    assert (status, "a table needs 4" in why) == (409, True)


def test_two_players_are_swapped_with_two_ticks_and_a_button():
    made, kate = a_tournament(8), signed_in()
    row = drawn(made)
    before = names_at(row)
    one, other = seats(row)[1]["N"], seats(row)[2]["E"]
    kate.post(at(made, "rounds/1/swap"), {"who": [one, other], "seen": seen(row)})
    after = names_at(again(row))
    assert (after[1]["N"], after[2]["E"]) == (before[2]["E"], before[1]["N"])
    page = kate.get(at(made, "rounds/1/"))
    assert shown(page, r'<p role="status">(.*?)</p>')[0].startswith("Changed: kate: ")


@pytest.mark.parametrize(
    ("who", "told"),
    [
        ([], "Choose two players to swap."),
        ([1], "1 was chosen: choose two, then swap them."),
        ([1, 2, 3], "3 were chosen: choose two, then swap them."),
        ([1, 99], "That player has no place in this round."),
        (["x", "y"], "That player has no place in this round."),
    ],
)
def test_a_swap_needs_two_players_of_the_round(who, told):
    made = a_tournament(8)
    row = drawn(made)
    sent = {"who": who, "seen": seen(row)}
    assert refused(at(made, "rounds/1/swap"), sent, client=signed_in()) == (422, told)


def test_a_second_director_is_warned_that_the_draw_has_changed():
    made, kate = a_tournament(8), signed_in()
    an_officer(made.session.club, "olga", "organiser")
    row = drawn(made)
    before = seen(row)
    signed_in("olga").post(at(made, "rounds/1/swap"), {"who": [1, 2], "seen": before})
    for rest, sent in (("swap", {"who": [3, 4]}), ("publish", {}), ("again", {})):
        status, why = refused(at(made, f"rounds/1/{rest}"), {"seen": before} | sent, client=kate)
        assert (
            status,
            why.startswith("Another person has changed this draw (olga: "),
        ) == (
            409,
            True,
        )


def test_drawing_again_uses_another_seed_that_the_page_shows():
    made, kate = a_tournament(8), signed_in()
    row = drawn(made)
    kate.post(at(made, "rounds/1/again"), {"seen": seen(row)})
    seed = again(made).seed
    page = text(kate.get(at(made, "rounds/1/")).content.decode())
    assert (seed != 7, f"from the seed {seed}" in page) == (True, True)


def test_a_published_round_is_read_only_and_shows_its_results():
    made, kate = a_tournament(8), signed_in()
    row = drawn(made)
    answer = kate.post(at(made, "rounds/1/publish"), {"seen": seen(row)})
    assert (answer.url, again(row).published_at is not None) == (at(made), True)
    page = kate.get(at(made, "rounds/1/")).content.decode()
    assert [word in page for word in ("Tell everybody", 'name="who"', "Draw again")] == [False] * 3
    row = ended(start_round(tournament=made, no=1))
    tell(row, 1, 7, 4)
    page = kate.get(at(made, "rounds/1/"))
    assert shown(page, r'<h2 class="no">(.*?)</h2>') == ["Table 1 head table", "Table 2"]
    names, at_one = names_at(row)[1], seats(row)[1]
    first, second = (" ".join(f"{at_one[no]} {names[no]}" for no in side) for side in ("NS", "EW"))
    assert shown(page, r"<li class=.tile-of head-table.*?</li>") == [
        f"Table 1 head table {first} ✓ won 7 against {second} 4"
    ]


def test_a_scorer_sees_the_draw_but_cannot_change_it():
    made = a_tournament(8)
    an_officer(made.session.club, "sam", "scorer")
    drawn(made)
    page = signed_in("sam").get(at(made, "rounds/1/")).content.decode()
    assert [word in page for word in ("Table</span> <b>1", "Tell everybody", 'name="who"')] == [
        True,
        False,
        False,
    ]


def test_a_later_round_follows_from_results_and_cannot_be_drawn_again():
    made, kate = a_tournament(8), signed_in()
    played_to(made, 1)
    row = drawn(made)
    page = kate.get(at(made, "rounds/2/")).content.decode()
    assert ("Draw again" in page, "From the results of round 1" in text(page)) == (
        False,
        True,
    )
    status, why = refused(at(made, "rounds/2/again"), {"seen": seen(row)}, client=kate)
    assert (status, why.startswith("Only round 1 can be drawn again")) == (409, True)


def test_an_unknown_round_is_not_found():
    assert signed_in().get(at(a_tournament(8), "rounds/1/")).status_code == 404


def test_a_round_takes_as_many_queries_for_three_tables_as_for_one():
    found = set()
    for number in (4, 12):
        made = a_tournament(number)
        begun(made)
        kate = signed_in()
        with CaptureQueriesContext(connection) as queries:
            assert kate.get(at(made, "rounds/1/")).status_code == 200
        found.add(len(queries))
    assert len(found) == 1


def test_at_a_table_of_three_each_player_has_a_side():
    made = a_tournament(7, odd="three")
    drawn(made)
    page = signed_in().get(at(made, "rounds/1/")).content.decode()
    assert [
        len(re.findall('class="side-of[ "]', table)) for table in page.split('<h2 class="no">')[1:]
    ] == [2, 3]
