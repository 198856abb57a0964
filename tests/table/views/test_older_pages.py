"""Pages and scripts of before 0.6 called `hand_id` `id`: what they kept and send is taken, once."""

import re
from uuid import uuid4

import pytest

from tests.cast import a_phone, a_table, address, form_of, log, some_id, told_hands, totals
from tests.html import hidden, points

pytestmark = pytest.mark.django_db
POLL = {"HX-Request": "true"}
OF_TODAY = POLL | {"Hand-Field": "hand_id"}


def of_then(sent: dict) -> dict:
    """What a page of before sends: the same under the old name."""
    return {"id" if name == "hand_id" else name: value for name, value in sent.items()}


def queued(do: str, id, **facts) -> dict:
    """What a script of today sends for something that its phone kept."""
    return facts | {"key": id if do == "hand" else uuid4(), "do": do, "hand_id": id, "ago": 600}


@pytest.mark.parametrize("renamed", [(of_then, dict), (dict, of_then), (of_then, of_then)])
def test_a_hand_kept_by_an_older_script_counts_once_whichever_script_sends_it_again(renamed):
    table, phone = a_table("Ben+Dan 3"), a_phone()
    kept = queued("hand", some_id(7), **form_of(table, "Eve! 5", hand_id=some_id(7)))
    path = address(table, "hands/send")
    first, second = (phone.post(path, rename(kept)) for rename in renamed)
    assert (first.status_code, first.json()) == (200, second.json())
    assert (first.json()["id"], first.json()["state"]) == (str(some_id(7)), "counted")
    assert (len(told_hands(table)), totals(table)["Eve"]) == (2, 5)


def test_an_undo_and_a_put_back_kept_by_an_older_script_are_done():
    table, phone = a_table("Ben+Dan 3"), a_phone()
    hand = log(table, "Eve! 5")
    path = address(table, "hands/send")
    back = phone.post(path, of_then(queued("take-back", hand.pk))).json()
    assert (back["id"], back["state"], totals(table)["Eve"]) == (str(hand.pk), "taken-back", 0)
    again = phone.post(path, of_then(queued("put-back", hand.pk))).json()
    assert (again["id"], again["state"], totals(table)["Eve"]) == (str(hand.pk), "counted", 5)


def test_a_page_that_was_opened_before_taps_previews_begins_and_saves_as_it_did():
    table, phone = a_table("Ben+Dan 3"), a_phone()
    sent = of_then(form_of(table, "Eve! 5"))
    tapped = phone.get(address(table), sent | {"tricks": ""})
    assert (hidden(tapped)["hand_id"], hidden(tapped)["maker"]) == (str(sent["id"]), "4")
    previewed = phone.post(address(table, "preview"), sent).json()
    assert previewed["gains"] == "Eve 5"
    begun = {name: sent[name] for name in ("id", "sitting", "maker")}
    assert phone.post(address(table, "hands/begin"), begun).status_code == 302
    assert hidden(phone.get(address(table)))["hand_id"] == str(sent["id"])
    for _ in range(2):
        assert phone.post(address(table, "hands/log"), sent).status_code == 302
    assert points(phone.get(address(table))) == {"Ann": 0, "Ben": 1, "Cat": 0, "Dan": 1, "Eve": 5}


def names_of_the_hand(answer) -> list[str]:
    """Under which names the forms of a pad say which hand it is: of taps, of Save, of No deal."""
    named = r'<input type="hidden"(?: form="void")? name="(id|hand_id)"'
    return re.findall(named, answer.content.decode())


def test_a_script_that_is_open_since_before_is_sent_pages_as_it_knows_them():
    table, phone = a_table("Ben+Dan 3"), a_phone()
    path = address(table)
    assert names_of_the_hand(phone.get(f"{path}?poll", headers=POLL)) == ["id"] * 3
    assert names_of_the_hand(phone.get(f"{path}?poll", headers=OF_TODAY)) == ["hand_id"] * 3
    assert names_of_the_hand(phone.get(path)) == ["hand_id"] * 3
    moved = phone.post(address(table, "deal"), {"seat": 3}, headers=POLL)
    assert names_of_the_hand(moved) == ["id"] * 3
