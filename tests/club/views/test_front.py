import re
from datetime import timedelta
from html import unescape

import pytest
from django.conf import settings
from django.core import signing
from django.test import override_settings
from django.utils import timezone

from scoring.common.access import HOSTING
from scoring.euchre.books import SHELF
from scoring.evening.actions.check_in import arrive
from scoring.models import ClubSession, Season, Table
from scoring.people.actions.people import add_players
from tests.cast import (
    FIVE,
    PHONE,
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    an_organiser,
    close,
    dealers,
    everything,
    form_of,
    link,
    log,
    send,
    signed_in,
)
from tests.html import said, shown, text
from tests.league.cast import a_league
from tests.test_queries import asked

pytestmark = pytest.mark.django_db

START = {"names": "Ann, Ben, Cat, Dan, Eve", "stake": "0.25", "currency": "GBP"}


def test_a_visitor_starts_a_table_with_names_and_a_stake_and_hosts_its_evening():
    client = a_phone()
    answer = client.post("/start", START)
    table = Table.objects.get()
    assert (answer.status_code, answer.url) == (302, address(table))
    assert (table.sitting.names, str(table.stake)) == (FIVE, "25p a point")
    assert client.get(f"/sessions/{table.session_id}/").status_code == 200
    assert hosted(client) == ["Ann, Ben, Cat, Dan, Eve Call-Ace, 25p a point · today · open"]
    assert shown(client.get("/"), rf'<a class="button" href="{address(table)}">(.*?)</a>') == [
        "Pad of Ann, Ben, Cat, Dan, Eve"
    ]


def test_a_browser_sees_all_its_evenings_with_the_closed_ones_last_and_folded():
    client = a_phone()
    for no in range(7):
        client.post("/start", START | {"names": f"Ann {no}, Ben, Cat, Dan", "stake": ""})
    for table in Table.objects.order_by("pk")[:2]:
        log(table, "Ben! 3")
        close(table.session)
    day = timezone.localdate() - timedelta(days=400)
    ClubSession.objects.filter(pk=Table.objects.order_by("pk")[0].session_id).update(played_on=day)
    found = hosted(client)
    assert found[0] == "Ann 6, Ben, Cat, Dan Call-Ace · today · open"
    assert found[5:] == [
        "Ann 1, Ben, Cat, Dan Call-Ace · today · closed",
        f"Ann 0, Ben, Cat, Dan Call-Ace · {day.day} {day:%B %Y} · closed",
    ]
    page = client.get("/")
    assert len(shown(page, r'<a class="button" href="/t/[^"]*">')) == 5
    assert shown(page, r"<summary>(\d.*?)</summary>") == ["2 closed"]


def test_the_front_page_needs_as_many_queries_for_three_hosted_evenings_as_for_one():
    client, found = a_phone(), set()
    for number in (1, 2):
        for _ in range(number):
            client.post("/start", START)
        found.add(asked(client, "/"))
    assert len(found) == 1


def hosted(client):
    return shown(client.get("/"), r'<a href="/sessions/\d+/">(.*?)</a>')


def test_tonight_s_check_in_and_tables_are_one_tap_away_for_those_who_run_the_club():
    session = an_evening()
    an_evening(a_club("Another club", organiser="mallory"))
    later = an_evening(session.club, played_on=timezone.localdate() + timedelta(days=3))
    page = signed_in("kate").get("/").content.decode()
    assert re.findall(r'class="button go" href="([^"]*)"', page) == [
        f"/sessions/{session.pk}/door/",
        f"/sessions/{session.pk}/",
    ]
    assert page.index("button go") < page.index("Start a table") < page.index("Your clubs")
    assert f"/sessions/{later.pk}/" not in page
    a_table("Ben+Dan 3", session=session)
    close(session)
    assert "button go" not in signed_in("kate").get("/").content.decode()


def test_once_people_are_here_tables_are_made_from_the_front_page():
    session = an_evening()
    (ann,) = add_players(club=session.club, names=["Ann"])
    arrive(session=session, player=ann, actor=PHONE)
    page = signed_in("kate").get("/").content.decode()
    assert re.findall(r'class="button go" href="([^"]*)"', page) == [
        f"/sessions/{session.pk}/door/",
        f"/sessions/{session.pk}/seats/",
    ]


