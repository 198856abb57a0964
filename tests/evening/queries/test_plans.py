import pytest

from scoring.models import Plan
from scoring.site.club_file.sound import refuse_plan

TABLE = {
    "rules_key": "keller",
    "house": None,
    "options": {},
    "stake_minor": 0,
    "seats": [1, 2, 3, None],
}


def a_plan(*tables, people=(1, 2, 3, 4), way="books"):
    return Plan(way=way, seed=1, people=list(people), tables=list(tables))


@pytest.mark.parametrize(
    "plan", [a_plan(), a_plan(TABLE), a_plan(TABLE | {"no": 3}), a_plan(TABLE, way="hand")]
)
def test_a_plan_that_can_be_shown_is_accepted(plan):
    refuse_plan(plan)


@pytest.mark.parametrize(
    "plan",
    [
        a_plan("a table"),
        a_plan({"seats": [1, 2, 3, 4]}),
        a_plan(TABLE | {"rules_key": "bridge"}),
        a_plan(TABLE | {"seats": [1, 2, 3]}),
        a_plan(TABLE, people=[1, 2, 3]),
    ],
)
def test_a_plan_that_cannot_be_shown_is_refused(plan):
    with pytest.raises(ValueError):
        refuse_plan(plan)
