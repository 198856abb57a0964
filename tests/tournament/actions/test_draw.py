import pytest

from scoring.models import Round, Tournament
from scoring.tournament.actions.draw import Stale, draw, draw_again, edition_of, publish, swap
from scoring.tournament.actions.rounds import take_back
from scoring.tournament.queries.now import load_tournament
from tests.cast import PHONE, again
from tests.plans import refusal
from tests.tournament.cast import a_tournament, begun, drawn, names_at, played_to, seats

pytestmark = pytest.mark.django_db


def change(row, one, other, seen=None):
    row = again(row)
    seen = edition_of(row) if seen is None else seen
    return swap(tournament=row.tournament, no=row.no, one=one, other=other, seen=seen, actor=PHONE)


def where(row):
    """Table and seat of every entrant."""
    return {no: (table, seat) for table, at in seats(row).items() for seat, no in at.items()}


def test_drawing_twice_draws_once():
    made = a_tournament(8)
    assert draw(tournament=made, after=0) == draw(tournament=made, after=0)
    assert Round.objects.count() == 1


def test_the_same_seed_gives_the_same_seats():
    row = drawn(a_tournament(13, seed=5))
    first = seats(row)
    row.delete()
    assert seats(drawn(row.tournament)) == first


def test_two_players_swap_places_and_all_others_stay():
    row = drawn(a_tournament(8))
    before = where(row)
    changed = change(row, 1, 2)
    assert where(changed) == before | {1: before[2], 2: before[1]}
    assert changed.moved == ["a phone at the table: 1 Ann and 2 Ben changed places."]


def test_a_player_who_sits_out_can_be_swapped_in():
    row = drawn(a_tournament(9))
    (out,) = row.sitting_out
    plays = next(no for no in range(1, 10) if no != out)
    place = where(row)[plays]
    changed = change(row, plays, out)
    assert (again(changed).sitting_out, where(changed)[out]) == ([plays], place)


def test_pairs_swap_places_as_pairs():
    row = drawn(
        a_tournament(
            [("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay"), ("Gus", "Hal")], style="pairs"
        )
    )
    before = names_at(row)
    one, other = (seats(row)[table]["N"] for table in (1, 2))
    after = names_at(change(row, one, other))
    assert after == {
        1: before[1] | {"N": before[2]["N"], "S": before[2]["S"]},
        2: before[2] | {"N": before[1]["N"], "S": before[1]["S"]},
    }


def test_a_swap_sent_twice_is_made_once():
    row = drawn(a_tournament(8))
    seen = edition_of(again(row))
    first = where(change(row, 1, 2, seen))
    assert where(change(row, 1, 2, seen)) == first
    assert len(again(row).moved) == 1


def test_a_swap_in_a_draw_changed_in_the_meantime_is_refused():
    row = drawn(a_tournament(8))
    seen = edition_of(again(row))
    change(row, 1, 2)
    what = {
        "tournament": row.tournament,
        "no": 1,
        "one": 3,
        "other": 4,
        "seen": seen,
        "actor": PHONE,
    }
    why = refusal(swap, **what)
    assert why == (
        "Another person has changed this draw (a phone at the table: 1 Ann and 2 Ben changed "
        "places.). Check it again."
    )
    with pytest.raises(Stale):
        publish(tournament=row.tournament, no=1, seen=seen)


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (1, 1, "Choose two different players."),
        (1, 99, "There is no number 99."),
    ],
)
def test_a_swap_needs_two_different_known_entrants(one, other, told):
    row = drawn(a_tournament(8))
    what = {"one": one, "other": other, "seen": edition_of(again(row)), "actor": PHONE}
    assert refusal(swap, tournament=row.tournament, no=1, **what) == told


def test_two_players_who_both_sit_out_cannot_swap():
    row = drawn(a_tournament(10))
    one, other = row.sitting_out
    what = {"one": one, "other": other, "seen": edition_of(again(row)), "actor": PHONE}
    told = "They have no places to change in this round."
    assert refusal(swap, tournament=row.tournament, no=1, **what) == told


def test_a_published_round_cannot_be_redrawn_or_swapped():
    row = begun(a_tournament(8))
    seen = edition_of(again(row))
    told = refusal(swap, tournament=row.tournament, no=1, one=1, other=2, seen=seen, actor=PHONE)
    assert told == "Round 1 is published. Undo that first."
    again_told = refusal(draw_again, tournament=row.tournament, no=1, seen=seen)
    assert again_told == told


def test_drawing_again_uses_another_seed_and_drops_manual_changes():
    row = drawn(a_tournament(8, seed=7))
    changed = change(row, 1, 2)
    new = draw_again(tournament=row.tournament, no=1, seen=edition_of(again(changed)))
    assert (new.moved, new.no, Round.objects.count()) == ([], 1, 1)
    assert Tournament.objects.get().seed != 7


def test_only_round_1_is_drawn_again():
    made = a_tournament(8)
    played_to(made, 1)
    row = drawn(made)
    why = refusal(draw_again, tournament=made, no=2, seen=edition_of(again(row)))
    assert why.startswith("Only round 1 can be drawn again")


def test_the_draw_that_was_shown_is_published_and_only_once():
    row = drawn(a_tournament(8))
    seen = edition_of(again(row))
    first = publish(tournament=row.tournament, no=1, seen=seen)
    assert publish(tournament=row.tournament, no=1, seen="") == first
    assert publish(tournament=row.tournament, no=1, seen=seen).published_at == first.published_at


def test_three_people_are_too_few_for_a_draw_and_nothing_is_stored():
    why = refusal(draw, tournament=a_tournament(3), after=0)
    assert why.endswith("a table needs 4. The next round is not drawn yet.")


def test_three_people_and_a_ghost_can_play():
    row = drawn(a_tournament(3, odd="ghost"))
    assert sorted(names_at(row)[1].values()) == ["Ann", "Ben", "Cat", "Ghost"]


def test_sixty_one_players_fill_fifteen_tables_and_one_sits_out():
    row = drawn(a_tournament(61))
    assert (len(seats(row)), len(where(row)), len(row.sitting_out)) == (15, 60, 1)


def test_tally_cards_of_a_rotation_show_swapped_players_in_their_new_seats():
    tournament = a_tournament(9, style="rotation")
    row = drawn(tournament)
    change(row, seats(row)[1]["N"], *row.sitting_out)
    first = load_tournament(again(tournament)).plan[0]
    found = {table.no: table.seats for table in first.tables}
    assert (found, [*first.sitting_out]) == (seats(row), again(row).sitting_out)


def test_undoing_a_swapped_draw_of_a_rotation_restores_the_plan():
    tournament = a_tournament(8, style="rotation")
    row = drawn(tournament)
    before = seats(row)
    change(row, before[1]["N"], before[1]["E"])
    take_back(tournament=tournament, no=1, step="drawn")
    assert seats(drawn(tournament)) == before
