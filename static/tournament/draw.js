/* The draw before it is published: the second of two taps swaps. Without this file a button does
   it. */
import { $, isolated } from "../dom.js";

const said = $("#said");
const chosen = () => [...document.querySelectorAll("#swap [name=who]:checked")];

function say() {
  const two = chosen();
  said.textContent =
    two.length === 1 ? `${isolated(two[0].dataset.name)}: now tap the player to swap with.` : "";
  return two;
}
document.addEventListener("change", ({ target }) => {
  if (target.name === "who" && say().length === 2) target.form.requestSubmit();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const box of chosen()) box.checked = false;
  said.textContent = "";
});
document.addEventListener("htmx:error", () => {
  said.textContent = "Not done, no connection. Try again.";
});
if (said) say(); /* a player may have been tapped before this file came */
