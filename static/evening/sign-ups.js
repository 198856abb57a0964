/* The sign-up list under the thumb: what news moved or brought is held for a moment. */
import { heldStill, polls } from "../taps.js";

const hold = heldStill();
let before = new Map();

/* Where each line is, and how tall, by its selector. */
function places() {
  const placed = [...document.querySelectorAll("#names [id]")].map((line) => {
    const { top, height } = line.getBoundingClientRect();
    return [`#${line.id}`, `${top} ${height}`];
  });
  return new Map(placed);
}

document.addEventListener("htmx:before:swap", (event) => {
  if (polls(event)) before = places();
});
document.addEventListener("htmx:after:swap", (event) => {
  if (!polls(event)) return;
  const moved = [...places()].filter(([line, place]) => before.get(line) !== place);
  hold(
    moved.map(([line]) => line),
    { byOthers: true },
  );
});
