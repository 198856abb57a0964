"""Lines are short enough to be read, in every language; scripts/testing.py runs the formatters."""

from pathlib import Path

from django.template.loader import get_template

ROOT = Path(__file__).resolve().parent.parent
LONGEST = 100
KINDS = {".py", ".html", ".css", ".js"}
OURS = ("clubsite", "scoring", "scripts", "static", "templates", "tests", "manage.py")
NOT_OURS = ("static/vendor", "tests/vendor", "scoring/migrations")


def files():
    """Every file that people write, as the folder has them: there may be no git."""
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
