"""Print tonight: one PDF of all that an evening or a tournament needs, in the order of use."""

from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from scoring.common.codes import EVENING, code_of
from scoring.table.views import sheets
from scoring.tournament.actions.finishing import finish
from scoring.tournament.views.paper import tally
from tests.cast import FIVE, PHONE, a_table, again, an_evening, close, log, signed_in
from tests.sheets.reading import pages, whole
from tests.tournament.cast import a_tournament, begun, ended, tell_all

pytestmark = pytest.mark.django_db


def tonight(session, **asked):
    answer = signed_in().get(f"/sessions/{session.pk}/tonight.pdf", asked)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return answer.content


def contents(session, **asked):
    """Return the sheets as a reader lists them beside the pages."""
    return [entry.title for entry in PdfReader(BytesIO(tonight(session, **asked))).outline]


def test_an_evening_prints_seats_table_cards_a_page_for_each_score_sheet_and_rules():
    session = an_evening()
    a_table(session=session)
    a_table(session=session, names=["Fay", "Gus", "Hal", "Ida"], rules_key="keller", stake_minor=0)
    a_table(session=session, names=["Joe", "Kim", "Lea", "Max"], rules_key="keller", stake_minor=0)
    assert contents(session) == [
        "Find your seat, by name",
        "Table cards",
        *(f"Score sheet, Table {no}, blank" for no in (1, 2, 3)),
        "Rules, Call-Ace",
        "Rules, Keller’s game",
    ]
    card = PdfReader(BytesIO(tonight(session))).pages[-1]
    assert code_of(EVENING, session.pk) in card.extract_text()


def test_five_tables_are_printed_on_ten_pages():
    session = an_evening()
    for no in range(5):
        a_table(session=session, names=[f"{name} {no}" for name in FIVE])
    assert [len(pages(tonight(session, paper=one))) for one in ("a4", "letter")] == [10, 10]


def test_before_a_table_is_added_only_the_check_in_list_is_printed():
    assert contents(an_evening()) == ["Check-in list"]


def test_friends_without_a_club_print_no_check_in_list():
    session = an_evening()
    type(session.club).objects.update(casual=True)
    answer = signed_in().get(f"/sessions/{session.pk}/tonight.pdf")
    assert (answer.status_code, "nothing to print yet" in answer.content.decode()) == (404, True)
    a_table(session=session)
    assert contents(session)[0] == "Find your seat, by name"


def test_a_closed_evening_prints_the_settlement_and_every_score_sheet():
    session = an_evening()
    log(a_table(session=session), "Eve! 5")
    close(session)
    assert contents(session) == ["Settlement", "Score sheet, Table 1", "Check-in list"]


def test_a_long_closed_evening_of_friends_is_printed_in_parts_that_its_page_links(monkeypatch):
    session = an_evening()
    tables = [a_table(session=session) for _ in range(3)]
    for table in tables:
        log(table, "Eve! 5")
    close(session)
    monkeypatch.setattr(sheets, "MOST_LINES", 2 * (sheets.HEAD_LINES + 1))
    every = ["Settlement", *(f"Score sheet, {table}" for table in tables)]
    assert contents(session) == [*every, "Check-in list"]
    type(session.club).objects.update(casual=True)
    assert [contents(session, part=no) for no in "123"] == [every[:1], every[1:3], every[3:]]
    at = f"/sessions/{session.pk}/"
    statuses = [signed_in().get(f"{at}tonight.pdf?part={no}").status_code for no in "4x"]
    assert statuses == [404, 200]
    page = signed_in().get(at).content.decode()
    linked = [f"{at}tonight.pdf{asks}" for asks in ("", "?part=2", "?part=3")]
    assert [f'"{one}"' in page for one in [*linked, f"{at}tonight.pdf?part=4"]] == [True] * 3 + [
        False
    ]


