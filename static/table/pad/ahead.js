/* How the table stands: what the server's page says, and on top of it what this phone was told
   since. What a hand scores, who deals next and how games end comes from tables of the server
   (scoring/euchre/ahead.py); no rule stands here. Pure functions of the page (page.js) and of the
   entries of the queue. */
import { forAll, gains as gainsOf, isLone, listed, minus } from "./words.js";

const PLAIN = new Set([
  ...["sitting", "after", "seen", "maker", "partner", "alone", "bid", "tricks", "void"],
  ...["call", "turned", "trump", "made", "note", "phone", "deals"],
  ...["picked_up", "best_card", "redeal"],
]);

/* What a usual hand goes by: "2 alone 5", and with a bid "1 4 5", a bid of four by a side, "1 4! 5"
   where it is played alone. */
const key = ({ ahead: { sides } }, { maker, alone, bid, tricks }) => {
  const lone = (alone ?? "") !== "";
  const side = sides.findIndex((seats) => seats.includes(Number(maker)));
  return bid
    ? `${side} ${bid}${lone && !forAll(bid) ? "!" : ""} ${tricks}`
    : `${maker} ${lone ? "alone" : "with"} ${tricks}`;
};
/* Where nobody is called: what a usual hand scores, in words and by seat. */
const row = (page, hand) => page.scores.rows[page.scores.of[key(page, hand)]];
/* What would come of a bid with so many tricks: "made", "set"; nothing while it is not known. */
export const came = (page, hand) => (hand.bid && row(page, hand)?.came) || "";
const isUsual = (fields) =>
  Object.entries(fields).every(([name, value]) => PLAIN.has(name) || !value.length) &&
  (fields.void || fields.tricks !== "");

/* Where partners are called: what a usual hand scores by role, and why. */
const called = ({ scores }, { partner, tricks }) =>
  scores[isLone(partner) ? "alone" : "with"][tricks];

function bySeat({ maker, partner, others }, hand, names) {
  const role = (seat) =>
    seat === String(hand.maker) ? maker : seat === hand.partner ? partner : others;
  return names.map((_, seat) => role(String(seat)));
}

/* Returns what a hand brings: the points by seat, and by what games end; null where no table holds
   it: it is told when the hand is sent. */
function broughtBy(page, fields) {
  if (!isUsual(fields)) return null;
  if (fields.void) return { points: page.names.map(() => 0) };
  if (page.partners !== "called") return row(page, fields) ?? null;
  return { points: bySeat(called(page, fields), fields, page.names) };
}

/* Returns which end the score leads to; undefined where the game goes on. */
function endOf(games, score, by) {
  for (const [side, least, ends] of games?.ends[by] ?? [])
    if (score[side] >= least) return ends[Math.min(score[side] - least, ends.length - 1)];
}

/* Where points are paid for and not the games: who stands at game after a hand ends it, and the
   most points have it, of equal ones the first in the server's order. */
function byPoints({ to, by, first }, at, points) {
  const sum = (before) => before.map((one, seat) => one + points[seat]);
  const [score, totals] = [sum(at.score), sum(at.totals)];
  const most = Math.max(...score);
  const close = score.filter((one) => one > most - by).length > 1;
  if (at.cell === null || most < to || close) return { score, totals };
  const winner = first[at.dealer].find((seat) => score[seat] === most);
  return {
    ...{ score: score.map(() => 0), totals, ended: { no: at.game, winner, rubbers: 0, score } },
    won: at.won.map((one, seat) => (seat === winner ? one + 1 : one)),
    game: at.game + 1,
  };
}

/* Whether a game may have ended at this score, for all that the page knows. */
const mayEnd = ({ ahead: { target } }, score) => Math.max(...score) >= (target ?? -Infinity);

/* Returns what a hand does to the score, and to the games where it ends one. Of the next hand the
   server's page says what ends a game; of those behind it the table of games, if there is one. */
