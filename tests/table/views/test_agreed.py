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


def test_a_table_that_does_not_ask_shows_nothing_and_asks_the_database_no_more():
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
def test_a_page_of_a_table_that_asks_does_not_grow_with_what_was_said(where, table):
    client, found = phone(THEIRS), set()
    for number in (1, 6):
        for _ in range(number):
            one = log(table, actor=Actor(phone=OURS))
            say(record=one, agrees=number % 2 > 0, revision=0, actor=Actor(phone=THEIRS))
        with CaptureQueriesContext(connection) as queries:
            client.get(address(table, where))
        found.add(len(queries))
    assert len(found) == 1


def test_a_poll_with_nothing_new_is_still_one_query(table, hand, django_assert_num_queries):
    client, path = phone(THEIRS), address(table)
    tag = client.get(path, headers=HTMX)["HX-PTag"]
    with django_assert_num_queries(1):
        assert client.get(path, headers=HTMX | {"HX-PTag": tag}).status_code == 304


def test_before_the_first_hand_nothing_is_asked(table):
    assert strip(table, THEIRS) == []


def test_another_phone_is_asked_whether_the_last_hand_is_right(table, hand):
    (told,) = strip(table, THEIRS)
    assert told.startswith(f"Right? Hand 1: {BRIEF} Confirm hand 1 Dispute")


def test_the_phone_that_logged_it_is_turned_round(table, hand):
    (told,) = strip(table, OURS)
    assert told.startswith(f"Hand 1 not confirmed yet: {BRIEF} Show opponents")


def test_the_pad_says_what_came_of_it(table, hand):
    assert badge(phone(OURS).get(address(table))) == ""
    tell(hand, **OBJECT, why="Wrong tricks")
    assert badge(phone(OURS).get(address(table))) == "no"
    assert strip(table, OURS)[0].startswith("✗ Hand 1 disputed: Wrong tricks.")
    tell(hand, **AGREE)
    assert badge(phone(OURS).get(address(table))) == "yes"
    assert strip(table, OURS) == strip(table, THEIRS) == [f"✓ Hand 1 confirmed. {BRIEF}"]


def test_hands_before_it_that_nobody_agreed_to_are_counted(table, hand):
    log(table, EVE_ALONE, actor=Actor(phone=OURS))
    log(table, EVE_ALONE, actor=Actor(phone=OURS))
    assert "2 earlier not confirmed" in strip(table, THEIRS)[0]
    tell(hand, **OBJECT)
    assert "2 earlier not confirmed, 1 disputed" in strip(table, THEIRS)[0]
    tell(hand, **AGREE)
    assert "1 earlier not confirmed" in strip(table, THEIRS)[0]


def test_a_plain_form_goes_back_to_the_pad(table, hand):
    answer = tell(hand, **AGREE)
    assert (answer.status_code, answer.url) == (302, address(table))
    assert words(hand) == [("phone M3", False, True, "")]


def test_from_the_score_it_goes_back_to_its_hand(table, hand):
    answer = tell(hand, **OBJECT, why="no", score="yes")
    assert (answer.status_code, answer.url) == (302, f"{address(table, 'score')}#hand-{hand.pk}")


def test_htmx_gets_the_strip_alone_so_that_a_hand_half_tapped_stays(table, hand):
    answer = tell(hand, **AGREE, headers=HTMX)
    page = answer.content.decode()
    assert (answer.status_code, answer["Bowerbook"]) == (200, "pad")
    assert "✓ Hand 1 confirmed." in page
    assert 'id="hand"' not in page


def test_turned_round_the_same_phone_speaks_for_the_other_side(table, hand):
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
def test_what_cannot_be_said_is_refused_with_a_sentence_where_it_was_said(
    table, hand, fields, status, sentence, where
):
    before = everything()
    answer = tell(hand, **fields, **where)
    assert (answer.status_code, sentence in said(answer)) == (status, True)
    assert everything() == before
    assert (f"Score · {table}" in answer.content.decode()) == bool(where)


def test_htmx_is_told_in_the_strip(table, hand):
    answer = tell(hand, OURS, **AGREE, headers=HTMX)
    assert answer.status_code == 409
    assert shown(answer, STRIP)[0].startswith("Not saved. This phone entered the hand")


def test_a_hand_of_another_table_is_not_found(table, hand):
    other = a_table()
    path = address(other, f"hands/{hand.pk}/agreed")
    assert send(phone(THEIRS), path, AGREE | {"revision": 0}).status_code == 404


@pytest.mark.parametrize(("asks", "then"), [("yes", True), ("no", False)])
def test_the_menu_switches_it_on_and_off(asks, then):
    table = a_table()
    ask_agreement(table=table, asks=not then)
    answer = a_phone().post(address(table, "agreed"), {"asks": asks})
    assert (answer.status_code, answer.url, again(table).asks_agreement) == (
        302,
        address(table),
        then,
    )


def test_the_menu_with_htmx_brings_the_pad(table, hand):
    answer = phone(OURS).post(address(table, "agreed"), {"asks": "no"}, headers=HTMX)
    assert answer.content.decode().strip().startswith('<main id="pad"')
    assert shown(answer, STRIP) == []


