"""A season of a league: its teams and their squads, its fixtures, and what the cards say."""

from __future__ import annotations

from datetime import date, datetime, time
from uuid import uuid4

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property

from scoring.common.models.secret_links import SecretLink
from scoring.common.names import name_key
from scoring.common.tonight import is_tonight
from scoring.league.pure import agreement
from scoring.league.pure.agreement import Agreement
from scoring.league.pure.league_file import WEEKDAYS
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession, Sitting


class League(models.Model):
    """A season of a league. Its people are its club's (docs/decisions/0049)."""

    class Names(models.TextChoices):
        """How people are named to the public."""

        FULL = "full", "with their full names"
        SHORT = "short", "with first name and initial"
        HIDDEN = "hidden", "not at all: teams alone"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="leagues")
    name = models.CharField(max_length=60)
    season = models.CharField(max_length=40)
    # Last season's, where it was made of that.
    follows = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="followed_by"
    )
    # league-settings/1: scoring.league.pure.agreement reads it.
    settings = models.JSONField()
    # The nights to play on, as 2026-10-01.
    dates = models.JSONField(default=list)
    starts_at = models.TimeField(null=True, blank=True)
    # Whether anybody who has the address may look: fixtures, results, table.
    open_to_all = models.BooleanField(default=False)
    names = models.CharField(max_length=6, choices=Names, default=Names.SHORT)
    published_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    # The form that made it, where one did: sent twice, it makes one (scoring/common/idempotent.py).
    key = models.UUIDField(unique=True, null=True, editable=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.name} {self.season}"

    def get_absolute_url(self) -> str:
        return reverse("league", args=[self.pk])

    @cached_property
    def agreement(self) -> Agreement:
        """What its teams agreed on."""
        return agreement.read(self.settings)

    @property
    def nights(self) -> list[date]:
        """The nights to play on."""
        return [date.fromisoformat(one) for one in self.dates]


class Division(models.Model):
    """Teams that meet each other; one with an empty name is the whole league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="divisions")
    no = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["league_id", "no"]
        constraints = [
            models.UniqueConstraint(fields=["league", "no"], name="one_division_a_number"),
            models.UniqueConstraint(fields=["league", "name"], name="one_division_a_name"),
        ]

    def __str__(self) -> str:
        return self.name or str(self.league)


class Venue(models.Model):
    """A venue where matches are played, and how many at once."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(max_length=60)
    matches = models.PositiveSmallIntegerField(default=1)
    address = models.CharField(max_length=160, blank=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["league", "name"], name="one_venue_a_name")]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A team of one season; the same team of the season before is `before`."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="teams")
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.SET_NULL, related_name="teams"
    )
    name = models.CharField(max_length=60)
    name_key = models.CharField(max_length=180, editable=False)
    venue = models.ForeignKey(
        Venue, null=True, blank=True, on_delete=models.SET_NULL, related_name="teams"
    )
    # The weekday (0 is Monday) on which it is at home; None: any.
    home_day = models.PositiveSmallIntegerField(null=True, blank=True)
    # Nights on which it cannot play, as 2026-12-24.
    not_on = models.JSONField(default=list, blank=True)
    captain = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="captain_of"
    )
    before = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="after"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name_key"]
        constraints = [
            models.UniqueConstraint(fields=["league", "name_key"], name="one_team_a_name"),
            models.CheckConstraint(condition=~Q(name=""), name="teams_have_names"),
            models.CheckConstraint(
                condition=Q(home_day=None) | Q(home_day__lte=6), name="home_days_are_weekdays"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **kwargs) -> None:
        self.name_key = name_key(self.name)
        super().save(**kwargs)

    @property
    def home_day_name(self) -> str:
        """The weekday on which it is at home; empty for any."""
        return "" if self.home_day is None else WEEKDAYS[self.home_day].capitalize()

    @property
    def off_nights(self) -> list[date]:
        """The nights on which it cannot play."""
        return [date.fromisoformat(one) for one in self.not_on]

    @property
    def squad_stays(self) -> str:
        """Why its squad cannot change any more; empty while it can."""
        if self.league.finished_at is not None:
            return f"{self.league} has ended, so its squads can’t change."
        if self.withdrawn_at is not None:
            return f"{self} withdrew from the league, so its squad can’t change."
        return ""


class Derby(models.Model):
    """A match that is wished for a night."""

    one = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="derbies")
    other = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="+")
    date = models.DateField()

    class Meta:
        ordering = ["date", "pk"]
        verbose_name_plural = "derbies"
        constraints = [
            models.CheckConstraint(condition=~Q(one=F("other")), name="two_teams_a_derby"),
        ]

    def __str__(self) -> str:
        return f"{self.one} v {self.other}"


