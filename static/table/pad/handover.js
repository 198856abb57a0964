/* How hands go from one phone to another: a bundle of its own, brought at the first tap. In the
   sheet of what is kept the unsent hands stand as a code and as text, for a phone that will not
   reach the table again. They stay here too: a hand that comes twice counts once. */
import { $, button, make } from "../../dom.js";
import { write } from "./pack.js";
import { draw } from "./qr.js";
import { takeOver } from "./takeover.js";
import { hands, title } from "./words.js";

const MOST = 600; /* signs in a code: more is too fine for a camera */
const NOT_DRAWN =
  "The code cannot be drawn: the network went before this phone could bring what draws it. Copy " +
  "the text, or write the hands down.";
const TEXT = "The hands as text";
const COPIED = "Copied. Each address opens the pad on another phone, which takes the hands over.";

/* The pad hands in its queue and its storage: they are the page's, and there is one of each. */
export function handOver({ queue, store }) {
  giveOver(queue);
  takeOver({ queue, store });
}

function giveOver(queue) {
  const box = $("#handover");
  /* gone: the link of this page opens no pad any more */
  const unsent = () => queue.in("kept").filter(({ gone }) => !gone);
  const address = () => `${location.origin}${location.pathname}#take=`;
  const codes = () => write(unsent(), { most: MOST - address().length });
  const named = (entry) => `${title(entry)}: ${entry.what}`;
  const asText = () =>
    [...unsent().map(named), ...codes().map(({ text }) => address() + text)].join("\n");
  let shown = "";
  let at = 0;

  /* One at a time: a camera would choose among several. */
  async function showCode() {
    const all = codes();
    at %= all.length;
    const { text, entries } = all[at];
    const which = all.length > 1 ? `Code ${at + 1} of ${all.length}` : "Code";
    const label = `${which}: ${span(entries)}`;
    const drawn = await draw(address() + text, label);
    const figure = box.querySelector("figure");
    figure.replaceChildren(
      drawn ?? make("p", NOT_DRAWN, { className: "hint" }),
      make("figcaption", drawn ? label : ""),
      ...(drawn && all.length > 1 ? [next(all.length)] : []),
    );
    figure.scrollIntoView();
  }

  const next = (number) =>
    button(at + 1 < number ? `Show code ${at + 2}` : "Show code 1 again", () => {
      at += 1;
      showCode();
    });

  async function copy() {
    const text = box.querySelector("textarea");
    text.hidden = false;
    text.value = asText();
    text.select();
    const asked = navigator.clipboard?.writeText(text.value);
    const copied = asked
      ? await asked.then(
          () => true,
          () => false,
        )
      : document.execCommand("copy");
    box.querySelector("[role=status]").textContent = copied
      ? COPIED
      : "Hold the text, and copy it.";
  }

  function parts() {
    const how =
      `Another phone takes over the ${hands(unsent().length)}: point its camera at this code. ` +
      "Sent twice, a hand counts once; it is kept here too.";
    const inside = [
      make("summary", "This phone will not reach the table again?"),
      make("p", how),
      make("figure", ""),
      button("Copy as text", copy),
      make("p", "", { role: "status", className: "hint" }),
      make("textarea", "", { ...{ readOnly: true, hidden: true, rows: 5 }, ariaLabel: TEXT }),
    ];
    const ontoggle = ({ target }) => {
      if (target.open) showCode();
    };
    return make("details", inside, { className: "more", ontoggle });
  }

  function show() {
    const keys = unsent()
      .map(({ key }) => key)
      .join();
    if (keys === shown) return;
    const open = box.querySelector("details")?.open;
    [shown, at] = [keys, 0];
    box.replaceChildren(...(keys ? [parts()] : []));
    if (open && keys) box.querySelector("details").open = true;
  }

  queue.changed(show);
  show();
}

function span(entries) {
  const numbers = entries.map(({ no }) => no).filter(Boolean);
  if (!numbers.length) return hands(entries.length);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return low === high ? `hand ${low}` : `hands ${low} to ${high}`;
}
