import re

import pytest
from django.utils import timezone

from scoring.euchre.books.foster_call_ace import CALL_ACE
from scoring.euchre.hand import Hand, Irregularity
from scoring.euchre.wording import describe
from scoring.models import Correction
from scoring.money.actions.payments import mark_paid
from scoring.table.actions.corrections import correct_hand, take_back
from scoring.table.views import score, sheets
from tests.cast import (
    ANN,
    BEN,
    BEN_WITH_DAN,
    CAT,
    CAT_IS_EUCHRED,
    DAN,
    DAN_REVOKES,
    EVE_ALONE,
    FIVE,
    NEW_DEAL,
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    close,
    everything,
    form_of,
    log,
    log_all,
    log_unseen,
    place_on_score,
    reopen,
    told_hands,
    totals,
)
from tests.html import said, shown, text

pytestmark = pytest.mark.django_db

HAND = r'<li id="hand-.*?</li>'
COMPLAINT = r'<p class="complaint".*?</p>'
STRUCK = r"<s>(.*?)</s>"


def running(table):
    page = a_phone().get(address(table, "score"))
    return shown(page, r'<p class="running">(.*?)</p>')


def test_the_score_page_starts_with_names_and_points_and_ends_with_its_papers():
    names = ["Bartholomew Featherstonehaugh", *FIVE[1:]]
    page = a_phone().get(address(a_table(EVE_ALONE, names=names), "score"))
    words = text(page.content.decode().partition("<main")[2])
    assert words.index("Points") < words.index("Hand by hand") < words.index("Print score sheet")
    assert re.findall(r'<svg class="disc.*?<b class="called".*?</b>', page.content.decode(), re.S)
    assert shown(page, r'<b class="called" title=.*?</b>') == [f"{names[0]} Bartholomew F."]


def test_a_finished_game_has_one_line_with_its_winner():
    table = a_table("Ann! 5", "Ann 3", names=FIVE[:4], rules_key="keller")
    page = a_phone().get(address(table, "score"))
    assert shown(page, r'<ol class="games">.*?</ol>') == [
        "Game 1 to Ann and Cat 5–0 Worth 1; hands 1–2"
    ]


def said_by(hand):
    return describe(hand, FIVE, CALL_ACE)


@pytest.fixture
def table():
    return a_table(EVE_ALONE)


def correction_of(table, record, hand, **more):
    fields = form_of(table, hand, **({"revision": record.revision} | more))
    return a_phone().post(address(table, f"hands/{record.pk}/"), fields)


def test_the_score_page_lists_hands_latest_first_with_points_reason_law_and_dealer(table):
    log(table, Hand(maker=ANN, partner=CAT, tricks=3, call="H"), note="close")
    page = a_phone().get(address(table, "score"))
    latest, first = shown(page, HAND)
    assert (
        latest.startswith(f"2 · {said_by(Hand(maker=ANN, partner=CAT, tricks=3))}"),
        first[:2],
    ) == (
        True,
        "1 ",
    )
    for piece in ("Ann and Cat +1 each", "Point with a partner", "Foster", "Ben dealt", "“close”"):
        assert piece in latest
    assert shown(page, r'<td class="number"><b>(\d+)</b>') == ["5", "1", "1", "0", "0"]


def test_each_hand_has_the_score_after_it_with_the_leader_first():
    sides = a_table("Ann! 5", "Ben 3", "Ann 3", names=FIVE[:4], rules_key="keller")
    each = a_table("Eve! 5", "Ben+Dan 3")
    assert running(sides) == [
        "Ann and Cat 5 · Ben and Dan 1",
        "Ann and Cat 4 · Ben and Dan 1",
        "Ann and Cat 4 · Ben and Dan 0",
    ]
    assert running(each)[0] == "Eve 5 · Ben 1 · Dan 1 · Ann 0 · Cat 0"


def test_a_hand_that_does_not_count_is_struck_through(table):
    take_back(record=log(table, BEN_WITH_DAN), why="told twice", actor=PHONE)
    log_unseen(table, DAN_REVOKES)
    page = a_phone().get(address(table, "score"))
    assert shown(page, STRUCK) == [said_by(DAN_REVOKES), said_by(BEN_WITH_DAN)]
    (gone,) = (hand for hand in shown(page, HAND) if "Undone" in hand)
    assert "by a phone at the table: “told twice”" in gone


