from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from django.db import connection, models
from django.db.models import Exists, F, Func, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property

from scoring.common.amounts import Stake
from scoring.common.dates import full_day, short_day
from scoring.common.local_time import other_year
from scoring.common.models.secret_links import SecretLink
from scoring.common.names import in_short
from scoring.common.prepared import Prepared, prepared_cursor
from scoring.common.refused import Refused
from scoring.euchre import books, game
from scoring.euchre.counters import may_be_marked
from scoring.euchre.rule_set import RuleSet
from scoring.euchre.rules_pages.page import differences
from scoring.euchre.settlement import Owed, owed
from scoring.movement.cutting import WAYS
from scoring.people.models import Club, Player
from scoring.table.models.house_rules import HouseRules

TERMS = ("rules_key", "options", "house", "stake_minor")
"""The fields that hold the rules and the stake, of a table and of a sitting."""
MOST_CHANGES = 6_000
"""Of an evening of friends, all its tables together."""


class ClubSession(models.Model):
    """A club night, whose tables are settled together when it is closed."""

    # Given by queries that ask for them.
    has_tables: bool
    has_tournament: bool
    tables_open: int
    here: int
    counted_from: datetime | None

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="sessions")
    title = models.CharField(max_length=60, blank=True)
    played_on = models.DateField(default=timezone.localdate)
    starts_at = models.TimeField(null=True, blank=True)
    door_fee_minor = models.PositiveIntegerField(default=0)
    guest_fee_minor = models.PositiveIntegerField(default=0)
    # What whoever runs the evening tells everybody: on its page and on the wall.
    notice = models.CharField(max_length=200, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    # The form that made it, where one did: sent twice, it makes one (scoring/common/idempotent.py).
    key = models.UUIDField(unique=True, null=True, editable=False)

    class Meta:
        ordering = ["-played_on", "-pk"]

    def __str__(self) -> str:
        return self.title or full_day(self.played_on)

    def get_absolute_url(self) -> str:
        return reverse("session", args=[self.pk])

    @property
    def called(self) -> str:
        """Return its name on its own pages, which is its title or "Thursday 19 November"."""
        return self.title or self.date

    @property
    def noun(self) -> str:
        """Return the word for it on screens, "club night", or "evening" for friends without a club.
        Its tournament has pages of its own, which say "tournament"."""
        return "evening" if self.club.casual else "club night"

    @property
    def date(self) -> str:
        """The date in words, with the year where it is another one."""
        return full_day(self.played_on, year=other_year(self.played_on))

    # Which of several of one day and title it is, where a list asked (queries.club.agenda).
    of_several: int | None = None

    @property
    def kind(self) -> str:
        """Return its name in a list, beside its day, such as "Club night"; of two, "Club night
        (2)"."""
        name = self.title or "Club night"
        return f"{name} ({self.of_several})" if self.of_several else name

    @property
    def day(self) -> str:
        """The day in a list, such as "12 Nov"; of another year "12 Nov 2025"."""
        return short_day(self.played_on, year=other_year(self.played_on))

    @property
    def closed(self) -> bool:
        return self.closed_at is not None


class TableQuerySet(models.QuerySet):
    def for_writing(self) -> TableQuerySet:
        """Tables locked until the transaction ends, so that writers come one after the other.

        Their sessions are locked too, because PostgreSQL reads only locked rows again, and one
        closed meanwhile would look open. House rules are not read beside them for the same reason;
        read them after the lock.
        """
        return self.select_for_update(of=("self", "session")).select_related("session__club")

    def lock_all(self) -> list[Table]:
        """Return these tables, locked until the transaction ends, and lock their sessions.

        Lock all tables before any session. A writer at one of them may hold the table and wait for
        its session, which must then not wait for their table.
        """
        tables = list(self.select_for_update(of=("self",)).order_by("pk"))
        sessions = {table.session_id for table in tables}
        list(ClubSession.objects.select_for_update().filter(pk__in=sessions).order_by("pk"))
        return tables


class Table(models.Model):
    """A table, with its rules, their options, and its stake."""

    # Given by queries that ask for them.
    waiting: int
    begun: int
    hands_so_far: int
    last_hand_at: datetime | None

    session = models.ForeignKey(ClubSession, on_delete=models.CASCADE, related_name="tables")
    no = models.PositiveSmallIntegerField()
    rules_key = models.CharField(max_length=40, default="call-ace")
    options = models.JSONField(default=dict, blank=True)
    # House rules: what they change of the set named by rules_key, and under which name.
    house = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.PROTECT, related_name="tables"
    )
    stake_minor = models.PositiveIntegerField(default=0)
    # Whether the pad asks for the facts that the score does not need.
    full = models.BooleanField(default=False)
    # How the pad shows a game's score: in figures, or by cards laid as the books say.
    marks = models.CharField(max_length=10, default="figures")
    # Whether the other side is asked to agree to each hand.
    asks_agreement = models.BooleanField(default=False)
    # The version of the table that first asked for it: hands that counted before stand as they are.
    asks_since = models.PositiveIntegerField(default=0)
    # Who pays points from a common pool of counters (Foster 1905, p. 18); nobody, if not chosen.
    banker = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    version = models.PositiveIntegerField(default=1)
    # The form that made it, where one did: sent twice, it makes one (scoring/common/idempotent.py).
    key = models.UUIDField(unique=True, null=True, editable=False)

    objects = TableQuerySet.as_manager()
    locked = Prepared(
        lambda pk: (
            Table.objects.for_writing().select_related(None).select_related("session").filter(pk=pk)
        )
    )

    class Meta:
        ordering = ["session", "no"]
        constraints = [models.UniqueConstraint(fields=["session", "no"], name="one_table_a_number")]

    def __str__(self) -> str:
        return f"Table {self.no}"

    @cached_property
    def rules(self) -> RuleSet:
        if self.house is None:
            return books.find(self.rules_key, **self.options)
        return self.house.rules_with(self.options)

    def by(self, terms: Mapping[str, object]) -> Table:
        """Return the table with other rules and another stake (`TERMS`); it is never stored."""
        found = copy(self)
        found.__dict__.pop("rules", None)
        for name in TERMS:
            setattr(found, name, terms[name])
        return found

    @property
    def marked_by(self) -> str:
        """How the score is shown here, by one of scoring.euchre.counters.MARKS; the table's choice,
        if its game can be marked so."""
        return self.marks if may_be_marked(self.rules) else "figures"

    @property
    def stake(self) -> Stake | None:
        """Money for one point; None where points are all that is played for."""
        return Stake(self.session.club.currency, self.stake_minor) if self.stake_minor else None

    @property
    def stake_as_text(self) -> str:
        """The stake in words, "25p a point"; nothing where no money is played for."""
        return self.stake.as_text(self.rules.unit) if self.stake_minor else ""

    @property
    def terms_as_text(self) -> str:
        """The rules and the stake in words, "Call-Ace, 25p a point"."""
        return ", ".join(filter(None, [self.rules.name, self.stake_as_text]))

    @property
    def terms_in_full(self) -> str:
        """The same with the options that the table chose, "American, to 5, 25p a point"."""
        usual = self.by({name: getattr(self, name) for name in TERMS} | {"options": {}})
        chosen = [one.short for one in differences(self.rules, usual.rules)]
        return ", ".join(filter(None, [self.rules.name, *chosen, self.stake_as_text]))

    @cached_property
    def sitting(self) -> Sitting | None:
        """The sitting in progress, which is the latest; None before the first one."""
        found = next(iter(Sitting.latest_at(self.pk)), None)
        if found:
            found.table = self
        return found

    def raise_version(self) -> None:
        """Raise the version of the table and of its session, for every screen. Raise Refused if an
        evening that a stranger began was changed more often than any needs, so that its pages are
        not slow."""
        session = self.session
        if session.version >= MOST_CHANGES and session.club.casual:
            raise Refused(
                f"This evening is full: it was changed {MOST_CHANGES:,} times. Start a new table."
            )
        # By hand, as every tap does it: update(version=F("version") + 1) takes twenty times as
        # long.
        table, evening = (
            f"UPDATE {model._meta.db_table} SET version = version + 1 WHERE id = %s"
            for model in (Table, ClubSession)
        )
        with prepared_cursor() as cursor:
            if connection.vendor == "postgresql":  # where each query is a message to its server
                both = f"WITH raised AS ({table}) {evening}"
                cursor.execute(both, [self.pk, self.session_id])
            else:
                cursor.execute(table, [self.pk])
                cursor.execute(evening, [self.session_id])
        self.version += 1
        session.version += 1


