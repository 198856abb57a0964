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
    .split(/[,;\n\r\t]+/)
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

/* A list that is typed or pasted into one box goes to the boxes from there on. */
function spread(box, names) {
  const at = boxes.indexOf(box);
  names.slice(0, boxes.length - at).forEach((name, no) => {
    boxes[at + no].value = name;
  });
}

function paste(event) {
  const names = namesIn(event.clipboardData?.getData("text") ?? "");
  if (names.length < 2) return;
  event.preventDefault();
  spread(event.target, names);
  event.target.dispatchEvent(new Event("input", { bubbles: true }));
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
  seats.addEventListener("change", ({ target }) => {
    const names = namesIn(target.value);
    if (names.length < 2 || names.length > boxes.length) return;
    spread(target, names);
    grow();
  });
  const known = document.getElementById("known");
  if (known) known.hidden = false;
  known?.addEventListener("click", tap);
}
