/* The dealer's mark, moved without a network: it stands on this phone, though its page is opened
   anew, for the hand that it was moved for, and goes with that hand (draft.js). */
import { keep, kept } from "../../dom.js";

const PLACE = `mark ${location.pathname}`;
/* "17 5": the sitting, and the number of the hand, those that wait counted too */
const handOf = ({ sitting, no, hanging }) => `${sitting} ${no + hanging.length}`;

let moved = JSON.parse(kept(PLACE) ?? "null");

function put(mark) {
  moved = mark;
  keep(PLACE, JSON.stringify(mark));
}

export const move = (at, seat) => put({ for: handOf(at), seat });
/* It was moved with the network: the server's page says where it is. */
export const forget = () => moved && put(null);

/* Returns how the table stands with the mark where it was put here. */
export const withMark = (at) =>
  moved?.for === handOf(at)
    ? { ...at, dealer: moved.seat, mark: moved.seat, turn: at.turn ?? at.dealer }
    : at;
