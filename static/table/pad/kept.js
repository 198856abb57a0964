/* The sheet behind the badge: what is kept on this phone, what was refused and why, and what can
   be done. */
import { since } from "./badge.js";
import { $, button, clock, make } from "../../dom.js";
import * as draft from "./draft.js";
import { atTheTable } from "./page.js";
import { queue } from "./phone.js";
import { show as showHand } from "./show.js";
import { counted, title } from "./words.js";

const CANNOT =
  "This browser cannot keep hands: it forbids storage, or its storage is full. Each hand is sent " +
  "directly, and the keys wait until it has arrived. A window that is not private can keep them.";
const GONE = {
  revoked:
    "This table's link was revoked, so these cannot be sent with it. They are not lost: show " +
    "them to a phone with the new link, or open the new link here.",
  nothing:
    "Nothing answers at this table's address now: perhaps nobody sits there yet. They are not " +
    "lost: what is kept is sent when it answers again.",
};
const ELSEWHERE =
  "Told with another link of this phone. What is kept is sent by itself when that link answers; " +
  "if it was revoked, open the new link of that table here.";
const REVOKED =
  "Kept with a link that was revoked. Send them with the link of this page, if they were played " +
  "at this table.";
const BY_THEMSELVES =
  "They are sent by themselves, in this order, as soon as the table is reached. Play on; closing " +
  "this page loses nothing.";
const KEPT = "What you told is kept on this phone.";
const AWAY = "The pad works; the score and the other pages need the network.";
const SENT = "Everything told on this phone was sent and is stored.";
const REST = "What was not set aside was sent and is stored.";
const STUCK = 5; /* tries */

function line(entry, ...more) {
  const what = `: ${entry.what}.${entry.gains ? ` ${entry.gains}.` : ""} `;
  const at = make("span", `Told ${clock(entry.at)}.`, { className: "hint" });
  const item = make("li", [make("p", [make("b", title(entry)), what, at]), ...more]);
  item.dataset.entry = entry.key; /* two may read alike */
  return item;
}

const list = (entries, draw) => make("ol", entries.map(draw), { className: "kept-hands" });
const section = (heading, note, ...rest) =>
  make("section", [make("h3", heading), ...(note ? [make("p", note)] : []), ...rest]);
const row = (ways) => make("div", ways, { className: "row" });
const setAside = (entry) => button("Set aside", () => queue.setAside(entry));

const canEnter = ({ do: what, fields }) =>
  what === "hand" && fields.sitting === atTheTable("sitting");

/* Puts the facts on the keys as another hand; the one told before is set aside. */
function enter(entry) {
  if (entry.fields.void) $("#no-deal").open = true;
  else {
    draft.clear();
    const [after, seen] = [draft.field("after").value, draft.field("seen").value];
    draft.fill({ ...entry.fields, after, seen });
  }
  $("#kept").open = false;
  queue.setAside(entry);
  showHand();
}

function waysOut(entry) {
  const ways = [button("Send again", () => queue.sendAgain(entry))];
  if (canEnter(entry)) ways.push(button("Enter it again", () => enter(entry)));
  if (entry.state !== "aside") ways.push(setAside(entry));
  return row(ways);
}

const refused = (entry) =>
  line(entry, make("p", entry.reason, { className: "reason" }), waysOut(entry));
const together = (entries) =>
  entries.length > 1 ? [button("Send all again", () => queue.sendAgain(...entries))] : [];
const goneNote = (entries) => GONE[entries.find(({ gone }) => gone)?.gone];
const whenSent = () => (queue.trouble ? `${queue.trouble} ${KEPT} ` : "") + BY_THEMSELVES;
const keptNote = (entries) =>
  queue.keeps() ? (goneNote(entries) ?? whenSent()) : "It is sent again till it arrives.";

const kept = (entry, at) =>
  at === 0 && entry.tries >= STUCK && !since() ? line(entry, row([setAside(entry)])) : line(entry);

/* What another table told, its own link alone can send. */
const canMove = ({ gone, table }) =>
  gone === "revoked" && (!table || table === $("#pad").dataset.table);

function elsewhere() {
  const [others, no] = ["kept", "refused"].map(queue.elsewhere);
  const [ours, theirs] = [others.filter(canMove), others.filter((one) => !canMove(one))];
  const draw = (one) => (one.state === "refused" ? refused(one) : line(one));
  const shown = [];
  if (ours.length) {
    const send = button("Send them with this link", () => queue.bringHere(...ours));
    shown.push(
      section(
        "From a revoked link",
        REVOKED,
        list(ours, (one) => line(one)),
        send,
      ),
    );
  }
  if (theirs.length || no.length) {
    const all = list([...no, ...theirs], draw);
    shown.push(section("From another link", ELSEWHERE, ...together(no), all));
  }
  return shown;
}

function parts() {
  const [here, no] = ["kept", "refused"].map(queue.in);
  const aside = [...queue.in("aside"), ...queue.elsewhere("aside")];
  const shown = [];
  if (!queue.keeps()) shown.push(make("p", CANNOT));
  if (no.length)
    shown.push(section("Needs attention", goneNote(no), ...together(no), list(no, refused)));
  if (here.length) {
    const heading = queue.keeps() ? `Kept here: ${counted(here)}` : "Not sent yet";
    const send = button("Send now", queue.flush);
    shown.push(section(heading, keptNote(here), list(here, kept), send));
  }
  shown.push(...elsewhere());
  if (!shown.length) shown.push(make("p", aside.length ? REST : SENT));
  if (aside.length) {
    const all = list(aside, (one) => line(one, waysOut(one)));
    const summary = make("summary", `Set aside ${aside.length}`);
    shown.push(make("details", [summary, all], { className: "more" }));
  }
  return since() ? [make("p", `Not connected since ${since()}. ${AWAY}`), ...shown] : shown;
}

function show() {
  if (!$("#kept").open) return;
  const place = $("#kept-list");
  const drawn = place.cloneNode(false);
  drawn.append(...parts());
  const aside = drawn.querySelector("details");
  if (aside) aside.open = Boolean(place.querySelector("details")?.open);
  /* A key that is exchanged under a thumb loses its tap. */
  if (!drawn.isEqualNode(place)) place.replaceChildren(...drawn.childNodes);
}

$("#kept").addEventListener("toggle", () => {
  show();
  $("#kept .panel").scrollTop = 0;
});
queue.changed(show);
