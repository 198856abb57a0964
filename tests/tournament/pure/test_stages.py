"""Stages: another movement from a round on, also on another night."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.document import document, read
from scoring.tournament.pure.made_up import evening_of
from scoring.tournament.pure.moves_in_words import moves_of
from scoring.tournament.pure.next_round import NotYet, next_round
from scoring.tournament.pure.plan_ahead import plan_ahead
from scoring.tournament.pure.settings import BadSetting, format_of, settings_of
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.tally import rows_by_round
from scoring.tournament.pure.values import Tournament
from tests.tournament.pure.evenings import entrants, seats

CLOCKWISE = {"moves": [{"who": ["won"], "by": 1}, {"who": ["lost"], "by": -1}], "ends": "round"}


def staged(second, *, start=3, number=12, rounds=6, first="progress", **settings):
    stages = [{"from": 1, "movement": first}, {"from": start, **second}]
    format = format_of("club", {"stages": stages, "rounds": rounds, "sits_out": "lot", **settings})
    return Tournament(format=format, seed=7, entrants=entrants(number))


def after(tournament, rounds, chance=1):
    return evening_of(tournament, rounds=rounds, chance=Random(chance))


def refusal(stages, style="club", **settings):
    with pytest.raises(BadSetting) as wrong:
        format_of(style, {"stages": stages, **settings})
    return wrong.value.field, wrong.value.message


def test_each_round_follows_the_movement_of_its_stage():
    made = staged({"movement": "rotation"}, rounds=6)
    evening = after(made, 2)
    alone = replace(evening, format=format_of("club", {"sits_out": "lot"}))
    assert (
        evening.rounds[1].tables[0].seats
        == after(replace(alone, rounds=()), 2).rounds[1].tables[0].seats
    )
    planned = after(evening, 4).rounds[2:]
    partners = Counter(two for one in planned for two in one.partnerships)
    assert set(partners.values()) == {1}


def test_a_stage_begins_with_a_draw_of_its_own():
    made = after(staged({"movement": "progress"}), 2)
    others = [replace(made, seed=seed) for seed in range(20)]
    drawn = {tuple(next_round(one).tables[0].seats.values()) for one in others}
    assert len(drawn) > 15
    goes_on = after(staged({"movement": "progress", "go_on": True}), 2)
    assert (
        len(
            {
                tuple(next_round(replace(goes_on, seed=no)).tables[0].seats.values())
                for no in range(20)
            }
        )
        == 1
    )


def test_a_stage_that_goes_on_moves_by_the_last_round():
    goes_on = after(staged({"movement": CLOCKWISE, "go_on": True}), 2)
    whole = format_of("club", {"movement": CLOCKWISE})
    assert seats(next_round(goes_on)) == seats(next_round(replace(goes_on, format=whole)))


def test_a_stage_that_goes_on_by_winners_needs_them():
    made = staged({"movement": "progress", "go_on": True}, first="rotation")
    evening = after(made, 2)
    last = evening.rounds[-1]
    tied = replace(
        last.tables[0], result=replace(last.tables[0].result, points={"NS": 6, "EW": 6}, tie=None)
    )
    rounds = (evening.rounds[0], replace(last, tables=(tied, *last.tables[1:])))
    with pytest.raises(NotYet, match="Table 1 is tied 6–6: enter who won the tie."):
        next_round(replace(evening, rounds=rounds))
    drawn = staged({"movement": "progress"}, first="rotation")
    assert next_round(replace(drawn, rounds=rounds)).no == 3


def test_points_go_along():
    evening = after(staged({"movement": "draw"}), 6)
    rows = standings(evening)
    assert {row.rounds for row in rows} == {6}
    lines = rows_by_round(evening)
    assert {row.no: row.points for row in rows} == {
        no: sum(line.points for line in of) for no, of in lines.items()
    }


def test_stars_are_only_in_rounds_with_a_head_table():
    evening = after(staged({"movement": CLOCKWISE}), 6)
    stars = {line.round for lines in rows_by_round(evening).values() for line in lines if line.star}
    assert stars == {1, 2}
    assert sum(row.gold for row in standings(evening)) == 4


def test_a_bye_counts_as_won_only_in_a_swiss_stage():
    evening = after(staged({"movement": "swiss"}, number=13, rounds=4), 4)
    out = {
        line.round: (line.points, line.won)
        for lines in rows_by_round(evening).values()
        for line in lines
        if line.sat_out
    }
    assert out == {1: (0, None), 2: (0, None), 3: (8, True), 4: (8, True)}


@given(
    number=st.integers(8, 26),
    movements=st.lists(
        st.sampled_from(["progress", "rotation", "seats", "draw", "swiss", CLOCKWISE]),
        min_size=2,
        max_size=3,
    ),
    go_on=st.booleans(),
    chance=st.integers(0, 99),
)
def test_every_stage_seats_everyone_and_sit_outs_stay_even(number, movements, go_on, chance):
    stages = [
        {"from": 1 + 2 * at, "movement": one, **({"go_on": True} if go_on and at else {})}
        for at, one in enumerate(movements)
    ]
    format = format_of("club", {"stages": stages, "rounds": 6, "sits_out": "lot"})
    made = Tournament(format=format, seed=chance, entrants=entrants(number))
    evening = after(made, 6, chance)
    out = Counter(no for one in evening.rounds for no in one.sitting_out)
    for one in evening.rounds:
        assert one.everybody == set(range(1, number + 1))
        assert len(one.tables) == number // 4
    if "swiss" not in movements:
        times = [out[no] for no in range(1, number + 1)]
        assert max(times) - min(times) <= 1
        for before, now in zip(evening.rounds, evening.rounds[1:], strict=False):
            assert not {*before.sitting_out} & {*now.sitting_out}
    assert read(document(evening)) == evening


def test_a_plan_ends_with_its_stage():
    made = staged({"movement": "progress"}, first="rotation", start=4)
    assert [one.no for one in plan_ahead(made)] == [1, 2, 3]
    later = after(staged({"movement": "rotation"}, start=4), 3)
    assert [one.no for one in plan_ahead(later)] == [4, 5, 6]
    assert plan_ahead(after(made, 3)) == ()


def test_a_planned_stage_goes_on_as_it_was_planned():
    made = after(staged({"movement": "rotation"}, number=13), 2)
    plan = plan_ahead(made)
    one_by_one = after(made, 4).rounds[2:]
    assert [seats(one) for one in plan] == [seats(one) for one in one_by_one]


def test_the_cards_say_what_follows_the_round():
    made = staged({"movement": "draw", "night": 2, "date": "2026-12-05"}).format
    assert moves_of(made, round=1, table=2, tables=3)[0] == "Winners: to table 1"
    told = "All: round 3 is on night 2, Saturday 5 December 2026"
    assert moves_of(made, round=2, table=2, tables=3) == (told,)
    drawn = staged({"movement": "progress"}).format
    assert moves_of(drawn, round=2, table=2, tables=3) == (
        "All: the next seats are drawn after the round",
    )


def test_the_first_stage_is_the_movement():
    stages = [{"from": 1, "movement": "rotation"}, {"from": 9, "movement": "swiss"}]
    made = format_of("club", {"stages": stages})
    assert made.movement == "rotation"
    assert settings_of(made) == {"movement": "rotation", "stages": stages}
    told = "The stages begin with another movement: leave this one out, or make it the same."
    assert refusal(stages, movement="progress") == ("movement", told)


TWICE = {"moves": [{"who": ["won"], "by": -1}]}


@pytest.mark.parametrize(
    ("stages", "settings", "field", "said"),
    [
        ([{"from": 2, "movement": "swiss"}], {}, "stages", "The first stage is from round 1."),
        (
            [{"from": 1, "movement": "swiss"}, {"from": 1, "movement": "draw"}],
            {},
            "stages",
            "Each stage is from a later round than the one before.",
        ),
        (
            [{"from": 1, "movement": "swiss", "go_on": True}],
            {},
            "stages",
            "The first stage has no round to go on from.",
        ),
        (
            [
                {"from": 1, "movement": "swiss", "date": "2026-12-06"},
                {"from": 3, "movement": "draw", "date": "2026-12-05"},
            ],
            {},
            "stages",
            "No stage has a date before that of an earlier one.",
        ),
        (
            [{"from": 1, "movement": "swiss"}, {"from": 3, "movement": TWICE}],
            {},
            "stages",
            "From round 3: With 2 tables, table 1 gets 6 (table 1: NS won, table 2: NS won)",
        ),
        (
            [{"from": 1, "movement": "draw"}, {"from": 3, "movement": "progress"}],
            {"tie": "stays"},
            "tie",
            "From round 3: Where winners progress a tie cannot stay one: the movement needs a "
            "winner.",
        ),
        ([{"from": 1}], {}, "stages", "Each needs its movement."),
        (
            [{"from": 1, "movement": "swiss", "date": "5 December"}],
            {},
            "stages",
            'must be a date such as 2026-10-01, not "5 December"',
        ),
    ],
)
def test_stages_that_contradict_themselves_are_refused(stages, settings, field, said):
    assert refusal(stages, **settings) == (field, said)


def test_a_couple_is_always_together_only_if_every_stage_can_keep_it():
    from scoring.tournament.pure.values import Wish
    from scoring.tournament.pure.wishes import contradictions

    both = entrants(8, no1={"together": (Wish(no=2, always=True),)})
    mixed = staged({"movement": "draw"}, first="progress").format
    planned = staged({"movement": "draw"}, first="rotation").format
    assert [one.no for one in contradictions(both, mixed)] == [1]
    assert list(contradictions(both, planned)) == []


def test_results_of_the_round_before_are_needed():
    made = after(staged({"movement": "draw"}), 1)
    lacking = replace(made, rounds=(*made.rounds, next_round(made)))
    with pytest.raises(NotYet, match="have no result yet"):
        next_round(lacking)
