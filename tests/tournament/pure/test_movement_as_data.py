"""A movement as data seats everyone, collides with nobody, and equals the named ones."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournament.pure.document import BadTournament, read
from scoring.tournament.pure.moves import BY_SEATS, PROGRESS, collision
from scoring.tournament.pure.moves_in_words import describe_movement, moves_of
from scoring.tournament.pure.next_round import NotYet, next_round
from scoring.tournament.pure.places import ghosts_to_add
from scoring.tournament.pure.seats import SIDES
from scoring.tournament.pure.settings import (
    MOVEMENT,
    BadSetting,
    Setting,
    as_json,
    format_of,
    settings_of,
)
from scoring.tournament.pure.values import Entrant, Tournament
from tests.tournament.pure.evenings import entrants, evening, evenings, played, seats, table

CLOCKWISE = {"moves": [{"who": ["won"], "by": 1}, {"who": ["lost"], "by": -1}], "ends": "round"}
UP_AND_DOWN = {"moves": [{"who": ["won"], "by": -1}, {"who": ["lost"], "by": 1}]}
RED_UP = {"moves": [{"who": ["Red"], "by": -1}], "ends": "round"}
LADIES_UP = {
    "moves": [{"who": ["lost", "L"], "by": -1}, {"who": ["lost", "G"], "by": 1}],
    "ends": "round",
}
EAST_WEST = {"moves": [{"who": ["EW"], "by": 1}], "ends": "round", "partners": "seats"}
GROUPS = {"groups": ["L", "G"]}


def refusal(movement, **settings):
    with pytest.raises(BadSetting) as wrong:
        format_of("club", {"movement": movement, **settings})
    return wrong.value.field, wrong.value.message


def test_a_table_that_gets_six_is_refused_with_the_round_that_shows_it():
    movement = {"moves": [{"who": ["won"], "by": -1}, {"who": ["lost"], "by": 0}]}
    told = "With 2 tables, table 1 gets 6 (table 1: NS won, table 2: NS won)"
    assert refusal(movement) == ("movement", told)
    with pytest.raises(BadTournament) as wrong:
        read(
            {
                "format": "euchre-tournament/1",
                "style": "club",
                "settings": {"movement": movement},
                "entrants": [],
            }
        )
    assert str(wrong.value) == f"settings.movement: {told}"


@pytest.mark.parametrize(
    ("movement", "settings", "told"),
    [
        ({"moves": [{"at": 1, "to": 3}]}, {}, "With 2 tables, table 3 is not there"),
        ({"moves": [{"at": "head", "to": "last"}]}, {}, "With 2 tables, table 1 gets 0"),
        (
            {"moves": [{"who": ["won", "NS"], "by": 1}], "ends": "round"},
            {},
            "With 2 tables, table 1 gets 2 (table 1: NS won, table 2: EW won)",
        ),
        (
            {"moves": [{"who": ["N"], "by": 1}], "ends": "round", "partners": "stay"},
            {},
            "With 2 tables, partners of table 1 part",
        ),
        (
            {"moves": [{"who": ["N"], "by": 1}, {"who": ["S"], "by": -1}], "partners": "seats"},
            {},
            "With 2 tables, table 1 gets 0 in seat N",
        ),
        (
            {"moves": [{"who": ["lost", "L"], "by": 1}], "ends": "round"},
            GROUPS,
            "",
        ),
    ],
)
def test_a_movement_that_collides_is_refused_and_one_that_does_not_is_kept(
    movement, settings, told
):
    if told:
        assert refusal(movement, **settings) == ("movement", told)
    else:
        assert format_of("club", {"movement": movement, **settings}).movement.moves


@pytest.mark.parametrize(
    ("movement", "settings", "field"),
    [
        ({"moves": [{"by": 1, "to": 2}]}, {}, "movement"),
        ({"moves": [{"who": ["won"]}]}, {}, "movement"),
        ({"moves": [{"by": 1}], "ends": "somewhere"}, {}, "movement"),
        ({"moves": [{"by": 1.0}]}, {}, "movement"),
        ({"moves": [{"by": True}]}, {}, "movement"),
        ({"moves": [{"to": "nowhere"}]}, {}, "movement"),
        ({"moves": [{"at": 0, "by": 1}]}, {}, "movement"),
        ({"moves": [{"how": 1}]}, {}, "movement"),
        ({"ends": "round"}, {}, "movement"),
        ([], {}, "movement"),
        (RED_UP, {}, "movement"),
        (RED_UP, {"groups": ["Red", "won"]}, "groups"),
        (CLOCKWISE, {"tie": "stays"}, "tie"),
        (CLOCKWISE, {"ends": "bell"}, "ends"),
        (CLOCKWISE, {"odd": "three"}, "odd"),
        (CLOCKWISE | {"partners": "seats"}, {}, "movement"),
        (CLOCKWISE | {"partners": "stay"}, {"partners": "split"}, "partners"),
    ],
)
def test_what_cannot_be_a_movement_is_refused_at_its_setting(movement, settings, field):
    assert refusal(movement, **settings)[0] == field


def test_fixed_pairs_stay_together_and_move_by_no_groups():
    assert format_of("pairs", {"movement": CLOCKWISE}).parting == "stay"
    for movement in (CLOCKWISE | {"partners": "split"}, EAST_WEST, RED_UP):
        with pytest.raises(BadSetting):
            format_of("pairs", {"movement": movement, "groups": ["Red", "White"]})


def test_a_movement_is_the_same_after_writing_and_reading():
    given = {"movement": CLOCKWISE, "sits_out": "lot"}
    format = format_of("club", given)
    assert settings_of(format) == given
    assert format_of("club", settings_of(format)) == format
    assert as_json(PROGRESS)["moves"][2] == {"who": ["lost"], "by": 0}


def by_data(tournament, movement):
    format = format_of(
        tournament.format.style, settings_of(tournament.format) | {"movement": as_json(movement)}
    )
    return replace(tournament, format=format)


@settings(max_examples=60, deadline=None)
@given(
    evenings(
        styles=("classic", "club", "seats", "pairs"), coming_and_going=True, rounds=4, most=100
    )
)
def test_the_named_movements_as_data_seat_exactly_as_by_name(tournament):
    named = {"progress": PROGRESS, "seats": BY_SEATS}[tournament.format.movement]
    for number in range(1, len(tournament.rounds) + 1):
        so_far = replace(tournament, rounds=tournament.rounds[:number])
        try:
            expected = next_round(so_far)
        except NotYet:
            continue
        assert next_round(by_data(so_far, named)) == expected


WORD = st.sampled_from(["won", "lost", "N", "E", "S", "W", "NS", "EW", "L", "G"])
STEP = st.fixed_dictionaries(
    {"who": st.lists(WORD, max_size=2, unique=True)},
    optional={"at": st.sampled_from(["head", "last", 1, 2])},
).flatmap(
    lambda step: st.one_of(
        st.integers(-3, 3).map(lambda by: step | {"by": by}),
        st.sampled_from(["head", "last", 1, 2]).map(lambda to: step | {"to": to}),
    )
)


def every_way_to_end(format, tables):
    """Yield who goes where after a round, in every way that it can end and be mixed."""
    mixed = [("L", "G"), ("G", "L")] if format.by_groups else [("", "")]
    one = list(product(SIDES, mixed, mixed))
    for ends in product(one, repeat=tables):
        going = []
        for no, (won, ns, ew) in enumerate(ends, start=1):
            for side, groups in (("NS", ns), ("EW", ew)):
                for seat, group in zip(side, groups, strict=True):
                    words = {seat, side, group, "won" if side == won else "lost"}
                    going.append((format.moves.target(words, no, tables), no, seat, side, group))
        yield going


def collides(format, tables):
    for going in every_way_to_end(format, tables):
        for no in range(1, tables + 1):
            here = [one for one in going if one[0] == no]
            if len(here) != 4:
                return True
            if format.parting == "seats" and len({seat for _, _, seat, *_ in here}) != 4:
                return True
            if format.parting == "stay" and len({(old, side) for _, old, _, side, _ in here}) != 2:
                return True
            if format.by_groups and sum(one[4] == "L" for one in here) != 2:
                return True
    return False


@settings(max_examples=150, deadline=None)
@given(
    steps=st.lists(STEP, max_size=3),
    ends=st.sampled_from(["stop", "round"]),
    partners=st.sampled_from(["split", "stay", "seats"]),
)
def test_every_way_to_end_a_round_agrees_with_what_is_refused(steps, ends, partners):
    movement = MOVEMENT(Setting({"moves": steps, "ends": ends, "partners": partners}, "movement"))
    format = replace(format_of("club", GROUPS), movement=movement)
    for tables in (2, 3):
        refused = collision(movement, partners=partners, groups=format.groups, tables=[tables])
        assert bool(refused) == collides(format, tables)


@pytest.mark.parametrize(
    ("movement", "settings"),
    [
        (CLOCKWISE, {}),
        (UP_AND_DOWN, {}),
        (EAST_WEST, {}),
        (LADIES_UP, GROUPS),
        ({"moves": [{"who": ["L"], "by": -1}, {"who": ["G"], "by": 1}], "ends": "round"}, GROUPS),
        ({"moves": [{"by": 1}], "ends": "round"}, {}),
    ],
)
@pytest.mark.parametrize("number", [7, 12, 26, 41])
def test_everyone_has_one_seat_in_every_round_and_never_the_last_partner(
    movement, settings, number
):
    format = format_of("club", {"movement": movement, "sits_out": "lot", **settings})
    people = entrants(number, groups="LG" * number)
    start = Tournament(format=format, seed=number, entrants=people)
    rounds = played(start, 6, Random(number)).rounds
    for before, after in zip((None, *rounds), rounds, strict=False):
        placed = [no for one in after.tables for no in one.entrants] + [*after.sitting_out]
        assert sorted(placed) == list(range(1, number + 1))
        if before and format.parting == "split" and len(after.tables) > 1:
            partners = {frozenset(two) for one in before.tables for two in one.by_side.values()}
            assert not partners & {
                frozenset(two) for one in after.tables for two in one.by_side.values()
            }
        if format.by_groups and len(after.tables) > 1:
            for one in after.tables:
                assert all(len({no % 2 for no in two}) == 2 for two in one.by_side.values())


def test_winners_go_clockwise_and_losers_anticlockwise_round_the_room():
    last = evening(
        table(1, "1 2 3 4", "5 3"),
        table(2, "5 6 7 8", "2 6"),
        table(3, "9 10 11 12", "7 1"),
        movement=CLOCKWISE,
    )
    at = {no: one.no for one in next_round(last).tables for no in one.entrants}
    assert [at[no] for no in range(1, 13)] == [2, 3, 2, 3, 1, 3, 1, 3, 1, 2, 1, 2]


def test_where_groups_move_apart_the_surplus_sits_out_within_its_group():
    people = entrants(11, groups="LLLLLLLGGGG")
    format = format_of("club", {"movement": LADIES_UP, **GROUPS})
    first = next_round(Tournament(format=format, seed=3, entrants=people))
    assert len(first.tables) == 2
    assert len(first.sitting_out) == 3
    assert set(first.sitting_out) <= set(range(1, 8))


def test_a_table_to_which_six_come_seats_four_of_them_and_the_others_elsewhere():
    tables = table(1, "1 2 3 4", "5 3"), table(2, "5 6 7 8", "5 3"), table(3, "9 10 11 12", "5 3")
    format = format_of("club", {"movement": LADIES_UP, **GROUPS})
    people = entrants(12, groups="LLLLGGGGGLGL")
    now = replace(evening(*tables), format=format, entrants=people)
    assert [set(one.entrants) for one in next_round(now).tables] == [
        {1, 3, 6, 11},
        {5, 7, 10, 12},
        {2, 4, 8, 9},
    ]


def test_ghosts_belong_to_the_group_that_lacks():
    people = entrants(7, groups="LLLLGGG")
    format = format_of("club", {"movement": LADIES_UP, "odd": "ghost", **GROUPS})
    found = ghosts_to_add(Tournament(format=format, seed=3, entrants=people))
    assert [one.group for one in found] == ["G"]


def test_an_entrant_without_a_group_is_named_where_the_movement_needs_it():
    people = (*entrants(4, groups="LGLG"), Entrant(no=5, names=("Zoë",)))
    format = format_of("club", {"movement": LADIES_UP, **GROUPS})
    with pytest.raises(NotYet, match="Zoë"):
        next_round(Tournament(format=format, entrants=people))


@pytest.mark.parametrize(
    ("movement", "settings", "table", "words"),
    [
        (CLOCKWISE, {}, 1, ["Winners: to table 2", "Losers: to table 5"]),
        (CLOCKWISE, {}, 5, ["Winners: to table 1", "Losers: to table 4"]),
        (EAST_WEST, {}, 5, ["North and South: stay", "East and West: to table 1"]),
        (
            LADIES_UP,
            GROUPS,
            2,
            ["Winners: stay", "L who lost: to table 1", "G who lost: to table 3"],
        ),
        (RED_UP, {"groups": ["Red", "White"]}, 3, ["Red: to table 2", "White: stay"]),
        ({"moves": [{"by": 1}], "ends": "round"}, {}, 3, ["All: to table 4"]),
    ],
)
def test_a_table_card_says_where_everyone_goes(movement, settings, table, words):
    format = format_of("club", {"movement": movement, **settings})
    assert list(moves_of(format, table=table, tables=5))[: len(words)] == words


def test_a_movement_is_described_move_by_move():
    format = format_of("club", {"movement": LADIES_UP, "groups": ["L", "G"]})
    described = describe_movement(format)
    for words in ("L who lost move up 1 table", "G who lost move down 1 table"):
        assert words in described


def test_bell_stars_and_a_barred_head_table_are_only_where_the_tables_end():
    up_and_down = format_of("classic", {"movement": UP_AND_DOWN})
    assert (up_and_down.stars, up_and_down.bars_lone_hands(1, 4)) == (True, True)
    around = format_of("classic", {"movement": CLOCKWISE, "ends": "hands", "hands": 8})
    assert (around.stars, around.bars_lone_hands(1, 4)) == (False, False)


@settings(max_examples=40, deadline=None)
@given(evenings(styles=("club", "pairs"), coming_and_going=True, rounds=5, most=30), st.data())
def test_by_lot_no_one_sits_out_twice_running_while_others_are_there(tournament, data):
    format = replace(tournament.format, sits_out="lot", odd="sit-out")
    start = replace(tournament, format=format, rounds=())
    rounds = played(start, 5, Random(1)).rounds
    group = {one.no: one.group for one in start.entrants}
    for before, after in zip(rounds, rounds[1:], strict=False):
        played_both = {no for one in after.tables for no in one.entrants} & {
            no for one in before.tables for no in one.entrants
        }
        # The group that has too many sits out, so only players of the same one could instead.
        instead = {group[no] for no in played_both}
        twice = {*before.sitting_out} & {*after.sitting_out}
        assert not {group[no] for no in twice} & instead


def test_by_lot_everybody_sits_out_once_before_anybody_twice():
    format = format_of("pairs", {"sits_out": "lot"})
    start = Tournament(format=format, seed=5, entrants=entrants(11, pairs=True))
    out = [round.sitting_out[0] for round in played(start, 11, Random(2)).rounds]
    assert sorted(out) == list(range(1, 12))


def test_by_lot_losing_at_the_head_table_does_not_lead_to_sitting_out():
    """With 11 pairs the last table's newcomers sat out 86 times in 100."""
    losers, out = 0, 0
    format = format_of("pairs", {"sits_out": "lot"})
    for seed in range(300):
        start = Tournament(format=format, seed=seed, entrants=entrants(11, pairs=True))
        rounds = played(start, 4, Random(seed)).rounds
        for before, after in zip(rounds, rounds[1:], strict=False):
            head = before.tables[0]
            lost = next(no for side, (no,) in head.by_side.items() if side != _winner(head))
            losers += 1
            out += lost in after.sitting_out
    assert losers / 20 < out < losers / 6