def test_a_corrected_hand_shows_its_old_facts_struck_through_with_who_when_and_why(table):
    record = log(table, BEN_WITH_DAN)
    correct_hand(record=record, hand=CAT_IS_EUCHRED, revision=0, why="no, Cat", actor=PHONE)
    at = timezone.localtime(Correction.objects.get().at)
    page = a_phone().get(address(table, "score"))
    latest = shown(page, HAND)[0]
    assert latest.startswith(f"2 · {said_by(CAT_IS_EUCHRED)}")
    assert f"Corrected {at:%H:%M} by a phone at the table: “no, Cat”" in latest
    assert shown(page, STRUCK) == [said_by(BEN_WITH_DAN)]


def test_a_watcher_sees_the_score_but_no_way_to_change_it(table):
    record = log(table)
    found = [
        f"hands/{record.pk}/"
        in a_phone().get(address(table, "score", right=right)).content.decode()
        for right in ("write", "watch")
    ]
    assert found == [True, False]


def test_an_empty_table_says_what_to_do_next():
    page = a_phone().get(address(a_table(), "score"))
    assert "Enter the first one." in page.content.decode()


def test_a_correction_is_previewed_without_storing_it(table):
    record = log(table, BEN_WITH_DAN)
    stored = everything()
    page = correction_of(table, record, CAT_IS_EUCHRED, look="yes")
    assert (page.status_code, everything()) == (200, stored)
    assert moved_lines(page) == [
        "Eve 5 7 +£4.50 +£6.00",
        "Ann 0 −£1.75 −£2.75",
        "Cat 0 −£1.75 −£2.75",
        "Ben 1 2 −£0.50 −£0.25",
        "Dan 1 2 −£0.50 −£0.25",
    ]
    assert shown(page, r"<b>([^<]*)</b> instead of") == [said_by(CAT_IS_EUCHRED)]


def test_a_correction_without_a_stake_does_not_mention_payments():
    table = a_table(EVE_ALONE, stake_minor=0)
    record = log(table, BEN_WITH_DAN)
    page = correction_of(table, record, CAT_IS_EUCHRED, look="yes")
    assert moved_lines(page)[0] == "Eve 5 7 +18 +24"
    assert "ayment" not in text(page.content.decode())


def moved_lines(page):
    """What a correction would move: a line a player, points and net as they are and as they would
    be."""
    (effect,) = re.findall(
        r'<section class="card effect".*?</section>', page.content.decode(), flags=re.DOTALL
    )
    return [
        text(line) for line in re.findall(r'<tr class="moved">.*?</tr>', effect, flags=re.DOTALL)
    ]


def test_a_previewed_correction_can_be_saved_with_a_reason(table):
    record = log(table, BEN_WITH_DAN)
    page = correction_of(table, record, CAT_IS_EUCHRED, look="yes")
    assert 'name="revision" value="0"' in page.content.decode()
    assert shown(page, r'name="why" maxlength="200" value="(.*?)"') == [""]
    answer = correction_of(table, record, CAT_IS_EUCHRED, save="", why="no, Cat")
    assert (answer.status_code, answer.url) == (302, place_on_score(table, record))
    assert (told_hands(table)[-1], record.corrections.get().why) == (CAT_IS_EUCHRED, "no, Cat")
    assert totals(table) == {"Ann": 0, "Ben": 2, "Cat": 0, "Dan": 2, "Eve": 7}


def test_a_correction_mentions_payments_made_before_a_reopening(table):
    record = log(table, BEN_WITH_DAN)
    payment = close(table.session).payments.first()
    mark_paid(payment=payment, paid=True, actor=PHONE)
    reopen(again(table.session))
    page = correction_of(again(table), record, CAT_IS_EUCHRED, look="yes")
    assert shown(page, r"<p>\s*Already paid.*?</p>")[0] == (
        f"Already paid, or moved to the accounts: {payment.payer} to {payment.payee} "
        f"£{payment.amount / 100:.2f}. Only the difference is due."
    )
    page = a_phone().get(address(table, "settlement"))
    assert shown(page, r'<p class="hint">\s*Payments made.*?</p>') == [
        "Payments made or carried over under an earlier closing are already taken off."
    ]


