"""A broken file is refused with its line, and nothing of it is stored."""

import json
from datetime import date

import pytest

from scoring.common.refused import Refused
from scoring.euchre.books import SHELF
from scoring.models import HandRecord
from scoring.site.club_file.load import load_club
from scoring.site.club_file.writing import lines, save
from scoring.table.actions.corrections import take_back
from tests.cast import PHONE, a_table, an_evening, an_organiser, close, everything, log, some_id
from tests.rich_club import emptied

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path):
    return tmp_path / "ours.jsonl"


def refused(file):
    """How loading the file into an emptied book is refused."""
    emptied()
    stored = everything()
    with pytest.raises(Refused) as why:
        load_club(file=file, owner=an_organiser("kate"))
    assert everything() == stored
    return str(why.value)


def says(kind, no=0, **said):
    """A change of a file: its row `no` of this kind says something else; what is ... is left
    out."""

    def change(found):
        row = [row for row in found if row["is"] == kind][no]
        row |= said
        for key in [key for key, value in said.items() if value is ...]:
            del row[key]
        return found

    return change


def without(*kinds, **said):
    """A change of a file: no rows of these kinds that say this, and the last line counts what is
    left."""

    def change(found):
        gone = [row for row in found if row["is"] in kinds and said.items() <= row.items()]
        kept = [row for row in found if row not in gone]
        return [*kept[:-1], {"is": "end", "rows": len(kept) - 1}]

    return change


def with_one_more(row, **said):
    """A change of a file: this row stands before the last."""

    def change(found):
        return [*found[:-1], row | said, {"is": "end", "rows": len(found)}]

    return change


def signing(*path, value):
    """A change of a file: the statement that was signed says something else in one place."""

    def change(found):
        (row,) = [row for row in found if row["is"] == "closing"]
        *way, last = path
        place = row["document"]
        for step in way:
            place = place[step]
        place[last] = value
        return found

    return change


