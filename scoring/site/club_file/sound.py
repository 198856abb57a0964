"""Check the rows of a club's file, which may come from elsewhere. All functions raise ValueError
with a sentence."""

from __future__ import annotations

import re
from dataclasses import fields
from datetime import date
from inspect import get_annotations

from scoring.club.models import EarlierResult, Season, Tally
from scoring.club.pure.season import CRITERIA
from scoring.common.amounts import DECIMALS
from scoring.common.codes import CODE_LENGTH
from scoring.common.names import UNFIT_FOR_A_NAME, why_unfit
from scoring.euchre.books import on_shelf
from scoring.euchre.counters import MARKS
from scoring.euchre.hand import PENALTY, SEVEN, Hand, Irregularity
from scoring.euchre.provisions import BID_KEY
from scoring.euchre.refusals import refuse_a_penalty
from scoring.euchre.rule_set import MOST_TRICKS, NUMBERS
from scoring.euchre.sheet_values import expect, expect_keys, shown
from scoring.euchre.wording import OFFENDED
from scoring.evening.models import Pass, Plan, SignUp
from scoring.evening.queries.plans import cut_of, is_cut
from scoring.league.models import League, Meeting, MeetingReport, Team
from scoring.people.models import SIGNS, Club, OwnPart, Paper, Part, Player
from scoring.public.models import PersonalLink
from scoring.site.club_file.values import reader_of
from scoring.table.models import (
    Correction,
    FormerTerms,
    HandRecord,
    HouseRules,
    Link,
    Reseating,
    Sitting,
    Table,
)
from scoring.table.models.hands import BIDS, FACTS, hand_from_json
from scoring.tournament.models import Entrant, Report, Round, SavedFormat, Tournament
from scoring.tournament.pure.document import (
    CARRIED,
    HANDICAP,
    STORED_ADJUSTMENTS,
    STORED_WISHES,
    Piece,
)
from scoring.tournament.pure.fair_draw import SECRET
from scoring.tournament.pure.seats import EVERY_SIDE, SEATS, SEATS_OF_SIX, clockwise
from scoring.tournament.pure.settings import format_of
from scoring.tournament.pure.standings_document import COLUMNS

FIGURES = tuple(column for column in COLUMNS if column != "name")
WORDS = ("gift", "group", "why")
"""The optional texts of a prize."""


def refuse_results(results: dict) -> None:
    """Raise ValueError, with a sentence, for results that no page could show."""
    for row in expect(list, results.get("rows"), "rows"):
        expect(str, expect(dict, row, "rows").get("name"), "name")
        for column in FIGURES:
            expect(int, row.get(column), column)
    numbers = {row["no"] for row in results["rows"]}
    for prize in expect(list, results.get("prizes"), "prizes"):
        _refuse_prize(expect(dict, prize, "prizes"), numbers)
    for key, no in expect(dict, results.get("cuts", {}), "cuts").items():
        expect(int, no, f"the cut for {key}")
    for no, paid in expect(dict, results.get("paid", {}), "paid").items():
        if not no.isdecimal() or type(paid) not in (bool, int):
            raise ValueError(f"paid has {shown(no)}: {shown(paid)}, which is no fee of an entrant")


def _refuse_prize(prize: dict, numbers: set[int]) -> None:
    expect(str, prize.get("prize"), "prize")
    for no in expect(list, prize.get("to"), "to"):
        if expect(int, no, "to") not in numbers:
            raise ValueError(f"a prize goes to number {no}, who is in no row of the results")
    if "amount" not in prize or prize["amount"] is not None:
        _refuse_money(prize.get("amount"), "amount")
    if "shares" in prize:
        _refuse_shares(prize)
    for word in WORDS:
        expect(str, prize.get(word, ""), word)
    for word in ("half", "carried", "drawn"):
        _refuse_money(prize.get(word, 0), word)
    if not {*expect(list, prize.get("tickets", []), "tickets")} <= numbers:
        raise ValueError("a ticket is of a number that is in no row of the results")
    if type(prize.get("cut", False)) is not bool:
        raise ValueError("whether they cut for a prize is true or false")


def _refuse_shares(prize: dict) -> None:
    shares = expect(list, prize["shares"], "shares")
    for share in shares:
        _refuse_money(share, "shares")
    if len(shares) != len(prize["to"]):
        raise ValueError("a prize has a share for each who won it")


