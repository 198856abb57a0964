/* The hand on the screen: what was tapped of it so far. It stands in the fields of the form. */
import { latest, placeOf } from "./ahead.js";
import { $, newId } from "../../dom.js";
import { stands } from "./figures.js";
import { atTheTable, bids, page, partners } from "./page.js";
import { partnersOf } from "./words.js";

const TAPPED = ["maker", "partner", "alone", "bid", "tricks", "taken"];
const FURTHER = ["call", "made", "trump", "turned", "picked_up", "best_card"];
let touched = false; /* whether this thumb tapped something of it */
let place = null; /* by the hands that it follows (ahead.js) */

export const form = () => $("#hand");
export const field = (name) => form().elements[name];
const seat = (name) => (/^\d+$/.test(field(name).value) ? Number(field(name).value) : null);
const elements = () => [...form().elements];
const ticked = (name) => elements().filter((box) => box.name === name && box.checked && box.value);
const happened = () =>
  elements().filter((box) => box.dataset.role !== undefined && box.checked && box.value);
/* A box without a seat of its own speaks of the called partner, or of the one who laid their cards
   down for a lone player. */
const silent = () =>
  seat("alone") === null
    ? field("partner").value
    : String(partnersOf(page().ahead.sides, seat("alone"))[0]);
const isBox = (one) => one.type === "checkbox" || one.type === "radio";

export const placed = () => place;
export const isTouched = () => touched;
export function touch(on = true) {
  if (on && !touched) place = placeOf(stands());
  touched = on;
}

/* Returns the hand as the keys have it. Where each player scores their own tricks, own.js adds what
   it says of it (prompt, line, roles), and what a key does (press). */
export function now() {
  const revoked = ticked("revoke").length > 0;
  const bid = field("bid")?.value ?? "";
  return {
    maker: seat("maker"),
    partner: field("partner").value,
    alone: seat("alone"),
    bid,
    said: $(`[data-bid="${bid}"]`)?.dataset.said,
    tricks: seat("tricks"),
    dealt: document.querySelectorAll("[data-tricks]").length - 1,
    call: ticked("call")[0]?.dataset.word ?? "",
    special: ticked("special")[0]?.value ?? "",
    defender: ticked("defender_alone").map((box) => Number(box.value))[0] ?? null,
    made: ticked("made")[0]?.value ?? "",
    revoked,
    decided:
      Boolean($("#pad").dataset.decides && revoked) ||
      ticked("abandoned").length > 0 ||
      ticked("special").some((box) => box.value === "jamboree"),
    happened: happened().map(({ dataset: { role, seat } }) => ({
      role,
      seat: seat || silent(),
    })),
    further: !bids() && FURTHER.some((fact) => ticked(fact).length),
    ...globalThis.own?.(form().elements, page(), stands()),
  };
}

export const begun = () => TAPPED.some((name) => field(name)?.value) || happened().length > 0;

/* Whether it goes on from the latest hand: where nothing can be stored, that one stays on the keys
   until it has arrived. */
export const goesOn = () => begun() && field("hand_id").value !== stands().latest;

/* Whether it has any fact, also one that the score does not need. */
export const hasFacts = () =>
  elements().some((one) =>
    isBox(one) ? one.checked && one.value : [...TAPPED, "note"].includes(one.name) && one.value,
  );

export function complete({ maker, partner, bid, tricks, decided } = now()) {
  const told = (partners() !== "called" || partner !== "") && (!bids() || bid !== "");
  return maker !== null && told && (tricks !== null || decided);
}

/* What this phone knows now: the latest hand, the table as its page has it, and who deals, where
   the mark was moved by hand. */
export const known = (at = stands()) => ({
  after: latest(at) ?? "",
  seen: atTheTable("seen"),
  deals: String(at.mark ?? ""),
});

/* The mark was moved while the hand that it is for was half tapped. */
export function mark() {
  const { after, deals } = known();
  if (field("after").value === after) field("deals").value = deals;
}

export function know(its) {
  const at = stands();
  for (const [name, value] of Object.entries(known(at))) field(name).value = value;
  place = its ?? placeOf(at);
}

/* The next hand: a new name, of those who sit here, after the latest that this phone knows. */
export function begin() {
  field("hand_id").value = newId();
  field("sitting").value = atTheTable("sitting");
  know();
}

export function untick() {
  for (const box of form().elements) {
    if (isBox(box)) box.checked = box.defaultChecked = box.type === "radio" && !box.value;
    if (box.name === "note") box.value = "";
  }
}

export function untap() {
  for (const name of TAPPED) if (field(name)) field(name).value = "";
}

export function clear() {
  form().reset();
  untick();
  untap();
  begin();
  touched = false;
}

/* Returns what the form sends, with a list where a name comes more than once. */
export function facts() {
  const all = {};
  for (const [name, value] of new FormData(form())) {
    if (name === "csrfmiddlewaretoken" || name === "hand_id") continue;
    all[name] = name in all ? [all[name], value].flat() : value;
  }
  return all;
}

export function fill(all, its = place) {
  for (const box of form().elements) {
    const values = [all[box.name] ?? []].flat();
    if (isBox(box)) box.checked = values.includes(box.value);
    else if (values.length && box.name !== "csrfmiddlewaretoken") [box.value] = values;
  }
  [touched, place] = [true, its];
}
