/* A captain's night. A round is kept on the phone first, then sent, as the hands of a pad are.
   What the other side says stands on the page as soon as it is said, and takes nothing away that is
   being typed (docs/decisions/0052-all-of-a-night-is-one-form.md). Without this file the page is a
   plain form. */
import { $, button, clock, each, isolated, make, newId, write } from "../dom.js";
import "../news.js";
import { newKeeper } from "../queue/keeper.js";
import { keepPages, reloadWithout } from "../queue/kept-page.js";
import { newLocal } from "../queue/local.js";
import { meant } from "./card-sums.js";

const BY_ITSELF = "It will be sent automatically when you're back online. You can close this page.";
const AGAIN = "The site was restored from a backup. This phone sends it again.";
const GONE = {
  revoked:
    "The team's link was revoked, so this can't be sent. It isn't lost. Open the team's new link " +
    "on this phone, or ask the secretary for it.",
  nothing:
    "This match isn't at this address any more. It may have been moved. Nothing is lost. Show " +
    "this to the secretary.",
};

/* The answer to a button stands at the button's address: the page has one of its own, by which it
   is loaded anew and what it keeps is found. */
const here = $("#poll").getAttribute("hx-get").split("?")[0];
if (location.pathname !== here) history.replaceState(null, "", here);

const roundsHere = () => [...document.querySelectorAll("[data-round]")];
const boxesIn = (part) => [...part.querySelectorAll("input[type=number]")];
const seenOf = ({ name }) => $(`[name="seen-${name}"]`);
const isTouched = (box) => box.value !== seenOf(box).value;
const nameFields = () => [...document.querySelectorAll("#naming [data-was]")];
const ask = () => $("#poll").dispatchEvent(new Event("news"));

/* -- keeping ---------------------------------------------------------------------------------- */
/* What this page showed of the card when it came, by the names of the fields for it. */
let onCard = {};
function learn() {
  const fields = boxesIn($("#night")).map(seenOf);
  onCard = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}
learn();

/* What is typed next into these fields follows what was told in them, or their `seen-`. */
function follow(fields, what = "") {
  for (const box of boxesIn($("#night")))
    if (box.name in fields) seenOf(box).value = fields[what + box.name];
}

/* What was refused is nowhere but here: a correction follows the card, and all that was refused
   beside it is sent with it. */
function unsee({ path, fields }) {
  if (path === here) follow({ ...fields, ...onCard }, "seen-");
  return new Map();
}

/* Sent again, an entry follows the card as the page shows it by now. */
function resent(entries) {
  const now = ([name, said]) => [name, onCard[name] ?? said];
  const fields = (entry) => Object.fromEntries(Object.entries(entry.fields).map(now));
  return new Map(entries.map((entry) => [entry, { fields: fields(entry) }]));
}

/* What was stored may have been changed since, before its answer came: the page is asked for whole,
   though it is the latest. */
const times = { answered: 0, shown: 0 };
function answered() {
  times.answered += 1;
  ask();
}
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (times.answered > times.shown) delete ctx.request.headers["HX-PTag"];
  ctx.answered = times.answered;
});

const queue = newKeeper({
  store: newLocal("rounds"),
  address: ({ path, no }) => `${path}rounds/${no}/send`,
  sent: answered,
  done: ["sent", "aside"],
  refused: unsee,
  resent,
});
const of = (form) => queue.all().filter(({ no }) => no === Number(form.dataset.round));

/* What is said of the meetings that were changed, and what this page showed of them before. */
function fieldsOf(form) {
  const meetings = [...form.querySelectorAll(".meeting")].map(boxesIn);
  const changed = meetings.filter((boxes) => boxes.some(isTouched));
  const pairs = changed.flat().flatMap((box) => [
    [box.name, box.value],
    [`seen-${box.name}`, seenOf(box).value],
  ]);
  return Object.fromEntries(pairs);
}

/* The same for people, should the card have no fields any more: "Ann and Ben – Ida and Jan:
   21–15". */
