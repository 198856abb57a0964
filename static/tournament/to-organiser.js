/* Puts the tournament that this browser remembers into the form that sends it. */
import { $, make } from "../dom.js";
import { tournaments } from "../table/pad/rounds.js";

const found = tournaments();
if (found.length) {
  const form = $("#to-organiser");
  form.querySelector("h2").textContent = found.map(({ says }) => says).join("; ");
  for (const { tournament } of found) {
    form.append(make("input", "", { type: "hidden", name: "tournament", value: tournament }));
  }
  form.hidden = false;
  $("#nothing-here").hidden = true;
}
