"""The second factor of an account: a code of an authenticator app (TOTP, RFC 6238), or a recovery
code."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256

import pyotp
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils import timezone

from scoring.common.refused import Refused
from scoring.people.models import SIGNS, SecondFactor

RECOVERY_CODES = 5
RECOVERY_SIGNS = 12
STEPS_OFF = (0, -1, 1)
"""Steps of 30 seconds by which the clock of a phone may differ."""
ALREADY_ON = "Two-step sign-in is already on."
WRONG_CODE = "This code is wrong or was used already. Wait until the app shows a new one."


def _box(user) -> Fernet:
    """Return what encrypts the secrets of one account with the site's key."""
    key = sha256(f"second factor {user.pk} {settings.SECRET_KEY}".encode()).digest()
    return Fernet(urlsafe_b64encode(key))


def new_secret(user) -> str:
    """Return a new secret for the authenticator app of an account, encrypted."""
    return _box(user).encrypt(pyotp.random_base32().encode()).decode()


def address_for_app(*, sealed: str, user) -> tuple[str, str] | None:
    """Return the secret, and the address (otpauth://…) by which an app takes it. It is None if the
    secret wasn't made for this account."""
    secret = _opened(sealed, user)
    return secret and (
        secret,
        pyotp.TOTP(secret).provisioning_uri(name=user.get_username(), issuer_name="Bowerbook"),
    )


def _opened(sealed: str, user) -> str | None:
    try:
        return _box(user).decrypt(sealed.encode()).decode()
    except InvalidToken:
        return None


def turn_on(*, user, sealed: str, code: str) -> list[str]:
    """Require a code of this app at each sign-in. Return the recovery codes, which are stored as
    hashes only. Raise Refused if the code is wrong, or if one is required already."""
    if SecondFactor.objects.filter(user=user).exists():
        raise Refused(ALREADY_ON)
    step = _step_of(_opened(sealed, user), code)
    if step is None:
        raise Refused(WRONG_CODE)
    made = [
        "".join(secrets.choice(SIGNS) for _ in range(RECOVERY_SIGNS)) for _ in range(RECOVERY_CODES)
    ]
    hashes = [make_password(one) for one in made]
    values = {"sealed": sealed, "codes": hashes, "last_step": step, "since": timezone.now()}
    if not SecondFactor.objects.get_or_create(user=user, defaults=values)[1]:
        raise Refused(ALREADY_ON)
    return ["-".join((one[:4], one[4:8], one[8:])) for one in made]


def turn_off(*, user) -> None:
    """Require no code any more."""
    SecondFactor.objects.filter(user=user).delete()


def use_code(*, user, code: str) -> bool:
    """Return whether a code is valid for an account, and use it up. Hashes are compared before the
    transaction, as they take long and the database may have only one writer."""
    factor = SecondFactor.objects.filter(user=user).first()
    if factor is None:
        return False
    own = SecondFactor.objects.filter(pk=factor.pk, sealed=factor.sealed)
    step = _step_of(_opened(factor.sealed, user), code)
    if step is not None:
        return own.filter(last_step__lt=step).update(last_step=step) == 1
    used = _recovery_code(factor, code)
    if used is None:
        return False
    with transaction.atomic():
        locked = own.select_for_update().first()
        if locked is None or used not in locked.codes:
            return False
        locked.codes.remove(used)
        locked.save(update_fields=["codes"])
    return True


def _recovery_code(factor: SecondFactor, code: str) -> str | None:
    """Return the hash of this recovery code; None if it isn't one."""
    typed = "".join(sign for sign in code.upper() if sign in SIGNS)
    if len(typed) != RECOVERY_SIGNS:
        return None
    return next((one for one in factor.codes if check_password(typed, one)), None)


def _step_of(secret: str | None, code: str) -> int | None:
    """Return the step of time in which an app with this secret shows this code, near to now."""
    typed = "".join(code.split())
    if secret is None or not (typed.isascii() and typed.isdecimal()):
        return None
    app = pyotp.TOTP(secret)
    now = app.timecode(timezone.now())
    near = [now + off for off in STEPS_OFF]
    return next(
        (step for step in near if secrets.compare_digest(app.generate_otp(step), typed)), None
    )
