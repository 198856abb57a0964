"""That the site was brought back from a backup, which no backup tells of."""

from __future__ import annotations

from django.db import models


class Restored(models.Model):
    """The site became what a backup held. These rows stay when that happens again: how many there
    are tells the screens that the book is another one, though its versions may be the same."""

    at = models.DateTimeField()
    file = models.CharField(max_length=200)
    # Of when the data are, and which version of the program had them.
    made_at = models.DateTimeField()
    program = models.CharField(max_length=40)
    # The backup of the site as it was before, in BACKUP_DIR; empty where there was nothing to keep.
    before = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "restored"

    def __str__(self) -> str:
        return f"{self.file}, {self.at:%-d %B %Y}"
