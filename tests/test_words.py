"""Plain words: one meaning each (docs/words.md), "they" for an unnamed player, and few of the
patterns that make a text hard to read (`python -m tests.words` lists them)."""

import ast
import math
import re
from pathlib import Path

import pytest

from tests import words

ROOT = Path(__file__).parent.parent
ROOM = ROOT / "scoring"
RETIRED = {"told", "telling", "tellings", "teller", "tells", "moment", "moments", "coming"}
"""Words that meant several things."""
VAGUE = {"Line", "Row"}
"""A class says of what it is a line or a row."""
KEPT = {"told_at", "told_on", "ToldApart"}
"""Names in files and in the database; to tell apart is a word of its own."""
HE = re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE)
QUOTED = (
    *('"his partners"', "tables where each plays for himself, without games"),
    *('"he", "her", "his"', '"he didn\'t follow suit"'),
)
"""Foster's law 27; a label that migrations hold; what people type who look a law up."""


def sources():
    return [path for path in sorted(ROOM.rglob("*.py")) if path.parent.name != "migrations"]


def names_in(source):
    """Yield the names that a module gives to something."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.ExceptHandler | ast.alias):
            yield (node.name if isinstance(node, ast.ExceptHandler) else node.asname) or ""


def words_of(name):
    """Return the words of a name: `told_by`, `ToldBy` and `TOLD_BY` have the same two."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+", name)}


def is_retired(name):
    apart = "told_apart" in name
    return name in VAGUE or not apart and name not in KEPT and bool(words_of(name) & RETIRED)


def pronouns_in(text):
    for kept in QUOTED:
        text = text.replace(kept, "")
    return HE.findall(text)


def test_no_name_in_the_code_is_a_word_with_several_meanings():
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources()
        for name in names_in(path.read_text())
        if is_retired(name)
    }
    assert found == set()


def test_a_person_without_a_name_is_called_they():
    laws = sorted(ROOM.rglob("*.toml"))
    pages = [*sorted((ROOT / "templates").rglob("*.html")), *laws, *sources()]
    found = {str(path.relative_to(ROOT)): pronouns_in(path.read_text()) for path in pages}
    assert {page: said for page, said in found.items() if said} == {}


def test_retired_words_and_pronouns_are_found():
    source = "class Line: pass\ndef _told(moment): return [coming for coming in moment]"
    assert {name for name in names_in(source) if is_retired(name)} == {
        "Line",
        "_told",
        "coming",
        "moment",
    }
    assert not any(map(is_retired, ("told_apart_of", "ToldApart", "told_at", "EventLine")))
    assert pronouns_in("Whoever betrayed himself keeps his seat.") == ["himself", "his"]


ABOVE = {
    "templates": "long 0",
    "messages": "long 0.2",
    "docstrings": "long 1.2",
    "test names": "long 0",
    "docs": "long 6",
}
"""Rates that are above their goal (words.GOALS) today. They may only be lowered."""


def most(place):
    """Return the highest rate of each pattern that is allowed in a place."""
    above = [entry.rsplit(" ", 1) for entry in ABOVE.get(place, "").split(", ") if entry]
    return words.GOALS[place] | {name: float(rate) for name, rate in above}


@pytest.mark.slow
@pytest.mark.parametrize("place", words.PLACES)
def test_no_place_is_harder_to_read_than_allowed(place):
    total, hits = words.counted(place)
    allowed = {name: math.ceil(rate * total / 1000) for name, rate in most(place).items()}
    assert {name: n for name, n in hits.items() if n > allowed.get(name, n)} == {}


