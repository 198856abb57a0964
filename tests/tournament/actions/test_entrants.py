import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Club, Player, Round
from scoring.people.actions.people import add_players
from scoring.tournament.actions import entrants
from scoring.tournament.actions.entrants import (
    Entered,
    add_ghosts,
    come,
    enter,
    enter_by_name,
    pay,
    set_group,
    take_out,
    take_out_absent,
)
from tests import proof
from tests.cast import PHONE, a_club, an_evening, everything
from tests.plans import refusal
from tests.tournament.cast import a_tournament, begun, drawn, names_at, played_to

pytestmark = pytest.mark.django_db


def entered(tournament):
    """Who is entered under which number."""
    return {one.no: one.name for one in tournament.entrants.all()}


def player(tournament, name):
    return tournament.session.club.players.get(name=name)


def test_numbers_start_at_1_in_the_order_of_the_list():
    made = a_tournament(["Cat", "Ann", "Ben"])
    assert entered(made) == {1: "Cat", 2: "Ann", 3: "Ben"}


def test_known_names_are_entered_and_unknown_ones_become_guests():
    made = a_tournament(0)
    add_players(club=made.session.club, names=["Ann"])
    enter_by_name(tournament=made, names=[["ann"], ["Zelda"]])
    found = [(one.player.name, one.player.guest) for one in made.entrants.all()]
    assert found == [("Ann", False), ("Zelda", True)]


def test_entering_a_name_twice_enters_it_once_and_says_so():
    made = a_tournament(["Ann", "Ben"])
    done = enter_by_name(tournament=made, names=[["Ben"], ["Cat"]])
    assert [[one.name for one in found] for found in (done.entrants, done.known)] == [
        ["Cat"],
        ["Ben"],
    ]
    assert entered(made) == {1: "Ann", 2: "Ben", 3: "Cat"}
    stored = everything()
    done = enter_by_name(tournament=made, names=[["Ben"], ["Cat"]])
    assert (done.entrants, len(done.known), everything()) == ((), 2, stored)


def test_a_pair_is_one_entrant_and_no_player_is_in_two_pairs():
    made = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    done = enter_by_name(tournament=made, names=[["Ben", "Ann"], ["Cat", "Eve"], ["Fay", "Gus"]])
    assert entered(made) == {1: "Ann and Ben", 2: "Cat and Dan", 3: "Fay and Gus"}
    assert [one.name for one in done.known] == ["Ann and Ben"]
    assert done.clashes == ("Cat and Eve: Cat is entered as number 2, Cat and Dan",)


@pytest.mark.parametrize(
    ("style", "names", "told"),
    [
        ("club", ["Ann", "Ben"], "Players enter singly here: “Ann and Ben” does not."),
        ("pairs", ["Ann"], "Two people make a pair here: “Ann” does not."),
        ("pairs", ["Ann", "Ann"], "Two people make a pair here: “Ann and Ann” does not."),
    ],
)
def test_pairs_and_single_players_are_not_mixed(style, names, told):
    made = a_tournament(0, style=style)
    why = refusal(enter_by_name, tournament=made, names=[names])
    assert why == told


def test_a_group_must_be_one_of_the_formats():
    made = a_tournament(0, groups=["Ladies", "Gentlemen"])
    assert "no group called Boys" in refusal(
        enter_by_name, tournament=made, names=[["Ann"]], group="Boys"
    )
    enter_by_name(tournament=made, names=[["Ann"]], group="Ladies")
    set_group(tournament=made, no=1, group="Gentlemen")
    assert made.entrants.get().group == "Gentlemen"


def test_a_person_who_asked_for_erasure_is_not_entered():
    made = a_tournament(0)
    gone = Player.objects.create(
        club=made.session.club, name="Former member 1", forgotten_at="2026-01-01T00:00Z"
    )
    assert "was erased" in refusal(enter, tournament=made, people=[[gone]])


def test_a_removed_entrants_number_is_free_and_they_can_return_under_it():
    made = a_tournament(["Ann", "Ben", "Cat"])
    gone = take_out(tournament=made, no=2)
    assert (gone.name, entered(made)) == ("Ben", {1: "Ann", 3: "Cat"})
    assert take_out(tournament=made, no=2) is None
    enter(tournament=made, people=[[gone.player]], no=2)
    assert entered(made) == {1: "Ann", 2: "Ben", 3: "Cat"}
    take_out(tournament=made, no=1)
    enter_by_name(tournament=made, names=[["Dan"], ["Eve"]])
    assert entered(made) == {1: "Dan", 2: "Ben", 3: "Cat", 4: "Eve"}


def test_a_draw_made_before_a_change_of_entrants_is_discarded():
    made = a_tournament(8)
    drawn(made)
    assert enter_by_name(tournament=made, names=[["Zoë"]]).undrawn
    assert not Round.objects.exists()
    drawn(made)
    take_out(tournament=made, no=9)
    assert not Round.objects.exists()


