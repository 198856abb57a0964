/* What htmx hears: polls, and the forms that are no tellings. Somebody else's answer is never
   shown. */
(() => {
  const Pad = window.Pad;
  const writes = (event) => event.detail.ctx?.request?.method === "POST";

  function notDone() {
    Pad.say("That was not done: no connection. Tap it again.");
    Pad.state.lost();
  }

  document.addEventListener("htmx:config:request", (event) => {
    /* The cookie of now: signing in meanwhile, in another tab, has changed it. */
    const { request } = event.detail.ctx;
    const [, token] = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/) || [];
    if (token && request.body?.has("csrfmiddlewaretoken"))
      request.body.set("csrfmiddlewaretoken", token);
  });
  document.addEventListener("htmx:error", (event) =>
    event.detail.ctx && writes(event) ? notDone() : Pad.state.lost(),
  );
  document.addEventListener("htmx:before:response", (event) => {
    const { response } = event.detail.ctx;
    const whose = response.headers.get("Bowerbook");
    if (response.status === 304 || whose === "pad") return Pad.state.reached();
    /* an error, or somebody else answered: a hotspot's sign-in page, a proxy */
    event.preventDefault();
    const gone = whose === "error" && [404, 410].includes(response.status);
    if (gone && Pad.queue.all().every(({ state }) => state === "sent")) return location.reload();
    if (gone && response.status === 410) Pad.queue.revoked();
    if (writes(event)) notDone();
    else Pad.state.lost();
  });
})();