function scored(page, at, hand, brought) {
  const { sides, games } = page.ahead;
  if (!brought) return { doubt: true, unsure: true, cell: null };
  const { points, ends } = brought;
  if (games?.to) return byPoints(games, at, points);
  const next = isServers(page, at);
  const said = next ? page.ends[key(page, hand)] : undefined;
  const end = at.cell === null ? undefined : endOf(games, at.score, ends);
  const score = at.score.map((one, each) => one + points[sides[each][0]]);
  if (end === undefined && !said)
    return { score, unsure: at.unsure || (at.cell === null && !next && mayEnd(page, score)) };
  const [cell, opens, winner, over, rubbers] =
    end === undefined
      ? [null, said.opens, said.winner, said.games, said.rubbers]
      : games.over[at.cell][end];
  const rows = at.won.map((one, each) => (each === winner ? one + over : one));
  const won = end === undefined ? said.won : at.rubber ? games.won[cell] : rows;
  return {
    ...{ score: opens, cell, lap: opens, won },
    ended: { no: at.rubber ? null : at.game, winner, rubbers, score, said: said?.said },
    rubber: at.rubber && at.rubber + rubbers,
    game: 1 + won.reduce((one, other) => one + other),
  };
}

const moved = ({ hanging, ...at }, to) => ({
  ...at,
  ...{ doubt: false, unsure: false, ended: null, before: null },
  ...{ mark: null, turn: null, later: null },
  ...to,
  back: null,
  hanging,
});

/* A mark moved for the next hand waits for it while hands before it are undone, unless one of
   those had its own. */
function waiting({ no, mark, later }, before) {
  if ((before.mark ?? null) !== null) return null;
  return (mark ?? null) === null ? (later ?? null) : { no, seat: mark };
}

/* Returns who deals after a hand. Some void deals are lost for a partner whose turn it was. */
function passedOn({ ahead, names }, { dealer, turn }, { void: why = "", deals }) {
  const [due, dealt] = [turn ?? dealer, deals ? Number(deals) : dealer];
  const partners = ahead.sides.some((seats) => seats.includes(due) && seats.includes(dealt));
  const from = partners && ahead.lost_for_a_partner.includes(why) ? due : dealt;
  return (from + ahead.deal[why]) % names.length;
}

const DO = {
  hand(page, at, { id, fields }) {
    const next = passedOn(page, at, fields);
    const waited = at.later && at.later.no <= at.no + 1;
    return {
      ...at,
      no: at.no + 1,
      deal: at.deal + 1,
      latest: id,
      played: at.played + (fields.void ? 0 : 1),
      dealer: waited ? at.later.seat : next,
      mark: waited ? at.later.seat : null,
      turn: waited ? next : null,
      later: waited ? null : at.later,
      ...{ ended: null, unsure: Boolean(at.unsure) },
      ...scored(page, at, fields, broughtBy(page, fields)),
      before: at,
      back: null,
    };
  },
  "take-back": (_, at, { id }) =>
    at.latest === id && at.before
      ? { ...moved(at, at.before), back: at, later: waiting(at, at.before) }
      : at,
  "put-back": (_, at, { id }) =>
    at.back?.latest === id ? { ...moved(at, at.back), back: at.back.back, before: at } : at,
};

const BECAME = { hand: "counted", "take-back": "taken-back", "put-back": "counted" };

/* Whether it did what it was told for: another phone may have undone it before the answer came. */
const took = ({ do: verb, state, became }) => state === "kept" || became === BECAME[verb];

/* Whether an entry says more than the server's page. */
const isNews = ({ state, version }, now) =>
  state === "kept" || (state === "sent" && version > now.version);

export const isTheirs = ({ now }, { do: verb, fields }) =>
  verb === "hand" && fields.sitting !== String(now.sitting);

/* A hand that waited when it was taken back waits again once it is put back. */
function afterUndo(page, at, entry) {
  const { do: verb, id, state, became } = entry;
  const hanging = at.hanging.filter((one) => one !== id);
  if (verb === "put-back" && (became === "waiting" || (state === "kept" && at.out === id)))
    return { ...at, hanging: [...hanging, id] };
  return took(entry)
    ? { ...DO[verb](page, at, entry), hanging, out: at.hanging.includes(id) ? id : null }
    : at;
}

/* A hand whose phone had not seen the latest waits for a decision, and those told after it wait
   behind it. */
function take(page, at, entry) {
  const { do: verb, id, state, became, fields } = entry;
  if (verb !== "hand") return afterUndo(page, at, entry);
  if (id === at.latest || fields.sitting !== String(at.sitting)) return at;
  if (entry.again && entry.no < page.now.no) return at; /* the page has it, or another */
  const follows = fields.after === at.latest && took(entry);
  if (follows && isNews(entry, at)) return DO.hand(page, at, entry);
  const waits =
    state === "kept" || at.waiting.includes(id) || (became === "waiting" && isNews(entry, at));
  return waits ? { ...at, hanging: [...at.hanging, id] } : at;
}

