"""The site's tables play two against two, so it takes no tournament with points for places."""

import pytest

from scoring.common.refused import Refused
from scoring.tournament.actions.import_file import take_in_tournament
from scoring.tournament.actions.setting_up import NO_PLACES
from scoring.tournament.actions.settings import change_settings
from scoring.tournament.pure.document import read
from tests.cast import PHONE, a_club
from tests.tournament.cast import a_tournament
from tests.tournament.pure.test_places_at_a_table import file

pytestmark = pytest.mark.django_db


def test_points_for_places_are_refused_on_the_site():
    with pytest.raises(Refused) as wrong:
        change_settings(tournament=a_tournament(8), settings={"places": [4, 3, 2, 1]}, actor=PHONE)
    assert str(wrong.value) == NO_PLACES
    known = read(file({"N": 4, "E": 3, "S": 2, "W": 1}))
    with pytest.raises(Refused) as wrong:
        take_in_tournament(club=a_club(), tournament=known, actor=PHONE)
    assert str(wrong.value) == NO_PLACES