function inWords(form, fields) {
  const names = (meeting, side) => isolated(meeting.querySelector(`.of-${side}`).textContent);
  const words = [...form.querySelectorAll(".meeting")].map((meeting) => {
    const points = boxesIn(meeting).filter(({ name }) => name in fields);
    const games = points.flatMap(({ value }, at) => {
      const pair = [value, points[at + 1]?.value];
      if (at % 2 || !pair.join("")) return [];
      return [pair.map((one) => one || form.dataset.target).join("–")];
    });
    const who = `${names(meeting, "home")} – ${names(meeting, "away")}`;
    return points.length ? `${who}: ${games.join(", ") || "no game"}.` : "";
  });
  return words.filter(Boolean).join(" ");
}

/* What is kept stands in its fields; the next word on it follows this one. */
function fill(form, { state, fields }) {
  for (const box of boxesIn(form)) {
    if (!(box.name in fields)) continue;
    box.value = fields[box.name];
    if (state === "kept") seenOf(box).value = box.value;
  }
}

async function keepRound(form, fields) {
  const before = of(form).filter(({ state }) => state === "refused");
  const entry = { do: "round", key: newId(), no: Number(form.dataset.round), fields };
  entry.what = inWords(form, fields);
  const stored = queue.keep(entry);
  fill(form, { state: "kept", fields });
  await stored;
  await queue.setAside(...before);
}

function sendAgain(entries) {
  for (const { fields } of entries) follow(fields); /* what was typed over it since stays */
  queue.sendAgain(...entries);
}

/* A second tap on Save: without a network the browser would show its error page. */
function saveAgain(form) {
  const [refused, kept] = ["refused", "kept"].map((one) =>
    of(form).filter(({ state }) => state === one),
  );
  if (refused.length) return sendAgain(refused);
  if (kept.length) return queue.flush();
  const place = form.querySelector(".kept-here");
  place.dataset.text = "";
  place.className = "kept-here remark";
  place.replaceChildren(make("p", "No changes in this round."));
}

/* Enter in a figure saves its round, in a name the names: not the first button of the page. */
function meantBy(event) {
  const at = document.activeElement;
  const byEnter = event.submitter?.tabIndex === -1 && at;
  return byEnter || event.submitter;
}

document.addEventListener("submit", (event) => {
  const pressed = meantBy(event);
  if (pressed !== event.submitter && pressed.closest("#naming")) {
    event.preventDefault();
    return $("#night").requestSubmit($("#these-play"));
  }
  const form = pressed?.closest("[data-round]");
  if (!form) return;
  const fields = fieldsOf(form);
  if (!queue.keeps()) return;
  event.preventDefault();
  if (Object.keys(fields).length) keepRound(form, fields);
  else saveAgain(form);
});

/* -- names ------------------------------------------------------------------------------------ */
const squad = () => [...document.querySelectorAll(".squad-key")];
const squadNames = () => squad().map(({ dataset }) => dataset.name);

/* Who a field means: a name of the squad, by its first letters too. */
const named = ({ value }) =>
  squadNames().find((name) => name.toLowerCase() === value.trim().toLowerCase()) ||
  (/^\d/.test(value.trim()) ? "" : meant(value, squadNames()));

function press() {
  const fields = nameFields();
  for (const key of squad()) {
    const at = fields.findIndex((field) => named(field) === key.dataset.name);
    key.setAttribute("aria-pressed", String(at >= 0));
    write(key.querySelector("i"), at < 0 ? "" : String(Math.floor(at / 2) + 1));
  }
}

/* Tapped, somebody takes the first free place, or leaves theirs. */
function tap({ dataset: { name } }) {
  const fields = nameFields();
  const theirs = fields.filter((field) => named(field) === name);
  const free = fields.find(({ value }) => !value.trim());
  if (theirs.length) for (const field of theirs) field.value = "";
  else if (free) free.value = name;
  else write($("#tap-hint"), "All places are taken. Tap a player to remove them first.");
  press();
}

