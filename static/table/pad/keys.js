/* The pad's keys. The page works without scripts: each key is then a button that loads the page
   anew. */
import { $ } from "../../dom.js";
import * as draft from "./draft.js";
import { stands } from "./figures.js";
import { page, partners, say } from "./page.js";
import { queue } from "./phone.js";
import { show } from "./show.js";
import { isLone, loneOf, partnersOf, WAITS } from "./words.js";

const TREMOR = 400; /* milliseconds: so soon nobody taps the same key again on purpose */
let tapped = { key: "", at: -TREMOR };
let asked = null; /* the hand whose further facts were asked for, where all are noted */

function isTremor({ key, bid, tricks }) {
  const name = `${key} ${bid} ${tricks}`;
  const now = performance.now();
  const again = name === tapped.key && now - tapped.at < TREMOR;
  tapped = { key: name, at: now };
  return again;
}

function press(key) {
  const hand = draft.now();
  const { maker, partner } = hand;
  const field = draft.field;
  if (key === "clear") draft.clear();
  else if (hand.press) hand.press(key);
  else if (maker === null && isLone(key))
    return say(`First tap the maker, then ${key === "alone" ? "Alone" : "No one had it"}.`);
  else if (maker === null) field("maker").value = key;
  else if (partners() !== "called") pressSide(key);
  else if (key === String(maker)) field("partner").value = isLone(partner) ? "" : "alone";
  else field("partner").value = key === partner ? "" : key;
  show();
}

/* Nobody is called: another key is another maker; Alone is the maker, then their partners, each
   where they may, then nobody; the maker's key is Alone, then not. */
function pressSide(key) {
  const hand = draft.now();
  const { maker, alone } = hand;
  const field = draft.field;
  const may = loneOf(page(), hand, stands())?.seats ?? [];
  const lone = may.length > 0;
  const next = may[may.indexOf(alone) + 1] ?? "";
  const isMaker = key === String(maker);
  if (isMaker && alone !== null) field("alone").value = "";
  else if (
    key === "alone" ||
    (isMaker && lone) ||
    (alone !== null && partnersOf(page().ahead.sides, maker).includes(Number(key)))
  )
    field("alone").value = next;
  else if (isMaker) draft.untap();
  else {
    field("maker").value = key;
    field("alone").value = "";
  }
}

function pressBid(bid) {
  const field = draft.field("bid");
  field.value = field.value === bid ? "" : bid;
  show();
}

function pressTricks(number) {
  const tricks = draft.field("tricks");
  tricks.value = tricks.value === number ? "" : number;
  show();
  if (
    "full" in $("#pad").dataset &&
    !$(".trumps") &&
    draft.complete() &&
    asked !== draft.field("hand_id").value
  )
    setTimeout(() => {
      $("#facts").open = true;
    });
  asked = draft.field("hand_id").value;
}

/* The dealer's mark is on a player's key, and leads to who deals instead. */
function asksWhoDeals({ target }) {
  if (!target.closest(".dealer, [data-opens=deal]")) return false;
  $("#menu").open = false;
  setTimeout(() => {
    $("#deal").open = true;
    $("#deal button").focus(); /* a poll gives the focus back, and another key's closes it */
  });
  return true;
}

document.addEventListener("click", (event) => {
  if (asksWhoDeals(event)) return event.preventDefault();
  const key = event.target.closest("[data-key], [data-bid], [data-tricks]");
  if (!key) return;
  event.preventDefault();
  if (isTremor(key.dataset)) return;
  if (queue.waits()) return say(WAITS);
  if (!draft.begun()) draft.begin();
  draft.touch();
  if (key.dataset.key !== undefined) press(key.dataset.key);
  else if (key.dataset.bid !== undefined) pressBid(key.dataset.bid);
  else pressTricks(key.dataset.tricks);
});

document.addEventListener("change", (event) => {
  if (event.target.form !== draft.form()) return;
  draft.touch();
  show();
});
