"""A tournament at tables of six on the site: settings, pad, totals, papers, screens and files."""

import json
import re
from random import Random

import pytest

from scoring.euchre.hand import Hand
from scoring.evening.models import Pass
from scoring.models import Report, Sitting
from scoring.tournament.actions.import_file import take_in_tournament
from scoring.tournament.actions.late_comers import come_late_by_name
from scoring.tournament.actions.swapped_seats import place_in, put_seats_right
from scoring.tournament.pure.document import document, read
from scoring.tournament.pure.settings import format_of
from scoring.tournament.pure.standings import standings
from scoring.tournament.pure.values import Tournament as Value
from scoring.tournament.queries.now import format_in, load_tournament, played_tables
from scoring.tournament.queries.table_in_round import moves_from
from tests.cast import PHONE, a_club, a_phone, again, log_all, signed_in
from tests.html import shown
from tests.sheets.reading import whole
from tests.tournament.cast import a_tournament, begun, drawn, ended, seats, tell
from tests.tournament.pure.evenings import entrants, played
from tests.tournament.views.phone import of, pad, post, table_of
from tests.tournament.views.test_settings import save

pytestmark = pytest.mark.django_db


def of_six(people=12, **settings):
    return a_tournament(people, table_size=6, **settings)


def drawn_tables(page):
    return shown(page, r'<h2 class="no">(.*?)</h2>')


def tell_six(round):
    for table in round.tables.all():
        odd = table.no % 2
        tell(round, table.no, points={"NSE": 7 if odd else 4, "ABC": 4 if odd else 7})


def played_six(tournament, rounds):
    for _ in range(rounds):
        last = ended(begun(tournament))
        tell_six(last)
    return last


def test_the_settings_page_makes_tables_of_six_with_rules_for_six():
    tournament = a_tournament(12)
    assert save(tournament, table_size="6").status_code == 302
    assert (format_in(again(tournament)).table_size, format_in(again(tournament)).rules) == (
        6,
        "six-handed",
    )
    page = signed_in().get(f"/sessions/{tournament.session_id}/tournament/settings")
    assert "six, three against three" in page.content.decode()
    assert save(again(tournament), table_size="4").status_code == 302
    assert format_in(again(tournament)).rules == "american"


def test_settings_that_tables_of_six_lack_are_refused_at_their_field():
    tournament = a_tournament(12)
    for changes in (
        {"table_size": "6", "movement": "swiss", "tie": "one-more"},
        {"mixed_tables": "on"},
        {"table_size": "5"},
    ):
        answer = save(tournament, **changes)
        assert answer.status_code == 422
    assert format_in(again(tournament)).table_size == 4


def test_six_people_sit_at_each_phone_in_seats_that_alternate():
    round = begun(of_six())
    assert Sitting.objects.count() == 2
    for no, at in seats(round).items():
        assert [*at] == [*"NASBEC"]
        sitting = table_of(round, no).sitting
        assert len(sitting.players) == 6
        assert sitting.rules.key != "american"
        assert 6 in sitting.rules.pack


def test_hands_on_the_pad_count_for_three_partners():
    tournament = of_six()
    round = begun(tournament)
    log_all(table_of(round), Hand(maker=0, tricks=5), Hand(maker=1, tricks=3))
    (first, _) = played_tables([round])
    assert dict(first.said[0].points) == {"NSE": 2, "ABC": 1}
    assert pad(round).status_code == 200


def test_the_phone_of_a_table_takes_totals_of_two_sides_and_both_confirm():
    tournament = of_six()
    round = begun(tournament)
    ended(round)
    answer = pad(round)
    assert answer.status_code == 200
    totals = {"points-NSE": 9, "points-ABC": 6, "side": "NSE"}
    assert post(round, "round", of(round, **totals)).status_code == 302
    word = {"points-NSE": 9, "points-ABC": 6, "side": "ABC", "says": "right"}
    assert post(round, "round/right", of(round, **word)).status_code == 302
    (first, _) = played_tables([round])
    assert first.verdict.state == "confirmed"
    assert {one.side for one in Report.objects.all()} == {"NSE", "ABC"}


def test_cards_and_slips_are_typed_for_sides_of_three():
    tournament = of_six()
    round = ended(begun(tournament))
    kate, at = signed_in(), f"/sessions/{tournament.session_id}/tournament"
    north = seats(round)[1]["N"]
    key = {"key": "00000000-0000-4000-8000-000000000001", "round": 1}
    sent = key | {"no": str(north), "points": "9", "other": "6", "lones": "1"}
    assert kate.post(f"{at}/desk/card", sent).status_code == 302
    key = {"key": "00000000-0000-4000-8000-000000000002", "round": 1}
    sent = key | {"table": "2", "first": "F", "second": "", "lones": ""}
    assert kate.post(f"{at}/desk/slip", sent).status_code == 302
    one, two = played_tables([round])
    assert dict(one.verdict.points) == {"NSE": 9, "ABC": 6}
    assert (two.verdict.state, two.verdict.result.forfeit) == ("forfeited", "NSE")
    assert kate.get(f"{at}/desk").status_code == 200


