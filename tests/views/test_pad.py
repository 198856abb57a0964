import json
from uuid import uuid4

import pytest

from scoring.actions.hands import begin_hand, take_back
from scoring.actions.tables import move_deal
from scoring.rules.hand import Hand, Irregularity
from scoring.rules.wording import told
from tests.cast import (
    ANN,
    BEN,
    BEN_WITH_DAN,
    CAT,
    DAN,
    DAN_REVOKES,
    EVE,
    EVE_ALONE,
    FIVE,
    NEW_DEAL,
    PASSED_OUT,
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    close,
    dealers,
    everything,
    form_of,
    log,
    log_all,
    signed_in,
    told_hands,
    totals,
)
from tests.views.reading import hidden, points, said, shown

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def tap(client, table, page, *keys):
    """Tap keys one after the other, without JavaScript: players, alone, or a number of tricks ("t3")."""
    for key in keys:
        pressed = {"tricks": key[1:]} if key.startswith("t") else {"tap": key}
        page = client.get(address(table), hidden(page, "taps") | pressed)
    return page


def preview(page):
    return shown(page, r'<p class="gains">(.*?)</p>') + shown(page, r'<p class="gains">.*?<p class="why">(.*?)</p>')


def last(page):
    return shown(page, r'<p class="last".*?</p>')[0]


def roles(page):
    return shown(page, r'<span class="role">(.*?)</span>')


def test_four_taps_without_javascript_log_a_hand_and_the_page_says_saved():
    table, client = a_table(), a_phone()
    page = tap(client, table, client.get(address(table)), "1", "3")
    assert roles(page) == ["", "maker", "", "partner", ""]
    page = tap(client, table, page, "t5")
    assert preview(page) == ["Ben and Dan 3 each", "March with a partner, five players · Foster, law 43"]
    answer = client.post(address(table, "hands/log"), hidden(page))
    assert (answer.status_code, answer.url) == (302, address(table))
    page = client.get(answer.url)
    assert last(page).startswith("Hand 1 saved: Ben with Dan, all five. Ben and Dan 3 each.")
    assert points(page) == {"Ann": 0, "Ben": 3, "Cat": 0, "Dan": 3, "Eve": 0}
    assert told_hands(table) == [Hand(maker=BEN, partner=DAN, tricks=5)]


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ("1", ["", "maker", "", "", ""]),
        ("1 3", ["", "maker", "", "partner", ""]),
        ("1 3 3", ["", "maker", "", "", ""]),
        ("1 3 0", ["partner", "maker", "", "", ""]),
        ("1 alone", ["", "maker, alone", "", "", ""]),
        ("1 1", ["", "maker, alone", "", "", ""]),
        ("1 1 1", ["", "", "", "", ""]),
        ("1 alone alone", ["", "maker", "", "", ""]),
        ("1 alone 3", ["", "maker", "", "partner", ""]),
        ("alone", ["", "", "", "", ""]),
        ("1 3 clear", ["", "", "", "", ""]),
        ("t3 1 3", ["", "maker", "", "partner", ""]),
    ],
)
def test_taps_choose_the_maker_then_the_partner_and_a_second_tap_takes_back(keys, found):
    table, client = a_table(), a_phone()
    assert roles(tap(client, table, client.get(address(table)), *keys.split())) == found


def test_a_lone_hand_without_javascript():
    table, client = a_table(), a_phone()
    page = tap(client, table, client.get(address(table)), "4", "alone", "t5")
    client.post(address(table, "hands/log"), hidden(page))
    assert told_hands(table) == [EVE_ALONE]


@pytest.mark.parametrize("hand", [BEN_WITH_DAN, EVE_ALONE, DAN_REVOKES, PASSED_OUT, NEW_DEAL])
def test_what_the_pad_sends_is_what_is_stored(hand):
    table = a_table()
    assert a_phone().post(address(table, "hands/log"), form_of(table, hand)).status_code == 302
    assert told_hands(table) == [hand]


