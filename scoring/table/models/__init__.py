from scoring.table.models.candidates import Candidate
from scoring.table.models.closing import Closing, Payment
from scoring.table.models.former_terms import FormerTerms
from scoring.table.models.hands import Assent, Correction, Done, HandRecord, StoredHands
from scoring.table.models.help_calls import HelpCall
from scoring.table.models.house_rules import HouseRules
from scoring.table.models.phones import TablePhone
from scoring.table.models.play import ClubSession, Link, Seat, Sitting, Table
from scoring.table.models.reseating import Reseating

__all__ = [
    "Closing",
    "Payment",
    "Candidate",
    "HelpCall",
    "FormerTerms",
    "Reseating",
    "Assent",
    "ClubSession",
    "Correction",
    "Done",
    "HandRecord",
    "HouseRules",
    "Link",
    "Seat",
    "Sitting",
    "StoredHands",
    "Table",
    "TablePhone",
]
