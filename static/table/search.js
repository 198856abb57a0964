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

/* What people type and no law is known by, and figures for words. */
const LITTLE = new Set([
  ...["a", "an", "and", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to"],
  ...["he", "her", "his", "i", "it", "my", "our", "she", "their", "they", "we", "you", "your"],
  ...["did", "didn", "didnt", "do", "does", "doesn", "doesnt", "had", "has", "have", "not", "t"],
  ...["s", "somebody", "someone", "was", "with"],
]);
const FIGURES = [
  ...["none", "one", "two", "three", "four", "five", "six", "seven"],
  ...["eight", "nine", "ten", "eleven", "twelve", "thirteen"],
];
function plainly(wanted) {
  const told = wanted.filter((word) => !LITTLE.has(word));
  return told.length ? told.map((word) => FIGURES[word] ?? word) : wanted;
}

export function found(all, wanted) {
  const plain = plainly(wanted);
  const those = (words, how) => all.filter((one) => has(words, one.dataset.words, how));
  for (const [words, how] of [
    [wanted, begins],
    [plain, begins],
    [plain, nearlyBegins],
  ]) {
    const hits = those(words, how);
    if (hits.length) return hits.sort((one, other) => rank(one, words) - rank(other, words));
  }
  return [];
}
