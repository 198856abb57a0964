"""Many phones at once, against the real server and its real database; and what a power cut
leaves."""

import http.client
import json
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import connection, connections, transaction

from scoring.club.actions.count import rate_again
from scoring.club.actions.forget import forget_player
from scoring.common.refused import Refused
from scoring.euchre.hand import Hand
from scoring.evening.actions.sessions import close_session, reopen_session
from scoring.models import HandRecord, Table
from scoring.people.actions.people import add_players
from scoring.table.actions.corrections import Closed
from scoring.table.actions.house_rules import change_house_rules, make_house_rules
from scoring.table.actions.tables import open_table
from tests import proof
from tests import server as servers
from tests.cast import A_FORM, FIVE, PHONE, a_club, a_table, again, an_evening, log, totals

WRITERS, HANDS = 8, proof.size(2, thorough=5)
FOUR = FIVE[:4]


class Phone:
    """A phone at a table, with its own connection, the hands it sent, and the answers it got."""

    def __init__(self, server, pad="/start"):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.pad, self.cookies, self.answers, self.sure = pad, {}, [], set()
        self.after = self.see(self.get(pad)[1])

    def ask(self, method, path, form=None):
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies, "HX-Request": "true", "Content-Type": A_FORM}
        headers["X-CSRFToken"] = self.cookies.get("csrftoken", "")
        self.connection.request(method, path, form and urlencode(form), headers)
        answer = self.connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer.status, answer.read().decode(), answer.headers.get("Location")

    def get(self, path):
        return self.ask("GET", path)

    def see(self, page):
        """Return the latest hand that a page has seen."""
        found = re.search(r'name="after" value="(.*?)"', page)
        return found[1] if found else ""

    def send(self, hand):
        """Send a hand; return the status, having looked at the page that came back."""
        status, page, _ = self.ask("POST", f"{self.pad}hands/log", hand)
        self.answers.append(status)
        self.after = self.see(page)
        if status == 200:
            self.sure.add(hand["hand_id"])
        return status

    def keep(self, id):
        """Decide that a hand which waits is another hand."""
        status, page, _ = self.ask("POST", f"{self.pad}hands/{id}/decide", {"keep": "yes"})
        self.answers.append(status)
        self.after = self.see(page)
        if status == 200:
            self.sure.add(id)

    def log_twice(self, hand):
        """Send a hand as a phone with a bad connection does. If it waits, decide that it counts."""
        statuses = [self.send(hand), self.send(hand)]
        if statuses[-1] == 409:
            self.keep(hand["hand_id"])

    def sheet(self):
        return json.loads(self.get(f"{self.pad}sheet-1.json")[1])

    def points(self):
        """The points on the keys, by name."""
        page = self.get(self.pad)[1]
        return {
            name: int(points)
            for name, points in re.findall(
                r'data-name="([^"]*)".*?class="points"[^>]*>(\d+)<', page, flags=re.DOTALL
            )
        }


def a_hand(phone, sitting, random):
    maker, partner = random.sample(range(5), 2)
    fields = {"hand_id": str(uuid4()), "sitting": sitting, "after": phone.after, "maker": maker}
    return fields | {"partner": partner, "tricks": random.randrange(6)}


def start_tables(server, number=1):
    """Return the pads of tables of one evening, each with the number of its sitting."""
    host = Phone(server)
    pads = [
        host.ask("POST", "/start", {"names": ", ".join(FIVE), "stake": "0.25", "currency": "GBP"})[
            2
        ]
    ]
    session = re.search(r"/sessions/\d+/", host.get("/")[1])[0]
    for no in range(2, number + 1):
        names = ", ".join(f"{name} {no}" for name in FIVE)
        share = host.ask("POST", f"{session}tables/open", {"names": names, "stake": "0.10"})[2]
        pads.append(share.removesuffix("share"))
    sittings = [re.search(r'name="sitting" value="(\d+)"', host.get(pad)[1])[1] for pad in pads]
    return list(zip(pads, sittings, strict=True))


def scored(server, sheet):
    """What `manage.py score` makes of a sheet."""
    file = server.data_dir / "sheet.json"
    file.write_text(json.dumps(sheet))
    return json.loads(server.manage("score", "--json", str(file)))


@pytest.fixture
def server(database_url):
    with servers.start(database_url) as server:
        yield server


