/* The door at speed: the search box is ready for the next name, Enter checks in the only one found, and the
   second half of a double tap does nothing. Without this file every tap loads the page anew. */
(() => {
  const SECOND_TAP = 600;
  const box = document.querySelector("#find [name=q]");
  const said = document.querySelector("#said");
  let changed = null, changedAt = 0;

  /* A line that has just changed has other keys under the thumb. */
  document.addEventListener("click", (event) => {
    if (event.target.closest("li")?.id !== changed || Date.now() - changedAt > SECOND_TAP) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  document.querySelector("#find").addEventListener("submit", (event) => {
    const names = document.querySelectorAll("#list .whole");
    if (document.querySelector("#list").dataset.q !== box.value.trim()) return; /* not searched yet: let it search */
    event.preventDefault();
    if (names.length === 1) names[0].click();
    else say(names.length ? "More than one: tap the name." : "Nobody to check in by that name.");
  });

  const say = (words) => { said.textContent = words; };
  const writes = (event) => event.detail.ctx?.request?.method === "POST";

  function notDone() {
    say("That was not done: no connection. Tap it again.");
    said.classList.remove("hidden");
  }

  document.addEventListener("htmx:before:response", (event) => {
    if (event.detail.ctx.response.headers.get("Bowerbook") === "door") return said.classList.add("hidden");
    event.preventDefault(); /* an error page, or somebody else answered */
    if (event.detail.ctx.response.headers.get("Bowerbook") === "error") location.reload();
    else notDone();
  });
  document.addEventListener("htmx:error", notDone);

  document.addEventListener("htmx:before:swap", (event) => {
    const line = writes(event) && event.detail.ctx.target?.closest?.("li");
    if (line) [changed, changedAt] = [line.id, Date.now()];
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (!writes(event)) return;
    if (box.value || matchMedia("(pointer: fine)").matches) {
      box.focus();
      box.select();
    } else document.getElementById(changed)?.querySelector("button")?.focus({ preventScroll: true });
  });
})();
