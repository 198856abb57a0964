import pytest

from scoring.models import SavedFormat
from scoring.tournament.actions.settings import delete_format, save_format
from tests.cast import a_club, everything
from tests.plans import refusal

pytestmark = pytest.mark.django_db

THURSDAY = {"style": "classic", "settings": {"rounds": 10, "bell_at": 7}}


def test_a_club_saves_a_format_under_a_name_once():
    club = a_club()
    saved = save_format(club=club, name="Thursday", **THURSDAY)
    assert (saved.style, saved.settings) == ("classic", {"rounds": 10, "bell_at": 7})
    stored = everything()
    assert save_format(club=club, name="thursday", **THURSDAY) == saved
    assert everything() == stored


@pytest.mark.parametrize("name", ["Thursday", "THURSDAY", "Classic"])
def test_a_format_name_that_is_taken_is_refused(name):
    club = a_club()
    save_format(club=club, name="Thursday", **THURSDAY)
    why = refusal(save_format, club=club, name=name, style="club", settings={})
    assert why.endswith("already. Give this one another name.")


def test_an_impossible_format_is_not_saved():
    assert "rounds" in refusal(
        save_format, club=a_club(), name="X", style="club", settings={"rounds": 0}
    )


def test_the_counted_amount_of_a_pot_is_not_saved_with_the_format():
    pot = {"name": "Basket", "to": "most lone hands", "amount": 700, "each": 10, "for_each": "lone"}
    saved = save_format(club=a_club(), name="X", style="club", settings={"pots": [pot]})
    assert saved.settings == {
        "pots": [{key: pot[key] for key in ("name", "to", "each", "for_each")}]
    }


def test_a_format_is_deleted_once():
    saved = save_format(club=a_club(), name="Thursday", **THURSDAY)
    delete_format(saved=saved)
    delete_format(saved=saved)
    assert not SavedFormat.objects.exists()
