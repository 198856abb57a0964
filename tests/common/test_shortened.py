from hypothesis import given
from hypothesis import strategies as st

from scoring.common.shortened import Shortened


@given(st.lists(st.integers()), st.integers(1, 5))
def test_what_is_shown_and_how_many_more_there_are_make_the_whole_list(items, most):
    short = Shortened(items, most)
    assert [*short.shown] == items[:most]
    assert (len(short.shown) + short.more, len(short), bool(short)) == (
        len(items),
        len(items),
        bool(items),
    )
