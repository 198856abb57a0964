/* Pictures are sent one after the other as soon as they are chosen, so that each is small and the
   page shows what was read meanwhile. Without this file a button sends them together. */
import { $, write } from "../dom.js";

const form = $("#pictures");
const waiting = [];
const kept = [];
let sending = false;
let sent = 0;
let lost = 0;

const FAILED = "Not sent. Check the connection and choose it again.";
const WHY = {
  413: "Too large. Split it, or choose a smaller picture.",
  503: "The site is busy. Choose it again in a minute.",
};

const cardOf = ({ elements }) => `${elements.round.value}/${elements.no.value}`;

/* Keep the boxes that were tapped and are not saved yet. */
function keepTaps(found) {
  const cards = new Map([...found.querySelectorAll(".asked-card")].map((it) => [cardOf(it), it]));
  for (const old of document.querySelectorAll("#read .asked-card")) {
    for (const box of old.querySelectorAll("[type=radio], [type=checkbox]")) {
      if (box.checked === box.defaultChecked) continue;
      const same = `[name=${box.name}][value="${box.value}"]`;
      const now = cards.get(cardOf(old))?.querySelector(same);
      if (now) now.checked = box.checked;
    }
  }
}

/* Keep the tables open that a person opened. */
const opened = () => [...document.querySelectorAll("#read details[open]")].map(({ id }) => id);

function open(ids) {
  for (const id of ids) $(`#${id}`)?.setAttribute("open", "");
}

/* Put the answer's part of the page in place of the old one, below what was said of earlier
   pictures. */
function show(text) {
  const found = new DOMParser().parseFromString(text, "text/html").querySelector("#read");
  if (!found) return false;
  const said = found.querySelector("[role=status]");
  kept.push(...said.querySelectorAll("p"));
  said.replaceChildren(...kept);
  keepTaps(found);
  const ids = opened();
  $("#read").replaceWith(found);
  open(ids);
  globalThis.htmx?.process(found);
  return true;
}

function failed(file, why = FAILED) {
  lost += 1;
  const line = document.createElement("p");
  line.className = "complaint";
  line.textContent = `${file.name}: ${why}`;
  kept.push(line);
  $("#read [role=status]").append(line);
}

async function send(file) {
  const body = new FormData();
  body.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  body.append("files", file);
  const answer = await fetch(form.action, {
    method: "POST",
    body,
    headers: { "HX-Request": "true" },
  });
  if (!show(await answer.text())) failed(file, WHY[answer.status]);
  else if (!answer.ok) lost += 1; /* the answer says why */
}

async function sendAll() {
  if (sending) return;
  sending = true;
  while (waiting.length) {
    sent += 1;
    write($("#reading"), `Reading picture ${sent} of ${sent + waiting.length - 1}…`);
    const file = waiting.shift();
    try {
      await send(file);
    } catch {
      failed(file);
    }
  }
  sending = false;
  const read = sent - lost;
  const said = read === 1 ? "1 picture read." : `${read} pictures read.`;
  write($("#reading"), lost ? `${said} ${lost} not read.` : said);
}

let before = [];
document.addEventListener("htmx:before:swap", () => {
  before = opened();
});
document.addEventListener("htmx:after:swap", () => open(before));

/* Pictures that wait are only on this page. */
addEventListener("beforeunload", (event) => {
  if (sending) event.preventDefault();
});

form?.addEventListener("change", (event) => {
  if (!waiting.length && !sending) kept.splice(0);
  if (!sending) {
    sent = 0;
    lost = 0;
  }
  waiting.push(...event.target.files);
  event.target.value = "";
  sendAll();
});
