"""What a single row cannot be, though each of its values can. All raise ValueError, with a
sentence."""

from __future__ import annotations

import re

from scoring.figures.season import CRITERIA
from scoring.models.club import Club, Player
from scoring.models.club_file.values import reader_of
from scoring.models.evening import Pass
from scoring.models.hands import FACTS, Correction, HandRecord, hand_from_json
from scoring.models.house import HouseRules
from scoring.models.play import Link, Table
from scoring.models.season import Season, Tally
from scoring.rules.counters import MARKS
from scoring.rules.money import DECIMALS
from scoring.rules.names import UNFIT_FOR_A_NAME
from scoring.rules.rule_sets import on_shelf
from scoring.rules.sheet_values import expect, shown
from scoring.rules.wording import OFFENDED


def refuse_club(club: Club) -> None:
    if not club.name.strip() or UNFIT_FOR_A_NAME.search(club.name):
        raise ValueError("the club has no name that can be shown")
    if club.currency not in DECIMALS:
        raise ValueError(f"{shown(club.currency)} is not a currency code such as GBP")


def refuse_player(player: Player) -> None:
    if not player.key or UNFIT_FOR_A_NAME.search(player.name):
        raise ValueError(f"{shown(player.name)} is no name")


def refuse_house(house: HouseRules) -> None:
    """UnknownRule is a ValueError: it says what is wrong."""
    _ = house.rules


def refuse_code(code: Link | Pass) -> None:
    if not re.fullmatch(r"[\w-]{8,32}", code.token, re.ASCII):
        raise ValueError(f"{shown(code.token)} is no code for an address")


def refuse_table(table: Table) -> None:
    if table.marks not in MARKS:
        raise ValueError(f"{shown(table.marks)} is no way to mark a score")


def refuse_season(season: Season) -> None:
    strange = [key for key in expect(list, season.order, "order") if key not in list(CRITERIA)]
    if strange or not season.order:
        raise ValueError(f"{shown(strange[0]) if strange else 'nothing'} decides no season")
    first = CRITERIA[season.order[0]]
    if season.best_of is not None and not first.of_an_evening:
        raise ValueError(f"by {first.title.lower()} no evening is better than another")


def refuse_tally(tally: Tally) -> None:
    """UnknownRule is a ValueError: it says what is wrong."""
    on_shelf(tally.rules_key)


def refuse_hand(record: HandRecord) -> None:
    _refuse_offences(record.irregularities)
    _ = record.hand


def refuse_correction(correction: Correction) -> None:
    for facts in (correction.before, correction.after):
        for name, value in expect(dict, facts, "before and after").items():
            if name not in FACTS_READ:
                raise ValueError(f"{shown(name)} is no fact of a hand")
            FACTS_READ[name](value)
        hand_from_json(facts)


def _refuse_offences(found: object) -> None:
    for offence in expect(list, found, "irregularities"):
        if [type(part) for part in expect(list, offence, "irregularities")] != [str, int, int]:
            raise ValueError("an irregularity is its kind, a seat and how often")
        if offence[0] not in OFFENDED or offence[2] < 1:
            raise ValueError(f"{shown(offence[0])} is no irregularity, or never happened")


FACTS_READ = {name: reader_of(HandRecord._meta.get_field(name)) for name in FACTS}
FACTS_READ |= {"irregularities": _refuse_offences}
