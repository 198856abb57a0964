"""Two people of a club whose names are alike: an officer said that they are two."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils import timezone

from scoring.models.club import Club, Player


class ToldApart(models.Model):
    """Two players who are two persons, however alike their names: they are pointed out no more."""

    one = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="told_apart")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                Least("one", "other"), Greatest("one", "other"), name="told_apart_once"
            ),
            models.CheckConstraint(
                condition=~Q(one=F("other")), name="nobody_is_told_apart_from_himself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other} are two persons"

    @property
    def two(self) -> frozenset[int]:
        """The keys of both."""
        return frozenset((self.one_id, self.other_id))


def told_apart_in(club: Club) -> list[ToldApart]:
    """Return every two of a club who were told apart, by name; one query."""
    found = ToldApart.objects.filter(one__club=club).select_related("one", "other")
    return list(found.order_by("one__key", "other__key"))


def pairs_with(one: Player, other: Player) -> models.QuerySet[ToldApart]:
    """Return the row that tells these two apart, if there is one."""
    return ToldApart.objects.filter(Q(one=one, other=other) | Q(one=other, other=one))


def tellings_of(player: Player) -> models.QuerySet[ToldApart]:
    """Return the rows that tell somebody apart from others."""
    return ToldApart.objects.filter(Q(one=player) | Q(other=player))
