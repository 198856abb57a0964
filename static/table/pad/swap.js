/* A new page under the thumb, brought by a poll or by the answer to a form: what was tapped
   stays. */
(() => {
  const Pad = window.Pad;
  const { $, draft, round, sheets } = Pad;
  const CLEARED = "Others sit here now: what was half tapped is cleared.";
  let held = null;
  const isPoll = (event) =>
    event.target.matches?.("#poll, .says-so"); /* the other side's word is no new hand either */

  /* What a script fills stays as it is. */
  htmx.registerExtension("pad", {
    htmx_before_morph_node: (node, { newNode }) => !newNode.matches?.("[data-as-it-is]"),
  });

  document.addEventListener("htmx:before:swap", (event) => {
    if (!isPoll(event)) return;
    const told = draft.touched ? { id: draft.field("id").value, ...draft.facts() } : null;
    held = {
      told,
      begun: draft.begun(),
      open: [...document.querySelectorAll("details[id][open]")],
      over: round.over(),
    };
  });

  document.addEventListener("htmx:after:swap", (event) => {
    if (held) restore(held);
    else if (!isPoll(event)) settle();
    if (held && round.over() && !held.over) navigator.vibrate?.([200, 100, 200]);
    held = null;
    sheets.closeRead();
    round.bringClock();
    if (
      !Pad.queue.waits() &&
      Pad.queue.all().some((telling) => telling.id === draft.field("id").value)
    )
      draft.clear(); /* told from here already */
    Pad.strip.take();
    Pad.redraw();
  });

  function restore({ told, begun, open }) {
    for (const { id } of open) if ($(`#${id}`)) $(`#${id}`).open = true;
    if (!told) return;
    if (told.sitting === draft.atTheTable("sitting") || Pad.queue.waits()) return draft.fill(told);
    draft.form().reset();
    draft.touched = false;
    if (begun) $("#prompt").dataset.idle = `${CLEARED} ${$("#prompt").dataset.idle}`;
  }

  /* The answer to a form that is no telling: a hand begun, the dealer's mark, a decision. */
  function settle() {
    sheets.closeAll();
    const refused = $(".complaint") !== null;
    /* A morph leaves ticks as they were: they belong to the hand before, unless one is begun. */
    if (!refused && draft.now().maker === null) draft.untick();
    else if (!refused) draft.form().reset();
    const { partner, alone, tricks } = draft.now();
    draft.touched =
      partner !== "" || alone !== null || tricks !== null || (refused && draft.begun());
    navigator.vibrate?.(30);
  }

  /* Everything that a page of the server and the tellings of this phone say together. */
  Pad.redraw = () => {
    Pad.ahead.show();
    Pad.strip.show();
    Pad.state.show();
    Pad.show();
  };
})();
