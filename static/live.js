/* A screen that polls says honestly whether it is live: a board, the evening's page, its wall. */
(() => {
  let heard = Date.now();
  const say = () => {
    const off = Date.now() - heard > 7000;
    const state = document.querySelector("#state");
    if (!state) return; /* a closed evening has nothing to wait for */
    state.dataset.state = off ? "off" : "sent";
    const words = off
      ? `✕ not connected since ${new Date(heard).toTimeString().slice(0, 5)}`
      : "live";
    if (state.textContent !== words) state.textContent = words;
  };
  document.addEventListener("htmx:before:response", (event) => {
    const { response } = event.detail.ctx;
    const whose = response.headers.get("Bowerbook");
    if (whose === "error" && [404, 410].includes(response.status)) return location.reload();
    if (response.status === 304 || (whose && whose !== "error")) heard = Date.now();
    else event.preventDefault();
    say();
  });
  setInterval(say, 1000);
})();
