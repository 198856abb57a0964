"""The files of laws: a mistake in one is refused, naming the file and the entry."""

import re
import shutil

import pytest

from scoring.euchre.remedies import conditions, reading
from scoring.euchre.remedies.part import BadLaws
from scoring.euchre.remedies.reading import FOLDER, read, tables

FACED = '[deal.faced-card]\nlaw = "34"\ntitle = "A card lay face up in the pack"\n'
REMEDY = 'remedy = "If you find it before a lead, the same player deals again."\n'
AT_FACED = "leeds_dwight.toml, deal.faced-card: "
TWO_CASES = "making-trump.no-discard, cases 2: "


@pytest.fixture
def folder(tmp_path):
    for file in FOLDER.glob("*.toml"):
        shutil.copy(file, tmp_path)
    return tmp_path


def refused(folder):
    """Return why the laws of this folder are refused."""
    with pytest.raises(BadLaws, match="toml") as caught:
        read(folder)
    return str(caught.value)


def change(folder, name, old, new):
    text = (folder / name).read_text(encoding="utf-8")
    assert text.count(old) >= 1
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")


MISTAKES = {
    "leeds_dwight": [
        # What no entry has.
        (REMEDY, f'{REMEDY}remark = "So"\n', f'{AT_FACED}"remark" is unknown here'),
        (FACED, f"[[deal]]\n{FACED}", "leeds_dwight.toml: "),
        (FACED, FACED.replace("deal", "dealing"), 'toml: "dealing" is unknown'),
        (FACED, FACED.replace("deal.", ""), 'toml: "faced-card" is unknown'),
        ('records = "new-deal"', 'records = "new"', f'{AT_FACED}"new" is no "records"'),
        (REMEDY, f'{REMEDY}when = "foggy"\n', f'{AT_FACED}"foggy" is no "when"'),
        ('source = "', 'source = "The ', 'toml: "The Leeds & Dwight 1890" is no "source"'),
        # What an entry lacks.
        ('law = "34"\n', "", f'{AT_FACED}Either a "law" of this book is needed'),
        ('law = "34"\n', 'law = "34"\nrests-on = "ruling"\n', f"{AT_FACED}Either a"),
        ('law = "34"', 'law = ""', f'{AT_FACED}"law" must be a text'),
        ('law = "34"', "law = 34", f'{AT_FACED}"law" must be a text'),
        (REMEDY, "", f'{AT_FACED}No "remedy".'),
        (FACED, FACED.partition("title")[0], f'{AT_FACED}No "title".'),
        (FACED, f'{FACED}chooses = " "\n', f'{AT_FACED}"chooses" must be a text'),
        ('"boxed card"', "3", f'{AT_FACED}"words" must be a list of texts'),
        (REMEDY, f"{REMEDY}cases = []\n", f'{AT_FACED}"cases" has none'),
        (REMEDY, f"{REMEDY}cases = 3\n", f'{AT_FACED}"cases" must be written as [[cases]]'),
        (REMEDY, f"{REMEDY}cases = [3]\n", "deal.faced-card, cases 1: This must be a table"),
        # Numbers of the rule set.
        ("same player deals", "{luck} deals", f'{AT_FACED}"{{luck}}" in "remedy" is no'),
        ("same player deals", "{0} deals", f'{AT_FACED}"{{0}}" in "remedy" is no'),
        ("same player deals", "{point:>4}", f'{AT_FACED}"{{point}}" in "remedy" is no'),
        ("same player deals", "{point", f'{AT_FACED}"remedy": '),
        ("card lay face", "card lay {point}", f'{AT_FACED}"title" has braces'),
        # Keys.
        (FACED, f"{FACED}{REMEDY}\n{FACED}", "leeds_dwight.toml: Cannot declare"),
        ("[play.who-played]", "[play.faced-card]", 'The key "faced-card" has been used before'),
        ('name = "Leeds & Dwight"\n', "", 'leeds_dwight.toml: No "name".'),
    ],
    "britannica": [
        ('when = "two-handed"\n', "", f'{TWO_CASES}No "when".'),
        ('when = "two-handed"\n', 'when = "alone"\nif = 1\n', f'{TWO_CASES}"if" is unknown'),
        ('no-discard]\nlaw = "3"\n', "no-discard]\n", "no-discard, cases 1: Either a "),
        ('law = "3"\n', 'law = "3"\nwhen = "alone"\n', "no-discard: Each case has its"),
    ],
    "rulings": [
        ('rests-on = "misdeal"', 'rests-on = "luck"', 'misdeal-count: "luck" is no "rests-on"'),
        ('rests-on = "misdeal"', 'law = "1"', 'misdeal-count: This file has no "source"'),
    ],
    "bidding": [
        ('"torn"', '"torn", "torn"', 'bidding.toml, borrows 1: The key "torn" has been used'),
        ('"torn"', '"trump-asked"', 'borrows 1: The key "trump-asked" has been used before'),
        ('"torn"', '"worn"', 'bidding.toml, borrows 1: "worn" in "keys" is unknown'),
        ('from = "rulings"', 'from = "hoyle"', 'faced-card: "hoyle" is no "from"; known: '),
        ('from = "rulings"', 'from = "today"', 'today.toml has no entry "faced-card"'),
        ('from = "rulings"', 'from = "rulings"\nrecords = "x"', 'card: "records" is unknown'),
    ],
    "silent_partners": [
        ('"left-table"', '"moved-table"', '"moved-table" in "all-but" is unknown'),
        ("all-but", 'keys = ["torn"]\nall-but', 'Either "keys" or "all-but", not'),
    ],
    "tables": [
        ('sets = ["keller"]', 'sets = ["kellar"]', 'tables 2: "kellar" in "sets" is unknown'),
        ('laws = ["bidding"]\n', "", 'tables 8: No "laws".'),
        ('"keller"]', '"keller", "club-laws"]', 'tables 2: The rule set "club-laws" has been'),
        ('sets = ["keller"]\n', "", 'tables 2: Either "sets" or "when" is needed.'),
        ('"foster", "today"', '"forster", "today"', '"forster" in "laws" is unknown'),
        ('"foster", "today"', '"today"', "foster.toml: No table uses this file"),
        ('when = "with-partners"', 'when = "joker"', 'No laws for the rule set "american".'),
    ],
    "said_today": [
        ("\nrevoke =", "\nrevocation =", 'toml: No book has an entry "revocation"'),
        ('["flashed", "redeal"]', '"redeal"', '"exposed-by-dealer" must be a list of texts'),
    ],
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_refused_with_its_file_and_entry(folder, name):
    for old, new, why in MISTAKES[name]:
        right = (folder / f"{name}.toml").read_text(encoding="utf-8")
        change(folder, f"{name}.toml", old, new)
        said = refused(folder)
        assert why in said
        assert re.match(r"\w+\.toml(, [^:]+)?: ", said)
        (folder / f"{name}.toml").write_text(right, encoding="utf-8")


def test_a_missing_file_is_named(folder):
    (folder / "rulings.toml").unlink()
    assert '"rulings" is no "from"' in refused(folder)
    (folder / "tables.toml").unlink()
    assert refused(folder).startswith("tables.toml: ")


def test_a_set_of_another_house_has_its_own_book_and_borrows_what_it_lacks(folder):
    (folder / "inn.toml").write_text(
        '[deal.faced-card]\nrests-on = "ruling"\ntitle = "Faced"\nremedy = """\nDeal\nagain."""\n'
    )
    change(folder, "tables.toml", '"keller", "silent', '"inn", "keller", "silent')
    ours = next(table for table in read(folder) if table.sets == ("keller",))
    theirs = next(table for table in tables() if table.sets == ("keller",))
    assert {one.key: one.remedy for one in ours.remedies} == {
        **{one.key: one.remedy for one in theirs.remedies},
        "faced-card": "Deal again.",
    }


def test_every_condition_is_named_by_a_file():
    files = "".join(file.read_text(encoding="utf-8") for file in FOLDER.glob("*.toml"))
    named = set(re.findall(r'^when = "(.+)"$', files, flags=re.M))
    assert named == set(conditions.CONDITIONS)


def test_the_files_are_read_once(monkeypatch):
    before = tables()
    monkeypatch.setattr(reading, "read", lambda folder: pytest.fail("They are read again."))
    assert tables() is before
