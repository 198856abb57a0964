import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.common.permissions import Actor
from scoring.table.actions.agreed import ask_agreement, say
from tests.cast import (
    BEN_WITH_DAN,
    EVE_ALONE,
    a_casual_table,
    a_phone,
    a_table,
    address,
    again,
    everything,
    form_of,
    link,
    log,
    place_on_score,
    send,
    signed_in,
)
from tests.html import said, shown

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
OURS, THEIRS = "K7", "M3"
STRIP = r'<section class="agreed".*?</section>'
BRIEF = "Ben with Dan, three tricks: Ben and Dan +1 each."
AGREE, OBJECT = {"agrees": "yes"}, {"agrees": "no"}


def phone(signs):
    """A phone that is known by its two signs."""
    client = a_phone()
    client.cookies["phone"] = signs
    return client


@pytest.fixture
def table():
    table = a_table()
    ask_agreement(table=table, asks=True)
    return again(table)


@pytest.fixture
def hand(table):
    return log(table, BEN_WITH_DAN, actor=Actor(phone=OURS))


def tell(hand, by=THEIRS, *, client=None, **fields):
    path = address(hand.sitting.table, f"hands/{hand.pk}/agreed")
    headers = {key: fields.pop(key) for key in ("headers",) if key in fields}
    sent = {"revision": again(hand).revision} | fields
    return (client or phone(by)).post(path, sent, **headers)


def strip(table, signs):
    return shown(phone(signs).get(address(table)), STRIP)


def badge(answer):
    return answer.content.decode().partition('data-agreed="')[2].partition('"')[0]


def words(hand):
    return list(hand.assents.values_list("by", "turned", "agrees", "why"))


def test_a_table_without_confirmation_shows_no_strip_and_takes_no_extra_query():
    plain, asking = a_table(BEN_WITH_DAN), a_table(BEN_WITH_DAN)
    ask_agreement(table=asking, asks=True)
    asked = []
    for table in (plain, asking):
        with CaptureQueriesContext(connection) as queries:
            phone(THEIRS).get(address(table))
        asked.append(len(queries))
    assert strip(plain, THEIRS) == []
    assert asked[1] == asked[0] + 1


@pytest.mark.parametrize("where", ["", "score", "score.pdf"])
def test_confirmations_add_no_queries_to_the_page(where, table):
    client, found = phone(THEIRS), set()
    for number in (1, 6):
        for _ in range(number):
            one = log(table, actor=Actor(phone=OURS))
            say(record=one, agrees=number % 2 > 0, revision=0, actor=Actor(phone=THEIRS))
        with CaptureQueriesContext(connection) as queries:
            client.get(address(table, where))
        found.add(len(queries))
    assert len(found) == 1


def test_a_poll_without_news_takes_one_query(table, hand, django_assert_num_queries):
    client, path = phone(THEIRS), address(table)
    tag = client.get(path, headers=HTMX)["HX-PTag"]
    with django_assert_num_queries(1):
        assert client.get(path, headers=HTMX | {"HX-PTag": tag}).status_code == 304


def test_no_confirmation_is_asked_for_before_the_first_hand(table):
    assert strip(table, THEIRS) == []


def test_another_phone_is_asked_whether_the_last_hand_is_right(table, hand):
    (told,) = strip(table, THEIRS)
    assert told.startswith(f"Right? Hand 1: {BRIEF} Confirm hand 1 Dispute")


def test_the_entering_phone_is_shown_to_the_opponents(table, hand):
    (told,) = strip(table, OURS)
    assert told.startswith(f"Hand 1 not confirmed yet: {BRIEF} Show opponents")


def test_the_pad_shows_whether_the_hand_was_confirmed_or_disputed(table, hand):
    assert badge(phone(OURS).get(address(table))) == ""
    tell(hand, **OBJECT, why="Wrong tricks")
    assert badge(phone(OURS).get(address(table))) == "no"
    assert strip(table, OURS)[0].startswith("✗ Hand 1 disputed: Wrong tricks.")
    tell(hand, **AGREE)
    assert badge(phone(OURS).get(address(table))) == "yes"
    assert strip(table, OURS) == strip(table, THEIRS) == [f"✓ Hand 1 confirmed. {BRIEF}"]


def test_earlier_unconfirmed_hands_are_counted(table, hand):
    log(table, EVE_ALONE, actor=Actor(phone=OURS))
    log(table, EVE_ALONE, actor=Actor(phone=OURS))
    assert "2 earlier not confirmed" in strip(table, THEIRS)[0]
    tell(hand, **OBJECT)
    assert "2 earlier not confirmed, 1 disputed" in strip(table, THEIRS)[0]
    tell(hand, **AGREE)
    assert "1 earlier not confirmed" in strip(table, THEIRS)[0]


