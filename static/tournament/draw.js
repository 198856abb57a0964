/* The draw before it is told: the second of two taps swaps. Without this file a button does it. */
import { $ } from "../dom.js";

const said = $("#said");
const chosen = () => [...document.querySelectorAll("#swap [name=who]:checked")];

document.addEventListener("change", ({ target }) => {
  if (target.name !== "who") return;
  const two = chosen();
  if (two.length === 2) target.form.requestSubmit();
  said.textContent = two.length === 1 ? `${two[0].dataset.name}: tap whom to swap with.` : "";
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const box of chosen()) box.checked = false;
  said.textContent = "";
});
document.addEventListener("htmx:error", () => {
  said.textContent = "That was not done: no connection. Try again.";
});
