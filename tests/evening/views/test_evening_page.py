"""The evening's page: its tables, the tables that need attention, and the notice."""

import re
from datetime import date, time, timedelta

import pytest
from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.evening.actions.check_in import arrive, leave
from scoring.evening.actions.cutting import declare
from scoring.models import HandRecord, Sitting
from scoring.people.actions.people import add_players
from scoring.table.actions.agreed import say
from scoring.table.actions.hands import begin_hand
from scoring.table.actions.tables import change_people
from tests.cast import (
    BEN,
    EVE_ALONE,
    FIVE,
    PHONE,
    a_casual_table,
    a_club,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    an_officer,
    close,
    log,
    log_unseen,
    signed_in,
    some_id,
)
from tests.html import refused, said, shown, text

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
FOUR = ["Fay", "Gus", "Hal", "Ida"]


STEPS = r'<p class="usual-steps under-thumb">(.*?)</p>'


def of(session, rest=""):
    return f"/sessions/{session.pk}/{rest}"


def page_of(session, client=None, **how):
    return (client or signed_in()).get(of(session), **how)


def abouts(page):
    """The text about each table besides its score."""
    return shown(page, r'<p class="lately[^"]*">(.*?)</p>')


def chips(page):
    """The counts of things that need attention."""
    (found,) = re.findall(r'<ul class="chips".*?</ul>|$', page.content.decode(), flags=re.DOTALL)[
        :1
    ]
    return [text(chip) for chip in re.findall(r"<li>.*?</li>", found, flags=re.DOTALL)]


def needs(page):
    """The things that need attention at each table: words and links."""
    page = page.content.decode()
    found = "".join(re.findall(r'<ul class="needs">.*?</ul>', page, flags=re.DOTALL))
    links = re.findall(r'<a href="(.*?)">(.*?)</a>', found, flags=re.DOTALL)
    return [(text(words), address) for address, words in links]


def stands(page):
    """Each line of the tables' scores."""
    return shown(page, r"<li>\s*(<span class=\"who\">.*?)</li>")


def last_hand_ago(table, minutes):
    """Make the table's sitting and its hands this number of minutes old."""
    then = timezone.now() - timedelta(minutes=minutes)
    Sitting.objects.filter(table=table).update(started_at=then)
    HandRecord.objects.filter(sitting__table=table).update(logged_at=then)


@pytest.mark.parametrize(
    ("minutes", "about"),
    [(0, "just now"), (1, "1 min ago"), (59, "59 min ago")],
)
def test_a_table_shows_the_current_hand_and_the_time_of_the_last(minutes, about):
    table = a_table("Eve! 5", "Ben+Dan 3")
    last_hand_ago(table, minutes)
    assert abouts(page_of(table.session))[0].startswith(f"Hand 3, Cat deals · {about}")


def test_a_table_without_a_hand_shows_when_it_was_opened():
    table = a_table()
    last_hand_ago(table, 3)
    assert abouts(page_of(table.session)) == ["No hand yet, Ann deals · opened 3 min ago"]


def test_an_unfinished_hand_is_shown():
    table = a_table("Eve! 5")
    begin_hand(
        table=table,
        sitting=again(table).sitting.pk,
        id=some_id(1),
        maker=BEN,
        call="D",
        actor=PHONE,
    )
    assert abouts(page_of(table.session)) == ["Hand 2 begun · just now"]


def test_tables_that_need_attention_are_counted_first_and_marked():
    session = an_evening()
    seated = (FIVE, ["Abe", *FOUR], ["Jo", "Kay", "Lea", "Max", "Ned"])
    _, quiet, waits = (a_table(EVE_ALONE, session=session, names=names) for names in seated)
    last_hand_ago(quiet, 11)
    log_unseen(waits)
    page = page_of(session)
    assert chips(page) == ["1 hand to approve", "1 table quiet"]
    assert needs(page) == [("A hand needs approval", address(waits))]
    told = page.content.decode()
    assert told.index("chips") < told.index('class="stands')
    assert re.findall(r'table-card( heeded)?"\s+id="(.*?)"', told) == [
        ("", "table-1"),
        (" heeded", "table-2"),
        (" heeded", "table-3"),
    ]


