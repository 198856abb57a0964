import pytest

from scoring.club.actions.forget import forget_player
from scoring.evening.actions.check_in import arrive, pay_at_the_door, undo_arrival
from scoring.evening.actions.passes import renew_pass
from scoring.models import Attendance, Entry
from scoring.people.actions.people import add_players
from tests.cast import PHONE, a_club, a_phone, a_table, an_evening, close
from tests.html import refused, said, shown

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def a_door(*names, lets_in=True):
    """An evening whose people check themselves in, its people by name, and the address of its
    door."""
    club = a_club()
    club.self_check_in, club.door_fee_minor = lets_in, 300
    club.save()
    people = {
        player.name: player
        for player in add_players(club=club, names=list(names or ["Ann", "Ben"]))
    }
    session = an_evening(club)
    return session, people, f"/door/{renew_pass(session=session, right='door').token}/"


def names(page):
    return shown(page, r'<span class="name"[^>]*>(.*?)</span>')


def test_a_tap_on_one_s_name_checks_in_and_shows_the_fee():
    session, people, path = a_door()
    phone = a_phone()
    assert names(phone.get(path)) == ["Ann", "Ben"]
    answer = phone.post(path, {"player": people["Ben"].pk})
    assert (answer.status_code, answer.url) == (302, path)
    page = phone.get(path)
    assert shown(page, "<h1>(.*?)</h1>") == ["You’re checked in, Ben"]
    assert "Check-in fee: £3.00, to pay at check-in." in page.content.decode()
    assert (names(page), Attendance.objects.get().by) == (["Ann"], "a phone at check-in")


def test_a_guest_types_their_name():
    _, _, path = a_door()
    phone = a_phone()
    assert names(phone.get(f"{path}?q=Uncle Tom")) == ["I’m Uncle Tom, a guest"]
    phone.post(path, {"name": "Uncle Tom"})
    came = Attendance.objects.get()
    assert (came.player.name, came.player.guest) == ("Uncle Tom", True)


@pytest.mark.parametrize("by", ["player", "name"])
def test_an_erased_person_cannot_check_in_and_sees_why(by):
    _, people, path = a_door()
    ann = forget_player(player=people["Ann"], actor=PHONE)
    sentence = "The data of Former member 1 was erased, so the name can’t be used again."
    assert refused(path, {by: {"player": ann.pk, "name": ann.name}[by]}) == (409, sentence)


def test_a_name_is_found_in_any_spelling_and_people_here_are_marked():
    session, people, path = a_door("Zoë", "Zoë Brown")
    arrive(session=session, player=people["Zoë"], actor=PHONE)
    assert names(a_phone().get(f"{path}?q=zoe", headers=HTMX)) == ["Zoë Brown", "Zoë"]


def test_debts_and_notes_of_others_are_not_visible():
    session, people, path = a_door()
    session.club.players.update(notes="a bad loser")
    Entry.objects.create(
        club=session.club, kind="adjustment", debited=people["Ann"], amount_minor=777, by="kate"
    )
    phone = a_phone()
    pages = [phone.get(path), phone.post(path, {"player": people["Ann"].pk}), phone.get(path)]
    told = "".join(page.content.decode() for page in pages)
    assert ("7.77" in told, "bad loser" in told) == (False, False)


def test_a_phone_can_undo_only_its_own_check_in():
    session, people, path = a_door()
    ben, stranger = a_phone(), a_phone()
    ben.post(path, {"player": people["Ben"].pk})
    for phone, left in ((stranger, 1), (ben, 0)):
        phone.post(path, {"undo": "yes"})
        assert Attendance.objects.count() == left
    assert shown(ben.get(path), "<h1>(.*?)</h1>") == ["Check in"]


def test_a_person_already_here_sees_so_and_cannot_be_undone_from_there():
    session, people, path = a_door()
    arrive(session=session, player=people["Ben"], actor=PHONE)
    phone = a_phone()
    page = phone.post(path, {"name": "ben"})
    assert (page.status_code, said(page)) == (200, "Ben is already checked in.")
    phone.post(path, {"undo": "yes"})
    assert Attendance.objects.count() == 1


def test_a_forged_cookie_undoes_no_check_in():
    session, people, path = a_door()
    came = arrive(session=session, player=people["Ben"], actor=PHONE).attendance
    phone = a_phone()
    phone.cookies["came"] = f"{came.pk}:forged"
    phone.post(path, {"undo": "yes"})
    assert Attendance.objects.count() == 1


def test_a_person_who_has_paid_cannot_undo_their_check_in():
    session, people, path = a_door()
    phone = a_phone()
    phone.post(path, {"player": people["Ben"].pk})
    pay_at_the_door(session=session, player=people["Ben"], paid=True, actor=PHONE)
    assert "Check-in fee: £3.00, paid." in phone.get(path).content.decode()
    status, told = refused(path, {"undo": "yes"}, client=phone)
    assert (status, told.split(".")[0]) == (409, "Ben has paid £3")


def test_a_phone_forgets_a_check_in_undone_by_the_organiser():
    session, people, path = a_door()
    phone = a_phone()
    phone.post(path, {"player": people["Ben"].pk})
    undo_arrival(session=session, player=people["Ben"], actor=PHONE)
    assert shown(phone.get(path), "<h1>(.*?)</h1>") == ["Check in"]


@pytest.mark.parametrize("sent", [{}, {"player": ""}, {"player": "x"}])
def test_a_check_in_without_a_name_asks_again(sent):
    _, _, path = a_door()
    assert refused(path, sent) == (422, "Tap a name, or type one.")


def test_a_player_of_another_club_is_not_found():
    _, _, path = a_door()
    (stranger,) = add_players(club=a_club("Another"), names=["Fay"])
    assert refused(path, {"player": stranger.pk})[0] == 404


def test_a_club_with_check_in_by_an_organiser_says_so():
    session, people, path = a_door(lets_in=False)
    page = a_phone().get(path)
    assert (page.status_code, shown(page, "<h1>(.*?)</h1>")) == (
        403,
        ["Check in with the organiser"],
    )
    assert refused(path, {"player": people["Ben"].pk})[0] == 403


def test_a_closed_evening_refuses_check_ins():
    table = a_table("Eve! 5")
    table.session.club.self_check_in = True
    table.session.club.save()
    path = f"/door/{renew_pass(session=table.session, right='door').token}/"
    close(table.session)
    assert names(a_phone().get(path)) == []
    assert refused(path, {"name": "Tom"})[0] == 409


def test_a_phone_learns_at_its_next_poll_that_the_code_was_renewed(django_assert_num_queries):
    session, people, path = a_door()
    phone = a_phone()
    first = phone.get(f"{path}?poll", headers=HTMX)
    assert shown(first, r'<p class="hint" id="here-now">(.*?)</p>') == ["0 people are here."]
    poll = {"path": f"{path}?poll", "headers": HTMX | {"HX-PTag": first["HX-PTag"]}}
    with django_assert_num_queries(1):
        assert phone.get(**poll).status_code == 304
    arrive(session=session, player=people["Ann"], actor=PHONE)
    assert shown(phone.get(**poll), r'id="here-now">(.*?)</p>') == ["One person is here."]
    renew_pass(session=session, right="door")
    assert phone.get(**poll).status_code == 410


def test_a_search_is_always_answered_afresh():
    _, _, path = a_door()
    assert "HX-PTag" not in a_phone().get(f"{path}?q=ann", headers=HTMX)
