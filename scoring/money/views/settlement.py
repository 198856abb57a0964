"""The contents of the settlement page, for one closing, or for the session now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.forms import Form
from django.utils.functional import cached_property

from scoring.common import amounts
from scoring.common.chart import LineChart
from scoring.common.discs import own_disc
from scoring.common.names import in_short
from scoring.common.permissions import LOOK, RUN, WRITE, Actor, may
from scoring.euchre.rule_set import NUMBERS
from scoring.euchre.settlement_words import (
    Figures,
    by_fosters_way,
    describe_stake,
    how_owed,
    is_fosters_way,
    kinds,
    of_a_sitting,
    plays_games,
    why,
    won_and_lost,
    written,
)
from scoring.euchre.statement import SittingLine, Statement, signed
from scoring.euchre.wording import counted, listed
from scoring.money import hooks as money_hooks
from scoring.money.pure.ledger import in_money, moves
from scoring.money.queries.accounts import balances_of, settled_so_far
from scoring.table import hooks as table_hooks
from scoring.table.models import Closing, ClubSession, Payment, Sitting
from scoring.table.pure.result import Result
from scoring.table.queries.settlement import (
    evening_of,
    result_of_sittings,
    sittings_at_tables,
    statement_of,
)
from scoring.table.views.curve import evening_curve

# Foster 1905, p. 29: more than forty or fifty points won or lost in three hours is rather unusual.
UNUSUAL = 50
STATES = ("paid", "carried", "open")
PILLS = 12
"""More of them are not counted at a glance."""


@dataclass(frozen=True, kw_only=True)
class SettlementPage:
    """One closing, or the session now."""

    session: ClubSession
    actor: Actor
    reopen_form: Form
    message: str = ""

    @cached_property
    def _closings(self) -> list[Closing]:
        return list(self.session.closings.prefetch_related("payments"))

    @property
    def closing(self) -> Closing | None:
        return self._closings[-1] if self._closings and self.session.closed else None

    @property
    def earlier(self) -> list[Earlier]:
        return [Earlier(closing) for closing in self._closings if closing is not self.closing]

    @cached_property
    def statement(self) -> Statement:
        return self.closing.statement if self.closing else statement_of(self.session)

    @cached_property
    def _sittings(self) -> list[Sitting]:
        return sittings_at_tables(self.session)

    @cached_property
    def result(self) -> Result:
        return result_of_sittings(self.session, self._sittings)

    @cached_property
    def curve(self) -> LineChart | None:
        """Everybody's points over the evening."""
        played = [one for one in self._sittings if one.played]
        return evening_curve(played, self.result.order)

    @cached_property
    def pars(self) -> list:
        """Everybody beside par once the night is closed, for people who may see the club's
        results."""
        club = self.session.club
        if not self.session.closed or club.casual or not may(self.actor, LOOK, club):
            return []
        return money_hooks.pars.first(self.session) or []

    @cached_property
    def nets(self) -> Nets:
        return Nets(statement=self.statement)

    @cached_property
    def transfers(self) -> list[Transfer]:
        payments = self.closing.payments.all() if self.closing else []
        return transfers_of(self.statement, payments)

    @property
    def payments_in_words(self) -> str:
        return in_words(len(self.transfers))

    @cached_property
    def states(self) -> list[str]:
        """What became of each payment, once the session is closed."""
        return [line.state for line in self.transfers if line.state]

    @cached_property
    def became(self) -> Counter[str]:
        return Counter(self.states)

    @property
    def pills(self) -> list[str]:
        """One for each payment, as long as they fit beside the words."""
        states = [state for state in STATES for _ in range(self.became[state])]
        return states if len(states) <= PILLS else []

    @property
    def paid(self) -> list[dict]:
        """What earlier closings settled."""
        names = self.statement.names
        return [
            {
                "payer": names[paid.payer],
                "payee": names[paid.payee],
                "amount": written(self.statement, paid.amount),
                "closing": paid.closing,
                "carried": paid.carried,
            }
            for paid in self.statement.paid
        ]

    @property
    def pairs(self) -> list[dict]:
        names = self.statement.names
        return [
            {
                "debtor": names[debt.debtor],
                "creditor": names[debt.creditor],
                "amount": written(self.statement, self.statement.amount(debt)),
            }
            for debt in self.statement.pairs
        ]

    @property
    def anything_owed(self) -> bool:
        owed = any((self.statement.pairs, self.transfers, self.statement.paid))
        return owed and self.statement.for_money

    @property
    def carries_over(self) -> bool:
        return self.keeps_the_book and self.became["open"] > 0 and self.statement.for_money

    @property
    def plays_games(self) -> bool:
        return any(map(plays_games, self.statement.sittings))

    @property
    def payments_first(self) -> bool:
        """Whether the payments come before the result, which would push them off the screen."""
        return self.statement.for_money and len(self.result.tables) > 1

    @property
    def matrix(self) -> dict | None:
        return matrix(self.statement)

    @property
    def pairs_title(self) -> str:
        return pairs_title(self.statement)

    @property
    def how_owed(self) -> list[str]:
        return how_owed(self.statement)

    @property
    def both_ways(self) -> str:
        """The reason why the debts of each pair and the payments have the same totals."""
        statement = self.statement
        why_same = (
            "What players receive from those below them, less what they owe those above, is "
            "their difference against the whole table"
            if all(map(is_fosters_way, statement.sittings))
            else "What comes in, less what goes out, is the figure under "
            f"“{won_and_lost(statement)[-1].title}”"
        )
        said = f"Both ways give the same result. {why_same}."
        pairs, payments = len(statement.pairs), len(statement.transfers)
        if statement.paid:
            said += (
                " Earlier closings are included, so the payments above are what is still unpaid."
            )
        elif pairs != payments:
            said += f" Only the number of payments differs ({pairs} or {payments})."
        return said

    @property
    def any_detail(self) -> bool:
        return self.nets.any or any(line.story for line in self.statement.sittings)

    @property
    def in_detail(self) -> str:
        """The parts folded below the main figures."""
        games = kinds(self.statement)[1]
        several = len(self.statement.sittings) > 1
        if not self.anything_owed:
            return "By sitting" if several else "By game" if games else "Points"
        if several:
            return "By pair and by sitting"
        return "By pair and by game" if games else "By pair, with points"

    @property
    def sittings(self) -> list[dict]:
        return [_sitting_line(line, self.statement) for line in self.statement.sittings]

    @property
    def unusual(self) -> str:
        """The largest win or loss, if Foster would wonder at it.

        The book has Call-Ace in mind. Points of partners, and game points, are others.
        """
        nets = by_fosters_way(self.statement)
        who = max(range(len(nets)), key=lambda no: abs(nets[no]), default=None)
        if who is None or abs(nets[who]) <= UNUSUAL:
            return ""
        return f"{self.statement.names[who]}, {signed(nets[who])},"

    @property
    def result_in_words(self) -> str:
        return result_in_words(self.session, self.statement, self.result)

    @cached_property
    def tournament(self) -> bool:
        return bool(table_hooks.was_played.first(self.session))

    @property
    def token(self) -> str | None:
        return self.actor.link.token if self.actor.link else None

    @property
    def writes(self) -> bool:
        return bool(self.actor.link) and may(self.actor, WRITE, self.actor.link.table)

    @property
    def directs(self) -> bool:
        return may(self.actor, WRITE, self.session)

    @cached_property
    def runs(self) -> bool:
        return may(self.actor, RUN, self.session)

    @cached_property
    def keeps_the_book(self) -> bool:
        return may(self.actor, RUN, self.session.club)


