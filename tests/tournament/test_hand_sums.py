"""The hands of a table are added up once, and again when they change."""

import pytest

from scoring.euchre.hand import Hand
from scoring.table.actions.corrections import take_back
from scoring.tournament.queries import hand_sums
from scoring.tournament.queries.hand_sums import boasts_in
from scoring.tournament.queries.now import load_tournament, load_with_tables
from tests.cast import PHONE, log_all
from tests.tournament.cast import a_tournament, begun, ended

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MADE, MARCH = Hand(maker=0, tricks=3), Hand(maker=1, tricks=5)


@pytest.fixture
def added_up(monkeypatch):
    """The tables whose hands were added up."""
    found, whole = [], vars(hand_sums)["_added_up"]

    def noted(sitting, *about):
        found.append(sitting.table.no)
        return whole(sitting, *about)

    monkeypatch.setattr(hand_sums, "_added_up", noted)
    vars(hand_sums)["_kept"].forget()
    return found


def points(tournament):
    (round,) = load_tournament(tournament).rounds
    return [table.result and [*table.result.points.values()] for table in round.tables]


def test_a_change_at_one_table_does_not_add_up_the_others_again(added_up):
    made = a_tournament(8, rounds=3)
    row = begun(made)
    first, second = (one.table for one in row.tables.all())
    log_all(first, MADE, MARCH)
    log_all(second, MADE)
    ended(row)
    added_up.clear()
    assert points(made) == [[1, 2], [1, 0]]
    assert sorted(added_up) == [1, 2]
    assert points(made) == [[1, 2], [1, 0]]
    assert sorted(added_up) == [1, 2]
    take_back(record=second.sitting.hands.get(), actor=PHONE)
    assert points(made) == [[1, 2], None]
    assert sorted(added_up) == [1, 2, 2]


def test_what_there_are_titles_for_is_found_once_and_is_that_of_the_hands(monkeypatch):
    made = a_tournament(8, rounds=3)
    row = begun(made)
    first, second = (one.table for one in row.tables.all())
    log_all(first, MADE, MARCH, MARCH)
    log_all(second, MARCH)
    asked, whole = [], vars(hand_sums)["boasts_of"]
    monkeypatch.setattr(
        hand_sums, "boasts_of", lambda *hands, **how: asked.append(hands) or whole(*hands, **how)
    )
    vars(hand_sums)["_boasts"].forget()

    def found():
        _, tables = load_with_tables(made)
        return [
            boasts_in(sitting, sums)
            for table in tables
            for sitting, sums in zip(table.sittings, table.sums, strict=True)
        ]

    assert [[feats.marches for feats in one.feats] for one in found()] == [
        [0, 2, 0, 0],
        [0, 1, 0, 0],
    ]
    assert [one.best for one in found()] == [(True, 2, 3), (True, 2, 1)]
    assert len(asked) == 2
    log_all(second, MARCH)
    assert found()[1].feats[1].marches == 2
    assert len(asked) == 3
