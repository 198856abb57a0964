"""Leeds & Dwight: the revoke, laws 4 and 62 to 71."""

from scoring.rules.remedies.leeds_dwight.who import OTHER_SIDE
from scoring.rules.remedies.remedy import chapter
from scoring.rules.rule_sets.leeds_dwight import SOURCE

_revoke = chapter(SOURCE, "Revoke")

REVOKE = (
    _revoke(
        "4, 62-63",
        "revoke",
        "Somebody had a card of the suit led, and played another",
        "Each revoke brings the other side {revoke}, or {revoke_lone} in a lone hand, before all "
        "other "
        "scores. What the hand itself brings still counts (our ruling).",
        words="revoke, revoked, renege, reneged, did not follow suit, failed to follow, left bower",
        records="revoke",
    ),
    _revoke(
        "71",
        "both-revoked",
        "Both sides revoked",
        "Equal numbers cancel each other; otherwise only the difference counts. Record the "
        "revokes of "
        "both sides.",
        words="cancel, both reneged, two revokes",
        records="revoke",
    ),
    _revoke(
        "64",
        "revoke-established",
        "From when on is it a revoke?",
        "From when the trick is turned and let go, or the player or his partner leads or plays to "
        "the next, "
        "in turn or not.",
        words="established, too late to correct, renege",
    ),
    _revoke(
        "69",
        "revoke-in-time",
        "A revoke is noticed in time",
        "The wrong card is taken back, and can be called. Whoever played after it, except the "
        "partner, "
        "may change his card, and what he takes back cannot be called.",
        words="correct a revoke, save, take back, renege",
        chooses=OTHER_SIDE,
    ),
    _revoke(
        "65",
        "revoke-asked",
        "May I ask my partner whether he has none of the suit?",
        "Yes. Asked before the trick is turned and let go, turning it makes no revoke: it can be "
        "put right, "
        "unless he says that he has none, or he or you have played to the next trick.",
        words="no hearts partner, having none, renounce, asking",
    ),
    _revoke(
        "66",
        "revoke-claimed",
        "Somebody claims a revoke",
        "At the end of the hand, whoever claims it may look through all the tricks.",
        words="prove, search the tricks, renege, accuse",
    ),
    _revoke(
        "67",
        "revoke-mixed",
        "The cards were mixed before a revoke could be looked for",
        "If the accused or one of his side mixed them, the revoke is proved.",
        words="mixing cards, shuffled together, gathered",
        records="revoke",
    ),
    _revoke(
        "68",
        "revoke-too-late",
        "A revoke is claimed after the cut for the next deal",
        "It is too late: it cannot be claimed any more.",
        words="late claim, next deal, renege",
    ),
    _revoke(
        "70",
        "revoke-played-out",
        "The side that revoked wants to play the hand out",
        "It may insist on that.",
        words="go on, stop playing, renege",
    ),
)
