/* The hand on the screen: what the keys have told of it so far. It stands in the fields of the
   form. */
(() => {
  const Pad = (window.Pad ??= {});
  const $ = (Pad.$ = (selector) => document.querySelector(selector));
  const form = () => $("#hand");
  const field = (name) => form().elements[name];
  const number = (name) => (/^\d+$/.test(field(name).value) ? Number(field(name).value) : null);
  const ticked = (name) =>
    [...form().elements].filter((box) => box.name === name && box.checked && box.value);
  const happened = () =>
    [...form().elements].filter(
      (box) => box.dataset.role !== undefined && box.checked && box.value,
    );
  const now = () => ({
    maker: number("maker"),
    partner: field("partner").value,
    alone: number("alone"),
    tricks: number("tricks"),
  });
  const begun = () => now().maker !== null || now().tricks !== null || happened().length > 0;
  const partners = () =>
    $("#pad").dataset.partners; /* "called" for the hand, "fixed" across the table, or "none" */
  const across = (seat) => (seat + 2) % 4;
  const decided = () =>
    ($("#pad").dataset.decides && ticked("revoke").length > 0) ||
    ticked("abandoned").length > 0 ||
    ticked("special").some((box) => box.value === "jamboree");
  const isBox = (one) => one.type === "checkbox" || one.type === "radio";

  function complete() {
    const { maker, partner, tricks } = now();
    return (
      maker !== null &&
      (partners() !== "called" || partner !== "") &&
      (tricks !== null || decided())
    );
  }

  function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  }

  const atTheTable = (name) => $(`[form=void][name=${name}]`).value; /* as the server's page says */
  const latest = () => Pad.ahead.latest() ?? "";

  function untick() {
    for (const box of form().elements) {
      if (isBox(box)) box.checked = box.defaultChecked = box.type === "radio" && !box.value;
      if (box.name === "note") box.value = "";
    }
  }

  function clear() {
    form().reset();
    untick();
    for (const name of ["maker", "partner", "alone", "tricks"]) field(name).value = "";
    begin();
    Pad.draft.touched = false;
  }

  /* What this phone knows now: the latest hand, and the table as its page has it. */
  function know() {
    field("after").value = latest();
    field("seen").value = atTheTable("seen");
  }

  /* The next hand: a new name, of those who sit here, after the latest that this phone knows. */
  function begin() {
    field("id").value = newId();
    field("sitting").value = atTheTable("sitting");
    know();
  }

  /* Returns what the form sends, with a list where a name is told more than once. */
  function facts() {
    const told = {};
    for (const [name, value] of new FormData(form())) {
      if (name === "csrfmiddlewaretoken" || name === "id") continue;
      told[name] = name in told ? [told[name], value].flat() : value;
    }
    return told;
  }

  function fill(told) {
    for (const box of form().elements) {
      const values = [told[box.name] ?? []].flat();
      if (isBox(box)) box.checked = values.includes(box.value);
      else if (values.length && box.name !== "csrfmiddlewaretoken") [box.value] = values;
    }
    Pad.draft.touched = true;
  }

  Pad.names = () => [...document.querySelectorAll(".tile")].map((key) => key.dataset.name);
  Pad.draft = {
    ...{ form, field, now, ticked, happened, begun, complete, decided, partners, across },
    ...{ newId, latest, atTheTable, know, begin, clear, untick, facts, fill },
    touched: false /* whether this thumb tapped something of it */,
  };
})();
