/* The boxes for names round a table, and the known names to tap into them. Without this file as
   many boxes stand there as the page came with, and a box takes several names with commas. */
import { each } from "../dom.js";

const seats = document.getElementById("seats");
const ring = seats?.querySelector(".ring");
const boxes = ring ? [...ring.querySelectorAll("input")] : [];
const rings = JSON.parse(ring?.dataset.rings ?? "{}");
let limits = [2, boxes.length];

/* The names in what somebody has typed. */
const namesIn = (text) =>
  text
    .split(/[,;&\n\r\t]+|\s+and\s+/i)
    .map((name) => name.trim())
    .filter(Boolean);

export const seated = () => boxes.flatMap((box) => namesIn(box.value));

/* One box more than are filled, as many as can sit. */
function grow() {
  const last = boxes.findLastIndex((box) => box.value.trim()) + 1;
  const shown = Math.max(limits[0], Math.min(last + 1, limits[1]), last);
  const [rows, ...places] = rings[shown];
  ring.className = `ring ${rows}`;
  boxes.forEach((box, no) => {
    box.hidden = no >= shown;
    box.className = places[no] ?? "";
  });
  each("#known button", (chip) =>
    chip.setAttribute("aria-pressed", String(seated().includes(chip.dataset.name))),
  );
}

export function limit([few, many]) {
  limits = [few, many];
  grow();
}

/* A list that is typed or pasted into one box goes to the boxes from there on, where they are free:
   else, and with names in quotes, it stays as it is for the server to read. */
function spread(box, text) {
  const names = namesIn(text);
  const places = boxes.slice(boxes.indexOf(box)).slice(0, names.length);
  const free = places.every((place) => place === box || !place.value.trim());
  if (names.length < 2 || names.length > places.length || !free || text.includes('"')) return false;
  places.forEach((place, no) => {
    place.value = names[no];
  });
  return true;
}

function paste(event) {
  const text = event.clipboardData?.getData("text") ?? "";
  if (event.target.value.trim() || !spread(event.target, text)) return;
  event.preventDefault();
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
}

/* Enter leads to the next seat, and sends the form from the last. */
function next(event) {
  const shown = boxes.filter((box) => !box.hidden);
  const after = shown[shown.indexOf(event.target) + 1];
  if (event.key !== "Enter" || !after) return;
  event.preventDefault();
  after.focus();
}

function tap({ target: { dataset } }) {
  if (!dataset.name) return;
  const at = boxes.find((box) => box.value.trim() === dataset.name);
  const free = boxes.find((box) => !box.value.trim());
  if (at) at.value = "";
  else if (free) free.value = dataset.name;
  grow();
}

if (seats) {
  seats.addEventListener("input", grow);
  seats.addEventListener("paste", paste);
  seats.addEventListener("keydown", next);
  seats.addEventListener("change", ({ target }) => {
    if (spread(target, target.value)) grow();
  });
  const known = document.getElementById("known");
  if (known) known.hidden = false;
  known?.addEventListener("click", tap);
}