def test_a_plain_form_returns_to_the_pad(table, hand):
    answer = tell(hand, **AGREE)
    assert (answer.status_code, answer.url) == (302, address(table))
    assert words(hand) == [("phone M3", False, True, "")]


def test_a_form_on_the_score_page_returns_to_its_hand(table, hand):
    answer = tell(hand, **OBJECT, why="no", score="yes")
    assert (answer.status_code, answer.url) == (302, place_on_score(table, hand))


def test_htmx_gets_only_the_strip_so_that_a_half_entered_hand_stays(table, hand):
    answer = tell(hand, **AGREE, headers=HTMX)
    page = answer.content.decode()
    assert (answer.status_code, answer["Bowerbook"]) == (200, "pad")
    assert "✓ Hand 1 confirmed." in page
    assert 'id="hand"' not in page


def test_the_same_phone_turned_round_confirms_for_the_opponents(table, hand):
    assert tell(hand, OURS, **AGREE, turned="yes").status_code == 302
    assert words(hand) == [("phone K7", True, True, "")]


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({}, 422, "Choose Confirm or Dispute."),
        (AGREE | {"revision": ""}, 422, "This page is out of date"),
        (AGREE | {"revision": "9" * 30}, 422, "This page is out of date"),
        (AGREE | {"revision": "3"}, 409, "This hand has changed."),
        (AGREE | {"by": OURS}, 409, "This phone entered the hand"),
        (OBJECT | {"why": "x" * 201}, 422, "at most 200 characters"),
    ],
)
@pytest.mark.parametrize("where", [{}, {"score": "yes"}])
def test_an_impossible_answer_is_refused_with_a_reason_where_it_was_given(
    table, hand, fields, status, sentence, where
):
    before = everything()
    answer = tell(hand, **fields, **where)
    assert (answer.status_code, sentence in said(answer)) == (status, True)
    assert everything() == before
    assert (f"Score · {table}" in answer.content.decode()) == bool(where)


def test_htmx_gets_the_refusal_in_the_strip(table, hand):
    answer = tell(hand, OURS, **AGREE, headers=HTMX)
    assert answer.status_code == 409
    assert shown(answer, STRIP)[0].startswith("Not saved. This phone entered the hand")


def test_another_tables_hand_is_not_found(table, hand):
    other = a_table()
    path = address(other, f"hands/{hand.pk}/agreed")
    assert send(phone(THEIRS), path, AGREE | {"revision": 0}).status_code == 404


@pytest.mark.parametrize(("asks", "then"), [("yes", True), ("no", False)])
def test_the_menu_turns_confirmation_on_and_off(asks, then):
    table = a_table()
    ask_agreement(table=table, asks=not then)
    answer = a_phone().post(address(table, "agreed"), {"asks": asks})
    assert (answer.status_code, answer.url, again(table).asks_agreement) == (
        302,
        address(table),
        then,
    )


def test_the_menu_with_htmx_returns_the_pad(table, hand):
    answer = phone(OURS).post(address(table, "agreed"), {"asks": "no"}, headers=HTMX)
    assert answer.content.decode().strip().startswith('<main id="pad"')
    assert shown(answer, STRIP) == []


def test_an_unclear_choice_changes_nothing(table):
    answer = a_phone().post(address(table, "agreed"), {"asks": "perhaps"})
    assert (answer.status_code, again(table).asks_agreement) == (422, True)
    assert said(answer) == "Choose Yes or No."


def test_the_front_page_and_the_evening_can_open_tables_with_confirmation(kate):
    fields = {"names": "Ann, Ben, Cat, Dan, Eve", "currency": "GBP", "asks_agreement": "on"}
    started = a_phone().post("/start", fields)
    assert "Turn" not in started.content.decode()
    session = a_table().session
    others = fields | {"names": "Fay, Gus, Hal, Ida, Jo"}
    kate.post(f"/sessions/{session.pk}/tables/open", others)
    assert session.tables.last().asks_agreement


def test_the_score_page_shows_every_answer(table, hand):
    tell(hand, **OBJECT, why="Wrong maker")
    tell(hand, OURS, **AGREE, turned="yes")
    told = shown(phone(OURS).get(address(table, "score")), r'<p class="why change">.*?</p>')
    assert [re.sub(r"\d\d:\d\d", "21:14", line) for line in told] == [
        "✗ Disputed 21:14 by phone M3: “Wrong maker”",
        "✓ Confirmed 21:14 by the other side, on phone K7 turned round",
    ]


def test_a_watcher_reads_the_answers_but_cannot_give_one(table, hand):
    tell(hand, **OBJECT)
    page = a_phone().get(address(table, "score", right="watch")).content.decode()
    assert "Disputed" in page
    assert "/agreed" not in page


