"""One person: made one with another entry, handed their data, forgotten."""

import json
import re
from datetime import date

import pytest
from django.utils import timezone

from scoring.models import ClubSession, Player, Season
from scoring.people.actions.people import add_players
from tests.cast import a_club, a_table, again, an_evening, an_officer, close, everything, signed_in
from tests.html import refused, shown
from tests.test_queries import asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Zoë", "Ben"])
    add_players(club=club, names=["Zoe"], guest=True)
    return club


@pytest.fixture
def kate(club):
    return signed_in("kate")


@pytest.fixture
def two(club):
    return club.players.get(name="Zoë"), club.players.get(name="Zoe")


def of(player, rest):
    return f"/clubs/{player.club_id}/players/{player.pk}/{rest}"


def message(answer):
    return shown(answer, r'<div class="remark" role="status">(.*?)</div>')[0]


# -- one person
# ------------------------------------------------------------------------------------------


def links(page):
    return shown(page, r'<a href="\?other=\d+">(.*?)</a>')


def test_similar_names_are_offered_first_and_others_can_be_searched(kate, two):
    assert links(kate.get(of(two[0], "merge"))) == ["Zoe guest"]
    assert links(kate.get(of(two[0], "merge?q=be"))) == ["Ben"]
    page = kate.get(of(two[0], "merge?q=nobody")).content.decode()
    assert "No one else has that name. Try fewer letters." in page


def test_a_person_without_similar_names_gets_a_hint_to_search(club, kate):
    page = kate.get(of(club.players.get(name="Ben"), "merge")).content.decode()
    assert "There are no similar names. Search above." in page


def test_the_changes_of_a_merge_are_shown_before_it_is_stored(club, kate, two):
    close(a_table("Zoe! 5", session=an_evening(club), names=["Zoe", "Ann", "Ben", "Cat"]).session)
    stored = everything()
    page = kate.get(of(two[0], f"merge?other={two[1].pk}"))
    assert shown(page, r"<tr>(.*?)</tr>") == [
        "Zoë Zoe",
        "Status member guest",
        "Club nights 0 0",
        "Sittings 0 1",
        "Hands 0 1",
        "Payments 0 3",
        "Account entries 0 1",
    ]
    assert shown(page, r"<legend>.*?</fieldset>") == ["Name to keep Zoë Zoe"]
    assert everything() == stored


@pytest.mark.parametrize("stays", [0, 1])
def test_two_entries_are_merged_under_the_chosen_name(stays, kate, two):
    sent = {"other": two[1].pk, "stays": two[stays].pk}
    answer = kate.post(of(two[0], "merge"), sent, follow=True)
    assert answer.redirect_chain[0] == (of(two[stays], ""), 302)
    assert message(answer) == f"Merged into {two[stays]}."
    (left,) = Player.objects.filter(pk__in=[player.pk for player in two])
    assert (left, left.name, left.guest) == (two[stays], two[stays].name, False)


@pytest.mark.parametrize("stays", [0, 1])
def test_a_second_tap_changes_nothing_and_leads_to_the_same_page(stays, kate, two):
    sent = {"other": two[1].pk, "stays": two[stays].pk}
    kate.post(of(two[0], "merge"), sent)
    stored = everything()
    answer = kate.post(of(two[0], "merge"), sent, follow=True)
    assert answer.redirect_chain[0] == (of(two[stays], ""), 302)
    assert message(answer).endswith(f"{two[stays]} is already merged.")
    assert everything() == stored


def test_people_who_played_together_get_a_reason_and_no_button(club, kate, two):
    a_table(session=an_evening(club, title="Friday"), names=["Zoe", "Ann", "Zoë", "Cat"])
    page = kate.get(of(two[0], f"merge?other={two[1].pk}"))
    assert shown(page, r'<section class="remark">(.*?)</section>') == [
        "You can’t merge them. They played together at Table 1 of Friday. Both sit at a table of "
        "Friday now."
    ]
    assert "Merge</button>" not in page.content.decode()
    sent = {"other": two[1].pk, "stays": two[0].pk}
    status, sentence = refused(of(two[0], "merge"), sent, client=kate)
    assert (status, sentence.startswith("Zoë and Zoe can’t be merged. They played together")) == (
        409,
        True,
    )


def test_a_name_must_be_chosen(club, kate, two):
    ben = club.players.get(name="Ben")
    for stays in ("", "x", str(ben.pk), "9" * 40):
        sent = {"other": two[1].pk, "stays": stays}
        assert refused(of(two[0], "merge"), sent, client=kate) == (
            422,
            "Choose the name to keep.",
        )


@pytest.mark.parametrize("other", ["", "x", "0", "-1", "9" * 40])
def test_an_unknown_person_to_merge_is_not_found(other, kate, two):
    assert kate.get(of(two[0], f"merge?other={other}")).status_code == 404
    assert kate.post(of(two[0], "merge"), {"other": other}).status_code == 404


def test_a_person_merged_with_themselves_is_already_merged(kate, two):
    page = kate.get(of(two[0], f"merge?other={two[0].pk}"))
    assert "Zoë is already merged." in page.content.decode()


# -- all that is kept
# ------------------------------------------------------------------------------------


