/* Checks a draw of round 1 without a server: whether the secret is the one that was promised, the
   seed that it gives with what the room added, and the order in which that seed draws the entrants,
   as the Random of Python does. It is inside the page that anyone can download. */

/* The first 32 bits of the fractional parts of cube roots and square roots of primes, as FIPS 180-4
   has them. */
const PRIMES = [...Array(312).keys()].filter(
  (n) => n > 1 && ![...Array(n).keys()].some((m) => m > 1 && n % m === 0),
);
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/* The bytes of a text in UTF-8. */
const bytesOf = (text) =>
  [...unescape(encodeURIComponent(text))].map((letter) => letter.charCodeAt(0));

/* The SHA-256 of a text, in hex. A page without HTTPS has no crypto.subtle. */
export function sha256(text) {
  const bytes = bytesOf(text);
  const bits = bytes.length * 8;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(bits / 2 ** shift) % 256);
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  let state = START;
  for (let at = 0; at < bytes.length; at += 64) {
    const words = [];
    for (let no = 0; no < 64; no++) {
      if (no < 16) {
        const first = at + no * 4;
        words.push(
          (bytes[first] << 24) |
            (bytes[first + 1] << 16) |
            (bytes[first + 2] << 8) |
            bytes[first + 3],
        );
        continue;
      }
      const [old, late] = [words[no - 15], words[no - 2]];
      words.push(
        (words[no - 16] +
          (turned(old, 7) ^ turned(old, 18) ^ (old >>> 3)) +
          words[no - 7] +
          (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10))) |
          0,
      );
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let no = 0; no < 64; no++) {
      const one =
        h +
        (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
        ((e & f) ^ (~e & g)) +
        ROUNDS[no] +
        words[no];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    state = [a, b, c, d, e, f, g, h].map((word, no) => (word + state[no]) | 0);
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/* The seed of a draw. */
export const seedOf = (secret, label, room) =>
  Number.parseInt(sha256(`${secret} ${label} ${room}`).slice(0, 8), 16) % 2 ** 31;

/* Numbers below 2**32, as Python's Random has them for a seed below 2**32 (Mersenne Twister, seeded
   by an array of one number). */
function twister(seed) {
  const size = 624;
  const state = [19650218];
  const mixed = (before) => before ^ (before >>> 30);
  for (let no = 1; no < size; no++)
    state.push((Math.imul(1812433253, mixed(state[no - 1])) + no) >>> 0);
  let at = 1;
  const next = () => {
    at += 1;
    if (at < size) return;
    state[0] = state[size - 1];
    at = 1;
  };
  for (let no = 0; no < size; no++) {
    state[at] = ((state[at] ^ Math.imul(mixed(state[at - 1]), 1664525)) + seed) >>> 0;
    next();
  }
  for (let no = 1; no < size; no++) {
    state[at] = ((state[at] ^ Math.imul(mixed(state[at - 1]), 1566083941)) - at) >>> 0;
    next();
  }
  state[0] = 0x80000000;
  let taken = size;
  return () => {
    if (taken === size) {
      for (let no = 0; no < size; no++) {
        const both = (state[no] & 0x80000000) | (state[(no + 1) % size] & 0x7fffffff);
        state[no] = (state[(no + 397) % size] ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0)) >>> 0;
      }
      taken = 0;
    }
    let found = state[taken++];
    found ^= found >>> 11;
    found ^= (found << 7) & 0x9d2c5680;
    found ^= (found << 15) & 0xefc60000;
    return (found ^ (found >>> 18)) >>> 0;
  };
}

/* The numbers in the order that the seed draws them. */
export function drawn(numbers, seed) {
  const chance = twister(seed);
  const below = (most) => {
    const bits = 32 - Math.clz32(most);
    for (;;) {
      const found = chance() >>> (32 - bits);
      if (found < most) return found;
    }
  };
  const pool = [...numbers];
  return numbers.map((_, no) => {
    const place = below(pool.length - no);
    const found = pool[place];
    pool[place] = pool[pool.length - no - 1];
    return found;
  });
}

/* Shows the page's result again whenever something in its form changes. */
export function check(page) {
  const [form, says] = [page.querySelector("form"), (id) => page.getElementById(id)];
  const show = () => {
    const { digest, secret, label, room, numbers } = Object.fromEntries(new FormData(form));
    const found = sha256(secret);
    const seed = seedOf(secret, label, room);
    const here = numbers.match(/\d+/g)?.map(Number) ?? [];
    says("digest-of-secret").textContent = found;
    says("verdict").textContent =
      found === digest.trim().toLowerCase()
        ? "✓ This is the secret that was promised."
        : "✗ This is not the secret that was promised.";
    says("seed").textContent = seed;
    says("order").textContent = drawn(here, seed).join(", ");
  };
  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
}

if (globalThis.document?.documentElement.dataset.checks === "draw") check(document);
