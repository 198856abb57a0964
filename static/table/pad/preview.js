/* The line above Save: who would score what, and why. It comes from the table the server put into
   the page;
   what the table does not hold (irregularities, further facts) the server works out. No rule stands here. */
(() => {
  const { $, draft, names, words } = window.Pad;
  const FURTHER = ["call", "made", "trump", "turned"];
  const asSent = () => new URLSearchParams(new FormData(draft.form())).toString();

  function paragraphs(lines) {
    $("#preview").replaceChildren(
      ...lines
        .filter(([, line]) => line)
        .map(([kind, line]) => {
          const p = document.createElement("p");
          p.className = kind;
          p.textContent = line;
          return p;
        }),
    );
  }

  async function askServer() {
    const asked = asSent();
    try {
      const response = await fetch($("#preview").dataset.ask, {
        method: "POST",
        body: new FormData(draft.form()),
      });
      const said = response.headers.get("Bowerbook") ? await response.json() : null;
      if (said && asSent() === asked)
        paragraphs(
          said.wrong
            ? [["wrong", said.wrong]]
            : [
                ["gains", said.gains],
                ["why", said.why],
                ["ends", said.ends],
              ],
        );
    } catch {
      if (asSent() === asked)
        paragraphs([["why", "No connection: what it scores is told when it is sent."]]);
    }
  }

  function show({ maker, partner, alone, tricks }) {
    if (!draft.complete()) return paragraphs([]);
    if (
      draft.happened().length ||
      tricks === null ||
      FURTHER.some((fact) => draft.ticked(fact).length)
    )
      return void askServer();
    const { ahead } = window.Pad;
    if (draft.partners() !== "called") {
      const usual = `${maker} ${alone === null ? "with" : "alone"} ${tricks}`;
      const { gains, why } = ahead.row(usual);
      return paragraphs([
        ["gains", gains],
        ["why", why],
        ["ends", ahead.ends(usual)],
      ]);
    }
    const row = ahead.read("scores")[words.isLone(partner) ? "alone" : "with"][tricks];
    const role = (seat) =>
      seat === maker ? row.maker : String(seat) === partner ? row.partner : row.others;
    paragraphs([
      ["gains", words.gains(names().map((_, seat) => role(seat)))],
      ["why", `${row.why} · ${row.law}`],
    ]);
  }

  window.Pad.preview = { show };
})();
