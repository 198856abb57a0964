"""A site that was restored gets a tournament back from the phones of its tables, which then send
their hands (docs/decisions/0065-phones-send-again-after-a-restore.md)."""

import re
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.common import edition
from scoring.euchre.hand import Hand
from scoring.models import (
    Attendance,
    Entrant,
    Event,
    HandRecord,
    Placing,
    Report,
    Round,
    Sitting,
    Tournament,
)
from scoring.site.backup.making import make_backup
from scoring.site.backup.restoring import restore
from scoring.table.queries.lost_tables import packed, unpacked
from scoring.tournament.actions.leaving import leave_to_somebody_new
from scoring.tournament.actions.setting_up import give_secret
from scoring.tournament.pure.document import document
from scoring.tournament.queries.lost_tournaments import BadLost, read_lost
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.views.setup import from_phones
from tests.cast import (
    PHONE,
    a_club,
    a_phone,
    a_table,
    address,
    again,
    an_evening,
    an_officer,
    everything,
    form_of,
    signed_in,
)
from tests.html import said
from tests.tournament.cast import a_tournament, begun, drawn, ended, names_at, seats

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
HANDS = [
    Hand(maker=0, tricks=3),
    Hand(maker=1, tricks=4),
    Hand(maker=2, tricks=5),
    Hand(maker=0, tricks=5, alone=0),
    Hand(maker=3, tricks=3),
    Hand(maker=2, tricks=2),
    Hand(maker=2, tricks=5),
]


@pytest.fixture(autouse=True)
def here(settings, tmp_path):
    settings.BACKUP_DIR, settings.DATA_DIR = tmp_path / "backups", tmp_path / "data"
    edition.look()


@pytest.fixture
def evening():
    return an_evening(a_club(organiser="kate"), title="St Nicholas")


def back_up(tmp_path):
    return make_backup(folder=tmp_path / "stick", now=timezone.now())


def put_back(file):
    restore(file=file, now=timezone.now())
    edition.look()


class Phone:
    """What a phone at a table keeps: its pad, its hands, and the tournament in short."""

    def __init__(self, table):
        self.pad, self.hands, self.short = address(table), [], ""

    def play(self, table, *hands):
        """Enter these hands in the round now."""
        after = ""
        for hand in hands:
            facts = form_of(again(table), hand, after=after, seen=99)
            after = str(uuid4())
            self.hands.append(facts | {"key": after, "do": "hand", "hand_id": after})
        assert self.send() == {"counted"}
        self.remember()

    def remember(self):
        self.short = a_phone().get(f"{self.pad}round/short").json()["tournament"]

    def send(self):
        """Send all of it again, and return what the site says."""
        answers = [
            a_phone().post(f"{self.pad}hands/send", one | {"seen": "0"}) for one in self.hands
        ]
        return {
            one.json().get("state", one.status_code) if one.status_code != 404 else 404
            for one in answers
        }


def phones_of(round):
    return [Phone(row.table) for row in round.tables.all()]


def code_for(session, client=None):
    page = (client or signed_in("kate")).get(f"/sessions/{session.pk}/tournament/from-phones")
    return re.search(r"/tournament/again/[^\s<\"]+", page.content.decode())[0]


def bring(phone, code):
    return a_phone().post(code, {"tournament": phone.short})


def known(session):
    return document(load_tournament(Tournament.objects.get(session=session)))


def three_rounds(evening, people=8, **settings):
    """Two rounds with hands that are over, and a third that is played. Return its phones."""
    made = a_tournament(people, session=evening, rounds=5, **settings)
    phones = []
    for no in (1, 2, 3):
        row = begun(made)
        tables = [one.table for one in row.tables.all()]
        phones = phones or phones_of(row)
        for number, (phone, table) in enumerate(zip(phones, tables, strict=True)):
            phone.play(table, *HANDS[no - 1 : no + 3 + number % 2])
        if no < 3:
            ended(row)
    for phone in phones:
        phone.remember()
    return phones


@pytest.mark.slow
def test_the_phones_bring_back_a_tournament_that_the_backup_does_not_have(evening, tmp_path):
    file = back_up(tmp_path)
    phones = three_rounds(evening)
    before, hands = known(evening), HandRecord.objects.count()
    here = set(Attendance.objects.values_list("player__name", flat=True))
    put_back(file)
    assert [phone.send() for phone in phones] == [{404}, {404}]
    code = code_for(evening)
    for phone in phones:
        for _ in range(2):
            answer = bring(phone, code)
            assert (answer.status_code, answer["Location"]) == (302, phone.pad)
    for _ in range(2):
        assert [phone.send() for phone in phones] == [{"counted"}, {"counted"}]
    assert known(evening) == before
    assert HandRecord.objects.count() == hands
    assert set(Attendance.objects.values_list("player__name", flat=True)) == here
    latest = Round.objects.get(no=3)
    assert (latest.started_at is None, latest.ended_at) == (False, None)
    assert [phone.status_code for phone in (a_phone().get(one.pad) for one in phones)] == [200, 200]
    assert Event.objects.filter(said__contains="brought back round 3").count() == 1


