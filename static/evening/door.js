/* The door at speed: the search box is ready for the next name, Enter checks in the only one found,
   a new guest by a second Enter, and the second half of a double tap does nothing. Without this
   file every tap loads the page anew. */
import { $ } from "../dom.js";
import { answered, heldStill, polls, saidIn, TREMOR, writes } from "../taps.js";

const box = $("#find [name=q]");
const said = $("#said");
const poll = $("#poll");
const hold = heldStill();
let changed = null;
let awaited = [];

function say(words) {
  said.textContent = words;
}

$("#find").addEventListener("submit", (event) => {
  const names = document.querySelectorAll("#list .row-key");
  if ($("#list").dataset.q !== box.value.trim()) return; /* not searched yet: let it search */
  event.preventDefault();
  if (names.length === 1 && !("new" in names[0].dataset)) names[0].click();
  else if (names.length === 1) {
    names[0].focus();
    say("New to the club. Press Enter again to check in.");
  } else if (!names.length) say("No one to check in has that name.");
  else if ([...names].every((key) => key.name === "names"))
    say("Tap each group to check it in."); /* members, and new guests */
  else say("More than one person matches. Tap the name.");
});
/* What a poll would bring now was asked for another name. */
box.addEventListener("input", () => poll.dispatchEvent(new Event("htmx:abort")));

answered("door", saidIn(said));

const whoIsAwaited = () =>
  [...document.querySelectorAll("#list li.awaited")].map((line) => line.id);
function whoCame() {
  const still = whoIsAwaited();
  return awaited.filter((id) => !still.includes(id)).map((id) => `#${id}`);
}
/* A second tap on a name must not undo the first, nor one on a fee. The fee beside a name is
   another key, which may well be meant. */
function holdIn(place, key) {
  const fees = `${place} .tick`;
  const others = `${place} :is(button, a, summary):not(.tick)`;
  const [same, other] = key.matches(".tick") ? [fees, others] : [others, fees];
  hold([same]);
  hold([other], { lasts: TREMOR });
}
document.addEventListener("htmx:before:swap", (event) => {
  if (polls(event)) awaited = whoIsAwaited();
  const line = writes(event) && event.detail.ctx.target?.closest?.("li");
  changed = line ? line.id : changed;
  if (line) holdIn(line.id ? `#${line.id}` : "#list", event.detail.ctx.sourceElement);
});
document.addEventListener("htmx:after:swap", (event) => {
  if (polls(event)) hold(whoCame(), { byOthers: true });
  if (!writes(event)) return;
  if (box.value || matchMedia("(pointer: fine)").matches) {
    box.focus({ preventScroll: !box.value }); /* who was tapped in the list stays in sight */
    box.select();
  } else document.getElementById(changed)?.querySelector("button")?.focus({ preventScroll: true });
});
