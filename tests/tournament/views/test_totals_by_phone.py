"""Totals without hands, told by a table's phone; and tables whose round was taken back."""

import re
from uuid import uuid4

import pytest

from scoring.models import Report
from scoring.tournament.actions.rounds import publish_round, take_back
from scoring.tournament.queries.table_in_round import played_at
from tests.cast import a_phone, address, everything
from tests.html import said, shown
from tests.tournament.cast import a_tournament, begun, drawn, ended, tell_all
from tests.tournament.views.phone import FINISH, pad, post, refused, sides, table_of, told, totals

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def test_totals_are_stored_with_their_side_and_lone_hands():
    round = begun(a_tournament(8))
    one, *_ = played_at(round.tables.get(no=1)).seats.values()
    sent = totals(round, 9, 6, **{f"lones-{one}": 1})
    answer = post(round, "round", sent)
    assert answer.status_code == 302
    post(round, "round", sent)
    assert told(round) == [("NS", {"NS": 9, "EW": 6}, "", False, "")]
    assert Report.objects.get().lones == {str(one): 1}
    page = a_phone().get(answer["Location"])
    north, east = sides(round)
    told_so = f"{north} {north} 9, {east} 6, 1 lone hand"
    assert shown(page, r'<ul class="said".*?</ul>')[0].startswith(told_so)


def test_impossible_totals_do_not_count_until_the_opponents_confirm_them():
    round = begun(a_tournament(8))
    post(round, "round", totals(round, 60, 2))
    stands = r'<p class="stands">(.*?)</p>'
    assert shown(pad(round, where="round"), stands) == ["60–2 does not count yet"]
    right = totals(round, 60, 2, side="EW", says="right")
    page = a_phone().get(post(round, "round/right", right)["Location"])
    assert shown(page, stands) == [f"{sides(round)[0]} won 60–2"]


def test_the_opponents_confirm_points_that_a_penalty_took_below_zero():
    round = begun(a_tournament(8))
    post(round, "round", totals(round, -2, 6))
    right = totals(round, -2, 6, side="EW", says="right")
    assert post(round, "round/right", right).status_code == 302
    assert [points for _, points, *_ in told(round)] == [{"NS": -2, "EW": 6}] * 2


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        ({"points-EW": ""}, "{1}: how many points, from -999 to 999?"),
        ({"points-NS": "-1000"}, "{0}: how many points, from -999 to 999?"),
        ({"side": ""}, "Tap the button with your names."),
        (
            {"key": "x"},
            "This page is out of date. Reload it and try again.",
        ),
    ],
)
def test_incomplete_totals_say_what_is_missing_and_keep_typed_values(what, sentence):
    round = begun(a_tournament(8))
    sent = totals(round, 9, 6) | what
    assert refused(round, "round", sent) == (422, sentence.format(*sides(round)))
    kept = {"points-NS": "9", "points-EW": "6"} | what
    page = post(round, "round", sent).content.decode()
    found = dict(re.findall(r'name="(points-\w\w)"[^>]*?value="([^"]*)"', page))
    assert found == {name: kept[name] for name in found}


def test_a_form_of_round_one_sent_in_round_two_counts_in_round_one():
    tournament = a_tournament(8)
    first = begun(tournament)
    stale = totals(first, 9, 6)
    ended(first)
    tell_all(first)
    second = begun(tournament)
    post(second, "round", stale)
    assert ("NS", {"NS": 9, "EW": 6}, "", False, "") in told(first)
    assert told(second) == []


def test_a_form_of_an_undone_round_is_refused_with_the_reason():
    tournament = a_tournament(8)
    round = publish_round(tournament=tournament, no=drawn(tournament).no)
    sent, table = totals(round, 9, 6), table_of(round)
    take_back(tournament=tournament, no=1, step="published")
    stored = everything()
    answer = a_phone().post(address(table, "round"), sent)
    assert (answer.status_code, said(answer)) == (
        409,
        "This page is out of date. Reload it and try again.",
    )
    assert everything() == stored


