"""A table's call on its phone, on the evening's page, on its director's, and on the wall."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.common.local_time import clock
from scoring.evening.actions.passes import renew_pass
from scoring.models import HelpCall, Round
from scoring.table.actions.help_calls import call_for_help, come, settle
from scoring.tournament.actions.clocks import hold_clock
from tests.cast import (
    PHONE,
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    everything,
    signed_in,
)
from tests.html import said, shown
from tests.tournament.cast import a_tournament, begun

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
STRIP = r'<section class="calling".*?</section>'
LIST = r'<ul class="calls".*?</ul>'


@pytest.fixture
def table():
    return a_table(session=an_evening(a_club()))


def call(table, about="laws", **headers):
    return a_phone().post(address(table, "call"), {"about": about}, headers=headers)


def strip(table):
    return shown(a_phone().get(address(table)), STRIP)


def page(session, path=""):
    return signed_in().get(f"/sessions/{session.pk}/{path}")


def minutes_ago(call, minutes):
    at = timezone.now() - timedelta(minutes=minutes)
    HelpCall.objects.filter(pk=call.pk).update(called_at=at)


def test_a_table_calls_and_sees_that_help_is_coming_and_that_it_is_settled(table):
    answer = call(table)
    assert (answer.status_code, answer.url) == (302, address(table))
    made = HelpCall.objects.get()
    called = clock(made.called_at)
    assert strip(table) == [f"Organiser called at {called}: the laws. Cancel the call"]
    done = signed_in().post(f"/sessions/{table.session.pk}/calls/{made.pk}/come")
    assert (done.status_code, done.url) == (302, f"/sessions/{table.session.pk}/")
    heard = clock(again(made).heard_at)
    assert strip(table) == [f"kate is coming, since {heard}. Cancel the call"]
    signed_in().post(f"/sessions/{table.session.pk}/calls/{made.pk}/settle")
    assert strip(table) == []
    call(table, "other")
    assert strip(table)[0].endswith(": something else. Cancel the call")
    assert "the laws · kate came" in page_of_history(table)


def page_of_history(table):
    return " ".join(shown(a_phone().get(address(table, "history")), r'<ol class="lines">.*?</ol>'))


def test_a_table_can_cancel_its_call(table):
    call(table)
    path = address(table, f"call/{HelpCall.objects.get().pk}/take-back")
    assert a_phone().post(path).url == address(table)
    assert (strip(table), again(HelpCall.objects.get()).taken_back) == ([], True)
    other = a_table(session=table.session)
    assert a_phone().post(path.replace(address(table), address(other))).status_code == 404


def test_a_call_keeps_a_half_entered_hand_and_htmx_gets_the_pad(table):
    answer = call(table, **HTMX)
    assert answer.content.decode().strip().startswith('<main id="pad"')


def test_a_call_without_a_reason_is_refused(table):
    stored = everything()
    answer = call(table, "nonsense")
    assert (answer.status_code, everything()) == (422, stored)
    assert said(answer).startswith("Choose the laws")


def test_friends_without_a_club_see_no_call_button():
    friends = a_casual_table()
    assert 'id="call"' not in a_phone().get(address(friends)).content.decode()
    assert call(friends).status_code == 409


def test_the_evenings_page_lists_the_longest_waiting_call_first(table):
    other = a_table(session=table.session)
    for one, minutes in ((table, 5), (other, 2)):
        call(one)
        minutes_ago(HelpCall.objects.get(table=one), minutes)
    assert shown(page(table.session), LIST) == [
        "Table 1 calls: the laws · waiting 5 min I’m coming : Table 1 Done : Table 1 "
        "Table 2 calls: the laws · waiting 2 min I’m coming : Table 2 Done : Table 2"
    ]


def test_pages_with_calls_take_as_many_queries_for_three_as_for_one(table):
    tables = [table, *(a_table(session=table.session) for _ in range(2))]
    call(table)
    one = asked(table.session)
    for other in tables[1:]:
        call(other)
    assert asked(table.session) == one


def asked(session):
    client = signed_in()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/sessions/{session.pk}/").status_code == 200
    return len(queries)


# -- in a tournament ----------------------------------------------------------------------------


@pytest.fixture
def round(still_clock):
    row = begun(a_tournament(8, minutes=20))
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=13))
    return row


def pad_clock(row):
    answer = a_phone().get(address(row.table))
    return shown(answer, r'<span class="clock">(.*?)</span>')


def test_the_tables_own_clock_stops_and_the_time_is_given_back(round, monkeypatch):
    at = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: at)
    Round.objects.update(started_at=at - timedelta(minutes=13))
    one, two = round.tables.all()
    made = call_for_help(table=one.table, about="laws", actor=PHONE)
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=17))
    assert (pad_clock(one), pad_clock(two)) == (["7:00 left · held"], ["3:00 left"])
    assert "Your clock is stopped." in strip(one.table)[0]
    settle(call=made, actor=PHONE)
    assert pad_clock(one) == ["7:00 left"]


def test_the_director_sees_the_call_in_a_list_and_on_the_map(round):
    session, row = round.tournament.session, round.tables.get(no=2)
    made = call_for_help(table=row.table, about="score", actor=PHONE)
    seen = page(session, "tournament/")
    assert shown(seen, LIST) == [
        "Table 2 calls: the score · just now · clock stopped I’m coming : Table 2 Done : Table 2"
    ]
    assert (
        tiles(seen)[1] == "calls the director · not started"
        or "calls the director" in (tiles(seen)[1])
    )
    path = f"/sessions/{session.pk}/calls/{made.pk}/come"
    assert signed_in().post(path, {"directing": "yes"}).url == f"/sessions/{session.pk}/tournament/"
    assert "director is coming" in tiles(page(session, "tournament/"))[1]


def tiles(seen):
    return shown(seen, r'<span class="says">(.*?)</span>')


def test_minutes_given_back_are_shown_on_the_map_and_the_big_screen(round):
    session, row = round.tournament.session, round.tables.get(no=1)
    hold = hold_clock(round_table=row, actor=PHONE)
    HelpCall.objects.update(held_from=hold.held_from - 170)
    assert tiles(page(session, "tournament/"))[0] == "playing · +3 min · clock held"
    settle(call=again(hold), actor=PHONE)
    assert tiles(page(session, "tournament/"))[0] == "playing · +3 min"
    assert "+3 min" in wall(session).content.decode()


def wall(session):
    return a_phone().get(f"/w/{renew_pass(session=session, right='wall').token}/")


def test_the_big_screen_shows_which_table_needs_help_until_someone_comes(round):
    session = round.tournament.session
    one, two = (call_for_help(table=row.table, about="laws", actor=PHONE) for row in tables(round))
    wanted = r'<p class="notice wanted">.*?</p>'
    assert shown(wall(session), wanted) == ["Director: please come to tables 1 and 2"]
    come(call=one, actor=PHONE)
    assert shown(wall(session), wanted) == ["Director: please come to table 2"]
    settle(call=two, actor=PHONE)
    assert shown(wall(session), wanted) == []


def tables(round):
    return round.tables.order_by("no")


def test_a_table_entered_by_totals_can_call_from_the_page_of_its_round(round):
    row = tables(round)[0]
    answer = a_phone().get(address(row.table, "round"))
    assert 'id="call"' in answer.content.decode()
    call(row.table)
    assert shown(a_phone().get(address(row.table, "round")), STRIP)[0].startswith("Director called")


def test_the_director_can_stop_a_clock_from_the_page_of_the_table(round):
    session, row = round.tournament.session, tables(round)[0]
    path = f"/sessions/{session.pk}/tournament/rounds/1/tables/{row.no}/"
    assert signed_in().post(f"{path}hold").url == path
    assert "This table’s clock is held" in signed_in().get(path).content.decode()
    assert strip(row.table)[0].startswith("The director stopped your clock")
