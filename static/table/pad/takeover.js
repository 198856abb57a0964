/* Another phone's code opened this page: its hands are shown, and on yes this phone keeps and
   sends them. */
(() => {
  const Pad = window.Pad;
  const START = "#take=";
  const DAMAGED =
    "This code is damaged, or no code of this pad. Nothing was taken over: scan it again, or copy the whole address.";
  const KEPT =
    "This phone sends them by itself; they count once, even if the other phone sends them too.";
  const { many, named } = Pad.handover;

  function make(tag, inside, more = {}) {
    const made = Object.assign(document.createElement(tag), more);
    made.append(...[inside].flat());
    return made;
  }

  const dialog = make("dialog", "", { className: "panel take-over" });
  dialog.setAttribute("aria-labelledby", "take-over");
  const forget = () => history.replaceState(history.state, "", location.pathname + location.search);
  const button = (words, act, className = "quiet") =>
    make("button", words, { type: "button", className, onclick: act });
  const close = () => button("Back to the pad", () => dialog.close());

  function say(title, ...rest) {
    const heading = make("h2", title, { id: "take-over", tabIndex: -1 });
    dialog.replaceChildren(heading, ...rest);
    if (!dialog.open) dialog.showModal();
    heading.focus(); /* so that it is read out */
  }

  async function keep({ part, of }, fresh) {
    say("Being taken over…");
    for (const telling of fresh) await Pad.queue.keep(telling);
    const next =
      part < of
        ? make("p", `Now let the other phone show code ${part + 1} of ${of}, and scan that.`)
        : "";
    say(`${many(fresh.length)} taken over`, make("p", KEPT), next, close());
    forget();
  }

  async function ask(code) {
    const { part, of, before, tellings } = code;
    const known = new Set(((await Pad.store.all()) ?? Pad.queue.all()).map(({ key }) => key));
    const fresh = tellings.filter(({ key }) => !known.has(key));
    if (before && !known.has(before))
      return say(
        `Scan code ${part - 1} first`,
        make(
          "p",
          `This is code ${part} of ${of}. Its hands follow those of code ${part - 1}. Nothing was taken over.`,
        ),
        close(),
      );
    if (!fresh.length)
      return say(
        "These hands are here already",
        make("p", "This phone took them over before. Nothing was changed."),
        close(),
      );
    const hands = make(
      "ol",
      fresh.map((one) => make("li", `${named(one)}.`)),
      { className: "kept-hands" },
    );
    const which = of > 1 ? make("p", `Code ${part} of ${of}.`, { className: "hint" }) : "";
    const answers = make(
      "div",
      [
        button("Take them over", () => keep(code, fresh), "strong"),
        button("Leave them", () => dialog.close()),
      ],
      { className: "row" },
    );
    say(`Take over ${many(fresh.length)} from another phone?`, which, hands, answers);
  }

  async function open() {
    if (!location.hash.startsWith(START)) return;
    const code = Pad.pack.read(location.hash.slice(START.length));
    if (code) await ask(code);
    else say("The code cannot be read", make("p", DAMAGED), close());
  }

  dialog.addEventListener("close", forget);
  document.body.append(dialog);
  addEventListener("hashchange", open);
  open();
})();
