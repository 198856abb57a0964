"""What is stored: facts, versions, and what people signed. Scores are computed (scoring.rules)."""

from scoring.models.club import Club, Event, Invitation, Officer, Player, ToldApart
from scoring.models.evening import Attendance, Candidate, HelpCall, Pass, Plan, Reseating
from scoring.models.hands import Assent, Correction, Done, HandRecord
from scoring.models.house import HouseRules
from scoring.models.league import (
    CupRound,
    Derby,
    Division,
    League,
    LeagueMatch,
    MatchMove,
    MatchPair,
    Meeting,
    MeetingReport,
    SquadMember,
    Team,
    TeamLink,
    TeamPenalty,
    TransferRequest,
    Venue,
)
from scoring.models.ledger import Entry
from scoring.models.money import Closing, Payment
from scoring.models.notifications import Notification, Subscription
from scoring.models.personal import Answer, PersonalLink
from scoring.models.play import ClubSession, Link, Seat, Sitting, Table
from scoring.models.restored import Restored
from scoring.models.season import EarlierList, EarlierResult, Rating, Season, Tally
from scoring.models.signing_up import SignUp, SignUpList
from scoring.models.team_money import TeamEntry
from scoring.models.tokens import ApiToken
from scoring.models.tournament import (
    Entrant,
    Placing,
    Report,
    Round,
    RoundTable,
    SavedFormat,
    Tournament,
)
from scoring.models.visitor import Visitor

__all__ = [
    "Answer",
    "ApiToken",
    "Assent",
    "Attendance",
    "Candidate",
    "Closing",
    "Club",
    "ClubSession",
    "Correction",
    "CupRound",
    "Derby",
    "Division",
    "Done",
    "EarlierList",
    "EarlierResult",
    "Entrant",
    "Entry",
    "Event",
    "HandRecord",
    "HelpCall",
    "HouseRules",
    "Invitation",
    "League",
    "LeagueMatch",
    "Link",
    "MatchMove",
    "MatchPair",
    "Meeting",
    "MeetingReport",
    "Notification",
    "Officer",
    "Pass",
    "Payment",
    "Placing",
    "Plan",
    "PersonalLink",
    "Player",
    "Rating",
    "Report",
    "Reseating",
    "Restored",
    "Round",
    "RoundTable",
    "SavedFormat",
    "Season",
    "Seat",
    "SignUp",
    "SignUpList",
    "Sitting",
    "SquadMember",
    "Subscription",
    "Table",
    "Tally",
    "Team",
    "TeamEntry",
    "TeamLink",
    "TeamPenalty",
    "TransferRequest",
    "ToldApart",
    "Tournament",
    "Venue",
    "Visitor",
]
