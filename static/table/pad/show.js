/* Draws the hand on the screen: the roles on the keys, the question, the line above Save. */
import * as badge from "./badge.js";
import { $, each } from "../../dom.js";
import * as draft from "./draft.js";
import * as figures from "./figures.js";
import { page, roundState, say } from "./page.js";
import { queue } from "./phone.js";
import * as preview from "./preview.js";
import * as strip from "./strip.js";
import { across, isLone, offences, prompt } from "./words.js";

function roleOf(seat, { maker, partner, alone }) {
  if (seat === maker)
    return isLone(partner) || (alone !== null && alone === maker) ? "maker, alone" : "maker";
  return seat === alone ? "alone" : String(seat) === partner ? "partner" : "";
}

function showTile(key, hand) {
  const role = roleOf(Number(key.dataset.key), hand);
  key.setAttribute("aria-pressed", String(role !== ""));
  if (role) key.dataset.role = role;
  else delete key.dataset.role;
  key.querySelector(".role").textContent = [role, ...offences(hand, key.dataset.key)]
    .filter(Boolean)
    .join(", ");
}

function showAlone(key, { partner, alone }, names) {
  key.setAttribute("aria-pressed", String(partner === "alone" || alone !== null));
  key.textContent = alone === null ? "Alone" : `${names[alone]} alone`;
}

/* The partner of a lone player holds no cards: what they cannot have done cannot be ticked. */
function showOffence(box, { alone }) {
  const cardless = alone !== null && box.dataset.seat === String(across(alone));
  box.disabled = cardless && $("#pad").dataset.cardless.split(" ").includes(box.name);
  if (box.disabled) box.checked = false;
}

/* Who drew the first deal stands there till the first hand, which may be kept here only. */
function idle({ now }) {
  const further = !roundState() && figures.stands().no > now.no;
  return further ? "Who made the trump?" : $("#prompt").dataset.idle;
}

export function show() {
  if (!draft.isTouched() && !draft.begun()) draft.know();
  const [hand, known] = [draft.now(), page()];
  $("#pad").classList.toggle("made", hand.maker !== null);
  $("#clear").hidden = queue.waits() || !draft.begun();
  each(".tile", (key) => showTile(key, hand));
  each(".key.alone", (key) => showAlone(key, hand, known.names));
  each("input[form=hand][data-seat]", (box) => showOffence(box, hand));
  each("[data-tricks]", (key) =>
    key.setAttribute("aria-pressed", String(key.dataset.tricks === String(hand.tricks))),
  );
  $(".save").setAttribute("aria-disabled", String(!draft.complete(hand)));
  say(draft.begun() ? prompt(hand, known) : idle(known));
  preview.show(hand);
}

/* Everything that a page of the server and the queue of this phone say together. */
export function redraw() {
  figures.show();
  strip.show();
  badge.show();
  show();
}

queue.changed(() => {
  figures.show();
  if (!draft.isTouched()) show();
});
