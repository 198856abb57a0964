"""A Swiss on the site, by the standings of all its rounds."""

import pytest

from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament
from tests.cast import again
from tests.tournament.cast import a_tournament, begun, drawn, ended, played_to, seats, tell

pytestmark = pytest.mark.django_db


def a_swiss(pairs, **settings):
    people = [(f"Ann {no}", f"Ben {no}") for no in range(pairs)]
    return a_tournament(people, style="pairs", movement="swiss", rounds=4, **settings)


def test_a_swiss_is_drawn_by_the_results_of_all_rounds():
    made = a_swiss(9)
    for no in range(1, 4):
        row = drawn(again(made))
        if no > 1:
            known = load_tournament(again(made))
            expected = {table.no: dict(table.seats) for table in next_round(known).tables}
            assert seats(row) == expected
        row = ended(begun(again(made)))
        for table, here in seats(row).items():
            # The pair with the lower number wins, by as many points as the other's number.
            ahead, behind = here["N"], here["E"]
            points = (9, 9 - behind // 2) if ahead < behind else (9 - ahead // 2, 9)
            tell(row, table, *points)
    byes = [out for row in made.rounds.all() for out in row.sitting_out]
    assert len(set(byes)) == 3
    rows = {row.no: row for row in standings(load_tournament(again(made)))}
    assert all(rows[no].won >= 1 and rows[no].rounds == 2 for no in byes)


def test_a_draw_of_a_swiss_is_undone_when_a_result_changes():
    made = a_swiss(4)
    row = played_to(made, 1)
    drawn(again(made))
    tell(row, 1, 1, 9)
    assert again(made).rounds.count() == 1
