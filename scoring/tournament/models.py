"""A progressive evening with its entrants, the seats of each round, and the reports of each table.

Results, standings and stars are computed from the stored reports (scoring.tournament.pure).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.people.models import Club, Player
from scoring.table.models import ClubSession, HouseRules, Table
from scoring.tournament.pure.fair_draw import FairDraw, label_of
from scoring.tournament.pure.formats import FORMATS
from scoring.tournament.pure.seats import EVERY_SEAT, EVERY_SIDE


class SavedFormat(models.Model):
    """A format that a club changed and saved under its own name."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="formats")
    name = models.CharField(max_length=60)
    style = models.CharField(max_length=12)
    # Differences from the style, as in a tournament's file (docs/tournament-format.md).
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
    """The tournament of an evening, with its format and the seed to check its draw."""

    class Part(models.TextChoices):
        FINAL = "final"
        PLATE = "plate"

    session = models.OneToOneField(ClubSession, on_delete=models.CASCADE, related_name="tournament")
    style = models.CharField(max_length=12)
    # Differences from the style, as in a tournament's file (docs/tournament-format.md).
    settings = models.JSONField(default=dict, blank=True)
    # The club's own rules, which replace the rules that the settings name.
    house = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.PROTECT, related_name="tournaments"
    )
    # Whether the number of rounds follows the number of people, so that all sit out equally often.
    # False once the organiser has chosen a number.
    rounds_follow = models.BooleanField(default=False)
    # Of the last draw of round 1 (`fair_draw`).
    seed = models.PositiveIntegerField()
    # What the site added to that draw, and what it will add to the next. Empty where a seed came
    # without one.
    secret = models.CharField(max_length=64, blank=True)
    next_secret = models.CharField(max_length=64, blank=True)
    # How often round 1 was drawn, and what the room added to the last draw.
    draws = models.PositiveSmallIntegerField(default=0)
    room = models.CharField(max_length=60, blank=True)
    # The coming rounds if all are planned ahead, in the format of a tournament's file.
    plan = models.JSONField(default=list, blank=True)
    # The tournament that it follows, and whether it is the final or the plate.
    follows = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="followed_by"
    )
    part = models.CharField(max_length=8, choices=Part, blank=True)
    # Whether players are entered at check-in. None means that the director has not chosen yet.
    enters_arrivals = models.BooleanField(null=True, blank=True)
    # Whether it counts in the club's seasons.
    counts = models.BooleanField(default=False)
    # Whether the accounts have the money of its pots. They do not if it was imported.
    in_accounts = models.BooleanField(default=True)
    # The results announced at the finish, as euchre-standings/1. Prizes were given by them.
    results = models.JSONField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    # Raised by every change that all screens in the hall must show, such as a draw, the bell or a
    # result. Not raised by every hand.
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

    @property
    def last_draw(self) -> FairDraw | None:
        """What the last draw of round 1 was made from, or None if that can't be checked."""
        return _draw(self.secret, self.draws, self.room)

    @property
    def next_draw(self) -> FairDraw | None:
        """What the next draw of round 1 will be made from, before the room adds to it."""
        return _draw(self.next_secret, self.draws + 1, "")


def _draw(secret: str, number: int, room: str) -> FairDraw | None:
    if not secret:
        return None
    return FairDraw(secret=secret, label=label_of(number), room=room)


