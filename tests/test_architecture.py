"""Which room may import which, read from the source itself; and what the rules may never do."""

import ast
import re
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FEATURES = "people table money evening tournament league club public site".split()
"""What the product does, lowest first. Each is a folder of scoring/, and imports none above it."""
BELOW = ("common", "euchre", "movement")
"""What every feature may use; `euchre` and `movement` are pure."""
LAYERS = {
    "pure": set(),
    "models": {"pure"},
    "queries": {"models", "pure"},
    "forms": {"queries", "models", "pure"},
    "actions": {"queries", "models", "pure"},
    "sheets": {"pure"},
    "views": {"forms", "actions", "sheets", "queries", "models", "pure"},
}
"""The layers of a feature, a folder or a module each, with the layers that each may import, in its
own feature and those below. Modules with another name, such as `site/backup/`, are actions."""
COMMON = {
    "pure": """amounts bounded chart codes dates days discs kept kept_secret letters lists machine
    misspelt names on_disk refused schema shapes shortened
    strict_json word_search""",
    "models": "local_time models prepared tonight",
    "queries": "edition list_files news snapshot spreadsheets workbook workbook_sheet",
    "forms": "fields",
    "actions": "idempotent permissions rewriting throttle",
    "sheets": "pdf",
    "views": """access answers calendars client cookies open_pages pdf_views pictures_sent
    polling qr_codes right_to_left spreadsheet_views to_do trouble typed_code""",
}
"""The layer of each module of common/, which has no folders for them."""
LAYER_OF = {"access": "views", "urls": "views", "hooks": "queries", "registered": "views"} | {
    module: layer for layer, modules in COMMON.items() for module in modules.split()
}
LOOK_UP = """
club.views.front
club.views.person_data
evening.views.big_screen
evening.views.check_in
evening.views.picture
evening.views.self_check_in
table.views.board
table.views.device
table.views.pad
table.views.waiting
""".split()
"""Views that may show something from a feature above their own. There are at most ten."""
OTHERS = {"apps", "management", "migrations", "models", "templatetags"}
"""Other entries of scoring/, in the places where Django looks for them."""
FILES = sorted((ROOT / "scoring").rglob("*.py"))


def parts_of(module):
    """Return ("league", "views") for "scoring.league.views.table"; None outside the features."""
    scoring, feature, layer, *_ = (*module.split("."), "", "")
    if scoring != "scoring" or feature not in {*FEATURES, *BELOW}:
        return None
    if feature in ("euchre", "movement"):
        return feature, "pure"
    known = {**dict.fromkeys(LAYERS), **LAYER_OF}
    return feature, (LAYER_OF.get(layer, layer) if layer in known else "actions")


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


