"""The numbers in a remedy equal the score, under every rule set and any house rules."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from scoring.euchre.books import SHELF
from scoring.euchre.game import play
from scoring.euchre.hand import ALONE, VOIDS, Hand, Irregularity
from scoring.euchre.points import score
from scoring.euchre.remedies import remedies
from scoring.euchre.rule_set import NUMBERS
from tests import proof
from tests.euchre.chance import LONE_BIDS, any_rules, found
from tests.euchre.strategies import CHANCES

N = r"(\d+|nothing)"
MAKER, PARTNER = 0, 2
"""Seats; where partners are called the partner sits at 1 and seat 2 is an opponent."""


class Played:
    """Hands at a table of these rules: the maker's side against the others."""

    def __init__(self, rules, seats):
        self.rules, self.seats = rules, seats
        self.called = rules.partners == "called"
        self.opponent = 2 if self.called else 1

    def points(self, *, by=None, kind="revoke", lone=False, times=1, **facts):
        """Return (points of the maker, points of an opponent) of a hand with this offence."""
        who = {"maker": MAKER, "opponent": self.opponent, "partner": PARTNER}
        offences = (Irregularity(kind=kind, by=who[by], times=times),) if by else ()
        facts = {"tricks": 3, "alone": MAKER if lone else None} | facts
        if self.called and not lone:
            facts["partner"] = 1
        hand = Hand(maker=MAKER, irregularities=offences, **facts)
        result = score(hand, rules=self.rules, seats=self.seats)
        return result.points[MAKER], result.points[self.opponent]


def number(said):
    return 0 if said == "nothing" else int(said)


def for_seats(said, seats):
    """Return the number for this number of players of "2 with four players, 3 with five, six
    or seven"."""
    if said.isdigit():
        return int(said)
    for each, words in re.findall(r"(\d+) with ([^\d]+)", said):
        if re.search(rf"\b{NUMBERS[seats]}\b", words):
            return int(each)
    raise AssertionError(said)


def bid_points(said, bid, tricks):
    if more := re.fullmatch(r"(.*), and (\d+) more", said):
        return bid_points(more[1], bid, tricks) + int(more[2])
    words = {
        "the bid": bid,
        "their tricks, at least one": max(1, tricks),
        "the tricks taken, at least the bid": max(bid, tricks),
    }
    return words[said] if said in words else number(said)


def numbers(rules):
    """Return the bids that are a number of tricks."""
    return [one for one in rules.bids if isinstance(one, int)]


# -- How each sentence with a number is checked, by the sentence.


def one_for_all(at, brings):
    for lone in {False, at.rules.lone_hands}:
        for tricks in range(6):
            assert at.points(by="maker", lone=lone, tricks=tricks) == (0, number(brings))
            assert at.points(by="opponent", lone=lone, tricks=tricks) == (number(brings), 0)


def other_in_a_lone_hand(at, usual, lone):
    by_side(at, usual, lone, lone)


def by_side(at, usual, by_opponent, by_lone):
    for tricks in range(6):
        assert at.points(by="maker", tricks=tricks) == (0, number(usual))
        assert at.points(by="opponent", tricks=tricks) == (number(usual), 0)
        assert at.points(by="opponent", lone=True, tricks=tricks) == (number(by_opponent), 0)
        assert at.points(by="maker", lone=True, tricks=tricks) == (0, number(by_lone))


def lost(at, costs, alone=None):
    lost_by_side(at, costs, alone or costs, alone or costs)


def lost_by_side(at, usual, by_opponent, by_lone):
    for tricks in range(6):
        assert at.points(by="maker", tricks=tricks) == (-number(usual), 0)
        assert at.points(by="opponent", tricks=tricks) == (0, -number(usual))
        if at.rules.lone_hands:
            told = {"lone": True, "tricks": tricks}
            assert at.points(by="opponent", **told) == (0, -number(by_opponent))
            assert at.points(by="maker", **told) == (-number(by_lone), 0)


