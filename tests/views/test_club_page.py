import pytest

from tests.cast import FIVE, a_club, a_table, again, an_evening, close, everything, signed_in
from tests.views.reading import said, shown

pytestmark = pytest.mark.django_db


def test_a_club_shows_its_people_and_its_evenings_the_latest_first():
    club = a_club()
    an_evening(club, title="The first", played_on="2026-11-13")
    table = a_table("Eve! 5", session=an_evening(club, title="The second", played_on="2026-11-20"))
    close(table.session)
    page = signed_in("kate").get(f"/clubs/{club.pk}/")
    assert shown(page, r'<a href="/sessions/\d+/">(.*?)</a>') == ["The second closed", "The first open"]
    people = shown(page, r'<ul class="people">.*?</ul>')[0]
    assert [people.count(name) for name in FIVE] == [1] * 5


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("", "This field is required."),
        (" ,, ", "Type at least one name."),
        (", ".join(f"A{no}" for no in range(201)), "201 names: at most 200 at once."),
        ("Ann, Ben, ANN", "Ann is there twice. Give one of them a second name."),
        ("x" * 30_000, "Ensure this value has at most 20000 characters (it has 30000)."),
    ],
)
def test_names_that_cannot_be_added_are_refused_with_a_sentence(names, sentence):
    club = a_club()
    answer = signed_in("kate").post(f"/clubs/{club.pk}/players/add", {"names": names})
    assert (answer.status_code, said(answer), club.players.count()) == (422, sentence, 0)


@pytest.mark.parametrize("told", [{"played_on": "yesterday"}, {"title": "x" * 61}, {"title": "a\x07b"}])
def test_an_evening_that_cannot_be_is_refused_with_a_sentence(told):
    club = a_club()
    stored = everything()
    answer = signed_in("kate").post(f"/clubs/{club.pk}/sessions/open", told)
    assert (answer.status_code, everything()) == (422, stored)
    assert said(answer) in (
        "Enter a valid date.",
        "Ensure this value has at most 60 characters (it has 61).",
        "This text holds a sign that cannot be printed.",
    )


def test_a_player_is_renamed_on_a_page_that_starts_with_what_is_known():
    club = a_table().session.club
    eve, kate = club.players.get(name="Eve"), signed_in("kate")
    path = f"/clubs/{club.pk}/players/{eve.pk}/"
    assert 'value="Eve"' in kate.get(path).content.decode()
    answer = kate.post(path, {"name": "Evelyn Ashby-Cole", "short_name": "Eve"})
    assert (answer.status_code, answer.url) == (302, f"/clubs/{club.pk}/")
    assert (again(eve).name, again(eve).called, again(eve).guest) == ("Evelyn Ashby-Cole", "Eve", False)


@pytest.mark.parametrize(
    ("told", "status", "sentence"),
    [
        ({}, 422, "This field is required."),
        ({"name": "Eve, Fay"}, 422, "2 names: at most 1 at once."),
        ({"name": "ANN"}, 409, "Somebody else in the club is called ANN. Nothing was changed."),
        ({"name": "Eve", "short_name": "a\0b"}, 422, "Null characters are not allowed."),
        (
            {"name": "Eve", "short_name": "x" * 13},
            422,
            "Ensure this value has at most 12 characters (it has 13).",
        ),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_sentence(told, status, sentence):
    club = a_table().session.club
    stored = everything()
    answer = signed_in("kate").post(f"/clubs/{club.pk}/players/{club.players.get(name='Eve').pk}/", told)
    assert (answer.status_code, everything()) == (status, stored)
    assert sentence in said(answer)


def test_a_player_of_another_club_is_not_found_in_ones_own():
    ours, theirs = a_club(), a_table().session.club
    answer = signed_in("kate").get(f"/clubs/{ours.pk}/players/{theirs.players.first().pk}/")
    assert answer.status_code == 404
