/* The dealer's mark, moved without a network: it stands on this phone for the hand after the latest
   that it knows, and goes with that hand (draft.js). */
import { latest } from "./ahead.js";

let moved = null;

export const move = (at, seat) => void (moved = { after: latest(at), seat });

/* Returns how the table stands with the mark where it was put here. */
export const withMark = (at) =>
  moved?.after === latest(at) ? { ...at, dealer: moved.seat, mark: moved.seat } : at;
