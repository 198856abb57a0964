"""The PDFs of tables and evenings, A4 or Letter (`?paper=letter`), and a sitting as a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from scoring.common import codes
from scoring.common.access import NoSuchLink
from scoring.common.dates import clock, day
from scoring.common.names import in_short
from scoring.common.pdf.listing import listing_pdf
from scoring.common.pdf_views import paper_of, pdf_answer
from scoring.common.permissions import LOOK, WRITE, Actor
from scoring.common.qr_codes import coded
from scoring.euchre.settlement import Debt
from scoring.euchre.settlement_words import (
    describe_stake,
    how_owed,
    is_fosters_way,
    of_a_sitting,
    plays_games,
    strokes,
    unit_of_all,
    why,
    won_and_lost,
)
from scoring.euchre.sheet import document
from scoring.euchre.statement import Statement
from scoring.euchre.wording import counted, describe, side_names
from scoring.evening.sheets.table_cards import table_cards_pdf
from scoring.evening.views.papers import attendance_list, seating_lists, table_cards
from scoring.evening.views.titles import title_lines
from scoring.money.sheets.settlement import (
    Payment,
    PlayerLine,
    SettlementSheet,
    SittingLine,
    settlement_pdf,
)
from scoring.money.views.settlement import best_first, pairs_title, payments_in_order
from scoring.table.access import by_link, session_by_link, session_by_number
from scoring.table.models import ClubSession, Correction, HandRecord, Sitting, Table
from scoring.table.queries.agreed import HandSaid, said_of
from scoring.table.queries.settlement import statement_of
from scoring.table.queries.sheet_files import sheet_of
from scoring.table.sheets.game_lines import SittingOfGames, blank_games, game_blocks
from scoring.table.sheets.score_key import key_to_the_score
from scoring.table.sheets.score_sheet import blank_score_sheet_pdf, hand_line, score_sheet_pdf
from scoring.table.sheets.values import BlankScoreSheet, HandLine, ScoreSheet
from scoring.table.views.bank import bank_of
from scoring.table.views.games import points_by_side


def settlement_sheet(session: ClubSession) -> SettlementSheet:
    """Return the sheet of the session's standing closing, or of the evening as it stands."""
    closings = list(session.closings.prefetch_related("payments"))
    closing = closings[-1] if closings and session.closed else None
    statement = closing.statement if closing else statement_of(session)
    order = best_first(statement)
    place = {who: no for no, who in enumerate(order)}
    payments = payments_in_order(statement, closing.payments.all() if closing else ())
    return SettlementSheet(
        club=session.club.name,
        date=day(session.played_on),
        subtitle=_what_was_played(statement),
        players=_players(statement, order),
        figures=tuple(
            replace(column, values=tuple(column.values[who] for who in order))
            for column in won_and_lost(statement)
        ),
        pairs=tuple(_payment(statement, debt, place) for debt in statement.pairs),
        transfers=tuple(
            replace(_payment(statement, debt, place, paid=False), **_state_of(payment))
            for debt, payment in zip(statement.transfers, payments, strict=True)
        ),
        currency=statement.currency if statement.for_money else None,
        unit=unit_of_all(statement),
        pairs_title=pairs_title(statement),
        notes=_notes(statement),
        closing=_closing(closings) if closing else "",
        sittings=tuple(_sitting(statement, line, place) for line in statement.sittings),
        earlier=tuple(_earlier(statement, payment, place) for payment in statement.paid),
        titles=tuple(
            (title.name, f"{title.who}: {title.says}")
            for title in (title_lines(session, statement) if closing else ())
        ),
    )


def _notes(statement: Statement) -> tuple[str, ...]:
    owed = [] if all(map(is_fosters_way, statement.sittings)) else how_owed(statement)
    left = (
        ["What is open is left to the accounts, as before."]
        if statement.left_to_the_accounts
        else []
    )
    return (*owed, *left)


def _what_was_played(statement: Statement) -> str:
    rules = dict.fromkeys(line.rules for line in statement.sittings)
    stakes = dict.fromkeys(describe_stake(statement, line) for line in statement.sittings)
    return " · ".join([*rules, counted(statement.hands, "hand"), *filter(None, stakes)])


def _players(statement: Statement, order: list[int]) -> tuple[PlayerLine, ...]:
    drawn, short = strokes(statement), in_short(statement.names)
    return tuple(
        PlayerLine(
            name=(name := statement.names[who]),
            short=short[name],
            strokes=drawn[who] if drawn else None,
        )
        for who in order
    )


