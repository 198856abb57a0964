"""Whatever is told of one table, in time and late."""

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.tournament.pure.reports import STATES, verdict
from scoring.tournament.pure.reports import Testimony as Told
from scoring.tournament.pure.values import Result
from tests.tournament.pure.tellings import SEATS, director, heard

WITH_A_RESULT = ("unconfirmed", "objected", "confirmed", "contradicted", "barred", "not played")
POINTS = st.integers(0, 3)
SIDES = st.sampled_from(["", "NS", "EW"])
TIES = st.sampled_from([None, "NS", "EW"])


@st.composite
def tellings(draw, sources=("hands", "table", "card"), late=(False,)):
    """Somebody's word; the director's too where she is of the sources, and that nothing was played
    then."""
    source = draw(st.sampled_from(sources))
    return Told(
        late=source != "director" and draw(st.sampled_from(late)),
        source=source,
        side=draw(SIDES) if source == "table" else "",
        entrant=draw(st.integers(1, 4)) if source == "card" else None,
        points=draw(st.dictionaries(st.sampled_from(["NS", "EW"]), POINTS)),
        lones=draw(st.dictionaries(st.integers(1, 4), st.integers(0, 1), max_size=1)),
        tie=draw(TIES),
        objects=draw(st.booleans()),
        order=draw(st.integers(0, 9)),
    )


def last_of_each(told):
    """What each teller told last: the same rule, the slow way."""
    found = {}
    for one in sorted(told, key=lambda each: each.order):
        if one.points or one.lones or one.tie:
            found[one.source, one.side, one.entrant] = one
    return found.values()


def told_of_lones(told):
    """Of whose lone hands something was told: the pad tells of everybody's, a card of its
    owner's."""
    by = {
        "hands": lambda one: SEATS.values(),
        "card": lambda one: [one.entrant],
        "table": lambda one: one.lones,
    }
    return {no for one in last_of_each(told) for no in by[one.source](one)}


@given(st.lists(tellings(), max_size=6))
def test_different_entries_give_no_result_while_the_director_is_silent(told):
    found = heard(*told)
    assert found.state in STATES
    for side in ("NS", "EW"):
        values = {one.points[side] for one in last_of_each(told) if side in one.points}
        if len(values) > 1:
            assert (found.state, found.result) == ("disputed", None)
        if found.result is not None:
            assert values == {found.result.points[side]}


@given(st.lists(tellings(), max_size=6), st.integers(0, 9), POINTS, POINTS)
def test_a_complete_entry_by_the_director_is_the_result(told, order, ns, ew):
    lones = dict.fromkeys(SEATS.values(), 0)
    found = heard(*told, director(order=order, points={"NS": ns, "EW": ew}, lones=lones, tie="NS"))
    tie = "NS" if ns == ew else None
    assert (found.state, found.result) == (
        "confirmed",
        Result(points={"NS": ns, "EW": ew}, tie=tie),
    )


EVERYBODY = tellings(("hands", "table", "card", "director"), late=(False, True))


@given(st.lists(EVERYBODY, max_size=6), st.booleans(), st.booleans())
def test_there_is_a_result_exactly_in_the_states_that_have_one(told, needs_winner, barred):
    found = verdict(told, SEATS, needs_winner=needs_winner, lones_barred=barred)
    assert (found.result is not None) == (found.state in WITH_A_RESULT)
    assert found.confirmed == (found.state in ("confirmed", "not played"))


@given(
    st.lists(tellings(), min_size=1, max_size=3),
    st.fixed_dictionaries({"NS": POINTS, "EW": POINTS}),
    st.lists(tellings(late=(True,)), max_size=4),
    st.booleans(),
)
def test_late_entries_never_change_an_existing_result(in_time, points, late, barred):
    in_time = [replace(one, points=points, tie="NS") for one in in_time]
    late = [replace(one, order=one.order + 10) for one in late]
    before, after = (
        verdict(told, SEATS, needs_winner=True, lones_barred=barred)
        for told in (in_time, in_time + late)
    )
    assume(before.result is not None)
    assert after.result is not None
    assert replace(after.result, lones=before.result.lones) == before.result
    for no in told_of_lones(in_time):
        assert after.result.lones.get(no, 0) == before.result.lones.get(no, 0)
    told = {(side, points) for one in last_of_each(late) for side, points in one.points.items()}
    if not told <= before.result.points.items():
        assert after.state == "contradicted"


@given(st.lists(EVERYBODY, max_size=6), TIES)
def test_a_table_that_the_director_says_did_not_play_scores_nothing(told, tie):
    found = heard(*told, director(order=10, objects=True, tie=tie))
    nothing = Result(points={"NS": 0, "EW": 0}, tie=tie, played=False)
    assert (found.state, found.result, found.problems) == ("not played", nothing, ())
