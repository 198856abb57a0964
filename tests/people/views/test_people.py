"""The people of a club: found, added, changed."""

from datetime import date

import pytest

from scoring.club.actions.forget import forget_player
from scoring.evening.actions.check_in import arrive
from scoring.models import Entry, Player
from scoring.people.actions.people import add_players
from tests.cast import (
    PHONE,
    a_club,
    a_table,
    again,
    an_evening,
    an_officer,
    close,
    everything,
    signed_in,
)
from tests.html import refused, said, shown
from tests.league.cast import a_league, a_squad
from tests.test_queries import asked

pytestmark = pytest.mark.django_db

KINDS = r'<nav class="tabs" aria-label="Filter people">(.*?)</nav>'


@pytest.fixture
def club():
    club = a_club()
    add_players(club=club, names=["Zoë", "ann bell", "Émile", "Ben"])
    add_players(club=club, names=["Gus"], guest=True)
    Player.objects.filter(name="Ben").update(active=False, short_name="Benny")
    return club


@pytest.fixture
def kate(club):
    return signed_in("kate")


def of(club, query=""):
    return f"/clubs/{club.pk}/people/{query}"


def names(page):
    return shown(page, r'<span class="who">\s*<b>(.*?)</b>')


def rows(page):
    """What stands at each name: what they are, when they were seen, how their account stands."""
    return shown(page, r'<a href="/clubs/\d+/players/\d+/">(.*?)</a>')


# -- found
# -----------------------------------------------------------------------------------------------


def test_people_are_listed_by_name_with_their_kind(club, kate):
    page = kate.get(of(club))
    assert rows(page) == [
        "ann bell not seen yet",
        "Ben Benny, no longer active, not seen yet",
        "Émile not seen yet",
        "Gus guest, not seen yet",
        "Zoë not seen yet",
    ]
    assert shown(page, KINDS) == ["Everyone 5 Members 3 Guests 1 No longer active 1"]


def test_a_row_shows_a_persons_last_visit_and_balance(club, kate):
    zoe, gus = (club.players.get(name=name) for name in ("Zoë", "Gus"))
    came = an_evening(club, played_on=date(2026, 3, 5))
    arrive(session=came, player=zoe, actor=PHONE)
    closed, still_open = (an_evening(club, played_on=date(2026, no, 9)) for no in (2, 4))
    a_table("Ada! 3", session=closed, names=["Ada", "Zoë", "Ben", "Ida"], stake_minor=0)
    close(closed)
    a_table(session=still_open, names=["Gus", "Ben", "Hal", "Jo"], stake_minor=0)
    about = {"club": club, "kind": "adjustment", "by": "kate"}
    Entry.objects.create(debited=zoe, amount_minor=300, **about)
    Entry.objects.create(credited=gus, amount_minor=125, **about)
    found = {*rows(kate.get(of(club)))}
    assert {
        "Zoë last seen 5 Mar 2026 owes £3.00",
        "Ben Benny, no longer active, last seen 9 Apr 2026",
        "Gus guest, last seen 9 Apr 2026 £1.25 in credit",
        "Ida guest, last seen 9 Feb 2026",
        "Émile not seen yet",
    } <= found
    an_officer(club, "sam", "scorer")
    assert "owes" not in signed_in("sam").get(of(club)).content.decode()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?q=zoe", ["Zoë"]),
        ("?q=EMI", ["Émile"]),
        ("?q=bell+ann", ["ann bell"]),
        ("?q=bel+anm", []),
        ("?q=emlie", ["Émile"]),
        ("?q=benny", ["Ben"]),
        ("?kind=members", ["ann bell", "Émile", "Zoë"]),
        ("?kind=guests", ["Gus"]),
        ("?kind=inactive", ["Ben"]),
        ("?kind=members&q=e", ["ann bell", "Émile", "Zoë"]),
        ("?kind=nonsense&q=zoe", ["Zoë"]),
        ("?q=nobody", []),
        ("?q=%00", ["ann bell", "Ben", "Émile", "Gus", "Zoë"]),
    ],
)
def test_people_are_found_by_name_and_kind(query, found, club, kate):
    assert names(kate.get(of(club, query))) == found


def test_people_can_be_sorted_by_last_name(club, kate):
    add_players(club=club, names=["Ada Carr"])
    page = kate.get(of(club, "?by=last&kind=members"))
    assert names(page) == ["bell, ann", "Carr, Ada", "Émile", "Zoë"]
    assert shown(page, r'href="\?kind=members"\s*>Sort by (.*?) name') == ["first"]


def test_the_search_stays_in_the_field_and_on_every_link(club, kate):
    page = kate.get(of(club, "?q=e&kind=members")).content.decode()
    assert 'name="q" id="id_q" value="e"' in page
    assert 'name="kind" value="members"' in page
    assert 'href="?kind=inactive&amp;q=e"' in page


