"""What the pad shows of hands that wait: each beside the hand that was told for the same deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils import timezone

from scoring.models import HandRecord, Sitting, Table
from scoring.models.chains import Chains
from scoring.models.hands import told_by
from scoring.permissions import Actor
from scoring.rules.hand import same_hand
from scoring.rules.points import score
from scoring.rules.wording import gains, told
from scoring.views.tournament.round_here import late_in
from scoring.views.waiting_choices import Waiting
from scoring.views.waiting_words import Telling, compared

WAITING = HandRecord.State.WAITING


def waiting_lines(table: Table, actor: Actor) -> list[Waiting]:
    """Return the hands that somebody must decide about, also those told for an earlier sitting."""
    return [
        _waiting(line, chains, actor)
        for sitting in _sittings(table)
        if sitting.uncounted(WAITING)
        for chains in [Chains(sitting)]
        for line in chains.first()
    ]


def _sittings(table: Table) -> list[Sitting]:
    sittings = [table.sitting]
    if table.sitting.no > 1:
        waiting = HandRecord.objects.waiting().filter(sitting__table=table).values("sitting")
        earlier = table.sittings.filter(pk__in=waiting).exclude(pk=table.sitting.pk)
        sittings += earlier.select_related("table__session__club", "table__house")
    return sittings


def _waiting(line: list, chains: Chains, actor: Actor) -> Waiting:
    sitting, (first, *behind) = chains.sitting, line
    names, rules = called(sitting), sitting.table.rules
    hands = {one.id: one.hand for one in sitting.told}
    round = late_in(sitting)
    since = chains.told_since(first.after) or (chains.last if round else [])
    here, *since = _tellings([first, *since], hands, sitting, actor)
    there, run = next(iter(since), None), chains.run(first.id)
    numbers = _numbers(sitting)
    twice = tuple(numbers[counted.id] for _, counted in chains.told_twice(run))
    return Waiting(
        here=here,
        there=there,
        facts=compared(here, there, names=names, rules=rules) if there else (),
        twice=twice,
        also=None
        if twice
        else next((one for one in since if same_hand(one.hand, here.hand)), None),
        behind=tuple(told(hands[row.id], names, rules) for row in behind),
        run=len(run),
        hands=len(sitting.counted),
        sitting=sitting,
        round=round,
    )


def called(sitting: Sitting) -> list[str]:
    """Return what the pad calls those who sit there."""
    return [player.called for player in sitting.players]


def _numbers(sitting: Sitting) -> dict:
    return {one.id: no for no, one in enumerate(sitting.counted, start=1)}


def _tellings(rows: list, hands: Mapping, sitting: Sitting, actor: Actor) -> Iterator[Telling]:
    names, rules, numbers = called(sitting), sitting.table.rules, _numbers(sitting)
    for row in rows:
        hand = hands[row.id]
        points = score(hand, rules=rules, seats=len(names)).points
        yield Telling(
            id=str(row.id),
            no=numbers.get(row.id),
            by=_by(row, actor),
            at=f"{timezone.localtime(row.told_at or row.logged_at):%-H:%M}",
            revision=row.revision,
            what=told(hand, names, rules),
            gains=gains(points, names, rules),
            hand=hand,
        )


def _by(row, actor: Actor) -> str:
    """Return who told it; what another phone handed over to this one was not told on this one."""
    if actor.phone and (row.told_on or row.phone) == actor.phone:
        return "this phone"
    return told_by(row.logged_by, row.told_on) or "a phone"
