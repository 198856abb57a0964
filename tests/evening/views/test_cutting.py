"""Substitutes and the waiting list on pages: the people waiting, the next one out and why, and the
change."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.evening.actions.cutting import break_table_up, declare, stand_in
from scoring.evening.queries.cutting import waiting_for
from scoring.models import Candidate
from scoring.table.actions.tables import change_people
from tests.cast import (
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    an_officer,
    close,
    form_of,
    log_all,
    signed_in,
)
from tests.cutting import A_ROUND, A_RUBBER, FOUR, a_rubber_table, key
from tests.html import refused, said, shown

pytestmark = pytest.mark.django_db

CHANGE = r'<section class="card" aria-labelledby="next">.*?</section>'


def at(table, rest=""):
    return f"/sessions/{table.session_id}/tables/{table.no}/cut/{rest}"


def fields(page):
    """What the form for the change carries."""
    form = next(one for one in page.content.decode().split("<form")[1:] if 'name="cut"' in one)
    found = dict(re.findall(r'<input type="hidden" name="(\w+)"(?: value="([^"]*)")?', form))
    return {name: value for name, value in found.items() if name != "csrfmiddlewaretoken"} | {
        "cut": "yes"
    }


def message_on(page):
    return shown(page, r'<div class="remark" role="status">(.*?)</div>')


def test_a_table_without_waiting_players_says_so_and_counts_the_rubbers_of_each(kate):
    page = kate.get(at(a_rubber_table(*A_RUBBER)))
    assert shown(page, CHANGE) == ["Change now No one is waiting, so no one goes out."]
    assert shown(page, r'<ul class="seated">(.*?)</ul>') == [
        "Ann 1 rubber Ben 1 rubber Cat 1 rubber Dan 1 rubber"
    ]


def test_the_next_player_out_is_shown_with_the_law_and_the_cards_of_the_cut(kate):
    table = a_rubber_table(*A_RUBBER)
    declare(table=table, name="Eve")
    (change,) = shown(kate.get(at(table)), CHANGE)
    out = next(name for name in FOUR if f"Eve comes in, {name} goes out." in change)
    assert (
        "All have played 1 rubber: they cut, the lowest goes out (Leeds & Dwight, law 15)."
        in change
    )
    assert f"{out} cut " in change
    seats = ", ".join("Eve" if name == out else name for name in FOUR)
    assert change.endswith(f"The seats are then, clockwise: {seats}. Make the change")


def test_the_cards_shown_are_the_cards_that_decide(kate):
    table = a_rubber_table(*A_RUBBER)
    declare(table=table, name="Eve")
    page = kate.get(at(table))
    assert shown(kate.get(at(table)), CHANGE) == shown(page, CHANGE)
    out = next(name for name in FOUR if f"Eve comes in, {name} goes out." in shown(page, CHANGE)[0])
    answer = kate.post(at(table), fields(page))
    assert (answer.status_code, answer.url) == (302, at(table))
    assert again(table).sitting.names == ["Eve" if name == out else name for name in FOUR]
    (message,) = message_on(kate.get(at(table)))
    assert message.endswith(
        f"{out} cut {message.split(' cut ')[-1].split()[0]} and goes out. Eve came in."
    )


def test_a_change_sent_twice_says_that_it_was_made(kate):
    table = a_rubber_table(*A_RUBBER)
    declare(table=table, name="Eve")
    sent = fields(kate.get(at(table)))
    kate.post(at(table), sent)
    kate.get(at(table))
    assert kate.post(at(table), sent).status_code == 302
    names = again(table).sitting.names
    assert message_on(kate.get(at(table))) == [
        f"The seats were already changed. {', '.join(names[:3])} and {names[3]} sit here now."
    ]
    assert table.sittings.count() == 2


def test_within_a_rubber_no_card_is_cut_and_consent_is_needed(kate):
    table = a_rubber_table(*A_RUBBER, "Ann 3")
    declare(table=table, name="Eve")
    page = kate.get(at(table))
    (change,) = shown(page, CHANGE)
    assert change.startswith(
        "Next change Eve comes in when the rubber is over. All have played 1 rubber: they "
        "cut, the "
        "lowest goes out (Leeds & Dwight, law 15). Rubber 2, game 1: Ann and Cat 1, Ben and Dan "
        "0. To change "
        "before the rubber is over, you need the other players’ consent."
    )
    assert refused(at(table), fields(page), client=kate) == (
        422,
        "The other players must agree to this before it is over.",
    )
    assert kate.post(at(table), fields(page) | {"consent": "on"}).status_code == 302
    assert "Eve" in again(table).sitting.names


def test_before_the_first_hand_consent_is_needed_too(kate):
    table = a_rubber_table()
    declare(table=table, name="Eve")
    (change,) = shown(kate.get(at(table)), CHANGE)
    assert "No one has played a whole rubber yet: they cut" in change
    assert "No hand has been played yet. To change before the rubber is over, you need" in change


def test_at_call_ace_the_page_says_how_far_the_round_is(kate):
    table = a_table(*A_ROUND, "Ann+Cat 3")
    declare(table=table, name="Fay")
    (change,) = shown(kate.get(at(table)), CHANGE)
    assert "1 of 5 deals of this round played." in change
    assert "Fay comes in when the round of deals is over." in change


@pytest.mark.parametrize("lost", ["sitting", "seen"])
def test_a_form_that_lacks_what_was_shown_changes_nothing(kate, lost):
    table = a_rubber_table(*A_RUBBER)
    declare(table=table, name="Eve")
    sent = fields(kate.get(at(table))) | {lost: "x"}
    assert refused(at(table), sent, client=kate) == (
        422,
        "This page is out of date. Reload it and try again.",
    )


def test_a_chosen_or_typed_player_waits_and_withdraws(kate):
    table = a_rubber_table()
    for sent in ({"who": "", "other": "Eve"}, {"other": "Małgorzata"}):
        assert kate.post(at(table, "declare"), sent).status_code == 302
    assert message_on(kate.get(at(table))) == [
        "Eve is waiting for Table 1. Małgorzata is waiting for Table 1."
    ]
    for _ in range(2):
        assert kate.post(at(table, f"{key(table, 'Eve')}/withdraw")).status_code == 302
    assert [one.player.name for one in waiting_for(table)] == ["Małgorzata"]
    page = kate.get(at(table))
    assert shown(page, r'<ol class="seated">(.*?)</ol>') == [
        "Małgorzata Has played at no other table (Leeds & Dwight, law 17). Remove Małgorzata"
    ]


def test_free_people_can_be_chosen_to_wait_but_not_those_already_waiting(kate):
    session = an_evening()
    table = a_rubber_table(session=session)
    a_table(session=session, names=["Hal", "Ida", "Joe", "Kit"])
    other = a_table(session=session, names=["Lou", "Max", "Nan", "Oz"], rules_key="keller")
    break_table_up(table=other, sitting=other.sitting.pk, by=key(other, "Oz"), actor=PHONE)
    declare(table=table, name="Lou")
    page = kate.get(at(table))
    choices = shown(page, r'<select name="who"[^>]*id="whoform-who".*?</select>')
    assert choices == ["Choose… Max Nan Oz"]


def test_a_waiting_player_needs_a_name_and_has_no_seat(kate):
    table = a_rubber_table()
    assert refused(at(table, "declare"), {}, client=kate) == (422, "Choose a name, or type one.")
    assert refused(at(table, "declare"), {"other": "Ann"}, client=kate) == (
        409,
        "Ann sits at Table 1. Remove them from that table first.",
    )
    answer = kate.post(at(table, "declare"), {"other": "Ann"})
    assert 'value="Ann"' in answer.content.decode()
    assert refused(at(table, "0/withdraw"), {}, client=kate)[0] == 404


def test_a_leaver_is_replaced_by_the_next_waiting_player(kate):
    table = a_rubber_table(*A_RUBBER)
    declare(table=table, name="Eve")
    sent = {"sitting": again(table).sitting.pk, "player": key(table, "Dan")}
    for _ in range(2):
        assert kate.post(at(table, "leave"), sent).status_code == 302
    page = kate.get(at(table))
    assert message_on(page) == [
        "Eve took the seat of Dan, and goes out when Dan would have. "
        "The seats were already changed. Ann, Ben, Cat and Eve sit here now."
    ]
    assert shown(page, r'<ul class="seated">(.*?)</ul>') == [
        "Ann 1 rubber Ben 1 rubber Cat 1 rubber Eve in place of Dan 1 rubber"
    ]


def test_no_one_leaves_without_a_successor_if_all_are_needed(kate):
    table = a_rubber_table(*A_RUBBER)
    at_leave = at(table, "leave")
    sent = {"sitting": table.sitting.pk, "player": key(table, "Dan")}
    status, sentence = refused(at_leave, sent, client=kate)
    assert (status, sentence[:41]) == (409, "No one is waiting to take the seat of Dan")
    assert refused(at_leave, sent | {"player": ""}, client=kate)[0] == 422


def test_a_substitute_is_shown_on_the_page_and_the_score_until_the_other_returns(kate):
    table = a_rubber_table("Ann 3")
    sent = {
        "sitting": table.sitting.pk,
        "player": key(table, "Dan"),
        "other": "Fay",
        "consent": "on",
    }
    assert refused(at(table, "stand-in"), sent | {"consent": ""}, client=kate)[0] == 422
    assert kate.post(at(table, "stand-in"), sent).status_code == 302
    page = kate.get(at(table))
    assert message_on(page) == ["Fay plays for Dan. The score counts for Dan."]
    assert (
        "Dan Fay plays for them. The score counts for Dan."
        in shown(page, r'<ul class="seated">(.*?)</ul>')[0]
    )
    score = a_phone().get(address(table, "score")).content.decode()
    assert "Fay plays for Dan, who gets the points." in score
    assert kate.post(at(table, "come-back"), {"player": key(table, "Dan")}).status_code == 302
    assert message_on(kate.get(at(table))) == ["Dan plays again."]


def test_after_the_rubber_the_page_says_that_the_substitute_is_done(kate):
    table = a_rubber_table(*A_RUBBER[:-1])
    at_table = {
        "table": table,
        "sitting": table.sitting.pk,
        "player": key(table, "Dan"),
        "actor": PHONE,
    }
    stand_in(**at_table, name="Fay", consent=True)
    log_all(table, A_RUBBER[-1])
    page = kate.get(at(table))
    assert "The rubber is over. Fay no longer plays for Dan." in page.content.decode()


def test_a_broken_up_table_says_so_everywhere(kate):
    table = a_rubber_table(*A_RUBBER)
    sent = {"sitting": table.sitting.pk, "player": key(table, "Ben")}
    for _ in range(2):
        assert kate.post(at(table, "break-up"), sent).status_code == 302
    page = kate.get(at(table))
    assert shown(page, r'<p class="remark">(.*?)</p>')[0].startswith("Table 1 was broken up at ")
    assert shown(page, r'<ol class="seated">(.*?)</ol>') == [
        "Ann Remove Ann Cat Remove Cat Dan Remove Dan"
    ]
    client = a_phone()
    assert shown(client.get(address(table)), r'<p class="remark">(.*?)</p>') == [
        "This table was broken up. If you add an earlier hand, someone must approve it. "
        "Choose who plays here now"
    ]
    for where in ("people", "board", "score", "settlement", "share"):
        assert client.get(address(table, where)).status_code == 200
    for where in ("", "settlement", "close"):
        assert kate.get(f"/sessions/{table.session_id}/{where}").status_code == 200


def test_a_late_hand_for_a_broken_up_table_needs_approval(kate):
    table = a_rubber_table(*A_RUBBER)
    sent = form_of(table, "Ann 3")
    break_table_up(table=table, sitting=table.sitting.pk, by=None, actor=PHONE)
    assert a_phone().post(address(table, "hands/log"), sent).status_code == 409
    assert again(table).sitting.hands.waiting().count() == 1


def test_the_page_of_the_players_offers_the_change_to_a_phone_at_the_table():
    table = a_rubber_table(*A_RUBBER)
    client, path = a_phone(), address(table, "people")
    assert shown(client.get(path), CHANGE) == []
    declare(table=table, name="Eve")
    page = client.get(path)
    assert len(shown(page, CHANGE)) == 1
    sent = fields(page)
    for _ in range(2):
        answer = client.post(path, sent)
        assert (answer.status_code, answer.url) == (302, f"{path}?done")
    page = client.get(answer.url)
    assert shown(page, r'<a class="button strong"[^>]*>(.*?)</a>') == ["Back to the pad"]
    assert 'name="names"' not in page.content.decode()
    assert "Eve" in again(table).sitting.names
    assert refused(path, sent | {"sitting": ""}, client=client) == (
        422,
        "This page is out of date. Reload it and try again.",
    )


def test_an_impossible_change_is_refused_on_the_page_of_the_players():
    table = a_rubber_table(*A_RUBBER)
    eve = declare(table=table, name="Eve")
    client, path = a_phone(), address(table, "people")
    sent = fields(client.get(path))
    Candidate.objects.filter(pk=eve.pk).delete()
    assert refused(path, sent, client=client) == (
        409,
        "No one is waiting to come in.",
    )


def test_the_link_to_substitutes_and_waiting_list_is_shown_only_with_access(kate):
    table = a_rubber_table()
    link = "Substitutes and waiting list"
    assert link not in a_phone().get(address(table, "people")).content.decode()
    assert link in kate.get(address(table, "people")).content.decode()


def test_a_scorer_changes_players_and_a_closed_session_is_only_shown():
    table = a_rubber_table(*A_RUBBER)
    an_officer(table.session.club, "sam", "scorer")
    sam = signed_in("sam")
    declare(table=table, name="Eve")
    sent = fields(sam.get(at(table)))
    close(table.session)
    page = sam.get(at(table))
    assert shown(page, r'<p class="remark">(.*?)</p>') == [
        "This club night is closed. The seats can’t change any more."
    ]
    assert page.content.decode().count("<form") == 1
    assert refused(at(table), sent, client=sam) == (
        409,
        "This club night is closed. The organiser can reopen it.",
    )


def test_a_player_at_two_tables_is_pointed_out_and_not_refused(kate):
    session = an_evening()
    table = a_table(session=session)
    sent = {"names": "Ann, Hal, Ida, Joe", "rules": "keller"}
    answer = kate.post(f"/sessions/{session.pk}/tables/open", sent, follow=True)
    twice = "Ann also sits at Table 1. Is that right?"
    assert twice in message_on(answer)[0]
    other = session.tables.get(no=2)
    assert shown(kate.get(at(other)), r'<p class="remark">(.*?)</p>') == [twice]
    client = a_phone()
    answer = client.post(address(table, "people"), {"names": "Ann, Ben, Cat, Dan"}, follow=True)
    assert said(answer) == "Table 1: Ann, Ben, Cat, Dan"
    assert shown(answer, r'<p class="remark">(.*?)</p>') == [
        "Ann also sits at Table 2. Is that right?"
    ]


def test_the_page_needs_as_many_queries_for_many_as_for_few(kate):
    found = set()
    for number in (1, 3):
        table = a_rubber_table(*A_RUBBER)
        for no in range(number):
            change_people(table=table, names=["Ann", "Cat", "Ben", "Dan"] if no % 2 == 0 else FOUR)
            log_all(table, *A_RUBBER)
            declare(table=table, name=f"Guest {no}")
        for path, client in ((at(table), kate), (address(table, "people"), a_phone())):
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            found.add((path == at(table), len(queries)))
    assert len(found) == 2
