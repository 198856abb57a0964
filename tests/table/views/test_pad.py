import json
import re

import pytest

from scoring.euchre.books.foster_call_ace import CALL_ACE
from scoring.euchre.hand import Hand, Irregularity
from scoring.euchre.wording import describe
from scoring.models import Sitting
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
    a_phone,
    a_table,
    address,
    again,
    everything,
    form_of,
    signed_in,
    told_hands,
)
from tests.html import hidden, last, points, shown, tap, text

pytestmark = pytest.mark.django_db


DRAWN = r'id="deal"(?:(?!</details>).)*?<p class="hint">(.*?)</p>'
ASKED = r'id="deal".*?<summary[^>]*>(.*?)</summary>'


def preview(page):
    return shown(page, r'<p class="gains">(.*?)</p>') + shown(
        page, r'<p class="gains">.*?<p class="why">(.*?)</p>'
    )


def roles(page):
    return shown(page, r'<span class="role">(.*?)</span>')


def test_four_taps_without_javascript_enter_a_hand_and_the_page_says_saved():
    table, client = a_table(), a_phone()
    page = tap(client, table, client.get(address(table)), "1", "3")
    assert roles(page) == ["", "maker", "", "partner", ""]
    page = tap(client, table, page, "t5")
    assert preview(page) == [
        "Ben and Dan +3 each",
        "March with a partner, five players · Foster, law 43",
    ]
    answer = client.post(address(table, "hands/log"), hidden(page))
    assert (answer.status_code, answer.url) == (302, address(table))
    page = client.get(answer.url)
    assert last(page).startswith("Hand 1 saved: Ben with Dan, all five. Ben and Dan +3 each.")
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
        ("1 1 1", ["", "maker", "", "", ""]),
        ("1 nobody", ["", "maker, alone", "", "", ""]),
        ("1 nobody nobody", ["", "maker", "", "", ""]),
        ("1 nobody 1", ["", "maker", "", "", ""]),
        ("1 nobody alone", ["", "maker, alone", "", "", ""]),
        ("nobody", ["", "", "", "", ""]),
        ("1 alone alone", ["", "maker", "", "", ""]),
        ("1 alone 3", ["", "maker", "", "partner", ""]),
        ("alone", ["", "", "", "", ""]),
        ("1 3 clear", ["", "", "", "", ""]),
        ("t3 1 3", ["", "maker", "", "partner", ""]),
    ],
)
def test_taps_choose_the_maker_then_the_partner_and_a_second_tap_clears(keys, found):
    table, client = a_table(), a_phone()
    assert roles(tap(client, table, client.get(address(table)), *keys.split())) == found


def test_a_lone_hand_can_be_entered_without_javascript():
    table, client = a_table(), a_phone()
    page = tap(client, table, client.get(address(table)), "4", "alone", "t5")
    client.post(address(table, "hands/log"), hidden(page))
    assert told_hands(table) == [EVE_ALONE]


def test_a_called_card_that_no_one_held_has_a_key_and_is_stored_as_such():
    table, client = a_table(), a_phone()
    page = tap(client, table, client.get(address(table)), "4", "nobody", "t5")
    assert shown(page, r'<p class="prompt".*?</p>') == ["Eve called, no one had it."]
    client.post(address(table, "hands/log"), hidden(page))
    assert told_hands(table) == [Hand(maker=4, tricks=5)]
    assert last(client.get(address(table))) == (
        "Hand 1 saved: Eve called and was alone, all five. Eve +5."
    )


@pytest.mark.parametrize("hand", [BEN_WITH_DAN, EVE_ALONE, DAN_REVOKES, PASSED_OUT, NEW_DEAL])
def test_the_pad_sends_a_hand_exactly_as_it_is_stored(hand):
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
def test_optional_details_are_stored_too(fields, hand):
    table = a_table()
    assert a_phone().post(address(table, "hands/log"), form_of(table) | fields).status_code == 302
    assert told_hands(table) == [hand]


def test_a_hand_sent_twice_is_saved_once_and_answered_alike():
    table, client = a_table(), a_phone()
    sent = form_of(table)
    answers = [client.post(address(table, "hands/log"), sent) for _ in range(2)]
    assert [(answer.status_code, answer.url) for answer in answers] == [(302, address(table))] * 2
    assert told_hands(table) == [BEN_WITH_DAN]


