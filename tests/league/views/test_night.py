"""A night of a league on the captains' phones."""

import re
from datetime import datetime, time, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.league.pure.table import tables
from scoring.league.queries.season import load_season
from scoring.models import Entry, League, MeetingReport
from tests.cast import a_phone, again
from tests.html import shown
from tests.league.cast import a_league, a_match, a_squad, captains_link

pytestmark = pytest.mark.django_db

HOME = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
AWAY = ["Ida", "Jan", "Kim", "Lea", "Max", "Ned"]


@pytest.fixture
def match():
    league = a_league("st-austell")
    match = a_match(league, "Mounties", "Trolls")
    a_squad(match.home, *HOME), a_squad(match.away, *AWAY)
    return match


def page_of(match, team):
    return f"/team/{captains_link(team).token}/matches/{match.pk}/"


def name(match, team, names):
    sent = {f"name{no // 2}-{no % 2}": one for no, one in enumerate(names)}
    return a_phone().post(f"{page_of(match, team)}names", sent)


def tell(match, team, round, games):
    """Enter a round: the two fields of each meeting, by its number."""
    sent = {"key": str(uuid4())}
    for no, (home, away) in games.items():
        sent |= {f"home{no}-0": home, f"away{no}-0": away}
    return a_phone().post(f"{page_of(match, team)}rounds/{round}", sent)


def confirm(match, team):
    page = a_phone().get(page_of(match, team)).content.decode()
    seen = re.search(r'name="seen" value="(\d+)"', page)[1]
    return a_phone().post(f"{page_of(match, team)}confirm", {"seen": seen})


def test_two_captains_play_a_night_and_their_card_counts(match):
    League.objects.update(published_at=timezone.now())
    first = a_phone().get(f"/team/{captains_link(match.home).token}/").content.decode()
    assert page_of(match, match.home) in first
    assert name(match, match.home, HOME).status_code == 302
    theirs = a_phone().get(page_of(match, match.away)).content.decode()
    named = "Mounties have named their pairs." in theirs
    assert ("Ann and Ben" in theirs, named) == (False, True)
    name(match, match.away, AWAY)
    assert "Ann and Ben" in a_phone().get(page_of(match, match.away)).content.decode()
    tell(match, match.home, 0, {1: ("", 15), 2: (21, 3), 3: (9, "")})
    tell(match, match.away, 1, {4: ("", 1), 5: (2, ""), 6: (3, "")})
    tell(match, match.home, 2, {7: ("", 7), 8: (4, ""), 9: ("", 20)})
    page = a_phone().get(page_of(match, match.away))
    assert shown(page, r"<b>(\d+–\d+)</b>") == ["5–4"]
    confirm(match, match.away)
    assert again(match).counted_at is None
    confirm(match, match.home)
    (table,) = tables(load_season(match.league))
    assert [(row.team, row.points, row.won) for row in table.rows[:1]] == [("Mounties", 2, 1)]
    assert "The card counts" in a_phone().get(page_of(match, match.home)).content.decode()


def test_a_captain_whose_confirmation_lapsed_reads_who_changed_what(match):
    name(match, match.home, HOME), name(match, match.away, AWAY)
    tell(match, match.home, 0, {1: ("", 15), 2: (21, 3), 3: (9, "")})
    confirm(match, match.home)
    pages = [page_of(match, match.home), page_of(match, match.away)]

    def remark(page):
        return shown(a_phone().get(page), r'id="changed">\s*<p>(.*?)</div>')

    assert [remark(page) for page in pages] == [[], []]
    tell(match, match.away, 0, {1: ("", 17)})
    ours, theirs = (remark(page) for page in pages)
    at = timezone.localtime(MeetingReport.objects.last().at)
    assert (len(ours), theirs) == (1, [])
    assert ours[0] == (
        "The card has changed since you confirmed it. Check it again. Captain of Trolls, "
        f"{at:%H:%M}: Ann and Ben – Ida and Jan, 21–17 instead of 21–15."
    )
    confirm(match, match.home)
    assert remark(pages[0]) == []


