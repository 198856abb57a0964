/* What the pad says of a hand: the question above the keys, who scores what, the hand in a line.
   Pure functions; a hand is as draft.js reads it from the keys. */
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"];
export const WAITS = "Not sent yet, and not stored on this phone. The pad keeps trying.";

export const isLone = (partner) => partner === "alone" || partner === "nobody";
/* Whether a bid is for all the tricks alone, and not a number. */
export const forAll = (bid) => /\D/.test(bid);
/* The other seats of a side. */
export const partnersOf = (sides, seat) =>
  (sides.find((seats) => seats.includes(seat)) ?? []).filter((one) => one !== seat);
/* Who of the maker's side may play alone, and why not another, by the table of the server
   (scoring/euchre/lone_hands.py); nothing where nobody is said to. A side may have too many points
   for it; the server decides where its points are in doubt. */
export function loneOf({ lone: { rows, of, ahead } }, { maker, made }, at) {
  const { dealer, score, unsure, hanging } = at;
  const places = of[made] ?? of[""] ?? [];
  const found = rows[places.at((maker - dealer) % places.length)];
  const sure = found && !unsure && !hanging?.length;
  if (sure && score?.[maker % 2] >= ahead?.from) return { seats: [], why: ahead.why };
  const seats = found?.who.map((left) => (maker + left) % places.length);
  return found && { seats, why: found.why };
}

export const listed = (all) =>
  all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
/* A figure below nothing has a minus sign of its own. */
export const minus = (figure) => String(figure).replace("-", "−");
export const games = (number) => `${number} game${number === 1 ? "" : "s"}`;
/* Of games that are not what is paid for: "2 games · 34 in all". */
export const inAll = (won, total) => `${won ? `${games(won)} · ` : ""}${total}\u00a0in\u00a0all`;
export const hands = (number) => (number === 1 ? "1 hand" : `${number} hands`);

/* The question before the first tap, where the trump is made and where it is bid for. */
export const IDLE = { false: "Who made trump?", true: "Who won the bid?" };

export function prompt(hand, { names, partners, bids, ahead }) {
  const { maker, partner, tricks, call, revoked } = hand;
  if (hand.prompt) return hand.prompt;
  if (maker === null) return IDLE[Boolean(bids)];
  const who = names[maker];
  if (bids) return promptOfBids(hand, who);
  if (partners !== "called") return promptOfSides(hand, names, ahead.sides);
  if (partner === "" && call) return `${who} calls ${call}. Tap the partner or Alone.`;
  if (partner === "") return `${who} made it. Tap the partner or Alone.`;
  const done = tricks !== null || revoked;
  if (partner === "nobody") return `${who} called, no one had it.${done ? "" : " Tricks?"}`;
  if (done) return isLone(partner) ? `${who} alone.` : `${who} made it, with ${names[partner]}.`;
  return isLone(partner)
    ? `${who} alone. How many tricks?`
    : `${who} made it, with ${names[partner]}. Tricks?`;
}

function promptOfBids(hand, who) {
  if (!hand.bid) return `${who} won the bid. How many?`;
  return `${who} bid ${bidOf(hand)}.${hand.tricks === null ? " How many tricks?" : ""}`;
}

/* "4", "4 alone", "alone", or the name of another lone bid. */
const bidOf = ({ bid, said, alone }) =>
  forAll(bid) ? said || bid : `${bid}${alone === null ? "" : " alone"}`;

function promptOfSides({ maker, alone, tricks, decided }, names, sides) {
  const open = tricks === null && !decided;
  const who = names[maker];
  if (alone !== null) {
    const lone = alone === maker ? `${who} alone` : `${who} made it, ${names[alone]} alone`;
    return `${lone}.${open ? " How many tricks?" : ""}`;
  }
  const partners = listed(partnersOf(sides, maker).map((seat) => names[seat]));
  return `${who} made it${partners && `, with ${partners}`}.${open ? " Tricks?" : ""}`;
}

/* Only the number of a trick is told of more than five. */
function taken({ tricks, bid, dealt }) {
  if (bid) return `${tricks} taken`;
  if (tricks === dealt) return `all ${NUMBERS[tricks]}`;
  return `${NUMBERS[tricks]} trick${tricks < 2 ? "" : "s"}`;
}

/* As scoring/euchre/wording.py says it: "Cat and Eve +2 each, Ben −1". */
export function gains(points, names) {
  const amounts = [...new Set(points)].filter(Boolean).sort((one, other) => other - one);
  const each = (amount) => {
    const plus = amount > 0 ? `+${amount}` : minus(amount);
    const [who, others] = [true, false].map((theirs) =>
      names.filter((_, seat) => (points[seat] === amount) === theirs),
    );
    if (who.length === 1) return `${who[0]} ${plus}`;
    return `${others.length === 1 ? `Everyone but ${others[0]}` : listed(who)} ${plus} each`;
  };
  return amounts.map(each).join(", ") || "No points";
}

/* The hand in a line: "Ben with Dan, all five; Cat: revoked". */
export function line(hand, names) {
  const { tricks, decided } = hand;
  const played = makers(hand, names);
  const more = names
    .map((name, seat) => [name, offences(hand, String(seat))])
    .filter(([, did]) => did.length);
  return [
    decided || tricks === null ? played : `${played}, ${taken(hand)}`,
    ...more.map(([name, did]) => `${name}: ${did.join(", ")}`),
  ].join("; ");
}

function makers(hand, names) {
  const { maker, partner, alone, bid, call } = hand;
  const who = names[maker];
  if (hand.line) return hand.line;
  if (bid) return `${who} bid ${bidOf(hand)}`;
  if (partner === "nobody" || (partner === "alone" && call))
    return `${who} called${call ? ` ${call}` : ""} and was alone`;
  if (isLone(partner) || alone === maker) return `${who} alone`;
  if (alone !== null) return `${who}, ${names[alone]} alone`;
  return partner !== "" ? `${who} with ${names[partner]}` : who;
}

/* What a player's key says of them: "revoked". */
export const offences = (hand, seat) =>
  hand.happened.filter((one) => one.role && one.seat === seat).map(({ role }) => role);

const COUNTED = {
  hand: ["hand", "hands"],
  "take-back": ["undo", "undos"],
  "put-back": ["restore", "restores"],
};

/* Entries of the queue as people count them: "2 hands, 1 undo". */
export function counted(entries) {
  const numbers = Object.keys(COUNTED).map((verb) => [
    verb,
    entries.filter((entry) => entry.do === verb).length,
  ]);
  return numbers
    .filter(([, number]) => number)
    .map(([verb, number]) => `${number} ${COUNTED[verb][number === 1 ? 0 : 1]}`)
    .join(", ");
}

const TITLES = {
  hand: (no) => (no ? `Hand ${no}` : "A hand"),
  "take-back": () => "Undo",
  "put-back": () => "Restore",
};
export const title = ({ do: verb, no }) => TITLES[verb](no);