class Link(SecretLink):
    """A secret address to write at one table, look at it, or host its session."""

    class Right(models.TextChoices):
        WRITE = "write"
        WATCH = "watch"
        HOST = "host"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="links")
    right = models.CharField(max_length=5, choices=Right)

    by_token = Prepared(
        lambda token: Link.objects.filter(token=token).select_related(
            "table__session__club", "table__house"
        )
    )
    locked_by_token = Prepared(
        lambda token: (
            Link.objects.filter(token=token)
            .select_for_update(of=("table", "table__session"))
            .select_related("table__session__club")
        )
    )
    version_by_token = Prepared(
        lambda token: Link.objects.filter(token=token, revoked_at=None).values_list(
            "table__version", "right"
        )
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "right"],
                condition=Q(revoked_at=None),
                name="one_live_link_a_right",
            ),
            models.CheckConstraint(
                condition=Q(right__in=["write", "watch", "host"]), name="known_rights"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.right} link of {self.table}"


class SittingQuerySet(models.QuerySet):
    def not_replaced(self) -> SittingQuerySet:
        """Sittings without those whose people changed before any hand of theirs came.

        These stay, for a phone out of reach may have hands of theirs.
        """
        same_round = Q(round_table=None) | Q(round_table=OuterRef("round_table"))
        later = Sitting.objects.filter(same_round, table=OuterRef("table"), no__gt=OuterRef("no"))
        replaced = Sitting.objects.filter(Exists(later), hands=None, reseatings=None)
        return self.filter(~Exists(replaced.filter(pk=OuterRef("pk"))))

    def with_size(self) -> SittingQuerySet:
        """Sittings with their number of players (`size`) from the same query."""
        seats = Seat.objects.filter(sitting=OuterRef("pk")).order_by()
        # Not Count, which groups by the sitting and has no row for one without seats.
        number = seats.values(number=Func(F("pk"), function="COUNT"))
        return self.annotate(size=Subquery(number))