@pytest.mark.parametrize(
    ("fields", "hand"),
    [
        ({"partner": "nobody"}, Hand(maker=BEN, tricks=3)),
        ({"partner": "alone", "call": "H"}, Hand(maker=BEN, call="H", tricks=3)),
        (
            {"call": "H", "turned": "C", "made": "ordered", "trump": "C"},
            Hand(maker=BEN, partner=DAN, tricks=3, call="H", turned="C", made="ordered", trump="C"),
        ),
        (
            {"revoke": ["0", "2"], "tricks": ""},
            Hand(
                maker=BEN,
                partner=DAN,
                irregularities=(
                    Irregularity(kind="revoke", by=ANN),
                    Irregularity(kind="revoke", by=CAT),
                ),
            ),
        ),
        (
            {"wrong_cards": "4", "intimation": "on"},
            Hand(
                maker=BEN,
                partner=DAN,
                tricks=3,
                irregularities=(
                    Irregularity(kind="wrong-cards", by=EVE),
                    Irregularity(kind="intimation", by=DAN),
                ),
            ),
        ),
    ],
)
def test_the_further_facts_are_stored_too(fields, hand):
    table = a_table()
    assert a_phone().post(address(table, "hands/log"), form_of(table) | fields).status_code == 302
    assert told_hands(table) == [hand]


def test_a_hand_sent_twice_is_saved_once_and_answered_alike():
    table, client = a_table(), a_phone()
    sent = form_of(table)
    answers = [client.post(address(table, "hands/log"), sent) for _ in range(2)]
    assert [(answer.status_code, answer.url) for answer in answers] == [(302, address(table))] * 2
    assert told_hands(table) == [BEN_WITH_DAN]


def test_htmx_gets_the_fresh_pad_alone_with_its_tag_on_the_next_poll():
    table, client = a_table(), a_phone()
    answer = client.post(address(table, "hands/log"), form_of(table), headers=HTMX)
    assert (answer.status_code, answer["Bowerbook"]) == (200, "pad")
    piece = answer.content.decode().strip()
    assert piece.startswith('<main id="pad"') and piece.endswith("</main>")
    assert (points(answer)["Ben"], hidden(answer)["after"]) == (1, str(again(table).sitting.latest))
    assert hidden(answer)["maker"] == hidden(answer)["tricks"] == ""


@pytest.mark.parametrize("where", ["", "board"])
def test_a_poll_with_nothing_new_is_one_query_and_no_page(where, django_assert_num_queries):
    table, client = a_table(BEN_WITH_DAN), a_phone()
    path = address(table, where)
    page = client.get(path, headers=HTMX)
    assert (page.status_code, page["Bowerbook"]) == (200, where or "pad")
    with django_assert_num_queries(1):
        answer = client.get(path, headers=HTMX | {"HX-PTag": page["HX-PTag"]})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize("where", ["", "board"])
def test_a_poll_after_a_hand_elsewhere_brings_the_fresh_piece(where):
    table, client = a_table(BEN_WITH_DAN), a_phone()
    tag = client.get(address(table, where), headers=HTMX)["HX-PTag"]
    log(table, EVE_ALONE)
    answer = client.get(address(table, where), headers=HTMX | {"HX-PTag": tag})
    assert (answer.status_code, answer["HX-PTag"] == tag) == (200, False)
    assert answer.content.decode().strip().startswith(f'<main id="{where or "pad"}"')


def test_the_page_polls_with_the_tag_of_its_answer():
    page = a_phone().get(address(a_table()))
    assert f'hx-ptag="{page["HX-PTag"]}"' in page.content.decode()


def test_a_phone_that_writes_and_a_screen_that_watches_have_different_tags():
    table, client = a_table(), a_phone()
    tags = {client.get(address(table, "board", right=right))["HX-PTag"] for right in ("write", "watch")}
    assert len(tags) == 2


def test_a_poll_under_a_revoked_link_is_told_so_whatever_its_tag():
    table, client = a_table(), a_phone()
    path, tag = address(table), client.get(address(table))["HX-PTag"]
    table.links.update(revoked_at="2026-11-20T20:00:00Z")
    assert client.get(path, headers=HTMX | {"HX-PTag": tag}).status_code == 410


