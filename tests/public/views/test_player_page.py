"""A player's own page: what each part says, who learns nothing, and what somebody says there."""

import json
import re
from datetime import date, datetime, time, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.club.actions.forget import forget_player
from scoring.club.actions.merge import merge_players
from scoring.club.actions.seasons import make_season
from scoring.club.pure import par
from scoring.euchre.wording import places_as_text
from scoring.evening.actions.check_in import arrive
from scoring.evening.actions.sign_up import open_list, put_down
from scoring.models import Answer, Event, League, Pass
from scoring.money.actions.accounts import enter
from scoring.people.actions.public_version import open_parts
from scoring.people.models import OwnPart
from scoring.public.actions.personal_links import renew_link, revoke_link
from scoring.public.actions.player_page import open_to_players
from scoring.public.queries import own_night
from scoring.tournament.actions.finishing import finish
from tests.cast import (
    PHONE,
    a_club,
    a_phone,
    a_table,
    again,
    an_evening,
    close,
    link,
    log_all,
    reopen,
    signed_in,
    some_id,
)
from tests.html import text
from tests.league.cast import a_league, a_squad
from tests.league.views.test_fixtures import text_of
from tests.own import own_link, own_page
from tests.tournament.cast import a_tournament, begun, played_to

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 20)
NAMES = ["Ann Penrose", "Ben Kitto", "Cat Rowe", "Dan Nance", "Eve Tregenza"]


@pytest.fixture(autouse=True)
def _nothing_remembered():
    """Tests give the keys and the versions of nights again."""
    own_night._night.cache_clear()


@pytest.fixture
def club(monkeypatch):
    """A club whose players see all: an evening that was, for money, and a season."""
    at = timezone.make_aware(datetime.combine(TODAY, time(18, 0)))
    monkeypatch.setattr(timezone, "now", lambda: at)
    club = a_club()
    was = an_evening(club, played_on=TODAY - timedelta(days=7), title="The cup")
    a_table("Ben+Dan 3", "Eve! 5", session=was, names=NAMES)
    close(was)
    club.players.update(guest=False)
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    make_season(club=club, name="The year", order=["points"], **days)
    return see(club, OwnPart.values)


def see(club, parts):
    return open_to_players(club=club, actor=PHONE, parts=parts)


def of(club, name):
    return next(one for one in club.players.all() if one.name.startswith(name))


def page(club, name, phone=None):
    return (phone or a_phone()).get(own_page(of(club, name)))


def words(club, name):
    return text_of(page(club, name))


# -- What it says.


def test_a_player_page_is_closed_until_the_owner_opens_its_parts(club):
    an_evening(club, title="The final", played_on=TODAY)
    table = a_table(session=an_evening(club, title="Tonight", played_on=TODAY), names=NAMES)
    told = {
        "seat": "Table 1",
        "evenings": "The final",
        "results": "Your last club night",
        "season": "The year",
        "balance": "Your account",
        "contact": "Contact details",
        "data": "Export my data",
    }
    found = {}
    for parts in ([], *([part] for part in OwnPart.values), OwnPart.values):
        see(club, parts)
        says = words(club, "Eve")
        found[tuple(parts)] = {part for part, said in told.items() if said in says}
    assert table.sitting is not None
    assert found == {
        (): set(),
        **{(part,): {part} for part in OwnPart.values},
        tuple(OwnPart.values): {*OwnPart.values},
    }


def test_a_player_page_shows_what_matters_most_first(club):
    for days in (7, 14):
        an_evening(club, played_on=TODAY + timedelta(days=days))
    for played_on in (TODAY - timedelta(days=14), TODAY - timedelta(days=7)):
        close(a_table("Eve! 5", session=an_evening(club, played_on=played_on)).session)
    see(club, OwnPart.values)
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", page(club, "Eve").content.decode())
    assert [text(one) for one in headings] == [
        "Next club night",
        "Your account",
        "Your last club night",
        "Later club nights",
        "The year",
        "About you",
        "Notifications",
    ]


