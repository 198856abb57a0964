"""A tournament goes out as a file, and comes in again somewhere else."""

from itertools import product
from uuid import uuid4

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.common.refused import Refused
from scoring.evening.actions.check_in import arrive, pay_at_the_door, set_fee
from scoring.models import Attendance, Entry, Player, Report, Round, Table, Tournament
from scoring.money.actions.accounts import enter
from scoring.money.queries.accounts import held_in_pots
from scoring.money.queries.prizes import free_pots
from scoring.people.actions.people import add_players
from scoring.tournament.actions.carried_pots import carry_on
from scoring.tournament.actions.finishing import finish, open_again
from scoring.tournament.actions.import_file import take_in_tournament
from scoring.tournament.actions.prize_giving import count_pot
from scoring.tournament.actions.settings import change_settings
from scoring.tournament.pure.document import document, read
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.queries.pots import carried_to
from tests import proof
from tests.cast import PHONE, a_club, again, an_evening, everything, undone
from tests.tournament.cast import a_tournament, begun, drawn, ended, played_to, tell

pytestmark = pytest.mark.django_db


def file_of(tournament):
    return document(load_tournament(again(tournament)))


def taken(file, club=None, **what):
    club = club or a_club("Elsewhere", organiser="mallory")
    return take_in_tournament(club=club, tournament=read(file), actor=PHONE, **what)


def refusal(file, **what):
    club = a_club("Elsewhere", organiser="mallory")
    stored = everything()
    with pytest.raises(Refused) as why:
        taken(file, club, **what)
    assert everything() == stored
    return str(why.value)


def moved(tournament):
    """The file of a tournament, and the file of what was made of it in another club."""
    file = file_of(tournament)
    return file, file_of(taken(file))


@pytest.mark.parametrize(
    ("people", "style"),
    proof.every(5, product([8, 9, 10], ["classic", "club", "rotation", "seats"])),
)
def test_a_tournament_file_is_exported_again_unchanged(style, people):
    tournament = a_tournament(people, style=style, rounds=4)
    played_to(tournament, 3)
    file, again_out = moved(tournament)
    assert again_out == file
    assert len(file["rounds"]) == 3


def test_pairs_with_a_ghost_are_imported_unchanged():
    pairs = [("Ann", "Ben"), ("Cat", "Dan"), ("Eve", "Fay")]
    tournament = a_tournament(pairs, style="pairs", odd="ghost")
    played_to(tournament, 2)
    file, again_out = moved(tournament)
    assert (again_out, file["entrants"][3]["names"]) == (file, ["Ghost", "Ghost 2"])


def test_groups_newcomers_leavers_prizes_and_pots_are_imported():
    settings = {
        "groups": ["Ladies", "Gentlemen"],
        "prizes": [{"prize": "first", "amount": 1000, "gift": "A cake"}],
    }
    settings |= {"pots": [{"name": "The basket", "to": "first", "amount": 60}], "fee": 300}
    tournament = a_tournament(8, **settings)
    tournament.entrants.filter(no__lte=4).update(group="Ladies")
    played_to(tournament, 1)
    tournament.entrants.filter(no=3).update(left=1)
    tournament.entrants.filter(no=8).update(since=2)
    file, again_out = moved(tournament)
    assert again_out == file


def test_tables_of_three_tie_winners_and_lone_hands_are_imported():
    tournament = a_tournament(7, odd="three")
    row = ended(begun(tournament))
    tables = {table.no: table.placings.count() for table in row.tables.all()}
    three = next(no for no, people in tables.items() if people == 3)
    four = next(no for no, people in tables.items() if people == 4)
    maker = row.tables.get(no=four).placings.first().entrant.no
    tell(row, four, 6, 6, lones={maker: 2}, tie="EW")
    tell(row, three, 9, 4, 4)
    file, again_out = moved(tournament)
    assert again_out == file
    (round,) = file["rounds"]
    assert [table["result"]["tie"] for table in round["tables"] if len(table["seats"]) == 4] == [
        "EW"
    ]


def test_a_round_in_progress_is_imported_as_published_with_its_pads():
    tournament = a_tournament(8, rounds=3)
    played_to(tournament, 1)
    begun(again(tournament))
    made = taken(file_of(tournament))
    first, second = made.rounds.all()
    assert (first.ended_at is None, second.published_at is None, second.started_at) == (
        False,
        False,
        None,
    )
    assert [table.table.sitting is not None for table in second.tables.select_related("table")] == [
        True,
        True,
    ]
    assert Table.objects.filter(session=made.session).count() == 2