def lost_when_counted(at, usual, lone=None):
    lost_when_counted_by_side(at, usual, lone or usual, lone or usual)


def lost_when_counted_by_side(at, usual, by_opponent, by_lone):
    counted_for(at, usual, by_opponent, by_lone, changes=lambda points: (-points, 0))


def own_tricks(at, costs):
    """Check what a player who revokes loses, beside the tricks of the maker, who takes all."""
    offences = (Irregularity(kind="revoke", by=at.opponent),)
    hand = Hand(maker=MAKER, taken=(5, 0, 0, 0), irregularities=offences)
    points = score(hand, rules=at.rules, seats=at.seats).points
    assert points[:2] == (5 * at.rules.trick, -number(costs))


def two_handed(at, brings):
    one_for_all(at, brings)


def cut_throat(at, by_maker, by_other):
    assert at.points(by="maker") == (0, number(by_maker))
    assert at.points(by="opponent") == (number(by_other), 0)


def set_back(at, costs):
    for tricks in range(at.rules.tricks_dealt + 1):
        kept = at.points(tricks=tricks)[0] if tricks >= at.rules.made_at else 0
        assert at.points(by="maker", tricks=tricks) == (-number(costs), 0)
        assert at.points(by="opponent", tricks=tricks) == (kept, -number(costs))


def counted(at, usual, lone=None):
    counted_by_side(at, usual, lone or usual, lone or usual)


def counted_by_side(at, usual, by_opponent, by_lone):
    counted_for(at, usual, by_opponent, by_lone, changes=lambda points: (0, points))


def counted_for(at, usual, by_opponent, by_lone, *, changes):
    """Check each number of revokes; `changes` says what the points do to the offenders' side and
    to the other side."""
    of = {False: (usual, usual), True: (by_lone, by_opponent)}
    for lone in {False, at.rules.lone_hands}:
        for tricks, times in ((1, 1), (3, 2), (5, 3)):
            mine, theirs = at.points(lone=lone, tricks=tricks)
            by_maker, by_opponent = (changes(times * number(one)) for one in of[lone])
            told = {"lone": lone, "tricks": tricks, "times": times}
            revoked = (mine + by_maker[0], theirs + by_maker[1])
            assert at.points(by="maker", **told) == revoked
            revoked = (mine + by_opponent[1], theirs + by_opponent[0])
            assert at.points(by="opponent", **told) == revoked


def forfeits(at, usual, in_lone):
    made = at.rules.made_at
    for lone in {False, at.rules.lone_hands}:
        brings, told = number(in_lone if lone else usual), {"kind": "wrong-cards", "lone": lone}
        assert at.points(by="maker", tricks=made, **told) == (0, brings)
        assert at.points(by="opponent", tricks=made - 1, **told) == (brings, 0)


def abandoned(at, brings):
    for tricks in range(6):
        told = {"kind": "abandoned", "lone": True, "tricks": tricks}
        assert at.points(by="opponent", **told) == (number(brings), 0)


def exposed(at, dealt, brings):
    told = {"kind": "exposed", "by": "partner", "lone": True}
    assert at.points(**told, tricks=number(dealt)) == (number(brings), 0)
    for tricks in range(number(dealt)):
        assert at.points(**told, tricks=tricks) == at.points(lone=True, tricks=tricks)


def as_a_march(at, brings):
    assert at.points(by="opponent", tricks=1) == (for_seats(brings, at.seats), 0)


def as_a_lone_march(at, brings):
    assert at.points(by="opponent", tricks=1, lone=True) == (for_seats(brings, at.seats), 0)


def as_a_euchre(at, brings):
    for lone in (False, True):
        assert at.points(by="maker", lone=lone, tricks=5) == (0, for_seats(brings, at.seats))


def euchred(at, brings, lost="0"):
    assert at.points(tricks=at.rules.made_at - 1) == (-number(lost), for_seats(brings, at.seats))


