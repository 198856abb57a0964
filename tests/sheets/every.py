"""Every kind of sheet, with short words and with the longest: what holds for all is tested of
these, and whoever adds a kind adds it here."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from scoring.club.sheets.player_year import PlayerYear, player_year_pdf
from scoring.common.pdf.code import Code
from scoring.common.pdf.listing import BOX, TICKED, Heading, Listing, Part, Spot, listing_pdf
from scoring.common.pdf.page import GREEN
from scoring.euchre.books import find
from scoring.euchre.rules_pages.page import rules_page
from scoring.evening.sheets.poster import Poster, poster_pdf
from scoring.evening.sheets.table_cards import TableCard, table_cards_pdf
from scoring.league.sheets.captains_slips import CaptainsSlip, captains_slips_pdf
from scoring.league.sheets.card import CardMeeting, CardSide, MatchCard, match_card_pdf
from scoring.league.sheets.fixture_card import CardMatch, CardTeam, FixtureCard, fixture_cards_pdf
from scoring.league.sheets.fixture_sheet import fixture_sheets_pdf
from scoring.league.sheets.report import ReportSheet, report_pdf
from scoring.league.sheets.standings import Block, StandingsSheet, standings_pdf
from scoring.money.sheets.book_year import BookYearSheet, book_year_pdf
from scoring.money.sheets.receipts import Receipt, receipts_pdf
from scoring.money.sheets.settlement import settlement_pdf
from scoring.public.sheets.personal_slips import PersonalSlip, personal_slips_pdf
from scoring.table.sheets.rules_card import RulesCard, rules_card_pdf
from scoring.table.sheets.score_sheet import blank_score_sheet_pdf, score_sheet_pdf
from scoring.tournament.sheets.certificates import certificates_pdf
from scoring.tournament.sheets.slips import slips_pdf
from scoring.tournament.sheets.tally_cards import tally_cards_pdf
from scoring.tournament.sheets.values import Certificate, Slip, SlipLine, TallyCard
from tests.sheets.cast import (
    FIVE,
    LONG,
    SEVEN,
    blank,
    blank_of_games,
    evening,
    evening_of_sittings,
    games,
    sitting,
    tally_lines,
    thirty_players,
)

CLUB, LONG_CLUB = "The Right Bower Club", "The Most Honourable Company of Bower Players of the West"
WORDS = "Tea and mince pies at half past eight, and please park behind the hall, not on the green. "
DAY, LONG_DAY = "Friday 20 November 2026", "Wednesday 30 September 2026"
SHORT_NAMES = ("Ann", "Ben", "Cat", "Dan", "Eveline", "Fred", "Gus", "Hal")
EUROPE = (
    "Małgorzata Święcicka",
    "Željko Čović",
    "Zoë Brontë",
    "Jürgen Weiß",
    "Ştefan Țîrlea",
    "Íñigo Muñoz",
    "Þóra Guðmundsdóttir",
    "Ödön Őry",
    "Ģirts Ķēniņš",
    "Ελένη Παπαδοπούλου",
    "Дмитро Їжакевич",
    "Nguyễn Thị Ngọc",
)
EAST_ASIAN = ("王小明", "佐藤さくら", "김민준", "リュウ・タロウ")
OTHER_SCRIPTS = (
    "מרים כהן-לוי",
    "יוסי (הצעיר)",
    "عبد الرحمن علاء",
    "สมชาย น้ำใจ",
    "क्षत्रिय श्रीकृष्ण",
    "தமிழ்ச்செல்வி",
    "Zoë 👩‍👩‍👧🇬🇧",
)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A sheet with its values: what it is, and what draws it on "A4" or "Letter"."""

    name: str
    draw: Callable[..., bytes]
    cut: bool = False
    """Whether it is cut up, so that a page may be as empty as it likes."""
    margin: float = 45.0


def many(number, names=LONG + EUROPE):
    """Return so many people, long names and accents by turns."""
    return [f"{names[no % len(names)][:37]} {no}" for no in range(1, number + 1)]


def _listing(title, columns, rows, **what):
    fields = {"club": CLUB, "about": DAY, **what}
    headings = tuple(
        Heading(title=one) if isinstance(one, str) else Heading(title=one[0], kind=one[1])
        for one in columns
    )
    return Listing(title=title, columns=headings, rows=tuple(rows), **fields)


NO, NAME = ("No.", "figure"), ("Name", "name")
WHO_CAME = (NO, NAME, "Guest", "Came", "Left", ("Door fee", "figure"), ("Paid", "tick"))
LONG_LIST = {"club": LONG_CLUB, "about": f"{LONG_DAY}, 75 people"}