def test_a_drawn_but_unpublished_round_is_not_exported():
    tournament = a_tournament(8)
    drawn(tournament)
    assert file_of(tournament)["rounds"] == []


def test_an_imported_tournament_continues_where_it_was():
    tournament = a_tournament(8, rounds=3)
    played_to(tournament, 1)
    made = taken(file_of(tournament))
    assert played_to(made, 3).no == 3
    assert file_of(made)["rounds"][0] == file_of(tournament)["rounds"][0]


def test_imported_results_count_as_the_directors_and_no_fees_are_owed():
    tournament = a_tournament(8, fee=300)
    played_to(tournament, 1)
    before = Entry.objects.count(), Attendance.objects.count()
    made = taken(file_of(tournament), title="The cup", played_on="2026-05-01")
    reports = Report.objects.filter(round_table__round__tournament=made)
    assert {(report.source, report.by) for report in reports} == {("director", "taken in")}
    assert (Entry.objects.count(), Attendance.objects.count()) == before
    session = again(made.session)
    assert (session.title, str(session.played_on), session.door_fee_minor) == (
        "The cup",
        "2026-05-01",
        300,
    )


def test_a_person_unknown_to_the_club_becomes_a_guest():
    tournament = a_tournament(["Ann", "Ben", "Cat", "Dan"])
    club = a_club("Elsewhere", organiser="mallory")
    add_players(club=club, names=["ann"])
    made = taken(file_of(tournament), club)
    assert list(club.players.order_by("key").values_list("name", "guest")) == [
        ("ann", False),
        ("Ben", True),
        ("Cat", True),
        ("Dan", True),
    ]
    assert made.entrants.get(no=1).name == "ann"


def test_an_imported_ghost_is_not_taken_for_a_person_of_that_name():
    tournament = a_tournament(7, odd="ghost")
    played_to(tournament, 1)
    club = a_club("Elsewhere", organiser="mallory")
    (real,) = add_players(club=club, names=["Ghost"])
    ghost = taken(file_of(tournament), club).entrants.get(ghost=True).player
    assert (ghost.name, ghost.guest, ghost.active, ghost != real) == ("Ghost 2", True, False, True)
    assert Player.objects.filter(club=club, active=False).count() == 1


def test_importing_twice_imports_once():
    tournament = a_tournament(8)
    played_to(tournament, 2)
    club, file = a_club("Elsewhere", organiser="mallory"), file_of(tournament)
    first = taken(file, club, title="The cup")
    stored = everything()
    assert taken(file, club, title="The cup") == first
    assert everything() == stored
    assert taken(file, club, title="Another cup") != first


def test_a_finished_tournament_is_imported_as_finished_with_the_same_results():
    tournament = a_tournament(8, prizes=[{"prize": "first", "amount": 1000}])
    played_to(tournament, 2)
    results = finish(tournament=again(tournament), actor=PHONE).results
    made = taken(file_of(tournament), finished=True, counts=True)
    assert (made.results, made.counts) == (results, True)
    assert again(made).finished_at is not None


def test_a_finished_tournament_without_all_results_is_refused_and_not_stored():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    tell(row, 1, 7, 5)
    assert refusal(file_of(tournament), finished=True) == (
        "Table 2 of round 1 has no result. Enter the missing results first."
    )


JACKPOT = {"name": "Jackpot", "to": "most lone hands", "opening": 5000, "amount": 300}


def a_file_with_a_jackpot():
    """The file of a tournament whose one round is played, with £53.00 in its jackpot."""
    tournament = a_tournament(4, rounds=1)
    played_to(tournament, 1)
    file = file_of(tournament)
    return file | {"settings": file["settings"] | {"pots": [JACKPOT]}}


def test_a_pot_of_an_import_claims_no_money_of_the_club():
    club, file = a_club("Elsewhere", organiser="mallory"), a_file_with_a_jackpot()
    aside = {"club": club, "key": uuid4(), "what": "put aside", "pot": "Jackpot"}
    enter(**aside, amount_minor=5000, actor=PHONE)
    made = taken(file, club)
    assert free_pots(club) == {"Jackpot": 5000}
    assert carried_to(made) == []
    real = a_tournament(4, session=an_evening(club, title="Tonight"), rounds=1)
    carry_on(tournament=real, name="Jackpot", actor=PHONE)
    played_to(again(real), 1)
    assert finish(tournament=again(real), actor=PHONE).finished_at is not None
    assert (held_in_pots(club), Entry.objects.count()) == ({"Jackpot": 5000}, 1)


