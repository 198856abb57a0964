"""QR codes can be read."""

import random

import pytest

from scoring.common.pdf.qr import qr_code
from tests import proof

np = pytest.importorskip("numpy")
zxingcpp = pytest.importorskip("zxingcpp")
SIGNS = "ABCXYZ0123456789abcxyz/:.-_?=%é"


def texts(number):
    """Return texts of all lengths up to that of a long address, some of letters that come again."""
    chance = random.Random(1)
    for no in range(number):
        signs = chance.choice((SIGNS, SIGNS[:16], "A1", "0"))
        yield "".join(chance.choices(signs, k=1 + (no * 7) % 230))


def test_a_code_of_any_text_is_read_as_that_text():
    every = [f"http://192.168.1.20:8000/t/{'q' * 22}/", "B2K3F0N222F8/9201FV"]
    for text in every + list(texts(proof.size(60, thorough=1000))):
        rows = list(qr_code(text).matrix_iter(scale=3, border=4))
        picture = np.where(np.array(rows, dtype=bool), 0, 255).astype(np.uint8)
        assert [found.text for found in zxingcpp.read_barcodes(picture)] == [text]
