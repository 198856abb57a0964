/* The list of entrants at speed: the second half of a double tap does nothing, and the key that was
   tapped keeps the cursor. Without this file every tap reloads the page. */
import { $ } from "../dom.js";
import { answered, heldStill, saidIn, writes } from "../taps.js";

let changed = null;

/* "Here" and "paid" mean the opposite once they are tapped. */
const named = (key) => `#${key.closest(".one").id} [name=${key.name}]`;
function nameOf(element) {
  const key = element?.closest?.(".entrant .tick");
  return key && named(key);
}
const hold = heldStill();

document.addEventListener("htmx:before:swap", (event) => {
  const key = writes(event) && nameOf(event.detail.ctx.sourceElement);
  if (key) hold([(changed = key)]);
});
document.addEventListener("htmx:after:swap", (event) => {
  if (writes(event) && changed) $(changed)?.focus({ preventScroll: true });
});

answered("door", saidIn($("#said")));
