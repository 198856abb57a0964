/* Draws how the table stands: points, counters, games, the dealer's mark, the number of the next
   hand. */
(() => {
  const Pad = (window.Pad ??= {});
  const $ = (selector) => document.querySelector(selector);
  const each = (selector, draw) => document.querySelectorAll(selector).forEach(draw);
  const { read } = Pad.ahead;
  const listed = (all) =>
    all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
  const games = (number) => `${number} game${number === 1 ? "" : "s"}`;
  const sideOf = (seat) => read("ahead").sides.findIndex((seats) => seats.includes(seat));
  const nameOf = (side) => listed(read("ahead").sides[side].map((seat) => Pad.names()[seat]));
  const isServers = ({ no, latest }) => no === read("now").no && latest === read("now").latest;
  /* A hand is on its way whose score no table holds: "3+?" */
  const figure = (points, doubt) => `${String(points).replace("-", "−")}${doubt ? "+?" : ""}`;
  const spoken = (points, doubt) =>
    `${points} points${doubt ? ", and what is told when it is sent" : ""}`;

  function text(element, words) {
    if (element && element.textContent !== words) element.textContent = words;
  }

  function counters(place, points) {
    const drawn = $("#drawn-counters");
    if (!place || !drawn) return;
    const pieces = [...drawn.content.querySelectorAll(".counter")];
    let rest = points;
    const laid = drawn.dataset.worth.split(" ").flatMap((worth, which) => {
      const number = Math.floor(rest / worth);
      rest %= worth;
      return Array.from({ length: number }, () => pieces[which]);
    });
    const colours = new Set(laid.map((piece) => piece.classList[1]));
    place.replaceChildren(...laid.map((piece) => piece.cloneNode(true)));
    const told = [...colours].map(
      (colour) => `${laid.filter((piece) => piece.classList.contains(colour)).length} ${colour}`,
    );
    if (told.length) Object.assign(place, { role: "img", ariaLabel: told.join(", ") });
    else for (const name of ["role", "aria-label"]) place.removeAttribute(name);
  }

  function tile(key, { score, won, doubt }) {
    const side = sideOf(Number(key.dataset.key));
    const points = key.querySelector(".points");
    text(key.querySelector(".won"), games(won?.[side]));
    if (!points) return;
    text(points, figure(score[side], doubt));
    points.setAttribute("aria-label", spoken(score[side], doubt));
    points.classList.toggle("doubt", Boolean(doubt));
    counters(key.querySelector(".counters"), score[side]);
  }

  function dealer(at) {
    const mark =
      $(".dealer") ?? Object.assign(document.createElement("span"), { className: "dealer" });
    const key = $(`.tile[data-key="${at.dealer}"]`);
    text(mark, at.doubt ? "dealer?" : "dealer");
    if (mark.parentElement !== key) key.append(mark);
  }

  function marked(place, points, doubt) {
    const markers = $("#drawn-markers")?.content.children[points];
    const old = place.querySelector(".markers, .side-points");
    const fresh =
      markers && !doubt
        ? markers.cloneNode(true)
        : Object.assign(document.createElement("b"), {
            className: "side-points",
            textContent: figure(points, doubt),
          });
    fresh.classList.toggle("doubt", Boolean(doubt));
    if (old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
  }

  function side(place, which, { score, won, lap, bridge, doubt }) {
    marked(place, score[which], doubt);
    const small = place.querySelector(".side-small");
    if (!small || !won) return;
    const said = document.createElement("p");
    said.append(`${games(won[which])}${lap[which] ? ` · lap ${lap[which]}` : ""}`);
    if (bridge === which)
      said.append(" · ", Object.assign(document.createElement("b"), { textContent: "bridge" }));
    if (small.innerHTML !== said.innerHTML) small.replaceChildren(...said.childNodes);
  }

  function place(at) {
    if (!at.game) return;
    const game = at.rubber ? `Rubber ${at.rubber}, game ${at.game}` : `Game ${at.game}`;
    const [told, to] = document.querySelectorAll(".to > span");
    text(
      told,
      at.cell === null && !isServers(at) ? `${game}, or the next: told when it is sent` : game,
    );
    $(".sides")?.setAttribute("aria-label", `${game}, ${to.textContent}`);
  }

  /* "Round 3 · hand 9 of 8" would be none: then the round is over once it is sent. */
  function number(at) {
    const { no, played, about, round } = read("now");
    text($(".save"), $(".save").textContent.replace(/\d+$/, at.no));
    const [, before, first, of = ""] = about.match(/^(.* · )hand (\d+)( of \d+)?$/) ?? [];
    if (!first) return;
    const hand = Number(first) + (round ? at.played - played : at.no - no);
    const past = of && hand > Number(of.slice(4));
    text($(".about"), past ? `${before}${hand - 1}${of} hands` : `${before}hand ${hand}${of}`);
  }

  function show(at) {
    each(".tile", (key) => tile(key, at));
    each(".side", (one, which) =>
      side(one, which, { ...at, bridge: isServers(at) ? at.bridge : null }),
    );
    dealer(at);
    place(at);
    number(at);
  }

  const over = (winner, rubbers) =>
    `Game to ${nameOf(winner)}${rubbers ? ", and the rubber is over" : ""}`;

  function brought({ maker, alone, tricks, ...told }, points) {
    const sides = Pad.draft.partners() !== "called" && !told.void;
    return sides
      ? Pad.ahead.row(`${maker} ${alone ? "alone" : "with"} ${tricks}`).gains
      : Pad.words.gains(points);
  }

  Pad.figures = { show, over, brought, isServers };
})();
