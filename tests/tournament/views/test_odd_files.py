"""Whatever a tournament's file says: it is refused in a sentence, or every page of it can be
shown."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.models import Club, Tournament
from tests import proof
from tests.cast import a_club, signed_in, undone

pytestmark = pytest.mark.django_db

PAGES = [
    "",
    "standings",
    "prizes",
    "entrants/",
    "people/",
    "settings",
    "desk",
    "rounds/1/",
    "rounds/1/tables/1/",
]
NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Ghost", "Hal", "Ida", "Zoë"]


def some(values, **how):
    return st.lists(st.sampled_from(values), **how)


@st.composite
def results(draw, seats):
    sides = ("NS", "EW") if len(seats) == 4 else ("N", "E", "S")
    points = {side: draw(st.integers(-2, 4)) for side in sides}
    level = [side for side, scored in points.items() if scored == max(points.values())]
    lones = {str(no): draw(st.integers(0, 3)) for no in draw(some([*seats.values()], max_size=2))}
    tie = draw(st.sampled_from([None, *(level if len(level) > 1 else ())]))
    return points | {"lones": lones, "tie": tie}


@st.composite
def rounds(draw, no, numbers, pairs):
    left = draw(st.permutations(numbers))
    tables = []
    for table in draw(st.lists(st.integers(1, 4), min_size=1, max_size=3, unique=True)):
        size = 2 if pairs else draw(st.sampled_from([3, 4, 4]))
        if len(left) < size:
            break
        taken, left = left[:size], left[size:]
        seats = dict(zip("NESW", taken * 2 if pairs else taken, strict=False))
        told = {"result": draw(results(seats))} if draw(st.booleans()) else {}
        tables.append({"table": table, "seats": seats} | told)
    out = left if draw(st.booleans()) else []
    return {"no": no, "tables": tables, "sitting_out": out}


@st.composite
def files(draw):
    style = draw(st.sampled_from(["classic", "club", "rotation", "seats", "pairs"]))
    names = draw(some(NAMES, min_size=4, max_size=11, unique=True))
    if style == "pairs":
        entrants = [{"names": [*pair]} for pair in zip(names[::2], names[1::2], strict=False)]
    else:
        entrants = [{"name": name} for name in names]
    for no, one in enumerate(entrants, start=1):
        one["no"] = no * 3
        one |= draw(
            st.sampled_from([{}, {}, {"ghost": True}, {"left": 0}, {"since": 2}, {"group": "L"}])
        )
    numbers = [one["no"] for one in entrants]
    number = draw(st.integers(0, 3))
    return {
        "format": "euchre-tournament/1",
        "style": style,
        "settings": draw(
            st.sampled_from(
                [
                    {},
                    {"rounds": 1},
                    {"prizes": [{"prize": "booby", "amount": 7}]},
                    {"groups": ["L", "G"], "prizes_by_group": True},
                ]
            )
        ),
        "seed": draw(st.sampled_from([0, 7, 2**31 - 1])),
        "entrants": entrants,
        "rounds": [draw(rounds(no, numbers, style == "pairs")) for no in range(1, number + 1)],
    }


@settings(max_examples=proof.examples(30), suppress_health_check=list(HealthCheck))
@given(told=files(), finished=st.booleans(), counts=st.booleans())
def test_every_file_is_refused_or_all_its_pages_can_be_shown(told, finished, counts):
    with undone():
        club, kate = a_club(), signed_in()
        ticks = {name: "on" for name, on in (("finished", finished), ("counts", counts)) if on}
        fields = {"tournament": json.dumps(told), "take": "yes"} | ticks
        answer = kate.post(f"/clubs/{club.pk}/tournaments/take-in", fields)
        assert answer.status_code in (302, 409, 422)
        made = Tournament.objects.filter(session__club=Club.objects.get(pk=club.pk)).first()
        assert (made is not None) == (answer.status_code == 302)
        if made is not None:
            home = f"/sessions/{made.session_id}/"
            addresses = [*(f"{home}tournament/{page}" for page in PAGES), home, f"{home}settlement"]
            found = {address: kate.get(address).status_code for address in addresses}
            assert {address for address, status in found.items() if status >= 500} == set()
            if finished:
                assert kate.post(f"{home}close").status_code in (302, 409)
