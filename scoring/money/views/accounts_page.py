"""What the page of a club's accounts shows: the cash box, debts, and what each evening brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain, pairwise
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property

from scoring.common.amounts import plain, written
from scoring.common.names import folded, in_short
from scoring.money.forms.accounts import AccountsForm, CountForm, StatementForm
from scoring.money.models import Entry
from scoring.money.pure.evening_money import AtTheDoor, EveningMoney, at_the_door, evening_money
from scoring.money.pure.ledger import CLUB, Position, Transfer, position, to_be_even
from scoring.money.queries.accounts import (
    WithTeam,
    balances,
    balances_with_teams,
    box_by_day,
    edition,
    editions_of,
    entered_together,
    evenings_with_cash,
    held_in_pots,
    lines_by_evening,
    standing,
    transfers,
    waiting_on_sheets,
)
from scoring.money.queries.prizes import free_pots, prizes_to_pay
from scoring.money.views.box_chart import worth_a_picture
from scoring.people.models import Club, Player
from scoring.table.models import Closing, ClubSession
from scoring.table.queries.evenings import number_alike

EVENINGS = 12
DEBTS = 8
"""How many debts are shown before a tap shows the rest."""
A_YEAR = timedelta(days=365)


@dataclass(frozen=True, kw_only=True)
class Account:
    """A player's account in the list of all."""

    player: Player
    minor: int
    amount: str

    @property
    def says(self) -> str:
        """The side of the balance, which the amount alone does not show."""
        return "owes" if self.minor < 0 else "is owed" if self.minor else "settled"


@dataclass(frozen=True, kw_only=True)
class IntoBox:
    """A payment into the box, and the form that enters it."""

    action: str
    team: str
    """The league's team that it is for, with its league; "" for none."""
    minor: int
    amount: str
    typed: str
    in_part: bool
    """Whether it is less than the player owes."""
    key: UUID


@dataclass(frozen=True, kw_only=True)
class Debt:
    """A player's debt beside those of the others, and the payment into the box that settles it."""

    account: Account
    share: int
    """Of the largest debt, in percent."""
    waiting: str
    """What they pay on an unpaid settlement, which is not paid into the box."""
    due: str
    """What they receive on an unpaid settlement."""
    payments: list[IntoBox]
    """What is left to pay into the box."""


@dataclass(frozen=True, kw_only=True)
class EveningRow:
    """An evening with the sums of its money."""

    session: ClubSession
    money: EveningMoney
    total: str
    """The cash into the box, less what left it."""
    door: AtTheDoor
    unpaid: str
    """The check-in fees that went onto accounts; "" for none."""
    sums: list[dict]


