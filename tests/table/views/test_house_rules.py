"""House rules on the screen: made, looked at, changed, chosen for a table."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.euchre.books import find
from scoring.models import HouseRules, Table
from scoring.table.actions.house_rules import change_house_rules, make_house_rules
from tests.cast import a_club, a_table, again, an_evening, an_officer, everything, log, signed_in
from tests.html import refused, said, shown, text
from tests.table.forms.test_house_rules import as_shown
from tests.tournament.cast import a_tournament, begun

pytestmark = pytest.mark.django_db

FOUR = ["Ann", "Ben", "Cat", "Dan"]
TOLD = r'<p class="remark">(.*?)</p>'
KELLER = as_shown(find("keller")) | {"name": "Ours"}


@pytest.fixture
def club():
    return a_club()


@pytest.fixture
def kate(club):
    return signed_in("kate")


def ours(club, **more):
    return make_house_rules(
        club=club, **{"base": "keller", "name": "Ours", "changes": {"euchre": 3}} | more
    )


def made_at(club):
    return f"/clubs/{club.pk}/rules/make?base=keller"


def page_of(house, rest=""):
    return f"/clubs/{house.club_id}/rules/{house.pk}/{rest}"


def play_by(house):
    log(a_table(session=an_evening(house.club), names=FOUR, house=house), "Ben 2")


def shown_in(page):
    """The hidden field that says which rules the form showed."""
    return {"seen": re.findall(r'name="seen" value="(\w+)"', page.content.decode())[0]}


def saved(kate, house, **typed):
    """What the form answers when it is looked at, changed and sent."""
    seen = shown_in(kate.get(page_of(house, "edit")))
    return kate.post(page_of(house, "edit"), KELLER | seen | typed, follow=True)


def message(answer):
    return shown(answer, r'<div class="remark" role="status">(.*?)</div>')[0]


def test_a_club_without_house_rules_reads_what_to_do(club, kate):
    page = kate.get(f"/clubs/{club.pk}/rules/")
    assert "None yet. Choose the rules closest to yours" in page.content.decode()
    assert "Each table chooses its own rules." in kate.get(f"/clubs/{club.pk}/").content.decode()


def test_an_organiser_creates_the_clubs_own_rules(club, kate):
    answer = kate.post(made_at(club), KELLER | {"euchre": "3", "laps": "yes"}, follow=True)
    house = HouseRules.objects.get()
    assert (house.base, house.name, house.changes) == (
        "keller",
        "Ours",
        {"euchre": 3, "laps": True},
    )
    assert answer.redirect_chain == [(page_of(house), 302)]
    assert message(answer) == "Ours is saved. You can choose it when you add a table."
    assert shown(answer, r'<td class="number moved">(.*?)</td>') == ["3 instead of 2"]
    assert shown(
        kate.get(f"/clubs/{club.pk}/rules/"), r'<li>\s*<a href="/(?:clubs/\d+/)?rules/.*?</li>'
    ) == ["Ours Keller’s game, changed: euchre 3, laps on."]


def test_rules_sent_twice_are_created_once(club, kate):
    places = {kate.post(made_at(club), KELLER | {"euchre": "3"}).url for _ in range(2)}
    assert places == {page_of(HouseRules.objects.get())}


@pytest.mark.parametrize(
    ("typed", "status", "sentence"),
    [
        (
            {},
            422,
            "These are the same as Keller’s game. Change what you play differently, then save.",
        ),
        ({"euchre": "many"}, 422, "Euchre is a whole number from 0 to 99."),
        ({"euchre": "3", "name": ""}, 422, "Give these rules a name."),
        (
            {"euchre": "3", "name": "a\x07b"},
            422,
            "This text contains a character that can’t be printed.",
        ),
        (
            {"alone": "nobody", "jambone": "8"},
            422,
            'There are no lone hands, so "Jambone" can only be 0.',
        ),
        (
            {"euchre": "3", "name": "Club laws"},
            409,
            "Club laws is the name of a book’s rules. Choose another name.",
        ),
    ],
)
def test_impossible_rules_are_refused_with_a_reason(typed, status, sentence, club, kate):
    assert refused(made_at(club), KELLER | typed, client=kate) == (status, sentence)


def test_a_refused_form_keeps_what_was_typed(club, kate):
    page = kate.post(made_at(club), KELLER | {"euchre": "7", "name": ""}).content.decode()
    assert 'name="euchre" value="7"' in page


@pytest.mark.parametrize("path", ["make?base=bridge", "make?base=", "99/", "99/edit", "99.pdf"])
def test_unknown_rules_are_not_found(path, club, kate):
    assert kate.get(f"/clubs/{club.pk}/rules/{path}").status_code == 404


def test_another_clubs_rules_are_not_found_in_ones_own_club(club, kate):
    theirs = ours(a_club("Another club", organiser="mallory"))
    paths = [f"/clubs/{club.pk}/rules/{theirs.pk}{rest}" for rest in ("/", "/edit", ".pdf")]
    assert [kate.get(path).status_code for path in paths] == [404] * 3


# -- what it would score
# -------------------------------------------------------------------------------


def moved(answer):
    return shown(answer, r'<td class="number moved">(.*?)</td>')


def test_the_form_previews_what_every_result_scores_without_storing_it(club, kate):
    stored = everything()
    preview = kate.post(
        f"/clubs/{club.pk}/rules/preview?base=keller", KELLER | {"march": "5", "name": ""}
    )
    assert (preview.status_code, moved(preview)) == (200, ["5 instead of 2"])
    look = kate.post(made_at(club), KELLER | {"march": "5", "name": "", "look": "yes"})
    assert (look.status_code, moved(look), said(look)) == (200, ["5 instead of 2"], KELLER_SENTENCE)
    assert everything() == stored


KELLER_SENTENCE = "Based on Keller’s game. Change only what you play differently."


def test_an_unchanged_form_shows_what_the_book_scores(club, kate):
    page = kate.get(made_at(club))
    assert moved(page) == []
    assert "No changes yet. This is how Keller’s game scores." in page.content.decode()


@pytest.mark.parametrize("look", [True, False])
def test_a_value_that_cannot_be_scored_is_reported_instead_of_a_preview(look, club, kate):
    path = made_at(club) if look else f"/clubs/{club.pk}/rules/preview?base=keller"
    answer = kate.post(path, KELLER | {"march": "x"} | ({"look": "yes"} if look else {}))
    assert answer.status_code == (422 if look else 200)
    assert "March is a whole number from 0 to 99." in answer.content.decode()


def test_a_contradiction_is_reported_instead_of_a_preview(club, kate):
    path = f"/clubs/{club.pk}/rules/preview?base=keller"
    page = text(kate.post(path, KELLER | {"alone": "nobody", "jambone": "8"}).content.decode())
    assert page == 'No preview yet. There are no lone hands, so "Jambone" can only be 0.'


# -- changing
# ------------------------------------------------------------------------------------------


def test_unplayed_rules_are_changed_and_the_page_says_so(club, kate):
    house = ours(club)
    before = kate.get(page_of(house, "edit"))
    assert 'name="euchre" value="3"' in before.content.decode()
    assert shown(before, TOLD) == []
    answer = saved(kate, house, euchre="4", name="Our own")
    assert message(answer) == "Our own is changed. No hands were played with it yet."
    (only,) = HouseRules.objects.all()
    assert (only.pk, only.document) == (
        house.pk,
        {"base": "keller", "name": "Our own", "euchre": 4},
    )


def test_played_rules_say_before_and_after_that_new_ones_replace_them(club, kate):
    house = ours(club)
    play_by(house)
    assert shown(kate.get(page_of(house)), TOLD) == [
        "Hands were played with these rules. If you edit them, future tables use the new version "
        "and earlier hands keep this one."
    ]
    assert shown(kate.get(page_of(house, "edit")), TOLD) == [
        "Hands were played with Ours, so saving makes a new version for future tables. "
        "Earlier hands keep the old version."
    ]
    answer = saved(kate, house, euchre="4")
    new = again(house).replaced_by
    assert answer.redirect_chain == [(page_of(new), 302)]
    assert message(answer) == ("Ours is saved for future tables. Earlier hands keep the old rules.")
    assert shown(kate.get(page_of(house)), TOLD) == [
        "These rules were replaced by Ours . Hands played with them still use them."
    ]
    assert again(house).changes == {"euchre": 3}


@pytest.mark.parametrize("played", [True, False])
def test_rules_saved_unchanged_stay_and_the_page_says_so(played, club, kate):
    house = ours(club)
    if played:
        play_by(house)
    stored = everything()
    answer = saved(kate, house, euchre="3")
    assert (answer.redirect_chain, message(answer)) == (
        [(page_of(house), 302)],
        "Ours already says this.",
    )
    assert everything() == stored


def test_the_second_of_two_editors_is_shown_the_first_ones_change(club, kate):
    house = ours(club)
    an_officer(club, "lena")
    lena, path = signed_in("lena"), page_of(house, "edit")
    seen = shown_in(kate.get(path))
    assert lena.post(path, KELLER | seen | {"euchre": "4"}).status_code == 302
    sent = KELLER | seen | {"euchre": "3", "march": "5"}
    status, said = refused(path, sent, client=kate)
    assert status == 409
    assert "Ours is now Keller’s game, changed: euchre 4." in said
    page = kate.post(path, sent)
    assert 'name="march" value="5"' in page.content.decode()
    assert kate.post(path, sent | shown_in(page)).status_code == 302
    assert again(house).changes == {"euchre": 3, "march": 5}


def test_a_preview_does_not_count_as_having_seen_anothers_change(club, kate):
    house = ours(club)
    path = page_of(house, "edit")
    seen = shown_in(kate.get(path))
    change_house_rules(house=house, name="Ours", changes={"euchre": 4})
    look = kate.post(path, KELLER | seen | {"march": "5", "look": "yes"})
    wrong = kate.post(path, KELLER | seen | {"march": "x"})
    assert [shown_in(page) for page in (look, wrong)] == [seen, seen]
    assert kate.post(path, KELLER | {"march": "5"}).status_code == 409


def test_replaced_rules_link_to_their_page_and_refuse_another_change(club, kate):
    house = ours(club)
    play_by(house)
    change_house_rules(house=house, name="Ours", changes={"euchre": 4})
    assert kate.get(page_of(house, "edit")).url == page_of(house)
    assert refused(page_of(house, "edit"), KELLER | {"euchre": "5"}, client=kate) == (
        409,
        "These rules were replaced. Edit the new ones.",
    )


def test_the_list_separates_current_rules_from_replaced_ones(club, kate):
    house = ours(club)
    play_by(house)
    change_house_rules(house=house, name="Ours, new", changes={"euchre": 4})
    page = kate.get(f"/clubs/{club.pk}/rules/")
    assert shown(page, r'<ul class="ways books".*?</ul>') == [
        "Ours, new Keller’s game, changed: euchre 4."
    ]
    assert [line.split(" made")[0] for line in shown(page, r'<ul class="links">.*?</ul>')] == [
        "Ours"
    ]


# -- at a table
# ----------------------------------------------------------------------------------------


def test_rules_made_for_a_tournament_can_be_read_but_are_not_listed_or_edited(club, kate):
    row = begun(a_tournament(8, session=an_evening(club)))
    house = row.tables.first().table.house
    assert "in rounds" not in kate.get(f"/clubs/{club.pk}/rules/").content.decode()
    assert shown(kate.get(page_of(house, "edit"), follow=True), TOLD) == [
        "Made for tournament tables, where rounds have no games. Other tables can’t use them."
    ]
    assert "Edit these rules" not in kate.get(page_of(house)).content.decode()


def test_a_table_can_use_the_clubs_own_rules(club, kate):
    house, evening = ours(club), an_evening(club)
    sent = {"names": ", ".join(FOUR), "rules": f"house-{house.pk}", "target": "10"}
    assert kate.post(f"/sessions/{evening.pk}/tables/open", sent).status_code == 302
    table = Table.objects.get()
    assert (table.house, table.rules_key, table.options, table.rules.euchre) == (
        house,
        "keller",
        {"target": 10},
        3,
    )


def test_replaced_rules_can_no_longer_be_chosen(club, kate):
    house, evening = ours(club), an_evening(club)
    play_by(house)
    new = change_house_rules(house=house, name="Ours", changes={"euchre": 4})
    page = kate.get(f"/sessions/{evening.pk}/tables/open").content.decode()
    assert (f'value="house-{new.pk}"' in page, f'value="house-{house.pk}"' in page) == (True, False)
    sent = {"names": ", ".join(FOUR), "rules": f"house-{house.pk}"}
    assert refused(f"/sessions/{evening.pk}/tables/open", sent, client=kate) == (
        422,
        "You can’t choose these rules here. Choose others.",
    )


def test_partners_are_named_on_the_page_without_javascript(club, kate):
    evening = an_evening(club)
    sent = {"names": ", ".join(FOUR), "rules": "keller", "stake": "much"}
    answer = kate.post(f"/sessions/{evening.pk}/tables/open", sent)
    assert shown(answer, r'<p class="two-sides".*?</p>') == ["Ann and Cat against Ben and Dan"]
    assert shown(answer, r'<label for="id_stake">(.*?)</label>') == ["Stake a game point"]


@pytest.mark.parametrize("where", ["rules/", "", "rules/{}/", "rules/{}/edit"])
def test_more_rules_add_no_queries_to_the_page(where, kate):
    found = set()
    for number in (1, 3):
        club = a_club()
        for no in range(number):
            house = ours(club, name=f"Ours {no}", changes={"euchre": 3 + no})
        with CaptureQueriesContext(connection) as queries:
            assert kate.get(f"/clubs/{club.pk}/{where.format(house.pk)}").status_code == 200
        found.add(len(queries))
    assert len(found) == 1


def test_tables_with_house_rules_add_no_queries_to_the_evening(club, kate):
    found = set()
    for number in (1, 3):
        evening = an_evening(club)
        for no in range(number):
            house = ours(
                club, name=f"Ours {number} {no}", changes={"march": 3 + no, "euchre": number}
            )
            a_table(session=evening, names=FOUR, house=house)
        with CaptureQueriesContext(connection) as queries:
            assert kate.get(f"/sessions/{evening.pk}/").status_code == 200
        found.add(len(queries))
    assert len(found) == 1
