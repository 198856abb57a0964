"""A screen of a table that many phones show is drawn once for each version, and each phone gets its
own."""

import re
import threading

import pytest

from scoring.common.permissions import Actor
from scoring.table.actions.agreed import ask_agreement
from scoring.table.views import board, drawn, pad
from tests.cast import a_phone, a_table, address, log, log_unseen, signed_in
from tests.table.views.test_pad_now import script

pytestmark = pytest.mark.django_db

ASKS = {"HX-Request": "true"}


@pytest.fixture
def draws(monkeypatch):
    """The pages that are drawn, in turn, however slow the machine is."""
    found = []
    monkeypatch.setattr(drawn, "Timer", lambda seconds, forget: threading.Timer(0, int))

    def counted(module, name):
        show = getattr(module, name)

        def drawing(request, template, *args, **kwargs):
            found.append(template)
            return show(request, template, *args, **kwargs)

        monkeypatch.setattr(module, name, drawing)

    counted(pad, "piece_or_page")
    counted(board, "piece_or_page")
    return found


def known(signs):
    phone = a_phone()
    phone.cookies["phone"] = signs
    return phone


def poll(phone, table, page=""):
    return phone.get(address(table, page) + "?poll", headers=ASKS)


def values(answer, name):
    return re.findall(f'name="{name}" value="([^"]*)"', answer.content.decode())


def test_four_phones_and_a_board_of_one_table_have_two_screens_drawn(draws):
    table = a_table("Ben+Dan 3")
    answers = [poll(known(signs), table) for signs in ("K7", "M3", "P4", "R5")]
    answers += [poll(known(signs), table, "board") for signs in ("K7", "M3")]
    assert [one.status_code for one in answers] == [200] * 6
    assert [one["Bowerbook"] for one in answers] == ["pad"] * 4 + ["board"] * 2
    assert draws == ["table/pad.html", "table/board/board.html"]


def test_a_new_version_is_drawn_again(draws):
    table, phone = a_table("Ben+Dan 3"), known("K7")
    first = poll(phone, table)
    log(table, "Eve! 5")
    second = poll(phone, table)
    assert (len(draws), first["HX-PTag"] == second["HX-PTag"]) == (2, False)
    assert ("Hand 2" in first.content.decode(), "Hand 2" in second.content.decode()) == (
        False,
        True,
    )


def test_each_phone_gets_its_own_id_form_token_and_number_for_the_next_hand(draws):
    table = a_table("Ben+Dan 3")
    answers = [poll(known(signs), table) for signs in ("K7", "M3")]
    pages = [one.content.decode() for one in answers]
    assert [re.search(r'data-phone="(\w*)"', page)[1] for page in pages] == ["K7", "M3"]
    one, other = (values(answer, "hand_id") for answer in answers)
    assert (len({*one}), len({*other}), one == other) == (1, 1, False)
    one, other = ({*values(answer, "csrfmiddlewaretoken")} for answer in answers)
    assert (len(one), len(other), one & other) == (1, 1, set())
    marks = (drawn.CSRF, drawn.PHONE, drawn.SENDER, drawn.HAND, drawn.KEY)
    assert [mark for mark in marks for page in pages if mark in page] == []
    assert len(draws) == 1


def test_the_phone_that_sent_the_latest_hand_is_named_to_the_others_alone(draws):
    table = a_table()
    log(table, "Ben+Dan 3", actor=Actor(phone="M3"))
    said = [script(poll(known(signs), table), "now")["from"] for signs in ("M3", "K7")]
    assert (said, len(draws)) == ([None, "another phone"], 1)


def test_a_phone_with_a_name_that_looks_like_markup_ends_no_script():
    shown = drawn.Drawn(
        content=f'"{drawn.SENDER}"'.encode(), name="pad", sent_by=("M3", "</script>Dot’s & Co")
    )
    assert shown.for_phone(None, "K7") == rb'"\u003C/script\u003EDot\u2019s \u0026 Co"'


def test_a_new_phone_is_given_its_id(draws):
    table = a_table("Ben+Dan 3")
    poll(known("K7"), table)
    phone = a_phone()
    poll(phone, table)
    assert (len(phone.cookies["phone"].value), len(draws)) == (3, 2)


def test_somebody_who_runs_the_evening_gets_what_only_they_may_see(draws):
    table = a_table()
    others = poll(known("K7"), table).content.decode()
    kate = signed_in("kate")
    kate.cookies["phone"] = "M3"
    hers = poll(kate, table).content.decode()
    again = poll(known("P4"), table).content.decode()
    assert ["All tables" in page for page in (others, hers, again)] == [False, True, False]


@pytest.mark.parametrize("differs", ["agreement", "a hand that waits"])
def test_what_differs_by_phone_is_drawn_for_each(draws, differs):
    table = a_table()
    if differs == "agreement":
        ask_agreement(table=table, asks=True)
    log(table, "Ben+Dan 3", actor=Actor(phone="K7"))
    if differs != "agreement":
        log_unseen(table, actor=Actor(phone="K7"))
    one, other = (poll(known(signs), table).content.decode() for signs in ("K7", "M3"))
    assert len(draws) == 2
    if differs != "agreement":
        assert one.count("this phone") > other.count("this phone")


def test_a_revoked_link_shows_no_piece_that_was_drawn_before():
    table, phone = a_table("Ben+Dan 3"), known("K7")
    assert poll(phone, table).status_code == 200
    where = address(table)
    link = table.links.get(right="write")
    link.revoked_at = link.made_at
    link.save()
    assert phone.get(f"{where}?poll", headers=ASKS).status_code == 410


def test_phones_that_ask_at_once_wait_for_one_drawing():
    began, go, drawings = threading.Event(), threading.Event(), []

    def draw(request, token):
        drawings.append(token)
        began.set()
        go.wait(10)

    def ask():
        with drawn._place_of("a piece") as place:
            if place.drawn is None:
                draw(None, "t")
                place.drawn = drawn.Drawn(content=b"", name="pad")

    phones = [threading.Thread(target=ask) for _ in range(4)]
    for phone in phones:
        phone.start()
    assert began.wait(10)
    go.set()
    for phone in phones:
        phone.join()
    assert drawings == ["t"]


def test_pieces_are_bounded_and_forgotten_after_a_while(monkeypatch):
    begun = []

    class Late(threading.Timer):
        def start(self):
            begun.append(self)

    monkeypatch.setattr(drawn, "Timer", Late)
    for no in range(drawn.MOST + 10):
        with drawn._place_of(no):
            pass
    assert (len(drawn._places), len(begun), begun[0].interval) == (
        drawn.MOST,
        1,
        drawn.KEPT_SECONDS,
    )
    begun[0].function()
    assert drawn._places == {}


def test_a_shared_screen_is_kept_nowhere(draws):
    table = a_table("Ben+Dan 3")
    first, second = (poll(known(signs), table, "board") for signs in ("K7", "M3"))
    assert len(draws) == 1
    assert second["Cache-Control"] == first["Cache-Control"] == "private, no-store"


def test_what_was_forgotten_begins_a_new_time(monkeypatch):
    begun = []
    monkeypatch.setattr(drawn, "Timer", lambda *what: begun.append(what) or threading.Timer(0, int))
    table = a_table("Ben+Dan 3")
    for _ in range(2):
        drawn.forget()
        poll(known("K7"), table)
    assert begun == [(drawn.KEPT_SECONDS, drawn.forget)] * 2
