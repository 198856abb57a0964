"""Back up the whole site as one file, verify it, and restore it (docs/backup-format.md).

This is for the host of the site, with accounts, links and passwords. A club exports itself with
scoring/site/club_file.
"""


class BadBackup(ValueError):
    """This file cannot be restored here; the message says why, as a sentence about the file."""
