/* The badge: where the hands of this phone are, in words, colour and shape. It never lies about
   being connected. */
(() => {
  const Pad = window.Pad;
  const { $, queue, store, words } = Pad;
  const SILENT = 7000; /* a poll every 1.5 s: four in a row without an answer */
  const QUIET = 1500;
  /* A clock can be put back: it says when, and never how long. */
  let heard = Date.now(),
    awake = performance.now(),
    off = false,
    saying = null;

  /* Hands are counted; an undo has words of its own. */
  function keptHere(kept) {
    const hands = kept.filter(({ do: verb }) => verb === "hand").length;
    return hands
      ? `kept here ${hands}`
      : `${kept.at(-1).do === "put-back" ? "put back" : "undo"} kept here`;
  }

  function now() {
    if (!queue.looked) return ["sending", "one moment…"];
    const [everyKept, refused] = ["kept", "refused"].map((state) => [
      ...queue.in(state),
      ...queue.elsewhere(state),
    ]);
    const kept = everyKept.filter(queue.isStored); /* batteries die: kept is what the disk has */
    const attention = refused.length + everyKept.filter(({ gone }) => gone).length;
    if (attention) return ["attention", `needs attention ${attention}`];
    if (kept.length ? queue.sending && !queue.failed : queue.storing())
      return ["sending", "sending…"];
    if (kept.length) return ["kept", store.keeps ? keptHere(kept) : "not sent yet"];
    if (off) return ["off", `not connected since ${words.clock(heard)}`];
    if (!store.keeps) return ["cannot", "cannot keep hands"];
    if ($("#pad .waiting")) return ["attention", "decide below"];
    return $("#pad").dataset.agreed === "yes" ? ["agreed", "agreed"] : ["sent", "all sent"];
  }

  function show() {
    const [name, told] = now();
    const badge = $("#state");
    if (badge.dataset.state !== name) {
      badge.dataset.state = name;
      badge.querySelector("use").setAttribute("href", `#state-${name}`);
    }
    if (badge.textContent.trim() === told) return;
    badge.querySelector("span").textContent = told;
    clearTimeout(saying);
    saying = setTimeout(announce, QUIET); /* a screen reader hears what lasts */
  }

  function announce() {
    const told = $("#state").textContent.trim();
    if ($("#state-said").textContent !== told) $("#state-said").textContent = told;
  }

  function reached() {
    heard = Date.now();
    awake = performance.now();
    off = false;
    show();
  }

  function lost() {
    off = true;
    show();
  }

  setInterval(() => {
    if (performance.now() - awake > SILENT) lost();
  }, 1000);
  document.addEventListener("visibilitychange", () => {
    awake = performance.now();
  });
  queue.changed(() => show());

  Pad.state = { show, reached, lost, since: () => (off ? words.clock(heard) : null) };
})();
