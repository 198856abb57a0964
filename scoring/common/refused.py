"""Errors of actions. An action is atomic, takes keywords only, and raises the versions that screens
poll.

Permission is checked before, by `scoring.common.permissions`.
"""

OUT_OF_DATE = "This page is out of date. Reload it and try again."


class Refused(Exception):
    """The action is not possible now. The message says why and what to do. The page adds that
    nothing was saved."""


class AlreadyDone(Refused):
    """It was done before, by another user or by the same form sent twice. The message gives the
    current state."""
