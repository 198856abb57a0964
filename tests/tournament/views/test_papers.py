"""The papers of a tournament: what stands on them, and that as many queries make them for many as
for few."""

import re

import pytest
from django.db import connection
from django.db.models import F
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from scoring.evening.actions.passes import renew_pass
from scoring.tournament.actions.leaving import leave
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.views.paper import lists
from scoring.tournament.views.paper.lists import certificates, results
from tests.cast import signed_in
from tests.html import shown
from tests.sheets.reading import pages, squeezed, whole
from tests.tournament.cast import (
    a_tournament,
    begun,
    ended,
    names,
    names_at,
    played_to,
    tell,
    tell_all,
)

pytestmark = pytest.mark.django_db

SHEETS = (
    "tally-cards",
    "table-cards",
    "seating",
    "grid",
    "slips",
    "results",
    "prizes",
    "blank-cards",
)


def sheet(tournament, name):
    answer = signed_in().get(f"/sessions/{tournament.session_id}/tournament/papers/{name}")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return answer.content


def says(content, *words):
    said = whole(content)
    return [squeezed(word) in said for word in words]


def test_every_entrant_has_a_tally_card_and_a_ghost_has_none():
    tournament = a_tournament(7, odd="ghost")
    begun(tournament)
    content = sheet(tournament, "tally-cards.pdf")
    assert len(pages(content)) == 2
    assert whole(content).count("Total") == 7


def test_a_rotation_card_names_partner_and_opponents_of_every_round():
    tournament = a_tournament(8, style="rotation", rounds=7)
    begun(tournament)
    said = whole(sheet(tournament, "tally-cards.pdf"))
    assert said.count("Partner") == 8
    partners = [squeezed(f"{no} {name}") for no, name in enumerate(names(8), start=1)]
    assert [said.count(partner) >= 7 for partner in partners] == [True] * 8


def test_table_cards_say_in_words_who_moves_where():
    tournament = a_tournament(12, style="classic")
    begun(tournament)
    said = says(
        sheet(tournament, "table-cards.pdf"),
        "Table 1 · head table",
        "Losers: to table 3",
        "Winners: to table 2",
    )
    assert said == [True, True, True]


def test_after_people_left_table_cards_name_only_existing_tables():
    tournament = a_tournament(12, style="classic")
    played_to(tournament, 1)
    for no in range(1, 5):
        leave(tournament=tournament, no=no)
    content = sheet(tournament, "table-cards.pdf")
    assert says(content, "Losers: the director calls", "to table 3") == [True, False]
    begun(tournament)
    assert says(sheet(tournament, "table-cards.pdf"), "Table 2", "Table 3") == [True, False]


def test_the_seating_is_printed_by_name_and_by_table():
    tournament = a_tournament(9)
    round = begun(tournament)
    content = sheet(tournament, "seating.pdf")
    partners = [names_at(round)[1][seat] for seat in "NS"]
    out = tournament.entrants.get(no=round.sitting_out[0]).name
    assert says(content, "Find your seat", "Seating by table", f"{out} out") == [True, True, True]
    assert all(says(content, *partners))
    assert says(sheet(tournament, "seating.pdf?by=last"), "by last name", "Who sits") == [
        True,
        False,
    ]


def test_a_pairs_card_and_the_seating_name_both_of_its_seats():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    at = names_at(begun(tournament))[1]
    cards, seating = sheet(tournament, "tally-cards.pdf"), sheet(tournament, "seating.pdf")
    assert says(cards, "1 NS", "1 EW", "2 Cat and Dan") == [True, True, True]
    assert ("Against" in whole(cards), "Partner" in whole(cards)) == (True, False)
    assert says(seating, f"{at['N']} 1 NS", f"{at['E']} 1 EW") == [True, True]
    assert says(seating, "Ben and Ann 1", "Dan and Cat 1") == [True, True]
    by_last = sheet(tournament, "seating.pdf?by=last")
    assert says(by_last, "Ann and Ben 1", "Ben and Ann 1") == [True, True]


def test_the_master_grid_is_in_landscape_with_every_round_and_all_names():
    tournament = a_tournament(8, style="rotation", rounds=9)
    tournament.entrants.update(no=F("no") + 900)
    begun(tournament)
    found = pages(sheet(tournament, "grid.pdf"))
    assert [page.size[0] > page.size[1] for page in found] == [True, True]
    said = "".join(page.text for page in found)
    parts = ("rounds 1 to 4", "rounds 5 to 9", "Round 9", "…")
    assert [squeezed(part) in said for part in parts] == [True, True, True, False]
    of_each = [said.count(squeezed(f"{no + 900} {name}")) for no, name in enumerate(names(8), 1)]
    assert of_each == [9] * 8


