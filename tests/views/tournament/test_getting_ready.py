import pytest

from tests.cast import again, signed_in
from tests.tournament import a_tournament, drawn
from tests.views.reading import shown

pytestmark = pytest.mark.django_db

STEPS = r'<li class="card[^"]*"><h2>(.*?)</li>'


def steps(tournament):
    page = signed_in().get(f"/sessions/{tournament.session_id}/tournament/")
    return shown(page, STEPS)


def test_before_anybody_is_entered_the_checklist_says_what_is_missing():
    assert steps(a_tournament(0, fee=500)) == [
        "Settings Club, £5.00 to enter. 8 rounds of 8 hands, about 24 minutes and 7 breaks of 3 "
        "minutes: "
        "about 3 h 30; £5.00 each.",
        "Entrants Nobody is entered yet.",
        "Draw A table takes 4 entrants at least. Enter more first.",
    ]


def test_sixty_one_are_ready_to_be_drawn():
    found = steps(a_tournament(61, fee=500))
    assert found[1:] == [
        "Entrants 61 entrants, 0 here, 0 paid, 15 tables and 1 over",
        "Draw Nobody is ticked here: all 61 get seats, and owe their fee when round 1 is told. 15 "
        "tables and "
        "1 over. The draw is by lot; you see it, and can swap people, before anybody is "
        "told.",
    ]


@pytest.mark.parametrize(
    ("number", "settings", "told"),
    [
        (3, {}, "A table takes 4 entrants at least, and 3 are entered."),
        (3, {"odd": "three"}, "1 table, 1 of them of three."),
        (3, {"odd": "ghost"}, "1 table and 1 ghost."),
        (1, {"odd": "ghost"}, "A table takes 3 entrants at least, and 1 is entered."),
    ],
)
def test_three_people_are_too_few_but_for_a_ghost_or_a_table_of_three(number, settings, told):
    assert steps(a_tournament(number, **settings))[2].startswith(f"Draw {told}")


def test_whoever_is_in_neither_group_is_missed():
    made = a_tournament(8, groups=["Ladies", "Gentlemen"])
    assert steps(made)[1].endswith("8 are in neither group yet.")


def test_once_it_is_drawn_the_checklist_is_gone():
    made = a_tournament(8)
    drawn(made)
    assert not any(step.startswith("Settings") for step in steps(again(made)))
