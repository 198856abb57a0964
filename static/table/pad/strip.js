/* The line of the latest hand, with its Undo or Put back: as the server's page says, unless this
   phone knows later. */
import { gains, isTheirs, newest, undoable, undone } from "./ahead.js";
import { $, make, unbroken } from "../../dom.js";
import { stands } from "./figures.js";
import { page } from "./page.js";
import { queue } from "./phone.js";

const undo = () => $("form[data-does=take-back]");
const putBack = () => $("form[data-does=put-back]");
let served = null; /* what the server's page said */

const copy = ({ hidden, dataset: { id, what } }, words) => ({ hidden, id, what, words });

export function take() {
  if ("ahead" in $("#last").dataset)
    return; /* no new page: a swap tells of itself more than once */
  served = {
    last: [...$("#last").childNodes],
    undo: copy(undo(), $("#undo").textContent),
    putBack: copy(putBack()),
  };
}

function set(form, { hidden, id, what }) {
  form.hidden = hidden;
  Object.assign(form.dataset, { id: id ?? "", what: what ?? "" });
}

const VERBS = { "take-back": "Undone", "put-back": "Restored" };

function line(entry) {
  const { do: verb, no, what, state } = entry;
  const theirs = isTheirs(page(), entry) ? " (earlier players)" : "";
  const hand = `Hand${no ? ` ${no}` : ""}${theirs}`;
  const where = state === "sent" ? "saved" : queue.keeps() ? "saved on this phone" : "not sent yet";
  if (verb === "hand")
    return [
      make("b", `${hand} ${where}:`),
      ...unbroken(` ${what}. ${gains(page(), queue.all(), entry)}.`),
    ];
  const many = undone(stands());
  const did = verb === "take-back" && many > 1 ? `${many} hands undone, the last` : VERBS[verb];
  return [make("b", `${did}${state === "sent" ? "" : `, ${where}`}:`), ` ${what}.`];
}

/* A screen reader hears it once. */
function write(parts) {
  const words = parts.map((part) => part.textContent ?? part).join("");
  if ($("#last").textContent !== words) $("#last").replaceChildren(...parts);
}

export function show() {
  const last = newest(page(), queue.all());
  if (!queue.storing()) write(last ? line(last) : served.last); /* "kept" is said once it is */
  $("#last").toggleAttribute("data-ahead", Boolean(last));
  const next = undoable(stands());
  const ours =
    next && queue.all().find(({ id, do: verb }) => id === next.id && verb !== "take-back");
  if (next && !ours && next.id === served.undo.id) set(undo(), served.undo);
  else set(undo(), { hidden: !next, id: next?.id, what: ours?.what ?? `hand ${next?.no}` });
  $("#undo").textContent = next ? `Undo hand ${next.no}` : served.undo.words;
  set(putBack(), last ? toPutBack(last) : served.putBack);
}

/* What was undone last is put back first, then what was undone before it. */
function toPutBack(last) {
  const id = last.do === "take-back" ? last.id : last.do === "put-back" && stands().back?.latest;
  const told = queue.all().find((entry) => entry.id === id)?.what ?? served.putBack.what;
  return { hidden: !id, id, what: told };
}

take();
queue.changed(show);