# Scores of one page are used by the next, so don't change them. Hands with a penalty are left out,
# because its reason is free text and may have a name.
_played = lru_cache(maxsize=512)(game.play)


class Sitting(models.Model):
    """The same people in the same seats; it ends when someone joins or leaves."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sittings")
    no = models.PositiveSmallIntegerField()
    first_dealer = models.PositiveSmallIntegerField(default=0)
    draw_seed = models.PositiveIntegerField(null=True, blank=True)
    # How the seed drew it: one of scoring.movement.cutting.WAYS; empty before there were others
    # than the first jack.
    draw_way = models.CharField(max_length=7, blank=True, choices=[(way, way) for way in WAYS])
    # Where the dealer's mark was moved by hand, and the number of the hand that it waits for where
    # hands before that were undone.
    next_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    next_dealer_from = models.PositiveSmallIntegerField(null=True, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    # By which rules and for which stake it was played, where its table has changed them since.
    rules_key = models.CharField(max_length=40, blank=True)
    options = models.JSONField(default=dict, blank=True)
    house = models.ForeignKey(
        HouseRules, null=True, blank=True, on_delete=models.PROTECT, related_name="sittings"
    )
    stake_minor = models.PositiveIntegerField(default=0)
    # The round of a tournament that was played in it: it is settled by prizes, never by the stake.
    round_table = models.ForeignKey(
        "scoring.RoundTable",
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="sittings",
    )

    objects = SittingQuerySet.as_manager()
    latest_at = Prepared(
        lambda table: Sitting.objects.with_size().filter(table=table).order_by("-no")[:1]
    )

    class Meta:
        ordering = ["table", "no"]
        constraints = [models.UniqueConstraint(fields=["table", "no"], name="one_sitting_a_number")]

    def __str__(self) -> str:
        return f"{self.table}, sitting {self.no}"

    @property
    def terms(self) -> Table:
        """Its table with the rules and the stake by which this sitting is played."""
        return self._table_then if self.rules_key else self.table

    @cached_property
    def _table_then(self) -> Table:
        return self.table.by({name: getattr(self, name) for name in TERMS})

    @property
    def rules(self) -> RuleSet:
        """Its rules, which are its table's, unless those were changed since."""
        return self.terms.rules

    @cached_property
    def players(self) -> list[Player]:
        """The people, clockwise from seat 0."""
        return Player.by_seat(self.pk)

    @cached_property
    def size(self) -> int:
        """The number of players; of `with_size`, without reading them."""
        return len(self.players)

    @cached_property
    def names(self) -> list[str]:
        return [player.name for player in self.players]

    @cached_property
    def called(self) -> list[str]:
        """Their names on the pad, which are short names, if they have one, or shortened names."""
        names = [player.called for player in self.players]
        short = in_short(names)
        return [short[name] for name in names]

    @cached_property
    def colours(self) -> list[int]:
        """The disc of each seat's player."""
        return [player.colour for player in self.players]

    @cached_property
    def bare_hands(self) -> list:
        """All hands as `BareHand` (id, state, place, hand), those with a place in their order."""
        return self.hands.model.bare_in(self.pk)

    @cached_property
    def counted(self) -> list:
        """Those that count, in order."""
        return [one for one in self.bare_hands if one.state == "counted"]

    def uncounted(self, state: str) -> list:
        """Hands in another state, which is "begun", "waiting" for a decision, or "taken-back"."""
        return [one for one in self.bare_hands if one.state == state]

    def take_in(self, stored) -> None:
        """Remember a hand stored just now; when it counts, no other is begun any more."""
        waits = stored.state == "waiting"
        stay = (
            one
            for one in self.bare_hands
            if one.state != "begun" or (waits and one.id != stored.id)
        )
        self._forget("counted", "played")
        self.bare_hands = [*stay, stored]

    def read_again(self) -> None:
        """Forget the hands that were read, as they may have changed."""
        self._forget("bare_hands", "counted", "played")

    def _forget(self, *remembered: str) -> None:
        for name in remembered:
            self.__dict__.pop(name, None)

    def until(self, hands: int) -> Sitting:
        """Return the sitting after this number of counted hands; it is never stored."""
        found = copy(self)
        found.read_again()
        found.bare_hands, found.ended_at = self.counted[:hands], None
        return found

    @property
    def next_place(self) -> int:
        """The place of the next hand; an undone hand keeps its own."""
        return max((one.place or 0 for one in self.bare_hands), default=0) + 1

    @cached_property
    def played(self) -> list[game.Played]:
        """Every hand that counts, scored, in order. Raises ImpossibleSitting."""
        hands = tuple([one.hand for one in self.counted])
        in_words = any(hand.irregularities and hand.penalties for hand in hands)
        return (game.play if in_words else _played)(
            hands,
            rules=self.rules,
            seats=self.size,
            first_dealer=self.first_dealer,
            kept=True,
        )

    @property
    def latest(self) -> UUID | None:
        """The id of the last hand that counts."""
        return self.counted[-1].id if self.counted else None

    @property
    def totals(self) -> tuple[int, ...]:
        """Points by seat so far."""
        return self.played[-1].totals if self.played else (0,) * self.size

    @property
    def standing(self) -> game.Standing | None:
        """The current score of games, if games are played."""
        return self.played[-1].standing if self.played else game.opening(self.rules, self.size)

    @property
    def adds_up(self) -> bool:
        """Whether points go on when players join or leave, as each plays for themselves and no
        games are played."""
        alone = self.rules.partners != "fixed" and self.rules.target is None
        return alone and self.round_table_id is None

    @property
    def owed(self) -> Owed:
        """What each seat owes each other so far, in points or game points."""
        return owed(self.played, rules=self.rules, seats=self.size)

    def dealer_of(self, id: UUID) -> int:
        """Return the seat that dealt this hand; the next dealer for one that does not count."""
        ids = [one.id for one in self.counted]
        return self.played[ids.index(id)].dealer if id in ids else self.dealer

    @property
    def dealer(self) -> int:
        """The seat that deals next."""
        return self.turn if self.mark is None else self.mark

    @property
    def mark(self) -> int | None:
        """The seat set by hand to deal the next hand. It is None if there is none, or if it is for
        a later hand."""
        waits = self.next_dealer_from is not None and self.next_dealer_from > len(self.counted) + 1
        return None if waits else self.next_dealer

    @property
    def turn(self) -> int:
        """The seat whose turn it is to deal, wherever the mark was moved by hand."""
        return self.played[-1].next_dealer if self.played else self.first_dealer


class SeatQuerySet(models.QuerySet):
    def not_replaced(self) -> SeatQuerySet:
        """Seats without those of sittings whose people changed before any hand of theirs came."""
        return self.filter(Exists(Sitting.objects.not_replaced().filter(pk=OuterRef("sitting"))))


class Seat(models.Model):
    """The player in a seat; seats count clockwise from 0."""

    sitting = models.ForeignKey(Sitting, on_delete=models.CASCADE, related_name="seats")
    no = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    # Whose turns at the table this player took over by leaving them half played (Leeds & Dwight,
    # law 19).
    in_place_of = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    # Who plays here on this player's account, while they are away (Leeds & Dwight, law 18).
    substitute = models.ForeignKey(
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["no"]
        constraints = [
            models.UniqueConstraint(fields=["sitting", "no"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["sitting", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in seat {self.no + 1}"