class TeamLink(SecretLink):
    """A captain's secret address: anyone with it can act for the team."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="links")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team"], condition=Q(revoked_at=None), name="one_live_link_a_team"
            ),
        ]

    def __str__(self) -> str:
        return f"Captain’s link of {self.team}"


class SquadMember(models.Model):
    """A player's registration for a team, until they leave or the season ends."""

    class Came(models.TextChoices):
        BEFORE = "before", "before the season"
        NIGHT = "night", "signed on the night"
        TRANSFER = "transfer", "transferred"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="squad")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="squads")
    came = models.CharField(max_length=8, choices=Came, default=Came.BEFORE)
    since = models.DateField(default=timezone.localdate)
    # The first day on which they are no longer of the team.
    until = models.DateField(null=True, blank=True)
    by = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["team_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "player"], condition=Q(until=None), name="nobody_twice_in_a_squad"
            ),
            models.CheckConstraint(
                condition=Q(until=None) | Q(until__gte=F("since")), name="squads_left_after_joined"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} of {self.team}"


class TransferRequest(models.Model):
    """A transfer request by a captain, which takes effect once the player's own captain, or the
    secretary, agrees."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="transfer_requests")
    leaves = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="asked_to_let_go")
    joins = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="asks_for")
    asked_at = models.DateTimeField(default=timezone.now)
    asked_by = models.CharField(max_length=80)
    # None: nobody has answered yet.
    agreed = models.BooleanField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(leaves=F("joins")), name="transfers_of_two_teams"),
            models.UniqueConstraint(
                fields=["player", "joins"], condition=Q(agreed=None), name="one_open_request"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} from {self.leaves} to {self.joins}"


class CupRound(models.Model):
    """A round of the knock-out: its night, and the seed of its draw, by which it can be checked."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="cup_rounds")
    no = models.PositiveSmallIntegerField()
    date = models.DateField(null=True, blank=True)
    seed = models.PositiveIntegerField()
    drawn_at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80)

    class Meta:
        ordering = ["league_id", "no"]
        constraints = [models.UniqueConstraint(fields=["league", "no"], name="one_cup_round_a_no")]

    def __str__(self) -> str:
        return f"{self.league.agreement.cup or 'Knock-out'}, round {self.no}"


