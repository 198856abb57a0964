"""The door's page while others check people in: it shows them, and nothing moves under the
thumb."""

import re
from urllib.parse import urlencode

import pytest

from scoring.evening.actions.check_in import arrive, leave, undo_arrival
from scoring.people.actions.people import add_players
from tests.cast import PHONE, a_club, a_table, again, an_evening, an_officer, close, signed_in
from tests.html import shown, text

pytestmark = pytest.mark.django_db

MENU = "••• Has left Details"
HTMX = {"HX-Request": "true"}
NAMES = ["Ann", "Ben", "Cat", "Dan"]


class Screen:
    """A browser that shows the door and polls as the page says."""

    def __init__(self, session, query="", who="kate"):
        self.client, self.path, self.query = signed_in(who), f"/sessions/{session.pk}/door/", query
        self._keep(self.client.get(f"{self.path}?{query}"))

    def _keep(self, answer):
        self.answer, page = answer, answer.content.decode()
        self.tag = answer["HX-PTag"]
        (self.since,) = re.findall(r'name="since" value="([^"]+)"', page)
        pieces = re.findall(r'<li class="at-door.*?</li>', page, flags=re.DOTALL)
        hours = [re.sub(r"\d\d:\d\d", "H", text(piece)) for piece in pieces]
        self.lines = [re.sub(r" (Check in|: \w+ is not here|: \w+)", "", line) for line in hours]
        self.counts = [int(number) for number in shown(answer, r"<b>(\d+)</b>&nbsp;")]

    def poll(self, query=None):
        asked = f"poll&{self.query if query is None else query}&{urlencode({'since': self.since})}"
        answer = self.client.get(f"{self.path}?{asked}", headers=HTMX | {"HX-PTag": self.tag})
        if answer.status_code == 200:
            self._keep(answer)
        return answer.status_code


@pytest.fixture
def session():
    session = an_evening()
    add_players(club=session.club, names=NAMES)
    return session


def act(verb, session, name, **how):
    (player,) = session.club.players.named([name])
    verb(session=session, player=player, **how)


def comes(session, *names):
    for name in names:
        act(arrive, session, name, actor=PHONE)


def test_an_arrival_on_another_screen_is_shown_in_place(session):
    screen = Screen(session)
    comes(session, "Ben")
    assert screen.poll() == 200
    assert screen.lines == ["Ann", "Ben is here Undo", "Cat", "Dan"]
    assert screen.counts == [3, 1, 0]
    assert screen.answer.content.decode().strip().startswith('<div id="list"')


def test_a_poll_without_news_returns_no_page_and_reads_no_people(
    session, django_assert_num_queries
):
    screen = Screen(session)
    # Who asks (their browser's session, their account), the evening, and what they may do there.
    with django_assert_num_queries(4):
        assert screen.poll() == 304
    comes(session, "Ben")
    assert (screen.poll(), screen.poll()) == (200, 304)


def test_the_page_polls_with_the_tag_of_its_answer(session):
    screen = Screen(session)
    assert f'hx-ptag="{screen.tag}"' in screen.answer.content.decode()


def test_a_reloaded_list_leaves_out_arrivals(session):
    comes(session, "Ben")
    assert Screen(session).lines == ["Ann", "Cat", "Dan"]


def test_later_arrivals_are_added_below_the_list_of_people_here(session):
    comes(session, "Ben", "Dan")
    screen = Screen(session, "show=here")
    comes(session, "Ann")
    act(leave, session, "Ben", left=True)
    screen.poll()
    assert screen.lines == ["Ben H–H Here again •••", f"Dan since H {MENU}", f"Ann since H {MENU}"]
    assert screen.counts == [1, 2, 1]


def test_an_arriving_guest_is_listed_with_people_here_and_not_with_the_awaited(session):
    awaited, here = Screen(session), Screen(session, "show=here")
    add_players(club=session.club, names=["Bea"], guest=True)
    comes(session, "Bea")
    for screen in (awaited, here):
        screen.poll()
    assert (awaited.lines, here.lines) == (NAMES, [f"Bea guest · since H {MENU}"])


def test_an_undone_arrival_is_awaited_again(session):
    screen = Screen(session)
    comes(session, "Ben")
    screen.poll()
    act(undo_arrival, session, "Ben", actor=PHONE)
    screen.poll()
    assert (screen.lines, screen.counts) == (NAMES, [4, 0, 0])


def test_a_poll_follows_the_text_typed_now(session):
    screen = Screen(session)
    assert (screen.poll("q=b"), screen.lines) == (200, ["Ben", "+ b, a guest new to the club"])
    assert screen.poll("q=b") == 304
    comes(session, "Ben")
    assert (screen.poll("q=b"), screen.lines[0]) == (200, "Ben is here Undo")


def test_an_invalid_since_counts_as_now(session):
    screen = Screen(session)
    for since in ("", "x", "\0", "9" * 50, "9999-12-31T23:59:59+00:00"):
        screen.since = since
        comes(session, "Ben")
        assert screen.poll() in (200, 304)


def test_a_check_in_page_closed_meanwhile_says_so_and_has_no_buttons():
    table = a_table("Eve! 5")
    screen = Screen(table.session, "show=here")
    close(table.session)
    assert screen.poll() == 200
    page = screen.answer.content.decode()
    assert ("This club night is closed" in page, "<button" in page) == (True, False)


def test_a_poll_without_the_right_is_refused_for_any_tag(session):
    tag = Screen(session).tag
    an_officer(a_club("Another"), "mallory")
    answer = signed_in("mallory").get(
        f"/sessions/{session.pk}/door/?poll", headers=HTMX | {"HX-PTag": tag}
    )
    assert answer.status_code == 403


def test_the_queries_of_a_poll_with_news_do_not_grow(session, django_assert_num_queries):
    numbers = set()
    for names in (["Ben"], ["Ann", "Cat", "Dan"]):
        screen = Screen(again(session))
        comes(session, *names)
        with django_assert_num_queries(12):
            screen.poll()
        numbers.add(screen.counts[1])
    assert numbers == {1, 4}
