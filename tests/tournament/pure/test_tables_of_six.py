"""Tables of six, three against three: who moves, who mixes, and what a file says of them."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.document import BadTournament, document, read
from scoring.tournament.pure.moves import collision
from scoring.tournament.pure.moves_in_words import moves_of
from scoring.tournament.pure.next_round import Facing, next_round
from scoring.tournament.pure.odd import choices, mixed, sizes
from scoring.tournament.pure.seats import SEATS_OF_SIX, SIDES_OF_SIX
from scoring.tournament.pure.settings import (
    MOVEMENT,
    BadSetting,
    Setting,
    format_of,
    settings_of,
)
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.values import RoundTable, Tournament
from tests.tournament.pure.evenings import entrants, played

SIX = {"table_size": 6}
BOTH_WAYS = {"moves": [{"who": ["won"], "by": 1}, {"who": ["lost"], "by": -1}], "ends": "round"}
ABC_ON = {"moves": [{"who": ["ABC"], "by": 1}], "ends": "round"}


def start(number, *, seed=3, style="club", **settings):
    format = format_of(style, SIX | settings)
    return Tournament(format=format, seed=seed, entrants=entrants(number))


def sides_of(round):
    return [set(side) for table in round.tables for side in table.by_side.values()]


def seated(round):
    return sorted([*(no for one in round.tables for no in one.entrants), *round.sitting_out])


def test_partners_sit_at_every_other_seat_of_a_table_of_six():
    table = RoundTable(no=1, seats=dict(zip(SEATS_OF_SIX, range(1, 7), strict=True)))
    assert table.by_side == {"NSE": (1, 3, 5), "ABC": (2, 4, 6)}


@given(
    number=st.integers(6, 40),
    movement=st.sampled_from(["progress", BOTH_WAYS, ABC_ON, "rotation", "draw"]),
    partners=st.sampled_from(["split", "split-below", "stay"]),
    seed=st.integers(0, 99),
)
def test_everyone_sits_once_in_every_round_at_full_tables(number, movement, partners, seed):
    begun = start(number, seed=seed, movement=movement, partners=partners, sits_out="lot")
    evening = played(begun, 4, Random(seed))
    for round in evening.rounds:
        assert seated(round) == list(range(1, number + 1))
        assert all([*table.seats] == [*SEATS_OF_SIX] for table in round.tables)
        assert len(round.sitting_out) == number % 6
    assert read(document(evening)) == evening


@given(tables=st.integers(2, 11), movement=st.sampled_from(["progress", BOTH_WAYS, ABC_ON]))
def test_exactly_one_old_partnership_remains_on_each_side(tables, movement):
    rounds = played(start(6 * tables, movement=movement), 6, Random(tables)).rounds
    for before, after in zip(rounds, rounds[1:], strict=False):
        old = [frozenset(two) for side in sides_of(before) for two in combinations(side, 2)]
        for side in sides_of(after):
            assert sum(set(two) <= side for two in old) == 1


def test_of_all_ways_to_mix_the_one_with_fewest_earlier_partnerships_is_taken():
    chance = Random(8)
    for _ in range(60):
        people = chance.sample(range(1, 30), 6)
        stay, come = people[:3], people[3:]
        last = Counter(frozenset(two) for side in (stay, come) for two in combinations(side, 2))
        before = {frozenset(two): chance.randrange(4) for two in combinations(people, 2)}
        partnered = Counter(before) + last

        def cost(*sides, partnered=partnered):
            return sum(partnered[frozenset(two)] for one in sides for two in combinations(one, 2))

        ways = [
            ([*two, new], [no for no in people if no not in (*two, new)])
            for two, new in product(combinations(stay, 2), come)
        ]
        found = Facing(last=last, partnered=partnered, groups={}).mixed(people)
        assert cost(*found) == min(cost(*way) for way in ways)
        assert {*map(frozenset, found)} in [{*map(frozenset, way)} for way in ways]


def test_partners_stay_where_the_movement_keeps_them():
    rounds = played(start(18, partners="stay"), 5, Random(1)).rounds
    assert len({frozenset(map(frozenset, sides_of(one))) for one in rounds}) == 1
    head = played(start(18, partners="split-below"), 3, Random(1)).rounds
    for before, after in zip(head, head[1:], strict=False):
        kept = [side in sides_of(before) for side in sides_of(after)]
        assert kept[:2] == [True, True]
        assert not any(kept[2:])


def test_at_a_single_table_of_six_no_one_moves():
    rounds = played(start(6), 3, Random(1)).rounds
    assert len({tuple(one.tables[0].seats.items()) for one in rounds}) == 1


def test_winners_go_up_and_losers_of_the_head_table_go_to_the_last():
    first, second = played(start(18), 2, Random(5)).rounds
    at = {no: one.no for one in second.tables for no in one.entrants}
    for table in first.tables:
        points = table.result.points
        won = max(points, key=lambda side, tie=table.result.tie: (points[side], side == tie))
        for side, people in table.by_side.items():
            up = max(table.no - 1, 1) if side == won else table.no
            assert {at[no] for no in people} == {3 if table.no == 1 and side != won else up}


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"table_size": 5}, "table_size"),
        ({"table_size": "6"}, "table_size"),
        ({"table_size": 6, "movement": "seats", "tie": "one-more"}, "movement"),
        ({"table_size": 6, "movement": "swiss"}, "movement"),
        ({"table_size": 6, "rules": "american"}, "rules"),
        ({"table_size": 6, "odd": "three"}, "odd"),
        ({"table_size": 6, "places": [4, 3, 2, 1]}, "table_size"),
        ({"table_size": 6, "mixed_tables": True}, "mixed_tables"),
        ({"mixed_tables": True, "movement": "draw"}, "mixed_tables"),
        (
            {
                "table_size": 6,
                "groups": ["L", "G"],
                "movement": {"moves": [{"who": ["L"], "by": 1}], "ends": "round"},
            },
            "movement",
        ),
        ({"table_size": 6, "movement": {"moves": [{"who": ["NS"], "by": 1}]}}, "movement"),
        (
            {"table_size": 6, "movement": {"moves": [{"who": ["N"], "by": 1}], "ends": "round"}},
            "movement",
        ),
        ({"movement": {"moves": [{"who": ["ABC"], "by": 1}], "ends": "round"}}, "movement"),
    ],
)
def test_settings_that_tables_of_six_lack_are_refused(settings, field):
    with pytest.raises(BadSetting) as wrong:
        format_of("club", settings)
    assert wrong.value.field == field


def test_fixed_pairs_have_no_tables_of_six():
    with pytest.raises(BadSetting, match="Fixed pairs"):
        format_of("pairs", SIX)


def test_groups_may_be_called_as_seats_of_six_at_tables_of_four():
    movement = {"moves": [{"who": ["A"], "by": -1}], "ends": "round"}
    assert format_of("club", {"groups": ["A", "B"], "movement": movement}).by_groups


def test_tables_of_six_play_the_six_handed_rules_unless_told_otherwise():
    assert format_of("club", SIX).rules == "six-handed"
    assert settings_of(format_of("club", SIX)) == SIX
    other = SIX | {"rules": "auction-six"}
    assert settings_of(format_of("classic", other)) == other
    assert format_of("classic", SIX).rules_of(4) == "keller"


def brute(movement, tables):
    """Return whether a table gets too many, or a side parts, in any way that a round can end."""
    for won in product(SIDES_OF_SIX, repeat=tables):
        people = Counter()
        for no, side in enumerate(won, start=1):
            for name, seats in SIDES_OF_SIX.items():
                to = {
                    movement.target({seat, name, "won" if name == side else "lost"}, no, tables)
                    for seat in seats
                }
                if len(to) > 1:
                    return True
                people[to.pop()] += 3
        if any(people[no] != 6 for no in range(1, tables + 1)):
            return True
    return False


WORD = st.sampled_from(["won", "lost", "NSE", "ABC", "N", "A"])
STEP = st.fixed_dictionaries(
    {"who": st.lists(WORD, max_size=2, unique=True), "by": st.integers(-2, 2)},
    optional={"at": st.sampled_from(["head", "last"])},
)


@given(steps=st.lists(STEP, max_size=3), ends=st.sampled_from(["stop", "round"]))
def test_every_way_to_end_a_round_of_six_agrees_with_what_is_refused(steps, ends):
    movement = MOVEMENT(Setting({"moves": steps, "ends": ends}, "movement"))
    for tables in (2, 3):
        refused = collision(movement, partners="split", groups=(), tables=[tables], size=6)
        assert bool(refused) == brute(movement, tables)


# -- Six and four.


@given(st.integers(4, 200))
def test_tables_of_six_and_four_seat_all_but_one_of_an_odd_number(number):
    found = mixed(number)
    assert sum(found) == number - number % 2
    assert set(found) <= {4, 6}
    assert found.count(4) <= 2


@given(
    number=st.integers(4, 29),
    movement=st.sampled_from(["rotation", "draw"]),
    odd=st.sampled_from(["sit-out", "ghost"]),
)
def test_mixed_tables_seat_everyone_once(number, movement, odd):
    begun = start(number, movement=movement, mixed_tables=True, odd=odd, rounds=4)
    rounds = played(begun, 4, Random(number)).rounds if odd == "sit-out" else ()
    for round in rounds:
        assert seated(round) == list(range(1, number + 1))
        assert [len(one.seats) for one in round.tables] == [*sizes(number, begun.format)]
    assert all(one.sitting_out == number % 2 for one in choices(number, begun.format)[:1])


def test_in_a_draw_partners_are_new_while_that_is_possible():
    rounds = played(start(24, movement="draw"), 5, Random(1)).rounds
    partners = Counter(two for round in rounds[:3] for two in round.partnerships)
    assert max(partners.values()) == 1


# -- Results.


def file(result, *, seats="NASBEC", **settings):
    people = list(range(1, len(seats) + 1))
    return {
        "format": "euchre-tournament/1",
        "style": "club",
        "settings": SIX | settings,
        "entrants": [{"no": no, "name": f"P{no}"} for no in people],
        "rounds": [
            {
                "no": 1,
                "sitting_out": [],
                "tables": [
                    {
                        "table": 1,
                        "seats": dict(zip(seats, people, strict=True)),
                        **({"result": result} if result else {}),
                    }
                ],
            }
        ],
    }


def test_three_partners_share_the_points_of_their_side():
    found = read(file({"NSE": 7, "ABC": 4, "lones": {"3": 1}, "tie": None}, lone_partner=1))
    rows = {row.no: (row.points, row.won, row.lones) for row in standings(found)}
    assert rows == {
        1: (6, 1, 0),
        2: (4, 0, 0),
        3: (7, 1, 1),
        4: (4, 0, 0),
        5: (6, 1, 0),
        6: (4, 0, 0),
    }


def test_a_side_of_three_forfeits_and_wins_a_tie():
    found = read(file({"forfeit": "ABC"}))
    assert [row.points for row in standings(found)] == [8, 8, 8, 0, 0, 0]
    tied = file({"NSE": 5, "ABC": 5, "lones": {}, "tie": "ABC"})
    assert [row.no for row in standings(read(tied))][:3] == [2, 4, 6]
    assert document(read(tied))["rounds"] == tied["rounds"]


@pytest.mark.parametrize(
    "wrong",
    [
        file({"NS": 5, "EW": 3, "lones": {}, "tie": None}),
        file({"forfeit": "NS"}),
        file({"NSE": 5, "ABC": 5, "lones": {}, "tie": "N"}),
        file(None, seats="NESW"),
        file(None, seats="NASBE"),
        file(None, seats="NES", movement="draw", mixed_tables=True),
    ],
)
def test_seats_and_results_of_other_tables_are_refused(wrong):
    with pytest.raises(BadTournament):
        read(wrong)


def test_a_table_of_four_stands_beside_tables_of_six_where_they_are_mixed():
    found = read(file(None, seats="NESW", movement="draw", mixed_tables=True))
    assert {*found.rounds[0].tables[0].by_side} == {"NS", "EW"}


def test_a_card_of_a_table_of_six_says_where_each_side_goes():
    assert moves_of(format_of("club", SIX), table=1, tables=3) == (
        "Winners: stay",
        "Losers: to table 3",
        "Of each side one player changes over at your next table",
    )
    by_side = format_of("club", SIX | {"movement": ABC_ON})
    assert moves_of(by_side, table=2, tables=3)[:2] == (
        "North, South and East: stay",
        "A, B and C: to table 3",
    )


def test_ghosts_fill_a_table_of_six():
    begun = start(16, odd="ghost")
    (sit_out, ghost) = choices(16, begun.format)
    assert (sit_out.tables, sit_out.sitting_out, ghost.tables, ghost.ghosts) == (2, 4, 3, 2)


def test_the_next_round_is_as_the_file_says_after_reading_it_again():
    begun = played(start(18), 2, Random(4))
    assert next_round(read(document(begun))) == next_round(replace(begun))
