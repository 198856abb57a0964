"""Several tellings of one table: where they agree there is a result, where they differ there is
none."""

from dataclasses import replace

import pytest

from scoring.tournament.pure.impossible import AHand, Reach
from scoring.tournament.pure.reports import Testimony as Told
from scoring.tournament.pure.reports import verdict
from scoring.tournament.pure.values import Result
from tests.tournament.pure.tellings import (
    EIGHT_FIVE,
    NAMES,
    NS_EIGHT,
    OF_THREE,
    SEATS,
    card,
    director,
    hands,
    heard,
    objection,
    outcome,
    totals,
)


def test_without_entries_there_is_no_result():
    assert outcome() == ("nothing", None)


def test_the_pad_alone_gives_an_unconfirmed_result():
    assert outcome(hands()) == ("unconfirmed", NS_EIGHT)


def test_a_side_confirms_the_pad_by_entering_the_same():
    found = heard(hands(), totals("EW"))
    assert (found.state, found.confirmed, found.result) == ("confirmed", True, NS_EIGHT)


def test_totals_of_one_side_are_confirmed_by_the_other_but_not_by_itself():
    assert outcome(totals("NS"), totals("NS", order=2)) == ("unconfirmed", NS_EIGHT)
    assert outcome(totals("NS"), totals("EW")) == ("confirmed", NS_EIGHT)


def test_an_impossible_total_counts_once_a_second_source_or_the_director_agrees():
    eight = Reach(hands=8, exactly=True, bell=0, a_hand=AHand(least=1, most=4, lone=4))
    sixty, result = {"NS": 60, "EW": 2}, Result(points={"NS": 60, "EW": 2})
    one, other = totals("NS", 60, 2), totals("EW", 60, 2, order=2)
    for *told, state in (
        (one, "impossible"),
        (one, card(1, order=2, **sixty), "impossible"),
        (one, objection("EW", "six, not sixty"), "impossible"),
        (one, other, "confirmed"),
        (one, replace(other, late=True), "confirmed"),
        (one, director(points=sixty), "confirmed"),
        (hands(sixty), "unconfirmed"),
    ):
        counts = None if state == "impossible" else result
        found = verdict(told, SEATS, needs_winner=True, reach=eight)
        assert (found.state, found.result, found.points) == (state, counts, sixty)


def test_two_partners_cards_count_as_one_source_and_cards_of_both_sides_as_two():
    partners = card(1, NS=8, EW=5), card(3, NS=8, EW=5)
    assert outcome(*partners) == ("unconfirmed", NS_EIGHT)
    assert outcome(*partners, card(2, EW=5)) == ("confirmed", NS_EIGHT)


def test_two_cards_with_only_their_own_points_make_a_result_together():
    assert outcome(card(1, NS=8), card(4, EW=5)) == ("confirmed", NS_EIGHT)


def test_missing_points_are_reported_with_the_side():
    found = heard(card(1, NS=8))
    assert (found.state, found.result) == ("incomplete", None)
    assert found.problems == ("No points entered for Ben and Dot.",)


def test_the_odd_card_is_shown_beside_its_partners():
    found = heard(hands(), card(1, NS=8), card(2, NS=8, EW=5), card(3, NS=7))
    assert (found.state, found.result) == ("disputed", None)
    assert found.problems == (
        "Points of Ann and Cat: Cat's card says 7, partner Ann's 8, the pad 8, Ben's card 8.",
    )


def test_both_sides_are_named_when_they_differ():
    found = heard(totals("NS", 8, 5), totals("EW", 8, 6))
    assert found.problems == ("Points of Ben and Dot: they say 6 themselves, Ann and Cat say 5.",)


def test_without_names_people_are_numbers():
    found = verdict([card(1, NS=8), card(3, NS=7)], SEATS, needs_winner=True)
    assert found.problems == (
        "No points entered for No 2 and No 4.",
        "Points of No 1 and No 3: No 1's card says 8, partner No 3's 7.",
    )


def test_a_sources_latest_entry_replaces_its_earlier_ones():
    assert outcome(totals("EW", 8, 6), totals("NS"), totals("EW", order=2)) == (
        "confirmed",
        NS_EIGHT,
    )
    assert outcome(card(3, NS=8, EW=5, order=2), card(3, NS=7, EW=5)) == ("unconfirmed", NS_EIGHT)