def euchred_alone(at, brings, alone, lost="0"):
    euchred(at, brings, lost)
    assert at.points(tricks=at.rules.made_at - 1, lone=True) == (-number(lost), number(alone))


def bid_set(at, loses, gives):
    dealt = at.rules.tricks_dealt
    for bid in numbers(at.rules):
        for tricks in range(dealt + 1):
            lost, given = bid_points(loses, bid, 0), bid_points(gives, bid, dealt - tricks)
            assert at.points(by="maker", bid=bid, tricks=tricks) == (-lost, given)


def bid_made(at, brings):
    for bid in numbers(at.rules):
        for tricks in range(at.rules.tricks_dealt + 1):
            told = {"bid": bid, "tricks": tricks}
            assert at.points(by="opponent", **told) == (bid_points(brings, bid, tricks), 0)


def bid_alone(at, loses, gives, brings):
    dealt = at.rules.tricks_dealt
    for tricks in range(dealt + 1):
        told = {"bid": ALONE, "lone": True, "tricks": tricks}
        given = bid_points(gives, 0, dealt - tricks)
        assert at.points(by="maker", **told) == (-number(loses), given)
        assert at.points(by="opponent", **told) == (number(brings), 0)


def bid_alone_by_name(at, values):
    named = {one.name: one.key for one in at.rules.bids_for_all}
    for value, name in each_of(values):
        told = {"bid": named.pop(name), "lone": True}
        for tricks in range(at.rules.tricks_dealt + 1):
            assert at.points(by="opponent", tricks=tricks, **told) == (value, 0)
        assert at.points(tricks=at.rules.tricks_dealt, **told)[0] == value
    assert not named


def cards_passed(at, cards):
    said = {name: number for number, name in each_of(cards)}
    assert said == {one.name: one.cards for one in at.rules.lone_bids if one.cards}


def each_of(said):
    """Return the numbers and names of "12 for Shoot, 24 for Alone"."""
    pairs = (one.split(" for ", 1) for one in said.split(", "))
    return [(int(value), name) for value, name in pairs]


def bid_played_alone(at, more="0"):
    """Check what a number played alone brings beside what it brings with both partners."""
    rules, more = at.rules, number(more)
    lost, given = rules.set_loses is not None, rules.set_gives == "bid"
    for bid in numbers(rules):
        for tricks in range(rules.tricks_dealt + 1):
            told = {"bid": bid, "tricks": tricks}
            mine, theirs = at.points(**told)
            made = (mine + more, theirs)
            missed = (mine - more * lost, theirs + more * given)
            assert at.points(lone=True, **told) == (made if tricks >= bid else missed)


def lowest_bid(at, lowest):
    assert at.rules.bids[0] == number(lowest)


def all_tricks(at, dealt):
    for one in at.rules.bids_for_all:
        assert at.points(bid=one.key, lone=True, tricks=number(dealt))[0] == one.value


