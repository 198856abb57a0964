"""Settings, from a director's page or a file, to a format and back."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournament.pure.formats import (
    CRITERIA,
    ENDS,
    FOR_EACH,
    FORMATS,
    MOVEMENTS,
    ODD,
    PARTNERS,
    POT_TO,
    PRIZES,
    RESTS,
    SETTINGS,
    SIT_OUT_POINTS,
    SITS_OUT,
    TIES,
    Pot,
    Prize,
)
from scoring.tournament.pure.settings import READERS, BadSetting, format_of, settings_of

MONEY, WORDS = st.integers(0, 10**9), st.text("abc é'", max_size=20).map(str.strip)
NAMES = WORDS.filter(bool)
POTS = st.fixed_dictionaries(
    {"name": NAMES, "to": st.sampled_from(list(POT_TO))},
    optional={"amount": MONEY, "each": MONEY, "for_each": st.sampled_from(list(FOR_EACH))},
)
VALUES = {
    "rules": st.sampled_from(["keller", "hoyle-three"]),
    "lone_euchre": st.sampled_from([None, 2, 3, 4]),
    "lone_partner": st.integers(0, 99),
    "forfeit_points": st.sampled_from([[], [8, 0], [3, -2], [1, 1], [0, 1]]),
    "rounds": st.integers(1, 99),
    "ends": st.sampled_from(list(ENDS)),
    "hands": st.integers(0, 99),
    "bell_at": st.integers(1, 99),
    "minutes": st.integers(0, 240),
    "break_minutes": st.integers(0, 240),
    "movement": st.sampled_from(list(MOVEMENTS)),
    "partners": st.sampled_from(list(PARTNERS)),
    "tie": st.sampled_from(list(TIES)),
    "ranking": st.lists(st.sampled_from(list(CRITERIA)), min_size=1, unique=True),
    "groups": st.lists(NAMES, min_size=2, max_size=2, unique=True) | st.just([]),
    "odd": st.sampled_from(list(ODD)),
    "sit_out_points": st.sampled_from(list(SIT_OUT_POINTS)),
    "fee": MONEY,
    "prizes": st.lists(
        st.fixed_dictionaries(
            {"prize": st.sampled_from(list(PRIZES))},
            optional={"amount": MONEY, "percent": st.integers(0, 60), "gift": WORDS},
        ),
        unique_by=lambda one: one["prize"],
    ),
    "round_to": st.integers(1, 500),
    "rest": st.sampled_from(list(RESTS)),
    "tiers": st.lists(
        st.fixed_dictionaries(
            {
                "from": st.integers(1, 99),
                "prizes": st.just([{"prize": "first", "percent": 50}, {"prize": "second"}]),
            }
        ),
        unique_by=lambda one: one["from"],
    ),
    "pots": st.lists(POTS, unique_by=lambda one: one["name"]),
}


@given(
    st.sampled_from(list(FORMATS)),
    st.fixed_dictionaries({}, optional={key: VALUES.get(key, st.booleans()) for key in SETTINGS}),
)
def test_a_format_is_read_back_from_its_settings_or_a_bad_setting_is_named(style, settings):
    try:
        found = format_of(style, settings)
    except BadSetting as wrong:
        assert wrong.field in SETTINGS
        return
    told = json.loads(json.dumps(settings_of(found)))
    assert format_of(style, told) == found
    assert told.keys() <= settings.keys()


def test_every_setting_can_be_read():
    assert tuple(READERS) == SETTINGS


@pytest.mark.parametrize("style", FORMATS)
def test_a_built_in_format_has_no_settings_of_its_own(style):
    assert (format_of(style, {}), settings_of(FORMATS[style])) == (FORMATS[style], {})


def test_prizes_and_pots_are_objects_in_a_file():
    settings = {
        "prizes": [
            {"prize": "first", "amount": 5000},
            {"prize": "booby", "gift": "A wooden spoon"},
        ],
        "pots": [{"name": "Basket", "to": "most lone hands", "each": 25, "for_each": "lone"}],
    }
    found = format_of("club", settings)
    assert found.prizes == (
        Prize(prize="first", amount=5000),
        Prize(prize="booby", gift="A wooden spoon"),
    )
    assert found.pots == (Pot(name="Basket", to="most lone hands", each=25, for_each="lone"),)
    assert settings_of(found) == settings


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"round": 8}, "round: There is no such setting."),
        ({"name": "Mine"}, "name: There is no such setting."),
        ({"pairs": True}, "pairs: There is no such setting."),
        ({"rounds": 0}, "rounds: A whole number from 1 to 99, not 0."),
        ({"rounds": True}, "rounds: A whole number from 1 to 99, not true."),
        ({"rounds": 8.0}, "rounds: A whole number from 1 to 99, not 8.0."),
        ({"fee": -1}, "fee: A whole number from 0 to 1000000000, not -1."),
        ({"share": 1}, "share: Yes or no (true or false), not 1."),
        ({"lone_euchre": 1}, "lone_euchre: One of none (null), 2, 3, 4, not 1."),
        ({"ends": "noon"}, 'ends: One of bell, hands, clock, not "noon".'),
        ({"ends": ["bell"]}, 'ends: One of bell, hands, clock, not ["bell"].'),
        ({"rules": "Keller!"}, 'rules: The key of a rule set, such as american, not "Keller!".'),
        ({"ranking": []}, "ranking: One at least, and each once."),
        ({"ranking": ["won", "won"]}, "ranking: One at least, and each once."),
        ({"groups": ["Ladies"]}, "groups: Two groups of different names, or none."),
        ({"prizes": [{"amount": 5}]}, "prizes: Each needs its prize."),
        ({"prizes": [{"prize": "first"}, {"prize": "first"}]}, "prizes: Each prize once."),
        ({"prizes": [{"prize": "first", "sum": 5}]}, 'prizes: "sum" is not a key here.'),
        (
            {"prizes": [{"prize": "first", "amount": 5, "percent": 5}]},
            "prizes: A prize has an amount or a percentage, not both.",
        ),
        (
            {"prizes": [{"prize": "first", "percent": 60}, {"prize": "second", "percent": 41}]},
            "prizes: The percentages add up to 101, and they can be 100 at most.",
        ),
        (
            {"tiers": [{"from": 4, "prizes": []}, {"from": 4, "prizes": []}]},
            "tiers: Each tier by a number of its own.",
        ),
        ({"tiers": [{"from": 0, "prizes": []}]}, "tiers: A whole number from 1 to 999, not 0."),
        ({"pots": [{"name": "", "to": "kept"}]}, 'pots: From 1 to 60 characters, not "".'),
        ({"ends": "clock"}, "minutes: A round that the clock ends needs its minutes."),
        ({"hands": 0}, "hands: A round of so many hands needs one at least."),
        (
            {"tie": "stays"},
            "tie: Where winners progress a tie cannot stay one: the movement needs a winner.",
        ),
        ({"prizes_by_group": True}, "prizes_by_group: Prizes by group need two groups."),
    ],
)
def test_a_bad_setting_is_reported_with_its_key(settings, said):
    with pytest.raises(BadSetting) as refused:
        format_of("club", settings)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"partners": "split"}, "partners: Fixed pairs stay together: partners cannot be split."),
        (
            {"movement": "seats"},
            "movement: Fixed pairs cannot move by their seats: partners would part.",
        ),
        ({"odd": "three"}, "odd: Fixed pairs cannot play at a table of three."),
    ],
)
def test_fixed_pairs_cannot_split(settings, said):
    with pytest.raises(BadSetting) as refused:
        format_of("pairs", settings)
    assert str(refused.value) == said


def test_an_unknown_style_is_refused():
    with pytest.raises(BadSetting) as refused:
        format_of("modern", {})
    assert (refused.value.field, refused.value.message) == (
        "style",
        'One of classic, club, rotation, seats, pairs, not "modern".',
    )


PAGE = Path(__file__).resolve().parents[3] / "docs" / "tournament-format.md"


def test_the_documentation_lists_every_setting_and_its_values():
    section = PAGE.read_text(encoding="utf-8").split("\n## Settings\n")[1].split("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*)$", section, re.M))
    assert tuple(rows) == SETTINGS
    choices = {
        "ends": ENDS,
        "movement": MOVEMENTS,
        "partners": PARTNERS,
        "tie": TIES,
        "ranking": CRITERIA,
    }
    choices |= {"rest": RESTS, "odd": ODD, "sits_out": SITS_OUT, "sit_out_points": SIT_OUT_POINTS}
    for key, values in choices.items():
        assert set(re.findall("`([^`]+)`", rows[key].split(" | ")[0])) == set(values)
    assert set(PRIZES) | set(POT_TO) <= set(re.findall("`([^`]+)`", section))
