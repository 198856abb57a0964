"""A tournament fills itself: a poster, sixty phones, a list that moves up."""

import re
from uuid import uuid4

import pytest

from scoring.actions.club.forget import forget_player
from scoring.actions.club.people import add_players
from scoring.actions.evening.signing_up import open_list
from scoring.actions.tournament.setting_up import make_tournament
from scoring.models import SignUp
from tests.cast import PHONE, a_club, a_phone, an_evening, signed_in
from tests.views.reading import shown

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Ann", "Ben", "Eveline Rowe"])
    return club


def a_list(club, **what):
    session = an_evening(club)
    return open_list(session=session, actor=PHONE, **what)


def put_down(found, name, **more):
    """The page that a phone is led to when it puts this name down."""
    phone = a_phone()
    sent = {"key": str(uuid4()), "name": name, **more}
    return phone.get(phone.post(found.get_absolute_url(), sent).url)


def heading(page):
    return shown(page, "<h1>(.*?)</h1>")[0]


def kate():
    return signed_in("kate")


def test_sixty_people_enter_eight_cancel_five_move_up_and_the_director_types_nobody(club):
    session = an_evening(club)
    tournament = make_tournament(session=session, style="classic")
    found = open_list(session=session, actor=PHONE, places=55)
    names = ["Ann", "Evline Rowe", *(f"Guest No{no:02}" for no in range(56)), "Ben", "Benn"]
    own = {name: put_down(found, name) for name in names}
    assert [heading(own[name]) for name in ("Ann", "Guest No52", "Guest No53")] == [
        "You are in",
        "You are in",
        "You wait: number 1 in line",
    ]
    for no in range(8):
        mine = SignUp.objects.get(name=f"Guest No{no:02}")
        answer = a_phone().post(f"/coming/{mine.token}/cancel")
        assert heading(a_phone().get(answer.url)) == "You are not coming"
    moved = SignUp.objects.get(name="Guest No53")
    assert heading(a_phone().get(f"/coming/{moved.token}/")) == "A place became free: you are in"
    address = f"/sessions/{session.pk}/names/"
    page = kate().get(address)
    assert "<b>52</b> of 55 in." in " ".join(page.content.decode().split())
    assert shown(page, r"“(Evline Rowe)” is Eveline Rowe") == ["Evline Rowe"]
    eveline = club.players.get(name="Eveline Rowe")
    row = SignUp.objects.get(name="Evline Rowe")
    kate().post(f"{address}{row.pk}/who", {"name": "Evline Rowe", "player": eveline.pk})
    double = SignUp.objects.get(name="Benn")
    kate().post(f"{address}{double.pk}/strike")
    kate().post(f"{address}enter")
    entered = {entrant.player.name for entrant in tournament.entrants.all()}
    assert (len(entered), {"Ann", "Ben", "Eveline Rowe"} <= entered) == (51, True)
    assert club.players.filter(name__in=["Benn", "Evline Rowe"]).count() == 0


def test_a_name_is_put_down_once_however_often_it_is_sent_and_stands_there_once(club):
    found = a_list(club)
    phone, sent = a_phone(), {"key": str(uuid4()), "name": "Uncle Tom"}
    answers = [phone.post(found.get_absolute_url(), sent).url for _ in range(2)]
    assert (answers[0] == answers[1], found.names.count()) == (True, 1)
    again = a_phone().post(found.get_absolute_url(), {**sent, "key": str(uuid4())})
    assert (again.status_code, found.names.count()) == (409, 1)
    assert "Uncle Tom stands on the list already." in again.content.decode()


def test_the_page_of_the_poster_shows_nobodys_name(club):
    found = a_list(club, partners="either")
    put_down(found, "Bartholomew", partner="Harriet")
    page = a_phone().get(found.get_absolute_url()).content.decode()
    assert ("Bartholomew" in page, "Harriet" in page) == (False, False)


def test_pairs_are_put_down_with_both_names(club):
    found = a_list(club, partners="pairs")
    sent = {"key": str(uuid4()), "name": "Ann"}
    refused = a_phone().post(found.get_absolute_url(), sent)
    assert refused.status_code == 422
    assert "Write your partner&#x27;s name: pairs play here." in refused.content.decode()
    same = a_phone().post(found.get_absolute_url(), {**sent, "partner": "ann"})
    assert "That is your own name" in same.content.decode()
    assert heading(put_down(found, "Ann", partner="Ben")) == "You are in"


def test_a_closed_list_takes_nobody_but_from_the_director_and_keeps_what_stands_on_it(club):
    found = a_list(club)
    put_down(found, "Ann")
    address = f"/sessions/{found.session_id}/names/"
    kate().post(f"{address}close", {"closed": "yes"})
    late = {"key": str(uuid4()), "name": "Zoe"}
    assert a_phone().post(found.get_absolute_url(), late).status_code == 409
    assert kate().post(f"{address}add", late).status_code == 302
    assert [one.name for one in found.names.all()] == ["Ann", "Zoe"]
    assert "The list is closed" in a_phone().get(found.get_absolute_url()).content.decode()


def test_whoever_cancelled_may_come_after_all_behind_those_who_moved_up(club):
    found = a_list(club, places=1)
    put_down(found, "Ann"), put_down(found, "Ben")
    ann, ben = found.names.all()
    a_phone().post(f"/coming/{ann.token}/cancel")
    assert heading(a_phone().get(f"/coming/{ben.token}/")) == "A place became free: you are in"
    for _ in range(2):
        a_phone().post(f"/coming/{ann.token}/back")
    assert heading(a_phone().get(f"/coming/{ann.token}/")) == "You wait: number 1 in line"
    assert heading(a_phone().get(f"/coming/{ben.token}/")) == "A place became free: you are in"


def test_an_address_of_before_or_a_guessed_one_leads_nowhere(club):
    found = a_list(club)
    before = found.get_absolute_url()
    kate().post(f"/sessions/{found.session_id}/names/new-address")
    answers = [a_phone().get(path).status_code for path in (before, "/coming/AAAAAAAAAAAAAAAA/")]
    assert answers == [404, 404]


def test_a_list_of_two_hundred_asks_the_database_no_more_than_one_of_three(
    club, django_assert_max_num_queries
):
    found = a_list(club)
    for no in range(3):
        put_down(found, f"Guest {no}")
    phone = kate()
    with django_assert_max_num_queries(14):
        phone.get(f"/sessions/{found.session_id}/names/")


def test_whoever_is_forgotten_stands_on_no_list_any_more(club):
    found = a_list(club)
    put_down(found, "Ann")
    forget_player(player=club.players.get(name="Ann"), actor=PHONE)
    assert [one.name for one in found.names.all()] == ["Former member 1"]


def test_the_door_knows_whom_the_list_expects_and_checks_guests_in_by_a_tap(club):
    found = a_list(club, places=2)
    for name in ("Ben", "Gloria", "Zoe"):
        put_down(found, name)
    door = f"/sessions/{found.session_id}/door/"
    page = kate().get(door).content.decode()
    lines = [" ".join(one.split()) for one in re.findall(r'(?s)<li class="at-door.*?</li>', page)]
    listed = [line for line in lines if "on the list" in line]
    assert [("Gloria" in line, "Ben" in line) for line in listed] == [(True, False), (False, True)]
    kate().post(f"{door}arrive", {"name": "Gloria"})
    assert found.session.attendances.get().player.name == "Gloria"
    assert "on the list" in kate().get(f"{door}?q=ben").content.decode()
    assert 'value="Gloria"' not in kate().get(door).content.decode()
