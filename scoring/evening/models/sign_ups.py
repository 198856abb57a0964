"""Sign-ups for a club night, by anyone with the link to its list: on a poster, in a message."""

from __future__ import annotations

from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from scoring.common.models.secret_links import HasToken
from scoring.common.tonight import night_at
from scoring.people.models import Player
from scoring.table.models import ClubSession


class SignUpList(HasToken):
    """A club night's sign-up list; anyone with the link can sign up until it closes."""

    class Partners(models.TextChoices):
        """Whether people sign up alone or in pairs."""

        ALONE = "alone", "alone (partners are drawn)"
        EITHER = "either", "alone or with a partner"
        PAIRS = "pairs", "in pairs"

    session = models.OneToOneField(
        ClubSession, on_delete=models.CASCADE, related_name="sign_up_list"
    )
    partners = models.CharField(max_length=6, choices=Partners, default=Partners.ALONE)
    # How many people there is room for; None: no limit.
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    words = models.CharField(max_length=300, blank=True)
    opened_at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(partners__in=["alone", "either", "pairs"]), name="known_partners"
            ),
        ]

    def __str__(self) -> str:
        return f"List of {self.session}"

    def get_absolute_url(self) -> str:
        return reverse("put-down", args=[self.token])

    @property
    def is_over(self) -> bool:
        """Whether the club night is over."""
        return self.session.closed or self.session.played_on < night_at()

    @property
    def is_open(self) -> bool:
        """Whether names may be put down now."""
        return (
            self.closed_at is None
            and not self.is_over
            and (self.closes_at is None or timezone.now() < self.closes_at)
        )


class SignUp(HasToken):
    """A sign-up, with or without a partner; it can be cancelled by its own link."""

    sign_up_list = models.ForeignKey(SignUpList, on_delete=models.CASCADE, related_name="names")
    # The phone's form, so that a name is put down once.
    key = models.UUIDField(unique=True, default=uuid4, editable=False)
    name = models.CharField(max_length=40)
    partner_name = models.CharField(max_length=40, blank=True)
    # Who of the club they are, where somebody said so or they play.
    player = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="sign_ups"
    )
    partner = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)
    by = models.CharField(max_length=80)
    # Whether there was no place for them when they came.
    waited = models.BooleanField(default=False)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.CharField(max_length=80, blank=True)
    # When they were entered in the evening's tournament.
    entered_at = models.DateTimeField(null=True, blank=True)
    # What the names from one address share on one list; no address can be read from it.
    origin = models.CharField(max_length=16, blank=True)
    # The line, of before, in which they stand too: one person put down twice, or a pair.
    same_as = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="joined"
    )

    class Meta:
        ordering = ["pk"]  # as they came: a clock can be put back
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="sign_ups_have_names"),
        ]

    def __str__(self) -> str:
        return " and ".join(filter(None, [self.name, self.partner_name]))

    @property
    def people(self) -> int:
        """How many places they take."""
        return 2 if self.partner_name else 1
