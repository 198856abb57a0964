"""README, CONTRIBUTING, CHANGELOG and docs/: the names in them exist, and none is missing."""

import ast
import importlib.util
import re
import shlex
import tomllib
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, get_commands, load_command_class
from django.urls import Resolver404, resolve

from clubsite import running
from scoring.euchre.books import SHELF
from scripts import bootstrap, testing
from tests import proof
from tests.euchre import shelf_tables
from tests.routes import ROUTES
from tests.test_architecture import FEATURES, LAYERS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
MADE = {line.rstrip("/") for line in (ROOT / ".gitignore").read_text().splitlines()} | {".git"}
OURS = [path for path in ROOT.iterdir() if path.name not in MADE]
FILES = [*filter(Path.is_file, OURS), *(file for path in OURS for file in path.rglob("*.*"))]
SOURCES = [
    file
    for file in FILES
    if file.suffix in {".py", ".js", ".html", ".toml"}
    if "vendor" not in file.parts
]
NAMES = {file.name for file in FILES}
FOLDERS = {path.name for path in OURS}

SUFFIX = re.compile(r"\.(py|md|css|js|html|csv|toml|txt|sh)$")
SYSTEM = re.compile(r"/(dev|etc|srv|usr|var)/")
OF_OTHERS = {
    *("--no-sandbox", "unittest", "ETag", "ATOMIC_REQUESTS", "INFO", "ERROR", "TMPDIR", "pg_dump"),
}
"""What Chromium, HTTP, Python and Django call their own."""


EXAMPLES = {"docs/sheet-format.md", "docs/rules.md"}
"""Pages whose names are those of sheets."""


def name_of(page):
    return str(page.relative_to(ROOT))


def wrong_pages(find):
    """Return what `find` finds wrong on the pages, by their names."""
    found = {name_of(page): find(page.read_text()) for page in PAGES}
    return {name: wrong for name, wrong in found.items() if wrong}


@cache
def source_words():
    """Return every word of the sources, and the commands of manage.py that are Django's."""
    texts = (file.read_text() for file in SOURCES if file != Path(__file__))
    return {word for text in texts for word in re.findall(r"\w+", text)} | {*get_commands()}


