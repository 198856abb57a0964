"""The secretary's pages: cards to look after, one typed in, penalties, walkovers."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from scoring.models import League, LeagueMatch, Team, TeamPenalty
from tests.cast import a_phone, a_table, again, an_officer, signed_in
from tests.html import shown
from tests.league.cast import FIRST, SECOND, a_league, a_match, a_squad, counted
from tests.league.views.test_fixtures import text_of

pytestmark = pytest.mark.django_db

HOME = ["Ann Penrose", "Ben", "Cat", "Dan", "Eve", "Fay"]
AWAY = ["Ida", "Jan", "Kim", "Lea", "Max", "Ned"]


@pytest.fixture
def match():
    return a_night("st-austell")


def a_night(shelf):
    match = a_match(a_league(shelf), "Mounties", "Trolls")
    an_officer(match.league.club, "olga")
    a_squad(match.home, *HOME)
    a_squad(match.away, *AWAY)
    return match


def card(match, **what):
    """A card as a browser sends it: names by number, nine games of the losers' points alone."""
    found = {"seen": again(match).version, "received": "2026-10-02T12:00"}
    for side in ("home", "away"):
        found |= {f"{side}{no}-{at}": str(2 * no + at + 1) for no in range(3) for at in (0, 1)}
    for no in range(9):
        found[f"game{no}-0-{'away' if no < 5 else 'home'}"] = str(10 + no)
    return found | what


def send(match, path="card", **what):
    return signed_in("olga").post(f"/matches/{match.pk}/{path}", what)


def test_a_card_typed_with_numbers_and_losers_points_counts_and_leads_to_the_next(match):
    answer = send(match, **card(match, home_signed="on", **{"home0-0": "pen"}))
    assert (answer.status_code, answer["Location"]) == (
        302,
        f"/leagues/{match.league_id}/cards/?typed=yes",
    )
    match = again(match)
    assert (match.games_won, match.total) == ((5, 4), (5 * 21 + 66, 60 + 4 * 21))
    assert [pair.one.name for pair in match.pairs.filter(side="home")] == [HOME[0], "Cat", "Eve"]
    twice = send(match, **card(match))
    assert (twice.status_code, again(match).version) == (302, match.version)


def test_unknown_and_ambiguous_names_are_asked_about_and_the_card_is_not_stored(match):
    a_squad(match.away, "Kit")
    answer = send(match, **card(match, **{"home0-0": "9", "home0-1": "zz", "away0-0": "ki"}))
    page = answer.content.decode()
    assert (answer.status_code, again(match).counts) == (422, False)
    assert [
        words in page
        for words in (
            "no number 9, only 1 to 6",
            "<p>Mounties: zz</p>",
            "could be Kim, Kit. Type more",
        )
    ] == [True] * 3


NEW = ["Ann Penrosse", "Bo Ash", "Cy Elm", "Di Fox", "Ed Gill", "Flo Hay"]
OTHERS = ["Gus Ivey", "Hal Jory", "Ivo Kent", "Jo Lamb", "Kit Moon", "Lou Nance"]


def with_new_names(match):
    """A card on which everybody is new to the league."""
    found = card(match)
    for side, names in (("home", NEW), ("away", OTHERS)):
        found |= {f"{side}{no // 2}-{no % 2}": name for no, name in enumerate(names)}
    return found


def stored(match):
    """How many are registered with each side, and whether the card counts."""
    numbers = (getattr(match, side).squad.count() for side in ("home", "away"))
    return (*numbers, again(match).counts)