ENDS = r"\. Nothing else of the hand counts\."
CHECKS = {
    rf"The opponents score {N}{ENDS}": one_for_all,
    rf"The opponents score {N}, or {N} in a lone hand{ENDS}": other_in_a_lone_hand,
    rf"The opponents score {N}\. In a lone hand, the lone side scores {N} for an opponent’s "
    rf"renege, and the opponents {N} for the lone player’s{ENDS}": by_side,
    rf"The other player scores {N}{ENDS}": two_handed,
    rf"That player loses {N}, even below 0, and scores no tricks\. The others keep .*": own_tricks,
    rf"If the maker revoked, each of the others scores {N}\. If another player did, the maker "
    rf"scores {N}{ENDS}": cut_throat,
    rf"Their side loses {N}, even below 0{ENDS}": lost,
    rf"Their side loses {N}, or {N} in a lone hand, even below 0{ENDS}": lost,
    rf"Their side loses {N}, even below 0\. In a lone hand, the opponents lose {N} for a renege of "
    rf"theirs, and the lone side {N} for the lone player’s{ENDS}": lost_by_side,
    rf"The player who revoked loses {N}, even below 0{ENDS}": lost,
    rf"Their side loses {N} for each renege, even below 0, before any other score\. The hand .*"
    "": lost_when_counted,
    rf"Their side loses {N} for each renege, or {N} in a lone hand, .*": lost_when_counted,
    rf"Their side loses {N} for each renege, .* the opponents lose {N} for each of theirs, and the "
    rf"lone side {N} for the lone player’s\. .*": lost_when_counted_by_side,
    rf"The player who revoked loses {N}, .* the maker keeps the points for their tricks{ENDS}"
    "": set_back,
    rf"The opponents score {N} for each renege, before any other score\. The hand itself .*"
    "": counted,
    rf"The opponents score {N} for each renege, or {N} in a lone hand, .*": counted,
    rf"The opponents score {N} for each renege, .* In a lone hand, the lone side scores {N} for an "
    rf"opponent’s, and the opponents {N} for the lone player’s\. .*": counted_by_side,
    rf"Play on\. Their side scores nothing on the hand, and the opponents score {N}, or {N} in a "
    rf"lone hand.*": forfeits,
    rf"The lone side scores {N} instead of what the hand would have scored\.": abandoned,
    rf"All {N} tricks then score only {N}\. A euchre still scores in full\.": exposed,
    r"Play stops\. Maker and partner each score as for all five tricks \((.*)\), even .*"
    "": as_a_march,
    r"Play stops\. The maker scores as for all five tricks alone \((.*)\), even .*"
    "": as_a_lone_march,
    r"Play stops, and each of their opponents scores (.*)\.": as_a_euchre,
    r"Show your cards, .* All the others score (\d+)\.": euchred,
    rf"Show your cards, .* All the others score {N}, or {N} each if there was no partner\."
    "": euchred_alone,
    rf"Show your cards, .* All the others score {N}, and the maker and the partner lose {N} each\."
    "": euchred,
    rf"Show your cards, .* All the others score {N}, or {N} each if there was no partner\. The "
    rf"maker and the partner lose {N} each\.": euchred_alone,
    rf"The bid is not made, .* loses (.*), and the opponents score (.*?){ENDS}": bid_set,
    rf"The bid is not made, .* They lose (.*), and each opponent scores (.*?){ENDS}": bid_set,
    r"The bid counts as made, .* scores (.*), and the opponents nothing\.": bid_made,
    rf"If the lone bidder revoked, their side loses {N} and the opponents score (.*)\. If an "
    rf"opponent revoked, the bidder’s side scores {N} and the opponents nothing\.": bid_alone,
    r"If an opponent revoked, the bid is made\. It scores (.*), and the opponents score nothing\."
    ".*": bid_alone_by_name,
    r"The bidder names trump .* passes as many, unseen by the others: (.*)\.": cards_passed,
    rf"They may, .* the tricks that they bid\. The bid is worth {N} more\.": bid_played_alone,
    r"They may, .* the tricks that they bid\. The bid scores as with both\.": bid_played_alone,
    rf"The dealer cannot pass\. They bid {N} or more, .*": lowest_bid,
    rf".* The lowest bid is {N}\.": lowest_bid,
    rf"They cannot\. Only a bid alone is played alone, and it needs all {N} tricks\.": all_tricks,
}