def _refuse_money(amount: object, name: str) -> None:
    if expect(int, amount, name) < 0:
        raise ValueError(f"{name} cannot be less than nothing")


KEYS_OF_A_PLAN_S_TABLE = {"rules_key", "house", "options", "stake_minor", "seats"}
STAKES = range(2**31)


def refuse_plan(plan: Plan) -> None:
    """Raise ValueError when a plan could not be shown, or not become tables."""
    _refuse_keys(plan.people, "people")
    for line in expect(list, plan.moved, "moved"):
        expect(str, line, "moved")
    for table in expect(list, plan.tables, "tables"):
        _refuse_table(expect(dict, table, "a table of the plan"))
    if is_cut(plan) and plan.tables:
        cut_of(plan)


def _refuse_table(table: dict) -> None:
    if {*table} - {"no"} != KEYS_OF_A_PLAN_S_TABLE:
        raise ValueError("a table of the plan does not say what a table needs")
    _refuse_keys(table["seats"], "seats")
    rules = on_shelf(expect(str, table["rules_key"], "rules_key"))
    if len(table["seats"]) not in rules.pack:
        raise ValueError("a table of the plan has more seats, or fewer, than its rules are for")
    rules.refuse_options(expect(dict, table["options"], "options"))
    if expect(int, table["stake_minor"], "stake_minor") not in STAKES:
        raise ValueError("a table of the plan has a stake that cannot be")
    if expect(int, table.get("no", 1), "no") < 1:
        raise ValueError("a table of the plan has a number that cannot be")
    if table["house"] is not None:
        _refuse_house(expect(int, table["house"], "house"), rules.key)


def _refuse_house(house: int, base: str) -> None:
    if not HouseRules.objects.filter(pk=house, base=base).exists():
        raise ValueError("a table of the plan has house rules after another set")


def _refuse_keys(found: object, name: str) -> None:
    """Raise ValueError unless this is a list of keys of players, or None."""
    for key in expect(list, found, name):
        if key is not None:
            expect(int, key, name)


KEYS_OF_A_ROUND = ("no", "sitting_out", "tables")
KEYS_OF_A_ROUND_S_TABLE = ("table", "seats")
FEWEST = 3


def refuse_format(saved: SavedFormat) -> None:
    """BadSetting and UnknownRule are ValueErrors: they say what is wrong."""
    on_shelf(format_of(saved.style, expect(dict, saved.settings, "settings")).rules)


def refuse_tournament(tournament: Tournament) -> None:
    refuse_format(tournament)
    for secret in filter(None, (tournament.secret, tournament.next_secret)):
        if not re.fullmatch(f"[0-9a-f]{{{SECRET}}}", secret):
            raise ValueError(f"a secret is not {SECRET} hex digits")
    for planned in expect(list, tournament.plan, "plan"):
        _refuse_planned(expect(dict, planned, "plan"))
    if tournament.results is not None:
        refuse_results(expect(dict, tournament.results, "results"))


def _refuse_planned(planned: dict) -> None:
    expect_keys(planned, needed=KEYS_OF_A_ROUND, what="a round of the plan")
    expect(int, planned["no"], "no")
    _refuse_numbers(planned["sitting_out"], "sitting_out")
    for table in expect(list, planned["tables"], "tables"):
        expect_keys(
            expect(dict, table, "tables"),
            needed=KEYS_OF_A_ROUND_S_TABLE,
            what="a table of the plan",
        )
        expect(int, table["table"], "table")
        seats = expect(dict, table["seats"], "seats")
        _refuse_numbers([*seats.values()], "seats")
        if tuple(clockwise(seats)) not in (SEATS, SEATS[:FEWEST], SEATS_OF_SIX):
            raise ValueError("a table of the plan has seats that no table has")


def refuse_entrant(entrant: Entrant) -> None:
    CARRIED(Piece(entrant.carried, "carried"))
    STORED_WISHES(Piece(entrant.wishes, "wishes"))
    HANDICAP(Piece(entrant.handicap, "handicap"))
    STORED_ADJUSTMENTS(Piece(entrant.adjustments, "adjustments"))


