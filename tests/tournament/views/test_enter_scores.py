"""The desk's page: cards are typed, the odd one is shown beside its partner's, what is missing is
listed."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.common.codes import ENTRANT, ROUND_TABLE, code_of
from scoring.models import Report
from scoring.tournament.queries.now import played_tables
from tests import html, proof
from tests.cast import log, send, signed_in, undone
from tests.tournament.cast import a_tournament, begun, drawn, ended, played_to, seats, tell

pytestmark = pytest.mark.django_db

HTMX = {"headers": {"HX-Request": "true"}}


@pytest.fixture
def tournament():
    tournament = a_tournament(8)
    ended(begun(tournament))
    return tournament


def desk(tournament, query=""):
    return f"/sessions/{tournament.session_id}/tournament/desk{query}"


def typed(tournament, way="card", *, key=None, how=HTMX, client=None, **fields):
    """What the desk answers to what is typed."""
    sent = {"key": key or uuid4(), "round": 1, "show": "missing"} | fields
    return send(client or signed_in(), desk(tournament, f"/{way}"), sent, **how)


def line(tournament, line, way="card", **how):
    """A whole line is typed into the first field."""
    return typed(tournament, way, **{"table" if way == "slip" else "no": line}, **how)


def at(tournament, table=1):
    return tuple(seats(tournament.rounds.get(no=1))[table].values())


def name(tournament, no):
    return tournament.entrants.get(no=no).name


def said(answer):
    """The answer's sentences."""
    found = re.search(
        r'<div id="answer".*?>(.*?)(<form|</div>)', answer.content.decode(), re.DOTALL
    )
    return html.text(found[1]).strip()


def words(answer):
    """All words of a page."""
    return html.text(answer.content.decode())


def numbers(answer):
    """Whose numbers the list shows."""
    return [int(no) for no in re.findall(r'<li id="no-(\d+)"[^>]*?"><a', answer.content.decode())]


def reports():
    return [(one.points, one.lones, one.tie) for one in Report.objects.filter(withdrawn_at=None)]


def test_a_card_is_answered_with_owner_place_points_and_the_partners_card(tournament):
    north, _, south, _ = at(tournament)
    first = said(line(tournament, f"{south} 9 6"))
    second = said(line(tournament, f"{north}: 9-6 1"))
    assert first == f"{south} {name(tournament, south)}: round 1, table 1, 9–6."
    assert second == (
        f"{north} {name(tournament, north)}: round 1, table 1, 9–6, 1 lone hand. "
        f"Partner {name(tournament, south)}'s card says the same."
    )


def test_numbers_can_have_separate_fields_and_the_suggested_one_needs_no_typing(
    tournament,
):
    north, *_ = at(tournament)
    typed(tournament, no="", suggested=north, points="9", other="", lones="2")
    assert reports() == [({"NS": 9}, {str(north): 2}, "")]


def test_without_a_script_the_page_returns_to_itself_with_the_same_answer(tournament):
    north, *_ = at(tournament)
    client = signed_in()
    answer = line(tournament, f"{north} 9 6", how={}, client=client)
    shown = client.get(answer["Location"])
    assert answer.status_code == 302
    assert said(shown) == f"{north} {name(tournament, north)}: round 1, table 1, 9–6."
    assert north not in numbers(shown)


