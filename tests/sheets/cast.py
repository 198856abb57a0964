"""The people and the evenings of these tests."""

from dataclasses import replace
from random import Random

from scoring.euchre.books import find
from scoring.euchre.game import play
from scoring.euchre.hand import Hand, Irregularity
from scoring.euchre.notation import read
from scoring.euchre.settlement_words import Figures
from scoring.euchre.wording import side_names
from scoring.money.sheets.settlement import Payment, PlayerLine, SettlementSheet, SittingLine
from scoring.table.sheets.game_lines import SittingOfGames, blank_games, game_blocks
from scoring.table.sheets.score_key import key_to_the_score
from scoring.table.sheets.score_sheet import hand_line
from scoring.table.sheets.values import BlankScoreSheet, ScoreSheet
from scoring.tournament.sheets.values import TallyLine
from tests.euchre.cast import settle_scores
from tests.euchre.chance import any_hand

CALL_ACE = find("call-ace")
FIVE = ("Ann", "Ben", "Cat", "Dan", "Eveline")
SEVEN = ("Ann", "Ben", "Catherine", "Dan", "Eveline", "František", "Gwendolen")
LONG = (
    "Wolfgang Amadeus Theophilus Mozart-Haydn",
    "Bartholomew Fitzgerald-Montgomery-Smythe",
    "Łucja Wiśniewska-Krzyżanowska-Dąbrowskaa",
    "Ödön Szőcsné Hegedűs-Kovács Erzsébet-Ágn",
    "Дмитрий Александрович Рождественский-Лен",
    "Maximiliana-Charlotte von und zu Hohenbg",
    "Christophersonchristophersonchristoph Ωř",
)
THIRTY = tuple(
    first + last
    for first in ("Ann", "Ben", "Cat", "Dan", "Eve")
    for last in ("", "a", "e", "l", "s", "wick")
)
WHERE = {"club": "The Right Bower Club", "date": "Thursday 20 November 2025"}


def payments(debts, players) -> tuple[Payment, ...]:
    """Return a settlement's debts as payments, given its players in the order of the sheet."""
    position = {player: no for no, player in enumerate(players)}
    return tuple(
        Payment(payer=position[debt.debtor], payee=position[debt.creditor], minor=debt.minor)
        for debt in debts
    )


def evening(names=FIVE, totals=(7, 11, 4, 9, 26), *, stake=25, currency="GBP", **more):
    """Return the settlement of one sitting, the winner first."""
    result = settle_scores(dict(enumerate(totals)), stake=stake)
    order = sorted(result.players, key=lambda no: -result.nets[no].points)
    nets = [result.nets[no] for no in order]
    players = tuple(PlayerLine(name=names[no], strokes=totals[no]) for no in order)
    figures = [
        Figures(title="Points made", values=tuple(totals[no] for no in order), strong=True),
        Figures(title="Against the table", values=tuple(net.points for net in nets), against=True),
    ]
    if currency:
        money = tuple(net.minor for net in nets)
        figures.append(
            Figures(title="Money", values=money, against=True, currency=currency, strong=True)
        )
    transfers = tuple(
        replace(
            payment,
            why=f"{debt.points} points lost by {players[payment.payer].name}",
            paid=no == 0,
        )
        for no, (debt, payment) in enumerate(
            zip(result.transfers, payments(result.transfers, order), strict=True)
        )
    )
    points = ", ".join(f"{names[no]} {totals[no]}" for no in order)
    won = (f"{players[0].name} won with {max(totals)} points. {points}.",)
    about = {"subtitle": "Call-Ace · 31 hands · 25p a point", "closing": "Closing 1", "result": won}
    said = about | WHERE | more
    pairs = payments(result.pairs, order)
    return SettlementSheet(
        players=players,
        figures=tuple(figures),
        pairs=pairs,
        transfers=transfers,
        currency=currency,
        **said,
    )


def evening_of_sittings():
    """Return an evening at which Fred joined, reopened after one payment."""
    sheet = evening(
        (*FIVE, "Fred"), (7, 11, 4, 9, 26, 3), closing="Closing 2, replaces closing 1 of 21:40"
    )
    return replace(
        sheet,
        sittings=(
            SittingLine(title="Table 1, 19:30 to 20:40 · 12 hands", totals=seated(14, 6, 4, 5)),
            SittingLine(
                title="Table 1, 20:45 to 22:10 · 19 hands", totals=((0, "12"), (4, "4"), (5, "3"))
            ),
        ),
        earlier=(replace(sheet.transfers[0], why="at 21:50, under closing 1", paid=True),),
    )


