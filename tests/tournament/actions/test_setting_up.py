import pytest

from scoring.models import ClubSession, Entry, HouseRules, Round, Tournament
from scoring.table.actions.house_rules import change_house_rules, make_house_rules
from scoring.tournament.actions.entrants import come, pay
from scoring.tournament.actions.rounds import publish_round
from scoring.tournament.actions.setting_up import (
    drop_tournament,
    make_tournament,
    open_tournament_evening,
)
from scoring.tournament.actions.settings import change_settings
from scoring.tournament.queries.now import format_in, load_tournament
from tests.cast import PHONE, a_club, a_table, again, an_evening, close, everything
from tests.plans import refusal
from tests.tournament.cast import a_tournament, begun, drawn, ended, seats, tell_all

pytestmark = pytest.mark.django_db


def change(tournament, **settings):
    settings = tournament.settings | settings
    return change_settings(
        tournament=tournament, settings=settings, house=tournament.house, actor=PHONE
    )


def fees(tournament):
    """Who owes how many pence at the door, and whether it is paid."""
    came = tournament.session.attendances.all()
    return {one.player.name: (one.fee_minor, one.fee_paid_at is not None) for one in came}


# -- made
# ---------------------------------------------------------------------------------------------


def test_an_evening_gets_one_tournament_with_its_own_secret_for_the_draw():
    session = an_evening()
    made = make_tournament(session=session, style="classic")
    assert (made.session, made.style, made.settings, made.plan) == (session, "classic", {}, [])
    other = make_tournament(session=an_evening(session.club), style="club")
    assert made.next_secret != other.next_secret
    assert again(session).version == session.version + 1


def test_creating_a_tournament_twice_creates_one_and_another_format_is_refused():
    session = an_evening()
    made = make_tournament(session=session, style="club", settings={"rounds": 6})
    assert make_tournament(session=session, style="club", settings={"rounds": 6}) == made
    why = refusal(make_tournament, session=session, style="classic")
    assert why == (
        "This club night already has a tournament, “Club”. Change its format under Settings."
    )


def test_the_check_in_fee_and_the_tournament_fee_are_the_same():
    club = a_club()
    usual = make_tournament(
        session=an_evening(club, door_fee_minor=300, guest_fee_minor=400), style="club"
    )
    told = make_tournament(session=an_evening(club), style="club", settings={"fee": 500})
    found = [
        (format_in(one).fee, one.session.door_fee_minor, one.session.guest_fee_minor)
        for one in map(again, (usual, told))
    ]
    assert found == [(300, 300, 400), (500, 500, 500)]


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ({"style": "fancy"}, "style: One of classic, club, rotation, seats, pairs"),
        (
            {"style": "club", "settings": {"rounds": 0}},
            "rounds: A whole number from 1 to 99, not 0.",
        ),
        (
            {"style": "club", "settings": {"rules": "call-ace"}},
            "call-ace is not a rule set for two",
        ),
        (
            {"style": "club", "settings": {"rules": "nonsense"}},
            "nonsense is not a rule set for two",
        ),
    ],
)
def test_impossible_settings_are_refused_with_their_field(what, told):
    assert told in refusal(make_tournament, session=an_evening(), **what)


def test_an_evening_with_tables_cannot_have_a_tournament():
    table = a_table()
    why = refusal(make_tournament, session=table.session, style="club")
    assert why.endswith("Create a new tournament with its own club night.")


def test_a_closed_evening_cannot_have_a_tournament():
    table = a_table("Eve! 5")
    close(table.session)
    assert "is closed." in refusal(make_tournament, session=table.session, style="club")


def test_an_evening_and_its_tournament_are_created_in_one_step_and_once():
    club = a_club()
    made = open_tournament_evening(club=club, style="pairs", title="Christmas drive")
    assert open_tournament_evening(club=club, style="pairs", title="Christmas drive") == made
    assert ClubSession.objects.count() == Tournament.objects.count() == 1
    other = open_tournament_evening(club=club, style="club", title="Christmas drive")
    assert (other.pk != made.pk, ClubSession.objects.count()) == (True, 2)


# -- its settings
# -------------------------------------------------------------------------------------


