"""The second factor of an account: a code of an authenticator app (TOTP, RFC 6238), or a recovery
code. passkeys.py has the passkeys, which need recovery codes too."""

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
from scoring.people.actions.lock import lock_account
from scoring.people.models import SIGNS, SecondFactor

RECOVERY_CODES = 5
RECOVERY_SIGNS = 12
STEPS_OFF = (0, -1, 1)
"""Steps of 30 seconds by which the clock of a phone may differ."""
ALREADY_ON = "Two-step sign-in is already on."
NO_CODES = "You need no recovery codes without a passkey or two-step sign-in."
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
    """Require a code of this app at each sign-in. Return recovery codes if the account had none.
    Raise Refused if the code is wrong, or if one is required already."""
    if SecondFactor.objects.filter(user=user).exclude(sealed="").exists():
        raise Refused(ALREADY_ON)
    step = _step_of(_opened(sealed, user), code)
    if step is None:
        raise Refused(WRONG_CODE)
    made, hashes = make_codes()
    app = {"sealed": sealed, "last_step": step, "since": timezone.now()}
    with transaction.atomic():
        lock_account(user.pk)
        _, new = SecondFactor.objects.get_or_create(user=user, defaults={"codes": hashes, **app})
        if not new and not SecondFactor.objects.filter(user=user, sealed="").update(**app):
            raise Refused(ALREADY_ON)
    return made if new else []


def make_codes() -> tuple[list[str], list[str]]:
    """Return new recovery codes as people read them, and their hashes."""
    made = [
        "".join(secrets.choice(SIGNS) for _ in range(RECOVERY_SIGNS)) for _ in range(RECOVERY_CODES)
    ]
    shown = ["-".join((one[:4], one[4:8], one[8:])) for one in made]
    return shown, [make_password(one) for one in made]


def renew_codes(*, user) -> list[str]:
    """Return new recovery codes. The old ones no longer work. Raise Refused if the account needs
    none."""
    own = SecondFactor.objects.filter(user=user)
    if not own.exists():
        raise Refused(NO_CODES)
    made, hashes = make_codes()
    own.update(codes=hashes)
    return made


@transaction.atomic
def turn_off(*, user) -> None:
    """Require no code of the app any more."""
    lock_account(user.pk)
    SecondFactor.objects.filter(user=user).update(sealed="", last_step=0)
    end_if_unused(user=user)


def end_if_unused(*, user) -> None:
    """Delete the recovery codes of an account that has neither an app nor a passkey. Its password
    signs in again."""
    if not user.passkeys.exists():
        SecondFactor.objects.filter(user=user, sealed="").delete()


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