@pytest.mark.parametrize("where", ["", "board"])
def test_a_table_whose_round_was_undone_waits_on_a_polling_page(where):
    tournament = a_tournament(8)
    table = table_of(publish_round(tournament=tournament, no=drawn(tournament).no))
    take_back(tournament=tournament, no=1, step="published")
    client = a_phone()
    answer = client.get(address(table, where), follow=True)
    assert (answer.status_code, shown(answer, r'<p class="lead">(.*?)</p>')) == (
        200,
        ["This table has no round now."],
    )
    polled = client.get(address(table, where), headers=HTMX)
    assert (polled["HX-Redirect"], polled["Bowerbook"]) == (address(table, "round"), "pad")


def test_no_page_of_a_table_whose_round_was_undone_breaks():
    tournament = a_tournament(8)
    table = table_of(publish_round(tournament=tournament, no=drawn(tournament).no))
    take_back(tournament=tournament, no=1, step="published")
    found = {
        where: a_phone().get(address(table, where)).status_code
        for where in ("score", "people", "rules", "share", "score.pdf", "reread", "hands/log")
    }
    assert {*found.values()} <= {200, 404, 405}, found


def test_three_players_at_a_table_with_rules_for_four_enter_points_by_player():
    tournament = a_tournament(8, odd="three")
    first = ended(begun(tournament))
    tell_all(first)
    for one in tournament.entrants.filter(no=8):
        one.left = 1
        one.save()
    second = begun(tournament)
    three = next(row for row in second.tables.all() if row.placings.count() == 3)
    path = address(three.table, "round")
    assert a_phone().get(address(three.table))["Location"] == path
    page = a_phone().get(path)
    assert re.findall(r'name="(points-\w+)"', page.content.decode()) == [
        "points-N",
        "points-E",
        "points-S",
    ]
    points = {"points-N": 5, "points-E": 2, "points-S": 1}
    sent = {"round_table": three.pk, "key": uuid4(), "side": "E", **points}
    assert a_phone().post(path, sent).status_code == 302
    assert played_at(three).verdict.result.points == {"N": 5, "E": 2, "S": 1}


def has_told_nothing(page):
    return 'class="sides untold"' in page.content.decode()


def test_a_table_without_hands_at_the_bell_is_asked_for_totals_on_its_pad():
    tournament = a_tournament(8, style="classic")
    round = begun(tournament)
    before = pad(round, 2)
    assert ("How did it end?" in before.content.decode(), has_told_nothing(before)) == (
        False,
        False,
    )
    ended(round, "bell")
    assert has_told_nothing(pad(round, 2))
    north, east = sides(round, 2)
    assert shown(pad(round, 2), r'<section class="totals".*?</form>')[0].startswith(
        f"No hands on this pad. What was the score? {north}"
    )
    answer = post(round, "round", totals(round, 7, 6, no=2, then="pad"), no=2)
    assert answer["Location"] == address(table_of(round, 2))
    page = pad(round, 2)
    assert "How did it end?" not in page.content.decode()
    assert f"{north} won 7–6" in shown(page, FINISH)[0]
    assert not has_told_nothing(page)


def test_impossible_totals_are_pointed_out_on_the_pad_and_stored():
    round = begun(a_tournament(8, style="classic"))
    ended(round, "bell")
    post(round, "round", totals(round, 4, 3, then="pad"))
    assert shown(pad(round), r'<p class="problem">(.*?)</p>') == [
        f"4–3 by {sides(round)[0]}, but the head table plays to 5."
    ]
    assert told(round) == [("NS", {"NS": 4, "EW": 3}, "", False, "")]
    assert has_told_nothing(pad(round))
    again = re.search(r'href="([^"]*[?]again)#tell"', pad(round).content.decode())[1]
    tell = r'<details\s+id="tell"[^>]*\sopen'
    asked = [
        a_phone().get(path).content.decode()
        for path in (address(table_of(round, 1), "round"), again)
    ]
    assert [re.search(tell, page) is not None for page in asked] == [False, True]
