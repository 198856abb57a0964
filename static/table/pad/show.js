/* Draws the hand on the screen: the roles on the keys, the question, the line above Save. */
(() => {
  const Pad = window.Pad;
  const { $, draft, names, words } = Pad;
  const each = (selector, draw) => document.querySelectorAll(selector).forEach(draw);

  function roleOf(seat, { maker, partner, alone }) {
    if (seat === maker)
      return words.isLone(partner) || (alone !== null && alone === maker)
        ? "maker, alone"
        : "maker";
    return seat === alone ? "alone" : String(seat) === partner ? "partner" : "";
  }

  function showTile(key, now) {
    const role = roleOf(Number(key.dataset.key), now);
    key.setAttribute("aria-pressed", String(role !== ""));
    if (role) key.dataset.role = role;
    else delete key.dataset.role;
    key.querySelector(".role").textContent = [role, ...words.offences(key.dataset.key)]
      .filter(Boolean)
      .join(", ");
  }

  function showAlone(key, { partner, alone }) {
    key.setAttribute("aria-pressed", String(partner === "alone" || alone !== null));
    key.textContent = alone === null ? "Alone" : `${names()[alone]} alone`;
  }

  /* Who drew the first deal stands there till the first hand, which may be kept here only. */
  function idle() {
    const further = !$("#pad").dataset.round && Pad.ahead.no() > Pad.ahead.read("now").no;
    return further ? "Who made the trump?" : $("#prompt").dataset.idle;
  }

  Pad.show = () => {
    if (!draft.touched && !draft.begun()) draft.know();
    const now = draft.now();
    $("#pad").classList.toggle("made", now.maker !== null);
    $("#clear").hidden = Pad.queue.waits() || !draft.begun();
    each(".tile", (key) => showTile(key, now));
    each(".key.alone", (key) => showAlone(key, now));
    each("[data-tricks]", (key) =>
      key.setAttribute("aria-pressed", String(key.dataset.tricks === String(now.tricks))),
    );
    $(".save").setAttribute("aria-disabled", String(!draft.complete()));
    Pad.say(draft.begun() ? words.prompt(now) : idle());
    Pad.preview.show(now);
  };
})();
