"""Subscriptions, and the outbox of notifications."""

from __future__ import annotations

from hashlib import sha256

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.common.models.secret_links import HasToken
from scoring.evening.models import SignUp
from scoring.people.models import Club, Player
from scoring.table.models import ClubSession
from scoring.tournament.models import Entrant

LONGEST_ENDPOINT = 1000


def fingerprint_of(address: str) -> str:
    """Return a hash that identifies an address without revealing it. All spellings of a mailbox
    have one, so that limits hold for the person and not for "ann+1@" and "ann+2@"."""
    mailbox, at, host = address.rpartition("@")
    if at and "/" not in address:
        address = f"{mailbox.partition('+')[0]}@{host}".lower()
    return sha256(address.encode()).hexdigest()[:32]


class Way(models.TextChoices):
    """How notifications reach a person."""

    PUSH = "push"
    MAIL = "mail"


class SubscriptionQuerySet(models.QuerySet):
    def live(self) -> SubscriptionQuerySet:
        """Return the confirmed subscriptions that have not ended."""
        return self.filter(confirmed_at__isnull=False, ended_at=None)


class Subscription(HasToken):
    """A subscription, on a phone or by e-mail, to notifications about an entrant of a tournament, a
    sign-up, or a player."""

    # What stops it, and what confirms an address of mail.
    entrant = models.ForeignKey(
        Entrant, null=True, blank=True, on_delete=models.CASCADE, related_name="subscriptions"
    )
    sign_up = models.ForeignKey(
        SignUp, null=True, blank=True, on_delete=models.CASCADE, related_name="subscriptions"
    )
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="subscriptions"
    )
    way = models.CharField(max_length=4, choices=Way)
    # The push service's address of this phone, or one of mail; empty once it has ended.
    sent_to = models.CharField(max_length=LONGEST_ENDPOINT, blank=True)
    # What only this phone reads is written for.
    p256dh = models.CharField(max_length=100, blank=True)
    auth = models.CharField(max_length=40, blank=True)
    fingerprint = models.CharField(max_length=32, db_index=True)
    # What they know already, by what it is about: nobody is told the same twice.
    known = models.JSONField(default=dict, blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    # The push service knows the phone no more, or the mail's server refuses the address.
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = SubscriptionQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(way__in=["push", "mail"]), name="known_ways"),
            models.CheckConstraint(
                condition=Q(entrant__isnull=False, sign_up=None, player=None)
                | Q(entrant=None, sign_up__isnull=False, player=None)
                | Q(entrant=None, sign_up=None, player__isnull=False),
                name="subscriptions_are_about_one",
            ),
            *(
                models.UniqueConstraint(
                    fields=[whom, "fingerprint"],
                    condition=Q(ended_at=None, **{f"{whom}__isnull": False}),
                    name=f"one_subscription_{whom}",
                )
                for whom in ("entrant", "sign_up", "player")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.about} by {self.way}"

    @property
    def about(self) -> Entrant | SignUp | Player:
        """The subject of the subscription."""
        return self.entrant or self.sign_up or self.player


class Notification(models.Model):
    """A notification for one phone or address. It is written with its change, and sent
    afterwards."""

    class Outcome(models.TextChoices):
        SENT = "sent"
        LATE = "late"
        FAILED = "failed"
        GONE = "gone"

    # None once the evening was called off that it told of.
    subscription = models.ForeignKey(
        Subscription,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="notifications",
    )
    session = models.ForeignKey(
        ClubSession,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="notifications",
    )
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="notifications")
    # Where it goes, as it stood: the subscription may be gone with its evening.
    way = models.CharField(max_length=4, choices=Way)
    sent_to = models.CharField(max_length=LONGEST_ENDPOINT, blank=True)
    p256dh = models.CharField(max_length=100, blank=True)
    auth = models.CharField(max_length=40, blank=True)
    fingerprint = models.CharField(max_length=32)
    stop_token = models.CharField(max_length=32, blank=True)
    # A later one of the same address and tag stands in its place.
    tag = models.CharField(max_length=40)
    title = models.CharField(max_length=120, blank=True)
    body = models.CharField(max_length=400, blank=True)
    path = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(default=timezone.now)
    # After that nobody needs to know any more.
    worth_until = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    # When it is due; while somebody sends it, when another may think that they died of it.
    next_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=6, choices=Outcome, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["next_at"], condition=Q(done_at=None), name="notifications_due"),
            models.Index(fields=["fingerprint", "tag"], name="notifications_alike"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(done_at=None, outcome="") | Q(done_at__isnull=False) & ~Q(outcome=""),
                name="done_with_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tag} by {self.way}"
