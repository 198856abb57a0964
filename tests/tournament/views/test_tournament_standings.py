"""The standings of a tournament: ranks, what decided, stars that need no colour, a surprise
kept."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.tournament.actions.late_comers import come_late_by_name
from scoring.tournament.pure.standings import standings
from scoring.tournament.views.play import standings as standings_page
from tests.cast import PHONE, again, an_officer, signed_in
from tests.html import shown, text
from tests.tournament.cast import a_tournament, begun, ended, played_to, seats, tell, tell_all

pytestmark = pytest.mark.django_db


def page_of(tournament, name="kate"):
    return signed_in(name).get(f"/sessions/{tournament.session_id}/tournament/standings")


def test_a_round_is_left_out_on_a_phone_until_a_table_has_its_result():
    tournament = a_tournament(8, rounds=3)
    played_to(tournament, 1)
    row = begun(again(tournament))
    heads = r'<th scope="col" class="of-round(.*?)">'
    assert re.findall(heads, page_of(tournament).content.decode()) == ["", " in-play"]
    tell(row, 1, 5, 3)
    assert re.findall(heads, page_of(tournament).content.decode()) == ["", ""]


def rows(answer):
    return shown(answer, r"<tr><td.*?</tr>")


def test_the_standings_rank_say_what_decided_and_draw_stars():
    tournament = a_tournament(["Ann", "Ben", "Cat", "Dan"])
    row = played_to(tournament, 1)
    at = {seat: tournament.entrants.get(no=no).name for seat, no in seats(row)[1].items()}
    names = sorted([at["N"], at["S"]]) + sorted([at["E"], at["W"]])
    found = rows(page_of(tournament))
    assert [line.split()[:2] for line in found] == [
        ["=1", names[0]],
        ["=1", names[1]],
        ["=3", names[2]],
        ["=3", names[3]],
    ]
    assert "gold" in found[0].split()


def test_a_shared_rank_has_no_reason_and_no_figure_is_a_zero_but_points():
    tournament = a_tournament(8, rounds=3)
    played_to(tournament, 2)
    found = rows(page_of(tournament))
    assert [line for line in found if line.startswith("=") and "ahead by" in line] == []
    assert [line for line in found if "0 lone hand" in line] == []


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


def test_the_first_three_are_on_the_podium_and_a_tie_does_not_crowd_it(monkeypatch):
    tournament = a_tournament(8, rounds=3)

    def podium(ranks):
        monkeypatch.setattr(
            standings_page, "standings", lambda known, lines: ranked_so(known, ranks)
        )
        found = shown(page_of(tournament), r'<ol class="podium".*?</ol>')
        return re.findall(r"Rank =?(\d)", " ".join(found))

    assert podium([1, 2, 3, 4, 5, 6, 7, 8]) == []
    played_to(tournament, 1)
    assert podium([1, 2, 3, 4, 5, 6, 7, 8]) == ["1", "2", "3"]
    assert podium([1, 2, 3, 3, 5, 6, 7, 8]) == ["1", "2", "3", "3"]
    assert podium([1, 1, 1, 1, 5, 6, 7, 8]) == ["1", "1", "1", "1"]
    assert podium([1, 2, 3, 3, 3, 6, 7, 8]) == ["1", "2"]
    assert podium([1, 1, 1, 1, 1, 1, 7, 8]) == []


def ranked_so(known, ranks):
    rows = standings(known)
    return tuple(replace(row, rank=rank) for row, rank in zip(rows, ranks, strict=True))


def test_arrows_say_who_went_up_and_down_since_the_round_before():
    tournament = a_tournament(8, rounds=3)
    played_to(tournament, 1)
    before = {name: rank for rank, name, _ in placed(page_of(tournament))}
    assert {went for *_, went in placed(page_of(tournament))} == {""}
    played_to(tournament, 2)
    found = placed(page_of(tournament))
    assert len(found) == 8
    for rank, name, went in found:
        up = before[name] - rank
        assert went == (f"{up} up" if up > 0 else f"{-up} down" if up else "")
    begun(tournament)
    assert placed(page_of(tournament)) == found


def placed(answer) -> list[tuple[int, str, str]]:
    """The rank of each, their name, and how far they went up or down."""
    cells = shown(answer, r'<td class="rank">.*?</td>')
    names = re.findall(r'<span class="name" title="([^"]+)"', answer.content.decode())
    return [
        (int(rank.removeprefix("=")), name, went.strip())
        for (rank, _, went), name in zip(
            (cell.partition(" ") for cell in cells), names, strict=True
        )
    ]


def test_the_flow_of_places_follows_three_settled_rounds_and_has_a_table():
    tournament = a_tournament(8, rounds=4)
    played_to(tournament, 2)
    assert drawn(page_of(tournament)) == []
    played_to(tournament, 3)
    answer = page_of(tournament)
    lines = drawn(answer)
    assert [len(line.split()) for line in lines] == [3] * 8
    (figures,) = re.findall(r'<details class="behind">.*?</details>', answer.content.decode(), re.S)
    places = [
        tuple(text(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.S))
        for row in re.findall(r"<tr>.*?</tr>", figures, re.S)[1:]
    ]
    assert [(int(now.removeprefix("=")), name) for name, *_, now in places] == [
        (rank, name) for rank, name, _ in placed(answer)
    ]
    written = [now for *_, now in places]
    assert [now for now in written if written.count(now) > 1] == [
        now for now in written if now.startswith("=")
    ]
    begun(tournament)
    assert drawn(page_of(tournament)) == lines


def drawn(answer) -> list[str]:
    """The points of each line of the flow of places."""
    (page,) = re.findall(r"<main.*</main>", answer.content.decode(), re.S)
    return re.findall(r"<polyline[^>]* points=\"([^\"]*)\"", page)


def test_nothing_of_secret_standings_reaches_a_scorer():
    tournament = a_tournament(8, suspense=True, rounds=4)
    an_officer(tournament.session.club, "sam", "scorer")
    played_to(tournament, 3)
    secret, seen = (page_of(tournament, name).content.decode() for name in ("sam", "kate"))
    for piece in ('class="podium"', 'class="went-', 'class="chart', 'class="behind"'):
        assert (piece in secret, piece in seen) == (False, True), piece
    names = [entrant.name for entrant in tournament.entrants.all()]
    assert [name for name in names if re.search(rf"\b{name}\b", secret)] == []


def test_the_page_says_whether_the_round_is_over_or_in_progress():
    tournament = a_tournament(8, rounds=3)
    played_to(tournament, 1)
    assert "After round 1 of 3." in text(page_of(tournament).content.decode())
    begun(tournament)
    assert "In round 2 of 3." in text(page_of(tournament).content.decode())


def test_stars_appear_only_where_players_move_up_and_down():
    tournament = a_tournament(8, style="rotation")
    played_to(tournament, 1)
    assert 'class="star' not in page_of(tournament).content.decode()


def of_rounds(answer) -> dict[str, list[str]]:
    """The cells of the rounds of every row, by name."""
    found = {}
    (table,) = re.findall(r'<table class="ranks.*?</table>', answer.content.decode(), re.DOTALL)
    for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)[1:]:
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


@pytest.mark.parametrize("movement", ["double-elimination", "swiss"])
def test_pairs_have_a_podium_with_both_partners_and_a_flow_of_their_places(movement):
    people = [(f"Ann {no}", f"Ben {no}") for no in range(1, 6)]
    made = a_tournament(people, style="pairs", movement=movement, rounds=4)
    played_to(made, 3)
    answer = page_of(made)
    (podium,) = re.findall(r'<ol class="podium".*?</ol>', answer.content.decode(), re.S)
    leaders = re.findall(r'class="name" title="(Ann \d and Ben \d)"', podium)
    assert leaders == [name for _, name, _ in placed(answer)][: len(leaders)]
    assert (podium.count("<svg"), len(drawn(answer))) == (2 * len(leaders), 5)


def test_more_rounds_and_more_people_take_no_more_queries():
    found = set()
    for people, rounds in ((8, 1), (24, 3)):
        made = a_tournament(people, session=None, rounds=5)
        played_to(made, rounds)
        kate = signed_in()
        with CaptureQueriesContext(connection) as queries:
            assert kate.get(f"/sessions/{made.session_id}/tournament/standings").status_code == 200
        found.add(len(queries))
    assert len(found) == 1
