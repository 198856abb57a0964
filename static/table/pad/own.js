/* The pad where each player scores their own tricks (Buck): a bundle of its own, which other tables
   do not load. It is known as `own`, and draft.js asks it of the fields of a hand. */
const OUT = "-"; /* as the server knows a player who dropped out */
const TOOK = "took "; /* how the keys for tricks are named: "took 3" */

/* "out", "1 trick" or "3 tricks" on a player's key; "" while it is not known. */
const words = (took) => (took === OUT ? "out" : took && `${took} trick${took === "1" ? "" : "s"}`);

/* The tricks of each by seat, of "1,,-,"; "" is not tapped. */
function read(value, seats) {
  const said = value.split(",");
  return Array.from({ length: seats }, (_, seat) => said[seat] ?? "");
}

/* Those after the tricks of one more player: the last has what is left. */
function withOne(all, seat, took, dealt) {
  const after = all.map((one, at) => (at === seat ? took : one));
  const left = after.reduce((rest, one) => rest - (Number(one) || 0), dealt);
  const last = after.filter((one) => one === "").length === 1 && left > 0;
  return last ? after.map((one) => one || String(left)) : after;
}

/* Returns how far the hand is, what the pad says of it, and what a key does to its fields. Asked are
   the players from the dealer's left on. */
globalThis.own = ({ maker, partner, taken }, names, dealer) => {
  const all = read(taken.value, names.length);
  const turn = all.map((_, left) => (dealer + 1 + left) % all.length);
  const asks = turn.find((seat) => all[seat] === "");
  const some = all.some(Boolean);
  const known = maker.value !== "" || partner.value === "nobody";
  const who = maker.value === "" ? "No maker" : names[maker.value];
  const made = maker.value === "" ? "" : " made it";
  const each = names.map((name, seat) => `${name} ${all[seat] === OUT ? "out" : all[seat]}`);
  const write = (now) => {
    taken.value = now.some(Boolean) ? now.join(",") : "";
  };
  return {
    begun: some || known,
    complete: known && asks === undefined,
    prompt: known && `${who}${made}.${asks === undefined ? "" : ` ${names[asks]}’s tricks?`}`,
    line: `${who}${made && " made trump"}: ${each.join(", ")}`,
    took: all.map(words),
    /* The first key is the maker, or No maker. A player whose tricks are known is asked again. */
    press(key) {
      if (key.startsWith(TOOK)) {
        const took = key.slice(TOOK.length);
        if (known && asks !== undefined)
          write(withOne(all, asks, took, Number(taken.dataset.dealt)));
      } else if (all[key]) write(all.map((one, seat) => (seat === Number(key) ? "" : one)));
      else if (key === "nobody") {
        maker.value = "";
        partner.value = partner.value === key ? "" : key;
      } else if (!some) {
        maker.value = maker.value === key ? "" : key;
        partner.value = "";
      }
    },
  };
};
