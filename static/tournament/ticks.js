/* The club's list narrows as one types, what is ticked stays so, and the button counts. Without
   this file "Find" asks the site, which keeps what is ticked too. */
import { $ } from "../dom.js";
import { folded } from "../table/search.js";

const search = $("#id_q");
const ticks = [...document.querySelectorAll(".tick-list .pick")].map((label) => ({
  label,
  box: label.querySelector("input"),
  name: folded(label.textContent).join(" "),
}));
const enter = $("#ticks .keep-in-sight button");

function narrow() {
  const words = folded(search.value);
  for (const { label, name } of ticks) label.hidden = !words.every((word) => name.includes(word));
  $("#nobody").hidden = ticks.some(({ label }) => !label.hidden);
}

function count() {
  const number = ticks.filter(({ box }) => box.checked).length + Number(enter.dataset.kept);
  const told = $("#ticked");
  if (told) told.textContent = number || "those ticked";
}

search?.addEventListener("input", narrow);
search?.addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault();
});
/* Whoever was found is ticked, and the next name can be typed at once. */
document.addEventListener("change", (event) => {
  if (!event.target.closest(".tick-list")) return;
  count();
  if (search.value) search.select();
});
if (search) count();
