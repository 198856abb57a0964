"""R. F. Foster, Call-Ace Euchre, 1905: what his 51 laws say of a slip."""

from scoring.rules.remedies.foster.deal import DEAL
from scoring.rules.remedies.foster.making import ALONE, MAKING
from scoring.rules.remedies.foster.play import CARDS, PLAY
from scoring.rules.remedies.foster.revoke import REVOKE, SCORE
from scoring.rules.remedies.rulings import SCORE_ERROR, STUCK_DEALER

FOSTER = (*DEAL, *MAKING, STUCK_DEALER, *ALONE, *PLAY, *REVOKE, *CARDS, *SCORE, SCORE_ERROR)