def test_who_does_not_say_what_changes_nothing(table):
    answer = a_phone().post(address(table, "agreed"), {"asks": "perhaps"})
    assert (answer.status_code, again(table).asks_agreement) == (422, True)
    assert said(answer) == "Choose Yes or No."


def test_the_front_page_and_the_evening_open_tables_that_ask(kate):
    fields = {"names": "Ann, Ben, Cat, Dan, Eve", "currency": "GBP", "asks_agreement": "on"}
    started = a_phone().post("/start", fields)
    assert "Turn" not in started.content.decode()
    session = a_table().session
    others = fields | {"names": "Fay, Gus, Hal, Ida, Jo"}
    kate.post(f"/sessions/{session.pk}/tables/open", others)
    assert session.tables.last().asks_agreement


def test_the_score_tells_every_word(table, hand):
    tell(hand, **OBJECT, why="Wrong maker")
    tell(hand, OURS, **AGREE, turned="yes")
    told = shown(phone(OURS).get(address(table, "score")), r'<p class="why change">.*?</p>')
    assert [re.sub(r"\d\d:\d\d", "21:14", line) for line in told] == [
        "✗ Disputed 21:14 by phone M3: “Wrong maker”",
        "✓ Confirmed 21:14 by the other side, on phone K7 turned round",
    ]


def test_an_onlooker_reads_the_words_and_says_nothing(table, hand):
    tell(hand, **OBJECT)
    page = a_phone().get(address(table, "score", right="watch")).content.decode()
    assert "Disputed" in page
    assert "/agreed" not in page


def test_objections_reach_whoever_runs_the_evening(kate, table, hand):
    tell(hand, **OBJECT, why="Wrong tricks")
    page = kate.get(f"/sessions/{table.session_id}/")
    assert shown(page, r'<ul class="needs">(.*?)</ul>') == ["1 hand disputed"]
    assert f'href="{address(table, "score")}"' in page.content.decode()
    tell(hand, **AGREE)
    assert "objected to" not in kate.get(f"/sessions/{table.session_id}/").content.decode()


def test_the_evenings_page_does_not_grow_with_objections(kate, table):
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


def test_whoever_runs_the_evening_lets_a_hand_stand(kate, table, hand):
    tell(hand, **OBJECT)
    assert "Keep the hand" in kate.get(address(table, "score")).content.decode()
    answer = let_stand(kate, hand, why="I saw it.")
    assert (answer.status_code, answer.url) == (302, f"{address(table, 'score')}#hand-{hand.pk}")
    page = kate.get(address(table, "score")).content.decode()
    assert "I saw it." in page
    assert "before a correction" in " ".join(page.split())
    assert "Keep the hand" not in page


def test_a_host_runs_their_own_evening():
    table = a_casual_table()
    ask_agreement(table=table, asks=True)
    hand = log(table, actor=Actor(phone=OURS))
    tell(hand, **OBJECT)
    host = a_phone()
    host.get(f"/host/{link(table, 'host').token}")
    assert let_stand(host, hand, why="I saw it.").status_code == 302


def test_nobody_else_lets_a_hand_stand(table, hand):
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
def test_a_hand_is_not_let_stand_without_a_reason_or_unseen(
    kate, table, hand, fields, status, sentence
):
    tell(hand, **OBJECT)
    answer = let_stand(kate, hand, **fields)
    assert (answer.status_code, sentence in said(answer)) == (status, True)


def test_a_closed_evening_asks_nobody(kate, table, hand):
    tell(hand, **OBJECT)
    kate.post(f"/sessions/{table.session_id}/close")
    assert strip(table, THEIRS) == []
    assert "/agreed" not in phone(THEIRS).get(address(table, "score")).content.decode()


WORD = r'<p class="why change">(.*?)</p>'


def correction(table, hand):
    return a_phone().get(address(table, f"hands/{hand.pk}/"))


def test_whoever_corrects_a_hand_sees_who_objected_when_and_why(table, hand):
    tell(hand, **OBJECT, why="Cat was the partner")
    (word,) = shown(correction(table, hand), WORD)
    assert (
        re.sub(r"\d\d:\d\d", "21:14", word) == "✗ Disputed 21:14 by phone M3: “Cat was the partner”"
    )


def test_the_objection_stands_there_while_they_look_at_what_their_correction_moves(table, hand):
    tell(hand, **OBJECT, why="Wrong tricks")
    looked = a_phone().post(
        address(table, f"hands/{hand.pk}/"), form_of(table, EVE_ALONE, revision=0, look="yes")
    )
    assert shown(looked, WORD) == shown(correction(table, hand), WORD) != []


def test_where_nobody_is_asked_the_correction_tells_of_no_objection(table, hand):
    tell(hand, **OBJECT)
    ask_agreement(table=table, asks=False)
    assert shown(correction(table, hand), WORD) == []


def test_what_was_told_before_it_was_asked_is_nowhere_asked_about():
    table = a_table("Ben+Dan 3", "Ben+Dan 3")
    ask_agreement(table=table, asks=True)
    assert strip(table, THEIRS) == []
    score = phone(THEIRS).get(address(table, "score"))
    assert shown(score, r'<div class="row noprint agree-row">.*?</div>') == []
    log(again(table), BEN_WITH_DAN)
    assert "before it" not in strip(table, THEIRS)[0]