NO_CLUB = 'this is no club: its first line does not say "format": "euchre-club/1"'
BROKEN_OFF = "the file breaks off here: its last line, which counts the others, is missing"
THE_TABLE = "Table 1 of Friday 1 May 2026"
THE_SITTING = f"{THE_TABLE}, sitting 1"
THE_LAST, NO_LINE = -1, None
SPRING = {"starts_on": "2026-03-01", "ends_on": "2026-05-31"}
SEASON = {"is": "season", "id": 9, "name": "Spring", **SPRING}
SEASON |= {"counts": "all", "order": ["points", "charm"], "least_evenings": 0}
PLAN = {"is": "plan", "session": 1, "way": "hand", "seed": 1, "people": [1, 2, 3, 4], "edition": 1}
PLAN |= {"made_at": "2026-05-01T19:00:00+00:00", "made_by": "kate"}
PLANNED = {
    "rules_key": "keller",
    "house": None,
    "options": {},
    "stake_minor": 0,
    "seats": [1, None, 3, 4],
}
NO_STATEMENT = (
    "this closing cannot be: document is wrong, or refers to something not listed above it"
)
NO_PLAN = "this plan cannot be: a table of the plan "
BROKEN = {
    "truncated": (lambda found: found[:-1], THE_LAST, BROKEN_OFF),
    "of another version": (says("club", format="euchre-club/2"), 0, NO_CLUB),
    "without its first line": (lambda found: found[1:], 0, NO_CLUB),
    "with a row missing": (
        lambda found: [row for row in found if row.get("right") != "watch"],
        THE_LAST,
        "{less} rows stand above, not {rows}",
    ),
    "with a row after the end": (
        lambda found: [*found, found[-1]],
        THE_LAST,
        "this line stands after the last",
    ),
    "with two clubs": (
        lambda found: [found[0], *found],
        1,
        "the first line, and no other, is the club",
    ),
    "with an unknown key": (says("player", age=7), "player", '"age" is not a key of player'),
    "with an unknown kind": (says("player", **{"is": "dog"}), "dog", '"dog" is no kind of row'),
    "with a key missing": (says("session", played_on=...), "session", "played_on is missing"),
    "with null": (says("player", notes=None), "player", "notes must be text, not null"),
    "with a number twice": (
        says("player", 1, id=1),
        "player 2",
        "this player cannot be: its number 1 is another’s",
    ),
    "with a name twice": (
        says("player", name="BEN"),
        "player 2",
        "this player cannot be: one player a name",
    ),
    "with a name that is none": (
        says("player", name=" "),
        "player",
        'this player cannot be: " " is no name',
    ),
    "with a negative amount": (
        says("payment", amount=-5),
        "payment",
        "amount must be from 0 to 9223372036854775807, not -5",
    ),
    "with a payment of nothing": (
        says("payment", amount=0),
        "payment",
        "this payment cannot be: payments are more than nothing",
    ),
    "with a reference to nothing": (
        says("seat", player=99),
        "seat",
        "this seat cannot be: player 99 is no player above it",
    ),
    "with a statement of nobody": (
        says("closing", document={"names": []}),
        "closing",
        "this closing cannot be: document is wrong, or refers to something not listed above it",
    ),
    "with a currency that is none": (
        says("club", currency="XXX"),
        "club",
        'this club cannot be: "XXX" is not a currency code such as GBP',
    ),
    "with rules that are none": (
        says("table", rules_key="bridge"),
        "table",
        f'this table cannot be: "bridge" is not a rule set; known: {", ".join(SHELF)}',
    ),
    "with too few players": (
        lambda found: without("seat", no=4)(without("seat", no=3)(found)),
        NO_LINE,
        f"{THE_SITTING}: Call-Ace is for 4 to 7 players, not 3",
    ),
    "with an impossible hand": (
        says("hand", tricks=8),
        "hand",
        "this hand cannot be: 8 tricks: there are only seven in a hand",
    ),
    "with a stranger's hand": (
        says("hand", maker=6, alone=6),
        "hand",
        f"{THE_SITTING}: hand 1: There is no seat 7 at this table",
    ),
    "with a hand that its rules forbid": (
        says("hand", irregularities=[["exposed", 1, 1]]),
        "hand",
        f'{THE_SITTING}: hand 1: "exposed" has no meaning in Call-Ace',
    ),
    "with an irregularity that is none": (
        says("hand", irregularities=[["sneezed", 1, 1]]),
        "hand",
        'this hand cannot be: "sneezed" is no irregularity, or never happened',
    ),
    "with a hand twice": (
        says("hand", 1, id=str(some_id(1))),
        "hand 2",
        "this hand cannot be: it stands there twice",
    ),
    "with a stranger in a hand taken back": (
        says("hand", 2, maker=6),
        "hand 3",
        "a hand names a seat that its table has not",
    ),
    "with a correction of no hand": (
        says("correction", record=str(some_id(99))),
        "correction",
        "this correction cannot be: record 00000000-0000-0000-0000-000000000063 is no hand above "
        "it",
    ),
    "with a correction that says nothing": (
        says("correction", before={}),
        "correction",
        "this correction cannot be: Enter who made trump",
    ),
    "with a correction to an impossible hand": (
        says("correction", after={"maker": 1, "tricks": 8}),
        "correction",
        "this correction cannot be: 8 tricks: there are only seven in a hand",
    ),
    "with a correction of another kind of fact": (
        says("correction", after={"maker": 1, "weather": "fine"}),
        "correction",
        'this correction cannot be: "weather" is no fact of a hand',
    ),
    "with a code that no address can have": (
        says("link", token="a/b"),
        "link",
        'this link cannot be: "a/b" is no code for an address',
    ),
    "with a way to mark that is none": (
        says("table", marks="pebbles"),
        "table",
        'this table cannot be: "pebbles" is no way to mark a score',
    ),
    "with a season that is decided by what is unknown": (
        with_one_more(SEASON),
        "season",
        'this season cannot be: "charm" decides no season',
    ),
    "with a season that nothing decides": (
        with_one_more(SEASON, order=[]),
        "season",
        "this season cannot be: nothing decides no season",
    ),
    "with a season whose order is no list": (
        with_one_more(SEASON, order={"points": 1}),
        "season",
        "this season cannot be: order must be a list, not an object",
    ),
    "with a season of best evenings where none is better": (
        with_one_more(SEASON, order=["rating"], best_of=3),
        "season",
        "this season cannot be: by rating no evening is better than another",
    ),
    "with a tally by rules that are none": (
        says("tally", rules_key="bridge"),
        "tally",
        f'this tally cannot be: "bridge" is not a rule set; known: {", ".join(SHELF)}',
    ),
    "with a plan whose table says too little": (
        with_one_more(PLAN, tables=[{"seats": [None] * 4}]),
        "plan",
        f"{NO_PLAN}does not say what a table needs",
    ),
    "with a plan by rules that are none": (
        with_one_more(PLAN, tables=[PLANNED | {"rules_key": "bridge"}]),
        "plan",
        f'this plan cannot be: "bridge" is not a rule set; known: {", ".join(SHELF)}',
    ),
    "with a plan at a stake that is none": (
        with_one_more(PLAN, tables=[PLANNED | {"stake_minor": -5}]),
        "plan",
        f"{NO_PLAN}has a stake that cannot be",
    ),
    "with a plan of options that are none": (
        with_one_more(PLAN, tables=[PLANNED | {"options": [1]}]),
        "plan",
        "this plan cannot be: options must be an object, not a list",
    ),
    "with a plan of more seats than people": (
        with_one_more(PLAN, way="books", tables=[PLANNED, PLANNED]),
        "plan",
        "this plan cannot be: More seats than people",
    ),
    "with a plan whose moves are no sentences": (
        with_one_more(PLAN, moved=[1]),
        "plan",
        "this plan cannot be: moved must be text, not 1",
    ),
    "with a plan of somebody unknown": (
        with_one_more(PLAN, people=["Ann"]),
        "plan",
        "this plan cannot be: people is wrong, or refers to something not listed above it",
    ),
    **{
        f"with a statement of {what}": (signing(*path, value=value), "closing", NO_STATEMENT)
        for what, *path, value in (
            ("another currency than any", "currency", "XXX"),
            ("an amount in words", "nets", 0, "minor", "five"),
            ("half a point", "nets", 0, "points", 0.5),
            ("names that are numbers", "names", 0, 1),
            ("names in one word", "names", "AnnBe"),
            ("somebody below the first", "transfers", 0, "debtor", -1),
            ("somebody after the last", "pairs", 0, "creditor", 5),
            ("somebody and a half", "transfers", 0, "creditor", 1.0),
            ("a story of numbers", "sittings", 0, "story", [1]),
            ("debts of strangers", "sittings", 0, "debts", [[0, 9, 1]]),
            ("a debt to nobody", "sittings", 0, "debts", [[0, 1]]),
            ("sides of strangers", "sittings", 0, "sides", [[0, 9], [1, 2], [3, 4]]),
            ("a side of nobody", "sittings", 0, "sides", [[0, 1], []]),
            ("sides of some of them", "sittings", 0, "sides", [[0, 1], [2, 3]]),
            ("sides in a word", "sittings", 0, "sides", "ab"),
            ("one who sat twice", "sittings", 0, "players", [0, 0, 1, 2, 3]),
        )
    },
    "with a table without a sitting": (
        without("sitting", "seat", "hand", "correction"),
        NO_LINE,
        f"{THE_TABLE} has no sitting",
    ),
}