@pytest.mark.parametrize(
    ("hand", "told_by_rules"),
    [
        (
            "Ben+Dan 3",
            {"gains": "Ben and Dan 1 each", "why": "Point with a partner · Foster, law 41"},
        ),
        ("Eve! 5", {"gains": "Eve 5", "why": "Lone march, five players · Foster, law 43"}),
    ],
)
def test_the_preview_says_what_the_rules_say_and_stores_nothing(hand, told_by_rules):
    table = a_table()
    stored = everything()
    answer = a_phone().post(address(table, "preview"), form_of(table, hand))
    found = json.loads(answer.content)
    assert (answer.status_code, answer["Bowerbook"], found["gains"]) == (200, "preview", told_by_rules["gains"])
    assert found["why"].partition(" · ")[0] == told_by_rules["why"].partition(" · ")[0]
    assert everything() == stored


def test_the_preview_is_what_is_shown_after_saving():
    for hand in (BEN_WITH_DAN, EVE_ALONE, DAN_REVOKES, NEW_DEAL, Hand(maker=CAT, partner=ANN, tricks=0)):
        table, client = a_table(), a_phone()
        sent = form_of(table, hand)
        promised = json.loads(client.post(address(table, "preview"), sent).content)["gains"]
        client.post(address(table, "hands/log"), sent)
        assert last(client.get(address(table))).startswith(
            f"Hand 1 saved: {told(hand, FIVE)}. {promised}."
        )


def test_undo_and_put_back_are_one_button_each():
    table, client = a_table(EVE_ALONE, BEN_WITH_DAN), a_phone()
    path = address(table, f"hands/{again(table).sitting.latest}/")
    assert client.post(f"{path}take-back").status_code == 302
    page = client.get(address(table))
    assert (last(page), points(page)["Ben"]) == (f"Taken back: {told(BEN_WITH_DAN, FIVE)}.", 0)
    assert f'action="{path}put-back"' in page.content.decode()
    assert client.post(f"{path}put-back").status_code == 302
    assert points(client.get(address(table)))["Ben"] == 1


def test_two_hands_undone_are_put_back_in_their_order():
    table, client = a_table(), a_phone()
    records = log_all(table, EVE_ALONE, BEN_WITH_DAN, PASSED_OUT)
    for record in (records[2], records[1]):
        take_back(record=record, actor=PHONE)
    for record in (records[1], records[2]):
        page = client.get(address(table)).content.decode()
        assert f"hands/{record.pk}/put-back" in page
        client.post(address(table, f"hands/{record.pk}/put-back"))
    assert told_hands(table) == [EVE_ALONE, BEN_WITH_DAN, PASSED_OUT]


def test_a_hand_undone_cannot_be_put_back_on_the_pad_after_another_took_its_place():
    table, client = a_table(BEN_WITH_DAN), a_phone()
    take_back(record=log(table, EVE_ALONE), actor=PHONE)
    log(table, PASSED_OUT)
    page = client.get(address(table))
    assert ("put-back" in page.content.decode(), last(page)[:12]) == (False, "Hand 2 saved")


def test_undo_with_a_reason_keeps_it():
    table = a_table()
    record = log(table)
    a_phone().post(address(table, f"hands/{record.pk}/take-back"), {"why": " told twice "})
    assert record.corrections.get().why == "told twice"


def test_the_dealers_mark_is_moved_by_one_tap():
    table, client = a_table(BEN_WITH_DAN), a_phone()
    answer = client.post(address(table, "deal"), {"seat": "4"})
    assert (answer.status_code, dealers(table)) == (302, [ANN, EVE])
    (dealer,) = shown(client.get(address(table)), r'aria-current="true">(.*?)</button>')
    assert dealer == "Eve"


