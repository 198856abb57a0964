"""H. C. Leeds and James Dwight, The Laws of Euchre, 1890: what their 105 laws say of a slip."""

from scoring.rules.remedies.leeds_dwight.alone import ALONE
from scoring.rules.remedies.leeds_dwight.cards import CARDS, SCORE
from scoring.rules.remedies.leeds_dwight.deal import CUTTING, DEALING
from scoring.rules.remedies.leeds_dwight.making import MAKING
from scoring.rules.remedies.leeds_dwight.penalties import PENALTIES
from scoring.rules.remedies.leeds_dwight.play import PLAY
from scoring.rules.remedies.leeds_dwight.revoke import REVOKE
from scoring.rules.remedies.rulings import JOKER_TURNED, STUCK_DEALER

LEEDS_DWIGHT = (
    *CUTTING,
    *DEALING,
    *MAKING,
    STUCK_DEALER,
    JOKER_TURNED,
    *ALONE,
    *PLAY,
    *PENALTIES,
    *REVOKE,
    *CARDS,
    *SCORE,
)
