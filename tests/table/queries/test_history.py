"""A table's history tells everything, and the table as it stood at any moment is the table that
was."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.euchre.books.foster_call_ace import CALL_ACE
from scoring.euchre.hand import ImpossibleHand
from scoring.models import HandRecord
from scoring.table.actions.agreed import ask_agreement, let_stand, say
from scoring.table.actions.corrections import correct_hand, put_back, take_back
from scoring.table.actions.reseat import put_right
from scoring.table.actions.tables import break_up, change_people
from scoring.table.actions.waiting import decide_waiting, replace_with_waiting
from scoring.table.queries.history import as_it_stood, history_of
from scoring.table.queries.reseating import PEOPLE, SEATS
from tests import proof
from tests.cast import (
    BEN_WITH_DAN,
    CAT_IS_EUCHRED,
    EVE_ALONE,
    FIVE,
    PHONE,
    a_table,
    again,
    close,
    log,
    log_unseen,
    reopen,
)
from tests.euchre.chance import any_hand
from tests.table.actions.reseating import seen

pytestmark = pytest.mark.django_db


def kinds(table):
    return [(event.kind, event.hand_no) for event in history_of(again(table)).events]


def stood(table, after):
    """Each sitting as it stood after so many events: who sat there, its totals, who deals next."""
    found = as_it_stood(history_of(again(table)), after)
    return [(one.names, one.totals, one.names[one.dealer]) for one in found]


def test_the_history_of_a_hand_is_in_order_with_its_numbers():
    table = a_table(EVE_ALONE)
    record = log(table, BEN_WITH_DAN)
    correct_hand(record=record, hand=CAT_IS_EUCHRED, revision=0, why="no, Cat", actor=PHONE)
    take_back(record=record, why="twice", actor=PHONE)
    put_back(record=record, actor=PHONE)
    *_, corrected, _, _ = history_of(table).events
    assert (corrected.said, corrected.says, corrected.why) == (
        BEN_WITH_DAN,
        CAT_IS_EUCHRED,
        "no, Cat",
    )
    assert kinds(table) == [
        ("sat down", None),
        ("logged", 1),
        ("logged", 2),
        ("corrected", 2),
        ("taken back", 2),
        ("put back", 2),
    ]


def test_a_waiting_hand_has_no_number_until_it_is_kept():
    table = a_table(EVE_ALONE)
    kept, left = log_unseen(table, BEN_WITH_DAN), log_unseen(table, CAT_IS_EUCHRED)
    decide_waiting(record=kept, keep=True, actor=PHONE)
    decide_waiting(record=left, keep=False, same_as=kept.pk, actor=PHONE)
    assert kinds(table)[2:] == [
        ("arrived", None),
        ("arrived", None),
        ("kept", 2),
        ("left out", None),
    ]


def test_joining_leaving_closing_and_reopening_are_in_the_history():
    table = a_table(EVE_ALONE)
    change_people(table=table, names=FIVE[:4])
    log(table, "Ann! 3")
    break_up(table=again(table), sitting=again(table).sitting.pk)
    close(table.session)
    reopen(table.session)
    assert [kind for kind, _ in kinds(table)] == [
        *("sat down", "logged", "ended", "sat down", "logged", "ended"),
        *("closed", "reopened"),
    ]


def test_the_table_can_be_shown_before_and_after_a_correction():
    table = a_table(EVE_ALONE)
    record = log(table, BEN_WITH_DAN)
    correct_hand(record=record, hand=CAT_IS_EUCHRED, revision=0, why="", actor=PHONE)
    take_back(record=record, actor=PHONE)
    assert [stood(table, after) for after in range(1, 6)] == [
        [(FIVE, (0, 0, 0, 0, 0), "Ann")],
        [(FIVE, (0, 0, 0, 0, 5), "Ben")],
        [(FIVE, (0, 1, 0, 1, 5), "Cat")],
        [(FIVE, (0, 2, 0, 2, 7), "Cat")],
        [(FIVE, (0, 0, 0, 0, 5), "Ben")],
    ]


def test_before_a_seat_correction_hands_belong_to_the_players_first_named():
    table = a_table(EVE_ALONE, BEN_WITH_DAN)
    sat = table.sitting
    put_right(
        sitting=sat,
        names=FIVE[::-1],
        from_no=2,
        stay_with=PEOPLE,
        seen=seen(sat),
        why="",
        actor=PHONE,
    )
    assert stood(table, 3) == [(FIVE, (0, 1, 0, 1, 5), "Cat")]
    assert stood(table, 4) == [
        (FIVE, (0, 0, 0, 0, 5), "Ben"),
        (FIVE[::-1], (0, 1, 0, 1, 0), "Ann"),
    ]


def test_a_corrected_player_is_shown_only_after_the_correction():
    table = a_table(EVE_ALONE)
    names = [*FIVE[:4], "Fay"]
    put_right(
        sitting=table.sitting, names=names, stay_with=SEATS, seen=seen(table.sitting), actor=PHONE
    )
    assert [stood(table, after)[0][0] for after in (2, 3)] == [FIVE, names]


def test_a_history_takes_as_many_queries_for_many_hands_as_for_one():
    found = []
    for hands in (1, 30):
        table = a_table(*[EVE_ALONE] * hands)
        for record in HandRecord.objects.filter(sitting__table=table):
            take_back(record=record, actor=PHONE)
        table = again(table)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            stood = as_it_stood(history_of(table), 2)
        assert stood[0].totals == (0, 0, 0, 0, 5)
        found.append(len(queries))
    assert found[0] == found[1] <= 10


# -- by chance
# ----------------------------------------------------------------------------------------


def a_hand(random):
    return any_hand(random, CALL_ACE, 5)


def some_record(table, random, **what):
    return random.choice(
        list(HandRecord.objects.filter(sitting__table=table, **what).order_by("logged_at"))
    )


def corrects(table, random):
    record = some_record(table, random, state="counted")
    correct_hand(record=record, hand=a_hand(random), revision=record.revision, why="", actor=PHONE)


def decides(table, random):
    record, last = some_record(table, random, state="waiting"), again(table).sitting.latest
    same_as = random.choice([None, last])
    decide_waiting(record=record, keep=random.random() < 0.5, same_as=same_as, actor=PHONE)


def reseats(table, random):
    sitting = random.choice(list(again(table).sittings.all()))
    names = random.choice([sitting.names, random.sample(sitting.names, 5)]).copy()
    if random.random() < 0.5:
        names[random.randrange(5)] = random.choice(["Fay", "Gus"])
    stay_with = random.choice([SEATS, PEOPLE])
    from_no = random.randint(1, max(1, len(sitting.counted)))
    put_right(
        sitting=sitting,
        names=names,
        from_no=from_no,
        stay_with=stay_with,
        seen=seen(sitting),
        actor=PHONE,
    )


VERBS = [
    lambda table, random: log(table, a_hand(random)),
    lambda table, random: log(table, a_hand(random)),
    lambda table, random: log_unseen(table, a_hand(random)),
    corrects,
    lambda table, random: take_back(record=some_record(table, random), actor=PHONE),
    lambda table, random: put_back(
        record=some_record(table, random, state="taken-back"), actor=PHONE
    ),
    decides,
    lambda table, random: replace_with_waiting(
        record=some_record(table, random, state="waiting"), actor=PHONE
    ),
    reseats,
    lambda table, random: change_people(table=again(table), names=random.sample([*FIVE, "Fay"], 5)),
]


def shown(sittings):
    """What is shown of sittings that have a hand: people, the hands that count, totals; what
    waits."""
    return [
        (
            one.names,
            [(told.id, told.hand) for told in one.counted],
            one.totals,
            {(told.id, told.hand) for told in one.uncounted("waiting")},
        )
        for one in sittings
        if one.counted or one.uncounted("waiting")
    ]


@settings(max_examples=proof.examples(25), suppress_health_check=list(HealthCheck))
@given(st.lists(st.sampled_from(VERBS), max_size=14), st.integers(0, 2**32))
def test_every_earlier_moment_can_be_shown_again(verbs, seed):
    table, random, moments = a_table(), Random(seed), []
    for verb in verbs:
        try:
            verb(table, random)
        except (Refused, ImpossibleHand, IndexError):
            continue  # not possible now, and nothing was changed
        moments.append((timezone.now(), shown(again(table).sittings.all())))
    history = history_of(again(table))
    for at, then in moments:
        after = sum(event.at <= at for event in history.events)
        assert shown(as_it_stood(history, after)) == then
    assert shown(as_it_stood(history, len(history.events))) == shown(again(table).sittings.all())


def test_a_disputed_hand_that_is_kept_counted_all_the_time():
    table = a_table()
    ask_agreement(table=table, asks=True)
    record = log(again(table), BEN_WITH_DAN)
    told, before = kinds(table), stood(table, 2)
    say(record=record, agrees=False, revision=0, why="no", actor=Actor(phone="M3"))
    let_stand(record=record, revision=0, why="yes", actor=PHONE)
    assert kinds(table) == [*told, ("objected", 1), ("let stand", 1)]
    assert [stood(table, after) for after in (2, 3, 4)] == [before] * 3
