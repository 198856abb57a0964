"""A progressive evening: who entered, who sat where in each round, and what was told of each table.

Results, standings and stars are computed (scoring.tournament.pure): only what people told is
stored.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.people.models import Club, Player
from scoring.table.models import ClubSession, HouseRules, Table
from scoring.tournament.pure.formats import FORMATS
from scoring.tournament.pure.values import SEATS, SIDES


class SavedFormat(models.Model):
    """A format that a club changed and kept under a name of its own."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="formats")
    name = models.CharField(max_length=60)
    style = models.CharField(max_length=12)
    # What differs from the style, as a tournament's file has it (docs/tournament-format.md).
    settings = models.JSONField(default=dict, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="one_format_a_name"),
            models.CheckConstraint(
                condition=Q(style__in=list(FORMATS)), name="saved_formats_have_a_style"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Tournament(models.Model):
    """The tournament of an evening: its format, and what its draw can be checked by."""

    class Part(models.TextChoices):
        FINAL = "final"
        PLATE = "plate"

    session = models.OneToOneField(ClubSession, on_delete=models.CASCADE, related_name="tournament")
    style = models.CharField(max_length=12)
    # What differs from the style, as a tournament's file has it (docs/tournament-format.md).
    settings = models.JSONField(default=dict, blank=True)
    # The club's own rules, in the place of those that the settings name.
    house = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    # Whether the number of rounds follows the number of people, so that all sit out alike: nobody
    # chose one.
    rounds_follow = models.BooleanField(default=False)
    seed = models.PositiveIntegerField()
    # The rounds to come where all are planned ahead, as a tournament's file has rounds.
    plan = models.JSONField(default=list, blank=True)
    # The tournament that was played for places in it, and which part of it this is.
    follows = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="followed_by"
    )
    part = models.CharField(max_length=8, choices=Part, blank=True)
    # Whether who checks in at the door is entered; None: nobody was asked yet.
    enters_arrivals = models.BooleanField(null=True, blank=True)
    # Whether it counts in the club's seasons.
    counts = models.BooleanField(default=False)
    # What was announced when it was finished, as euchre-standings/1: people got their prizes by it.
    results = models.JSONField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    # Raised by what every screen in the hall must show: a draw, the bell, a result. Not by every
    # hand.
    version = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(style__in=list(FORMATS)), name="tournaments_have_a_style"
            ),
            models.CheckConstraint(
                condition=Q(finished_at=None) | Q(results__isnull=False),
                name="finished_with_results",
            ),
            models.CheckConstraint(
                condition=Q(part__in=["", "final", "plate"]), name="known_parts"
            ),
            models.UniqueConstraint(fields=["follows", "part"], name="one_final_and_one_plate"),
        ]

    def __str__(self) -> str:
        return str(self.session)


