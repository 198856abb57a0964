"""Convert a record in Euchre Game Notation (.egn, by NextSuit Labs) to a score sheet.

A record has every card, and a sheet only the results. So the tricks are played through here, and
missing facts are not guessed. docs/sheet-format.md lists the facts that are kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from uuid import UUID, uuid5

from scoring.common import schema
from scoring.common.schema import BadPiece, Kind, Piece, quoted
from scoring.euchre import books, sheet
from scoring.euchre.hand import JOKER, TRICKS
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.sheet import Sheet
from scoring.euchre.sheet_values import BadSheet, parsed

FILE_TYPE = "Euchre Game Notation"
OF_MANY = "Euchre Match Notation"
BINARY = (b"\x00", b"\x01")
"""What the packed form of a record begins with."""
SETS = {4: "american", 6: "six-handed"}
"""The usual rules of a sheet, by how many play in two sides that sit alternately."""
PLAYERS = tuple(SETS)
MOST_DEALS = 100
SUITS = {"s": "S", "h": "H", "d": "D", "c": "C"}
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
RANKS = "789TJQKA"
NINE = "N"
"""What a nine may be written as."""
OF_DEALS = UUID("3b1f6a0e-7f9e-5c1b-8f0d-52b6c7a0d4e1")
"""Namespace for a deal's id, which is made from the play, so that a record imported twice matches
itself under any title."""


def loads(data: bytes) -> Sheet:
    """Return the Sheet in these bytes, from a score sheet (euchre-sheet/1) or a record in Euchre
    Game Notation. Raise BadSheet."""
    if data[:1] in BINARY:
        raise BadSheet("not JSON: a packed record (.egnb) is saved as .egn first")
    found = parsed(data)
    is_record = isinstance(found, dict) and found.get("fileType") in (FILE_TYPE, OF_MANY)
    return read(found) if is_record else sheet.read(found)


def read(found: dict) -> Sheet:
    """Return the Sheet of a parsed record. Raise BadSheet, whose sentence begins with the place of
    the error."""
    try:
        document, final = _document(Piece(found))
    except BadPiece as wrong:
        deal = re.match(r"deals\[(\d+)\]", wrong.place)
        field = re.sub(r"\[\d+\]", "", wrong.place).rpartition(".")[2]
        raise BadSheet(
            str(wrong), field=field or None, hand=int(deal[1]) + 1 if deal else None
        ) from wrong
    made = sheet.read(document)
    _refuse_another_score(made, final)
    return made


@dataclass(frozen=True, kw_only=True)
class _Terms:
    """A record's rules, by their names in the notation."""

    std: bool = True
    joker: bool = False
    allow_no_trump: bool = False
    defend_alone: bool = False
    loner_lead: str = "LEFT_OF_DEALER"
    loner_march_score: int = 4
    loner_euchred_score: int = 2
    min_rank: int = 0
    num_players: int = 0
    winning_score: int = -1
    num_deals: int = 0


def _document(piece: Piece) -> tuple[dict[str, Any], tuple[int, ...] | None]:
    """Return what a record says, as a euchre-sheet/1 document, and the score that it ends at."""
    if piece.value.get("fileType") == OF_MANY:
        piece.refuse("this is a match of several games. Import each game as a separate record")
    said = FILE(piece)
    about, played = said["metadata"], said["deals"]
    names, (rules, options) = about["players"], _rules(about["ruleset"])
    document = {
        "format": sheet.FORMAT,
        "rules": rules,
        "options": options,
        "players": names,
        "dealer": names[played[0].dealer],
        "hands": _hands(played, names),
    }
    if about["title"].strip():
        document["title"] = about["title"]
    if about["date"]:
        document["played"] = about["date"]
    return document, about["finalScore"]


def _version(piece: Piece) -> None:
    if not re.fullmatch(r"1\.[234](\.[0-9]{1,4})?", schema.text(piece)):
        piece.refuse(
            f"must be 1.2, 1.3 or 1.4, not {quoted(piece.value)}: the notation’s own command "
            "egn-upgrade updates an older record"
        )


