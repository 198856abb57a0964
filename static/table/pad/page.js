/* What the server's page says: who sits here, how the table stands, what every hand scores. */
import { $, isolated } from "../../dom.js";

const parsed = {};

function read(id) {
  const { textContent } = document.getElementById(id);
  if (parsed[id]?.textContent !== textContent)
    parsed[id] = { textContent, values: JSON.parse(textContent) };
  return parsed[id].values;
}

export const names = () =>
  [...document.querySelectorAll(".tile .name")].map((name) => isolated(name.textContent));
/* "called" for the hand, "fixed" across the table, or "none" */
export const partners = () => $("#pad").dataset.partners;
/* Whether the trump is bid for. */
export const bids = () => "bids" in $("#pad").dataset;
export const roundState = () => $("#pad").dataset.round;
export const atTheTable = (name) => $(`[form=void][name=${name}]`).value;

/* Everything that ahead.js and words.js need to know of it. */
export const page = () => ({
  now: read("now"),
  ahead: read("ahead"),
  scores: read("scores"),
  ends: read("ends"),
  lone: read("lone"),
  /* few ask for them */
  get names() {
    return names();
  },
  partners: partners(),
  bids: bids(),
});

export function say(words) {
  $("#prompt").textContent = words;
}
