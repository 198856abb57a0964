/* A round's clock: it goes on between two answers of the server, and by the server's time, not
   this phone's. */
(() => {
  let shown = "",
    ahead = 0;
  const two = (number) => String(number).padStart(2, "0");
  const spoken = (seconds) => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;

  function tick() {
    for (const clock of document.querySelectorAll("[data-clock]")) {
      const { now, began, stopped, until, limit } = clock.dataset;
      if (now !== shown) {
        shown = now;
        ahead = Date.now() / 1000 - Number(now);
      }
      const at = until ? Number(until) : Date.now() / 1000 - ahead;
      const ran = Math.max(0, Math.floor(at - Number(began) - Number(stopped)));
      const left = Number(limit) - ran;
      const words = !Number(limit)
        ? spoken(ran)
        : left >= 0
          ? `${spoken(left)} left`
          : `${spoken(-left)} over`;
      if (clock.textContent !== words) clock.textContent = words;
      clock.toggleAttribute("data-over", Number(limit) > 0 && left < 0);
    }
  }

  document.addEventListener("htmx:after:swap", tick);
  setInterval(tick, 250);
  tick();
})();