# -- Who played, when, and by which rules.


def _names(piece: Piece) -> list[str]:
    people = piece.list()
    if len(people) not in PLAYERS:
        piece.refuse(f"only games of four or six players can be imported, not of {len(people)}")
    return [_name(one) for one in people]


def _name(piece: Piece) -> str:
    if isinstance(piece.value, dict):
        return PERSON(piece)["name"]
    name = schema.text(piece).strip()
    return name if name else piece.refuse("a player has no name")


def _from_nothing(piece: Piece) -> None:
    if SCORE(piece) != (0, 0):
        piece.refuse("it begins in the middle of a game, and a table at nothing")


def _day(piece: Piece) -> str:
    found = re.match(r"\d{4}-\d{2}-\d{2}(?=$|[T ])", schema.text(piece))
    return found[0] if found else piece.refuse(f"{quoted(piece.value)} does not begin with a day")


CHANGE_NO_SCORE = ("canadian", "farmers", "partners_best", "go_under")
"""Rules of dealing, calling and exchanging cards. They are read, but not kept."""
NOT_KNOWN_HERE = ("fast_break", "four_trick_tokens")
LEADS = ("LEFT_OF_DEALER", "LEFT_OF_LONER")
FLAGS = ("std", "defend_alone", "joker", "allow_no_trump", *CHANGE_NO_SCORE, *NOT_KNOWN_HERE)
NUMBERS = ("min_rank", "winning_score", "num_deals", "num_players")
SCORES = ("loner_march_score", "loner_euchred_score")
RULE_SET = schema.record(
    _Terms,
    optional=(*CHANGE_NO_SCORE, *NOT_KNOWN_HERE),
    **schema.each(FLAGS, schema.yes_or_no),
    **schema.each((*NUMBERS, *SCORES), schema.whole(0, 99)),
    loner_lead=schema.word_of(*LEADS),
)


def _terms(piece: Piece) -> _Terms:
    terms = RULE_SET(piece)
    for key in NOT_KNOWN_HERE:
        if piece.value.get(key):
            piece[key].refuse("no rules here score so")
    if terms.num_players not in (0, *PLAYERS):
        piece["num_players"].refuse("only games of four or six players can be imported")
    if terms.min_rank not in (0, 7, 8, 9):
        piece["min_rank"].refuse("the lowest card is a 7, an 8 or a 9")
    if terms.winning_score > 0 and terms.num_deals > 0:
        piece.refuse("a game ends by points or by a number of deals, not by both")
    if terms.winning_score == 0 and terms.num_deals == 0:
        piece.refuse("it does not say what ends the game")
    return terms


def _rules(terms: _Terms) -> tuple[str | dict, dict]:
    """Return the rules and options of a sheet. They are the usual American rules, those for six, or
    house rules based on them."""
    base = books.find(SETS[terms.num_players])
    changes: dict = {}
    options: dict = {name: True for name in ("joker", "defend_alone") if getattr(terms, name)}
    if terms.std:
        options["stick_the_dealer"] = True
    if terms.num_deals > 0:
        changes["target"] = None
    elif terms.winning_score not in (-1, base.target):
        options["target"] = terms.winning_score
    if terms.loner_march_score != base.lone_march_of(terms.num_players):
        changes["lone_march"] = terms.loner_march_score
    if terms.loner_euchred_score == 4:
        options["lone_euchre"] = 4
    elif terms.loner_euchred_score != _Terms.loner_euchred_score:
        changes["lone_euchre"] = terms.loner_euchred_score
    return _named(base, changes), options


def _named(base: RuleSet, changes: dict) -> str | dict:
    """Return the rules by their key, or house rules that change them."""
    if not changes:
        return base.key
    words = {"target": "points only", "lone_march": "a lone march {}", "lone_euchre": "euchred {}"}
    name = ", ".join([base.name, *(words[key].format(to) for key, to in changes.items())])
    return {"base": base.key, "name": name} | changes


