/* Entries of the queue as a short text, for a code that another phone reads:
   1;part;of;before/entry/entry/sum. An entry is do and number;id;seconds ago;words;facts, each fact
   a letter and its value; after the entry before it in the text, "a" alone. ";" and "/" stand in no
   value: there they are escaped, as in every address. Pure functions. */
const VERSION = "1";
const DO = { h: "hand", t: "take-back", p: "put-back" };
export const FACTS = {
  ...{ s: "sitting", a: "after", y: "seen", m: "maker", p: "partner", l: "alone" },
  ...{ d: "defender_alone", x: "special", t: "tricks", v: "void", c: "call", u: "turned" },
  ...{ w: "made", r: "trump", n: "note", f: "phone", o: "bid", j: "deals", q: "forced" },
  ...{ P: "picked_up", B: "best_card", R: "redeal", T: "taken" },
  ...{ k: "revoke", g: "wrong_cards", b: "abandoned", i: "intimation", e: "exposed" },
};
const IDS = new Set(["after"]);
const TEXTS = new Set(["note"]);
const SHORT = /^[\w,-]{1,20}$/;
const ID = /^[\w-]{22}$/;
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const ROUND = 40; /* signs of head and sum */
const LONGEST = 200; /* signs of a note, or of a hand in words */
const letter = (map, value) => Object.keys(map).find((key) => map[key] === value);

class Unreadable extends Error {}

function sure(fine, value) {
  if (!fine) throw new Unreadable();
  return value;
}

/* -- pieces ---------------------------------------------------------------------------- */
function shortened(uuid) {
  const bytes = uuid.replaceAll("-", "").match(/../g);
  const coded = btoa(String.fromCharCode(...bytes.map((hex) => parseInt(hex, 16))));
  return coded.slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");
}

function uuid(short) {
  const bytes = [...atob(sure(ID.test(short), short).replaceAll("-", "+").replaceAll("_", "/"))];
  const hex = bytes.map((byte) => byte.charCodeAt().toString(16).padStart(2, "0")).join("");
  const whole = hex.replace(UUID, "$1-$2-$3-$4-$5");
  return sure(shortened(whole) === short, whole);
}

const plain = (text) => [...text.replace(/[\p{Cc}\p{Cs}]/gu, " ")].slice(0, LONGEST).join("");
const escaped = (text) =>
  encodeURIComponent(plain(text)).replaceAll("%20", "+").replaceAll("%2C", ",");

function text(piece) {
  const whole = decodeURIComponent(piece.replaceAll("+", "%20"));
  return sure([...whole].length <= LONGEST && !/\p{Cc}/u.test(whole), whole);
}

function number(piece, base = 10) {
  const value = parseInt(piece, base);
  return sure(value >= 0 && Number.isSafeInteger(value) && value.toString(base) === piece, value);
}

function sum(body) {
  let hash = 2166136261;
  for (const sign of body) hash = Math.imul(hash ^ sign.codePointAt(), 16777619);
  return (hash >>> 0).toString(36);
}

/* -- an entry ---------------------------------------------------------------------------- */
function factOf(name, value, before) {
  const key = letter(FACTS, name);
  if (IDS.has(name)) return value === before ? key : key + shortened(value);
  return key + (TEXTS.has(name) ? escaped(value) : sure(SHORT.test(value), value));
}

function facts(fields, before) {
  const all = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  );
  return all
    .filter(([name, value]) => letter(FACTS, name) && value !== "")
    .map(([name, value]) => factOf(name, value, before));
}

function piece({ do: verb, no, id, key, at, what, fields }, now, before) {
  const ago = Math.max(0, Math.floor((now - at) / 1000)).toString(36);
  const own = key === id ? [] : [`K${shortened(key)}`];
  return [
    letter(DO, verb) + (no ?? ""),
    shortened(id),
    ago,
    escaped(what),
    ...own,
    ...facts(fields, before),
  ].join(";");
}

function valueOf(name, written, before) {
  if (IDS.has(name)) return (!written && before) || uuid(written);
  return TEXTS.has(name) ? text(written) : sure(SHORT.test(written), written);
}

function fieldsOf(pieces, before) {
  const fields = {};
  for (const [key, ...rest] of pieces) {
    const name = sure(Object.hasOwn(FACTS, key), FACTS[key]);
    const value = valueOf(name, rest.join(""), before);
    fields[name] = name in fields ? [fields[name], value].flat() : value;
  }
  return fields;
}

function entryOf(from, now, before) {
  const [head, id, ago, what, ...rest] = from.split(";");
  const own = rest[0]?.startsWith("K") ? uuid(rest.shift().slice(1)) : uuid(id);
  const no = head.length > 1 ? number(head.slice(1)) : null;
  const verb = sure(Object.hasOwn(DO, head[0]), DO[head[0]]);
  return {
    ...{ do: verb, no, id: uuid(id), key: own },
    at: now - number(ago, 36) * 1000,
    what: text(sure(what !== undefined, what)),
    fields: fieldsOf(rest, before),
  };
}

/* -- a text ---------------------------------------------------------------------------- */
/* Returns texts of at most so many signs, each with its entries; a long entry has one to itself. */
export function write(entries, { most, now = Date.now() }) {
  const parts = parted(entries, { most: most - ROUND, now });
  return parts.map((part, at) => {
    const before = at ? shortened(parts[at - 1].entries.at(-1).key) : "";
    const body = [[VERSION, at + 1, parts.length, before].join(";"), part.body].join("/");
    return { entries: part.entries, text: `${body}/${sum(body)}` };
  });
}

function parted(entries, { most, now }) {
  const parts = [];
  for (const one of entries) {
    const last = parts.at(-1);
    const body = last && `${last.body}/${piece(one, now, last.entries.at(-1).id)}`;
    if (last && body.length <= most) parts.splice(-1, 1, { entries: [...last.entries, one], body });
    else parts.push({ entries: [one], body: piece(one, now) });
  }
  return parts;
}

function whole(from, now) {
  const end = from.lastIndexOf("/");
  const [head, ...pieces] = from.slice(0, end).split("/");
  const [version, part, of, before, ...more] = head.split(";");
  sure(
    version === VERSION &&
      sum(from.slice(0, end)) === from.slice(end + 1) &&
      !more.length &&
      pieces.length,
  );
  const place = { part: number(part), of: number(of), before: before ? uuid(before) : null };
  sure(place.part >= 1 && place.part <= place.of && (place.part === 1) === !before);
  const entries = [];
  for (const one of pieces) entries.push(entryOf(one, now, entries.at(-1)?.id));
  return { ...place, entries };
}

/* Returns { part, of, before, entries }; null when the text is damaged, or none of ours. */
export function read(from, now = Date.now()) {
  try {
    return whole(from, now);
  } catch {
    return null;
  }
}
