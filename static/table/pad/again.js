/* Sends again what was refused, in its order; each stays here if it is refused again. */
(() => {
  const { queue } = window.Pad;

  /* Returns what changes in these tellings, by key. A hand told on top of the same one as a hand
     before it, which was
     refused by then, is put behind that one, unless that was undone. */
  function inLine(tellings) {
    const last = new Map(),
      sent = new Map();
    function change({ do: verb, id, fields }) {
      if (verb === "hand") {
        const on = sent.get(fields.after)?.on ?? `${fields.sitting} ${fields.after}`;
        sent.set(id, { on, after: last.get(on) ?? fields.after });
      }
      if (!sent.has(id)) return {}; /* an undo of a hand that arrived */
      const { on, after } = sent.get(id);
      last.set(on, verb === "take-back" ? after : id);
      return verb === "hand"
        ? { fields: { ...fields, after }, behind: after === fields.after ? "" : after }
        : {};
    }
    return new Map(tellings.map((telling) => [telling.key, change(telling)]));
  }

  window.Pad.again = async (...tellings) => {
    const changes = inLine(tellings);
    for (const telling of tellings)
      await queue.note(telling, { state: "kept", reason: "", ...changes.get(telling.key) });
    queue.flush();
  };
})();
