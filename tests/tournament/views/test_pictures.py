"""The page for pictures of tally cards: what was read, what is asked, and who may send any."""

import re
from dataclasses import replace
from html import unescape
from subprocess import CompletedProcess
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory

from scoring.common import pictures_sent
from scoring.models import CardClip, Report
from scoring.site.views.errors import huge_body
from scoring.tournament.actions import card_clips
from scoring.tournament.photos import apart, library
from scoring.tournament.photos.apart import ReadFile, read_apart
from scoring.tournament.views.enter_scores import pictures
from tests import html
from tests.cast import a_phone, signed_in
from tests.tournament.actions.test_card_clips import FAINT, at, card, cards, marks, verdict
from tests.tournament.actions.test_slip_clips import slip
from tests.tournament.cast import a_tournament, begun, tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def round(monkeypatch):
    """The first round of eight, on a site that can read pictures."""
    monkeypatch.setattr(library, "missing", lambda: "")
    return begun(a_tournament(8, style="rotation", rounds=7))


@pytest.fixture
def reads(monkeypatch):
    """Say what the next picture shows."""

    def read(*found, **about):
        monkeypatch.setattr(pictures, "read_apart", lambda path: ReadFile(cards=found, **about))

    return read


def page(round, rest=""):
    return f"/sessions/{round.tournament.session_id}/tournament/pictures{rest}"


def sent(round, *contents, client=None):
    files = [SimpleUploadedFile(f"{no}.jpg", one) for no, one in enumerate(contents)]
    return (client or signed_in()).post(page(round, "/add"), {"files": files})


def answered(round, no, points, lones=0):
    about = {"key": uuid4(), "round": round.no, "no": no, "points": points, "lones": lones}
    return signed_in().post(page(round, "/answer"), about, follow=True)


def words(answer):
    return html.text(answer.content.decode())


def test_a_picture_is_read_and_what_is_faint_is_asked_beside_its_clipping(round, reads):
    reads(*cards(round, N=marks(9, doubts=(FAINT,))), *cards(round, 2))
    said = sent(round, b"one")
    assert "0.jpg: 8 cards, 1 table entered." in words(said)
    assert Report.objects.count() == 4
    north = at(round)["N"]
    assert re.findall(r"Save card (\d+)", said.content.decode()) == [str(north.no)]
    clip = CardClip.objects.get(entrant=north)
    assert page(round, f"/{clip.pk}.jpg") in said.content.decode()
    shown = signed_in().get(page(round, f"/{clip.pk}.jpg"))
    assert (shown.content, shown["Content-Type"]) == (b"jpeg", "image/jpeg")


def test_no_box_of_an_unclear_row_is_chosen_beforehand(round, reads):
    reads(*cards(round, N=marks(9, doubts=(FAINT,))))
    assert " checked" not in sent(round, b"one").content.decode()


def test_an_answer_enters_the_table(round, reads):
    reads(*cards(round, N=marks(9, doubts=(FAINT,))))
    sent(round, b"one")
    said = answered(round, at(round)["N"].no, 9)
    assert "1 table entered." in words(said)
    assert (Report.objects.count(), "Save card" in words(said)) == (4, False)


def test_an_answer_without_points_or_lone_hands_is_refused(round, reads):
    reads(*cards(round, N=marks(9, doubts=(FAINT,))))
    sent(round, b"one")
    for points, lones in (("", 0), (9, ""), (32, 0), (9, 5)):
        assert answered(round, at(round)["N"].no, points, lones).status_code == 422
    assert not Report.objects.exists()


def chosen(answer):
    """Return the names and values of the boxes that are chosen."""
    inputs = re.findall(r"<input[^>]*>", answer.content.decode())
    attributes = [dict(re.findall(r'(\w+)="([^"]*)"', one)) for one in inputs if "checked" in one]
    return {(one["name"], int(one["value"])) for one in attributes}


def test_boxes_that_are_clear_beside_a_faint_one_are_chosen(round, reads):
    row = replace(marks(9, won=True, doubts=(FAINT,)), settled=("points", "won"))
    reads(*cards(round, N=row))
    said = sent(round, b"one")
    assert chosen(said) == {("points", 9), ("won", 1)}
    assert "Look at the lone hands." in words(said)


def test_points_above_those_with_a_box_are_chosen_below(round, reads):
    none = replace(marks(None, doubts=("no points are marked",)), settled=("lones", "won"))
    reads(*cards(round, N=none, S=none))
    sent(round, b"one")
    seats = at(round)
    for seat in "NS":
        assert answered(round, seats[seat].no, 17).status_code == 200
    assert verdict(round).result.points == {"NS": 17, "EW": 6}
    reads(*cards(round, N=marks(7, won=True)))
    said = sent(round, b"two")
    assert ("points", 17) in chosen(said)
    assert "Entered: 17 points." in words(said)


