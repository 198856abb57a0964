/* How hands go from one phone to another, and what guards them on this one: a bundle of its own,
   brought at the first tap. In the sheet of what is kept the unsent hands stand as a code and as
   text, for a phone that will not reach the table again. They stay here too: a hand that comes
   twice counts once. The other phone opens the code, shows its hands, and on yes keeps and sends
   them. */
import { bring } from "../../bring.js";
import { $, button, make } from "../../dom.js";
import { qrCode } from "../../qr-code.js";
import { guard } from "../../queue/guard.js";
import { remember, tables } from "./again.js";
import "./delight.js";
import { elsewhere } from "./elsewhere.js";
import { read, write } from "./pack.js";
import { rememberRound } from "./rounds.js";
import { hands, title } from "./words.js";

const LOST =
  "The site was restored from a backup that doesn’t have this table. Nothing is lost: the hands " +
  "are on this phone. Keep this page open. Ask the organiser to scan this code, or to open this " +
  "link, and to make the table again. This phone then sends its hands.";
const LOST_ROUND =
  "The site was restored from a backup that doesn’t have this tournament table. Nothing is lost: " +
  "the hands are on this phone. Keep this page open. Ask the director for the code to bring back " +
  "the tournament, and scan it with this phone. The phone then sends its hands.";

const START = "#take=";

/* What draws a code is brought at once, while there is a network. */
const drawer = $("#handover").dataset.qr;
const draw = (text, label) => qrCode(drawer, text, label);
bring(drawer).catch(() => {
  /* it is tried again when it is wanted */
});

/* The pad hands in its queue: it is the page's, and there is one. */
export function handOver(queue) {
  giveOver(queue);
  const rememberThis = () => rememberTable(queue);
  queue.changed(rememberThis);
  rememberThis();
  /* A page that was opened with hands asks about those, also where another site of this host had
     stored some. */
  const brings = location.hash.startsWith(START);
  const { say, close } = takeOver(queue);
  guard(queue).then((emptied) => {
    if (emptied && !brings) say("Hands deleted", make("p", EMPTIED), close());
  });
}

/* The address is of the page before a restore; a table of a tournament has none. */
const here = () => JSON.parse($("#now").textContent);
const tableAgain = () => here().again;

const MINUTE = 60 * 1000;
let asked = "";

function rememberTable(queue) {
  const at = queue.all().at(-1)?.at;
  if (!at) return;
  const { again, round, sitting } = here();
  if (!round) return remember(location.pathname, { again, at });
  const wanted = `${sitting} ${Math.floor(Date.now() / MINUTE)}`;
  if (wanted !== asked) askForRound(at);
  asked = wanted;
}

/* Other tables change too, so it is asked for again once a minute while hands come. */
async function askForRound(at) {
  try {
    const answer = await fetch(`${location.pathname}round/short`);
    const said = await answer.json();
    if (said.tournament) rememberRound(location.pathname, { ...said, at });
  } catch {
    /* out of reach, or a hotspot's page: the next hand asks again */
  }
}

const EMPTIED =
  "This browser deleted the hands that it stored for this table. Hands in the score are safe. " +
  "A hand that wasn’t sent yet is gone. Check the score, and enter missing hands again.";

/* -- giving ------------------------------------------------------------------------------------ */
const MOST = 600; /* signs in a code: more is too fine for a camera */
const NOT_DRAWN =
  "Couldn’t draw the QR code without a connection. Copy the text instead, or write the hands " +
  "down.";
const TEXT = "Hands as text";
const COPIED = "Copied. Open each address on another phone to move the hands there.";

