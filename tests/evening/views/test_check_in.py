import re
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from scoring.evening.actions.check_in import arrive, leave, pay_at_the_door, refund_fee, set_fee
from scoring.models import Attendance, Entry
from scoring.money.queries.accounts import balances, cash_of
from scoring.people.actions.people import add_players
from scoring.tournament.actions.check_in import enter_who_checks_in
from tests.cast import PHONE, a_club, a_table, again, an_evening, an_officer, close, signed_in
from tests.html import refused, shown, text
from tests.tournament.cast import a_tournament, begun

pytestmark = pytest.mark.django_db

MENU = "••• Has left Details"
HTMX = {"HX-Request": "true"}


def at(session, rest=""):
    return f"/sessions/{session.pk}/door/{rest}"


def an_evening_at_the_door(*names, fee=300, guest_fee=400):
    session = an_evening(door_fee_minor=fee, guest_fee_minor=guest_fee)
    players = add_players(club=session.club, names=list(names or ["Ann", "Ben", "Zoë"]))
    return session, {player.name: player for player in players}


def here(session, *players):
    for player in players:
        arrive(session=session, player=player, actor=PHONE)


def door(session, query="", client=None):
    return (client or signed_in()).get(at(session, query))


def names(page):
    return shown(page, r'<span\s+class="name"[^>]*>(.*?)(?:<span class="hidden">.*?)?</span>')


def since_on(page):
    """The time since when a screen shows its list, as it sends it with every tap."""
    return shown(page, r'name="since" value="(.*?)"')[0]


def counts(page):
    return [int(number) for number in shown(page, r"<b>(\d+)</b>&nbsp;")]


def lines(page):
    """The lines of the list, each key without its hidden words."""
    pieces = re.findall(r'<li class="at-door.*?</li>', page.content.decode(), flags=re.DOTALL)
    return [text(re.sub(r'<span class="hidden">.*?</span>', "", piece)) for piece in pieces]


def test_check_in_lists_the_members_who_are_not_here_yet_by_name():
    session, people = an_evening_at_the_door("Zoë", "Émile", "Ben", "Ann")
    add_players(club=session.club, names=["Old Guest"], guest=True)
    here(session, people["Ben"])
    page = door(session)
    assert (names(page), counts(page)) == (["Ann", "Émile", "Zoë"], [3, 1, 0])


def test_once_all_members_are_here_check_in_says_so_below_those_who_just_came():
    session, people = an_evening_at_the_door("Ann", "Ben")
    since = urlencode({"since": timezone.now().isoformat()})
    here(session, people["Ann"])
    assert ("All members are here." in text(door(session, f"?{since}").content.decode())) is False
    here(session, people["Ben"])
    page = door(session, f"?{since}")
    assert [line.partition(" is here")[0] for line in lines(page)] == ["Ann", "Ben"]
    assert shown(page, r'<li class="nobody">(.*?)</li>') == [
        "All members are here. To check in a guest, type the name above."
    ]
    assert shown(door(session, "?show=here"), r'<li class="nobody">(.*?)</li>') == []


def test_check_in_lists_arrivals_and_leavers_with_their_hours():
    session, people = an_evening_at_the_door()
    here(session, people["Ann"], people["Ben"])
    leave(session=session, player=people["Ben"], left=True)
    assert [re.sub(r"\d\d:\d\d", "H", line) for line in lines(door(session, "?show=here"))] == [
        f"Ann since H £3.00 {MENU}"
    ]
    assert [re.sub(r"\d\d:\d\d", "H", line) for line in lines(door(session, "?show=gone"))] == [
        "Ben H–H £3.00 Here again •••"
    ]


def test_after_check_in_the_next_step_is_to_make_tables():
    session, _ = an_evening_at_the_door()
    link = f'href="/sessions/{session.pk}/seats/">Make tables'
    assert link in door(session).content.decode()
    rounds = a_tournament().session
    assert ">Make tables" not in door(rounds).content.decode()


def test_a_seated_player_is_listed_as_here_and_can_be_checked_in():
    table = a_table()
    page = door(table.session, "?show=here")
    assert lines(page)[0] == "Ann guest · not checked in · Table 1 Check in"
    assert counts(page) == [0, 5, 0]


