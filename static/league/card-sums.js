/* What somebody means who types a card: a name, and what the figures come to. */
const folded = (text) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/\s+/).filter(Boolean);

/* Whether each word that was typed begins a word of the name, in their order. */
function begins(said, name) {
  const words = folded(name);
  let at = 0;
  return folded(said).every((piece) => {
    while (at < words.length && !words[at].startsWith(piece)) at += 1;
    at += 1;
    return at <= words.length;
  });
}

/* Who is meant: of a number, the one who has it; of letters, the only one they begin. */
export function meant(said, squad) {
  const typed = said.trim();
  if (!typed) return "";
  if (/^\d+$/.test(typed)) return squad[Number(typed) - 1] || "";
  const found = squad.filter((name) => begins(typed, name));
  return found.length === 1 ? found[0] : "";
}

/* What these figures come to: games won and points of both sides; an empty figure is the target
   where the one beside it is below that. */
export function sumsOf(games, target) {
  const found = { won: [0, 0], total: [0, 0], games: 0 };
  for (const [home, away] of games) {
    if (home === "" && away === "") continue;
    const points = [home, away].map((one, side) => {
      const other = Number([away, home][side]);
      return one === "" ? (target && other < target ? target : Number.NaN) : Number(one);
    });
    if (points.some((one) => !Number.isInteger(one))) continue;
    found.games += 1;
    for (const side of [0, 1]) {
      found.total[side] += points[side];
      found.won[side] += points[side] > points[1 - side] ? 1 : 0;
    }
  }
  return found;
}
