"""A club's open pages: what each says, to whom nothing is said, what is gone and when."""

import json
import re
from datetime import UTC, date, datetime, time, timedelta
from xml.etree.ElementTree import fromstring

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.club.actions.forget import forget_player
from scoring.club.actions.merge import merge_players
from scoring.club.actions.seasons import make_season
from scoring.league.pure.naming import UNNAMED
from scoring.models import Club, Event, Player, SignUpList, Tournament
from scoring.people.actions.people import rename_player
from scoring.people.actions.public_version import open_parts
from scoring.tournament.actions.adjustments import adjust
from scoring.tournament.actions.finishing import finish
from tests.cast import (
    PHONE,
    a_club,
    a_phone,
    a_table,
    again,
    an_evening,
    close,
    signed_in,
    some_id,
)
from tests.html import shown
from tests.league.cast import a_league
from tests.league.views.test_fixtures import text_of
from tests.tournament.cast import a_tournament, begun, ended, tell_all

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 20)
PARTS = ["evenings", "results", "seasons", "live"]
NAMES = ["Ann Penrose", "Ben Kitto", "Cat Rowe", "Dan Nance", "Eve Tregenza"]


@pytest.fixture
def club(monkeypatch):
    """A club, all of it open: an evening that was, for money; one to come, with its list."""
    monkeypatch.setattr(timezone, "localdate", lambda *_: TODAY)
    club = a_club()
    was = an_evening(club, played_on=TODAY - timedelta(days=7))
    a_table("Ben+Dan 3", "Eve! 5", session=was, names=NAMES)
    close(was)
    SignUpList.objects.create(
        session=an_evening(club, title="The final", played_on=TODAY, starts_at=time(19, 30)),
        closes_at=datetime(2099, 11, 20, 18, tzinfo=UTC),
        by="kate",
    )
    days = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31)}
    make_season(club=club, name="The year", order=["net_minor", "points"], **days)
    return say(club, PARTS)


def say(club, parts, names="short", may_be_found=False):
    return open_parts(club=club, actor=PHONE, parts=parts, names=names, may_be_found=may_be_found)


def was(club):
    return club.sessions.filter(closed_at__isnull=False).first()


def data(club, rest=""):
    answer = a_phone().get(f"/open/{club.pk}{rest}.json")
    return json.loads(answer.content) if answer.status_code == 200 else answer.status_code


def pages(club):
    """The addresses of every page that such a club has."""
    season = club.seasons.get().pk
    front = f"/open/{club.pk}"
    rests = ("/results", f"/results/{was(club).pk}", f"/seasons/{season}")
    return [f"{front}{rest}{end}" for rest in ("", *rests) for end in ("/", ".json", "/?embed")]


def everything_said(club):
    paths = [*pages(club), f"/open/{club.pk}/results.atom"]
    return "".join(a_phone().get(path).content.decode() for path in paths)


def test_the_front_page_shows_the_latest_of_each_open_part(club):
    league = a_league(club=club, open_to_all=True)
    a_league(club=club)
    found, token = data(club), SignUpList.objects.get().token
    assert (found["format"], found["page"], found["live"]) == ("euchre-open/1", "club", [])
    assert found["evenings"] == [
        {
            "date": "2026-11-20",
            "starts_at": "19:30:00",
            "title": "The final",
            "kind": "The final",
            "tournament": False,
            "list": f"/come/{token}/",
            "list_closes": "2099-11-20T18:00:00Z",
        }
    ]
    assert [(one["date"], one["winners"], one["points"]) for one in found["results"]] == [
        ("2026-11-13", [{"name": "Eve T.", "disc": was_disc("Eve Tregenza")}], 18)
    ]
    assert [one["name"] for one in found["seasons"]] == ["The year"]
    assert found["leagues"] == [{"name": str(league), "address": f"/leagues/{league.pk}/"}]
    SignUpList.objects.update(closed_at=timezone.now())
    say(club, ["evenings"])
    found = data(club)
    assert (found["evenings"][0]["list"], sorted(found)) == (
        None,
        ["address", "club", "evenings", "format", "leagues", "page"],
    )
    text = text_of(a_phone().get(f"/open/{club.pk}/"))
    assert "Friday 20 November 2026, 19:30" in text
    assert "Anyone with this address can see this page." in text


def was_disc(name):
    return Player.objects.get(name=name).colour


