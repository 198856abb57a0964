"""People with names alike of whom somebody said that they are two: it is remembered, shown, taken
back."""

import pytest
from django.db import IntegrityError, transaction

from scoring.club.actions.forget import forget_player
from scoring.club.queries.personal_data import kept_of
from scoring.common.refused import Refused
from scoring.models import ToldApart
from scoring.people.actions.import_people import compare, edition_of, import_people
from scoring.people.actions.people import add_players, tell_apart, undo_tell_apart
from scoring.people.pure.roll import RollRow
from tests.cast import PHONE, a_club, an_officer, everything, signed_in
from tests.html import shown

pytestmark = pytest.mark.django_db

SUMMARIES = r"<summary>(.*?)</summary>"


@pytest.fixture
def club():
    return a_club()


@pytest.fixture
def zoes(club):
    return add_players(club=club, names=["Zoë", "Zoe"])


def pairs():
    return [f"{told.one} and {told.other}, by {told.by}" for told in ToldApart.objects.all()]


def summaries(club, who="kate"):
    return shown(signed_in(who).get(f"/clubs/{club.pk}/people/"), SUMMARIES)


def send(club, one, other, who="kate", **more):
    path = f"/clubs/{club.pk}/players/{one.pk}/apart"
    return signed_in(who).post(path, {"other": other.pk, **more}, follow=True)


def told(answer):
    return shown(answer, r'<div class="remark" role="status">(.*?)</div>')


def test_two_people_kept_separate_are_no_longer_pointed_out_and_are_listed(club, zoes):
    assert summaries(club) == ["1 pair of similar names"]
    answer = send(club, *zoes)
    assert told(answer) == ["Zoë and Zoe are kept separate."]
    assert (summaries(club), pairs()) == (
        ["1 pair of similar names kept separate"],
        ["Zoë and Zoe, by kate"],
    )


def test_keeping_separate_can_be_undone_in_either_order(club, zoes):
    send(club, *zoes)
    answer = send(club, *reversed(zoes), back="yes")
    assert told(answer) == ["Zoe and Zoë are listed as similar names again."]
    assert (summaries(club), pairs()) == (["1 pair of similar names"], [])


def test_keeping_two_people_separate_twice_or_in_reverse_stores_one_pair(club, zoes):
    for two in (zoes, zoes, zoes[::-1]):
        send(club, *two)
    assert pairs() == ["Zoë and Zoe, by kate"]
    for _ in range(2):
        undo_tell_apart(one=zoes[0], other=zoes[1])
    assert pairs() == []


def test_the_database_refuses_reversed_pairs_and_pairs_of_one_person(zoes):
    one, other = zoes
    tell_apart(one=one, other=other, actor=PHONE)
    for two in ({"one": other, "other": one}, {"one": one, "other": one}):
        with pytest.raises(IntegrityError), transaction.atomic():
            ToldApart.objects.create(**two, by="kate")


def test_an_impossible_pair_is_refused_and_not_stored(club, zoes):
    (stranger,) = add_players(club=a_club("Another", organiser="mallory"), names=["Zoé"])
    stored = everything()
    for other in (zoes[0], stranger):
        with pytest.raises(Refused, match="Choose two different players of this club."):
            tell_apart(one=zoes[0], other=other, actor=PHONE)
    assert send(club, zoes[0], stranger).status_code == 404
    assert everything() == stored


def test_a_new_person_confirmed_as_different_is_not_pointed_out_again(club, zoes):
    path = f"/clubs/{club.pk}/players/add"
    signed_in().post(path, {"names": "Zöe, Tom", "sure": "on"})
    assert pairs() == ["Zöe and Zoe, by kate", "Zöe and Zoë, by kate"]
    assert summaries(club)[0] == "1 pair of similar names"


def test_similar_new_people_confirmed_as_different_are_not_pointed_out_again(club):
    names = {"names": "Jonathan Smith, Jonathon Smith, Tom"}
    path = f"/clubs/{club.pk}/players/add"
    assert signed_in().post(path, names).status_code == 422
    for _ in range(2):
        signed_in().post(path, names | {"sure": "on"})
    assert pairs() == ["Jonathan Smith and Jonathon Smith, by kate"]
    assert summaries(club) == ["1 pair of similar names kept separate"]


def test_an_imported_line_confirmed_as_new_is_not_pointed_out_again(club):
    add_players(club=club, names=["Zoë"])
    rows = [RollRow(line=1, name="Zoe", says={}), RollRow(line=2, name="Tomasina", says={})]
    seen = edition_of(compare(club, rows))
    import_people(club=club, rows=rows, choices={1: "new"}, seen=seen, actor=PHONE)
    assert [name.partition(",")[0] for name in pairs()] == ["Zoe and Zoë"]


def test_the_merge_page_says_who_kept_two_people_separate_and_offers_it_once(club, zoes):
    one, other = zoes
    path, button = (
        f"/clubs/{club.pk}/players/{one.pk}/merge?other={other.pk}",
        "Keep separate<",
    )
    assert button in signed_in().get(path).content.decode()
    send(club, other, one)
    page = signed_in().get(path)
    (said,) = shown(page, r'<p class="remark">(.*?)</p>')
    assert said.endswith("kate marked them as different people.")
    assert (button in page.content.decode(), "Merge</button>" in page.content.decode()) == (
        False,
        True,
    )
    offered = signed_in().get(f"/clubs/{club.pk}/players/{one.pk}/merge").content.decode()
    assert f"?other={other.pk}" not in offered


def test_a_scorer_does_not_see_which_people_are_kept_separate(club, zoes):
    send(club, *zoes)
    an_officer(club, "sam", "scorer")
    assert summaries(club, "sam") == []


def test_a_persons_data_export_says_whom_they_are_kept_separate_from(club, zoes):
    send(club, *zoes)
    assert [kept_of(player)["told_apart_from"] for player in zoes] == [["Zoe"], ["Zoë"]]


def test_erasing_a_person_deletes_their_kept_separate_pairs(club, zoes):
    send(club, *zoes)
    forget_player(player=zoes[1], actor=PHONE)
    assert (pairs(), summaries(club)) == ([], [])


def test_many_pairs_take_as_many_queries_as_few(club, django_assert_num_queries):
    kate, page = signed_in(), f"/clubs/{club.pk}/people/"
    for name in ("Wilhelmina", "Catherine", "Bernadette"):
        two = add_players(club=club, names=[name, f"{name[:3]} {name[3:]}"])
        tell_apart(one=two[0], other=two[1], actor=PHONE)
        kate.get(page)
        with django_assert_num_queries(13):
            kate.get(page)