class Entrant(models.Model):
    """Who plays in a tournament under one number: a player, or a fixed pair. Numbers count from
    1."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    no = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    partner = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="entries_as_partner"
    )
    # One of the format's groups, if it has any.
    group = models.CharField(max_length=20, blank=True)
    # A stand-in who is nobody's score.
    ghost = models.BooleanField(default=False)
    # The first round that they could be seated in, and the last that they were here for.
    since = models.PositiveSmallIntegerField(default=1)
    left = models.PositiveSmallIntegerField(null=True, blank=True)
    # What they bring along from the tournament that theirs follows, as a tournament's file has it.
    carried = models.JSONField(default=dict, blank=True)
    # Whose place they took over.
    in_place_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entered_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["no"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "no"], name="one_entrant_a_number"),
            models.UniqueConstraint(fields=["tournament", "player"], name="nobody_enters_twice"),
            models.UniqueConstraint(
                fields=["tournament", "partner"],
                condition=Q(partner__isnull=False),
                name="nobody_enters_twice_as_partner",
            ),
            models.CheckConstraint(
                condition=Q(partner__isnull=True) | ~Q(partner=models.F("player")),
                name="nobody_is_his_own_partner",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def people(self) -> list[Player]:
        return [self.player, self.partner] if self.partner_id else [self.player]

    @property
    def name(self) -> str:
        """ "Ann", of a pair "Ann and Ben"."""
        return " and ".join(player.name for player in self.people)


class Round(models.Model):
    """A round: drawn, then told to everybody, begun, and ended by the bell, the clock or the
    director."""

    class End(models.TextChoices):
        BELL = "bell"
        CLOCK = "clock"
        DIRECTOR = "director"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    no = models.PositiveSmallIntegerField()
    # Entrants by their numbers.
    sitting_out = models.JSONField(default=list, blank=True)
    # Who was drawn to sit out and does no more: they left, or took over a seat.
    was_out = models.JSONField(default=list, blank=True)
    # What was changed by hand after the draw, in words.
    moved = models.JSONField(default=list, blank=True)
    drawn_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    # The clock: since when it is stopped, and for how long it was stopped before.
    paused_at = models.DateTimeField(null=True, blank=True)
    paused_seconds = models.PositiveIntegerField(default=0)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_how = models.CharField(max_length=8, choices=End, blank=True)
    ended_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["no"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "no"], name="one_round_a_number"),
            models.CheckConstraint(
                condition=Q(started_at=None) | Q(published_at__isnull=False),
                name="told_before_it_is_begun",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(started_at__isnull=False),
                name="begun_before_it_is_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"Round {self.no}"

    @property
    def playing(self) -> bool:
        """Whether cards are on the tables now."""
        return self.started_at is not None and self.ended_at is None

    def seconds_played(self, now: datetime) -> int:
        """Return for how long its clock has run."""
        if self.started_at is None:
            return 0
        ran = (self.paused_at or self.ended_at or now) - self.started_at
        return max(0, ran // timedelta(seconds=1) - self.paused_seconds)


class RoundTable(models.Model):
    """One table in one round. Its number is that of its `table`, unless that has other rules."""

    # Given by queries that ask for them.
    held: int
    held_since: int | None
    last_hand_at: datetime | None
    late: int
    hands: int
    closed_at: datetime | None

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    no = models.PositiveSmallIntegerField()
    # Where its phone keeps the score, once the round is told; None: by totals only.
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.PROTECT, related_name="rounds"
    )
    extra_minutes = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["no"]
        constraints = [
            models.UniqueConstraint(fields=["round", "no"], name="one_round_table_a_number")
        ]

    def __str__(self) -> str:
        return f"Table {self.no}"


class Placing(models.Model):
    """An entrant's seat in a round. A pair has the first seat of its side, and the other goes with
    it."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="placings")
    round_table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="placings")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="placings")
    seat = models.CharField(max_length=1)
    # Whether they were seated after the round was told, maybe in the place of somebody
    # (Entrant.in_place_of).
    late = models.BooleanField(default=False)

    class Meta:
        ordering = ["round_table", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="one_place_an_entrant"),
            models.UniqueConstraint(fields=["round_table", "seat"], name="one_entrant_a_seat"),
            models.CheckConstraint(condition=Q(seat__in=SEATS), name="known_seats"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} at {self.round_table}, {self.seat}"


class Report(models.Model):
    """What somebody told of a table's round: all of it or one side's; or that they object to what
    stands.

    Its key is made by the screen that sends it, so that it is stored once.
    """

    class Source(models.TextChoices):
        TABLE = "table"
        CARD = "card"
        DIRECTOR = "director"

    key = models.UUIDField(unique=True, default=uuid4)
    round_table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="reports")
    source = models.CharField(max_length=8, choices=Source)
    # Which side of the table says so, if one does.
    side = models.CharField(max_length=2, blank=True)
    # Whose tally card it was typed from.
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    # By side ("NS", "EW"), at a table of three by seat; a card may know one side only.
    points = models.JSONField(default=dict, blank=True)
    # Lone hands made, by the entrant's number.
    lones = models.JSONField(default=dict, blank=True)
    # Who won a tie: a side.
    tie = models.CharField(max_length=2, blank=True)
    objects_to_it = models.BooleanField(default=False)
    why = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL
    )
    at = models.DateTimeField(default=timezone.now)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back
        constraints = [
            models.CheckConstraint(
                condition=Q(source__in=["table", "card", "director"]),
                name="known_sources_of_reports",
            ),
            models.CheckConstraint(condition=Q(side__in=["", *SIDES]), name="sides_report"),
        ]

    def __str__(self) -> str:
        return f"{self.source} about {self.round_table}"
