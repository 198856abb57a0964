"""What phones load in one file."""

import re
from pathlib import Path

import pytest
import quickjs

from clubsite import bundles

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write files to join; returns nothing."""
    monkeypatch.setattr(bundles, "STATIC", tmp_path)
    monkeypatch.setattr(bundles, "BUNDLES", {"all.js": ("vendor/lib.js", "main.js")})
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "lib.js").write_text("globalThis.lib = 'a library';\n")

    def write(**modules):
        for name, text in modules.items():
            (tmp_path / f"{name}.js").write_text(text)

    return write


def value_of(module):
    """What a module exports as `answer`, once it has run with all that it imports."""
    return quickjs.Context().eval(f"{bundles.as_expression(module)}.answer")


def test_a_style_sheet_is_its_parts_in_order_without_their_comments(write, tmp_path, monkeypatch):
    monkeypatch.setattr(bundles, "BUNDLES", {"two.css": ("one.css", "other.css")})
    (tmp_path / "one.css").write_text(
        "/* Says\n   one. */\na {\n  b: c; /* why */\n}\n  /* d */\n  e {}\n"
    )
    (tmp_path / "other.css").write_text("/*! a licence */\nf { g: '/*' '*/' }\n")
    whole = "a{b:c}e{}/*! a licence */f{g:'/*' '*/'}"
    assert bundles.joined("two.css") == whole


def test_a_script_is_its_libraries_and_then_its_modules(write):
    write(main='import { told } from "./other.js";\ntold();\n')
    write(other="export const told = () => {\n  globalThis.seen = lib;\n};\n")
    context = quickjs.Context()
    context.eval(bundles.joined("all.js"))
    assert context.eval("[seen, typeof told].join()") == "a library,undefined"


def test_comments_are_not_sent_in_a_script(write):
    write(main='/* why */\nexport function answer() {\n  return "/* a */"; /* so */\n}\n')
    assert bundles.as_expression("main.js") == (
        '(() => {\n"use strict";\nconst main_js = (() => {\nfunction answer() {\n'
        'return "/* a */";\n}\nreturn { answer };\n})();\nreturn main_js;\n})()'
    )


def test_text_that_looks_like_a_comment_in_a_string_is_kept(write):
    write(main='/* why */ const all = "*/";\nexport const answer = "a /* b"; /* so */\n')
    assert value_of("main.js") == "a /* b"


def test_every_form_of_import_and_export_works(write):
    write(
        base="""export const one = 1, unseen = 9;
export async function two() {}
export function three() {
  return 3;
}
export class Four {}
""",
        main="""import "./first.js";
import { one, three as drei } from "./base.js";
import {
  two,
  Four,
} from "./base.js";
import * as base from "./base.js";

export const answer = [one, drei(), typeof two, typeof Four, base.one, globalThis.order].join();
""",
        first="globalThis.order = 'first';\n",
    )
    assert value_of("main.js") == "1,3,function,function,1,first"


def test_a_module_runs_once_although_several_import_it(write):
    write(
        count="export const calls = [];\n",
        one='import { calls } from "./count.js";\ncalls.push(1);\n',
        other='import { calls } from "./count.js";\ncalls.push(2);\n',
        main="""import "./other.js";
import "./one.js";
import { calls } from "./count.js";
export const answer = calls.join();
""",
    )
    assert value_of("main.js") == "2,1"


def test_modules_do_not_share_their_names(write):
    write(
        other='const name = "hidden";\nexport const show = () => name;\n',
        main='import { show } from "./other.js";\nconst name = "mine";\n'
        "export const answer = name + show();\n",
    )
    assert value_of("main.js") == "minehidden"


def test_a_bundle_that_exports_something_is_a_module_itself(write):
    write(main="export function start() {}\n")
    assert bundles.joined("all.js").splitlines()[3].startswith("export const { start } = (() => {")


@pytest.mark.parametrize(
    ("main", "why"),
    [
        ('import { none } from "./other.js";\n', "main.js imports what other.js does not export"),
        ('import other from "./other.js";\n', "not known here: import other"),
        ('import { some } from "other";\n', "not known here: import { some }"),
        ("export let some = 1;\n", "not known here: export let"),
        ("export default 1;\n", "not known here: export default"),
        ("const some = 1;\nexport { some };\n", "not known here: export { some }"),
        ("const some = `a\n  b`;\n", "a text of several lines"),
        ('import { some } from "./again.js";\n', "main.js -> again.js -> main.js"),
    ],
)
def test_an_unknown_form_of_import_or_export_is_an_error_before_anything_is_served(
    write, main, why
):
    write(main=main, other="export const some = 1;\n")
    write(again='import "./main.js";\nexport const some = 1;\n')
    with pytest.raises(ValueError, match=why.replace("{", r"\{")):
        bundles.as_expression("main.js")


@pytest.mark.parametrize("name", [name for name in bundles.BUNDLES if name.endswith(".js")])
def test_every_script_can_be_joined_and_read(name):
    script = bundles.joined(name)
    quickjs.Context().eval(f"(() => {{ {script.replace('export const', 'const', 1)} }})")


SCRIPT = re.compile(r"""<script[^>]*\{% static '([^']+)' %\}""")


