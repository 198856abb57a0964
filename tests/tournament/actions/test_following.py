"""A final of the best and a plate for the rest."""

import pytest

from scoring.models import Tournament
from scoring.tournament.actions.adjustments import adjust, set_handicap
from scoring.tournament.actions.finishing import finish, open_again
from scoring.tournament.actions.following import open_final, open_plate
from scoring.tournament.pure.document import document, read
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.following import who_went_on
from scoring.tournament.queries.now import format_in, load_tournament
from tests.cast import PHONE, again, everything, some_id
from tests.plans import refusal
from tests.tournament.cast import a_tournament, begun, played_to

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """Twelve people, two rounds, the results announced."""
    made = a_tournament(12, style="club", rounds=2, fee=500)
    played_to(made, 2)
    return finish(tournament=made, actor=PHONE)


def ranking(tournament):
    return [(row["rank"], row["name"], row["points"]) for row in tournament.results["rows"]]


def entered(tournament):
    return [(one.no, one.name) for one in tournament.entrants.all()]


def final_of(tournament, number=4, *, rounds=3, carries=False, cut=()):
    return open_final(tournament=tournament, number=number, rounds=rounds, carries=carries, cut=cut)


def test_the_best_play_the_final_and_everyone_else_the_plate(played):
    line = [name for _, name, _ in ranking(played)]
    Tournament.objects.update(counts=True)
    cut = level_at(played, 4)
    final = final_of(played, cut=cut)
    plate = open_plate(tournament=played, rounds=2, carries=False)
    best = [name for _, name in entered(final)]
    assert len(best) == 4
    assert [name for _, name in entered(plate)] == [name for name in line if name not in best]
    assert [one.part for one in (final, plate)] == ["final", "plate"]
    assert [one.counts for one in (final, plate)] == [True, False]
    assert str(final.session) == f"{played.session}: final"
    assert (format_in(final).rounds, format_in(final).fee, final.session.door_fee_minor) == (
        3,
        0,
        0,
    )


def level_at(tournament, number):
    """The numbers of those who win the cut for the last of so many places: the first of them."""
    rows = tournament.results["rows"]
    if rows[number - 1]["rank"] != rows[number]["rank"]:
        return ()
    rank = rows[number]["rank"]
    above = sum(row["rank"] < rank for row in rows)
    return [row["no"] for row in rows if row["rank"] == rank][: number - above]


def test_a_final_is_numbered_by_rank_and_starts_at_zero_or_with_carried_points(played):
    cut = level_at(played, 4)
    final = load_tournament(final_of(played, carries=True, cut=cut))
    rows = {row["name"]: row for row in played.results["rows"]}
    assert [(row.name, row.points, row.won, row.lones) for row in standings(final)] == [
        (name, rows[name]["points"], rows[name]["won"], rows[name]["lones"])
        for name in [one.name for one in final.entrants]
    ]
    assert [row.rounds for row in standings(final)] == [0, 0, 0, 0]
    assert read(document(final)) == final


def test_carried_points_count_together_with_those_of_the_final(played):
    final = final_of(played, carries=True, cut=level_at(played, 4))
    before = {row.no: row.points for row in standings(load_tournament(final))}
    played_to(final, 1)
    now = load_tournament(final)
    won = {
        no: table.result.points[side]
        for table in now.rounds[0].tables
        for side, two in table.by_side.items()
        for no in two
    }
    assert {row.no: row.points for row in standings(now)} == {
        no: points + won[no] for no, points in before.items()
    }


def test_an_average_of_carried_points_leaves_out_handicaps_and_adjustments():
    made = a_tournament(8, rounds=2, ranking=["average"])
    played_to(made, 2)
    of_cards = {row.name: row.average for row in standings(load_tournament(again(made)))}
    for no in (1, 2):
        set_handicap(tournament=made, no=no, points=3)
        adjust(key=some_id(no), tournament=made, no=no, round=1, points=-1, why="late")
    made = finish(tournament=again(made), actor=PHONE)
    final = final_of(made, 8, carries=True)
    carried = {one.name: one.carried.get("beside", 0) for one in final.entrants.all()}
    assert sorted(carried.values()) == [0, 0, 0, 0, 0, 0, 5, 5]
    now = load_tournament(final)
    assert {row.name: row.average for row in standings(now)} == of_cards
    assert sorted(one.handicap for one in now.entrants) == [0, 0, 0, 0, 0, 0, 3, 3]
    assert read(document(now)) == now


