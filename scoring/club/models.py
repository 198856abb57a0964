"""Results of closed evenings by player, and the seasons that count them.

A closing has the signed statement. A tally has the same in figures, so that the database can add up
ten years at once.
"""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from scoring.club.pure.season import PlacePoints
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession


class Season(models.Model):
    """A stretch of evenings with its order of merit."""

    class Counts(models.TextChoices):
        ALL = "all", "all tables"
        POINTS = "points", "tables where everyone plays alone"
        GAMES = "games", "tables where games are played"
        TOURNAMENTS = "tournaments", "tournaments"

    class Level(models.TextChoices):
        """The points of tied players."""

        SHARE = "", "share the points of their places"
        EACH = "each", "take the points of their place each"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60)
    starts_on = models.DateField()
    ends_on = models.DateField()
    counts = models.CharField(max_length=11, choices=Counts, default=Counts.ALL)
    # The written order: the first criterion ranks, each next one decides what is still tied.
    order = models.JSONField(default=list)
    # Of each player only so many of their best evenings; None: all of them.
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    least_evenings = models.PositiveSmallIntegerField(default=0)
    # What places bring, the first one first; nothing: none bring any.
    place_points = models.JSONField(default=list)
    # What a place behind them brings; None: nothing.
    others_take = models.PositiveSmallIntegerField(null=True, blank=True)
    # By which criterion an evening without a tournament has places; "": it has none.
    places_by = models.CharField(max_length=20, blank=True)
    level = models.CharField(max_length=4, blank=True, choices=Level, default=Level.SHARE)

    class Meta:
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_on__gte=models.F("starts_on")),
                name="seasons_end_after_they_begin",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def places(self) -> PlacePoints:
        """What places bring."""
        return PlacePoints(
            points=tuple(self.place_points),
            others=self.others_take or 0,
            each=self.level == self.Level.EACH,
        )


class EarlierList(models.Model):
    """An imported list of results. Undoing it removes the whole list."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="earlier_lists")
    name = models.CharField(max_length=60)
    # Into which season its points are carried; None: its results are of evenings.
    season = models.ForeignKey(
        Season, null=True, blank=True, on_delete=models.CASCADE, related_name="carried_in"
    )
    # Whether the evenings were tournaments.
    tournaments = models.BooleanField(default=False)
    brought_at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80)
    key = models.UUIDField(unique=True, null=True, blank=True)

    class Meta:
        ordering = ["-brought_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class EarlierResult(models.Model):
    """A player's imported result of an evening, or points carried into a season."""

    earlier = models.ForeignKey(EarlierList, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="earlier_results", db_index=False
    )
    # The evening; None where it is carried in.
    played_on = models.DateField(null=True, blank=True)
    title = models.CharField(max_length=60, blank=True)
    points = models.IntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    # How many evenings stand behind what is carried in.
    evenings = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["played_on", "pk"]
        indexes = [models.Index(fields=["player", "played_on"], name="earlier_of_a_player")]

    def __str__(self) -> str:
        return f"{self.player}, {self.title or self.played_on or self.earlier}"


class Tally(models.Model):
    """A player's result of a closed evening under one rule set, for games or for points alone."""

    # The indexes below begin with club and player. SQLite would take one of the club alone, and
    # sort all of its rows.
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="tallies")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="tallies", db_index=False
    )
    rules_key = models.CharField(max_length=40)
    # Whether games are played by these rules.
    games = models.BooleanField()
    played_on = models.DateField()
    hands = models.PositiveIntegerField()
    points_of_hands = models.IntegerField(default=0)
    points = models.IntegerField()
    games_won = models.PositiveIntegerField(default=0)
    games_lost = models.PositiveIntegerField(default=0)
    rubbers_won = models.PositiveIntegerField(default=0)
    rubbers_lost = models.PositiveIntegerField(default=0)
    net_points = models.BigIntegerField()
    net_minor = models.BigIntegerField()
    # How they played: scoring.table.pure.play has the names.
    play = models.JSONField(default=dict)

    class Meta:
        ordering = ["played_on", "session_id", "pk"]
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(
                fields=["session", "player", "rules_key", "games"], name="one_tally_each"
            ),
        ]
        indexes = [
            models.Index(fields=["club", "played_on"], name="tallies_of_a_season"),
            models.Index(fields=["player", "played_on"], name="tallies_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} at {self.session}, {self.rules_key}"


class Rating(models.Model):
    """How strong a player was rated after a closed evening, in thousandths
    (scoring.club.pure.rating)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="ratings", db_index=False
    )
    played_on = models.DateField()
    mu = models.IntegerField()
    sigma = models.IntegerField()
    # Sittings rated so far, this evening's included.
    sittings = models.PositiveIntegerField()

    class Meta:
        ordering = ["played_on", "session_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "player"], name="one_rating_an_evening"),
        ]
        indexes = [
            models.Index(fields=["club", "played_on"], name="ratings_of_a_club"),
            models.Index(fields=["player", "played_on"], name="ratings_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} after {self.session}: {self.mu} ± {self.sigma}"