def test_a_player_who_is_not_checked_in_is_listed_with_the_uncharged_fee():
    table = a_table(session=an_evening(guest_fee_minor=400))
    page = door(table.session, "?show=here")
    assert lines(page)[0] == "Ann guest · not checked in, £4.00 not charged · Table 1 Check in"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("zoe", ["Zoë"]),
        ("ZOË", ["Zoë"]),
        ("malg", ["Małgorzata", "+ malg, a guest"]),
        ("ashby cath", ["Catherine Ashby-Cole", "+ ashby cath, a guest"]),
        ("Catherine Ashby Cole", ["Catherine Ashby-Cole", "+ Catherine Ashby Cole, a guest"]),
        ("Malgorzta", ["Małgorzata", "+ Malgorzta, a guest"]),
        ("Uncle Tom", ["+ Uncle Tom, a guest"]),
        ("tom, ben", []),
    ],
)
def test_a_typed_name_finds_similar_people(typed, expected):
    session, _ = an_evening_at_the_door("Ann", "Ben", "Zoë", "Małgorzata", "Catherine Ashby-Cole")
    assert names(door(session, f"?q={typed}")) == expected


def test_a_typed_name_finds_former_guests_and_then_people_already_here():
    session, people = an_evening_at_the_door("Tom Brown", "Tom Smith")
    add_players(club=session.club, names=["Tom Guest"], guest=True)
    here(session, people["Tom Brown"])
    page = door(session, "?q=tom")
    assert names(page)[:3] == ["Tom Smith", "Tom Guest", "Tom Brown"]
    # Whoever is looked for, the counts are those of the evening.
    assert counts(page) == [1, 1, 0]


def test_first_names_typed_together_suggest_members_with_those_names():
    session, _ = an_evening_at_the_door("Ann Farrow", "Ann Hale", "Ben Gale", "Ben", "Cat Ives")
    page = door(session, "?q=ann, Ben, Zed")
    assert names(page) == ["Ann Farrow", "Ann Hale"]
    assert "ann, Zed new to the club · ann is similar to Ann Farrow" in text(page.content.decode())


def test_an_invalid_search_is_ignored():
    session, _ = an_evening_at_the_door()
    for query in ("?q=%00", f"?q={'x' * 401}", "?show=nobody"):
        assert names(door(session, query)) == ["Ann", "Ben", "Zoë"]


def test_a_person_is_checked_in_with_one_tap_and_named():
    session, people = an_evening_at_the_door()
    client = signed_in()
    answer = client.post(at(session, "arrive"), {"player": people["Ben"].pk})
    assert (answer.status_code, answer.url) == (
        302,
        at(session, f"?show=awaited&done={people['Ben'].pk}"),
    )
    page = client.get(answer.url)
    assert shown(page, r'<div class="remark" role="status">(.*?)</div>') == ["Ben is here."]
    assert lines(page) == ["Ben is here £3.00 Undo", "Ann Check in", "Zoë Check in"]


def test_htmx_gets_the_line_of_the_person_and_the_counts():
    session, people = an_evening_at_the_door()
    client = signed_in()
    sent = {"player": people["Ben"].pk, "since": since_on(door(session, client=client))}
    answer = client.post(at(session, "arrive"), sent, headers=HTMX)
    assert (answer.status_code, answer["Bowerbook"]) == (200, "door")
    assert lines(answer) == ["Ben is here £3.00 Undo"]
    assert counts(answer) == [2, 1, 0]
    assert shown(answer, r'<p id="said"[^>]*>(.*?)</p>') == [
        "Ben is here. 1 here, 0 left, 2 not here yet."
    ]


