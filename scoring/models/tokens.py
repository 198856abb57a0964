from __future__ import annotations

import secrets


def new_token() -> str:
    """Return a secret for an address: 96 bits, short enough for a small QR code."""
    return secrets.token_urlsafe(12)