def a_small_club():
    """Two hands were played, one was taken back, and the evening is closed."""
    table = a_table("Eve! 5", session=an_evening(played_on=date(2026, 5, 1)))
    HandRecord.objects.update(id=some_id(1))
    log(table, "Ben+Dan 3")
    take_back(record=log(table, "Cat! 5"), actor=PHONE)
    return close(table.session).session.club


def line_of(where, found):
    """Where a row stands: by its place, or as "kind", "kind 2"."""
    if where is NO_LINE:
        return ""
    if isinstance(where, str):
        kind, _, no = where.partition(" ")
        where = [at for at, row in enumerate(found) if row["is"] == kind][int(no or 1) - 1]
    return f"line {where % len(found) + 1}: "


def test_a_broken_file_is_refused_with_its_line_and_not_stored(file):
    saved = list(lines(a_small_club()))
    told, expected = {}, {}
    for what, (change, where, sentence) in BROKEN.items():
        found = [json.loads(line) for line in saved]
        rows = found[-1]["rows"]
        found = change(found)
        file.write_text("".join(f"{json.dumps(row)}\n" for row in found))
        sentence = sentence.format(rows=rows, less=rows - 1)
        told[what] = refused(file)
        expected[what] = f"{line_of(where, found)}{sentence}."
    assert told == expected


def test_a_file_truncated_anywhere_is_refused(tmp_path):
    club, saved = a_small_club(), {}
    for name in ("ours.jsonl", "ours.jsonl.gz"):
        save(club, file=tmp_path / name)
        saved[name] = (tmp_path / name).read_bytes()
    for name, data in saved.items():
        for cut in (10, 400, -8, -1):
            (tmp_path / name).write_bytes(data[:cut])
            assert refused(tmp_path / name), (name, cut)


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"[]\n", b"\xff\n", b"{" * 10**5 + b"\n", b"null\n", b'{"is": []}\n']
)
def test_a_file_that_is_not_a_club_is_refused(data, file):
    file.write_bytes(data)
    assert refused(file)