def test_a_closed_evenings_score_page_offers_no_correction_and_says_why(table):
    record, gone = log(table, BEN_WITH_DAN), log(table, CAT_IS_EUCHRED)
    take_back(record=gone, actor=PHONE)
    score = address(table, "score")
    offered = r'<a class="plain" href="[^"]*hands/.*?</a>|<button class="plain">.*?</button>'
    assert shown(a_phone().get(score), offered) == ["Restore", "Correct hand 2", "Correct hand 1"]
    close(again(table.session))
    page = a_phone().get(score)
    assert shown(page, offered) == []
    assert "The organiser can reopen it to correct a hand." in text(page.content.decode())
    assert shown(a_phone().get(address(table, f"hands/{record.pk}/")), COMPLAINT) == [
        "This table is closed. The organiser can reopen it to correct a hand."
    ]


def chosen_on(page):
    """The fields of the correction as a browser would send them untouched."""
    html, fields = page.content.decode(), {"revision": "0"}
    ticked = r'<input type="(?:radio|checkbox)" name="(\w+)"(?: value="([^"]*)")? checked'
    picked = re.findall(ticked, html) + re.findall(
        r'<select.*?name="(void)".*?value="([^"]*)" selected', html
    )
    for name, value in picked:
        fields.setdefault(name, []).append(value or ("" if name != "intimation" else "on"))
    return fields


@pytest.mark.parametrize(
    "hand",
    [
        BEN_WITH_DAN,
        EVE_ALONE,
        DAN_REVOKES,
        NEW_DEAL,
        Hand(void="misdeal", turned="H"),
        Hand(maker=CAT, call="H", tricks=1),
        Hand(maker=CAT, partner=ANN, tricks=5, call="S", turned="C", made="named", trump="D"),
        Hand(
            maker=CAT,
            partner=ANN,
            tricks=5,
            irregularities=(
                Irregularity(kind="wrong-cards", by=3),
                Irregularity(kind="intimation", by=ANN),
            ),
        ),
    ],
)
def test_the_correction_page_starts_with_the_hands_facts(hand, table):
    record = log(table, hand)
    path = address(table, f"hands/{record.pk}/")
    answer = a_phone().post(path, chosen_on(a_phone().get(path)))
    assert (answer.status_code, said(answer)) == (
        409,
        "The hand already says this.",
    )


def test_a_correction_made_in_the_meantime_is_reported_and_yours_is_not_stored(table):
    record = log(table, BEN_WITH_DAN)
    correct_hand(record=record, hand=CAT_IS_EUCHRED, revision=0, why="", actor=PHONE)
    stored = everything()
    answer = correction_of(table, record, DAN_REVOKES)
    assert (answer.status_code, everything()) == (409, stored)
    assert said(answer) == (
        "Another person corrected this hand in the meantime. Compare both, then decide again."
    )
    assert 'name="revision" value="1"' in answer.content.decode()


def test_a_correction_that_makes_a_later_hand_impossible_is_refused(table):
    first, _ = log_all(table, CAT_IS_EUCHRED, Hand(maker=CAT, partner=ANN, tricks=3, made="took"))
    stored = everything()
    for more in ({"look": "yes"}, {}):
        answer = correction_of(table, first, NEW_DEAL, **more)
        assert answer.status_code in (409, 422)
        assert said(answer).startswith(
            "Hand 3 would then be impossible. Only the dealer can pick up the trump."
        )
    assert everything() == stored


def test_a_hand_that_does_not_count_cannot_be_corrected(table):
    record = take_back(record=log(table, BEN_WITH_DAN), actor=PHONE)
    page = a_phone().get(address(table, f"hands/{record.pk}/"))
    assert shown(page, "<h1>(.*?)</h1>") == ["Hand not counted"]
    answer = correction_of(table, again(record), CAT_IS_EUCHRED)
    assert (answer.status_code, said(answer)) == (
        409,
        "Restore this hand before you correct it.",
    )


def test_a_hand_can_be_undone_on_the_correction_page_after_a_preview(table):
    record = log(table, BEN_WITH_DAN)
    page = a_phone().get(address(table, f"hands/{record.pk}/"))
    assert "Ben 1 0 −£0.50 −£1.25" in shown(page, r'<tr class="moved">.*?</tr>')


