/* A captain's night without a network: a round is kept on the phone first, then sent, by the queue
   of the pad. Only an answer that names its key counts (docs/decisions/0021-a-pad-out-of-reach.md).
   Without this file a round is a plain form. */
import { button, each, make, newId, write } from "../dom.js";
import { csrfToken } from "../table/pad/page.js";
import { newQueue, outcome } from "../table/pad/queue.js";
import { clock } from "../table/pad/words.js";
import { store } from "./kept-rounds.js";

const LIMIT = 15000;
const RETRY = 3000;
const BY_ITSELF =
  "It is sent by itself as soon as the site is reached; closing this page loses nothing.";
const GONE = {
  revoked:
    "The team's link was revoked, so this cannot be sent with it. It is not lost: show it to " +
    "whoever has the new link, or ask the secretary for it.",
  nothing:
    "Nothing answers at this address now: the match may have been moved. It is not lost: ask the " +
    "secretary, and show them what stands here.",
};

const rounds = [...document.querySelectorAll("form[data-round]")];
const boxesIn = (part) => [...part.querySelectorAll("input[type=number]")];
const typed = new Set(); /* forms half filled in: the page is not loaded anew over them */

/* -- sending ---------------------------------------------------------------------------------- */
async function ask({ key, path, no, fields }, signal) {
  const response = await fetch(`${path}rounds/${no}/send`, {
    method: "POST",
    body: new URLSearchParams({ ...fields, key, csrfmiddlewaretoken: csrfToken() }),
    redirect: "error",
    signal,
  });
  if (response.status === 403) await fetch(path, { signal }); /* the page brings its cookie */
  const whose = response.headers.get("Bowerbook");
  const words = await response.json().catch(() => null);
  return outcome({ key, no }, { status: response.status, whose, words });
}

async function send(entry) {
  const given = new AbortController();
  const timer = setTimeout(() => given.abort(), LIMIT);
  try {
    const answer = await ask(entry, given.signal);
    if (answer.state && entry.path === location.pathname) answered = true;
    return answer;
  } catch {
    return {};
  } finally {
    clearTimeout(timer);
  }
}

let answered = false;
const queue = newQueue({ store, send, path: location.pathname });
const of = (form) => queue.all().filter(({ no }) => no === Number(form.dataset.round));

/* -- keeping ---------------------------------------------------------------------------------- */
/* What is said of the meetings that were changed, and what this page showed of them before. */
function fieldsOf(form) {
  const meetings = [...form.querySelectorAll(".meeting")].map(boxesIn);
  const changed = meetings.filter((boxes) =>
    boxes.some(({ value, defaultValue }) => value !== defaultValue),
  );
  const pairs = changed.flat().flatMap(({ name, value, defaultValue }) => [
    [name, value],
    [`seen-${name}`, defaultValue],
  ]);
  return Object.fromEntries(pairs);
}

/* The same for people, should the card have no fields any more: "Ann and Ben – Ida and Jan:
   21–15". */
function inWords(form, fields) {
  const names = (meeting, side) => meeting.querySelector(`.of-${side}`).textContent;
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
    if (state === "kept") box.defaultValue = box.value;
  }
}

async function keepRound(form, fields) {
  const before = of(form).filter(({ state }) => state === "refused");
  const entry = { do: "round", key: newId(), no: Number(form.dataset.round), fields };
  entry.what = inWords(form, fields);
  typed.delete(form);
  const stored = queue.keep(entry);
  fill(form, { state: "kept", fields });
  await stored;
  for (const one of before) await queue.note(one, { state: "aside" });
}

/* A second tap on Save: without a network the browser would show its error page. */
function saveAgain(form) {
  const [refused, kept] = ["refused", "kept"].map((one) =>
    of(form).filter(({ state }) => state === one),
  );
  if (refused.length) return queue.sendAgain(...refused);
  if (kept.length) return queue.flush();
  const place = form.querySelector(".kept-here");
  place.dataset.text = "";
  place.className = "kept-here remark";
  place.replaceChildren(make("p", "Nothing was changed in this round."));
}

