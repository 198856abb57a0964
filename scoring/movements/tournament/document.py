"""A tournament as a file: euchre-tournament/1 (docs/tournament-format.md)."""

from __future__ import annotations

from scoring.movements.tournament.document_rounds import planned, round_document, rounds_of
from scoring.movements.tournament.formats import FORMATS, Format
from scoring.movements.tournament.reading import BadTournament, Piece, decoded
from scoring.movements.tournament.settings import BadSetting, format_of, settings_of
from scoring.movements.tournament.values import Entrant, Tournament

__all__ = ["BadTournament", "document", "loads", "read", "round_document"]

FORMAT = "euchre-tournament/1"
MOST_ENTRANTS = 999
MOST_ROUNDS = 999
MOST_SEED = 2**53


def loads(data: bytes) -> Tournament:
    """Return the tournament in these bytes; raise BadTournament, whatever the bytes."""
    return _tournament(decoded(data))


def read(document: object) -> Tournament:
    """Return the tournament of a parsed document; raise BadTournament."""
    return _tournament(Piece(document))


def document(tournament: Tournament) -> dict:
    """Return the tournament as JSON values: read of it is the same tournament."""
    found = {
        "format": FORMAT,
        "style": tournament.format.style,
        "settings": settings_of(tournament.format),
        "seed": tournament.seed,
        "entrants": [_as_entrant(one, tournament.format) for one in tournament.entrants],
        "rounds": [round_document(one) for one in tournament.rounds],
    }
    return found | (
        {"plan": [round_document(one) for one in tournament.plan]} if tournament.plan else {}
    )


def _tournament(whole: Piece) -> Tournament:
    keys = whole.object(
        "format", "style", "entrants", optional=("settings", "seed", "rounds", "plan")
    )
    if keys["format"].value != FORMAT:
        keys["format"].refuse(f"must be {FORMAT}")
    format = _format(keys["style"], keys.get("settings", Piece({}, "settings")))
    entrants = _entrants(keys["entrants"], format)
    return Tournament(
        format=format,
        seed=keys.get("seed", Piece(0)).whole(0, MOST_SEED),
        entrants=entrants,
        rounds=rounds_of(keys.get("rounds", Piece([])), entrants, format),
        plan=planned(keys.get("plan", Piece([])), entrants, format),
    )


def _format(style: Piece, settings: Piece) -> Format:
    if style.text() not in FORMATS:
        style.refuse(f"must be one of {', '.join(FORMATS)}")
    values = {key: piece.value for key, piece in settings.entries().items()}
    try:
        return format_of(style.value, values)
    except BadSetting as wrong:
        raise BadTournament(wrong.message, f"settings.{wrong.field}") from wrong


def _entrants(pieces: Piece, format: Format) -> tuple[Entrant, ...]:
    found: dict[int, Entrant] = {}
    for piece in pieces.list():
        entrant = _entrant(piece, format)
        if entrant.no in found:
            piece.refuse(f"number {entrant.no} stands twice")
        found[entrant.no] = entrant
    return tuple(found.values())


def _entrant(piece: Piece, format: Format) -> Entrant:
    name = "names" if format.pairs else "name"
    keys = piece.object("no", name, optional=("group", "ghost", "since", "left"))
    names = keys[name].list() if format.pairs else [keys[name]]
    if format.pairs and len(names) != 2:
        keys[name].refuse("must be two")
    since = keys["since"].whole(1, MOST_ROUNDS) if "since" in keys else 1
    return Entrant(
        no=keys["no"].whole(1, MOST_ENTRANTS),
        names=tuple(map(_name, names)),
        group=_group(keys["group"], format) if "group" in keys else "",
        ghost="ghost" in keys and keys["ghost"].yes_or_no(),
        since=since,
        left=keys["left"].whole(0, MOST_ROUNDS) if "left" in keys else None,
    )


def _name(piece: Piece) -> str:
    if not piece.text().strip():
        piece.refuse("is empty")
    return piece.value


def _group(piece: Piece, format: Format) -> str:
    group = piece.text()
    if group and format.groups and group not in format.groups:
        piece.refuse(f"must be one of {', '.join(format.groups)}")
    return group


def _as_entrant(entrant: Entrant, format: Format) -> dict:
    names = {"names": list(entrant.names)} if format.pairs else {"name": entrant.name}
    others = {
        "group": entrant.group,
        "ghost": entrant.ghost,
        "since": entrant.since if entrant.since > 1 else None,
    }
    found = {"no": entrant.no, **names} | {key: value for key, value in others.items() if value}
    return found | ({} if entrant.left is None else {"left": entrant.left})
