"""Passkeys (WebAuthn): add one to an account, check one that a browser sends, and remove them.

The library fido2 checks challenge, origin, host name, user verification and signature. It is
imported where it is used, because few workers of a site ever need it.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.common.refused import Refused
from scoring.people.actions.lock import lock_account
from scoring.people.actions.second_factor import end_if_unused, make_codes
from scoring.people.models import LONGEST_CREDENTIAL, LONGEST_PUBLIC_KEY, Passkey, SecondFactor
from scoring.people.pure.passkey_site import PasskeySite

Found = TypeVar("Found")
PARTS = ("clientDataJSON", "attestationObject", "authenticatorData", "signature")
"""The parts of a browser's answer that are checked."""
MOST = 10
"""Passkeys of one account."""
TOO_MANY = f"You have {MOST} passkeys. Remove one first."
ADDED_BEFORE = "This passkey is already in your list."
WRONG = "This passkey was not accepted. Try again."
UNKNOWN = "This site doesn’t know this passkey. It may have been removed."
OF_ANOTHER = "This passkey belongs to another account."
COPIED = (
    "This passkey was not accepted, because there may be a copy of it. Sign in another way, and "
    "remove it from your account."
)


def new_challenge() -> str:
    """Return random text that a passkey must sign."""
    return secrets.token_urlsafe(32)


def _server(site: PasskeySite):
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    return Fido2Server(
        PublicKeyCredentialRpEntity(id=site.host, name="Bowerbook"),
        attestation="none",
        verify_origin=lambda origin: origin == site.origin,
    )


def _state(challenge: str) -> dict[str, str]:
    return {"challenge": challenge, "user_verification": "required"}


def _known(user) -> list[dict[str, str]]:
    return [{"type": "public-key", "id": one.credential} for one in user.passkeys.all()]


def options_to_add(*, site: PasskeySite, user, challenge: str) -> dict[str, Any]:
    """Return what a browser needs to create a passkey of this account, with bytes in base64url
    (PublicKeyCredentialCreationOptions)."""
    from fido2.utils import websafe_encode

    handle = salted_hmac("passkeys of account", str(user.pk), algorithm="sha256").digest()
    return {
        "rp": {"id": site.host, "name": "Bowerbook"},
        "user": {
            "id": websafe_encode(handle),
            "name": user.get_username(),
            "displayName": user.get_username(),
        },
        "challenge": challenge,
        "pubKeyCredParams": [
            {"type": one.type, "alg": one.alg} for one in _server(site).allowed_algorithms
        ],
        "excludeCredentials": _known(user),
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "required",
        },
        "attestation": "none",
    }


def options_to_use(*, site: PasskeySite, user, challenge: str) -> dict[str, Any]:
    """Return what a browser needs to use a passkey (PublicKeyCredentialRequestOptions): one of
    this account, or of any if it is None."""
    return {
        "rpId": site.host,
        "challenge": challenge,
        "allowCredentials": _known(user) if user else [],
        "userVerification": "required",
    }


def add_passkey(
    *, site: PasskeySite, user, challenge: str, sent: dict[str, Any], name: str
) -> list[str]:
    """Store a passkey that a browser created. Return the recovery codes if the account had none.

    Raise Refused if it isn't valid, is in the list already, or the list is full.
    """
    credential, public_key, count = _created(site, challenge, sent)
    codes, hashes = make_codes()
    with transaction.atomic():
        lock_account(user.pk)
        if user.passkeys.count() >= MOST:
            raise Refused(TOO_MANY)
        try:
            with transaction.atomic():
                user.passkeys.create(
                    name=name, credential=credential, public_key=public_key, sign_count=count
                )
        except IntegrityError as cause:
            raise Refused(ADDED_BEFORE) from cause
        _, new = SecondFactor.objects.get_or_create(user=user, defaults={"codes": hashes})
    return codes if new else []