@cache
def code_in(text):
    """Return the code on a page, with the lines of its blocks and the pieces between backticks."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.M | re.S)
    text = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    blocks += re.findall(r"(?<=\n\n)(?:    .*\n)+", text)
    text = re.sub(r"(?<=\n\n)(?:    .*\n)+", "", text)
    spans = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", text)]
    return [line.split(" #")[0].strip() for block in blocks for line in block.splitlines()], spans


def everything(text):
    lines, spans = code_in(text)
    return lines + spans


def rows(text, heading):
    """Return the rows of the first table under a heading, as lists of cells, without its head."""
    section = re.split(rf"^#+ {re.escape(heading)}$", text, flags=re.M)[1].split("\n#")[0]
    table = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return table[2:]


def spans_of(cell):
    return re.findall("`([^`]+)`", cell)


# -- what pages name exists
# ---------------------------------------------------------------------------


def lost_paths(text):
    """Return the files and folders a page names that are not there; `<word>` stands for any
    name."""
    words = set(re.findall(r"[^\s\"'(){},;:=@]+", " ".join(everything(text))))
    return sorted(word for word in words if is_path(word) and not is_there(word))


def is_path(word):
    first = word.split("/")[0]
    if first in MADE or word.startswith(("/", "-", "http")):
        return False
    in_a_folder = "/" in word and (word[-1] == "/" or first in FOLDERS)
    return in_a_folder or bool(SUFFIX.search(word))


@cache
def is_there(word):
    pattern = re.sub(r"<\w+>", "*", word).removeprefix("./").rstrip("/")
    return any(ROOT.glob(pattern)) or ("/" not in word and word in NAMES)


def wrong_commands(text):
    """Return the commands a page names that would not be understood."""
    return [code for code in everything(text) if not understood(code)]


def understood(code):
    if code.startswith("--"):
        return code in OPTIONS | OF_OTHERS
    modules = re.findall(r"python -m ([\w.]+)", code)
    marks = (
        re.findall(r"(?<!python) -m (?:\"([^\"]+)\"|([a-z]+))(?= |$)", code)
        if "test" in code
        else []
    )
    words = set(re.findall(r"\w+", " ".join(map("".join, marks)))) - {"and", "or", "not"}
    return all(map(runs, modules)) and words <= MARKERS and run_takes(code) and manage_takes(code)


def runs(module):
    found = importlib.util.find_spec(module)
    if found and found.submodule_search_locations:
        found = importlib.util.find_spec(f"{module}.__main__")
    return found is not None


def run_takes(code):
    if not code.startswith("./run"):
        return True
    try:
        return bool(running.options(shlex.split(code)[1:], {}))
    except SystemExit as end:
        return not end.code


def manage_takes(code):
    found = re.search(r"manage\.py (\w+)([^<|]*)", code)
    if not found or found[1] == "help":
        return True
    name, arguments = found[1], shlex.split(re.sub(r"[…\[\]]", "", found[2]))
    if name not in get_commands() or not arguments:
        return name in get_commands()
    try:
        return bool(parser_of(name).parse_args(arguments))
    except CommandError:
        return False


def parser_of(command):
    return load_command_class(get_commands()[command], command).create_parser("manage.py", command)


MARKERS = {line.split(":")[0] for line in PROJECT["tool"]["pytest"]["ini_options"]["markers"]}
COMMANDS = [name for name, app in get_commands().items() if app == "scoring"]
OPTIONS = {option for name in COMMANDS for option in parser_of(name)._option_string_actions}
OPTIONS |= {"--lan", "--port", "--empty"}


def lost_addresses(text):
    """Return the addresses of the site a page names that lead nowhere."""
    named = [span for span in code_in(text)[1] if re.fullmatch(r"/[\w<>./-]*", span)]
    return [
        address for address in named if not SYSTEM.match(address) and not leads_somewhere(address)
    ]


SAMPLES = {
    "<token>": "x",
    "<code>": "T22-238",
    "<number>": "1",
    "<key>": "keller",
    "<page>": "player",
}


def leads_somewhere(address):
    try:
        return bool(resolve(re.sub("<\\w+>", lambda word: SAMPLES[word[0]], address)))
    except Resolver404:
        return False


def unknown_names(text):
    """Return the names of functions, classes, columns and variables a page names that no source
    has."""
    lines, spans = code_in(text)
    named = {
        span.removesuffix("()") for span in spans if re.fullmatch(r"[A-Za-z_][\w.]*(\(\))?", span)
    }
    named = {name for name in named if not SUFFIX.search(name)} | set(variables_set(lines + spans))
    return sorted(name for name in named - OF_OTHERS if not all(map(in_source, name.split("."))))


def variables_set(codes):
    return [found[1] for code in codes if (found := re.match(r"([A-Z][A-Z_]+)=", code))]


def in_source(word):
    return word in source_words() or (ROOT / word).exists()


def broken_links(page, text):
    """Return the links and pictures of a page that lead to nothing in this repository."""
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    return [link for link in links if not re.match("https?://", link) and not is_target(page, link)]


def is_target(page, link):
    file, _, anchor = link.partition("#")
    target = page.parent / file if file else page
    return target.exists() and (not anchor or anchor in anchors(target.read_text()))


def anchors(text):
    """Return the anchors that headings get."""
    titles = re.findall(r"^#+ (.*)$", text, re.M)
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]


def machine_paths(text):
    """Return the paths of a developer's own machine."""
    return re.findall(r"(?<![\w.>])/(?:work|tmp|home|root|Users|opt)/\S*", text)


def undescribed(text):
    """Return the words that stand for a picture and are too few."""
    pictures = re.findall(r"!\[([^\]]*)\]|<img[^>]*?(?:alt=\"([^\"]*)\")?>", text)
    return [words for words in map("".join, pictures) if len(words) < 20]


def test_every_path_on_a_page_exists():
    assert wrong_pages(lost_paths) == {}


def test_every_command_on_a_page_is_valid():
    assert wrong_pages(wrong_commands) == {}


def test_every_address_on_a_page_leads_somewhere():
    assert wrong_pages(lost_addresses) == {}


def test_every_name_on_a_page_is_in_the_source():
    found = wrong_pages(unknown_names)
    # tests/euchre/test_rules_docs.py runs the examples of these two.
    assert {name: wrong for name, wrong in found.items() if name not in EXAMPLES} == {}


def test_every_link_on_a_page_leads_somewhere():
    found = {name_of(page): broken_links(page, page.read_text()) for page in PAGES}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_no_page_names_a_machine_of_its_author():
    assert wrong_pages(machine_paths) == {}


def test_every_picture_has_a_description():
    assert wrong_pages(undescribed) == {}


