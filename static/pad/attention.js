/* The sheet behind the badge: what is kept on this phone, what was refused and why, and what can be done. */
(() => {
  const Pad = window.Pad;
  const { $, draft, queue, store, words } = Pad;
  const CANNOT = "This browser cannot keep hands: it forbids storage, or its storage is full. Each hand is sent directly, and the keys wait until it has arrived. A window that is not private can keep them.";
  const GONE = "This table's link was revoked, so these cannot be sent with it. They are not lost: show them to a phone with the new link, or open the new link here.";
  const ELSEWHERE = "Kept with another link of this phone. They are sent by themselves when it answers; where it was revoked, send them with the link of this page.";
  const STUCK = 5; /* tries */

  function make(tag, words, more = {}) {
    const made = Object.assign(document.createElement(tag), more);
    made.append(...[words].flat());
    return made;
  }

  const button = (name, act) => make("button", name, { type: "button", className: "quiet", onclick: act });
  const verb = { hand: ({ no }) => (no ? `Hand ${no}` : "A hand"), "take-back": () => "Undo", "put-back": () => "Put back" };

  function line(telling, ...more) {
    const told = `: ${telling.what}.${telling.gains ? ` ${telling.gains}.` : ""} `;
    const since = make("span", `Told ${words.clock(telling.at)}.`, { className: "hint" });
    return make("li", [make("p", [make("b", verb[telling.do](telling)), told, since]), ...more]);
  }

  const list = (tellings, draw) => make("ol", tellings.map(draw), { className: "kept-hands" });
  const section = (title, note, ...rest) => make("section", [make("h3", title), ...(note ? [make("p", note)] : []), ...rest]);
  const setAside = (telling) => button("Set aside", () => queue.note(telling, { state: "aside" }));

  async function again(telling, more = {}) {
    await queue.note(telling, { state: "kept", reason: "", ...more });
    queue.flush();
  }

  const canEnter = ({ do: what, fields }) => what === "hand" && fields.sitting === draft.atTheTable("sitting");

  /* Puts the facts on the keys as another hand; the one told before is set aside. */
  function enter(telling) {
    if (telling.fields.void) $("#no-deal").open = true;
    else {
      draft.clear();
      draft.fill({ ...telling.fields, after: draft.field("after").value, seen: draft.field("seen").value });
    }
    $("#kept").open = false;
    queue.note(telling, { state: "aside" });
    Pad.show();
  }

  function waysOut(telling) {
    const ways = [button("Send again", () => again(telling))];
    if (canEnter(telling)) ways.push(button("Enter it again", () => enter(telling)));
    if (telling.state !== "aside") ways.push(setAside(telling));
    return make("div", ways, { className: "row" });
  }

  function refused(telling) {
    return line(telling, make("p", telling.reason, { className: "reason" }), waysOut(telling));
  }

  function keptNote() {
    if (!store.keeps) return "It is sent again till it arrives.";
    if (queue.in("kept").some((telling) => telling.gone)) return GONE;
    const off = Pad.state.since() ? `Not connected since ${Pad.state.since()}. ` : "";
    return `${off}They are sent by themselves, in this order, as soon as the table is reached. Play on; closing this page loses nothing.`;
  }

  function kept(telling, at) {
    return at === 0 && telling.tries >= STUCK && !Pad.state.since() ? line(telling, make("div", [setAside(telling)], { className: "row" })) : line(telling);
  }

  function parts() {
    const [here, no, aside] = ["kept", "refused", "aside"].map(queue.in);
    const other = queue.elsewhere();
    const shown = [];
    if (!store.keeps) shown.push(make("p", CANNOT));
    if (no.length) shown.push(section("Needs attention", "", list(no, refused)));
    if (here.length) shown.push(section(store.keeps ? `Kept here ${here.length}` : "Not sent yet", keptNote(), list(here, kept), button("Send now", queue.flush)));
    if (other.length) shown.push(section("From another link", ELSEWHERE, list(other, (one) => line(one)), button("Send them with this link", () => move(other))));
    if (!no.length && !here.length && store.keeps) shown.push(make("p", "Everything told on this phone was sent and is stored."));
    if (aside.length) shown.push(make("details", [make("summary", `Set aside ${aside.length}`), list(aside, (one) => line(one, waysOut(one)))], { className: "more" }));
    return shown;
  }

  /* The server takes them only where they belong: another table refuses its sitting. */
  async function move(tellings) {
    for (const telling of tellings) await queue.note(telling, { path: location.pathname, gone: false });
    queue.flush();
  }

  function show() {
    if (!$("#kept").open) return;
    const aside = $("#kept-list details")?.open;
    $("#kept-list").replaceChildren(...parts());
    if (aside && $("#kept-list details")) $("#kept-list details").open = true;
  }

  $("#kept").addEventListener("toggle", show);
  queue.changed(show);
})();
