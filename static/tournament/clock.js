/* A round's clock: it goes on between two answers of the server, and by the server's time, not
   this phone's. */
import { each, write } from "../dom.js";

let known = "";
let ahead = 0;

function spoken(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (minutes > 59) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

function show(clock) {
  const { now, began, stopped, until, limit } = clock.dataset;
  if (now !== known) {
    known = now;
    ahead = Date.now() / 1000 - Number(now);
  }
  const at = until ? Number(until) : Date.now() / 1000 - ahead;
  const ran = Math.max(0, Math.floor(at - Number(began) - Number(stopped)));
  const left = Number(limit) - ran;
  const figure = spoken(Number(limit) ? Math.abs(left) : ran);
  const word = Number(limit) ? (left >= 0 ? "left" : "over time") : "";
  const apart = clock.querySelector("small");
  write(apart ? clock.firstElementChild : clock, apart || !word ? figure : `${figure} ${word}`);
  write(apart, word);
  clock.toggleAttribute("data-over", Number(limit) > 0 && left < 0);
}

const tick = () => each("[data-clock]", show);

document.addEventListener("htmx:after:swap", tick);
setInterval(tick, 250);
tick();
