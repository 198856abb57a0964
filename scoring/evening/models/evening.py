"""The parts of a club night besides its tables: attendance, links and seating plans."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.common.models.secret_links import SecretLink
from scoring.common.prepared import Prepared
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession


class Pass(SecretLink):
    """A secret address of an evening (its wall, its door, its tournament's players) or of a club
    (its calendar)."""

    class Right(models.TextChoices):
        WALL = "wall"
        DOOR = "door"
        CALENDAR = "calendar"
        PLAYERS = "players"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="passes")
    session = models.ForeignKey(
        ClubSession, null=True, blank=True, on_delete=models.CASCADE, related_name="passes"
    )
    right = models.CharField(max_length=8, choices=Right)

    by_token = Prepared(
        lambda token: Pass.objects.filter(token=token).select_related(
            "club", "session__club", "session__tournament"
        )
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "right"],
                condition=Q(revoked_at=None),
                name="one_live_pass_a_session",
            ),
            models.CheckConstraint(
                condition=Q(right="calendar", session=None)
                | Q(right__in=["wall", "door", "players"], session__isnull=False),
                name="passes_know_what_they_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.right} pass of {self.session or self.club}"


class Attendance(models.Model):
    """A player's attendance: arrival, departure and the check-in fee."""

    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attendances")
    arrived_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True)
    by = models.CharField(max_length=80, blank=True)
    fee_minor = models.PositiveIntegerField(default=0)
    fee_paid_at = models.DateTimeField(null=True, blank=True)
    # Why they pay another fee than usual, nothing, or were paid back.
    fee_why = models.CharField(max_length=200, blank=True)
    # By what they were checked in without being asked for: it is undone with that.
    with_entry = models.ForeignKey(
        "scoring.Entrant", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    with_round = models.ForeignKey(
        "scoring.Round", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # The pair in which they were replaced. Their fee is still paid for it.
    replaced_in = models.ForeignKey(
        "scoring.Entrant", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["arrived_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="nobody_comes_twice"),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.session}"


class Plan(models.Model):
    """A seating plan: a draft of new tables, with the data to check its draw."""

    class Way(models.TextChoices):
        BOOKS = "books"
        HAND = "hand"
        BALANCED = "balanced"

    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="plans")
    way = models.CharField(max_length=8, choices=Way)
    seed = models.PositiveIntegerField()
    # The keys of the players in the order they came: the seed draws among these.
    people = models.JSONField(default=list)
    # A table each: {"rules_key", "house", "options", "stake_minor", "seats": keys of players
    # clockwise}.
    tables = models.JSONField(default=list)
    # Seats that were changed by hand after the draw, in words.
    moved = models.JSONField(default=list)
    edition = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.CharField(max_length=80)
    opened_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"Plan {self.pk} of {self.session}"