@dataclass(frozen=True, kw_only=True)
class AccountsPage:
    """Whose account is not even, and what would make it so."""

    club: Club
    form: AccountsForm
    count: CountForm
    statement_form: StatementForm
    paid: Entry | None = None
    """The payment into the box that was just entered here."""
    message: str = ""

    @cached_property
    def asked(self) -> dict[str, str]:
        return self.form.asked

    @property
    def searched(self) -> bool:
        """Whether some accounts were asked for, instead of all debts."""
        return any(self.asked.values())

    @property
    def just_paid(self) -> str:
        """The amount of the payment that was just entered here."""
        return written(self.paid.amount_minor, self.club.currency) if self.paid else ""

    @cached_property
    def _standing(self) -> dict[int, int]:
        return balances(self.club)

    @cached_property
    def _people(self) -> dict[int, Player]:
        return {player.pk: player for player in self.club.players.all()}

    @cached_property
    def _box(self) -> list[tuple]:
        return box_by_day(self.club, timezone.localdate() - A_YEAR)

    @property
    def spark(self) -> str:
        """The cash in the box over a year, as the points of a line in a square of 1,000; "" if it
        did not change for long enough."""
        (first, _), *_, (last, _) = days = [*self._box, (timezone.localdate(), self._box[-1][1])]
        if not worth_a_picture(days, last):
            return ""
        low, high = min(held for _, held in days), max(held for _, held in days)
        across, up = max((last - first).days, 1), max(high - low, 1)
        points = [
            (1000 * (day - first).days // across, 1000 - 1000 * (held - low) // up)
            for day, held in days
        ]
        level = [f"{x},{y}" for (_, y), (x, _) in pairwise(points)]
        steps = [f"{x},{y}" for x, y in points]
        return " ".join([steps[0], *chain.from_iterable(zip(level, steps[1:], strict=True))])

    @cached_property
    def _position(self) -> Position:
        _, cash = self._box[-1]
        return position(self._standing, cash, sum(self._pots.values()))

    @cached_property
    def _pots(self) -> dict[str, int]:
        return held_in_pots(self.club)

    @property
    def pots(self) -> list[tuple[str, str]]:
        """Each pot that is held for players, with what is in it."""
        return [(name, written(held, self.club.currency)) for name, held in self._pots.items()]

    @property
    def may_write_off(self) -> bool:
        """Whether there is a pot that no tournament plays for."""
        return bool(self._pots and free_pots(self.club))

    @cached_property
    def money(self) -> dict[str, str]:
        """The cash in the box, the debts of and to people, and the club's own money."""
        amounts = ("cash", "owing", "owed", "held", "own")
        return {one: written(getattr(self._position, one), self.club.currency) for one in amounts}

    @property
    def overdrawn(self) -> bool:
        return self._position.cash < 0

    @cached_property
    def short(self) -> dict[str, str]:
        return in_short(player.name for player in self._people.values())

    @cached_property
    def accounts(self) -> list[Account]:
        """Those that were asked for, who owes most first; a name is looked for among all."""
        show, q = self.asked["show"], self.asked["q"]
        wanted = {
            "": lambda minor: bool(minor or q),
            "owing": lambda minor: minor < 0,
            "owed": lambda minor: minor > 0,
            "all": lambda minor: True,
        }[show]
        found = [
            account_of(player, self._standing.get(pk, 0), self.club.currency)
            for pk, player in self._people.items()
            if wanted(self._standing.get(pk, 0)) and folded(q) in folded(player.name)
        ]
        return sorted(found, key=lambda account: account.minor)

    @property
    def not_owing(self) -> list[Account]:
        """The accounts that were asked for and owe nothing."""
        return [account for account in self.accounts if account.minor >= 0]

    @property
    def owed(self) -> list[Account]:
        """The accounts that the club owes something, the most first."""
        return [account for account in self.accounts if account.minor > 0][::-1]

    @cached_property
    def debts(self) -> list[Debt]:
        """Everyone who owes something, the most first."""
        owing = [account for account in self.accounts if account.minor < 0]
        most = max((-account.minor for account in owing), default=1)
        return [
            _debt(
                account,
                most,
                on_sheets=self._on_sheets[account.player.pk],
                payments=self._into_box[account.player.pk],
            )
            for account in owing
        ]

    @cached_property
    def _on_sheets(self) -> Counter[int]:
        """What each player pays on unpaid settlements, less what they receive there."""
        found: Counter[int] = Counter()
        for payer, payee, amount in transfers(self._days[1]):
            found[payer] += amount
            found[payee] -= amount
        return found

    @cached_property
    def _into_box(self) -> dict[int, list[IntoBox]]:
        """The payments into the box that settle each debt, by player."""
        owing = {pk: minor for pk, minor in self._standing.items() if minor < 0}
        latest = editions_of(self.club, owing)
        with_teams = balances_with_teams(self.club) if owing else {}
        return {
            pk: payments_into_box(
                account_of(self._people[pk], minor, self.club.currency),
                -minor - self._on_sheets[pk],
                with_teams.get(pk, []),
                latest[pk],
            )
            for pk, minor in owing.items()
        }

    @property
    def first_debts(self) -> list[Debt]:
        return self.debts[:DEBTS]

    @property
    def debts_differ(self) -> bool:
        """Whether there is anything to compare in a picture."""
        return len({debt.share for debt in self.debts}) > 1

    @property
    def more_debts(self) -> list[Debt]:
        return self.debts[DEBTS:]

    @property
    def uneven(self) -> int:
        return len(self._standing)

    @cached_property
    def _days(self) -> tuple[list[ClubSession], list[Closing]]:
        """The evenings with cash and open payments; evenings of one day are numbered over
        both."""
        sheets, evenings = waiting_on_sheets(self.club), [*evenings_with_cash(self.club, EVENINGS)]
        number_alike([*evenings, *(closing.session for closing in sheets)])
        return evenings, sheets

    @cached_property
    def even(self) -> list[dict]:
        # By name, so that the same accounts always give the same payments.
        by_name = {pk: self._standing[pk] for pk in self._people if pk in self._standing}
        _, sheets = self._days
        into_box = {(pk, one.minor): one for pk, them in self._into_box.items() for one in them}
        found = to_be_even(by_name, transfers(sheets))
        return _payments(self.club, self._people, found, into_box)

    @cached_property
    def sheets(self) -> list[dict]:
        return [_sheet(closing, self.club.currency) for closing in self._days[1]]

    @cached_property
    def evenings(self) -> list[EveningRow]:
        evenings, _ = self._days
        lines = lines_by_evening(evenings)
        return [_evening(session, lines[session.pk], self.club.currency) for session in evenings]

    @cached_property
    def charged(self) -> list[tuple[dict, str]]:
        return [
            (batch, written(batch.amount, self.club.currency) if batch.note else "")
            for batch in entered_together(self.club, EVENINGS)
        ]

    @cached_property
    def prizes(self) -> dict:
        """Those that were announced and not paid, evening by evening."""
        unpaid, currency = prizes_to_pay(self.club), self.club.currency
        number_alike([one.session for one in unpaid])
        return {
            "number": sum(one.number for one in unpaid),
            "amount": written(sum(one.amount for one in unpaid), currency),
            "evenings": [(one, written(one.amount, currency)) for one in unpaid],
        }

    @cached_property
    def leagues(self) -> QuerySet:
        return self.club.leagues.all()


def payment_of(club: Club, asked: str) -> Entry | None:
    """Return the payment into the box with this number, if it is not undone."""
    if not (asked.isascii() and asked.isdigit() and len(asked) <= 18):
        return None
    lines = standing(club.entries.filter(kind=Entry.Kind.PAID_IN)).select_related("credited")
    return lines.filter(pk=asked).first()


def account_of(player: Player, minor: int, currency: str) -> Account:
    """Return an account with its amount in words, without a sign."""
    return Account(player=player, minor=minor, amount=written(abs(minor), currency))


def _debt(account: Account, most: int, *, on_sheets: int, payments: list[IntoBox]) -> Debt:
    """Return a debt. `on_sheets` is what the player pays on unpaid settlements, below zero if they
    receive it."""
    currency = account.player.club.currency
    return Debt(
        account=account,
        share=max(1, -account.minor * 100 // most),
        waiting=written(on_sheets, currency) if on_sheets > 0 else "",
        due=written(-on_sheets, currency) if on_sheets < 0 else "",
        payments=payments,
    )


def payments_into_box(
    account: Account, left: int, with_teams: list[WithTeam], latest: int
) -> list[IntoBox]:
    """Return the payments that settle what is `left` of a player's debt. What they owe for a
    league's team is paid for that team, because the team would owe it otherwise."""
    own = max(left - max(-sum(part.minor for part in with_teams), 0), 0)
    found = [_into_box(account, own, None, latest)] if own else []
    left -= own
    for part in with_teams:
        minor = min(-part.minor, left)
        if minor > 0:
            found.append(_into_box(account, minor, part, latest))
            left -= minor
    return found


def _into_box(account: Account, minor: int, part: WithTeam | None, latest: int) -> IntoBox:
    player, currency = account.player, account.player.club.currency
    return IntoBox(
        action=reverse("enter-team-money", args=[part.league, part.team])
        if part
        else reverse("enter-line", args=[player.club_id]),
        team=part.name if part else "",
        minor=minor,
        amount=written(minor, currency),
        typed=plain(minor, currency),
        in_part=minor != -account.minor,
        key=_key_of_debt(player, minor, latest, part.team if part else None),
    )


def _key_of_debt(player: Player, amount: int, latest: int, team: int | None = None) -> UUID:
    """Return the key of a payment into the box. It is made of the account's latest entry, so that
    it is entered once by two screens, or by both of its buttons, whatever happened to other
    accounts."""
    of_team = f" {team}" if team else ""
    payment = f"{player.club_id} {latest} {player.pk} {amount}{of_team}"
    return uuid5(NAMESPACE_URL, f"bowerbook paid {payment}")


def _payments(
    club: Club,
    people: Mapping[Any, Player],
    rows: list[Transfer],
    into_box: Mapping[tuple[Any, int], IntoBox],
) -> list[dict]:
    """Return the payments of `rows`. `into_box` has those of each debt, by player and amount."""
    latest = edition(club)
    of_each = editions_of(club, [people[row.payer].pk for row in rows if row.payee is CLUB])
    return [
        _payment(club, people, row, of_each[people[row.payer].pk] if row.payee is CLUB else latest)
        | _of_debt(row, into_box)
        for row in rows
    ]


def _of_debt(row: Transfer, into_box: Mapping[tuple[Any, int], IntoBox]) -> dict:
    """Return what is different if this payment is one of a debt's own, perhaps for a team."""
    same = into_box.get((row.payer, row.amount)) if row.payee is CLUB else None
    return {"action": same.action, "key": same.key} if same else {}


def _payment(club: Club, people: Mapping[Any, Player], row: Transfer, latest: int) -> dict:
    """Return a payment with the entry that its button makes.

    Two screens with the same accounts enter it once, as its key is made of the payment and of
    `latest`: the club's latest entry, or that of the account that pays into the box.
    """
    what = "paid in" if row.payee is CLUB else "paid out" if row.payer is CLUB else "payment"
    payer, payee = people.get(row.payer), people.get(row.payee)
    payment = f"{club.pk} {latest} {row.payer} {row.payee} {row.amount}"
    into_box = payer if payee is None else None
    return {
        "action": reverse("enter-line", args=[club.pk]),
        "what": what,
        "payer": payer,
        "payee": payee,
        "who": payer or payee,
        "amount": written(row.amount, club.currency),
        "typed": plain(row.amount, club.currency),
        "key": _key_of_debt(into_box, row.amount, latest)
        if into_box
        else uuid5(NAMESPACE_URL, f"bowerbook even {payment}"),
    }


def _sheet(closing, currency: str) -> dict:
    """Return what waits on the sheet of an evening."""
    total = sum(payment.amount for payment in closing.waiting)
    return {
        "closing": closing,
        "total": written(total, currency),
        "payments": [
            {"payment": payment, "amount": written(payment.amount, currency)}
            for payment in closing.waiting
        ],
    }


def _evening(session: ClubSession, lines: Iterable, currency: str) -> EveningRow:
    money, door = evening_money(lines), at_the_door(lines)
    return EveningRow(
        session=session,
        money=money,
        total=written(money.cash, currency, plus=True),
        door=door,
        unpaid=written(door.unpaid, currency) if door.unpaid else "",
        sums=sums_of_evening(money, currency),
    )


def sums_of_evening(money: EveningMoney, currency: str) -> list[dict]:
    """Return a row for each thing that money was about, with what of it was cash."""
    rows = [
        ("Check-in fees", money.fees, money.fees_paid),
        ("Into the pot", money.pot, money.pot_paid),
        ("Prizes", money.prizes, -money.prizes_paid),
        ("Received", money.received, money.received),
        ("Spent", money.spent, -money.spent),
    ]
    things = [
        {
            "label": label,
            "amount": written(amount, currency),
            "cash": written(cash, currency, plus=True),
        }
        for label, amount, cash in rows
        if amount or cash
    ]
    return [
        *things,
        {"label": "Won and lost at tables", "amount": written(money.won, currency)},
    ]
