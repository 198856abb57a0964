/* Which of the laws on a page go by the words somebody types. */
export const folded = (text) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}_]+/gu) ?? [];
const begins = (begun, word) => word.startsWith(begun);

/* One slip is forgiven where nothing begins so: a letter more, less or other, or two changed over;
   of four letters the first is right, and none is one too many; in a long word two letters side by
   side are forgiven (scoring/common/misspelt.py finds the same on the server). */
const [SHORTEST_MISSPELT, LONG] = [4, 7];

function isSlip(typed, meant) {
  const shorter = Math.min(typed.length, meant.length);
  let begins = 0;
  while (begins < shorter && typed[begins] === meant[begins]) begins += 1;
  let ends = 0;
  while (ends < shorter - begins && typed.at(-1 - ends) === meant.at(-1 - ends)) ends += 1;
  const [one, other] = [typed, meant].map((text) => text.slice(begins, text.length - ends));
  const changedOver = one.length === 2 && one === [...other].reverse().join("");
  return Math.max(one.length, other.length) <= (typed.length < LONG ? 1 : 2) || changedOver;
}

export const nearlyBegins = (begun, word) => {
  if (begins(begun, word)) return true;
  const { length } = begun;
  const few = length === SHORTEST_MISSPELT;
  if (length < SHORTEST_MISSPELT || (few && begun[0] !== word[0])) return false;
  const ends = few ? [0, 1] : [-1, 0, 1];
  return ends.some((more) => isSlip(begun, word.slice(0, length + more)));
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