def test_the_next_round_is_drawn_from_it_as_it_would_have_been(evening, tmp_path):
    file = back_up(tmp_path)
    phones = three_rounds(evening)

    def next_seats():
        made = Tournament.objects.get()
        ended(made.rounds.get(no=3))
        return seats(drawn(made))

    before = next_seats()
    put_back(file)
    come_back(evening, phones)
    assert next_seats() == before


def come_back(evening, phones):
    code = code_for(evening)
    for phone in phones:
        assert bring(phone, code).status_code == 302
        assert phone.send() <= {"counted"}


def test_while_standings_are_secret_a_phone_knows_only_its_own_results(evening, tmp_path):
    file = back_up(tmp_path)
    phones = three_rounds(evening, suspense=True)
    before = known(evening)
    for table, phone in enumerate(phones, start=1):
        rounds = read_lost(phone.short).tournament.rounds
        scored = [[one.no for one in round.tables if one.result] for round in rounds]
        assert scored == [[table], [table], []]
    put_back(file)
    come_back(evening, phones)
    assert known(evening) == before


def test_tables_of_six_come_back_with_all_their_players(evening, tmp_path):
    file = back_up(tmp_path)
    row = begun(a_tournament(12, session=evening, rounds=5, table_size=6))
    phones = phones_of(row)
    for phone, table in zip(phones, row.tables.all(), strict=True):
        phone.play(table.table, Hand(maker=5, tricks=3), Hand(maker=4, tricks=5))
    Sitting.objects.update(first_dealer=5)
    for phone in phones:
        phone.remember()
    before, dealers = known(evening), [5, 5]
    put_back(file)
    come_back(evening, phones)
    assert known(evening) == before
    assert [*Sitting.objects.values_list("first_dealer", flat=True)] == dealers
    assert HandRecord.objects.filter(state="counted").count() == 4


def test_a_night_restored_to_an_earlier_round_gets_the_later_ones(evening, tmp_path):
    """The backup was made in round 1, and has the links of its tables."""
    made = a_tournament(8, session=evening, rounds=5)
    row = begun(made)
    file = back_up(tmp_path)
    phones = phones_of(row)
    for no in (1, 2):
        for phone, table in zip(phones, row.tables.all(), strict=True):
            phone.play(table.table, *HANDS[no : no + 3])
        if no == 1:
            ended(row)
            row = begun(made)
    before = known(evening)
    put_back(file)
    come_back(evening, phones)
    assert known(evening) == before
    assert [*Round.objects.values_list("no", "ended_how")] == [(1, "director"), (2, "")]


def test_a_change_of_players_that_only_its_own_table_knows_comes_back_too(evening, tmp_path):
    file = back_up(tmp_path)
    made = a_tournament(8, session=evening, rounds=5)
    row = begun(made)
    first, other = phones_of(row)
    tables = [one.table for one in row.tables.all()]
    first.play(tables[0], *HANDS[:2])
    other.play(tables[1], *HANDS[:2])
    leaving = seats(row)[2]["S"]
    leave_to_somebody_new(tournament=made, no=leaving, names=["Zoe"], actor=PHONE)
    other.play(tables[1], *HANDS[2:4])
    before = names_at(row)
    assert "Zoe" in before[2].values()
    put_back(file)
    come_back(evening, [first, other])
    assert names_at(Round.objects.get()) == before
    assert HandRecord.objects.filter(state="counted").count() == 6
    assert Entrant.objects.get(no=leaving).left == 0


def test_a_night_prepared_in_the_backup_keeps_who_paid_and_what_players_wished(evening, tmp_path):
    made = a_tournament(8, session=evening, rounds=5)
    made.entrants.filter(no=3).update(wishes={"apart": [{"no": 4}]})
    file = back_up(tmp_path)
    phones = three_rounds(evening)
    put_back(file)
    come_back(evening, phones)
    assert Entrant.objects.get(no=3).wishes == {"apart": [{"no": 4}]}


def test_the_draw_can_be_checked_again_if_the_backup_has_its_secret(evening, tmp_path):
    made = a_tournament(8, session=evening, rounds=5)
    give_secret(made)
    file = back_up(tmp_path)
    phones = phones_of(begun(made))
    for phone in phones:
        phone.remember()
    draw = again(made).last_draw
    put_back(file)
    come_back(evening, phones)
    assert Tournament.objects.get().last_draw == draw
    assert draw is not None


def test_a_site_with_the_people_alone_takes_the_numbers_of_the_other_laptop(evening, tmp_path):
    phones = three_rounds(evening)
    before, counter = known(evening), Sitting.objects.latest("pk").pk
    erase(evening)
    other = an_evening(evening.club)
    come_back(other, phones)
    assert known(other) == before
    assert a_table(session=an_evening(evening.club)).sitting.pk > counter


