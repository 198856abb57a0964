/* The list of entrants at speed: the second half of a double tap does nothing, and the search box
   is ready for the next name. Without this file every tap loads the page anew. */
(() => {
  const SECOND_TAP = 600;
  const said = document.getElementById("said");
  let changed = null,
    changedAt = 0;

  /* "Here" and "paid" say the opposite once they were tapped. */
  document.addEventListener(
    "click",
    (event) => {
      const key = event.target.closest(".entrant .tick");
      if (
        !key ||
        `${key.closest(".one").id} ${key.name}` !== changed ||
        Date.now() - changedAt > SECOND_TAP
      )
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  const tap = (event) =>
    event.detail.ctx?.request?.method === "POST" ? event.detail.ctx.sourceElement : null;

  document.addEventListener("htmx:before:swap", (event) => {
    const key = tap(event)?.closest?.(".tick");
    if (key) [changed, changedAt] = [`${key.closest(".one").id} ${key.name}`, Date.now()];
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (!tap(event) || !changed) return;
    const [one, name] = changed.split(" ");
    document.getElementById(one)?.querySelector(`[name=${name}]`)?.focus({ preventScroll: true });
  });

  function notDone() {
    said.textContent = "That was not done: no connection. Tap it again.";
    said.classList.remove("hidden");
  }
  document.addEventListener("htmx:before:response", (event) => {
    const whose = event.detail.ctx.response.headers.get("Bowerbook");
    if (whose === "door") return said.classList.add("hidden");
    event.preventDefault();
    if (whose === "error") location.reload();
    else notDone();
  });
  document.addEventListener("htmx:error", notDone);
})();
