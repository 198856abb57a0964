/* The plan of seats. Tap a name and then another, or a seat, or drag with a mouse: both change
   places. Without this file a tap on a name chooses it in the form below, and the form does the
   rest. */
import { $, each, isolated } from "../dom.js";

const said = $("#said");
let picked = null;
let moved = null;
let dragged = null;
let wasDragged = false;

const keyAt = (element) => element?.closest?.("a.seat-key, button.seat-key");
const waits = (key) => key.dataset.place === "waiting";

function equip() {
  each(".js", (hidden) => {
    hidden.hidden = false;
  });
  each("a.seat-key", (key) => {
    key.setAttribute("role", "button");
    key.setAttribute("aria-pressed", "false");
  });
}

function pick(key) {
  picked?.setAttribute("aria-pressed", "false");
  picked = key;
  key?.setAttribute("aria-pressed", "true");
  said.textContent = key
    ? `${isolated(key.dataset.name)}: now tap another name or a seat. Tap the same name to cancel.`
    : "";
}

/* Who goes where when two keys are tapped; nothing when nobody would move. */
function change(one, other) {
  if (one.dataset.player && !waits(other)) return [one, other];
  if (other.dataset.player && !waits(one)) return [other, one];
  return one.dataset.player && !other.dataset.player && !waits(one) ? [one, other] : null;
}

function exchange(one, other) {
  const found = change(one, other);
  if (!found) return pick(other.dataset.player || !waits(other) ? other : null);
  const [who, where] = found;
  const { who: person, to } = $("#move").elements;
  person.value = moved = who.dataset.player;
  to.value = where.dataset.place;
  pick(null);
  person.form.requestSubmit();
}

function tap(key) {
  if (picked === key) pick(null);
  else if (picked) exchange(picked, key);
  else if (key.dataset.player || !waits(key)) pick(key);
}

document.addEventListener("click", (event) => {
  const key = keyAt(event.target);
  if (!key) return;
  event.preventDefault();
  if (!wasDragged) tap(key);
  wasDragged = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") pick(null);
  const key = keyAt(event.target);
  if (event.key !== " " || key?.tagName !== "A") return;
  event.preventDefault(); /* what is a button now is pressed by the space bar too */
  tap(key);
});

document.addEventListener("pointerdown", (event) => {
  wasDragged = false;
  const key = event.pointerType === "mouse" && event.button === 0 && keyAt(event.target);
  dragged = key?.dataset?.player ? { key, x: event.clientX, y: event.clientY, over: null } : null;
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  if (!wasDragged && Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < 8) return;
  if (!wasDragged) pick(dragged.key);
  wasDragged = true;
  document.body.classList.add("dragging");
  dragged.over?.classList.remove("over");
  const over = keyAt(document.elementFromPoint(event.clientX, event.clientY));
  dragged.over = over === dragged.key ? null : over;
  dragged.over?.classList.add("over");
});

for (const end of ["pointerup", "pointercancel"])
  document.addEventListener(end, () => {
    document.body.classList.remove("dragging");
    dragged?.over?.classList.remove("over");
    if (wasDragged && dragged?.over && end === "pointerup") exchange(dragged.key, dragged.over);
    else if (wasDragged) pick(null);
    dragged = null;
  });

document.addEventListener("htmx:after:swap", () => {
  equip();
  pick(null);
  if (moved) $(`.seat-key[data-player="${moved}"]`)?.focus({ preventScroll: true });
  moved = null;
});
document.addEventListener("htmx:error", () => {
  said.textContent = "No connection. Try again.";
});
equip();
