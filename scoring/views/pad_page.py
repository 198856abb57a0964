"""What the pad shows: tiles, prompt, preview, the last hand. Values for templates/phone/."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from uuid import uuid4

from django.http import QueryDict

from clubsite.build import BUILD_ID
from scoring.forms.hands import ALONE, NOBODY, HandForm
from scoring.models import Correction, HandRecord, Sitting, Table
from scoring.models.hands import Told
from scoring.models.table_in_round import in_round
from scoring.movements.cutting import first_jack
from scoring.permissions import RUN, Actor, may
from scoring.rules.ahead import ending, ends_table, score_table, side_table, why
from scoring.rules.counters import MARKS
from scoring.rules.game import Played, advance
from scoring.rules.hand import MADE, SUITS, VOIDS, Hand
from scoring.rules.points import VOID_WORDS, score
from scoring.rules.rule_set import NUMBERS, RuleSet
from scoring.rules.wording import PIPS, gains, listed, told
from scoring.rules.wording import VOIDS as VOID_NAMES
from scoring.views.draft import Draft
from scoring.views.games import ends_of, event_of, game_score, side_colours
from scoring.views.offences import offences
from scoring.views.pad_now import now_context
from scoring.views.tournament.round_here import RoundHere, round_here
from scoring.views.waiting_page import waiting_lines

State = HandRecord.State
FACT_GROUPS = (("call", "Suit called"), ("turned", "Turned up"), ("trump", "Trump"))


@dataclass(frozen=True, kw_only=True)
class Tile:
    """A player's key on the pad."""

    seat: int
    colour: int
    name: str
    full: str
    points: int | None
    """None where the side's score stands above the keys."""
    games: int | None
    """Games won, where each plays such games for himself."""
    deals: bool
    role: str
    """ "", "maker", "partner", "alone" or "maker, alone"."""


@dataclass(frozen=True, kw_only=True)
class HandLine:
    """A hand in words: its number, who scored what, what happened, why and by which law."""

    no: int
    played: Played
    id: str
    what: str
    gains: str
    why: str
    ends: str
    """The games and rubbers that it ended, in words."""
    laws: str


def pad_context(*, table: Table, actor: Actor, draft: Draft, message: str = "") -> dict:
    """Return everything templates/phone/pad.html shows."""
    sitting = table.sitting
    lines = hand_lines(sitting, last=1)
    happened, seen = (
        draft.told.get(name, "") if draft.told else "" for name in ("happened", "seen")
    )
    begun = next(iter(sitting.uncounted(State.BEGUN)), None)
    if begun is not None and not draft.begun and not message:
        told_before = QueryDict(f"call={begun.hand.call or ''}")
        draft = Draft(id=str(begun.id), rules=table.rules, maker=begun.hand.maker, told=told_before)
    elif begun is not None and draft.id == str(begun.id) and "call" not in draft.told:
        draft = replace(
            draft, told=QueryDict(f"{draft.told.urlencode()}&call={begun.hand.call or ''}")
        )
    latest = str(sitting.latest or "")
    draw = None if sitting.played else draw_of(sitting)
    here, score = in_round(table), game_score(sitting)
    round = round_here(here, sitting, score) if here else None
    score = round.score if round else score
    idle = _idle_prompt(draw) if round is None else _idle_in_round(round)
    undone = _undone(sitting)
    on_page = {"tiles": _tiles(sitting, draft), "score": score, "round": round}
    return {
        "table": table,
        "sitting": sitting,
        "token": actor.link.token,
        "phone": actor.phone,
        "tag": page_tag(table.version, actor.link.right),
        "draft": draft,
        "after": latest if draft.after is None else draft.after,
        "no": len(sitting.played) + 1,
        "last": lines[-1] if lines else None,
        "begun": begun,
        "prompt": _prompt(draft, begun, sitting) if draft.begun else idle,
        "idle": idle,
        "preview": _preview(draft, sitting),
        "message": message,
        "waiting": waiting_lines(table, actor),
        "told": draft.told,
        "alone_key": "Alone"
        if draft.alone is None
        else f"{sitting.players[draft.alone].called} alone",
        "undone": undone,
        "writes": True,
        "new_key": uuid4,
        "happened": happened,
        "ends": partial(_ends, sitting),
        "event": None if round else event_of(sitting, seen=seen),
        "seen": seen,
        "names": sitting.names,
        "called": "\n".join(player.called for player in sitting.players),
        "draw": draw,
        "anew": not sitting.played and _hands_before(sitting),
        "runs": may(actor, RUN, table.session),
        **on_page,
        **now_context(sitting, undone=undone, **on_page),
    } | _asked_by_the_rules(table)


