/* Tap a known name to put it into the list of who sits where. Without this file the names are
   typed. */
for (const box of document.querySelectorAll(".suggest")) {
  const field = document.getElementById(box.dataset.for);
  const names = () =>
    field.value
      .split(/[,;\n\t]+/)
      .map((name) => name.trim())
      .filter(Boolean);
  const mark = () => {
    for (const button of box.children)
      button.setAttribute("aria-pressed", String(names().includes(button.dataset.name)));
  };
  box.hidden = false;
  box.addEventListener("click", ({ target: { dataset } }) => {
    if (!dataset.name) return;
    const now = names();
    const next = now.includes(dataset.name)
      ? now.filter((name) => name !== dataset.name)
      : [...now, dataset.name];
    field.value = next.join(", ");
    mark();
  });
  field.addEventListener("input", mark);
  mark();
}
