/* Another phone's code opened this page: its hands are shown, and on yes this phone keeps and
   sends them. */
import { button, make } from "../../dom.js";
import { read } from "./pack.js";
import { hands, title } from "./words.js";

const START = "#take=";
const DAMAGED =
  "This code is damaged, or no code of this pad. Nothing was taken over: scan it again, or copy " +
  "the whole address.";
const KEPT =
  "This phone sends them by itself; they count once, even if the other phone sends them too.";
const BEFORE = "This phone took them over before. Nothing was changed.";

export function takeOver({ queue, store }) {
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
    say("Being taken over…");
    for (const entry of fresh) await queue.keep(entry);
    const more = `Now let the other phone show code ${part + 1} of ${of}, and scan that.`;
    const next = part < of ? make("p", more) : "";
    say(`${hands(fresh.length)} taken over`, make("p", KEPT), next, close());
    forget();
  }

  async function ask(code) {
    const { part, of, before, entries } = code;
    const known = new Set(((await store.all()) ?? queue.all()).map(({ key }) => key));
    const fresh = entries.filter(({ key }) => !known.has(key));
    if (before && !known.has(before)) {
      const words =
        `This is code ${part} of ${of}. Its hands follow those of code ${part - 1}. ` +
        "Nothing was taken over.";
      return say(`Scan code ${part - 1} first`, make("p", words), close());
    }
    if (!fresh.length) return say("These hands are here already", make("p", BEFORE), close());
    const items = fresh.map((entry) => make("li", `${title(entry)}: ${entry.what}.`));
    const which = of > 1 ? make("p", `Code ${part} of ${of}.`, { className: "hint" }) : "";
    const yes = button("Take them over", () => keep(code, fresh), "strong");
    say(
      `Take over ${hands(fresh.length)} from another phone?`,
      which,
      make("ol", items, { className: "kept-hands" }),
      make("div", [yes, close("Leave them")], { className: "row" }),
    );
  }

  async function open() {
    if (!location.hash.startsWith(START)) return;
    const code = read(location.hash.slice(START.length));
    if (code) await ask(code);
    else say("The code cannot be read", make("p", DAMAGED), close());
  }

  dialog.addEventListener("close", forget);
  document.body.append(dialog);
  addEventListener("hashchange", open);
  open();
}