@pytest.mark.parametrize(
    ("find", "text", "found"),
    [
        (lost_paths, "`scoring/euchre/nowhere.py`", ["scoring/euchre/nowhere.py"]),
        (lost_paths, "`utils/` and `nowhere.css`", ["nowhere.css", "utils/"]),
        (lost_paths, "\n\n    ./test tests/nowhere -q\n", ["tests/nowhere"]),
        (
            lost_paths,
            "`scoring/euchre/books/<source>.rb`",
            ["scoring/euchre/books/<source>.rb"],
        ),
        (lost_paths, "`scoring/euchre/books/<source>.py`, `points.py`, `var/x.py`", []),
        (wrong_commands, "`manage.py fly` `manage.py score`", ["manage.py fly"]),
        (wrong_commands, '`manage.py newclub "A club"`', ['manage.py newclub "A club"']),
        (wrong_commands, "`./run --fast` `./run --port 80`", ["./run --fast"]),
        (
            wrong_commands,
            "\n\n    .venv/bin/python -m tests.nothing\n",
            [".venv/bin/python -m tests.nothing"],
        ),
        (wrong_commands, '`./test -m "not swift"` `./test -m slow`', ['./test -m "not swift"']),
        (wrong_commands, "`--json` `--xml`", ["--xml"]),
        (
            lost_addresses,
            "`/t/<token>/nowhere` `/t/<token>/` `/etc/nowhere`",
            ["/t/<token>/nowhere"],
        ),
        (unknown_names, "`log_no_hand` `Table.objects.for_writing()`", ["log_no_hand"]),
        (unknown_names, "\n\n```\nNO_SUCH_THING=yes\nHTTPS=yes\n```\n", ["NO_SUCH_THING"]),
        (
            machine_paths,
            "in /tmp/x and /home/kate, not `/t/` or `var/work/`",
            ["/tmp/x", "/home/kate,"],
        ),
    ],
)
def test_faults_on_a_page_are_found(find, text, found):
    assert find(text) == found


def test_a_broken_link_is_found():
    text = (
        "[a](docs/rules.md) [b](docs/none.md) [c](#try-it) [d](#none) <img src='x' "
        'src="none.png">'
    )
    assert broken_links(ROOT / "README.md", text) == ["docs/none.md", "#none", "none.png"]


# -- what should be named is
# --------------------------------------------------------------------------


READS = re.compile(r"env_\w+|(os\.environ|environment)\.get")


def variables_read(*patterns):
    """Return the environment variables that the files read."""
    texts = [file.read_text() for pattern in patterns for file in ROOT.glob(pattern)]
    trees = [ast.parse(text) for text in texts if "env" in text]
    calls = [
        node
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.args
    ]
    return {
        call.args[0].value
        for call in calls
        if isinstance(call.args[0], ast.Constant) and READS.fullmatch(ast.unparse(call.func))
    }


def documented_variables():
    return {spans_of(row[0])[0] for row in rows((DOCS / "deploy.md").read_text(), "Variables")}


def test_every_variable_that_the_site_reads_is_documented_and_no_other():
    read = variables_read("clubsite/**/*.py", "scripts/*.py")
    assert documented_variables() == read - OF_OTHERS - {"PROOF_TURN"}  # ./test alone


def test_the_variables_of_the_tests_are_documented():
    tests = variables_read("tests/**/*.py") - documented_variables()
    assert [
        name for name in sorted(tests) if f"`{name}`" not in (DOCS / "deploy.md").read_text()
    ] == []


def test_no_documented_variable_reaches_the_tests():
    assert {*testing.SITE_VARIABLES, "DATA_DIR"} == documented_variables()


def test_the_pages_list_every_rule_set_of_the_shelf():
    if missing := shelf_tables.missing():
        lacking = f"docs/ lacks {', '.join(missing)}: {shelf_tables.COMMAND}"
        if proof.level == "quick":
            pytest.skip(lacking)
        pytest.fail(lacking, pytrace=False)


def test_every_rule_set_named_in_a_sheet_is_on_the_shelf():
    named = {key for page in PAGES for key in re.findall(r'"rules": "([^"]+)"', page.read_text())}
    assert named <= set(SHELF)


@pytest.mark.parametrize("folder", ["static/vendor", "static/fonts", "tests/vendor"])
def test_every_vendored_file_has_a_licence_that_the_readme_names(folder):
    (row,) = (
        row for row in rows((ROOT / "README.md").read_text(), "Licence") if row[0] == f"`{folder}/`"
    )
    (link,) = re.findall(r"\]\(([^)]+)\)", row[2])
    licence, families = (
        ROOT / link,
        (
            "DejaVuSans",
            "Vollkorn-",
            "BowerSans-",
            "NotoSans",
        ),
    )
    named = licence.read_text()
    files = [
        file.name
        for file in (ROOT / folder).iterdir()
        if file != licence and file.name != "CHECKSUMS"
    ]
    uncovered = [
        name
        for name in files
        if name not in named
        and not any(name.startswith(family) and family in named for family in families)
    ]
    assert (licence.parent, uncovered) == (ROOT / folder, [])


