"""After a restore a phone sends again what it was told that night, by the same ids
(docs/decisions/0065-phones-send-again-after-a-restore.md)."""

from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.common import edition
from scoring.common.polling import EDITION
from scoring.models import Closing, HandRecord
from scoring.site.backup.making import make_backup
from scoring.site.backup.restoring import LEAP, restore
from tests.cast import (
    a_phone,
    a_table,
    address,
    again,
    an_organiser,
    close,
    form_of,
    told_hands,
)
from tests.html import hidden

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
HANDS = ["Ben+Dan 3", "Eve! 5", "Cat+Ann 4", "Ben+Dan 2", "Ann! 3", "Dan+Eve 5", "Eve! 4"]


@pytest.fixture(autouse=True)
def here(settings, tmp_path, monkeypatch):
    settings.BACKUP_DIR, settings.DATA_DIR = tmp_path / "backups", tmp_path / "data"
    monkeypatch.setattr(edition, "_known", "")
    edition.look()


def back_up(tmp_path):
    an_organiser("olga")
    return make_backup(folder=tmp_path / "stick", now=timezone.now())


def put_back(file):
    restore(file=file, now=timezone.now())
    edition.look()


def entry(table, hand, *, after="", seen=99):
    """A hand as a phone sends it, and sends it again."""
    id = str(uuid4())
    facts = form_of(table, hand, after=after, seen=seen)
    return facts | {"key": id, "do": "hand", "hand_id": id}


def undo(hand):
    return {"key": str(uuid4()), "do": "take-back", "hand_id": hand["hand_id"]}


def in_a_row(table, hands, after=""):
    found = []
    for hand in hands:
        found.append(entry(table, hand, after=after))
        after = found[-1]["key"]
    return found


def send(table, *entries, phone=None, **more):
    """Return what the site says to each."""
    phone = phone or a_phone()
    to = address(table, "hands/send")
    return [phone.post(to, one | more).json()["state"] for one in entries]


def test_the_hands_that_a_restore_lost_count_again_and_those_that_it_kept_once(tmp_path):
    table = a_table()
    told = in_a_row(table, HANDS)
    send(table, *told[:3])
    file = back_up(tmp_path)
    send(table, *told[3:])
    before = told_hands(table)
    put_back(file)
    assert len(told_hands(table)) == 3
    for _ in range(2):
        assert send(table, *told, seen="0") == ["counted"] * 7
        assert told_hands(table) == before


def test_a_hand_that_was_undone_stays_so_when_all_is_sent_again(tmp_path):
    table = a_table()
    first, wrong = in_a_row(table, HANDS[:2])
    right = entry(table, HANDS[2], after=first["key"])
    file = back_up(tmp_path)
    all_of_it = [first, wrong, undo(wrong), right]
    send(table, *all_of_it)
    before = told_hands(table)
    put_back(file)
    send(table, *all_of_it, seen="0")
    send(table, *all_of_it, seen="0")
    assert told_hands(table) == before


def test_an_undo_that_comes_before_its_hand_from_another_phone_waits_for_it(tmp_path):
    table = a_table()
    first, wrong = in_a_row(table, HANDS[:2])
    back, right = undo(wrong), entry(table, HANDS[2], after=first["key"])
    file = back_up(tmp_path)
    send(table, first, wrong, back, right)
    before = told_hands(table)
    put_back(file)
    assert send(table, back, right, seen="0") == ["refused", "waiting"]
    assert send(table, first, wrong, seen="0") == ["counted", "waiting"]
    assert send(table, back) == ["taken-back"]
    assert told_hands(table) == before


def test_of_an_undo_and_a_restore_by_two_phones_the_later_to_come_again_decides(tmp_path):
    table = a_table()
    hands = in_a_row(table, HANDS[:2])
    back = undo(hands[1])
    restored = undo(hands[1]) | {"do": "put-back"}
    file = back_up(tmp_path)
    send(table, *hands, back, restored)
    assert len(told_hands(table)) == 2
    put_back(file)
    assert send(table, *hands, restored, back) == ["counted", "counted", "counted", "taken-back"]
    assert len(told_hands(table)) == 1
    assert send(table, restored, back) == ["counted", "counted"]
    assert send(table, *hands, back, restored)[1:] == ["counted"] * 3
    assert len(told_hands(table)) == 2


