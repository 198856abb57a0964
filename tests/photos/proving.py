"""Tournaments played on paper: their printed cards are filled in, photographed, read, and held
against what was played."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from scoring.common.codes import ENTRANT, code_of
from scoring.common.pdf.code import Code
from scoring.movement.rotation.plan import plan
from scoring.tournament.photos.cards import Pile, sorted_out
from scoring.tournament.photos.reading import read_file
from scoring.tournament.pure.settings import format_of
from scoring.tournament.pure.values import Entrant, Round, RoundTable, Tournament
from scoring.tournament.sheets.tally_cards import tally_cards_pdf
from scoring.tournament.sheets.values import TallyCard, TallyLine
from tests.photos.camera import Shot, photograph
from tests.photos.pens import CARELESS, ORDINARY, Hand, mark, smudge
from tests.photos.printing import Print, prints

KEYS = 24_000
"""Added to an entrant's number, it is their key."""
MARK = "K3F0"


@dataclass(frozen=True)
class Damage:
    """A kind of picture, with how carelessly its cards were filled in."""

    shot: Shot = Shot()
    hands: tuple[Hand, ...] = tuple(ORDINARY)
    corrected: float = 0.0
    """The share of lines on which a wrong box was marked first, and scribbled out."""
    smudged: float = 0.0
    """The share of lines that a wet finger wiped."""
    a_picture: int = 4
    """Cards."""
    ordinary: bool = False


PLAIN = Shot()
KINDS = {
    "scanner": Damage(
        Shot(turn=1, tilt=0, pixels=7.9, blur=0.03, shadow=0, noise=1, jpeg=90), ordinary=True
    ),
    "phone, four cards": Damage(PLAIN, ordinary=True),
    "phone, one card": Damage(Shot(turn=12, pixels=12, tilt=0.1), a_picture=1, ordinary=True),
    "phone, nine cards": Damage(Shot(pixels=6.5, turn=8), a_picture=9, ordinary=True),
    "upside down": Damage(Shot(turn=20, upside_down=True), ordinary=True),
    "blur": Damage(Shot(blur=0.22)),
    "shadow": Damage(Shot(shadow=0.55)),
    "hard shadow": Damage(Shot(shadow=0.4, hard=True)),
    "cheap phone": Damage(Shot(pixels=6, noise=8, jpeg=45, blur=0.12, light=(1.0, 0.9, 0.72))),
    "tilted": Damage(Shot(tilt=0.2, turn=25)),
    "folded": Damage(Shot(fold=0.08)),
    "overlapping": Damage(Shot(overlap=22, turn=6)),
    "codes covered": Damage(Shot(overlap=22, turn=6, covers=True)),
    "thumb": Damage(Shot(thumb=True)),
    "careless": Damage(PLAIN, hands=(*CARELESS, *ORDINARY)),
    "corrected": Damage(PLAIN, corrected=0.03),
    "smudged": Damage(PLAIN, smudged=0.03),
}


def a_tournament(people: int, rounds: int, seed: int) -> Tournament:
    """Return a rotation with all its rounds seated."""
    planned = plan(players=people, rounds=rounds, seed=seed)
    seated = tuple(
        Round(
            no=one.no,
            tables=tuple(
                RoundTable(no=no, seats=dict(zip("NSEW", (*a, *b), strict=True)))
                for no, (a, b) in enumerate(one.tables, start=1)
            ),
            sitting_out=tuple(one.sitting_out),
        )
        for one in planned.rounds
    )
    entrants = tuple(Entrant(no=no, names=(f"Player {no}",)) for no in range(1, people + 1))
    format = format_of("club", {"movement": "rotation", "rounds": rounds})
    return Tournament(format=format, seed=seed, entrants=entrants, rounds=seated)


def card_of(tournament: Tournament, no: int) -> TallyCard:
    """Return the card of an entrant, as the site prints it before the first round."""
    lines = []
    for round in tournament.rounds:
        table = round.table_of(no)
        if table is None:
            lines.append(TallyLine(round=round.no, out=True))
            continue
        side = table.by_side[table.side_of(no)]
        against = [other for other in table.entrants if other not in side]
        [partner] = [other for other in side if other != no]
        lines.append(
            TallyLine(
                round=round.no,
                table=str(table.no),
                seat=table.seats_of(no)[0],
                beside=f"{partner} Player {partner}",
                against=", ".join(map(str, against)),
            )
        )
    return TallyCard(
        no=no,
        name=f"Player {no}",
        about="The Right Bower Club · Friday 20 November 2026 · Rotation",
        lines=tuple(lines),
        planned=True,
        address=f"http://192.168.1.20:8000/e/AbCdEfGhIjKlMnOp/{no}",
        code=Code(signs=code_of(ENTRANT, KEYS + no), address="http://192.168.1.20:8000/c/N"),
        mark=MARK,
    )