def refuse_round(round: Round) -> None:
    _refuse_numbers(round.sitting_out, "sitting_out")
    _refuse_numbers(round.was_out, "was_out")
    for line in expect(list, round.moved, "moved"):
        expect(str, line, "moved")


def refuse_report(report: Report) -> None:
    for side, points in expect(dict, report.points, "points").items():
        expect(int, points, "points")
        _refuse_side(side)
    for key in Report.COUNTED:
        for no, times in expect(dict, getattr(report, key), key).items():
            expect(int, times, key)
            if not no.isdecimal():
                raise ValueError(f"{key} names {shown(no)}, which is no number of an entrant")
    if report.tie:
        _refuse_side(report.tie)
    if report.forfeit and report.forfeit not in EVERY_SIDE:
        raise ValueError(f"{shown(report.forfeit)} is no side that forfeits")


def _refuse_side(side: str) -> None:
    if side not in (*EVERY_SIDE, *SEATS):
        raise ValueError(f"{shown(side)} is no side of a table")


def _refuse_numbers(found: object, name: str) -> None:
    for number in expect(list, found, name):
        expect(int, number, name)


def refuse_club(club: Club) -> None:
    if not club.name.strip() or UNFIT_FOR_A_NAME.search(club.name):
        raise ValueError("the club has no name that can be shown")
    if club.currency not in DECIMALS:
        raise ValueError(f"{shown(club.currency)} is not a currency code such as GBP")
    if club.year_begins not in (None, *range(1, 13)):
        raise ValueError(f"no year begins with month {shown(club.year_begins)}")
    if club.paper not in Paper.values:
        raise ValueError(f"{shown(club.paper)} is no paper that a club prints on")
    parts = club.open_parts
    if not isinstance(parts, list) or any(one not in Part.values for one in parts):
        raise ValueError(f"{shown(parts)} are not parts of a club that can be open to all")
    own = club.own_parts
    if not isinstance(own, list) or any(one not in OwnPart.values for one in own):
        raise ValueError(f"{shown(own)} are not parts of a player’s own page")


def refuse_player(player: Player) -> None:
    if not player.key or UNFIT_FOR_A_NAME.search(player.name):
        raise ValueError(f"{shown(player.name)} is no name")


def refuse_house(house: HouseRules) -> None:
    """UnknownRule is a ValueError: it says what is wrong."""
    expect(dict, house.changes, "changes")
    _ = house.rules


def refuse_code(code: Link | Pass) -> None:
    if not re.fullmatch(r"[\w-]{8,32}", code.token, re.ASCII):
        raise ValueError(f"{shown(code.token)} is no code for an address")


def refuse_personal_code(link: PersonalLink) -> None:
    refuse_code(link)
    if not re.fullmatch(f"[{SIGNS}]{{{CODE_LENGTH}}}", link.code):
        raise ValueError(f"{shown(link.code)} is no code of a personal link")


def refuse_sign_up(one: SignUp) -> None:
    for name in (one.name, *filter(None, [one.partner_name])):
        if why := why_unfit(name):
            raise ValueError(f"{shown(name)} is no name: {why}")


def refuse_table(table: Table) -> None:
    if table.marks not in MARKS:
        raise ValueError(f"{shown(table.marks)} is no way to mark a score")
    on_shelf(table.rules_key)
    _refuse_options(table)


def refuse_terms(of: Sitting | FormerTerms) -> None:
    if of.options is not None:
        _refuse_options(of)


def _refuse_options(terms: Table | Sitting | FormerTerms) -> None:
    """UnknownRule is a ValueError: it says what is wrong."""
    expect(dict, terms.options, "options")
    _ = terms.rules


def refuse_reseating(made: Reseating) -> None:
    _refuse_keys(made.before, "before")
    _refuse_keys(made.after, "after")
    if not made.before or len(made.before) != len(made.after):
        raise ValueError("there are not as many people after it as before")


def refuse_season(season: Season) -> None:
    strange = [key for key in expect(list, season.order, "order") if key not in list(CRITERIA)]
    if strange or not season.order:
        raise ValueError(f"{shown(strange[0]) if strange else 'nothing'} decides no season")
    for points in expect(list, season.place_points, "place_points"):
        if expect(int, points, "place_points") < 0:
            raise ValueError("a place brings less than nothing")
    if season.places_by and not _ranks_an_evening(season.places_by):
        raise ValueError(f"{shown(season.places_by)} gives no places in a club night")
    first = CRITERIA[season.order[0]]
    if season.best_of is not None and not first.of_an_evening:
        raise ValueError(f"by {first.title.lower()} no evening is better than another")


