"""Errors of actions. An action is atomic, takes keywords only, and raises the versions that screens
poll.

Permission is checked before, by `scoring.common.permissions`.
"""


class Refused(Exception):
    """A verb that cannot be done now. The message says why, what was kept, and what to do."""


class AlreadyDone(Refused):
    """It was done before, by another user or by the same form sent twice. The message gives the
    current state."""
