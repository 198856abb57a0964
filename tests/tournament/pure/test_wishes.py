"""Couples who ask to play together or apart: which wishes are refused, and how rounds keep them."""

from dataclasses import replace
from random import Random

import pytest

from scoring.tournament.pure.document import BadTournament, document, read
from scoring.tournament.pure.next_round import next_round
from scoring.tournament.pure.plan_ahead import plan_ahead
from scoring.tournament.pure.wishes import with_wish, without_contradictions
from tests.tournament.pure.evenings import evening, played

A_PLAN = [("rotation", {}), ("club", {"movement": "draw"})]


def with_wishes(tournament, *wishes):
    entrants = tournament.entrants
    for no, other, wish in wishes:
        entrants = with_wish(entrants, no=no, other=other, wish=wish)
    return replace(tournament, entrants=entrants)


def partners_in(round, one, other):
    """Return whether two are partners in a round, or None unless both play."""
    tables = [round.table_of(one), round.table_of(other)]
    if None in tables:
        return None
    return {one, other} in [{*side} for side in tables[0].by_side.values()]


@pytest.mark.parametrize(("style", "settings"), A_PLAN)
@pytest.mark.parametrize("number", [8, 12, 15, 22])
def test_plans_keep_couples_together_and_apart_in_every_round(style, settings, number):
    start = evening(style=style, number=number, **settings)
    start = with_wishes(start, (1, 2, "always"), (3, 4, "often"), (5, 6, "apart"))
    rounds = played(start, 8, Random(1)).rounds
    always = [partners_in(one, 1, 2) for one in rounds]
    assert set(always) - {None} == {True}
    often = [told for one in rounds if (told := partners_in(one, 3, 4)) is not None]
    assert all(any(two) for two in zip(often, often[1:], strict=False))
    assert not all(often)
    assert [one.no for one in rounds if 6 in _at_the_table_of(one, 5)] == []
    out = [sum(no in one.sitting_out for one in rounds) for no in range(1, number + 1)]
    assert max(out) - min(out) <= 1


def _at_the_table_of(round, no):
    table = round.table_of(no)
    return table.entrants if table else ()


def test_a_plan_is_the_same_ahead_as_round_by_round():
    start = with_wishes(evening(style="rotation", number=13), (1, 2, "often"), (3, 4, "apart"))
    ahead = plan_ahead(start)
    rounds = played(start, len(ahead), Random(0)).rounds
    assert [dict(one.tables[0].seats) for one in rounds] == [
        dict(one.tables[0].seats) for one in ahead
    ]


def test_someone_with_two_partners_takes_turns():
    start = with_wishes(evening(style="rotation", number=12), (1, 2, "often"), (1, 3, "often"))
    rounds = played(start, 8, Random(0)).rounds
    for other in (2, 3):
        often = [partners_in(one, 1, other) for one in rounds]
        assert all(any(two) for two in zip(often, often[1:], strict=False))


@pytest.mark.parametrize("style", ["classic", "seats", "club"])
def test_the_first_draw_keeps_wishes_and_nearly_always_mixed_partners(style):
    groups, mixed = "LGLGLGLGLGLG", 0
    for seed in range(20):
        start = evening(style=style, number=12, groups=groups, seed=seed)
        found = next_round(with_wishes(start, (1, 2, "often"), (3, 4, "apart"), (5, 7, "apart")))
        assert partners_in(found, 1, 2) is True
        assert 4 not in _at_the_table_of(found, 3)
        assert 7 not in _at_the_table_of(found, 5)
        sides = [side for table in found.tables for side in table.by_side.values()]
        mixed += all(len({groups[no - 1] for no in side}) == 2 for side in sides)
    assert mixed >= 18


def test_without_wishes_the_first_draw_is_as_before():
    start = evening(style="classic", number=20)
    assert next_round(with_wishes(start, (1, 2, "often"), (1, 2, ""))) == next_round(start)


def test_wishes_are_in_the_file_and_are_read_again():
    start = with_wishes(evening(style="rotation", number=8), (1, 2, "always"), (3, 4, "apart"))
    found = document(start)
    assert found["entrants"][0] == {
        "no": 1,
        "name": "P1",
        "together": [{"no": 2, "always": True}],
    }
    assert found["entrants"][2]["apart"] == [{"no": 4}]
    assert read(found) == start


@pytest.mark.parametrize(
    ("style", "wishes", "place"),
    [
        ("rotation", [(1, "together", {"no": 9})], "entrants[0].together"),
        ("rotation", [(2, "apart", {"no": 2})], "entrants[1].apart"),
        ("rotation", [(1, "together", {"no": 2}), (2, "apart", {"no": 1})], "entrants[0].together"),
        ("classic", [(1, "together", {"no": 2, "always": True})], "entrants[0].together"),
        ("pairs", [(1, "apart", {"no": 2})], "entrants[0].apart"),
        ("rotation", [(1, "apart", {"no": 2, "always": True})], "entrants[0].apart[0]"),
        (
            "rotation",
            [(1, "together", {"no": 2, "always": True}), (3, "together", {"no": 1})],
            "entrants[0].together",
        ),
    ],
)
def test_contradictions_are_refused_by_their_place(style, wishes, place):
    found = document(evening(style=style, number=8))
    for no, kind, wish in wishes:
        found["entrants"][no - 1].setdefault(kind, []).append(wish)
    with pytest.raises(BadTournament) as refused:
        read(found)
    assert refused.value.place == place


def test_always_is_allowed_where_partners_stay():
    start = evening(style="club", number=8, partners="stay")
    start = with_wishes(start, (1, 2, "always"))
    assert read(document(start)) == start
    assert all(partners_in(one, 1, 2) for one in played(start, 4, Random(0)).rounds)


def test_a_wish_that_a_change_of_settings_contradicts_is_left_out():
    rotation = with_wishes(evening(style="rotation", number=8), (1, 2, "always"), (3, 4, "apart"))
    classic = evening(style="classic").format
    found = without_contradictions(rotation.entrants, classic)
    assert [len(one.together) + len(one.apart) for one in found] == [0, 0, 1, 0, 0, 0, 0, 0]
