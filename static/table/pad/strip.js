/* The line of the latest hand, with its Undo or Put back: as the server's page says, unless this
   phone knows later. */
(() => {
  const Pad = window.Pad;
  const { $, queue } = Pad;
  const undo = () => $("form[data-tells=take-back]");
  const putBack = () => $("form[data-tells=put-back]");
  let page = null; /* what the server's page said */

  const copy = ({ hidden, dataset: { id, what } }, words) => ({ hidden, id, what, words });

  function take() {
    if ("ahead" in $("#last").dataset)
      return; /* no new page: a swap tells of itself more than once */
    page = {
      last: [...$("#last").childNodes],
      undo: copy(undo(), $("#undo").textContent),
      putBack: copy(putBack()),
    };
  }

  function set(form, { hidden, id, what }) {
    form.hidden = hidden;
    Object.assign(form.dataset, { id: id ?? "", what: what ?? "" });
  }

  /* The latest telling that the server's page does not know of yet. */
  const latest = () =>
    queue
      .all()
      .filter((telling) => telling.state === "kept" || isNewer(telling))
      .at(-1);
  const isNewer = (telling) =>
    telling.state === "sent" &&
    telling.version > Pad.ahead.read("now").version &&
    Pad.ahead.took(telling);

  const VERBS = { "take-back": "Taken back", "put-back": "Put back" };

  function line(telling) {
    const { do: verb, no, what, state } = telling;
    const hand = `Hand${no ? ` ${no}` : ""}${Pad.ahead.isTheirs(telling) ? " of those who sat here before," : ""}`;
    const where = state === "sent" ? "saved" : Pad.store.keeps ? "kept here" : "on its way";
    const bold = document.createElement("b");
    if (verb === "hand") bold.textContent = `${hand} ${where}:`;
    else bold.textContent = state === "sent" ? `${VERBS[verb]}:` : `${VERBS[verb]}, ${where}:`;
    return [bold, ` ${what}.${verb === "hand" ? ` ${Pad.ahead.gains(telling)}.` : ""}`];
  }

  /* A screen reader hears it once. */
  function write(parts) {
    const words = parts.map((part) => part.textContent ?? part).join("");
    if ($("#last").textContent !== words) $("#last").replaceChildren(...parts);
  }

  function show() {
    const last = latest();
    if (!queue.storing()) write(last ? line(last) : page.last); /* "kept" is said once it is */
    $("#last").toggleAttribute("data-ahead", Boolean(last));
    const next = Pad.ahead.undo();
    const told =
      next && queue.all().find(({ id, do: verb }) => id === next.id && verb !== "take-back");
    if (next && !told && next.id === page.undo.id) set(undo(), page.undo);
    else set(undo(), { hidden: !next, id: next?.id, what: told?.what ?? `hand ${next?.no}` });
    $("#undo").textContent = next ? `Undo ${next.no}` : page.undo.words;
    const undone = last?.do === "take-back";
    set(putBack(), !last ? page.putBack : { hidden: !undone, id: last.id, what: last.what });
  }

  take();
  Pad.strip = { take, show };
  queue.changed(() => show());
})();