def test_only_settings_that_differ_from_the_style_are_stored():
    made = change(a_tournament(8), rounds=6, ends="bell", tie="one-more", bell_at=7)
    assert again(made).settings == {"rounds": 6, "ends": "bell", "bell_at": 7}


def test_house_rules_of_the_club_can_be_played():
    made = a_tournament(8)
    house = make_house_rules(
        club=made.session.club, base="american", name="Ours", changes={"lone_march": 5, "euchre": 3}
    )
    change_settings(tournament=made, settings={}, house=house, actor=PHONE)
    row = begun(again(made))
    rules = {one.table.house.name: one.table.rules.euchre for one in row.tables.all()}
    assert rules == {"Ours, in rounds": 3}


def test_table_rules_are_created_once_for_all_tournaments_of_a_kind():
    first = a_tournament(8)
    others = [a_tournament(8, session=an_evening(first.session.club)) for _ in "ab"]
    change(others[1], rules="british")
    tables = [table.table for made in (first, *others) for table in begun(again(made)).tables.all()]
    names = ["American, in rounds"] * 4 + ["British, in rounds"] * 2
    assert [table.house.name for table in tables] == names
    assert HouseRules.objects.filter(for_rounds=True).count() == 2


def test_the_rules_of_tournament_tables_cannot_be_changed():
    house = begun(a_tournament(8)).tables.first().table.house
    assert refusal(change_house_rules, house=house, name="Ours", changes={"euchre": 3}) == (
        "These rules were made for tournament tables. Change the tournament’s rules instead."
    )


def test_in_rounds_house_rules_leave_out_what_they_say_of_games():
    made = a_tournament(8)
    changes = {"euchre": 3, "set_back": 1, "win_by": 2, "skunk": 5, "no_lone_from": 8}
    house = make_house_rules(club=made.session.club, name="Ours", base="american", changes=changes)
    change_settings(tournament=made, settings={}, house=house, actor=PHONE)
    (rules,) = {
        one.table.house.pk: one.table.rules for one in begun(again(made)).tables.all()
    }.values()
    assert (rules.euchre, rules.set_back, rules.win_by, rules.skunk) == (3, 1, 1, None)
    assert rules.no_lone_from is None


def test_unsuitable_house_rules_and_those_of_another_club_are_refused():
    made = a_tournament(8)
    alone = make_house_rules(
        club=made.session.club, base="hoyle-three", name="Ours", changes={"euchre": 3}
    )
    theirs = make_house_rules(
        club=a_club("Elsewhere", organiser="mallory"),
        base="american",
        name="Theirs",
        changes={"euchre": 3},
    )
    for house in (alone, theirs):
        why = refusal(change_settings, tournament=made, settings={}, house=house, actor=PHONE)
        assert why == "These house rules can’t be used in a tournament."


def test_a_changed_fee_is_owed_by_checked_in_players_who_have_not_paid():
    made = a_tournament(["Ann", "Ben", "Cat", "Dan"], fee=300)
    ann, ben, cat, _ = (entrant.player for entrant in made.entrants.all())
    for player in (ann, ben, cat):
        come(tournament=made, player=player, here=True, actor=PHONE)
    pay(tournament=made, player=ben, paid=True, actor=PHONE)
    change(made, fee=500)
    assert fees(made) == {"Ann": (500, False), "Ben": (300, True), "Cat": (500, False)}
    assert sum(Entry.objects.filter(debited=ann).values_list("amount_minor", flat=True)) - sum(
        Entry.objects.filter(credited=ann).values_list("amount_minor", flat=True)
    ) == (500)


@pytest.mark.parametrize(
    "settings",
    [
        {"rounds": 10},
        {"minutes": 12},
        {"tie": "next-hand"},
        {"fee": 200},
        {"ranking": ["won"]},
        {"odd": "three"},
    ],
)
def test_many_settings_can_change_after_round_1_is_published(settings):
    made = a_tournament(8)
    begun(made)
    assert change(made, **settings).settings == made.settings | settings