def test_the_newest_version_in_the_changelog_is_that_of_the_project():
    versions = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert (versions[0], settings.VERSION) == (PROJECT["project"]["version"],) * 2


def test_the_oldest_python_is_the_same_everywhere():
    oldest = ".".join(map(str, bootstrap.OLDEST))
    assert PROJECT["project"]["requires-python"] == f">={oldest}"
    for page in ("README.md", "CONTRIBUTING.md"):
        assert f"Python {oldest} or newer" in (ROOT / page).read_text()


def test_the_guide_for_contributors_lists_every_feature_and_layer():
    section = (ROOT / "CONTRIBUTING.md").read_text().split("**One folder per feature.**")[1]
    table = [line.strip("| ").split(" | ") for line in section.splitlines() if line[:3] == "| `"]
    features = [spans_of(row[0])[0] for row in table if len(row) == 2]
    layers = {spans_of(row[0])[0]: set(spans_of(row[2])) for row in table if len(row) == 3}
    assert features[: len(FEATURES)] == FEATURES
    assert {layer: layers[layer] for layer in LAYERS} == LAYERS


def test_the_page_about_data_lists_every_model_and_field():
    said = {
        spans_of(row[0])[0]: sorted(spans_of(row[2]))
        for row in rows((DOCS / "data.md").read_text(), "Models")
    }
    models = {model.__name__: model._meta for model in apps.get_app_config("scoring").get_models()}
    fields = {
        name: [field.name for field in (*meta.fields, *meta.many_to_many)]
        for name, meta in models.items()
    }
    assert said == {name: sorted({*names} - {"id"}) for name, names in fields.items()}


def test_the_page_about_data_lists_every_kind_of_address():
    said = {
        door
        for row in rows((DOCS / "data.md").read_text(), "Addresses and access")
        for door in spans_of(row[0])
    }
    routes = {
        re.sub(r"<number:\w+>", "<number>", re.sub(r"<slug:", "<", str(url.pattern)))
        for url in ROUTES
    }
    # A room behind a door may have a row of its own: test_every_address_on_a_page_leads_somewhere
    # knows it.
    assert {f"/{route}" for route in routes} - said == set()


def test_the_page_about_libraries_names_their_installed_versions():
    (page,) = (DOCS / "decisions").glob("0002-*.md")
    locked = (ROOT / "requirements-dev.txt").read_text()
    version = dict(re.findall(r"^([\w-]+)==([\w.]+)", locked, re.M))
    asked = [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"]]
    names = [re.match(r"[\w-]+", one)[0] for one in asked]
    pinned = [(name, version[name.lower()]) for name in names]
    told = [
        library.split()
        for row in rows(page.read_text(), "2. The libraries")
        for library in row[1].split(", ")
    ]
    assert sorted(map(tuple, told)) == sorted(pinned)


def test_the_decisions_are_numbered_and_listed():
    files = sorted((DOCS / "decisions").iterdir())
    titles = [file.read_text().splitlines()[0] for file in files]
    listed = re.findall(
        r"^(\d+)\. \[(.*)\]\(decisions/(.*)\)$", (DOCS / "README.md").read_text(), re.M
    )
    assert [(f"# {no}. {title}", name) for no, title, name in listed] == [
        (title, file.name) for title, file in zip(titles, files, strict=True)
    ]
    # A number is given out before its page is written: one may be missing, none stands twice.
    numbers = [int(file.name[:4]) for file in files]
    assert numbers == list(range(1, len(files) + 1))


STATUS = re.compile(r"\d{4}-\d\d-\d\d\. (Accepted|Superseded by)([^\n]*)\.")
BACK = {"superseded": "supersedes", "amended": "amends"}


def test_each_decision_has_a_date_and_a_status_and_names_its_changes():
    lines = {
        file.name: file.read_text().split("\n\n")[1] for file in (DOCS / "decisions").iterdir()
    }
    wrong = {name: line for name, line in lines.items() if not STATUS.fullmatch(line)}
    changed = [
        (name, BACK[verb.lower()], by)
        for name, line in lines.items()
        for verb, others in re.findall(r"(Superseded|amended) by ([^;]*)", line)
        for by in re.findall(r"\(([\w-]+\.md)\)", others)
    ]
    changes = [
        (name, verb, by)
        for by, line in lines.items()
        for verb, others in re.findall(r"(supersedes|amends) ([^;]*)", line)
        for name in re.findall(r"\(([\w-]+\.md)\)", others)
    ]
    assert (wrong, sorted(changed)) == ({}, sorted(changes))
