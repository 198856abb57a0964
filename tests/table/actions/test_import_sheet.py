"""A sheet becomes a table, and the table's own sheet says the same."""

from dataclasses import replace
from datetime import datetime
from random import Random
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from scoring.common.refused import Refused
from scoring.euchre.score_out import score
from scoring.euchre.sheet import document, read
from scoring.models import Candidate, ClubSession, HandRecord, HouseRules
from scoring.people.actions.people import add_players
from scoring.table.actions.house_rules import make_house_rules
from scoring.table.actions.import_sheet import take_in
from scoring.table.queries.settlement import statement_of
from scoring.table.queries.sheet_files import sheet_of
from tests import proof
from tests.cast import (
    PHONE,
    a_club,
    a_table,
    again,
    an_evening,
    close,
    dealers,
    everything,
    log,
    some_id,
    totals,
)
from tests.euchre.cast import a_sheet
from tests.euchre.chance import any_sheet

pytestmark = pytest.mark.django_db

HOUSE = {"base": "keller", "name": "Ours", "euchre": 3}
PAPER = a_sheet(
    "Ben+Dan 5",
    "-",
    {"maker": "Eve", "partner": None, "tricks": 3, "note": "Cat “slept”", "dealer": "Gus"},
    {
        "maker": "Ann",
        "partner": "Ben",
        "irregularities": [{"kind": "revoke", "by": "Cat", "times": 2}],
    },
    players=7,
    dealer="Cat",
    options={"joker": True},
    stake={"currency": "GBP", "point": "0.25"},
    title="On paper",
    played="2026-05-01",
)


def taken(told, session=None):
    """The table that a document becomes."""
    return take_in(session=session or an_evening(), sheet=read(told), actor=PHONE)


def refused(told, session):
    stored = everything()
    with pytest.raises(Refused) as why:
        taken(told, session)
    assert everything() == stored
    return str(why.value)


def told_by(sheet, *, like=None):
    """The sheet's document, but for what an evening tells in its own way and hands of `like` do not
    say."""
    found, like = document(sheet), like or sheet
    hands = [
        {
            key: value
            for key, value in hand.items()
            if key not in ("id", "at") or getattr(entry, key)
        }
        for hand, entry in zip(found["hands"], like.hands, strict=True)
    ]
    moments = [
        hand | ({"at": datetime.fromisoformat(hand["at"])} if "at" in hand else {})
        for hand in hands
    ]
    kept = {key: value for key, value in found.items() if key not in ("title", "played")}
    return kept | {"hands": moments}


def test_the_sheet_of_an_imported_table_equals_the_imported_one():
    table = taken(PAPER)
    assert told_by(sheet_of(table.sitting), like=read(PAPER)) == told_by(read(PAPER))
    assert totals(table) == score(read(PAPER)).totals
    assert dealers(table)[:3] == [2, 3, 6]


@settings(max_examples=proof.examples(40), suppress_health_check=list(HealthCheck))
@given(random=st.integers(0, 2**32), hands=st.integers(0, 12))
def test_any_sheet_is_exported_as_it_was_imported(random, hands, db):
    sheet = any_sheet(Random(random), hands)
    assume(
        sheet.house is None or len(sheet.house) > 2
    )  # house rules that change nothing are refused
    sheet = replace(sheet, hands=tuple(map(as_kept, sheet.hands)))
    currency = sheet.stake.currency if sheet.stake else "GBP"
    club = a_club(currency=currency)
    table = take_in(session=an_evening(club), sheet=sheet, actor=PHONE)
    found = sheet_of(again(table).sitting)
    assert told_by(found, like=sheet) == told_by(sheet)
    assert score(found).totals == score(sheet).totals


def as_kept(entry):
    """A hand as a table keeps it: under an id of its own, and told in whole seconds."""
    at = entry.at and entry.at[:19] + "+00:00"
    return replace(entry, at=at, id=entry.id and str(uuid4()))


def test_imported_hands_keep_their_ids_and_times_and_record_who_imported_them():
    hand = {
        "maker": "Ben",
        "tricks": 3,
        "partner": "Dan",
        "id": str(some_id(5)),
        "at": "2026-05-01T20:15:00+02:00",
    }
    table = taken(a_sheet(hand))
    record = HandRecord.objects.get()
    assert (record.pk, record.logged_at.isoformat(), record.logged_by, record.place) == (
        some_id(5),
        "2026-05-01T18:15:00+00:00",
        "a phone at the table",
        1,
    )
    assert record.sitting == table.sitting


def test_a_new_player_on_a_sheet_becomes_a_guest_of_the_club():
    club = a_club()
    a_table(session=an_evening(club))
    club.players.update(guest=False)
    taken(a_sheet("Zed 3", players=["Ann", "Ben", "Cat", "Zed"]), an_evening(club))
    assert {player.name: player.guest for player in club.players.all()} == {
        **dict.fromkeys(["Ann", "Ben", "Cat", "Dan", "Eve"], False),
        "Zed": True,
    }