def test_a_closed_part_can_be_neither_read_nor_answered(club):
    evening = an_evening(club, played_on=TODAY)
    see(club, [])
    phone, address = a_phone(), own_page(of(club, "Ann"))
    answers = [
        phone.get(f"{address}data.json"),
        phone.post(f"{address}contact", {"phone": "+44 20 7946 0000"}),
        phone.post(f"{address}comes", {"comes": "yes", "evening": evening.pk}),
    ]
    assert [one.status_code for one in answers] == [404] * 3
    assert (Answer.objects.count(), of(club, "Ann").phone) == (0, "")


def test_a_player_page_names_the_players_at_the_table_and_links_to_its_scoreboard(club):
    table = a_table(session=an_evening(club, played_on=TODAY), names=NAMES)
    answer = page(club, "Cat")
    assert "Table 1 with Dan Nance, Eve Tregenza, Ann Penrose and Ben Kitto" in text_of(answer)
    assert f"/t/{link(table, 'watch').token}/board" in answer.content.decode()
    assert link(table, "write").token not in answer.content.decode()


def test_identical_seat_labels_are_not_landmarks(club):
    for _ in range(2):
        a_table(session=an_evening(club, played_on=TODAY), names=NAMES[:4])
    seats = re.findall(r'<(\w+)[^<>]*?aria-label="Where you sit', page(club, "Ann").text)
    assert seats == ["div", "div"]


def test_a_player_page_shows_the_rounds_table_seat_and_partner_and_the_card(club):
    tournament = a_tournament(["Ann", "Ben", "Cat", "Zoë"], session=an_evening(club))
    passed = Pass.objects.get(session=tournament.session, right="players")
    ann = club.players.get(name="Ann")
    assert "Table 1" not in text_of(a_phone().get(own_page(ann)))
    round = begun(tournament)
    answer = a_phone().get(own_page(ann))
    card = text_of(a_phone().get(f"/e/{passed.token}/1/"))
    seat = next(one for one in ("North", "East", "South", "West") if one in card)
    partner = card.partition("with ")[2].split()[0]
    assert f"seat {seat}, with {partner}" in text_of(answer)
    assert f"/e/{passed.token}/1/" in answer.content.decode()
    assert round.no == 1


def test_a_checked_in_player_without_a_seat_reads_so(club):
    session = an_evening(club, played_on=TODAY)
    arrive(session=session, player=of(club, "Ann"), actor=PHONE)
    assert "You’re checked in No seat yet" in words(club, "Ann")


def test_past_evenings_show_place_and_points_and_money_only_where_it_is_open(club):
    with_money = words(club, "Eve")
    see(club, ["results"])
    without = words(club, "Eve")
    assert "13 Nov The cup +18 place 1 of 5 · 5 points scored +£4.50" in with_money
    assert "13 Nov The cup +18 place 1 of 5 · 5 points scored" in without
    assert "£" not in without
    assert "place =2 of 5" in words(club, "Ben")


def test_the_last_night_has_its_curve_and_the_players_awards(club):
    hands = ["Eve! 5", "Eve! 5", "Ben+Dan 3", "Ann+Cat 3"]
    close(a_table(*hands, session=an_evening(club, played_on=TODAY), names=NAMES).session)
    answer = page(club, "Eve")
    drawn = re.findall(r'<polyline[^>]*class="(\w+)"[^>]*points="(.*?)"', answer.content.decode())
    assert drawn == [("own", "0,1000 250,500 500,0 750,0 1000,0")]
    said = text_of(answer)
    assert "Most lone hands : two that took every trick" in said
    assert "After hand Your points 1 5 2 10 3 10 4 10" in said
    others = text_of(page(club, "Ann"))
    assert ("Most lone hands" in others, "After hand" in others) == (False, True)
    see(club, ["seat"])
    assert "After hand" not in words(club, "Eve")