def test_a_late_card_says_since_when_and_leads_from_the_pairs_to_the_games(match, monkeypatch):
    def says(at):
        """What the home captain's page says at a moment: of the lateness, and below the heading."""
        monkeypatch.setattr(timezone, "now", lambda: timezone.make_aware(at))
        page = a_phone().get(page_of(match, match.home))
        below = shown(page, r'id="who-plays">.*?</h2>\s*<p[^>]*>(.*?)</p>')
        return shown(page, r'<p class="remark overdue">(.*?)</p>'), *below

    late = ["Card overdue since Saturday 3 October, 18:00."]
    on_the_night, after = datetime(2026, 10, 1, 20), datetime(2026, 10, 4, 20)
    lateness, first = says(on_the_night)
    assert (lateness, first.startswith("Name your pairs")) == ([], True)
    lateness, first = says(after)
    assert (lateness, first.endswith("once Trolls have named theirs too.")) == (late, True)
    name(match, match.away, AWAY)
    lateness, first = says(after)
    assert (lateness, first.endswith("Then enter the games.")) == (late, True)
    name(match, match.home, HOME)
    tell(match, match.home, 0, {1: ("", 15), 2: (21, 3), 3: (9, "")})
    assert says(after)[0] == late
    confirm(match, match.home)
    assert says(after)[0] == []


def test_an_impossible_game_is_marked_at_its_field_and_typed_scores_stay(match):
    name(match, match.home, HOME), name(match, match.away, AWAY)
    answer = tell(match, match.home, 0, {1: (21, 21), 2: ("", 30), 3: ("", 4)})
    page = answer.content.decode()
    assert (answer.status_code, "Only one side can have the 21" in page, 'value="30"' in page) == (
        422,
        True,
        True,
    )
    assert again(match).games_won is None


def send_kept(match, team, key, **fields):
    """Send what a phone kept of the first round; its answer, and how many reports there are."""
    address = f"{page_of(match, team)}rounds/0/send"
    answer = a_phone().post(address, {"key": key, **fields})
    number = MeetingReport.objects.filter(meeting__match=match).count()
    return answer.status_code, answer.json(), number


def test_a_round_kept_on_a_phone_counts_once_and_leaves_other_rounds_alone(match):
    name(match, match.home, HOME), name(match, match.away, AWAY)
    one, other = str(uuid4()), str(uuid4())
    kept = {"home1-0": "", "away1-0": "15", "seen-home1-0": "", "seen-away1-0": ""}
    tell(match, match.away, 0, {1: ("", ""), 2: (21, 3), 3: (9, "")})
    stored = (200, {"key": one, "state": "stored"}, 3)
    assert send_kept(match, match.home, one, **kept) == stored
    assert again(match).games_won == (2, 1)
    late = {"home1-0": "12", "away1-0": "", "seen-home1-0": "", "seen-away1-0": "15"}
    assert send_kept(match, match.away, other, **late)[0] == 200
    assert send_kept(match, match.home, one, **kept) == (*stored[:2], 4)
    refused = send_kept(match, match.home, str(uuid4()), **kept)
    reason = (
        "12–21 is now on the card for Ann and Ben against Ida and Jan. This round is not saved. "
        "Agree on the score, then save again."
    )
    assert (refused[0], refused[1]["reason"], refused[2]) == (409, reason, 4)
    wrong = send_kept(match, match.home, one, **{"home1-0": 21, "away1-0": 21})
    assert (wrong[0], wrong[1]["key"], "Only one side can have the 21" in wrong[1]["reason"]) == (
        422,
        one,
        True,
    )


def test_an_unknown_name_is_marked_beside_its_field(match):
    answer = name(match, match.home, ["Ann", "Bne"])
    assert answer.status_code == 422
    assert "No player in this league is called Bne." in answer.content.decode()
    assert 'value="Ann"' in answer.content.decode()


def test_the_first_letters_of_a_name_are_enough_if_unique_in_the_squad(match):
    assert name(match, match.home, ["an", "B", "cat", "D", "ev", "f"]).status_code == 302
    assert [str(pair) for pair in match.pairs.all()][:1] == ["Ann and Ben"]


def test_pairs_of_the_last_match_are_proposed(match):
    name(match, match.home, HOME)
    later = a_match(match.league, "Mounties", "Shufflers", match.league.nights[1])
    page = a_phone().get(page_of(later, match.home)).content.decode()
    assert re.findall(r'name="name\d-\d"[^>]*value="(\w+)"', page) == HOME or all(
        f'value="{one}"' in page for one in HOME
    )


def test_another_teams_captain_cannot_reach_the_page(match):
    league = match.league
    other = league.teams.get(name="Shufflers")
    refused = a_phone().get(page_of(match, other))
    assert refused.status_code == 403
    assert "This page belongs to other teams." in refused.content.decode()
    elsewhere = a_league(season="2025-26").teams.first()
    assert a_phone().get(page_of(match, elsewhere)).status_code == 404