def test_the_directors_latest_entry_overrides_all_others():
    told = totals("NS", 9, 5), totals("EW", 8, 6), director(points={"NS": 1, "EW": 2})
    assert outcome(*told, director(order=10, points=EIGHT_FIVE)) == ("confirmed", NS_EIGHT)
    assert outcome(director(order=0, points=EIGHT_FIVE), totals("NS", 9, 5)) == (
        "confirmed",
        NS_EIGHT,
    )


def test_the_director_decides_only_the_facts_they_enter():
    told = totals("NS", 9, 5), totals("EW", 8, 5), card(2, EW=5, lones={2: 1})
    decided = Result(points=EIGHT_FIVE, lones={2: 1})
    assert outcome(*told, director(points={"NS": 8})) == ("confirmed", decided)
    assert outcome(*told, director(lones={2: 0}))[0] == "disputed"
    assert outcome(*told, director(points={"NS": 8}, lones={2: 0})) == ("confirmed", NS_EIGHT)


def test_tied_points_need_a_winner_where_the_format_requires_one():
    level = totals("NS", 6, 6), totals("EW", 6, 6)
    found = heard(*level)
    assert (found.state, found.result) == ("tied", None)
    assert found.problems == ("Points are tied. Enter who won.",)
    assert outcome(*level, needs_winner=False) == ("confirmed", Result(points={"NS": 6, "EW": 6}))


def test_any_source_can_name_the_winner_of_a_tie_and_differences_are_disputed():
    level, won = totals("NS", 6, 6), totals("EW", 6, 6, tie="EW")
    assert outcome(level, won) == ("confirmed", Result(points={"NS": 6, "EW": 6}, tie="EW"))
    found = heard(totals("NS", 6, 6, tie="NS"), won)
    assert (found.state, found.result) == ("disputed", None)
    assert found.problems == (
        "Who won the tie: Ann and Cat say they did, Ben and Dot say they did.",
    )


def test_a_tie_winner_is_ignored_if_points_are_not_tied():
    assert outcome(totals("NS", tie="NS"), totals("EW", tie="EW")) == ("confirmed", NS_EIGHT)


def test_at_a_table_of_three_each_player_has_separate_points():
    points = {"N": 6, "E": 6, "S": 2}
    assert outcome(hands(points), seats=OF_THREE) == ("tied", None)
    found = outcome(hands(points), card(2, E=6, tie="E"), seats=OF_THREE)
    assert found == ("confirmed", Result(points=points, tie="E"))


def test_a_tie_is_won_by_one_of_the_players_tied_for_first_place():
    points = {"N": 6, "E": 3, "S": 3}
    found = outcome(hands(points), director(tie="S"), seats=OF_THREE)
    assert found == ("confirmed", Result(points=points))
    found = outcome(hands({"N": 8, "E": 8, "S": 2}), director(tie="S"), seats=OF_THREE)
    assert found == ("tied", None)


def test_a_tie_winner_is_dropped_when_the_director_enters_other_points():
    told = card(2, N=6, E=6, S=2, tie="N"), director(points={"N": 8, "E": 6, "S": 6})
    found = outcome(*told, seats=OF_THREE)
    assert found == ("confirmed", Result(points={"N": 8, "E": 6, "S": 6}))


def test_a_tie_needs_no_winner_where_the_format_allows_ties():
    told = [totals("NS", 6, 6, tie="NS"), totals("EW", 6, 6, tie="EW")]
    found = verdict(told, SEATS, needs_winner=False)
    assert (found.state, found.result) == ("confirmed", Result(points={"NS": 6, "EW": 6}))


def test_a_dispute_keeps_the_result_and_marks_it():
    found = heard(totals("NS"), totals("EW"), objection("EW", "we had nine."))
    assert (found.state, found.result, found.confirmed) == ("objected", NS_EIGHT, False)
    assert found.problems == ("Ben and Dot dispute this: we had nine.",)


def test_a_dispute_ends_with_a_later_entry_by_its_side_or_the_director():
    told = totals("NS"), objection("EW")
    assert outcome(*told, totals("NS", order=6))[0] == "objected"
    assert heard(*told, totals("EW", order=6)).problems == ()
    assert heard(*told, director(points=EIGHT_FIVE)).problems == ()


def test_a_dispute_of_the_directors_entry_is_shown_and_changes_nothing():
    found = heard(director(order=1, points=EIGHT_FIVE), objection("NS"))
    assert (found.state, found.result, found.problems) == (
        "confirmed",
        NS_EIGHT,
        ("Ann and Cat dispute this.",),
    )


