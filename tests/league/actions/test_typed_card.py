"""A whole card taken in from paper; penalties for late ones; walkovers."""

from datetime import date, datetime

import pytest
from django.utils import timezone

from scoring.common.refused import AlreadyDone, Refused
from scoring.league.actions.cards import open_again
from scoring.league.actions.penalties import give_back, punish_late_card
from scoring.league.actions.typed_card import type_card
from scoring.league.pure.table import tables
from scoring.league.queries.cards import Typed, cards_of, stands_on
from scoring.league.queries.season import load_season
from scoring.models import MeetingReport, Player, TeamPenalty
from tests.cast import PHONE, again
from tests.league.cast import a_league, a_match, a_squad

pytestmark = pytest.mark.django_db

HOME = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay"]
AWAY = ["Ida", "Jan", "Kim", "Lea", "Max", "Ned"]
NINE = (((21, 15),),) * 5 + (((9, 21),),) * 4


def at(*when):
    return timezone.make_aware(datetime(2026, 10, *when))


FRIDAY, SUNDAY = at(2, 12), at(4, 12)


def a_night(shelf="st-austell", home=HOME, away=AWAY):
    match = a_match(a_league(shelf), "Mounties", "Trolls")
    a_squad(match.home, *home)
    a_squad(match.away, *away)
    return match


def pairs(*names):
    people = [Player.objects.get(name=name) for name in names]
    return tuple(zip(people[::2], people[1::2], strict=True))


def card(**what):
    return Typed(**{"pairs": {"home": pairs(*HOME), "away": pairs(*AWAY)}, "games": NINE} | what)


def typed(match, what=None, received_at=FRIDAY):
    match = again(match)
    seen = match.version
    return type_card(
        match=match, card=what or card(), seen=seen, received_at=received_at, actor=PHONE
    )


def standing(match):
    (table,) = tables(load_season(match.league))
    return {row.team: row.points for row in table.rows[:4]}


def test_a_typed_card_counts_with_its_names_games_and_signatures():
    match = typed(a_night(), card(signed=(True, False)))
    assert (match.games_won, match.total, match.counts) == ((5, 4), (141, 159), True)
    assert (match.home_confirmed_by, match.away_confirmed_at) == (
        f"signed on paper, {PHONE.name}",
        None,
    )
    stands = stands_on(match)
    assert (stands.names, stands.games) == ({"home": HOME, "away": AWAY}, NINE)
    assert standing(match)["Mounties"] == 2


def test_the_same_card_counts_once_and_another_is_refused_until_it_is_reopened():
    match = typed(a_night())
    reports = MeetingReport.objects.count()
    with pytest.raises(AlreadyDone):
        typed(match)
    with pytest.raises(Refused, match="Another card"):
        typed(match, card(games=NINE[::-1]))
    open_again(match=match, actor=PHONE)
    match = typed(match, card(games=(((15, 21),), *NINE[1:])))
    assert (match.games_won, MeetingReport.objects.count() - reports) == ((4, 5), 1)


def test_a_card_that_changed_in_the_meantime_is_not_overwritten():
    match = a_night()
    with pytest.raises(Refused, match="This card has changed"):
        type_card(match=match, card=card(), seen=match.version + 1, received_at=FRIDAY, actor=PHONE)
    assert stands_on(again(match)) == Typed(pairs={"home": (), "away": ()})


def test_totals_alone_are_enough_if_the_deciding_figure_is_among_them():
    match = a_night()
    sums = Typed(games_won=(6, 3))
    stored = typed(match, sums)
    assert (stored.games_won, stored.total, stored.meetings.count()) == ((6, 3), None, 0)
    with pytest.raises(AlreadyDone):
        typed(match, sums)
    with pytest.raises(Refused, match="which decide this match"):
        typed(open_again(match=match, actor=PHONE), Typed(total=(150, 120)))
    with pytest.raises(Refused, match="7 and 9 make 16 games, but a match has 9"):
        typed(match, Typed(games_won=(7, 9)))


def test_each_line_has_its_own_four_players_where_partners_change():
    match = a_night("christchurch")
    lines = {
        "home": pairs("Ann", "Ben", "Ann", "Cat", "Ben", "Ann"),
        "away": pairs("Ida", "Jan", "Ida", "Kim", "Ida", "Jan"),
    }
    stored = typed(match, Typed(pairs=lines, games=(((10, 4),), ((6, 10),), ((10, 9),))))
    found = [(one.home.no, one.away.no, one.games) for one in stored.meetings.order_by("no")]
    assert found == [(0, 0, [[10, 4]]), (1, 1, [[6, 10]]), (0, 0, [[10, 9]])]
    assert stored.total == (26, 23)


def test_a_late_card_costs_the_agreed_points_once_and_they_can_be_given_back():
    """Penryn and Falmouth: after Saturday noon the winners lose one."""
    match = typed(a_night("penryn-and-falmouth"), Typed(games_won=(5, 4)), received_at=SUNDAY)
    (late,) = cards_of(match.league, (date(2026, 10, 9), date(2026, 10, 9))).late
    assert [team.name for team in late.teams] == ["Mounties"]
    for _ in range(2):
        punish_late_card(match=match, points=1, why="Late card", actor=PHONE)
    penalty = TeamPenalty.objects.get()
    assert (penalty.date, cards_of(match.league, (date(2026, 10, 9), date(2026, 10, 9))).late) == (
        date(2026, 10, 3),
        (),
    )
    assert (standing(match)["Mounties"], standing(match)["Trolls"]) == (4, 4)
    give_back(penalty=penalty, actor=PHONE)
    assert standing(match)["Mounties"] == 5


def test_an_excused_late_card_costs_nothing_and_is_not_listed_again():
    match = typed(a_night("penryn-and-falmouth"), Typed(games_won=(5, 4)), received_at=SUNDAY)
    assert punish_late_card(match=match, points=0, why="", actor=PHONE) == []
    found = cards_of(match.league, (date(2026, 10, 9), date(2026, 10, 9)))
    assert (found.late, found.penalties, standing(match)["Mounties"]) == ((), (), 5)


def test_a_card_on_time_costs_nothing():
    match = typed(a_night("penryn-and-falmouth"), Typed(games_won=(5, 4)))
    assert cards_of(match.league, (date(2026, 10, 9), date(2026, 10, 9))).late == ()
    with pytest.raises(Refused, match="was on time"):
        punish_late_card(match=match, points=1, why="", actor=PHONE)


def test_cards_are_listed_as_missing_disputed_or_undated():
    match = a_night()
    league = match.league
    disputed = a_match(league, "Shufflers", "Stinky Eight", disputed_at=FRIDAY, dispute="Game 2")
    undated = a_match(league, "Trolls", "Shufflers", None)
    a_match(league, "Stinky Eight", "Mounties", date(2026, 10, 8))
    begun = a_match(league, "Shufflers", "Mounties", games_home=5, games_away=4)
    found = cards_of(league, (date(2026, 10, 1), date(2026, 10, 1)))
    groups = [[one.match.pk for one in those] for those in (found.missing, found.disputed)]
    assert groups == [[match.pk], [disputed.pk]]
    assert ([one.match.pk for one in found.begun], [one.pk for one in found.undated]) == (
        [begun.pk],
        [undated.pk],
    )