for (const form of rounds) {
  form.addEventListener("input", () => typed.add(form));
  form.addEventListener("submit", (event) => {
    const fields = fieldsOf(form);
    store.forgetOld(); /* and see whether this browser keeps anything */
    if (!store.keeps) return;
    event.preventDefault();
    if (Object.keys(fields).length) keepRound(form, fields);
    else saveAgain(form);
  });
}

/* -- showing ---------------------------------------------------------------------------------- */
async function leaveOut(entries) {
  for (const entry of entries) await queue.note(entry, { state: "aside" });
  location.reload();
}

const said = (heading, { at }, ...more) =>
  make("p", [make("b", heading), ` Told ${clock(at)}.`, ...more.map((words) => ` ${words}`)]);

function noteOf(form) {
  const those = (wanted) => of(form).filter(({ state }) => state === wanted);
  const [kept, refused, sent] = ["kept", "refused", "sent"].map(those);
  const shown = refused.map((one) => said("Not stored, kept here.", one, one.what, one.reason));
  if (refused.length) {
    const ways = [
      button("Send again", () => queue.sendAgain(...refused)),
      button("Leave it out", () => leaveOut(refused)),
    ];
    shown.push(make("p", ways, { className: "row" }));
  }
  if (kept.length) {
    const last = kept.at(-1);
    shown.push(said("Kept here.", last, queue.trouble, GONE[last.gone] ?? BY_ITSELF));
  }
  const done = !shown.length && sent.at(-1);
  if (done) shown.push(said("Sent and stored.", done));
  return { shown, refused: refused.length > 0, done };
}

const MARKS = { kept: "kept here", refused: "not stored, kept here" };

function mark(form) {
  const waits = of(form).filter(({ state }) => state in MARKS);
  for (const meeting of form.querySelectorAll(".meeting")) {
    const names = boxesIn(meeting).map(({ name }) => name);
    const found = waits.findLast(({ fields }) => names.some((name) => name in fields));
    meeting.querySelector(".waits")?.remove();
    if (found) meeting.append(make("p", MARKS[found.state], { className: "waits hint" }));
  }
}

function draw() {
  for (const form of rounds) {
    const place = form.querySelector(".kept-here");
    const { shown, refused, done } = noteOf(form);
    const text = shown.map(({ textContent }) => textContent).join();
    if (place.dataset.text !== text) place.replaceChildren(...shown);
    place.dataset.text = text;
    place.classList.toggle("complaint", refused);
    place.classList.toggle("remark", shown.length > 0 && !refused);
    mark(form);
    const short = done ? "sent" : "kept here"; /* the round may be folded up */
    write(form.parentElement.querySelector(".on-phone"), shown.length ? ` · ${short}` : "");
  }
  /* What was told stands on the page as it is by now. */
  if (answered && !queue.in("kept").length && !queue.sending && !typed.size) location.reload();
}

/* What was kept with a link that was revoked goes with this one, of the same match. */
const matchOf = (path) => path.split("/matches/")[1];
function takeOver() {
  const found = queue.elsewhere("kept").filter(({ gone }) => gone === "revoked");
  for (const entry of found)
    if (matchOf(entry.path) === matchOf(location.pathname))
      queue.note(entry, { path: location.pathname, gone: "" });
}

let filled = false;
queue.changed(() => {
  if (!queue.looked) return;
  if (!filled)
    each("form[data-round]", (form) => {
      const waits = of(form).filter(({ state }) => state in MARKS);
      waits.forEach((entry) => fill(form, entry));
      if (waits.length) form.closest("details").open = true;
    });
  filled = true;
  takeOver();
  draw();
});
setInterval(() => {
  if (!queue.isEmpty()) queue.flush();
}, RETRY);
for (const name of ["online", "pageshow"]) addEventListener(name, queue.flush);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") queue.flush();
});
store.forgetOld();
queue.flush();

/* -- the service worker, where the browser has one: it keeps this page ----------------------- */
async function keepThisPage() {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: location.pathname });
}

if (navigator.serviceWorker) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js", { scope: "/team/" }).then(keepThisPage, () => {
      /* private mode: none */
    });
  });
}
