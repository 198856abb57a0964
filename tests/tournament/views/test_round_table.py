"""The page of a table's round: who sits there, what was told, and the director's word with what it
moves."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.models import Report, Round
from scoring.tournament.actions.at_the_table import object_to
from scoring.tournament.actions.rounds import draw_round
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import load_tournament, played_tables
from scoring.tournament.views.play.tables import result_form
from tests.cast import PHONE, again, everything, log, send, signed_in
from tests.html import refused, said, shown, text
from tests.tournament.cast import (
    a_tournament,
    begun,
    ended,
    names_at,
    played_to,
    seats,
    tell,
    tell_all,
)
from tests.tournament.views.phone import pad

pytestmark = pytest.mark.django_db


def address(row, table=1, rest=""):
    return f"/sessions/{row.tournament.session_id}/tournament/rounds/{row.no}/tables/{table}/{rest}"


def page_of(row, table=1):
    return signed_in().get(address(row, table))


def decide(row, table, ns, ew, *, save="yes", tie="", why="", key=None, **lones):
    sent = {
        "key": key or uuid4(),
        "points_NS": ns,
        "points_EW": ew,
        "tie": tie,
        "why": why,
        **lones,
    }
    return send(signed_in(), address(row, table, "decide"), sent | ({"save": save} if save else {}))


def result(row, table=1):
    found = next(one for one in played_tables([row]) if one.row.no == table).verdict
    return found.state, found.result and (
        dict(found.result.points),
        dict(found.result.lones),
        found.result.tie,
    )


def test_the_page_shows_who_sits_where_and_who_entered_what():
    tournament = a_tournament(8)
    row = begun(tournament)
    tell(row, 1, 7, 5, source="table", side="NS")
    tell(row, 1, 6, 6, source="table", side="EW")
    at = names_at(row)[1]
    page = page_of(row)
    compass = {"N": "North", "E": "East", "S": "South", "W": "West"}
    assert shown(page, r'<ul class="who-of seats-of">.*?</ul>') == [
        " ".join(f"{compass[seat]} {at[seat]} {seats(row)[1][seat]}" for seat in side)
        for side in ("NS", "EW")
    ]
    north, east = f"{at['N']} and {at['S']}", f"{at['E']} and {at['W']}"
    (told_there,) = shown(page, r'<section aria-labelledby="reports">.*?</section>')
    assert f"{north} 7, {east} 5" in told_there
    assert f"{north} 6, {east} 6" in told_there
    assert "The scores differ, so there is no result" in text(page.content.decode())


def test_the_director_has_the_last_word():
    tournament = a_tournament(8)
    row = begun(tournament)
    tell(row, 1, 7, 5, source="table", side="NS")
    tell(row, 1, 6, 6, source="table", side="EW")
    lone = seats(row)[1]["N"]
    assert (
        decide(row, 1, 8, 8, tie="EW", why="the cards say so", **{f"lones_{lone}": 2}).status_code
        == 302
    )
    assert result(row) == ("confirmed", ({"NS": 8, "EW": 8}, {lone: 2}, "EW"))


def test_the_director_can_enter_that_there_was_no_lone_hand():
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=1).table
    log(pad, "{}! 5".format(*pad.sitting.names))
    ended(row)
    assert result(row) == ("unconfirmed", ({"NS": 4, "EW": 0}, {seats(row)[1]["N"]: 1}, None))
    decide(row, 1, 9, 0)
    assert result(row) == ("confirmed", ({"NS": 9, "EW": 0}, {}, None))


def test_a_missing_winner_is_mentioned_once():
    row = begun(a_tournament(8))
    tell(row, 1, 6, 6, source="table", side="NS")
    object_to(key=uuid4(), round_table=row.tables.get(no=1), side="EW", why="", actor=PHONE)
    page = text(page_of(row).content.decode())
    assert page.count("the winner is not entered") == 1
    assert page.count("dispute this.") == 1


def test_a_result_sent_twice_is_stored_once():
    tournament = a_tournament(8)
    row, key = begun(tournament), uuid4()
    for _ in range(2):
        assert decide(row, 1, 7, 5, key=key).status_code == 302
    assert Report.objects.count() == 1


def test_a_tie_needs_a_winner_and_typed_values_stay():
    tournament = a_tournament(8)
    row = begun(tournament)
    stored = everything()
    answer = decide(row, 1, 6, 6)
    assert (answer.status_code, everything()) == (422, stored)
    assert said(answer) == "The points are tied. Choose who won the tie."
    assert 'value="6"' in answer.content.decode()


def test_the_form_for_a_tie_has_the_lone_hands_that_were_entered():
    row = begun(a_tournament(8))
    north = seats(row)[1]["N"]
    for side in ("NS", "EW"):
        tell(row, 1, 6, 6, source="table", side=side, lones={north: 1})
    assert result(row) == ("tied", None)
    shows = result_form(next(one for one in played_tables([row]) if one.row.no == 1)).initial
    shows.pop("tie")
    assert decide(row, 1, shows.pop("points_NS"), shows.pop("points_EW"), tie="EW", **shows).url
    assert result(row) == ("confirmed", ({"NS": 6, "EW": 6}, {north: 1}, "EW"))


def test_a_tie_stays_a_tie_where_the_format_allows_it():
    tournament = a_tournament(8, style="rotation")
    row = begun(tournament)
    decide(row, 1, 6, 6)
    assert result(row) == ("confirmed", ({"NS": 6, "EW": 6}, {}, None))


def test_a_late_correction_previews_its_effect_and_changes_no_seats():
    tournament = a_tournament(8, prizes=[{"prize": "most points", "amount": 1010}], share=False)
    first = played_to(tournament, 1)
    second = begun(tournament)
    before, stored = seats(second), everything()
    looked = decide(first, 1, 2, 9, save="")
    assert (looked.status_code, everything()) == (200, stored)
    (effect,) = shown(looked, r'<section class="card effect".*?</section>')
    assert "Published seats of later rounds don’t change." in effect
    north = names_at(first)[1]["N"]
    rank = {row.name: row.rank for row in standings(load_tournament(tournament))}[north]
    assert f"{north} {rank} " in effect
    assert f"{north}: Most points (to cut) £10.10 no prize" in effect
    assert " 7 2 " in effect
    assert decide(first, 1, 2, 9).status_code == 302
    assert seats(second) == before
    assert {row.name: row.points for row in standings(load_tournament(again(tournament)))}[
        north
    ] == 2


def test_a_withdrawn_report_stays_visible():
    tournament = a_tournament(8)
    row = begun(tournament)
    wrong = tell(row, 1, 7, 5, source="table", side="NS")
    tell(row, 1, 6, 5, source="table", side="EW")
    for _ in range(2):
        assert (
            send(signed_in(), address(row, 1, "withdraw"), {"report": wrong.pk}).status_code == 302
        )
    assert result(row) == ("unconfirmed", ({"NS": 6, "EW": 5}, {}, None))
    assert "withdrawn by kate" in text(page_of(row).content.decode())


def test_another_tables_report_cannot_be_withdrawn_here():
    tournament = a_tournament(8)
    row = begun(tournament)
    other = tell(row, 2, 7, 5)
    assert send(signed_in(), address(row, 1, "withdraw"), {"report": other.pk}).status_code == 404
    assert again(other).withdrawn_at is None


def test_a_table_can_get_extra_time():
    tournament = a_tournament(8)
    row = begun(tournament)
    assert send(signed_in(), address(row, 1, "extra"), {"minutes": 3}).status_code == 302
    assert row.tables.get(no=1).extra_minutes == 3
    assert refused(address(row, 1, "extra"), {"minutes": "many"}, client=signed_in()) == (
        422,
        "A number from 0 to 60.",
    )


def test_a_hand_sent_after_the_end_is_marked_once_it_counts():
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=1).table
    log(pad, "{} 3".format(*pad.sitting.names))
    began, ended = (timezone.now() - timedelta(minutes=ago) for ago in (20, 1))
    Round.objects.filter(pk=row.pk).update(drawn_at=began, ended_at=ended)
    (hands,) = shown(page_of(row), r'<ol class="lines">.*?</ol>')
    assert hands.endswith("After the round ended.")


def test_a_round_that_has_not_started_accepts_no_result():
    tournament = a_tournament(8)
    row = begun(tournament)
    Round.objects.filter(pk=row.pk).update(started_at=None)
    stored = everything()
    assert (decide(row, 1, 7, 5).status_code, everything()) == (409, stored)


def test_a_table_of_three_is_decided_by_seat():
    tournament = a_tournament(7, odd="three")
    row = begun(tournament)
    (three,) = (no for no, at in seats(row).items() if len(at) == 3)
    assert page_of(row, three).status_code == 200
    sent = {"key": uuid4(), "points_N": 5, "points_E": 3, "points_S": 1, "save": "yes"}
    none = sent | {"points_N": "", "forfeit": "N"}
    assert send(signed_in(), address(row, three, "decide"), none).status_code == 422
    assert send(signed_in(), address(row, three, "decide"), sent).status_code == 302
    assert result(row, three) == ("confirmed", ({"N": 5, "E": 3, "S": 1}, {}, None))


def test_a_pair_is_named_as_one_entrant():
    tournament = a_tournament([("Ann", "Ben"), ("Cat", "Dan")], style="pairs")
    row = begun(tournament)
    assert decide(row, 1, 7, 5, lones_1=1).status_code == 302
    ns, ew = (seats(row)[1][seat] for seat in "NE")
    names = {1: "Ann and Ben 1", 2: "Cat and Dan 2"}
    assert shown(page_of(row), r'<ul class="who-of seats-of">.*?</ul>') == [
        f"N and S {names[ns]}",
        f"E and W {names[ew]}",
    ]


@pytest.mark.parametrize(("no", "table"), [(1, 9), (7, 1)])
def test_an_unknown_table_is_not_found(no, table):
    tournament = a_tournament(8)
    begun(tournament)
    path = f"/sessions/{tournament.session_id}/tournament/rounds/{no}/tables/{table}/"
    assert signed_in().get(path).status_code == 404


def test_a_finished_tournament_cannot_be_changed():
    tournament = a_tournament(8)
    row = ended(begun(tournament))
    tell_all(row)
    type(tournament).objects.filter(pk=tournament.pk).update(finished_at=timezone.now(), results={})
    stored = everything()
    answer = decide(row, 1, 9, 0)
    assert (answer.status_code, everything()) == (409, stored)
    assert "This tournament is finished" in said(answer)


def test_impossible_totals_from_one_side_do_not_count_until_the_director_allows_them():
    tournament = a_tournament(8)
    row = begun(tournament)
    side = " and ".join(names_at(row)[1][seat] for seat in "NS")
    sentence = f"60–2 (62 points together) by {side}, but 8 hands bring 32 at most."
    told = tell(row, 1, 60, 2, source="table", side="NS")
    page = page_of(row)
    assert sentence in shown(page, r'<p class="complaint">(.*?)</p>')
    assert "This one is right" in text(page.content.decode())
    tell(row, 2, 9, 6, source="table", side="NS")
    at = address(row).partition("rounds")[0]
    director = text(signed_in().get(at).content.decode())
    assert "Table 1 : impossible points" in director
    assert "1 of 2 tables has finished" in director
    assert [table.result is None for table in load_tournament(tournament).rounds[0].tables] == [
        True,
        False,
    ]
    ended(row)
    assert "1 table has no result" in text(signed_in().get(at).content.decode())
    with pytest.raises(Refused, match="table 1 has no result yet"):
        draw_round(tournament=tournament, after=1)
    send(signed_in(), address(row, rest="right"), {"key": uuid4(), "report": told.pk})
    assert result(row) == ("confirmed", ({"NS": 60, "EW": 2}, {}, None))
    assert sentence not in text(page_of(row).content.decode())


def test_impossible_points_from_the_director_need_confirmation():
    row = begun(a_tournament(8))
    page = decide(row, 1, 60, 2)
    assert shown(page, r'<p class="complaint" role="alert">(.*?)</p>') == [
        "60–2 (62 points together), but 8 hands bring 32 at most. Check it. If it is right, "
        "save it."
    ]
    assert result(row)[0] == "nothing"
    assert decide(row, 1, 60, 2, save="sure").status_code == 302
    assert result(row)[0] == "confirmed"


def test_the_director_enters_a_forfeit_with_a_preview_and_every_page_says_so():
    tournament = a_tournament(8)
    row = begun(tournament)
    tell(row, 1, 7, 5, source="table", side="NS")
    at = names_at(row)[1]
    east = f"{at['E']} and {at['W']}"
    page = decide(row, 1, "", "", save="", forfeit="NS")
    assert (page.status_code, result(row)[0]) == (200, "unconfirmed")
    assert decide(row, 1, "", "", forfeit="NS", why="left early").status_code == 302
    assert result(row) == ("forfeited", ({"NS": 0, "EW": 8}, {}, None))
    page = text(page_of(row).content.decode())
    assert "Won by forfeit, so no hand counts." in page
    assert f"{at['N']} and {at['S']} forfeit: left early" in page
    tell(row, 2, 7, 5)
    address_of_standings = f"/sessions/{tournament.session_id}/tournament/standings"
    assert "f: by forfeit" in text(signed_in().get(address_of_standings).content.decode())
    assert f"{east} won 8–0, by forfeit" in text(pad(row, 1, "round").content.decode())


EUCHRES = {"name": "Euchres", "to": "lowest", "each": 10, "for_each": "euchre"}


def test_the_director_counts_euchres_where_a_pot_needs_them():
    row = begun(a_tournament(8, pots=[EUCHRES]))
    east = seats(row)[1]["E"]
    assert "Euchred as maker, for the pots" in text(page_of(row).content.decode())
    assert decide(row, 1, 7, 5, **{f"euchres_{east}": 2}).status_code == 302
    (found,) = (one for one in played_tables([row]) if one.row.no == 1)
    assert found.verdict.result.euchres == {east: 2}
    plain = begun(a_tournament(8))
    assert "Euchred as maker" not in text(page_of(plain).content.decode())


def test_the_pad_counts_euchres_and_lone_hands_tried():
    row = begun(a_tournament(8))
    table = row.tables.get(no=1).table
    north, east, _, _ = table.sitting.names
    for hand in (f"{north}! 3", f"{north}! 5", f"{east} 2"):
        log(table, hand)
    at = seats(row)[1]
    (found,) = (one for one in played_tables([row]) if one.row.no == 1)
    (hands,) = found.said
    assert (hands.lones, hands.tried, hands.euchres) == (
        {at["N"]: 1},
        {at["N"]: 2},
        {at["E"]: 1},
    )
