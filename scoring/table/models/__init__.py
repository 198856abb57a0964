from scoring.table.models.hands import Assent, Correction, Done, HandRecord
from scoring.table.models.house_rules import HouseRules
from scoring.table.models.play import ClubSession, Link, Seat, Sitting, Table

__all__ = [
    "Assent",
    "ClubSession",
    "Correction",
    "Done",
    "HandRecord",
    "HouseRules",
    "Link",
    "Seat",
    "Sitting",
    "Table",
]