def _ranks_an_evening(key: str) -> bool:
    one = CRITERIA.get(key)
    return one is not None and one.of_an_evening and not one.of_places


def refuse_earlier_result(result: EarlierResult) -> None:
    if result.place == 0:
        raise ValueError("there is no place before the first")


def refuse_tally(tally: Tally) -> None:
    """UnknownRule is a ValueError: it says what is wrong."""
    on_shelf(tally.rules_key)


def refuse_hand(record: HandRecord) -> None:
    _refuse_offences(record.irregularities)
    _refuse_tricks(record.hand)


def refuse_correction(correction: Correction) -> None:
    for facts in (correction.before, correction.after):
        for name, value in expect(dict, facts, "before and after").items():
            if name not in FACTS_READ:
                raise ValueError(f"{shown(name)} is no fact of a hand")
            FACTS_READ[name](value)
        _refuse_tricks(hand_from_json(facts))


def _refuse_tricks(hand: Hand) -> None:
    """More than seven are dealt only where the trump is bid for."""
    most = SEVEN if hand.bid is None else MOST_TRICKS
    for took in (hand.tricks, *(hand.taken or ())):
        if took is not None and took > most:
            raise ValueError(f"{took} tricks: there are only {NUMBERS[most]} in a hand")


def _refuse_bid(found: object) -> None:
    """A correction knows a bid as the rules do: a number, or a word."""
    number = type(found) is int and str(found) in BIDS
    if not number and not (isinstance(found, str) and BID_KEY.fullmatch(found)):
        raise ValueError(f"{shown(found)} is no bid")


def _refuse_taken(found: object) -> None:
    """A correction knows the tricks of each player as a list, null for one who dropped out."""
    for took in expect(list, found, "taken"):
        if took is not None and expect(int, took, "taken") < 0:
            raise ValueError(f"{took} tricks: no player takes fewer than none")


def _refuse_offences(found: object) -> None:
    for offence in expect(list, found, "irregularities"):
        if isinstance(offence, dict):
            _refuse_penalty(offence)
            continue
        if [type(part) for part in expect(list, offence, "irregularities")] != [str, int, int]:
            raise ValueError("an irregularity is its kind, a seat and how often")
        if offence[0] not in OFFENDED or offence[2] < 1:
            raise ValueError(f"{shown(offence[0])} is no irregularity, or never happened")


def _refuse_penalty(found: dict) -> None:
    """ImpossibleHand is a ValueError: it says what is wrong."""
    parts = {part.name: type(found.get(part.name)).__name__ for part in fields(Irregularity)}
    if found.keys() != parts.keys() or parts != get_annotations(Irregularity):
        raise ValueError("a penalty is not what it should be")
    if found["kind"] != PENALTY:
        raise ValueError(f"{shown(found['kind'])} is no penalty")
    refuse_a_penalty(Irregularity.of_stored(found), seats=found["by"] + 1)


FACTS_READ = {name: reader_of(HandRecord._meta.get_field(name)) for name in FACTS}
FACTS_READ |= {"irregularities": _refuse_offences, "bid": _refuse_bid, "taken": _refuse_taken}


def refuse_league(league: League) -> None:
    """BadLeague is a ValueError: it says what is wrong."""
    _ = league.agreement
    _refuse_days(league.dates, "dates")


def refuse_team(team: Team) -> None:
    if not team.name_key or UNFIT_FOR_A_NAME.search(team.name):
        raise ValueError(f"{shown(team.name)} is no name")
    _refuse_days(team.not_on, "not_on")


def _refuse_days(days: object, name: str) -> None:
    for day in expect(list, days, name):
        date.fromisoformat(expect(str, day, name))


def refuse_meeting(meeting: Meeting | MeetingReport) -> None:
    for game in expect(list, meeting.games, "games"):
        points = [expect(int, one, "games") for one in expect(list, game, "games")]
        if len(points) != 2 or min(points) < 0:
            raise ValueError("a game has not the points of two pairs")
