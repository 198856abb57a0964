/* The pad where each player scores their own tricks (Buck): a bundle of its own, which other tables
   do not load. It is known as `own`, and what it returns of the fields of a hand replaces what
   draft.js reads of them. */
const OUT = "-"; /* as the server knows a player who dropped out */
const TOOK = "took "; /* how the keys for tricks are named: "took 3" */
const NO_MAKER = -1; /* in place of a seat, so that the hand is begun */

/* "out", "1 trick" or "3 tricks" on a player's key; "" while it is not known. */
const words = (took) => (took === OUT ? "out" : took && `${took} trick${took === "1" ? "" : "s"}`);

/* The tricks of each by seat, of "1,,-,"; "" is not tapped. */
function read(value, seats) {
  const said = value.split(",");
  return Array.from({ length: seats }, (_, seat) => said[seat] ?? "");
}

const added = (all) => all.reduce((sum, one) => sum + (Number(one) || 0), 0);

/* Those after the tricks of one more player: the last has what is left. */
function withOne(all, seat, took, dealt) {
  const after = all.map((one, at) => (at === seat ? took : one));
  const left = dealt - added(after);
  const last = after.filter((one) => one === "").length === 1 && left > 0;
  return last ? after.map((one) => one || String(left)) : after;
}

/* What cannot be, once the tricks of all are known; else "". */
function wrong(all, maker, dealt) {
  const sum = added(all);
  if (sum !== dealt) return `The tricks add up to ${sum}, not ${dealt}.`;
  if (all[maker] === OUT) return "The maker can’t drop out.";
  const out = maker === NO_MAKER && all.includes(OUT);
  return out ? "No one made trump, so no player can drop out." : "";
}

/* Returns the hand as far as it is tapped, what the pad says of it, and what a key does to its
   fields. Asked are the players from the dealer's left on. */
globalThis.own = ({ maker, partner, taken }, { names }, { dealer }) => {
  const dealt = Number(taken.dataset.dealt);
  const all = read(taken.value, names.length);
  const turn = all.map((_, left) => (dealer + 1 + left) % all.length);
  const asks = turn.find((seat) => all[seat] === "");
  const none = partner.value === "nobody" ? NO_MAKER : null;
  const seat = maker.value === "" ? none : Number(maker.value);
  const [who, made, trump] =
    maker.value === "" ? ["No maker", "", ""] : [names[seat], " made it", " made trump"];
  const then = asks === undefined ? wrong(all, seat, dealt) : `${names[asks]}’s tricks?`;
  const each = names.map((name, at) => `${name} ${all[at] === OUT ? "out" : all[at]}`);
  const write = (now) => {
    taken.value = now.some(Boolean) ? now.join(",") : "";
  };
  return {
    maker: seat,
    decided: asks === undefined && !then,
    prompt: seat !== null && `${who}${made}. ${then}`.trim(),
    line: `${who}${trump}: ${each.join(", ")}`,
    roles: all.map((took, at) =>
      [at === seat ? "maker" : "", words(took)].filter(Boolean).join(", "),
    ),
    /* The first key is the maker, or No maker. A player whose tricks are known is asked again. */
    press(key) {
      if (key.startsWith(TOOK)) {
        if (seat !== null && asks !== undefined)
          write(withOne(all, asks, key.slice(TOOK.length), dealt));
      } else if (key === "nobody") {
        maker.value = "";
        partner.value = partner.value === key ? "" : key;
      } else if (seat !== null && all[key])
        write(all.map((one, at) => (at === Number(key) ? "" : one)));
      else if (seat === null || !all.some(Boolean)) {
        maker.value = maker.value === key ? "" : key;
        partner.value = "";
      }
    },
  };
};