class Entrant(models.Model):
    """A player or a fixed pair in a tournament, under one number. Numbers start at 1."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    no = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    partner = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="entries_as_partner"
    )
    # One of the format's groups, if it has any.
    group = models.CharField(max_length=20, blank=True)
    # A ghost fills an empty seat, and its points do not count.
    ghost = models.BooleanField(default=False)
    # The first round in which they could be seated, and the last in which they were present.
    since = models.PositiveSmallIntegerField(default=1)
    left = models.PositiveSmallIntegerField(null=True, blank=True)
    # Points carried over from the tournament that this one follows, as in a tournament's file.
    carried = models.JSONField(default=dict, blank=True)
    # Who they ask to play with or not to meet, as in a tournament's file.
    wishes = models.JSONField(default=dict, blank=True)
    # Points for each round that they play, or below zero what they give.
    handicap = models.IntegerField(default=0)
    # What they were given beside the cards, as in a tournament's file, each with its key. Removed
    # ones are kept and count nothing.
    adjustments = models.JSONField(default=list, blank=True)
    # What was paid for them, where a file says so. None means what check-in has.
    paid_minor = models.PositiveBigIntegerField(null=True, blank=True)
    # The tickets that they hold for a pot that is drawn.
    tickets = models.PositiveSmallIntegerField(default=0)
    # The entrant whose place they took over.
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
        """Return "Ann", or "Ann and Ben" for a pair."""
        return " and ".join(player.name for player in self.people)

    @property
    def adjusted(self) -> list[dict]:
        """Return the adjustments that count, without the removed ones."""
        return [one for one in self.adjustments if not one.get("removed")]


class Round(models.Model):
    """A round is drawn, published, started, and ended by the bell, the clock or the director."""

    class End(models.TextChoices):
        BELL = "bell"
        CLOCK = "clock"
        DIRECTOR = "director"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    no = models.PositiveSmallIntegerField()
    # Numbers of entrants.
    sitting_out = models.JSONField(default=list, blank=True)
    # Entrants who were drawn to sit out and no longer do, because they left or took over a seat.
    was_out = models.JSONField(default=list, blank=True)
    # Changes made by hand after the draw, in words.
    moved = models.JSONField(default=list, blank=True)
    drawn_at = models.DateTimeField(default=timezone.now)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    # Since when the clock is paused, and for how long it was paused before.
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
        """Return whether the round is being played now."""
        return self.started_at is not None and self.ended_at is None

    @property
    def brought_back(self) -> bool:
        """Return whether a phone brought the round back after a restore. Only then was it published
        before this site stored it. Its hands come once more, perhaps after it ended."""
        was_over = self.ended_at is None or self.ended_at < self.drawn_at
        return self.published_at is not None and self.published_at < self.drawn_at and was_over

    def seconds_played(self, now: datetime) -> int:
        """Return how many seconds its clock has run."""
        if self.started_at is None:
            return 0
        ran = (self.paused_at or self.ended_at or now) - self.started_at
        return max(0, ran // timedelta(seconds=1) - self.paused_seconds)


class RoundTable(models.Model):
    """One table in one round. Its number is that of its `table`, unless that has other rules."""

    # Set by queries that ask for them.
    held: int
    held_since: int | None
    last_hand_at: datetime | None
    late: int
    hands: int
    closed_at: datetime | None

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    no = models.PositiveSmallIntegerField()
    # The table whose phone keeps the score once the round is published. None if only totals are
    # entered.
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
    """An entrant's seat in a round. A pair is stored in the first seat of its side, and sits in
    both."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="placings")
    round_table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="placings")
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="placings")
    seat = models.CharField(max_length=1)
    # Whether they were seated after the round was published, perhaps in place of another entrant
    # (Entrant.in_place_of).
    late = models.BooleanField(default=False)

    class Meta:
        ordering = ["round_table", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant"], name="one_place_an_entrant"),
            models.UniqueConstraint(fields=["round_table", "seat"], name="one_entrant_a_seat"),
            models.CheckConstraint(condition=Q(seat__in=EVERY_SEAT), name="known_seats"),
        ]

    def __str__(self) -> str:
        return f"{self.entrant} at {self.round_table}, {self.seat}"


class Report(models.Model):
    """A report of a table's round, whole or by one side, or an objection to the current result.

    The screen that sends it makes its key, so that it is stored once.
    """

    class Source(models.TextChoices):
        TABLE = "table"
        CARD = "card"
        DIRECTOR = "director"

    key = models.UUIDField(unique=True, default=uuid4)
    round_table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="reports")
    source = models.CharField(max_length=8, choices=Source)
    # The side of the table that reports, if one does.
    side = models.CharField(max_length=3, blank=True)
    # The owner of the tally card from which it was entered.
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    # Points by side ("NS", "EW", at a table of six "NSE", "ABC"), or by seat where each plays for
    # themselves. A card may know one side only.
    points = models.JSONField(default=dict, blank=True)
    # Lone hands made, by the entrant's number.
    lones = models.JSONField(default=dict, blank=True)
    # Euchred makers, and lone hands tried, for pots, by the entrant's number.
    euchres = models.JSONField(default=dict, blank=True)
    tried = models.JSONField(default=dict, blank=True)
    # The side that won a tie.
    tie = models.CharField(max_length=3, blank=True)
    # The side that forfeits, which only the director enters.
    forfeit = models.CharField(max_length=3, blank=True)
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
        ordering = ["pk"]  # order of arrival, as a clock can be set back
        constraints = [
            models.CheckConstraint(
                condition=Q(source__in=["table", "card", "director"]),
                name="known_sources_of_reports",
            ),
            models.CheckConstraint(condition=Q(side__in=["", *EVERY_SIDE]), name="sides_report"),
            models.CheckConstraint(
                condition=Q(forfeit="") | Q(forfeit__in=[*EVERY_SIDE], source="director"),
                name="the_director_enters_a_forfeit",
            ),
        ]

    # The fields that count hands by the entrant's number.
    COUNTED = ("lones", "euchres", "tried")

    def __str__(self) -> str:
        return f"{self.source} about {self.round_table}"

    def rename_numbers(self, numbers: Mapping[str, str]) -> None:
        """Count the hands of these entrants' numbers for others."""
        for name in self.COUNTED:
            counted = getattr(self, name)
            setattr(self, name, {numbers.get(no, no): times for no, times in counted.items()})


class CardClip(models.Model):
    """A row of a tally card or a slip in a picture: its clipping, and what was read there.

    It is deleted when the tournament is finished or after 30 days, and is in no backup and no club
    file.
    """

    # Of the file with the picture, so that the same file stores nothing twice.
    digest = models.CharField(max_length=64)
    round_table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, related_name="clips")
    # Whose row it is.
    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="clips")
    # Whether it is of the table's slip, and not of the entrant's card.
    slip = models.BooleanField(default=False)
    # The fields of `card_marks.RowMarks`.
    marks = models.JSONField(default=dict)
    # A JPEG.
    clipping = models.BinaryField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["digest", "round_table", "entrant", "slip"], name="one_clip_a_file"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant} at {self.round_table}"
