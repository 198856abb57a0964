/* Narrow the club's list while a name is typed, keep the ticks, and count them on the button.
   Without this file "Find" asks the site, which keeps the ticks too. */
import { $ } from "../dom.js";
import { narrowing } from "../narrow.js";

const search = $("#id_q");
const ticks = [...document.querySelectorAll(".tick-list .pick")];
const enter = $("#ticks .keep-in-sight button");

function count() {
  const number =
    ticks.filter((label) => label.querySelector("input").checked).length +
    Number(enter.dataset.kept);
  const told = $("#ticked");
  if (told) told.textContent = number || "ticked players";
}

/* Once a player is ticked, the next name can be typed at once. */
document.addEventListener("change", (event) => {
  if (!event.target.closest(".tick-list")) return;
  count();
  if (search.value) search.select();
});
if (search) {
  narrowing(search, ticks, $("#nobody"));
  count();
}
