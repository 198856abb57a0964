"""The verbs that write. Each is atomic, takes keywords only, and raises the versions screens poll.

Whether somebody may is asked before, by `scoring.common.permissions`.
"""


class Refused(Exception):
    """A verb that cannot be done now. The message says why, what was kept, and what to do."""


class AlreadyDone(Refused):
    """It was done before, by another or by the same form sent twice. The message says how things
    stand."""
