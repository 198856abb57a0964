/* The director's buttons keep the page: what did not arrive is said on it. Without this file
   every tap loads it anew. */
(() => {
  const polls = (event) =>
    event.detail.ctx?.sourceElement?.id === "poll"; /* live.js looks at these */

  function notDone() {
    const page = document.getElementById("director");
    const words = document.createElement("p");
    words.className = "complaint";
    words.setAttribute("role", "alert");
    words.textContent = "That was not done: no connection. Tap it again.";
    page.querySelector(":scope > .complaint")?.remove();
    page.prepend(words);
  }

  document.addEventListener("htmx:before:response", (event) => {
    if (polls(event)) return;
    const whose = event.detail.ctx.response.headers.get("Bowerbook");
    if (whose === "director") return;
    event.preventDefault(); /* an error page, or somebody else answered */
    if (whose === "error") location.reload();
    else notDone();
  });
  document.addEventListener("htmx:error", (event) => {
    if (!polls(event)) notDone();
  });
})();