def test_all_new_players_are_registered_with_the_card_or_none_are():
    match = a_match(a_league("st-austell"), "Mounties", "Trolls", FIRST)
    match.league.settings["players"]["on_the_night"] = False  # a first squad is there before it
    match.league.save()
    an_officer(match.league.club, "olga", "organiser")
    an_officer(match.league.club, "sid", "scorer")
    match.league.club.players.create(name="Ann Penrose")
    a_squad(match.league.teams.get(name="Shufflers"), "Zed Ash")
    sent = with_new_names(match)
    asked = send(match, **sent)
    buttons = shown(asked, r"<button[^>]*>\s*(Register[^<]*?)\s*</button>")
    assert (asked.status_code, buttons) == (422, ["Register these 12 and save card"] * 2)
    told = shown(asked, r'<section class="complaint" id="new-people".*?</section>')[0]
    pieces = (f"Mounties: {', '.join(NEW)}", f"Trolls: {', '.join(OTHERS)}")
    assert [piece in told for piece in (*pieces, "Ann Penrosse: Ann Penrose?")] == [True] * 3
    page = asked.content.decode()
    assert [f'value="{10 + no}"' in page for no in range(9)] == [True] * 9
    by_sid = signed_in("sid").post(f"/matches/{match.pk}/card", sent)
    assert "Register these" not in by_sid.content.decode()
    agreed = sent | {"new-home": NEW, "new-away": OTHERS}
    refused = {
        "another name since": agreed | {"home0-0": "Mo Nobody"},
        "of another team": agreed | {"home0-0": "Zed Ash", "home0-1": "Zed Ash"},
        "a sum is wrong": agreed | {"won-home": "9", "won-away": "0"},
        "told meanwhile": agreed | {"seen": "99"},
    }
    codes = {why: send(match, **what).status_code for why, what in refused.items()}
    assert codes == dict(zip(refused, (422, 422, 422, 409), strict=True))
    assert stored(match) == (0, 0, False)
    for _ in range(2):
        assert (send(match, **agreed).status_code, stored(match)) == (302, (6, 6, True))
    assert set(match.home.squad.values_list("since", "came")) == {(FIRST, "before")}
    assert "The league says" not in told


def test_new_players_of_an_existing_squad_sign_on_the_night_only_if_allowed(match):
    LeagueMatch.objects.update(date=SECOND)
    one = card(match, **{"home0-0": "Zed Ash"}) | {"new-home": ["Zed Ash"]}
    league = match.league
    league.settings["words"] = {"on_the_night": "Sign before the season."}
    league.settings["players"]["on_the_night"] = False
    league.save()
    refused = send(match, **one)
    like = send(match, **card(match, **{"home1-0": "Catt"}))
    assert "Catt: Cat?" not in text_of(like)
    said = (
        "Sign before the season." in text_of(refused),
        "No player in this league is called “Zed",
    )
    assert (refused.status_code, said[0], said[1] in text_of(refused)) == (422, True, True)
    assert stored(match) == (6, 6, False)
    league.settings["players"]["on_the_night"] = True
    league.save()
    assert (send(match, **one).status_code, stored(match)) == (302, (7, 6, True))
    LeagueMatch.objects.update(counted_at=None)
    assert "Catt: Cat?" in text_of(send(match, **card(match, **{"home1-0": "Catt"})))
    zed = match.home.squad.get(player__name="Zed Ash")
    assert (zed.since, zed.came) == (SECOND, "night")


def test_a_total_that_differs_from_the_games_is_shown(match):
    answer = send(match, **card(match, **{"won-home": "6", "won-away": "3"}))
    assert "add up to 5–4 games, but the card’s total is 6–3" in answer.content.decode()
    assert (answer.status_code, again(match).counts) == (422, False)
    answer = send(match, **{"won-home": "7", "won-away": "9"})
    assert "7 and 9 make 16 games, but a match has 9." in answer.content.decode()
    assert (answer.status_code, again(match).counts) == (422, False)


def test_a_wrong_total_is_said_first_although_names_are_wrong_too(match):
    sums, name = {"won-home": "6", "won-away": "3"}, {"home0-0": "Nobody Known"}
    answer = send(match, **card(match, **sums, **name))
    page = text_of(answer)
    assert (answer.status_code, again(match).counts) == (422, False)
    first = page.index("add up to 5–4 games, but the card’s total is 6–3")
    assert first < page.index("Type a squad number")
    assert "Nobody Known" in page
    assert 'value="18"' in answer.content.decode()


