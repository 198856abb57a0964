"""One payment on paper: who pays whom, how much, why, and a box to tick."""

from __future__ import annotations

from scoring.sheets.amounts import amount
from scoring.sheets.flow import Strip
from scoring.sheets.lettering import BOLD, ITALIC, SANS, Text, clean, run, text
from scoring.sheets.page import MUTED, Pen
from scoring.sheets.settlement_values import Payment, SettlementSheet
from scoring.sheets.table import TINY

PAYS = " pays "
LEFT = "Left to the accounts, where it is paid"
SIZE = 10.0
BOX = 18.0


def payment_strip(payment: Payment, sheet: SettlementSheet, x: float, width: float) -> Strip:
    """Return "Cat pays Eveline £9.25" with its box, and why in small letters below."""
    payer, payee = sheet.players[payment.payer].name, sheet.players[payment.payee].name
    sums = amount(payment.points, payment.minor, sheet.currency, sheet.unit)
    figure = text(sums, face=BOLD, size=SIZE, width=110, least=TINY)
    room = width - BOX - figure.width - 10
    lines = _who_pays(payer, payee, room)
    told = " · ".join(filter(None, [LEFT if payment.carried else "", payment.why]))
    why = text(told, face=ITALIC, size=7.5, width=width - BOX, lines=99, least=1)
    below = why.height + 6 if told else 0
    names = 13.0 * len(lines)

    def draw(pen: Pen, top: float) -> None:
        for no, line in enumerate(lines):
            _put_on(pen, line, x, top - 14 - 13 * no)
        pen.put(figure, x + width - BOX, top - 14, align="right")
        if not payment.carried:
            pen.tick_box(x + width - 10.5, top - 15.6, ticked=payment.paid)
        if told:
            pen.put(why, x, top - 12 - names, colour=MUTED)
        pen.rule(x, x + width, top - names - below - 8)

    return Strip(height=names + below + 8, draw=draw)


def _who_pays(payer: str, payee: str, width: float) -> list[list[Text]]:
    """Return one line, or two when the names are long."""
    whole = run(clean(payer), BOLD, SIZE) + run(PAYS, SANS, 9) + run(clean(payee), BOLD, SIZE)
    scale = min(1, width / whole)
    pays = Text((PAYS,), SANS, 9 * max(scale, 0.9))
    if scale >= 0.9:
        names = [text(name, face=BOLD, size=SIZE * scale, width=width) for name in (payer, payee)]
        return [[names[0], pays, names[1]]]
    first = text(payer, face=BOLD, size=SIZE, width=width - pays.width)
    return [[first, pays], [text(payee, face=BOLD, size=SIZE, width=width)]]


def _put_on(pen: Pen, line: list[Text], x: float, y: float) -> None:
    for words in line:
        pen.put(words, x, y)
        x += words.width


def pair_strip(label: str, figure: str, x: float, width: float, amount_width: float) -> Strip:
    """Return one line of the list of pairs: "Cat to Eveline … 5.50"."""
    words = text(label, face=SANS, size=8, width=width - amount_width - 8, lines=3)
    number = text(figure, face=SANS, size=8, width=amount_width, least=TINY)
    height = 13.0 + words.leading * (len(words.lines) - 1)

    def draw(pen: Pen, top: float) -> None:
        pen.put(words, x, top - 9.5)
        pen.put(number, x + width, top - 9.5, align="right")
        pen.rule(x, x + width, top - height, weight=0.4)

    return Strip(height=height, draw=draw)
