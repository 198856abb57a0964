"""A tournament fills itself: a poster, sixty phones, a list that moves up."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.club.actions.forget import forget_player
from scoring.evening.actions.sign_up import close_list, open_list
from scoring.models import ClubSession, SignUp
from scoring.people.actions.people import add_players
from scoring.people.actions.public_version import open_parts
from scoring.tournament.actions.check_in import check_in_by_name, enter_who_checks_in, undo_check_in
from scoring.tournament.actions.entrants import take_out
from scoring.tournament.actions.setting_up import make_tournament
from tests import proof
from tests.cast import PHONE, a_club, a_phone, an_evening, signed_in
from tests.html import shown
from tests.league.views.test_fixtures import text_of

pytestmark = pytest.mark.django_db

JOKES = proof.size(12, thorough=100)


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Ann", "Ben", "Eveline Rowe"])
    return club


def a_list(club, **what):
    session = an_evening(club)
    return open_list(session=session, actor=PHONE, **what)


def send(found, name, **more):
    """The address that a phone is led to when it puts this name down."""
    return a_phone().post(found.get_absolute_url(), {"key": str(uuid4()), "name": name, **more}).url


def put_down(found, name, **more):
    """The page there."""
    return a_phone().get(send(found, name, **more))


def heading(page):
    return shown(page, "<h1[^>]*>(.*?)</h1>")[0]


def kate():
    return signed_in("kate")


@pytest.mark.slow
def test_sixty_sign_ups_with_cancellations_are_entered_without_typing(club):
    session = an_evening(club)
    tournament = make_tournament(session=session, style="classic")
    found = open_list(session=session, actor=PHONE, places=55)
    names = ["Ann", "Evline Rowe", *(f"Guest No{no:02}" for no in range(56)), "Ben", "Benn"]
    own = {name: send(found, name) for name in names}
    looked_at = ("Ann", "Guest No52", "Guest No53")
    assert [heading(a_phone().get(own[name])) for name in looked_at] == [
        "You’re signed up",
        "You’re signed up",
        "Waiting list: number 1",
    ]
    for no in range(8):
        mine = SignUp.objects.get(name=f"Guest No{no:02}")
        answer = a_phone().post(f"/coming/{mine.token}/cancel")
        assert heading(a_phone().get(answer.url)) == "You’ve cancelled"
    moved = SignUp.objects.get(name="Guest No53")
    assert heading(a_phone().get(f"/coming/{moved.token}/")) == "You have a place now"
    address = f"/sessions/{session.pk}/names/"
    page = kate().get(address)
    assert "<b>52</b> of 55 signed up." in " ".join(page.content.decode().split())
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


def test_a_name_sent_several_times_is_signed_up_once(club):
    found = a_list(club)
    phone, sent = a_phone(), {"key": str(uuid4()), "name": "Uncle Tom"}
    answers = [phone.post(found.get_absolute_url(), sent).url for _ in range(2)]
    assert (answers[0] == answers[1], found.names.count()) == (True, 1)
    again = a_phone().post(found.get_absolute_url(), {**sent, "key": str(uuid4())})
    assert (again.status_code, found.names.count()) == (409, 1)
    assert "Uncle Tom is already on the list." in again.content.decode()


def test_the_sign_up_page_of_the_poster_shows_no_names(club):
    found = a_list(club, partners="either")
    put_down(found, "Bartholomew", partner="Harriet")
    page = a_phone().get(found.get_absolute_url()).content.decode()
    assert ("Bartholomew" in page, "Harriet" in page) == (False, False)


def test_the_evening_links_to_its_list_before_and_after_the_first_sign_up(club):
    found = a_list(club)
    session = found.session
    leads = []
    for said, name in (("No one has signed up yet.", "Ann"), ("1 going, 0 not going", "Ben")):
        page = kate().get(f"/sessions/{session.pk}/")
        leads.append((said in text_of(page), f"/sessions/{session.pk}/names/" in str(page.content)))
        put_down(found, name)
    assert leads == [(True, True)] * 2


def test_pairs_sign_up_with_both_names(club):
    found = a_list(club, partners="pairs")
    sent = {"key": str(uuid4()), "name": "Ann"}
    refused = a_phone().post(found.get_absolute_url(), sent)
    assert refused.status_code == 422
    assert "Enter your partner’s name." in refused.content.decode()
    same = a_phone().post(found.get_absolute_url(), {**sent, "partner": "ann"})
    assert "That is your own name" in same.content.decode()
    assert heading(put_down(found, "Ann", partner="Ben")) == "You’re signed up"


def test_a_closed_list_accepts_only_the_director_and_keeps_its_names(club):
    found = a_list(club)
    put_down(found, "Ann")
    address = f"/sessions/{found.session_id}/names/"
    kate().post(f"{address}close", {"closed": "yes"})
    late = {"key": str(uuid4()), "name": "Zoe"}
    assert a_phone().post(found.get_absolute_url(), late).status_code == 409
    assert kate().post(f"{address}add", late).status_code == 302
    assert [one.name for one in found.names.all()] == ["Ann", "Zoe"]
    assert "Sign-up is closed" in a_phone().get(found.get_absolute_url()).content.decode()


def test_a_player_who_cancelled_may_return_behind_later_ones(club):
    found = a_list(club, places=1)
    put_down(found, "Ann"), put_down(found, "Ben")
    ann, ben = found.names.all()
    a_phone().post(f"/coming/{ann.token}/cancel")
    assert heading(a_phone().get(f"/coming/{ben.token}/")) == "You have a place now"
    for _ in range(2):
        a_phone().post(f"/coming/{ann.token}/back")
    assert heading(a_phone().get(f"/coming/{ann.token}/")) == "Waiting list: number 1"
    assert heading(a_phone().get(f"/coming/{ben.token}/")) == "You have a place now"


def test_a_cancelled_sign_up_in_place_of_another_makes_other_cancelled_lines(club):
    """A piece of the open page that keeps its id keeps its lines too."""
    found = a_list(club)
    put_down(found, "Ann"), put_down(found, "Ben")
    kept = []
    for gone, back in (("Ann", "Ben"), ("Ben", "Ann")):
        for name, verb in ((back, "back"), (gone, "cancel")):
            a_phone().post(f"/coming/{found.names.get(name=name).token}/{verb}")
        page = kate().get(f"/sessions/{found.session_id}/names/").content.decode()
        kept += re.findall('<details[^>]* id="(cancelled[^"]*)"', page)
    assert len(set(kept)) == 2


def test_a_waiting_player_sees_that_they_moved_up_on_the_open_page(club):
    found = a_list(club, places=1)
    put_down(found, "Ann"), put_down(found, "Ben")
    ann, ben = found.names.all()
    mine, phone = f"/coming/{ben.token}/", a_phone()
    (tag,) = shown(phone.get(mine), 'hx-ptag="(.*?)"')
    polled = {"headers": {"HX-PTag": tag, "HX-Request": "true"}}
    with CaptureQueriesContext(connection) as asked:
        assert phone.get(f"{mine}?poll", **polled).status_code == 304
    assert len(asked) == 1
    a_phone().post(f"/coming/{ann.token}/cancel")
    piece = phone.get(f"{mine}?poll", **polled)
    assert (heading(piece), "<html" in piece.content.decode()) == (
        "You have a place now",
        False,
    )
    close_list(session=found.session, closed=True)
    assert phone.get(f"{mine}?poll", **polled).status_code == 200


def test_an_old_or_guessed_address_is_not_found(club):
    found = a_list(club)
    before = found.get_absolute_url()
    kate().post(f"/sessions/{found.session_id}/names/new-address")
    answers = [a_phone().get(path).status_code for path in (before, "/coming/AAAAAAAAAAAAAAAA/")]
    assert answers == [404, 404]


def test_a_list_of_two_hundred_needs_as_few_queries_as_one_of_three(
    club, django_assert_max_num_queries
):
    found = a_list(club)
    for no in range(3):
        put_down(found, f"Guest {no}")
    phone = kate()
    with django_assert_max_num_queries(14):
        phone.get(f"/sessions/{found.session_id}/names/")


def test_an_erased_person_has_no_name_on_any_list(club):
    found = a_list(club)
    put_down(found, "Ann")
    forget_player(player=club.players.get(name="Ann"), actor=PHONE)
    assert [one.name for one in found.names.all()] == ["Former member 1"]


def test_check_in_knows_the_expected_people_and_checks_guests_in_with_a_tap(club):
    found = a_list(club, places=2)
    for name in ("Ben", "Gloria", "Zoe"):
        put_down(found, name)
    door = f"/sessions/{found.session_id}/door/"
    page = kate().get(door).content.decode()
    lines = [" ".join(one.split()) for one in re.findall(r'(?s)<li class="at-door.*?</li>', page)]
    listed = [line for line in lines if "signed up" in line]
    assert [("Gloria" in line, "Ben" in line) for line in listed] == [(True, False), (False, True)]
    kate().post(f"{door}arrive", {"name": "Gloria"})
    assert found.session.attendances.get().player.name == "Gloria"
    assert "signed up" in kate().get(f"{door}?q=ben").content.decode()
    assert 'value="Gloria"' not in kate().get(door).content.decode()


def test_a_phone_is_warned_about_the_same_name_and_shows_its_sign_ups(club):
    found, later = a_list(club), a_list(club)
    phone = a_phone()
    phone.post(found.get_absolute_url(), {"key": str(uuid4()), "name": " Uncle  Tom "})
    page = text_of(phone.get(found.get_absolute_url()))
    assert "Uncle Tom signed up on this phone" in page
    assert "Sign up another person" in page
    assert 'value="Uncle Tom"' in phone.get(later.get_absolute_url()).content.decode()
    assert 'value="Uncle Tom"' not in a_phone().get(later.get_absolute_url()).content.decode()


def test_another_name_typed_after_going_back_is_another_person(club):
    found, phone, key = a_list(club), a_phone(), str(uuid4())
    first, second, again = (
        phone.post(found.get_absolute_url(), {"key": key, "name": name}).url
        for name in ("Zoe", "Gloria", "Zoe")
    )
    assert (first == again, first == second) == (True, False)
    assert [one.name for one in found.names.all()] == ["Zoe", "Gloria"]


@pytest.mark.parametrize(
    "name",
    [
        "Zoe\ue000",
        "Zoe\x07",
        "Z" * 41,
        "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 8,
    ],
)
def test_a_name_that_sheets_and_files_cannot_hold_is_refused_with_a_sentence(club, name):
    found = a_list(club)
    answer = a_phone().post(found.get_absolute_url(), {"key": str(uuid4()), "name": name})
    assert (answer.status_code, found.names.count()) == (422, 0)
    assert shown(answer, r'<ul class="errorlist".*?<li>(.*?)</li>') != []


def test_a_mistyped_name_is_corrected_and_keeps_its_place(club):
    found = a_list(club, places=1)
    put_down(found, "Gloira"), put_down(found, "Ann")
    mine = found.names.first()
    taken = a_phone().post(f"/coming/{mine.token}/correct", {"right-name": "ann"})
    assert taken.status_code == 409
    a_phone().post(f"/coming/{mine.token}/correct", {"right-name": "Gloria"})
    page = a_phone().get(f"/coming/{mine.token}/")
    assert (heading(page), "Gloria" in text_of(page)) == ("You’re signed up", True)


def join(found, one, other, **more):
    lines = {line.name: line for line in found.names.filter(cancelled_at=None)}
    address = f"/sessions/{found.session_id}/names/{lines[one].pk}/join"
    return kate().post(address, {"other": lines[other].pk, **more})


def test_the_organisers_list_updates_by_itself_and_keeps_its_order(club):
    found = a_list(club)
    page = kate().get(f"/sessions/{found.session_id}/names/?by=name")
    poll = re.search(r'hx-get="(.*?)"', page.content.decode())[1].replace("&amp;", "&")
    tag = re.search(r'hx-ptag="(.*?)"', page.content.decode())[1]
    sent = {"headers": {"HX-Request": "true", "HX-PTag": tag}}
    assert kate().get(poll, **sent).status_code == 304
    for name in ("Ben", "Ann"):
        put_down(found, name)
    piece = kate().get(poll, **sent)
    assert piece.status_code == 200
    assert "Poster" not in piece.content.decode()
    assert shown(piece, r'<span class="name">(.*?)</span>') == ["Ann", "Ben"]


def test_two_sign_ups_of_one_person_become_one(club):
    found = a_list(club, places=1)
    for name in ("Gloria Nance", "Ben", "Glorya Nance"):
        put_down(found, name)
    first, ben, second = found.names.all()
    page = kate().get(f"/sessions/{found.session_id}/names/")
    assert shown(page, r'aria-label="(Merge [^"]*?)"') == [
        "Merge Gloria Nance and Glorya Nance",
        "Merge Glorya Nance and Gloria Nance",
    ]
    assert join(found, "Glorya Nance", "Gloria Nance").status_code == 302
    again = f"/sessions/{found.session_id}/names/{second.pk}/join"
    assert kate().post(again, {"other": first.pk}).status_code == 302
    assert [one.name for one in found.names.filter(cancelled_at=None)] == ["Gloria Nance", "Ben"]
    other = a_phone().get(f"/coming/{second.token}/")
    assert (heading(other), first.token in other.content.decode()) == ("You’re signed up", False)
    for verb in ("cancel", "back"):
        a_phone().post(f"/coming/{second.token}/{verb}")
    assert [one.name for one in found.names.filter(cancelled_at=None)] == ["Gloria Nance", "Ben"]
    a_phone().post(f"/coming/{first.token}/cancel")
    assert heading(a_phone().get(f"/coming/{ben.token}/")) == "You have a place now"
    a_phone().post(f"/coming/{first.token}/back")
    own = a_phone().get(f"/coming/{second.token}/")
    assert heading(own) == "Waiting list: number 1"


def test_two_single_players_become_a_pair_unless_that_pushes_another_out(club):
    found = a_list(club, partners="either", places=2)
    for name in ("Zoe", "Gloria", "Ida"):
        put_down(found, name)
    refused = join(found, "Zoe", "Ida", pair="yes")
    assert (refused.status_code, "There is no room for two" in text_of(refused)) == (409, True)
    assert join(found, "Gloria", "Zoe", pair="yes").status_code == 302
    assert [str(one) for one in found.names.filter(cancelled_at=None)] == ["Zoe and Gloria", "Ida"]
    gloria = found.names.get(name="Gloria", partner_name="")
    assert heading(a_phone().get(f"/coming/{gloria.token}/", follow=True)) == "You’re signed up"


def test_a_pair_is_entered_as_one_unless_a_partner_plays_with_another(club):
    session = an_evening(club)
    tournament = make_tournament(session=session, style="pairs")
    found = open_list(session=session, actor=PHONE, partners="either")
    (
        put_down(found, "Ann", partner="Zoe"),
        put_down(found, "Ben"),
        put_down(found, "Gus", partner="Hal"),
    )
    address = f"/sessions/{session.pk}/names/"
    kate().post(f"{address}enter")
    assert [str(one) for one in tournament.entrants.all()] == ["Ann and Zoe", "Gus and Hal"]
    ben = found.names.get(name="Ben")
    SignUp.objects.filter(pk=ben.pk).update(partner_name="Zoe")
    page = kate().post(f"{address}enter", follow=True)
    assert "Not entered: Ben and Zoe: Zoe is entered as number 1" in text_of(page)
    assert SignUp.objects.get(pk=ben.pk).entered_at is None
    take_out(tournament=tournament, no=1)
    assert found.names.get(name="Ann").entered_at is None


def test_joke_names_are_removed_with_two_taps_and_restored_in_place(club):
    found = a_list(club)
    put_down(found, "Ann")
    for no in range(JOKES):
        sent = {"key": str(uuid4()), "name": f"Donald Duck {no}"}
        a_phone().post(found.get_absolute_url(), sent, REMOTE_ADDR="203.0.113.66")
    put_down(found, "Ben")
    address = f"/sessions/{found.session_id}/names/"
    page = kate().get(f"{address}clear")
    assert f"Remove all {JOKES}" in text_of(page)
    (origin,) = shown(page, r'name="origin" value="(\w+)"')
    kate().post(f"{address}clear", {"origin": origin})
    assert [one.name for one in found.names.filter(cancelled_at=None)] == ["Ann", "Ben"]
    back = shown(kate().get(address), r'type="hidden" name="name" value="(\d+)"')
    kate().post(f"{address}put-back", {"name": back})
    assert [one.name for one in found.names.filter(cancelled_at=None)][:2] == [
        "Ann",
        "Donald Duck 0",
    ]
    assert found.names.filter(cancelled_at=None).count() == JOKES + 2


def test_an_address_signs_up_a_limited_number_of_names(club, settings):
    settings.NAME_LIMITS = (2, 3)
    found = a_list(club)
    answers = [
        a_phone().post(found.get_absolute_url(), {"key": str(uuid4()), "name": name})
        for name in ("Ann", "Ann", "Ann")
    ]
    assert [one.status_code for one in answers] == [302, 409, 429]
    assert int(answers[2]["Retry-After"]) > 0
    own = f"/coming/{found.names.get().token}/correct"
    assert a_phone().post(own, {"right-name": "Ben"}).status_code == 429
    assert 'value="Ann"' in answers[2].content.decode()
    sent = {"key": str(uuid4()), "name": "Ben"}
    assert (
        a_phone().post(found.get_absolute_url(), sent, REMOTE_ADDR="203.0.113.9").status_code == 302
    )
    assert kate().post(found.get_absolute_url(), sent | {"name": "Zoe"}).status_code == 302


def test_the_director_s_page_shows_how_many_of_the_list_can_be_entered(club):
    session = an_evening(club)
    make_tournament(session=session, style="classic")
    page = f"/sessions/{session.pk}/tournament/"
    assert "The list" not in text_of(kate().get(page))
    found = open_list(session=session, actor=PHONE, partners="either", places=3)
    put_down(found, "Ann", partner="Zoe"), put_down(found, "Gus", partner="Hal")
    assert "Sign-up list: 2 to add" in text_of(kate().get(page))
    kate().post(f"/sessions/{session.pk}/names/enter")
    assert "The list: " not in text_of(kate().get(page))


def test_players_entered_at_check_in_are_not_entered_from_the_list_again(club):
    session = an_evening(club)
    tournament = make_tournament(session=session, style="classic")
    enter_who_checks_in(tournament=tournament, enters=True)
    found = open_list(session=session, actor=PHONE, partners="either")
    put_down(found, "ann"), put_down(found, "Ben", partner="Zoe"), put_down(found, "Gus")
    page = f"/sessions/{session.pk}/tournament/"
    to_enter = []
    for name in ("Ann", "Ben", "Zoe"):
        check_in_by_name(session=session, name=name, actor=PHONE)
        to_enter += re.findall(r"Sign-up list: (\d) to add", text_of(kate().get(page)))
    assert to_enter == ["3", "3", "1"]
    undo_check_in(session=session, player=club.players.get(name="Ann"), actor=PHONE)
    assert "Sign-up list: 2 to add" in text_of(kate().get(page))


def test_a_poster_still_up_a_week_later_says_that_the_evening_is_over(club):
    found = a_list(club)
    own = put_down(found, "Gloria").wsgi_request.path
    week_ago = timezone.localdate() - timedelta(days=7)
    ClubSession.objects.filter(pk=found.session_id).update(played_on=week_ago)
    open_parts(club=club, actor=PHONE, parts=["evenings"], names="short", may_be_found=False)
    for path in (found.get_absolute_url(), own):
        page = text_of(a_phone().get(path))
        assert "This club night is over. See what’s on next" in page
        assert "Sign up</button>" not in page
    late = a_phone().post(found.get_absolute_url(), {"key": str(uuid4()), "name": "Zoe"})
    assert (late.status_code, found.names.count()) == (409, 1)
