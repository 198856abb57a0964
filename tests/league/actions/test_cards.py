"""A night of a league: names, games, both captains, the secretary."""

from datetime import date, datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.euchre.hand import FROM_OWN, PENALTY, Hand, Irregularity
from scoring.evening.actions.calling_off import call_off
from scoring.league.actions import cards
from scoring.league.actions.pads import close_evening, next_round, open_pads, take_from_pads
from scoring.league.actions.teams import take_withdrawal_back, withdraw_team
from scoring.league.pure.table import tables
from scoring.league.queries.card import with_people
from scoring.league.queries.season import load_season
from scoring.models import LeagueMatch, Player, Team
from tests.cast import PHONE, again, log, log_all
from tests.league.cast import a_league, a_match, a_squad

pytestmark = pytest.mark.django_db

HOME = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
AWAY = ["Ida", "Jan", "Kim", "Lea", "Max", "Ned", "Ola", "Pat"]


@pytest.fixture
def match():
    return a_night("st-austell", pairs=3)


def a_night(shelf, *, pairs):
    league = a_league(shelf)
    match = a_match(league, "Mounties", "Trolls")
    for team, names in ((match.home, HOME), (match.away, AWAY)):
        a_squad(team, *names[: 2 * pairs])
    return match


def two_by_two(names):
    people = [Player.objects.get(name=name) for name in names]
    return list(zip(people[::2], people[1::2], strict=True))


def named(match, pairs=3):
    for side, names in (("home", HOME), ("away", AWAY)):
        pair = two_by_two(names[: 2 * pairs])
        match = cards.name_pairs(match=match, side=side, pairs=pair, actor=PHONE)
    return match


def tell(match, no, *games):
    meeting = match.meetings.get(no=no)
    cards.tell_games(meeting=meeting, games=games, key=uuid4(), actor=PHONE)


def standing(match):
    (table,) = tables(load_season(match.league))
    return [(row.team, row.points, row.won) for row in table.rows[:2]]


def confirm(match, side):
    match = again(match)
    return cards.confirm(match=match, side=side, seen=match.version, actor=PHONE)


def test_pads_cancelled_before_the_first_hand_leave_the_match_unplayed(match):
    match = named(match)
    session = open_pads(match=match, actor=PHONE)
    before = again(match).version
    call_off(session=session, actor=PHONE)
    match = again(match)
    assert (match.session, match.version) == (None, before + 1)
    assert open_pads(match=match, actor=PHONE).tables.count() == 3


def test_every_pair_meets_every_pair_and_visitors_move_once_both_teams_name_theirs(match):
    named(match)
    assert [(one.round, one.home[:3], one.away[:3]) for one in with_people(match)] == [
        *((0, "Ann", "Ida"), (0, "Cat", "Kim"), (0, "Eve", "Max")),
        *((1, "Ann", "Kim"), (1, "Cat", "Max"), (1, "Eve", "Ida")),
        *((2, "Ann", "Max"), (2, "Cat", "Ida"), (2, "Eve", "Kim")),
    ]


def test_five_of_nine_games_win_at_st_austell_once_both_captains_confirm(match):
    named(match)
    for no in range(1, 10):
        tell(match, no, (21, 15) if no <= 5 else (9, 21))
    match = again(match)
    assert (match.games_won, match.total) == ((5, 4), (141, 159))
    confirm(match, "home")
    assert standing(match)[0] == ("Mounties", 0, 0)
    confirm(match, "away")
    assert standing(match)[0] == ("Mounties", 2, 1)
    with pytest.raises(Refused, match="The card of Mounties v Trolls counts"):
        tell(match, 1, (0, 21))


def test_sugar_river_is_decided_by_points_and_counts_skunks():
    match = named(a_night("sugar-river", pairs=4), pairs=4)
    for no in range(1, 17):
        tell(match, no, (15, 0) if no == 1 else (15, 9), (8, 15))
    confirm(match, "home"), confirm(match, "away")
    (table,) = tables(load_season(match.league, pairs=True))
    assert again(match).total == (368, 375)
    assert [(row.team, row.won) for row in table.rows[:1]] == [("Trolls", 1)]
    assert [(skunk.by, skunk.of) for skunk in table.week.skunks] == [
        (("Ann", "Ben"), ("Ida", "Jan"))
    ]
    assert max(row.points for row in table.pairs) == 96


def test_a_game_sent_twice_with_one_key_is_stored_once_despite_later_scores(match):
    named(match)
    meeting, key = match.meetings.get(no=1), uuid4()
    cards.tell_games(meeting=meeting, games=[(21, 15)], key=key, actor=PHONE)
    tell(match, 1, (21, 16))
    cards.tell_games(meeting=meeting, games=[(21, 15)], key=key, actor=PHONE)
    assert match.meetings.get(no=1).games == [[21, 16]]