def test_what_the_partners_card_says_is_beside_an_unclear_one(round, reads):
    reads(*cards(round, N=marks(None, doubts=("two boxes are marked",))))
    assert f"card {at(round)['S'].no}: 9 points" in words(sent(round, b"one"))


def test_a_card_that_differs_from_its_entered_partner_shows_that_one_too(round, reads):
    """A person may have read the partner's card wrongly."""
    reads(*cards(round, N=marks(None, doubts=("two boxes are marked",))))
    sent(round, b"one")
    north = at(round)["N"]
    said = answered(round, north.no, 8)
    [question] = re.findall(r'<form.*?class="asked-card".*?</form>', said.content.decode(), re.S)
    south = at(round)["S"]
    assert f"Save card {south.no}" in html.text(question)
    assert f"Type card {north.no} again" in html.text(question)
    clips = CardClip.objects.filter(entrant__in=[north, south])
    assert all(page(round, f"/{clip.pk}.jpg") in question for clip in clips)


def test_an_entered_card_says_if_its_picture_shows_other_points(round, reads):
    reads(*cards(round, N=marks(8, won=True)))
    sent(round, b"one")
    said = words(answered(round, at(round)["N"].no, 9))
    assert "1 table entered." in said
    assert re.findall(r"picture shows (\d+)", said) == ["8"]


def test_a_table_of_which_only_the_winner_is_missing_leads_to_that_question(reads, monkeypatch):
    monkeypatch.setattr(library, "missing", lambda: "")
    round = begun(a_tournament(8, style="club", rounds=4))
    reads(*cards(round, **dict.fromkeys("NSEW", marks(7))))
    said = sent(round, b"one")
    [link] = re.findall(r'href="([^"]*#odd-[^"]*)"', said.content.decode())
    desk = signed_in().get(unescape(link))
    assert f'id="{link.partition("#")[2]}"' in desk.content.decode()
    assert "No result yet in round 1 from table 2." in words(said)


def test_partners_who_differ_after_a_person_read_them_lead_to_the_decision(round, reads):
    double = marks(None, doubts=("two boxes are marked",))
    reads(*cards(round, N=double, S=double))
    sent(round, b"one")
    answered(round, at(round)["N"].no, 9)
    said = answered(round, at(round)["S"].no, 8)
    assert decided(said) == ["odd-1-1"]
    assert "No result yet in round 1 from table 2." in words(said)


def test_a_typed_card_completes_a_table_of_pictures(round, reads):
    reads(*cards(round, N=None))
    sent(round, b"one")
    line = {"key": uuid4(), "round": 1, "no": f"{at(round)['N'].no} 9"}
    signed_in().post(f"/sessions/{round.tournament.session_id}/tournament/desk/card", line)
    assert Report.objects.count() == 4


def test_the_same_file_is_read_once(round, reads, monkeypatch):
    reads(*cards(round))
    sent(round, b"one")
    monkeypatch.setattr(pictures, "read_apart", None)
    assert "nothing was stored twice" in words(sent(round, b"one"))
    assert Report.objects.count() == 4


def test_each_of_many_pictures_is_named_with_what_is_wrong(round, reads):
    reads(card(at(round)["N"], marks(9)), wrong="This file is not a picture that can be read.")
    said = words(sent(round, b"one", b"two"))
    assert said.count("not a picture that can be read") == 2
    assert ("0.jpg" in said, "1.jpg" in said) == (True, True)


def test_nothing_is_counted_of_a_file_that_shows_nothing(round, reads):
    reads(wrong="This file is not a picture that can be read.")
    assert len(re.findall(r"0\.jpg", words(sent(round, b"one")))) == 1


def test_cards_that_are_not_photographed_yet_are_apart_from_those_to_check(round, reads):
    reads(*cards(round, N=marks(9, doubts=(FAINT,)), S=None))
    said = sent(round, b"one").content.decode()
    to_check, missing = said.split("Missing cards: 1")
    there = [re.findall(r"Save card (\d+)", part) for part in (to_check, missing)]
    assert there == [[str(at(round)["N"].no)], [str(at(round)["S"].no)]]


def test_the_page_says_which_tables_have_no_result_until_all_have(round, reads):
    assert "No result yet" not in words(signed_in().get(page(round)))
    reads(*cards(round))
    said = words(sent(round, b"one"))
    assert ("in round 1 from table 2." in said, "Go to the next step" in said) == (True, False)
    reads(*cards(round, 2))
    said = words(sent(round, b"two"))
    assert ("No result yet" in said, "Go to the next step" in said) == (False, True)