def test_the_organiser_sees_disputes(kate, table, hand):
    tell(hand, **OBJECT, why="Wrong tricks")
    page = kate.get(f"/sessions/{table.session_id}/")
    assert shown(page, r'<ul class="needs">(.*?)</ul>') == ["1 hand disputed"]
    assert f'href="{address(table, "score")}"' in page.content.decode()
    tell(hand, **AGREE)
    assert "objected to" not in kate.get(f"/sessions/{table.session_id}/").content.decode()


def test_disputes_add_no_queries_to_the_evenings_page(kate, table):
    found = set()
    for _ in range(3):
        tell(log(table, actor=Actor(phone=OURS)), **OBJECT)
        with CaptureQueriesContext(connection) as queries:
            kate.get(f"/sessions/{table.session_id}/")
        found.add(len(queries))
    assert len(found) == 1


def let_stand(client, hand, **fields):
    path = address(hand.sitting.table, f"hands/{hand.pk}/stands")
    return client.post(path, {"revision": again(hand).revision} | fields)


def test_an_organiser_can_keep_a_disputed_hand(kate, table, hand):
    tell(hand, **OBJECT)
    assert "Keep the hand" in kate.get(address(table, "score")).content.decode()
    answer = let_stand(kate, hand, why="I saw it.")
    assert (answer.status_code, answer.url) == (302, place_on_score(table, hand))
    page = kate.get(address(table, "score")).content.decode()
    assert "I saw it." in page
    assert "before a correction" in " ".join(page.split())
    assert "Keep the hand" not in page


def test_a_host_can_keep_a_disputed_hand_in_their_own_evening():
    table = a_casual_table()
    ask_agreement(table=table, asks=True)
    hand = log(table, actor=Actor(phone=OURS))
    tell(hand, **OBJECT)
    host = a_phone()
    host.get(f"/host/{link(table, 'host').token}")
    assert let_stand(host, hand, why="I saw it.").status_code == 302


def test_other_people_cannot_keep_a_disputed_hand(table, hand):
    tell(hand, **OBJECT)
    before = everything()
    assert let_stand(phone(OURS), hand, why="mine").status_code == 403
    assert let_stand(signed_in("mallory"), hand, why="mine").status_code == 403
    assert "Keep the hand" not in phone(OURS).get(address(table, "score")).content.decode()
    assert everything() == before


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({}, 422, "Say why you keep it."),
        ({"why": "x", "revision": "7"}, 409, "This hand has changed."),
    ],
)
def test_keeping_a_hand_needs_a_reason_and_an_up_to_date_page(
    kate, table, hand, fields, status, sentence
):
    tell(hand, **OBJECT)
    answer = let_stand(kate, hand, **fields)
    assert (answer.status_code, sentence in said(answer)) == (status, True)


def test_a_closed_evening_asks_for_no_confirmation(kate, table, hand):
    tell(hand, **OBJECT)
    kate.post(f"/sessions/{table.session_id}/close")
    assert strip(table, THEIRS) == []
    assert "/agreed" not in phone(THEIRS).get(address(table, "score")).content.decode()


WORD = r'<p class="why change">(.*?)</p>'


def correction(table, hand):
    return a_phone().get(address(table, f"hands/{hand.pk}/"))


def test_the_correction_page_shows_who_disputed_the_hand_when_and_why(table, hand):
    tell(hand, **OBJECT, why="Cat was the partner")
    (word,) = shown(correction(table, hand), WORD)
    assert (
        re.sub(r"\d\d:\d\d", "21:14", word) == "✗ Disputed 21:14 by phone M3: “Cat was the partner”"
    )


def test_the_dispute_stays_visible_while_a_correction_is_previewed(table, hand):
    tell(hand, **OBJECT, why="Wrong tricks")
    looked = a_phone().post(
        address(table, f"hands/{hand.pk}/"), form_of(table, EVE_ALONE, revision=0, look="yes")
    )
    assert shown(looked, WORD) == shown(correction(table, hand), WORD) != []


def test_the_correction_page_shows_no_dispute_once_confirmation_is_off(table, hand):
    tell(hand, **OBJECT)
    ask_agreement(table=table, asks=False)
    assert shown(correction(table, hand), WORD) == []


def test_hands_entered_before_confirmation_was_on_are_not_asked_about():
    table = a_table("Ben+Dan 3", "Ben+Dan 3")
    ask_agreement(table=table, asks=True)
    assert strip(table, THEIRS) == []
    score = phone(THEIRS).get(address(table, "score"))
    assert shown(score, r'<div class="row noprint agree-row">.*?</div>') == []
    log(again(table), BEN_WITH_DAN)
    assert "before it" not in strip(table, THEIRS)[0]
