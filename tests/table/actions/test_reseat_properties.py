"""Whatever order people sat in: the effect shown before is what happens, and nothing is lost on the
way."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.euchre.books.foster_call_ace import CALL_ACE
from scoring.models import Reseating
from scoring.table.actions.reseat import put_right
from scoring.table.queries.reseating import PEOPLE, SEATS, Reseat, moved
from scoring.table.queries.settlement import statement_of
from tests import proof
from tests.cast import BEN_WITH_DAN, FIVE, PHONE, a_table, again, log, some_id
from tests.euchre.chance import any_hand
from tests.table.actions.reseating import PLAYED, reseat, seen
from tests.test_concurrency import meanwhile

pytestmark = pytest.mark.django_db


@settings(max_examples=proof.examples(20), suppress_health_check=list(HealthCheck))
@given(st.permutations(range(5)), st.integers(1, 3))
def test_the_previewed_effect_is_what_happens(order, from_no):
    table = a_table(*PLAYED, stake_minor=25)
    names = [FIVE[seat] for seat in order]
    if names == FIVE:
        return
    for stay_with in (SEATS, PEOPLE):
        table = a_table(*PLAYED)
        shown = Reseat(
            sitting=table.sitting, names=names, from_no=from_no, stay_with=stay_with
        ).effect()
        reseat(table, names, from_no=from_no, stay_with=stay_with)
        statement, points = statement_of(table.session), Counter()
        for sitting in again(table).sittings.all():
            points.update(dict(zip(sitting.names, sitting.totals, strict=True)))
        assert {one.name: one.points[1] for one in shown.players} == {
            name: points[name] for name in FIVE
        }
        nets = {name: net.minor for name, net in zip(statement.names, statement.nets, strict=True)}
        assert {one.name: one.net[1] for one in shown.players} == nets


@given(st.randoms(use_true_random=False), st.permutations(range(5)))
def test_players_who_swap_and_swap_back_have_their_hands_again(random, order):
    hand = any_hand(random, CALL_ACE, 5)
    there = dict(enumerate(order))
    back = {to: seat for seat, to in there.items()}
    assert moved(moved(hand, there), back) == hand


@pytest.mark.django_db(transaction=True)
def test_a_hand_that_arrives_during_a_seat_correction_waits():
    table = a_table(*PLAYED)
    old = table.sitting
    sent = {"sitting": old.pk, "after": old.latest, "id": some_id(9)}
    with meanwhile(lambda: log(table, BEN_WITH_DAN, **sent)) as found:
        reseat(table, ["Ann", "Cat", "Ben", "Dan", "Eve"], stay_with=PEOPLE)
    assert [(record.state, record.sitting_id) for record in found] == [("waiting", old.pk)]


@pytest.mark.django_db(transaction=True)
def test_the_same_seat_correction_from_two_phones_at_once_is_made_once():
    table = a_table(*PLAYED)
    what = {"stay_with": PEOPLE, "seen": seen(table.sitting), "actor": PHONE, "names": FIVE[::-1]}
    with meanwhile(lambda: put_right(sitting=table.sitting, **what)) as found:
        first = put_right(sitting=table.sitting, **what)
    assert (found, Reseating.objects.count()) == ([first], 1)