def _created(site: PasskeySite, challenge: str, sent: dict[str, Any]) -> tuple[str, str, int]:
    """Return the number of a new passkey, its public key, and its count."""
    from fido2.cose import CoseKey
    from fido2.utils import websafe_encode

    found = _checked(lambda: _server(site).register_complete(_state(challenge), _texts(sent)))
    if found is None or found.credential_data is None:
        raise Refused(WRONG)
    data = found.credential_data
    credential, public_key = websafe_encode(data.credential_id), websafe_encode(data)
    known = data.public_key.get(3) in CoseKey.supported_algorithms()
    short = len(credential) <= LONGEST_CREDENTIAL and len(public_key) <= LONGEST_PUBLIC_KEY
    if not (credential and known and short):
        raise Refused(WRONG)
    return credential, public_key, found.counter


def passkey_in(sent: dict[str, Any]) -> Passkey | None:
    """Return the passkey that a browser says it used, before it is checked. It is None if no
    account has it."""
    from fido2.utils import websafe_decode, websafe_encode

    credential = _checked(lambda: websafe_encode(websafe_decode(str(sent["id"]))))
    found = Passkey.objects.filter(credential=credential, user__is_active=True)
    return found.select_related("user").first() if credential else None


def use_passkey(*, site: PasskeySite, passkey: Passkey, challenge: str, sent: dict) -> str:
    """Store that a passkey was used, and return "". Return why not, as a sentence, unless it signed
    this challenge on this site, after it checked who holds it, and no copy of it was used."""
    from fido2.utils import websafe_decode
    from fido2.webauthn import AttestedCredentialData, AuthenticationResponse

    def check() -> int:
        known = AttestedCredentialData(websafe_decode(passkey.public_key))
        response = AuthenticationResponse.from_dict(_texts(sent))
        _server(site).authenticate_complete(_state(challenge), [known], response)
        return response.response.authenticator_data.counter

    count, before = _checked(check), passkey.sign_count
    if count is None:
        return WRONG
    if (count or before) and count <= before:
        return COPIED
    same = Passkey.objects.filter(pk=passkey.pk, sign_count=before)
    stored = same.update(sign_count=count, used_at=timezone.now())
    return "" if stored else WRONG


def _texts(sent: dict[str, Any]) -> dict[str, Any]:
    """Return what the library needs of a browser's answer. Raise an error where anything else is
    said than text or bytes.

    The library makes bytes of what it finds, and `bytes(10**10)` are ten billion.
    """
    from fido2 import cbor
    from fido2.utils import websafe_decode

    response = {name: str(sent["response"][name]) for name in PARTS if name in sent["response"]}
    said = json.loads(websafe_decode(response["clientDataJSON"]))
    texts = {name: str(sent[name]) for name in ("id", "rawId", "type")}
    if not isinstance(said["challenge"], str):
        raise TypeError(said["challenge"])
    if attested := response.get("attestationObject"):
        parts = cbor.decode(websafe_decode(attested))
        if not (isinstance(parts, dict) and isinstance(parts["authData"], bytes)):
            raise TypeError(parts)
    return {**texts, "response": response}


def _checked(check: Callable[[], Found]) -> Found | None:
    """Return what the library finds, or None, whatever it makes of bytes that anyone may send."""
    try:
        return check()
    except Exception:
        return None


@transaction.atomic
def remove_passkey(*, user, pk: int) -> Passkey | None:
    """Remove a passkey of an account, and return it. It is None if it is gone already."""
    lock_account(user.pk)
    found = user.passkeys.filter(pk=pk).first()
    if found is not None:
        user.passkeys.filter(pk=pk).delete()
        end_if_unused(user=user)
    return found


@transaction.atomic
def remove_passkeys(*, user) -> int:
    """Remove all passkeys of an account, and return how many it had."""
    lock_account(user.pk)
    removed, _ = user.passkeys.all().delete()
    end_if_unused(user=user)
    return removed
