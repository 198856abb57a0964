"""API tokens, which an owner creates and can revoke at once. Each is shown once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.common.idempotent import key_in, made_before
from scoring.common.permissions import Actor
from scoring.common.refused import Refused
from scoring.people.actions.activity_log import note_down
from scoring.people.actions.lock import lock_club
from scoring.people.models import Club
from scoring.public.models import ApiToken
from scoring.public.models.api_tokens import digest_of, new_secret

MOST = 20
"""The most valid tokens of a club at a time."""
SHOWN_FOR = timedelta(minutes=10)


@dataclass(frozen=True, kw_only=True)
class Made:
    """A new token, with the secret that a program sends. It is shown only here."""

    token: ApiToken
    secret: str


@transaction.atomic
def make_token(*, club: Club, name: str, right: str, actor: Actor, key: UUID | None = None) -> Made:
    """Return a new token with its secret. It is idempotent: if a form is sent again by a double tap
    or a reload, the same token gets a new secret in place of the first, unused one.

    Raise Refused if the form's token was used meanwhile, and if there are too many.
    """
    club = lock_club(club.pk)
    key, secret = key_in(club, key), new_secret()
    if made := made_before(ApiToken, key):
        return _shown_again(made, secret)
    if club.api_tokens.filter(revoked_at=None).count() >= MOST:
        raise Refused(f"There are already {MOST} tokens. Revoke one that you don’t need.")
    made = ApiToken.objects.create(
        club=club, name=name, right=right, made_by=actor.name, digest=digest_of(secret), key=key
    )
    said = f"Created the API token {name}, which {made.get_right_display()}."
    note_down(club=club, actor=actor, said=said)
    return Made(token=made, secret=secret)


def _shown_again(made: ApiToken, secret: str) -> Made:
    late = made.made_at < timezone.now() - SHOWN_FOR
    if late or made.used_on or made.revoked_at:
        raise Refused(
            f"The token {made.name} was made before, and is shown once. If you do not have it, "
            "revoke it and make another."
        )
    made.digest = digest_of(secret)
    made.save(update_fields=["digest"])
    return Made(token=made, secret=secret)


@transaction.atomic
def revoke_token(*, token: ApiToken, actor: Actor) -> ApiToken:
    """Let a token in no more, from now on, and return it; one that was revoked stays as it is."""
    club = lock_club(token.club_id)
    token = club.api_tokens.get(pk=token.pk)
    if token.revoked_at is None:
        end(club.api_tokens.filter(pk=token.pk))
        note_down(club=club, actor=actor, said=f"Revoked the API token {token.name}.")
    return token


def end(tokens: QuerySet[ApiToken]) -> None:
    """Revoke those of the tokens that are good."""
    tokens.filter(revoked_at=None).update(revoked_at=timezone.now())


def came_in(token: ApiToken) -> None:
    """Record the day on which a token was used, with at most one write a day."""
    today = timezone.localdate()
    if token.used_on != today:
        ApiToken.objects.filter(pk=token.pk).update(used_on=today)
