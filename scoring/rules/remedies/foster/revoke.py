"""Foster: revokes and the score, laws 36 to 46."""

from scoring.rules.remedies.remedy import chapter
from scoring.rules.rule_sets.foster_call_ace import SOURCE

_revoke = chapter(SOURCE, "Revoke")
_score = chapter(SOURCE, "Score")
WORDS = "revoke, renege, reneged, did not follow suit, failed to follow, left bower"

REVOKE = (
    _revoke(
        "36",
        "revoke",
        "Somebody who plays against the maker and his partner revoked",
        "Play stops. Maker and partner each score the march ({march}), even after losing a trick.",
        words=WORDS,
        records="revoke",
    ),
    _revoke(
        "37",
        "revoke-against-lone",
        "Somebody revoked against a lone maker",
        "Play stops. The maker scores his lone march ({lone_march}), even after losing a trick.",
        words=WORDS,
        records="revoke",
    ),
    _revoke(
        "38",
        "revoke-by-maker",
        "The maker or his partner revoked",
        "Play stops, and every player against them scores {euchre}.",
        words=WORDS,
        records="revoke",
    ),
    _revoke(
        "6, 42",
        "both-revoked",
        "Both sides revoked",
        "The deal is void and the same player deals again. Record a revoke for each side.",
        words="both reneged, two revokes",
        records="revoke",
    ),
    _revoke(
        "39, 41",
        "revoke-in-time",
        "A revoke is noticed in time",
        "It can be put right until the trick is turned and let go, or his side plays to the next. "
        "The wrong card is then exposed, and the maker may call it; "
        "whoever played after it may change his card freely.",
        words="correct a revoke, take back, renege",
        chooses="the maker",
    ),
    _revoke(
        "40",
        "revoke-asked",
        "May I ask whether he has none of the suit?",
        "Yes: any player may, so as to prevent a revoke.",
        words="no hearts partner, having none, renounce",
    ),
)

SCORE = (
    _score(
        "46",
        "euchred-early",
        "The maker is euchred before his partner is known",
        "Everybody shows his cards, to see who the partner was. All the others score {euchre}.",
        words="show hands, secret partner, three tricks",
    ),
)
