/* The club's list narrows as one types, what is ticked stays so, and the button counts. Without
   this file "Find" asks the site, which keeps what is ticked too. */
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
  if (told) told.textContent = number || "those ticked";
}

/* Whoever was found is ticked, and the next name can be typed at once. */
document.addEventListener("change", (event) => {
  if (!event.target.closest(".tick-list")) return;
  count();
  if (search.value) search.select();
});
if (search) {
  narrowing(search, ticks, $("#nobody"));
  count();
}
