/* In the sheet of what is kept: the unsent hands as a code and as text, for a phone that will not
   reach the
   table again. They stay here too: a hand that comes twice counts once. */
(() => {
  const Pad = window.Pad;
  const MOST = 600; /* signs in a code: more is too fine for a camera */
  const box = () => document.querySelector("#handover");
  const unsent = () =>
    Pad.queue
      .all()
      .filter(
        ({ state, gone }) => state === "kept" && !gone,
      ); /* gone: the link of this page opens no pad any more */
  const address = () => `${location.origin}${location.pathname}#take=`;
  const many = (number) => (number === 1 ? "1 hand" : `${number} hands`);
  const named = ({ do: verb, no, what }) =>
    `${{ hand: no ? `Hand ${no}` : "A hand", "take-back": "Undo", "put-back": "Put back" }[verb]}: ${what}`;
  let shown = "",
    at = 0;

  const codes = () => Pad.pack.write(unsent(), { most: MOST - address().length });
  const asText = () =>
    [...unsent().map(named), ...codes().map(({ text }) => address() + text)].join("\n");

  function make(tag, inside, more = {}) {
    const made = Object.assign(document.createElement(tag), more);
    made.append(...[inside].flat());
    return made;
  }

  const button = (words, act) =>
    make("button", words, { type: "button", className: "quiet", onclick: act });

  function span(tellings) {
    const numbers = tellings.map(({ no }) => no).filter(Boolean);
    if (!numbers.length) return many(tellings.length);
    const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
    return low === high ? `hand ${low}` : `hands ${low} to ${high}`;
  }

  /* One at a time: a camera would choose among several. */
  async function showCode() {
    const all = codes(),
      { text, tellings } = all[(at %= all.length)];
    const label = `${all.length > 1 ? `Code ${at + 1} of ${all.length}` : "Code"}: ${span(tellings)}`;
    const drawn = await Pad.qr.draw(address() + text, label);
    const next = () => {
      at += 1;
      showCode();
    };
    const more =
      all.length > 1
        ? [button(at + 1 < all.length ? `Show code ${at + 2}` : "Show code 1 again", next)]
        : [];
    const figure = box().querySelector("figure");
    figure.replaceChildren(
      drawn ??
        make(
          "p",
          "The code cannot be drawn: the network went before this phone could bring what draws it. Copy the text, or write the hands down.",
          { className: "hint" },
        ),
      make("figcaption", drawn ? label : ""),
      ...(drawn ? more : []),
    );
    figure.scrollIntoView();
  }

  async function copy() {
    const text = box().querySelector("textarea");
    text.hidden = false;
    text.value = asText();
    text.select();
    const copied =
      (await navigator.clipboard?.writeText(text.value).then(
        () => true,
        () => false,
      )) ?? document.execCommand("copy");
    box().querySelector("[role=status]").textContent = copied
      ? "Copied. Each address opens the pad on another phone, which takes the hands over."
      : "Hold the text, and copy it.";
  }

  function parts() {
    const text = make("textarea", "", {
      readOnly: true,
      hidden: true,
      rows: 5,
      ariaLabel: "The hands as text",
    });
    return make(
      "details",
      [
        make("summary", "This phone will not reach the table again?"),
        make(
          "p",
          `Another phone takes over the ${many(unsent().length)}: point its camera at this code. Sent twice, a hand counts once; it is kept here too.`,
        ),
        make("figure", ""),
        button("Copy as text", copy),
        make("p", "", { role: "status", className: "hint" }),
        text,
      ],
      {
        className: "more",
        ontoggle: ({ target }) => {
          if (target.open) showCode();
        },
      },
    );
  }

  function show() {
    const keys = unsent()
      .map(({ key }) => key)
      .join();
    if (keys === shown) return;
    const open = box().querySelector("details")?.open;
    [shown, at] = [keys, 0];
    box().replaceChildren(...(keys ? [parts()] : []));
    if (open && keys) box().querySelector("details").open = true;
  }

  Pad.handover = { named, many };
  Pad.queue.changed(show);
  show();
})();