def test_disputed_hands_link_to_the_score():
    table = a_table(EVE_ALONE, asks_agreement=True)
    (hand,) = table.sitting.hands.all()
    say(record=hand, revision=0, agrees=False, why="", actor=Actor(phone="M3"))
    page = page_of(table.session)
    assert (chips(page), needs(page)) == (
        ["1 hand disputed"],
        [("1 hand disputed", address(table, "score"))],
    )


def test_a_short_pause_or_a_closed_evening_needs_no_attention():
    table = a_table("Eve! 5")
    last_hand_ago(table, 9)
    assert chips(page_of(table.session)) == []
    last_hand_ago(table, 60)
    close(table.session)
    page = page_of(table.session)
    assert (chips(page), abouts(page)) == ([], ["1 hand"])


def test_an_evening_left_open_says_so_and_not_that_its_tables_are_quiet():
    table = a_table("Eve! 5")
    last_hand_ago(table, 48 * 60)
    table.session.played_on -= timedelta(days=2)  # Until noon, yesterday's night may still be on.
    table.session.save()
    page = page_of(table.session)
    assert (said(page), chips(page)) == (
        "This club night is over but not closed. Close club night to settle up and count its "
        "results.",
        [],
    )


def test_people_who_are_not_checked_in_need_no_attention_if_there_is_no_fee():
    table = a_table("Eve! 5")
    page = page_of(table.session)
    assert (chips(page), "5 here" in page.content.decode()) == ([], True)


def about(page):
    return shown(page, r'<p class="sub">(.*?)</p>')[0]


def test_the_page_counts_people_here_people_gone_and_tables_playing():
    session = an_evening(door_fee_minor=200, guest_fee_minor=300)
    ann, ben, *_ = add_players(club=session.club, names=["Ann", "Ben", "Cat"])
    assert about(page_of(session)) == "£2.00 at check-in, guests £3.00 · live"
    for player in (ann, ben):
        arrive(session=session, player=player, actor=PHONE)
    leave(session=session, player=ben, left=True)
    assert about(page_of(session)) == "1 here · 1 left · £2.00 at check-in · live"
    a_table("Fay! 5", session=session, names=["Ann", *FOUR])
    assert about(page_of(session)) == "5 here · 1 left · 1 table · £2.00 at check-in · live"
    close(session)
    assert about(page_of(session)) == "6 came · 1 table · closed"


def test_an_evening_is_called_by_its_title_or_its_date_in_words():
    today = timezone.localdate()
    old = an_evening(played_on=date(2025, 11, 19))
    new = an_evening(a_club("Another"), title="Supper", starts_at=time(19, 30))
    assert [shown(page_of(one), r"<h1[^>]*>(.*?)</h1>") for one in (old, new)] == [
        ["Wednesday 19 November 2025"],
        ["Supper"],
    ]
    assert about(page_of(new)) == f"{today:%A %-d %B} · 19:30 · live"


def test_a_club_holds_a_club_night_and_friends_have_an_evening():
    assert an_evening().noun == "club night"
    assert a_casual_table().session.noun == "evening"


def test_an_evening_to_come_is_planned():
    session = an_evening(played_on=timezone.localdate() + timedelta(days=7))
    page = page_of(session)
    assert about(page) == "planned · live"
    assert "still to come" in page.content.decode()


def test_the_first_step_is_the_strong_button_until_a_table_plays():
    session = an_evening()
    strong = r'<a class="button strong"[^>]*>(.*?)</a>'
    assert shown(page_of(session), strong) == ["Check-in"]
    (ann,) = add_players(club=session.club, names=["Ann"])
    arrive(session=session, player=ann, actor=PHONE)
    assert shown(page_of(session), strong) == ["Make tables"]
    a_table(session=session, names=["Ann", *FOUR])
    page = page_of(session)
    assert shown(page, strong) == ["Pad"]
    assert shown(page, STEPS) == ["Add a table Close club night"]