def test_scores_can_be_kept_on_pads_at_the_tables(match):
    name(match, match.home, HOME), name(match, match.away, AWAY)
    address = page_of(match, match.home)
    a_phone().post(f"{address}pads")
    page = a_phone().get(address).content.decode()
    pads = re.findall(r'href="[^"]*(/t/[\w-]+/)"', page)
    assert len(pads) == 3
    assert a_phone().get(pads[0]).status_code == 200
    refused = a_phone().post(f"{address}next")
    assert (refused.status_code, "still play" in refused.content.decode()) == (409, True)


def test_a_captain_who_disagrees_sends_the_card_to_the_secretary(match):
    name(match, match.home, HOME), name(match, match.away, AWAY)
    tell(match, match.home, 0, {1: ("", 15)})
    address = page_of(match, match.away)
    assert a_phone().post(f"{address}dispute", {"why": ""}).status_code == 422
    a_phone().post(f"{address}dispute", {"why": "That was ours"})
    page = a_phone().get(address).content.decode()
    assert "Captain of Trolls disputes the card: “That was ours”" in page


def test_after_a_dispute_both_captains_read_what_was_changed_since(match):
    name(match, match.home, HOME), name(match, match.away, AWAY)
    tell(match, match.home, 0, {1: ("", 15)})
    confirm(match, match.home)
    away, home = page_of(match, match.away), page_of(match, match.home)
    a_phone().post(f"{away}dispute", {"why": "That was ours"})
    since = "The card has changed since"
    assert [since in a_phone().get(one).content.decode() for one in (home, away)] == [False] * 2
    tell(match, match.home, 0, {1: (15, "")})
    for page in (home, away):
        (said,) = shown(a_phone().get(page), r'id="changed">(.*?)</div>')
        assert said.startswith(f"{since} the dispute. Check it again. Captain of Mounties, ")
        assert "instead of" in said


def typed(page, field):
    """What stands in a field of the page."""
    (found,) = re.findall(rf'<(?:input|button)[^>]*name="{field}"[^>]*>', page)
    return (re.findall(r'value="([^"]*)"', found) or [""])[0]


def test_a_squad_player_is_tapped_into_the_next_place_and_out_without_a_script(match):
    cat = match.home.squad.get(player__name="Cat").player
    sent = {f"name{no // 2}-{no % 2}": one for no, one in enumerate(["Ann", "", "", "", "", ""])}
    page = a_phone().post(f"{page_of(match, match.home)}names", sent | {"tap": cat.pk})
    text = page.content.decode()
    assert (page.status_code, typed(text, "name0-1"), match.pairs.count()) == (200, "Cat", 0)
    assert re.findall(r'data-name="(\w+)"\s+aria-pressed="true"', text) == ["Ann", "Cat"]
    again_ = a_phone().post(
        f"{page_of(match, match.home)}names", sent | {"name0-1": "cat", "tap": cat.pk}
    )
    assert typed(again_.content.decode(), "name0-1") == ""


def test_new_players_sign_beside_the_names_and_nothing_typed_is_lost(match, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_: match.date)
    League.objects.update(published_at=timezone.now())
    league = match.league
    league.settings["players"]["on_the_night"] = True
    league.save()
    names = ["Ann", "Zed Ash"]
    page = name(match, match.home, names)
    assert (page.status_code, typed(page.content.decode(), "sign")) == (422, "Zed Ash")
    sent = {"name0-0": "Ann", "name0-1": "Zed Ash", "sign": "Zed Ash"}
    page = a_phone().post(f"{page_of(match, match.home)}names", sent)
    text = page.content.decode()
    assert (page.status_code, typed(text, "name0-1")) == (200, "Zed Ash")
    assert "Zed Ash is registered with Mounties." in text
    assert match.home.squad.get(player__name="Zed Ash").came == "night"


def a_tonight(match, monkeypatch, **words):
    """Let it be the night of the match; whether somebody new may sign is as the words say."""
    monkeypatch.setattr(timezone, "localdate", lambda *_: match.date)
    match.league.settings["players"]["on_the_night"] = not words
    match.league.settings["words"] = words
    match.league.save()


SIX = ["Zed Ash", "Yves Bo", "Xan Cole", "Wim Dorn", "Vic Elm", "Ann Penrosse"]


