/* Save, No deal, Undo and Put back become entries of the queue: kept first, then sent. Without
   scripts they are plain forms. */
import { $, newId } from "../../dom.js";
import * as draft from "./draft.js";
import { stands } from "./figures.js";
import { atTheTable, names, page, say } from "./page.js";
import { queue } from "./phone.js";
import * as preview from "./preview.js";
import { closeAll } from "./sheets.js";
import { redraw } from "./show.js";
import { line, prompt, WAITS } from "./words.js";

function hand() {
  const now = draft.now();
  if (preview.wrong()) say(preview.wrong());
  else if (!draft.complete(now)) say(prompt(now, page()));
  else {
    const [id, what] = [draft.field("hand_id").value, line(now, names())];
    return { id, fields: draft.facts(), what, gains: preview.gains(), no: stands().no };
  }
  return null;
}

/* A new deal may be for a hand of a name, which is the value of its key. */
function voidDeal({ name, value, dataset: { what } }) {
  const void_ = name === "redeal" ? "new-deal" : value;
  const fields = { sitting: atTheTable("sitting"), ...draft.known(), void: void_ };
  if (name === "redeal") fields.redeal = value;
  return { id: newId(), fields, what, gains: "No points", no: stands().no };
}

function make(form, button) {
  const { does, id, what } = form.dataset;
  if (does !== "hand") return { do: does, key: newId(), id, fields: {}, what, no: null };
  const made = form === draft.form() ? hand() : voidDeal(button);
  const { phone } = $("#pad").dataset; /* should another phone send it */
  return made && { do: does, key: made.id, ...made, fields: { ...made.fields, phone } };
}

/* The pad goes on with the next hand; the one half tapped stays under an Undo. */
function goOn({ do: verb }) {
  closeAll();
  if ($("#save").matches(":focus-visible")) $(".tile").focus(); /* the keyboard begins anew */
  if (verb === "hand") draft.clear();
  else draft.know();
  navigator.vibrate?.(30);
  redraw();
}

/* A thumb is faster than a disk: the keys are free for the next hand at once. */
async function keep(entry) {
  const kept = queue.keep(entry);
  if (queue.keeps()) return goOn(entry);
  say(WAITS);
  await kept;
  goOn(entry);
}

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    const ours = form.dataset.does && !event.submitter?.hasAttribute("formaction");
    const writes = form.method === "post" && form.closest("#pad");
    if (!ours && !(writes && queue.waits())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (queue.waits()) return say(WAITS);
    const entry = make(form, event.submitter);
    if (entry) keep(entry);
  },
  true,
);
