"""Records that the site was restored from a backup. Backups don't contain these rows."""

from __future__ import annotations

from secrets import token_hex

from django.db import models

from scoring.common.dates import long_day


def new_edition() -> str:
    """Return a random id of 16 characters."""
    return token_hex(8)


class Restored(models.Model):
    """A restore of the site. These rows survive later restores. The edition of the latest shows
    screens and phones that the database has been replaced, even where versions stay the same."""

    at = models.DateTimeField()
    file = models.CharField(max_length=200)
    # Of when the data are, and which version of the program had them.
    made_at = models.DateTimeField()
    program = models.CharField(max_length=40)
    # The backup of the site as it was before, in BACKUP_DIR; empty where there was nothing to keep.
    before = models.CharField(max_length=200, blank=True)
    edition = models.CharField(max_length=16, default=new_edition, editable=False)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "restored"

    def __str__(self) -> str:
        return f"{self.file}, {long_day(self.at)}"
