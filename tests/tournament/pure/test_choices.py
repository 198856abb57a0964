"""The movements that the settings page offers are those that can be saved."""

from itertools import product

from scoring.tournament.forms.movement import CHOICES, OWN
from scoring.tournament.pure.formats import MOVEMENTS
from scoring.tournament.pure.moves import BY_SEATS
from scoring.tournament.pure.presets import PRESETS, why_not_by
from scoring.tournament.pure.seats import FOUR, SIX
from scoring.tournament.pure.settings import BadSetting, as_json, format_of

GROUPS = ("L", "G")


def refused(choice, size, style):
    """Return what is wrong with a movement, in a tournament that has two groups."""
    if choice in PRESETS:
        movement = as_json(PRESETS[choice].made(GROUPS, size))
    else:
        movement = choice if choice in MOVEMENTS else as_json(BY_SEATS)
    try:
        format_of(style, {"table_size": size, "movement": movement, "groups": [*GROUPS]})
    except BadSetting as wrong:
        return wrong.message
    return ""


def test_what_is_not_offered_is_what_would_be_refused():
    wrong = {}
    for (choice, _), (size, style) in product(
        CHOICES, ((FOUR, "club"), (SIX, "club"), (FOUR, "pairs"))
    ):
        if choice == OWN:
            continue
        why = why_not_by(choice, six=size == SIX, pairs=style == "pairs")
        if bool(why) != bool(found := refused(choice, size, style)):
            wrong[choice, size, style] = (why, found)
    assert wrong == {}
