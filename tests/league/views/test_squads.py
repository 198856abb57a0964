"""A team's page, the captains' links and the captain's own pages."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.league.pure.league_file import WEEKDAYS
from scoring.league.queries.squads import load_who_may_play
from scoring.models import LeagueMatch, Player, SquadMember
from tests.cast import a_phone
from tests.hall import a_hall, browser_of
from tests.html import shown
from tests.league.cast import a_league, a_match, a_squad, captains_link, play
from tests.sheets.reading import whole

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall():
    return a_hall()


def season(hall, shelf="penryn-and-falmouth", **what):
    league = a_league(shelf, club=hall["club"], **what)
    teams = {team.name: team for team in league.teams.all()}
    a_squad(teams["Mounties"], "Ann Penrose", "Ben Rowe")
    a_squad(teams["Trolls"], "Gus Kitto", "Hal Nance")
    return league, teams["Mounties"], teams["Trolls"]


def page_of(team):
    return f"/leagues/{team.league_id}/teams/{team.pk}/"


def says(answer):
    return " ".join(answer.content.decode().split())


def squad(team):
    rows = team.squad.filter(until=None).select_related("player").order_by("player__key")
    return [f"{row.player} {row.came}" for row in rows]


def test_a_teams_page_names_players_as_the_league_chose_with_constant_queries(
    hall, django_assert_max_num_queries
):
    league, mounties, _ = season(hall, open_to_all=True, published_at="2026-09-01T12:00Z")
    play(
        a_match(league, "Mounties", "Trolls"),
        (("Ann Penrose", "Ida Rowe"), ("Gus Kitto", "Hal Nance"), [(21, 3)]),
    )
    last_week = timezone.localdate() - timedelta(days=7)
    missing = a_match(league, "Trolls", "Mounties", last_week)
    assert "1 past match still has no result." in says(a_phone().get(page_of(mounties)))
    LeagueMatch.objects.filter(pk=missing.pk).update(date=None)
    shown = says(a_phone().get(page_of(mounties)))
    assert "1 match to play, with no night agreed yet." in shown
    assert "Ann P." in shown
    assert "Penrose" not in shown
    assert 'won <b class="unbroken">1–0</b>' in shown
    assert "Register" not in shown
    for names, told in (("hidden", "2 players are registered."), ("full", "Ann Penrose")):
        league.names = names
        league.save()
        assert told in says(a_phone().get(page_of(mounties)))
    captains_link(mounties)
    mine = f"/team/{mounties.links.get().token}/"
    olga = browser_of("organiser", hall)
    for address, most in ((page_of(mounties), 40), (mine, 35), (f"{mine}squad", 30)):
        with django_assert_max_num_queries(most):
            assert "Ann Penrose" in says(olga.get(address)) or address == mine
    assert "Trolls" in says(a_phone().get(mine))


def test_the_secretary_registers_transfers_and_removes_players(hall):
    league, mounties, trolls = season(hall)
    olga, page = browser_of("organiser", hall), page_of(mounties)
    answer = olga.post(f"{page}register", {"names": "Cat\nDan", "since": "2026-09-01"})
    assert answer.status_code == 302
    like = olga.post(f"{page}register", {"names": "Ann Penrosse", "since": "2026-09-01"})
    assert like.status_code == 422
    assert "Ann Penrosse: Ann Penrose?" in says(like)
    of_others = olga.post(f"{page}register", {"names": "Gus Kitto"})
    assert of_others.status_code == 409
    assert "A player may transfer once a season, for £2." in says(of_others)
    assert "Transfer Gus Kitto from Trolls today" in says(of_others)
    gus = trolls.squad.get(player__name="Gus Kitto")
    olga.post(f"{page}transfer", {"member": gus.pk})
    ann = mounties.squad.get(player__name="Ann Penrose")
    olga.post(f"{page}captain", {"captain": ann.pk})
    mounties.refresh_from_db()
    assert mounties.captain.name == "Ann Penrose"
    assert squad(mounties) == [
        *("Ann Penrose before", "Ben Rowe before", "Cat before", "Dan before"),
        "Gus Kitto transfer",
    ]
    olga.post(f"{page}squad/{ann.pk}/off")
    assert not SquadMember.objects.filter(pk=ann.pk).exists()
    hal = trolls.squad.get(player__name="Hal Nance")
    again = olga.post(f"/leagues/{league.pk}/teams/{trolls.pk}/transfer", {"member": gus.pk})
    assert (again.status_code, hal.until) == (422, None)


def test_a_captain_signs_known_players_first_and_confirms_a_new_one(hall):
    league, mounties, _ = season(hall)
    Player.objects.create(club=hall["club"], name="Zoe Hocking")
    squad_page = f"/team/{captains_link(mounties).token}/squad"
    phone = a_phone()
    assert '<option value="Zoe Hocking">' in says(phone.get(squad_page))
    asked = phone.post(squad_page, {"name": "Zoe Hockin"})
    assert asked.status_code == 422
    assert "No, Zoe Hockin is new" in says(asked)
    phone.post(squad_page, {"name": "Zoe Hocking"})
    phone.post(squad_page, {"name": "Zoe Hockin", "new": "yes"})
    assert squad(mounties)[2:] == ["Zoe Hockin before", "Zoe Hocking before"]
    refused = phone.post(squad_page, {"name": "Gus Kitto"})
    assert (refused.status_code, "Ask Trolls for Gus Kitto" in says(refused)) == (409, True)
    twice = phone.post(squad_page, {"name": "ann penrose"}, follow=True)
    assert "They are already registered with Mounties" in says(twice)


def test_a_captain_enters_a_whole_squad_even_where_late_signing_is_not_allowed(hall, monkeypatch):
    league, mounties, trolls = season(hall)
    league.settings["players"]["on_the_night"] = False
    league.published_at = timezone.now()
    league.save()
    match = a_match(league, "Mounties", "Trolls")
    monkeypatch.setattr(timezone, "localdate", lambda *_: match.date)
    mounties.squad.all().delete()
    address = f"/team/{captains_link(mounties).token}/squad"
    page = says(a_phone().get(address))
    assert ("Register the squad" in page, "You can’t add players" in page) == (True, True)
    six = "Zoe Hocking, Una Pascoe\nAnn Penrosse"
    asked = a_phone().post(address, {"name": six})
    assert (asked.status_code, squad(mounties)) == (422, [])
    assert "Ann Penrosse: Ann Penrose?" in shown(asked, "<li>(.*?)</li>")
    a_phone().post(address, {"name": six, "new": "yes"})
    brought = ["Ann Penrosse before", "Una Pascoe before", "Zoe Hocking before"]
    assert squad(mounties) == brought
    check = load_who_may_play(match).check("home", ["Ann Penrosse", "Una Pascoe", "Zoe Hocking"])
    assert "late" not in [finding.kind for finding in check.findings]
    late = a_phone().post(address, {"name": "Fay Noy"})
    assert (late.status_code, squad(mounties)) == (409, brought)


def test_one_captain_requests_a_transfer_and_the_other_agrees(hall):
    _, mounties, trolls = season(hall)
    mine, theirs = (f"/team/{captains_link(team).token}/" for team in (mounties, trolls))
    gus, phone = trolls.squad.get(player__name="Gus Kitto"), a_phone()
    phone.post(f"{mine}transfers", {"member": gus.pk})
    asked = mounties.asks_for.get()
    own_word = phone.post(f"{mine}transfers/{asked.pk}/settle", {"agreed": "yes"})
    assert own_word.status_code == 409
    assert "Agree: Gus Kitto may go" in says(phone.get(theirs))
    other = captains_link(mounties.league.teams.get(name="Shufflers")).token
    assert phone.post(f"/team/{other}/transfers/{asked.pk}/settle").status_code == 404
    phone.post(f"{theirs}transfers/{asked.pk}/settle", {"agreed": "yes"})
    assert squad(trolls) == ["Hal Nance before"]
    assert squad(mounties)[-1] == "Gus Kitto transfer"


def test_a_captain_finds_tonights_card_first_and_then_the_missing_ones(hall):
    league, mounties, _ = season(hall, published_at="2026-09-01T12:00Z")
    league.settings.pop("card", None)
    league.save()
    today, mine = timezone.localdate(), f"/team/{captains_link(mounties).token}/"
    for ago in (21, 14, 7, 0):
        a_match(league, "Mounties", "Trolls", today - timedelta(days=ago))
    a_match(league, "Shufflers", "Mounties", today + timedelta(days=7))

    def told():
        """Each card's heading, opponent and button with its weight, in order; what is folded."""
        page = a_phone().get(mine)
        cards = re.findall(
            r'<h2 id="(?:card|next)-[^>]*>\s*(.*?)\s*</h2>.*?class="against">([^<]*)<.*?'
            r'class="button wide( strong)?"[^>]*>([^<]*)<',
            page.content.decode(),
            re.DOTALL,
        )
        return (
            [f"{head}: {other}: {asks}{weight}" for head, other, weight, asks in cards],
            shown(page, "<summary>(.*?)<"),
        )

    def asked(**what):
        LeagueMatch.objects.filter(date=today).update(**what)
        return told()[0][0]

    assert asked() == "Tonight: Trolls: Enter score strong"
    waits = "Tonight · Card waiting for confirmation: Trolls: Open card"
    assert " ".join(asked(home_confirmed_at=timezone.now()).split()) == waits
    theirs = asked(home_confirmed_at=None, away_confirmed_at=timezone.now())
    assert theirs == "Tonight: Trolls: Check and confirm card strong"
    disputed = " ".join(asked(disputed_at=timezone.now()).split())
    assert disputed == "Tonight · Card disputed: Trolls: Open card"
    cards, folded = told()
    assert cards[1:] == [
        "Card missing: Trolls: Enter card strong",
        "Card missing: Trolls: Enter card",
        "Card missing: Trolls: Enter card",
    ]
    assert folded == ["1 earlier", "To come: 1"]
    LeagueMatch.objects.filter(date=today - timedelta(days=14)).update(date=None)
    assert told()[1] == ["Without a result: 1", "To come: 1"]
    LeagueMatch.objects.filter(date=today).delete()
    assert told()[0] == [
        "Card missing: Trolls: Enter card strong",
        "Card missing: Trolls: Enter card",
        "Next match: Shufflers: Name pairs",
    ]
    yesterday = WEEKDAYS[(today - timedelta(days=1)).weekday()]
    league.settings["card"] = {"weekday": yesterday, "at": "00:00", "late": "home", "points": 0}
    league.save()
    assert told()[0][0] == "Card overdue: Trolls: Enter card strong"
    LeagueMatch.objects.filter(date__lte=today).delete()
    match = LeagueMatch.objects.get(date__gt=today)
    assert told()[0] == ["Next match: Shufflers: Name pairs strong"]
    match.pairs.create(side="home", no=0)
    assert told()[0] == ["Next match: Shufflers: Name pairs strong"]
    match.pairs.create(side="away", no=0)
    assert told()[0] == ["Next match: Shufflers: Change pairs strong"]