def test_the_last_night_is_compared_with_par_once_the_club_has_played_enough(club, monkeypatch):
    hands = ["Eve! 5", "Ben+Dan 3"] * 5
    close(a_table(*hands, session=an_evening(club, played_on=TODAY), names=NAMES).session)
    assert "Par and luck" not in words(club, "Eve")
    own_night._night.cache_clear()
    monkeypatch.setattr(par, "LEAST_OF_CLUB", 1)
    said = words(club, "Eve")
    # The four others have 2 points of 8 hands of the first night, and 10 of 40 of this.
    assert "would have scored about 3 in the same seats. You scored 25, 22 above par." in said
    assert "Luck alone rarely brings so much." in said
    assert page(club, "Eve").content.decode().count("<polyline") == 2


def test_par_of_the_last_night_follows_a_correction_of_an_earlier_one(club, monkeypatch):
    monkeypatch.setattr(par, "LEAST_OF_CLUB", 1)
    hands = ["Eve! 5", "Ben+Dan 3"] * 5
    close(a_table(*hands, session=an_evening(club, played_on=TODAY), names=NAMES).session)
    assert "would have scored about 3 in the same seats" in words(club, "Eve")
    earlier = club.sessions.get(title="The cup")
    reopen(earlier)
    log_all(earlier.tables.get(), *["Ann! 5"] * 8)
    close(again(earlier))
    said = words(club, "Eve")
    assert "would have scored about 3 in the same seats" not in said
    own_night._night.cache_clear()
    assert words(club, "Eve") == said


def test_a_tournament_that_does_not_count_in_seasons_is_listed_and_marked(club):
    tournament = a_tournament(["Ann", "Ben", "Cat", "Zoë"], session=an_evening(club), rounds=1)
    assert "No results yet." in words(club, "Zoë")
    played_to(tournament, 1)
    finish(tournament=again(tournament), actor=PHONE)
    close(again(tournament.session))
    rows = again(tournament).results["rows"]
    (row,) = (one for one in rows if one["name"] == "Zoë")
    place = places_as_text(one["rank"] for one in rows)[row["rank"]]
    assert f"{row['points']} place {place} of 4 · doesn’t count in seasons" in words(club, "Zoë")


def test_an_account_is_shown_with_its_entries(club):
    enter(
        club=club,
        what="charge",
        amount_minor=450,
        note="2026",
        who=club.players.create(name="Zoë"),
        key=some_id(1),
        actor=PHONE,
    )
    says = words(club, "Zoë")
    assert "You owe £4.50" in says
    assert "20 Nov 2026 · 2026" in says
    assert "You are owed £4.50" in words(club, "Eve")


def test_a_season_shows_the_players_place_and_how_it_is_scored(club):
    assert "The year 1 of 5 Points 5 · 1 club night" in words(club, "Eve")
    club.seasons.update(best_of=1)
    a_table("Eve! 5", session=(later := an_evening(club, played_on=TODAY)), names=NAMES)
    close(later)
    assert "Points 5 · best 1 of 2 club nights count" in words(club, "Eve")
    club.players.create(name="Zoë")
    assert "The year You haven’t played in it yet." in words(club, "Zoë")


def test_the_page_takes_as_many_queries_for_seven_evenings_as_for_one(club):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as found:
            assert page(club, "Eve").status_code == 200
        return len(found)

    an_evening(club, played_on=TODAY + timedelta(days=1))
    own_link(of(club, "Eve"))
    queries()  # her last night is remembered from then on
    first = queries()
    for no in range(2, 8):
        session = an_evening(club, played_on=TODAY + timedelta(days=no))
        found = open_list(session=session, actor=PHONE)
        put_down(sign_up_list=found, key=some_id(no), name="Ann", actor=PHONE)
    with_lists = queries()
    assert with_lists == first + 1  # the names, once there is a list