def test_an_odd_card_is_shown_beside_its_partners_and_corrected_by_retyping(
    tournament,
):
    north, east, south, _ = at(tournament)
    line(tournament, f"{north} 9 6")
    line(tournament, f"{east} 6 9")
    odd = line(tournament, f"{south} 8 6")
    page = words(odd)
    who = [name(tournament, no) for no in (north, south)]
    assert said(odd) == (
        f"{south} {who[1]}: round 1, table 1, 8–6. Partner {who[0]}'s card says 9–6. "
        "Table 1 is disputed. See below."
    )
    sentence = f"{who[1]}'s card says 8, partner {who[0]}'s 9, {name(tournament, east)}'s card 9."
    assert f"{' and '.join(who)}: {sentence}" in page
    assert page.index(f"{north} {who[0]}'s card 9 6") < page.index(
        f"{south} {who[1]}'s card 8 ≠ differs 6"
    )
    assert f"Enter {south} again" in page
    assert "/tournament/rounds/1/tables/1/" in odd.content.decode()
    assert said(line(tournament, f"{south} 9 6")) == (
        f"{south} {who[1]}: round 1, table 1, 9–6. It replaces 8–6. "
        f"Partner {who[0]}'s card says the same. Table 1 is confirmed."
    )


def test_missing_cards_are_listed_and_tables_are_counted(tournament):
    page = signed_in().get(desk(tournament))
    everybody = numbers(page)
    north, east, *_ = at(tournament)
    line(tournament, f"{north} 9 6")
    after = line(tournament, f"{east} 6 9")
    assert everybody == list(range(1, 9))
    assert numbers(after) == [no for no in everybody if no not in (north, east)]
    assert (
        "1 of 2 tables has a result No points yet from table 2. Confirmed 1 of 2 To confirm 0 "
        "To check 0 Missing 6 All 8"
    ) in words(after)


def test_no_card_is_missing_from_a_table_whose_score_came_from_a_phone(tournament):
    tell(tournament.rounds.get(no=1), 1, 9, 6, source="table", side="EW")
    page = signed_in().get(desk(tournament))
    assert numbers(page) == sorted(at(tournament, 2))
    assert numbers(signed_in().get(desk(tournament, "?by=slip"))) == [2]


def test_a_tie_that_is_still_being_played_is_not_to_check():
    tournament = a_tournament(8)
    pad = begun(tournament).tables.get(no=1).table
    north, east, *_ = pad.sitting.names
    log(pad, f"{north} 3")
    log(pad, f"{east} 3")
    page = words(signed_in().get(desk(tournament)))
    assert ("no table has a result yet" in page, "To check 0" in page) == (True, True)


def test_a_table_that_is_still_playing_has_no_result_to_confirm():
    tournament = a_tournament(8)
    row = begun(tournament)
    pad = row.tables.get(no=1).table
    log(pad, f"{pad.sitting.names[0]} 3")
    page = words(signed_in().get(desk(tournament)))
    assert "no table has a result yet" in page
    assert "Confirmed 0 of 2 To confirm 0 To check 0" in page
    ended(row)
    page = words(signed_in().get(desk(tournament)))
    assert "Confirmed 0 of 2 To confirm 1 To check 0" in page


def test_the_list_can_show_all_cards_or_those_to_check(tournament):
    north, _, south, _ = at(tournament)
    line(tournament, f"{north} 9 6")
    line(tournament, f"{south} 8 6")
    client = signed_in()
    found = {
        show: numbers(client.get(desk(tournament, f"?show={show}"))) for show in ("all", "odd")
    }
    assert found == {"all": list(range(1, 9)), "odd": sorted([north, south])}


def test_the_next_missing_card_is_suggested(tournament):
    found = [
        re.search(r'data-suggested="(\d*)"', line(tournament, f"{no} 9").content.decode())[1]
        for no in (3, 5, 8)
    ]
    assert found == ["4", "6", "1"]


def test_the_last_entry_can_be_undone(tournament):
    north, *_ = at(tournament)
    key = uuid4()
    line(tournament, f"{north} 9 6", key=key)
    client = signed_in()
    answer = send(
        client, desk(tournament, "/take-back"), {"key": key, "by": "card", "round": 1}, **HTMX
    )
    assert (said(answer), reports()) == (
        f"Undone: {north} {name(tournament, north)}, round 1, table 1.",
        [],
    )
    again = send(client, desk(tournament, "/take-back"), {"key": key, "by": "card", "round": 1})
    assert "Undone: " in words(client.get(again["Location"]))