@pytest.mark.parametrize(("show", "q"), [("awaited", ""), ("awaited", "ben"), ("here", "ben")])
def test_after_a_tap_the_line_is_the_one_that_the_next_poll_draws(show, q):
    session, people = an_evening_at_the_door()
    client, ben = signed_in(), people["Ben"].pk
    screen = {"q": q, "since": since_on(door(session, f"?show={show}&q={q}", client))}
    for path, sent in (
        ("arrive", {"player": ben}),
        (f"{ben}/fee", {"paid": "yes"}),
        (f"{ben}/leave", {"left": "yes"}),
        (f"{ben}/leave", {"left": "no"}),
    ):
        answer = client.post(at(session, f"{path}?show={show}"), sent | screen, headers=HTMX)
        (line,) = lines(answer)
        assert line in lines(client.get(at(session), screen | {"show": show, "poll": ""}))


def test_arriving_twice_is_mentioned():
    session, people = an_evening_at_the_door()
    here(session, people["Ben"])
    answer = signed_in().post(at(session, "arrive"), {"player": people["Ben"].pk}, headers=HTMX)
    assert answer.status_code == 200
    assert "Ben was already checked in." in shown(answer, r'<p id="said"[^>]*>(.*?)</p>')[0]


def test_a_guest_arrives_with_one_line():
    session, _ = an_evening_at_the_door()
    signed_in().post(at(session, "arrive"), {"name": " Uncle  Tom "})
    came = Attendance.objects.get()
    assert (came.player.name, came.player.guest, came.fee_minor) == ("Uncle Tom", True, 400)


def test_a_guest_who_becomes_a_member_owes_tonights_other_fee_unless_it_is_paid():
    session, _ = an_evening_at_the_door()
    client, club = signed_in(), session.club
    client.post(at(session, "arrive"), {"names": "Uma, Vic, Wes"})
    uma, vic, wes = (club.players.get(name=name) for name in ("Uma", "Vic", "Wes"))
    pay_at_the_door(session=session, player=vic, paid=True, actor=PHONE)
    set_fee(session=session, player=wes, fee_minor=100, actor=PHONE)
    for one in (uma, vic, wes):
        client.post(f"/clubs/{club.pk}/players/{one.pk}/edit", {"name": one.name})
    fees = dict(Attendance.objects.values_list("player__name", "fee_minor"))
    assert (fees["Uma"], fees["Vic"], fees["Wes"]) == (300, 400, 100)
    client.post(f"/clubs/{club.pk}/players/{uma.pk}/edit", {"name": "Uma", "guest": "on"})
    assert Attendance.objects.get(player=uma).fee_minor == 400


def test_several_names_are_typed_together_and_new_guests_have_a_button_of_their_own():
    session, people = an_evening_at_the_door("Ann", "Ben", "Catherine Ashby")
    typed = door(session, "?q=ben; Zelda Fitz,Catherine Ashbey")
    since = since_on(typed)
    assert lines(typed) == [
        "ben Check in 1",
        "Zelda Fitz, Catherine Ashbey new to the club · Catherine Ashbey is similar to "
        "Catherine Ashby Check in 2 guests",
    ]
    client, sent = signed_in(), {"names": "ben, Zelda Fitz"}
    page = client.post(at(session, "arrive"), sent | {"since": since}, headers=HTMX)
    first, second = lines(page)
    assert (first.startswith("Ben is here"), second.startswith("Zelda Fitz is here")) == (
        True,
        True,
    )
    assert counts(page) == [2, 2, 0]
    fees = Attendance.objects.values_list("player__name", "player__guest", "fee_minor")
    assert sorted(fees) == [("Ben", False, 300), ("Zelda Fitz", True, 400)]
    polled = {"q": "ben, Zelda Fitz, Ann", "since": since}
    assert lines(client.get(at(session), polled)) == [
        "Ben is here £3.00 Undo",
        "Zelda Fitz is here £4.00 Undo",
        "Ann Check in 1",
    ]
    client.post(at(session, "arrive"), sent)
    again = client.get(at(session, f"?done={people['Ann'].pk}&done={people['Ben'].pk}"))
    assert names(again)[:2] == ["Ann", "Ben is here"]
    assert Attendance.objects.count() == 2


def test_the_typed_names_stay_in_the_field_until_all_groups_are_checked_in():
    session, _ = an_evening_at_the_door()
    client, typed = signed_in(), "Ann, Zed"
    for names, stays in (("Ann", True), ("Zed", False)):
        page = client.post(at(session, f"arrive?q={typed}"), {"names": names}, follow=True)
        assert (f'value="{typed}"' in page.content.decode()) == stays