def test_a_poll_without_news_takes_one_query_and_with_news_returns_the_page(club):
    session = an_evening(club, played_on=TODAY)
    address = own_page(of(club, "Eve"))
    phone = a_phone()
    text = phone.get(address).content.decode()
    tag = text.partition('hx-ptag="')[2].partition('"')[0]
    with CaptureQueriesContext(connection) as found:
        polled = phone.get(f"{address}?poll", headers={"HX-PTag": tag, "HX-Request": "true"})
    assert (polled.status_code, len(found)) == (304, 1)
    arrive(session=session, player=of(club, "Eve"), actor=PHONE)
    news = phone.get(f"{address}?poll", headers={"HX-PTag": tag, "HX-Request": "true"})
    piece = news.content.decode()
    assert (news.status_code, "You’re checked in" in piece, "About you" in piece) == (
        200,
        True,
        False,
    )


def test_an_evening_next_year_is_shown_with_its_year(club):
    for on in (TODAY + timedelta(days=1), date(2027, 1, 14)):
        an_evening(club, title="", played_on=on, starts_at=time(19, 30))
    said = words(club, "Ann")
    assert said.index("Sat 21 Nov, 19:30") < said.index("Thu 14 Jan 2027, 19:30")


# -- I come, I don't.


def test_one_tap_answers_going_or_not_going_for_one_or_all_evenings(club):
    first, second = (an_evening(club, played_on=TODAY + timedelta(days=no)) for no in (1, 8))
    address, phone = own_page(of(club, "Ann")), a_phone()
    found = []
    for sent in (
        {"comes": "yes", "evening": first.pk},
        {"comes": "no", "evening": first.pk},
        {"comes": "yes"},
    ):
        assert phone.post(f"{address}comes", sent).status_code == 302
        found.append(dict(Answer.objects.order_by("session").values_list("session", "comes")))
    assert found == [{first.pk: True}, {first.pk: False}, {first.pk: False, second.pk: True}]


def test_an_evening_already_being_played_cannot_be_answered(club):
    session = an_evening(club, title="Now", played_on=TODAY)
    a_table(session=session, names=NAMES)
    sent = {"comes": "yes", "evening": session.pk}
    answer = a_phone().post(f"{own_page(of(club, 'Ann'))}comes", sent)
    assert (answer.status_code, Answer.objects.count()) == (409, 0)
    assert "Now has begun. Ask the organiser." in text_of(answer)
    assert "Not going" not in words(club, "Ann")


def test_another_clubs_evening_cannot_be_answered(club):
    elsewhere = an_evening(a_club("Another club"), played_on=TODAY)
    address = own_page(of(club, "Ann"))
    answer = a_phone().post(f"{address}comes", {"comes": "yes", "evening": elsewhere.pk})
    assert (answer.status_code, Answer.objects.count()) == (404, 0)


def test_the_organiser_sees_who_is_going_on_the_list_and_at_check_in(club):
    session = an_evening(club, played_on=TODAY)
    for name, comes in (("Ann", "yes"), ("Ben", "yes"), ("Cat", "no")):
        sent = {"comes": comes, "evening": session.pk}
        a_phone().post(f"{own_page(of(club, name))}comes", sent)
    kate = signed_in()
    evening, door = (text_of(kate.get(f"/sessions/{session.pk}/{rest}")) for rest in ("", "door/"))
    assert "1 not going Going: Ann Penrose, Ben Kitto. Not going: Cat Rowe." in evening
    assert "2 going, 1 not going." in door
    assert "Ann Penrose going" in door
    assert "Cat Rowe not going" in door


# -- What they say about themselves.


def test_a_player_who_hides_their_name_disappears_from_public_pages_at_once(club):
    open_parts(club=club, actor=PHONE, parts=["results"], names="full", may_be_found=False)
    was = club.sessions.get(title="The cup")
    phone, address = a_phone(), f"/open/{club.pk}/results/{was.pk}/"
    before = phone.get(address)
    own = own_page(of(club, "Eve"))
    a_phone().post(f"{own}unnamed", {"yes": "yes"})
    after = phone.get(address, headers={"If-None-Match": before["ETag"]})
    assert ("Eve" in text_of(before), after.status_code, "Eve" in text_of(after)) == (
        *(True, 200),
        False,
    )
    a_phone().post(f"{own}unnamed", {"yes": "no"})
    assert "Eve Tregenza" in text_of(phone.get(address))


