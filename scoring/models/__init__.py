"""What is stored: facts, versions, and what people signed. Scores are computed (scoring.rules)."""

from scoring.models.club import Club, Player
from scoring.models.hands import Correction, HandRecord
from scoring.models.house import HouseRules
from scoring.models.money import Closing, Payment
from scoring.models.play import ClubSession, Link, Seat, Sitting, Table

__all__ = [
    "Closing",
    "Club",
    "ClubSession",
    "Correction",
    "HandRecord",
    "HouseRules",
    "Link",
    "Payment",
    "Player",
    "Seat",
    "Sitting",
    "Table",
]