def test_several_names_with_one_invalid_check_in_none_of_them():
    session, _ = an_evening_at_the_door()
    for wrong in ("Ann, ann", f"Ann, {'x' * 41}", ", ".join(f"N{no}" for no in range(21))):
        answer = signed_in().post(at(session, "arrive"), {"names": wrong}, headers=HTMX)
        assert (answer.status_code, Attendance.objects.count()) == (422, 0), wrong


def test_several_refused_names_stay_in_the_field():
    session, _ = an_evening_at_the_door()
    many = ", ".join(f"New {no}" for no in range(21))
    (sent_to,) = shown(door(session, f"?q={many}"), r'formaction="([^"]*)"')
    answer = signed_in().post(sent_to.replace("&amp;", "&"), {"names": many})
    assert (answer.status_code, f'value="{many}"' in answer.content.decode()) == (422, True)
    assert "You typed 21 names. Enter at most 20" in text(answer.content.decode())


def test_several_arrivals_at_a_running_tournament_enter_its_next_round():
    made = a_tournament(8)
    enter_who_checks_in(tournament=made, enters=True)
    begun(made)
    client = signed_in()
    sent = {"names": "Zoe, Yan", "since": since_on(door(made.session, client=client))}
    page = client.post(at(made.session, "arrive"), sent, headers=HTMX)
    assert [re.sub(r" Undo.*", "", line) for line in lines(page)] == [
        "Zoe is here number 9, from round 2",
        "Yan is here number 10, from round 2",
    ]


def test_arriving_and_paying_are_two_taps():
    session, people = an_evening_at_the_door()
    client = signed_in()
    page = client.post(at(session, "arrive"), {"player": people["Ben"].pk}, headers=HTMX)
    (pay,) = re.findall(
        r'name="paid" value="(\w+)"[^>]*formaction="([^"?]*)', page.content.decode()
    )
    page = client.post(pay[1], {"paid": pay[0]}, headers=HTMX)
    assert re.findall(r'aria-pressed="(\w+)"', page.content.decode()) == ["true"]
    assert Attendance.objects.get().fee_paid_at is not None


def test_another_fee_is_previewed_once_people_paid_and_its_reason_is_kept():
    session, people = an_evening_at_the_door("Ann", "Ben", "Cat")
    edit, kate = f"/sessions/{session.pk}/edit", signed_in()
    here(session, people["Ann"], people["Ben"])
    pay_at_the_door(session=session, player=people["Ann"], paid=True, actor=PHONE)
    sent = {"title": "Friday", "door_fee_minor": "5.00", "guest_fee_minor": "4.00"}
    page = kate.post(edit, sent)
    said = text(page.content.decode())
    assert page.status_code == 200
    assert "1 person paid £3.00, and owes nothing more. Ann" in said
    assert "1 person still owes £3.00, as before. Ben" in said
    assert again(session).door_fee_minor == 300
    seen = re.search(r'name="seen" value="(.*?)"', page.content.decode())[1]
    assert kate.post(edit, sent | {"seen": seen}).status_code == 422
    other = sent | {"door_fee_minor": "6.00", "seen": seen, "fee_why": "Supper"}
    assert kate.post(edit, other).status_code == 200
    assert again(session).door_fee_minor == 300
    assert kate.post(edit, sent | {"seen": seen, "fee_why": "Supper"}).status_code == 302
    assert again(session).door_fee_minor == 500
    fees = [came.fee_minor for came in Attendance.objects.order_by("player__name")]
    assert fees == [300, 300]
    (event,) = session.club.events.all()
    assert "£5.00 (was £3.00), guests £4.00. Reason: Supper" in event.said


def test_another_fee_is_saved_at_once_while_no_one_is_checked_in():
    session, _ = an_evening_at_the_door("Ann")
    sent = {"door_fee_minor": "5.00", "guest_fee_minor": "4.00"}
    assert signed_in().post(f"/sessions/{session.pk}/edit", sent).status_code == 302
    assert (again(session).door_fee_minor, session.club.events.count()) == (500, 0)