def scripts_of(page):
    """The scripts that a template asks for, with those of what it includes at its head."""
    text = page.read_text()
    included = re.findall(r'\{% include "([^"]*_head\.html)" %\}', text)
    return SCRIPT.findall(text) + [
        name for piece in included for name in SCRIPT.findall((TEMPLATES / piece).read_text())
    ]


def test_no_page_loads_more_than_two_scripts_and_each_is_a_bundle():
    asked = {page: scripts_of(page) for page in TEMPLATES.rglob("*.html")}
    assert {name for names in asked.values() for name in names} <= {*bundles.BUNDLES}
    assert max(map(len, asked.values())) == 2


def test_every_script_of_ours_belongs_to_a_page():
    """Service workers have their own view (scoring/table/views/install.py), and the page that
    checks a draw has its script inside."""
    parts = [part for parts in bundles.BUNDLES.values() for part in parts]
    ours = [part for part in parts if part.endswith(".js") and not part.startswith("vendor/")]
    found = {str(file.relative_to(bundles.STATIC)) for file in bundles.STATIC.rglob("*.js")}
    assert {file for part in ours for file in bundles.modules_of(part)} == {
        file
        for file in found
        if not file.startswith("vendor/") and not file.endswith(("/worker.js", "/draw-check.js"))
    }


def test_every_bundle_is_collected_under_its_name():
    found = {
        name: storage.open(name).read().decode()
        for name, storage in bundles.BundleFinder().list([])
    }
    assert found == {name: bundles.joined(name) for name in bundles.BUNDLES}


SHEET = re.compile(r"""<link rel="stylesheet" href="\{% static '([^']+\.css)' %\}">""")
NO_MEANING = {"letters.css", "site.css", "print.css"}
"""Shared styles: the fonts, the parts of every page, and the parts left out on paper."""


def first_classes(sheet):
    """Return the first classes of a sheet's selectors, which are styled anywhere."""
    text = re.sub(r"/\*.*?\*/", "", (bundles.STATIC / sheet).read_text(), flags=re.DOTALL)
    for rule in re.findall(r"([^{};]+)\{", text):
        if rule.lstrip().startswith("@"):
            continue
        for selector in re.split(r",(?![^(]*\))", rule):
            first = re.match(r"\s*(?:[a-z]*\.([\w-]+)|:is\(([^)]*)\))", selector)
            if first:
                yield from [first[1]] if first[1] else re.findall(r"(?:^|, )\.([\w-]+)", first[2])


def test_a_class_has_one_meaning_on_a_page():
    """A class that is styled anywhere is so in one sheet of a page only, or in the shared
    sheets."""
    pages = {
        tuple(part for name in (base, *asked) for part in bundles.BUNDLES.get(name, (name,)))
        for page in TEMPLATES.rglob("*.html")
        for base, asked in [("page.css", SHEET.findall(page.read_text()))]
        if "pad.css" not in asked
    } | {bundles.BUNDLES["pad.css"]}
    shared = set(first_classes("site.css"))
    twice = set()
    for sheets in pages:
        found = [
            (name, sheet)
            for sheet in dict.fromkeys(sheets)
            if sheet not in NO_MEANING
            for name in set(first_classes(sheet)) - shared
        ]
        names = [name for name, _ in found]
        twice |= {(name, sheet) for name, sheet in found if names.count(name) > 1}
    assert sorted(twice) == []


def test_no_file_is_at_the_address_of_a_bundle():
    assert [name for name in bundles.BUNDLES if (bundles.STATIC / name).exists()] == []