def test_a_club_has_a_link_to_its_season_of_today_once_it_has_one():
    club, today = a_club(), timezone.localdate()
    assert "/seasons/" not in signed_in("kate").get("/").content.decode()
    days = ((-400, -40), (-39, 300), (301, 600))
    _, now, _ = [
        Season.objects.create(
            club=club,
            name=f"Season {first}",
            starts_on=today + timedelta(days=first),
            ends_on=today + timedelta(days=last),
        )
        for first, last in days
    ]
    page = signed_in("kate").get("/").content.decode()
    assert re.findall(r'href="(/clubs/\d+/seasons/[^"]*)"', page) == [
        f"/clubs/{club.pk}/seasons/{now.pk}/"
    ]


def test_a_club_has_a_link_to_its_leagues_only_if_it_has_some():
    a_club()
    a_league(club=a_club("The Left Bower Club"))
    page = signed_in("kate").get("/")
    found = shown(page, r'<a class="button" href="/clubs/\d+/leagues/">.*?</a>')
    assert found == ["Leagues of The Left Bower Club"]


def test_the_queries_of_the_front_page_do_not_grow_with_clubs_and_evenings():
    kate, found = signed_in("kate"), set()
    for no in (1, 2):
        for _ in range(no):
            club = a_club(f"Club {no}", organiser="kate")
            an_evening(club)
            an_evening(club)
        found.add(asked(kate, "/"))
    assert len(found) == 1


def test_a_browser_that_starts_a_second_table_still_hosts_the_first_evening():
    client = a_phone()
    for _ in range(2):
        client.post("/start", START)
    paths = [f"/sessions/{table.session_id}/" for table in Table.objects.order_by("pk")]
    assert len({*paths}) == 2
    assert [client.get(path).status_code for path in paths] == [200, 200]


@pytest.mark.parametrize(
    ("told", "stake"),
    [
        ({"stake": ""}, None),
        ({"stake": "0"}, None),
        ({"stake": "1,50"}, "£1.50 a point"),
        ({"stake": "25", "currency": "JPY"}, "¥25 a point"),
        ({"stake": "0.05", "currency": "EUR"}, "5c a point"),
    ],
)
def test_a_stake_is_in_the_chosen_currency(told, stake):
    a_phone().post("/start", START | told)
    found = Table.objects.get().stake
    assert (found and str(found)) == stake


@pytest.mark.parametrize(("told", "seat"), [("Cat", 2), ("cat", 2), ("e", 4), ("Ann", 0)])
def test_the_first_dealer_is_a_name_or_the_beginning_of_a_name(told, seat):
    a_phone().post("/start", START | {"names": "Ann, Ben, Cat, Anna, Eve", "dealer": told})
    assert dealers(Table.objects.get()) == [seat]


def test_a_beginning_shared_by_two_names_is_refused():
    answer = a_phone().post("/start", START | {"names": "Ann, Ben, Cat, Anna", "dealer": "A"})
    assert (answer.status_code, said(answer)) == (422, "“A” is not one of the names above.")


def test_a_refused_form_keeps_what_was_typed():
    answer = a_phone().post("/start", START | {"stake": "much", "names": "Zoë, Ben, Cat, Dan"})
    assert answer.status_code == 422
    boxes = re.findall(r'value="(\w+)"[^>]*aria-label="Player', answer.content.decode())
    assert boxes == ["Zoë", "Ben", "Cat", "Dan"]
    assert 'value="much"' in answer.content.decode()


def test_names_come_from_a_box_for_each_seat():
    names = ["Ann", "", "Ben, Cat", "Dan"]
    send(a_phone(), "/start", START | {"names": names, "rules": "american"})
    assert Table.objects.get().sitting.names == ["Ann", "Ben", "Cat", "Dan"]


def test_a_form_proposes_the_american_game_with_four_boxes():
    answer = a_phone().get("/start")
    page = answer.content.decode()
    assert shown(answer, r"<option value=\"[\w-]+\" selected>.*?</option>") == ["American", "GBP"]
    boxes = re.findall(r"<input[^>]*aria-label=\"Player \d\"[^>]*>", page)
    assert [" hidden" in box for box in boxes] == [False] * 4 + [True] * 3


