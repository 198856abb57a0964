/* Steppers beside the numbers of a table's round: without this file they are typed. */
import { each } from "../dom.js";

each("[data-step]", (step) => {
  step.hidden = false;
});
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (!step) return;
  const box = step.parentElement.querySelector("input");
  const value = Number(box.value) + Number(step.dataset.step);
  box.value = Math.min(Number(box.max), Math.max(Number(box.min), value));
});
/* A double tap sends once; the way back gives the buttons again. */
document.addEventListener("submit", (event) => {
  if (event.target.dataset.sent) return event.preventDefault();
  event.target.dataset.sent = "yes";
  setTimeout(() => delete event.target.dataset.sent, 3000);
});
