/* A link of the pad, while there is no connection: the browser would show an error page in place of
   the pad, and on
   plain http a pad that was left cannot be opened again. The sheet behind the badge says so instead. */
(() => {
  const Pad = window.Pad;
  const { $, sheets } = Pad;
  const LIMIT = 3000;

  /* The connection may be back before a poll has noticed. */
  async function answers() {
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), LIMIT);
    try {
      return (await fetch(location.pathname, { method: "HEAD", signal: given.signal })).headers.has(
        "Bowerbook",
      );
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }

  function stay() {
    sheets.closeAll();
    $("#kept").open = true;
    $("#state").focus();
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("#pad a[href]");
    if (!link || event.defaultPrevented || !Pad.state.since()) return;
    event.preventDefault();
    stay();
    if ((await answers()) && $("#kept").open) location.assign(link.href);
  });
})();
