"""The demo's league in its own club, with ten teams, a season's fixtures, and seven nights
played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from random import Random
from uuid import UUID

from django.utils import timezone

from scoring.common.permissions import Actor
from scoring.league.actions.captain_links import make_links
from scoring.league.actions.fixtures import draw_fixtures, move_match, publish_fixtures
from scoring.league.actions.money import Fee, charge_asked, enter_for_team
from scoring.league.actions.seasons import make_league
from scoring.league.models import (
    Division,
    League,
    LeagueMatch,
    MatchPair,
    Meeting,
    SquadMember,
    Team,
    TeamPenalty,
    Venue,
)
from scoring.league.pure.agreement import Agreement, Fees, document
from scoring.league.pure.shelf import shelf
from scoring.league.queries.money import asked_for
from scoring.people.actions.people import add_players
from scoring.people.models import Club, Officer, Player

CLUB, NAME = "Tamar Valley Euchre League", "Tamar Valley"
BEGINS, THURSDAY, WEEK = time(20, 15), 3, timedelta(days=7)
NIGHTS, PLAYED, SQUAD = 18, 7, 7
SEED = 1846
# Where each team is at home, and how strong it is, out of 100.
TEAMS = {
    "Boatman’s A": ("The Boatman’s Arms", 66),
    "Boatman’s B": ("The Boatman’s Arms", 44),
    "Carpenters": ("Carpenters’ Arms", 58),
    "Copper Penny": ("The Copper Penny", 61),
    "Harvest Home": ("Harvest Home", 38),
    "Quarrymen": ("The Quarryman", 52),
    "Rifle Volunteers": ("Rifle Volunteer Inn", 55),
    "Social Club": ("Village Social Club", 47),
    "Tamar Inn": ("Tamar Inn", 70),
    "White Hart": ("The White Hart", 50),
}
FIRST = (
    "Alan Bev Clive Dawn Ernie Fran Glyn Hazel Ian Jan Keith Lyn Mick Norah Owen Pam Roy Sue Vic"
)
LAST = "Angove Bolitho Chenoweth Hocking Jago Kitto Nance Opie Pascoe Rowe Spargo Tregear Uren"
BOTH = "both captains"


def play_half_a_season(user) -> League:
    """Make the league's club, with this account as its owner, and play until last Thursday. One
    card is missing, one is disputed, one came late, and one match is postponed."""
    club = Club.objects.create(name=CLUB, currency="GBP", casual=False, place="Tamar Valley")
    Officer.objects.create(club=club, user=user, role=Officer.Role.OWNER)
    actor, chance = Actor(user=user), Random(SEED)
    last = _last_thursday(timezone.localdate())
    first = last - (PLAYED - 1) * WEEK
    agreement = _agreed()
    league = make_league(
        club=club,
        actor=actor,
        name=NAME,
        season=f"{first.year}-{(first.year + 1) % 100:02}",
        settings=document(agreement),
        starts_at=BEGINS,
        open_to_all=True,
        names=League.Names.SHORT,
    )
    league.dates = [(first + no * WEEK).isoformat() for no in range(NIGHTS)]
    league.save()
    squads = _teams(league, chance, first - 4 * WEEK, actor)
    draw_fixtures(league=league, seed=SEED)
    publish_fixtures(league=league, actor=actor)
    make_links(league=league)
    _play(league, agreement, squads, last, chance)
    _as_it_goes(league, first, last, actor)
    _collect(league, chance, actor)
    return league


def _last_thursday(today: date) -> date:
    """Return the last Thursday before today."""
    return today - timedelta(days=(today.weekday() - THURSDAY - 1) % 7 + 1)


def _agreed() -> Agreement:
    """Return what St Austell's teams agree on, for one division, with fees of its own."""
    return replace(
        shelf()["st-austell"],
        name=NAME,
        where="Cornwall and Devon",
        source="The demo’s: what St Austell’s teams agree on, with fees of its own.",
        play_off="four",
        fees=Fees(entry=1000, match=150, late_card=200),
    )


def _teams(league: League, chance: Random, since: date, actor: Actor) -> dict[int, list[Player]]:
    """Store the teams with their houses, squads and captains; return the squads."""
    division = league.divisions.first() or Division.objects.create(league=league, no=1)
    houses = {house for house, _ in TEAMS.values()}
    Venue.objects.bulk_create(Venue(league=league, name=name) for name in sorted(houses))
    venues = {venue.name: venue for venue in league.venues.all()}
    names = [f"{first} {last}" for first in FIRST.split() for last in LAST.split()]
    of_teams = chance.sample(names, SQUAD * len(TEAMS))
    people = add_players(club=league.club, names=of_teams, guest=True)
    squads, members = {}, []
    for no, (name, (house, _)) in enumerate(TEAMS.items()):
        squad = people[no * SQUAD : (no + 1) * SQUAD]
        about = {"division": division, "venue": venues[house], "captain": squad[0]}
        team = Team.objects.create(league=league, name=name, **about)
        squads[team.pk] = squad
        members += [
            SquadMember(team=team, player=player, since=since, by=actor.name) for player in squad
        ]
    SquadMember.objects.bulk_create(members)
    return squads