# -- A deal: who made the trump, and how many tricks their side took.


@dataclass(frozen=True, kw_only=True)
class _Deal:
    no: int
    dealer: int
    facts: dict
    """A hand as a sheet has it, players by their seats."""
    cards: tuple
    """All that was dealt, called and played, of which its id is made."""


ROLES = ("maker", "alone", "defender_alone")


def _hands(deals: Sequence[_Deal], names: list[str]) -> list[dict]:
    whole = json.dumps([names, [[deal.dealer, deal.cards] for deal in deals]])
    digest, turn, hands = sha256(whole.encode()).hexdigest(), deals[0].dealer, []
    for place, deal in enumerate(deals):
        hand = {key: names[value] if key in ROLES else value for key, value in deal.facts.items()}
        if deal.dealer != turn:
            hand["dealer"] = names[deal.dealer]
        hands.append(hand | {"id": str(uuid5(OF_DEALS, f"{digest} {place}"))})
        turn = (deal.dealer + 1) % len(names)
    return hands


def _deals(pieces: Piece, said: Mapping[str, Any]) -> list[_Deal]:
    deals = pieces.list(MOST_DEALS) or pieces.refuse("it has no deal")
    found = [_deal(one, said["metadata"]["ruleset"]) for one in deals]
    for before, deal, piece in zip(found, found[1:], deals[1:], strict=False):
        if deal.no <= before.no:
            piece.refuse(f"deal {deal.no} comes after deal {before.no}")
    return found


DEAL = schema.record(
    dict,
    ignored=["alternativeLines"],
    dealNumber=schema.whole(0, 10**6),
    initialState=schema.record(
        dict, ignored=["playerCards"], dealer=schema.whole(0, max(PLAYERS) - 1), upCard=schema.text
    ),
    phases=lambda piece: piece.list(2),
)
PHASE = {"phaseNumber": schema.anything, "type": schema.text, "isAlone": schema.yes_or_no}
BIDDING = schema.record(
    dict,
    optional={"isAlone": False, "aloneDefender": -1},
    ignored=("discard", "cardExchanges", "callAnnotations"),
    **PHASE,
    calls=schema.some(schema.text, most=16, made=list),
    aloneDefender=schema.whole(-1, max(PLAYERS) - 1),
)
PLAY = schema.record(
    dict,
    optional={"isAlone": False},
    ignored=["playAnnotations"],
    **PHASE,
    tricks=schema.anything,
)


def _phase(piece: Piece, kind: str, shape: Kind[dict[str, Any]]) -> dict[str, Any]:
    said = shape(piece)
    if said["type"] != kind:
        piece["type"].refuse(f'must be "{kind}", not {quoted(said["type"])}')
    return said