NONSENSE = [
    ("99 9 6", "“99 9 6”: There is no number 99."),
    ("1 x 6", "“1 x 6”: “x” is no number from 0 to 999."),
    ("1 1000", "“1 1000”: “1000” is no number from 0 to 999."),
    ("1 ٣", "“1 ٣”: “٣” is no number from 0 to 999."),
    ("1", "“1”: Type the points of the owner’s side."),
    ("", "“”: Type the number of the card’s owner."),
    ("Cat 9 6", "“Cat 9 6”: “Cat” is no number from 0 to 999."),
    ("1 5+ 5+", "“1 5+ 5+”: Only one side can win the tie."),
    ("1 9+ 6", "“1 9+ 6”: A + says who won a tie, and 9–6 is none."),
    (
        "1 9 6 1 1",
        "“1 9 6 1 1”: 5 numbers are too many here: “12 9 6 1” is number 12 with 9–6 and "
        "one lone "
        "hand.",
    ),
]


def test_an_impossible_entry_is_refused_in_a_sentence_and_not_stored(tournament):
    for sent, sentence in NONSENSE:
        with_script, without = line(tournament, sent), line(tournament, sent, how={})
        assert said(with_script) == said(without) == f"Not saved. {sentence}"
        assert with_script.status_code == without.status_code in (409, 422), sent
        assert f'value="{sent}"' in without.content.decode() or not sent
        assert reports() == [], sent


def test_a_line_and_separate_fields_at_once_are_refused(tournament):
    answer = typed(tournament, no="1 9 6", points="9")
    assert "not both." in said(answer)
    assert answer.status_code == 422


def test_more_points_than_the_hands_can_bring_are_stored_and_flagged(tournament):
    north, *_ = at(tournament)
    answer = line(tournament, f"{north} 40 6")
    who = f"{name(tournament, north)}'s card"
    sentence = f"40–6 (46 points together) by {who}, but 8 hands bring 32 at most."
    assert sentence in said(answer)
    assert reports() == [({"NS": 40, "EW": 6}, {str(north): 0}, "")]
    assert sentence in words(signed_in().get(desk(tournament)))


def test_a_slip_is_typed_by_table_with_lone_hands_by_number(tournament):
    north, east, south, west = at(tournament)
    sides = [
        f"{name(tournament, a)} and {name(tournament, b)}"
        for a, b in ((north, south), (east, west))
    ]
    answer = line(tournament, f"1: 9 8, {east} {east} {north}", "slip")
    assert said(answer) == (
        f"Round 1, table 1: {sides[0]} 9, {sides[1]} 8. "
        f"Lone hands: {name(tournament, north)} 1, {name(tournament, east)} 2."
    )
    assert (numbers(answer), reports()) == (
        [2],
        [({"NS": 9, "EW": 8}, {str(east): 2, str(north): 1}, "")],
    )
    fields = {"table": "2", "first": "5", "second": "5+", "lones": ""}
    typed(tournament, "slip", **fields)
    assert reports()[-1] == ({"NS": 5, "EW": 5}, {}, "EW")


def test_a_card_is_checked_against_entries_from_phones(tournament):
    north, _, south, _ = at(tournament)
    row = tournament.rounds.get(no=1)
    tell(row, 1, 9, 6, source="table", side="EW")
    agrees = said(line(tournament, f"{north} 9 6"))
    differs = said(line(tournament, f"{south} 9 7"))
    assert agrees.endswith("Table 1 is confirmed.")
    assert "Table 1 is disputed. See below." in differs