@pytest.mark.parametrize("finished", [False, True])
def test_whatever_happens_to_a_pot_of_an_import_enters_nothing(finished):
    made = taken(a_file_with_a_jackpot(), finished=finished)
    finish(tournament=again(made), actor=PHONE)
    open_again(tournament=again(made), actor=PHONE)
    count_pot(tournament=again(made), name="Jackpot", amount=400, actor=PHONE)
    change_settings(tournament=again(made), settings={"pots": [JACKPOT]}, actor=PHONE)
    finish(tournament=again(made), actor=PHONE)
    open_again(tournament=again(made), actor=PHONE)
    assert not Entry.objects.exists()
    assert file_of(made)["settings"]["pots"] == [JACKPOT]


@pytest.mark.parametrize("prizes", [[], [{"prize": "first", "percent": 60}]])
def test_an_imported_payment_is_exported_again(prizes):
    file = file_of(a_tournament(4, fee=500, prizes=prizes))
    file["entrants"][0]["paid"] = True
    file["entrants"][1]["paid"] = 250
    assert file_of(taken(file)) == file


def test_a_fee_paid_at_check_in_counts_for_an_imported_entrant_who_had_not_paid():
    file = file_of(a_tournament(4, fee=500, prizes=[{"prize": "first", "percent": 60}]))
    made = taken(file)
    about = {"session": made.session, "player": made.entrants.get(no=2).player, "actor": PHONE}
    arrive(**about)
    set_fee(**about, fee_minor=500)
    pay_at_the_door(**about, paid=True)
    assert [one.get("paid") for one in file_of(made)["entrants"]] == [None, True, None, None]


def test_rules_that_are_not_for_two_against_two_are_refused():
    file = file_of(a_tournament(4))
    for rules in ("call-ace", "poker"):
        assert refusal(file | {"settings": {"rules": rules}}) == (
            f"“{rules}” is not a rule set for two against two."
        )


def test_an_erased_person_is_not_imported_again():
    tournament = a_tournament(["Former member 1", "Ben", "Cat", "Dan"])
    club = a_club("Elsewhere", organiser="mallory")
    Player.objects.create(club=club, name="Former member 1", forgotten_at=timezone.now())
    stored = everything()
    with pytest.raises(Refused, match="Former member 1"):
        taken(file_of(tournament), club)
    assert everything() == stored


@settings(max_examples=proof.examples(12), suppress_health_check=list(HealthCheck))
@given(
    style=st.sampled_from(["classic", "club", "rotation", "seats"]),
    people=st.integers(4, 13),
    odd=st.sampled_from(["sit-out", "ghost", "three"]),
    rounds=st.integers(0, 3),
    seed=st.integers(0, 2**31 - 1),
)
def test_every_tournament_is_imported_and_exported_unchanged(style, people, odd, rounds, seed):
    with undone():
        tournament = a_tournament(people, style=style, odd=odd, seed=seed, rounds=4)
        played_to(tournament, rounds)
        file, again_out = moved(tournament)
        assert again_out == file
        assert Round.objects.filter(tournament__in=Tournament.objects.all()).count() == 2 * rounds


def test_an_imported_ghost_is_a_ghost_even_if_the_club_has_one_of_that_name():
    club = a_club("Elsewhere", organiser="mallory")
    Player.objects.create(club=club, name="Ghost 7", key="ghost 7", guest=True, active=False)
    names = ["Ghost 7", "Ben", "Cat"]
    entrants = [{"no": no, "name": name} for no, name in enumerate(names, 1)]
    ghost = {"no": 4, "name": "Ghost 7 ", "ghost": True}
    file = {
        "format": "euchre-tournament/1",
        "style": "club",
        "seed": 7,
        "entrants": [*entrants, ghost],
    }
    made = taken(file | {"rounds": []}, club)
    assert [(one.name, one.ghost) for one in made.entrants.all()] == [
        ("Ghost 7", False),
        ("Ben", False),
        ("Cat", False),
        ("Ghost 2", True),
    ]
