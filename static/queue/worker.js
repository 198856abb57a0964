/* The service worker: opens a pad, or a captain's night, when there is no network. It keeps pages
   and files, never a hand or a round: those are in the page's own queue. It touches no post and no
   poll. What is of this build stands before it as SITE (scoring/table/views/install.py): by the
   addresses below which a worker is registered, which pages it keeps, how those name themselves,
   their files, and what stands in for other pages there, if anything does. */
const { name, pattern, files, away } = SITE.kept[new URL(registration.scope).pathname];
const BUILD = `${name} ${SITE.build}`;
const PAGE = new RegExp(pattern);
const LIMIT = 3000; /* ms that a page may take while there is one kept */
const PAGES = 8; /* pads that are brought anew for a new version of the program: the latest */
const FILES = ["script", "style", "font", "image"];
const nothing = () => {};

const isOurs = (url) => url.origin === location.origin && PAGE.test(url.pathname);
const isOfOurs = (cache) => cache.startsWith(`${name} `);
/* A hotspot, or a proxy before a server that is away, answers without our header. */
const ours = (response) => response.headers.has("Bowerbook") || response.type === "opaqueredirect";
const good = (response) =>
  response.ok && !response.redirected && response.headers.get("Bowerbook") === name;
const revoked = (response) =>
  response.status === 410 && response.headers.get("Bowerbook") === "error";
const kept = (path) => caches.match(path, { cacheName: BUILD, ignoreVary: true });
/* The same, else that of the latest build before that has it. */
async function keptEver(path) {
  for (const cacheName of (await caches.keys()).reverse()) {
    const found = await caches.match(path, { cacheName, ignoreVary: true });
    if (found) return found;
  }
}

async function note(path, response) {
  if (good(response)) return (await caches.open(BUILD)).put(path, response);
  if (!revoked(response)) return;
  for (const name of await caches.keys())
    await (await caches.open(name)).delete(path, { ignoreVary: true });
}

/* What is on its way is older than a piece that has come meanwhile. */
const renewed = new Map();
async function bring(path) {
  const before = renewed.get(path);
  const page = await fetch(path);
  if (renewed.get(path) === before) await note(path, page);
}

/* Puts a piece that the page was brought into the page that is kept. */
const PIECE = /<main\b[\s\S]*<\/main>/;
async function renew(path, piece) {
  const page = await kept(path);
  if (!page) return bring(path);
  renewed.set(path, piece);
  const headers = new Headers(page.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  const whole = (await page.text()).replace(PIECE, () => piece);
  const cache = await caches.open(BUILD);
  await cache.put(path, new Response(whole, { headers }));
}

/* -- fetching --------------------------------------------------------------------------------- */
/* A restored site may not know the table, whose hands this phone has: the page that is kept says
   what to do, and gives way itself where there is nothing to keep it for (kept-page.js). */
const tells = (answer) => ours(answer) && answer.status < 500 && answer.status !== 404;

async function first(asked, path) {
  const page = await keptEver(path);
  if (!page) return asked;
  const late = new Promise((resolve) => {
    setTimeout(resolve, LIMIT);
  });
  const answer = await Promise.race([asked, late]).catch(nothing);
  return answer && tells(answer) ? answer : page;
}

function standIn(path) {
  const pad = path.split("/", 3).join("/");
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(away.replace("/t/table/", `${pad}/`), { status: 503, headers });
}

addEventListener("fetch", (event) => {
  const { request } = event,
    url = new URL(request.url);
  if (request.method !== "GET") return;
  if (url.origin === location.origin && FILES.includes(request.destination))
    event.respondWith(keptEver(url.pathname).then((file) => file ?? fetch(request)));
  if (request.mode !== "navigate") return;
  if (!away && !isOurs(url)) return;
  const asked = fetch(request);
  if (!isOurs(url)) return event.respondWith(asked.catch(() => standIn(url.pathname)));
  /* With something in its address the page shows a hand half tapped: not one to keep. */
  event.waitUntil(
    asked
      .then((answer) => (!url.search || revoked(answer)) && note(url.pathname, answer.clone()))
      .catch(nothing),
  );
  const answer = first(asked, url.pathname);
  event.respondWith(away ? answer.catch(() => standIn(url.pathname)) : answer);
});

/* A page asks to be kept as it is now: brought anew, or with this piece of it. */
let inTurn = Promise.resolve();
addEventListener("message", (event) => {
  const { keep, piece } = event.data;
  const path = new URL(keep, location.origin).pathname;
  if (!PAGE.test(path)) return;
  if (piece) inTurn = inTurn.then(() => renew(path, piece)).catch(nothing);
  event.waitUntil(piece ? inTurn : bring(path).catch(nothing));
});

/* -- a new version of the program -------------------------------------------------------------- */
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(files)));
});

async function pagesOf(name) {
  const requests = await (await caches.open(name)).keys();
  return requests
    .map(({ url }) => new URL(url))
    .filter(isOurs)
    .map((url) => url.pathname);
}

/* What could not be brought stays, with the files of the build that has it. */
async function deleteUnlessLeft(name, pages) {
  const had = (await pagesOf(name)).filter((path) => pages.includes(path));
  const brought = await Promise.all(had.map(kept));
  if (brought.every(Boolean)) await caches.delete(name);
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => isOfOurs(name) && name !== BUILD);
  const all = (await Promise.all(old.map(pagesOf))).flat();
  const pages = [...new Set(all.reverse())].slice(0, PAGES);
  await clients.claim();
  await Promise.all(pages.map((path) => bring(path).catch(nothing)));
  await Promise.all(old.map((name) => deleteUnlessLeft(name, pages)));
}

addEventListener("activate", (event) => event.waitUntil(takeOver()));
