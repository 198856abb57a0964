/* A voice for the score: the browser's own says what the server put into words. */
import "../awake.js";
import { $, keep, kept } from "../dom.js";

const ALWAYS = "speak-after-every-hand";
const now = () => ({ no: Number($("#device").dataset.no), says: $("#device").dataset.says });

function speak(words) {
  const spoken = new SpeechSynthesisUtterance(words);
  spoken.lang = "en-GB";
  speechSynthesis.cancel();
  speechSynthesis.speak(spoken);
}

function voice() {
  let known = now();
  let allowed = false; /* browsers let a page speak only once it was touched */
  let always = kept(ALWAYS) === "yes";

  function show() {
    $("#speak").hidden = $("#speak-always").hidden = false;
    $("#speak-always").setAttribute("aria-pressed", String(always));
    const speaks = allowed ? "reads out every hand" : "touch the screen once to turn on the voice";
    $("#voice").textContent = always ? speaks : "sound off";
  }

  document.addEventListener("click", ({ target }) => {
    allowed = true;
    if (target.closest("#speak")) speak(now().says);
    if (target.closest("#speak-always")) {
      always = !always;
      keep(ALWAYS, always ? "yes" : "no");
      if (always) speak(now().says);
      else speechSynthesis.cancel();
    }
    show();
  });
  /* A hand that was taken back is not told once more: the one before it was. */
  document.addEventListener("htmx:after:swap", () => {
    const next = now();
    if (always && next.no >= known.no && next.says !== known.says) speak(next.says);
    known = next;
  });
  show();
}

if ("speechSynthesis" in window) voice();
