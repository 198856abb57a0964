"""What the settlement sheet says."""

from dataclasses import replace

import pytest

from scoring.common.amounts import plain, written
from scoring.money.sheets.settlement import settlement_pdf
from tests.euchre.cast import settle_scores
from tests.sheets.cast import (
    FIVE,
    LONG,
    SEVEN,
    THIRTY,
    evening,
    evening_of_sittings,
    thirty_players,
)
from tests.sheets.reading import overlap, pages, squeezed, whole

MINUS = "\N{MINUS SIGN}"


def test_the_sheet_names_the_club_the_evening_and_the_closing():
    said = whole(settlement_pdf(evening(closing="Closing 2, replaces closing 1 of 21:40")))
    for words in ("The Right Bower Club", "Thursday 20 November 2025", "31 hands · 25p a point"):
        assert squeezed(words) in said
    assert said.startswith(squeezed("Settlement Closing 2, replaces closing 1 of 21:40"))


def test_the_sheet_of_an_open_evening_says_that_it_is_not_closed():
    assert whole(settlement_pdf(evening(closing=""))).startswith("SettlementNotclosedyet")


def test_every_player_has_a_row_and_the_rows_add_up_to_zero():
    said = whole(settlement_pdf(evening()))
    for row in (
        "Eveline26+73+£18.25",
        f"Ben11{MINUS}2{MINUS}£0.50",
        f"Dan9{MINUS}12{MINUS}£3.00",
        f"Ann7{MINUS}22{MINUS}£5.50",
        f"Cat4{MINUS}37{MINUS}£9.25",
        "Total570£0.00",
    ):
        assert row in said


def test_pairs_are_shown_in_a_matrix_with_the_greatest_loser_first():
    said = whole(settlement_pdf(evening()))
    matrix = "owes↓to→EvelineBenDanAnnCat5.501.751.250.75Ann4.751.000.50·Dan4.250.50··Ben3.75···"
    assert matrix in said


def test_payments_are_counted_and_say_who_pays_whom_and_why():
    said = whole(settlement_pdf(evening()))
    assert squeezed("Who pays whom, in four payments") in said
    for payment in ("CatpaysEveline£9.2537pointslostbyCat", "BenpaysEveline£0.502pointslostbyBen"):
        assert payment in said
    assert squeezed("Both ways give every player the same result") in said


@pytest.mark.parametrize(
    ("totals", "words"), [((5, 3), "inonepayment"), ((5, 5), "Nooneowesanything")]
)
def test_one_payment_or_none_is_described_in_words(totals, words):
    assert words in whole(settlement_pdf(evening(FIVE[:2], totals)))


def test_a_settlement_fully_paid_earlier_has_nothing_left_to_pay():
    sheet = replace(evening(), transfers=(), earlier=evening().transfers)
    said = whole(settlement_pdf(sheet))
    assert "Nothinglefttopay" in said
    assert "CatpaidEveline" in said


def test_a_paid_transfer_is_ticked():
    ticked, open_ = evening(), evening()
    open_ = replace(
        open_, transfers=tuple(replace(payment, paid=False) for payment in open_.transfers)
    )
    lines = [len(pages(settlement_pdf(sheet))[0].lines) for sheet in (ticked, open_)]
    assert lines[0] == lines[1] + 2


def test_without_a_stake_the_result_comes_first_and_nothing_is_paid():
    result = ("Eveline won with 26 points.",)
    said = whole(settlement_pdf(evening(stake=0, currency=None, result=result)))
    assert f"Cat4{MINUS}37" in said
    assert said.index("Evelinewonwith26points") < said.index("Whateachwonandlost")
    assert [word in said for word in ("pays", "owes", "Money", "£")] == [False] * 4


@pytest.mark.parametrize(
    ("currency", "stake"), [("JPY", 1_000_000), ("KWD", 123_456), ("GBP", 999_999)]
)
def test_figures_are_never_shortened(currency, stake):
    totals = (1070, 1310, 400, 939, 1226)
    said = whole(settlement_pdf(evening(totals=totals, stake=stake, currency=currency)))
    result = settle_scores(dict(enumerate(totals)), stake=stake)
    for net in result.nets.values():
        assert squeezed(written(net.minor, currency, plus=True)) in said
    for debt in result.pairs:
        assert squeezed(plain(debt.minor, currency)) in said
    assert "…" not in said


