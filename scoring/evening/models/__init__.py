from scoring.evening.models.evening import Attendance, Candidate, HelpCall, Pass, Plan, Reseating
from scoring.evening.models.sign_ups import SignUp, SignUpList

__all__ = [
    "Attendance",
    "Candidate",
    "HelpCall",
    "Pass",
    "Plan",
    "Reseating",
    "SignUp",
    "SignUpList",
]