def test_the_master_grid_of_a_very_large_tournament_has_numbers_alone(monkeypatch):
    tournament = a_tournament(8, style="rotation", rounds=4)
    begun(tournament)
    monkeypatch.setattr(lists, "MOST_NAMED", 7)
    said = whole(sheet(tournament, "grid.pdf"))
    assert [f"{no}{name}" in said for no, name in enumerate(names(8), 1)] == [False] * 8
    assert len(re.findall(r"v\d", said)) == 8


def test_results_and_prizes_can_be_printed_before_the_end():
    tournament = a_tournament(8, prizes=[{"prize": "first", "amount": 2000}])
    round = played_to(tournament, 1)
    tell(round, 1, 12, 0, lones={1: 0})
    winner = names_at(round)[1]["N"]
    assert says(sheet(tournament, "results.pdf"), "Results", "so far", winner) == [True] * 3
    for name in ("results.pdf", "prizes.pdf"):
        assert says(sheet(tournament, name), "Prizes", winner, "£10.00") == [True] * 3
    assert (
        says(sheet(tournament, "certificates.pdf"), "12 points in 1 round, 1 won", winner)
        == [True] * 2
    )


def test_a_certificate_names_the_gift_unless_winners_must_cut_for_it():
    prizes = [{"prize": "first", "amount": 0, "gift": "a ham"}]
    tournament = a_tournament(8, prizes=prizes)
    tell(played_to(tournament, 1), 1, 12, 0, lones={1: 1})
    alone, tied = (
        {"prize": "first", "amount": None, "gift": "a ham", "to": to} for to in ([1], [1, 2])
    )
    rows = [
        {"no": no, "name": f"N{no}", "points": 1, "rounds": 1, "won": 1, "lones": 0}
        for no in (1, 2)
    ]
    request = RequestFactory().get("/")
    drawn = [
        [one.gift for one in certificates(request, tournament, {"rows": rows, "prizes": [prize]})]
        for prize in (alone, tied | {"cut": True})
    ]
    assert drawn == [["a ham"], ["", ""]]
    assert says(sheet(tournament, "certificates.pdf"), "First prize") == [True]


def test_slips_are_for_the_tables_of_the_round_or_empty():
    tournament = a_tournament(8)
    assert whole(sheet(tournament, "slips.pdf")).count("Bothsidessign") == 16
    begun(tournament)
    assert whole(sheet(tournament, "slips.pdf")).count("Bothsidessign") == 2
    assert whole(sheet(tournament, "slips.pdf?blank=yes")).count("Bothsidessign") == 16


@pytest.mark.parametrize(("people", "cards"), [(4, 8), (8, 8), (22, 24), (24, 24)])
def test_there_are_enough_blank_cards_for_all_entrants(people, cards):
    assert whole(sheet(a_tournament(people), "blank-cards.pdf")).count("Total") == cards


def test_each_sheet_takes_as_many_queries_for_five_tables_as_for_two():
    found = []
    for people in (8, 20):
        tournament = a_tournament(people)
        renew_pass(session=tournament.session, right="players")
        begun(tournament)
        client = signed_in()
        client.get("/")
        asked = {}
        for name in SHEETS:
            with CaptureQueriesContext(connection) as queries:
                client.get(f"/sessions/{tournament.session_id}/tournament/papers/{name}.pdf")
            asked[name] = len(queries)
        found.append(asked)
    assert found[0] == found[1]


def test_the_print_page_links_to_each_sheet_once_there_is_one():
    tournament = a_tournament(8)
    page = signed_in().get(f"/sessions/{tournament.session_id}/tournament/papers/")
    assert page.content.decode().count(".pdf") == 5
    begun(tournament)
    page = signed_in().get(f"/sessions/{tournament.session_id}/tournament/papers/")
    assert len(shown(page, r'<ul class="papers">(.*?)</ul>')) == 3
    assert page.content.decode().count(".pdf") == 13


def test_printed_results_have_deciding_figures_in_their_order():
    orders = {}
    for style in ("classic", "club", "pairs"):
        people = (
            [(name, f"{name}a") for name in ("Ann", "Ben", "Cat", "Dan")] if style == "pairs" else 8
        )
        tournament = a_tournament(people, style=style)
        tell_all(ended(begun(tournament)))
        known = load_tournament(tournament)
        titles = [column.title for column in results(tournament, known, standings(known)).columns]
        orders[style] = titles[3:6]
    assert orders == {
        "classic": ["Won", "Lone hands", "Points"],
        "club": ["Points", "Won", "Lone hands"],
        "pairs": ["Won", "Points", "Lone hands"],
    }