class LeagueMatch(models.Model):
    """Two teams on a night: a fixture until its card is in.

    The card is stored as pairs and meetings, or as figures alone (`total…`, `games…`), which are
    also stored as sums of meetings. It counts from `counted_at` on, when both captains had
    confirmed it or the secretary accepted it.
    """

    class Kind(models.TextChoices):
        LEAGUE = "league", "league match"
        PLAY_OFF = "play-off", "play-off"
        CUP = "cup", "cup match"

    league = models.ForeignKey(
        League, on_delete=models.CASCADE, related_name="matches", db_index=False
    )
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.PROTECT, related_name="matches"
    )
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.LEAGUE)
    # Which half of the season it is of (Agreement.parts), from 0.
    part = models.PositiveSmallIntegerField(default=0)
    cup_round = models.ForeignKey(
        CupRound, null=True, blank=True, on_delete=models.CASCADE, related_name="matches"
    )
    # What a play-off is called: "Final".
    stage = models.CharField(max_length=40, blank=True)
    # None: to be agreed on, after it was postponed.
    date = models.DateField(null=True, blank=True)
    # Its own hour; None: the league's.
    starts_at = models.TimeField(null=True, blank=True)
    home = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="home_matches")
    # None: a bye of the knock-out.
    away = models.ForeignKey(
        Team, null=True, blank=True, on_delete=models.PROTECT, related_name="away_matches"
    )
    venue = models.ForeignKey(
        Venue, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosted"
    )
    # The evening on whose tables it is played, where pads are used.
    session = models.OneToOneField(
        ClubSession, null=True, blank=True, on_delete=models.SET_NULL, related_name="league_match"
    )
    # Who is given a match that was not played; "neither" if both lose it.
    walkover = models.CharField(
        max_length=7, blank=True, choices=[(one, one) for one in ("home", "away", "neither")]
    )
    total_home = models.PositiveIntegerField(null=True, blank=True)
    total_away = models.PositiveIntegerField(null=True, blank=True)
    games_home = models.PositiveSmallIntegerField(null=True, blank=True)
    games_away = models.PositiveSmallIntegerField(null=True, blank=True)
    # Each captain's word that the card is right; the paper card's signatures are the secretary's
    # word. Who confirmed, and not when: the card was changed since, and their word is gone.
    home_confirmed_at = models.DateTimeField(null=True, blank=True)
    home_confirmed_by = models.CharField(max_length=80, blank=True)
    away_confirmed_at = models.DateTimeField(null=True, blank=True)
    away_confirmed_by = models.CharField(max_length=80, blank=True)
    disputed_at = models.DateTimeField(null=True, blank=True)
    disputed_by = models.CharField(max_length=80, blank=True)
    dispute = models.CharField(max_length=300, blank=True)
    # When the card reached the league: by this it is late or not.
    card_in_at = models.DateTimeField(null=True, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True)
    counted_by = models.CharField(max_length=80, blank=True)
    # Who goes on after a match of the knock-out or a play-off that ended level, and why: the
    # secretary's word.
    goes_on = models.CharField(
        max_length=4, blank=True, choices=[("home", "home"), ("away", "away")]
    )
    goes_on_why = models.CharField(max_length=200, blank=True)
    note = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)
    key = models.UUIDField(unique=True, null=True, editable=False)

    class Meta:
        ordering = ["date", "division_id", "pk"]
        verbose_name_plural = "league matches"
        indexes = [
            models.Index(fields=["league", "date"], name="matches_of_a_league"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(home=F("away")), name="two_teams_a_match"),
            models.CheckConstraint(
                condition=Q(walkover__in=["", "home", "away", "neither"]), name="known_walkovers"
            ),
            models.CheckConstraint(
                condition=Q(goes_on__in=["", "home", "away"]), name="known_sides_go_on"
            ),
            models.CheckConstraint(
                condition=Q(total_home=None, total_away=None)
                | Q(total_home__isnull=False, total_away__isnull=False),
                name="totals_of_both",
            ),
            models.CheckConstraint(
                condition=Q(games_home=None, games_away=None)
                | Q(games_home__isnull=False, games_away__isnull=False),
                name="games_of_both",
            ),
            models.UniqueConstraint(
                fields=["league", "kind", "date", "home", "away"],
                name="one_match_of_two_teams_a_night",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.home} v {self.away}" if self.away_id else f"{self.home}: bye"

    def get_absolute_url(self) -> str:
        return reverse("league-match", args=[self.pk])

    @property
    def total(self) -> tuple[int, int] | None:
        """The points of home and away; None where not entered."""
        return None if self.total_home is None else (self.total_home, self.total_away)

    @property
    def games_won(self) -> tuple[int, int] | None:
        """The games won by home and away; None where not entered."""
        return None if self.games_home is None else (self.games_home, self.games_away)

    @property
    def counts(self) -> bool:
        """Whether its result stands in the table."""
        return self.counted_at is not None

    @property
    def given_to(self) -> Team | None:
        """The team that has a walkover; None without one, and where neither team came."""
        return getattr(self, self.walkover) if self.walkover in ("home", "away") else None

    @property
    def walkover_as_text(self) -> str:
        """Return "walkover for Trolls", or "not played, so both teams lose"; "" without one."""
        if self.given_to:
            return f"walkover for {self.given_to}"
        return "not played, so both teams lose" if self.walkover else ""

    @property
    def hour(self) -> time | None:
        """When it begins: at its own hour or the league's."""
        return self.starts_at or self.league.starts_at

    @property
    def is_tonight(self) -> bool:
        """Whether it is played today, or began yesterday and is not over: its card is not in."""
        return is_tonight(self.date) and (
            self.card_in_at is None or self.date == timezone.localdate()
        )

    @property
    def due(self) -> datetime | None:
        """When its card is due, in the league's own time; None where no hour was agreed on."""
        card = self.league.agreement.card
        return card.due(self.date) if card and self.date else None


class MatchPair(models.Model):
    """A pair in a match, by side and number (from 0); None: an unnamed player."""

    match = models.ForeignKey(LeagueMatch, on_delete=models.CASCADE, related_name="pairs")
    side = models.CharField(max_length=4, choices=[("home", "home"), ("away", "away")])
    no = models.PositiveSmallIntegerField()
    one = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    other = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["match_id", "-side", "no"]  # home first
        constraints = [
            models.UniqueConstraint(fields=["match", "side", "no"], name="one_pair_a_number"),
            models.CheckConstraint(condition=~Q(one=F("other")), name="two_a_pair"),
            models.CheckConstraint(condition=Q(side__in=["home", "away"]), name="known_sides"),
        ]

    def __str__(self) -> str:
        return f"{self.one} and {self.other}"


class Meeting(models.Model):
    """Two pairs at a table of a match, and their games: [points of home, points of away] each.

    Where they play on the pad, the sitting has the hands, and the games are read from it.
    """

    match = models.ForeignKey(LeagueMatch, on_delete=models.CASCADE, related_name="meetings")
    no = models.PositiveSmallIntegerField()
    home = models.ForeignKey(MatchPair, on_delete=models.CASCADE, related_name="+")
    away = models.ForeignKey(MatchPair, on_delete=models.CASCADE, related_name="+")
    games = models.JSONField(default=list)
    sitting = models.OneToOneField(
        Sitting, null=True, blank=True, on_delete=models.SET_NULL, related_name="meeting"
    )

    class Meta:
        ordering = ["match_id", "no"]
        constraints = [
            models.UniqueConstraint(fields=["match", "no"], name="one_meeting_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.home} v {self.away}"


class MeetingReport(models.Model):
    """A report of a meeting's games; the last one counts. The phone that sends it makes its key,
    for idempotency."""

    key = models.UUIDField(unique=True, default=uuid4)
    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="reports")
    games = models.JSONField(default=list)
    by = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back

    def __str__(self) -> str:
        return f"{self.by} about {self.meeting}"


class MatchMove(models.Model):
    """A published match was moved to another night or venue, postponed (to None), or put back."""

    match = models.ForeignKey(LeagueMatch, on_delete=models.CASCADE, related_name="moves")
    from_date = models.DateField(null=True, blank=True)
    to_date = models.DateField(null=True, blank=True)
    why = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back

    def __str__(self) -> str:
        return f"{self.match} moved to {self.to_date}"


class TeamPenalty(models.Model):
    """League points that a team loses, from a day on, until they are given back."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="penalties")
    match = models.ForeignKey(
        LeagueMatch, null=True, blank=True, on_delete=models.CASCADE, related_name="penalties"
    )
    date = models.DateField()
    points = models.PositiveSmallIntegerField()
    why = models.CharField(max_length=200, blank=True)
    by = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)
    given_back_at = models.DateTimeField(null=True, blank=True)
    given_back_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["date", "pk"]
        verbose_name_plural = "team penalties"

    def __str__(self) -> str:
        return f"{self.team} loses {self.points}"
