/* Save, No deal, Undo and Put back become tellings: kept first, then sent. Without scripts they
   are plain forms. */
(() => {
  const Pad = window.Pad;
  const { $, draft, queue, words } = Pad;
  const SECOND_TAP = 700;
  let lastUndo = -Infinity; /* not by the clock, which can be put back */
  Pad.WAITS = "Not sent yet: this browser cannot keep hands. It is sent again.";

  const gains = () =>
    [".gains", ".ends"]
      .map((line) => $(`#preview ${line}`)?.textContent)
      .filter(Boolean)
      .join(". ");

  function hand() {
    const wrong = $("#preview .wrong"); /* the server has said already that this cannot be */
    if (wrong) return void Pad.say(wrong.textContent);
    if (draft.complete())
      return {
        id: draft.field("id").value,
        fields: draft.facts(),
        what: words.hand(),
        gains: gains(),
        no: Pad.ahead.no(),
      };
    Pad.say(words.prompt(draft.now()));
    return null;
  }

  function voidDeal(button) {
    const fields = {
      sitting: draft.atTheTable("sitting"),
      after: draft.latest(),
      seen: draft.atTheTable("seen"),
      void: button.value,
    };
    return {
      id: draft.newId(),
      fields,
      what: button.querySelector("b").textContent,
      gains: "Nobody scores",
      no: Pad.ahead.no(),
    };
  }

  function make(form, button) {
    const { tells, id, what } = form.dataset;
    if (tells !== "hand") return { do: tells, key: draft.newId(), id, fields: {}, what, no: null };
    const told = form === draft.form() ? hand() : voidDeal(button);
    const { phone } = $("#pad").dataset; /* should another phone send it */
    return told && { do: tells, key: told.id, ...told, fields: { ...told.fields, phone } };
  }

  /* The pad goes on with the next hand; the one half tapped stays under an Undo. */
  function goOn({ do: verb }) {
    Pad.sheets.closeAll();
    if (verb === "hand") draft.clear();
    else draft.know();
    navigator.vibrate?.(30);
    Pad.redraw();
  }

  /* A thumb is faster than a disk: the keys are free for the next hand at once. */
  async function tell(telling) {
    const kept = queue.keep(telling);
    if (Pad.store.keeps) return goOn(telling);
    Pad.say(Pad.WAITS);
    await kept;
    goOn(telling);
  }

  /* A double tap on Undo undoes once: its second half would take back the hand before. */
  function isSecondTap({ dataset }) {
    if (dataset.tells !== "take-back") return false;
    const second = performance.now() - lastUndo <= SECOND_TAP;
    if (!second) lastUndo = performance.now();
    return second;
  }

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      const ours = form.dataset.tells && !event.submitter?.hasAttribute("formaction");
      const writes = form.method === "post" && form.closest("#pad");
      if (!ours && !(writes && queue.waits())) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (queue.waits()) return Pad.say(Pad.WAITS);
      const telling = !isSecondTap(form) && make(form, event.submitter);
      if (telling) tell(telling);
    },
    true,
  );
})();