def test_earlier_debts_are_shown_at_the_name_without_tonight_s_fee():
    session, people = an_evening_at_the_door()
    for player, side, amount in (("Ann", "debited", 350), ("Ben", "credited", 200)):
        entry = {side: people[player], "amount_minor": amount}
        Entry.objects.create(club=session.club, kind="adjustment", by="kate", **entry)
    assert lines(door(session))[:2] == [
        "Ann owes £3.50 from before Check in",
        "Ben £2.00 in credit Check in",
    ]
    here(session, people["Ann"], people["Zoë"])
    pay_at_the_door(session=session, player=people["Zoë"], paid=True, actor=PHONE)
    first, second = lines(door(session, "?show=here"))
    assert ("owes £3.50 from before" in first, "from before" in second) == (True, False)


def test_without_a_check_in_fee_the_page_mentions_no_money():
    session, people = an_evening_at_the_door(fee=0, guest_fee=0)
    here(session, people["Ann"])
    assert "£" not in door(session, "?show=here").content.decode()


def test_an_arrival_is_undone():
    session, people = an_evening_at_the_door()
    here(session, people["Ann"])
    answer = signed_in().post(at(session, f"{people['Ann'].pk}/undo"), headers=HTMX)
    assert (lines(answer), counts(answer)) == (["Ann Check in"], [3, 0, 0])


def test_a_person_leaves_and_returns():
    session, people = an_evening_at_the_door()
    here(session, people["Ann"])
    client, path = signed_in(), at(session, f"{people['Ann'].pk}/leave")
    for left, expected in (("yes", [2, 0, 1]), ("no", [2, 1, 0])):
        assert counts(client.post(path, {"left": left}, headers=HTMX)) == expected


@pytest.mark.parametrize(
    ("rest", "sent", "status", "sentence"),
    [
        ("arrive", {}, 422, "Tap a name, or type one."),
        ("arrive", {"player": "x"}, 422, "Tap a name, or type one."),
        ("arrive", {"name": "Ann, Ben"}, 422, "You typed 2 names. Enter one at a time."),
        ("arrive", {"name": "x" * 41}, 422, f"“{'x' * 40}…” is longer than 40 letters."),
        ("{}/leave", {}, 422, "Choose Has left or Here again."),
        (
            "{}/leave",
            {"left": "yes"},
            409,
            "Ann is not checked in. Check them in first.",
        ),
        (
            "{}/fee",
            {},
            422,
            "Enter whether the fee was paid, or a new fee.",
        ),
        (
            "{}/fee",
            {"paid": "x"},
            422,
            "Enter whether the fee was paid, or a new fee.",
        ),
        ("{}/fee", {"amount": "x"}, 422, '"x" is not an amount such as 0.25 or 25p.'),
        ("{}/fee", {"amount": "99999"}, 422, "£99999.00 is too high. Check the amount."),
        (
            "{}/fee",
            {"amount": "1"},
            409,
            "Ann is not checked in. Check them in first.",
        ),
    ],
)
@pytest.mark.parametrize("how", [{}, {"headers": HTMX}])
def test_an_invalid_check_in_is_refused_with_a_sentence(rest, sent, status, sentence, how):
    session, people = an_evening_at_the_door()
    path = at(session, rest.format(people["Ann"].pk))
    assert refused(path, sent, client=signed_in(), **how) == (status, sentence)


def test_a_player_of_another_club_is_not_found_at_check_in():
    session, _ = an_evening_at_the_door()
    (stranger,) = add_players(club=a_club("Another"), names=["Fay"])
    for path, sent in (
        (at(session, "arrive"), {"player": stranger.pk}),
        (at(session, f"{stranger.pk}/undo"), {}),
    ):
        assert refused(path, sent, client=signed_in())[0] == 404