def test_a_search_as_you_type_returns_only_the_list(club, kate):
    piece = kate.get(of(club, "?q=zoe"), headers={"HX-Request": "true"}).content.decode()
    assert '<div id="found">' in piece
    assert "<html" not in piece
    assert "Zoë" in piece
    assert "1 found" in piece
    assert "Émile" not in piece


def test_an_empty_search_result_says_what_to_do(club, kate):
    assert (
        "No matching name. Try fewer letters, or add the person below."
        in kate.get(of(club, "?q=x")).content.decode()
    )


def test_a_new_club_says_which_people_to_add(kate):
    page = kate.get(of(a_club("New"))).content.decode()
    assert "Paste the names of your members below." in page


def test_a_page_lists_a_hundred_people(kate):
    club = a_club("Large")
    Player.objects.bulk_create(
        Player(club=club, name=f"P{no:03}", key=f"p{no:03}") for no in range(250)
    )
    assert [len(names(kate.get(of(club, f"?page={no}")))) for no in (1, 2, 3)] == [100, 100, 50]
    page = kate.get(of(club, "?q=P&page=2")).content.decode()
    assert 'href="?q=P&amp;page=3"' in page


def test_an_erased_person_is_not_listed(club, kate):
    forget_player(player=club.players.get(name="Gus"), actor=PHONE)
    assert names(kate.get(of(club))) == ["ann bell", "Ben", "Émile", "Zoë"]


def test_a_scorer_can_look_but_sees_no_forms_for_organisers(club):
    an_officer(club, "sam", "scorer")
    add_players(club=club, names=["Zoe"])
    page = signed_in("sam").get(of(club)).content.decode()
    assert "Zoë" in page
    assert [words in page for words in ("Add people", "Import people", "similar names")] == [
        False
    ] * 3


def test_the_list_takes_as_many_queries_for_three_people_as_for_one():
    kate, found = signed_in("kate"), set()
    for number in (1, 3):
        club = a_club(f"Club {number}")
        add_players(club=club, names=[f"{name} Bell" for name in ["Zoë", "Zoe", "Zoé"][:number]])
        found.add(asked(kate, of(club)))
    assert len(found) == 1


# -- alike
# -----------------------------------------------------------------------------------------------

PAIRS = r'<details class="card"><summary>.*?</details>'


def test_similar_names_are_pointed_out(club, kate):
    assert shown(kate.get(of(club)), PAIRS) == []
    zoe, ann = add_players(club=club, names=["Zoe", "AnnBell"])
    page = kate.get(of(club))
    assert shown(page, PAIRS) == [
        "2 pairs of similar names Each pair may be one person, misspelt. If not, keep them "
        "separate, and the pair won’t be listed here again. ann bell and AnnBell Merge people : "
        "ann bell and AnnBell Keep separate : ann bell and AnnBell Zoe and Zoë Merge people : Zoe "
        "and Zoë Keep separate : Zoe and Zoë"
    ]
    assert f"/players/{zoe.pk}/merge?other=" in page.content.decode()


def add(kate, club, names, **more):
    return kate.post(f"/clubs/{club.pk}/players/add", {"names": names, **more}, follow=True)


def test_adding_a_name_similar_to_a_known_one_needs_confirmation(club, kate):
    stored = everything()
    answer = add(kate, club, "Fay, Zoe")
    assert (answer.status_code, everything()) == (422, stored)
    assert said(answer) == ""
    (told,) = shown(answer, r'<div class="complaint" role="alert">(.*?)</div>')
    assert told.startswith("Not saved.")
    assert "Zoe: Zoë ?" in told
    assert "Fay, Zoe</textarea>" in answer.content.decode()


def test_confirmed_new_names_are_added(club, kate):
    page = add(kate, club, "Fay, Zoe", sure="on")
    assert "2 added." in page.content.decode()
    assert {"Fay", "Zoe", "Zoë"} <= set(club.players.values_list("name", flat=True))


def test_two_similar_names_in_one_list_need_confirmation(club, kate):
    stored = everything()
    answer = add(kate, club, "Chloe, Fay, Chloë")
    (told,) = shown(answer, r'<div class="complaint" role="alert">(.*?)</div>')
    assert (answer.status_code, everything()) == (422, stored)
    assert told.startswith("Not saved.")
    assert "Chloe and Chloë may be one person." in told
    assert "3 added." in add(kate, club, "Chloe, Fay, Chloë", sure="on").content.decode()


def test_a_known_name_needs_no_confirmation(club, kate):
    add_players(club=club, names=["Zoe"])
    assert "0 added, 2 already listed." in add(kate, club, "zoe, ZOË").content.decode()


# -- added
# -----------------------------------------------------------------------------------------------