def test_results_and_seasons_are_in_points_and_never_show_or_rank_by_money(club):
    (table,) = data(club, f"/results/{was(club).pk}")["standings"]
    rows = [
        (row["place"], row["shared"], row["people"][0]["name"], *row["figures"].values())
        for row in table["rows"]
    ]
    assert rows == [
        (1, False, "Eve T.", 18, 5),
        (2, True, "Ben K.", -2, 1),
        (2, True, "Dan N.", -2, 1),
        (4, True, "Ann P.", -7, 0),
        (4, True, "Cat R.", -7, 0),
    ]
    found = data(club, f"/seasons/{club.seasons.get().pk}")
    assert (found["order"], found["without_money"]) == (["points"], True)
    assert [column["key"] for column in found["standings"][0]["columns"]] == ["points", "evenings"]
    said = everything_said(club)
    assert [
        word for word in ("£", "GBP", "minor", "stake", "2.25", "Penrose") if word in said
    ] == []


def test_a_season_shows_how_many_nights_count_and_keeps_its_data(club):
    for _ in range(2):
        session = an_evening(club, played_on=TODAY - timedelta(days=7))
        a_table("Eve! 5", session=session, names=NAMES)
        close(session)
    club.seasons.update(best_of=2)
    season = f"/seasons/{club.seasons.get().pk}"
    page = a_phone().get(f"/open/{club.pk}{season}/")
    assert shown(page, r'data-label="Club nights"\s*>(.*?)</td>')[0] == "2 of 3"
    (table,) = data(club, season)["standings"]
    assert table["rows"][0]["figures"]["evenings"] == 3


def test_a_season_shows_the_race_of_players_who_are_named(club):
    for hands in (["Eve! 5"], ["Ben+Dan 5"]):
        session = an_evening(club, played_on=TODAY - timedelta(days=6))
        a_table(*hands, session=session, names=NAMES)
        close(session)
    club.players.filter(name="Ben Kitto").update(unnamed=True)
    club.seasons.update(order=["points"])
    season = f"/seasons/{club.seasons.get().pk}"
    found = data(club, season)
    assert found["nights"] == ["2026-11-13", "2026-11-14", "2026-11-14"]
    assert found["lead"] == {
        "people": [{"name": "Eve T.", "disc": was_disc("Eve Tregenza")}],
        "by": 6,
    }
    (table,) = found["standings"]
    assert [
        (row["people"][0]["name"], row.get("nights"), row.get("totals")) for row in table["rows"]
    ] == [
        ("Eve T.", [5, 5, 0], [5, 10, 10]),
        (UNNAMED, None, None),
        ("Dan N.", [1, 0, 3], [1, 1, 4]),
        ("Ann P.", [0, 0, 0], [0, 0, 0]),
        ("Cat R.", [0, 0, 0], [0, 0, 0]),
    ]
    page = a_phone().get(f"/open/{club.pk}{season}/")
    assert page.content.decode().count("<polyline") == 4
    assert shown(page, r"<dd>(.*?)</dd>")[:2] == ["Eve T., by 6", "Eve T., 5"]
    assert found["best_night"] == {"people": found["lead"]["people"], "brought": 5}


def test_a_public_season_shows_no_single_night_while_results_are_private(club):
    session = an_evening(club, played_on=TODAY - timedelta(days=6))
    a_table("Eve! 5", session=session, names=NAMES)
    close(session)
    season = f"/seasons/{club.seasons.get().pk}"
    open_ = data(club, season)
    say(club, ["seasons"])
    found = data(club, season)
    assert (open_["nights"], open_["best_night"]["brought"]) == (["2026-11-13", "2026-11-14"], 5)
    assert (found["nights"], found["best_night"], found["lead"]) == ([], None, open_["lead"])
    by_night, without = ([sorted(row) for row in one["standings"][0]["rows"]]
                         for one in (open_, found))  # fmt: skip
    assert [{*more} - {*less} for more, less in zip(by_night, without, strict=True)] == [
        {"nights", "totals"}
    ] * 5
    page = a_phone().get(f"/open/{club.pk}{season}/").content.decode()
    assert (page.count("<polyline"), page.count('class="bars"'), "13 Nov" in page) == (0, 0, False)
    assert "Eve T." in page


def test_no_one_is_said_to_have_had_the_best_night_of_a_hidden_player(club):
    session = an_evening(club, played_on=TODAY - timedelta(days=6))
    a_table("Eve! 5", session=session, names=NAMES)
    close(session)
    club.players.filter(name="Eve Tregenza").update(unnamed=True)
    club.seasons.update(order=["points"])
    season = f"/seasons/{club.seasons.get().pk}"
    assert data(club, season)["best_night"] is None
    facts = shown(a_phone().get(f"/open/{club.pk}{season}/"), r"<dt>(.*?)</dt>")
    assert facts == ["First place", "Last day"]


