"""The standings of a tournament: ranks, what decided, stars that need no colour, a surprise
kept."""

import re

import pytest

from scoring.tournament.actions.late_comers import come_late_by_name
from scoring.tournament.views.play import standings as standings_page
from tests.cast import PHONE, an_officer, signed_in
from tests.html import shown, text
from tests.tournament.cast import a_tournament, begun, ended, played_to, seats, tell_all

pytestmark = pytest.mark.django_db


def page_of(tournament, name="kate"):
    return signed_in(name).get(f"/sessions/{tournament.session_id}/tournament/standings")


def rows(answer):
    return shown(answer, r"<tr><td.*?</tr>")


def test_the_standings_rank_say_what_decided_and_draw_stars():
    tournament = a_tournament(["Ann", "Ben", "Cat", "Dan"])
    row = played_to(tournament, 1)
    at = {seat: tournament.entrants.get(no=no).name for seat, no in seats(row)[1].items()}
    names = sorted([at["N"], at["S"]]) + sorted([at["E"], at["W"]])
    found = rows(page_of(tournament))
    assert [line.split()[:2] for line in found] == [
        ["1", names[0]],
        ["1", names[1]],
        ["3", names[2]],
        ["3", names[3]],
    ]
    assert "★ G 1 gold" in found[0]
    assert "points" in found[1]


def test_before_the_first_result_the_page_says_so():
    assert "No round is played yet." in text(page_of(a_tournament(8)).content.decode())


def test_with_suspense_only_organisers_see_the_standings():
    tournament = a_tournament(8, suspense=True, rounds=2)
    an_officer(tournament.session.club, "sam", "scorer")
    played_to(tournament, 1)
    assert (len(rows(page_of(tournament))), rows(page_of(tournament, "sam"))) == (8, [])
    row = ended(begun(tournament))
    assert rows(page_of(tournament, "sam")) == []
    tell_all(row)
    assert len(rows(page_of(tournament, "sam"))) == 8


def test_the_page_says_whether_the_round_is_over_or_in_progress():
    tournament = a_tournament(8, rounds=3)
    played_to(tournament, 1)
    assert "After round 1 of 3." in text(page_of(tournament).content.decode())
    begun(tournament)
    assert "In round 2 of 3." in text(page_of(tournament).content.decode())


def test_stars_appear_only_where_players_move_up_and_down():
    tournament = a_tournament(8, style="rotation")
    played_to(tournament, 1)
    assert "★" not in page_of(tournament).content.decode()


def of_rounds(answer) -> dict[str, list[str]]:
    """The cells of the rounds of every row, by name."""
    found = {}
    for row in re.findall(r"<tr>.*?</tr>", answer.content.decode(), re.DOTALL)[1:]:
        (name,) = re.findall(r'class="name" title="([^"]+)"', row)
        cells = re.findall(r"<td\s[^>]*?of-round.*?</td>", row, re.DOTALL)
        found[name] = [text(cell) for cell in cells]
    return found


def test_a_late_arrivals_points_are_under_the_rounds_they_played():
    tournament = a_tournament(8, rounds=3)
    played_to(tournament, 1)
    for name in ("Zoe", "Yan", "Xia", "Wim"):
        come_late_by_name(tournament=tournament, names=[name], at=None, actor=PHONE)
    played_to(tournament, 2)
    found = of_rounds(page_of(tournament))
    assert {len(cells) for cells in found.values()} == {2}
    assert {name for name, cells in found.items() if not cells[0]} == {"Zoe", "Yan", "Xia", "Wim"}
    assert all(cells[1] for cells in found.values())


def test_a_page_lists_a_hundred_entrants_and_anyone_can_be_found(monkeypatch):
    monkeypatch.setattr(standings_page, "A_PAGE", 8)
    made = a_tournament(12)
    played_to(made, 1)
    kate, at = signed_in(), f"/sessions/{made.session_id}/tournament/standings"

    def lines(asked):
        return len(rows(kate.get(f"{at}{asked}")))

    assert [lines(asked) for asked in ("", "?page=2", "?page=9", "?page=x", "?q=ann")] == [
        *(8, 4, 8, 8),
        sum("ann" in one.name.lower() for one in made.entrants.all()),
    ]
    assert "None of the 12 has that name" in kate.get(f"{at}?q=zzz").content.decode()


def test_a_player_who_sat_out_is_marked_out_instead_of_zero():
    tournament = a_tournament(9, style="classic")
    played_to(tournament, 1)
    cells = [figures[0] for figures in of_rounds(page_of(tournament)).values()]
    assert (cells.count("out"), "0" in cells) == (1, False)
