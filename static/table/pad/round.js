/* A tournament's round: whether it is over at this table, and its clock, whose script other
   tables need not load. */
(() => {
  const { $ } = window.Pad;

  function bringClock() {
    const { needs } = $("[data-needs]")?.dataset || {};
    if (!needs || $(`script[src="${needs}"]`)) return;
    const script = document.createElement("script");
    script.src = needs;
    document.head.append(script);
  }

  window.Pad.round = { over: () => $("#pad").dataset.round === "over", bringClock };
  bringClock();
})();
