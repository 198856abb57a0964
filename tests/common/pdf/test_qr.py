"""QR codes are the same as segno's, which take longer."""

import random

import segno

from scoring.common.pdf.qr import qr_code
from tests import proof

SIGNS = "ABCXYZ0123456789abcxyz/:.-_?=%é"


def texts(number):
    """Return texts of all lengths up to that of a long address, some of letters that come again."""
    chance = random.Random(1)
    for no in range(number):
        signs = chance.choice((SIGNS, SIGNS[:16], "A1", "0"))
        yield "".join(chance.choices(signs, k=1 + (no * 7) % 230))


def test_a_code_is_that_of_the_usual_search_for_its_mask():
    every = [f"http://192.168.1.20:8000/t/{'q' * 22}/", "B1/N222384/01/FV/92"]
    every += texts(proof.size(60, thorough=3000))
    masks = set()
    for text in every:
        ours, theirs = qr_code(text), segno.make(text, error="m", micro=False)
        assert ours.matrix == theirs.matrix, text
        assert (ours.mask, ours.designator) == (theirs.mask, theirs.designator)
        masks.add(ours.mask)
    assert len(masks) == 8
