"""Which room may import which, read from the source itself; and what the rules may never do."""

import ast
import re
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PURE = ("rules", "movements", "figures", "leagues")
EVERYTHING = None
MAY_IMPORT = {
    "strict_json": set(),
    "typed_day": set(),
    "on_disk": set(),
    "kept_secret": {"on_disk"},
    "rating_formula": set(),
    "condition": set(),
    "rules": {"strict_json"},
    "movements": {"strict_json"},
    "leagues": {"strict_json", "typed_day"},
    "figures": {"rules"},
    "models": {*PURE},
    "queries": {"models", *PURE},
    "permissions": {"models"},
    "forms": {"typed_day", "queries", "models", *PURE},
    "sheets": {*PURE},
    "actions": {
        *("on_disk", "queries", "models", "permissions", "rating_formula", "club_file"),
        *PURE,
    },
    "backup": {"on_disk", "actions", "club_file", "queries", "models", *PURE},
    "sending": {"models"},
    "club_file": {"queries", "models", *PURE},
    "views": {
        *("forms", "actions", "queries", "models", "club_file", "backup", "sheets", "permissions"),
        *("condition", "sending", "typed_day"),
        *PURE,
    },
    "apps": set(),
    "admin": {"models"},
    "migrations": EVERYTHING,
    "management": EVERYTHING,
    "templatetags": {"forms", *PURE},
}
"""Which room may import which others; nothing in scoring imports clubsite."""
DRAWERS = {"table", "evening", "tournament", "league", "club", "money"}
"""The parts of the product."""
HAVE_DRAWERS = {"actions", "forms", "queries", "sheets", "views"}
FILES = sorted((ROOT / "scoring").rglob("*.py"))
PURE_FILES = [
    file
    for file in FILES
    if file.relative_to(ROOT).parts[1] in (*PURE, "strict_json.py", "typed_day.py")
]


def room_of(module):
    """Return "rules" for "scoring.euchre.hand"; None outside scoring and for scoring itself."""
    parts = module.split(".")
    return parts[1] if parts[0] == "scoring" and len(parts) > 1 else None


@cache
def tree_of(file):
    """Return every piece of a file's source."""
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def imports(file):
    """Yield the full name of everything a file imports, relative imports resolved."""
    package = file.relative_to(ROOT).parent.parts
    for node in tree_of(file):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*start, *filter(None, [node.module])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def forbidden(file):
    """Return what a file imports from rooms that its own may not import."""
    parts = file.relative_to(ROOT / "scoring").with_suffix("").parts
    if parts == ("__init__",):
        return list(filter(room_of, imports(file)))
    allowed = MAY_IMPORT[parts[0]]
    if allowed is EVERYTHING:
        return [module for module in imports(file) if module.split(".")[0] == "clubsite"]
    return [
        module
        for module in imports(file)
        if room_of(module) not in {None, parts[0], *allowed} or module.split(".")[0] == "clubsite"
    ]


def circle(imported):
    """Return who in `imported` (each with what it imports) stands in one circle; nobody if none."""
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as found:
        return found.args[1]
    return []


def modules_in(files):
    """Return the full name of every module, with those of them that it imports."""
    names = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in files
    }
    return {
        name: {module_of(names, imported) for imported in imports(file)} - {name, None}
        for name, file in names.items()
    }


def module_of(names, imported):
    """Return the module that is imported, or of which something is; None when it is none of
    these."""
    while imported and imported not in names:
        imported = imported.rpartition(".")[0]
    return imported or None


def drawers_used(file):
    """Return what a file that stands beside the drawers of its room imports out of them."""
    _, room, *inside = (*file.relative_to(ROOT).with_suffix("").parts, "")
    if room not in HAVE_DRAWERS or inside[0] in DRAWERS:
        return []
    return [
        module
        for module in imports(file)
        if room_of(module) == room and DRAWERS.intersection(module.split(".")[2:3])
    ]


def wrong_in(files, find):
    """Return what `find` finds in the files, by their names."""
    found = {str(file.relative_to(ROOT)): find(file) for file in files}
    return {name: wrong for name, wrong in found.items() if wrong}


def from_outside(file):
    """Return the packages that a file imports and that are neither Python's nor ours."""
    return (
        {module.split(".")[0] for module in imports(file)} - {"scoring"} - sys.stdlib_module_names
    )


def test_a_room_imports_only_the_rooms_it_may():
    assert wrong_in(FILES, forbidden) == {}


def test_the_rooms_stand_one_above_the_other():
    assert circle({room: allowed for room, allowed in MAY_IMPORT.items() if allowed}) == []


def test_no_modules_import_each_other_in_a_circle():
    assert circle(modules_in(FILES)) == []


def test_what_stands_beside_the_drawers_serves_all_of_them_and_imports_from_none():
    assert wrong_in(FILES, drawers_used) == {}


def test_the_pure_rooms_need_nothing_but_python_and_two_pure_libraries():
    assert wrong_in(PURE_FILES, from_outside) == {
        "scoring/common/amounts.py": {"babel"},
        "scoring/common/misspelt.py": {"rapidfuzz"},
        "scoring/people/pure/names_alike.py": {"rapidfuzz"},
    }


def test_the_pure_rooms_know_whole_numbers_only():
    def fractions(file):
        return [node.lineno for node in tree_of(file) if makes_a_float(node)]

    assert wrong_in(PURE_FILES, fractions) == {}


