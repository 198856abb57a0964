"""Points for places on the site: rules in which each plays for themselves, results by seat."""

import pytest

from scoring.common.refused import Refused
from scoring.euchre.hand import Hand
from scoring.tournament.actions.import_file import take_in_tournament
from scoring.tournament.actions.settings import change_settings
from scoring.tournament.actions.tables import decide
from scoring.tournament.pure.document import read
from scoring.tournament.pure.standings import standings
from scoring.tournament.queries.now import format_in, load_tournament, played_tables
from tests.cast import PHONE, a_club, a_phone, again, log_all, signed_in
from tests.sheets.reading import whole
from tests.tournament.cast import a_tournament, begun, ended, seats, tell
from tests.tournament.pure.test_places_at_a_table import file
from tests.tournament.views.phone import of, pad, post, table_of
from tests.tournament.views.test_settings import save

pytestmark = pytest.mark.django_db

PLACES = {"places": [4, 3, 2, 1], "rules": "call-ace"}


def by_places(people=8, **settings):
    return a_tournament(people, **PLACES, **settings)


def points_of(tournament):
    rows = standings(load_tournament(again(tournament)))
    return {row.no: row.points for row in rows}


def tell_seats(round, no, *points):
    tell(round, no, points=dict(zip("NESW", points, strict=True)))


def test_places_need_rules_in_which_each_plays_for_themselves():
    tournament = a_tournament(8)
    with pytest.raises(Refused, match="american is not a rule set in which each plays"):
        change_settings(tournament=tournament, settings={"places": [4, 3, 2, 1]}, actor=PHONE)
    change_settings(tournament=tournament, settings=PLACES, actor=PHONE)
    assert format_in(again(tournament)).places == (4, 3, 2, 1)
    with pytest.raises(Refused, match="call-ace is not a rule set for two against two"):
        change_settings(tournament=tournament, settings={"rules": "call-ace"}, actor=PHONE)


def test_the_settings_page_takes_call_ace_with_the_points_for_places():
    tournament = a_tournament(8)
    assert save(tournament, places="4, 3, 2, 1").status_code == 302
    now = format_in(again(tournament))
    assert (now.places, now.rules) == ((4, 3, 2, 1), "call-ace")
    for wrong in ("four", "4-3-2-1", "00004"):
        assert save(again(tournament), places=wrong).status_code == 422
    assert save(again(tournament), places="1 2").status_code == 422
    assert save(again(tournament), places="").status_code == 302
    assert format_in(again(tournament)).rules == "american"


def test_a_file_with_places_is_taken_in_with_its_standings():
    known = read(file({"N": 4, "E": 3, "S": 3, "W": 1, "lones": {}, "tie": None}))
    stored = take_in_tournament(club=a_club(), tournament=known, actor=PHONE)
    assert points_of(stored) == {1: 4, 2: 3, 3: 3, 4: 1}


def test_standings_count_places_and_the_next_round_has_no_partners():
    tournament = by_places()
    round = ended(begun(tournament))
    tell_seats(round, 1, 9, 4, 4, 1)
    tell_seats(round, 2, 1, 2, 3, 5)
    at, points = seats(round), points_of(tournament)
    assert [points[at[1][seat]] for seat in "NESW"] == [4, 3, 3, 1]
    assert [points[at[2][seat]] for seat in "NESW"] == [1, 2, 3, 4]
    second = begun(tournament)
    up = {at[1]["N"], at[1]["E"], at[1]["S"], at[2]["W"], at[2]["S"]}
    assert len({*seats(second)[1].values()} & up) >= 4 - 1


def test_hands_of_call_ace_count_for_each_player():
    tournament = by_places(4)
    round = begun(tournament)
    log_all(table_of(round), Hand(maker=0, tricks=3, partner=2))
    (played,) = played_tables([round])
    assert dict(played.said[0].points) == {"N": 1, "E": 0, "S": 1, "W": 0}
    assert pad(round).status_code == 200


def test_hands_of_buck_count_for_each_player_and_may_leave_them_below_nothing():
    tournament = a_tournament(4, **PLACES | {"rules": "buck"})
    round = begun(tournament)
    log_all(
        table_of(round), Hand(maker=0, taken=(2, 1, None, 2)), Hand(taken=(0, 2, 2, 1), turned="C")
    )
    assert pad(round).status_code == 200
    (played,) = played_tables([round])
    assert dict(played.said[0].points) == {"N": -10, "E": 3, "S": 2, "W": 3}
    ended(round)
    assert pad(round).status_code == 200


def test_the_phone_takes_totals_of_four_players():
    tournament = by_places(4)
    round = ended(begun(tournament))
    assert pad(round).status_code == 200
    totals = {"points-N": 7, "points-E": 4, "points-S": 4, "points-W": 1, "side": "E"}
    assert post(round, "round", of(round, **totals)).status_code == 302
    (played,) = played_tables([round])
    assert dict(played.verdict.points) == {"N": 7, "E": 4, "S": 4, "W": 1}


def test_no_one_forfeits_where_each_plays_for_themselves():
    round = ended(begun(by_places(4)))
    with pytest.raises(Refused, match="no one can forfeit"):
        decide(
            key="00000000-0000-4000-8000-000000000001",
            round_table=round.tables.get(no=1),
            points={},
            lones={},
            forfeit="N",
            actor=PHONE,
        )


def test_a_slip_has_four_results():
    tournament = by_places(4)
    ended(begun(tournament))
    at = f"/sessions/{tournament.session_id}/tournament/desk"
    sent = {
        "key": "00000000-0000-4000-8000-000000000001",
        "round": 1,
        "table": "1",
        "first": "7",
        "second": "4",
        "third": "4",
        "fourth": "1",
        "lones": "",
    }
    page = signed_in().get(f"{at}?by=slip").content.decode()
    assert 'name="fourth"' in page
    assert signed_in().post(f"{at}/slip", sent).status_code == 302
    assert sorted(points_of(tournament).values()) == [1, 3, 3, 4]


def test_every_page_and_paper_shows_a_round_without_partners():
    tournament = by_places(8, style="rotation")
    round = ended(begun(tournament))
    tell_seats(round, 1, 9, 4, 4, 1)
    tell_seats(round, 2, 1, 2, 3, 5)
    begun(tournament)
    kate, at = signed_in(), f"/sessions/{tournament.session_id}/tournament"
    table = "/rounds/2/tables/1/"
    for where in ("/", "/standings", "/desk", "/people/", "/prizes", "/settings", table):
        assert kate.get(f"{at}{where}").status_code == 200, where
    slips = whole(kate.get(f"{at}/papers/slips.pdf").content)
    assert slips.count("Both sides sign") <= 2
    tokens = dict(tournament.session.passes.values_list("right", "token"))
    phone = a_phone()
    for token in tokens.values():
        for address in (f"/w/{token}/", f"/e/{token}/", f"/e/{token}/1/"):
            assert phone.get(address).status_code in (200, 404)