def test_a_tournament_prints_its_next_round_and_after_its_end_results_with_prizes():
    tournament = a_tournament(8)
    assert contents(tournament.session) == ["Tally cards", "Result slips"]
    tell_all(begun(tournament))
    assert contents(tournament.session) == [
        "Find your seat, by name",
        "Seating by table, by table",
        "Master grid, by table",
        "Table cards",
        "Tally cards",
        "Result slips",
        "Rules, American, in rounds",
    ]
    ended(tournament.rounds.last())
    finish(tournament=again(tournament), actor=PHONE)
    assert contents(tournament.session) == ["Results, Club", "Certificates"]
    assert "Prizes" in pages(tonight(tournament.session))[0].text


@pytest.fixture
def of_friends(monkeypatch):
    """A tournament of ten friends whose cards come in parts of four, in its first round."""
    monkeypatch.setattr(tally, "MOST_CARDS", 4)
    tournament = a_tournament(10)
    begun(tournament)
    type(tournament.session.club).objects.update(casual=True)
    return again(tournament)


def test_a_large_tournament_of_friends_is_printed_in_parts_that_its_page_links(of_friends):
    session = of_friends.session
    assert [contents(session, part=no) for no in "12345"] == [
        [
            *("Find your seat, by name", "Seating by table, by table", "Master grid, by table"),
            "Result slips",
        ],
        ["Table cards", "Rules, American, in rounds"],
        *[["Tally cards"]] * 3,
    ]
    here = f"/sessions/{session.pk}/tournament/papers/"
    cards = [
        whole(signed_in().get(f"{here}tally-cards.pdf?part={no}").content).count("Total")
        for no in "123"
    ]
    assert cards == [4, 4, 2]
    page = signed_in().get(here).content.decode()
    for name, parts in ((f"/sessions/{session.pk}/tonight", 5), (f"{here}tally-cards", 3)):
        links = [f"{name}.pdf", *(f"{name}.pdf?part={no}" for no in range(2, parts + 2))]
        assert [f'"{link}"' in page for link in links] == [True] * parts + [False]
        past = signed_in().get(links[-1])
        assert past.status_code == 404


def test_friends_print_as_many_blank_cards_as_one_part_has(of_friends, monkeypatch):
    monkeypatch.setattr(tally, "BLANK_CARDS", 2)
    here = f"/sessions/{of_friends.session_id}/tournament/papers/blank-cards.pdf"
    assert whole(signed_in().get(here).content).count("Total") == 4
    type(of_friends.session.club).objects.update(casual=False)
    assert whole(signed_in().get(here).content).count("Total") == 12


def test_one_card_of_a_large_tournament_of_friends_is_printed_by_its_number(of_friends):
    here = f"/sessions/{of_friends.session_id}/tournament/papers/tally-cards.pdf"
    assert whole(signed_in().get(f"{here}?no=9").content).count("Total") == 1


def test_a_club_prints_a_large_tournament_in_one_part(of_friends):
    type(of_friends.session.club).objects.update(casual=False)
    session = again(of_friends).session
    assert contents(session).count("Tally cards") == 1
    assert signed_in().get(f"/sessions/{session.pk}/tonight.pdf?part=2").status_code == 404


def test_printing_three_tables_takes_as_many_queries_as_one():
    def count():
        with CaptureQueriesContext(connection) as found:
            tonight(session)
        return len(found)

    session = an_evening()
    a_table(session=session)
    first = count()
    for names in ("Fay Gus Hal Ida", "Joe Kim Lea Max"):
        a_table(session=session, names=names.split(), rules_key="keller")
    assert count() == first


def test_all_pages_are_numbered_and_on_the_chosen_paper():
    session = an_evening()
    a_table(session=session)
    found = pages(tonight(session, paper="letter"))
    for no, page in enumerate(found, start=1):
        assert page.text.endswith(f"page{no}of{len(found)}")
        assert page.size == (612, 792)
