/* The badge: where the hands of this phone are, in words, colour and shape. It never lies about
   being connected. */
import { awaited } from "./ahead.js";
import { $, clock, write } from "../../dom.js";
import { SILENT } from "../../listener.js";
import { whenReached } from "../../news.js";
import { page } from "./page.js";
import { queue } from "./phone.js";
import { counted } from "./words.js";

const QUIET = 1500;
const LOST = 20000;
/* A clock can be put back: it says when, and never how long. */
let heard = Date.now();
let awake = performance.now();
let off = false;
let saying = null;
let waitsSince = null; /* for a page that tells of what has arrived */

/* Hands are counted; an undo has words of its own. */
function keptHere(kept) {
  const hands = kept.filter(({ do: verb }) => verb === "hand").length;
  return hands
    ? `${hands} saved on this phone`
    : `${kept.at(-1).do === "put-back" ? "restore" : "undo"} not sent yet`;
}

/* After a restore of the site: "sending 4 hands again…" */
function sending() {
  const again = queue.again();
  return again.length ? `sending ${counted(again)} again…` : "sending…";
}

/* Returns the state and its words. */
function now() {
  if (!queue.looked) return ["sending", "one moment…"];
  const [everyKept, refused] = ["kept", "refused"].map((state) => [
    ...queue.in(state),
    ...queue.elsewhere(state),
  ]);
  const kept = everyKept.filter(queue.isStored); /* batteries die: kept is what the disk has */
  const attention = refused.length + everyKept.filter(({ gone }) => gone).length;
  if (attention) return ["attention", `${attention} need${attention === 1 ? "s" : ""} attention`];
  if (kept.length ? queue.sending && !queue.failed : queue.storing()) return ["sending", sending()];
  if (kept.length) return ["kept", queue.keeps() ? keptHere(kept) : "not sent yet"];
  if (off) return ["off", `offline since ${clock(heard)}`];
  if (awaited(page(), queue.all()).length) return ["sending", "sending…"];
  if (!queue.keeps()) return ["cannot", queue.isLate() ? "storage too slow" : "can’t store hands"];
  if ($("#pad .waiting")) return ["attention", "decide below"];
  return $("#pad").dataset.agreed === "yes" ? ["agreed", "confirmed"] : ["sent", "saved"];
}

export function show() {
  const [name, words] = now();
  const badge = $("#state");
  const place = badge.querySelector("span");
  if (badge.dataset.state !== name) {
    badge.dataset.state = name;
    badge.querySelector("use").setAttribute("href", `#state-${name}`);
  }
  if (place.textContent === words) return;
  place.textContent = words;
  clearTimeout(saying);
  saying = setTimeout(announce, QUIET); /* a screen reader hears what lasts */
}

const announce = () => write($("#state-said"), $("#state span").textContent);

export function reached() {
  heard = Date.now();
  awake = performance.now();
  off = false;
  show();
}

export function lost() {
  off = true;
  show();
}

/* Since when there is no connection, by the clock; null while there is one. */
export const since = () => (off ? clock(heard) : null);

/* The site answers, and its page never comes to what it has acknowledged: it has lost that. */
function lookForLost() {
  const those = off ? [] : awaited(page(), queue.all());
  if (!those.length) waitsSince = null;
  else waitsSince ??= performance.now();
  if (!those.length || performance.now() - waitsSince < LOST) return;
  waitsSince = null;
  queue.lost(...those);
}

setInterval(() => {
  if (performance.now() - awake > SILENT) lost();
  lookForLost();
}, 1000);
document.addEventListener("visibilitychange", () => {
  awake = performance.now();
});
whenReached(reached);
queue.changed(show);
