/* What htmx brings: polls, and answers to the forms that are no entries of the queue. Somebody
   else's answer is never shown; what was tapped stays under a new page. */
import * as badge from "./badge.js";
import { $ } from "../../dom.js";
import { sign } from "../../network.js";
import { reloadWithout } from "../../queue/kept-page.js";
import { NOT_DONE, writes } from "../../taps.js";
import * as draft from "./draft.js";
import { stands } from "./figures.js";
import { half, lay } from "./half.js";
import { forget, move } from "./mark.js";
import { names, roundState, say } from "./page.js";
import { queue } from "./phone.js";
import { closeAll, closeRead } from "./sheets.js";
import { redraw } from "./show.js";
import * as strip from "./strip.js";

let held = null;
let inFocus = null;
/* The other side's word is no new hand either, nor is a call. */
const isCall = (event) => event.target.matches?.(".about-call");
const isPoll = (event) => event.target.matches?.("#poll, .says-so") || isCall(event);

/* -- asking and hearing ---------------------------------------------------------------------- */
/* It is said above the keys, so no sheet may lie over it. */
function notDone({ detail: { ctx } }) {
  const form = ctx?.sourceElement;
  closeAll();
  if (form?.matches?.(".moves-deal")) keepMark(Number(ctx.request.body.get("seat")));
  else say(form?.dataset?.notDone ?? NOT_DONE);
  badge.lost();
}

function keepMark(seat) {
  move(stands(), seat);
  draft.mark();
  redraw();
  say(`${names()[seat]} deals the next hand (saved on this phone).`);
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  sign(ctx.request.body);
  ctx.tapped = JSON.stringify(half());
});
document.addEventListener("htmx:error", (event) => (writes(event) ? notDone(event) : badge.lost()));
document.addEventListener("htmx:before:response", (event) => {
  const { response } = event.detail.ctx;
  const whose = response.headers.get("Bowerbook");
  if (whose === "pad" && event.detail.ctx.sourceElement?.matches?.(".moves-deal")) forget();
  if (response.status === 304 || whose === "pad") return badge.reached();
  /* an error, or somebody else answered: a hotspot's sign-in page, a proxy */
  event.preventDefault();
  /* any other address may be gone while the pad is there */
  const isOfPad = event.detail.ctx.sourceElement?.matches?.("#poll");
  const gone = isOfPad && whose === "error" && [404, 410].includes(response.status);
  if (gone && leave(response)) return;
  if (writes(event)) notDone(event);
  else badge.lost();
});

/* The link opens no pad any more, so this one is left, unless the site needs what it has: a
   restored site that doesn't know the table knows none of its hands. */
function leave({ status }) {
  if (status === 404 && queue.in("sent").length) queue.lost(...queue.in("sent"));
  if (queue.isDone()) return Boolean(reloadWithout());
  if (status === 410) queue.revoked();
  return false;
}

/* A pad asks at once; until its answer is there, this is all that is known. */
document.addEventListener("round-over", ({ detail: { says } }) => {
  if (roundState() && roundState() !== "over") say(says);
});

/* -- a new page under the thumb -------------------------------------------------------------- */
/* What a script fills stays as it is. */
htmx.registerExtension("pad", {
  htmx_before_morph_node: (node, { newNode }) => !newNode.matches?.("[data-as-it-is]"),
});

document.addEventListener("htmx:before:swap", (event) => {
  /* A key that is moved while it is in focus would be scrolled to, past what comes above it. */
  inFocus = $("#pad button:focus");
  inFocus?.blur();
  const [taps, poll] = [half(), isPoll(event)];
  /* The answer knows what was tapped when it was asked for, and not what was since. */
  if (!poll && JSON.stringify(taps) === event.detail.ctx.tapped) return;
  held = {
    taps,
    open: [...document.querySelectorAll("details[id][open]")],
    over: roundState() === "over",
    answer: !poll || isCall(event),
  };
});

/* The key may be another by now, or out of sight until all is swapped. */
for (const then of ["htmx:before:settle", "htmx:finally:swap"])
  document.addEventListener(then, () => {
    const key = inFocus?.isConnected ? inFocus : document.getElementById(inFocus?.id);
    if (document.activeElement === document.body) key?.focus({ preventScroll: true });
  });

document.addEventListener("htmx:after:swap", (event) => {
  if (held) restore(held);
  else if (!isPoll(event)) settle();
  if (held && roundState() === "over" && !held.over) {
    scrollTo(0, 0); /* with large letters the end is above what was tapped */
    navigator.vibrate?.([200, 100, 200]);
  }
  if (held?.answer) closeAll(); /* what came of it is said above the keys */
  held = null;
  closeRead();
  const kept = () => queue.all().some((entry) => entry.id === draft.field("hand_id").value);
  if (!queue.waits() && kept()) draft.clear(); /* saved from here already */
  strip.take();
  redraw();
});

function restore({ taps, open }) {
  for (const { id } of open) if ($(`#${id}`)) $(`#${id}`).open = true;
  if (taps) lay(taps);
}

/* The answer to a form that is no entry: a hand begun, the dealer's mark, a decision. */
function settle() {
  closeAll();
  const refused = $(".complaint") !== null;
  /* A morph leaves ticks as they were: they belong to the hand before, unless one is begun. */
  if (!refused && draft.now().maker === null) draft.untick();
  else if (!refused) draft.form().reset();
  const { partner, alone, tricks } = draft.now();
  draft.touch(partner !== "" || alone !== null || tricks !== null || (refused && draft.begun()));
  navigator.vibrate?.(30);
}
