/* The bell: a page that learns that a round is over says so once more than in words. Sound only
   after a click, since browsers allow no other; a phone in a pocket buzzes. */
import { $, make } from "../dom.js";
import { strike } from "../strike.js";

const rung = () => $("[data-bell]")?.dataset.bell ?? "";
let known = rung();
let audio = null;

function ring() {
  navigator.vibrate?.([300, 150, 300]);
  if (audio) for (let no = 0; no < 4; no += 1) strike(audio, audio.currentTime + no * 0.45);
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-sound]");
  if (!key) return;
  audio ??= new AudioContext();
  audio.resume();
  strike(audio, audio.currentTime);
  document.body.toggleAttribute("data-sound-on", true);
  key.textContent = "The bell will sound here";
});
/* Said before the page has asked what the round came to: in a full hall that takes its time. */
document.addEventListener("round-over", ({ detail: { over, says } }) => {
  const state = $("[data-bell]");
  if (!state || state.dataset.bell === String(over)) return;
  state.dataset.bell = known = String(over);
  state.className = "round-state ended";
  state.replaceChildren(make("b", says));
  ring();
});
document.addEventListener("htmx:after:swap", () => {
  const now = rung();
  if (now && now !== known) ring();
  known = now;
});