def test_the_first_games_come_before_all_other_rules():
    page = a_phone().get("/start").content.decode()
    games, rest = page.split('id="all-rules"')
    assert re.findall(r'role="group" aria-label="(.*?)"|data-rules="([\w-]+)"', games) == [
        ("Two against two", ""),
        ("", "american"),
        ("", "british"),
        ("Each for yourself", ""),
        ("", "call-ace"),
        ("", "hoyle-three"),
    ]
    assert "Call-Ace 4 to 7 players Cut-throat 3 players, to 5" in text(games)
    assert not rest.startswith(" open")
    assert {"club-laws", "american", "british"} <= {*re.findall(r'<option value="([\w-]+)"', rest)}


def test_a_table_can_start_with_the_rules_of_the_page_that_leads_to_it():
    page = a_phone().get("/rules/keller/").content.decode()
    (start,) = re.findall(r'<a class="button strong" href="(/start[^"]*)"', page)
    answer = a_phone().get(unescape(start))
    assert shown(answer, r"<option value=\"[\w-]+\" selected>.*?</option>") == [
        SHELF["keller"].name,
        "GBP",
    ]
    unknown = a_phone().get("/start?rules=bridge")
    assert shown(unknown, r"<option value=\"[\w-]+\" selected>.*?</option>")[0] == "American"


def test_rules_from_the_list_of_all_keep_it_open():
    client = a_phone()
    send(client, "/start", START | {"rules": "club-laws", "names": "A, B, C, D"})
    assert 'id="all-rules" open' in client.get("/start").content.decode()


def test_names_with_blanks_alone_between_them_are_offered_with_commas():
    start = START | {"rules": "american", "names": "Ann Ben Cat Dan"}
    answer = a_phone().post("/start", start)
    assert answer.status_code == 422
    said = "Did you mean four? Separate the names with commas: Ann, Ben, Cat, Dan."
    assert said in text(answer.content.decode())


def test_the_players_of_the_last_table_can_be_tapped():
    client = a_phone()
    send(client, "/start", START)
    names = re.findall(r'data-name="(\w+)"', client.get("/start").content.decode())
    assert names == ["Ann", "Ben", "Cat", "Dan", "Eve"]


def test_a_user_who_is_signed_in_sees_their_own_things_and_no_promise():
    a_club()
    stranger, kate = (who.get("/").content.decode() for who in (a_phone(), signed_in("kate")))
    for part in ('class="promise"', 'class="pad-shown"', 'id="run"'):
        assert (part in stranger, part in kate) == (True, False)
    assert kate.index('href="/start"') < kate.index("/clubs/") < kate.index('class="spines"')
    assert 'href="/table/"' in kate


def test_the_front_page_shows_the_version():
    hints = shown(a_phone().get("/"), r"<p class=\"hint\">(.*?)</p>")
    assert hints[-1] == f"Bowerbook {settings.VERSION}"


def test_signing_in_leads_to_the_front_page_with_the_user_s_own_clubs_only():
    club, _ = a_club(), a_club("Another club", organiser="mallory")
    client = a_phone()
    answer = client.post("/sign-in", {"username": "kate", "password": "kate"})
    assert (answer.status_code, answer.url) == (302, "/")
    assert shown(client.get("/"), r'<a href="/clubs/\d+/">(.*?)</a>') == [f"{club} owner"]
    assert client.get(f"/clubs/{club.pk}/").status_code == 200
    assert client.post("/sign-out").status_code == 302
    assert client.get(f"/clubs/{club.pk}/").status_code == 403


@pytest.mark.parametrize(
    ("path", "whom"),
    [
        ("/clubs/{club}/people/?kind=guests", "owners, organisers and scorers"),
        ("/site/backups/", "the owner of the site"),
        ("/password", "your own password"),
        ("/sessions/{session}/", "a phone that has the table’s link"),
    ],
)
def test_a_visitor_who_is_not_signed_in_is_led_to_sign_in_and_back(path, whom):
    session, phone = a_table().session, a_phone()
    path = path.format(club=session.club_id, session=session.pk)
    answer = phone.get(path)
    assert (answer.status_code, whom in said(answer)) == (403, True)
    assert shown(answer, "<h1>(.*?)</h1>") == ["Sign in first"]
    sign_in = re.search(r'<a class="button strong" href="([^"]+)"', answer.content.decode())[1]
    form = phone.get(unescape(sign_in))
    back = re.search(r'name="next" value="([^"]*)"', form.content.decode())[1]
    assert unescape(back) == path
    sent = {"username": "kate", "password": "kate", "next": back}
    assert phone.post("/sign-in", sent).url == path