def makes_a_float(node):
    """Whether a piece of source is a number with a fraction, or makes one: 0.5, float(), a / b."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float | complex)
    if isinstance(node, ast.Name):
        return node.id in {"float", "complex"}
    return isinstance(node, ast.Div)


def test_nothing_is_imported_by_a_star():
    stars = lambda file: [module for module in imports(file) if module.endswith(".*")]  # noqa: E731
    assert wrong_in(FILES, stars) == {}


@pytest.mark.parametrize(
    ("place", "source", "found"),
    [
        ("scoring/euchre/sets/one.py", "from ..hand import Hand", ["scoring.euchre.hand.Hand"]),
        ("scoring/euchre/hand.py", "from . import points", ["scoring.euchre.points"]),
        ("scoring/euchre/__init__.py", "from .hand import Hand", ["scoring.euchre.hand.Hand"]),
        ("scoring/euchre/hand.py", "from ..models import Table", ["scoring.models.Table"]),
        ("scoring/euchre/hand.py", "def f():\n import django.db as db", ["django.db"]),
        ("scoring/euchre/hand.py", "from scoring import models", ["scoring.models"]),
    ],
)
def test_imports_are_found_wherever_and_however_they_stand(
    place, source, found, tmp_path, monkeypatch
):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    file.write_text(source)
    assert list(imports(file)) == found


@pytest.mark.parametrize(
    ("beside", "found"),
    [
        ({"rules/points.py": "from . import game"}, []),
        ({"rules/__init__.py": "from .hand import Hand"}, []),
        (
            {"rules/points.py": "def late():\n from scoring.euchre.hand import Hand"},
            ["scoring.euchre.hand", "scoring.euchre.points"],
        ),
    ],
)
def test_a_circle_is_found_wherever_it_is_closed(beside, found, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    files = {"rules/hand.py": "from scoring.euchre.points import score"} | beside
    for name, source in {"rules/points.py": "", **files}.items():
        file = tmp_path / "scoring" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    assert sorted({*circle(modules_in(tmp_path.rglob("*.py")))}) == found


@pytest.mark.parametrize(
    ("place", "source", "found"),
    [
        (
            "answers.py",
            "from scoring.club.views.front import WAIT",
            ["scoring.club.views.front.WAIT"],
        ),
        ("answers.py", "from scoring.actions.club import open", []),
        ("club/front.py", "from scoring.money.views.accounts import PAGE", []),
        ("club/front.py", "from scoring.common.answers import valid", []),
    ],
)
def test_what_is_taken_out_of_a_drawer_is_found(place, source, found, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / "scoring" / "views" / place
    file.parent.mkdir(parents=True)
    file.write_text(source)
    assert drawers_used(file) == found


@pytest.mark.parametrize(
    "source", ["x = 0.5", "x = float(3)", "x = a / b", "x /= 2", "x = 1e3", "x = map(float, y)"]
)
def test_fractions_are_found_however_they_are_made(source):
    assert any(makes_a_float(node) for node in ast.walk(ast.parse(source)))


@pytest.mark.parametrize("source", ["x = 5 // 2", 'x = "0.5"', "x = -3"])
def test_whole_numbers_are_no_fractions(source):
    assert not any(makes_a_float(node) for node in ast.walk(ast.parse(source)))


ANSWERS = ROOT / "scoring" / "views" / "answers.py"
VIEWS = [file for file in FILES if file.is_relative_to(ANSWERS.parent) and file != ANSWERS]


def own_answers(file):
    """Return the lines that catch Refused, or name the status of a form that was not taken."""
    return [node.lineno for node in tree_of(file) if answers(node)]


def answers(node):
    if isinstance(node, ast.ExceptHandler):
        names = ast.walk(node.type) if node.type else ()
        return any(isinstance(name, ast.Name) and name.id == "Refused" for name in names)
    return isinstance(node, ast.Constant) and node.value in (409, 422)


def test_only_one_module_says_how_a_form_is_answered():
    assert wrong_in(VIEWS, own_answers) == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("try: pass\nexcept Refused as why: pass", [2]),
        ("try: pass\nexcept (ValueError, Refused): pass", [2]),
        ("render(request, page, status=409)", [1]),
        ("CONFLICT, UNPROCESSABLE = 409, 422", [1, 1]),
        ("try: pass\nexcept Closed: raise Refused(CLOSED)", []),
    ],
)
def test_an_answer_of_its_own_is_found_wherever_it_stands(source, found, tmp_path):
    file = tmp_path / "view.py"
    file.write_text(source)
    assert own_answers(file) == found


RULES_OF_A_TABLE = re.compile(r"\bsitting\.table\.(?:rules|stake|house|options)\b")


def test_a_sitting_is_read_by_its_own_terms_and_not_by_those_that_its_table_has_now():
    templates = (ROOT / "templates").rglob("*.html")
    found = {
        f"{file.relative_to(ROOT)}: {said[0]}"
        for file in (*FILES, *templates)
        for said in RULES_OF_A_TABLE.finditer(file.read_text())
    }
    assert found == set()


FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)


def test_a_form_has_its_token_before_its_first_button_which_may_be_tapped_on_half_a_page():
    found = [
        f"{file.relative_to(ROOT)}: {form[0].splitlines()[0]}"
        for file in (ROOT / "templates").rglob("*.html")
        for form in FORM.finditer(file.read_text())
        if "<button" in form[0].partition("{% csrf_token %}")[0] and "{% csrf_token %}" in form[0]
    ]
    assert found == []
