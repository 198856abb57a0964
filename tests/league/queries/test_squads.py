"""What is stored of squads and cards, held against the names of a match."""

import pytest

from scoring.league.actions.squads import transfer
from scoring.league.queries.squads import load_who_may_play
from scoring.league.queries.teams import load_squad
from tests.cast import PHONE
from tests.league.cast import FIRST, SECOND, a_league, a_match, a_squad, counted, play

pytestmark = pytest.mark.django_db


def test_borrowings_are_read_from_the_seasons_cards_in_two_queries(
    django_assert_num_queries,
):
    league = a_league("penryn-and-falmouth")
    teams = {team.name: team for team in league.teams.all()}
    a_squad(teams["Mounties"], "Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
    a_squad(teams["Trolls"], "Gus", "Hal", "Ida", "Joe")
    for away in ("Shufflers", "Stinky Eight"):
        match = a_match(league, "Mounties", away)
        play(match, (("Ann", "Gus"), ("Kim", "Lou"), [(21, 3)]))
    forfeit = a_match(league, "Trolls", "Mounties", SECOND)
    play(forfeit, (("Hal", "Ida"), ("Gus", "Ben"), [(21, 20)]))
    counted(forfeit, walkover="home")
    match = a_match(league, "Mounties", "Trolls", SECOND)
    names = ("Ann", "Ben", "Cat", "Dan", "Eve", "Gus")
    with django_assert_num_queries(2):
        found = load_who_may_play(match)
    (one,) = found.check("home", names).findings
    assert (one.kind, one.bars) == ("borrowed", True)
    assert one.says == (
        "Gus plays for Trolls, and was borrowed twice already. To play again, they must transfer."
    )
    away = ("Gus", "Hal", "Ida", "Joe")
    assert found.check("away", away).findings == ()
    assert [one.date for one in found.appearances] == [FIRST] * 8


def test_a_squad_lists_how_players_joined_what_they_played_and_who_was_borrowed():
    league = a_league("penryn-and-falmouth")
    teams = {team.name: team for team in league.teams.all()}
    a_squad(teams["Mounties"], "Ann", "Ben")
    a_squad(teams["Trolls"], "Gus", "Hal")
    match = a_match(league, "Mounties", "Shufflers")
    play(match, (("Ann", "Gus"), ("Kim", "Ben"), [(21, 3)]))
    hal = league.club.players.get(name="Hal")
    transfer(player=hal, to=teams["Mounties"], actor=PHONE, on=SECOND)
    squad = load_squad(teams["Mounties"])
    assert [(one.name, one.matches, one.came_from, one.borrowed_by) for one in squad.lines] == [
        ("Ann", 1, "", ()),
        ("Ben", 0, "", ("Shufflers",)),
        ("Hal", 0, "Trolls", ()),
    ]
    assert [(one.name, one.team, one.times) for one in squad.borrowed] == [("Gus", "Trolls", 1)]
    assert [str(one.player) for one in load_squad(teams["Trolls"]).left] == ["Hal"]