document.addEventListener("click", (event) => {
  const key = event.target.closest(".squad-key");
  if (!key) return;
  event.preventDefault();
  tap(key);
});
document.addEventListener("input", (event) => {
  if (event.target.closest("#naming")) press();
  const form = event.target.closest("[data-round]");
  if (form) mark(form);
});
document.addEventListener("change", (event) => {
  if (!event.target.matches("#naming [data-was]")) return;
  event.target.value = named(event.target) || event.target.value;
  press();
});

/* -- showing ---------------------------------------------------------------------------------- */
async function leaveOut(entries) {
  for (const box of boxesIn($("#night")))
    if (entries.some(({ fields }) => box.name in fields)) box.value = seenOf(box).value;
  await queue.setAside(...entries);
  ask();
}

const said = (heading, { at }, ...more) =>
  make("p", [make("b", heading), ` Entered ${clock(at)}.`, ...more.map((words) => ` ${words}`)]);

/* Whether all that was told stands on the card: nobody told it otherwise since. */
const standsAsTold = ({ fields }) =>
  boxesIn($("#night")).every((box) => {
    const told = fields[box.name];
    return told === undefined || seenOf(box).value === (told || targetOf(box));
  });
const targetOf = (box) => box.closest("[data-round]").dataset.target;

function noteOf(form) {
  const those = (wanted) => of(form).filter(({ state }) => state === wanted);
  const [kept, refused, sent] = ["kept", "refused", "sent"].map(those);
  const boxes = boxesIn(form).map(({ name }) => name);
  const standsThere = ({ fields }) => boxes.some((name) => name in fields);
  const shown = refused.map((one) =>
    said("Not saved, but kept on this phone.", one, one.reason, standsThere(one) ? "" : one.what),
  );
  if (refused.length) {
    const ways = [
      button("Send again", () => sendAgain(refused)),
      button("Discard", () => leaveOut(refused)),
    ];
    shown.push(make("p", ways, { className: "row" }));
  }
  if (kept.length) {
    const last = kept.at(-1);
    const how = GONE[last.gone] ?? (last.again ? AGAIN : BY_ITSELF);
    shown.push(said("Saved on this phone.", last, queue.trouble, how));
  }
  const done = !shown.length && sent.findLast(standsAsTold);
  if (done) shown.push(said("Saved.", done));
  return { shown, refused: refused.length > 0, done };
}

const MARKS = { kept: "saved on this phone", refused: "not saved, kept on this phone" };

function mark(form) {
  const waits = of(form).filter(({ state }) => state in MARKS);
  for (const meeting of form.querySelectorAll(".meeting")) {
    const names = boxesIn(meeting).map(({ name }) => name);
    const found = waits.findLast(({ fields }) => names.some((name) => name in fields));
    const typed = boxesIn(meeting).some(isTouched) ? "not saved yet" : "";
    const words = MARKS[found?.state] ?? typed;
    meeting.querySelector(".waits")?.remove();
    if (words) meeting.append(make("p", words, { className: "waits hint" }));
  }
}

function draw() {
  for (const form of roundsHere()) {
    const place = form.querySelector(".kept-here");
    const { shown, refused, done } = noteOf(form);
    const text = shown.map(({ textContent }) => textContent).join();
    if (place.dataset.text !== text) place.replaceChildren(...shown);
    place.dataset.text = text;
    place.classList.toggle("complaint", refused);
    place.classList.toggle("remark", shown.length > 0 && !refused);
    mark(form);
    const short = done ? "saved" : "on this phone"; /* the round may be folded up */
    write(form.parentElement.querySelector(".on-phone"), shown.length ? ` · ${short}` : "");
  }
}

/* -- what others say -------------------------------------------------------------------------- */
const says = () => ($("#night")?.dataset.says || "").split("|").filter(Boolean);
const isRefused = (box) => queue.in("refused").some(({ fields }) => box.name in fields);
let held = null;
let shownNews = [];

