"""What stands on the sheets: values for scoring.sheets, read from a session or a table."""

from __future__ import annotations

from django.utils import timezone

from scoring.models import ClubSession, Correction, HandRecord, Sitting, Table
from scoring.models.reckoning import statement_of
from scoring.rules.settlement import Debt
from scoring.rules.statement import Statement
from scoring.rules.wording import told
from scoring.sheets.score_sheet import hand_line, key_to_the_score
from scoring.sheets.score_sheet_values import BlankScoreSheet, HandLine, ScoreSheet
from scoring.sheets.settlement_values import Payment, PlayerLine, SettlementSheet, SittingLine
from scoring.views.settlement_page import best_first


def settlement_sheet(session: ClubSession) -> SettlementSheet:
    """Return the sheet of the session's standing closing, or of the evening as it stands."""
    closings = list(session.closings.prefetch_related("payments"))
    closing = closings[-1] if closings and session.closed else None
    statement = closing.statement if closing else statement_of(session)
    order = best_first(statement)
    place = {who: no for no, who in enumerate(order)}
    paid = {
        (payment.payer_id, payment.payee_id)
        for payment in (closing.payments.all() if closing else ())
        if payment.paid_at
    }
    return SettlementSheet(
        club=session.club.name,
        date=_date(session),
        subtitle=_what_was_played(statement),
        players=tuple(_player(statement, who) for who in order),
        pairs=tuple(_payment(statement, debt, place) for debt in statement.pairs),
        transfers=tuple(_payment(statement, debt, place, paid=paid) for debt in statement.transfers),
        currency=statement.currency if statement.for_money else None,
        closing=_closing(closings) if closing else "",
        sittings=tuple(_sitting(line, place) for line in statement.sittings),
        earlier=tuple(_earlier(statement, payment, place) for payment in statement.paid),
    )


def _date(session: ClubSession) -> str:
    return f"{session.played_on:%A %-d %B %Y}"


def _what_was_played(statement: Statement) -> str:
    rules = dict.fromkeys(line.rules for line in statement.sittings)
    stakes = dict.fromkeys(statement.stake_of(line) for line in statement.sittings)
    hands = f"{statement.hands} hand{'' if statement.hands == 1 else 's'}"
    return " · ".join([*rules, hands, *filter(None, stakes)])


def _player(statement: Statement, who: int) -> PlayerLine:
    net = statement.nets[who]
    return PlayerLine(
        name=statement.names[who], points=statement.points[who], net=net.points, minor=net.minor
    )


def _payment(
    statement: Statement, debt: Debt, place: dict[int, int], *, paid: set[tuple[int, int]] | None = None
) -> Payment:
    """Return a pair's debt; or, where `paid` is given, a transfer with its reason and its tick."""
    return Payment(
        payer=place[debt.debtor],
        payee=place[debt.creditor],
        points=debt.points,
        minor=debt.minor,
        why="" if paid is None else " ".join(statement.why(debt.debtor)),
        paid=bool(paid) and (statement.ids[debt.debtor], statement.ids[debt.creditor]) in paid,
    )


def _earlier(statement: Statement, paid, place: dict[int, int]) -> Payment:
    money = statement.for_money
    return Payment(
        payer=place[paid.payer],
        payee=place[paid.payee],
        points=None if money else paid.amount,
        minor=paid.amount if money else 0,
        why=f"paid under closing {paid.closing}",
        paid=True,
    )


def _sitting(line, place: dict[int, int]) -> SittingLine:
    totals = zip((place[who] for who in line.players), line.totals, strict=True)
    title = f"{line.table}, {line.hands} hand{'' if line.hands == 1 else 's'}"
    return SittingLine(title=title, totals=tuple(totals))


def _closing(closings: list) -> str:
    closing = closings[-1]
    said = f"Closing {closing.no}, {_time(closing.closed_at)}"
    if len(closings) > 1:
        said += f", replaces closing {closings[-2].no} of {_time(closings[-2].closed_at)}"
    return said


def _time(moment) -> str:
    return f"{timezone.localtime(moment):%H:%M}"


def score_sheets(table: Table) -> list[ScoreSheet]:
    """Return the score sheets of a table, one a sitting; an earlier one without a hand is left out."""
    sittings = list(table.sittings.select_related("table__session__club", "table__house"))
    return [_score_sheet(sitting) for sitting in sittings if sitting.played or sitting is sittings[-1]]


def _score_sheet(sitting: Sitting) -> ScoreSheet:
    table = sitting.table
    hands = f"{len(sitting.played)} hand{'' if len(sitting.played) == 1 else 's'}"
    stake = [str(table.stake)] if table.stake else []
    return ScoreSheet(
        club=table.session.club.name,
        date=_date(table.session),
        subtitle=" · ".join([str(table), table.rules.name, hands, *stake]),
        status=f"Sitting {sitting.no}" if sitting.no > 1 or sitting.ended_at else "",
        players=tuple(sitting.names),
        totals=sitting.totals,
        hands=tuple(_hand_lines(sitting)),
    )


def _hand_lines(sitting: Sitting):
    """Yield every hand in order, what was corrected or taken back before what stands."""
    names, seats, rules = sitting.names, len(sitting.names), sitting.table.rules
    scored = {stored.id: played for stored, played in zip(sitting.counted, sitting.played, strict=True)}
    records = sitting.hands.filter(place__isnull=False).order_by("place").prefetch_related("corrections")
    for record in records:
        played = scored.get(record.pk)
        for change in record.corrections.all():
            if change.kind == Correction.Kind.CORRECTED:
                yield _struck(told(change.hand_before, names, rules), change, seats, played, names)
        if played:
            yield hand_line(played, names, rules)
        elif record.state == HandRecord.State.TAKEN_BACK:
            yield _struck(
                told(record.hand, names, rules), list(record.corrections.all())[-1], seats, None, names
            )


def _struck(said: str, change: Correction, seats: int, played, names: list[str]) -> HandLine:
    why = f": {change.why}" if change.why else ""
    return HandLine(
        no=played.no if played else None,
        dealer=names[played.dealer] if played else "",
        told=said,
        points=(0,) * seats,
        totals=(),
        awards=(),
        struck=f"{change.kind.capitalize()} {_time(change.at)} by {change.by}{why}",
    )


def blank_score_sheet(table: Table) -> BlankScoreSheet:
    """Return a sheet to write on, for the people who sit there now."""
    sitting, rules = table.sitting, table.rules
    return BlankScoreSheet(
        club=table.session.club.name,
        date=_date(table.session),
        subtitle=" · ".join([str(table), rules.name, *([str(table.stake)] if table.stake else [])]),
        players=tuple(sitting.names),
        first_dealer=sitting.dealer,
        key=key_to_the_score(rules, seats=len(sitting.players)),
    )
