/* A table that calls is heard and felt on a device where somebody asked for that: browsers allow
   sound only after a tap. */
import { $ } from "../dom.js";
import { strike } from "../strike.js";

const calls = () => [...document.querySelectorAll("[data-call]")].map((one) => one.dataset.call);
let known = calls();
let audio = null;

function sound() {
  for (let no = 0; no < 2; no += 1) strike(audio, audio.currentTime + no * 0.3, 660);
}

const key = $("[data-calls-sound]");
if (key) key.hidden = false;
key?.addEventListener("click", () => {
  audio ??= new AudioContext();
  audio.resume();
  sound();
  key.textContent = "Calls will sound here";
});

document.addEventListener("htmx:after:swap", () => {
  const now = calls();
  if (audio && now.some((call) => !known.includes(call))) {
    sound();
    navigator.vibrate?.([200, 100, 200]);
  }
  known = now;
});
