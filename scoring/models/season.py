"""What closed evenings came to, player by player, and the seasons that count them.

A closing says what people signed; a tally is the same in figures, so that ten years can be added up
at once.
"""

from __future__ import annotations

from django.db import models

from scoring.models.club import Club, Player
from scoring.models.play import ClubSession


class Season(models.Model):
    """A stretch of evenings with its order of merit."""

    class Counts(models.TextChoices):
        ALL = "all", "all tables"
        POINTS = "points", "tables where each plays for himself, without games"
        GAMES = "games", "tables where games are played"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(max_length=60)
    starts_on = models.DateField()
    ends_on = models.DateField()
    counts = models.CharField(max_length=6, choices=Counts, default=Counts.ALL)
    # The written order: the first criterion ranks, each next one decides what is still tied.
    order = models.JSONField(default=list)
    # Of each player only so many of their best evenings; None: all of them.
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    least_evenings = models.PositiveSmallIntegerField(default=0)

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


class Tally(models.Model):
    """What a closed evening came to for one player under one rule set, for games or for points
    alone."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tallies")
    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="tallies")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="tallies")
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
    # How they played: scoring.figures.play has the names.
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
    (scoring.figures.rating)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ratings")
    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="ratings")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
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
