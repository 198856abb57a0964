"""A device that keeps passkeys, as a browser would use it: for tests without one."""

import json
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

FLAG = AuthenticatorData.FLAG
CHECKED = FLAG.UP | FLAG.UV
"""Someone was there, and the device checked who."""


class Device:
    """One passkey. What it answers can be wrong in every way that a site must notice."""

    def __init__(self, origin="https://testserver", *, counts=False):
        self.origin, self.key = origin, ec.generate_private_key(ec.SECP256R1())
        self.id = sha256(str(self.key.private_numbers().private_value).encode()).digest()
        self.count, self.counts = 0, counts

    def _data(self, host, flags, credential=b""):
        self.count += self.counts
        hashed = sha256(host.encode()).digest()
        return AuthenticatorData.create(hashed, flags, self.count, credential)

    def _answer(self, **response):
        own = websafe_encode(self.id)
        sent = {name: websafe_encode(value) for name, value in response.items()}
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": sent})

    def create(self, options, *, flags=CHECKED, **wrong):
        """Return the answer to the options of a page that creates a passkey."""
        public = ES256.from_cryptography_key(self.key.public_key())
        credential = AttestedCredentialData.create(bytes(16), self.id, public)
        data = self._data(options["rp"]["id"], flags | FLAG.AT, credential)
        client = self._client("webauthn.create", options, wrong)
        attestation = AttestationObject.create("none", data, {})
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def use(self, options, *, flags=CHECKED, host=None, signed=True, **wrong):
        """Return the answer to the options of a page that asks for a passkey."""
        data = self._data(host or options["rpId"], flags)
        client = self._client("webauthn.get", options, wrong)
        text = data + client.hash if signed else b"something else"
        signature = self.key.sign(text, ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _client(self, kind, options, wrong):
        about = {"type": kind, "challenge": options["challenge"], "origin": self.origin} | wrong
        return CollectedClientData.create(**about)
