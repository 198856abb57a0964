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
  /* The pad that follows takes over the hands that came with it from another address. */
  const { take } = found.at(-1);
  if (take) form.action = `${location.pathname}#take=${take}`;
  form.hidden = false;
  $("#nothing-here").hidden = true;
}