def test_a_correction_after_a_captain_confirms_cancels_the_confirmation(match):
    named(match)
    tell(match, 1, (21, 15))
    seen = again(match).version
    confirm(match, "home")
    tell(match, 1, (15, 21))
    assert again(match).home_confirmed_at is None
    with pytest.raises(Refused, match="The card has changed"):
        cards.confirm(match=match, side="away", seen=seen, actor=PHONE)


def test_both_captains_can_confirm_the_same_card_at_once(match):
    named(match)
    tell(match, 1, (21, 15))
    seen = again(match).version
    for side in ("home", "away"):
        found = cards.confirm(match=match, side=side, seen=seen, actor=PHONE)
    assert (found.counts, found.counted_by) == (True, "both captains")


@pytest.mark.parametrize(
    ("games", "says"),
    [
        ([(21, 21)], "Only one side can have the 21"),
        ([(21, 3), (21, 4)], "Enter at most 1 for these two pairs, not 2"),
    ],
)
def test_impossible_games_are_refused_and_not_stored(match, games, says):
    named(match)
    with pytest.raises(Refused, match=says):
        tell(match, 1, *games)
    assert match.meetings.get(no=1).games == []


def test_a_name_that_the_league_does_not_allow_is_refused_with_the_reason(match):
    stranger = Player.objects.create(club=match.league.club, name="Zoe")
    pairs = [(Player.objects.get(name="Ann"), stranger)]
    with pytest.raises(Refused, match="Zoe"):
        cards.name_pairs(match=match, side="home", pairs=pairs, actor=PHONE)
    assert not match.pairs.exists()


def test_a_disputed_card_waits_until_the_secretary_accepts_it(match):
    named(match)
    for no in range(1, 10):
        tell(match, no, (21, 15))
    confirm(match, "home")
    cards.dispute(match=match, side="away", why="Game 2 was ours", actor=PHONE)
    match = again(match)
    assert (match.home_confirmed_at, match.dispute) == (None, "Game 2 was ours")
    with pytest.raises(Refused, match="add up to 9–0 games, not 8–1"):
        cards.take_in(match=match, games_won=(8, 1), actor=PHONE)
    match = cards.take_in(match=match, games_won=(9, 0), actor=PHONE)
    assert (match.counts, match.disputed_at, standing(match)[0]) == (True, None, ("Mounties", 2, 1))


def test_a_game_that_a_phone_sends_again_after_a_restore_is_known_on_a_card_that_counts(match):
    named(match)
    meeting, key = match.meetings.get(no=1), uuid4()
    game = {"meeting": meeting, "games": [(21, 15)], "actor": PHONE}
    cards.tell_games(**game, key=key)
    LeagueMatch.objects.filter(pk=match.pk).update(counted_at=timezone.now())
    assert cards.tell_games(**game, key=key) == meeting
    assert meeting.reports.count() == 1
    with pytest.raises(Refused, match="counts"):
        cards.tell_games(**game, key=uuid4())


def test_a_card_with_totals_only_is_accepted_and_can_be_reopened(match):
    with pytest.raises(Refused, match="Enter the games of both teams"):
        cards.take_in(match=match, total=(141, 159), actor=PHONE)
    cards.take_in(match=match, games_won=(4, 5), actor=PHONE)
    assert standing(match)[0] == ("Trolls", 2, 1)
    cards.open_again(match=match, actor=PHONE)
    assert standing(match)[0] == ("Mounties", 0, 0)


def test_a_match_without_a_night_gets_the_day_its_card_arrived(match):
    LeagueMatch.objects.update(date=None)
    came = timezone.make_aware(datetime(2026, 10, 23, 23, 30))
    figures = {"total": (180, 150), "games_won": (6, 3)}
    cards.take_in(match=again(match), actor=PHONE, received_at=came, **figures)
    assert (again(match).date, standing(match)[0]) == (date(2026, 10, 23), ("Mounties", 2, 1))
    other = a_match(match.league, "Mounties", "Trolls", date(2026, 10, 30))
    LeagueMatch.objects.filter(pk=match.pk).update(date=None, counted_at=None)
    came = timezone.make_aware(datetime(2026, 10, 30, 12))
    with pytest.raises(Refused, match="Mounties v Trolls is already on 30 October"):
        cards.take_in(match=again(match), actor=PHONE, received_at=came, **figures)
    cards.give_walkover(match=other, side="away", why="Snow", actor=PHONE)
    assert again(other).date == date(2026, 10, 30)


