"""What the score sheet says of hands that the other side agreed to, or objects to."""

from dataclasses import replace

import pytest

from scoring.common.permissions import Actor
from scoring.table.actions.agreed import ask_agreement, say
from scoring.table.sheets.score_sheet import score_sheet_pdf
from scoring.table.views.sheets import score_sheets
from tests.cast import BEN_WITH_DAN, EVE_ALONE, a_table, again, log
from tests.sheets.cast import sitting
from tests.sheets.reading import squeezed, whole

LEGEND = squeezed("confirmed by the opponents")
OURS, THEIRS = Actor(phone="K7"), Actor(phone="M3")


def said_on(sheet):
    return whole(score_sheet_pdf([sheet]))


def with_first(sheet, **what):
    first, *others = sheet.hands
    return replace(sheet, hands=(replace(first, **what), *others))


def test_without_confirmed_hands_the_tick_is_not_explained():
    assert LEGEND not in said_on(sitting())
    assert LEGEND not in said_on(with_first(sitting(), objection="Objected to 21:14 by phone M3"))


def test_the_tick_of_a_confirmed_hand_is_explained_once():
    assert said_on(with_first(sitting(), agreed=True)).count(LEGEND) == 1


def test_each_confirmed_hand_has_a_tick():
    one = with_first(sitting(number=3, struck=False), agreed=True)
    all_three = replace(one, hands=tuple(replace(hand, agreed=True) for hand in one.hands))
    assert said_on(all_three) == said_on(one)
    assert score_sheet_pdf([all_three]) != score_sheet_pdf([one])


def test_a_dispute_is_written_at_its_hand():
    sheet = with_first(
        sitting(number=3, struck=False), objection="Objected to 21:14 by phone M3: wrong partner"
    )
    assert squeezed("Objected to 21:14 by phone M3: wrong partner") in said_on(sheet)


@pytest.mark.django_db
def test_the_sheet_of_a_table_shows_each_hands_confirmation_or_dispute():
    table = a_table(full=True)
    ask_agreement(table=table, asks=True)
    first, second, third, _ = (
        log(table, hand, actor=OURS) for hand in [BEN_WITH_DAN, EVE_ALONE] * 2
    )
    say(record=first, agrees=True, revision=0, actor=THEIRS)
    say(record=second, agrees=False, why="Wrong tricks", revision=0, actor=THEIRS)
    say(record=third, agrees=False, revision=0, turned=True, actor=OURS)
    (sheet,) = score_sheets(again(table))
    assert [line.agreed for line in sheet.hands] == [True, False, False, False]
    assert [line.objection.partition(" by ")[2] for line in sheet.hands] == [
        *("", "phone M3: Wrong tricks", "the opponents, on phone K7", ""),
    ]


@pytest.mark.django_db
def test_the_sheet_shows_no_confirmations_once_they_are_turned_off():
    table = a_table()
    ask_agreement(table=table, asks=True)
    say(record=log(table, actor=OURS), agrees=True, revision=0, actor=THEIRS)
    ask_agreement(table=table, asks=False)
    (sheet,) = score_sheets(again(table))
    assert not sheet.hands[0].agreed
