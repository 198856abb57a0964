"""A person is erased: every name of theirs is removed, every figure is kept."""

import json
import re
from functools import partial

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.club.actions import forget as forget_module
from scoring.club.actions.forget import forget_player
from scoring.club.actions.merge import merge_players
from scoring.common.names import unnaming
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.evening.actions.calling_off import call_off
from scoring.evening.actions.check_in import arrive, pay_at_the_door
from scoring.evening.actions.sessions import close_session, write_notice
from scoring.models import (
    Assent,
    Closing,
    ClubSession,
    Correction,
    Entry,
    Event,
    HandRecord,
    Plan,
    Player,
    Report,
    Reseating,
    Round,
    Tally,
    Tournament,
)
from scoring.money.actions.payments import mark_paid
from scoring.money.queries.accounts import balances
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.people import add_players, rename_player
from scoring.table.actions.reseat import put_right
from tests import proof
from tests.cast import (
    FIVE,
    PHONE,
    a_club,
    a_table,
    again,
    an_evening,
    an_organiser,
    close,
    everything,
    log,
    reopen,
    undone,
    versions,
)
from tests.tournament.cast import a_tournament, begun, ended, tell

pytestmark = pytest.mark.django_db

FOUR = ["Eve", "Ben", "Eve Bell", "Dan"]


def kate():
    return Actor(user=an_organiser("kate"))


@pytest.fixture
def club():
    return a_club()


def player(club, name="Eve"):
    return club.players.get(name=name)


def forget(someone):
    return forget_player(player=someone, actor=kate())


def refusal(someone):
    stored = everything()
    with pytest.raises(Refused) as why:
        forget(someone)
    assert everything() == stored
    return str(why.value)


def settled(table):
    """Close the evening of a table and pay all that is owed."""
    closing = close(table.session)
    for payment in closing.payments.all():
        mark_paid(payment=payment, paid=True, actor=PHONE)
    return closing


def an_evening_of(club, *hands, names=FIVE, **what):
    return a_table(*hands, session=an_evening(club), names=names, **what)


def test_erasing_removes_the_names_and_contact_details_and_notes(club):
    settled(an_evening_of(club, "Eve! 5"))
    eve = player(club)
    reached = {"phone": "020 7946 0000", "email": "eve@example.org"}
    said = {"name": "Eve", "short_name": "Evie", "guest": False, "notes": "Vegetarian"}
    rename_player(player=eve, **said, **reached)
    now = again(forget(eve))
    assert (now.pk, now.name, now.key) == (eve.pk, "Former member 1", "former member 1")
    assert (now.short_name, now.phone, now.email, now.notes) == ("", "", "", "")
    assert (now.active, now.forgotten_at is not None) == (False, True)


def test_each_erased_person_gets_a_different_name(club):
    people = add_players(club=club, names=["Ann", "Ben", "Former member 2", "Cat"])
    now = [forget(someone).name for someone in (people[0], people[1], people[3])]
    assert now == ["Former member 1", "Former member 3", "Former member 4"]


def test_erasing_changes_no_point_and_no_penny(club):
    table = an_evening_of(club, "Eve! 5", "Ben+Dan 3")
    closing = settled(table)
    statement, hands = closing.statement, list(HandRecord.objects.values())
    tallies, book = list(Tally.objects.values()), list(Entry.objects.values())
    forget(player(club))
    now = again(closing).statement
    assert now.names == tuple(
        "Former member 1" if name == "Eve" else name for name in statement.names
    )
    told = {"ids", "sittings", "nets", "pairs", "transfers", "paid"}
    assert {name: getattr(now, name) for name in told} == {
        name: getattr(statement, name) for name in told
    }
    assert (list(HandRecord.objects.values()), list(Tally.objects.values())) == (hands, tallies)
    assert (list(Entry.objects.values()), balances(club)) == (book, {})


def test_a_person_who_paid_at_a_reopened_evening_belongs_to_it_without_a_seat(
    club,
):
    table = a_table("Eve! 5", session=an_evening(club))
    ann = table.sitting.players[0]
    mark_paid(payment=close(table.session).payments.get(payer=ann), paid=True, actor=PHONE)
    reopen(table.session)
    seen = [player.pk for player in table.sitting.players]
    names = ["Zed", *FIVE[1:]]
    put_right(sitting=table.sitting, names=names, stay_with="seats", seen=seen, actor=PHONE)
    with pytest.raises(Refused, match="is not closed, and Ann is part of it"):
        forget_player(player=ann, actor=kate())