def test_people_are_named_everywhere_as_the_club_and_they_themselves_chose(club):
    def named():
        said = everything_said(club)
        shown = ("Ann Penrose", "Ann P", "Ben K", "Eve T", "Former member", "Kitto")
        return [name for name in shown if name in said]

    assert named() == ["Ann P", "Ben K", "Eve T"]
    say(club, PARTS, names="full")
    assert named() == ["Ann Penrose", "Ann P", "Ben K", "Eve T", "Kitto"]
    ann, ben, eve = (club.players.get(name__startswith=name) for name in ("Ann", "Ben", "Eve"))
    form = {"name": "Ann Penrose", "active": "on", "unnamed": "on"}
    assert signed_in().post(f"/clubs/{club.pk}/players/{ann.pk}/edit", form).status_code == 302
    assert named() == ["Ben K", "Eve T", "Kitto"]
    rename_player(player=ben, name="Bendigo Rowse", short_name="", guest=False)
    assert named() == ["Eve T"]
    close_all(club)
    forget_player(player=eve, actor=PHONE)
    assert named() == []
    zoe = club.players.create(name="Zoe")
    assert merge_players(kept=zoe, gone=ann, actor=PHONE).unnamed
    say(club, PARTS, names="hidden")
    assert "Bendigo" not in everything_said(club)


def close_all(club):
    club.entries.all().delete()
    was(club).closings.get().payments.all().delete()


def test_a_part_is_closed_until_the_owner_opens_it_and_says_where_it_is(club):
    say(club, [])
    assert [a_phone().get(path).status_code for path in pages(club)] == [404] * 12
    kate, page = signed_in(), f"/clubs/{club.pk}/open"
    assert "All pages are hidden now." in text_of(kate.get(page))
    refused = kate.post(page, {"results": "on", "names": "nicknames"})
    assert (refused.status_code, again(club).open_parts) == (422, [])
    assert kate.post(page, {"results": "on", "names": "full"}).status_code == 302
    found = text_of(kate.get(page))
    assert f"/open/{club.pk}/?embed" in found
    club = again(club)
    assert (club.open_parts, club.open_names, club.may_be_found) == (["results"], "full", False)
    said = Event.objects.filter(club=club, said__startswith="Public pages").first().said
    assert said == "Public pages: results. People are named with their full names."