def test_a_walkover_counts_and_can_be_undone(match):
    match = cards.give_walkover(match=match, side="away", why="Snow", actor=PHONE)
    assert (standing(match)[0], match.note) == (("Trolls", 2, 1), "Walkover: Snow")
    match = cards.open_again(match=match, actor=PHONE)
    assert (match.walkover, match.note) == ("", "")
    assert standing(match)[0] == ("Mounties", 0, 0)
    undone, given = match.league.club.events.all()
    assert given.said.endswith("walkover for Trolls. Reason: Snow")
    assert undone.said.endswith("walkover for Trolls: undone")


@pytest.mark.parametrize("left", [False, True])
def test_the_seed_of_a_draw_is_kept_when_a_walkover_is_given_and_undone(match, left):
    seed, why = "The visitors’ order was drawn with seed 7.", "Withdrew from the league"
    LeagueMatch.objects.update(note=seed)
    if left:
        withdraw_team(team=match.home, matches="stand", actor=PHONE)
    else:
        cards.give_walkover(match=match, side="away", why=why, actor=PHONE)
    note = again(match).note
    assert note == f"{seed} {why if left else f'Walkover: {why}'}"
    assert cards.open_again(match=match, actor=PHONE).note == seed
    LeagueMatch.objects.update(note=note, walkover="away", counted_at=timezone.now())
    withdraw_team(team=match.home, matches="stand", actor=PHONE)
    take_withdrawal_back(team=match.home, actor=PHONE)
    assert (again(match).note, again(match).counts) == ((seed, False) if left else (note, True))


def test_drawn_pairs_meet_once_and_the_seed_is_kept():
    league = a_league()
    league.settings["match"] |= {"meet": "drawn", "pairs": 3, "games": 3}
    league.save()
    match = a_match(league, "Mounties", "Trolls")
    for team, names in ((match.home, HOME), (match.away, AWAY)):
        a_squad(team, *names[:6])
    named(match)
    found = with_people(again(match))
    assert ([one.round for one in found], {one.away for one in found}) == (
        [0, 0, 0],
        {"Ida and Jan", "Kim and Lea", "Max and Ned"},
    )
    assert "drawn with seed" in again(match).note


def test_pads_keep_the_games_visitors_move_on_and_the_card_gets_the_scores(match):
    match = named(match)
    session = open_pads(match=match, actor=PHONE)
    assert open_pads(match=again(match), actor=PHONE) == session
    assert [table.rules.target for table in session.tables.all()] == [21, 21, 21]
    table = session.tables.get(no=1)
    assert table.sitting.names == ["Ann", "Ida", "Ben", "Jan"]
    log_all(table, *["Ann! 5"] * 6)
    assert take_from_pads(match=match, actor=PHONE) == 1
    assert match.meetings.get(no=1).games == [[21, 0]]
    with pytest.raises(Refused, match="Cat and Dan, Kim and Lea are still playing"):
        next_round(match=match, actor=PHONE)
    tell(match, 2, (21, 3)), tell(match, 3, (3, 21))
    assert next_round(match=match, actor=PHONE) == 2
    assert again(table).sitting.names == ["Ann", "Kim", "Ben", "Lea"]


def test_points_that_a_penalty_took_below_zero_come_to_the_card_as_zero(match):
    match = named(match)
    table = open_pads(match=match, actor=PHONE).tables.get(no=1)
    lost = Irregularity(kind=PENALTY, by=1, points=2, to=FROM_OWN)
    log(table, Hand(void=PENALTY, irregularities=(lost,)))
    log_all(table, *["Ann! 5"] * 6)
    assert take_from_pads(match=match, actor=PHONE) == 1
    assert match.meetings.get(no=1).games == [[21, 0]]


def test_the_evening_of_a_match_closes_with_its_card(match):
    match = named(match)
    session = open_pads(match=match, actor=PHONE)
    log_all(session.tables.get(no=1), *["Ann! 5"] * 6)
    take_from_pads(match=match, actor=PHONE)
    confirm(match, "home"), confirm(match, "away")
    close_evening(match=match, actor=PHONE)
    assert again(session).closed


def test_a_match_removed_from_the_fixtures_cannot_be_played():
    league = a_league()
    match = a_match(league, "Mounties", "Trolls")
    LeagueMatch.objects.all().delete(), Team.objects.filter(name="Trolls").delete()
    with pytest.raises(Refused, match="no longer in the fixtures"):
        cards.give_walkover(match=match, side="home", why="Snow", actor=PHONE)
