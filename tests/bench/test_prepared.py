import pytest
from django.db import connection
from django.forms.models import model_to_dict

from scoring.common.prepared import KeyTaken, Prepared, PreparedInsert
from scoring.models import HandRecord, Link, Player, Sitting
from scoring.table.actions.corrections import correct_hand
from tests.cast import (
    BEN_WITH_DAN,
    EVE_ALONE,
    PHONE,
    a_table,
    again,
    link,
    log,
    log_unseen,
    some_id,
)

pytestmark = pytest.mark.django_db


def test_a_prepared_query_answers_as_its_queryset_does_for_every_value():
    by_seat = Prepared(Player.by_seat.ask)
    for table in (a_table(), a_table(names=["Fay", "Gus", "Hal", "Ida"])):
        assert by_seat(table.sitting.pk) == list(Player.by_seat.ask(table.sitting.pk))


def test_a_selected_related_object_needs_no_query(django_assert_num_queries):
    table = a_table()
    session, token = table.session, link(table).token
    with django_assert_num_queries(1):
        (found,) = Link.by_token(token)
        assert (found.table, found.table.session) == (table, session)


def test_an_annotation_comes_with_its_object(django_assert_num_queries):
    four, five = a_table(names=["Ann", "Ben", "Cat", "Dan"]), a_table()
    with django_assert_num_queries(2):
        assert [Sitting.latest_at(table.pk)[0].size for table in (four, five)] == [4, 5]


def test_no_match_is_an_empty_list():
    assert (Link.by_token("nobody's"), Sitting.latest_at(0), HandRecord.by_id(some_id(1))) == (
        [],
        [],
        [],
    )


def test_a_hand_is_found_by_the_id_its_phone_gave_it():
    record = log(a_table(), id=some_id(1))
    assert HandRecord.by_id(some_id(1)) == [record]


def test_tuples_have_python_values():
    table = a_table()
    record = log(table, BEN_WITH_DAN)
    columns = Prepared(
        lambda sitting: HandRecord.objects.filter(sitting=sitting).values_list(
            "id", "irregularities"
        )
    )
    assert columns(table.sitting.pk) == [(record.pk, [])]


def test_constants_of_a_prepared_query_stay_while_its_value_changes():
    table, other = a_table("Ben+Dan 3"), a_table("Ben+Dan 3")
    waiting = Prepared(
        lambda sitting: HandRecord.objects.filter(sitting=sitting, state="waiting").values_list(
            "id"
        )
    )
    for one in (table, other):
        record = log_unseen(one)
        assert waiting(one.sitting.pk) == [(record.pk,)]


def test_two_values_of_one_type_cannot_be_prepared():
    two = Prepared(lambda table: Sitting.objects.filter(table=table, pk=3))
    with pytest.raises(ValueError, match="one value of its type"):
        two(1)


def test_a_hand_is_read_again_when_its_row_has_changed():
    table = a_table()
    record = log(table, BEN_WITH_DAN)
    (before,) = again(table).sitting.bare_hands
    correct_hand(record=record, hand=EVE_ALONE, revision=0, why="", actor=PHONE)
    assert again(table).sitting.bare_hands == [before._replace(hand=EVE_ALONE)]


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="a plan that PostgreSQL keeps")
def test_postgresql_plans_a_frequent_query_once():
    by_seat, sitting = Prepared(Player.by_seat.ask), a_table().sitting.pk
    for _ in range(connection.settings_dict["OPTIONS"]["prepare_threshold"] + 3):
        by_seat(sitting)
    with connection.cursor() as cursor:
        kept = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s"
        cursor.execute(kept, ['%FROM "scoring_player"%'])
        assert cursor.fetchone() == (1,)


def test_a_prepared_insert_stores_what_save_does():
    sitting, insert = a_table().sitting, PreparedInsert(HandRecord)
    saved, inserted = (
        HandRecord(id=some_id(no), sitting=sitting, place=no, seen=7, note="“Ł”", after=some_id(9))
        for no in (1, 2)
    )
    for record in (saved, inserted):
        record.hand = EVE_ALONE
    saved.logged_at = inserted.logged_at
    saved.save(force_insert=True)
    insert(inserted)
    first, second = (
        model_to_dict(record, exclude={"id", "place"})
        for record in HandRecord.objects.filter(sitting=sitting).order_by("place")
    )
    assert first == second


def test_an_inserted_row_can_be_saved_again_but_inserted_only_once():
    insert = PreparedInsert(HandRecord)
    record = HandRecord(id=some_id(1), sitting=a_table().sitting, place=1, maker=0, tricks=3)
    insert(record)
    record.note = "again"
    record.save()
    assert [one.note for one in HandRecord.by_id(some_id(1))] == ["again"]
    with pytest.raises(KeyTaken):
        insert(record)
    assert HandRecord.objects.count() == 1
