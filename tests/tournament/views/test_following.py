"""The page on which a final and a plate are opened, and what everybody is told of it."""

import re

import pytest

from scoring.models import Pass, Tournament
from scoring.tournament.actions.finishing import finish
from tests.cast import PHONE, a_phone, signed_in
from tests.html import shown
from tests.tournament.cast import a_tournament, played_to

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    made = a_tournament(12, rounds=2)
    played_to(made, 2)
    done = finish(tournament=made, actor=PHONE)
    rows = done.results["rows"]
    for rank, row in enumerate(rows, start=1):
        row["rank"] = rank
    done.save()
    return done


def at(tournament, what=""):
    return f"/sessions/{tournament.session_id}/tournament/going-on{what}"


def text_of(answer):
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", "", answer.content.decode()))


def test_one_tap_creates_the_final_and_one_the_plate(played):
    kate = signed_in()
    sent = {"number": 4, "rounds": 3, "carries": "on"}
    answer = kate.post(at(played, "/final"), sent)
    final = Tournament.objects.get(part="final")
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"/sessions/{final.session_id}/tournament/",
    )
    kate.post(at(played, "/plate"), {"rounds": 3})
    plate = Tournament.objects.get(part="plate")
    assert [one.entrants.count() for one in (final, plate)] == [4, 8]
    assert [bool(one.entrants.first().carried) for one in (final, plate)] == [True, False]


def test_a_tie_for_the_last_place_is_asked_about_and_typed_values_stay(played):
    for row in played.results["rows"][3:6]:
        row["rank"] = 4
    played.save()
    level = [row["no"] for row in played.results["rows"][3:6]]
    kate = signed_in()
    answer = kate.post(at(played, "/final"), {"number": 4, "rounds": 7})
    page = answer.content.decode()
    assert (answer.status_code, 'value="7"' in page) == (409, True)
    assert all(f'name="cut" value="{no}"' in " ".join(page.split()) for no in level)
    answer = kate.post(at(played, "/final"), {"number": 4, "rounds": 7, "cut": level[1]})
    assert answer.status_code == 302


@pytest.mark.parametrize(
    ("sent", "status"),
    [({}, 422), ({"number": 0, "rounds": 1}, 422), ({"number": 13, "rounds": 1}, 409)],
)
def test_an_impossible_final_is_refused_and_not_created(played, sent, status):
    answer = signed_in().post(at(played, "/final"), sent)
    assert (answer.status_code, Tournament.objects.count()) == (status, 1)


def test_before_the_results_the_page_says_what_to_do():
    made = a_tournament(8)
    assert "Finish the tournament first." in text_of(signed_in().get(at(made)))


def test_the_card_page_links_to_the_final_and_the_lists_name_it(played):
    signed_in().post(at(played, "/final"), {"number": 4, "rounds": 3})
    first = played.results["rows"][0]
    final = Tournament.objects.get(part="final")
    tokens = {one.session_id: one.token for one in Pass.objects.filter(right="players")}
    phone = a_phone()
    card = phone.get(f"/e/{tokens[played.session_id]}/{first['no']}/")
    assert f'href="/e/{tokens[final.session_id]}/1/"' in card.content.decode()
    assert "You play on in the final, as number 1." in text_of(card)
    assert "final" in text_of(phone.get(f"/e/{tokens[played.session_id]}/"))


def test_carried_points_are_in_the_standings_and_on_the_card(played):
    signed_in().post(at(played, "/final"), {"number": 4, "rounds": 3, "carries": "on"})
    final = Tournament.objects.get(part="final")
    played_to(final, 1)
    page = signed_in().get(f"/sessions/{final.session_id}/tournament/standings")
    brought = shown(page, r'<span title="[^"]*">carried\s+(\d+)')
    assert sorted(brought) == sorted(str(one.carried["points"]) for one in final.entrants.all())
