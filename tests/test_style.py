"""Lines are short enough to be read, in every language; scripts/testing.py runs the formatters.
Lengths of the style sheets are of one scale (static/site.css)."""

import re
from pathlib import Path

from django.template.loader import get_template

from scripts import testing

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 100
KINDS = {".py", ".html", ".css", ".js", ".toml"}
OURS = ("clubsite", "scoring", "scripts", "static", "templates", "tests", "manage.py")
NOT_OURS = ("static/vendor", "tests/vendor", "scoring/migrations")


def files():
    """Yield every file that people write. They are read from the folder, as there may be no git."""
    for place in OURS:
        found = (ROOT / place).rglob("*") if (ROOT / place).is_dir() else [ROOT / place]
        for file in sorted(found):
            name = file.relative_to(ROOT).as_posix()
            if file.suffix in KINDS and not name.startswith(NOT_OURS):
                yield name, file


def test_every_line_is_at_most_100_characters_long():
    long = [
        f"{name}:{number}"
        for name, file in files()
        for number, line in enumerate(file.read_text().splitlines(), start=1)
        if len(line) > LONGEST
    ]
    assert long == []


def test_a_template_is_indented_for_readers_and_not_for_browsers():
    name = "tournament/desk/desk.html"
    written = (ROOT / "templates" / name).read_text().splitlines()
    assert get_template(name).template.source.splitlines() == [line.lstrip() for line in written]


def test_a_comment_of_a_template_is_on_one_line():
    """Django shows a longer one to people."""
    shown = [
        f"{name}:{number}"
        for name, file in files()
        if name.startswith("templates/")
        for number, line in enumerate(file.read_text().splitlines(), start=1)
        if line.count("{#") != line.count("#}")
    ]
    assert shown == []


def test_no_field_is_called_id():
    """It would shadow the form's own id, by which a morph recognises the form. The form would be
    replaced instead of changed, and a click on a key lost."""
    called = re.compile(r'name="id"|^ +id = forms\.', re.MULTILINE)
    assert [name for name, file in files() if called.search(file.read_text())] == [
        "tests/test_style.py"
    ]


SPACES = {"hair", "tight", "near", "apart", "far"}
LETTERS = {"fine", "small", "text", "large", "head", "title", "huge"}
CORNERS = {"nick", "round"}
MEASURES = {"gap", "indent", "part", "type", "edges"}
"""Distances of parts: between tiles of the big screen, of the mark before a row's lines, a part of
a board's height, the letters of a tile, and from a page's text to the edges of the screen."""
OF_A_SCREEN = {"charts.css", "evening/wall.css", "table/board.css", "table/device.css"}
"""Sheets of drawings, or whose letters are a fraction of the screen. Sizes beside them are in
em."""
DRAWN = {".disc text"}
"""Letters in a drawing are measured as the drawing is."""
SCALED = re.compile(
    r"(?P<space>(?:margin|padding)(?:-[a-z]+)*|(?:row-|column-)?gap)"
    r"|(?P<corner>border(?:-[a-z]+)*-radius)"
    r"|(?P<letter>font|font-size)"
)
LENGTH = re.compile(
    r"(?<![\w.#])(?<!\w-)\d*\.?\d+(?:r?em|r?ch|ex|px|pt|pc|in|mm|cm|q)\b", re.IGNORECASE
)


def declarations(text):
    """Yield each declaration of a style sheet, with its enclosing rules (outermost first), property
    and value."""
    inside, piece = [], ""
    for sign in re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL):
        if sign not in "{};":
            piece += sign
            continue
        if sign == "{":
            inside.append(" ".join(piece.split()))
        elif ":" in piece:
            name, _, value = piece.partition(":")
            yield tuple(inside), name.strip(), " ".join(value.split())
        if sign == "}":
            inside.pop()
        piece = ""


def outside_the_scale(sheet, text):
    """Yield the declarations of a style sheet with lengths of their own instead of a step of the
    scale."""
    for inside, name, value in declarations(text):
        kind = SCALED.fullmatch(name)
        on_paper = any(outer.startswith(("@media print", "@page")) for outer in inside)
        if not kind or on_paper or inside[-1] in DRAWN:
            continue
        size = re.sub(r" / .*", "", value) if name == "font" else value
        usual = {"space": {"1px"}, "corner": {"99px"}, "letter": set()}[kind.lastgroup]
        own = [
            length
            for length in LENGTH.findall(size)
            if length not in usual and not (sheet in OF_A_SCREEN and re.search(r"\dem$", length))
        ]
        steps = {"space": SPACES, "corner": CORNERS, "letter": LETTERS}[kind.lastgroup]
        other = set(re.findall(r"var\(--([\w-]+)", size)) - steps - MEASURES - {"serif", "sans"}
        if own or other:
            yield f"{sheet}: {inside[-1]} {{ {name}: {value} }}"


def test_spaces_letters_and_corners_come_from_the_scale():
    """Other lengths are a hairline, a pill's corners and, on paper, lengths of paper."""
    sheets = [(name, file) for name, file in files() if file.suffix == ".css"]
    own = [
        found
        for name, file in sheets
        if file.name != "letters.css"
        for found in outside_the_scale(name.removeprefix("static/"), file.read_text())
    ]
    assert own == []


def test_a_length_outside_the_scale_is_found():
    text = """a { margin: -0.5rem auto 1px; width: 3rem; border-radius: 99px 7px }
    @media (min-width: 9rem) { b { font: 700 max(1.2rem, 4vh) / 2rem var(--sans) } }
    c { padding: var(--large) 5%; gap: calc(2 * var(--far)); font-size: 0.9em; }
    @media print { d { margin: 2cm } }"""
    assert list(outside_the_scale("some.css", text)) == [
        "some.css: a { margin: -0.5rem auto 1px }",
        "some.css: a { border-radius: 99px 7px }",
        "some.css: b { font: 700 max(1.2rem, 4vh) / 2rem var(--sans) }",
        "some.css: c { padding: var(--large) 5% }",
        "some.css: c { font-size: 0.9em }",
    ]


def test_the_hooks_of_a_commit_run_each_formatter_of_the_proof():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    run = re.findall(r"^ +entry: \.venv/bin/(.+)$", hooks, re.MULTILINE)
    without_options = {re.sub(r" (--\S+|templates)", "", line) for line in testing.STYLE.values()}
    assert {re.sub(r" --\S+", "", line) for line in run} == without_options