def _deal(piece: Piece, terms: _Terms) -> _Deal:
    if isinstance(piece.value, str):
        piece.refuse("this deal is packed. Save the record in full first")
    said = DEAL(piece)
    dealer, no, phases = said["initialState"]["dealer"], said["dealNumber"], said["phases"]
    seats = terms.num_players
    if dealer >= seats:
        piece["initialState"]["dealer"].refuse(f"must be a whole number from 0 to {seats - 1}")
    turned = _turned(piece["initialState"]["upCard"], terms)
    if not phases:
        piece["phases"].refuse("this deal has no call yet, so it is not finished")
    bidding, rest = _phase(phases[0], "EUCHRE_BIDDING", BIDDING), phases[1:]
    calls = bidding["calls"]
    known = {} if turned is None else {"turned": turned}
    cards = [said["initialState"]["upCard"], calls]
    if calls == ["Pass"] * (2 * seats):
        if rest:
            rest[0].refuse("all passed, and yet cards were played")
        return _Deal(no=no, dealer=dealer, facts={"void": "passed-out"} | known, cards=(*cards,))
    maker, made, trump = _call(phases[0]["calls"], calls, dealer, turned, terms)
    if not rest:
        piece["phases"].refuse("this deal has no card yet, so it is not finished")
    play = _phase(rest[0], "TRICK_PLAY", PLAY)
    alone, defender = bidding["isAlone"] or play["isAlone"], bidding["aloneDefender"]
    if defender >= 0 and not (alone and terms.defend_alone):
        phases[0]["aloneDefender"].refuse(
            "a player defends alone only against a lone hand, where the rules allow it"
        )
    if defender >= seats:
        phases[0]["aloneDefender"].refuse(f"must be a whole number from -1 to {seats - 1}")
    defender = None if defender < 0 else defender
    facts = {"maker": maker, "made": made} | known
    facts |= {"trump": trump} if trump else {"note": "No trump."}
    facts |= {"alone": maker} if alone else {}
    facts |= {} if defender is None else {"defender_alone": defender}
    lone = {facts.get("alone"), defender} - {None}
    out = {(one + left) % seats for one in lone for left in range(2, seats, 2)}
    first = maker if alone and terms.loner_lead == LEADS[1] else dealer
    tricks = _tricks(rest[0]["tricks"], first=first, out=out, trump=trump, terms=terms)
    facts["tricks"] = sum((winner - maker) % 2 == 0 for winner in tricks)
    return _Deal(no=no, dealer=dealer, facts=facts, cards=(*cards, alone, defender, play["tricks"]))


def _turned(piece: Piece, terms: _Terms) -> str | None:
    """Return the suit turned up, or JOKER; None where the record does not know it."""
    card = schema.text(piece)
    if card == "B":
        return JOKER if terms.joker else piece.refuse("there is no joker in this pack")
    if len(card) == 2 and card[0] in f"{RANKS}{NINE}X" and card[1].lower() in SUITS:
        return SUITS[card[1].lower()]
    if len(card) == 2 and card[0] in f"{RANKS}{NINE}X" and card[1] == "x":
        return None
    return piece.refuse(f"{quoted(card)} is no card that can be turned up")


def _call(
    piece: Piece, calls: list[str], dealer: int, turned: str | None, terms: _Terms
) -> tuple[int, str, str | None]:
    """Return who made the trump, how, and which; None: no trump."""
    place = next((no for no, call in enumerate(calls) if call != "Pass"), None)
    if place is None:
        piece.refuse("this deal has no trump yet, so it is not finished")
    if place != len(calls) - 1:
        piece.refuse("a player calls after trump was made")
    seats = terms.num_players
    call, maker = calls[place], (dealer + 1 + place) % seats
    if place < seats:
        if call != "Order":
            piece.refuse(f"{quoted(call)} is called while the card is turned up")
        if turned not in SUITS.values():
            piece.refuse("which suit was ordered up cannot be known")
        made = "took" if maker == dealer else "ordered"
        assisted = maker != dealer and (maker - dealer) % 2 == 0
        return maker, "assisted" if assisted else made, turned
    if place >= 2 * seats:
        piece.refuse("everybody passed twice before")
    if call == "n" and terms.allow_no_trump:
        return maker, "named", None
    if call not in SUITS:
        piece.refuse(f"{quoted(call)} is no trump that can be known")
    return maker, "named", SUITS[call]


# -- The tricks, played again.

Card = tuple[str, str]
"""A rank and a suit; the joker is ("B", "")."""


