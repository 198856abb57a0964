"""The page and the sheet of how fair an evening is."""

import pytest

from scoring.tournament.pure.fairness import in_words
from scoring.tournament.queries.now import load_tournament
from scoring.tournament.views.paper.fairness import certificate
from tests.cast import signed_in
from tests.sheets.reading import whole
from tests.tournament.cast import a_tournament, played_to

pytestmark = pytest.mark.django_db


def looked_at(tournament, rest="fairness"):
    return signed_in("kate").get(f"/sessions/{tournament.session_id}/tournament/{rest}")


@pytest.mark.parametrize("style", ["club", "classic", "rotation", "seats"])
def test_the_page_shows_the_figures_of_the_certificate(style):
    made = a_tournament(11, style=style)
    page = looked_at(made).content.decode()
    parts = list(in_words(certificate(load_tournament(made))))
    assert parts
    assert [
        cell for part in parts for row in part.rows for cell in row if f">{cell}</t" not in page
    ] == []


def test_before_there_is_a_table_the_page_asks_for_entrants_and_there_is_no_sheet():
    made = a_tournament(3)
    assert "Not enough entrants" in looked_at(made).content.decode()
    assert looked_at(made, "papers/fairness.pdf").status_code == 404


def test_the_sheet_has_the_same_figures_also_while_rounds_are_played():
    made = a_tournament(9, style="rotation")
    played_to(made, 2)
    text = whole(looked_at(made, "papers/fairness.pdf").content)
    assert "Twoarepartners" in text
    assert looked_at(made).status_code == 200
