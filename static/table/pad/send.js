/* Sends one telling, and says what became of it. Only an answer that names it counts: a hotspot's
   page, an
   error or half an answer leave it where it is (docs/decisions/0021-a-pad-out-of-reach.md). */
(() => {
  const LIMIT = 15000;
  const cookie = () => (document.cookie.match(/(?:^|; )csrftoken=([^;]+)/) || [])[1];

  function body({ key, do: what, id, at, fields }) {
    const sent = new URLSearchParams();
    for (const [name, values] of Object.entries(fields))
      for (const value of [values].flat()) sent.append(name, value);
    const ago = Math.max(0, Math.floor((Date.now() - at) / 1000));
    for (const [name, value] of Object.entries({
      key,
      do: what,
      id,
      ago,
      csrfmiddlewaretoken: cookie(),
    }))
      sent.set(name, value);
    return sent;
  }

  async function ask(telling, signal) {
    if (!cookie()) await fetch(telling.path, { signal }); /* the page brings it */
    const response = await fetch(`${telling.path}hands/send`, {
      method: "POST",
      body: body(telling),
      redirect: "error",
      signal,
    });
    if (response.status === 403) await fetch(telling.path, { signal });
    const bowerbook = response.headers.get("Bowerbook");
    if (bowerbook === "error" && [404, 410].includes(response.status))
      return { gone: response.status === 410 ? "revoked" : "nothing" };
    const told = await response.json();
    if (told.key !== telling.key) return {};
    if (response.status === 200)
      return {
        state: "sent",
        version: told.version,
        became: told.state,
        no: told.no ?? telling.no,
      };
    return [409, 422].includes(response.status) ? { state: "refused", reason: told.reason } : {};
  }

  /* Returns what is to be noted in the telling; nothing when nobody answered for it. */
  window.Pad.send = async (telling) => {
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), LIMIT);
    try {
      return await ask(telling, given.signal);
    } catch {
      return {};
    } finally {
      clearTimeout(timer);
    }
  };
})();
