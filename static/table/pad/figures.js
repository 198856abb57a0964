/* Draws how the table stands: points, counters, games, the dealer's mark, the number of the next
   hand. */
import { isServers, over, standing } from "./ahead.js";
import { $, each, make, unbroken, write } from "../../dom.js";
import { withMark } from "./mark.js";
import { page } from "./page.js";
import { queue } from "./phone.js";
import { games, inAll, minus } from "./words.js";

/* How it stands, as far as this phone knows. */
export const stands = () => withMark(standing(page(), queue.all()));

/* A hand is on its way whose score no table holds: "3+?" */
const figure = (points, doubt) => `${minus(points)}${doubt ? "+?" : ""}`;
const spoken = (points, doubt) => `${points} points${doubt ? ", plus a hand not sent yet" : ""}`;

function counters(place, points, { worth }) {
  const drawn = $("#drawn-counters");
  if (!place || !drawn) return;
  const pieces = [...drawn.content.querySelectorAll(".counter")];
  const kinds = Object.entries(worth);
  let rest = points;
  const numbers = kinds.map(([, each]) => {
    const number = Math.floor(rest / each);
    rest %= each;
    return number;
  });
  const laid = numbers.flatMap((number, which) => Array(number).fill(pieces[which]));
  place.replaceChildren(...laid.map((piece) => piece.cloneNode(true)));
  const label = kinds
    .map(([colour], which) => numbers[which] && `${numbers[which]} ${colour}`)
    .filter(Boolean);
  if (label.length) Object.assign(place, { role: "img", ariaLabel: label.join(", ") });
  else for (const name of ["role", "aria-label"]) place.removeAttribute(name);
}

function tile(key, { score, won, totals, doubt }, { ahead: { sides }, now }) {
  const side = sides.findIndex((seats) => seats.includes(Number(key.dataset.key)));
  write(key.querySelector(".won"), totals ? inAll(won[side], totals[side]) : games(won?.[side]));
  const points = key.querySelector(".markers, .points");
  if (!points) return;
  marked(points, score[side], doubt, () => {
    const label = { ariaLabel: spoken(score[side], doubt) };
    return make("span", figure(score[side], doubt), { className: "points", ...label });
  });
  counters(key.querySelector(".counters"), score[side], now);
}

function dealer(at) {
  const mark = $(".dealer") ?? make("span", "", { className: "dealer" });
  const key = $(`.tile[data-key="${at.dealer}"]`);
  write(mark, at.doubt ? "dealer?" : "dealer");
  if (mark.parentElement !== key) key.append(mark);
  write($("#deals"), key.querySelector(".name").textContent);
}

/* Lays the markers for the points; where none tell them, or nobody knows, the figure stands. */
function marked(old, points, doubt, inFigures) {
  const markers = $("#drawn-markers")?.content.children[points];
  const fresh = markers && !doubt ? markers.cloneNode(true) : inFigures();
  fresh.classList.toggle("doubt", Boolean(doubt));
  if (old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
}

function side(place, which, { score, won, lap, doubt }, bridge) {
  const inFigures = () => make("b", figure(score[which], doubt), { className: "side-points" });
  marked(place.querySelector(".markers, .side-points"), score[which], doubt, inFigures);
  const small = place.querySelector(".side-small");
  if (!small || !won) return;
  const fresh = make("p", `${games(won[which])}${lap[which] ? ` · lap ${lap[which]}` : ""}`);
  if (bridge === which) fresh.append(" · ", make("b", "bridge"));
  if (small.innerHTML !== fresh.innerHTML) small.replaceChildren(...fresh.childNodes);
}

function place(at, { now }, over) {
  if (!at.game) return;
  const game = at.rubber ? `Rubber ${at.rubber}, game ${at.game}` : `Game ${at.game}`;
  const after = at.unsure ? " (or the next game)" : "";
  const words = over ? "The game is over" : `${game}${after}`;
  write($(".to > span"), words);
  $(".sides")?.setAttribute("aria-label", `${words}, ${now.to}`);
}

/* "Round 3 · hand 9 of 8" would be none: then the round is over once it is sent. */
function number(at, { now: { no, played, about, numbered, round } }) {
  write($(".save"), numbered ? `Save hand ${at.no}` : "Save hand");
  if (!about) return;
  const hand = about.hand + (round ? at.played - played : at.no - no);
  const of = about.of ? ` of ${about.of}` : "";
  const words = about.of && hand > about.of ? `${hand - 1}${of} hands` : `hand ${hand}${of}`;
  const hands = $(".played-by + span");
  write(hands ?? $(".about"), hands ? `· ${words}` : `${about.before} · ${words}`);
}

let goneOnAfter = null; /* the hand that ended a game, once the next one is begun here */

/* Returns what the last hand ended, in words; nothing once it was gone on. */
export function ended(at = stands()) {
  return at.ended && goneOnAfter !== at.latest ? over(page(), at.ended) : "";
}

/* A game that is over stands above the keys, with its last score, until it is gone on. */
export function show(goneOn) {
  const [now, known] = [stands(), page()];
  if (goneOn) goneOnAfter = now.latest;
  const said = ended(now);
  const at = said ? { ...now, score: now.ended.score } : now;
  const news = !isServers(known, at);
  each(".tile", (key) => tile(key, at, known));
  each(".side", (one, which) => side(one, which, at, news || said ? null : at.bridge));
  dealer(at);
  place(at, known, said);
  number(at, known);
  event(said, now, news);
}

function event(said, { ended }, news) {
  const sheet = $("#event");
  if (!sheet) return;
  sheet.hidden = !said;
  if (!said) sheet.open = false;
  if (!said || !news) return;
  write(sheet.querySelector("h2"), `The ${ended.rubbers ? "rubber" : "game"} is over`);
  $("#event-said").replaceChildren(make("p", unbroken(`${said}.`), { className: "event-line" }));
}
