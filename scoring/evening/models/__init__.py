from scoring.evening.models.answers import Answer
from scoring.evening.models.evening import Attendance, Pass, Plan
from scoring.evening.models.sign_ups import SignUp, SignUpList

__all__ = [
    "Answer",
    "Attendance",
    "Pass",
    "Plan",
    "SignUp",
    "SignUpList",
]
