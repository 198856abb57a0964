"""What belongs to an evening besides its tables: who came, who waits, who shall sit where."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.common.prepared import Prepared
from scoring.people.models import Club, Player, new_token
from scoring.table.models import ClubSession, Sitting, Table


class Pass(models.Model):
    """A secret address of an evening (its wall, its door, its tournament's players) or of a club
    (its calendar)."""

    class Right(models.TextChoices):
        WALL = "wall"
        DOOR = "door"
        CALENDAR = "calendar"
        PLAYERS = "players"

    token = models.CharField(max_length=32, unique=True, default=new_token)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="passes")
    session = models.ForeignKey(
        ClubSession, null=True, blank=True, on_delete=models.CASCADE, related_name="passes"
    )
    right = models.CharField(max_length=8, choices=Right)
    made_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True, blank=True)

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
    """Somebody came to an evening: when, when they left, and what they owe at the door."""

    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attendances")
    arrived_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True)
    by = models.CharField(max_length=80, blank=True)
    fee_minor = models.PositiveIntegerField(default=0)
    fee_paid_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["arrived_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="nobody_comes_twice"),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.session}"


class Candidate(models.Model):
    """Somebody who declared that they wish to enter a table (Leeds & Dwight, law 16)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="candidates")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="candidacies")
    declared_at = models.DateTimeField(default=timezone.now)
    # They belonged to this table and were cut out, or to one that was broken up: see
    # scoring.movement.
    was_here = models.BooleanField(default=False)
    broken_up = models.BooleanField(default=False)
    entered_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back
        constraints = [
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(entered_at=None, withdrawn_at=None),
                name="nobody_waits_twice_at_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} waits for {self.table}"


class Plan(models.Model):
    """Who shall sit where: a draft of new tables, and what their draw can be checked by."""

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


class Reseating(models.Model):
    """A seat put right after the fact: who sat there before and after, and what the hands went
    with."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="reseatings")
    before = models.JSONField()
    after = models.JSONField()
    # A hand stays with its seat (somebody else sat there), or with its people (their order was
    # wrong).
    hands_stay_with = models.CharField(
        max_length=6, choices=[("seats", "seats"), ("people", "people")]
    )
    from_no = models.PositiveIntegerField(default=1)
    why = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back

    def __str__(self) -> str:
        return f"{self.sitting} put right"


class HelpCall(models.Model):
    """A table asks whoever runs the evening to come, or they hold its clock, till it is settled.

    Meanwhile the clock of its tournament's round stands still there (docs/decisions, 43).
    """

    class About(models.TextChoices):
        LAWS = "laws"
        SCORE = "score"
        CARDS = "cards"
        OTHER = "other"
        HELD = "held"  # nobody called: the director holds the clock

    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="help_calls")
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.CASCADE, related_name="help_calls"
    )
    # The table's place in a tournament's round; one that is told by totals has no other.
    round_table = models.ForeignKey(
        "scoring.RoundTable",
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="help_calls",
    )
    about = models.CharField(max_length=5, choices=About)
    called_at = models.DateTimeField(default=timezone.now)
    called_by = models.CharField(max_length=80)
    # Who said that they are coming, and when.
    heard_at = models.DateTimeField(null=True, blank=True)
    heard_by = models.CharField(max_length=80, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.CharField(max_length=80, blank=True)
    taken_back = models.BooleanField(default=False)
    # How many seconds of its round the clock had run when it was held, and when it went on.
    held_from = models.PositiveIntegerField(null=True, blank=True)
    held_to = models.PositiveIntegerField(null=True, blank=True)

    open_at = Prepared(
        lambda table: HelpCall.objects.filter(table=table, ended_at=None).order_by("pk")
    )

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(ended_at=None), name="a_table_calls_once"
            ),
            models.UniqueConstraint(
                fields=["round_table"], condition=Q(ended_at=None), name="a_clock_is_held_once"
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=False) | Q(round_table__isnull=False),
                name="help_calls_come_from_a_table",
            ),
            models.CheckConstraint(
                condition=Q(about__in=["laws", "score", "cards", "other", "held"]),
                name="known_reasons_to_call",
            ),
            models.CheckConstraint(
                condition=Q(held_to=None) | Q(held_to__gte=models.F("held_from")),
                name="held_before_it_goes_on",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place} calls"

    @property
    def place(self) -> str:
        """Which table it is: "Table 4"."""
        return str(self.round_table or self.table)
