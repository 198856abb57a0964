"""The pad on a tournament's table: in a round, at its end, and whom it lets do what."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.euchre.hand import Hand
from scoring.evening.actions.passes import renew_pass
from scoring.models import Report, Round
from scoring.table.actions.tables import change_people
from scoring.tournament.actions.finishing import finish
from scoring.tournament.actions.rounds import pause_round, publish_round, start_round
from scoring.tournament.queries.table_in_round import played_at
from tests.cast import PHONE, a_phone, address, again, form_of, link, log, log_all
from tests.html import shown
from tests.tournament.cast import (
    a_tournament,
    begun,
    drawn,
    ended,
    latest,
    played_to,
    tell,
    tell_all,
)
from tests.tournament.views.phone import (
    EAST,
    FINISH,
    MARCH,
    NORTH,
    SIX_SIX,
    about,
    of,
    pad,
    post,
    refused,
    sides,
    table_of,
    told,
    totals,
)

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


# -- the pad while the round goes on
# ----------------------------------------------------------------------


def test_the_pad_shows_the_round_and_the_hand_without_counting_void_deals():
    round = begun(a_tournament(8))
    log_all(table_of(round), NORTH, Hand(void="misdeal"), MARCH)
    answer = pad(round)
    assert about(answer) == ["Round 1 · hand 3 of 8"]
    assert shown(answer, r'<b class="side-points">(.*?)</b>') == ["3", "0"]
    assert shown(answer, r'<button class="save"[^>]*>(.*?)</button>') == ["Save hand"]


def test_a_published_round_shows_who_plays_whom_and_accepts_hands_before_its_start():
    tournament = a_tournament(8)
    round = publish_round(tournament=tournament, no=drawn(tournament).no)
    north, east = sides(round)
    answer = pad(round)
    assert shown(answer, r'<p class="prompt".*?</p>') == [
        f"Round 1 starts soon: {north} against {east}."
    ]
    assert post(round, "hands/log", form_of(table_of(round), NORTH)).status_code == 302
    assert shown(pad(round), r'<p class="prompt".*?</p>') == ["Who made trump?"]


@pytest.mark.parametrize(
    ("extra", "words"), [(0, "7:00 left"), (3, "10:00 left"), (None, "7:00 left · stopped")]
)
def test_the_clock_includes_extra_minutes_and_a_pause(still_clock, extra, words):
    round = begun(a_tournament(8, minutes=20))
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=13))
    if extra is None:
        pause_round(tournament=round.tournament, no=1, paused=True)
    round.tables.update(extra_minutes=extra or 0)
    assert shown(pad(round), r'<span class="clock">(.*?)</span>') == [words]


def test_without_minutes_there_is_no_clock():
    assert shown(pad(begun(a_tournament(8))), r'class="clock"') == []


def test_points_and_hands_stay_when_a_player_is_replaced_mid_round():
    round = begun(a_tournament(8))
    log_all(table_of(round), NORTH, MARCH)
    one, two, three, four = table_of(round).sitting.names
    change_people(in_round=True, table=table_of(round), names=["Zoe", two, three, four])
    log(table_of(round), EAST)
    answer = pad(round)
    assert about(answer) == ["Round 1 · hand 4 of 8"]
    assert shown(answer, r'<b class="side-points">(.*?)</b>') == ["3", "1"]


# -- the end
# ----------------------------------------------------------------------------------------------


def test_after_eight_hands_the_pad_shows_the_winner_and_asks_for_confirmation():
    round = begun(a_tournament(8))
    log_all(table_of(round), *[NORTH] * 8)
    north, east = sides(round)
    answer = pad(round)
    (finish,) = shown(answer, FINISH)
    assert finish.startswith(
        f"All 8 hands are played {north} won 8–0 Is that right? {north} Confirm Dispute"
    )
    assert 'data-round="over"' in answer.content.decode()


def test_at_the_bell_every_pad_says_stop_and_what_counts():
    round = begun(a_tournament(8, style="classic"))
    log(table_of(round, 2), NORTH)
    tag = pad(round, 2, headers=HTMX)["HX-PTag"]
    assert post(round, "round/bell", of(round)).status_code == 302
    answer = pad(round, 2, headers=HTMX | {"HX-PTag": tag})
    assert (answer.status_code, shown(answer, FINISH)[0][:89]) == (
        200,
        "The bell has rung Stop playing. An unfinished hand does not count. 1 hand counts. "
        + sides(round, 2)[0][:7],
    )


def test_a_hand_after_the_bell_is_kept_and_asked_about():
    round = ended(begun(a_tournament(8, style="classic")), "bell")
    sent = form_of(table_of(round), MARCH)
    answer = post(round, "hands/log", sent)
    assert answer.status_code == 409
    assert shown(answer, '<button name="keep".*?</button>') == [
        "Finished in time, count it",
        "Not finished, leave it out",
    ]
    decided = post(round, f"hands/{sent['hand_id']}/decide", {"keep": "yes"})
    assert decided.status_code == 302
    assert played_at(round.tables.get(no=1)).points == {"NS": 2, "EW": 0}


def test_a_ninth_hand_is_kept_but_not_counted_automatically():
    round = begun(a_tournament(8))
    log_all(table_of(round), *SIX_SIX)
    answer = post(round, "hands/log", form_of(table_of(round), MARCH))
    assert (answer.status_code, shown(answer, '<button name="keep".*?</button>')) == (
        409,
        [
            "Extra hand, count it",
            "Use this instead of hand 8",
            "Leave it out",
        ],
    )


def test_the_winner_of_a_tie_is_entered_with_a_tap_and_corrected_with_another():
    round = begun(a_tournament(8))
    log_all(table_of(round), *SIX_SIX)
    north, east = sides(round)
    assert (
        "Tied 4–4 Play one more hand. It only decides the tie. Who won it?"
        in shown(pad(round), FINISH)[0]
    )
    assert post(round, "round/tie", of(round, tie="EW")).status_code == 302
    assert f"{east} won, after 4–4" in shown(pad(round), FINISH)[0]
    post(round, "round/tie", of(round, tie="NS"))
    assert f"{north} won, after 4–4 Change who won the tie" in shown(pad(round), FINISH)[0]


def test_a_table_is_asked_about_its_result_only_after_its_last_hand():
    round = begun(a_tournament(8))
    log_all(table_of(round), *SIX_SIX[:2])
    asked = r'name="(tie|says)"'
    assert shown(pad(round, where="round"), asked) == []
    log_all(table_of(round), *SIX_SIX[2:])
    assert set(shown(pad(round, where="round"), asked)) == {"tie"}


def test_no_winner_is_asked_for_where_a_tie_stays_a_tie():
    round = begun(a_tournament(8, style="rotation"))
    log_all(table_of(round), *SIX_SIX)
    assert "A tie, 4–4 Is that right?" in shown(pad(round), FINISH)[0]


def test_a_side_confirms_and_the_other_disputes_without_holding_up_play():
    round = begun(a_tournament(8))
    log_all(table_of(round), *[NORTH] * 8)
    seen = {"points-NS": 8, "points-EW": 0}
    answer = post(round, "round/right", of(round, side="NS", says="right", **seen), headers=HTMX)
    assert answer["Bowerbook"] == "pad"
    post(round, "round/right", of(round, side="EW", says="wrong", why="The third was ours", **seen))
    assert told(round) == [
        ("NS", {"NS": 8, "EW": 0}, "", False, ""),
        ("EW", {}, "", True, "The third was ours"),
    ]
    north, east = sides(round)
    (finish,) = shown(pad(round), FINISH)
    assert f"{north} ✓ confirmed" in finish
    assert f"{east} ✗ disputed: The third was ours" in finish


def test_the_next_round_is_shown_to_seated_players_and_dismissed_with_a_tap():
    tournament = a_tournament(8)
    first = ended(begun(tournament))
    tell_all(first)
    here = {placing.entrant.name for placing in first.tables.get(no=1).placings.all()}
    second = publish_round(tournament=tournament, no=drawn(tournament).no)
    moves = r'<ul class="moves">.*?</ul>'
    (panel,) = shown(pad(second), r'<details class="sheet event".*?</details>')
    assert panel.startswith("Seats Round 2: your seats")
    assert all(name in shown(pad(second), moves)[0] for name in here)
    key = second.tables.get(no=1).pk
    closed = a_phone().get(address(table_of(second)), {"seen": key})
    assert f'id="event-round-{key}">' in closed.content.decode()
    start_round(tournament=tournament, no=2)
    assert shown(pad(second), moves) == []


def test_a_table_not_used_in_the_next_round_says_where_its_players_go():
    tournament = a_tournament(8)
    first = ended(begun(tournament))
    tell_all(first)
    for one in tournament.entrants.filter(no__gt=4):
        one.left = 1
        one.save()
    second = publish_round(tournament=tournament, no=drawn(tournament).no)
    assert list(second.tables.values_list("no", flat=True)) == [1]
    assert "Round 2: where you sit next" in shown(pad(first, 2), FINISH)[0]


# -- the bell
# ---------------------------------------------------------------------------------------------


def test_the_head_table_is_asked_to_ring_when_a_side_has_enough_points():
    round = begun(a_tournament(8, style="classic"))
    log_all(table_of(round), MARCH, MARCH, NORTH)
    log_all(table_of(round, 2), MARCH, MARCH, MARCH)
    assert shown(pad(round), FINISH) == [
        f"{sides(round)[0]} have 5 Ring the bell. Play stops at every table at once. Ring the bell"
    ]
    assert shown(pad(round, 2), FINISH) == []
    assert "Ring now" in pad(round).content.decode()
    assert "Ring" not in pad(round, 2).content.decode()


def test_another_table_cannot_ring_the_bell():
    round = begun(a_tournament(8, style="classic"))
    assert refused(round, "round/bell", of(round, 2), 2) == (
        409,
        "Only the head table can ring the bell.",
    )


def test_a_form_of_another_table_does_not_ring_the_bell():
    round = begun(a_tournament(8, style="classic"))
    assert refused(round, "round/bell", of(round, 2))[0] == 409


# -- doors
# ------------------------------------------------------------------------------------------------


def test_a_watcher_sees_the_round_but_no_form():
    round = begun(a_tournament(8))
    log_all(table_of(round), *[NORTH] * 8)
    page = a_phone().get(address(table_of(round), "round", right="watch"))
    assert (page.status_code, page.content.decode().count("<form")) == (200, 0)


@pytest.mark.parametrize("where", ["round", "round/tie", "round/right", "round/bell"])
def test_a_revoked_link_accepts_no_entry(where):
    round = begun(a_tournament(8))
    path, sent = address(table_of(round), where), totals(round, 9, 6, tie="NS", says="right")
    link(table_of(round)).__class__.objects.update(revoked_at=timezone.now())
    assert a_phone().post(path, sent).status_code == 410
    assert Report.objects.count() == 0


@pytest.mark.parametrize("where", ["round", "round/right", "round/bell"])
def test_a_closed_evening_accepts_no_entry(where):
    round = begun(a_tournament(8, style="classic"))
    log(table_of(round), MARCH)
    type(round.tournament.session).objects.update(closed_at=timezone.now())
    status, sentence = refused(round, where, totals(round, 2, 0, says="right"))
    assert (status, sentence.startswith("This club night is closed.")) == (409, True)


def test_the_scoreboard_shows_the_round_and_its_end():
    round = begun(a_tournament(8))
    log(table_of(round), NORTH)
    now = r'<p class="now">(.*?)</p>'
    first = table_of(round).sitting.names[1]
    assert shown(pad(round, where="board"), now) == [f"Round 1 · hand 2 of 8 · {first} deals"]
    ended(round)
    assert shown(pad(round, where="board"), now) == [
        "Round 1 · 1 of 8 hands · The director ended the round"
    ]


def test_the_menu_of_a_round_offers_neither_settlement_nor_changing_players():
    links = shown(pad(begun(a_tournament(8))), r'<ul class="links">.*?</ul>')[0]
    assert "Round and totals" in links
    assert "Settlement" not in links
    assert "Players join or leave" not in links


# -- what stands, what is past, what is over
# -----------------------------------------------------------------


def test_totals_typed_by_the_director_are_on_the_scoreboard_after_the_round():
    round = ended(begun(a_tournament(8)))
    tell(round, 1, 5, 2)
    assert shown(pad(round), r'<b class="side-points">(.*?)</b>') == ["5", "2"]


def heading(answer):
    return shown(answer, r"<h3>(.*?)</h3>")


def test_a_page_left_on_an_earlier_round_names_it_and_links_to_the_current_one():
    tournament = a_tournament(8)
    first = played_to(tournament, 1)
    publish_round(tournament=tournament, no=drawn(tournament).no)
    assert heading(pad(first, where="round?no=1")) == ["Round 2: where you sit next"]
    start_round(tournament=tournament, no=2)
    second = latest(tournament)
    tell_all(ended(second))
    begun(tournament)
    page = pad(first, where="round?no=1")
    assert heading(page) == ["Round 2: where you sat"]
    assert shown(page, r"<p>(Round 1 is over.*?)</p>") == ["Round 1 is over. Go to round 3"]


def test_after_the_tournament_a_tables_phone_says_so_and_where_the_results_are():
    tournament = a_tournament(8)
    round = played_to(tournament, 1)
    finish(tournament=again(tournament), actor=PHONE)
    (told,) = shown(pad(round), FINISH)
    wall = "The tournament is over. Standings and prizes are on the big screen."
    assert told.endswith(f"{wall} Find your name for your own points and rank.")
    assert ("Keep your seats" in told, "Stop playing" in told) == (False, False)
    token = renew_pass(session=tournament.session, right="players").token
    answer = pad(round, where="round?no=1")
    assert f'<a href="/e/{token}/">Find your name</a>' in answer.content.decode()
    tournament.session.passes.update(revoked_at=timezone.now())
    assert wall in shown(pad(round), FINISH)[0]


def test_the_short_form_is_sent_for_one_of_the_sides():
    round = begun(a_tournament(8))
    north, east = sides(round)
    buttons = shown(pad(round, where="round"), r'<button class="strong" name="side".*?</button>')
    assert buttons == [f"Send as {north}", f"Send as {east}"]
