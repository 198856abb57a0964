"""One word has one meaning (docs/words.md): the names in the code, and they of somebody unnamed."""

import ast
import re
from pathlib import Path

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


def test_no_name_of_the_code_is_a_word_of_several_meanings():
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources()
        for name in names_in(path.read_text())
        if is_retired(name)
    }
    assert found == set()


def test_of_somebody_unnamed_it_is_said_they():
    laws = sorted(ROOM.rglob("*.toml"))
    pages = [*sorted((ROOT / "templates").rglob("*.html")), *laws, *sources()]
    found = {str(path.relative_to(ROOT)): pronouns_in(path.read_text()) for path in pages}
    assert {page: said for page, said in found.items() if said} == {}


def test_what_is_held_is_found():
    source = "class Line: pass\ndef _told(moment): return [coming for coming in moment]"
    assert {name for name in names_in(source) if is_retired(name)} == {
        "Line",
        "_told",
        "coming",
        "moment",
    }
    assert not any(map(is_retired, ("told_apart_of", "ToldApart", "told_at", "EventLine")))
    assert pronouns_in("Whoever betrayed himself keeps his seat.") == ["himself", "his"]
