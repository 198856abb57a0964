/* Tap a known name to put it into the list of who sits where. Without this file the names are
   typed. */
import { each } from "../dom.js";

/* The names in what somebody has typed. */
export const namesIn = (text) =>
  text
    .split(/[,;\n\r\t]+/)
    .map((name) => name.trim())
    .filter(Boolean);

function suggest(box) {
  const field = document.getElementById(box.dataset.for);
  const mark = () => {
    const names = namesIn(field.value);
    for (const button of box.children)
      button.setAttribute("aria-pressed", String(names.includes(button.dataset.name)));
  };
  box.hidden = false;
  box.addEventListener("click", ({ target: { dataset } }) => {
    if (!dataset.name) return;
    const now = namesIn(field.value);
    const next = now.includes(dataset.name)
      ? now.filter((name) => name !== dataset.name)
      : [...now, dataset.name];
    field.value = next.join(", ");
    mark();
  });
  field.addEventListener("input", mark);
  mark();
}

each(".suggest", suggest);
