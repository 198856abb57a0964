/* The line above Save: who would score what, and why. It comes from the table that the server put
   into the page; what the table does not hold (irregularities, further facts) the server works
   out. No rule stands here. */
import { preview } from "./ahead.js";
import { $, make, unbroken } from "../../dom.js";
import { sign } from "../../network.js";
import * as draft from "./draft.js";
import { page } from "./page.js";
import { ended, stands } from "./figures.js";
import { queue } from "./phone.js";
import { loneOf } from "./words.js";

const LINES = ["wrong", "gains", "why", "ends"];
let shown = {}; /* by the kind of line */

const asSent = () => new URLSearchParams(new FormData(draft.form())).toString();

function write(lines) {
  shown = lines;
  const kinds = LINES.filter((kind) => lines[kind]);
  const drawn = kinds.map((kind) => make("p", unbroken(lines[kind]), { className: kind }));
  $("#preview").replaceChildren(...drawn);
}

async function askServer() {
  const asked = asSent();
  let lines;
  try {
    const body = sign(new FormData(draft.form()));
    const response = await fetch($("#preview").dataset.ask, { method: "POST", body });
    lines = response.headers.get("Bowerbook") ? await response.json() : null;
  } catch {
    lines = { why: "No connection. The points are shown once it’s sent." };
  }
  if (lines && asSent() === asked) write(lines);
}

/* Before a hand is begun: what counters are worth, till the first; then what the last one ended. */
function between() {
  if (draft.begun()) return {};
  const at = stands();
  const over = at.no !== 1 && ended(at);
  return at.no === 1 ? { why: $("#preview").dataset.first } : { ends: over && `${over}.` };
}

export function show(hand) {
  const [may, alone] = [hand.maker !== null && loneOf(page(), hand, stands()), hand.alone !== null];
  if (may && alone && !may.seats.includes(hand.alone)) return write({ wrong: may.why });
  const why = may && may.seats.length <= Number(alone) ? { why: may.why } : between();
  const lines = draft.complete(hand) ? preview(page(), queue.all(), hand) : why;
  if (lines) write(lines);
  else askServer();
}

/* What the server has said already cannot be; else nothing. */
export const wrong = () => shown.wrong;
export const gains = () => [shown.gains, shown.ends].filter(Boolean).join(". ");
