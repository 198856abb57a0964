"""The whole site as one file, proven and brought back (docs/backup-format.md).

Whoever runs the site backs it up, not its clubs one by one (scoring/site/club_file does that):
accounts, links and passwords go along.
"""


class BadBackup(ValueError):
    """This file cannot be restored here; the message says why, as a sentence about the file."""