def result_in_words(session: ClubSession, statement: Statement, result: Result) -> str:
    """Return the result, the points of each player, and the payments if there is a stake, a line
    each, to send to everybody."""
    played = dict.fromkeys(
        ", ".join(filter(None, [line.rules, describe_stake(statement, line)]))
        for line in statement.sittings
    )
    names = statement.names
    paid = [
        f"{names[one.debtor]} to {names[one.creditor]}: {written(statement, statement.amount(one))}"
        for one in statement.transfers
    ]
    club = "" if session.club.casual else f"{session.club}, "
    lines = [
        f"{club}{session.called}",
        f"{'; '.join(played)} \N{MIDDLE DOT} {counted(statement.hands, 'hand')}",
        "",
        *result.lines,
    ]
    if any_figure(statement):
        lines += ["", *(f"{names[who]} {_worth(statement, who)}" for who in best_first(statement))]
    if statement.for_money:
        lines += ["", *(["To pay:", *paid] if paid else ["No one owes anything."])]
    return "\n".join(lines)


def any_figure(statement: Statement) -> bool:
    """Return whether what each won and lost is more than nothing, and more than the result says of
    partners at one table without a stake."""
    lines = statement.sittings
    said = len(lines) == 1 and not statement.for_money and not is_fosters_way(lines[0])
    return not said and any(any(column.values) for column in won_and_lost(statement))


