"""Two who sat in each other's seats: the points stay with the seats, and other rounds as they
were."""

import pytest

from scoring.common.refused import Refused
from scoring.models import Entrant, Report, Sitting
from scoring.tournament.actions.swapped_seats import place_in, put_seats_right, what_it_moves
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament, played_tables
from tests.cast import PHONE, everything, log
from tests.tournament.cast import (
    a_tournament,
    begun,
    ended,
    names_at,
    played_to,
    seats,
    tell,
    tell_all,
)

pytestmark = pytest.mark.django_db


def two_of(row, one="1N", other="2E"):
    """The entrants of two places."""
    found = []
    for place in (one, other):
        at = row.placings.get(round_table__no=int(place[0]), seat=place[1])
        found.append(at.entrant)
    return found


def put(tournament, row, one, other, seen=None):
    what = {
        "tournament": tournament,
        "no": row.no,
        "one": one.no,
        "other": other.no,
        "actor": PHONE,
    }
    return put_seats_right(**what, seen=place_in(row, one) if seen is None else seen)


def points(tournament):
    return {row.name: (row.points, row.lones) for row in standings(load_tournament(tournament))}


def test_points_and_hands_stay_with_the_seat_and_go_to_its_real_player():
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=1).table
    log(pad, "{}! 5".format(*pad.sitting.names))
    one, other = two_of(row)
    ended(row)
    tell(row, 2, 3, 6)
    before = points(tournament)
    assert (before[one.name], before[other.name]) == ((4, 1), (6, 0))
    put(tournament, row, one, other)
    after = points(tournament)
    assert (after[other.name], after[one.name]) == ((4, 1), (6, 0))
    assert {name: after[name] for name in after if name not in (one.name, other.name)} == {
        name: before[name] for name in before if name not in (one.name, other.name)
    }
    assert Sitting.objects.get(table__no=1).names[0] == other.name


def test_two_players_of_one_table_can_be_corrected():
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=1).table
    log(pad, "{}! 5".format(*pad.sitting.names))
    one, other = two_of(row, "1N", "1E")
    ended(row)
    put(tournament, row, one, other)
    (played, _) = played_tables([row])
    assert (played.seats["N"], dict(played.verdict.result.lones)) == (other.no, {other.no: 1})
    assert {sitting.round_table_id for sitting in Sitting.objects.filter(table__no=1)} == {
        played.row.pk
    }


def test_the_seats_of_later_rounds_stay_as_they_were_played():
    tournament = a_tournament(8)
    first = played_to(tournament, 1)
    second = played_to(tournament, 2)
    before = seats(second)
    put(tournament, first, *two_of(first))
    assert seats(second) == before


def test_a_tally_card_moves_with_its_owner_and_totals_lone_hands_stay_with_the_seat():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    one, other = two_of(row)
    tell(row, 1, 7, 2, lones={one.no: 2}, source="table", side="NS")
    tell(row, 1, 5, 5, source="card", entrant=one)
    put(tournament, row, one, other)
    totals, card = Report.objects.order_by("pk")
    assert (totals.round_table.no, totals.lones) == (1, {str(other.no): 2})
    assert card.round_table.no == 2


def test_a_tally_card_counts_for_the_side_where_its_owner_really_sat():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    one, other = two_of(row, "1N", "2E")
    tell(row, 1, 7, 2, source="card", entrant=one)
    for points, put_right in [
        ({"NS": 7, "EW": 2}, {"EW": 7, "NS": 2}),
        ({"NS": 7}, {"EW": 7}),
    ]:
        Report.objects.update(points=points)
        put(tournament, row, one, other)
        card = Report.objects.get()
        assert (card.round_table.no, card.points) == (2, put_right)
        put(tournament, row, one, other)
        card = Report.objects.get()
        assert (card.round_table.no, card.points) == (1, points)


def test_a_player_who_sat_out_can_be_swapped_with_one_who_sat():
    tournament = a_tournament(9)
    row = ended(begun(tournament))
    (out,) = row.sitting_out
    one, waiting = two_of(row)[0], Entrant.objects.get(no=out)
    put(tournament, row, one, waiting)
    row.refresh_from_db()
    assert (row.sitting_out, names_at(row)[1]["N"]) == ([one.no], waiting.name)


def test_a_seat_correction_sent_twice_counts_once_and_its_reverse_undoes_it():
    tournament = a_tournament(8)
    row = begun(tournament)
    before, (one, other) = names_at(row), two_of(row)
    seen = place_in(row, one)
    put(tournament, row, one, other, seen)
    put(tournament, row, one, other, seen)
    assert names_at(row)[1]["N"] == other.name
    put(tournament, row, one, other)
    assert names_at(row) == before


def test_the_effect_of_a_seat_correction_is_previewed():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    tell_all(row)
    one, other = two_of(row, "1N", "1E")
    stored = everything()
    what = {"tournament": tournament, "no": 1, "one": one.no, "other": other.no, "actor": PHONE}
    moved = what_it_moves(**what, seen="1N")
    assert everything() == stored
    own = {line.after.name: (line.before.points, line.after.points) for line in moved.own}
    assert own == {one.name: (7, 5), other.name: (5, 7)}


@pytest.mark.parametrize(("one", "other", "seen"), [(1, 1, "1N"), (1, 99, "1N"), (1, 2, "9W")])
def test_an_impossible_seat_correction_is_refused_and_not_stored(one, other, seen):
    tournament = a_tournament(8)
    begun(tournament)
    stored = everything()
    what = {"tournament": tournament, "no": 1, "one": one, "other": other, "actor": PHONE}
    with pytest.raises(Refused):
        put_seats_right(**what, seen=seen)
    assert everything() == stored


def test_a_seat_correction_is_in_the_activity_log():
    tournament = a_tournament(8)
    row = begun(tournament)
    one, other = two_of(row)
    put(tournament, row, one, other)
    said = f"{tournament}, round 1: {one} and {other} changed places afterwards."
    assert tournament.session.club.events.get().said == said
