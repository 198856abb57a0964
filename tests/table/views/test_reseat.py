"""Putting seats right as a phone at the table does it: first the effect, then the change, its
history."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.euchre.hand import Hand
from scoring.models import Sitting
from scoring.table.actions.tables import change_people
from tests.cast import (
    ANN,
    BEN,
    FIVE,
    a_phone,
    a_table,
    address,
    again,
    close,
    everything,
    log,
    totals,
)
from tests.html import refused, said, shown
from tests.proof import share

pytestmark = pytest.mark.django_db

PLAYED = ["Ben+Dan 3", "Eve! 5", "Cat+Ann 5"]
PATH = "sittings/1/seats"
MOVED = r'<tr class="moved">(.*?)</tr>'


@pytest.fixture
def table():
    return a_table(*PLAYED)


def form(table, *names, **more):
    """What the page sends for these people; a name in brackets is typed."""
    sent = {"from_no": 1, "stay_with": "seats", "why": ""}
    sent["seen"] = ",".join(str(player.pk) for player in table.sitting.players)
    for no, (name, before) in enumerate(zip(names, table.sitting.names, strict=True)):
        typed = name.startswith("(")
        sent |= {
            f"seat_{no}": before if typed else name,
            f"other_{no}": name.strip("()") if typed else "",
        }
    return sent | more


def test_the_page_shows_the_seats_and_the_score_page_links_to_it(table):
    client = a_phone()
    assert f'href="{address(table, PATH)}"' in client.get(address(table, "score")).content.decode()
    page = client.get(address(table, PATH))
    assert shown(page, r'<p class="sub">(.*?)</p>') == ["Table 1: Ann, Ben, Cat, Dan, Eve"]
    assert shown(page, r'<option value="[^"]*" selected>(.*?)</option>') == FIVE


def test_the_effect_of_a_seat_correction_is_previewed(table):
    stored = everything()
    page = a_phone().post(address(table, PATH), form(table, "(Fay)", *FIVE[1:]) | {"look": "yes"})
    assert (page.status_code, everything()) == (200, stored)
    assert shown(page, MOVED) == ["Ann 3 0 +£0.50 £0.00", "Fay 0 3 £0.00 +£0.50"]
    effect = shown(page, r'<section class="card effect".*?</section>')[0]
    assert "Fay, Ben, Cat, Dan, Eve instead of Ann, Ben, Cat, Dan, Eve" in effect
    assert "As they are: Dan to Ann" not in effect


def test_seats_are_corrected_and_the_score_page_records_it(table):
    client = a_phone()
    client.cookies["phone"] = "K7"
    sent = form(table, "(Fay)", *FIVE[1:], why="Fay came first") | {"save": "yes"}
    for _ in range(2):
        answer = client.post(address(table, PATH), sent)
        assert (answer.status_code, answer.url) == (302, address(table, "score"))
    assert totals(table) == {"Fay": 3, "Ben": 1, "Cat": 3, "Dan": 1, "Eve": 5}
    page = client.get(address(table, "score"))
    (history,) = shown(page, r'<p class="why">(Seats corrected.*?)</p>')
    assert history.endswith("by phone K7: “Fay came first”; before: Ann, Ben, Cat, Dan, Eve .")


def test_players_keep_their_hands_if_only_the_order_was_wrong(table):
    client = a_phone()
    sent = form(table, *FIVE[::-1], stay_with="people") | {"save": "yes"}
    for _ in range(2):
        assert client.post(address(table, PATH), sent).status_code == 302
    assert totals(table) == {"Eve": 5, "Dan": 1, "Cat": 3, "Ben": 1, "Ann": 3}
    page = client.get(address(table, "score"))
    assert [text[:9] for text in shown(page, r'id="sitting-\d">(.*?)</p>')] == ["Call-Ace,"]
    assert "players kept their hands." in shown(page, r'<p class="why">(Seats corrected.*?)</p>')[0]


def test_a_seat_correction_from_a_later_hand_makes_two_sittings(table):
    client = a_phone()
    sent = form(table, "Ann", "(Fay)", *FIVE[2:], from_no=3)
    look = client.post(address(table, PATH), sent | {"look": "yes"})
    assert "Seats from hand 3 on" in look.content.decode()
    for _ in range(2):
        assert client.post(address(table, PATH), sent | {"save": "yes"}).status_code == 302
    page = client.get(address(table, "score"))
    assert [text[:7] for text in shown(page, r'<h2 id="sitting-\d">(.*?)</h2>')] == [
        "Part 2:",
        "Part 1:",
    ]


BUTTONS = ("look", "save")
NONSENSE = [
    (FIVE, {}, "These seats are the same as before. Change a seat."),
    (["Ann", "Ann", *FIVE[2:]], {}, "Ann cannot sit in two seats."),
    (["Ann", "(ben)", *FIVE[2:]], {}, "These seats are the same as before. Change a seat."),
    (["(EVE)", *FIVE[1:]], {}, "EVE cannot sit in two seats."),
    (
        ["(Fay)", *FIVE[1:]],
        {"stay_with": "people"},
        "If only the order was wrong, name the same players. Otherwise choose “A "
        "different player sat there”.",
    ),
    (
        ["(Fay)", *FIVE[1:]],
        {"stay_with": ""},
        "Choose what was wrong, the players or their order.",
    ),
    (["(Fay)", *FIVE[1:]], {"seat_4": ""}, "This field is required."),
    (["(Fay, Gus)", *FIVE[1:]], {}, "You typed 2 names. Enter one at a time."),
]


def test_an_impossible_seat_correction_says_why_and_typed_values_stay(table):
    buttons = [(no, button) for no in range(len(NONSENSE)) for button in share(no, BUTTONS)]
    for no, button in buttons:
        names, more, sentence = NONSENSE[no]
        sent = form(table, *names, **more) | {button: "yes"}
        told = (button, names, refused(address(table, PATH), sent))
        assert told == (button, names, (422, sentence))
        page = a_phone().post(address(table, PATH), sent)
        typed = sent["other_0"]
        assert not typed or f'value="{typed}"' in page.content.decode()


def test_a_hand_number_that_does_not_exist_is_named(table):
    sent = form(table, "(Fay)", *FIVE[1:], from_no=4)
    assert refused(address(table, PATH), sent | {"look": "yes"}) == (
        422,
        "There is no hand 4 in this part.",
    )
    assert refused(address(table, PATH), sent | {"save": "yes"}) == (
        409,
        "There is no hand 4 in this part.",
    )


def test_a_hand_that_the_new_seats_would_make_impossible_is_named():
    table = a_table("Ann 3", names=FIVE[:4], rules_key="american", options={"defend_alone": True})
    log(table, Hand(maker=ANN, alone=ANN, defender_alone=BEN, tricks=3))
    sent = form(again(table), "Ann", "Cat", "Ben", "Dan", stay_with="people")
    found = {
        button: refused(address(table, PATH), sent | {button: "yes"}) for button in ("look", "save")
    }
    assert [status for status, _ in found.values()] == [422, 409]
    assert {sentence[:32] for _, sentence in found.values()} == {"Hand 2 would then be impossible."}


def test_seats_corrected_in_the_meantime_are_not_corrected_unseen(table):
    client = a_phone()
    sent = form(table, "Ann", "(Gus)", *FIVE[2:]) | {"save": "yes"}
    client.post(address(table, PATH), form(table, "(Fay)", *FIVE[1:]) | {"save": "yes"})
    assert refused(address(table, PATH), sent) == (
        409,
        "This page is out of date. Reload it and try again.",
    )


def test_a_closed_evening_says_so_and_offers_no_seat_correction(table):
    sent = form(table, "(Fay)", *FIVE[1:]) | {"save": "yes"}
    close(table.session)
    page = a_phone().get(address(table, PATH))
    assert (page.status_code, "<form" in page.content.decode().split("<main")[1]) == (200, False)
    assert refused(address(table, PATH), sent) == (
        409,
        "This club night is closed. The organiser can reopen it.",
    )
    assert address(table, PATH) not in a_phone().get(address(table, "score")).content.decode()


@pytest.mark.parametrize("no", ["2", "0", "9" * 30])
def test_an_unknown_sitting_is_not_found(table, no):
    assert a_phone().get(address(table, f"sittings/{no}/seats")).status_code == 404


def test_the_effect_shows_the_games_before_and_after():
    table = a_table(*["Ann 5"] * 3, names=FIVE[:4], rules_key="keller")
    sent = form(again(table), "Ann", "Cat", "Ben", "Dan", stay_with="people") | {"look": "yes"}
    effect = shown(
        a_phone().post(address(table, PATH), sent), r'<section class="card effect".*?</section>'
    )[0]
    assert "Game 1 to Ann and Cat" in effect.split("after the change")[0]
    assert "Game 1 to Ann and Ben" in effect.split("after the change")[1]


def test_more_hands_add_no_queries_to_the_page_and_the_effect():
    found = set()
    for hands in (PLAYED, PLAYED * 5):
        table = a_table(*hands)
        for sent in (None, form(again(table), "(Fay)", *FIVE[1:]) | {"look": "yes"}):
            with CaptureQueriesContext(connection) as queries:
                client = a_phone()
                path = address(table, PATH)
                answer = client.get(path) if sent is None else client.post(path, sent)
                assert answer.status_code == 200, said(answer)
            found.add((sent is None, len(queries)))
    assert len(found) == 2


def elsewhere(table, name="Fay"):
    """Fay and three more sit at the second table of the evening."""
    return a_table(session=table.session, names=[name, "Gus", "Hal", "Ida"])


AT_BOTH = (
    "Fay {sits} at Table 2 at the same time. Is it somebody else here? Then name them; if it is "
    "Fay, put the "
    "seats of Table 2 right as well: nobody can sit at Table 1 and Table 2 at once."
)


def warnings(page):
    return shown(page, r'<p class="complaint">(.*?)</p>')


def test_a_player_seated_at_another_table_too_is_pointed_out(table):
    elsewhere(table)
    client, sent = a_phone(), form(table, "(Fay)", *FIVE[1:])
    look = client.post(address(table, PATH), sent | {"look": "yes"})
    assert warnings(look) == [AT_BOTH.format(sits="sits")]
    client.post(address(table, PATH), sent | {"save": "yes"})
    told = shown(
        client.get(address(table, "score")), r'<div class="remark"[^>]*role="status">(.*?)</div>'
    )
    assert told == [f"The seats are corrected. {AT_BOTH.format(sits='sits')}"]


def test_a_finished_sitting_that_overlapped_elsewhere_is_pointed_out(table):
    elsewhere(table)
    sent = form(table, "(Fay)", *FIVE[1:]) | {"look": "yes"}
    change_people(table=table, names=FIVE[:4])
    assert warnings(a_phone().post(address(table, PATH), sent)) == [AT_BOTH.format(sits="sat")]


def test_a_player_who_sat_down_elsewhere_only_later_is_no_conflict(table):
    sent = form(table, "(Fay)", *FIVE[1:]) | {"look": "yes"}
    change_people(table=table, names=FIVE[:4])
    elsewhere(table)
    assert warnings(a_phone().post(address(table, PATH), sent)) == []


def test_a_player_who_left_the_other_table_before_these_hands_is_no_conflict(table):
    other = elsewhere(table)
    change_people(table=other, names=["Gus", "Hal", "Ida", "Jo"])
    log(other, "Eve! 5".replace("Eve", "Gus"))
    assert Sitting.objects.filter(table=other, ended_at__isnull=False).exists()
    log(table, "Ben! 5")
    sent = form(again(table), "Ann", "(Fay)", *FIVE[2:], from_no=4)
    assert warnings(a_phone().post(address(table, PATH), sent | {"look": "yes"})) == []
