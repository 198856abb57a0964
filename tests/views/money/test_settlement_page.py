"""The settlement on the screen: pairs, payments, and why they are the same."""

import pytest

from scoring.actions.evening.sessions import close_session, mark_paid, reopen_session
from scoring.actions.table.tables import change_people
from scoring.queries.money.settlement import statement_of
from scoring.rules.settlement_words import why
from scoring.views.money.settlement import matrix, player_lines, settlement_context
from tests.cast import ANN_MARCHES_WITH_CAT, BEN_WITH_DAN, EVE_ALONE, PHONE, a_table, again, log

pytestmark = pytest.mark.django_db


def after_dan_left():
    """Ann with Ben, a point; then Eve for Dan, and Ann euchred alone twice: Dan owes Ann, who ends
    lowest."""
    table = a_table("Ann+Ben 3", names=["Ann", "Ben", "Cat", "Dan"])
    change_people(table=again(table), names=["Ann", "Ben", "Cat", "Eve"])
    for _ in range(2):
        log(table, "Ann! 0")
    return again(table).session


def pence(written: str) -> int:
    sign = -1 if "\N{MINUS SIGN}" in written else 1
    return sign * int("".join(letter for letter in written if letter.isdigit()) or 0)


@pytest.mark.parametrize(
    "session",
    [after_dan_left, lambda: a_table(BEN_WITH_DAN, EVE_ALONE, ANN_MARCHES_WITH_CAT).session],
)
def test_what_the_pairs_bring_a_player_less_what_they_cost_them_is_their_money(session):
    statement = statement_of(session())
    table = matrix(statement)
    brings = dict.fromkeys(statement.names, 0)
    for debtor, cells in table["rows"]:
        for creditor, cell in zip(table["columns"], cells, strict=True):
            brings[debtor] -= pence(cell)
            brings[creditor] += pence(cell)
    assert brings == {
        line["name"]: pence(line["cells"][-1]["words"]) for line in player_lines(statement)
    }
    assert sum(bool(cell) for _, cells in table["rows"] for cell in cells) == len(statement.pairs)


def test_sittings_of_one_table_are_told_apart():
    assert [line.table for line in statement_of(after_dan_left()).sittings] == [
        "Table 1",
        "Table 1, sitting 2",
    ]


def test_what_was_paid_before_a_reopening_stands_in_the_reasons():
    session = a_table(BEN_WITH_DAN, EVE_ALONE).session
    payment = close_session(session=session, actor=PHONE).payments.first()
    mark_paid(payment=payment, paid=True, actor=PHONE)
    reopen_session(session=again(session), why="A hand was forgotten", actor=PHONE)
    log(session.tables.get(), EVE_ALONE)
    context = settlement_context(again(session), PHONE)
    who = context["statement"].ids.index(payment.payer_id)
    assert why(context["statement"], who)[-1] == (
        f"Paid under closing 1: {payment.payer.name} to {payment.payee.name}, "
        f"{context['statement'].written(payment.amount)}."
    )