def name_of(file):
    """Return the full name of the module in a file."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def upward(file):
    """Return what a file imports from features above its own."""
    place = parts_of(name_of(file))
    if place is None:
        return []
    order = [*BELOW, *FEATURES]
    lowest = {"euchre", "movement", "common"}
    return [
        module
        for module in imports(file)
        if (other := parts_of(module))
        and order.index(other[0]) > order.index(place[0])
        and not {place[0], other[0]} <= lowest
    ]


def out_of_its_layer(file):
    """Return what a file imports from layers that its own may not import."""
    place = parts_of(name_of(file))
    if place is None:
        return []
    return [
        module
        for module in imports(file)
        if (other := parts_of(module)) and other[1] not in {place[1], *LAYERS[place[1]]}
    ]


def circle(imported):
    """Return the members of one import cycle in `imported` (each with its imports), or none."""
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


NOT_PURE = {"kept_secret.py", "on_disk.py"}
"""They read and write files."""
PURE_FILES = [
    file
    for file in FILES
    if (parts_of(name_of(file)) or ("", ""))[1] == "pure"
    and file.name not in NOT_PURE
    and file.name != "rating_formula.py"
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


def test_a_feature_imports_no_feature_above_it():
    found = wrong_in(FILES, upward)
    views = {file: wrong for file, wrong in found.items() if "/views/" in file}
    assert {file: wrong for file, wrong in found.items() if file not in views} == {}
    assert sorted(views) == [f"scoring/{view.replace('.', '/')}.py" for view in LOOK_UP]
    assert len(LOOK_UP) <= 10


def test_a_layer_imports_only_the_layers_below_it():
    found = wrong_in(FILES, out_of_its_layer)
    assert found == {}


def test_the_product_never_imports_how_the_site_is_wired():
    wired = lambda file: [one for one in imports(file) if one.startswith("clubsite")]  # noqa: E731
    assert wrong_in(FILES, wired) == {}


def test_everything_is_in_the_folder_of_a_feature():
    names = {file.relative_to(ROOT / "scoring").parts[0].removesuffix(".py") for file in FILES}
    assert names == {*FEATURES, *BELOW, *OTHERS, "__init__"}


def test_no_modules_import_each_other_in_a_circle():
    assert circle(modules_in(FILES)) == []


def test_the_pure_layers_import_only_python_and_two_pure_libraries():
    assert wrong_in(PURE_FILES, from_outside) == {
        "scoring/common/amounts.py": {"babel"},
        "scoring/common/misspelt.py": {"rapidfuzz"},
        "scoring/people/pure/names_alike.py": {"rapidfuzz"},
    }


def test_the_pure_layers_know_whole_numbers_only():
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


def test_no_import_has_a_star():
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
def test_imports_are_found_anywhere_and_in_any_form(place, source, found, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / place
    file.parent.mkdir(parents=True)
    file.write_text(source)
    assert list(imports(file)) == found


@pytest.mark.parametrize(
    ("beside", "found"),
    [
        ({"euchre/points.py": "from . import game"}, []),
        ({"euchre/__init__.py": "from .hand import Hand"}, []),
        (
            {"euchre/points.py": "def late():\n from scoring.euchre.hand import Hand"},
            ["scoring.euchre.hand", "scoring.euchre.points"],
        ),
    ],
)
def test_a_circle_of_imports_is_found_through_any_modules(beside, found, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    files = {"euchre/hand.py": "from scoring.euchre.points import score"} | beside
    for name, source in {"euchre/points.py": "", **files}.items():
        file = tmp_path / "scoring" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    assert sorted({*circle(modules_in(tmp_path.rglob("*.py")))}) == found


@pytest.mark.parametrize(
    ("place", "source", "found"),
    [
        ("table/actions/hands.py", "from scoring.league.models import Team", ["league.models"]),
        ("table/actions/hands.py", "from scoring.people.models import Club", []),
        (
            "league/queries/season.py",
            "from scoring.league.actions import teams",
            ["league.actions"],
        ),
        ("league/views/table.py", "from scoring.league.actions import teams", []),
        ("people/pure/contact.py", "from scoring.people.models import Club", ["people.models"]),
        ("euchre/hand.py", "from scoring.people.models import Club", ["people.models"]),
        ("common/names.py", "from scoring.common import answers", ["common.answers"]),
    ],
)
def test_an_import_that_goes_the_wrong_way_is_found(place, source, found, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / "scoring" / place
    file.parent.mkdir(parents=True)
    file.write_text(source)
    wrong = {*upward(file), *out_of_its_layer(file)}
    assert sorted(".".join(one.split(".")[1:3]) for one in wrong) == found


@pytest.mark.parametrize(
    "source", ["x = 0.5", "x = float(3)", "x = a / b", "x /= 2", "x = 1e3", "x = map(float, y)"]
)
def test_every_way_of_making_a_fraction_is_found(source):
    assert any(makes_a_float(node) for node in ast.walk(ast.parse(source)))


@pytest.mark.parametrize("source", ["x = 5 // 2", 'x = "0.5"', "x = -3"])
def test_whole_numbers_are_not_fractions(source):
    assert not any(makes_a_float(node) for node in ast.walk(ast.parse(source)))


VIEWS = [
    file
    for file in FILES
    if (parts_of(name_of(file)) or ("", ""))[1] == "views" and file.name != "answers.py"
]


def own_answers(file):
    """Return the lines that catch Refused, name the status of a form that was not taken, or let
    POST alone in, which `posted` does."""
    return [node.lineno for node in tree_of(file) if answers(node)]


def answers(node):
    if isinstance(node, ast.ExceptHandler):
        names = ast.walk(node.type) if node.type else ()
        return any(isinstance(name, ast.Name) and name.id == "Refused" for name in names)
    if isinstance(node, ast.Name):
        return node.id == "require_POST"
    return isinstance(node, ast.Constant) and node.value in (409, 422)


def test_only_one_module_decides_how_forms_are_answered():
    assert wrong_in(VIEWS, own_answers) == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("try: pass\nexcept Refused as why: pass", [2]),
        ("try: pass\nexcept (ValueError, Refused): pass", [2]),
        ("render(request, page, status=409)", [1]),
        ("CONFLICT, UNPROCESSABLE = 409, 422", [1, 1]),
        ("@require_POST\ndef view(): pass", [1]),
        ("try: pass\nexcept Closed: raise Refused(CLOSED)", []),
    ],
)
def test_an_answer_written_by_a_view_itself_is_found_anywhere(source, found, tmp_path):
    file = tmp_path / "view.py"
    file.write_text(source)
    assert own_answers(file) == found


RULES_OF_A_TABLE = re.compile(r"\bsitting\.table\.(?:rules|stake|house|options)\b")


def test_a_sitting_is_read_by_its_own_terms_and_not_by_those_of_its_table():
    templates = (ROOT / "templates").rglob("*.html")
    found = {
        f"{file.relative_to(ROOT)}: {said[0]}"
        for file in (*FILES, *templates)
        for said in RULES_OF_A_TABLE.finditer(file.read_text())
    }
    assert found == set()


FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)


def test_the_token_of_a_form_comes_before_its_first_button():
    found = [
        f"{file.relative_to(ROOT)}: {form[0].splitlines()[0]}"
        for file in (ROOT / "templates").rglob("*.html")
        for form in FORM.finditer(file.read_text())
        if "<button" in form[0].partition("{% csrf_token %}")[0] and "{% csrf_token %}" in form[0]
    ]
    assert found == []