/* Returns how the table stood after each of these entries; the first is what the page says. */
function course(page, entries) {
  const stood = [{ ...page.now, hanging: [] }];
  for (const entry of entries) {
    const at = stood.at(-1);
    if (entry.state === "kept" || entry.state === "sent")
      stood.push(entry.do === "hand" || isNews(entry, at) ? take(page, at, entry) : at);
  }
  return stood;
}

export const standing = (page, entries) => course(page, entries).at(-1);
export const latest = (at) => at.hanging.at(-1) ?? at.latest;

/* Which hand is tapped: its deal (a penalty is none), and the hands that waited before it. */
export const placeOf = ({ deal, waiting, hanging }) => ({
  deal,
  waiting: [...waiting, ...hanging],
});

/* Returns how many hands came in that place and behind it; less than none after an Undo. What
   waited then and counts now is an earlier one. */
export function cameSince({ deal, waiting }, at) {
  let earlier = 0;
  for (let one = at; one; one = one.before) if (waiting.includes(one.latest)) earlier += 1;
  return at.deal - earlier - deal;
}

/* Returns the hand that Undo would take back now; null where there is none. */
export const undoable = ({ latest, no, before, hanging }) =>
  latest && before && !hanging.length ? { id: latest, no: no - 1 } : null;

/* How many hands Put back would bring one after another. */
export const undone = ({ back }) => (back ? (back.undone ?? 1 + undone(back)) : 0);

/* Whether nothing stands on top of what the page says. */
export const isServers = ({ now }, { no, latest }) => no === now.no && latest === now.latest;

/* Returns what has arrived, and the server's page, which is on its way, will tell of. */
export const awaited = ({ now }, entries) =>
  entries.filter((entry) => entry.state === "sent" && isNews(entry, now));

/* The latest entry that the server's page does not know of yet. */
export const newest = ({ now }, entries) =>
  entries.findLast((entry) => entry.state === "kept" || (isNews(entry, now) && took(entry)));

/* Returns what ended, as the server's page says it, else in words of its own: "Game 2 to Ann and
   Cat, 6–3", several losers by name. */
export function over({ ahead: { sides }, names }, { said, no, winner, rubbers, score }) {
  if (said) return said;
  const side = (which) => listed(sides[which].map((seat) => names[seat]));
  const losers = [...sides.keys()].filter((which) => which !== winner);
  const theirs =
    losers.length === 1
      ? `${score[winner]}–${minus(score[losers[0]])}`
      : [score[winner], ...losers.map((one) => `${side(one)} ${minus(score[one])}`)].join(", ");
  const rubber = rubbers ? ", and the rubber is over" : "";
  return `Game ${no ? `${no} ` : ""}to ${side(winner)}, ${theirs}${rubber}`;
}

/* Returns what an entry brought, in words: "Ann and Cat +2. Game 2 to Ann and Cat, 6–3". */
export function gains(page, entries, entry) {
  const { do: verb, id, fields, gains: asked } = entry;
  const did = verb === "hand" && !isTheirs(page, entry) && broughtBy(page, fields);
  if (!did) return verb === "hand" ? asked || "Points shown once sent" : "";
  const { ended } = course(page, entries).find((at) => at.latest === id && at.ended) ?? {};
  const sides = page.partners !== "called" && !fields.void;
  const brought = sides ? did.gains : gainsOf(did.points, page.names);
  return ended ? `${brought}. ${over(page, ended)}` : brought;
}

/* Returns what the hand on the keys, which brings so much, would end now, in words. */
function ends(page, entries, hand, brought) {
  const { ended } = scored(page, standing(page, entries), hand, brought);
  return ended && over(page, ended);
}

/* Returns what the hand on the keys, which is complete, would bring: its gains, why, and what it
   ends; null where the server must be asked, as no table holds it. */
export function preview(page, entries, hand) {
  if (hand.happened.length || hand.tricks === null || hand.further) return null;
  if (page.partners === "called") {
    const { why, ...found } = called(page, hand);
    const points = bySeat(found, hand, page.names);
    return { gains: gainsOf(points, page.names), why, ends: ends(page, entries, hand, { points }) };
  }
  if (!row(page, hand)) return null;
  const { gains, why } = row(page, hand);
  return { gains, why, ends: ends(page, entries, hand, row(page, hand)) };
}