def test_a_whole_card_is_typed_as_one_line_with_its_total():
    tournament = a_tournament(4, rounds=3)
    played_to(tournament, 3)
    points = [
        7 if table.value.side_of(1) == "NS" else 5
        for table in played_tables(tournament.rounds.all())
    ]
    sent = f"1: {points[0]}* {points[1]} {points[2]} = {sum(points)}"
    wrong = line(tournament, sent[:-2] + "99", "whole")
    answer = line(tournament, sent, "whole")
    who = name(tournament, 1)
    assert f"{who}'s card: its points come to {sum(points)}, and 99 is written." in said(wrong)
    assert (wrong.status_code, answer.status_code) == (409, 200)
    assert 'data-wrong="total"' in wrong.content.decode()
    assert said(answer).startswith(f"1 {who}: 3 rounds, {sum(points)} in all, 1 lone hand.")
    short = line(tournament, "1 7 5", "whole")
    assert "2 rounds, but 3 were played: type - for none." in said(short)
    fields = {"no": "2", "round_1": "7", "round_2": "", "round_3": "-", "total": ""}
    assert "Round 2: Nothing is typed. A round without points is a -." in said(
        typed(tournament, "whole", **fields)
    )


def test_the_page_says_that_no_round_has_started_yet():
    tournament = a_tournament(8)
    drawn(tournament)
    page = words(signed_in().get(desk(tournament)))
    assert "No round has started yet." in page


def test_the_link_of_an_odd_card_puts_its_number_into_the_field(tournament):
    page = signed_in().get(desk(tournament, "?no=5")).content.decode()
    assert re.search(r'<input[^>]*name="no"[^>]*value="5"', page)
    assert re.search(r'<input[^>]*name="points"[^>]*autofocus', page)


def test_the_page_takes_as_many_queries_for_many_tables_as_for_three():
    found = []
    for people in (12, proof.size(24, thorough=100)):
        tournament = a_tournament(people)
        row = played_to(tournament, 1)
        for table in seats(row):
            tell(row, table, 7, 5, source="table", side="EW")
        client = signed_in()
        client.get(desk(tournament))
        asked = {}
        for way, sent in {"card": "1 7 5", "slip": "1 7 5", "whole": "1 7 = 7"}.items():
            with CaptureQueriesContext(connection) as shown:
                client.get(desk(tournament, f"?by={way}"))
            with undone(), CaptureQueriesContext(connection) as stored:
                line(tournament, sent, way, client=client)
            asked[way] = (len(shown), len(stored))
        found.append(asked)
    assert found[0] == found[1]


def test_two_equally_supported_scores_are_both_marked(tournament):
    north, _, south, _ = at(tournament)
    line(tournament, f"{north} 9 6")
    page = words(line(tournament, f"{south} 8 6"))
    assert f"{north} {name(tournament, north)}'s card 9 ≠ differs 6" in page
    assert f"{south} {name(tournament, south)}'s card 8 ≠ differs 6" in page


@pytest.mark.parametrize(("way", "typed"), [("card", "{0} 6 6"), ("slip", "1 6 6")])
def test_a_tie_says_what_to_type_to_enter_the_winner(tournament, way, typed):
    north, east, south, west = at(tournament)
    first, second = (
        f"{name(tournament, one)} and {name(tournament, two)}"
        for one, two in ((north, south), (east, west))
    )
    number = {"card": north, "slip": 1}[way]
    page = words(line(tournament, typed.format(north), way))
    assert f"type {number} 6+ 6 if {first} won, {number} 6 6+ if {second} won." in page
    after = words(line(tournament, f"{number} 6 6+", way))
    assert "who won" not in after
    assert "To check 0" in after
    assert reports()[-1] == ({"NS": 6, "EW": 6}, {str(north): 0} if way == "card" else {}, "EW")


