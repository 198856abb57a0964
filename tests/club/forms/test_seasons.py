from datetime import date

import pytest

from scoring.club.forms.seasons import SeasonForm
from scoring.models import Season

TODAY = date(2026, 11, 21)
AS_SUGGESTED = {
    "name": "2026",
    "starts_on": date(2026, 1, 1),
    "ends_on": date(2026, 12, 31),
    "counts": "all",
    "order": ["points_a_hand", "net_points", "evenings"],
    "best_of": None,
    "least_evenings": 0,
    "place_points": [],
    "others_take": None,
    "places_by": "points",
    "level": "",
}

PLACED = {"first": "place_points", "second": "evenings", "third": "", "counts": "tournaments"}
PLACED |= {"place_points": "10; 8 6, 6", "others_take": "1", "places_by": "net_points"}
PLACED |= {"level": "each"}
BY_PLACES = {"order": ["place_points", "evenings"], "place_points": [10, 8, 6, 6]}
BY_PLACES |= {"others_take": 1, "places_by": "net_points", "level": "each"}
MORE = "A place can’t have more points than the place before it."
WHOLE = "Enter whole numbers such as 10, 8, 6."
MOST = "Enter up to 60 places with up to 999 points each."
NO_LIST = "Enter the points for each place."
NO_ORDER = "Choose Season points under “Rank by”, or leave this blank."


def as_shown(season=None):
    """Return the values that a browser sends with the form as shown."""
    form = SeasonForm(today=TODAY, season=season)
    shown = {name: form[name].value() or "" for name in form.fields} | (
        {} if season else {"counts": "all"}
    )
    return {name: str(value) for name, value in shown.items()}


def sent(**typed):
    return SeasonForm(as_shown() | typed, today=TODAY)


def test_this_calendar_year_is_suggested():
    form = sent()
    assert (form.is_valid(), form.what) == (True, AS_SUGGESTED)


@pytest.mark.parametrize(
    ("typed", "what"),
    [
        ({"starts_on": "", "ends_on": ""}, {}),
        ({"starts_on": "2025-09-01", "ends_on": ""}, {"starts_on": date(2025, 9, 1)}),
        ({"second": "", "third": "", "fourth": "points"}, {"order": ["points_a_hand", "points"]}),
        ({"first": "rating", "second": "", "third": ""}, {"order": ["rating"]}),
        ({"best_of": "8", "least_evenings": "4"}, {"best_of": 8, "least_evenings": 4}),
        ({"counts": "games", "name": " Autumn  "}, {"counts": "games", "name": "Autumn"}),
        (PLACED, {**BY_PLACES, "counts": "tournaments"}),
    ],
)
def test_a_typed_season_is_read(typed, what):
    form = sent(**typed)
    assert (form.is_valid(), form.what) == (True, AS_SUGGESTED | what)


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"name": " "}, "name", "Give the season a name."),
        (
            {"starts_on": "soon"},
            "starts_on",
            "“soon” is not a date. Write it as 24 December 2026.",
        ),
        ({"ends_on": "2025-12-31"}, "ends_on", "The last day must not be before the first."),
        ({"counts": "some"}, "counts", "Choose one from the list."),
        ({"first": ""}, "first", "Choose one from the list."),
        ({"second": "luck"}, "second", "Choose one from the list."),
        ({"third": "points_a_hand"}, "third", "Points per hand is already chosen above."),
        (PLACED | {"place_points": "10, 12"}, "place_points", MORE),
        (PLACED | {"place_points": "ten"}, "place_points", WHOLE),
        (PLACED | {"place_points": "1000"}, "place_points", MOST),
        (PLACED | {"place_points": ""}, "place_points", NO_LIST),
        (PLACED | {"places_by": "rating"}, "places_by", "Choose one from the list."),
        (PLACED | {"first": "points"}, "place_points", NO_ORDER),
        ({"best_of": "0"}, "best_of", "Enter a number from 1 to 999."),
        ({"best_of": "some"}, "best_of", "Enter a number from 1 to 999."),
        ({"least_evenings": "1000"}, "least_evenings", "Enter a number from 0 to 999."),
        (
            {"first": "rating", "best_of": "8"},
            "best_of",
            "Rating can’t pick the best nights. Rank by something else.",
        ),
    ],
)
def test_an_invalid_season_is_refused_with_a_sentence_beside_its_field(typed, field, sentence):
    form = sent(**typed)
    assert (form.is_valid(), form.errors) == (False, {field: [sentence]})


def test_a_season_sent_as_shown_is_unchanged():
    changed = {"best_of": 5, "least_evenings": 3, "counts": "points", **BY_PLACES}
    season = Season(**(AS_SUGGESTED | changed))
    form = SeasonForm(as_shown(season), today=TODAY, season=season)
    assert form.is_valid()
    assert form.what == {name: getattr(season, name) for name in AS_SUGGESTED}