def test_an_evening_reopened_and_closed_again_after_erasing_has_the_same_result(club):
    closing = settled(an_evening_of(club, "Eve! 5", "Ben+Dan 3"))
    forget(player(club))
    reopen(closing.session)
    now = close(closing.session).statement
    assert (now.names[4], now.nets, now.transfers) == (
        "Former member 1",
        closing.statement.nets,
        (),
    )
    assert balances(club) == {}


def test_the_erased_name_leaves_the_signed_result_and_its_story(club):
    table = an_evening_of(club, *["Eve! 5"] * 6, names=FOUR, rules_key="club-laws")
    closing = settled(table)
    (before,) = closing.statement.sittings
    assert any("Eve and Eve Bell" in line for line in before.story)
    forget(player(club))
    (after,) = again(closing).statement.sittings
    assert after.story == tuple(
        line.replace("Eve and Eve Bell", "Former member 1 and Eve Bell") for line in before.story
    )
    assert again(closing).statement.names == ("Former member 1", "Ben", "Eve Bell", "Dan")


def test_the_name_signed_before_a_rename_is_erased_too(club):
    closing = settled(an_evening_of(club, "Eve! 5"))
    log_a_note(club, "Eve had the laugh")
    rename_player(player=player(club), name="Evelyn", short_name="", guest=False)
    forget(player(club, "Evelyn"))
    assert again(closing).statement.names[4] == "Former member 1"
    assert set(HandRecord.objects.exclude(note="").values_list("note", flat=True)) == {
        "Former member 1 had the laugh"
    }


def log_a_note(club, note):
    settled_table = an_evening_of(club, names=["Ann", "Ben", "Cat", "Dan"])
    log(settled_table, "Ann! 5", note=note)
    settled(settled_table)


def test_a_name_merged_into_the_person_is_erased_too(club):
    kept, gone = add_players(club=club, names=["Zoë", "Zoe"])
    merge_players(kept=kept, gone=gone, actor=kate())
    forget(kept)
    assert list(Event.objects.order_by("pk").values_list("said", flat=True)) == [
        "Former member 1 and Former member 1 were one person: Former member 1 from now on.",
        "Erased the data of a person, now Former member 1.",
    ]


def write_everywhere(club, table, text):
    """Write a text wherever people may write one about an evening."""
    write_notice(session=table.session, notice=text)
    ClubSession.objects.filter(pk=table.session_id).update(title=text)
    note_down(club=club, actor=kate(), said=text)
    record = log(table, note=text)
    Correction.objects.create(record=record, kind="kept", before={}, after={}, why=text, by="kate")
    Assent.objects.create(record=record, revision=0, agrees=False, why=text, by="phone K7")
    Reseating.objects.create(sitting=table.sitting, before=[], after=[], why=text, by="kate")
    Plan.objects.create(
        session=table.session, way="hand", seed=0, moved=[text, "Ben"], made_by="kate"
    )
    Entry.objects.create(
        club=club,
        kind="adjustment",
        debited=player(club, "Ben"),
        amount_minor=1,
        note=text,
        by="kate",
    )
    Player.objects.filter(club=club, name="Ben").update(notes=text)


def test_the_name_is_erased_from_all_notes_and_texts(club):
    table = an_evening_of(club, "Eve! 5")
    write_everywhere(club, table, "Eve was late, Steve too")
    settled(table)
    Closing.objects.update(reopened_why="for Eve")
    forget(player(club))
    told = "Former member 1 was late, Steve too"
    session, plan = again(table.session), Plan.objects.get()
    assert (session.title, session.notice, plan.moved) == (told, told, [told, "Ben"])
    assert Event.objects.filter(said=told).count() == 1
    assert HandRecord.objects.filter(note=told).count() == 1
    assert (
        Correction.objects.get().why
        == Reseating.objects.get().why
        == Assent.objects.get().why
        == told
    )
    assert Entry.objects.get(kind="adjustment").note == player(club, "Ben").notes == told
    assert Closing.objects.get().reopened_why == "for Former member 1"
    assert stored_words("Eve") == []


def stored_words(name):
    """The places where a name is stored that belongs to no other person."""
    return [
        (model.__name__, field.name, value)
        for model in apps.get_app_config("scoring").get_models()
        for field in model._meta.fields
        for value in model.objects.values_list(field.name, flat=True)
        if name in json.dumps(value, default=str, ensure_ascii=False)
    ]


def a_finished_tournament(club, people, **what):
    """A tournament whose results were announced, and whose evening is closed."""
    tournament = a_tournament(people, session=an_evening(club), **what)
    row = begun(tournament)
    Round.objects.filter(pk=row.pk).update(moved=["kate: 1 Ann and 2 Eve changed places."])
    tell(ended(row), 1, 8, 3, why="Eve’s card")
    rows = [{"rank": one.no, "no": one.no, "name": one.name} for one in tournament.entrants.all()]
    Tournament.objects.filter(pk=tournament.pk).update(
        results={"rows": rows, "prizes": []}, finished_at=timezone.now()
    )
    ClubSession.objects.filter(pk=tournament.session_id).update(closed_at=timezone.now())
    return tournament


