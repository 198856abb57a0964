"""A club: its people, its officers, who was invited, and which names alike are two people."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least
from django.utils import timezone
from django.utils.functional import cached_property

from scoring.common.discs import own_disc
from scoring.common.models.secret_links import SecretLink
from scoring.common.names import name_key
from scoring.common.prepared import Prepared
from scoring.people.pure.contact import LONGEST_EMAIL, LONGEST_PHONE, dialled

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Characters of codes that people read and type, without those that look alike."""


GOOD_FOR = timedelta(days=14)
LONGEST_CREDENTIAL, LONGEST_PUBLIC_KEY = 1364, 3000
"""Characters in base64url: of 1,023 bytes, the most that WebAuthn has, and of a key with them."""


class Names(models.TextChoices):
    """How people's names are shown on public pages."""

    FULL = "full", "with their full names"
    SHORT = "short", "with first name and initial"
    HIDDEN = "hidden", "not at all"


class Paper(models.TextChoices):
    """The paper that a club prints on."""

    A4 = "A4", "A4"
    LETTER = "Letter", "US Letter"


def usual_paper(currency: str) -> Paper:
    """Return the paper where this money is used: Letter in the US and in Canada."""
    return Paper.LETTER if currency in {"USD", "CAD"} else Paper.A4


class Part(models.TextChoices):
    """What of a club may be open to all."""

    EVENINGS = "evenings"
    RESULTS = "results"
    SEASONS = "seasons"
    LIVE = "live"


class OwnPart(models.TextChoices):
    """What of themselves players may see on their own pages."""

    SEAT = "seat"
    EVENINGS = "evenings"
    RESULTS = "results"
    SEASON = "season"
    BALANCE = "balance"
    CONTACT = "contact"
    DATA = "data"


class Club(models.Model):
    """A club and its usual evening. A visitor's table makes a casual one of its own."""

    name = models.CharField(max_length=60)
    currency = models.CharField(max_length=3, default="GBP")
    casual = models.BooleanField(default=False)
    # The usual evening, which each session starts from.
    place = models.CharField(max_length=80, blank=True)
    starts_at = models.TimeField(null=True, blank=True)
    door_fee_minor = models.PositiveIntegerField(default=0)
    guest_fee_minor = models.PositiveIntegerField(default=0)
    # Whether people may check themselves in by the code at the door.
    self_check_in = models.BooleanField(default=False)
    # By which rules it usually plays: a key of the shelf, or the name of house rules of its own;
    # empty: by those it played last.
    usual_rules = models.CharField(max_length=60, blank=True)
    # The month with which a year of its book begins; None: January.
    year_begins = models.PositiveSmallIntegerField(null=True, blank=True)
    paper = models.CharField(max_length=6, choices=Paper, default=Paper.A4)
    # What anybody may see who has the address: of Part; nothing, until an owner says so.
    open_parts = models.JSONField(default=list, blank=True)
    open_names = models.CharField(max_length=6, choices=Names, default=Names.SHORT)
    # Whether search engines may find it.
    may_be_found = models.BooleanField(default=False)
    # What players may see on their own pages: of OwnPart; nothing, until an owner says so.
    own_parts = models.JSONField(default=list, blank=True)
    # For how many months what names people is kept when it is needed no longer; None: for good.
    # Names put down beforehand and who said they come, after the evening; how people are reached
    # who come no more, after they came last.
    keep_names = models.PositiveSmallIntegerField(null=True, blank=True, default=3)
    keep_contacts = models.PositiveSmallIntegerField(null=True, blank=True, default=24)
    # Raised by what the open pages show and no version of an evening says: names, seasons, these.
    public_version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return self.name

    @cached_property
    def has_leagues(self) -> bool:
        """Whether it runs a league, or ran one."""
        return self.leagues.exists()


class Officer(models.Model):
    """An account with a role in a club. Other people of a club need no account."""

    class Role(models.TextChoices):
        OWNER = "owner"
        ORGANISER = "organiser"
        SCORER = "scorer"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="officers")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="offices"
    )
    role = models.CharField(max_length=9, choices=Role)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_office_an_account")
        ]

    def __str__(self) -> str:
        return f"{self.user.get_username()}, {self.role} of {self.club}"


def _in_two_weeks():
    return timezone.now() + GOOD_FOR


