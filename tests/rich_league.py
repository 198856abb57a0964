"""A season of a league in which everything was done that a league can hold."""

from datetime import date, time

from django.utils import timezone

from scoring.models import (
    Club,
    ClubSession,
    CupRound,
    Derby,
    Entry,
    League,
    MatchMove,
    Meeting,
    MeetingReport,
    SquadMember,
    TeamEntry,
    TeamPenalty,
    TransferRequest,
    Venue,
)
from tests.league.cast import (
    FIRST,
    SECOND,
    a_league,
    a_match,
    a_squad,
    captains_link,
    counted,
    play,
)

NOW = timezone.now()
WON, LOST = [[15, 9], [15, 0]], [[3, 15], [14, 15]]


def a_rich_league(club: Club, session: ClubSession) -> League:
    """Return a season after another, with an evening on whose tables a match was played."""
    before = a_league(club=club, season="2025-26", finished_at=NOW)
    league = a_league(club=club, follows=before, starts_at=time(19, 30), published_at=NOW)
    mouse = Venue.objects.create(
        league=league, name="The “Red” Mouse", matches=2, address="Main St"
    )
    teams = {team.name: team for team in league.teams.all()}
    home = teams["Mounties"]
    ann, ben, *_ = a_squad(home, "Ann", "Ben", "Dan")
    eve, _ = a_squad(teams["Trolls"], "Eve", "Małgorzata")
    home.venue, home.home_day, home.captain = mouse, 3, ann
    home.not_on, home.before = ["2026-12-24"], before.teams.get(name="Mounties")
    home.save()
    SquadMember.objects.filter(player__name="Dan").update(until=FIRST)
    SquadMember.objects.create(
        team=teams["Trolls"], player=club.players.get(name="Dan"), came="transfer", by="olga"
    )
    TransferRequest.objects.create(player=eve, leaves=teams["Trolls"], joins=home, asked_by="olga")
    Derby.objects.create(one=home, other=teams["Trolls"], date=SECOND)
    captains_link(home)
    two, others = (ann.name, ben.name), (eve.name, "Cat")
    match = play(
        a_match(league, "Mounties", "Trolls", venue=mouse, session=session, card_in_at=NOW),
        (two, others, WON),
        (two, others, LOST),
    )
    sitting = session.tables.first().sittings.first()
    Meeting.objects.filter(match=match, no=1).update(sitting=sitting)
    MeetingReport.objects.create(meeting=match.meetings.first(), games=LOST, by="phone K7")
    counted(match, home_confirmed_at=NOW, home_confirmed_by="captain of Mounties", note="“Snow”")
    a_match(league, "Shufflers", "Stinky Eight", disputed_at=NOW, dispute="Game 2", goes_on="home")
    counted(a_match(league, "Stinky Eight", "Shufflers", SECOND), walkover="home")
    round = CupRound.objects.create(league=league, no=1, date=date(2026, 12, 3), seed=7, by="olga")
    a_match(league, "Trolls", "Shufflers", round.date, kind="cup", cup_round=round)
    MatchMove.objects.create(match=match, from_date=SECOND, to_date=FIRST, why="Snow", by="olga")
    TeamPenalty.objects.create(team=home, match=match, date=FIRST, points=1, why="Late", by="olga")
    fee = {"debited": ann, "amount_minor": 100, "note": "Match fee", "by": "olga"}
    line = Entry.objects.create(club=club, kind=Entry.Kind.CHARGE, **fee)
    TeamEntry.objects.create(entry=line, team=home, fee=TeamEntry.Fee.MATCH, match=match)
    return league
