"""A lone hand told from paper or by totals where nobody may play alone: said, and left to the
director."""

import re
from uuid import uuid4

import pytest

from scoring.models import Report
from scoring.table.actions.house_rules import make_house_rules
from scoring.tournament.actions.settings import change_settings
from scoring.tournament.queries.now import played_tables
from tests.cast import PHONE, a_phone, again, send, signed_in
from tests.html import shown, text
from tests.tournament.cast import a_tournament, begun, ended, seats, tell
from tests.tournament.views import phone

pytestmark = pytest.mark.django_db

HTMX = {"headers": {"HX-Request": "true"}}
LONE_HANDS = r"<details ?(open)?>\s*<summary>Lone hands aren’t allowed here"
"""Where the director enters them: whether it is unfolded."""


@pytest.fixture
def round():
    """Round 1 of a classic evening of eight: it has ended."""
    return ended(begun(a_tournament(8, style="classic")))


def at(round, table=1):
    return tuple(seats(round)[table].values())


def name(round, no):
    return round.tournament.entrants.get(no=no).name


def barred(round, *numbers):
    who = " and ".join(name(round, no) for no in numbers)
    return f"Lone hands aren’t allowed here. Those of {who} count only if the director says so."


def desk(round, way, line):
    """What the desk answers to a line: its sentences, whether they are a complaint, and all of the
    page."""
    first = {"slip": "table"}.get(way, "no")
    sent = {"key": uuid4(), "round": 1, "show": "missing", first: line}
    page = send(
        signed_in(), f"/sessions/{round.tournament.session_id}/tournament/desk/{way}", sent, **HTMX
    )
    found = re.search(
        r'<div id="answer".*?><div class="(.*?)">(.*?)(<form|</div>)', page.content.decode(), re.S
    )
    return text(found[2]).strip(), found[1], page


def director(round):
    return signed_in().get(f"/sessions/{round.tournament.session_id}/tournament/")


def stands(round, table=1):
    found = next(one for one in played_tables([round]) if one.row.no == table).verdict
    return found.state, found.result and (dict(found.result.points), dict(found.result.lones))


def test_a_card_with_a_forbidden_lone_hand_is_stored_and_the_director_must_decide(round):
    north, *_ = at(round)
    says, kind, page = desk(round, "card", f"{north} 5 3 1")
    owner = f"{north} {name(round, north)}"
    assert says == f"{owner}: round 1, table 1, 5–3, 1 lone hand. {barred(round, north)}"
    assert kind == "complaint"
    section = shown(page, r'<section class="card effect".*?</section>')[0]
    assert barred(round, north) in section
    assert f"Enter {north} again" in section
    assert stands(round) == ("barred", ({"NS": 5, "EW": 3}, {}))
    assert Report.objects.get().lones == {str(north): 1}


def test_a_forbidden_lone_hand_is_reported_before_the_opponents_points_arrive(round):
    north, *_ = at(round)
    says, kind, _ = desk(round, "whole", f"{north} 5** = 5")
    figures = f"{north} {name(round, north)}: 1 round, 5 in all, 2 lone hands."
    assert says == f"{figures} Round 1, table 1: {barred(round, north)}"
    assert (kind, stands(round)) == ("complaint", ("incomplete", None))


def test_retyping_the_card_without_the_lone_hand_clears_the_complaint(round):
    north, *_ = at(round)
    desk(round, "card", f"{north} 5 3 1")
    says, kind, _ = desk(round, "card", f"{north} 5 3")
    assert says.endswith("5–3. It replaces 5–3, 1 lone hand.")
    assert kind == "remark"
    assert stands(round) == ("unconfirmed", ({"NS": 5, "EW": 3}, {}))


def test_a_slip_and_a_whole_card_report_a_forbidden_lone_hand_too(round):
    north, east, *_ = at(round)
    says, kind, _ = desk(round, "slip", f"1 5 3, {north} {east}")
    assert says.endswith(barred(round, *sorted((north, east), key=at(round).index)))
    assert kind == "complaint"
    says, kind, _ = desk(round, "whole", f"{north} 5* = 5")
    assert f"Round 1, table 1: {barred(round, north, east)}" in says
    assert kind == "complaint"


