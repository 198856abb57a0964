/* A hand half tapped: it stays under a new page, and while this phone looks at another one. It goes
   with the players, and once its number has been entered elsewhere. */
import { cameSince } from "./ahead.js";
import { $ } from "../../dom.js";
import * as draft from "./draft.js";
import { stands } from "./figures.js";
import { atTheTable, page } from "./page.js";
import { queue } from "./phone.js";
import { redraw } from "./show.js";

const NAME = `half ${$("#pad").dataset.table}`;
const MOVED = "The players or the rules changed, so your taps were cleared.";
let taken = false;

/* Returns what is tapped; null where that is nothing. */
export const half = () =>
  draft.isTouched()
    ? {
        facts: { hand_id: draft.field("hand_id").value, ...draft.facts() },
        begun: draft.hasFacts(),
        place: draft.placed(),
      }
    : null;

function entered(no) {
  const { from, no: next, numbered } = page().now;
  const hand = numbered ? `Hand ${no}` : "This hand";
  const whose = from && next === no + 1 ? `came from ${from}` : "is already entered";
  return `${hand} ${whose}. Your taps for it were cleared.`;
}

/* Returns why the taps cannot stay, in words. */
function gone({ facts, place }) {
  if (queue.waits()) return "";
  if (facts.sitting !== atTheTable("sitting")) return MOVED;
  const came = cameSince(place, stands());
  return came > 0 ? entered(stands().no - came) : "";
}

/* Puts what was tapped on the page, or says why not. */
export function lay(taps) {
  const why = gone(taps);
  if (!why) {
    draft.fill(taps.facts, taps.place);
    /* A penalty or an earlier hand came before it; an Undo that another phone made did not. */
    if (cameSince(taps.place, stands()) === 0) draft.know(taps.place);
    return;
  }
  draft.form().reset();
  draft.touch(false);
  if (taps.begun) $("#prompt").dataset.idle = `${why} ${$("#prompt").dataset.idle}`;
}

/* A tab keeps it till it is closed; a private one may not. */
function keep() {
  if (!taken) return;
  const taps = half();
  try {
    if (taps) sessionStorage.setItem(NAME, JSON.stringify(taps));
    else sessionStorage.removeItem(NAME);
  } catch {}
}

/* The hands that this phone keeps count before it. */
function take() {
  if (taken || !queue.looked) return;
  taken = true;
  try {
    const taps = JSON.parse(sessionStorage.getItem(NAME));
    sessionStorage.removeItem(NAME);
    if (!taps || draft.isTouched()) return;
    lay(taps);
    redraw();
  } catch {}
}

queue.changed(take);
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", keep);
