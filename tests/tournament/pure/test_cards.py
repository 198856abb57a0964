"""Tally cards checked against each other: the odd one is flagged beside its partner's, nothing is
mended."""

from dataclasses import replace

from scoring.tournament.pure.cards import Card, CardLine, Flag, flags
from scoring.tournament.pure.values import Round
from tests.tournament.pure.evenings import evening, table

ONE_ROUND = evening(table(1, "1 2 3 4"), number=5, sitting_out=(5,))


def card(owner, *lines, **more):
    """Return a card of rounds 1, 2, …: card(1, (8, 5), (7, None, 1))."""
    told = {}
    for no, (points, *others) in enumerate(lines, start=1):
        against, lones = (*others, None, 0)[:2] if len(others) < 2 else others
        told[no] = CardLine(points=points, against=against, lones=lones or 0)
    return Card(owner=owner, lines=told, **more)


def said(*cards, tournament=ONE_ROUND, **more):
    return [flag.says for flag in flags(cards, tournament, **more)]


def test_cards_that_agree_have_no_flag():
    pile = card(1, (8, 5)), card(2, (5,)), card(3, (8,)), card(4, (5, 8))
    assert flags(pile, ONE_ROUND) == ()


def test_the_odd_card_is_named_beside_its_partners():
    pile = card(1, (8, 5)), card(2, (5, 8)), card(3, (7, 5)), card(4, (5, 8))
    assert flags(pile, ONE_ROUND) == (
        Flag(
            owner=3,
            beside=(1, 2, 4),
            round=1,
            table=1,
            says="Round 1, table 1. Points of P1 and P3: P3's card says 7, partner P1's 8, P2's "
            "card 8, P4's card 8.",
        ),
    )


def test_a_tables_two_results_are_compared_once_two_cards_give_one():
    assert said(card(1, (8, 5)), card(2, (6,))) == [
        "Round 1, table 1. Points of P2 and P4: P1's card says 5, P2's card 6."
    ]


def test_after_one_card_only_flags_about_it_are_given():
    two = replace(
        ONE_ROUND, rounds=(Round(no=1, tables=(table(1, "1 2 3 4"), table(2, "5 6 7 8"))),)
    )
    tournament = replace(two, entrants=evening(number=8).entrants)
    pile = card(1, (8,)), card(3, (7,)), card(5, (3,)), card(7, (4,))
    assert len(said(*pile, tournament=tournament)) == 2
    assert said(*pile, tournament=tournament, only=7) == [
        "Round 1, table 2. Points of P5 and P7: P5's card says 3, partner P7's 4."
    ]
    assert said(*pile, tournament=tournament, only=2) == []


def test_more_lone_hands_than_hands_are_impossible():
    assert said(card(1, (30, 2, 9))) == ["P1's card, round 1: more lone hands (9) than hands (8)."]


def test_hands_are_not_counted_where_a_bell_ends_the_round():
    assert (
        said(
            card(1, (40, 2, 9)),
            tournament=evening(*ONE_ROUND.rounds[0].tables, style="classic"),
        )
        == []
    )


def test_points_of_a_player_who_did_not_play_are_impossible():
    assert said(card(5, (4,))) == ["P5's card, round 1: 4 on it, but its owner did not play."]
    assert said(card(5, (0,))) == []
    assert said(card(1, (8,), (3,))) == ["P1's card, round 2: 3 on it, but its owner did not play."]


PLAYED = replace(
    evening(table(1, "1 2 3 4", "8 5"), number=5, sitting_out=(5,), sit_out_points="table"),
    rounds=(
        Round(no=1, tables=(table(1, "1 2 3 4", "8 5"),), sitting_out=(5,)),
        Round(no=2, tables=(table(1, "5 2 3 4", "7 4"),), sitting_out=(1,)),
    ),
)


def test_the_written_total_is_the_sum_of_its_rounds():
    assert said(card(3, (8,), (7,), total=15), tournament=PLAYED) == []
    assert said(card(3, (8,), (7,), total=16), tournament=PLAYED) == [
        "P3's card: its points come to 15, and 16 is written."
    ]


def test_points_for_sitting_out_may_be_in_the_total_or_not():
    # 1 sits out of a round of 7 and 4: 6, halves up.
    assert said(card(1, (8,), total=8), tournament=PLAYED) == []
    assert said(card(1, (8,), total=14), tournament=PLAYED) == []
    assert said(card(1, (8,), (6,), total=14), tournament=PLAYED) == []
    assert said(card(1, (8,), total=13), tournament=PLAYED) == [
        "P1's card: its points come to 8, and 13 is written."
    ]


def test_a_total_that_includes_a_missing_round_names_it():
    assert said(card(3, (8,), total=8), tournament=PLAYED) == ["P3's card: round 2 is not on it."]


def test_lone_hands_are_added_up_too():
    assert said(card(3, (8, 5, 1), (7, 4, 2), lones=2), tournament=PLAYED) == [
        "P3's card: its lone hands come to 3, and 2 is written."
    ]


def test_at_a_table_of_three_a_card_has_only_its_owners_points():
    three = evening(table(1, "1 2 3"))
    assert said(card(1, (8, 5)), card(2, (5, 8)), card(3, (2, 8)), tournament=three) == []
