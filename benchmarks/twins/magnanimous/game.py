"""Holds a game: what lies where, and the small changes that many rules share.

Numbers are those of content.py. The fields change in place; whose turn it is lives in the running generator of flow.py.
"""

from collections.abc import Generator, Sequence

from benchmarks.twins.magnanimous.chance import Chance
from benchmarks.twins.magnanimous.content import (
    BANK,
    CROWN_AT,
    DEPUTY_LIMIT,
    GOODS_LIMIT,
    GOODS_TILES,
    MINISTER_PARTY,
    PORTS,
    TRADE_SPACES,
    WAREHOUSE,
)
from benchmarks.twins.magnanimous.moves import KEEP_TAKE, TAKE, Move

Ask = tuple[int, str, Sequence[Move]]  # who decides, which decision, all legal moves
Play = Generator[Ask, Move, None]


class RioFell(Exception):
    """Paraguay holds the capital: the game is over where it stands."""


class Game:
    """Everything that lies on the table."""

    def __init__(self, players: int, chance: Chance) -> None:
        self.players = players
        self.chance = chance
        self.seen: set[str] = set()  # rare turns of play, for the survey
        self.round = 1
        self.phase = "setup"
        self.governor = 0
        self.nobility = [0] * players
        self.republic = 0
        self.proclaimed = False
        self.arrival = [0] * players
        self.coins = [0] * players
        self.bank = BANK
        self.area = [1] * 16
        self.slot = [0] * 20
        self.purple = 6
        self.on_card = False
        self.troops = [0] * 20
        self.imperial = 2
        self.goods = [0] * 20
        self.transit = [0] * 20
        self.goods_supply = [GOODS_TILES] * 20
        self.home = [-1] * players  # where the train's load belongs
        self.train = [-1] * players
        self.improvement = [-1] * 20
        self.occupied = [False] * 21
        self.yard = [4] * players
        self.port = [0] * players
        self.rio = [0] * players
        self.deputies = [[0, 0] for _ in range(players)]
        self.ministers = [[-1, -1] for _ in range(players)]
        self.crowns = [-1] * 7
        self.minister_stack = list(range(21))
        self.minister_discard: list[int] = []
        self.trade = [0] * TRADE_SPACES
        self.trade_owner = [-1] * TRADE_SPACES
        self.display = [0] * 4
        self.improvement_stack = [0] * 20 + [1] * 20 + [2] * 20 + [3] * 20
        self.improvement_discard = [0] * 4
        self.deck = list(range(56))
        self.discard: list[int] = []
        self.removed: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.throne: list[tuple[int, int]] = []
        self.events: list[int] = []
        self.morale = 0
        self.controlled: list[list[int]] = [[] for _ in range(players)]
        self.barons = [-1] * players
        self.vote: tuple[int, list[int], list[int]] | None = None
        self.auction: tuple[list[int], int, int] | None = None
        self.end = ""
        self.winners: list[int] = []

    def from_governor(self) -> list[int]:
        return [(self.governor + i) % self.players for i in range(self.players)]

    def from_left_of(self, player: int) -> list[int]:
        return [(player + i) % self.players for i in range(1, self.players)]

    # Coins

    def pay_bank(self, player: int, amount: int) -> None:
        self.coins[player] -= amount
        self.bank += amount

    def bank_pays(self, player: int, amount: int) -> None:
        """The bank is finite: it pays what it has."""
        if amount > self.bank:
            amount = self.bank
            self.seen.add("bank short of coins")
        self.bank -= amount
        self.coins[player] += amount

    # Goods and trains

    def goods_room(self, home: int) -> bool:
        """Whether this board may take one more tile of its good."""
        return (
            not self.occupied[home]
            and not self.transit[home]
            and self.goods[home] < GOODS_LIMIT + (self.improvement[home] == WAREHOUSE)
            and self.goods_supply[home] > 0
        )

    def unload(self, player: int, number: int) -> None:
        """Tiles leave the train; without any it leaves the map."""
        home = self.home[player]
        self.transit[home] -= number
        if not self.transit[home]:
            self.home[player] = self.train[player] = -1

    def can_influence(self, player: int) -> bool:
        conservative, liberal = self.deputies[player]
        return conservative < DEPUTY_LIMIT or liberal < DEPUTY_LIMIT

    # Provinces

    def ally_board(self, province: int) -> bool:
        """Whether a province is on the board of somebody who plays."""
        return province < 5 * self.players and province not in PORTS

    def uncontrolled(self, province: int) -> bool:
        """Rio and the provinces of absent colours."""
        return province >= 5 * self.players

    # Tracks

    def move_republic(self, steps: int) -> None:
        reached = self.republic + steps
        if reached < 0:
            self.seen.add("republic kept at 0")
        if reached > 20:
            self.seen.add("republic kept at 20")
        if steps < 0:
            self.seen.add("republic moved back")
        self.republic = max(0, min(20, reached))
        if self.republic == 20:
            self.proclaimed = True

    def climb(self, player: int, steps: int) -> Play:
        """Nobility, step by step; every crown reached shows a minister at once."""
        for _ in range(steps):
            if self.nobility[player] == 20:
                self.seen.add("nobility kept at 20")
                return
            self.nobility[player] += 1
            if self.nobility[player] == 20 and not self.arrival[player]:
                self.arrival[player] = max(self.arrival) + 1
            crown = CROWN_AT[self.nobility[player]]
            if crown >= 0:
                yield from self._reveal(player, crown)

    def _reveal(self, player: int, crown: int) -> Play:
        tile = self.crowns[crown]
        party = MINISTER_PARTY[tile]
        held = self.ministers[player][party]
        self.crowns[crown] = -1
        if held < 0:
            self.ministers[player][party] = tile
        elif (yield player, "DEC-43", KEEP_TAKE) is TAKE:
            self.ministers[player][party] = tile
            self.minister_discard.append(held)
            self.seen.add("minister replaced")
        else:
            self.minister_discard.append(tile)
        self.crowns[crown] = self.draw_minister()

    # Stacks

    def draw_minister(self) -> int:
        if not self.minister_stack:
            self.minister_stack, self.minister_discard = self.minister_discard, []
            self.seen.add("ministers reshuffled")
        return self.chance.draw("minister", self.minister_stack)

    def fill_display(self, number: int) -> None:
        for _ in range(number):
            if not self.improvement_stack:
                self.improvement_stack = [kind for kind in range(4) for _ in range(self.improvement_discard[kind])]
                self.improvement_discard = [0] * 4
                self.seen.add("improvements reshuffled")
                if not self.improvement_stack:
                    self.seen.add("improvements used up")
                    return
            self.display[self.chance.draw("improvement", self.improvement_stack)] += 1

    def fill_hand(self, player: int, size: int) -> None:
        hand = self.hands[player]
        while len(hand) < size:
            if not self.deck:
                if not self.discard:
                    self.seen.add("deck and discard pile empty")
                    break
                self.deck, self.discard = self.discard, []
                self.seen.add("cards reshuffled")
            hand.append(self.chance.draw("card", self.deck))
        hand.sort()