document.addEventListener("htmx:before:response", (event) => {
  const { response } = event.detail.ctx;
  const whose = response.headers.get("Bowerbook");
  if (response.status === 304 || whose === "night") return;
  /* an error, or somebody else answered: a hotspot's sign-in page, a proxy */
  event.preventDefault();
  const gone = whose === "error" && [404, 410].includes(response.status);
  if (!gone || !queue.isDone()) return;
  if (isTyped()) showNew(response.status === 410 ? GONE.revoked : GONE.nothing);
  else reloadWithout();
});

/* Whether something stands in the page that was not sent and is not kept. */
const isTyped = () =>
  boxesIn($("#night")).some(isTouched) ||
  nameFields().some(({ value, dataset }) => value !== dataset.was) ||
  Boolean($("#night [name=why]")?.value);

/* What is being typed, and what stands open, stays: also of a meeting that was told meanwhile, so
   that saving it says so. */
document.addEventListener("htmx:before:swap", () => {
  const meetings = [...document.querySelectorAll(".meeting")].map(boxesIn);
  const touched = meetings.filter((boxes) => boxes.some(isTouched)).flat();
  held = {
    says: says(),
    points: touched.map((box) => [box.name, box.value, isRefused(box) ? null : seenOf(box).value]),
    names: nameFields().some(({ value, dataset }) => value !== dataset.was)
      ? nameFields().map(({ name, value }) => [name, value])
      : [],
    why: $("#night [name=why]")?.value,
    open: [...document.querySelectorAll("details[id][open]")].map(({ id }) => id),
  };
});

const set = (field, value) => {
  if (field && field.value !== value) field.value = value;
};

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!held) return;
  times.shown = ctx.answered;
  learn();
  for (const id of held.open) if ($(`#${id}`)) $(`#${id}`).open = true;
  /* Each field is written once, as a person may be typing in it. */
  const figures = Object.fromEntries(
    boxesIn($("#night")).map((box) => [box.name, seenOf(box).value]),
  );
  for (const { state, fields } of queue.all()) {
    if (state in MARKS) Object.assign(figures, fields);
    if (state === "kept") follow(fields);
  }
  for (const [name, value, seen] of held.points) {
    figures[name] = value;
    if (seen !== null) follow({ [name]: seen });
  }
  for (const box of boxesIn($("#night"))) set(box, figures[box.name]);
  const names = Object.fromEntries(held.names);
  for (const field of nameFields()) set(field, names[field.name] ?? field.dataset.was);
  if (held.why) set($("#night [name=why]"), held.why);
  const found = says().filter((one) => !held.says.includes(one));
  if (shownNews.some((one) => !says().includes(one))) $("#new").replaceChildren();
  const keeps = held.points.length || held.names.length || held.why;
  if (found.length) tellNews(found, keeps);
  held = null;
  press();
  draw();
});

function showNew(words) {
  if ($("#new").textContent !== words)
    $("#new").replaceChildren(make("p", words, { className: "remark" }));
}

function tellNews(found, keeps) {
  shownNews = found;
  const words = [...found, ...(keeps ? ["What you typed is still here."] : [])];
  showNew(words.join(" "));
}

/* What was kept with a link that was revoked goes with this one, of the same match. */
const matchOf = (path) => path.split("/matches/")[1];
function takeOver() {
  const found = queue
    .elsewhere("kept")
    .filter(({ gone, path }) => gone === "revoked" && matchOf(path) === matchOf(here));
  if (found.length) queue.bringHere(...found);
}

let filled = false;
queue.changed(() => {
  if (!queue.looked) return;
  if (!filled)
    each("[data-round]", (form) => {
      const waits = of(form).filter(({ state }) => state in MARKS);
      waits.forEach((entry) => fill(form, entry));
      if (waits.length) form.closest("details").open = true;
    });
  filled = true;
  takeOver();
  draw();
});
keepPages("/team/");
