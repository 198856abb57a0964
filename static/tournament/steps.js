/* Steppers beside the numbers of a table's round: without this file they are typed. */
document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (!step) return;
  const box = step.parentElement.querySelector("input");
  const value = Number(box.value) + Number(step.dataset.step);
  box.value = Math.min(Number(box.max), Math.max(Number(box.min), value));
});
