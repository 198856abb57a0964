"""Our canvas writes the same file as reportlab's."""

import random

from reportlab.pdfgen.canvas import Canvas

from scoring.common.pdf import flow
from scoring.common.pdf.flow import Sheet, Strip, pdf
from scoring.common.pdf.lettering import BOLD, SANS, glyphs_of, text
from scoring.common.pdf.page import PAPERS
from tests import proof
from tests.sheets.every import KINDS


def drawn(draw, seed, canvas, monkeypatch):
    """Return a sheet that is drawn on such a canvas, of the same cards each time."""
    with monkeypatch.context() as patched:
        patched.setattr(flow, "QuickCanvas", canvas)
        random.seed(seed)
        return draw()


def both(draw, seed, monkeypatch):
    """Return a sheet on our canvas and on reportlab's."""
    canvases = flow.QuickCanvas, Canvas
    return [drawn(draw, seed, canvas, monkeypatch) for canvas in canvases]


def test_a_sheet_is_the_same_file_on_reportlabs_canvas(monkeypatch):
    for name, kind in proof.every(10, KINDS.items()):
        ours, theirs = both(lambda kind=kind: kind.draw(paper="A4"), name, monkeypatch)
        assert ours == theirs, name


def test_a_file_of_more_letters_than_a_subset_has_is_the_same(monkeypatch):
    letters = [chr(code) for code in sorted(glyphs_of(SANS) & glyphs_of(BOLD)) if code > 32]
    words = ["".join(letters[no : no + 20]) for no in range(0, 600, 20)]

    def draw(pen, top):
        for no, word in enumerate(["", *words, *reversed(words)]):
            face = (SANS, BOLD)[no // 4 % 2]
            pen.put(text(word, face=face, size=9, width=500), 50, top - 10 * no)

    sheet = Sheet(title="", about="", strips=[Strip(height=650, draw=draw)])
    ours, theirs = both(lambda: pdf([sheet], paper=PAPERS["A4"], title="Letters"), "", monkeypatch)
    assert ours == theirs
