"""Whole evenings of every format: the movements checked from their words, round by round."""

from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournament.pure.next_round import next_round
from tests import proof
from tests.tournament.pure.evenings import evening, evenings, given_up, played, seats, table

OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


def everybody(tournament, no):
    return {
        one.no
        for one in tournament.entrants
        if one.since <= no and (one.left is None or no <= one.left)
    }


@settings(max_examples=proof.examples(150))
@given(evenings(coming_and_going=True))
def test_every_player_here_has_one_seat_or_sits_out(tournament):
    ghosts = {one.no for one in tournament.entrants if one.ghost}
    for one in tournament.rounds:
        placed = [no for at in one.tables for no in at.entrants] + list(one.sitting_out)
        assert len(placed) == len(set(placed))
        assert set(placed) - ghosts == everybody(tournament, one.no) - ghosts
        assert [at.no for at in one.tables] == list(range(1, len(one.tables) + 1))
        assert not ghosts & set(one.sitting_out)


@settings(max_examples=proof.examples(100))
@given(evenings(rounds=8))
def test_sit_outs_are_even_and_never_twice_in_a_row(tournament):
    count = {one.no: 0 for one in tournament.players}
    for one, after in pairwise(tournament.rounds):
        assert not set(one.sitting_out) & set(after.sitting_out)
    for one in tournament.rounds:
        for no in one.sitting_out:
            count[no] += 1
        assert max(count.values()) - min(count.values()) <= 1


@settings(max_examples=proof.examples(100))
@given(evenings(styles=("classic", "club", "pairs"), coming_and_going=True))
def test_winners_progress_as_the_format_says(tournament):
    for one, after in pairwise(tournament.rounds):
        if sizes(one) == sizes(after):
            for at in one.tables:
                for no in at.entrants:
                    assert table_no(after, no) in (None, where_to(at, no, len(one.tables)))


def sizes(round):
    return [len(at.entrants) for at in round.tables]


def table_no(round, no):
    at = round.table_of(no)
    return at and at.no


def where_to(at, no, tables):
    """Return the table an entrant goes to, from the words of the movement."""
    up = no in going_up(at)
    if tables == 1:
        return 1
    if at.no == 1:
        return 1 if up else tables
    return at.no - 1 if up else at.no


def going_up(at):
    points, sides = at.result.points, at.by_side
    won = at.result.tie or max(points, key=points.get)
    if len(sides) == 2 or at.no == 1:
        return sides[won]
    second = min(
        (side for side in sides if side != won), key=lambda side: (-points[side], sides[side])
    )
    return sides[won] + sides[second]


@settings(max_examples=proof.examples(60))
@given(evenings(styles=("classic", "club"), rounds=4, most=24))
def test_partners_split_and_sit_with_players_they_met_least(tournament):
    groups = {one.no: one.group for one in tournament.entrants}
    for index, (one, after) in enumerate(pairwise(tournament.rounds), start=1):
        for at in after.tables:
            stayed = sorted(no for no in at.entrants if table_no(one, no) == at.no)
            came = sorted(set(at.entrants) - set(stayed))
            if len(at.seats) != 4 or len(stayed) != 2 or len(one.tables) == 1:
                continue
            found = {no: at.seats[OPPOSITE[seat]] for seat, no in at.seats.items()}
            if tournament.format.style == "classic" and at.no == 1:
                assert found[stayed[0]] == stayed[1]
                continue
            first, second = zip(stayed, came, strict=True), zip(stayed, reversed(came), strict=True)
            ways = [list(first), list(second)]
            worth = [cost(way, tournament.rounds[:index], groups) for way in ways]
            assert [(no, found[no]) for no in stayed] == ways[worth[1] < worth[0]]


def cost(way, rounds, groups):
    """Return how many are not one of each group, then how often they were partners."""
    two_groups = len(set(groups.values()) - {""}) == 2
    alike = sum(groups[one] == groups[other] for one, other in way) if two_groups else 0
    partnered = sum(
        set(two) == set(side)
        for two in way
        for round in rounds
        for at in round.tables
        for side in at.by_side.values()
    )
    return alike, partnered


@settings(max_examples=proof.examples(60))
@given(evenings(styles=("seats",), coming_and_going=True))
def test_each_seat_moves_its_own_way(tournament):
    by = {"N": 0, "E": 1, "S": -1, "W": 2}
    for one, after in pairwise(tournament.rounds):
        if sizes(one) != sizes(after) or 3 in sizes(one):
            continue
        for at in one.tables:
            for seat, no in at.seats.items():
                found = after.table_of(no)
                if found:
                    assert found.no == (at.no - 1 + by[seat]) % len(one.tables) + 1
                    assert found.seats[seat] == no


def test_seats_move_as_expected_at_three_tables():
    tables = (table(1, "1 2 3 4", "0 0"), table(2, "5 6 7 8", "1 0"), table(3, "9 10 11 12", "3 1"))
    assert seats(next_round(evening(*tables, style="seats"))) == [
        "1 10 7 8",
        "5 2 11 12",
        "9 6 3 4",
    ]


@settings(max_examples=proof.examples(30))
@given(
    st.sampled_from(["classic", "club", "seats", "pairs", "rotation"]),
    st.integers(8, 21),
    st.integers(0, 99),
)
def test_the_same_file_gives_the_same_rounds(style, number, seed):
    one, again = (
        played(evening(style=style, number=number, seed=seed), 3, Random(seed)) for _ in range(2)
    )
    assert one == again


def test_players_who_sat_out_return_and_those_who_did_least_sit_out_next():
    # 9 comes back; of table 2 (5 and 7 stay, losers; 2 and 4 come) the lowest number goes out.
    tables = (table(1, "1 2 3 4", "5 3"), table(2, "5 6 7 8", "4 6"))
    found = next_round(evening(*tables, sitting_out=(9,)))
    assert (seats(found), found.sitting_out) == (["1 8 6 3", "5 9 4 7"], (2,))


def test_the_side_that_did_not_forfeit_moves_as_the_winners():
    by_cards = evening(table(1, "1 2 3 4", "5 8"), table(2, "5 6 7 8", "8 5"))
    forfeited = evening(given_up(1, "1 2 3 4"), given_up(2, "5 6 7 8", side="EW"))
    assert seats(next_round(forfeited)) == seats(next_round(by_cards))