def _payment(
    statement: Statement, debt: Debt, place: dict[int, int], *, paid: bool | None = None
) -> Payment:
    """Return a pair's debt; or, where `paid` is given, a transfer with its reason and its tick."""
    return Payment(
        payer=place[debt.debtor],
        payee=place[debt.creditor],
        points=debt.points,
        minor=debt.minor,
        why="" if paid is None else " ".join(why(statement, debt.debtor)),
        paid=bool(paid),
    )


def _state_of(payment) -> dict[str, bool]:
    """Return whether a transfer was paid, or left to the accounts; neither before the evening is
    closed."""
    return {
        "paid": payment is not None and payment.paid_at is not None,
        "carried": payment is not None and payment.carried_at is not None,
    }


def _earlier(statement: Statement, paid, place: dict[int, int]) -> Payment:
    money = statement.for_money
    return Payment(
        payer=place[paid.payer],
        payee=place[paid.payee],
        points=None if money else paid.amount,
        minor=paid.amount if money else 0,
        why=f"{'left to the accounts' if paid.carried else 'paid'} under closing {paid.closing}",
        paid=not paid.carried,
    )


def _sitting(statement: Statement, line, place: dict[int, int]) -> SittingLine:
    """Return a sitting; its title tells rules and stake where tables play for different things."""
    about = [line.table, counted(line.hands, "hand")]
    if any(plays_games(other) for other in statement.sittings):
        stake = describe_stake(statement, line)
        won = "game points won and lost" if plays_games(line) else "points scored"
        about = [line.table, line.rules, counted(line.hands, "hand"), *filter(None, [stake]), won]
    totals = zip((place[who] for who in line.players), of_a_sitting(line), strict=True)
    return SittingLine(title=", ".join(about), totals=tuple(totals), story=line.story)


def _closing(closings: list) -> str:
    closing = closings[-1]
    said = f"Closing {closing.no}, {clock(closing.closed_at)}"
    if len(closings) > 1:
        said += f", replaces closing {closings[-2].no} of {clock(closings[-2].closed_at)}"
    return said


def score_sheets(table: Table) -> list[ScoreSheet]:
    """Return the score sheets of a table, one a sitting; an earlier one without a hand is left
    out."""
    sittings = list(table.sittings.select_related("table__session__club", "table__house"))
    return [
        _score_sheet(sitting) for sitting in sittings if sitting.played or sitting is sittings[-1]
    ]


def _score_sheet(sitting: Sitting) -> ScoreSheet:
    table, bank = sitting.terms, bank_of(sitting)
    banker = f"{sitting.names[bank.seat]} is the banker" if bank else ""
    sheet = ScoreSheet(
        club=table.session.club.name,
        date=day(table.session.played_on),
        subtitle=_about(table, counted(len(sitting.played), "hand"), banker),
        status=f"Sitting {sitting.no}" if sitting.no > 1 or sitting.ended_at else "",
        players=tuple(name for name, _ in points_by_side(sitting)),
        totals=tuple(points for _, points in points_by_side(sitting)),
        hands=tuple(_hand_lines(sitting)),
    )
    return _with_games(sheet, sitting) if table.rules.pays_games else sheet


def _with_games(sheet: ScoreSheet, sitting: Sitting) -> ScoreSheet:
    games = SittingOfGames(
        played=sitting.played,
        rules=sitting.rules,
        names=sitting.names,
        stake=sitting.terms.stake,
        over=bool(sitting.ended_at) or sitting.table.session.closed,
    )
    return replace(sheet, sides=tuple(games.sides), games=game_blocks(games))


def _about(table: Table, *more: str) -> str:
    """Return "Table 1 · Call-Ace · 31 hands · 25p a point"."""
    return " · ".join(filter(None, [str(table), table.rules.name, *more, table.stake_as_text]))


def _hand_lines(sitting: Sitting) -> Iterator[HandLine]:
    """Yield every hand in order, what was corrected or taken back before what stands."""
    names, seats, rules = sitting.names, len(sitting.names), sitting.rules
    scored = {
        stored.id: played for stored, played in zip(sitting.counted, sitting.played, strict=True)
    }
    records = (
        sitting.hands.filter(place__isnull=False).order_by("place").prefetch_related("corrections")
    )
    said = said_of(sitting.hands.counted()) if sitting.table.asks_agreement else {}
    for record in records:
        played = scored.get(record.pk)
        for change in record.corrections.all():
            if change.kind == Correction.Kind.CORRECTED:
                yield _struck(
                    describe(change.hand_before, names, rules), change, seats, played, names
                )
        if played:
            yield _with_what_was_said(hand_line(played, names, rules), said.get(record.pk))
        elif record.state == HandRecord.State.TAKEN_BACK:
            yield _struck(
                describe(record.hand, names, rules),
                list(record.corrections.all())[-1],
                seats,
                None,
                names,
            )


