from scoring.money.models.closing import Closing, Payment
from scoring.money.models.ledger import Entry

__all__ = [
    "Closing",
    "Entry",
    "Payment",
]
