"""The money of a pot, and the book: whatever becomes of the pot, the book has received what is in
it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.common.refused import Refused
from scoring.models import Entry, Tournament
from scoring.money.queries.accounts import cash_of, held_in_pots
from scoring.tournament.actions.draw import draw_again, edition_of
from scoring.tournament.actions.finishing import finish, open_again
from scoring.tournament.actions.prize_giving import count_pot
from scoring.tournament.actions.setting_up import drop_tournament
from scoring.tournament.actions.settings import change_settings
from scoring.tournament.queries.now import format_in
from tests.cast import PHONE, again, everything
from tests.tournament.cast import a_tournament, drawn, played_to

pytestmark = pytest.mark.django_db

BASKET = {"name": "Basket", "to": "most lone hands", "each": 20, "for_each": "lone"}
FINE = {"name": "Fine", "to": "kept"}


@pytest.fixture
def tournament():
    """£5.00 were counted in the basket, and nothing in the other pot."""
    made = a_tournament(4, pots=[BASKET, FINE])
    counted(made, 500)
    return again(made)


def counted(tournament, amount, name="Basket"):
    count_pot(tournament=again(tournament), name=name, amount=amount, actor=PHONE)


def change(tournament, *pots, **what):
    settings = again(tournament).settings | {"pots": list(pots)}
    change_settings(tournament=again(tournament), settings=settings, actor=PHONE, **what)


def in_the_box(tournament):
    """What the book says is there; and what the pots say."""
    pots = format_in(again(tournament)).pots
    return cash_of(tournament.session.club), sum(pot.amount for pot in pots)


def test_a_renamed_pot_keeps_its_money(tournament):
    change(tournament, BASKET | {"name": "Lone hands", "amount": 500}, FINE)
    assert in_the_box(tournament) == (500, 500)
    assert [(line.cash_minor, line.note) for line in Entry.objects.order_by("pk")] == [
        (500, "Basket"),
        (-500, "counted again: £0.00"),
        (500, "Lone hands"),
    ]
    counted(tournament, 600, "Lone hands")
    assert in_the_box(tournament) == (600, 600)


def test_counting_a_pot_locks_the_club_first(tournament):
    with CaptureQueriesContext(connection) as asked:
        count_pot(tournament=tournament, name="Basket", amount=600, actor=PHONE)
    read = " ".join(query["sql"] for query in asked.captured_queries)
    assert -1 < read.find(' FROM "scoring_club" ') < read.find(' FROM "scoring_table" ')


def test_a_deleted_pot_has_received_nothing(tournament):
    change(tournament, FINE)
    assert in_the_box(tournament) == (0, 0)


def test_changing_the_format_removes_the_pots_money_with_the_pot(tournament):
    change_settings(tournament=tournament, settings={}, style="rotation", actor=PHONE)
    assert in_the_box(tournament) == (0, 0)


def test_other_changes_leave_a_pots_entry_alone(tournament):
    change(tournament, BASKET | {"amount": 500, "each": 50}, FINE)
    assert Entry.objects.count() == 1


def test_a_pot_counted_before_and_after_a_new_draw_is_counted_once(tournament):
    row = drawn(tournament)
    seed = again(tournament).seed
    draw_again(tournament=again(tournament), no=1, seen=edition_of(row))
    assert again(tournament).seed != seed
    counted(tournament, 600)
    assert in_the_box(tournament) == (600, 600)


@pytest.fixture
def before_pots(tournament):
    """The same, finished before the accounts knew pots, and open again."""
    change(tournament, BASKET | {"amount": 500, "when": "four lone hands"})
    played_to(again(tournament), 1)
    finish(tournament=again(tournament), actor=PHONE)
    Entry.objects.update(pot="", held_minor=0)
    open_again(tournament=again(tournament), actor=PHONE)
    assert held_in_pots(tournament.session.club) == {"Basket": 500}
    return again(tournament)


def test_a_pot_from_before_the_accounts_knew_pots_is_held_once_when_it_is_recounted(before_pots):
    counted(before_pots, 600)
    assert (held_in_pots(before_pots.session.club), in_the_box(before_pots)) == (
        {"Basket": 600},
        (600, 600),
    )
    finish(tournament=again(before_pots), actor=PHONE)
    assert held_in_pots(before_pots.session.club) == {"Basket": 600}
    assert Entry.objects.get(kind="held", held_minor=-500).note == "Basket, counted again"


def test_a_renamed_pot_from_before_the_accounts_knew_pots_is_held_under_its_new_name(before_pots):
    change(before_pots, BASKET | {"name": "Lone hands", "amount": 500})
    assert held_in_pots(before_pots.session.club) == {"Lone hands": 500}
    assert in_the_box(before_pots) == (500, 500)


def test_a_tournament_with_pot_money_in_the_accounts_cannot_be_deleted(tournament):
    stored = everything()
    with pytest.raises(Refused, match="The pot “Basket” is counted .* Enter 0 for it first"):
        drop_tournament(tournament=again(tournament))
    assert everything() == stored
    counted(tournament, 0)
    drop_tournament(tournament=again(tournament))
    assert (Tournament.objects.count(), cash_of(tournament.session.club)) == (0, 0)


@pytest.mark.parametrize(
    ("name", "what"),
    [("lowest", {}), ("B: lowest", {"groups": ["A", "B"], "prizes_by_group": True})],
)
def test_a_pot_cannot_have_the_name_of_a_prize(name, what, tournament):
    played_to(tournament, 1)
    stored = everything()
    settings = again(tournament).settings | {
        "prizes": [{"prize": "lowest"}],
        "pots": [FINE | {"name": name}],
    }
    with pytest.raises(Refused, match="pots: A pot has a name that is no prize’s."):
        change_settings(tournament=again(tournament), settings=settings | what, actor=PHONE)
    assert everything() == stored