def account_moves(session: ClubSession, statement: Statement) -> list[dict] | None:
    """Return whose account another closing would move, and how far; None where it would be the
    first one."""
    if not session.closings.exists():
        return None
    moved = moves(settled_so_far(session), in_money(statement))
    people = session.club.players.filter(pk__in=moved)
    now, currency = balances_of(session.club, people), session.club.currency
    return [
        {
            "name": player.name,
            "before": amounts.written(now[player.pk], currency),
            "after": amounts.written(now[player.pk] + moved[player.pk], currency),
            "difference": amounts.written(moved[player.pk], currency, plus=True),
            "gains": moved[player.pk] > 0,
        }
        for player in people
    ]


def _sitting_line(line: SittingLine, statement: Statement) -> dict:
    """Return a sitting with its figures; where games are played, with the games."""
    points = dict(zip(line.players, of_a_sitting(line), strict=True))
    sides = line.sides or [(who,) for who in line.players]
    return {
        "table": line.table,
        "hands": line.hands,
        "about": ", ".join(filter(None, [line.rules, describe_stake(statement, line)])),
        "totals": [
            (listed([statement.names[who] for who in side]), points[side[0]]) for side in sides
        ],
        "games": plays_games(line),
        "story": line.story,
    }


def pairs_title(statement: Statement) -> str:
    """Return the heading for the debts of every pair, as only points alone are settled in Foster's
    way."""
    return (
        "Each pair, Foster’s way" if all(map(is_fosters_way, statement.sittings)) else "Each pair"
    )


@dataclass(frozen=True, kw_only=True)
class Nets:
    """What each won and lost (templates/money/settlement/_nets.html).

    A phone shows what is settled, and beside it the points where nothing but points is.
    """

    statement: Statement

    @cached_property
    def short(self) -> dict[str, str]:
        return in_short(self.statement.names)

    @cached_property
    def _columns(self) -> list[tuple[Figures, bool]]:
        return _columns(self.statement)

    @property
    def any(self) -> bool:
        return any_figure(self.statement)

    @property
    def heads(self) -> list[dict]:
        return [{"title": column.title, "more": more} for column, more in self._columns]

    @cached_property
    def _lines(self) -> list[dict]:
        return player_lines(self.statement)

    @cached_property
    def players(self) -> list[dict]:
        return [line for line in self._lines if line["net"] or not self.statement.for_money]

    @property
    def at_nothing(self) -> list[str]:
        return [line["name"] for line in self._lines if line not in self.players]

    @property
    def sums(self) -> list[dict]:
        return [
            {"words": column.written(sum(column.values)), "more": more}
            for column, more in self._columns
        ]


def evening_so_far(session: ClubSession, players: Collection[int], *, least: int = 2) -> dict:
    """Return the contents of templates/table/_evening.html, which are the evening's totals of these
    people (keys) at all its tables. It is empty until they have sat in `least` sittings."""
    statement = evening_of(session, players)
    if len(statement.sittings) < least:
        return {}
    points, *_, settled = won_and_lost(statement)
    columns = (points, settled)
    return {
        "heads": [column.title for column in columns],
        "short": in_short(statement.names),
        "lines": [
            {
                "name": statement.names[who],
                "colour": own_disc(statement.ids[who]),
                "cells": [_cell(column, column.values[who], more=False) for column in columns],
            }
            for who in best_first(statement)
            if statement.ids[who] in players
        ],
    }


def _columns(statement: Statement) -> list[tuple[Figures, bool]]:
    """Return the columns of figures, and whether a phone leaves them out."""
    *others, settled = won_and_lost(statement)
    return [
        *((column, statement.for_money or not column.strong) for column in others),
        (settled, False),
    ]


def in_words(payments: int) -> str:
    """Return "no payment", "one payment", "four payments", "12 payments"."""
    number = (
        "no" if payments == 0 else NUMBERS[payments] if payments < len(NUMBERS) else str(payments)
    )
    return f"{number} payment{'' if payments < 2 else 's'}"