def test_an_ineligible_player_is_named_with_the_rule_and_needs_confirmation(match):
    """Of the squad of St Austell four must play."""
    others = a_squad(match.league.teams.get(name="Shufflers"), "Sid", "Tom", "Una")
    sent = card(match, **{f"home{no}-0": one.name for no, one in enumerate(others)})
    asked = send(match, **sent)
    assert (asked.status_code, again(match).counts) == (422, False)
    assert "Four of them at least were named" in asked.content.decode()
    assert (send(match, **sent, sure="yes").status_code, again(match).counts) == (302, True)


def test_a_change_in_the_meantime_is_reported_and_typed_values_are_kept(match):
    LeagueMatch.objects.filter(pk=match.pk).update(version=7)
    answer = send(match, **card(match, seen="1"))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert ('name="seen" value="7"' in page, 'value="18"' in page) == (True, True)


def test_a_walkover_is_previewed_with_what_it_awards_and_its_reason_is_shown_after():
    match = a_night("penryn-and-falmouth")
    page = send(match, "walkover", side="away")
    said = text_of(page)
    assert (page.status_code, again(match).walkover) == (200, "")
    assert "Trolls +5 points" in said
    assert "Mounties 0 points" in said
    assert "Trolls +2 for" in said
    assert "with 5 points instead of 0" in said
    assert send(match, "walkover", side="away", sure="home", why="Snow").status_code == 200
    assert send(match, "walkover", side="away", sure="away").status_code == 422
    assert again(match).walkover == ""
    assert send(match, "walkover", side="away", sure="away", why="Snow").status_code == 302
    assert again(match).walkover == "away"
    assert "Walkover: Snow" in text_of(signed_in("olga").get(f"/matches/{match.pk}/"))


def test_a_walkover_against_a_team_in_no_division_is_previewed_and_moves_no_team():
    match = a_night("penryn-and-falmouth")
    Team.objects.filter(pk=match.away_id).update(division=None)
    page = send(match, "walkover", side="home")
    assert (page.status_code, "points instead of" in text_of(page)) == (200, False)
    assert send(match, "walkover", side="home", sure="home", why="Left").status_code == 302


def test_a_card_that_counts_by_now_gets_no_preview_of_a_walkover():
    match = counted(a_night("penryn-and-falmouth"), walkover="home")
    page = send(match, "walkover", side="away")
    assert (page.status_code, "Trolls +5 points" in text_of(page)) == (409, False)
    bye = LeagueMatch.objects.create(league=match.league, home=match.home, date=FIRST)
    assert send(bye, "walkover", side="home").status_code == 404


def test_a_cup_walkover_is_previewed_with_the_team_that_goes_through():
    match = a_night("penryn-and-falmouth")
    LeagueMatch.objects.update(kind=LeagueMatch.Kind.CUP)
    assert "Trolls go through." in text_of(send(match, "walkover", side="away"))