function giveOver(queue) {
  const box = $("#handover");
  /* gone: the link of this page opens no pad any more */
  const unsent = () => queue.in("kept").filter(({ gone }) => !gone);
  const address = () => `${location.origin}${location.pathname}${START}`;
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
      : "Touch and hold the text to copy it.";
  }

  function parts() {
    const how =
      `To copy ${hands(unsent().length)} to another phone, scan this code with its camera. ` +
      "They stay on this phone too. Each hand counts once, even if both phones send it.";
    const inside = [
      make("summary", "Copy the hands to another phone"),
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

  /* Out of reach: another site may go on. */
  const isAway = () => queue.failed || $("#state").dataset.state === "off";
  const row = () =>
    here().round
      ? tables().find(({ path }) => path === location.pathname)
      : { again: tableAgain() };
  const isLost = () => queue.again().some(({ gone }) => gone === "nothing");

  function lost() {
    const again = tableAgain();
    const heading = make("h3", "Not in the restored site");
    if (!again) return make("section", [heading, make("p", LOST_ROUND)]);
    const address = location.origin + again;
    const figure = make("figure", "");
    draw(address, "Code of this table").then((drawn) => figure.replaceChildren(drawn ?? ""));
    const link = make("a", "Make this table again", { href: address, className: "button strong" });
    return make("section", [heading, make("p", LOST), figure, link]);
  }

  function show() {
    const keys = unsent()
      .map(({ key }) => key)
      .join();
    const state = isLost() ? "lost" : `${keys} ${isAway()}`;
    if (state === shown) return;
    const open = box.querySelector("details")?.open;
    [shown, at] = [state, 0];
    if (state === "lost") return box.replaceChildren(lost());
    box.replaceChildren(...(keys ? [parts()] : []), ...(isAway() ? [elsewhere(queue, row)] : []));
    if (open && keys) box.querySelector("details").open = true;
  }

  queue.changed(show);
  $("#kept").addEventListener("toggle", show);
  show();
}

function span(entries) {
  const numbers = entries.map(({ no }) => no).filter(Boolean);
  if (!numbers.length) return hands(entries.length);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return low === high ? `hand ${low}` : `hands ${low} to ${high}`;
}

/* -- taking ------------------------------------------------------------------------------------ */
const DAMAGED =
  "This code is damaged or isn’t from this pad. Scan it again, or copy the whole address.";
const KEPT =
  "This phone sends them automatically. Each counts once, even if the other phone sends it too.";
const BEFORE = "This phone already has these hands.";

function takeOver(queue) {
  const dialog = make("dialog", "", { className: "panel take-over" });
  dialog.setAttribute("aria-labelledby", "take-over");
  const forget = () => history.replaceState(history.state, "", location.pathname + location.search);
  const close = (words = "Back to the pad") => button(words, () => dialog.close());

  function say(heading, ...rest) {
    const first = make("h2", heading, { id: "take-over", tabIndex: -1 });
    dialog.replaceChildren(first, ...rest);
    if (!dialog.open) dialog.showModal();
    first.focus(); /* so that it is read out */
  }

  async function keep({ part, of }, fresh) {
    say("Copying…");
    for (const entry of fresh) await queue.keep(entry);
    const more = `Next, show code ${part + 1} of ${of} on the other phone and scan it.`;
    const next = part < of ? make("p", more) : "";
    say(`${hands(fresh.length)} copied`, make("p", KEPT), next, close());
    forget();
  }

  async function ask(code) {
    const { part, of, before, entries } = code;
    const known = new Set((await queue.rows()).map(({ key }) => key));
    const fresh = entries.filter(({ key }) => !known.has(key));
    if (before && !known.has(before)) {
      const words = `This is code ${part} of ${of}. Scan code ${part - 1} first.`;
      return say(`Scan code ${part - 1} first`, make("p", words), close());
    }
    if (!fresh.length) return say("Already on this phone", make("p", BEFORE), close());
    const items = fresh.map((entry) => make("li", `${title(entry)}: ${entry.what}.`));
    const which = of > 1 ? make("p", `Code ${part} of ${of}.`, { className: "hint" }) : "";
    const yes = button("Copy", () => keep(code, fresh), "strong");
    say(
      `Copy ${hands(fresh.length)} from another phone?`,
      which,
      make("ol", items, { className: "kept-hands" }),
      make("div", [yes, close("Cancel")], { className: "row" }),
    );
  }

  async function open() {
    if (!location.hash.startsWith(START)) return;
    const code = read(location.hash.slice(START.length).split("&")[0]);
    if (code) await ask(code);
    else say("Can’t read this code", make("p", DAMAGED), close());
  }

  dialog.addEventListener("close", forget);
  document.body.append(dialog);
  addEventListener("hashchange", open);
  open();
  return { say, close };
}
