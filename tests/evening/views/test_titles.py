"""The titles of an evening that is closed: on its page and on its settlement sheet."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import a_table, close, reopen, signed_in
from tests.html import shown
from tests.sheets.reading import whole

pytestmark = pytest.mark.django_db

HANDS = ["Eve! 5", "Eve! 5", "Ben+Dan 2", "Ann+Cat 3", "Ann! 3"]


def titled(session):
    page = signed_in().get(f"/sessions/{session.pk}/")
    return shown(page, r"<i>([^<]*</i> <b>.*?</b> .*?)</span></span>")


def test_a_closed_evening_shows_its_awards():
    session = a_table(*HANDS).session
    assert titled(session) == []
    close(session)
    assert titled(session) == [
        "Most lone hands Eve two that took every trick",
        "Narrowest settlement Cat and Ann £0.25 between them",
    ]
    sheet = whole(signed_in().get(f"/sessions/{session.pk}/settlement.pdf").content)
    assert "AwardsMostlonehands" in sheet.replace(" ", "")
    reopen(session)
    assert titled(session) == []


def test_three_tables_need_as_many_queries_as_one():
    found = []
    for tables in (1, 3):
        table = a_table(*HANDS)
        for _ in range(tables - 1):
            a_table("Fay! 5", session=table.session, names=["Fay", "Gus", "Hal", "Ida"])
            table.session.refresh_from_db()
        close(table.session)
        client = signed_in()
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/sessions/{table.session_id}/")
        found.append(len(asked))
    assert found[0] == found[1]


def test_the_sheet_of_a_closed_evening_reads_its_hands_once():
    session = a_table(*HANDS).session
    close(session)
    client = signed_in()
    with CaptureQueriesContext(connection) as asked:
        client.get(f"/sessions/{session.pk}/settlement.pdf")
    read = [one["sql"] for one in asked if 'FROM "scoring_handrecord"' in one["sql"]]
    assert len(read) == 1