def test_several_sittings_are_listed_separately_with_earlier_payments():
    said = whole(settlement_pdf(evening_of_sittings()))
    assert "Table1,19:30to20:40·12handsEveline14Ben6Dan4Ann5" in said
    assert "Table1,20:45to22:10·19handsEveline12Cat4Fred3" in said
    assert "Alreadypaid,underanearlierclosing" in said
    assert "including earlier payments".replace(" ", "") in said


def test_a_single_sitting_needs_no_table_of_its_own():
    sheet = evening_of_sittings()
    assert "Thesittings" not in whole(settlement_pdf(replace(sheet, sittings=sheet.sittings[:1])))


@pytest.mark.parametrize("names", [FIVE, SEVEN, LONG])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_player_signs_beside_their_result(names, paper):
    sheet = evening(names, (7, 110, 4, 9, 260, 15, 13)[: len(names)])
    page = next(
        page
        for page in pages(settlement_pdf(sheet, paper=paper))
        if any(one.text == "Signed" for one in page.strings)
    )
    (signed,) = (one.box for one in page.strings if one.text == "Signed")
    assert page.size[0] - 45 - signed[0] > 90
    for worth in sheet.figures[-1].values:
        money = squeezed(sheet.figures[-1].written(worth))
        (row,) = (one.box for one in page.strings if squeezed(one.text) == money)
        right = page.size[0] - 45
        beside = (signed[0] - 1, row[1] - 2, right, row[3] + 2)
        assert row[1] < signed[1]
        assert not any(overlap(one.box, beside) for one in page.strings)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_names_of_forty_letters_are_printed_in_full(paper):
    sheet = evening(LONG, (7, 110, 4, 9, 260, 15, 13))
    said = whole(settlement_pdf(sheet, paper=paper))
    assert {name: said.count(squeezed(name)) >= 3 for name in LONG} == dict.fromkeys(LONG, True)


def test_the_matrix_is_headed_with_short_names():
    sheet = evening(LONG, (7, 110, 4, 9, 260, 15, 13))
    short = tuple(replace(player, short=f"P{no}") for no, player in enumerate(sheet.players))
    assert "owes↓to→P0P1P2P3P4P5" in whole(settlement_pdf(replace(sheet, players=short)))


def test_thirty_players_get_a_complete_list_of_pairs():
    sheet = thirty_players()
    said = whole(settlement_pdf(sheet))
    assert len(sheet.pairs) == 435
    for pair in sheet.pairs:
        payer, payee = sheet.players[pair.payer].name, sheet.players[pair.payee].name
        assert f"{payer}owes{payee}{plain(pair.minor, 'GBP')}" in said
    assert [name for name in THIRTY if name not in said[said.index("Signed") :]] == []


def test_the_most_wanted_figures_come_first():
    said = whole(settlement_pdf(evening()))
    places = [said.index(squeezed(title)) for title in ORDER]
    assert places == sorted(places)


ORDER = ("Who pays whom", "Cat pays Eveline", "What each won and lost", "Each pair, Foster’s way")


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("number", range(4, 8))
def test_four_to_seven_short_names_need_one_page(number, paper):
    sheet = evening(SEVEN[:number], (7, 11, 4, 9, 26, 15, 13)[:number])
    long = (
        "Ben, 11 points, receives 2 from Dan, 4 from Ann and 7 from Cat; owes 15 to Eveline: "
        "in all −2. "
    )
    explained = tuple(replace(payment, why=f"{long}{payment.payer}") for payment in sheet.transfers)
    assert len(pages(settlement_pdf(replace(sheet, transfers=explained), paper=paper))) == 1


def test_a_reason_for_two_payments_is_given_once():
    sheet = evening()
    same = tuple(replace(payment, why="Because of this.") for payment in sheet.transfers)
    assert whole(settlement_pdf(replace(sheet, transfers=same))).count("Becauseofthis.") == 1


def test_points_in_tally_strokes_are_counted_in_strokes():
    level = [len(pages(settlement_pdf(evening(totals=(n,) * 5)))[0].lines) for n in (0, 1, 4, 5)]
    assert [number - level[0] for number in level] == [0, 5, 20, 25]


@pytest.mark.parametrize("number", [9, 13, 18, 22, 26, 30])
def test_every_page_with_signatures_says_what_is_signed(number):
    sheet = evening(THIRTY[:number], tuple((no * 37) % 61 for no in range(number)))
    found = pages(settlement_pdf(sheet))
    signs = [page for page in found if "Signed" in page.text]
    assert all(
        squeezed("Points made Against the table Money Signed") in page.text for page in signs
    )
    rows = [one.text for page in signs for one in page.strings]
    assert [name for name in THIRTY[:number] if name not in rows] == []
    if number <= 18:
        assert len(signs) == 1