def test_entrants_tied_for_the_last_place_cut_and_the_director_enters_the_winner(played):
    rows = played.results["rows"]
    for row in rows[2:6]:
        row["rank"] = 3
    played.save()
    level = [row["no"] for row in rows[2:6]]
    names = [row["name"] for row in rows[2:6]]
    assert refusal(
        open_final, tournament=played, number=4, rounds=3, carries=False, cut=level[:1]
    ) == (
        f"{names[0]}, {names[1]}, {names[2]} and {names[3]} are tied for the last 2 places. Let "
        f"them cut, then tick the winners, 2 of 4."
    )
    final = final_of(played, cut=level[2:])
    assert [name for _, name in entered(final)] == [rows[0]["name"], rows[1]["name"], *names[2:]]


def test_creating_a_final_and_plate_twice_creates_one_of_each(played):
    cut = level_at(played, 4)
    first, plate = final_of(played, cut=cut), open_plate(tournament=played, rounds=2, carries=True)
    stored = everything()
    assert final_of(played, number=8, cut=cut) == first
    assert open_plate(tournament=played, rounds=9, carries=False) == plate
    assert everything() == stored


def test_an_entrant_who_left_does_not_go_on():
    made = a_tournament(12, style="club", rounds=2)
    played_to(made, 2)
    gone = next(iter(standings(load_tournament(made)))).no
    made.entrants.filter(no=gone).update(left=2)
    done = finish(tournament=made, actor=PHONE)
    names = [row["name"] for row in done.results["rows"] if row["no"] != gone]
    final = final_of(done, 11, cut=())
    assert [name for _, name in entered(final)] == names
    assert refusal(open_plate, tournament=done, rounds=1, carries=False) == (
        "A table needs 4, and 0 would play."
    )


def test_fixed_pairs_go_on_as_pairs():
    pairs = [("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay"), ("Gus", "Hal")]
    made = a_tournament(pairs, style="pairs", rounds=1)
    played_to(made, 1)
    done = finish(tournament=made, actor=PHONE)
    final = final_of(done, 2, cut=level_at(done, 2))
    plate = open_plate(tournament=done, rounds=1, carries=False)
    both = {one.name for part in (final, plate) for one in part.entrants.all()}
    assert (final.entrants.count(), both) == (2, {" and ".join(pair) for pair in pairs})


def test_a_final_is_refused_until_the_results_are_known():
    made = a_tournament(8, rounds=1)
    begun(made)
    assert refusal(open_final, tournament=made, number=4, rounds=1, carries=False) == (
        "Finish this tournament first. The results decide who plays in the final."
    )


def test_the_plate_needs_the_final_and_only_entrants_still_here_go_on(played):
    assert refusal(open_plate, tournament=played, rounds=1, carries=False) == (
        "Create the final first, then the plate."
    )
    assert refusal(open_final, tournament=played, number=13, rounds=1, carries=False) == (
        "Only 12 are still here, not 13. Choose fewer."
    )


def test_results_that_a_final_was_made_from_cannot_be_reopened(played):
    final_of(played, 12)
    assert refusal(open_again, tournament=played, actor=PHONE) == (
        f"{played.session}: final came from these results. Delete that tournament first, before "
        f"any of its rounds is published."
    )


def test_every_entrant_sees_where_they_play_on(played):
    final = final_of(played, cut=level_at(played, 4))
    plate = open_plate(tournament=played, rounds=2, carries=False)
    found = {no: (one.part, one.no) for no, one in who_went_on(played).items()}
    numbers = {one.player_id: one.no for one in played.entrants.all()}
    assert found == {
        numbers[one.player_id]: (part.part, one.no)
        for part in (final, plate)
        for one in part.entrants.all()
    }