@pytest.mark.parametrize(
    "settings",
    [
        {"rules": "keller"},
        {"lone_euchre": 4},
        {"lone_at_head": False},
        {"movement": "rotation", "tie": "stays"},
        {"groups": ["Ladies", "Gentlemen"]},
    ],
)
def test_rules_and_movement_cannot_change_after_round_1_is_published(settings):
    made = a_tournament(8)
    begun(made)
    why = refusal(
        change_settings, tournament=made, settings=made.settings | settings, house=None, actor=PHONE
    )
    assert why.startswith("Round 1 is published. Format, rules")


def test_an_unpublished_draw_is_discarded_if_a_change_affects_its_seats():
    made = a_tournament(9)
    drawn(made)
    change(made, rounds=6)
    assert Round.objects.count() == 1
    change(again(made), odd="three")
    assert Round.objects.count() == 0
    assert [len(table.placings.all()) for table in drawn(again(made)).tables.all()] == [3, 3, 3]


def test_a_rotation_is_replanned_when_its_settings_change():
    made = a_tournament(10, style="rotation")
    begun(made)
    change(again(made), odd="three")
    plan = load_tournament(again(made)).plan
    assert [one.no for one in plan] == [2, 3, 4, 5, 6, 7, 8]
    assert all([len(table.seats) for table in one.tables] == [4, 3, 3] for one in plan)


def test_a_rotation_is_cut_or_extended_for_another_number_of_rounds():
    made = a_tournament(10, style="rotation")
    begun(made)
    before = again(made).plan[-7:]
    change(again(made), rounds=5)
    assert again(made).plan == before[:4]
    change(again(made), rounds=8)
    plan = again(made).plan
    assert ([one["no"] for one in plan], plan[:4]) == ([2, 3, 4, 5, 6, 7, 8], before[:4])


def test_a_plan_with_ghosts_includes_them_at_once_and_the_draw_follows_it():
    made = a_tournament(10, style="rotation", rounds=4)
    tell_all(ended(begun(made)))
    change(again(made), odd="ghost", rounds=4)
    plan = load_tournament(again(made)).plan
    assert all(len(table.seats) == 4 for one in plan for table in one.tables)
    assert [one.sitting_out for one in plan] == [()] * 3
    row = drawn(again(made))
    assert seats(row) == {table.no: dict(table.seats) for table in plan[0].tables}


def test_changing_the_number_of_rounds_keeps_a_drawn_round_and_its_plan():
    made = a_tournament(10, style="rotation")
    row = drawn(made)
    before = seats(row)
    change(again(made), rounds=3)
    assert ([one["no"] for one in again(made).plan], seats(row)) == ([1, 2, 3], before)


def test_no_rotation_is_planned_before_the_draw():
    made = a_tournament(10, style="rotation")
    change(made, rounds=3)
    assert again(made).plan == []


def test_groups_keep_their_people_when_renamed_or_swapped():
    made = a_tournament(0, groups=["L", "G"])
    club = made.session.club
    ann, ben = (club.players.create(name=name) for name in ("Ann", "Ben"))
    made.entrants.create(no=1, player=ann, group="L")
    made.entrants.create(no=2, player=ben, group="G")
    change(made, groups=["G", "L"])
    assert list(made.entrants.values_list("player__name", "group")) == [("Ann", "G"), ("Ben", "L")]
    change(again(made), groups=[])
    assert list(made.entrants.values_list("group", flat=True)) == ["", ""]


def test_single_players_cannot_become_pairs():
    made = a_tournament(8)
    why = refusal(change_settings, tournament=made, style="pairs", settings={}, actor=PHONE)
    assert why.startswith("Pairs play by “Pairs”, but single players are entered.")
    empty = a_tournament(0, session=an_evening(made.session.club))
    assert (
        change_settings(tournament=empty, style="pairs", settings={}, actor=PHONE).style == "pairs"
    )


# -- dropped
# ------------------------------------------------------------------------------------------


def test_a_tournament_is_deleted_with_its_draw_once():
    made = a_tournament(8)
    drawn(made)
    drop_tournament(tournament=made)
    assert not Tournament.objects.exists()
    stored = everything()
    drop_tournament(tournament=made)
    assert everything() == stored


def test_a_tournament_with_a_published_round_cannot_be_deleted():
    made = a_tournament(8)
    publish_round(tournament=made, no=drawn(made).no)
    assert refusal(drop_tournament, tournament=made).startswith("A round is published.")
