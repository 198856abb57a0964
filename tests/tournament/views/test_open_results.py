"""Results of rounds that are over: what is told afterwards takes none away, and no table stops the
hall."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.evening.actions.passes import renew_pass
from scoring.models import Report
from scoring.tournament.pure.document import document
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.tally import rows_by_round
from scoring.tournament.pure.winners import lot
from scoring.tournament.queries.now import load_tournament, played_tables
from tests.cast import a_phone, again, everything, log, send, signed_in
from tests.html import refused, shown, text
from tests.tournament.cast import (
    a_tournament,
    begun,
    drawn,
    ended,
    latest,
    names_at,
    played_to,
    seats,
    tell,
    tell_all,
)

pytestmark = pytest.mark.django_db


def at(tournament, rest=""):
    return f"/sessions/{tournament.session_id}/tournament/{rest}"


def page(tournament, rest=""):
    return text(signed_in().get(at(tournament, rest)).content.decode())


def result(tournament, no=1, table=1):
    found = played_tables(tournament.rounds.filter(no=no), no=table)[0].verdict
    return found.state, found.result and dict(found.result.points)


def figures(tournament):
    return {
        row.no: (row.points, row.won, row.rounds) for row in standings(load_tournament(tournament))
    }


def slip(tournament, line, no=1):
    sent = {"key": uuid4(), "round": no, "show": "missing", "table": line}
    return send(signed_in(), at(tournament, "desk/slip"), sent, headers={"HX-Request": "true"})


@pytest.fixture
def tournament():
    """Round 2 goes on; of round 1 table 2 was told 4 to 4 by its phone, with the tie decided."""
    made = a_tournament(8, rounds=2)
    first = ended(begun(made))
    tell(first, 1, 7, 5, source="table", side="NS")
    tell(first, 2, 4, 4, source="table", side="NS", tie="NS")
    begun(made)
    return again(made)


def test_a_late_score_after_the_next_round_started_keeps_the_result(tournament):
    before = figures(tournament)
    answer = text(slip(tournament, "2 6 4").content.decode())
    assert "Round 1 is closed. Is that meant? Table 2 keeps 4–4 until it is decided" in answer
    assert result(tournament, table=2) == ("contradicted", {"NS": 4, "EW": 4})
    assert figures(tournament) == before


def test_the_directors_page_names_an_open_result_first(tournament):
    second = latest(tournament)
    slip(tournament, "2 6 4")
    says = "Round 1 , new score after the round: table 2"
    assert shown(signed_in().get(at(tournament)), r'<ul class="alarms".*?</ul>') == [says]
    tell_all(ended(second))
    whole = page(tournament)
    assert "very table has its result" not in whole
    assert "All rounds are played A result of round 1 is still open." in whole
    strong = shown(signed_in().get(at(tournament)), r'<a\s+class="button strong".*?</a>')
    assert strong == ["Round 1, table 2"]
    assert says in page(tournament, "standings")
    assert f"Some results are still open, so the winners may change. {says}" in page(
        tournament, "prizes"
    )


def test_the_tournament_cannot_be_finished_while_a_result_is_open(tournament):
    second = latest(tournament)
    slip(tournament, "2 6 4")
    tell_all(ended(second))
    sentence = "Table 2 of round 1: a new score came after the round. Decide which is right first."
    assert refused(at(tournament, "finish"), {}, client=signed_in()) == (409, sentence)


def test_a_late_entry_for_a_closed_round_can_be_undone(tournament):
    key = uuid4()
    send(signed_in(), at(tournament, "desk/slip"), {"key": key, "round": 1, "table": "2 6 4"})
    send(signed_in(), at(tournament, "desk/take-back"), {"key": key, "by": "slip", "round": 1})
    assert result(tournament, table=2) == ("unconfirmed", {"NS": 4, "EW": 4})
    assert "told otherwise" not in page(tournament)


def test_an_equal_slip_confirms_a_closed_round_and_can_add_a_lone_hand(tournament):
    who = seats(tournament.rounds.get(no=1))[1]["N"]
    answer = text(slip(tournament, f"1 7 5, {who}").content.decode())
    assert "Round 1 is closed. " in answer
    assert "is that meant" not in answer
    assert result(tournament) == ("confirmed", {"NS": 7, "EW": 5})
    found = played_tables(tournament.rounds.filter(no=1), no=1)[0].verdict.result
    assert dict(found.lones) == {who: 1}


def test_one_tap_chooses_the_right_score_and_one_undoes_it(tournament):
    slip(tournament, "2 6 4")
    report = Report.objects.get(source="table", side="")
    there = at(tournament, "rounds/1/tables/2/")
    assert page(tournament, "rounds/1/tables/2/").count("This one is right") == 2
    sent = {"key": uuid4(), "report": report.pk}
    answer = send(signed_in(), f"{there}right", sent)
    assert (answer.status_code, answer["Location"]) == (302, there)
    assert result(tournament, table=2) == ("confirmed", {"NS": 6, "EW": 4})
    stored = Report.objects.get(source="director")
    send(signed_in(), f"{there}right", sent)
    assert Report.objects.filter(source="director").count() == 1
    send(signed_in(), f"{there}withdraw", {"report": stored.pk})
    assert result(tournament, table=2) == ("contradicted", {"NS": 4, "EW": 4})


def test_choosing_no_score_stores_nothing(tournament):
    there = at(tournament, "rounds/1/tables/2/right")
    sentence = "This page is out of date. Reload it and try again."
    sent = {"key": uuid4(), "report": 999}
    assert refused(there, {"key": uuid4()}, client=signed_in()) == (422, sentence)
    stored = everything()
    assert (send(signed_in(), there, sent).status_code, everything()) == (409, stored)


def test_the_pads_score_can_be_chosen_as_right():
    row = begun(a_tournament(8))
    pad = row.tables.get(no=1).table
    log(pad, "{} 5".format(*pad.sitting.names))
    tell(row, 1, 5, 3, source="table", side="EW")
    assert "2–0 The pad, from its hands This one is right" in page(
        row.tournament, "rounds/1/tables/1/"
    )
    send(signed_in(), at(row.tournament, "rounds/1/tables/1/right"), {"key": uuid4(), "report": 0})
    assert result(row.tournament) == ("confirmed", {"NS": 2, "EW": 0})


def test_every_round_is_two_taps_away():
    tournament = a_tournament(8)
    played_to(tournament, 2)
    address = f'href="{at(tournament, "rounds/1/")}"'
    assert address in signed_in().get(at(tournament)).content.decode()
    table = f'href="{at(tournament, "rounds/1/tables/2/")}"'
    for where in ("rounds/1/", "standings"):
        assert table in signed_in().get(at(tournament, where)).content.decode()


def test_finishing_early_is_offered_beside_the_next_draw():
    tournament = a_tournament(8)
    played_to(tournament, 2)
    link = shown(signed_in().get(at(tournament)), r'<a class="button" href="[^"]*/prizes">.*?</a>')
    assert link == ["Finish after this round"]
    assert "2 of 8 rounds are played. You can finish early." in page(tournament, "prizes")


def without_a_result(tournament, table=2):
    return send(
        signed_in(), at(tournament, f"rounds/1/tables/{table}/not-played"), {"key": uuid4()}
    )


def test_a_table_that_did_not_play_holds_no_one_up_and_scores_nothing():
    tournament = a_tournament(8, style="classic")
    row = ended(begun(tournament))
    tell(row, 1, 5, 3)
    value = played_tables([row], no=2)[0].value
    won = lot(tournament.seed, 1, value)
    who = value.by_side[won]
    assert f"{' and '.join(names_at(row)[2][s] for s in won)} then move as winners do." in page(
        tournament, "rounds/1/tables/2/"
    )
    without_a_result(tournament)
    assert {figures(tournament)[no] for no in value.entrants} == {(0, 0, 0)}
    assert all(
        row.green == row.red == 0
        for row in standings(load_tournament(tournament))
        if row.no in value.entrants
    )
    second = drawn(tournament)
    assert set(who) <= set(seats(second)[1].values())
    assert "No result" in page(tournament, "rounds/1/tables/2/")


def test_that_a_table_did_not_play_can_be_undone():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    tell(row, 2, 6, 3, source="table", side="NS")
    without_a_result(tournament)
    assert result(tournament, table=2) == ("not played", {"NS": 0, "EW": 0})
    word = Report.objects.get(source="director")
    send(signed_in(), at(tournament, "rounds/1/tables/2/withdraw"), {"report": word.pk})
    assert result(tournament, table=2) == ("unconfirmed", {"NS": 6, "EW": 3})
    without_a_result(tournament)
    tell(row, 2, 4, 2)
    assert result(tournament, table=2) == ("confirmed", {"NS": 4, "EW": 2})


def test_a_round_that_was_not_played_is_a_dash_on_every_card():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    tell(row, 1, 7, 5)
    without_a_result(tournament)
    lines = rows_by_round(load_tournament(tournament))
    at_table = {
        table: {lines[no][0].points_as_text for no in at.values()}
        for table, at in seats(row).items()
    }
    assert at_table == {1: {"7", "5"}, 2: {"–"}}
    page = signed_in().get(at(tournament, "standings")).content.decode()
    assert page.count('title="not played">–</a>') == 4
    card = (
        f"/e/{renew_pass(session=tournament.session, right='players').token}/{seats(row)[2]['N']}/"
    )
    assert '<td class="figure">–</td>' in a_phone().get(card).content.decode()


def test_a_table_without_a_result_is_marked_as_such_in_the_file():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    tell(row, 1, 7, 5)
    without_a_result(tournament)
    table = played_tables([row], no=2)[0].value
    won = lot(tournament.seed, 1, table)
    (_, second) = document(load_tournament(tournament))["rounds"][0]["tables"]
    assert second["result"] == {"NS": 0, "EW": 0, "lones": {}, "tie": won, "played": False}


def test_no_winner_is_offered_only_where_a_tie_may_stay_a_tie():
    for style, offered in (("club", False), ("rotation", True)):
        row = begun(a_tournament(8, style=style))
        assert ("Not tied, or no winner" in page(row.tournament, "rounds/1/tables/1/")) is offered


def test_the_score_entry_page_shows_the_directors_correction():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    slip(tournament, "1 5 3")
    tell(row, 1, 2, 5)
    assert "✓ 2–5, corrected from 5–3" in page(tournament, "desk?by=slip&show=all")


def test_the_score_entry_page_names_only_tables_without_any_score():
    tournament = a_tournament(12)
    row = ended(begun(tournament))
    for table in (1, 3):
        tell(row, table, 5, 3, source="table", side="NS")
    assert "No points yet from table 2." in page(tournament, "desk?by=slip")
    tell(row, 2, 5, 3)
    assert "all 3 tables have a result" in page(tournament, "desk?by=slip")


def test_the_score_entry_page_shows_what_counts_where_a_slip_came_too_late(tournament):
    slip(tournament, "2 6 4")
    assert "≠ 6–4, but 4–4 counts" in page(tournament, "desk?by=slip&round=1&show=all")


def test_an_open_result_adds_no_queries_to_the_directors_page(tournament):
    asked = []
    for line in ("2 4 4", "2 6 4"):
        slip(tournament, line)
        client = signed_in()
        with CaptureQueriesContext(connection) as queries:
            client.get(at(tournament))
        asked.append(len(queries))
    assert asked == [17, 17]


def test_a_directors_tap_gets_only_their_page_back(tournament):
    client = signed_in()
    there = at(tournament, "rounds/2/pause")
    answer = client.post(there, headers={"HX-Request": "true"}, follow=True)
    assert answer["Bowerbook"] == "director"
    assert (
        f'hx-post="{at(tournament, "rounds/2/end")}"' in client.get(at(tournament)).content.decode()
    )