@pytest.mark.parametrize(("way", "typed"), [("card", "{0} 6 6"), ("slip", "1 6 6")])
def test_a_button_for_each_side_enters_the_winner_of_a_tie(tournament, way, typed):
    north, east, south, west = at(tournament)
    page = line(tournament, typed.format(north), way)
    assert "Table 1 is tied: who won?" in words(page)
    tie = page.content.decode().split('class="winners-of"')[1].split("</form>")[1]
    sent = dict(re.findall(r'name="(key|round|no|table)" value="([^"]*)"', tie))
    assert html.text(tie).strip() == f"{name(tournament, east)} and {name(tournament, west)}"
    after = send(signed_in(), desk(tournament, f"/{way}"), sent, **HTMX)
    assert "won the tie." in said(after)
    assert "To check 0" in words(after)
    assert reports()[-1][2] == "EW"


def test_a_tie_of_cards_with_only_their_own_points_shows_both(tournament):
    north, east, *_ = at(tournament)
    line(tournament, f"{north} 5")
    page = words(line(tournament, f"{east} 5"))
    assert f"type {north} 5+ 5 if " in page
    director = signed_in().get(f"/sessions/{tournament.session_id}/tournament/")
    assert re.search(
        r"Table 1 (?:head table )?tied (?:\w+ ){2,4}5 (?:\w+ ){2,4}5 ", words(director)
    )


def test_the_hint_for_a_tie_includes_the_lone_hands_already_entered(tournament):
    north, east, south, west = at(tournament)
    page = words(line(tournament, f"{east} 8 8 2"))
    first = f"{name(tournament, north)} and {name(tournament, south)}"
    second = f"{name(tournament, east)} and {name(tournament, west)}"
    assert f"type {east} 8 8+ 2 if {first} won, {east} 8+ 8 2 if {second} won." in page
    after = said(line(tournament, f"{east} 8+ 8 2"))
    assert after == (
        f"{east} {name(tournament, east)}: round 1, table 1, 8–8, 2 lone hands, {second} won "
        "the tie. "
        "It replaces 8–8, 2 lone hands."
    )
    slip = words(line(tournament, f"2 6 6, {at(tournament, 2)[0]}", "slip"))
    assert f"type 2 6+ 6, {at(tournament, 2)[0]} if " in slip


def test_the_code_of_a_card_or_slip_leads_to_its_entry_field(tournament):
    north, *_ = at(tournament)
    card = code_of(ENTRANT, tournament.entrants.get(no=north).pk)
    slip = code_of(ROUND_TABLE, tournament.rounds.get(no=1).tables.get(no=2).pk)
    client = signed_in()
    led = [client.get(desk(tournament, f"?code={code}"))["Location"] for code in (card, slip)]
    assert led == [desk(tournament, f"?no={north}"), desk(tournament, "?by=slip&round=1&no=2")]
    other = code_of(ENTRANT, tournament.entrants.get(no=north).pk + 1000)
    answer = client.get(desk(tournament, f"?by=slip&code={other}"))
    nothing = f"No card and no slip of this tournament has the code “{other}”."
    assert (answer.status_code, said(answer)) == (422, nothing)


def test_an_f_in_a_slip_is_a_forfeit_of_that_side(tournament):
    north, _, south, _ = at(tournament)
    answer = line(tournament, "1 F", "slip")
    who = f"{name(tournament, north)} and {name(tournament, south)}"
    expected = f"Round 1, table 1: {who} forfeit. Table 1 counts 0–8, by forfeit."
    assert said(answer) == expected
    assert [one.forfeit for one in Report.objects.all()] == ["NS"]
    line(tournament, "2 - f", "slip")
    assert [one.forfeit for one in Report.objects.all()] == ["NS", "EW"]
    page = words(signed_in().get(desk(tournament, "?by=slip&round=1&show=all")))
    assert "all 2 tables have a result" in page
    assert "8–0, by forfeit" in page


@pytest.mark.parametrize("slip", ["1 F 9", "1 F F", "1 F -, 3"])
def test_a_forfeit_with_anything_else_is_refused(tournament, slip):
    before = Report.objects.count()
    assert "For a forfeit type F for that side, and nothing else." in said(
        line(tournament, slip, "slip")
    )
    assert Report.objects.count() == before