def _asked_by_the_rules(table: Table) -> dict:
    """Return what the pad shows because of the table's rules, whatever was played."""
    rules, sitting = table.rules, table.sitting
    return {
        "voids": [
            (void, VOID_NAMES[void], VOID_WORDS[void], rules.law(void))
            for void in VOIDS
            if not (void == "passed-out" and rules.stick_the_dealer)
        ],
        "suits": SUITS.items(),
        "fact_groups": fact_groups(rules),
        "ways": [way for way in MADE if way != "assisted" or rules.partners == "fixed"],
        "marks": MARKS.items() if rules.target == 5 and rules.partners == "fixed" else (),
        "scores": partial(_scores, rules, sitting.names),
        "rules": rules,
        "offences": partial(offences, rules, [player.called for player in sitting.players]),
        "rules_tag": f"{table.rules_key} {table.options} {table.house.told if table.house else ''}",
        "decides": "" if rules.revokes == "counted" else "revoke",
    }


def fact_groups(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """Return the suits that may be noted beside a hand, each with its legend."""
    return FACT_GROUPS if rules.partners == "called" else FACT_GROUPS[1:]


def page_tag(version: int, right: str) -> str:
    """Return the polling tag: it changes when the table, the program or the viewer's right does."""
    return f"{version}-{BUILD_ID}-{right}"


def _tiles(sitting: Sitting, draft: Draft) -> list[Tile]:
    colours, dealer = side_colours(sitting), sitting.dealer
    standing = None if sitting.round_table_id else sitting.standing
    points, games = sitting.totals, [None] * len(sitting.players)
    if sitting.table.rules.partners == "fixed":
        points = (None,) * len(points)
    elif standing is not None:
        points = standing.score
        games = [sum(game.winner == seat for game in standing.games) for seat in range(len(points))]
    return [
        Tile(
            seat=seat,
            colour=colours[seat],
            name=player.called,
            full=player.name,
            points=points[seat],
            games=games[seat],
            deals=seat == dealer,
            role=_role(seat, draft),
        )
        for seat, player in enumerate(sitting.players)
    ]


def _role(seat: int, draft: Draft) -> str:
    if seat == draft.maker:
        return (
            "maker, alone" if draft.alone == seat or draft.partner in (ALONE, NOBODY) else "maker"
        )
    if seat == draft.alone:
        return "alone"
    return "partner" if seat == draft.partner else ""


def _hands_before(sitting: Sitting) -> bool:
    """Return whether hands count at this table that other people, or these in other seats, played
    before."""
    earlier = HandRecord.objects.counted().filter(sitting__table=sitting.table_id)
    return sitting.no > 1 and not sitting.round_table_id and earlier.exists()


def _idle_prompt(draw: dict | None) -> str:
    """Return what stands above the keys before the first tap: at the start, who deals and why."""
    if draw is None:
        return "Who made the trump?"
    jack = draw["jack"]
    return (
        f"First jack: {jack.rank}{PIPS[jack.suit]} to {draw['dealer']}, who deals. Then: who "
        "made the trump?"
    )


def _idle_in_round(round: RoundHere) -> str:
    """Return what stands above the keys before the first tap of a tournament's hand."""
    if round.state == "soon":
        return f"Round {round.no} begins soon: {round.who}."
    return "" if round.state in ("over", "ring") else "Who made the trump?"


def _prompt(draft: Draft, begun: Told | None, sitting: Sitting) -> str:
    called = sitting.table.rules.partners == "called"
    if called and begun is not None and draft.partner is None and draft.id == str(begun.id):
        return f"{begun_words(begun, sitting)}. With whom, or alone?"
    return prompt(draft, sitting.names)


def prompt(draft: Draft, names: list[str]) -> str:
    """Return the question above the keys."""
    if draft.maker is None:
        return "Who made the trump?"
    maker = names[draft.maker]
    if draft.rules.partners != "called":
        return _prompt_of_sides(draft, names)
    if draft.partner is None:
        return f"{maker} made it. With whom, or alone?"
    if draft.partner in (ALONE, NOBODY):
        return f"{maker} alone{': how many tricks?' if draft.tricks is None else '.'}"
    tricks = " Tricks?" if draft.tricks is None else ""
    return f"{maker} made it, with {names[draft.partner]}.{tricks}"


def _prompt_of_sides(draft: Draft, names: list[str]) -> str:
    """Return the question where nobody is called: "Ben made it, with Dan. Tricks?"."""
    maker = names[draft.maker]
    if draft.alone is not None:
        lone = (
            f"{maker} alone"
            if draft.alone == draft.maker
            else f"{maker} made it, {names[draft.alone]} alone"
        )
        return f"{lone}{': how many tricks?' if draft.tricks is None else '.'}"
    with_whom = "" if draft.fixed_partner is None else f", with {names[draft.fixed_partner]}"
    return f"{maker} made it{with_whom}.{' Tricks?' if draft.tricks is None else ''}"


def _preview(draft: Draft, sitting: Sitting) -> dict | None:
    """Return who would score and why, once the draft is a whole hand."""
    if draft.maker is None or draft.told is None:
        return None
    values = draft.told.copy()
    for name in ("maker", "partner", "alone", "tricks"):
        value = getattr(draft, name)
        values[name] = "" if value is None else str(value)
    values.update({"id": draft.id, "sitting": str(sitting.pk)})
    values["after"] = ""
    form = HandForm(values, names=sitting.names, rules=sitting.table.rules, dealer=sitting.dealer)
    if not form.is_valid():
        return None
    return preview_of(form.hand, sitting)


def preview_of(hand: Hand, sitting: Sitting) -> dict:
    """Return the preview lines: who scores, why by which law, and the game that it would end."""
    names, rules = sitting.names, sitting.table.rules
    result, ends = score(hand, rules=rules, seats=len(names)), ""
    if sitting.standing is not None:
        at = {"rules": rules, "dealer": sitting.dealer}
        ends = ending(result, names=names, standing=sitting.standing, **at)
        _, result = advance(
            sitting.standing, result, seats=len(names), no=len(sitting.played) + 1, **at
        )
    return {"gains": gains(result.points, names, rules), "why": why(result), "ends": ends}


def _scores(rules: RuleSet, names: list[str]) -> dict:
    return (
        score_table(rules, len(names)) if rules.partners == "called" else side_table(rules, names)
    )


def _ends(sitting: Sitting) -> dict[str, str]:
    """Return which usual hands would end the game now, for the page's script."""
    if sitting.standing is None:
        return {}
    at = {"names": sitting.names, "standing": sitting.standing, "dealer": sitting.dealer}
    return ends_table(sitting.table.rules, **at)


def hand_lines(sitting: Sitting, *, last: int | None = None) -> list[HandLine]:
    """Return the hands that count, in words; only the `last` ones if a number is given."""
    names, rules = sitting.names, sitting.table.rules
    pairs = list(zip(sitting.played, sitting.counted, strict=True))
    return [
        HandLine(
            no=played.no,
            played=played,
            id=str(stored.id),
            what=told(played.hand, names, rules),
            gains=gains(played.score.points, names, rules),
            why="; ".join(award.reason for award in played.score.awards),
            ends=ends_of(played, rules, names),
            laws=listed(list(dict.fromkeys(award.law.short for award in played.score.awards))),
        )
        for played, stored in (pairs[-last:] if last else pairs)
    ]


def _undone(sitting: Sitting) -> dict | None:
    """Return the hand that was undone last, while no other took its place."""
    place = sitting.counted[-1].place if sitting.counted else 0
    back = [one for one in sitting.uncounted(State.TAKEN_BACK) if (one.place or 0) > place]
    if len(back) > 1:
        latest = (
            Correction.objects.filter(record__in=[one.id for one in back])
            .latest("at", "pk")
            .record_id
        )
        back = [one for one in back if one.id == latest]
    return (
        {
            "id": back[0].id,
            "told": back[0],
            "what": told(back[0].hand, sitting.names, sitting.table.rules),
        }
        if back
        else None
    )


def begun_words(begun: Told, sitting: Sitting) -> str:
    """Return what everybody may know of a hand begun: "Ben calls diamonds", "Ben made the
    trump"."""
    maker, call = sitting.names[begun.hand.maker], begun.hand.call
    return f"{maker} calls {SUITS[call]}" if call else f"{maker} made the trump"


def draw_of(sitting: Sitting) -> dict | None:
    """Return the cards thrown for the first deal, if the site drew it."""
    if sitting.draw_seed is None:
        return None
    seats = len(sitting.players)
    thrown = first_jack(
        seats=seats, lowest=sitting.table.rules.lowest[seats], seed=sitting.draw_seed
    )
    return {"cards": thrown, "dealer": sitting.names[thrown[-1].seat], "jack": thrown[-1]}


def rules_line(table: Table, rules: RuleSet, seats: int) -> str:
    """Return the small print under a table's name: "Call-Ace, five at the table · 28 cards · 25p a
    point"."""
    parts = [f"{rules.name}, {NUMBERS[seats]} at the table", f"{rules.cards(seats)} cards"]
    return " · ".join([*parts, *filter(None, [table.stake_told])])