def test_tables_where_scores_differ_lead_to_the_decision_photographed_or_not(round, reads):
    for side, points in (("NS", (7, 5)), ("EW", (6, 6))):
        tell(round, 2, *points, source="table", side=side)
    reads(*cards(round))
    said = sent(round, b"one")
    assert decided(said) == ["odd-1-2"]
    tell(round, 1, 4, 8, source="table", side="EW")
    said = signed_in().get(page(round))
    assert decided(said) == ["odd-1-1", "odd-1-2"]
    assert "Every table has" not in words(said)


def decided(answer):
    """Return where the page leads for tables that need a decision."""
    return re.findall(r"#(odd-[^\"]*)", answer.content.decode())


def test_a_card_of_another_tournament_is_said_to_be_one(round, reads):
    reads(replace(card(at(round)["N"], marks(9)), mark="0000"))
    said = words(sent(round, b"one"))
    assert "1 card from another tournament" in said
    assert not CardClip.objects.exists()


def test_an_unclear_slip_is_shown_row_by_row_with_a_link_to_type_it(round, reads):
    reads(slip(round, N=marks(9, won=True, doubts=(FAINT,))))
    said = sent(round, b"one").content.decode()
    assert "0.jpg: 1 slip read." in html.text(said)
    assert len(re.findall(r"Row of \d+ on the slip of table 1", said)) == 4
    [link] = re.findall(r'href="([^"]*by=slip&amp;round[^"]*)"', said)
    typed = signed_in().get(link.replace("&amp;", "&")).content.decode()
    assert re.search(r'<input[^>]*name="table"[^>]*value="1"', typed)
    assert not Report.objects.exists()


def test_a_form_stops_reading_after_its_time_and_says_how_many_are_left(round, reads, monkeypatch):
    reads(*cards(round))
    monkeypatch.setattr(pictures, "LONGEST", 0)
    said = words(sent(round, b"one", b"two", b"three"))
    assert ("0.jpg: 4 cards" in said, "2 pictures not read" in said) == (True, True)
    assert CardClip.objects.values("digest").distinct().count() == 1


@pytest.mark.parametrize("printed", [b"no JSON", b'{"cards": [], "players": [], "wrong": "  "}'])
def test_a_reading_that_prints_other_things_or_too_much_is_unreadable(
    tmp_path, monkeypatch, printed
):
    def run(command, *, stdout, **about):
        stdout.write(printed)
        stdout.flush()
        return CompletedProcess(command, 0)

    monkeypatch.setattr(apart.subprocess, "run", run)
    monkeypatch.setattr(apart, "MOST_PRINTED", 20)
    assert read_apart(tmp_path / "one.jpg").wrong == apart.UNREADABLE


def test_without_the_packages_the_page_says_what_to_type(round, monkeypatch):
    monkeypatch.setattr(library, "missing", lambda: "Type: pip install numpy")
    assert "Type: pip install numpy" in words(signed_in().get(page(round)))
    refused = sent(round, b"one")
    assert (refused.status_code, "Type: pip install" in words(refused)) == (422, True)


def test_a_stranger_can_send_no_picture(round, reads):
    reads(*cards(round))
    assert sent(round, b"one", client=a_phone()).status_code == 403
    assert not CardClip.objects.exists()


def test_a_clipping_of_another_tournament_is_not_found(round, reads):
    reads(*cards(round))
    sent(round, b"one")
    other = begun(a_tournament(8, style="rotation", rounds=7))
    clip = CardClip.objects.first()
    assert signed_in().get(page(other, f"/{clip.pk}.jpg")).status_code == 404


def test_a_full_tournament_refuses_before_it_reads(round, reads, monkeypatch):
    reads(*cards(round))
    sent(round, b"one")
    monkeypatch.setattr(card_clips, "MOST_FILES", 1)
    monkeypatch.setattr(pictures, "read_apart", None)
    assert sent(round, b"two").status_code == 409


def test_pictures_can_be_deleted(round, reads):
    reads(*cards(round))
    sent(round, b"one")
    signed_in().post(page(round, "/forget"))
    assert (CardClip.objects.count(), Report.objects.count()) == (0, 4)


def test_only_an_address_that_the_page_made_may_bring_more_than_a_form(settings):
    def status(address):
        request = RequestFactory().post(address)
        request.META["CONTENT_LENGTH"] = str(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        return huge_body(lambda request: None)(request)

    here = "/sessions/1/tournament/pictures/add"
    signed = pictures_sent.signed(here)
    assert status(signed) is None
    for address in (
        here,
        f"{here}?x",
        signed.replace("/1/", "/2/"),
        signed.replace("/add", "/answer"),
    ):
        assert status(address).status_code == 413


def test_a_file_that_breaks_the_reader_is_no_picture(tmp_path, monkeypatch):
    (tmp_path / "This file").write_bytes(b"\xff\xd8\xff nothing")
    found = read_apart(tmp_path / "This file")
    assert (bool(found.wrong), found.cards) == (True, ())