def test_all_new_players_sign_and_play_with_one_tap_or_nothing_is_stored(match, monkeypatch):
    a_tonight(match, monkeypatch)
    match.league.club.players.create(name="Ann Penrose")
    page = name(match, match.home, SIX)
    text = page.content.decode()
    buttons = shown(page, r"<button[^>]*>\s*(Sign [^<]*?)\s*</button>")
    assert (page.status_code, buttons) == (
        422,
        [
            "Sign all six tonight and save pairs",
            *(f"Sign {one} for Mounties tonight" for one in SIX),
        ],
    )
    assert (text.count("No player in this league is called"), "errorlist" in text) == (1, False)
    assert "Ann Penrosse: Ann Penrose?" in shown(page, "<li>(.*?)</li>")
    sent = {f"name{no // 2}-{no % 2}": one for no, one in enumerate(SIX)}
    sent |= {"new": SIX, "sign-all": "yes"}
    address, before = f"{page_of(match, match.home)}names", match.home.squad.count()

    def stored():
        return match.home.squad.count() - before, [str(one) for one in match.pairs.all()]

    twice = a_phone().post(address, sent | {"name0-0": "Yves Bo"})
    assert (twice.status_code, stored()) == (409, (0, []))
    unasked = a_phone().post(address, sent | {"name0-0": "Somebody Else"})
    assert (unasked.status_code, stored()) == (422, (0, []))
    six = (6, ["Zed Ash and Yves Bo", "Xan Cole and Wim Dorn", "Vic Elm and Ann Penrosse"])
    for _ in range(2):
        assert (a_phone().post(address, sent).status_code, stored()) == (302, six)


def test_other_new_players_are_still_asked_about_after_one_signed(match, monkeypatch):
    a_tonight(match, monkeypatch)
    sent = {"name0-0": "Zed Ash", "name0-1": "Yves Bo", "sign": "Zed Ash"}
    page = a_phone().post(f"{page_of(match, match.home)}names", sent)
    assert (page.status_code, typed(page.content.decode(), "sign")) == (200, "Yves Bo")
    assert "Sign Yves Bo tonight and save pairs" in page.content.decode()


def test_the_rule_is_quoted_where_signing_on_the_night_is_not_allowed(match, monkeypatch):
    a_tonight(match, monkeypatch, on_the_night="Sign before the season.")
    page = name(match, match.home, ["Zed Ash"])
    text = page.content.decode()
    quoted = "Sign before the season." in text, 'name="sign' in text
    assert (page.status_code, quoted) == (422, (True, False))
    League.objects.update(published_at=timezone.now())
    squad = a_phone().get(f"/team/{captains_link(match.home).token}/squad").content.decode()
    assert ("Sign before the season." in squad, 'name="name"' in squad) == (True, False)


@pytest.mark.parametrize("words", [{}, {"on_the_night": "Sign before the season."}])
@pytest.mark.parametrize("later", [0, 7])
def test_a_captain_without_a_squad_enters_it_with_the_names_of_a_match(
    match, monkeypatch, words, later
):
    a_tonight(match, monkeypatch, **words)
    match.league.settings["fees"] = {"signing": 100}
    match.league.save()
    monkeypatch.setattr(timezone, "localdate", lambda *_: match.date + timedelta(days=later))
    match.home.squad.all().delete()
    address = page_of(match, match.home)
    assert "Mounties has no squad yet." in " ".join(a_phone().get(address).content.decode().split())
    page = name(match, match.home, SIX[:5])
    buttons = shown(page, r"<button[^>]*>\s*((?:Register|Sign) [^<]*?)\s*</button>")
    sent = {f"name{no // 2}-{no % 2}": one for no, one in enumerate(SIX[:5])}
    stored = a_phone().post(f"{address}names", sent | {"new": SIX[:5], "sign-all": "yes"})
    assert (page.status_code, buttons, stored.status_code, match.pairs.count()) == (
        422,
        ["Register all five and save pairs"],
        302,
        3,
    )
    since = min([match.date, *match.league.nights])
    brought = list(match.home.squad.values_list("came", "since"))
    assert (brought, Entry.objects.count()) == ([("before", since)] * 5, 0)
    # From now on there is a squad, and the rule of the league holds.
    rest = name(match, match.home, SIX)
    assert (rest.status_code, 'name="sign-all"' in rest.content.decode()) == (
        422,
        not words and not later,
    )


def fields_of(page):
    """What a browser sends of a page without a script: every field of its one form."""
    found = re.findall(r"<input[^>]*>", page.content.decode())
    pairs = [
        (re.search(r'name="([^"]+)"', one), re.search(r'value="([^"]*)"', one)) for one in found
    ]
    return {name[1]: value[1] if value else "" for name, value in pairs if name}