def _winner(table):
    points = table.result.points
    best = [side for side in points if points[side] == max(points.values())]
    return table.result.tie or best[0]


def test_a_file_is_checked_for_as_many_tables_as_its_entrants_fill():
    movement = {"moves": [{"at": 15, "to": 1}]}
    assert format_of("club", {"movement": movement})
    found = {
        "format": "euchre-tournament/1",
        "style": "club",
        "settings": {"movement": movement},
        "entrants": [{"no": no, "name": f"P{no}"} for no in range(1, 61)],
    }
    with pytest.raises(BadTournament, match=r"settings\.movement: With 15 tables, table 1 gets 8"):
        read(found)
    assert read(found | {"entrants": found["entrants"][:56]})


def test_a_single_table_neither_moves_nor_parts():
    last = evening(table(1, "1 2 3 4", "5 3"), movement=CLOCKWISE)
    assert seats(next_round(last)) == ["1 2 3 4"]


def test_a_movement_that_collides_only_in_a_large_hall_is_refused_before_round_1():
    format = format_of("club", {"movement": {"moves": [{"at": 15, "to": 1}]}})
    with pytest.raises(NotYet, match="With 15 tables, table 1 gets 8"):
        next_round(Tournament(format=format, entrants=entrants(60)))


def test_two_of_each_group_make_a_table_where_groups_move_apart():
    format = format_of("club", {"movement": LADIES_UP, **GROUPS})
    with pytest.raises(NotYet, match="two of each group"):
        next_round(Tournament(format=format, entrants=entrants(6, groups="LLLLLG")))


def test_lots_for_sitting_out_are_drawn_in_the_group_that_has_too_many():
    format = format_of("club", {"sits_out": "lot", **GROUPS})
    for seed in range(12):
        start = Tournament(format=format, seed=seed, entrants=entrants(10, groups="LLLLLLGGGG"))
        for one in played(start, 3, Random(seed)).rounds:
            assert set(one.sitting_out) <= set(range(1, 7))


def test_a_card_says_to_change_partners_where_no_one_stays():
    format = format_of("club", {"movement": CLOCKWISE})
    assert moves_of(format, table=1, tables=5)[-1] == "Change partners at your next table"
    format = format_of("club", {"movement": as_json(PROGRESS)})
    assert moves_of(format, table=1, tables=5)[-1] == "Sit opposite a player who stayed"


def test_a_hall_of_250_tables_is_checked_at_once():
    movement = MOVEMENT(Setting(LADIES_UP, "movement"))
    assert not collision(movement, partners="split", groups=("L", "G"), tables=[249, 250])
