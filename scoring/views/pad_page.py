"""What the pad shows: tiles, prompt, preview, the last hand. Values for templates/phone/."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from django.http import QueryDict

from clubsite.build import BUILD_ID
from scoring.forms.hands import ALONE, NOBODY, HandForm
from scoring.models import Correction, HandRecord, Sitting, Table
from scoring.models.hands import Told
from scoring.movements.cutting import first_jack
from scoring.permissions import RUN, Actor, may
from scoring.rules.game import Played
from scoring.rules.hand import SUITS, VOIDS, Hand
from scoring.rules.points import VOID_WORDS, Score, score
from scoring.rules.preview import score_table
from scoring.rules.rule_set import NUMBERS, RuleSet
from scoring.rules.wording import PIPS, gains, listed, told
from scoring.rules.wording import VOIDS as VOID_NAMES
from scoring.views.draft import Draft

EARLIER = 3
State = HandRecord.State
FACT_GROUPS = (("call", "Suit called"), ("turned", "Turned up"), ("trump", "Trump"))


@dataclass(frozen=True, kw_only=True)
class Tile:
    """A player's key on the pad."""

    seat: int
    colour: int
    name: str
    full: str
    points: int
    deals: bool
    role: str
    """"", "maker", "partner" or "maker, alone"."""


@dataclass(frozen=True, kw_only=True)
class HandLine:
    """A hand in words: its number, who scored what, what happened, why and by which law."""

    no: int
    played: Played
    id: str
    what: str
    gains: str
    why: str
    laws: str


def pad_context(*, table: Table, actor: Actor, draft: Draft, message: str = "") -> dict:
    """Return everything templates/phone/pad.html shows."""
    sitting = table.sitting
    lines = hand_lines(sitting, last=1)
    begun = next(iter(sitting.uncounted(State.BEGUN)), None)
    if begun is not None and not draft.begun and not message:
        told_before = QueryDict(f"call={begun.hand.call or ''}")
        draft = Draft(id=str(begun.id), maker=begun.hand.maker, told=told_before)
    elif begun is not None and draft.id == str(begun.id) and "call" not in draft.told:
        draft = replace(draft, told=QueryDict(f"{draft.told.urlencode()}&call={begun.hand.call or ''}"))
    latest = str(sitting.latest or "")
    draw = None if sitting.played else draw_of(sitting)
    idle = _idle_prompt(draw)
    return {
        "table": table,
        "sitting": sitting,
        "token": actor.link.token,
        "tag": page_tag(table.version, actor.link.right),
        "tiles": _tiles(sitting, draft),
        "draft": draft,
        "after": latest if draft.after is None else draft.after,
        "no": len(sitting.played) + 1,
        "last": lines[-1] if lines else None,
        "begun": begun,
        "prompt": _prompt(draft, begun, sitting) if draft.begun else idle,
        "idle": idle,
        "preview": _preview(draft, sitting),
        "message": message,
        "waiting": _waiting_lines(table),
        "voids": [(void, VOID_NAMES[void], VOID_WORDS[void], table.rules.law(void)) for void in VOIDS],
        "suits": SUITS.items(),
        "told": draft.told,
        "fact_groups": FACT_GROUPS,
        "undone": _undone(sitting),
        "scores": partial(score_table, table.rules, len(sitting.players)),
        "names": sitting.names,
        "called": "\n".join(player.called for player in sitting.players),
        "draw": draw,
        "runs": may(actor, RUN, table.session),
    }


def page_tag(version: int, right: str) -> str:
    """Return the polling tag: it changes when the table, the program or the viewer's right does."""
    return f"{version}-{BUILD_ID}-{right}"


def _tiles(sitting: Sitting, draft: Draft) -> list[Tile]:
    totals, dealer = sitting.totals, sitting.dealer
    return [
        Tile(
            seat=seat,
            colour=sitting.colours[seat],
            name=player.called,
            full=player.name,
            points=totals[seat],
            deals=seat == dealer,
            role=_role(seat, draft),
        )
        for seat, player in enumerate(sitting.players)
    ]


def _role(seat: int, draft: Draft) -> str:
    if seat == draft.maker:
        return "maker, alone" if draft.partner in (ALONE, NOBODY) else "maker"
    return "partner" if seat == draft.partner else ""


def _idle_prompt(draw: dict | None) -> str:
    """Return what stands above the keys before the first tap: at the start, who deals and why."""
    if draw is None:
        return "Who made the trump?"
    jack = draw["jack"]
    return (
        f"First jack: {jack.rank}{PIPS[jack.suit]} to {draw['dealer']}, who deals. Then: who made the trump?"
    )


def _prompt(draft: Draft, begun: Told | None, sitting: Sitting) -> str:
    if begun is not None and draft.partner is None and draft.id == str(begun.id):
        return f"{begun_words(begun, sitting)}. With whom, or alone?"
    return prompt(draft, sitting.names)


