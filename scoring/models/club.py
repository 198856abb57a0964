from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.models.prepared import Prepared
from scoring.rules.names import name_key


class Club(models.Model):
    """A club and the people who run its evenings. A visitor's table makes a casual one of its own."""

    name = models.CharField(max_length=60)
    currency = models.CharField(max_length=3, default="GBP")
    organisers = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="clubs", blank=True)
    casual = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class PlayerQuerySet(models.QuerySet):
    def named(self, names: list[str]) -> PlayerQuerySet:
        """The players who go by one of these names, upper and lower case alike."""
        return self.filter(key__in=[name_key(name) for name in names])

    def strange(self, names: list[str]) -> list[str]:
        """Those of the names that none of these players goes by."""
        known = {player.key for player in self.named(names)}
        return [name for name in names if name_key(name) not in known]


class Player(models.Model):
    """A person who plays; needs no account."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    # The name by which two spellings are one; SQLite's own LOWER knows only the letters A to Z.
    key = models.CharField(max_length=120, editable=False)
    short_name = models.CharField(max_length=12, blank=True)
    guest = models.BooleanField(default=False)

    objects = PlayerQuerySet.as_manager()
    by_seat = Prepared(lambda sitting: Player.objects.filter(seats__sitting=sitting).order_by("seats__no"))

    class Meta:
        ordering = ["key"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_player_a_name"),
            models.CheckConstraint(condition=~models.Q(name=""), name="players_have_names"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **kwargs) -> None:
        self.key = name_key(self.name)
        super().save(**kwargs)

    @property
    def called(self) -> str:
        """What the pad calls this player: the short name, if there is one."""
        return self.short_name or self.name