def test_the_personal_data_is_downloaded_as_a_file(kate, two):
    answer = kate.get(of(two[0], "data.json"))
    assert (answer["Content-Type"], answer["Content-Disposition"]) == (
        "application/json",
        f'attachment; filename="person-{two[0].pk}.json"',
    )
    told = json.loads(answer.content)
    assert (told["format"], told["person"]["name"]) == ("bowerbook-person/1", "Zoë")
    assert "Zoë" in answer.content.decode()


# -- forgotten
# -------------------------------------------------------------------------------------------


def test_the_page_says_what_is_erased_and_kept_and_asks_for_the_name(kate, two):
    stored = everything()
    page = kate.get(of(two[0], "forget")).content.decode()
    assert "0 hands in 0 sittings" in page
    assert "Type the name to confirm" in page
    assert everything() == stored


def test_an_erased_person_is_gone_from_the_list(kate, two):
    answer = kate.post(of(two[0], "forget"), {"name": " zoë "}, follow=True)
    assert message(answer) == ("Personal data erased. The scores are kept under Former member 1.")
    assert "Zoë" not in answer.content.decode()
    stored = everything()
    again_told = kate.post(of(two[0], "forget"), {"name": "zoë"}, follow=True)
    assert message(again_told) == "The data of Former member 1 is already erased."
    assert (everything(), again(two[0]).name) == (stored, "Former member 1")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({}, "Type the name to confirm."),
        ({"name": "Zoe"}, "That isn’t Zoë. Check the spelling."),
    ],
)
def test_erasing_needs_the_exact_name(typed, sentence, kate, two):
    assert refused(of(two[0], "forget"), typed, client=kate) == (422, sentence)


@pytest.fixture
def named_after(club):
    """A cup and a club night that are named after her, and a note."""
    cup = Season.objects.create(
        club=club, name="Zoë’s Cup", starts_on=date(2026, 1, 1), ends_on=date(2026, 6, 30), order=[]
    )
    night = an_evening(club, title="Zoë’s birthday")
    ClubSession.objects.update(closed_at=timezone.now(), notice="Zoë brings cake")
    return cup, night


def test_names_of_things_are_listed_with_links_and_need_a_choice(kate, two, named_after):
    answer = kate.get(of(two[0], "forget"))
    page, asked_about = answer.content.decode(), shown(answer, r"<legend>(.*?)</legend>")
    assert asked_about == ["“Zoë’s birthday”", "“Zoë’s Cup”", "“Zoë brings cake”"]
    cup, night = named_after
    assert f'href="/clubs/{cup.club_id}/seasons/{cup.pk}/edit"' in page
    assert f'href="/sessions/{night.pk}/edit"' in page
    answer = kate.post(of(two[0], "forget"), {"name": "Zoë"})
    assert answer.status_code == 422
    assert again(two[0]).name == "Zoë"


def test_a_kept_name_stays_and_all_others_are_changed(kate, two, named_after):
    page = kate.get(of(two[0], "forget")).content.decode()
    night, cup, notice = dict.fromkeys(re.findall(r'name="(text-\w+)"', page))
    chosen = {"name": "Zoë", cup: "keep", night: "replace"}
    assert kate.post(of(two[0], "forget"), chosen).status_code == 302
    season, evening = map(again, named_after)
    assert season.name == "Zoë’s Cup"
    assert evening.title == "Former member 1’s birthday"
    assert evening.notice == "Former member 1 brings cake"


def test_a_note_can_be_kept(kate, two, named_after):
    page = kate.get(of(two[0], "forget")).content.decode()
    night, cup, notice = dict.fromkeys(re.findall(r'name="(text-\w+)"', page))
    chosen = {"name": "Zoë", cup: "replace", night: "replace", notice: "keep"}
    kate.post(of(two[0], "forget"), chosen)
    assert again(named_after[1]).notice == "Zoë brings cake"


def test_a_person_with_a_balance_is_not_erased_yet_and_the_page_says_why(club, kate, two):
    close(a_table("Zoë! 5", session=an_evening(club), names=["Zoë", "Ann", "Ben", "Cat"]).session)
    page = kate.get(of(two[0], "forget"))
    (told,) = shown(page, r'<section class="remark">(.*?)</section>')
    assert told.startswith("The club owes Zoë £")
    assert 'name="name"' not in page.content.decode()
    status, sentence = refused(of(two[0], "forget"), {"name": "Zoë"}, client=kate)
    assert (status, sentence.startswith("The data of Zoë can’t be erased yet.")) == (409, True)


def test_an_organiser_cannot_erase_people(club, two):
    an_officer(club, "olga", "organiser")
    olga = signed_in("olga")
    assert olga.get(of(two[0], "forget")).status_code == 403
    assert "Forget Zoë" not in olga.get(of(two[0], "edit")).content.decode()


# -- none of it grows
# ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rest", ["edit", "merge", "merge?other={}", "forget", "data.json"])
def test_the_pages_of_a_person_need_as_many_queries_for_three_evenings_as_for_one(
    rest, club, kate, two
):
    found = set()
    for number in (1, 2):
        for _ in range(number):
            close(
                a_table(
                    "Zoe! 5", session=an_evening(club), names=["Zoe", "Ann", "Ben", "Cat"]
                ).session
            )
            close(
                a_table(
                    "Zoë! 5", session=an_evening(club), names=["Zoë", "Ann", "Ben", "Cat"]
                ).session
            )
        found.add(asked(kate, of(two[0], rest.format(two[1].pk))))
    assert len(found) == 1
