/* A menu that is unfolded: Escape folds it, and so does a tap elsewhere. */
const unfolded = () => document.querySelector(".menu[open]");

document.addEventListener("pointerdown", (event) => {
  const menu = unfolded();
  if (menu && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && unfolded();
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
