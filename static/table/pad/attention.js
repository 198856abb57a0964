/* The sheet behind the badge: what is kept on this phone, what was refused and why, and what can
   be done. */
(() => {
  const Pad = window.Pad;
  const { $, again, draft, queue, store, words } = Pad;
  const CANNOT =
    "This browser cannot keep hands: it forbids storage, or its storage is full. Each hand is sent directly, and the keys wait until it has arrived. A window that is not private can keep them.";
  const GONE = {
    revoked:
      "This table's link was revoked, so these cannot be sent with it. They are not lost: show them to a phone with the new link, or open the new link here.",
    nothing:
      "Nothing answers at this table's address now: perhaps nobody sits there yet. They are not lost: what is kept is sent when it answers again.",
  };
  const ELSEWHERE =
    "Told with another link of this phone. What is kept is sent by itself when that link answers; if it was revoked, open the new link of that table here.";
  const REVOKED =
    "Kept with a link that was revoked. Send them with the link of this page, if they were played at this table.";
  const SENT = "Everything told on this phone was sent and is stored.";
  const REST = "What was not set aside was sent and is stored.";
  const STUCK = 5; /* tries */

  function make(tag, words, more = {}) {
    const made = Object.assign(document.createElement(tag), more);
    made.append(...[words].flat());
    return made;
  }

  const button = (name, act) =>
    make("button", name, { type: "button", className: "quiet", onclick: act });
  const verb = {
    hand: ({ no }) => (no ? `Hand ${no}` : "A hand"),
    "take-back": () => "Undo",
    "put-back": () => "Put back",
  };

  function line(telling, ...more) {
    const told = `: ${telling.what}.${telling.gains ? ` ${telling.gains}.` : ""} `;
    const since = make("span", `Told ${words.clock(telling.at)}.`, { className: "hint" });
    return make("li", [make("p", [make("b", verb[telling.do](telling)), told, since]), ...more]);
  }

  const list = (tellings, draw) => make("ol", tellings.map(draw), { className: "kept-hands" });
  const section = (title, note, ...rest) =>
    make("section", [make("h3", title), ...(note ? [make("p", note)] : []), ...rest]);
  const setAside = (telling) => button("Set aside", () => queue.note(telling, { state: "aside" }));

  const canEnter = ({ do: what, fields }) =>
    what === "hand" && fields.sitting === draft.atTheTable("sitting");

  /* Puts the facts on the keys as another hand; the one told before is set aside. */
  function enter(telling) {
    if (telling.fields.void) $("#no-deal").open = true;
    else {
      draft.clear();
      draft.fill({
        ...telling.fields,
        after: draft.field("after").value,
        seen: draft.field("seen").value,
      });
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

  const together = (tellings) =>
    tellings.length > 1 ? [button("Send all again", () => again(...tellings))] : [];
  const goneNote = (tellings) => GONE[tellings.find(({ gone }) => gone)?.gone];

  function keptNote(tellings) {
    if (!store.keeps) return "It is sent again till it arrives.";
    if (goneNote(tellings)) return goneNote(tellings);
    return "They are sent by themselves, in this order, as soon as the table is reached. Play on; closing this page loses nothing.";
  }

  function kept(telling, at) {
    return at === 0 && telling.tries >= STUCK && !Pad.state.since()
      ? line(telling, make("div", [setAside(telling)], { className: "row" }))
      : line(telling);
  }

  /* What another table told, its own link alone can send. */
  const canMove = ({ gone, table }) =>
    gone === "revoked" && (!table || table === $("#pad").dataset.table);

  function elsewhere() {
    const [others, no] = ["kept", "refused"].map(queue.elsewhere);
    const [ours, theirs] = [others.filter(canMove), others.filter((one) => !canMove(one))];
    const shown = [];
    if (ours.length)
      shown.push(
        section(
          "From a revoked link",
          REVOKED,
          list(ours, (one) => line(one)),
          button("Send them with this link", () => move(ours)),
        ),
      );
    if (theirs.length || no.length)
      shown.push(
        section(
          "From another link",
          ELSEWHERE,
          ...together(no),
          list([...no, ...theirs], (one) => (one.state === "refused" ? refused(one) : line(one))),
        ),
      );
    return shown;
  }

  const away = () =>
    Pad.state.since()
      ? [
          make(
            "p",
            `Not connected since ${Pad.state.since()}. The pad works; the score and the other pages need the network.`,
          ),
        ]
      : [];

  function parts() {
    const [here, no] = ["kept", "refused"].map(queue.in);
    const aside = [...queue.in("aside"), ...queue.elsewhere("aside")];
    const shown = [];
    if (!store.keeps) shown.push(make("p", CANNOT));
    if (no.length)
      shown.push(section("Needs attention", goneNote(no), ...together(no), list(no, refused)));
    if (here.length)
      shown.push(
        section(
          store.keeps ? `Kept here: ${words.counted(here)}` : "Not sent yet",
          keptNote(here),
          list(here, kept),
          button("Send now", queue.flush),
        ),
      );
    shown.push(...elsewhere());
    if (!shown.length) shown.push(make("p", aside.length ? REST : SENT));
    if (aside.length)
      shown.push(
        make(
          "details",
          [
            make("summary", `Set aside ${aside.length}`),
            list(aside, (one) => line(one, waysOut(one))),
          ],
          { className: "more" },
        ),
      );
    return [...away(), ...shown];
  }

  async function move(tellings) {
    for (const telling of tellings)
      await queue.note(telling, { path: location.pathname, gone: "" });
    queue.flush();
  }

  function show() {
    if (!$("#kept").open) return;
    const aside = $("#kept-list details")?.open;
    $("#kept-list").replaceChildren(...parts());
    if (aside && $("#kept-list details")) $("#kept-list details").open = true;
  }

  $("#kept").addEventListener("toggle", () => {
    show();
    $("#kept .panel").scrollTop = 0;
  });
  queue.changed(show);
})();