def test_an_imported_table_is_over_if_its_players_have_moved_to_another():
    session = an_evening()
    first = taken(PAPER, session)
    second = taken(a_sheet("Ann! 5", players=4), session)
    apart = taken(a_sheet("Hal! 5", players=["Hal", "Ida", "Jo", "Kit"]), session)
    assert [again(table).sitting.ended_at is None for table in (first, second, apart)] == [
        True,
        False,
        True,
    ]


def test_importing_a_sheet_costs_no_waiting_player_their_turn():
    table = a_table("Dan! 5", names=["Ann", "Ben", "Cat", "Dan"])
    (fay,) = add_players(club=table.session.club, names=["Fay"])
    wish = Candidate.objects.create(table=table, player=fay)
    paper = taken(a_sheet("Fay! 5", players=["Fay", "Gus", "Hal", "Ida"]), table.session)
    assert again(wish) == wish
    assert again(wish).withdrawn_at is None
    assert again(paper).sitting.ended_at is not None


def test_an_imported_sheet_is_settled_with_the_evening():
    session = an_evening()
    taken(PAPER, session)
    nets = dict(zip(statement_of(session).names, statement_of(session).nets, strict=True))
    assert {name: net.minor for name, net in nets.items()} == {
        name: net.minor for name, net in score(read(PAPER)).settlement.nets.items()
    }
    assert close(session).payments.exists()


# -- house rules
# ---------------------------------------------------------------------------------------


def test_the_clubs_own_house_rules_are_used_for_the_table():
    session = an_evening()
    ours = make_house_rules(club=session.club, base="keller", name="Ours", changes={"euchre": 3})
    assert taken(a_sheet("Ann 5", players=4, rules=HOUSE), session).house == ours
    assert HouseRules.objects.count() == 1


def test_house_rules_that_the_club_lacks_are_added_to_it():
    session = an_evening()
    house = taken(a_sheet("Ann 5", players=4, rules=HOUSE), session).house
    assert (house.club, house.document) == (session.club, HOUSE)


def test_different_house_rules_of_the_same_name_are_refused():
    session = an_evening()
    make_house_rules(club=session.club, base="keller", name="Ours", changes={"euchre": 4})
    assert refused(a_sheet("Ann 5", players=4, rules=HOUSE), session) == (
        "The club has rules called Ours. Choose another name."
    )


# -- twice
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [{}, {"id": str(some_id(5))}], ids=["without ids", "with ids"])
def test_the_same_sheet_can_be_imported_only_once(more):
    session = an_evening(title="The final")
    told = a_sheet({"maker": "Ben", "tricks": 3, "partner": "Dan"} | more, "-")
    taken(told, session)
    assert refused(told, session) == (
        "Hands of this sheet are here already: Table 1 of The final has them."
    )


def test_the_sheet_of_a_table_that_is_already_here_is_refused():
    table = a_table("Eve! 5", session=an_evening(title="The final"))
    told = document(sheet_of(table.sitting))
    assert refused(told, an_evening(table.session.club)).startswith(
        "Hands of this sheet are here already: Table 1"
    )


def test_the_same_paper_sheet_can_be_imported_on_another_evening():
    club = a_club()
    for _ in range(2):
        taken(PAPER, an_evening(club))
    assert HandRecord.objects.count() == 8


def test_hand_ids_used_by_another_club_are_replaced_once():
    theirs = log(a_table(session=an_evening(a_club("Theirs", organiser="mallory"))), id=some_id(5))
    told = a_sheet({"maker": "Ben", "tricks": 3, "partner": "Dan", "id": str(some_id(5))})
    session = an_evening(a_club())
    table = taken(told, session)
    assert HandRecord.objects.exclude(pk=theirs.pk).get().sitting == table.sitting
    assert again(theirs).sitting.table != table
    assert refused(told, session).startswith("Hands of this sheet are here already")


# -- refused
# -------------------------------------------------------------------------------------------


def test_a_closed_evening_imports_no_sheet():
    table = a_table("Eve! 5")
    close(table.session)
    assert refused(PAPER, again(table.session)) == (
        "This club night is closed. The organiser can reopen it."
    )


def test_a_hand_that_its_rules_forbid_is_refused():
    assert refused(
        a_sheet({"maker": "Ann", "tricks": 3, "partner": "Ben", "turned": "joker"}), an_evening()
    ) == ("hand 1: There is no joker in this pack.")


def test_importing_a_sheet_updates_the_evenings_screens():
    session = an_evening()
    before = session.version
    taken(PAPER, session)
    assert ClubSession.objects.get().version > before
