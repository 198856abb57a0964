/* How the table stands: what the server's page says (#now), and on top of it what this phone was
   told since.
   What a hand scores, who deals next and how games end comes from tables of the server; no rule stands here. */
(() => {
  const Pad = (window.Pad ??= {});
  const PLAIN = new Set([
    "sitting",
    "after",
    "seen",
    "maker",
    "partner",
    "alone",
    "tricks",
    "void",
    "call",
    "turned",
    "trump",
    "made",
    "note",
    "phone",
  ]);
  const parsed = {};

  function read(id) {
    const { textContent } = document.getElementById(id);
    if (parsed[id]?.textContent !== textContent)
      parsed[id] = { textContent, told: JSON.parse(textContent) };
    return parsed[id].told;
  }

  /* Where nobody is called: what a usual hand ("2 alone 5") scores, in words and by seat. */
  const row = (usual) => read("scores").rows[read("scores").of[usual]];
  const isUsual = (fields) =>
    Object.entries(fields).every(([name, value]) => PLAIN.has(name) || !value.length) &&
    (fields.void || fields.tricks !== "");

  /* Returns the points by seat; null where no table holds them: they are told when the hand is
     sent. */
  function pointsOf(fields) {
    if (!isUsual(fields)) return null;
    if (fields.void) return Pad.names().map(() => 0);
    const { maker, partner, alone, tricks } = fields;
    if (Pad.draft.partners() !== "called")
      return row(`${maker} ${alone ? "alone" : "with"} ${tricks}`).points;
    const roles = read("scores")[Pad.words.isLone(partner) ? "alone" : "with"][tricks];
    return Pad.names().map((_, seat) =>
      String(seat) === maker
        ? roles.maker
        : String(seat) === partner
          ? roles.partner
          : roles.others,
    );
  }

  /* Returns what points do to the score, and to the games where they end one. */
  function scored(at, points) {
    const { sides, games } = read("ahead");
    if (!points) return { doubt: true, cell: null };
    const [side, ends] = (at.cell !== null && games?.ends[points]) || [];
    const end = ends?.[at.score[side]];
    if (end === undefined)
      return { score: at.score.map((one, each) => one + points[sides[each][0]]) };
    const [cell, score, winner, won, rubbers] = games.over[at.cell][end];
    const rows = at.won.map((one, each) => (each === winner ? one + won : one));
    return {
      ...{ score, cell, lap: score, ended: { winner, rubbers } },
      won: at.rubber ? games.won[cell] : rows,
      rubber: at.rubber && at.rubber + rubbers,
      game: at.rubber ? 1 + games.won[cell].reduce((one, other) => one + other) : at.game + won,
    };
  }

  const moved = ({ hanging, ...at }, to) => ({
    ...at,
    doubt: false,
    ended: null,
    before: null,
    ...to,
    back: null,
    hanging,
  });

  const DO = {
    hand(at, { id, fields }) {
      const dealer = (at.dealer + read("ahead").deal[fields.void ?? ""]) % Pad.names().length;
      const played = at.played + (fields.void ? 0 : 1);
      return {
        ...at,
        no: at.no + 1,
        latest: id,
        played,
        dealer,
        ended: null,
        ...scored(at, pointsOf(fields)),
        before: at,
        back: null,
      };
    },
    "take-back": (at, { id }) =>
      at.latest === id && at.before ? { ...moved(at, at.before), back: at } : at,
    "put-back": (at, { id }) =>
      at.back?.latest === id ? { ...moved(at, at.back), before: at } : at,
  };

  const BECAME = { hand: "counted", "take-back": "taken-back", "put-back": "counted" };

  /* Whether a telling says more than the server's page. */
  const isNews = ({ state, version }, now) =>
    state === "kept" || (state === "sent" && version > now.version);

  /* Whether it did what it was told for: another phone may have undone it before the answer
     came. */
  const took = ({ do: verb, state, became }) => state === "kept" || became === BECAME[verb];

  const isTheirs = ({ do: verb, fields }) =>
    verb === "hand" && fields.sitting !== String(read("now").sitting);

  /* A hand that waited when it was taken back waits again once it is put back. */
  function undone(at, telling) {
    const { do: verb, id, state, became } = telling;
    const hanging = at.hanging.filter((one) => one !== id);
    if (verb === "put-back" && (became === "waiting" || (state === "kept" && at.out === id)))
      return { ...at, hanging: [...hanging, id] };
    return took(telling)
      ? { ...DO[verb](at, telling), hanging, out: at.hanging.includes(id) ? id : null }
      : at;
  }

  /* A hand whose phone had not seen the latest waits for a decision, and those told after it
     wait behind it. */
  function take(at, telling) {
    const { do: verb, id, state, became, fields } = telling;
    if (verb !== "hand") return undone(at, telling);
    if (id === at.latest || fields.sitting !== String(at.sitting)) return at;
    const follows = fields.after === at.latest && took(telling);
    if (follows && isNews(telling, at)) return DO.hand(at, telling);
    const waits =
      state === "kept" || at.waiting.includes(id) || (became === "waiting" && isNews(telling, at));
    return waits ? { ...at, hanging: [...at.hanging, id] } : at;
  }

  /* Returns how the table stood after each of these tellings; the first is what the page says. */
  function course() {
    const stood = [{ ...read("now"), hanging: [] }];
    const told = Pad.queue?.all() ?? [];
    for (const telling of told) {
      const at = stood.at(-1);
      if (telling.state === "kept" || telling.state === "sent")
        stood.push(telling.do === "hand" || isNews(telling, at) ? take(at, telling) : at);
    }
    return stood;
  }

  const now = () => course().at(-1);

  function undo() {
    const { latest, no, before, hanging } = now();
    return latest && before && !hanging.length ? { id: latest, no: no - 1 } : null;
  }

  /* Returns what a telling brought, in words: "Ann and Cat 2. Game to Ann and Cat; told in full
     when it is sent". */
  function gains(telling) {
    const { do: verb, id, fields, gains: asked } = telling;
    const points = verb === "hand" && !isTheirs(telling) && pointsOf(fields);
    if (!points) return verb === "hand" ? asked || "Its score is told when it is sent" : "";
    const { winner, rubbers } =
      course().find(({ latest, ended }) => latest === id && ended)?.ended ?? {};
    const brought = Pad.figures.brought(fields, points);
    return winner === undefined
      ? brought
      : `${brought}. ${Pad.figures.over(winner, rubbers)}; told in full when it is sent`;
  }

  /* Returns what a usual hand ("2 alone 5") would end now, in words. */
  function ends(usual) {
    const at = now();
    if (Pad.figures.isServers(at)) return read("ends")[usual];
    const { ended } = scored(at, row(usual).points);
    return ended && Pad.figures.over(ended.winner, ended.rubbers);
  }

  Pad.ahead = {
    ...{ now, undo, gains, ends, row, read, took, isTheirs },
    show: () => Pad.figures.show(now()),
    latest: () => now().hanging.at(-1) ?? now().latest,
    no: () => now().no,
  };
})();