@pytest.mark.slow
def test_eight_phones_send_every_hand_twice_and_each_is_stored_once(server):
    (table, other) = start_tables(server, 2)

    def write(no):
        pad, sitting = other if no == WRITERS else table
        phone, random = Phone(server, pad), Random(no)
        for _ in range(HANDS):
            phone.log_twice(a_hand(phone, sitting, random))
        return phone

    with ThreadPoolExecutor(WRITERS + 1) as pool:
        *phones, elsewhere = pool.map(write, range(WRITERS + 1))
    sheet = phones[0].sheet()
    sure = [id for phone in phones for id in phone.sure]
    assert sorted(hand["id"] for hand in sheet["hands"]) == sorted(sure)
    assert len(sure) == WRITERS * HANDS
    assert {status for phone in phones for status in phone.answers} == {200, 409}
    assert (set(elsewhere.answers), len(elsewhere.sheet()["hands"])) == ({200}, HANDS)
    assert phones[0].points() == scored(server, sheet)["totals"]
    assert "Traceback" not in server.log


@pytest.mark.thorough
def test_acknowledged_hands_are_stored_after_a_power_cut(server):
    ((pad, sitting),) = start_tables(server)
    phones, enough = [Phone(server, pad) for _ in range(4)], threading.Event()
    told = {}

    def write(phone):
        random = Random(id(phone))
        try:
            while True:
                hand = a_hand(phone, sitting, random)
                told[hand["hand_id"]] = hand
                phone.log_twice(hand)
                if sum(len(phone.sure) for phone in phones) >= 12:
                    enough.set()
        except (OSError, http.client.HTTPException):
            return

    with ThreadPoolExecutor(len(phones)) as pool:
        for phone in phones:
            pool.submit(write, phone)
        assert enough.wait(300)
        server.kill()
    server.restart()
    phone, sure = Phone(server, pad), {id for phone in phones for id in phone.sure}
    there = [hand["id"] for hand in phone.sheet()["hands"]]
    assert (sure - set(there), len(there)) == (set(), len(set(there)))
    for hand in told.values():
        phone.log_twice(hand)
    assert sorted(hand["id"] for hand in phone.sheet()["hands"]) == sorted(told)
    assert phone.points() == scored(server, phone.sheet())["totals"]
    assert "Traceback" not in server.log


def begun(do):
    """Start something in another thread, and go on once it waits for a lock. Return the thread and
    its future result."""
    found, asked = [], threading.Event()

    def note(execute, sql, *rest):
        if sql.startswith("BEGIN"):  # where SQLite lets one at a time in
            asked.set()
        return execute(sql, *rest)

    def doing():
        try:
            with connection.execute_wrapper(note):
                found.append(do())
        except Exception as cause:
            found.append(cause)
        finally:
            connections.close_all()

    thread = threading.Thread(target=doing)
    thread.start()
    while not found and not (asked.is_set() if connection.vendor == "sqlite" else a_lock_lacks()):
        time.sleep(0.01)
    assert found == []
    return thread, found


def a_lock_lacks():
    """Return whether a connection waits for a lock in this PostgreSQL database."""
    with connection.cursor() as cursor:
        # Otherwise a transaction sees for ever what it saw at first.
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return cursor.fetchone()[0] > 0


@contextmanager
def meanwhile(do):
    """Do something in another thread, begun inside and done after what happens inside is stored."""
    answers = []
    with transaction.atomic():
        yield answers
        thread, found = begun(do)
    thread.join(300)
    answers += found


@pytest.mark.django_db(transaction=True)
def test_a_hand_that_arrives_while_the_session_is_closed_is_refused():
    table = a_table("Eve! 5")
    with meanwhile(lambda: log(table)) as found:
        close_session(session=table.session, actor=PHONE)
    assert [type(answer) for answer in found] == [Closed]
    assert HandRecord.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_hand_that_arrives_while_the_session_is_reopened_is_counted():
    table = a_table("Eve! 5")
    close_session(session=table.session, actor=PHONE)
    with meanwhile(lambda: log(table)) as found:
        reopen_session(session=table.session, why="a hand is missing", actor=PHONE)
    assert [answer.state for answer in found] == ["counted"]


@pytest.mark.django_db(transaction=True)
def test_two_phones_that_saw_the_same_hand_cannot_both_count_the_next():
    table = a_table("Eve! 5")
    latest = table.sitting.latest
    with meanwhile(lambda: log(table, "Cat! 3", after=latest)) as found:
        log(table, after=latest)
    assert [answer.state for answer in found] == ["waiting"]
    assert totals(table) == {"Ann": 0, "Ben": 1, "Cat": 0, "Dan": 1, "Eve": 5}