def test_each_table_shows_the_way_to_its_codes_beside_its_pad():
    session = an_evening()
    tables = [a_table(session=session, names=names) for names in (FIVE, ["Abe", *FOUR])]
    foot = r'<a class="button(?: strong)?" href="(/t/.*?)"'
    assert re.findall(foot, page_of(session).content.decode()) == [
        where for table in tables for where in (address(table, "share"), address(table))
    ]


def test_friends_without_a_club_see_no_check_in_seats_big_screen_or_fees():
    table = a_casual_table("Eve! 5")
    client = a_phone()
    client.get(f"/host/{table.links.get(right='host').token}")
    page = page_of(table.session, client)
    assert shown(page, STEPS) == ["Add a table Close evening"]
    told = page.content.decode()
    hidden = ("door/", "seats/", "passes/", "attendance")
    assert [rest for rest in hidden if of(table.session, rest) in told] == []
    assert "at the door" not in client.get(of(table.session, "edit")).content.decode().lower()


def test_a_table_shows_the_best_player_first_and_says_who_deals():
    table = a_table("Eve! 5", "Ben+Dan 3")
    page = page_of(table.session)
    assert stands(page) == [
        "Eve 5",
        "Ben 1",
        "Dan 1",
        "Ann 0",
        "Cat 0",
    ]


def test_partners_are_two_sides_with_one_figure_and_their_games():
    table = a_table(*["Fay! 5"] * 3, "Gus 3", names=FOUR, rules_key="american", first_dealer=0)
    page = page_of(table.session)
    assert stands(page) == ["Fay Hal 0 1 game", "Gus Ida 1"]


def test_long_names_are_shortened_in_one_column():
    long = "Bartholomew Featherstonehaugh"
    table = a_table(names=[long, *FOUR])
    page = page_of(table.session).content.decode()
    assert f'<span class="name" title="{long}">Bartholomew F.</span>' in page
    assert 'class="stands long"' in page


def test_a_poll_without_news_returns_no_page_and_reads_no_tables(
    still_clock, django_assert_num_queries
):
    table, kate = a_table("Eve! 5"), signed_in()
    page = page_of(table.session, kate, headers=HTMX)
    assert (page.status_code, page["Bowerbook"]) == (200, "session")
    assert page.content.decode().strip().startswith('<div id="evening">')
    # Who asks (their browser's session, their account), the evening, and what they may do there.
    with django_assert_num_queries(4):
        answer = page_of(table.session, kate, headers=HTMX | {"HX-PTag": page["HX-PTag"]})
    assert (answer.status_code, answer.content) == (304, b"")


