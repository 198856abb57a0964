"""A notification for a push service, encrypted for one phone (RFC 8291), and signed by this site
(RFC 8292, VAPID)."""

from __future__ import annotations

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import lru_cache
from hashlib import sha512

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.crypto import salted_hmac
from py_vapid import Vapid02

from scoring.common.letters import isolated_text

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256 (FIPS 186). A private key is a number from 1 up to below it."""
RECORD = 4096
"""What a push service takes at most."""
GOOD_FOR = 12 * 3600  # seconds that a signature is good for; a service takes a day at most


class BadKeys(Exception):
    """These are no keys of a phone."""


@lru_cache(maxsize=4)
def _key(secret: str) -> ec.EllipticCurvePrivateKey:
    number = int.from_bytes(
        salted_hmac("push", "vapid", secret=secret, algorithm="sha512").digest()
    )
    return ec.derive_private_key(number % (ORDER - 1) + 1, ec.SECP256R1())


def site_key() -> ec.EllipticCurvePrivateKey:
    """Return the site's private key for push services. It is derived from the site's secret, so
    that several machines share it."""
    return _key(str(settings.SECRET_KEY))


def public_key() -> str:
    """Return the public key for browsers."""
    return plain(_point(site_key().public_key()))


def plain(data: bytes) -> str:
    """Return bytes as addresses and headers write them."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """Return what `plain` wrote. Raises ValueError."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def refuse_bad_keys(p256dh: str, auth: str) -> None:
    """Raise BadKeys where nothing could be sealed for them."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(p256dh))
        fits = len(bytes_of(auth)) == 16
    except ValueError as wrong:
        raise BadKeys from wrong
    if not fits:
        raise BadKeys


def sealed(
    text: bytes,
    *,
    p256dh: str,
    auth: str,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes = b"",
) -> bytes:
    """Return the text encrypted for the phone with these keys, as one record of aes128gcm.

    `own` and `salt` are random. A test passes those of the RFC.
    """
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(p256dh))
    own, salt = own or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    shown = _point(own.public_key())
    both = b"WebPush: info\0" + _point(theirs) + shown
    secret = _derived(own.exchange(ec.ECDH(), theirs), bytes_of(auth), both, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + bytes([len(shown)]) + shown
    return head + AESGCM(key).encrypt(nonce, text + b"\2", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def headers_of(*, host: str, port: int, tag: str, seconds: int, now: int) -> dict[str, str]:
    """Return the headers of a notification that is useful for `seconds`. It replaces one that waits
    at the push service under the same tag."""
    origin = f"https://{host}" + ("" if port == 443 else f":{port}")
    said = {"aud": origin, "exp": now + GOOD_FOR, "sub": _who_we_are()}
    return {
        **Vapid02(site_key()).sign(said),
        "TTL": str(max(0, seconds)),
        "Urgency": "high",
        "Topic": plain(sha512(tag.encode()).digest())[:32],
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
    }


def _who_we_are() -> str:
    """Return where a push service may complain."""
    known = [one for one in settings.SECURITY_CONTACT if one.startswith(("mailto:", "https:"))]
    host = next((one for one in settings.ALLOWED_HOSTS if one[0] not in "*.["), "localhost")
    at_home = settings.PUBLIC_URL if settings.PUBLIC_URL.startswith("https:") else ""
    return next(iter(known), at_home or f"https://{host.partition(':')[0]}")


def as_payload(*, key: int, tag: str, title: str, body: str, path: str) -> bytes:
    """Return the payload for the phone, with only the data that it needs."""
    said = {"id": key, "tag": tag, "title": isolated_text(title), "body": isolated_text(body)}
    said |= {"path": path}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