def test_a_dispute_without_a_side_does_not_say_whose_it_is():
    assert heard(hands(), objection("")).problems == ("One side disputes this.",)


def test_a_dispute_with_other_points_leaves_no_result():
    other = Told(source="table", side="EW", points={"NS": 8, "EW": 9}, objects=True, order=5)
    assert outcome(hands(), other) == ("disputed", None)


def test_the_pad_has_all_lone_hands_and_a_card_only_its_owners():
    pad = hands(lones={1: 2})
    assert outcome(pad, card(1, NS=8, lones={1: 2}))[1].lones == {1: 2}
    found = heard(pad, card(2, EW=5, lones={2: 1}))
    assert (found.state, found.result) == ("disputed", None)
    assert found.problems == ("Lone hands of Ben: the pad says 0, Ben's card 1.",)


def test_without_a_pad_all_entered_lone_hands_are_added():
    told = totals("NS", lones={1: 1}), card(2, EW=5, lones={2: 2}), totals("EW")
    assert outcome(*told) == ("confirmed", Result(points=EIGHT_FIVE, lones={1: 1, 2: 2}))


def test_the_card_of_a_player_who_sat_elsewhere_does_not_count():
    found = verdict([hands(), card(7, NS=3)], SEATS, needs_winner=True, names={7: "Eve"})
    assert (found.state, found.result) == ("unconfirmed", NS_EIGHT)
    assert found.problems == ("Eve's card does not count, because its owner did not sit here.",)


BARRED = "Lone hands aren’t allowed here. Those of {} count only if the director says so."


def test_a_forbidden_lone_hand_does_not_count_until_the_director_decides():
    told = [totals("NS", lones={1: 1, 3: 2}), totals("EW", order=2)]
    found = verdict(told, SEATS, needs_winner=True, lones_barred=True, names=NAMES)
    sentence = BARRED.format("Ann and Cat")
    assert (found.state, found.result, found.confirmed) == ("barred", NS_EIGHT, False)
    assert (found.problems, found.barred) == ((sentence,), sentence)
    said = director(points=EIGHT_FIVE, lones={1: 1, 2: 0, 3: 0, 4: 0})
    found = verdict([*told, said], SEATS, needs_winner=True, lones_barred=True, names=NAMES)
    allowed = Result(points=EIGHT_FIVE, lones={1: 1})
    assert (found.state, found.result, found.problems, found.barred) == (
        "confirmed",
        allowed,
        (),
        "",
    )


def test_entering_no_lone_hands_is_fine_where_they_are_forbidden():
    told = [card(1, NS=8, EW=5), card(2, NS=8, EW=5)]
    found = verdict(told, SEATS, needs_winner=True, lones_barred=True)
    assert (found.state, found.result, found.barred) == ("confirmed", NS_EIGHT, "")


def test_a_forbidden_lone_hand_is_reported_even_without_a_result():
    found = verdict(
        [card(1, NS=8, lones={1: 1})], SEATS, needs_winner=True, lones_barred=True, names=NAMES
    )
    missing = "No points entered for Ben and Dot."
    sentence = BARRED.format("Ann")
    assert (found.state, found.result, found.barred) == ("incomplete", None, sentence)
    assert found.problems == (missing, sentence)


def test_a_tie_of_two_cards_with_their_own_points_has_the_points_of_both():
    found = heard(card(1, NS=5), card(2, order=2, EW=5))
    assert (found.state, found.result, found.points) == ("tied", None, {"NS": 5, "EW": 5})


def test_lone_hands_are_known_without_a_result_but_not_those_that_differ_or_are_forbidden():
    tied = card(1, NS=5, lones={1: 1}), card(2, order=2, EW=5)
    assert (heard(*tied).state, heard(*tied).counted["lones"]) == ("tied", {1: 1})
    differ = hands(lones={1: 1, 2: 1}), card(2, EW=5)
    assert (heard(*differ).state, heard(*differ).counted["lones"]) == ("disputed", {1: 1})
    barred = verdict(tied, SEATS, needs_winner=True, lones_barred=True)
    assert (barred.state, barred.counted["lones"]) == ("tied", {})


def test_a_side_whose_entries_differ_has_no_points():
    found = heard(card(1, NS=5), card(2, order=2, NS=6, EW=5))
    assert (found.state, found.points) == ("disputed", {"EW": 5})


def afterwards(told):
    return replace(told, late=True)