def _came(names, **what):
    rows = [
        (str(no), name, "guest" if no % 5 == 0 else "", "19:02", "22:15", "£3.00", TICKED, "")
        for no, name in enumerate(names, start=1)
    ]
    totals = ("", "£9.00 of it paid", "", "", "", "£1,225.00", "", "")
    columns = (*WHO_CAME, ("Signed", "write"))
    return _listing("Who came", columns, rows, totals=totals, **what)


def _expected(names, **what):
    rows = [(BOX, name, BOX, "") for name in names] + [("", "", "", "")] * 12
    columns = (("Here", "tick"), NAME, ("Paid", "tick"), ("Signed", "write"))
    notes = ("The empty lines are for guests.",)
    return _listing("At the door", columns, rows, notes=notes, **what)


WALL = {"fills": True}


def seats_by_name(names, **what):
    rows = [(name, str(no // 4 + 1), str(no % 4 + 1)) for no, name in enumerate(names)]
    columns = (NAME, ("Table", "figure"), ("Seat", "figure"))
    notes = ("Seats are numbered clockwise round the table.",)
    return _listing("Find your seat", columns, rows, notes=notes, **WALL, **what)


def seats_by_table(names, **what):
    rows = [
        ("" if no % 4 else f"Table {no // 4 + 1}, Keller’s game", str(no % 4 + 1), name)
        for no, name in enumerate(names)
    ]
    columns = ("Table", ("Seat", "figure"), NAME)
    return _listing("Seating plan", columns, rows, blocks=True, **WALL, **what)


def _sides(names, **what):
    pairs = [f"{no} {one} and {no + 1} {one}" for no, one in enumerate(names)]
    rows = [("" if no % 2 else f"Table {no // 2 + 1}", pair) for no, pair in enumerate(pairs)]
    notes = ("Players on one line are partners.",)
    columns = ("Table", NAME)
    return _listing("Seating plan", columns, rows, blocks=True, notes=notes, **WALL, **what)


def _grid(tables, rounds, names=SHORT_NAMES, **what):
    def sides(at):
        four = [f"{no} {names[no % len(names)]}" for no in range(at, at + 4)]
        if names is SHORT_NAMES:
            return " + ".join(four[:2]), f"v {' + '.join(four[2:])}"
        return four[0], f"+ {four[1]}", f"v {four[2]}", f"+ {four[3]}"

    rows = [
        (f"Table {table}", *(sides(4 * (table + no)) for no in range(rounds)))
        for table in range(1, tables + 1)
    ]
    rows.append(("Sitting out", *(("97 98 99 100 101 102",) * 9 for _ in range(rounds))))
    columns = ("", *((f"Round {no}", "sides") for no in range(1, rounds + 1)))
    return _listing("Master grid", columns, rows, landscape=True, **what)


def _results(names, **what):
    rows = [
        (str(no), str(no), name, str(312 - no), "5", str(99 - no), "7", "2", "1", "8")
        for no, name in enumerate(names, start=1)
    ]
    figures = ("Points", "Won", "Lone hands", "Gold", "Red", "Green", "Rounds")
    columns = (("Rank", "figure"), NO, NAME, *((title, "figure") for title in figures))
    prizes = _prizes(names[:5])
    beneath = (Part(title="Prizes", columns=prizes.columns, rows=prizes.rows, notes=prizes.notes),)
    return _listing("Results", columns, rows, status="so far", beneath=beneath, **what)


def _prizes(names, **what):
    rows = [
        ("First" if no == 1 else "Ladies: most lone hands", name, "£1,120.00, a bottle", "")
        for no, name in enumerate(names, start=1)
    ]
    notes = ("First: Ann and Ben are level in points; rounds won decided.",)
    columns = ("Prize", NAME, "What", ("Received", "write"))
    return _listing("Prizes", columns, rows, notes=notes, **what)


def _season(names, **what):
    rows = [
        (f"{no}.", name, str(500 - no), "12 of 14", "1,234", "61%", "1712 (provisional)", "4")
        for no, name in enumerate(names, start=1)
    ]
    figures = ("Points", "Evenings", "Hands", "Won", "Rating", "Lone hands")
    columns = (("", "figure"), NAME, *((title, "figure") for title in figures))
    return _listing("The season 2026", columns, rows, **what)


def _statement(names, **what):
    rows = [
        ("20 Nov 2026", f"The evening of {name} · Prize", "+£3.00", "£1,103.00") for name in names
    ]
    columns = ("Date", ("What", "name"), ("Moved", "figure"), ("Balance", "figure"))
    totals = ("", "Balance on 20 November 2026", "", "£1,103.00")
    status = "is owed £1,103.00 by the club"
    return _listing("Account of Ann", columns, rows, totals=totals, status=status, **what)


def tally(number, names, rounds=8, **what):
    """Return so many tally cards."""
    lines = {one: what.pop(one, False) for one in ("planned", "filled")}
    card = TallyCard(
        no=1,
        name="",
        about=f"{LONG_CLUB} · {DAY} · Rotation",
        lines=tally_lines(rounds, names, **lines),
        planned=lines["planned"],
        address="http://192.168.1.20:8000/e/AbCdEfGhIjKlMnOp/1",
        total="104" if lines["filled"] else "",
        counts=("3", "2", "3") if lines["filled"] and what.get("stars") else (),
        **what,
    )
    return [replace(card, no=no, name=names[no % len(names)]) for no in range(1, number + 1)]


def _card(no, people, **what):
    return TableCard(
        table=f"Table {no}",
        about=f"{LONG_CLUB}, {LONG_DAY}",
        rules="The club laws of Leeds and Dwight, by the rubber of three games, £1.25 a point",
        people=tuple(people),
        writes="https://bowerbook.example.org/t/AbCdEfGhIjKlMnOp/",
        watches="https://bowerbook.example.org/t/ZbCdEfGhIjKlMnOp/",
        **what,
    )


MOVES = ("Winners: to table 2, the partners part", "Losers: stay", "Lone hands: gold star")


def _slips(number, names):
    about = {"about": f"{LONG_CLUB} · {DAY} · Progressive", "code": CODE, "mark": "K3F0"}
    lines = slip_lines(names)
    return [
        Slip(round="Round 3", table=f"Table {no}", lines=lines, **about)
        for no in range(1, number + 1)
    ]


def slip_lines(names, seats="NSEW", *, sides=2):
    """Return the lines of a slip. The first line of each side has its points."""
    first = range(0, len(seats), len(seats) // sides)
    return tuple(
        SlipLine(
            seat=seat,
            name=f"{no + 1} {names[no % len(names)]}" if names else "",
            points=no in first,
        )
        for no, seat in enumerate(seats)
    )


def certificate(name, prize="First prize", club=CLUB, **what):
    """Return a certificate."""
    fields = {
        "about": "312 points in 8 rounds, 5 won, 5 lone hands",
        "evening": "The Winter Head Table and Bell",
        "day": DAY,
    }
    return Certificate(prize=prize, name=name, club=club, **(fields | what))


def _receipts(number, **what):
    one = Receipt(
        club=CLUB,
        number=1,
        date="21 November 2026",
        amount=300,
        currency="GBP",
        who="Ann",
        what="Door fee",
        evening="Friday 20 November 2026",
    )
    return [replace(one, number=no, **what) for no in range(1, number + 1)]


WORDY = {
    "club": f"{LONG_CLUB} Country and Isles",
    "who": LONG[3],
    "amount": -(10**9),
    "copy": "for the club",
    "evening": "The evening of the great autumn rubber at the Red Lion, upstairs",
    "note": "all that was left in the box of the year before",
}


def _year(evenings, name, names):
    head = (Heading(title="With", kind="name"), Heading(title="Hands", kind="figure"))
    rows = tuple((one, str(no)) for no, one in enumerate(names))
    matrix = (
        *(Heading(title=title, kind=kind) for title, kind in (("Player", "name"), ("", "dot"))),
        *(Heading(title=title, kind=kind) for title, kind in (("As partner", "figure"),)),
    )
    dots = tuple(
        (one, Spot(radius=1.4 + no % 5, ink=(GREEN, None)[no % 2]), f"+1.4 in {no} hands")
        for no, one in enumerate(names)
    )
    return PlayerYear(
        name=name,
        club=LONG_CLUB,
        about="2026",
        figures=(
            ("Evenings", str(evenings)),
            ("Hands", "1,234"),
            ("Net points", "−1,234"),
            ("Money", "+£1,204.50"),
            ("Rating", "1712 (provisional)"),
        ),
        levels=tuple((no * 37) % 91 - 60 for no in range(evenings)),
        parts=(
            Part(
                title="With whom", columns=head, rows=rows, notes=("Hands together on one side.",)
            ),
            Part(title="", columns=matrix, rows=dots),
        ),
    )


def _book_year(things, people):
    money = (Heading(title="", kind="name"), *(Heading(title=day, kind="figure") for day in "ab"))
    rows = tuple((f"Spent: {one}", "", "£1,234,567.89") for one in things)
    totals = ("In all", "£1,234,567.89", "−£1,234,567.89")
    listed = (("31 Aug 2026", one, one, "£1,234.50", "", "£1,234,567.89") for one in people)
    columns = ("Date", NAME, "Who", *((title, "figure") for title in ("Received", "Paid", "Box")))
    return BookYearSheet(
        title="Year end",
        club=LONG_CLUB,
        about=f"{LONG_DAY} to {LONG_DAY}",
        status="in the box £1,234,567.89",
        parts=tuple(Part(title=one, columns=money, rows=rows, totals=totals) for one in "AB"),
        notes=("Added up from every account and line by line, both come to the same.",) * 2,
        signs=("Treasurer", "Examined and found correct"),
        leagues=(Part(title=LONG_CLUB, columns=money, rows=rows, totals=totals),),
        cash_book=_listing("Cash book", columns, listed),
    )


def _match_card(pairs, games, home="Bugle Inn A", away="Trolls", names=None, **what):
    who = names or [""] * 2 * pairs
    known = {"games": ((21, 9),) * games} if names else {}
    called = [f"{one} and {other}" for one, other in zip(who[::2], who[1::2], strict=True)]
    meetings = [
        CardMeeting(
            round=f"Round {turn + 1}",
            home=called[no] if names else f"Pair {no + 1}",
            away=called[-1 - no] if names else f"Pair {no + 1}",
            room=games,
            **known,
        )
        for turn in range(pairs)
        for no in range(pairs)
    ]
    return MatchCard(
        home=CardSide(team=home, names=tuple(who)),
        away=CardSide(team=away, names=tuple(who)),
        meetings=tuple(meetings),
        plays="Three pairs each play the three others: 9 games to 21. Five of nine win: 2 points.",
        sums=(("Games won", (5, 4) if names else None), ("Points", (141, 159) if names else None)),
        **{"about": f"{LONG_CLUB} · {LONG_DAY} · Red Lion", "status": "Due in by Saturday, 18:00"},
        **{"by_number": False, "new_players": 2, "words": ("In by Saturday, 6 pm.",)} | what,
    )


def _house():
    return replace(rules_page(find("call-ace")), name="Laws of the Red Lion")


def of(name, draw, *values, cut=False, margin=45.0, **what):
    """Return a kind of sheet: what draws it, and of which values."""
    return Kind(name=name, draw=partial(draw, *values, **what), cut=cut, margin=margin)


def _of_money():
    yield of("settlement", settlement_pdf, evening())
    yield of("settlement, not closed", settlement_pdf, evening(closing=""))
    yield of("settlement, seven", settlement_pdf, evening(SEVEN, (7, 11, 4, 9, 26, 15, 13)))
    yield of("settlement, long names", settlement_pdf, evening(LONG, (7, 110, 4, 9, 260, 15, 13)))
    yield of("settlement, sittings", settlement_pdf, evening_of_sittings())
    yield of("settlement, all square", settlement_pdf, evening(totals=(5,) * 5))
    nobody = tuple(replace(one, values=()) for one in evening().figures)
    nothing = replace(evening(), players=(), figures=nobody, pairs=(), transfers=())
    named = [("Most lone hands", f"{LONG[0]} and {LONG[1]}: four that took every trick")]
    titled = replace(evening(), titles=(*named, ("Narrowest settlement", "Ann: £0.25 between")))
    yield of("settlement, titles", settlement_pdf, titled)
    crowded = replace(thirty_players(), titles=titled.titles)
    yield of("settlement, thirty and titles", settlement_pdf, crowded)
    yield of("settlement, nobody", settlement_pdf, nothing)
    yield of("settlement, thirty", settlement_pdf, thirty_players())
    yield of("settlement, thirty long", settlement_pdf, thirty_players(many(30)))
    yield of(
        "settlement, East Asian", settlement_pdf, evening((*EAST_ASIAN, "Ann"), (7, 11, 4, 9, 26))
    )
    yield of(
        "settlement, all Europe",
        settlement_pdf,
        evening(EUROPE, tuple((no * 37) % 61 for no in range(12))),
    )
    yield of("receipts", receipts_pdf, _receipts(5), cut=True)
    yield of("receipts, long", receipts_pdf, _receipts(4, **WORDY), cut=True)
    yield of("year of the book", book_year_pdf, _book_year(["Cards"], ["Ann"] * 9))
    yield of("year of the book, long", book_year_pdf, _book_year(many(25), many(60)))


def _of_a_table():
    yield of("score sheet", score_sheet_pdf, [sitting()])
    yield of("score sheet, four", score_sheet_pdf, [sitting(FIVE[:4], 12)])
    yield of("score sheet, seven", score_sheet_pdf, [sitting(SEVEN, 200)])
    yield of("score sheet, long names", score_sheet_pdf, [sitting(LONG, 200)])
    yield of("score sheet, all Europe", score_sheet_pdf, [sitting(EUROPE[:7], 31)])
    yield of("score sheet, no hand", score_sheet_pdf, [sitting(number=0, struck=False)])
    club = find("club-laws")
    yield of("games, rubbers", score_sheet_pdf, [games(club, hands=60)])
    yield of("games, rubbers, long names", score_sheet_pdf, [games(club, LONG[:4], 60)])
    three, two = find("britannica-three", stakes="deficit"), find("hoyle-two")
    yield of("games, cut-throat", score_sheet_pdf, [games(three, FIVE[:3], 60)])
    yield of("games, cut-throat, long names", score_sheet_pdf, [games(three, LONG[4:], 60)])
    yield of("games, two", score_sheet_pdf, [games(two, FIVE[:2], 40)])
    bid, six = find("bid"), find("auction-six")
    yield of("bids", score_sheet_pdf, [games(bid, hands=40)])
    yield of("bids, six, long names", score_sheet_pdf, [games(six, LONG[:6], 40)])
    bid_three = find("bid-three")
    yield of("bids, three, long names", score_sheet_pdf, [games(bid_three, LONG[:3], 40)])
    blank_three = blank_of_games(bid_three, LONG[:3])
    yield of("blank of bids, three, long names", blank_score_sheet_pdf, blank_three)
    yield of("blank", blank_score_sheet_pdf, blank())
    yield of("blank, long names", blank_score_sheet_pdf, blank(LONG))
    yield of("blank, 75 lines", blank_score_sheet_pdf, blank(lines=75))
    yield of("blank of games", blank_score_sheet_pdf, blank_of_games(club))
    yield of("blank of games, long names", blank_score_sheet_pdf, blank_of_games(club, LONG[:4]))
    yield of("blank of bids", blank_score_sheet_pdf, blank_of_games(bid))
    yield of("blank of bids, six, long names", blank_score_sheet_pdf, blank_of_games(six, LONG[:6]))
    of_six = blank_of_games(find("six-handed"), LONG[:6])
    yield of("blank of games, six, long names", blank_score_sheet_pdf, of_six)
    yield of("blank of games, three", blank_score_sheet_pdf, blank_of_games(three, FIVE[:3]))


def _lists():
    yield of("who came", listing_pdf, _came(SHORT_NAMES))
    yield of("who came, 75", listing_pdf, _came(many(75), **LONG_LIST))
    yield of("at the door", listing_pdf, _expected(SHORT_NAMES))
    yield of("at the door, 75", listing_pdf, _expected(many(75), **LONG_LIST))
    yield of("seats by name", listing_pdf, seats_by_name(SHORT_NAMES))
    yield of("seats by name, 100", listing_pdf, seats_by_name(many(100), **LONG_LIST))
    yield of("seats by table", listing_pdf, seats_by_table(SHORT_NAMES * 2))
    yield of("seats by table, 100", listing_pdf, seats_by_table(many(100), **LONG_LIST))
    yield of("tournament seats", listing_pdf, _sides(SHORT_NAMES))
    yield of("tournament seats, 80", listing_pdf, _sides(many(80), **LONG_LIST))
    yield of("master grid", listing_pdf, _grid(4, 3))
    yield of("master grid, 25 tables", listing_pdf, _grid(25, 6, EUROPE))
    yield of("results", listing_pdf, _results(SHORT_NAMES))
    yield of("results, 100", listing_pdf, _results(many(100), **LONG_LIST))
    yield of("prizes", listing_pdf, _prizes(SHORT_NAMES[:3]))
    yield of("prizes, long names", listing_pdf, _prizes(many(12), **LONG_LIST))
    yield of("season", listing_pdf, _season(SHORT_NAMES))
    yield of("season, 100", listing_pdf, _season(many(100), **LONG_LIST))
    yield of("statement", listing_pdf, _statement(SHORT_NAMES))
    yield of("statement, 60 lines", listing_pdf, _statement(many(60), **LONG_LIST))


def _of_an_evening():
    cards = tuple(_card(no, FIVE) for no in (1, 2, 3))
    yield of("table cards", table_cards_pdf, cards, cut=True)
    yield of("table cards, long names", table_cards_pdf, (_card(13, LONG),), cut=True)
    moves = (_card(1, (), moves=MOVES), _card(2, (), moves=MOVES[:2]))
    yield of("table cards, moves", table_cards_pdf, moves, cut=True)
    poster = Poster(
        club=CLUB,
        title="Christmas tournament",
        when=f"{DAY}, 19:30",
        where="Village hall, Mill Lane",
        lines=("£2.00 at check-in", "Room for 60, then a waiting list"),
        address="https://example.org/come/ryeDHl3tVp1hgTlI/",
    )
    yield of("poster", poster_pdf, poster, cut=True)
    words = {"title": LONG_CLUB, "club": LONG_CLUB, "where": LONG_CLUB, "words": WORDS * 2}
    yield of("poster, long words", poster_pdf, replace(poster, **words), cut=True)


def _of_a_tournament():
    yield of("tally cards", tally_cards_pdf, tally(6, SHORT_NAMES), cut=True)
    planned = {"planned": True, "group": "Ladies"}
    yield of("tally cards, planned", tally_cards_pdf, tally(9, EUROPE, **planned), cut=True)
    starred = tally(4, LONG, 10, stars=True, filled=True)
    yield of("tally cards, stars", tally_cards_pdf, starred, cut=True)
    long_ones = tally(3, LONG, 25, planned=True, filled=True)
    yield of("tally cards, 25 rounds", tally_cards_pdf, long_ones, cut=True)
    yield of("tally cards, 40 rounds", tally_cards_pdf, tally(2, SHORT_NAMES, 40), cut=True)
    empty = TallyCard(no=0, name="", about=CLUB, lines=tally_lines(8, FIVE), stars=True)
    yield of("blank tally cards", tally_cards_pdf, [empty] * 4, cut=True)
    yield of("slips", slips_pdf, _slips(9, SHORT_NAMES), cut=True)
    yield of("slips, long names", slips_pdf, _slips(8, LONG), cut=True)
    unwritten = Slip(round="", table="", lines=slip_lines(()), about=CLUB)
    yield of("blank slips", slips_pdf, [unwritten] * 8, cut=True)
    of_six = [replace(one, lines=slip_lines(LONG, "NSEABC")) for one in _slips(6, LONG)]
    yield of("slips of six", slips_pdf, of_six, cut=True)
    singly = [replace(one, lines=slip_lines(LONG, "NES", sides=3)) for one in _slips(8, LONG)]
    yield of("slips of three", slips_pdf, singly, cut=True)
    framed = {"cut": True, "margin": 26.0}
    gift = {"gift": "A bottle of port and a ham"}
    first = [certificate("Wilhelmina van der Westhuizen"), certificate("Ann", evening="", **gift)]
    yield of("certificates", certificates_pdf, first, **framed)
    long_club = {"club": LONG_CLUB, "prize": "Gentlemen of the committee: most lone hands"}
    worst = [certificate(name, **long_club, gift=LONG_CLUB) for name in LONG]
    yield of("certificates, long names", certificates_pdf, worst, **framed)


def _of_the_club():
    yield of("player’s year", player_year_pdf, _year(26, "Ann", many(9)))
    yield of("player’s year, long", player_year_pdf, _year(60, LONG[0], many(60)))
    for key in ("call-ace", "club-laws", "hoyle-three-setback"):
        yield of(f"rules, {key}", rules_card_pdf, RulesCard(page=rules_page(find(key))))
    about = f"Table 123, {LONG_CLUB}"
    yield of("rules of a house", rules_card_pdf, RulesCard(page=_house(), about=about))
    for names in (SHORT_NAMES, LONG, many(30)):
        about = {"club": names[-1], "address": f"https://scores.example/me/{'A' * 16}/"}
        about |= {"code": "W2MZ-89QH", "where": "scores.example/me/"}
        slips = [PersonalSlip(name=name, **about) for name in names]
        yield of(f"personal, {len(names)} {names[0]}", personal_slips_pdf, slips, cut=True)


def _of_a_league():
    yield of("match card", match_card_pdf, [_match_card(3, 1)])
    yield of("match card, four pairs", match_card_pdf, [_match_card(4, 2, new_players=6)])
    long_teams = {"home": LONG_CLUB, "away": LONG_CLUB[::-1].title()}
    long_names = _match_card(4, 2, names=many(8), signed=(LONG[0], LONG[1]), **long_teams)
    yield of("match card, long names", match_card_pdf, [long_names])
    squads = [
        CardSide(team=team, names=(), squad=tuple(f"{no} {one}" for no, one in enumerate(many(13))))
        for team in ("Hornby", "Belfast")
    ]
    tables = tuple(
        CardMeeting(round=f"Table {no // 12 + 1}", home="", away="", room=1) for no in range(60)
    )
    free = replace(_match_card(3, 1), meetings=tables, by_number=True, new_players=6)
    free = replace(free, home=squads[0], away=squads[1])
    yield of("match card, partners change", match_card_pdf, [free])
    yield of("league", standings_pdf, _standings(("Trolls", "Juda", "Albany"), 1))
    yield of("league, long names", standings_pdf, _standings(many(50), 3))
    yield of("night in words", report_pdf, _night(("Trolls", "Juda")))
    yield of("night in words, long names", report_pdf, _night(many(50)))
    for nights, teams in ((5, SHORT_NAMES), (18, many(10)), (34, EUROPE), (40, many(14))):
        yield of(
            f"fixture card, {nights}",
            fixture_cards_pdf,
            [fixture_card(nights, teams)],
            cut=True,
            margin=14.0,
        )
        yield of(f"fixtures, {nights}", fixture_sheets_pdf, [_fixtures(nights, teams)])
    for names in (SHORT_NAMES, LONG):
        slips = [
            CaptainsSlip(
                team=name,
                captain=name,
                league="Sugar River 2026-27",
                address="https://a.example/t/1",
            )
            for name in names
        ]
        yield of(f"captains, {names[0]}", captains_slips_pdf, slips, cut=True)


def _standings(teams, divisions):
    columns = (NO, ("Team", "name"), *((head, "figure") for head in ("P", "W", "For", "Pts")))
    headings = tuple(Heading(title=title, kind=kind) for title, kind in columns)
    rows = tuple((str(no), team, "18", "12", "4444", "24") for no, team in enumerate(teams, 1))
    note = f"{teams[-1]}: tied with {teams[0]} on points and games won; fewer points, 9 to 12."
    block = Block(title="Division One", columns=headings, rows=rows, notes=(note,))
    about = "First half, after Thursday 19 November 2026, 40 of 45 matches played"
    return StandingsSheet(title="Sugar River", about=about, blocks=(block,) * divisions)


def _night(teams):
    lines = tuple(f"{team} beat {teams[0]} 412–389 (games 18–14)." for team in teams)
    paragraphs = (("Results", lines), ("High", (f"{teams[0]}, 120 points.",)))
    return ReportSheet(title="Sugar River 2026-27", about=LONG_DAY, paragraphs=paragraphs)


def fixture_card(nights, teams):
    """A team's card of so many nights, the fifth without a match."""
    matches = tuple(
        CardMatch(
            day=f"{no % 28 + 1} Dec",
            home=no % 2 == 0,
            other=teams[no % len(teams)],
            venue=f"{teams[no % len(teams)]} Inn, Fore Street" if no % 2 else "",
            result=("won 7–2", "lost w/o", "won 1200–1180")[no] if no < 3 else "",
            bye=no == 4,
        )
        for no in range(nights)
    )
    others = tuple(
        CardTeam(
            name=team,
            venue=f"{team} Inn",
            captain=LONG[0],
            phone="+44 1726 551 234",
            address="12 High Street, beside the chapel, St Austell PL25 4AA",
        )
        for team in teams
    )
    return FixtureCard(
        team=teams[0],
        league=LONG_CLUB if nights > 5 else CLUB,
        season="2026-27",
        division="Division One",
        venue="Red Mouse",
        captain=LONG[0],
        phone="+44 1726 551 234",
        plays="Wednesdays at 19:30",
        matches=matches,
        teams=others,
        status="As of 23 November 2026",
        words=(
            "Three pairs each play the three others: nine games to 21. Five of nine games win.",
            *([MANY_WORDS] * (nights > 5)),
        ),
    )


MANY_WORDS = "A player may be borrowed twice, and must then be transferred for good. " * 3


def _fixtures(nights, teams):
    rows = [
        (
            f"Wednesday {no % 28 + 1} December" if not at else "",
            f"{teams[at]} (at Red Lion)" if no == at else teams[at],
            teams[-1 - at],
            ("", "w/o", "412–389")[no % 3],
        )
        for no in range(nights)
        for at in range(len(teams) // 2)
    ]
    columns = ("Night", ("Home", "name"), ("Visitors", "name"), ("Result", "figure"))
    homes = "; ".join(f"{team}, {team} Inn, 12 High Street, St Austell" for team in teams)
    notes = ("The home team stands first. Matches begin at 19:30.", f"Home venues: {homes}.")
    return _listing("Fixtures", columns, rows, halves=True, blocks=True, notes=notes)


CODE = Code(signs="T22-238", address="https://bowerbook.right-bower-club.example/c/T22238")


def _with_codes():
    """Yield every paper that has the code of its record."""

    def coded(*values):
        return [replace(one, code=CODE) for one in values]

    yield of("code, settlement", settlement_pdf, *coded(evening(closing="")))
    yield of("code, settlement, thirty", settlement_pdf, *coded(thirty_players(many(30))))
    yield of("code, score sheet", score_sheet_pdf, coded(sitting(LONG, 200)))
    yield of("code, blank", blank_score_sheet_pdf, *coded(blank(LONG)))
    six = blank_of_games(find("auction-six"), LONG[:6])
    yield of("code, blank of bids", blank_score_sheet_pdf, *coded(six))
    yield of("code, results", listing_pdf, *coded(_results(many(100), **LONG_LIST)))
    yield of("code, by name", listing_pdf, *coded(seats_by_name(many(9), **LONG_LIST)))
    cards = tuple(coded(_card(1, FIVE), _card(2, (), moves=MOVES)))
    yield of("code, table cards", table_cards_pdf, cards, cut=True)
    plain = tally(4, LONG, 8, group="Ladies")
    yield of("code, tally cards", tally_cards_pdf, coded(*plain), cut=True)
    yield of("code, slips", slips_pdf, coded(*_slips(8, LONG), *_slips(1, FIVE)), cut=True)
    long_club = {"club": LONG_CLUB, "prize": "Gentlemen of the committee: most lone hands"}
    worst = coded(*(certificate(name, **long_club, gift=LONG_CLUB) for name in LONG))
    yield of("code, certificates", certificates_pdf, worst, cut=True, margin=26.0)
    empty = TallyCard(no=0, name="", about=CLUB, lines=tally_lines(8, FIVE), stars=True)
    yield of("code, blank tally cards", tally_cards_pdf, coded(*[empty] * 4), cut=True)
    unwritten = Slip(round="", table="", lines=slip_lines(()), about=CLUB)
    yield of("code, blank slips", slips_pdf, coded(*[unwritten] * 8), cut=True)
    ours = RulesCard(page=_house(), about=f"Table 123, {LONG_CLUB}")
    yield of("code, rules", rules_card_pdf, *coded(ours))
    receipts = coded(*_receipts(2), *_receipts(2, **WORDY))
    yield of("code, match card", match_card_pdf, coded(_match_card(4, 2, names=many(8))))
    yield of("code, receipts", receipts_pdf, receipts, cut=True)
    yield of("code, player’s year", player_year_pdf, *coded(_year(26, LONG[0], many(9))))


def _in_other_scripts():
    """Yield sheets with names in the scripts that are shaped before they are drawn."""
    names, people = OTHER_SCRIPTS, many(14, OTHER_SCRIPTS)

    def kind(name, draw, *values, **what):
        return of(f"other scripts, {name}", draw, *values, **what)

    yield kind("settlement", settlement_pdf, evening(names, (7, 11, 4, 9, 26, 15, 13)))
    receipts = [replace(one, who=name) for one, name in zip(_receipts(7), names, strict=True)]
    yield kind("receipts", receipts_pdf, receipts, cut=True)
    yield kind("year of the book", book_year_pdf, _book_year(names, people))
    yield kind("score sheet", score_sheet_pdf, [sitting(names, 31)])
    yield kind("blank", blank_score_sheet_pdf, blank(names))
    yield kind("results", listing_pdf, _results(people))
    yield kind("by name", listing_pdf, seats_by_name(people))
    yield kind("who came", listing_pdf, _came(people))
    cards = [_card(no, names[:4]) for no in (1, 2)]
    yield kind("table cards", table_cards_pdf, cards, cut=True)
    yield kind("tally cards", tally_cards_pdf, tally(7, names), cut=True)
    yield kind("slips", slips_pdf, _slips(4, names), cut=True)
    certificates = [certificate(name, club=name) for name in names]
    yield kind("certificates", certificates_pdf, certificates, cut=True, margin=26.0)
    yield kind("player’s year", player_year_pdf, _year(26, names[0], names))
    yield kind("match card", match_card_pdf, [_match_card(4, 2, *names[:2], names=many(8, names))])
    yield kind("league", standings_pdf, _standings(names, 1))
    yield kind("night in words", report_pdf, _night(names))
    card = fixture_card(5, names)
    yield kind("fixture card", fixture_cards_pdf, [card], cut=True, margin=14.0)
    yield kind("fixtures", fixture_sheets_pdf, [_fixtures(5, people)])


DRAWERS = (
    *(_of_money, _of_a_table, _lists, _of_an_evening, _of_a_tournament),
    *(_of_a_league, _of_the_club, _with_codes, _in_other_scripts),
)
KINDS = {kind.name: kind for kinds in DRAWERS for kind in kinds()}