def test_a_hand_begun_shows_who_made_it_and_is_finished_where_it_was_begun():
    table, client = a_table(), a_phone()
    sent = form_of(table, Hand(maker=BEN, call="D", tricks=3), partner=None, tricks=None)
    assert client.post(address(table, "hands/begin"), sent).status_code == 302
    page = client.get(address(table))
    assert "Ben" in shown(page, r'<p class="prompt".*?</p>')[0]
    assert (hidden(page)["id"], hidden(page)["maker"]) == (str(sent["id"]), "1")
    finished = hidden(page) | {"call": "D"}
    finished |= hidden(tap(client, table, page, "3", "t3"))
    client.post(address(table, "hands/log"), finished)
    assert told_hands(table) == [Hand(maker=BEN, partner=DAN, call="D", tricks=3)]


def test_the_suit_a_hand_was_begun_with_is_still_chosen_after_further_taps():
    table, client = a_table(), a_phone()
    begin_hand(table=table, id=uuid4(), maker=BEN, call="D", actor=PHONE)
    page = tap(client, table, client.get(address(table)), "3", "t3")
    assert 'name="call" value="D" checked' in page.content.decode()


def test_a_hand_begun_can_be_forgotten():
    table, client = a_table(BEN_WITH_DAN), a_phone()
    begin_hand(table=table, id=uuid4(), maker=BEN, call=None, actor=PHONE)
    assert client.post(address(table, "hands/begin"), {"drop": "yes"}).status_code == 302
    assert again(table).sitting.hands.filter(state="begun").count() == 0
    close(table.session)


def test_a_partner_still_secret_stays_secret_on_every_screen():
    table, client = a_table(BEN_WITH_DAN), a_phone()
    client.post(address(table, "hands/begin"), form_of(table, "Ann+Cat 3", call="D"))
    assert again(table).sitting.hands.get(state="begun").partner is None
    for where in ("", "board", "score"):
        assert "Ann with Cat" not in client.get(address(table, where)).content.decode()


def test_before_the_first_hand_the_pad_shows_the_draw():
    table = a_table(first_dealer=None)
    page = a_phone().get(address(table))
    thrown = shown(page, r'<p class="last".*?</p>')[0]
    dealer = FIVE[again(table).sitting.first_dealer]
    assert "J" in thrown.split()[-1]
    assert dealer in shown(page, r'<p class="prompt".*?</p>')[0]


def test_the_pad_of_a_watcher_is_the_board():
    table = a_table()
    answer = a_phone().get(address(table, right="watch"))
    assert (answer.status_code, answer.url) == (302, address(table, "board", right="watch"))


def test_only_who_runs_the_evening_finds_the_way_to_it():
    table = a_table()
    session = f'href="/sessions/{table.session_id}/"'
    found = [session in client.get(address(table)).content.decode() for client in (a_phone(), signed_in("kate"))]
    assert found == [False, True]


def test_who_logged_a_hand_is_kept():
    table = a_table()
    for client in (a_phone(), signed_in("kate"), signed_in("mallory")):
        client.post(address(table, "hands/log"), form_of(table))
    assert list(again(table).sitting.hands.order_by("place").values_list("logged_by", flat=True)) == [
        "a phone at the table",
        "kate",
        "mallory",
    ]


def test_names_that_look_like_markup_are_shown_as_names():
    names = ["<b>Ann</b>", "O'Brien \"Bo\"", "Cat & Co", "Dan|Eve", "{{ Fay }}"]
    table = a_table(names=names)
    page = a_phone().get(address(table))
    assert list(points(page)) == names
    assert "<b>Ann" not in page.content.decode()


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_a_pad_has_a_key_for_everybody(seats):
    names = [*FIVE, "Fay", "Gus"][:seats]
    assert points(a_phone().get(address(a_table(names=names)))) == dict.fromkeys(names, 0)


def test_moving_the_deal_to_nobody_is_refused_in_words():
    table = a_table()
    move_deal(table=table, seat=DAN)
    answer = a_phone().post(address(table, "deal"), {"seat": "9"})
    assert (answer.status_code, said(answer)) == (
        409,
        "There is no such seat at this table. The deal was not moved.",
    )
    assert totals(table) == dict.fromkeys(FIVE, 0)