def test_a_lone_hand_at_another_table_is_accepted(round):
    north, *_ = at(round, 2)
    says, kind, _ = desk(round, "card", f"{north} 7 3 1")
    assert says.endswith("7–3, 1 lone hand.")
    assert kind == "remark"
    assert stands(round, 2) == ("unconfirmed", ({"NS": 7, "EW": 3}, {north: 1}))


def test_rules_without_lone_hands_forbid_them_at_every_table():
    made = a_tournament(8)
    house = make_house_rules(
        club=made.session.club, base="american", name="Together", changes={"alone": "nobody"}
    )
    change_settings(tournament=made, settings={}, house=house, actor=PHONE)
    played = ended(begun(again(made)))
    north, *_ = at(played, 2)
    says, kind, _ = desk(played, "card", f"{north} 7 3 1")
    assert says.endswith(barred(played, north))
    assert kind == "complaint"


def test_totals_from_a_phone_report_a_forbidden_lone_hand_before_and_after(round):
    north, *_ = at(round)
    page = text(phone.pad(round, where="round").content.decode())
    elsewhere = text(phone.pad(round, 2, where="round").content.decode())
    asks = "Lone hands aren’t allowed here."
    assert (asks in page, asks in elsewhere) == (True, False)
    answer = phone.post(round, "round", phone.totals(round, 5, 3, **{f"lones-{north}": 1}))
    assert barred(round, north) in text(a_phone().get(answer["Location"]).content.decode())
    assert stands(round) == ("barred", ({"NS": 5, "EW": 3}, {}))


def test_a_confirmation_by_the_opponents_leaves_the_decision_to_the_director(round):
    north, *_ = at(round)
    tell(round, 1, 5, 3, source="table", side="NS", lones={north: 1})
    tell(round, 1, 5, 3, source="table", side="EW")
    assert stands(round) == ("barred", ({"NS": 5, "EW": 3}, {}))


def test_the_director_sees_a_forbidden_lone_hand_and_decides(round):
    north, east, south, west = at(round)
    tell(round, 1, 5, 3, source="table", side="NS", lones={north: 1})
    tell(round, 2, 7, 3)
    alarms = shown(director(round), r'<ul class="alarms".*?</ul>')
    assert alarms == ["Table 1 : a lone hand where they aren’t allowed Check"]
    address = f"/sessions/{round.tournament.session_id}/tournament/rounds/1/tables/1/"
    page = signed_in().get(address)
    assert barred(round, north) in text(page.content.decode())
    assert shown(page, LONE_HANDS) == ["open"]
    sent = {"key": uuid4(), "points_NS": 5, "points_EW": 3, "tie": "", "why": "", "save": "yes"}
    send(signed_in(), f"{address}decide", sent | {f"lones_{north}": 1})
    assert stands(round) == ("confirmed", ({"NS": 5, "EW": 3}, {north: 1}))
    assert shown(director(round), r'<ul class="alarms".*?</ul>') == []
    send(signed_in(), f"{address}decide", sent | {"key": uuid4()})
    assert stands(round) == ("confirmed", ({"NS": 5, "EW": 3}, {}))
    assert shown(signed_in().get(address), LONE_HANDS) == [""]


def test_undecided_lone_hands_of_every_round_are_listed_before_the_finish(round):
    north, *_ = at(round)
    tell(round, 1, 5, 3, source="table", side="NS", lones={north: 1})
    tell(round, 2, 7, 3)
    later = ended(begun(again(round.tournament)))
    tell(later, 1, 5, 3)
    tell(later, 2, 7, 3)
    address = f"/sessions/{round.tournament.session_id}/tournament/prizes"
    waits = r'<ul class="alarms" aria-label="To be decided">.*?</ul>'
    assert shown(signed_in().get(address), waits) == [f"Round 1, table 1 {barred(round, north)}"]
    tell(round, 1, 5, 3, lones=dict.fromkeys(at(round), 0))
    assert shown(signed_in().get(address), waits) == []
