import pytest

from scoring.actions.table.hands import begin_hand
from scoring.actions.table.tables import break_up
from scoring.rules.rule_sets.foster_call_ace import CALL_ACE
from scoring.rules.wording import describe
from scoring.views.table.board import HEIGHT, LABEL, WIDTH, spread
from tests.cast import (
    ANN_MARCHES_WITH_CAT,
    BEN,
    BEN_WITH_DAN,
    DAN_REVOKES,
    EVE_ALONE,
    FIVE,
    PHONE,
    a_phone,
    a_table,
    address,
    again,
    close,
    some_id,
)
from tests.views.reading import shown

pytestmark = pytest.mark.django_db


def board_of(table, right="watch"):
    return a_phone().get(address(table, "board", right=right))


def ranks(page):
    lines = (
        r'<span class="rank">(.*?)</span>',
        r'<span class="name [^"]*">(.*?)</span>',
        r'points">(\d+)<',
    )
    return list(zip(*(shown(page, line) for line in lines), strict=True))


def test_the_board_shows_the_best_first_and_equals_in_one_rank():
    page = board_of(a_table(EVE_ALONE, BEN_WITH_DAN, ANN_MARCHES_WITH_CAT))
    assert ranks(page) == [
        ("1", "Eve", "5"),
        ("2", "Ann", "3"),
        ("2", "Cat", "3"),
        ("4", "Ben", "1"),
        ("4", "Dan", "1"),
    ]


def test_the_board_shows_the_last_four_hands_with_their_reasons_the_latest_first():
    page = board_of(a_table("-", EVE_ALONE, BEN_WITH_DAN, DAN_REVOKES, ANN_MARCHES_WITH_CAT))
    lines = shown(page, r"<li><p>(\d+ · .*?)</p>")
    expected = [ANN_MARCHES_WITH_CAT, DAN_REVOKES, BEN_WITH_DAN, EVE_ALONE]
    numbers = (5, 4, 3, 2)
    assert [line.split(":")[0] for line in lines] == [
        f"{no} · {describe(hand, FIVE, CALL_ACE)}"
        for no, hand in zip(numbers, expected, strict=True)
    ]
    assert all("Foster" in why for why in shown(page, r'<p class="why">(.*?)</p>'))


def test_the_board_says_who_deals_what_is_begun_and_that_it_is_closed():
    table = a_table(BEN_WITH_DAN)
    found = [shown(board_of(table), r'<p class="now">(.*?)</p>')]
    begin_hand(
        table=table,
        sitting=again(table).sitting.pk,
        id=some_id(1),
        maker=BEN,
        call="D",
        actor=PHONE,
    )
    found.append(shown(board_of(table), r'<p class="now">(.*?)</p>'))
    table.sitting.hands.filter(state="begun").delete()
    close(table.session)
    found.append(shown(board_of(table), r'<p class="now">(.*?)</p>'))
    assert found == [["Hand 2 · Ben deals"], ["Ben calls diamonds"], ["Closed"]]


def test_an_empty_board_says_what_will_come():
    page = board_of(a_table(first_dealer=None))
    assert "They appear here as they are logged." in shown(page, r'<p class="why">(.*?)</p>')
    assert "First jack: J" in page.content.decode()


def test_the_curve_has_a_line_a_player_from_nothing_to_the_total():
    page = board_of(a_table(EVE_ALONE, ANN_MARCHES_WITH_CAT)).content.decode()
    lines = [
        [tuple(map(float, point.split(","))) for point in line.split('"')[0].split()]
        for line in page.split('points="')[1:]
        if line[0].isdigit()
    ]
    assert len(lines) == 5
    assert {line[0] for line in lines} == {(0.0, HEIGHT)}
    assert [line[-1] for line in lines] == [
        (WIDTH, round(HEIGHT - HEIGHT * points / 5, 1)) for points in (3, 0, 3, 0, 5)
    ]


@pytest.mark.parametrize("heights", [[0, 0, 0], [160] * 7, [10, 12, 14, 100], [160, 0, 80]])
def test_labels_of_the_curve_do_not_collide_nor_fall_below(heights):
    placed = spread(heights, apart=LABEL, lowest=HEIGHT)
    ordered = sorted(placed)
    assert all(high - low >= LABEL for low, high in zip(ordered, ordered[1:], strict=False))
    assert max(placed) <= HEIGHT
    assert sorted(range(len(heights)), key=lambda no: placed[no]) == sorted(
        range(len(heights)), key=lambda no: heights[no]
    )


def test_a_screen_that_watches_has_no_way_to_the_pad():
    table = a_table()
    found = [
        "to the pad" in board_of(table, right).content.decode() for right in ("write", "watch")
    ]
    assert found == [True, False]


def test_the_board_of_a_table_that_was_broken_up_says_so():
    table = a_table("Ben+Dan 3")
    break_up(table=table, sitting=again(table).sitting.pk)
    assert shown(a_phone().get(address(table, "board")), r'<p class="now">(.*?)</p>') == [
        "Broken up"
    ]