@pytest.mark.parametrize(
    ("pattern", "counts", "does_not"),
    [
        ("headless", "Who is level shares the place.", "The player who deals leads last."),
        ("headless", "Ask whoever runs it.", "Who made trump?"),
        ("headless", "Those who are over wait.", "Who pays"),
        ("what", "What stays empty is as usual.", "What is missing here?"),
        ("what", "All is kept: what was typed is shown again.", "Say what you need."),
        ("stand", "It stands beside its field.", "The deal stands."),
        ("stand", "The scores stood there.", "N stands for north. See the standings."),
        ("tell", "Players are told their seats.", "We can't tell if it was saved."),
        ("nothing was", "It is over. Nothing was changed.", "Not saved."),
        ("nothing was", "Nobody is moved.", "Nobody is here."),
        ("somebody", "Somebody left.", "A player left."),
        ("antique", "We shall see.", "Ask Marshall about the till."),
        ("antique", "Wait till then.", "Wait until then."),
        ("calque", "It comes to £5.", "She came to the club."),
        ("calque", "They fill by themselves.", "They fill automatically."),
        ("calque", "Put the seats right.", "Put the cards to the right-hand side."),
        ("calque", "The page is old: look again.", "Look at the cards."),
        ("colon", "All is saved: you can go home.", "Starts at 19:30."),
        ("colon", "This is over: ask the director.", "Name of the club: Bath"),
        ("long", "word " * 26, "word " * 25),
    ],
)
def test_each_pattern_is_counted_and_a_similar_phrase_is_not(pattern, counts, does_not):
    assert words.Sentence("", 1, counts).hits()[pattern] == 1
    assert words.Sentence("", 1, does_not).hits()[pattern] == 0


def test_a_template_is_read_as_people_see_it():
    source = """{# A note. #}<p title="The seats">Hello <b>{{ name }}</b>,
    you won. {% if late %}Come now{% else %}Wait{% endif %}</p>
    {% include "a/b.html" with hint="Nobody is here yet" %}<script>let a = "b c d";</script>"""
    assert [(one.line, one.text) for one in words.of_template("a.html", source)] == [
        (1, "Hello §, you won."),
        (2, "Come now"),
        (2, "Wait"),
        (3, "Nobody is here yet"),
        (1, "The seats"),
    ]


def test_strings_of_a_module_are_read_apart_from_its_docstrings():
    source = '''"""Return the seats. See `here`."""
name = f"Table {no} is full. {'Choose another' if free else 'no-key'}"
query = "SELECT name FROM players", "no_key", r"^a [a-z]+ b", ".card > .name"
"""The names."""'''
    assert [one.text for one in words.of_docstrings("a.py", source)] == [
        "Return the seats.",
        "See §.",
        "The names.",
    ]
    assert [(one.line, one.text) for one in words.of_python("a.py", source)] == [
        (2, "Table § is full."),
        (2, "Choose another"),
    ]


def test_the_name_of_a_test_is_read_as_a_sentence():
    source = "class TestSeats:\n    def test_whoever_left_is_named(self): pass\ndef testing(): pass"
    (name,) = words.of_test_names("test_seats.py", source)
    assert (name.line, name.text) == (2, "Whoever left is named")
    assert name.hits() == {"headless": 1}


def test_the_strings_of_a_script_are_read():
    source = """/* "Not this one." */ const at = /["a b c]/;
    say(`Saved by ${who ? "your own phone" : x}.`, "a-key", ".card .name");"""
    assert [(one.line, one.text) for one in words.of_script("a.js", source)] == [
        (2, "your own phone"),
        (2, "Saved by §."),
    ]


def test_a_remedy_keeps_the_words_of_its_book():
    book = 'law = "3"\ntitle = "The cut was wrong"\nremedy = "Whoever cut cuts anew."'
    ours = 'rests-on = "ruling"\nremedy = "The player cuts again."'
    assert [one.text for one in words.of_data("a.toml", book)] == ["The cut was wrong"]
    assert [one.text for one in words.of_data("a.toml", ours)] == ["The player cuts again."]


def test_a_page_is_read_without_its_code():
    source = "# Start here\n\nRun `./run`, [as told](a.md).\n\n    code it is\n\n| a cell | one |\n"
    assert [(one.line, one.text) for one in words.of_markdown("a.md", source)] == [
        (1, "Start here"),
        (3, "Run §, as told."),
        (7, "a cell"),
        (7, "one"),
    ]
