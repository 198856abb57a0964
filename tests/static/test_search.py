"""Which laws the page's script finds: the same as the server does."""

from scoring.euchre.books import SHELF
from scoring.euchre.remedies import remedies, search
from tests.javascript import Module

SEARCH = Module("table/search.js")


def test_the_script_finds_what_the_server_finds():
    known = remedies(SHELF["american"])
    lines = [
        {"dataset": {"title": one.title, "words": " ".join((one.title, *one.words, one.remedy))}}
        for one in known
    ]
    texts = ["revoke", "misdeel", "renegd", "moon", "farmer's hand", "screw dealer", "zzzzz"]
    texts += ["trmp", "lonr", "siut", "cards", "cardz", "crdas", "renneege"]
    texts += ["He didn't follow suit", "had 6 cards", "the"]
    wanted = [SEARCH.folded(text) for text in texts]
    hits = [SEARCH.found(lines, words) for words in wanted]
    assert [{line["dataset"]["title"] for line in found} for found in hits] == [
        {one.title for one in search(known, text)} for text in texts
    ]
