"""The guide names buttons, links, fields and titles as the screens do: it writes them in bold, and
each bold text is looked up in the templates and the source."""

import ast
import re
import tomllib
from functools import cache
from html import unescape
from pathlib import Path

from scoring.club.queries.guide import FOLDER, KEYS, MARKDOWN
from tests.words import BREAK, HOLE, SCRIPT, TAG

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 60
LABELLED = "a button h1 h2 h3 h4 summary label legend option th dt b strong caption i".split()
READ = re.compile(r'\b(?:aria-label|placeholder|title|value|label)="([^"]*)"')


def normal(text):
    """Return a label without what may differ: line breaks, curly quotes, a colon or dots after."""
    words = " ".join(unescape(text).split()).replace("’", "'").replace("\xa0", " ")
    return words.rstrip(":…. ")


def labels_of_template(source):
    """Yield the texts of buttons, links, headings, fields and what is in bold; also each part of
    one that has several, or that depends on a condition."""
    for left_out in (r"\{#.*?#\}", r"<(script|style)\b.*?</\1>"):
        source = re.sub(left_out, "", source, flags=re.DOTALL)
    for tag in re.findall(r"\{%.*?%\}", source, re.DOTALL):
        yield from re.findall(r'"([A-Z][^"]*)"', tag)
    source = re.sub(r"\{\{.*?\}\}", HOLE, source, flags=re.DOTALL)
    source = re.sub(r"\{%.*?%\}", BREAK, source, flags=re.DOTALL)
    inside, whole, at = 0, "", 0
    for tag in TAG.finditer(source):
        if inside:
            whole += source[at : tag.start()] + "\x01"
        at = tag.end()
        yield from (value for value in READ.findall(tag[3]) if value)
        if tag[2].lower() in LABELLED:
            inside += -1 if tag[1] else 1
            if not inside:
                for piece in whole.split(BREAK):
                    yield piece.replace("\x01", "")
                    yield from piece.split("\x01")
                whole = ""


def labels_of_script(source):
    for found in SCRIPT.finditer(source):
        yield re.sub(r"\$\{.*?\}", HOLE, (found["said"] or "")[1:-1])


def labels_of_python(source):
    """Yield the strings of a module, those with values filled in as one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            parts = (one.value if isinstance(one, ast.Constant) else HOLE for one in node.values)
            yield "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def labels_of_data(source):
    found = tomllib.loads(source)
    for entry in found.values():
        if isinstance(entry, dict) and "title" in entry:
            yield entry["title"]


@cache
def labels():
    """Return every label of the product; those with values filled in as patterns."""
    found = {
        normal(label)
        for folder, name, read in (
            ("templates", "*.html", labels_of_template),
            ("scoring", "*.py", labels_of_python),
            ("scoring", "*.toml", labels_of_data),
            ("static", "*.js", labels_of_script),
        )
        for path in sorted((ROOT / folder).rglob(name))
        if not {"vendor", "migrations"} & set(path.parts)
        for label in read(path.read_text())
    }
    short = {label for label in found if len(label) <= LONGEST}
    patterns = [
        re.compile(re.escape(label).replace(re.escape(HOLE), ".{1,30}"))
        for label in short
        if HOLE in label and len(re.findall(r"[^\W\d_]", label)) > 3
    ]
    return {label for label in short if HOLE not in label}, patterns


def is_label(text):
    plain, patterns = labels()
    text = normal(text)
    return text in plain or any(one.fullmatch(text) for one in patterns)


def bold_in(text):
    """Yield what is bold on a page."""
    for token in MARKDOWN.parse(text):
        said = None
        for child in token.children or ():
            if child.type == "strong_open":
                said = ""
            elif child.type == "strong_close":
                yield said
                said = None
            elif said is not None:
                said += child.content or " "


def test_every_label_in_the_guide_is_on_a_screen():
    found = {
        key: [text for text in bold_in((FOLDER / f"{key}.md").read_text()) if not is_label(text)]
        for key in KEYS
    }
    assert {key: unknown for key, unknown in found.items() if unknown} == {}


def test_the_guide_has_these_pages_and_no_other():
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(f"{key}.md" for key in KEYS)


def test_labels_are_found_where_people_read_them():
    source = """<a href="{% url 'x' %}" {% if on %}aria-current="page"{% endif %}><b>Help</b>
    <span>More</span></a> <p>Not this</p> <button>{% if list %}Save{% else %}Open it{% endif %}
    </button> <h2>Undo hand {{ no }}</h2> <input value="Find">
    {% include "a" with label="Ring" %}"""
    assert {normal(label) for label in labels_of_template(source)} - {""} == {
        *("Help More", "Help", "More", "Save", "Open it", f"Undo hand {HOLE}", "Find", "Ring"),
    }
    assert list(bold_in("**Save** it, *then* **Undo\nhand 3**")) == ["Save", "Undo hand 3"]
    assert [is_label(text) for text in ("Save", "Fly to the moon")] == [True, False]
