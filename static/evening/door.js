/* The door at speed: the search box is ready for the next name, Enter checks in the only one found,
   and the second half of a double tap does nothing. Without this file every tap loads the page
   anew. */
(() => {
  const SECOND_TAP = 600;
  const box = document.querySelector("#find [name=q]");
  const said = document.querySelector("#said");
  const poll = document.querySelector("#poll");
  let changed = [],
    changedAt = 0,
    missing = [];

  /* A line that has just changed has other keys under the thumb. */
  document.addEventListener(
    "click",
    (event) => {
      if (!changed.includes(event.target.closest("li")?.id) || Date.now() - changedAt > SECOND_TAP)
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
  const hold = (ids) => {
    if (ids.length) [changed, changedAt] = [ids, Date.now()];
  };

  document.querySelector("#find").addEventListener("submit", (event) => {
    const names = document.querySelectorAll("#list .whole");
    if (document.querySelector("#list").dataset.q !== box.value.trim())
      return; /* not searched yet: let it search */
    event.preventDefault();
    if (names.length === 1) names[0].click();
    else say(names.length ? "More than one: tap the name." : "Nobody to check in by that name.");
  });
  /* What a poll would bring now was asked for another name. */
  box.addEventListener("input", () => poll.dispatchEvent(new Event("htmx:abort")));

  const say = (words) => {
    said.textContent = words;
  };
  const writes = (event) => event.detail.ctx?.request?.method === "POST";
  const polls = (event) => event.detail.ctx?.sourceElement === poll;

  function notDone() {
    say("That was not done: no connection. Tap it again.");
    said.classList.remove("hidden");
  }

  document.addEventListener("htmx:before:response", (event) => {
    if (polls(event)) return; /* live.js looks at these */
    if (event.detail.ctx.response.headers.get("Bowerbook") === "door")
      return said.classList.add("hidden");
    event.preventDefault(); /* an error page, or somebody else answered */
    if (event.detail.ctx.response.headers.get("Bowerbook") === "error") location.reload();
    else notDone();
  });
  document.addEventListener("htmx:error", (event) => {
    if (!polls(event)) notDone();
  });

  const whoIsMissing = () =>
    [...document.querySelectorAll("#list li.missing")].map((line) => line.id);
  document.addEventListener("htmx:before:swap", (event) => {
    if (polls(event)) missing = whoIsMissing();
    const line = writes(event) && event.detail.ctx.target?.closest?.("li");
    if (line) hold([line.id]);
  });
  document.addEventListener("htmx:after:swap", (event) => {
    if (polls(event)) {
      const still = whoIsMissing();
      return hold(missing.filter((id) => !still.includes(id)));
    }
    if (!writes(event)) return;
    if (box.value || matchMedia("(pointer: fine)").matches) {
      box.focus();
      box.select();
    } else
      document.getElementById(changed[0])?.querySelector("button")?.focus({ preventScroll: true });
  });
})();