def test_two_phones_send_their_hands_again_in_any_order(tmp_path):
    table = a_table()
    told = in_a_row(table, HANDS)
    file = back_up(tmp_path)
    send(table, *told)
    before = told_hands(table)
    put_back(file)
    send(table, *told[1::2], seen="0")
    send(table, *told[::2], seen="0")
    assert told_hands(table) == before


def test_a_hand_that_another_phone_entered_since_the_restore_is_asked_about(tmp_path):
    table = a_table()
    told = in_a_row(table, HANDS[:3])
    send(table, told[0])
    file = back_up(tmp_path)
    send(table, *told[1:])
    put_back(file)
    other = entry(table, HANDS[4], after=told[0]["key"], seen=again(table).version)
    assert send(table, other) == ["counted"]
    assert send(table, *told, seen="0") == ["counted", "waiting", "waiting"]
    assert len(told_hands(table)) == 2


def test_hands_of_a_night_closed_in_the_backup_are_recognised_when_sent_again(tmp_path):
    table = a_table()
    told = in_a_row(table, HANDS[:3])
    send(table, *told, undo(told[2]))
    close(table.session)
    file = back_up(tmp_path)
    put_back(file)
    assert send(table, *told) == ["counted", "counted", "taken-back"]
    assert Closing.objects.count() == 1


def test_every_answer_that_a_pad_reads_names_the_edition_which_a_restore_changes(tmp_path):
    table = a_table()
    told, phone = in_a_row(table, HANDS[:1]), a_phone()
    file = back_up(tmp_path)

    def named():
        page = phone.get(address(table))
        poll = phone.get(address(table), headers={"hx-ptag": page["HX-PTag"]})
        sent = phone.post(address(table, "hands/send"), told[0])
        nowhere = phone.get("/t/nowhere-at-all/")
        answers = [page, poll, sent, nowhere]
        assert [one.status_code for one in answers] == [200, 304, 200, 404]
        (edition,) = {one[EDITION] for one in answers}
        return edition

    editions = [named()]
    for _ in range(2):
        put_back(file)
        editions.append(named())
    assert len({*editions}) == 3
    assert HandRecord.objects.count() == 1


def test_a_restore_into_an_empty_site_skips_numbers_that_phones_may_know(tmp_path):
    file = back_up(tmp_path)
    put_back(file)
    made = a_table()
    assert min(made.pk, made.sitting.pk, made.session_id) > LEAP


def test_a_restore_over_another_night_skips_those_numbers_too(tmp_path):
    """The laptop that took over has played a night of its own before."""
    file, latest = back_up(tmp_path), a_table().sitting.pk
    put_back(file)
    assert a_table().sitting.pk > latest + LEAP


def test_what_a_page_had_seen_before_a_restore_is_not_taken_for_the_restored_hands(tmp_path):
    table = a_table()
    (first,) = in_a_row(table, HANDS[:1])
    send(table, first)
    file = back_up(tmp_path)
    send(table, *in_a_row(table, HANDS[1:4], after=first["key"]))

    def seen():
        return hidden(a_phone().get(address(table)))["seen"]

    known = seen()
    put_back(file)
    theirs = entry(table, HANDS[5], after=first["key"], seen=seen())
    mine = entry(table, HANDS[1], after=first["key"], seen=known)
    same = entry(table, HANDS[5], after=mine["key"], seen=known)
    assert send(table, theirs, mine, same) == ["counted", "waiting", "waiting"]
    a_phone().post(address(table, f"hands/{mine['key']}/decide"), {"keep": "yes"})
    states = {str(one.id): one.state for one in HandRecord.objects.all()}
    assert [states[one["key"]] for one in (mine, same)] == ["counted", "waiting"]
