/* Which hand a hand of the queue follows, once those before it were refused or lost. Pure
   functions: they return what changes in which entries. */

/* A version of the table from before a restore says nothing about what its phone has seen. */
export const restored = ({ do: verb, fields }) =>
  verb === "hand" ? { fields: { ...fields, seen: "0" } } : {};

/* A hand that was put behind one which is refused again follows what that one followed. */
export function letPast({ do: verb, id, path, fields }, entries) {
  const held = entries.filter(
    (one) => verb === "hand" && one.path === path && one.state === "kept" && one.behind === id,
  );
  const after = { after: fields.after };
  return new Map(held.map((one) => [one, { behind: "", fields: { ...one.fields, ...after } }]));
}

/* What changes in these entries when they are sent again. A hand told on top of the same one as a
   hand before it, which was refused by then, is put behind that one, unless that was undone. */
export function inLine(entries) {
  const last = new Map();
  const sent = new Map();
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
  return new Map(entries.map((entry) => [entry, change(entry)]));
}