@pytest.mark.parametrize(
    ("hand", "told_by_rules"),
    [
        (
            "Ben+Dan 3",
            {"gains": "Ben and Dan +1 each", "why": "Point with a partner · Foster, law 41"},
        ),
        ("Eve! 5", {"gains": "Eve +5", "why": "Lone march, five players · Foster, law 43"}),
    ],
)
def test_the_preview_agrees_with_the_rules_and_stores_nothing(hand, told_by_rules):
    table = a_table()
    stored = everything()
    answer = a_phone().post(address(table, "preview"), form_of(table, hand))
    found = json.loads(answer.content)
    assert (answer.status_code, answer["Bowerbook"], found["gains"]) == (
        200,
        "preview",
        told_by_rules["gains"],
    )
    assert found["why"].partition(" · ")[0] == told_by_rules["why"].partition(" · ")[0]
    assert everything() == stored


def test_the_preview_agrees_with_what_is_shown_after_saving():
    for hand in (
        BEN_WITH_DAN,
        EVE_ALONE,
        DAN_REVOKES,
        NEW_DEAL,
        Hand(maker=CAT, partner=ANN, tricks=0),
    ):
        table, client = a_table(), a_phone()
        sent = form_of(table, hand)
        promised = json.loads(client.post(address(table, "preview"), sent).content)["gains"]
        client.post(address(table, "hands/log"), sent)
        assert last(client.get(address(table))).startswith(
            f"Hand 1 saved: {describe(hand, FIVE, CALL_ACE)}. {promised}."
        )


def test_before_the_first_hand_the_pad_shows_the_draw():
    table = a_table(first_dealer=None)
    page = a_phone().get(address(table))
    thrown = shown(page, DRAWN)[0]
    dealer = FIVE[again(table).sitting.first_dealer]
    assert thrown.startswith(f"First jack to {dealer}. Bowerbook dealt: ")
    assert thrown.endswith(" · Foster, law 1")
    assert "J" in thrown.split()[-5]
    assert dealer in shown(page, r'<p class="prompt".*?</p>')[0]


def test_the_pad_asks_who_deals_until_the_first_hand_is_saved():
    table, client = a_table(first_dealer=None), a_phone()
    guessed = FIVE[again(table).sitting.first_dealer]
    assert shown(client.get(address(table)), ASKED) == [f"Who deals? {guessed}"]
    client.post(address(table, "deal"), {"seat": CAT})
    page = client.get(address(table))
    assert shown(page, ASKED) == ["Who deals? Cat"]
    assert shown(page, DRAWN) == []
    assert "deals" not in shown(page, r'<p class="prompt".*?</p>')[0]
    client.post(address(table, "hands/log"), form_of(table, BEN_WITH_DAN))
    assert shown(client.get(address(table)), ASKED) == ["Dealer: Dan"]


def test_a_pad_whose_dealer_was_named_at_the_start_does_not_ask():
    table = a_table(first_dealer=ANN)
    assert shown(a_phone().get(address(table)), ASKED) == ["Dealer: Ann"]


def test_a_sentence_that_ends_with_a_shortened_name_has_one_full_stop():
    names = ["Fay F.", "Gus G.", "Hal H.", "Ivy I."]
    table = a_table(names=names, first_dealer=None)
    for path in ["", "board"]:
        page = a_phone().get(address(table, path)).content.decode()
        assert any(f" to {name}" in page for name in names)
        assert ".." not in page


@pytest.mark.parametrize(
    ("rules", "prompt", "law"),
    [
        ("club-laws", "Highest card, ", "Leeds & Dwight, law 11"),
        ("keller", "Lowest card, ", "Keller, ch. 4"),
        ("american", "First jack, J", "Usual printed rules"),
        ("hoyle-four", "Lowest card, ", "our ruling"),
    ],
)
def test_before_the_first_hand_the_pad_says_how_the_deal_is_drawn(rules, prompt, law):
    table = a_table(names=FIVE[:4], rules_key=rules, first_dealer=None)
    page = a_phone().get(address(table))
    dealer = FIVE[again(table).sitting.first_dealer]
    (said,) = shown(page, r'<p class="prompt".*?</p>')
    assert said.startswith(prompt)
    assert f". {dealer} deals." in said
    (cards,) = shown(page, DRAWN)
    assert cards.endswith(law)
    how = "Bowerbook dealt" if "jack" in prompt else "Bowerbook cut"
    assert cards.startswith(f"{prompt.split(',')[0]} to {dealer}. {how}: ")


def test_before_the_first_hand_the_pad_says_what_counters_are_worth():
    worth = r'<p class="why">(.*?)</p>'
    said = ["Counters on the keys: white is 1, red is 5 and blue is 25."]
    assert shown(a_phone().get(address(a_table(stake_minor=0))), worth) == said
    assert shown(a_phone().get(address(a_table("Eve! 5"))), worth) == []
    game = a_table(options={"target": 5}, stake_minor=0)
    assert shown(a_phone().get(address(game)), worth) == []
    fixed = a_table(names=FIVE[:4], rules_key="keller", stake_minor=0)
    assert shown(a_phone().get(address(fixed)), worth) == []


