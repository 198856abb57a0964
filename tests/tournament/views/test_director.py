"""The director's page: what needs somebody, the one next step, the way back, every table at a
glance."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.evening.actions.check_in import arrive_by_name
from scoring.models import HandRecord, Round
from scoring.tournament.actions.at_the_table import object_to
from scoring.tournament.actions.finishing import finish
from scoring.tournament.actions.rounds import publish_round
from scoring.tournament.views.play import director
from tests.cast import (
    PHONE,
    again,
    an_officer,
    close,
    everything,
    log,
    log_all,
    log_unseen,
    signed_in,
)
from tests.html import refused, said, shown, text
from tests.tournament.cast import (
    a_tournament,
    begun,
    drawn,
    ended,
    latest,
    names_at,
    played_to,
    tell,
    tell_all,
)

pytestmark = pytest.mark.django_db

POLL = {"HX-Request": "true"}


def page_of(tournament, client=None, rest="", **how):
    client = client or signed_in()
    return client.get(f"/sessions/{tournament.session_id}/tournament/{rest}", **how)


def buttons(answer):
    section = re.search(
        r'<section class="next".*?</section>', answer.content.decode(), flags=re.DOTALL
    )
    return [
        text(piece) for piece in re.findall(r"<button.*?</button>", section[0], flags=re.DOTALL)
    ]


def tiles(answer):
    return shown(answer, r'<a class="tile-of.*?</a>')


def next_step(answer):
    """What stands above the buttons."""
    return shown(answer, r"<h2>.*?(?=<div class=.row)")


def sides(row, table, *scores):
    """How a tile writes the two sides of a table: "Ann Cat ✓ won 7"."""
    at = names_at(row)[table]
    pairs = [f"{at[one]} {at[other]}" for one, other in ("NS", "EW")]
    return " ".join(f"{pair} {score}" for pair, score in zip(pairs, scores, strict=True))


def alarms(answer):
    return shown(answer, r'<ul class="alarms".*?</ul>')


def press(tournament, label, client=None):
    """Press a button of the page, and return the page that it leads to."""
    client = client or signed_in()
    page = page_of(tournament, client).content.decode()
    forms = re.findall(
        r'<form method="post" action="([^"]+)"[^>]*>(.*?)</form>', page, flags=re.DOTALL
    )
    (action, inside) = next(one for one in forms if label in text(one[1]))
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', inside))
    fields.pop("csrfmiddlewaretoken", None)
    return client.post(action, fields, follow=True)


def test_before_round_one_the_page_says_what_is_missing_and_offers_the_draw():
    tournament = a_tournament(8)
    assert buttons(page_of(tournament)) == ["Draw round 1"]


def test_an_evening_can_be_directed_with_one_button_after_the_other():
    tournament = a_tournament(8, rounds=1)
    seen = []
    for label in ("Draw round 1", "Publish round", "Start round 1", "End round 1"):
        seen.append(buttons(page_of(tournament))[0])
        press(tournament, label)
    tell_all(latest(tournament))
    assert seen == ["Draw round 1", "Publish round", "Start round 1", "End round 1"]
    assert re.fullmatch(
        r"All rounds are played Every table has its result\. Began at \S+, ended at \S+\.",
        next_step(page_of(tournament))[0],
    )


def test_the_last_step_can_be_undone_by_name():
    tournament = a_tournament(8)
    drawn(tournament)
    found = [buttons(page_of(tournament))[-1]]
    publish_round(tournament=tournament, no=1)
    found.append(buttons(page_of(tournament))[-1])
    row = begun(tournament) if latest(tournament) is None else latest(tournament)
    press(tournament, "Start round 1")
    found.append(buttons(page_of(tournament))[-1])
    ended(row, "bell")
    found.append(buttons(page_of(tournament))[-1])
    assert found == [
        "Undo the draw",
        "Undo the publishing of round 1",
        "Undo the start of round 1",
        "Undo the end of round 1 (by the bell)",
    ]
    press(tournament, "Undo the end of round 1 (by the bell)")
    assert latest(tournament).ended_at is None


def test_a_start_cannot_be_undone_once_a_hand_was_entered():
    tournament = a_tournament(8)
    pad = begun(tournament).tables.get(no=1).table
    log(pad, "{} 3".format(*pad.sitting.names))
    assert buttons(page_of(tournament)) == ["End round 1"]


def test_the_map_shows_the_state_of_every_table():
    tournament = a_tournament(16)
    row = begun(tournament)
    pad = row.tables.get(no=1).table
    log(pad, "{} 5".format(*pad.sitting.names))
    log_unseen(row.tables.get(no=2).table, "{} 3".format(*row.tables.get(no=2).table.sitting.names))
    tell(row, 3, 7, 5, source="table", side="NS")
    tell(row, 4, 7, 5, source="table", side="NS")
    tell(row, 4, 6, 6, source="table", side="EW")
    assert tiles(page_of(tournament)) == [
        f"Table 1 head table playing, hand 2 of 8 {sides(row, 1, 2, 0)}",
        f"Table 2 a hand waits {sides(row, 2, '–', '–')}",
        f"Table 3 entered once {sides(row, 3, '✓ won 7', 5)}",
        f"Table 4 disputed: 7–5 or 6–6 {sides(row, 4, '–', '–')}",
    ]


def test_tables_that_need_attention_come_first():
    tournament = a_tournament(20)
    row = begun(tournament)
    tell(row, 1, 6, 6, source="table", side="NS")
    tell(row, 2, 7, 5, source="table", side="NS")
    tell(row, 2, 6, 6, source="table", side="EW")
    tell(row, 3, 7, 5, source="table", side="NS")
    three = row.tables.get(no=3)
    object_to(key=uuid4(), round_table=three, side="EW", why="we won", actor=PHONE)
    tell(row, 4, 7, 5)
    assert alarms(page_of(tournament)) == [
        "Table 2 : scores differ Check "
        "Table 1 : tied, winner not entered Check "
        "Table 3 : result disputed Check"
    ]
    ended(row)
    page = page_of(tournament)
    assert alarms(page) == ["Table 3 : result disputed Check"]
    assert shown(page, r'<a\s+class="button[^"]*"\s+href="[^"]*/tables/.*?</a>') == [
        "Table 1: tied",
        "Table 2 : disputed: 7–5 or 6–6",
        "Table 5 : no result yet",
    ]


def test_several_tables_with_the_same_problem_share_a_notice():
    tournament = a_tournament(40)
    row = begun(tournament)
    for table in range(1, 4):
        tell(row, table, 6, 6, source="table", side="NS")
    tied = "3 tables : tied, winner not entered"
    assert alarms(page_of(tournament)) == [f"{tied} Table 1 Table 2 Table 3"]
    for table in range(4, 10):
        tell(row, table, 6, 6, source="table", side="NS")
    assert alarms(page_of(tournament)) == [tied.replace("3", "9") + " Marked on the map"]


def test_of_many_tables_without_a_result_four_get_buttons_beside_the_first():
    tournament = a_tournament(40)
    ended(begun(tournament))
    found = shown(
        page_of(tournament), r'<a\s+class="button[^"]*"\s+href="[^"]*(?:/tables/|#).*?</a>'
    )
    others = [f"Table {no} : no result yet" for no in range(2, 6)]
    assert found == ["Table 1: no result yet", *others, "and 5 more"]


def test_a_table_that_was_active_and_is_silent_for_ten_minutes_is_named():
    tournament = a_tournament(8)
    row = begun(tournament)
    for table in row.tables.all():
        log(table.table, "{} 3".format(*table.table.sitting.names))
    long_ago = timezone.now() - timedelta(minutes=12)
    HandRecord.objects.filter(sitting__round_table__no=2).update(logged_at=long_ago)
    Round.objects.update(started_at=long_ago)
    page = page_of(tournament)
    assert tiles(page) == [
        f"Table 1 head table playing, hand 2 of 8 {sides(row, 1, 1, 0)}",
        f"Table 2 playing, hand 2 of 8 {sides(row, 2, 1, 0)}",
    ]
    assert alarms(page) == ["Table 2 : quiet 12 min Check"]


def test_the_silence_of_several_tables_is_said_once_and_from_an_hour_on_in_hours():
    tournament = a_tournament(8)
    row = begun(tournament)
    for table in row.tables.all():
        log(table.table, "{} 3".format(*table.table.sitting.names))
    long_ago = timezone.now() - timedelta(hours=2, minutes=5, seconds=1)
    HandRecord.objects.update(logged_at=long_ago)
    Round.objects.update(started_at=long_ago)
    page = page_of(tournament)
    assert alarms(page) == ["2 tables : quiet for 2 h 5 min or more Table 1 Table 2"]
    assert "quiet" not in " ".join(tiles(page))


def test_silence_is_not_reported_where_scores_are_kept_on_paper():
    tournament = a_tournament(8)
    begun(tournament)
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=30))
    assert alarms(page_of(tournament)) == []


def test_a_checked_in_person_who_is_not_entered_needs_a_place():
    tournament = a_tournament(8)
    begun(tournament)
    arrive_by_name(session=tournament.session, name="Zoe", actor=PHONE)
    assert alarms(page_of(tournament)) == ["Late arrivals: Zoe Find seats"]


def test_the_next_draw_waits_for_tables_without_a_result():
    tournament = a_tournament(12)
    row = ended(begun(tournament))
    tell(row, 2, 7, 5)
    assert next_step(page_of(tournament))[0].startswith(
        "2 tables have no result When all results are in, you can draw round 2."
    )
    assert refused_draw(tournament) == (
        409,
        "Round 1: tables 1 and 3 have no result yet. The next round is not drawn yet.",
    )


def refused_draw(tournament):
    address = f"/sessions/{tournament.session_id}/tournament/draw"
    return refused(address, {"after": 1}, client=signed_in())


def test_the_clock_is_shown_without_a_script_too(still_clock):
    tournament = a_tournament(8, minutes=20)
    row = begun(tournament)
    began = timezone.now() - timedelta(minutes=5, seconds=1)
    Round.objects.filter(pk=row.pk).update(started_at=began)
    (told,) = shown(page_of(tournament), r'<section class="card time".*?</p>')
    assert re.fullmatch(r"14:59 left Began at \d\d:\d\d, ends at \d\d:\d\d\.", told)


def test_the_clock_counts_hours_from_an_hour_on(still_clock):
    tournament = a_tournament(8, minutes=20)
    row = begun(tournament)
    began = timezone.now() - timedelta(hours=2, minutes=25)
    Round.objects.filter(pk=row.pk).update(started_at=began)
    (told,) = shown(page_of(tournament), r'<section class="card time".*?</p>')
    assert told.startswith("2 h 5 min over ")


def test_a_stopped_clock_says_since_when_and_can_be_resumed():
    tournament = a_tournament(8)
    begun(tournament)
    press(tournament, "Stop the clock")
    assert "stopped at" in shown(page_of(tournament), r'<section class="card time".*?</p>')[0]
    press(tournament, "Resume the clock")
    assert latest(tournament).paused_at is None


def test_a_scorer_sees_everything_but_no_buttons_to_direct():
    tournament = a_tournament(8)
    an_officer(tournament.session.club, "sam", "scorer")
    begun(tournament)
    page = page_of(tournament, signed_in("sam"))
    assert (len(tiles(page)), buttons(page)) == (2, [])


def test_a_poll_without_news_answers_304_and_with_news_returns_the_piece(still_clock):
    tournament = a_tournament(8)
    client = signed_in()
    row = begun(tournament)
    tag = page_of(tournament, client, headers=POLL)["HX-PTag"]
    assert page_of(tournament, client, headers=POLL | {"HX-PTag": tag}).status_code == 304
    tell(row, 1, 7, 5)
    answer = page_of(tournament, client, headers=POLL | {"HX-PTag": tag})
    assert (answer.status_code, answer["Bowerbook"]) == (200, "director")
    assert answer.content.decode().lstrip().startswith('<div id="director">')


@pytest.mark.parametrize("rest", ["end", "take-back"])
def test_an_unnamed_step_is_refused(rest):
    tournament = a_tournament(8)
    begun(tournament)
    address = f"/sessions/{tournament.session_id}/tournament/rounds/1/{rest}"
    sentence = "This page is out of date. Reload it and try again."
    assert refused(address, {}, client=signed_in()) == (422, sentence)


def test_only_the_current_round_can_be_changed():
    tournament = a_tournament(8)
    played_to(tournament, 1)
    begun(tournament)
    stored = everything()
    answer = signed_in().post(f"/sessions/{tournament.session_id}/tournament/rounds/1/start")
    assert (answer.status_code, everything()) == (409, stored)
    assert (
        said(answer)
        == "Round 1 is not the current round. This page is out of date. Reload it and try again."
    )


def asked(tournament):
    client = signed_in()
    with CaptureQueriesContext(connection) as queries:
        assert page_of(tournament, client).status_code == 200
    return len(queries)


def test_with_very_many_tables_only_those_in_need_show_their_players(monkeypatch):
    monkeypatch.setattr(director, "MOST_TILES", 2)
    tournament = a_tournament(12)
    row = begun(tournament)
    tell(row, 2, 6, 6)
    page = page_of(tournament)
    (squares,) = shown(page, r'<ol class="squares".*?</ol>')
    assert re.findall(r"Table (\d+)( !)?", squares) == [("1", ""), ("2", " !"), ("3", "")]
    assert [re.search(r"\d+", words)[0] for words in tiles(page)] == ["2"]


def test_many_tables_and_rounds_take_as_many_queries_as_few():
    few, many = a_tournament(8), a_tournament(24, session=None)
    for tournament, rounds in ((few, 0), (many, 3)):
        played_to(tournament, rounds)
        for table in begun(tournament).tables.all():
            log(table.table, "{} 3".format(*table.table.sitting.names))
    assert {asked(few), asked(many)} == {17}


def test_a_tie_is_marked_with_its_winner():
    tournament = a_tournament(8, style="classic")
    row = ended(begun(tournament), "bell")
    tell(row, 2, 5, 5, tie="EW")
    assert tiles(page_of(tournament)) == [
        f"Table 1 head table no result yet {sides(row, 1, '–', '–')}",
        f"Table 2 finished · a tie {sides(row, 2, 5, '✓ won 5')}",
    ]


def test_a_long_name_is_shortened_and_complete_on_hover():
    tournament = a_tournament(["Bartholomew Featherstonehaugh", "Ann", "Ben", "Cat"])
    begun(tournament)
    page = page_of(tournament).content.decode()
    assert 'title="Bartholomew Featherstonehaugh">Bartholomew F.<' in page


def test_players_at_a_table_of_three_and_pairs_have_a_line_each():
    three = a_tournament(["Ann", "Ben", "Cat"], odd="three")
    pairs = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], session=None, style="pairs")
    found = []
    for tournament in (three, pairs):
        begun(tournament)
        sides = re.findall(
            r'<span class="who-of">.*?</span>\s*</span>',
            page_of(tournament).content.decode(),
            re.DOTALL,
        )
        found.append([text(side) for side in sides])
    assert [sorted(found[0]), sorted(found[1])] == [["Ann", "Ben", "Cat"], ["Ann Ben", "Cat Dan"]]


def test_the_director_is_asked_to_ring_when_the_head_table_has_its_points():
    tournament = a_tournament(8, style="classic", lone_at_head=True)
    pad = begun(tournament).tables.get(no=1).table
    log_all(pad, *["{} 3".format(*pad.sitting.names)] * 4)
    assert alarms(page_of(tournament)) == []
    log(pad, "{} 3".format(*pad.sitting.names))
    page = page_of(tournament)
    assert (alarms(page), buttons(page)[0]) == ([], "Ring the bell")
    assert next_step(page)[0].startswith("The head table has enough points")
    assert tiles(page)[0].startswith("Table 1 head table ring the bell")
    ended(latest(tournament), "bell")
    assert "Ring the bell" not in page_of(tournament).content.decode()


def test_the_clock_is_shown_only_while_the_round_runs():
    tournament = a_tournament(8, minutes=20)
    row = begun(tournament)
    assert "data-clock" in page_of(tournament).content.decode()
    ended(row)
    page = page_of(tournament)
    assert "data-clock" not in page.content.decode()
    assert re.fullmatch(
        r"Began at \S+, ended at \S+\.", shown(page, r'<p class="hint ran">(.*?)</p>')[0]
    )


def test_a_finished_tournaments_evening_can_be_closed_from_here():
    tournament = a_tournament(4)
    played_to(tournament, 1)
    close_it = f'href="/sessions/{tournament.session_id}/close"'
    assert close_it not in page_of(tournament).content.decode()
    finish(tournament=again(tournament), actor=PHONE)
    assert close_it in page_of(tournament).content.decode()
    close(tournament.session)
    assert close_it not in page_of(tournament).content.decode()


def test_a_table_entered_by_totals_shows_a_dash_instead_of_zero_on_the_evenings_page():
    tournament = a_tournament(8)
    row = begun(tournament)
    log(row.tables.get(no=1).table, "{} 3".format(*row.tables.get(no=1).table.sitting.names))
    tell(row, 2, 9, 6)
    evening = signed_in().get(f"/sessions/{tournament.session_id}/")
    assert sorted(shown(evening, r'<b class="points">(.*?)</b>')) == ["0", "1", "–", "–"]
    assert "No hands of this round on the pad. See Tournament." in text(evening.content.decode())
