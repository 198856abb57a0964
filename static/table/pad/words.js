/* What the pad says of a hand: the question above the keys, who gains what, the hand in a line. */
(() => {
  const Pad = window.Pad;
  const { draft, names } = Pad;
  const TRICKS = ["no trick", "one trick", "two tricks", "three tricks", "four tricks", "all five"];
  const isLone = (partner) => partner === "alone" || partner === "nobody";
  const listed = (all) =>
    all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;

  function prompt({ maker, partner, alone, tricks }) {
    if (maker === null) return "Who made the trump?";
    const who = names()[maker];
    if (draft.partners() !== "called") return promptOfSides({ maker, alone, tricks }, who);
    const [call] = draft.ticked("call");
    if (partner === "" && call)
      return `${who} calls ${call.nextElementSibling.querySelector(".hidden").textContent}. With whom, or alone?`;
    if (partner === "") return `${who} made it. With whom, or alone?`;
    if (tricks !== null || draft.ticked("revoke").length)
      return isLone(partner) ? `${who} alone.` : `${who} made it, with ${names()[partner]}.`;
    return isLone(partner)
      ? `${who} alone: how many tricks?`
      : `${who} made it, with ${names()[partner]}. Tricks?`;
  }

  function promptOfSides({ maker, alone, tricks }, who) {
    const open = tricks === null && !draft.decided();
    if (alone !== null)
      return `${alone === maker ? `${who} alone` : `${who} made it, ${names()[alone]} alone`}${open ? ": how many tricks?" : "."}`;
    return `${who} made it${draft.partners() === "fixed" ? `, with ${names()[draft.across(maker)]}` : ""}.${open ? " Tricks?" : ""}`;
  }

  function gains(points) {
    const scorers = names().filter((_, seat) => points[seat]);
    const others = names().filter((_, seat) => !points[seat]);
    const each = points.find((one) => one);
    if (!scorers.length) return "Nobody scores";
    if (scorers.length === 1) return `${scorers[0]} ${each}`;
    return `${others.length === 1 ? `Everyone but ${others[0]}` : listed(scorers)} ${each} each`;
  }

  /* The hand on the screen in a line: "Ben with Dan, all five; Cat: revoked". */
  function hand() {
    const { maker, partner, alone, tricks } = draft.now();
    const who = names()[maker];
    const played =
      isLone(partner) || alone === maker
        ? `${who} alone`
        : alone !== null
          ? `${who}, ${names()[alone]} alone`
          : partner !== ""
            ? `${who} with ${names()[partner]}`
            : who;
    const ended = draft.decided() || tricks === null;
    const more = names()
      .map((name, seat) => [name, offences(String(seat))])
      .filter(([, did]) => did.length);
    return [
      ended ? played : `${played}, ${TRICKS[tricks]}`,
      ...more.map(([name, did]) => `${name}: ${did.join(", ")}`),
    ].join("; ");
  }

  /* A box without a seat of its own speaks of the called partner, or of the one who laid his
     cards down. */
  const silent = ({ partner, alone }) => (alone === null ? partner : String(draft.across(alone)));

  function offences(seat) {
    const about = (box) => (box.value === "on" ? silent(draft.now()) : box.value.split("x")[0]);
    return draft
      .happened()
      .filter((box) => about(box) === seat)
      .map((box) => box.dataset.role);
  }

  const COUNTED = {
    hand: ["hand", "hands"],
    "take-back": ["undo", "undos"],
    "put-back": ["put back", "put back"],
  };

  /* Tellings as people count them: "2 hands, 1 undo". */
  function counted(tellings) {
    const numbers = Object.keys(COUNTED).map((verb) => [
      verb,
      tellings.filter((telling) => telling.do === verb).length,
    ]);
    return numbers
      .filter(([, number]) => number)
      .map(([verb, number]) => `${number} ${COUNTED[verb][number === 1 ? 0 : 1]}`)
      .join(", ");
  }

  const clock = (at) => new Date(at).toTimeString().slice(0, 5);

  Pad.words = { prompt, gains, hand, offences, isLone, counted, clock };
  Pad.say = (words) => {
    Pad.$("#prompt").textContent = words;
  };
})();
