"""Whatever irregularity a set of the shelf knows is asked for, kept, told and shown: a new one is
told every place where it is still unknown."""

from pathlib import Path

import pytest

from scoring.euchre import wording
from scoring.euchre.books import SHELF
from scoring.euchre.remedies import remedies
from scoring.euchre.reread import MEANINGLESS
from scoring.euchre.rule_set import PROVISIONS
from scoring.euchre.rules_pages.page import TOPICS
from scoring.euchre.rules_pages.point_table import OFFENCES
from scoring.table.forms.hands import HandForm
from scoring.table.views.offences import OF_KIND, offences
from tests.cast import FIVE, a_phone, a_table, address
from tests.html import shown

PACK = Path(__file__).resolve().parents[3] / "static/table/pad/pack.js"
KINDS = sorted({kind for rules in SHELF.values() for kind in rules.irregularities})


def field(kind):
    return kind.replace("-", "_")


def unknown(kind):
    """Return the places where this irregularity is not known yet, each with what it says there."""
    everywhere = all(kind in rules.irregularities for rules in SHELF.values())
    cited = (*TOPICS, *PROVISIONS())
    examples = {one for case in OFFENCES for one, _ in case.offences}
    told_at = [rules for rules in SHELF.values() if kind in rules.irregularities] or SHELF.values()
    recorded = {one.records for rules in told_at for one in remedies(rules)}
    places = {
        "scoring/euchre/rules_pages/page.py, TOPICS: what its law is about": any(
            what.startswith(kind) for what in cited
        ),
        "scoring/euchre/rules_pages/point_table.py, OFFENCES: an example": kind in examples,
        "scoring/euchre/wording.py, OFFENDED: what its player did": kind in wording.OFFENDED,
        "scoring/euchre/reread.py, MEANINGLESS: its name where it means nothing": everywhere
        or kind in MEANINGLESS,
        "scoring/euchre/remedies/: what to do about it, with `records`": kind in recorded,
        f"scoring/table/forms/hands.py, HandForm and OFFENCES: the field {field(kind)}": field(kind)
        in HandForm.base_fields,
        "scoring/table/views/offences.py, OF_KIND: the question of the pad": kind in OF_KIND,
        f"static/table/pad/pack.js, FACTS: a letter for {field(kind)}": f'"{field(kind)}"'
        in PACK.read_text(),
    }
    return [place for place, known in places.items() if not known]


def test_every_irregularity_of_the_rule_sets_is_known_in_every_place():
    told = [f"{kind}: {place}" for kind in KINDS for place in unknown(kind)]
    if told:
        pytest.fail("Not known yet:\n" + "\n".join(told), pytrace=False)


def test_a_new_irregularity_is_reported_for_every_place():
    assert unknown("dropped-tray") == [
        "scoring/euchre/rules_pages/page.py, TOPICS: what its law is about",
        "scoring/euchre/rules_pages/point_table.py, OFFENCES: an example",
        "scoring/euchre/wording.py, OFFENDED: what its player did",
        "scoring/euchre/reread.py, MEANINGLESS: its name where it means nothing",
        "scoring/euchre/remedies/: what to do about it, with `records`",
        "scoring/table/forms/hands.py, HandForm and OFFENCES: the field dropped_tray",
        "scoring/table/views/offences.py, OF_KIND: the question of the pad",
        "static/table/pad/pack.js, FACTS: a letter for dropped_tray",
    ]


def test_the_pad_says_what_a_revoke_does_and_whether_tricks_are_needed():
    names = [str(no) for no in range(6)]
    said = {
        key: next(one.hint for one in offences(SHELF[key], names) if one.name == "revoke")
        for key in ("keller", "club-laws", "hoyle-three-setback", "auction", "bid")
    }
    bids = "By the bidder’s side, the bid is set. By an opponent, it is made. Tap the tricks too."
    assert said == {
        "keller": "This decides the hand. You don’t need to enter the tricks.",
        "club-laws": "Each counts 3, or 5 in a lone hand. The tricks count too.",
        "hoyle-three-setback": "A player who reneges is set back. If it was a defender, "
        "the maker keeps the points for tricks.",
        "auction": bids,
        "bid": bids,
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rules", "first"),
    [
        ("keller", "who made trump, and the tricks if the hand was played out"),
        ("club-laws", "who made trump and the tricks"),
        ("bid", "who won the bid, the bid and the tricks"),
    ],
)
def test_tricks_are_asked_for_first_only_where_a_revoke_needs_them(rules, first):
    page = a_phone().get(address(a_table(names=FIVE[:4], rules_key=rules)))
    assert shown(page, r'<p class="hint">\s*(First tap.*?)</p>') == [
        f"First tap {first}. Then choose here what went wrong."
    ]
