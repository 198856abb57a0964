/* Draws the hand on the screen: the roles on the keys, the question, the line above Save. */
import { came } from "./ahead.js";
import * as badge from "./badge.js";
import { $, each, write } from "../../dom.js";
import * as draft from "./draft.js";
import * as figures from "./figures.js";
import { bids, page, roundState, say } from "./page.js";
import { queue } from "./phone.js";
import * as preview from "./preview.js";
import * as strip from "./strip.js";
import { forAll, IDLE, isLone, offences, partnersOf, prompt } from "./words.js";

function roleOf(seat, { maker, partner, alone, bid }) {
  if (seat === maker) {
    const lone = isLone(partner) || forAll(bid) || (alone !== null && alone === maker);
    return `${bids() ? "bidder" : "maker"}${lone ? ", alone" : ""}`;
  }
  return seat === alone ? "alone" : String(seat) === partner ? "partner" : "";
}

function showTile(key, hand) {
  const seat = Number(key.dataset.key);
  const role = hand.roles?.[seat] ?? roleOf(seat, hand);
  key.setAttribute("aria-pressed", String(role !== ""));
  if (role) key.dataset.role = role;
  else delete key.dataset.role;
  key.querySelector(".role").textContent = [role, ...offences(hand, key.dataset.key)]
    .filter(Boolean)
    .join(", ");
}

function showAlone(key, { partner, alone }, names) {
  key.setAttribute("aria-pressed", String(partner === key.dataset.key || alone !== null));
  if (key.dataset.key === "alone") write(key, alone === null ? "Alone" : `${names[alone]} alone`);
}

/* Below each number of tricks stands what would come of the bid. */
function showTricks(key, hand, known) {
  const { tricks } = key.dataset;
  key.setAttribute("aria-pressed", String(tricks === String(hand.tricks)));
  if (bids()) {
    const word = came(known, { ...hand, maker: hand.maker ?? 0, tricks });
    write(key.querySelector("span"), word || "took");
    key.dataset.came = word;
  }
}

/* The partner of a lone player, or of a lone defender, holds no cards: what they cannot have done
   cannot be ticked. A jambone is the maker's, declared or not. */
function showOffence(box, { maker, alone, bid, special, defender }, { ahead: { sides } }) {
  const seat = Number(box.dataset.seat);
  const lone = forAll(bid) || special ? (alone ?? maker) : alone;
  const cardless = [lone, defender].some((one) => partnersOf(sides, one).includes(seat));
  box.disabled = cardless && $("#pad").dataset.cardless.split(" ").includes(box.name);
  if (box.disabled) box.checked = false;
}

/* Who drew the first deal stands there till the first hand, which may be kept here only. */
function idle({ now }) {
  const further = !roundState() && figures.stands().no > now.no;
  return further ? IDLE[bids()] : $("#prompt").dataset.idle;
}

export function show() {
  if (!draft.isTouched() && !draft.begun()) draft.know();
  const [hand, known] = [draft.now(), page()];
  $("#pad").classList.toggle("made", hand.maker !== null);
  $("#clear").hidden = queue.waits() || !draft.begun();
  each(".tile", (key) => showTile(key, hand));
  each(".alone-keys .key", (key) => showAlone(key, hand, known.names));
  each("[data-bid]", (key) =>
    key.setAttribute("aria-pressed", String(key.dataset.bid === hand.bid)),
  );
  each("input[form=hand][data-seat]", (box) => showOffence(box, hand, known));
  each("[data-tricks]", (key) => showTricks(key, hand, known));
  $(".save").setAttribute("aria-disabled", String(!draft.complete(hand)));
  say(draft.begun() ? prompt(hand, known) : idle(known));
  figures.show(draft.goesOn());
  preview.show(hand);
}

/* What next, after a game: play on in the same seats. */
document.addEventListener("click", ({ target }) => {
  if (!target.closest("#event [data-close]")) return;
  figures.show(true);
  show();
});

/* Everything that a page of the server and the queue of this phone say together. */
export function redraw() {
  strip.show();
  badge.show();
  show();
}

queue.changed(() => {
  if (draft.isTouched()) figures.show(draft.goesOn());
  else show();
});