def test_a_user_without_access_sees_the_account_that_is_signed_in():
    club = a_club()
    an_organiser("mallory")
    answer = signed_in("mallory").get(f"/clubs/{club.pk}/")
    assert answer.status_code == 403
    assert said(answer).startswith("You are signed in as mallory.")
    assert shown(answer, r'<a class="button strong".*?</a>') == ["Sign in with another account"]


@pytest.mark.parametrize(
    "told", [{"username": "kate", "password": "wrong"}, {"username": "", "password": ""}]
)
def test_a_wrong_password_is_refused(told):
    club = a_club()
    client = a_phone()
    answer = client.post("/sign-in", told)
    assert answer.status_code == 200
    assert 'name="password"' in answer.content.decode()
    assert client.get(f"/clubs/{club.pk}/").status_code == 403


@pytest.mark.parametrize(
    "next_page", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"]
)
def test_signing_in_leads_to_no_other_site(next_page):
    an_organiser("kate")
    sent = {"username": "kate", "password": "kate", "next": next_page}
    assert a_phone().post("/sign-in", sent).url == "/"


def test_a_form_without_its_token_is_refused_and_says_what_was_kept():
    table = a_table()
    stored = everything()
    answer = a_phone(strict=True).post(address(table, "hands/log"), form_of(table))
    assert (answer.status_code, everything()) == (403, stored)
    assert shown(answer, "<h1>(.*?)</h1>") == ["This page is out of date"]
    (kept,) = shown(answer, "<p>(.*?)</p>")
    assert kept.startswith("Not saved. Go back to the previous page.")