@pytest.mark.parametrize(("typed", "minor", "owes"), [("1.50", 150, "£1.50"), ("0", 0, "nothing")])
def test_a_fee_is_changed_or_waived_once_its_preview_was_shown_and_with_a_reason(
    typed, minor, owes
):
    session, people = an_evening_at_the_door()
    here(session, people["Ann"])
    client, path = signed_in(), at(session, f"{people['Ann'].pk}/fee")
    sure, why = {"amount": typed, "sure": f"300 {minor}"}, {"why": "helper"}
    for sent in (
        {"amount": typed},
        {"amount": typed, **why},
        {**sure, "sure": f"400 {minor}", **why},
    ):
        page = client.post(path, sent)
        assert f"Not saved yet. Ann will owe {owes} instead of £3.00." in text(
            page.content.decode()
        )
        assert (page.status_code, Attendance.objects.get().fee_minor) == (200, 300)
    page = client.post(path, sure)
    assert (page.status_code, Attendance.objects.get().fee_minor) == (422, 300)
    assert "Say why the fee is changed." in text(page.content.decode())
    for _ in range(2):
        assert client.post(path, {**sure, **why}).status_code == 302
    came = Attendance.objects.get()
    assert (came.fee_minor, came.fee_why) == (minor, "helper")


def test_a_free_entry_and_a_refund_keep_their_reason():
    session, kate = an_evening(door_fee_minor=500), signed_in()
    [ann] = add_players(club=session.club, names=["Ann"])
    arrive(session=session, player=ann, actor=PHONE)
    fee = f"/sessions/{session.pk}/door/{ann.pk}/fee"
    kate.post(fee, {"amount": "0", "sure": "500 0", "why": "helper"})
    page = f"/sessions/{session.pk}/door/{ann.pk}/"
    assert "No check-in fee. Reason: helper." in text(kate.get(page).content.decode())
    kate.post(fee, {"amount": "5.00", "sure": "0 500", "why": "went home"})
    kate.post(fee, {"paid": "yes"})
    assert cash_of(session.club) == 500
    back = {"amount": "2.00", "back": "yes"}
    looked_at = text(kate.post(fee, back).content.decode())
    assert "Ann paid £5.00 and gets £3.00 back in cash. The fee is then £2.00." in looked_at
    back |= {"sure": "500 200"}
    without = kate.post(fee, back)
    assert (without.status_code, "Say why" in text(without.content.decode())) == (422, True)
    for _ in range(2):
        kate.post(fee, back | {"why": "fell ill"})
    assert "£2.00, paid. Reason: fell ill." in text(kate.get(page).content.decode())
    assert (cash_of(session.club), balances(session.club)) == (200, {})
    kate.post(fee, {"amount": "0", "back": "yes", "sure": "200 0", "why": "fell ill"})
    assert (cash_of(session.club), balances(session.club)) == (0, {})
    notes = session.entries.exclude(note="").values_list("note", flat=True)
    assert set(notes) == {"helper", "fell ill"}


def test_a_refund_is_previewed_again_if_another_person_changed_the_fee_meanwhile():
    session, kate = an_evening(door_fee_minor=500), signed_in()
    [ann] = add_players(club=session.club, names=["Ann"])
    arrive(session=session, player=ann, actor=PHONE)
    pay_at_the_door(session=session, player=ann, paid=True, actor=PHONE)
    path, sent = at(session, f"{ann.pk}/fee"), {"amount": "2.00", "back": "yes", "why": "fell ill"}
    seen = kate.post(path, sent).content.decode()
    assert "gets £3.00 back" in text(seen)
    [sure] = re.findall(r'name="sure" value="(.*?)"', seen)
    refund_fee(session=session, player=ann, fee_minor=400, why="late", actor=PHONE)
    again = kate.post(path, sent | {"sure": sure})
    assert "Ann paid £4.00 and gets £2.00 back in cash." in text(again.content.decode())
    assert (again.status_code, cash_of(session.club)) == (200, 400)


def test_a_reason_that_is_too_long_is_the_only_thing_wrong_with_a_new_fee():
    session, people = an_evening_at_the_door()
    here(session, people["Ann"])
    sent = {"amount": "0", "sure": "300 0", "why": "x" * 201}
    page = signed_in().post(at(session, f"{people['Ann'].pk}/fee"), sent).content.decode()
    assert ("at most 200" in text(page), "Say why" in text(page)) == (True, False)