@pytest.mark.parametrize(
    ("people", "style", "announced"),
    [
        (["Ann", "Eve", "Eve Bell", "Dan"], "club", ["Ann", "Former member 1", "Eve Bell", "Dan"]),
        (
            [("Ann", "Eve Bell"), ("Eve", "Dan")],
            "pairs",
            ["Ann and Eve Bell", "Former member 1 and Dan"],
        ),
    ],
)
def test_the_name_is_erased_from_announced_tournaments(people, style, announced, club):
    prizes = [{"prize": "first", "gift": "Eve’s cake"}, {"prize": "booby", "amount": 50}]
    tournament = a_finished_tournament(club, people, style=style, prizes=prizes)
    eve = rename_player(player=player(club), name="Evelyn", short_name="", guest=False)
    forget(eve)
    now = again(tournament)
    assert [row["name"] for row in now.results["rows"]] == announced
    assert now.settings["prizes"] == [
        {"prize": "first", "gift": "Former member 1’s cake"},
        prizes[1],
    ]
    assert Report.objects.get().why == "Former member 1’s card"
    assert now.rounds.get().moved == ["kate: 1 Ann and 2 Former member 1 changed places."]


def test_an_entrant_of_an_open_tournament_is_not_erased_yet(club):
    a_tournament(["Eve", "Ann", "Ben", "Cat"], session=an_evening(club, title="Friday"))
    assert (
        "Friday is not closed, and Eve is part of it. First remove them from its tournament or "
        "cancel it."
    ) in refusal(player(club))


def test_texts_of_another_club_are_kept(club):
    theirs = a_club("Another club", organiser="mallory")
    (eve,), (other,) = (add_players(club=one, names=["Eve"]) for one in (club, theirs))
    note_down(club=theirs, actor=kate(), said="Eve won")
    forget(eve)
    assert (again(other).name, theirs.events.get().said) == ("Eve", "Eve won")


def test_a_text_that_would_grow_too_long_is_cut(club):
    (eve,) = add_players(club=club, names=["Eve"])
    note_down(club=club, actor=kate(), said="Eve " * 75)
    forget(eve)
    assert len(Event.objects.order_by("pk").first().said) == 300


def test_the_screens_of_tables_with_an_erased_player_are_updated(club):
    table = an_evening_of(club, "Eve! 5")
    settled(table)
    before = versions(table)
    forget(player(club))
    assert versions(table) == tuple(version + 1 for version in before)


def test_names_that_are_words_leave_dates_and_games_as_they_are(club):
    note_down(club=club, actor=PHONE, said="June played Call-Ace with Ace on 4 June 2026.")
    for one in add_players(club=club, names=["June", "Ace"]):
        forget_player(player=one, actor=PHONE)
    (said,) = Event.objects.filter(club=club, said__contains="played").values_list(
        "said", flat=True
    )
    assert re.sub(r"Former member \d", "X", said) == "X played Call-Ace with X on 4 June 2026."


def test_a_person_called_as_a_word_is_erased_from_lists_and_not_from_sentences(club):
    note_down(club=club, actor=PHONE, said="A table was added. I think A is no name.")
    note_down(club=club, actor=PHONE, said="A and I were one person: I from now on.")
    note_down(
        club=club, actor=Actor(user=User(username="A")), said="Imported people: A, Ben and I."
    )
    for one in add_players(club=club, names=["A", "I"]):
        forget_player(player=one, actor=PHONE)
    before = club.events.exclude(said__startswith="Erased").order_by("pk")
    assert [(one.by == "A", one.said) for one in before] == [
        (False, "A table was added. I think A is no name."),
        (False, "Former member 1 and I were one person: I from now on."),
        (False, "Imported people: Former member 1, Ben and Former member 2."),
    ]


def test_a_name_is_erased_with_each_kind_of_apostrophe(club):
    (pat,) = add_players(club=club, names=["Pat O'Neil"])
    add_players(club=club, names=["Pat O’Neil Cole"])
    said = "Pat O’Neil, pat o'neil and Pat O'Neil Cole were late."
    note_down(club=club, actor=PHONE, said=said)
    forget(pat)
    assert club.events.get(said__contains="late").said == (
        "Former member 1, Former member 1 and Pat O'Neil Cole were late."
    )