@dataclass
class Score:
    """What a table's round came to."""

    points: dict
    lones: dict


def played(tournament: Tournament, random: Random) -> dict:
    """Return a score for each round and table. Few are level, as at real tables."""
    found = {}
    for round in tournament.rounds:
        for table in round.tables:
            won = random.randrange(6, 16)
            points = [won, random.randrange(won)]
            random.shuffle(points)
            lones = {no: random.choice([0, 0, 0, 1, 2, 3]) for no in table.entrants}
            by_side = dict(zip(table.by_side, points, strict=True))
            found[round.no, table.no] = Score(by_side, lones)
    return found


def fill(
    card: Print, no: int, tournament: Tournament, scores: dict, damage: Damage, random
) -> None:
    """Fill in a printed card as its owner does."""
    hand = random.choice(damage.hands)
    for row, round in enumerate(tournament.rounds):
        table = round.table_of(no)
        if table is None:
            continue
        score = scores[round.no, table.no]
        side = table.side_of(no)
        points = score.points[side]
        if random.random() < damage.corrected:
            wrong = random.choice([one for one in range(16) if one != points])
            for _ in range(2):
                mark(card.picture, card.box(row, "points", wrong), hand, random)
        mark(card.picture, card.box(row, "points", points), hand, random)
        if score.lones[no]:
            mark(card.picture, card.box(row, "lones", score.lones[no]), hand, random)
        if points == max(score.points.values()):
            mark(card.picture, card.box(row, "won", 1), hand, random)
        if random.random() < damage.smudged:
            x, y, *_ = card.box(row, "points", random.randrange(16))
            smudge(card.picture, (x, y), random)


@dataclass
class Outcome:
    """How the tables of pictures were read."""

    games: int = 0
    entered: int = 0
    wrong: list = field(default_factory=list)
    why: Counter = field(default_factory=Counter)
    cards: int = 0
    unread: int = 0
    seconds: float = 0.0

    @property
    def share(self) -> float:
        return self.entered / max(1, self.games)

    def __iadd__(self, other):
        self.games += other.games
        self.entered += other.entered
        self.wrong += other.wrong
        self.why += other.why
        self.cards += other.cards
        self.unread += other.unread
        self.seconds += other.seconds
        return self


def pictures(cards: list, damage: Damage, random: Random) -> Iterator[bytes]:
    """Yield the photographs of filled cards, so many in each."""
    for first in range(0, len(cards), damage.a_picture):
        group = [card.picture for card in cards[first : first + damage.a_picture]]
        across = 1 if damage.a_picture == 1 else 3 if damage.a_picture == 9 else 2
        yield photograph(group, damage.shot, random, across)


def prove(damage: Damage, *, people: int, rounds: int, seed: int, keep: Path | None = None):
    """Return how the cards of a tournament were read, after they were printed, filled in and
    photographed with this damage."""
    random = Random(seed)
    tournament = a_tournament(people, rounds, seed)
    scores = played(tournament, random)
    printed = prints(tally_cards_pdf([card_of(tournament, one.no) for one in tournament.entrants]))
    for no, card in enumerate(printed, start=1):
        fill(card, no, tournament, scores, damage, random)
    random.shuffle(printed)
    with TemporaryDirectory() as folder:
        place = keep or Path(folder)
        files = []
        for no, data in enumerate(pictures(printed, damage, random)):
            files.append(place / f"{no}.jpg")
            files[-1].write_bytes(data)
        begun = perf_counter()
        seen = [read_file(file) for file in files]
        seconds = perf_counter() - begun
    numbers = {KEYS + one.no: one.no for one in tournament.entrants}
    pile = sorted_out(tournament, seen, numbers, key=1, mark=MARK)
    return replace(held_against(pile, scores, len(printed)), seconds=seconds)


def held_against(pile: Pile, scores: dict, cards: int) -> Outcome:
    """Return what was read beside what was played."""
    found = Outcome(cards=cards, unread=cards - len(pile.cards))
    for round, table in pile.tables:
        score = scores[round, table.table]
        found.games += 1
        found.why.update({asked.why for asked in table.asked})
        if table.agreed:
            found.entered += 1
            said = (dict(table.points), dict(table.lones), table.tie)
            if said != (score.points, score.lones, None):
                found.wrong.append((round, table.table, said, score))
    return found
