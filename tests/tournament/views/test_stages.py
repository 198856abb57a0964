"""A tournament with another movement from a round on, on its pages and papers."""

import pytest

from scoring.common.refused import Refused
from scoring.tournament.actions.settings import change_settings
from scoring.tournament.pure.settings import settings_of
from scoring.tournament.queries.now import format_in, load_tournament
from tests.cast import PHONE, a_phone, again, signed_in
from tests.html import text
from tests.sheets.reading import squeezed, whole
from tests.tournament.cast import a_tournament, begun, drawn, ended, played_to, tell
from tests.tournament.views.test_hall import address
from tests.tournament.views.test_settings import at, save

pytestmark = pytest.mark.django_db

PEOPLE = [f"Player {no}" for no in range(1, 9)]
TWO_NIGHTS = [
    {"from": 1, "movement": "progress"},
    {"from": 2, "movement": "rotation", "night": 2, "date": "2026-12-05"},
]


def two_nights(**settings):
    return a_tournament(PEOPLE, stages=TWO_NIGHTS, rounds=3, **settings)


def test_the_form_adds_changes_and_removes_a_stage():
    made = a_tournament(PEOPLE, rounds=6)
    save(made, stage_1_start="4", stage_1_movement="both-ways", stage_1_night="2")
    stages = settings_of(format_in(again(made)))["stages"]
    assert [one["from"] for one in stages] == [1, 4]
    assert stages[1]["movement"]["ends"] == "round"
    assert stages[1]["night"] == 2
    page = text(signed_in().get(at(made.session, "settings")).content.decode())
    assert "from round 4, on night 2: winners move down 1 table" in page
    save(again(made), stage_1_start="5", stage_1_date="2026-12-05", stage_1_go_on=True)
    stages = settings_of(format_in(again(made)))["stages"]
    assert (stages[1]["from"], stages[1]["date"], stages[1]["go_on"]) == (5, "2026-12-05", True)
    save(again(made), stage_1_start="")
    assert "stages" not in settings_of(format_in(again(made)))


def test_a_stage_without_a_movement_or_out_of_order_is_refused():
    made = a_tournament(PEOPLE, rounds=6)
    answer = save(made, stage_1_start="4")
    assert "Choose a movement from the list." in text(answer.content.decode())
    both = {"stage_1_start": "4", "stage_2_start": "3"}
    both |= {"stage_1_movement": "draw", "stage_2_movement": "swiss"}
    answer = save(made, **both)
    told = "Each stage is from a later round than the one before."
    assert told in text(answer.content.decode())
    assert "stages" not in settings_of(format_in(again(made)))


def test_a_stage_can_change_until_it_begins():
    made = two_nights()
    begun(made)
    later = [TWO_NIGHTS[0], {"from": 3, "movement": "draw"}]
    change_settings(tournament=again(made), settings={"stages": later, "rounds": 3}, actor=PHONE)
    other = [{"from": 1, "movement": "draw"}, later[1]]
    with pytest.raises(Refused, match="Round 1 is published"):
        change_settings(
            tournament=again(made), settings={"stages": other, "rounds": 3}, actor=PHONE
        )


def test_everyone_is_told_when_the_second_night_is():
    made = two_nights()
    client = signed_in()
    running = begun(made)
    says = "round 2 is on night 2, Saturday 5 December 2026"
    assert squeezed(says) in whole(client.get(at(made.session, "papers/table-cards.pdf")).content)
    assert "Round 2 is on night 2" in text(
        a_phone().get(address(again(made), "wall")).content.decode()
    )
    for no in (1, 2):
        tell(running, no, 6, 4)
    ended(running)
    assert "Round 2 is on night 2" in text(client.get(at(made.session)).content.decode())
    card = a_phone().get(f"{address(again(made))}1/")
    assert f"R{says[1:]}." in text(card.content.decode())


def test_the_second_night_is_planned_when_it_is_drawn():
    made = two_nights()
    played_to(made, 1)
    assert load_tournament(again(made)).plan == ()
    row = drawn(again(made))
    assert [one.no for one in load_tournament(again(made)).plan] == [2, 3]
    page = text(signed_in().get(at(made.session, f"rounds/{row.no}/")).content.decode())
    assert "At random, from the seed" in page


def test_a_stage_bars_lone_hands_at_its_head_table_only():
    stages = [{"from": 1, "movement": "draw"}, {"from": 2, "movement": "progress"}]
    made = a_tournament(PEOPLE, stages=stages, rounds=3, lone_at_head=False)
    first = played_to(made, 1)
    assert first.tables.get(no=1).table.rules.alone != "nobody"
    second = begun(again(made))
    assert second.tables.get(no=1).table.rules.alone == "nobody"
    assert first.tables.get(no=1).sittings.get().rules.alone != "nobody"