def player_lines(statement: Statement) -> list[dict]:
    """Return a line a player, best first."""
    columns = _columns(statement)
    return [
        {
            "name": statement.names[who],
            "colour": own_disc(statement.ids[who]),
            "net": statement.amount(statement.nets[who]),
            "cells": [_cell(column, column.values[who], more=more) for column, more in columns],
            "worth": _worth(statement, who),
        }
        for who in best_first(statement)
    ]


def _cell(column: Figures, value: int, *, more: bool) -> dict:
    """Return a figure with its colour, for a win, a loss, or neither."""
    kind = "" if not column.against or not value else "plus" if value > 0 else "minus"
    return {
        "words": column.written(value),
        "kind": kind,
        "strong": column.strong,
        "more": more,
    }


def _worth(statement: Statement, who: int) -> str:
    """Return "+20 (+£5.00)", or what is settled alone where points and games meet, or none has a
    stake."""
    net = statement.nets[who]
    points = signed(net.points)
    if not statement.for_money:
        return points
    amounts = written(statement, net.minor, plus=True)
    return amounts if all(kinds(statement)) else f"{points} ({amounts})"


def matrix(statement: Statement) -> dict | None:
    """Return the debts by debtor (rows, the lowest first) and creditor (columns); None for more
    than eight players."""
    if len(statement.names) > 8:
        return None
    owed = {(debt.debtor, debt.creditor): plain(statement, debt) for debt in statement.pairs}
    order = best_first(statement)
    columns = [who for who in order if any(creditor == who for _, creditor in owed)]
    rows = [who for who in reversed(order) if any(debtor == who for debtor, _ in owed)]
    return {
        "columns": [statement.names[who] for who in columns],
        "rows": [
            (statement.names[who], [owed.get((who, to), "") for to in columns]) for who in rows
        ],
    }


def best_first(statement: Statement) -> list[int]:
    """Return the players' numbers, who wins most first."""
    return sorted(
        range(len(statement.names)), key=lambda who: (-statement.amount(statement.nets[who]), who)
    )


def plain(statement: Statement, debt) -> str:
    return written(statement, statement.amount(debt)) if statement.for_money else str(debt.points)


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """The payments, with reasons."""

    payer: str
    payee: str
    amount: str
    why: list[str]
    payment: Payment | None
    """None before the closing."""

    @property
    def state(self) -> str:
        """ "paid", "carried" over to the accounts, or "open"; nothing before the closing."""
        if self.payment is None:
            return ""
        paid, carried = self.payment.paid_at, self.payment.carried_at
        return "paid" if paid else "carried" if carried else "open"


def transfers_of(
    statement: Statement, payments: Iterable[Payment], *, reasons: bool = True
) -> list[Transfer]:
    """Return who pays whom by a statement, with what became of each payment, and why."""
    return [
        Transfer(
            payer=statement.names[debt.debtor],
            payee=statement.names[debt.creditor],
            amount=written(statement, statement.amount(debt)),
            why=why(statement, debt.debtor) + why(statement, debt.creditor) if reasons else [],
            payment=payment,
        )
        for debt, payment in zip(
            statement.transfers, payments_in_order(statement, payments), strict=True
        )
    ]


def payments_in_order(statement: Statement, payments: Iterable[Payment]) -> list[Payment | None]:
    """Return the payment of each transfer. A person who signed under two names may owe another
    twice; a debt between their own names is no payment any more (actions.merge)."""
    left = defaultdict(list)
    for payment in payments:
        left[payment.payer_id, payment.payee_id, payment.amount].append(payment)
    ids = statement.ids
    keys = [
        (ids[debt.debtor], ids[debt.creditor], statement.amount(debt))
        for debt in statement.transfers
    ]
    return [left[key].pop(0) if left[key] else None for key in keys]


@dataclass(frozen=True)
class Earlier:
    """A closing that was reopened."""

    closing: Closing

    @cached_property
    def _statement(self) -> Statement:
        return self.closing.statement

    @property
    def for_money(self) -> bool:
        return self._statement.for_money

    @property
    def players(self) -> list[tuple[str, str]]:
        """Each player with what they won or lost, best first."""
        of = self._statement
        return [(of.names[who], _worth(of, who)) for who in best_first(of)]

    @property
    def transfers(self) -> list[Transfer]:
        """The payments without reasons, since another closing has taken their place."""
        return transfers_of(self._statement, self.closing.payments.all(), reasons=False)