@pytest.mark.django_db(transaction=True)
def test_a_hand_sent_by_eight_phones_at_once_is_one_hand_with_one_answer():
    table, ready = a_table("Eve! 5"), threading.Barrier(WRITERS)
    sent = {"id": uuid4(), "after": table.sitting.latest}

    def send(_):
        try:
            ready.wait()
            record = log(table, **sent)
            return record.pk, record.place
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WRITERS) as pool:
        answers = set(pool.map(send, range(WRITERS)))
    assert answers == {(sent["id"], 2)}
    assert HandRecord.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_table_opened_while_the_session_is_closed_is_refused():
    table = a_table("Eve! 5")
    with meanwhile(lambda: open_table(session=table.session, names=FIVE)) as found:
        close_session(session=table.session, actor=PHONE)
    assert [type(answer) for answer in found] == [Refused]


def house_rules(club):
    return make_house_rules(club=club, base="railroad", name="Ours", changes={"euchre": 3})


def change(house, **changes):
    return change_house_rules(house=house, name="Ours", changes={"euchre": 3} | changes)


@pytest.mark.django_db(transaction=True)
def test_a_hand_that_arrives_while_the_house_rules_change_is_played_by_the_new_ones():
    house = house_rules(a_club())
    table = a_table(names=FOUR, house=house, session=an_evening(house.club))
    jambone = Hand(maker=0, special="jambone", tricks=5)
    with meanwhile(lambda: log(table, jambone)) as found:
        change(house, jambone=0)
    assert [str(answer) for answer in found] == ["There is no jambone in Ours."]
    assert (HandRecord.objects.count(), again(table).sitting.totals) == (0, (0, 0, 0, 0))


@pytest.mark.django_db(transaction=True)
def test_house_rules_change_while_a_new_player_sits_down_at_one_of_their_tables():
    house = house_rules(a_club())
    table = a_table(names=FOUR, house=house, session=an_evening(house.club))
    with transaction.atomic():
        Table.objects.for_writing().get(pk=table.pk)
        thread, found = begun(lambda: change(house, euchre=4))
        add_players(club=house.club, names=["Zoe"])
    thread.join(300)
    assert [answer.changes for answer in found] == [{"euchre": 4}]


@pytest.mark.django_db(transaction=True)
def test_house_rules_change_while_a_phone_holds_one_of_their_tables():
    house = house_rules(a_club())
    evening = an_evening(house.club)
    _, table = (a_table(names=FOUR, house=house, session=evening) for _ in range(2))
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        thread, found = begun(lambda: change(house, euchre=4))
        Table.objects.for_writing().get(pk=table.pk)
    thread.join(300)
    assert [answer.changes for answer in found] == [{"euchre": 4}]


@pytest.mark.django_db(transaction=True)
def test_a_table_opened_while_its_house_rules_are_replaced_is_refused():
    house = house_rules(a_club())
    evening = an_evening(house.club)
    log(a_table(names=FOUR, house=house, session=evening), "Ben 2")
    with meanwhile(lambda: open_table(session=evening, names=FOUR, house=house)) as found:
        change(house, euchre=4)
    assert [type(answer) for answer in found] == [Refused]


@pytest.mark.django_db(transaction=True)
def test_a_name_added_twice_at_once_is_one_player():
    club = a_club()
    with meanwhile(lambda: add_players(club=club, names=["Ben", "émile"])) as found:
        emile, ann = add_players(club=club, names=["Émile", "Ann"])
    (_, same) = found[0]
    assert (same, again(ann).name) == (emile, "Ann")
    assert sorted(club.players.values_list("name", flat=True)) == ["Ann", "Ben", "Émile"]


@pytest.mark.django_db(transaction=True)
def test_a_player_is_erased_while_one_of_their_closed_evenings_is_reopened():
    table = a_table("Eve! 5", stake_minor=0)
    session = table.session
    close_session(session=session, actor=PHONE)
    ann = table.sitting.players[0]
    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        thread, found = begun(lambda: forget_player(player=ann, actor=PHONE))
        reopen_session(session=session, why="a hand is missing", actor=PHONE)
    thread.join(300)
    assert [str(answer) for answer in found] == [
        f"The data of Ann can’t be erased yet. {session} is not closed, and Ann is part of it. "
        "First close it."
    ]


@pytest.mark.django_db(transaction=True)
def test_an_evening_closed_during_the_closing_of_another_is_rated_after_it():
    club = a_club()
    first, second = (a_table(*["Eve! 5"] * 4, session=an_evening(club)).session for _ in range(2))
    with meanwhile(lambda: close_session(session=second, actor=PHONE)):
        close_session(session=first, actor=PHONE)
    rated = [{rating.sittings for rating in session.ratings.all()} for session in (first, second)]
    assert rated == [{1}, {2}]
    assert rate_again(club=club.pk) == 0
