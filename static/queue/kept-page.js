/* A page is kept for the time without a network by the service worker, where the browser has one
   (HTTPS, or this machine). */
const { serviceWorker } = navigator;

/* Has this page kept as it is now: brought again, or with this piece of it. */
export async function keepPage(piece) {
  const registration = await serviceWorker?.getRegistration();
  registration?.active?.postMessage({ keep: location.pathname, piece });
}

/* Has pages below `scope` kept from now on, after this one can be used. */
export function keepPages(scope) {
  addEventListener("load", async () => {
    try {
      await serviceWorker?.register("/sw.js", { scope });
      await serviceWorker?.ready;
      keepPage();
    } catch {
      /* private mode: none */
    }
  });
}

/* Opens this address again, without the page that is kept of it. */
export async function reloadWithout() {
  const names = await Promise.resolve(window.caches?.keys()).catch(() => []);
  for (const name of names ?? []) {
    const cache = await caches.open(name);
    await cache.delete(location.pathname, { ignoreVary: true });
  }
  location.reload();
}