def test_a_player_who_hides_their_name_disappears_from_a_public_league_too(club):
    league = a_league(club=club)
    League.objects.filter(pk=league.pk).update(open_to_all=True, names="full")
    team = league.teams.get(name="Trolls")
    (hal,) = a_squad(team, "Hal Penrose")
    phone, address = a_phone(), f"/leagues/{league.pk}/teams/{team.pk}/"
    before = phone.get(address)
    a_phone().post(f"{own_page(hal)}unnamed", {"yes": "yes"})
    after = phone.get(address, headers={"If-None-Match": before.get("ETag", "")})
    shown = ["Hal" in text_of(one) for one in (before, after)]
    assert (after.status_code, shown) == (200, [True, False])


def test_players_edit_their_contact_details_and_a_bad_number_is_refused_and_kept(club):
    address = own_page(of(club, "Ann"))
    sent = {"phone": "+44 20 7946 0000", "email": "ann@example.org"}
    assert a_phone().post(f"{address}contact", sent).status_code == 302
    wrong = a_phone().post(f"{address}contact", sent | {"phone": "ask Ben"})
    ann = of(club, "Ann")
    assert (ann.phone, ann.email) == ("+44 20 7946 0000", "ann@example.org")
    assert (wrong.status_code, "ask Ben" in wrong.content.decode()) == (422, True)
    assert Event.objects.first().said == "Ann Penrose changed their contact details."


def test_a_request_for_erasure_notifies_the_club_and_hides_the_name_at_once(club):
    address = own_page(of(club, "Ann"))
    a_phone().post(f"{address}forget", {"yes": "yes"})
    ann, kate = of(club, "Ann"), signed_in()
    says = "Ann Penrose asked on 20 November 2026 to have their data erased. Erase personal data"
    shown = [says in text_of(kate.get(f"/clubs/{club.pk}/{rest}")) for rest in ("", "people/")]
    assert (ann.unnamed, bool(ann.wishes_to_go), shown) == (True, True, [True, True])
    a_phone().post(f"{address}forget", {"yes": "no"})
    assert says not in text_of(kate.get(f"/clubs/{club.pk}/people/"))


def test_players_can_download_their_data_which_contains_no_link(club):
    eve = of(club, "Eve")
    answer = a_phone().get(f"{own_page(eve)}data.json")
    said = json.loads(answer.content)
    assert (said["person"]["name"], len(said["personal_links"])) == ("Eve Tregenza", 1)
    assert own_link(eve).token not in answer.content.decode()
    assert own_link(eve).code not in answer.content.decode()


# -- As an attacker would try.


def test_old_links_lead_nowhere_whatever_happened_to_their_player(club):
    phone = a_phone()
    cat = club.players.create(name="Cecil Penrose")
    ann, ben, dan = (of(club, name) for name in ("Ann", "Ben", "Dan"))
    dan_again = club.players.create(name="Dan N.")
    paths = {who: own_page(who) for who in (ann, ben, cat, dan, dan_again)}
    for path in paths.values():
        assert phone.get(path).status_code == 200
    revoke_link(player=ann, actor=PHONE)
    renew_link(player=ben, actor=PHONE)
    forget_player(player=cat, actor=PHONE)
    merge_players(kept=dan, gone=dan_again, actor=PHONE)
    found = {who.name: phone.get(path) for who, path in paths.items()}
    assert {who: answer.status_code for who, answer in found.items()} == {
        "Ann Penrose": 410,
        "Ben Kitto": 410,
        "Cecil Penrose": 410,
        "Dan Nance": 200,
        "Dan N.": 410,
    }
    assert not any("Penrose" in answer.content.decode() for answer in found.values())
    polls = {who.name: phone.get(f"{path}?poll").status_code for who, path in paths.items()}
    assert polls == {who: answer.status_code for who, answer in found.items()}


