"""Rulings of ours that changed: what was signed stays, what is open is scored anew."""

import pytest

from scoring.euchre.hand import Hand, Irregularity
from scoring.models import Table
from tests.cast import BEN, CAT, DAN, close
from tests.html import shown
from tests.table.views.test_reread import a_keller_table, a_phone, address

pytestmark = pytest.mark.django_db

REVOKE = (Irregularity(kind="revoke", by=CAT),)
EVENING = [Hand(maker=BEN, tricks=3), Hand(maker=BEN, alone=BEN, tricks=5, irregularities=REVOKE)]


def score_page(rulings):
    table = a_keller_table(*EVENING)
    Table.objects.filter(pk=table.pk).update(rulings=rulings)
    page = a_phone().get(address(table, "score"))
    totals = Table.objects.get(pk=table.pk).sitting.totals
    return totals, shown(page, r'<p class="why rulings">(.*?)</p>')


def test_a_table_that_was_signed_stays_as_it_was_and_says_which_hand_counts_otherwise_now():
    assert score_page("before") == (
        (0, 3, 0, 3),
        [
            "Scored as when it was signed; a ruling has changed since: hand 2: Ben and Dan 2 "
            "before, Ben and Dan 4 now."
        ],
    )


def test_a_table_that_was_open_is_scored_anew_and_says_which_hand_changed():
    assert score_page("anew") == (
        (0, 5, 0, 5),
        [
            "Scored anew, since a ruling has changed: hand 2: Ben and Dan 2 before, Ben and Dan 4 "
            "now."
        ],
    )


def test_once_it_was_closed_people_have_signed_it_and_nothing_is_said():
    table = a_keller_table(*EVENING)
    Table.objects.filter(pk=table.pk).update(rulings="anew")
    close(table.session)
    page = a_phone().get(address(table, "score"))
    assert shown(page, r'<p class="why rulings">(.*?)</p>') == []


def test_a_table_of_today_says_nothing_of_it():
    assert score_page("") == ((0, 5, 0, 5), [])


def test_a_hand_that_was_stored_is_kept_though_its_player_may_not_have_played_alone():
    lone = Hand(maker=DAN, alone=BEN, tricks=5)
    table = a_keller_table(Hand(maker=BEN, tricks=3))
    record = table.sitting.hands.get()
    record.hand = lone
    record.save()
    assert Table.objects.get(pk=table.pk).sitting.totals == (0, 4, 0, 4)
    assert a_phone().get(address(table, "score")).status_code == 200