def test_only_embedded_pages_can_be_framed_and_search_engines_are_kept_out(club):
    def headers(rest, **asked):
        answer = a_phone().get(f"/open/{club.pk}{rest}", headers=asked)
        frames = "frame-ancestors *" in answer["Content-Security-Policy"]
        robots = answer.get("X-Robots-Tag"), b'content="noindex"' in answer.content
        shared = answer["Cross-Origin-Resource-Policy"] == "cross-origin"
        return answer, (frames, "X-Frame-Options" not in answer, shared), robots

    hidden, found, shut, framed = ("noindex", True), (None, False), (False,) * 3, (True,) * 3
    assert headers("/")[1:] == (shut, hidden)
    answer, *rest = headers("/?embed")
    assert rest == [framed, hidden]
    assert b'class="mast"' not in answer.content
    again_ = headers("/?embed", if_none_match=answer["ETag"])
    assert (again_[0].status_code, again_[1]) == (304, framed)
    say(club, PARTS, may_be_found=True)
    assert headers("/")[1:] == (shut, found)
    assert headers("/?embed")[1:] == (framed, hidden)
    data = headers(".json")[0]
    assert data["Access-Control-Allow-Origin"] == "*"
    assert data["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_a_known_page_takes_one_query_until_it_changes_and_is_gone_when_closed(club):
    for path in pages(club):
        phone = a_phone()
        etag = phone.get(path)["ETag"]
        with CaptureQueriesContext(connection) as asked:
            same = phone.get(path, headers={"If-None-Match": etag})
        assert (same.status_code, same.content, len(asked)) == (304, b"", 1), path
        assert same["Cache-Control"] == "no-cache"
    tags = {a_phone().get(path)["ETag"] for path in pages(club)}
    assert len(tags) == 12
    an_evening(club, played_on=TODAY)
    assert not tags & {a_phone().get(path)["ETag"] for path in pages(club)}
    old = a_phone().get(f"/open/{club.pk}/results/")["ETag"]
    say(club, ["seasons"])
    closed = [
        getattr(a_phone(), ask)(f"/open/{club.pk}/results/", headers={"If-None-Match": old})
        for ask in ("get", "head")
    ]
    assert [(one.status_code, "ETag" in one) for one in closed] == [(404, False)] * 2


def test_more_evenings_add_no_queries(club):
    def cost():
        found = []
        for path in pages(club):
            with CaptureQueriesContext(connection) as asked:
                assert a_phone().get(path).status_code == 200
            found.append(len(asked))
        return found

    first = cost()
    for days in (8, 9):
        session = an_evening(club, played_on=TODAY - timedelta(days=days))
        a_table("Ben+Dan 3", session=session, names=NAMES)
        close(session)
    assert cost() == first


def test_a_tournament_can_be_followed_live_and_a_surprise_stays_secret(club):
    evening = club.sessions.get(title="The final")
    tournament = a_tournament(names_of_eight(), session=evening)
    assert (data(club)["live"], data(club, f"/live/{evening.pk}")) == ([], 404)
    first = begun(tournament)
    path = f"/open/{club.pk}/live/{evening.pk}/"
    assert [one["address"] for one in data(club)["live"]] == [path]
    tell_all(first)
    found = data(club, f"/live/{evening.pk}")
    assert (found["state"], found["round"], found["standings"]) == ("on", 1, [])
    assert [len(table["sides"]) for table in found["tables"]] == [2, 2]
    assert found["tables"][0]["sides"][0]["points"] is None
    assert found["clock"]["began"]
    old = a_phone().get(path)["ETag"]
    ended(first)
    assert a_phone().get(path, headers={"If-None-Match": old}).status_code == 200
    found = data(club, f"/live/{evening.pk}")
    rows = found["standings"][0]["rows"]
    assert (found["state"], found["clock"], len(rows)) == ("over", None, 8)
    assert {person["name"] for row in rows for person in row["people"]} == {
        *("Ann P.", "Ben K.", "Cat R.", "Dan N.", "Eve T.", "Fay", "Gus", "Hal")
    }
    assert found["tables"][0]["sides"][0]["points"] is not None
    assert "Round 1 of" in text_of(a_phone().get(path))
    Tournament.objects.update(settings={"suspense": True}, version=F("version") + 1)
    found = data(club, f"/live/{evening.pk}")
    assert (found["secret"], found["standings"]) == (True, [])
    assert {side["points"] for table in found["tables"] for side in table["sides"]} == {None}
    old = a_phone().get(path)["ETag"]
    club.sessions.filter(pk=evening.pk).update(played_on=TODAY - timedelta(days=2))
    assert (data(club)["live"], data(club, f"/live/{evening.pk}")) == ([], 404)
    club.sessions.filter(pk=evening.pk).update(played_on=TODAY, closed_at=timezone.now())
    assert a_phone().get(path, headers={"If-None-Match": old}).status_code == 404


def test_standings_give_the_reasons_of_adjustments_of_players_who_are_named(club):
    evening = club.sessions.get(title="The final")
    tournament = a_tournament(names_of_eight(), session=evening, rounds=1)
    tell_all(ended(begun(tournament)))
    for no, why in ((6, "late"), (7, "misdirected")):
        adjust(key=some_id(no), tournament=tournament, no=no, points=-2, why=why)
    Player.objects.filter(name="Gus").update(unnamed=True)

    def notes(path):
        rows = data(club, path)["standings"][0]["rows"]
        return [(row["people"][0]["name"], *row["notes"]) for row in rows if "notes" in row]

    late = "\N{MINUS SIGN}2 points: late"
    assert notes(f"/live/{evening.pk}") == [("Fay", late)]
    page = text_of(a_phone().get(f"/open/{club.pk}/live/{evening.pk}/"))
    assert (late in page, "misdirected" in page) == (True, False)
    finish(tournament=again(tournament), actor=PHONE)
    close(again(evening))
    assert notes(f"/results/{evening.pk}") == [("Fay", late)]


def names_of_eight():
    return [*NAMES, "Fay", "Gus", "Hal"]


def test_a_list_that_closes_in_another_year_names_the_year(club):
    names = SignUpList.objects.get()
    for path in (f"/open/{club.pk}/", f"/come/{names.token}/"):
        said = text_of(a_phone().get(path))
        assert re.findall(r"Friday 20 November[ 0-9]*, 18:00", said) == [
            "Friday 20 November 2099, 18:00"
        ]


def preview(club, rest):
    """Return what a messenger reads of a public page, and the event of a search engine."""
    page = a_phone().get(f"/open/{club.pk}{rest}").content.decode()
    tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
    scripts = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    return tags, [json.loads(one) for one in scripts]


def test_a_shared_result_shows_who_won_and_when_and_is_an_event(club):
    club.place = "The <Snug> & Bar"
    club.save()
    tags, events = preview(club, f"/results/{was(club).pk}/")
    assert tags["title"] == "Club night · The Right Bower Club"
    assert tags["description"] == "Friday 13 November 2026. Won by Eve T."
    address = f"http://testserver/open/{club.pk}/results/{was(club).pk}/"
    assert tags["url"] == address
    assert re.fullmatch(r"http://testserver/\S+\.png", tags["image"])
    (event,) = events
    names = {person["name"] for person in event.pop("competitor")}
    assert names == {"Ann P.", "Ben K.", "Cat R.", "Dan N.", "Eve T."}
    assert event.pop("startDate").startswith("2026-11-13")
    assert event == {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": "Club night, The Right Bower Club",
        "sport": "Euchre",
        "url": address,
        "organizer": {
            "@type": "SportsOrganization",
            "name": "The Right Bower Club",
            "url": f"http://testserver/open/{club.pk}/",
        },
        "location": {
            "@type": "Place",
            "name": "The <Snug> & Bar",
            "address": "The <Snug> & Bar",
        },
    }


def test_a_preview_names_no_one_who_is_hidden(club):
    club.players.filter(name="Eve Tregenza").update(unnamed=True)
    say(club, PARTS)
    tags, (event,) = preview(club, f"/results/{was(club).pk}/")
    assert tags["description"] == "Friday 13 November 2026."
    assert {one["name"] for one in event["competitor"]} == {"Ann P.", "Ben K.", "Cat R.", "Dan N."}
    say(club, PARTS, names="hidden")
    _, (event,) = preview(club, f"/results/{was(club).pk}/")
    assert "competitor" not in event
    feed = a_phone().get(f"/open/{club.pk}/results.atom").content.decode()
    assert "Won by" not in feed


def test_a_season_and_the_front_page_have_a_preview_and_are_no_event(club):
    season = club.seasons.get().pk
    (about, none), (of_front, neither) = preview(club, f"/seasons/{season}/"), preview(club, "/")
    assert (about["title"], none) == ("The year · The Right Bower Club", [])
    assert (of_front["title"], neither) == ("The Right Bower Club", [])


def test_every_page_has_all_that_a_reader_of_previews_asks_for(club):
    club.place = "The Snug"
    club.save()
    tell_all(begun(a_tournament(8, session=an_evening(club, title="Live"))))
    live = club.sessions.get(title="Live").pk
    rests = {path.removeprefix(f"/open/{club.pk}") for path in pages(club) if path[-1] == "/"}
    read = {}
    for rest in {*rests, f"/live/{live}/"}:
        tags, events = preview(club, rest)
        address = f"http://testserver/open/{club.pk}{rest}"
        lacking = {"title", "type", "url", "image", "site_name"} - {*filter(tags.get, tags)}
        lacks = [{"name", "startDate", "location", "organizer"} - {*one} for one in events]
        read[rest] = tags["url"] == address and not lacking and not any(lacks)
    assert len(read) == 5
    assert [rest for rest, well in read.items() if not well] == []


ATOM = "{http://www.w3.org/2005/Atom}"


def test_results_are_an_atom_feed_while_they_are_public(club):
    path = f"/open/{club.pk}/results.atom"
    answer = a_phone().get(path)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    (entry,) = fromstring(answer.content).findall(f"{ATOM}entry")
    assert entry.find(f"{ATOM}title").text == "Club night, Friday 13 November 2026"
    assert entry.find(f"{ATOM}summary").text == "Won by Eve T."
    link = entry.find(f"{ATOM}link").get("href")
    assert a_phone().get(link).status_code == 200
    assert entry.find(f"{ATOM}updated").text.startswith("2026-11-13T")
    known = a_phone().get(path, headers={"If-None-Match": answer["ETag"]})
    assert known.status_code == 304
    assert f'href="{path}"' in a_phone().get(f"/open/{club.pk}/").content.decode()
    say(club, ["seasons"])
    assert a_phone().get(path).status_code == 404
    assert "atom" not in a_phone().get(f"/open/{club.pk}/").content.decode()


def test_any_name_of_a_club_or_a_night_makes_a_feed_and_an_event_that_can_be_read(club):
    name = "Left \uffff</script><script>alert(1)//"
    Club.objects.update(name=name)
    club.sessions.update(title="A & B\ufffe]]>")
    club.players.update(name="Eve\uffff T")
    feed = fromstring(a_phone().get(f"/open/{club.pk}/results.atom").content)
    assert "</script><script>" in feed.find(f"{ATOM}title").text
    assert "A & B" in feed.find(f"{ATOM}entry/{ATOM}title").text
    _, (event,) = preview(club, f"/results/{was(club).pk}/")
    assert event["organizer"]["name"] == name
