"""What a stranger learns of a club who guesses: numbers, addresses of before, tags, ways to ask."""

import json

import pytest
from django.utils import timezone

from scoring.evening.actions.sign_up import open_list, put_down
from scoring.models import Club, ClubSession, Player, SignUp
from scoring.people.actions.public_version import open_parts
from scoring.people.models import Part
from scoring.tournament.actions.setting_up import make_tournament
from tests import proof
from tests.cast import PHONE, a_phone, an_evening, some_id
from tests.test_rights import (
    BY_CAPTAIN,
    BY_INVITATION,
    BY_LINK,
    BY_LIST,
    BY_PASS,
    BY_PERSONAL_LINK,
    BY_TOKEN,
    RIGHTS,
    addresses,
    hall,
    morning_after,
    path_of,
)
from tests.tournament.cast import a_tournament, begun, ended, tell_all

__all__ = ["hall", "morning_after"]
pytestmark = pytest.mark.django_db

FIRST = ["Quixworth", "Zzyzxton", "Dragonwagon", "Featherstone", "Wolfeschlegel"]
SECRET = [*FIRST, "Oubliette Society", "Cellar Arms", "Moonrise", "Winterlong"]
"""Of the club: its people's last names, its own, its place, an evening's and a season's title."""


@pytest.fixture
def told_apart(morning_after):
    """The hall, everything of which has a name that stands nowhere else."""
    club = morning_after["club"]
    Club.objects.filter(pk=club.pk).update(name=SECRET[5], place=SECRET[6], casual=False)
    for no, player in enumerate(Player.objects.filter(club=club).order_by("pk")):
        name = f"{player.name} {FIRST[no % 5]}"
        Player.objects.filter(pk=player.pk).update(name=name, key=name.casefold())
    ClubSession.objects.filter(club=club).update(title=SECRET[7])
    club.seasons.update(name=SECRET[8])
    SignUp.objects.update(name=FIRST[0])
    return morning_after


def ways(no, path):
    """The ways in which somebody who guesses asks for a page: as it is, and some other way."""
    bare = path.rstrip("/")
    ends = (f"{path}?embed", f"{path}?page=-1", f"{path}?page=2", f"{bare}.json", f"{bare}.ics")
    others = [(path, {"If-None-Match": "*"}), (path, {"HX-Request": "true"})]
    return [(path, {}), *proof.share(no, [*others, *((end, {}) for end in ends)])]


def told_by(answer):
    """All that an answer says, its headers too."""
    return f"{answer.content.decode('latin-1')} {dict(answer.headers)}"


def test_guessing_addresses_reveals_nothing_of_a_club_without_public_pages(told_apart):
    shut = [name for name in RIGHTS if addresses()[name][0].split("/")[0] != "admin"]
    shut.remove("api-openapi")  # of no club, and kept by anybody
    by_token = [
        *BY_LINK,
        *BY_PASS,
        *BY_LIST,
        *BY_CAPTAIN,
        *BY_PERSONAL_LINK,
        *BY_INVITATION,
        *BY_TOKEN,
    ]
    paths = [path_of(name, told_apart) for name in shut]
    paths += [path_of(name, told_apart, "A" * 16) for name in by_token]
    leaks, kept = {}, {}
    for no, path in enumerate(proof.every(4, paths)):
        for asked, headers in ways(no, path):
            answer = a_phone().get(asked, headers=headers)
            words = [word for word in SECRET if word in told_by(answer)]
            if words:
                leaks[asked] = words
            if answer.status_code == 304 or (path.startswith("/open/") and "ETag" in answer):
                kept[asked] = answer.status_code
    assert (leaks, kept) == ({}, {})


def test_an_etag_or_star_reveals_nothing_of_a_page_that_does_not_exist(told_apart):
    club = told_apart["club"]
    open_parts(club=club, actor=PHONE, parts=Part.values, names="full", may_be_found=False)
    planned = an_evening(club, title="To come")
    make_tournament(session=planned, style="classic")
    front = a_phone().get(f"/open/{club.pk}/")["ETag"]
    guessed = [f"results/{planned.pk}/", f"live/{planned.pk}/", "results/9/", "seasons/9.json"]
    for rest in guessed:
        for tag in ("*", front, f'"{"0" * 20}"', f"W/{front}"):
            answer = a_phone().get(f"/open/{club.pk}/{rest}", headers={"If-None-Match": tag})
            assert (answer.status_code, "ETag" in answer) == (404, False), (rest, tag)