def test_a_late_entry_that_differs_is_reported_and_keeps_the_result():
    told = [totals("NS", order=1), afterwards(totals("EW", 8, 6, order=2))]
    found = heard(*told)
    assert (found.state, found.result, found.confirmed) == ("contradicted", NS_EIGHT, False)
    assert found.problems[0] == "After the round Ben and Dot said: Ann and Cat 8, Ben and Dot 6."


def test_a_late_entry_by_the_same_source_does_not_change_the_result():
    told = [totals("NS", order=1), afterwards(totals("NS", 8, 6, order=2))]
    assert (heard(*told).state, heard(*told).result) == ("contradicted", NS_EIGHT)


def test_a_late_entry_can_confirm_and_the_director_decides():
    first, same = totals("NS", order=1), afterwards(totals("EW", order=2))
    assert (heard(first, same).state, heard(first, same).result) == ("confirmed", NS_EIGHT)
    other = afterwards(totals("EW", 8, 6, order=2))
    word = director(order=3, points={"NS": 8, "EW": 6}, lones={})
    assert heard(first, other, word).result == Result(points={"NS": 8, "EW": 6})
    assert heard(first, other, word).state == "confirmed"


@pytest.mark.parametrize(
    ("first", "later"),
    [
        (totals("NS", lones={1: 1}), totals("NS", lones={1: 3})),
        (totals("NS", lones={1: 0}), totals("NS", lones={1: 2})),
        (totals("NS", lones={1: 2}), totals("NS", lones={1: 1})),
    ],
)
def test_a_late_entry_with_other_lone_hands_contradicts_the_result(first, later):
    found = heard(first, afterwards(replace(later, order=2)))
    assert (found.state, found.result) == ("contradicted", heard(first).result)


def test_a_late_lone_hand_is_added_once():
    first, one = totals("NS"), afterwards(totals("NS", order=2, lones={1: 1}))
    assert (heard(first, one).state, heard(first, one).result.lones) == ("unconfirmed", {1: 1})
    more = afterwards(totals("NS", order=3, lones={1: 3}))
    assert (heard(first, one, more).state, heard(first, one, more).result.lones) == (
        "contradicted",
        {1: 1},
    )


def test_a_late_entry_that_agrees_again_ends_its_contradiction():
    first, other = totals("NS"), afterwards(totals("EW", 8, 6, order=2))
    assert heard(first, other, afterwards(totals("EW", order=3))) == heard(
        first, totals("EW", order=3)
    )


def test_a_late_entry_for_a_table_without_a_result_counts():
    assert heard(afterwards(totals("NS"))).result == NS_EIGHT


def test_the_director_can_enter_that_a_table_did_not_play_and_change_it():
    gone = director(order=3, objects=True, tie="EW")
    nothing = Result(points={"NS": 0, "EW": 0}, tie="EW", played=False)
    found = heard(totals("NS"), gone)
    assert (found.state, found.result, found.confirmed) == ("not played", nothing, True)
    later = director(order=4, points=EIGHT_FIVE, lones={})
    assert (heard(gone, later).state, heard(gone, later).result) == (
        "confirmed",
        Result(points=EIGHT_FIVE),
    )


def test_a_forfeit_by_the_director_replaces_every_score_until_the_next_word():
    told = [hands(), totals("EW", ns=4, ew=9), director(forfeit="NS", order=9)]
    found = verdict(told, SEATS, needs_winner=True, forfeit_points=(8, 1))
    result = Result(points={"NS": 1, "EW": 8}, forfeit="NS")
    assert (found.state, found.result, found.points) == ("forfeited", result, result.points)
    assert found.confirmed
    late = [*told, totals("NS", ns=9, ew=4, late=True, order=10)]
    assert verdict(late, SEATS, needs_winner=True, forfeit_points=(8, 1)).result == result
    after = [*told, director(points=EIGHT_FIVE, order=11)]
    assert outcome(*after) == ("confirmed", NS_EIGHT)


def test_hands_for_pots_are_the_directors_or_else_of_the_latest_report_with_any():
    pad, north = hands(euchres={2: 1}, tried={1: 2}), totals("NS", euchres={2: 2}, order=1)
    found = verdict([pad, north], SEATS, needs_winner=True).result
    assert (found.euchres, found.tried) == ({2: 2}, {1: 2})
    last = director(points=EIGHT_FIVE, tried={1: 1, 2: 0})
    found = verdict([pad, north, last], SEATS, needs_winner=True).result
    assert (found.euchres, found.tried) == ({2: 2}, {1: 1})
