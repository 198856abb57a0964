"""QR codes."""

import segno

MASK = 6
"""The pattern by which all codes are masked. A reader takes any, and it takes long to choose the
best of eight for each code (docs/decisions/0012-pdfs.md)."""


def qr_code(text: str) -> segno.QRCode:
    """Return the QR code of a text, with the error correction M or better."""
    return segno.make(text, error="m", mask=MASK, micro=False)