def test_no_button_loses_typed_values_or_overwrites_others(match):
    name(match, match.home, HOME), name(match, match.away, AWAY)
    address = page_of(match, match.home)
    mine = fields_of(a_phone().get(address))
    mine |= {"away4-0": "7", "name0-0": "Fay", "why": "Our third game"}
    tell(match, match.away, 0, {1: ("", 3), 2: (9, ""), 3: ("", 4)})
    page = a_phone().post(f"{address}take", mine)
    text = page.content.decode()
    kept = (typed(text, "away4-0"), typed(text, "name0-0"), "Our third game" in text)
    assert (page.status_code, kept) == (200, ("7", "Fay", True))
    refused = a_phone().post(f"{address}confirm", mine)
    assert (refused.status_code, again(match).home_confirmed_at) == (409, None)
    assert "Not confirmed. Save the games" in refused.content.decode()
    page = a_phone().post(f"{address}rounds/1", mine)
    assert (page.status_code, typed(page.content.decode(), "name0-0")) == (200, "Fay")
    games = [row.games for row in match.meetings.order_by("no")][:4]
    assert games == [[[21, 3]], [[9, 21]], [[21, 4]], [[21, 7]]]
    late = a_phone().post(f"{address}rounds/0", mine | {"away1-0": "20"})
    assert (late.status_code, "21–3 is now on the card" in late.content.decode()) == (
        409,
        True,
    )


def test_a_phone_gets_only_the_changed_part_of_the_page_and_only_after_a_change(match):
    address = page_of(match, match.home)
    page = a_phone().get(address).content.decode()
    tag = re.search(r'hx-ptag="([^"]+)"', page)[1]
    asked = {"HX-Request": "true", "HX-PTag": tag}
    with CaptureQueriesContext(connection) as queries:
        same = a_phone().get(f"{address}?poll", headers=asked)
    assert (same.status_code, len(queries)) == (304, 1)
    name(match, match.away, AWAY)
    piece = a_phone().get(f"{address}?poll", headers=asked)
    text = piece.content.decode()
    assert (piece.status_code, text.strip().startswith("<form"), "<html" in text) == (
        200,
        True,
        False,
    )
    assert 'data-says="Trolls have named their pairs."' in text


@pytest.mark.parametrize("played", [0, 9])
def test_the_page_takes_as_many_queries_however_much_was_entered(
    match, played, django_assert_max_num_queries
):
    name(match, match.home, HOME), name(match, match.away, AWAY)
    for no in range(1, played + 1):
        tell(match, match.home, (no - 1) // 3, {no: ("", 3)})
    with django_assert_max_num_queries(22):
        a_phone().get(page_of(match, match.home))


def at_hour(match, monkeypatch, days, hour):
    """Let it be this hour, so many days after the match's own date."""
    day = match.date + timedelta(days=days)
    at = timezone.make_aware(datetime.combine(day, time(*hour)))
    monkeypatch.setattr(timezone, "now", lambda: at)


def of_captain(match):
    """Whether a captain's own page says that the match is tonight, and the cards that it lacks."""
    page = a_phone().get(f"/team/{captains_link(match.home).token}/")
    missing = shown(page, r'<h2 id="card-\d+">(.*?)</h2>')
    return "Tonight" in shown(page, r'<h2 id="next-match">(.*?)</h2>'), missing


def test_a_match_is_tonight_until_noon_and_its_card_is_missing_afterwards(match, monkeypatch):
    League.objects.update(published_at=timezone.now())
    for days, hour, expected in (
        (0, (19, 30), (True, [])),
        (1, (0, 30), (True, [])),
        (1, (11, 59), (True, [])),
        (1, (12, 0), (False, ["Card missing"])),
    ):
        at_hour(match, monkeypatch, days, hour)
        assert of_captain(match) == expected


def test_a_new_player_can_sign_past_midnight_and_play_that_night(match, monkeypatch):
    match.league.settings["players"]["on_the_night"] = True
    match.league.save()
    at_hour(match, monkeypatch, 1, (0, 30))
    sent = {f"name{no // 2}-{no % 2}": one for no, one in enumerate([*HOME[:5], "Zed Ash"])}
    sent |= {"new": ["Zed Ash"], "sign-all": "yes"}
    answer = a_phone().post(f"{page_of(match, match.home)}names", sent)
    signed = match.home.squad.get(player__name="Zed Ash")
    assert (answer.status_code, signed.came, signed.since) == (302, "night", match.date)
    assert [str(one) for one in match.pairs.all()][-1] == "Eve and Zed Ash"
    at_hour(match, monkeypatch, 1, (12, 30))
    late = name(match, match.home, ["Ann", "Yves Bo"]).content.decode()
    assert "sign-all" not in late
