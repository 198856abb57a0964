"""Leeds & Dwight: the table, the packs and the score, laws 5, 10 to 21, 33, 72, 73 and 90."""

from scoring.rules.remedies.remedy import chapter
from scoring.rules.rule_sets.leeds_dwight import SOURCE

_cards = chapter(SOURCE, "Cards")
_score = chapter(SOURCE, "Score")

CARDS = (
    _cards(
        "90",
        "wrong-cards",
        "Somebody played with too many or too few cards",
        "The hand holds good. His side scores nothing on it and forfeits {forfeit}, or "
        "{forfeit_lone} in "
        "a lone hand: the other side scores them. If both sides erred, nobody forfeits or scores "
        "(our "
        "rulings).",
        words="wrong number of cards, six cards, four cards, short hand",
        records="wrong-cards",
    ),
    _cards(
        "33",
        "imperfect-pack",
        "The pack is wrong: a card is missing, double or strange",
        "Found in the deal or in the play, the same player deals again. Points of earlier hands "
        "stand.",
        words="imperfect pack, incorrect pack, lost card, duplicate, extra card",
        records="imperfect-pack",
    ),
    _cards(
        "73",
        "torn",
        "A card is torn or marked",
        "The table agrees to replace it, or new cards are called for and the table pays.",
        words="damaged, creased, new pack",
    ),
    _cards(
        "72",
        "new-cards",
        "Somebody wants fresh cards",
        "Until the pack is cut for the deal he may call for two new packs, and pays for them. "
        "The dealer chooses between the two.",
        words="new pack, new cards, change the cards",
    ),
    _cards(
        "10",
        "cut-two",
        "Somebody exposed more than one card in cutting for seats or the deal",
        "He cuts again.",
        words="cutting in, draw for partners",
    ),
    _cards(
        "13-14",
        "cut-tie",
        "Players cut equal cards",
        "They cut again, unless two have cut the two highest cards or the two lowest. After a tie "
        "of "
        "three the fourth keeps his place, and the new cut gives him his partner.",
        words="tie, draw for partners, same rank",
    ),
    _cards(
        "16",
        "late-candidate",
        "Somebody wants to join after the cutting has begun",
        "He is too late for this cut: he has to say so before anybody has cut a card.",
        words="cutting in, candidate, newcomer",
    ),
    _cards(
        "18",
        "left-early",
        "Somebody has to leave before the rubber is over",
        "If the other three agree, he may name somebody to play for him in that rubber.",
        words="substitute, leaves, absent",
    ),
    _cards(
        "19",
        "left-after-one",
        "Somebody leaves a full table after one of his two rubbers",
        "The next in line takes his place, and goes out after one rubber as he would have done.",
        words="leaves, cutting out, candidate",
    ),
    _cards(
        "20-21",
        "left-table",
        "Somebody cut in at another table, or broke up his own",
        "Whoever cuts in elsewhere loses his right to come back, and stands in line as a newcomer. "
        "Whoever breaks up a table stands behind the others of it.",
        words="leaves, re-entry, cutting in",
    ),
)

SCORE = (
    _score(
        "5",
        "score-error",
        "The score is wrong",
        "It can be put right until the trump is turned in the next deal.",
        words="disputed score, mistake, error in the score, forgot to score, wrong points, correct",
        records="correct",
    ),
)
