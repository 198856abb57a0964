/* The service worker, where the browser has one (HTTPS, or this machine): it keeps this page for
   the time
   without a network. It is asked for after the page can be used, and anew when the table has changed. */
(() => {
  if (!navigator.serviceWorker) return;
  const A_MINUTE = 60_000,
    SOON = 5000; /* Soon: a taking back, or a correction, often follows a hand. */
  let asked = 0,
    timer = null;

  async function keepThisPage() {
    timer = null;
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ keep: location.pathname });
    asked = Date.now();
  }

  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js", { scope: "/t/" }).then(keepThisPage, () => {
      /* private mode: none */
    });
  });
  document.addEventListener("htmx:after:swap", () => {
    timer ??= setTimeout(keepThisPage, Math.max(SOON, asked + A_MINUTE - Date.now()));
  });
})();