def _with_what_was_said(line: HandLine, said: HandSaid | None) -> HandLine:
    """Return the line with the other side's word, where it was asked."""
    if said is None or not said.state:
        return line
    word = said.objection
    if word is None:
        return replace(line, agreed=True)
    why = f": {word.why}" if word.why else ""
    whose = f"the other side, on {word.by}" if word.turned else word.by
    return replace(line, objection=f"Objected to {clock(word.at)} by {whose}{why}")


def _struck(said: str, change: Correction, seats: int, played, names: list[str]) -> HandLine:
    why = f": {change.why}" if change.why else ""
    return HandLine(
        no=played.no if played else None,
        dealer=names[played.dealer] if played else "",
        facts=said,
        points=(0,) * seats,
        totals=(),
        awards=(),
        struck=f"{change.kind.capitalize()} {clock(change.at)} by {change.by}{why}",
    )


def blank_score_sheet(sitting: Sitting) -> BlankScoreSheet:
    """Return a sheet to write on, for the people of a sitting."""
    table, rules = sitting.terms, sitting.rules
    sheet = BlankScoreSheet(
        club=table.session.club.name,
        date=day(table.session.played_on),
        subtitle=_about(table),
        players=tuple(sitting.names),
        first_dealer=sitting.dealer,
        key=key_to_the_score(rules, seats=len(sitting.players)),
    )
    if rules.partners == "called":
        return sheet
    alone = rules.partners == "fixed" and rules.lone_hands
    return replace(
        sheet,
        sides=tuple(side_names(rules, sitting.names)),
        games=None if rules.target is None else blank_games(rules),
        asks=("Maker", "Alone", "Tricks") if alone else ("Maker", "Tricks"),
        bidding=rules.bidding,
    )


@require_safe
@session_by_number(LOOK)
def settlement(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The settlement sheet, to sign."""
    return _settlement(request, session)


@require_safe
@session_by_link(LOOK)
def settlement_by_link(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """The settlement sheet, for a phone at one of the tables."""
    return _settlement(request, session)


def _settlement(request: HttpRequest, session: ClubSession) -> HttpResponse:
    sheet = coded(request, settlement_sheet(session), codes.SETTLEMENT, session.pk)
    content = settlement_pdf(sheet, paper=paper_of(request))
    return pdf_answer(content, "settlement", session.played_on)


@require_safe
@session_by_number(WRITE)
def attendance(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Who came; before anybody has come, a list to tick at the door."""
    listing = coded(request, attendance_list(session), codes.EVENING, session.pk)
    content = listing_pdf(listing, paper=paper_of(request))
    return pdf_answer(content, "attendance", session.played_on)


@require_safe
@session_by_number(WRITE)
def seating(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """Who sits where, by name and by table, to hang up."""
    both = (coded(request, one, codes.EVENING, session.pk) for one in seating_lists(session))
    content = listing_pdf(*both, paper=paper_of(request))
    return pdf_answer(content, "seating", session.played_on)


@require_safe
@session_by_number(WRITE)
def cards(request: HttpRequest, session: ClubSession, actor: Actor) -> HttpResponse:
    """A card to fold for each open table, with its codes."""
    found = table_cards(request, session)
    if not found:
        raise NoSuchLink("No table is open yet: open one, then print its card.")
    return pdf_answer(table_cards_pdf(found, paper=paper_of(request)), "cards", session.played_on)


@require_safe
@by_link(LOOK)
def score_sheet(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The score sheet, filled in."""
    sheets = [coded(request, sheet, codes.TABLE, table.pk) for sheet in score_sheets(table)]
    content = score_sheet_pdf(sheets, paper=paper_of(request))
    return pdf_answer(content, "score", table, table.session.played_on)


@require_safe
@by_link(LOOK)
def blank_sheet(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """The same sheet with the names printed, to write on."""
    sheet = coded(request, blank_score_sheet(table.sitting), codes.TABLE, table.pk)
    content = blank_score_sheet_pdf(sheet, paper=paper_of(request))
    return pdf_answer(content, "blank", table, table.session.played_on)


@require_safe
@by_link(LOOK)
def sheet_file(request: HttpRequest, table: Table, actor: Actor, no: int) -> HttpResponse:
    """One sitting as euchre-sheet/1."""
    sitting = get_object_or_404(
        table.sittings.select_related("table__session__club", "table__house"), no=no
    )
    name = slugify(f"{table}-sitting-{no}-{table.session.played_on}")
    return JsonResponse(
        document(sheet_of(sitting)),
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
        json_dumps_params={"ensure_ascii": False, "indent": 1},
    )