def test_a_link_opens_only_its_own_page(club):
    session = an_evening(club, played_on=TODAY)
    phone = a_phone()
    token = own_link(of(club, "Ann")).token
    assert phone.get(f"/me/{token}/").status_code == 200
    paths = [
        *(f"/clubs/{club.pk}/{rest}" for rest in ("", "people/", "accounts/", "own-pages/")),
        f"/clubs/{club.pk}/players/{of(club, 'Ben').pk}/",
        f"/clubs/{club.pk}/players/{of(club, 'Ann').pk}/data.json",
        f"/sessions/{session.pk}/",
    ]
    assert {path: phone.get(path).status_code for path in paths} == dict.fromkeys(paths, 403)
    others = [f"/{door}/{token}/" for door in ("t", "team", "come", "coming", "door", "w", "e")]
    assert {path: phone.get(path).status_code for path in others} == dict.fromkeys(others, 404)


def test_a_form_from_another_site_cannot_answer_for_a_player(club):
    session, ann = an_evening(club, played_on=TODAY), of(club, "Ann")
    phone = Client(enforce_csrf_checks=True)
    assert phone.get(own_page(ann)).status_code == 200
    sent = {
        "comes": {"comes": "no", "evening": session.pk},
        "unnamed": {"yes": "yes"},
        "forget": {"yes": "yes"},
        "contact": {"phone": "", "email": "eve@example.org"},
        "not-mine": {},
    }
    answers = {rest: phone.post(f"{own_page(ann)}{rest}", data) for rest, data in sent.items()}
    assert {rest: answer.status_code for rest, answer in answers.items()} == dict.fromkeys(
        sent, 403
    )
    now = of(club, "Ann")
    assert (now.unnamed, now.wishes_to_go, now.email, Answer.objects.count()) == (
        False,
        None,
        ann.email,
        0,
    )


def test_an_open_page_gets_no_updates_after_its_link_or_part_is_closed(club):
    phone, ann = a_phone(), of(club, "Ann")
    address = own_page(ann)
    an_evening(club, played_on=TODAY)
    text = phone.get(address).content.decode()
    tag = text.partition('hx-ptag="')[2].partition('"')[0]
    polled = {"headers": {"HX-PTag": tag, "HX-Request": "true"}}
    see(club, [OwnPart.SEAT])
    shut = phone.get(f"{address}?poll", **polled).content.decode()
    assert ("Your account" in text, "account" in shut, "evenings" in shut) == (True, False, False)
    revoke_link(player=ann, actor=PHONE)
    for known in (tag, "*"):
        headers = {"HX-PTag": known, "If-None-Match": known, "HX-Request": "true"}
        assert phone.get(f"{address}?poll", headers=headers).status_code == 410


def test_player_pages_are_not_cached_or_indexed_and_do_not_leak_their_address(club):
    phone = a_phone()
    answers = [page(club, "Ann", phone), phone.get("/me/"), page(club, "Ben", phone)]
    answers.append(phone.get(f"{own_page(of(club, 'Ann'))}data.json"))
    found = {(one["Cache-Control"], one["X-Robots-Tag"], one["Referrer-Policy"]) for one in answers}
    assert found == {("private, no-store", "noindex", "same-origin")}
    assert own_page(of(club, "Ann")) == f"/me/{own_link(of(club, 'Ann')).token}/"


def test_a_player_stays_checked_in_past_midnight(club, monkeypatch):
    session = an_evening(club, played_on=TODAY)
    ann = of(club, "Ann")
    arrive(session=session, player=ann, actor=PHONE)
    for hour, here in ((0, True), (12, False)):
        at = timezone.make_aware(datetime.combine(TODAY + timedelta(days=1), time(hour, 30)))
        monkeypatch.setattr(timezone, "now", lambda at=at: at)
        assert ("You’re checked in" in Client().get(own_page(ann)).content.decode()) == here