def test_changed_players_start_a_new_sitting_and_the_old_one_stays_on_the_score(table):
    answer = a_phone().post(address(table, "people"), {"names": "Ann, Ben\nCat; Fay"})
    assert (answer.status_code, answer.url) == (302, address(table))
    assert totals(table) == {"Ann": 0, "Ben": 0, "Cat": 0, "Fay": 0}
    page = a_phone().get(address(table, "score"))
    headings = shown(page, r'<h2 id="sitting-\d">(.*?)</h2>')
    assert [heading[:7] for heading in headings] == ["Part 2:", "Part 1:"]
    assert len(shown(page, HAND)) == 1


def test_the_page_for_changing_players_starts_with_the_current_ones(table):
    page = a_phone().get(address(table, "people"))
    assert shown(page, r"<textarea.*?>(.*?)</textarea>") == ["Ann, Ben, Cat, Dan, Eve"]


@pytest.mark.parametrize(
    ("what", "hand", "told"),
    [
        ({"rules_key": "keller"}, Hand(maker=CAT, alone=CAT, tricks=5), (ANN, CAT)),
        ({"rules_key": "keller"}, Hand(maker=CAT, tricks=3), (ANN, None)),
        ({"rules_key": "bid"}, Hand(maker=CAT, bid=3, tricks=3), None),
    ],
)
def test_the_correction_page_knows_the_dealer_and_the_lone_player(what, hand, told):
    table = a_table(hand, names=FIVE[:4], **what)
    page = a_phone().get(address(table, f"hands/{table.sitting.hands.get().pk}/"))
    lone = page.context["page"].lone
    assert (lone and (lone["dealer"], lone["said"])) == told


def test_a_stored_lone_hand_still_counts_if_the_rules_would_refuse_it_now():
    table = a_table("Ben 3", names=FIVE[:4], rules_key="keller")
    record = table.sitting.hands.get()
    record.hand = Hand(maker=DAN, alone=BEN, tricks=5)
    record.save()
    page = a_phone().get(address(table, "score"))
    assert (page.status_code, again(table).sitting.totals) == (200, (0, 4, 0, 4))


def test_a_long_score_has_pages_and_a_link_to_a_hand_opens_its_own(monkeypatch):
    monkeypatch.setattr(score, "HANDS_A_PAGE", 2)
    table = a_table()
    first, *_, last = records = log_all(table, *["Ben+Dan 3"] * 5)
    phone, where = a_phone(), address(table, "score")

    def hands(query):
        return shown(phone.get(where + query), r'<li id="hand-(.*?)"')

    ids = [str(one.pk) for one in reversed(records)]
    pages = [hands(f"?page={no}") for no in (1, 2, 3)]
    assert pages == [ids[:2], ids[2:4], ids[4:]]
    assert (hands(""), hands("?page=x"), hands("?hand=x")) == (pages[0],) * 3
    assert (hands(f"?hand={first.pk}"), hands(f"?hand={last.pk}")) == (pages[2], pages[0])
    assert "1 of 3" in text(phone.get(where).content.decode())


def test_a_long_score_sheet_is_printed_in_parts_that_the_score_page_links(monkeypatch):
    monkeypatch.setattr(score, "HANDS_A_PAGE", 2)
    monkeypatch.setattr(sheets, "MOST_LINES", sheets.HEAD_LINES + 2)
    table = a_table(*["Ben+Dan 3"] * 2, "Eve! 5")
    phone, where = a_phone(), address(table, "score.pdf")
    words = text(phone.get(address(table, "score")).content.decode())
    assert "Print score sheet, part 2" in words
    numbers = [[[hand.no for hand in one.hands] for one in parts] for parts in printed(table)]
    assert numbers == [[[1, 2]], [[3]]]
    statuses = [phone.get(f"{where}?part={no}").status_code for no in ("1", "2", "3", "0", "x")]
    assert statuses == [200, 200, 404, 200, 200]


def printed(table):
    """The score sheets of a table, part by part."""
    numbers = range(1, len(sheets.parts_of(table)) + 1)
    return [sheets.score_sheets(again(table), no) for no in numbers]