def test_a_poll_returns_the_tables_after_a_hand_and_after_a_minute(monkeypatch):
    table, kate = a_table("Eve! 5"), signed_in()
    tags = [page_of(table.session, kate)["HX-PTag"]]
    log_unseen(table)
    tags.append(page_of(table.session, kate)["HX-PTag"])
    later = timezone.now() + timedelta(minutes=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    tags.append(page_of(table.session, kate)["HX-PTag"])
    assert len(set(tags)) == 3


def test_a_poll_without_the_right_is_refused_for_any_tag():
    table = a_table()
    tag = page_of(table.session)["HX-PTag"]
    an_officer(a_club("Another"), "mallory")
    answer = page_of(table.session, signed_in("mallory"), headers=HTMX | {"HX-PTag": tag})
    assert answer.status_code == 403


def test_a_scorer_sees_the_tables_and_no_controls():
    table = a_table("Eve! 5")
    an_officer(table.session.club, "sam", "scorer")
    page = page_of(table.session, signed_in("sam")).content.decode()
    found = [
        f"/sessions/{table.session_id}/{rest}" in page
        for rest in ("tables/open", "close", "notice", "edit")
    ]
    assert found == [False] * 4
    assert f"/sessions/{table.session_id}/door/" in page


def test_a_broken_up_table_says_so():
    table = a_table("Eve! 5")
    Sitting.objects.filter(table=table).update(ended_at=timezone.now())
    assert abouts(page_of(table.session)) == ["Broken up, no players"]


def test_a_notice_is_published_changed_and_removed():
    session, kate = an_evening(), signed_in()
    for sent, found in ((" Supper at nine ", ["Supper at nine"]), ("", [])):
        assert kate.post(of(session, "notice"), {"notice": sent}).status_code == 302
        assert shown(page_of(session, kate), r'<p class="remark notice">(.*?)</p>') == found


def test_a_notice_that_is_too_long_stays_in_its_field():
    session = an_evening()
    answer = signed_in().post(of(session, "notice"), {"notice": "x" * 201})
    assert (answer.status_code, "x" * 201 in answer.content.decode()) == (422, True)
    assert again(session).notice == ""


def test_a_closed_evening_cannot_be_edited():
    table = a_table("Eve! 5")
    close(table.session)
    sentence = "This club night is closed. The organiser can reopen it."
    assert refused(of(table.session, "notice"), {"notice": "x"}, client=signed_in()) == (
        409,
        sentence,
    )
    assert refused(of(table.session, "edit"), {"title": "x"}, client=signed_in()) == (409, sentence)


def test_an_evening_is_edited_and_a_wrong_value_stays_on_the_page():
    session, kate = an_evening(title="Wendesday"), signed_in()
    sent = {
        "title": "Wednesday",
        "played_on": "2026-12-02",
        "starts_at": "19:30",
        "door_fee_minor": "2.50",
    }
    status, told = refused(of(session, "edit"), sent | {"door_fee_minor": "much"}, client=kate)
    assert (status, told) == (422, '"much" is not an amount such as 0.25 or 25p.')
    assert kate.post(of(session, "edit"), sent).status_code == 302
    session = again(session)
    assert (str(session), session.door_fee_minor, f"{session.starts_at:%H:%M}") == (
        "Wednesday",
        250,
        "19:30",
    )
    assert 'value="2.50"' in kate.get(of(session, "edit")).content.decode()


def test_the_check_in_fee_is_the_usual_one_unless_typed():
    club = a_club()
    club.door_fee_minor = 300
    club.save()
    kate = signed_in()
    for sent in ({}, {"door_fee_minor": ""}, {"door_fee_minor": "0"}, {"door_fee_minor": "50p"}):
        kate.post(f"/clubs/{club.pk}/sessions/open", sent)
    assert list(club.sessions.order_by("pk").values_list("door_fee_minor", flat=True)) == [
        300,
        300,
        0,
        50,
    ]


def test_names_to_tap_are_people_here_without_a_seat_and_then_members():
    session = an_evening()
    a_table(session=session)
    zoe, *_ = add_players(club=session.club, names=["Zoë", "Gus"])
    arrive(session=session, player=zoe, actor=PHONE)
    page = signed_in().get(of(session, "tables/open"))
    assert shown(page, r'data-name="(.*?)"') == ["Zoë", "Gus"]


def test_a_closed_evening_opens_no_table():
    table = a_table("Eve! 5")
    close(table.session)
    answer = signed_in().get(of(table.session, "tables/open"))
    assert (answer.status_code, answer.url) == (302, of(table.session))


def test_the_host_of_a_visitors_table_sees_the_organiser_link():
    table = a_casual_table()
    client = signed_in()
    key = f"/host/{table.links.get(right='host').token}"
    client.get(key)
    assert key in page_of(table.session, client).content.decode()


def test_people_here_without_a_seat_are_counted_with_a_link_to_the_seats():
    table = a_table("Eve! 5")
    (hal,) = add_players(club=table.session.club, names=["Hal"])
    arrive(session=table.session, player=hal, actor=PHONE)
    page = page_of(table.session)
    assert chips(page) == ["1 without a seat"]
    assert f'<a href="{of(table.session, "seats/")}" title="Hal">' in page.content.decode()


def test_people_waiting_to_cut_in_are_counted_separately():
    table = a_table("Eve! 5")
    for person in add_players(club=table.session.club, names=["Hal", "Ida", "Jo"]):
        arrive(session=table.session, player=person, actor=PHONE)
    declare(table=table, name="Hal")
    assert chips(page_of(table.session)) == ["1 waiting to cut in", "2 without a seat"]
    declare(table=table, name="Ida")
    assert chips(page_of(table.session)) == ["2 waiting to cut in", "1 without a seat"]


def test_a_person_who_left_and_is_still_seated_needs_attention():
    table = a_table("Eve! 5")
    ann = table.session.club.players.get(name="Ann")
    arrive(session=table.session, player=ann, actor=PHONE)
    leave(session=table.session, player=ann, left=True)
    page = page_of(table.session)
    assert (chips(page), needs(page)) == (
        ["1 gone, still seated"],
        [("Ann has left. Choose who takes the seat.", of(table.session, "tables/1/cut/"))],
    )


def test_a_player_at_two_tables_is_marked_at_both_until_corrected():
    table = a_table()
    other = a_table(session=table.session, names=["Ann", *FOUR])
    page = page_of(table.session)
    assert (chips(page), needs(page)) == (
        ["1 seated twice"],
        [
            (f"Ann also sits at {there}. Correct the seats.", address(one, "sittings/1/seats"))
            for one, there in ((table, other), (other, table))
        ],
    )
    change_people(table=again(other), names=FOUR)
    page = page_of(table.session)
    assert (chips(page), needs(page)) == ([], [])


def test_a_substitute_seated_elsewhere_is_marked_and_the_absent_player_is_not():
    table = a_table("Eve! 5")
    a_table(session=table.session, names=["Ann", *FOUR])
    seat = table.sitting.seats.get(player__name="Ann")
    seat.substitute = table.session.club.players.get(name="Fay")
    seat.save()
    assert [words for words, _ in needs(page_of(table.session))] == [
        "Fay also sits at Table 2. Correct the seats.",
        "Fay also sits at Table 1. Correct the seats.",
    ]


def test_after_a_player_joined_the_table_shows_the_points_of_the_whole_evening():
    table = a_table("Eve! 5", "Ben+Dan 3")
    change_people(table=table, names=["Ann", "Ben", "Cat", "Fay", "Eve"])
    log(again(table), "Fay! 5")
    page = page_of(table.session)
    scores = shown(page, r'<b class="points">(.*?)</b>')
    names = shown(page, r'<span class="name" title="(.*?)"')
    assert dict(zip(names, scores, strict=True)) == {
        "Fay": "5 these seats 5",
        "Eve": "5 these seats 0",
        "Ben": "1 these seats 0",
        "Ann": "0 these seats 0",
        "Cat": "0 these seats 0",
    }
    assert shown(page, r"No longer playing:(.*?)</p>") == ["Dan 1"]


def test_a_new_sitting_shows_how_many_hands_were_played_before():
    table = a_table("Eve! 5", "Ben+Dan 3")
    change_people(table=table, names=FIVE[:4])
    last_hand_ago(table, 3)
    assert abouts(page_of(table.session)) == ["2 hands so far, Cat deals · 3 min ago"]


def test_players_who_are_not_checked_in_are_counted_if_there_is_a_fee():
    club = a_club()
    table = a_table("Eve! 5", session=an_evening(club, door_fee_minor=300, guest_fee_minor=300))
    for player in club.players.exclude(name__in=["Ann", "Ben"]):
        arrive(session=table.session, player=player, actor=PHONE)
    page = page_of(table.session)
    assert chips(page) == ["2 not checked in"]
    door = of(table.session, "door/?show=here")
    assert f'<a href="{door}" title="Ann, Ben">' in page.content.decode()
    assert chips(page_of(a_table("Eve! 5").session)) == []