def test_the_names_to_look_for_are_prepared_once_however_many_texts_there_are(club, monkeypatch):
    (eve, *_) = add_players(club=club, names=["Eve", "Eve Bell"])
    prepared = []
    monkeypatch.setattr(
        forget_module,
        "unnaming",
        lambda *names, **how: prepared.append(names) or unnaming(*names, **how),
    )
    counts = []
    for name, texts in (("Eve", 1), ("Zoe", 40)):
        for no in range(texts):
            note_down(club=club, actor=PHONE, said=f"{name} was late {no} times.")
        forget(eve if name == "Eve" else add_players(club=club, names=["Zoe"])[0])
        counts.append(len(prepared))
        prepared.clear()
    assert counts[0] == counts[1] > 0


def test_a_short_name_that_two_people_share_is_not_erased_from_texts(club):
    bell, smith = add_players(club=club, names=["Ann Bell", "Ann Smith"])
    Player.objects.filter(pk__in=[bell.pk, smith.pk]).update(short_name="Ann")
    note_down(club=club, actor=PHONE, said="Ann made the tea.")
    forget_player(player=again(bell), actor=PHONE)
    assert Event.objects.filter(club=club, said="Ann made the tea.").exists()


def test_erasing_twice_changes_nothing(club):
    (eve,) = add_players(club=club, names=["Eve"])
    forget(eve)
    stored = everything()
    assert forget(eve).name == "Former member 1"
    assert everything() == stored


def test_an_erased_person_gets_no_name_again(club):
    (eve,) = add_players(club=club, names=["Eve"])
    forget(eve)
    with pytest.raises(Refused, match="The data of Former member 1 was erased"):
        rename_player(player=eve, name="Eve", short_name="", guest=False)
    assert again(eve).name == "Former member 1"


def test_an_erased_person_who_returns_is_a_new_person(club):
    (eve,) = add_players(club=club, names=["Eve"])
    forget(eve)
    (new,) = add_players(club=club, names=["Eve"])
    assert new.pk != eve.pk


# -- not yet
# ---------------------------------------------------------------------------------------------


def test_a_player_of_an_open_evening_is_not_erased_yet(club):
    session = an_evening(club, title="Friday")
    log(a_table(session=session, names=FIVE))
    assert refusal(player(club)) == (
        "The data of Eve can’t be erased yet. Friday is not closed, and Eve is part of it. First "
        "close it."
    )
    (fay,) = add_players(club=club, names=["Fay"])
    arrive(session=session, player=fay, actor=PHONE)
    assert (
        "Friday is not closed, and Fay is part of it. First undo their check-in or close it."
    ) in refusal(fay)


def test_a_person_checked_in_at_an_evening_without_play_is_erased_once_it_has_ended(club):
    """Cancelled because no one came, or closed after people came and went home."""
    for end in (partial(call_off, nobody_came=True), close_session):
        session = an_evening(club)
        (fay,) = add_players(club=club, names=["Fay"])
        arrive(session=session, player=fay, actor=PHONE)
        assert "Fay is part of it" in refusal(fay)
        end(session=session, actor=PHONE)
        assert forget(fay).name.startswith("Former member")


def test_a_person_with_a_balance_is_not_erased_yet(club):
    close(an_evening_of(club, "Eve! 5").session)
    assert refusal(player(club)) == (
        "The data of Eve can’t be erased yet. The club owes Eve £5.00. Settle the account first."
    )
    assert "Ann owes the club £1.25. Settle the account first." in refusal(player(club, "Ann"))


def test_an_unpaid_check_in_fee_prevents_erasing_until_it_is_paid(club):
    session = an_evening(club, door_fee_minor=200)
    (fay,) = add_players(club=club, names=["Fay"])
    arrive(session=session, player=fay, actor=PHONE)
    a_table("Eve! 5", session=session)
    pay_at_the_door(session=session, player=fay, paid=True, actor=PHONE)
    close(session)
    assert forget(fay).name == "Former member 1"


# -- whoever it is
# ---------------------------------------------------------------------------------------

hands = st.lists(
    st.sampled_from(["Ann! 5", "Ben+Dan 3", "Cat+Eve 5", "Dan! 2", "Eve+Ann 1", "-"]),
    min_size=1,
    max_size=6,
)


@settings(max_examples=proof.examples(15), suppress_health_check=list(HealthCheck))
@given(told=hands, who=st.sampled_from(FIVE))
def test_erasing_keeps_every_signed_figure(told, who):
    with undone():
        club = a_club()
        closing = settled(an_evening_of(club, *told))
        before = closing.statement
        forget(player(club, who))
        now = again(closing).statement
        assert (now.nets, now.pairs, now.transfers, now.points) == (
            before.nets,
            before.pairs,
            before.transfers,
            before.points,
        )
        assert [one == other for one, other in zip(now.names, before.names, strict=True)].count(
            False
        ) == 1
