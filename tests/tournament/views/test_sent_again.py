"""A form sent before with something else on it is refused; what was typed stays and can be sent
once more."""

import re
from uuid import uuid4

import pytest

from scoring.models import Report
from tests.cast import a_phone, everything, link, signed_in
from tests.html import said
from tests.tournament.cast import a_tournament, begun

pytestmark = pytest.mark.django_db

AGAIN = "This page was already sent with different values. Send it again."


def key_in(answer):
    return re.search(r'name="key" value="([^"]+)"', answer.content.decode())[1]


def check(post, first, other, points):
    """Send one thing, then another under the same key; then that once more, as the page has it."""
    sent = {"key": str(uuid4())}
    assert post(sent | first).status_code == 302
    stored = everything()
    refused = post(sent | other)
    assert (refused.status_code, said(refused), everything()) == (409, AGAIN, stored)
    assert 'value="96"' in refused.content.decode()
    assert post({"key": key_in(refused)} | other).status_code == 302
    assert [report.points for report in Report.objects.order_by("pk")] == points


POINTS = [{"NS": 95, "EW": 3}, {"NS": 96, "EW": 3}]


def test_the_director_can_enter_a_different_score_after_going_back():
    row, client = begun(a_tournament(4)), signed_in()
    address = f"/sessions/{row.tournament.session_id}/tournament/rounds/1/tables/1/decide"
    north, other = ({"points_NS": number, "points_EW": 3, "save": "sure"} for number in (95, 96))
    check(lambda sent: client.post(address, sent), north, other, POINTS)


def test_a_table_can_enter_different_totals_after_going_back():
    table = begun(a_tournament(4)).tables.get()
    address = f"/t/{link(table.table).token}/round"
    about = {"round_table": table.pk, "side": "NS"}
    north, other = (about | {"points-NS": number, "points-EW": 3} for number in (95, 96))
    check(lambda sent: a_phone().post(address, sent), north, other, POINTS)
