/* The sheet behind the badge: what is kept on this phone, what was refused and why, and what can
   be done. */
import { since } from "./badge.js";
import { $, button, clock, make } from "../../dom.js";
import * as draft from "./draft.js";
import { atTheTable } from "./page.js";
import { queue } from "./phone.js";
import { show as showHand } from "./show.js";
import { counted, title } from "./words.js";

const DIRECTLY = "Each hand is sent directly, and the keys wait until it arrives.";
const CANNOT =
  `This browser can’t store hands: its storage is blocked or full. ${DIRECTLY} ` +
  "To store hands, use a window that isn’t private.";
const LATE =
  `This browser’s storage didn’t answer in time. ${DIRECTLY} ` + "To try again, reload the page.";
const GONE = {
  revoked:
    "This table’s link was revoked, so these hands can’t be sent with it. They’re safe. Open the " +
    "new link on this phone, or move the hands to a phone that has it.",
  nothing:
    "This table’s address doesn’t work right now. The hands are safe on this phone. They’re sent " +
    "when the address works again.",
};
const ELSEWHERE =
  "Entered with another table’s link on this phone. They’re sent automatically when that link " +
  "works again. If it was revoked, open that table’s new link here.";
const REVOKED =
  "The link of these hands was revoked. If they were played at this table, send them with this " +
  "page’s link.";
const BY_THEMSELVES =
  "They’re sent in this order when you’re back online. Keep playing. You can close this page.";
const RESTORED =
  "The site was restored from a backup. This phone sends its hands again. Each counts once. " +
  "An undo waits for its hand. ";
const KEPT = "Your entries are saved on this phone.";
const AWAY = "The pad works offline. The score and the other pages need a connection.";
const SENT = "Everything entered on this phone is saved.";
const REST = "Everything else entered on this phone is saved.";
const STUCK = 5; /* tries */

function line(entry, ...more) {
  const what = `: ${entry.what}.${entry.gains ? ` ${entry.gains}.` : ""} `;
  const at = make("span", `Entered ${clock(entry.at)}.`, { className: "hint" });
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

/* Puts the facts on the keys as another hand; the earlier one is set aside. */
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
  if (canEnter(entry)) ways.push(button("Enter again", () => enter(entry)));
  if (entry.state !== "aside") ways.push(setAside(entry));
  return row(ways);
}

const refused = (entry) =>
  line(entry, make("p", entry.reason, { className: "reason" }), waysOut(entry));
const together = (entries) =>
  entries.length > 1 ? [button("Send all again", () => queue.sendAgain(...entries))] : [];
const goneNote = (entries) => GONE[entries.find(({ gone }) => gone)?.gone];
const whenSent = () => (queue.trouble ? `${queue.trouble} ${KEPT} ` : "") + BY_THEMSELVES;
const isLost = () => queue.again().some(({ gone }) => gone === "nothing");
const keptNote = (entries) =>
  isLost() ? "" : (queue.again().length ? RESTORED : "") + noteOf(entries);
const noteOf = (entries) =>
  queue.keeps() ? (goneNote(entries) ?? whenSent()) : "The pad keeps trying to send it.";

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
    const send = button("Send with this link", () => queue.bringHere(...ours));
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
  if (!queue.keeps()) shown.push(make("p", queue.isLate() ? LATE : CANNOT));
  if (no.length)
    shown.push(section("Needs attention", goneNote(no), ...together(no), list(no, refused)));
  if (here.length) {
    const heading = queue.keeps() ? `Saved on this phone: ${counted(here)}` : "Not sent yet";
    const send = button("Send now", queue.flush);
    shown.push(section(heading, keptNote(here), list(here, kept), send));
  }
  shown.push(...elsewhere());
  if (!shown.length) shown.push(make("p", aside.length ? REST : SENT));
  if (aside.length) {
    const all = list(aside, (one) => line(one, waysOut(one)));
    const summary = make("summary", `Set aside (${aside.length})`);
    shown.push(make("details", [summary, all], { className: "more" }));
  }
  return since() ? [make("p", `Offline since ${since()}. ${AWAY}`), ...shown] : shown;
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
