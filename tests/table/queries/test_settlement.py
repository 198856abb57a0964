import pytest

from scoring.models import Sitting
from scoring.table.actions.tables import change_people
from scoring.table.queries.settlement import statement_of, whole
from tests.cast import a_table, again, log

pytestmark = pytest.mark.django_db


def an_evening_of(tables):
    """An evening of so many tables, each with a hand in a sitting that ended and one in the
    next."""
    first = a_table("Eve! 5")
    others = [a_table("Eve! 5", session=first.session) for _ in range(tables - 1)]
    for table in (first, *others):
        change_people(table=table, names=["Ann", "Ben", "Cat", "Fay"])
        log(table, "Ann+Ben 5")
    return again(first.session)


def test_a_sitting_loaded_at_once_equals_one_read_piece_by_piece():
    session = an_evening_of(1)
    found = Sitting.objects.filter(table__session=session)
    for one, other in zip(whole(found.order_by("no")), found.order_by("no"), strict=True):
        assert (one.players, one.counted, one.played, one.totals, one.dealer, one.latest) == (
            other.players,
            other.counted,
            other.played,
            other.totals,
            other.dealer,
            other.latest,
        )


@pytest.mark.parametrize("tables", [1, 3])
def test_a_statement_takes_as_many_queries_for_many_sittings_as_for_one(
    tables, django_assert_num_queries
):
    session = an_evening_of(tables)
    with django_assert_num_queries(5):
        statement = statement_of(session)
    assert len(statement.sittings) == 2 * tables