def test_before_the_first_hand_the_pad_says_what_is_played_for():
    worth = r'<p class="why">(.*?)</p>'
    counters = "Counters on the keys: white is 1, red is 5 and blue is 25."
    paid = a_table()
    assert shown(a_phone().get(address(paid)), worth) == [f"You play for 25p a point. {counters}"]
    fixed = a_table(names=FIVE[:4], rules_key="keller", stake_minor=100)
    assert shown(a_phone().get(address(fixed)), worth) == ["You play for £1.00 a game point."]


def test_later_the_value_of_counters_is_in_the_menu_and_under_the_score():
    worth = "white is 1, red is 5 and blue is 25."
    hint = r'<p class="hint">(Counters.*?)</p>'
    table = a_table("Eve! 5")
    assert shown(a_phone().get(address(table)), hint) == [f"Counters on the keys: {worth}"]
    assert shown(a_phone().get(address(table, "score")), hint) == [f"Counters: {worth}"]
    fixed = a_table("Ben 3", names=FIVE[:4], rules_key="keller")
    for rest in ("", "score"):
        assert shown(a_phone().get(address(fixed, rest)), hint) == []


def test_players_who_cut_equal_cards_are_named_when_they_cut_again():
    table = a_table(names=FIVE[:4], rules_key="keller", first_dealer=0)
    Sitting.objects.filter(table=table).update(draw_seed=1, draw_way="lowest")
    (cards,) = shown(a_phone().get(address(table)), DRAWN)
    assert cards == (
        "Lowest card to Dan. Bowerbook cut: Ann J♥ Ben K♠ Cat 10♠ Dan 10♠ "
        "· tied, so again: Cat 8♣ Dan 7♥ · Keller, ch. 4"
    )


def test_an_old_draw_is_shown_as_it_was():
    table = a_table(names=FIVE[:4], rules_key="keller", first_dealer=0)
    Sitting.objects.filter(table=table).update(draw_seed=7, draw_way="")
    (cards,) = shown(a_phone().get(address(table)), DRAWN)
    assert cards.startswith("First jack to ")
    assert ". Bowerbook dealt: " in cards


def test_after_the_first_hand_the_pad_asks_who_made_trump():
    page = a_phone().get(address(a_table("Eve! 5", first_dealer=None)))
    assert shown(page, r'<p class="prompt".*?</p>') == ["Who made trump?"]


def test_a_watchers_pad_is_the_scoreboard():
    table = a_table()
    answer = a_phone().get(address(table, right="watch"))
    assert (answer.status_code, answer.url) == (302, address(table, "board", right="watch"))


def test_only_organisers_find_a_link_to_the_evening():
    table = a_table()
    session = f'href="/sessions/{table.session_id}/"'
    found = [
        session in client.get(address(table)).content.decode()
        for client in (a_phone(), signed_in("kate"))
    ]
    assert found == [False, True]


def test_the_menu_of_friends_begins_with_what_their_table_needs_most():
    host = a_phone()
    started = host.post(
        "/start", {"names": ", ".join(FIVE), "rules": "call-ace", "currency": "GBP"}
    )
    page = host.get(started.url)
    (menu,) = re.findall(r'<ul class="links">.*?</ul>', page.content.decode(), flags=re.DOTALL)
    assert [text(one) for one in re.findall(r"<li>.*?</li>", menu, flags=re.DOTALL)][:5] == [
        "Dealer of the next hand",
        "Score",
        "QR codes",
        "Players join or leave",
        "Close evening",
    ]


def test_the_phone_or_account_that_entered_a_hand_is_stored():
    table = a_table()
    phone = a_phone()
    phone.cookies["phone"] = "K7"
    for client in (phone, signed_in("kate"), signed_in("mallory")):
        client.post(address(table, "hands/log"), form_of(table))
    assert list(
        again(table).sitting.hands.order_by("place").values_list("logged_by", flat=True)
    ) == [
        "phone K7",
        "kate",
        "mallory",
    ]


def test_html_in_names_is_shown_as_text():
    names = ["<b>Ann</b>", 'O\'Brien "Bo"', "Cat & Co", "Dan|Eve", "{{ Fay }}"]
    table = a_table(names=names)
    page = a_phone().get(address(table))
    assert list(points(page)) == names
    assert "<b>Ann" not in page.content.decode()


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_a_pad_has_a_key_for_every_player(seats):
    names = [*FIVE, "Fay", "Gus"][:seats]
    assert points(a_phone().get(address(a_table(names=names)))) == dict.fromkeys(names, 0)