def erase(evening):
    """Leave the club and its people, as its file has them."""
    Sitting.objects.filter(table__session=evening).delete()
    Report.objects.all().delete()
    Placing.objects.all().delete()
    Tournament.objects.all().delete()
    evening.delete()


@pytest.mark.slow
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_tables_have_their_numbers_again_by_which_phones_use_a_renewed_link(
    evening, tmp_path, elsewhere, turned
):
    """After a restore, or on another laptop, whichever phone comes first."""
    file = back_up(tmp_path)
    phones = three_rounds(evening)
    row = Round.objects.get(no=3)
    before = dict(row.tables.values_list("no", "table"))
    if elsewhere:
        erase(evening)
        evening = an_evening(evening.club)
    else:
        put_back(file)
    come_back(evening, phones[::-1] if turned else phones)
    assert dict(Round.objects.get(no=3).tables.values_list("no", "table")) == before


def test_what_a_phone_keeps_has_no_payments_wishes_or_other_tables_links(evening):
    made = a_tournament(
        8, session=evening, rounds=5, pots=[{"name": "Lone", "to": "most lone hands"}]
    )
    made.entrants.filter(no=3).update(wishes={"apart": [{"no": 4}]}, tickets=5, paid_minor=300)
    phone, other = phones_of(begun(made))
    phone.remember()
    lost = read_lost(phone.short)
    hidden = [(one.paid, one.tickets, one.apart) for one in lost.tournament.entrants]
    assert hidden == [(False, 0, ())] * 8
    assert (lost.token in phone.pad, other.pad.split("/")[2] in repr(lost)) == (True, False)


def test_who_may_show_the_code(evening):
    an_officer(evening.club, "sam", "scorer")
    address = f"/sessions/{evening.pk}/tournament/from-phones"
    clients = (a_phone(), signed_in("sam"), signed_in("kate"))
    assert [one.get(address).status_code for one in clients] == [403, 403, 200]


def test_what_does_not_fit_is_refused_in_a_sentence_and_stores_nothing(evening, tmp_path):
    phones = three_rounds(evening)
    taken, another = an_evening(evening.club), an_evening(evening.club)
    a_table(session=taken)
    begun(a_tournament(8, session=another, rounds=5, seed=9))
    empty = an_evening(evening.club)
    for night, sent, says in (
        (taken, phones[0].short, "other tables"),
        (another, phones[0].short, "another tournament"),
        (empty, phones[0].short, "numbers|knows that table"),
        (empty, "x" * 50, "damaged"),
        (empty, phones[0].short[:-30], "damaged"),
        (empty, "", "has no tournament|damaged"),
    ):
        before, code = everything(), code_for(night)
        answer = a_phone().post(code, {"tournament": sent} if sent else {})
        assert (answer.status_code, everything()) == (409, before)
        assert re.search(says, said(answer)), said(answer)


def changed(phone, change):
    """What the phone keeps, changed by hand."""
    said = unpacked(phone.short, longest=10**6)
    change(said)
    phone.short = packed(said)
    return phone


def test_what_a_player_changed_by_hand_is_refused_if_it_cannot_be(evening, tmp_path):
    file = back_up(tmp_path)
    phones = three_rounds(evening)
    short = phones[0].short
    put_back(file)
    code = code_for(evening)

    def seats_one_twice(said):
        said["sittings"][0]["people"] = [said["sittings"][0]["people"][0]] * 4

    def enters_one_twice(said):
        said["tournament"]["entrants"][0]["name"] = said["tournament"]["entrants"][1]["name"]

    def counts_far_ahead(said):
        said["sittings"][0]["number"] = 10**8

    def sits_elsewhere(said):
        said["table"] = 77

    before = everything()
    for change in (seats_one_twice, enters_one_twice, counts_far_ahead, sits_elsewhere):
        phones[0].short = short
        answer = bring(changed(phones[0], change), code)
        assert (answer.status_code, everything()) == (409, before), change.__name__


def test_a_code_ends_after_an_hour_and_is_of_this_site(evening, monkeypatch):
    code = code_for(evening)
    assert a_phone().get(code).status_code == 200
    assert a_phone().get(code[:-2]).status_code == 404
    monkeypatch.setattr(from_phones, "AN_HOUR", -1)
    answer = a_phone().get(code)
    assert (answer.status_code, "older than an hour" in answer.content.decode()) == (410, True)


@pytest.mark.parametrize("bad", ["", "x", "eJw" * 40, "é"])
def test_a_text_that_is_no_tournament_is_refused(bad):
    with pytest.raises(BadLost):
        read_lost(bad)


def test_a_table_that_a_new_phone_keeps_by_now_is_not_taken_from_it(evening, tmp_path):
    file = back_up(tmp_path)
    phones = three_rounds(evening)
    put_back(file)
    code = code_for(evening)
    bring(phones[0], code)
    new = Round.objects.get(no=3).tables.get(no=2).table
    Phone(new).play(new, HANDS[0])
    answer = bring(phones[1], code)
    assert (answer.status_code, "Scan the table’s new code" in said(answer)) == (409, True)