def test_the_next_round_is_that_of_the_file_and_every_page_shows_it():
    tournament = of_six(18)
    played_six(tournament, 2)
    loaded = load_tournament(again(tournament))
    assert read(document(loaded)) == loaded
    round = begun(tournament)
    kate, at = signed_in(), f"/sessions/{tournament.session_id}/tournament"
    table = "/rounds/3/tables/1/"
    for where in ("/", "/standings", "/desk", "/people/", "/prizes", "/settings", table):
        assert kate.get(f"{at}{where}").status_code == 200, where
    row = round.tables.get(no=1)
    before = round.tournament.rounds.get(no=2).tables.get(no=1)
    names = {no: str(no) for no in range(1, 19)}
    moves = moves_from(before, names)
    assert len(moves) == 6
    assert all(" and " in move.partner for move in moves)
    assert row.no == 1


def test_screens_and_players_pages_show_tables_of_six():
    tournament = of_six()
    begun(tournament)
    phone = a_phone()
    tokens = dict(tournament.session.passes.values_list("right", "token"))
    wall, players = tokens[Pass.Right.WALL], tokens[Pass.Right.PLAYERS]
    for address in (f"/w/{wall}/", f"/e/{players}/", f"/e/{players}/1/"):
        assert phone.get(address).status_code == 200
    assert " and " in shown(phone.get(f"/e/{players}/1/"), r", with <b>(.*?)</b>")[0]


def test_papers_have_the_seats_and_sides_of_six():
    tournament = of_six()
    played_six(tournament, 1)
    begun(tournament)
    kate, at = signed_in(), f"/sessions/{tournament.session_id}/tournament/papers"
    sheets = {
        name: kate.get(f"{at}/{name}.pdf")
        for name in ("tally-cards", "table-cards", "seating", "grid", "slips", "blank-cards")
    }
    assert {name: one.status_code for name, one in sheets.items()} == dict.fromkeys(sheets, 200)
    slips = whole(sheets["slips"].content)
    seats = re.findall(r"([NSEABC])\d{1,2}[A-Z][a-z]", slips)
    assert "".join(seats) == "NSEABC" * 2


def test_a_late_player_waits_for_the_next_draw_as_no_seat_is_free():
    tournament = of_six()
    begun(tournament)
    entrant = come_late_by_name(tournament=tournament, names=["Zoe"], actor=PHONE)
    assert entrant.since == 2


def test_two_players_who_swapped_seats_are_put_right_with_their_hands():
    tournament = of_six()
    round = begun(tournament)
    log_all(table_of(round), Hand(maker=0, tricks=5))
    at = seats(round)[1]
    entrant = tournament.entrants.get(no=at["N"])
    put_seats_right(
        tournament=tournament,
        no=1,
        one=at["N"],
        other=at["C"],
        seen=place_in(round, entrant),
        actor=PHONE,
    )
    now = seats(round)[1]
    assert (now["N"], now["C"]) == (at["C"], at["N"])


def test_a_file_of_sixty_six_is_taken_in_and_ranks_as_before():
    made = Value(format=format_of("club", {"table_size": 6}), seed=4, entrants=entrants(66))
    evening = played(made, 3, Random(3))
    stored = take_in_tournament(club=a_club(), tournament=evening, actor=PHONE)
    loaded = load_tournament(stored)
    figures = [
        {row.no: (row.rank, row.points, row.won) for row in standings(one)}
        for one in (evening, loaded)
    ]
    assert figures[0] == figures[1]
    again_read = read(json.loads(json.dumps(document(loaded))))
    assert [one.tables[0].seats for one in again_read.rounds] == [
        one.tables[0].seats for one in evening.rounds
    ]


def test_a_draw_with_mixed_tables_has_phones_with_rules_for_each():
    tournament = a_tournament(10, style="rotation", table_size=6, mixed_tables=True)
    round = begun(tournament)
    assert [len(at) for at in seats(round).values()] == [6, 4]
    six, four = (table_of(round, no).sitting for no in (1, 2))
    assert (6 in six.rules.pack, 4 in four.rules.pack) == (True, True)
    assert [len(one.players) for one in (six, four)] == [6, 4]


def test_the_director_sees_a_drawn_round_of_six_before_it_is_published():
    tournament = of_six(13, sits_out="lot")
    drawn(tournament)
    page = signed_in().get(f"/sessions/{tournament.session_id}/tournament/rounds/1/")
    assert page.status_code == 200
    assert len(drawn_tables(page)) == 2