def check(remedy, rules, seats):
    """Score what a remedy says, and who deals next."""
    checks = [
        (one, said)
        for pattern, one in CHECKS.items()
        if (said := re.fullmatch(pattern, remedy.remedy))
    ]
    assert len(checks) <= 1, remedy
    assert checks or not re.search(r"\d|\b(nothing|the bid)\b.*(, and|Nothing)", remedy.remedy), (
        remedy
    )
    for one, said in checks:
        one(Played(rules, seats), *said.groups())
    if remedy.records in VOIDS:
        again = "same player deals again" in remedy.remedy or "deal again" in remedy.remedy
        (dealt,) = play([Hand(void=remedy.records)], rules=rules, seats=seats, first_dealer=0)
        moved = "next player" in remedy.remedy
        if again != moved:
            assert dealt.next_dealer == (0 if again else 1), remedy
        assert dealt.score.points == (0,) * seats


@pytest.mark.parametrize("rules", SHELF.values(), ids=lambda rules: rules.key)
def test_every_number_in_the_remedies_of_a_set_equals_its_score(rules):
    for seats in rules.players:
        for remedy in remedies(rules):
            check(remedy, rules, seats)


@given(CHANCES)
@settings(max_examples=proof.size(60, thorough=10_000))
def test_under_any_house_rules_every_number_in_a_remedy_equals_the_score(random):
    rules = found(*any_rules(random, house=0.9))
    seats = random.choice(rules.players)
    for remedy in remedies(rules):
        check(remedy, rules, seats)


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        ("keller", {"revoke": 3, "revoke_lone": 6}),
        ("american", {"revoke_by_lone": 4}),
        ("british", {"revoke_lone": 2}),
        ("club-laws", {"revoke_by_lone": 1}),
        ("club-laws", {"alone": "nobody"}),
        ("bid", {"set_loses": None, "set_gives": "bid"}),
        ("bid", {"made_bonus": 2}),
        ("keller", {"revoke_from": True}),
        ("keller", {"revoke_from": True, "revoke_lone": 2}),
        ("keller", {"revoke_from": True, "revoke_by_lone": 4}),
        ("keller", {"revoke_from": True, "revoke_by_lone": 3}),
        ("hoyle-four", {"revoke_from": True, "alone": "nobody"}),
        ("club-laws", {"revoke_from": True}),
        ("club-laws", {"revoke_from": True, "revoke_lone": 3}),
        ("club-laws", {"revoke_from": True, "revoke_by_lone": 2}),
        ("british", {"set_back": 2}),
        ("club-laws", {"set_back": 1}),
        ("auction", {"made_bonus": 3}),
        ("club-laws", {"tricks_dealt": 7}),
        ("bid", {"lone_bids": LONE_BIDS}),
        ("bid", {"lone_bids": LONE_BIDS, "bid_alone": False}),
        ("bid", {"alone_at": True}),
        ("bid", {"alone_at": True, "lone_bonus": 3}),
        ("bid", {"alone_at": True, "lone_bonus": 3, "set_loses": 5}),
        ("auction", {"alone_at": True, "lone_bonus": 3}),
        ("call-ace", {"lone_euchre": 5}),
        ("call-ace", {"set_back": 1}),
        ("call-ace", {"lone_euchre": 5, "set_back": 2}),
    ],
)
def test_a_house_s_own_revoke_is_described_as_it_scores(base, changes):
    told = {"base": base, "name": "Ours", **changes}
    for remedy in remedies(found(told, {})):
        check(remedy, found(told, {}), 4)


@pytest.mark.parametrize(("base", "seats"), [("hoyle-two", 2), ("hoyle-three", 3)])
def test_a_revoke_that_costs_its_player_points_is_described_as_it_scores(base, seats):
    rules = found({"base": base, "name": "Ours", "revoke_from": True}, {})
    for remedy in remedies(rules):
        check(remedy, rules, seats)


def test_a_wrong_number_is_noticed():
    rules = SHELF["keller"]
    (revoke,) = (one for one in remedies(rules) if one.key == "revoke")
    wrong = replace(revoke, remedy="The opponents score 2. Nothing else of the hand counts.")
    with pytest.raises(AssertionError):
        check(wrong, rules, 4)
    with pytest.raises(AssertionError):
        check(replace(revoke, remedy="They lose 2."), rules, 4)