def prompt(draft: Draft, names: list[str]) -> str:
    """Return the question above the keys."""
    if draft.maker is None:
        return "Who made the trump?"
    maker = names[draft.maker]
    if draft.partner is None:
        return f"{maker} made it. With whom, or alone?"
    if draft.partner in (ALONE, NOBODY):
        return f"{maker} alone{': how many tricks?' if draft.tricks is None else '.'}"
    tricks = " Tricks?" if draft.tricks is None else ""
    return f"{maker} made it, with {names[draft.partner]}.{tricks}"


def _preview(draft: Draft, sitting: Sitting) -> dict | None:
    """Return who would score and why, once the draft is a whole hand."""
    if draft.maker is None or draft.told is None:
        return None
    values = draft.told.copy()
    for name in ("maker", "partner", "tricks"):
        value = getattr(draft, name)
        values[name] = "" if value is None else str(value)
    values.update({"id": draft.id, "sitting": str(sitting.pk)})
    values["after"] = ""
    form = HandForm(values, names=sitting.names, rules=sitting.table.rules, dealer=sitting.dealer)
    if not form.is_valid():
        return None
    return preview_of(score(form.hand, rules=form.rules, seats=len(form.names)), sitting.names, form.rules)


def preview_of(result: Score, names: list[str], rules: RuleSet) -> dict:
    """Return the preview line: who scores, and why by which law."""
    whys = [f"{award.reason} · {award.law.short}" for award in result.awards]
    return {"gains": gains(result.points, names, rules), "why": "; ".join(whys)}


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
            laws=listed(list(dict.fromkeys(award.law.short for award in played.score.awards))),
        )
        for played, stored in (pairs[-last:] if last else pairs)
    ]


def _waiting_lines(table: Table) -> list[dict]:
    """Return the hands that wait, also those told for an earlier sitting."""
    sittings = [table.sitting]
    if table.sitting.no > 1:
        waiting = HandRecord.objects.waiting().filter(sitting__table=table).values("sitting")
        earlier = table.sittings.filter(pk__in=waiting).exclude(pk=table.sitting.pk)
        sittings += earlier.select_related("table__session__club", "table__house")
    return [
        _waiting_line(waits, sitting) for sitting in sittings for waits in sitting.uncounted(State.WAITING)
    ]


def _waiting_line(waits: Told, sitting: Sitting) -> dict:
    """Return a hand that waits beside the hands that came while its phone did not look."""
    rules = sitting.table.rules
    result = score(waits.hand, rules=rules, seats=len(sitting.players))
    lines = hand_lines(sitting, last=EARLIER)
    return {
        "id": waits.id,
        "what": told(waits.hand, sitting.names, rules),
        "gains": gains(result.points, sitting.names, rules),
        "alike": next(
            (line.no for line in reversed(lines) if _same_facts(line.played.hand, waits.hand)), None
        ),
        "others": lines,
        "ended": sitting.ended_at is not None,
        "last": lines[-1].no if lines else None,
        "akin": bool(lines) and lines[-1].played.hand.maker == waits.hand.maker is not None,
        "next": len(sitting.played) + 1,
    }


def _undone(sitting: Sitting) -> dict | None:
    """Return the hand that was undone last, while no other took its place."""
    place = sitting.counted[-1].place if sitting.counted else 0
    back = [one for one in sitting.uncounted(State.TAKEN_BACK) if (one.place or 0) > place]
    if len(back) > 1:
        latest = Correction.objects.filter(record__in=[one.id for one in back]).latest("at", "pk").record_id
        back = [one for one in back if one.id == latest]
    return (
        {"id": back[0].id, "what": told(back[0].hand, sitting.names, sitting.table.rules)} if back else None
    )


def _same_facts(one: Hand, other: Hand) -> bool:
    facts = ("maker", "tricks", "partner", "alone", "void", "irregularities")
    return all(getattr(one, fact) == getattr(other, fact) for fact in facts)


def begun_words(begun: Told, sitting: Sitting) -> str:
    """Return what everybody may know of a hand begun: "Ben calls diamonds", "Ben made the trump"."""
    maker, call = sitting.names[begun.hand.maker], begun.hand.call
    return f"{maker} calls {SUITS[call]}" if call else f"{maker} made the trump"


def draw_of(sitting: Sitting) -> dict | None:
    """Return the cards thrown for the first deal, if the site drew it."""
    if sitting.draw_seed is None:
        return None
    seats = len(sitting.players)
    thrown = first_jack(seats=seats, lowest=sitting.table.rules.lowest[seats], seed=sitting.draw_seed)
    return {"cards": thrown, "dealer": sitting.names[thrown[-1].seat], "jack": thrown[-1]}


def rules_line(table: Table, rules: RuleSet, seats: int) -> str:
    """Return the small print under a table's name: "Call-Ace, five at the table · 28 cards · 25p a point"."""
    parts = [f"{rules.name}, {NUMBERS[seats]} at the table", f"{rules.cards(seats)} cards"]
    return " · ".join(parts + ([str(table.stake)] if table.stake else []))