def test_a_captain_reads_the_table_through_their_link_though_the_league_is_private(hall):
    league, mounties, trolls = season(hall, open_to_all=False)
    other = league.divisions.create(no=2, name="Division 2")
    league.divisions.filter(no=1).update(name="Division 1")
    league.teams.filter(name__in=["Trolls", "Shufflers"]).update(division=other)
    play(
        a_match(league, "Mounties", "Stinky Eight"),
        (("Ann Penrose", "Ben Rowe"), ("Ida", "Jan"), [(21, 3)]),
    )
    page = f"/team/{captains_link(trolls).token}/table"
    answer = a_phone().get(page)
    assert shown(answer, r"<h2>(.*?)</h2>") == ["Division 2", "Division 1"]
    assert "Mounties" in says(answer)
    assert f"/leagues/{league.pk}/" not in says(answer)
    assert shown(answer, r'aria-current="page"\s*>(\w+)') == ["Standings"]
    assert a_phone().get(f"/leagues/{league.pk}/").status_code != 200


def test_captain_links_are_shown_printed_renewed_and_revoked(hall):
    league, mounties, _ = season(hall)
    olga, links = browser_of("organiser", hall), f"/leagues/{league.pk}/captains/"
    assert "4 teams have no link." in says(olga.get(links))
    olga.post(f"{links}make")
    first = mounties.links.get().token
    assert first in says(olga.get(links))
    slips = olga.get(f"{links}slips.pdf")
    assert all(name in whole(slips.content) for name in ("Mounties", "StinkyEight", first))
    olga.post(f"{links}{mounties.pk}/renew")
    assert a_phone().get(f"/team/{first}/").status_code == 410
    late = a_phone().post(f"/team/{first}/squad", {"names": "Newman Rowe"})
    assert late.status_code == 410
    assert "Not saved. Go back to the previous page" in says(late)
    second = mounties.links.get(revoked_at=None).token
    shown = says(olga.get(f"{links}?team={mounties.pk}"))
    assert shown.count('class="qr"') == 1
    assert second in shown
    olga.post(f"{links}{mounties.pk}/revoke")
    assert "1 team has no link." in says(olga.get(links))