def _play(
    league: League,
    agreement: Agreement,
    squads: dict[int, list[Player]],
    last: date,
    chance: Random,
) -> None:
    """Store the cards of the nights up to the last one, all at once."""
    matches = list(league.matches.filter(date__lte=last).select_related("home", "away"))
    pairs = {match.pk: _pairs(match, agreement, squads, chance) for match in matches}
    MatchPair.objects.bulk_create(pair for two in pairs.values() for pair in two.values())
    meetings = []
    for match in matches:
        card = list(_meetings(match, agreement, pairs[match.pk], chance))
        games = [game for meeting in card for game in meeting.games]
        match.total_home, match.total_away = (sum(game[side] for game in games) for side in (0, 1))
        match.games_home = sum(home > away for home, away in games)
        match.games_away = len(games) - match.games_home
        _confirmed(match, chance)
        meetings += card
    Meeting.objects.bulk_create(meetings)
    fields = ("total_home", "total_away", "games_home", "games_away", "card_in_at", "counted_at")
    words = ("home_confirmed_at", "home_confirmed_by", "away_confirmed_at", "away_confirmed_by")
    LeagueMatch.objects.bulk_update(matches, [*fields, *words, "counted_by"])


def _pairs(
    match: LeagueMatch, agreement: Agreement, squads: dict[int, list[Player]], chance: Random
) -> dict[tuple[str, int], MatchPair]:
    found = {}
    for side, team in (("home", match.home_id), ("away", match.away_id)):
        who = chance.sample(squads[team], agreement.settings.pairs * 2)
        for no in range(agreement.settings.pairs):
            one, other = who[2 * no : 2 * no + 2]
            found[side, no] = MatchPair(match=match, side=side, no=no, one=one, other=other)
    return found


def _meetings(
    match: LeagueMatch, agreement: Agreement, pairs: dict, chance: Random
) -> Iterator[Meeting]:
    strong = [TEAMS[team.name][1] for team in (match.home, match.away)]
    for no, (_, home, away) in enumerate(agreement.meetings(), start=1):
        games = [_game(strong, chance, agreement) for _ in range(agreement.games_a_meeting)]
        two = {"home": pairs["home", home], "away": pairs["away", away]}
        yield Meeting(match=match, no=no, games=games, **two)


def _game(strong: list[int], chance: Random, agreement: Agreement) -> list[int]:
    best = agreement.settings.target
    worse = 0 if chance.randrange(60) == 0 else chance.randrange(4, best)
    return [best, worse] if chance.randrange(sum(strong)) < strong[0] else [worse, best]


def _confirmed(match: LeagueMatch, chance: Random) -> None:
    """Let both captains have said that evening that the card is right."""
    at = _at(match.date, time(22, chance.randrange(30, 60)))
    for side in ("home", "away"):
        setattr(match, f"{side}_confirmed_at", at)
        setattr(match, f"{side}_confirmed_by", f"captain of {getattr(match, side)}")
    match.card_in_at = match.counted_at = at
    match.counted_by = BOTH


def _at(day: date, hour: time) -> datetime:
    return min(timezone.make_aware(datetime.combine(day, hour)), timezone.now())


def _as_it_goes(league: League, first: date, last: date, actor: Actor) -> None:
    """Give the last night a missing card and a disputed one, an earlier night a walkover and a late
    card, and postpone a future match."""
    tonight, third = (list(league.matches.filter(date=day)) for day in (last, first + 2 * WEEK))
    open_ones = league.matches.filter(pk__in=[match.pk for match in tonight[:2]])
    open_ones.update(counted_at=None, counted_by="", away_confirmed_at=None, away_confirmed_by="")
    missing, disputed = tonight[:2]
    empty = dict.fromkeys(("total_home", "total_away", "games_home", "games_away", "card_in_at"))
    nobody = {"home_confirmed_at": None, "home_confirmed_by": ""}
    league.matches.filter(pk=missing.pk).update(**empty, **nobody)
    for match in (missing, third[0]):
        match.meetings.all().delete()
        match.pairs.all().delete()
    league.matches.filter(pk=disputed.pk).update(
        disputed_at=timezone.now(),
        disputed_by=f"captain of {disputed.away}",
        dispute="The last game was 21–19, not 21–9",
    )
    given = {"counted_by": actor.name, "note": "The van broke down"}
    league.matches.filter(pk=third[0].pk).update(walkover="home", **given, **empty, **nobody)
    late = third[1]
    league.matches.filter(pk=late.pk).update(card_in_at=_at(late.date + WEEK / 2, time(10)))
    loses = {"date": late.date + timedelta(days=3), "points": 1, "why": "The card came on Sunday"}
    TeamPenalty.objects.create(team=late.home, match=late, by=actor.name, **loses)
    to_come = league.matches.filter(date=last + 2 * WEEK).first()
    move_match(match=to_come, to=None, venue=to_come.venue, actor=actor, why="A wedding at the inn")


def _collect(league: League, chance: Random, actor: Actor) -> None:
    """Charge the entry fee; most have paid it."""
    fee = next(one for one in asked_for(league) if one.fee == Fee.ENTRY)
    key = UUID(int=chance.getrandbits(128))
    teams = {due.team.name: due.name for due in fee.dues}
    charge_asked(
        league=league, fee=fee.fee, night=None, chosen={*teams.values()}, key=key, actor=actor
    )
    for team in league.teams.select_related("captain").exclude(
        name__in=["Quarrymen", "White Hart"]
    ):
        paid = {"what": "paid in", "amount_minor": fee.amount, "actor": actor}
        enter_for_team(team=team, key=UUID(int=chance.getrandbits(128)), **paid)


def captains_page() -> str:
    """Return the token of a captain of the demo's league; nothing where there is none."""
    found = Team.objects.filter(league__club__name=CLUB, links__revoked_at=None)
    return found.values_list("links__token", flat=True).first() or ""