def strangers_pages(club, token):
    """Every page, file and redirect that such a club shows to all, by address."""
    evening = ClubSession.objects.get(club=club, title=SECRET[7], closed_at__isnull=False)
    live = ClubSession.objects.get(club=club, title="Tonight")
    rests = ["", "/results", f"/results/{evening.pk}", f"/live/{live.pk}"]
    rests += [f"/seasons/{pk}" for pk in club.seasons.values_list("pk", flat=True)]
    paths = [f"/open/{club.pk}{rest}{end}" for rest in rests for end in ("/", ".json", "/?embed")]
    paths.append(f"/come/{token}/")
    found = {path: a_phone().get(path) for path in paths}
    assert {answer.status_code for answer in found.values()} == {200}
    return {path: told_by(answer) for path, answer in found.items()}


@pytest.fixture
def open_club(told_apart):
    """All of it is open; a tournament is on, and the list of an evening to come has names."""
    club = again_with_today(told_apart)
    tonight = an_evening(club, title="Tonight")
    people = [*club.players.order_by("pk")[:8]]
    tournament = a_tournament([str(one) for one in people], session=tonight)
    first = begun(tournament)
    tell_all(first), ended(first)
    found = open_list(session=an_evening(club, title="To come"), actor=PHONE)
    put_down(sign_up_list=found, key=some_id(7), name="Uncle Quixworth", actor=PHONE)
    return club, found.token


def again_with_today(told_apart):
    club = Club.objects.get(pk=told_apart["club"].pk)
    ClubSession.objects.filter(pk=told_apart["session"].pk).update(played_on=timezone.localdate())
    return club


@pytest.mark.parametrize("names", ["full", "short", "hidden"])
def test_every_public_page_names_people_as_the_club_chose(open_club, names):
    club, token = open_club
    open_parts(club=club, actor=PHONE, parts=Part.values, names=names, may_be_found=False)
    words = [str(one) for one in club.players.all()] if names == "hidden" else FIRST
    leaks = {
        path: [word for word in words if word in told]
        for path, told in strangers_pages(club, token).items()
    }
    leaks = {path: found for path, found in leaks.items() if found}
    if names == "full":
        assert len(leaks) == 6
        Player.objects.filter(club=club).update(unnamed=True)
        Club.objects.filter(pk=club.pk).update(public_version=99)
        told = strangers_pages(club, token)
        leaks = {path: [word for word in FIRST if word in text] for path, text in told.items()}
        leaks = {path: found for path, found in leaks.items() if found}
    assert leaks == {}


def test_html_in_names_and_titles_is_shown_as_text_and_does_nothing(open_club):
    club, token = open_club
    evil = "<b onclick=x>\"'&</b>"
    Club.objects.filter(pk=club.pk).update(name=evil, place=evil)
    Player.objects.filter(club=club, name__contains=FIRST[0]).update(name=f"{evil}{FIRST[0]}")
    open_parts(club=club, actor=PHONE, parts=Part.values, names="full", may_be_found=False)
    pages = strangers_pages(club, token)
    assert [
        path for path, told in pages.items() if "<b onclick" in told and "json" not in path
    ] == []
    data = a_phone().get(f"/open/{club.pk}.json")
    assert json.loads(data.content)["club"]["name"] == evil
    assert (data["Content-Type"], data["X-Content-Type-Options"]) == ("application/json", "nosniff")


@pytest.mark.parametrize("names", ["full", "short"])
def test_the_head_of_a_shared_page_names_only_people_whom_the_page_names(open_club, names):
    club, token = open_club
    open_parts(club=club, actor=PHONE, parts=Part.values, names=names, may_be_found=True)
    for path, told in strangers_pages(club, token).items():
        head, _, body = told.partition("</head>")
        assert [word for word in FIRST if body and word in head and word not in body] == [], path