def _tricks(
    piece: Piece, *, first: int, out: set[int], trump: str | None, terms: _Terms
) -> list[int]:
    """Return the winner of each trick. The first lead is by the first player with cards to the left
    of `first`."""
    tricks, seen, winners = piece.list(), set(), []
    if len(tricks) != TRICKS:
        piece.refuse(f"{TRICKS} tricks are played in a hand, not {len(tricks)}")
    lead = first + 1
    for trick in tricks:
        turn = ((lead + no) % terms.num_players for no in range(terms.num_players))
        seats = [seat for seat in turn if seat not in out]
        pieces = trick.list()
        if len(pieces) != len(seats):
            trick.refuse(f"{len(seats)} play here, and the trick has {len(pieces)} cards")
        cards = [_card(one, trump, terms) for one in pieces]
        for card, one in zip(cards, pieces, strict=True):
            if card in seen:
                one.refuse(f"{quoted(one.value)} was played before")
            seen.add(card)
        strengths = [_strength(card, _suit(cards[0], trump), trump) for card in cards]
        lead = seats[strengths.index(max(strengths))]
        winners.append(lead)
    return winners


def _card(piece: Piece, trump: str | None, terms: _Terms) -> Card:
    text = schema.text(piece)
    if text == "B" and terms.joker and trump:
        return "B", ""
    if text in ("R", "L") and trump:
        return "J", trump if text == "R" else SAME_COLOUR[trump]
    rank, suit = ("9" if text[:1] == NINE else text[:1]), text[1:].lower()
    if not rank or rank not in RANKS or suit not in SUITS:
        piece.refuse(f"{quoted(text)} is no card of which is known what it takes")
    if RANKS.index(rank) < RANKS.index(str(terms.min_rank)):
        piece.refuse(f"{quoted(text)} is not in this pack")
    return rank, SUITS[suit]


def _suit(card: Card, trump: str | None) -> str | None:
    """Return the suit of a card in play. The left bower and the joker are trumps."""
    rank, suit = card
    left = rank == "J" and trump is not None and suit == SAME_COLOUR[trump]
    return trump if left or rank == "B" else suit


def _strength(card: Card, led: str | None, trump: str | None) -> int:
    """Return a number that is greater for the card that takes the other; 0 for one that takes
    nothing."""
    rank, suit = card
    if trump is not None and _suit(card, trump) == trump:
        if rank == "B":
            return 53
        if rank == "J":
            return 52 if suit == trump else 51
        return 40 + RANKS.index(rank)
    return 20 + RANKS.index(rank) if suit == led else 0


def _refuse_another_score(made: Sheet, final: tuple[int, ...] | None) -> None:
    """Raise BadSheet if the record's final score is not the sum of its deals."""
    if final is None:
        return
    totals = sheet.play(made)[-1].totals
    ours, target = totals[:2], made.rules.target
    cut = [tuple(min(points, target or points) for points in one) for one in (ours, final)]
    if cut[0] != cut[1]:
        raise BadSheet(
            f"metadata.finalScore: it says {final[0]} to {final[1]}, and its deals add up to "
            f"{ours[0]} to {ours[1]}",
            field="finalScore",
        )


# -- A record's tables.

PERSON = schema.record(dict, ignored=("id", "playerIds"), name=_name)
SCORE = schema.row("must be the scores of the two sides", *[schema.whole(0, 10_000)] * 2)
ABOUT = schema.record(
    dict,
    optional={"ruleset": _Terms(), "title": "", "date": None, "finalScore": None},
    ignored=("gameId", "description"),
    players=_names,
    ruleset=_terms,
    initialScore=_from_nothing,
    title=schema.text,
    date=_day,
    finalScore=SCORE,
)


def _about(piece: Piece) -> dict[str, Any]:
    """Return the head of a record. The pack and the players are those of its game, where its rules
    leave them out."""
    said = ABOUT(piece)
    terms, seats = said["ruleset"], len(said["players"])
    if terms.num_players not in (0, seats):
        piece["players"].refuse(f"the rules are for {terms.num_players} players, not for {seats}")
    lowest = terms.min_rank or int(books.find(SETS[seats]).lowest[seats])
    return said | {"ruleset": replace(terms, num_players=seats, min_rank=lowest)}


FILE = schema.record(
    dict,
    fileType=schema.anything,
    version=_version,
    metadata=_about,
    deals=schema.After(_deals),
)
