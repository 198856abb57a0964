"""Who chooses a penalty under Leeds & Dwight: law 85 forbids partners to discuss which of two to
take."""

OTHER_SIDE = "the other side"
EITHER = "either of the other side, without consulting"
LONE_PLAYER = "the lone player"
