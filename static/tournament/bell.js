/* The bell: when a round ends, the page sounds and the phone vibrates. Browsers allow sound only
   after a click. */
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
  key.textContent = "Bell sound is on";
});
/* Shown before the page has asked for the result, which takes a while in a full hall. */
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