def test_after_round_1_entrants_cannot_be_removed_and_new_ones_play_from_the_next():
    made = a_tournament(8)
    begun(made)
    assert refusal(take_out, tournament=made, no=1).startswith(
        "Round 1 is published and Ann has a seat."
    )
    (late,) = enter_by_name(tournament=made, names=[["Zoë"]]).entrants
    assert (late.no, late.since) == (9, 2)


def test_a_player_entered_before_a_later_round_is_published_is_drawn_into_it():
    made = a_tournament(8)
    played_to(made, 1)
    drawn(made)
    done = enter_by_name(tournament=made, names=[["Zoë"]])
    assert (done.undrawn, done.entrants[0].since, drawn(made).no) == (True, 2, 2)


def test_ghosts_fill_the_tables_and_are_not_listed_among_people():
    made = a_tournament(6, odd="ghost")
    row = drawn(made)
    ghosts = [
        (one.no, one.name, one.player.guest, one.player.active)
        for one in made.entrants.filter(ghost=True)
    ]
    assert ghosts == [(7, "Ghost", True, False), (8, "Ghost 2", True, False)]
    seated = {name for table in names_at(row).values() for name in table.values()}
    assert seated == {"Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Ghost", "Ghost 2"}


def test_ghosts_are_added_once_and_the_next_evening_reuses_them():
    made = a_tournament(7)
    assert len(add_ghosts(tournament=made, number=2).entrants) == 2
    assert add_ghosts(tournament=made, number=2) == Entered()
    later = a_tournament(7, session=an_evening(made.session.club))
    add_ghosts(tournament=later, number=1)
    assert Player.objects.filter(name__startswith="Ghost").count() == 2


def test_a_member_called_ghost_is_not_a_ghost():
    made = a_tournament(0)
    Player.objects.create(club=made.session.club, name="Ghost")
    add_ghosts(tournament=made, number=1)
    assert entered(made) == {1: "Ghost 2"}


def test_a_ghost_pair_is_two_ghosts():
    made = a_tournament([("Ann", "Ben")], style="pairs")
    add_ghosts(tournament=made, number=1)
    assert entered(made) == {1: "Ann and Ben", 2: "Ghost and Ghost 2"}


def test_one_tap_checks_in_one_takes_the_fee_and_each_can_be_undone():
    made = a_tournament(["Ann", "Ben"], fee=500)
    ann = player(made, "Ann")
    pay(tournament=made, player=ann, paid=True, actor=PHONE)
    came = made.session.attendances.get()
    assert (came.player, came.fee_minor, came.fee_paid_at is not None) == (ann, 500, True)
    why = refusal(come, tournament=made, player=ann, here=False, actor=PHONE)
    assert why.startswith("Ann has paid £5.00.")
    pay(tournament=made, player=ann, paid=False, actor=PHONE)
    come(tournament=made, player=ann, here=False, actor=PHONE)
    assert not made.session.attendances.exists()


def test_a_person_who_is_not_entered_can_only_be_checked_in_at_check_in():
    made = a_tournament(["Ann"])
    (zoe,) = add_players(club=made.session.club, names=["Zoë"])
    assert refusal(come, tournament=made, player=zoe, here=True, actor=PHONE).startswith(
        "Zoë is not entered."
    )


def test_absent_entrants_are_removed_but_not_one_who_arrived_in_the_meantime():
    made = a_tournament(["Ann", "Ben", "Cat"])
    come(tournament=made, player=player(made, "Ben"), here=True, actor=PHONE)
    gone = take_out_absent(tournament=made, numbers=[2, 3])
    assert ([one.name for one in gone], entered(made)) == (["Cat"], {1: "Ann", 2: "Ben"})


def test_removing_a_hundred_absent_entrants_takes_as_few_queries_as_one(
    django_assert_max_num_queries,
):
    made = a_tournament(100)
    with django_assert_max_num_queries(31):
        assert len(take_out_absent(tournament=made, numbers=range(1, 101))) == 100
    assert not made.entrants.exists()


@given(told=st.lists(st.tuples(st.booleans(), st.integers(1, 6)), max_size=12))
@settings(
    max_examples=proof.examples(20), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_two_entrants_ever_share_a_number_or_a_name(told):
    made = a_tournament(0, session=an_evening(Club.objects.first() or a_club()))
    expected = {}
    for comes, no in told:
        name = f"Player {no}"
        if comes and name not in expected.values():
            expected[min({*range(1, 8)} - {*expected})] = name
        elif not comes:
            expected.pop(no, None)
        if comes:
            enter_by_name(tournament=made, names=[[name]])
        else:
            take_out(tournament=made, no=no)
    assert entered(made) == expected


def test_more_entrants_than_allowed_are_refused_and_none_is_entered(monkeypatch):
    monkeypatch.setattr(entrants, "MOST_ENTRANTS", 9)
    made = a_tournament(8)
    assert refusal(enter_by_name, tournament=made, names=[["Ida"], ["Jo"]]) == (
        "A tournament has at most 9 entrants. Add fewer."
    )