def test_at_a_tournament_one_question_decides_if_arrivals_are_entered():
    made = a_tournament(["Ann", "Ben"])
    zoe, client = made.session.club.players.create(name="Zoë"), signed_in()
    asked, path = r'action="/sessions/\d+/tournament/at-the-door".*?</form>', at(made.session)
    assert shown(client.get(path), rf"<form[^>]*{asked}") == [
        "When people check in, add them to the tournament too? Yes No, check in only"
    ]
    client.post(f"/sessions/{made.session.pk}/tournament/at-the-door", {"enters": "yes"})
    assert shown(client.get(path), rf"<form[^>]*{asked}") == [
        "Check-in adds everyone to the tournament. Check in only"
    ]
    sent = {"player": zoe.pk, "since": since_on(client.get(path))}
    answer = client.post(at(made.session, "arrive"), sent, headers=HTMX)
    assert lines(answer) == ["Zoë is here number 3 Undo"]
    assert "Zoë is here and plays as number 3." in shown(answer, r'<p id="said"[^>]*>(.*?)</p>')[0]
    of_zoe = text(client.get(at(made.session, f"{zoe.pk}/")).content.decode())
    assert "In tonight’s tournament : number 3." in of_zoe
    answer = client.post(at(made.session, f"{zoe.pk}/undo"), headers=HTMX)
    assert (lines(answer), made.entrants.count()) == (["Zoë Check in"], 2)


def test_a_scorer_sees_if_arrivals_are_entered_and_cannot_change_it():
    made = a_tournament(["Ann", "Ben"])
    an_officer(made.session.club, "sam", "scorer")
    sam, path = signed_in("sam"), f"/sessions/{made.session.pk}/tournament/at-the-door"
    assert "entered" not in text(sam.get(at(made.session)).content.decode())
    assert sam.post(path, {"enters": "yes"}).status_code == 403


def test_the_check_in_page_of_a_closed_evening_lists_people_and_has_no_buttons():
    table = a_table("Eve! 5")
    here(table.session, table.sitting.players[0])
    close(table.session)
    page = door(table.session, "?show=here")
    assert "Ann" in names(page)
    assert "<button" not in page.content.decode().partition('id="list"')[2]


def test_an_empty_check_in_page_says_what_to_do():
    session = an_evening()
    pages = [door(session, f"?show={show}") for show in ("awaited", "here", "gone")]
    assert [shown(page, r'<li class="nobody">(.*?)</li>')[0] for page in pages] == [
        "The club has no members yet. Type a name above to check in a guest, or add people .",
        "No one is here yet. Check people in under not here yet .",
        "No one has left.",
    ]


def test_check_in_of_members_who_all_left_does_not_say_that_the_club_has_none():
    session, people = an_evening_at_the_door("Ann")
    here(session, people["Ann"])
    leave(session=session, player=people["Ann"], left=True)
    assert shown(door(session), r'<li class="nobody">(.*?)</li>') == [
        "Everyone has left. To check in a guest, type the name above."
    ]


def test_a_scorer_may_check_people_in():
    session, people = an_evening_at_the_door()
    an_officer(session.club, "sam", "scorer")
    answer = signed_in("sam").post(at(session, "arrive"), {"player": people["Ann"].pk})
    assert (answer.status_code, Attendance.objects.get().by) == (302, "sam")


def test_an_old_debt_links_to_the_account_for_people_who_run_the_evening():
    session, people = an_evening_at_the_door()
    ann = people["Ann"]
    Entry.objects.create(
        club=session.club, kind="adjustment", by="kate", debited=ann, amount_minor=350
    )
    here(session, ann)
    an_officer(session.club, "sam", "scorer")
    mine, theirs = (
        door(session, f"{ann.pk}/", client).content.decode() for client in (None, signed_in("sam"))
    )
    address = f"/clubs/{session.club_id}/accounts/{ann.pk}/"
    assert ["Owes £3.50 from before" in text(page) for page in (mine, theirs)] == [True, True]
    assert [address in page for page in (mine, theirs)] == [True, False]