def seated(*totals):
    """Return what the first players of a sheet scored."""
    return tuple(enumerate(map(str, totals)))


def thirty_players(names=THIRTY):
    """Return an evening of six tables of five, settled together."""
    return evening(names, tuple((no * 37) % 61 for no in range(30)))


def played(number, seats, *, seed=1):
    """Return so many hands of every kind."""
    random = Random(seed)
    return play(
        [a_hand(random, seats) for _ in range(number)], rules=CALL_ACE, seats=seats, first_dealer=1
    )


def a_hand(random, seats):
    maker, kind = random.randrange(seats), random.randrange(20)
    if kind == 0:
        return Hand(void=random.choice(("passed-out", "misdeal", "new-deal", "imperfect-pack")))
    partner = random.choice([None, *(seat for seat in range(seats) if seat != maker)])
    revoke = (Irregularity(kind="revoke", by=random.randrange(seats)),) if kind == 1 else ()
    return Hand(maker=maker, partner=partner, tricks=random.randrange(6), irregularities=revoke)


def sitting(names=FIVE, number=31, *, struck=True):
    """Return a score sheet on which, if `struck`, hand 3 was corrected and a hand after it taken
    back."""
    hands = played(number, len(names))
    lines = [hand_line(hand, names, CALL_ACE) for hand in hands]
    if struck:
        corrected = hand_line(
            hands[3], names, CALL_ACE, struck="Corrected 21:14 by Ann: wrong partner"
        )
        corrected = replace(corrected, no=3)
        back = replace(
            hand_line(hands[8], names, CALL_ACE, struck="Taken back 21:15 by Ben: twice"), no=None
        )
        lines[2:3] = [corrected, lines[2], back]
    totals = hands[-1].totals if hands else (0,) * len(names)
    about = f"Table 1 · Call-Ace · {number} hands · 25p a point"
    return ScoreSheet(
        players=names,
        totals=totals,
        hands=tuple(lines),
        subtitle=about,
        status="19:30 to 21:40",
        **WHERE,
    )


def blank(names=FIVE, **more):
    """Return a sheet to write on."""
    key = key_to_the_score(CALL_ACE, seats=len(names))
    return BlankScoreSheet(players=names, key=key, subtitle="Table 1 · Call-Ace", **WHERE, **more)


def games(rules, names=FIVE[:4], hands=40, *, seed=1, stake=None, over=True, wrong=0.03):
    """Return the score sheet of a table that plays games: so many hands by chance, or these."""
    if isinstance(hands, int):
        random = Random(seed)
        hands = [any_hand(random, rules, len(names), wrong) for _ in range(hands)]
    hands = [read(hand, names) if isinstance(hand, str) else hand for hand in hands]
    dealt = play(hands, rules=rules, seats=len(names), first_dealer=0)
    sitting = SittingOfGames(played=dealt, rules=rules, names=names, stake=stake, over=over)
    return ScoreSheet(
        players=names,
        totals=(),
        sides=tuple(sitting.sides),
        games=game_blocks(sitting),
        hands=tuple(hand_line(hand, names, rules) for hand in dealt),
        subtitle=f"Table 2 · {rules.name} · {len(dealt)} hands",
        **WHERE,
    )


def blank_of_games(rules, names=FIVE[:4], **more):
    """Return a sheet to write games on."""
    return BlankScoreSheet(
        players=names,
        sides=tuple(side_names(rules, names)),
        games=blank_games(rules),
        asks=("Maker", "Alone", "Tricks") if rules.partners == "fixed" else ("Maker", "Tricks"),
        bidding=rules.bidding,
        bids_alone=bool(rules.bids_for_all),
        key=key_to_the_score(rules, seats=len(names)),
        subtitle=f"Table 2 · {rules.name}",
        **WHERE,
        **more,
    )


def tally_lines(rounds, names, *, planned=False, filled=False):
    """Return the lines of a tally card: blank, planned, or filled in."""
    return tuple(
        TallyLine(
            round=no,
            table=str(no % 25 + 1) if planned or no == 1 else "",
            seat="NESW"[no % 4] if planned else "",
            beside=f"{no + 30} {names[no % len(names)]}" if planned else "",
            against=f"{no + 51}, {no + 48}" if planned else "",
            points="13" if filled else "",
            lones="2" if filled else "",
            star=("gold", "red", "green")[no % 3] if filled else "",
            out=planned and no == 4,
        )
        for no in range(1, rounds + 1)
    )