def test_a_foreign_host_name_gets_a_bad_request_without_details():
    answer = a_phone().get("/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert shown(answer, "<p>(.*?)</p>") == []


def test_a_phone_with_the_token_of_its_page_may_post():
    table, strict = a_table(), a_phone(strict=True)
    strict.get(address(table))
    token = {"X-CSRFToken": strict.cookies["csrftoken"].value}
    assert (
        strict.post(address(table, "hands/log"), form_of(table), headers=token).status_code == 302
    )


@pytest.mark.parametrize(
    "cookie",
    ["1", "1:abc:def", "", "\x00", "x" * 5000, "signed for something else"],
)
def test_a_forged_hosting_cookie_is_ignored(cookie):
    table, client = a_casual_table(), a_phone()
    if cookie == "signed for something else":
        cookie = signing.get_cookie_signer(salt="other").sign("1")
    client.cookies[HOSTING] = cookie.replace("1", str(table.session_id), 1)
    assert client.get("/").status_code == 200
    assert client.get(f"/sessions/{table.session_id}/").status_code == 403


def test_the_organiser_link_of_an_evening_is_shown_only_to_its_host():
    table, client = a_casual_table(), a_phone()
    key = f"/host/{link(table, 'host').token}"
    client.get(key)
    session = client.get(f"/sessions/{table.session_id}/").content.decode()
    assert f"http://testserver{key}" in session
    for page in (address(table), address(table, "share"), address(table, "board", right="watch")):
        assert key not in client.get(page).content.decode()


@pytest.mark.parametrize(
    ("public", "start"), [("", "http://testserver"), ("https://cards.example", None)]
)
def test_the_codes_have_the_address_that_phones_can_open(public, start):
    table = a_table()
    with override_settings(PUBLIC_URL=public):
        page = a_phone().get(address(table, "share"))
    addresses = shown(page, r'<p class="address">(.*?)</p>')
    assert addresses == [
        f"{start or public}{address(table, right='write')}",
        f"{start or public}{address(table, right='watch')}",
    ]
    assert page.content.decode().count('class="qr"') == 2


def test_a_watching_screen_does_not_show_the_code_to_write():
    table = a_table()
    page = a_phone().get(address(table, "share", right="watch"))
    assert shown(page, r'<p class="address">(.*?)</p>') == [
        f"http://testserver{address(table, right='watch')}"
    ]
    assert link(table).token not in page.content.decode()


def test_a_renewed_code_shows_the_new_link_and_refuses_the_old_phone():
    table, kate, phone = a_table(), signed_in("kate"), a_phone()
    old = address(table)
    answer = kate.post(f"/sessions/{table.session_id}/tables/1/links/write/renew")
    assert (answer.status_code, answer.url) == (302, address(table, "share"))
    assert kate.get(answer.url).status_code == 200
    gone = phone.get(old)
    assert (gone.status_code, said(gone)) == (
        410,
        "This link was revoked. Ask at the table for the new code.",
    )
    assert again(table).links.filter(right="watch", revoked_at=None).count() == 1


@pytest.mark.parametrize("right", ["host", "admin", "rubbish-rubbish-rubbish"])
def test_an_unknown_link_of_a_table_cannot_be_renewed(right):
    table = a_table()
    stored = everything()
    answer = signed_in("kate").post(f"/sessions/{table.session_id}/tables/1/links/{right}/renew")
    assert (answer.status_code, said(answer)) == (
        404,
        "This table has no such link.",
    )
    assert everything() == stored


def test_pages_with_secrets_send_no_referrer_to_other_sites():
    answer = a_phone().get(address(a_table()))
    assert answer["Referrer-Policy"] == "same-origin"
    assert "default-src 'self'" in answer["Content-Security-Policy"]


def test_a_foreign_host_name_is_refused():
    assert a_phone().get("/", headers={"Host": "evil.example"}).status_code == 400


def typed(page):
    """Return the values in the form that starts a table."""
    form = page.context["form"]
    return {name: form[name].value() for name in ("names", "rules", "stake", "currency")}


def test_the_last_rules_and_stake_are_suggested_next_time():
    client = a_phone()
    first = {"names": "", "rules": "american", "stake": None, "currency": "GBP"}
    assert typed(client.get("/start")) == first
    client.post("/start", START | {"rules": "american", "names": "A, B, C, D", "target": "7"})
    client.post("/start", START | {"rules": "american", "names": "A, B, C, D", "currency": "EUR"})
    page = client.get("/start")
    last = {"rules": "american", "stake": "0.25", "currency": "EUR"}
    assert typed(page) == first | last
    assert "You play for 25c a game point, as last time." in text(page.content.decode())
    assert "0.25 or 25c. Leave it blank to play for points." in page.content.decode()
    assert typed(a_phone().get("/start")) == first


def test_the_same_people_play_again_by_one_tap():
    client = a_phone()
    client.post("/start", START | {"rules": "american", "names": "A, B, C, D", "target": "7"})
    table = Table.objects.get()
    log(table, "A! 3")
    close(table.session)
    again_at = f"/start?again={table.session_id}"
    assert shown(client.get("/"), rf'<a class="button" href="{re.escape(again_at)}">(.*?)</a>') == [
        "Again with A, B, C, D"
    ]
    page = client.get(again_at)
    assert typed(page) == {
        "names": "A\nB\nC\nD",
        "rules": "american",
        "stake": "0.25",
        "currency": "GBP",
    }
    assert page.context["form"]["target"].value() == "7"
    assert "You play for 25p a game point" in text(page.content.decode())
    assert typed(a_phone().get(again_at))["names"] == ""


@pytest.mark.parametrize(
    ("languages", "currency"),
    [
        ("en-US,en;q=0.9", "USD"),
        ("fr-CA", "CAD"),
        ("de", "EUR"),
        ("en-GB,en;q=0.5", "GBP"),
        ("zh-Hant-TW", "TWD"),
        ("eo", "GBP"),
        ("*", "GBP"),
        ("", "GBP"),
        ("xx-YY;q=", "GBP"),
    ],
)
def test_the_first_stake_is_in_the_currency_of_the_visitor_s_country(client, languages, currency):
    page = client.get("/start", headers={"accept-language": languages})
    assert page.context["form"]["currency"].value() == currency


@pytest.mark.parametrize(
    ("currency", "hint"),
    [("GBP", "0.25 or 25p"), ("USD", "0.25 or 25c"), ("CHF", "0.25"), ("JPY", "25")],
)
def test_the_hint_for_a_stake_follows_the_currency(currency, hint):
    form = a_phone().get("/start").context["form"]
    assert form.stake_hints[currency] == f"{hint}. Leave it blank to play for points."