def test_people_are_added_as_members_or_as_guests(club, kate):
    answer = add(kate, club, "Fay\r\nHal")
    assert answer.redirect_chain == [(f"{of(club)}#top", 302)]
    add(kate, club, "Ida", guest="on")
    assert dict(
        club.players.filter(name__in=["Fay", "Hal", "Ida"]).values_list("name", "guest")
    ) == {
        "Fay": False,
        "Hal": False,
        "Ida": True,
    }


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("", "This field is required."),
        (" ,, ", "Type at least one name."),
        (
            ", ".join(f"A{no}" for no in range(201)),
            "You typed 201 names. Enter at most 200 at a time.",
        ),
        ("Ann, Ben, ANN", "Ann is listed twice. Add a surname or initial to one of them."),
        ("x" * 30_000, "Ensure this value has at most 20000 characters (it has 30000)."),
    ],
)
def test_names_that_cannot_be_added_are_refused_with_a_reason(names, sentence, club, kate):
    assert refused(f"/clubs/{club.pk}/players/add", {"names": names}, client=kate) == (
        422,
        sentence,
    )


# -- changed
# ---------------------------------------------------------------------------------------------


def edit(club, name="Ben"):
    return f"/clubs/{club.pk}/players/{club.players.get(name=name).pk}/edit"


def test_a_player_is_edited_on_a_page_filled_with_current_values(club, kate):
    ben, path = club.players.get(name="Ben"), edit(club)
    page = kate.get(path).content.decode()
    assert 'value="Ben"' in page
    assert 'value="Benny"' in page
    assert 'name="active" id="id_active">' in page
    reached = {"phone": "(020) 7946 0000", "email": "ben@example.org"}
    said = {"name": "Ben Ash", "guest": "on", "active": "on", "notes": "Left-handed", **reached}
    answer = kate.post(path, said)
    assert (answer.status_code, answer.url) == (302, f"/clubs/{club.pk}/players/{ben.pk}/")
    now = again(ben)
    assert {field: getattr(now, field) for field in reached} == reached
    assert (now.name, now.short_name, now.guest, now.active, now.notes) == (
        "Ben Ash",
        "",
        True,
        True,
        "Left-handed",
    )


@pytest.mark.parametrize(
    ("told", "status", "sentence"),
    [
        ({}, 422, "This field is required."),
        ({"name": "Ben, Fay"}, 422, "You typed 2 names. Enter one at a time."),
        ({"name": "ZOË"}, 409, "Another person in the club is called ZOË."),
        (
            {"name": "Ben", "short_name": "a\x07b"},
            422,
            "This text contains a character that can’t be printed.",
        ),
        (
            {"name": "Ben", "short_name": "x" * 13},
            422,
            "Ensure this value has at most 12 characters (it has 13).",
        ),
        (
            {"name": "Ben", "phone": "ask Dan"},
            422,
            "“ask Dan” isn’t a telephone number.",
        ),
        (
            {"name": "Ben", "email": "ben at home"},
            422,
            "“ben at home” isn’t an e-mail address. It needs one @ and no spaces.",
        ),
        (
            {"name": "Ben", "notes": "x" * 501},
            422,
            "Ensure this value has at most 500 characters (it has 501).",
        ),
    ],
)
def test_a_bad_change_is_refused_with_a_reason(told, status, sentence, club, kate):
    assert refused(edit(club), told, client=kate) == (status, sentence)


def test_a_refused_form_keeps_what_was_typed(club, kate):
    page = kate.post(edit(club), {"name": "Zoë", "notes": "Left-handed"}).content.decode()
    assert 'value="Zoë"' in page
    assert "Left-handed" in page


def test_the_name_of_an_erased_person_cannot_be_added(club, kate):
    gone = forget_player(player=club.players.get(name="Gus"), actor=PHONE)
    status, sentence = refused(
        f"/clubs/{club.pk}/players/add", {"names": gone.name, "sure": "on"}, client=kate
    )
    assert (status, sentence.startswith(f"The data of {gone} was erased")) == (409, True)


def test_another_clubs_player_or_an_erased_one_is_not_found(club, kate):
    theirs = a_table().session.club
    forgotten = forget_player(player=club.players.get(name="Gus"), actor=PHONE)
    for rest in ("edit", "merge", "forget", "data.json", ""):
        assert (
            kate.get(f"/clubs/{club.pk}/players/{theirs.players.first().pk}/{rest}").status_code
            == 404
        )
    for rest in ("edit", "merge"):
        assert kate.get(f"/clubs/{club.pk}/players/{forgotten.pk}/{rest}").status_code == 404


def test_people_of_a_league_are_listed_with_their_teams_and_what_all_are_is_not_said():
    league = a_league()
    kate = signed_in("kate")
    team = league.teams.get(name="Mounties")
    team.captain, _ = a_squad(team, "Ann", "Ben")
    team.save()
    league.club.players.update(guest=True)
    page = kate.get(of(league.club))
    assert rows(page) == ["Ann Mounties, captain", "Ben Mounties"]
    assert shown(page, KINDS) == []
    league.club.players.create(name="Cat")
    page = kate.get(of(league.club))
    assert rows(page) == ["Ann Mounties, captain, guest", "Ben Mounties, guest", "Cat not seen yet"]
    assert shown(page, KINDS) == ["Everyone 3 Members 1 Guests 2"]
