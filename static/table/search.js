/* Which of the laws on a page go by the words somebody types. */
export const folded = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? [];
const begins = (begun, word) => word.startsWith(begun);

/* One slip is forgiven where nothing begins so: a letter more, less or other, or two changed over
   (scoring/rules/remedies finds the same on the server). */
const SHORTEST_MISSPELT = 5;
const slips = (word) => [word, ...[...word].map((_, no) => word.slice(0, no) + word.slice(no + 1))];
const nearlyBegins = (begun, word) => {
  if (begins(begun, word)) return true;
  if (begun.length < SHORTEST_MISSPELT) return false;
  const known = new Set(slips(begun));
  return [-1, 0, 1].some((more) =>
    slips(word.slice(0, begun.length + more)).some((slip) => known.has(slip)),
  );
};

const has = (wanted, text, how) => {
  const words = [...new Set(folded(text))];
  return wanted.every((begun) => words.some((word) => how(begun, word)));
};
const rank = ({ dataset }, wanted) =>
  ("common" in dataset ? 0 : 2) + (has(wanted, dataset.title, nearlyBegins) ? 0 : 1);

export function found(all, wanted) {
  const those = (how) => all.filter((one) => has(wanted, one.dataset.words, how));
  const exactly = those(begins);
  return (exactly.length ? exactly : those(nearlyBegins)).sort(
    (one, other) => rank(one, wanted) - rank(other, wanted),
  );
}