def test_the_list_of_cards_handles_a_late_card_a_penalty_and_a_walkover():
    match = a_night("penryn-and-falmouth")
    other = a_match(match.league, "Shufflers", "Stinky Eight")
    match.league.settings["fees"]["late_card"] = 200
    match.league.save()
    olga, cards = signed_in("olga"), f"/leagues/{match.league_id}/cards/"
    sent = card(match, received="Sun 4 Oct 2026, 12.00")
    page = olga.post(f"/matches/{match.pk}/card", sent, follow=True).content.decode()
    assert (
        "you can deduct 1 point from Mounties; charge Mounties a fine of £2.00 under Team accounts."
        in page
    )
    assert ("by noon on Saturday" in page, "Late: 1" in page, "Missing: 1" in page) == (
        True,
        True,
        True,
    )
    send(match, "card/late", points="1")
    (penalty,) = TeamPenalty.objects.all()
    assert (penalty.team.name, penalty.points) == ("Mounties", 1)
    send(other, "walkover", side="away", sure="away", why="No one came")
    assert again(other).walkover == "away"
    assert "All cards of played matches are in." in olga.get(cards).content.decode()
    olga.post(f"/leagues/{match.league_id}/penalties/{penalty.pk}/give-back")
    send(other, "card/open-again")
    assert (again(penalty).given_back_at is None, again(other).counts) == (False, False)
    team = {"team": match.away_id, "points": "2", "why": "No card", "dated": "2026-10-08"}
    olga.post(f"/leagues/{match.league_id}/penalties/give", team)
    assert "from 8 October. No card" in olga.get(cards).content.decode()


def test_results_show_each_cards_progress_and_the_cost_of_a_late_one(monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda *_: SECOND)
    match = a_night("penryn-and-falmouth")
    League.objects.update(published_at=timezone.now(), open_to_all=True)

    def said(**what):
        LeagueMatch.objects.update(**what)
        League.objects.update(version=F("version") + 1)
        return text_of(a_phone().get(f"/leagues/{match.league_id}/results/"))

    late = "overdue since Saturday 3 October, 12:00"
    told = "Games entered, waiting for"
    assert f"Card {late}" in said()
    games = {"games_home": 5, "games_away": 4, "total_home": 171, "total_away": 160}
    assert f"{told} the captains to confirm ({late})" in said(**games)
    confirmed = said(home_confirmed_at=timezone.now())
    assert f"{told} Trolls to confirm ({late})" in confirmed
    disputed = said(disputed_at=timezone.now(), home_confirmed_at=None)
    assert ("The card is disputed" in disputed, late in disputed) == (True, False)
    LeagueMatch.objects.update(**dict.fromkeys([*games, "disputed_at"]))
    send(match, **card(match, received="2026-10-03T17:40"))
    page = signed_in("olga").get(f"/leagues/{match.league_id}/cards/").content.decode()
    assert page.index("Late: 1") < page.index("Print blank cards")
    assert "1 point" in page
    assert "Mounties" in page


def test_tonights_match_is_listed_as_tonight_and_an_earlier_one_as_missing(match):
    today = timezone.localdate()
    LeagueMatch.objects.update(date=today)
    a_match(match.league, "Shufflers", "Stinky Eight", today - timedelta(days=2))
    cards = f"/leagues/{match.league_id}/cards/"
    page = signed_in("olga").get(f"{cards}?typed=yes")
    assert shown(page, r'<h2 id="group-\d">(.*?)</h2>') == ["Missing: 1", "Tonight: 1"]
    assert shown(page, r"<a[^>]*autofocus\s*>(.*?)</a>") == [
        "Enter card : Shufflers v Stinky Eight"
    ]


def test_the_list_takes_as_many_queries_for_many_cards_as_for_one(
    match, django_assert_max_num_queries
):
    olga, cards = signed_in("olga"), f"/leagues/{match.league_id}/cards/"
    with django_assert_max_num_queries(16) as one:
        olga.get(cards)
    a_match(match.league, "Shufflers", "Stinky Eight")
    a_match(match.league, "Trolls", "Mounties")
    with django_assert_max_num_queries(len(one.captured_queries)):
        olga.get(cards)


def test_one_captains_scores_can_be_accepted_and_the_pads_evening_closes(match):
    session = a_table("Eve! 5").session
    LeagueMatch.objects.filter(pk=match.pk).update(
        session=session, games_home=5, games_away=4, total_home=141, total_away=159
    )
    assert send(match, "card/take-in").status_code == 302
    assert (again(match).games_won, again(match).counts, again(session).closed) == (
        (5, 4),
        True,
        True,
    )