class Invitation(SecretLink):
    """A link that is handed over and opened once. It gives a role to the person who opens it.

    With a `user` it lets that officer choose a new password instead.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=9, choices=Officer.Role)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    whom = models.CharField(max_length=60, blank=True)
    made_by = models.CharField(max_length=80)
    good_until = models.DateTimeField(default=_in_two_weeks)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.CharField(max_length=80, blank=True)
    # The form that made it, where one did: sent twice, it makes one (scoring/common/idempotent.py).
    key = models.UUIDField(unique=True, null=True, editable=False)

    class Meta:
        ordering = ["-made_at", "-pk"]

    def __str__(self) -> str:
        return f"Invitation of {self.club}: {self.role}"

    @property
    def open(self) -> bool:
        """Whether it is still valid."""
        return self.used_at is None and self.revoked_at is None and timezone.now() < self.good_until


class SideColour(int):
    """The disc of a side. It has no letter: one with a letter is a player's, who has the same
    everywhere."""


class PlayerQuerySet(models.QuerySet):
    def named(self, names: list[str]) -> PlayerQuerySet:
        """Return the players with one of these names, ignoring case."""
        return self.filter(key__in=[name_key(name) for name in names])

    def strange(self, names: list[str]) -> list[str]:
        """Return the names that none of these players has."""
        known = {player.key for player in self.named(names)}
        return [name for name in names if name_key(name) not in known]

    def active(self) -> PlayerQuerySet:
        """Return the active players, without erased ones."""
        return self.filter(active=True, forgotten_at=None)

    def members(self) -> PlayerQuerySet:
        """Return the active members, without guests."""
        return self.active().filter(guest=False)


class SecondFactor(models.Model):
    """What an account needs beside its password: it has an authenticator app, or passkeys, or both.
    Its recovery codes are for all of them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    # The app's secret, encrypted with the site's key, which no backup has; empty without an app.
    sealed = models.CharField(max_length=250, blank=True)
    # Hashes, each until its code is used.
    codes = models.JSONField(default=list)
    # The step of time whose code was used last: none works twice.
    last_step = models.BigIntegerField(default=0)
    since = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"second factor of account {self.user_id}"

    @property
    def has_app(self) -> bool:
        """Whether the codes of an authenticator app are accepted."""
        return bool(self.sealed)


class Passkey(models.Model):
    """A passkey (WebAuthn) of an account. It signs in without the password, because the device that
    holds it checks a finger, a face or a PIN."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="passkeys"
    )
    name = models.CharField(max_length=40)
    # Both in base64url, as browsers send them.
    credential = models.CharField(max_length=LONGEST_CREDENTIAL, unique=True)
    public_key = models.CharField(max_length=LONGEST_PUBLIC_KEY)
    # Rises with each use. Passkeys that are kept on several devices always send 0.
    sign_count = models.BigIntegerField(default=0)
    added_at = models.DateTimeField(default=timezone.now)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["added_at", "pk"]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays; needs no account."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=40)
    # The name by which two spellings are one; SQLite's own LOWER knows only the letters A to Z.
    key = models.CharField(max_length=120, editable=False)
    short_name = models.CharField(max_length=12, blank=True)
    guest = models.BooleanField(default=False)
    active = models.BooleanField(default=True)
    phone = models.CharField(max_length=LONGEST_PHONE, blank=True)
    email = models.CharField(max_length=LONGEST_EMAIL, blank=True)
    notes = models.CharField(max_length=500, blank=True)
    # Whoever wishes to be named on no open page: "a player" there.
    unnamed = models.BooleanField(default=False)
    # When they asked to be forgotten, by their own link: an owner does it.
    wishes_to_go = models.DateTimeField(null=True, blank=True)
    # Whoever asked to be forgotten keeps their hands and loses their name.
    forgotten_at = models.DateTimeField(null=True, blank=True)

    objects = PlayerQuerySet.as_manager()
    by_seat = Prepared(
        lambda sitting: Player.objects.filter(seats__sitting=sitting).order_by("seats__no")
    )

    class Meta:
        ordering = ["key"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="one_player_a_name"),
            models.CheckConstraint(condition=~Q(name=""), name="players_have_names"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **kwargs) -> None:
        self.key = name_key(self.name)
        super().save(**kwargs)

    @property
    def called(self) -> str:
        """The player's name on the pad, which is the short name, if there is one."""
        return self.short_name or self.name

    @property
    def dialled(self) -> str:
        """Their telephone number as a telephone dials it."""
        return dialled(self.phone)

    @property
    def colour(self) -> int:
        """The number of their disc, the same on every page (scoring.common.discs)."""
        return own_disc(self.pk or 0)


class Event(models.Model):
    """A line of the club's activity log, about an action that no other row records (such as a merge
    or a new role)."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80)
    said = models.CharField(max_length=300)

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.said


class ToldApart(models.Model):
    """Two players who are two people, however alike their names. They are no longer pointed out."""

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
    """Return the row that says that these two are different people, if there is one."""
    return ToldApart.objects.filter(Q(one=one, other=other) | Q(one=other, other=one))


def told_apart_of(player: Player) -> models.QuerySet[ToldApart]:
    """Return the rows that say that a player and another are different people."""
    return ToldApart.objects.filter(Q(one=player) | Q(other=player))
